(** * The text form of a position of losing chess

    Section 4 of [spec/rules/losing-chess.md], the first four fields of FEN and the clauses
    [losing-chess/fen], [losing-chess/units] and [losing-chess/en_passant]. A reader has to
    believe [text], which defines the text of a position. [read] returns a position whose text is
    exactly the text that was read ([read_text]).

    Texts are lists of bytes, as in a certificate. *)

From Coq Require Import ZArith List Bool Arith.
From Gamecert Require Import Losing.Game Losing.Rules.
Import ListNotations.
Open Scope Z_scope.

(** ** Letters *)

Definition space : Z := 32.
Definition hyphen : Z := 45.
Definition slash : Z := 47.

(** The digit of a number from 0 to 9, and the letter of a role in lower case, as for Black's
    units. *)
Definition digit (n : Z) : Z := 48 + n.

Definition role_letter (r : role) : Z :=
  match r with Queen => 113 | Rook => 114 | Bishop => 98 | Knight => 110 | King => 107 | Pawn => 112 end.

Definition unit_letter (s : side) (r : role) : Z :=
  match s with White => role_letter r - 32 | Black => role_letter r end.

Definition line_number (i : line) : Z :=
  match i with L1 => 1 | L2 => 2 | L3 => 3 | L4 => 4 | L5 => 5 | L6 => 6 | L7 => 7 | L8 => 8 end.

Definition file_letter (i : line) : Z := 96 + line_number i.
Definition rank_digit (i : line) : Z := digit (line_number i).
Definition square_text (s : square) : list Z := [file_letter (file s); rank_digit (rank s)].

(** ** The text of a position *)

(** The empty squares before the next unit, counted together. *)
Definition empties (n : Z) : list Z := if n =? 0 then [] else [digit n].

Fixpoint rank_text (n : Z) (l : list content) : list Z :=
  match l with
  | [] => empties n
  | Empty :: rest => rank_text (n + 1) rest
  | Unit s r :: rest => empties n ++ unit_letter s r :: rank_text 0 rest
  end.

Definition elements {A} (x : eight A) : list A :=
  let '(Eight a b c d e f g h) := x in [a; b; c; d; e; f; g; h].

Definition board_text (b : board) : list Z :=
  let '(Eight r1 r2 r3 r4 r5 r6 r7 r8) := b in
  let t r := rank_text 0 (elements r) in
  t r8 ++ slash :: t r7 ++ slash :: t r6 ++ slash :: t r5 ++ slash :: t r4 ++ slash
    :: t r3 ++ slash :: t r2 ++ slash :: t r1.

Definition side_text (s : side) : Z := match s with White => 119 | Black => 98 end.

Definition passed_text (p : position) : list Z :=
  match passed p with
  | None => [hyphen]
  | Some f => square_text (Square f (passed_rank (to_move p)))
  end.

Definition text (p : position) : list Z :=
  board_text (on p) ++ [space; side_text (to_move p); space; hyphen; space] ++ passed_text p.

(** A move: the two squares, and a lower-case letter for a promotion. *)
Definition move_text (m : move) : list Z :=
  square_text (from m) ++ square_text (to m)
    ++ match becomes m with Some r => [role_letter r] | None => [] end.

(** ** Conditions on a position in a certificate *)

(** Clause [losing-chess/units]. *)
Definition is_pawn (c : content) : bool := match c with Unit _ Pawn => true | _ => false end.

Definition no_pawn_on (b : board) (r : line) : bool :=
  negb (existsb is_pawn (elements (get b r))).

Definition units_clause (p : position) : bool :=
  let w := length (units (on p) White) in
  let b := length (units (on p) Black) in
  Nat.leb w 16 && Nat.leb b 16 && negb (Nat.eqb (w + b) 0)
    && no_pawn_on (on p) L1 && no_pawn_on (on p) L8.

(** Clause [losing-chess/en_passant]. The type [position] ensures that the square is on the right
    rank. *)
Definition is_empty (b : board) (s : option square) : bool :=
  match s with
  | Some q => match at_square b q with Empty => true | Unit _ _ => false end
  | None => false
  end.

Definition en_passant_clause (p : position) : bool :=
  match passed p with
  | None => true
  | Some f =>
      let us := to_move p in
      let q := Square f (passed_rank us) in
      is_empty (on p) (Some q) && is_empty (on p) (ahead us q)
        && match ahead (other us) q with
           | Some t => pawn_at (on p) (other us) t && pawn_beside (on p) us t
           | None => false
           end
  end.

Definition valid (p : position) : bool := units_clause p && en_passant_clause p.

(** ** Reading *)

Definition unit_of (c : Z) : option content :=
  let role l :=
    if l =? 113 then Some Queen else if l =? 114 then Some Rook else if l =? 98 then Some Bishop
    else if l =? 110 then Some Knight else if l =? 107 then Some King
    else if l =? 112 then Some Pawn else None in
  match role c with
  | Some r => Some (Unit Black r)
  | None => match role (c + 32) with Some r => Some (Unit White r) | None => None end
  end.

Definition line_of (n : Z) : option line :=
  if n =? 1 then Some L1 else if n =? 2 then Some L2 else if n =? 3 then Some L3
  else if n =? 4 then Some L4 else if n =? 5 then Some L5 else if n =? 6 then Some L6
  else if n =? 7 then Some L7 else if n =? 8 then Some L8 else None.

(** The squares described by the text of the board, the last one first, and the remaining text. *)
Definition empties_of (c : Z) (acc : list content) : option (list content) :=
  match line_of (c - 48) with
  | Some i => Some (repeat Empty (Z.to_nat (line_number i)) ++ acc)
  | None => None
  end.

Fixpoint squares_of (t : list Z) (acc : list content) : option (list content * list Z) :=
  match t with
  | [] => None
  | c :: rest =>
      if c =? space then Some (acc, rest)
      else if c =? slash then squares_of rest acc
      else match unit_of c with
           | Some u => squares_of rest (u :: acc)
           | None =>
               match empties_of c acc with
               | Some acc' => squares_of rest acc'
               | None => None
               end
           end
  end.

(** Eight squares at a time: a rank from h to a. *)
Definition rank_of (l : list content) : option (eight content * list content) :=
  match l with
  | h :: g :: f :: e :: d :: c :: b :: a :: rest => Some (Eight a b c d e f g h, rest)
  | _ => None
  end.

Fixpoint ranks_of (n : nat) (l : list content) : option (list (eight content)) :=
  match n with
  | O => match l with [] => Some [] | _ => None end
  | S n' =>
      match rank_of l with
      | Some (r, rest) => match ranks_of n' rest with Some rs => Some (r :: rs) | None => None end
      | None => None
      end
  end.

Definition board_of (l : list content) : option board :=
  match ranks_of 8 l with
  | Some [r1; r2; r3; r4; r5; r6; r7; r8] => Some (Eight r1 r2 r3 r4 r5 r6 r7 r8)
  | _ => None
  end.

(** Reads the variable parts of the fields after the board. *)
Definition side_and_passed (t : list Z) : option (side * option line) :=
  match t with
  | s :: _ :: _ :: _ :: c :: _ =>
      Some (if s =? 119 then White else Black, line_of (c - 96))
  | _ => None
  end.

Definition raw_position (t : list Z) : option position :=
  match squares_of t [] with
  | Some (l, rest) =>
      match board_of l, side_and_passed rest with
      | Some b, Some (s, f) => Some (Position b s f)
      | _, _ => None
      end
  | None => None
  end.

Fixpoint equal_texts (s t : list Z) : bool :=
  match s, t with
  | [], [] => true
  | a :: s', b :: t' => (a =? b) && equal_texts s' t'
  | _, _ => false
  end.

Lemma equal_texts_eq s : forall t, equal_texts s t = true -> s = t.
Proof.
  induction s as [|a s IH]; intros [|b t] E; cbn in E; try discriminate; [reflexivity|].
  apply andb_prop in E as [E1%Z.eqb_eq E2]; subst b. f_equal; auto.
Qed.

(** Clause [losing-chess/fen]: the text is exactly the text of the position. *)
Definition read (t : list Z) : option position :=
  match raw_position t with
  | Some p => if equal_texts (text p) t then Some p else None
  | None => None
  end.

Lemma read_text t p : read t = Some p -> text p = t.
Proof.
  unfold read; destruct (raw_position t) as [q|]; [|discriminate].
  passed E.
  intro H; injection H as ->. now apply equal_texts_eq.
Qed.

(** ** Every position has exactly one text, which is read as that position *)

Lemma digit_read k rest acc : (1 <= k <= 8)%nat ->
  squares_of (digit (Z.of_nat k) :: rest) acc = squares_of rest (repeat Empty k ++ acc).
Proof.
  intros H. assert (K : In k (seq 1 8)) by (apply in_seq; cbn; destruct H; split; auto with arith).
  cbn [seq In] in K. decompose [or] K; try contradiction; subst k; reflexivity.
Qed.

Lemma letter_read s r rest acc :
  squares_of (unit_letter s r :: rest) acc = squares_of rest (Unit s r :: acc).
Proof. destruct s, r; reflexivity. Qed.

Lemma empties_read k rest acc : (k <= 8)%nat ->
  squares_of (empties (Z.of_nat k) ++ rest) acc = squares_of rest (repeat Empty k ++ acc).
Proof.
  intros H. unfold empties. destruct k as [|k]; [reflexivity|].
  destruct (Z.eqb_spec (Z.of_nat (S k)) 0) as [E|_]; [discriminate|].
  apply digit_read. split; auto with arith.
Qed.

Lemma rank_text_read l : forall k rest acc, (k + length l <= 8)%nat ->
  squares_of (rank_text (Z.of_nat k) l ++ rest) acc
  = squares_of rest (rev l ++ repeat Empty k ++ acc).
Proof.
  induction l as [|c l IH]; intros k rest acc H; cbn [rank_text rev app].
  - apply empties_read. cbn in H. now rewrite <- plus_n_O in H.
  - cbn [length] in H. destruct c as [|s r].
    + replace (Z.of_nat k + 1) with (Z.of_nat (S k)) by (rewrite Nat2Z.inj_succ; reflexivity).
      rewrite IH by (rewrite plus_Sn_m, plus_n_Sm; exact H).
      rewrite <- app_assoc. cbn [repeat app]. reflexivity.
    + rewrite <- app_assoc. cbn [app].
      assert (K : (k <= 8)%nat) by (eapply Nat.le_trans; [apply Nat.le_add_r|exact H]).
      rewrite empties_read by exact K. rewrite letter_read.
      change 0 with (Z.of_nat 0). rewrite IH.
      2: { cbn [plus]. apply Nat.le_trans with (k + S (length l))%nat; [|exact H].
           rewrite <- plus_n_Sm. apply le_S. rewrite Nat.add_comm. apply Nat.le_add_r. }
      rewrite <- app_assoc. reflexivity.
Qed.

Lemma rank_read x rest acc :
  squares_of (rank_text 0 (elements x) ++ rest) acc = squares_of rest (rev (elements x) ++ acc).
Proof.
  change 0 with (Z.of_nat 0). rewrite rank_text_read; [reflexivity|].
  destruct x; cbn; auto.
Qed.

Lemma slash_read rest acc : squares_of (slash :: rest) acc = squares_of rest acc.
Proof. reflexivity. Qed.

Lemma board_read b rest :
  exists l, squares_of (board_text b ++ space :: rest) [] = Some (l, rest) /\ board_of l = Some b.
Proof.
  destruct b as [r1 r2 r3 r4 r5 r6 r7 r8]. unfold board_text.
  repeat (rewrite <- app_assoc; cbn [app]).
  rewrite !rank_read, !slash_read.
  repeat (rewrite rank_read, slash_read). rewrite rank_read.
  eexists. part.
  destruct r1, r2, r3, r4, r5, r6, r7, r8. reflexivity.
Qed.

Lemma raw_position_text p : raw_position (text p) = Some p.
Proof.
  destruct p as [b s f]. unfold text, raw_position. cbn [on to_move].
  destruct (board_read b ([side_text s; space; hyphen; space] ++ passed_text (Position b s f))) as (l & E & B).
  change ([space; side_text s; space; hyphen; space] ++ passed_text (Position b s f))
    with (space :: [side_text s; space; hyphen; space] ++ passed_text (Position b s f)).
  rewrite E, B. destruct s, f as [[]|]; reflexivity.
Qed.

Lemma equal_texts_refl t : equal_texts t t = true.
Proof. induction t as [|c t IH]; cbn; [reflexivity|]. now rewrite Z.eqb_refl. Qed.

Theorem read_of_text p : read (text p) = Some p.
Proof. unfold read. now rewrite raw_position_text, equal_texts_refl. Qed.

(** A text therefore represents only one position. *)
Corollary text_injective p q : text p = text q -> p = q.
Proof. intros E. pose proof (read_of_text p) as P. rewrite E, read_of_text in P. congruence. Qed.
