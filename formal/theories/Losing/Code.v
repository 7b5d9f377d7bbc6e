(** * The code of a position

    Five numbers that determine a position completely. A square has 13 possible contents. Two
    ranks make a number less than 13^16, which is less than 2^60. The fifth number combines the
    side to move and the en passant file. Different positions have different codes
    ([code_injective]), as [spec/soundness/losing.md] requires ("why positions are compared
    whole"). *)

From Coq Require Import ZArith List Bool Lia.
From Gamecert Require Import Losing.Game Losing.Rules Losing.Table.
Open Scope Z_scope.

Definition rank_base : Z := 815730721. (* 13^8 *)

Definition content_code (c : content) : Z :=
  match c with
  | Empty => n0
  | Unit White r =>
      match r with
      | Queen => n1 | Rook => n2 | Bishop => n3 | Knight => n4 | King => n5 | Pawn => n6
      end
  | Unit Black r =>
      match r with
      | Queen => n7 | Rook => n8 | Bishop => n9 | Knight => n10 | King => n11 | Pawn => n12
      end
  end.

Definition digit_of (hi : Z) (c : content) : Z := hi * n13 + content_code c.

Definition rank_code (x : eight content) : Z :=
  let '(Eight a b c d e f g h) := x in
  digit_of (digit_of (digit_of (digit_of (digit_of (digit_of (digit_of (content_code a) b) c) d) e) f) g) h.

Definition ranks_code (x y : eight content) : Z := rank_code x * rank_base + rank_code y.

Definition side_code (s : side) : Z := match s with White => n0 | Black => n9 end.

Definition passed_code (f : option line) : Z :=
  match f with
  | None => n0
  | Some L1 => n1 | Some L2 => n2 | Some L3 => n3 | Some L4 => n4
  | Some L5 => n5 | Some L6 => n6 | Some L7 => n7 | Some L8 => n8
  end.

Definition position_code (p : position) : code :=
  let '(Position b s f) := p in
  let '(Eight r1 r2 r3 r4 r5 r6 r7 r8) := b in
  Code (ranks_code r1 r2) (ranks_code r3 r4) (ranks_code r5 r6) (ranks_code r7 r8)
       (side_code s + passed_code f).

Lemma content_code_range c : 0 <= content_code c < 13.
Proof. destruct c as [|[] []]; vm_compute; split; congruence. Qed.

Lemma content_code_injective c d : content_code c = content_code d -> c = d.
Proof. destruct c as [|[] []], d as [|[] []]; vm_compute; congruence. Qed.

Lemma digit_of_injective x c y d : digit_of x c = digit_of y d -> x = y /\ c = d.
Proof.
  unfold digit_of, n13. intros E.
  pose proof (content_code_range c). pose proof (content_code_range d).
  assert (x = y) by lia. part. apply content_code_injective. lia.
Qed.

Lemma digit_of_range hi c n : 0 <= hi < n -> 0 <= digit_of hi c < n * 13.
Proof. unfold digit_of, n13. pose proof (content_code_range c). lia. Qed.

Lemma rank_code_injective x y : rank_code x = rank_code y -> x = y.
Proof.
  destruct x as [a b c d e f g h], y as [a' b' c' d' e' f' g' h']. unfold rank_code. intros E.
  do 7 (apply digit_of_injective in E as [E ?]). apply content_code_injective in E.
  congruence.
Qed.

Lemma rank_code_range x : 0 <= rank_code x < rank_base.
Proof.
  destruct x as [a b c d e f g h]. unfold rank_code.
  change rank_base with (13 * 13 * 13 * 13 * 13 * 13 * 13 * 13).
  do 7 apply digit_of_range. apply content_code_range.
Qed.

Lemma ranks_code_injective x y x' y' : ranks_code x y = ranks_code x' y' -> x = x' /\ y = y'.
Proof.
  unfold ranks_code. intros E.
  pose proof (rank_code_range y). pose proof (rank_code_range y').
  unfold rank_base in *.
  assert (rank_code x = rank_code x') by lia.
  split; apply rank_code_injective; lia.
Qed.

Lemma side_passed_injective s f t g :
  side_code s + passed_code f = side_code t + passed_code g -> s = t /\ f = g.
Proof.
  destruct s, t, f as [[]|], g as [[]|]; vm_compute; intros E; try discriminate E; split; reflexivity.
Qed.

(** Different positions have different codes. *)
Theorem code_injective p q : position_code p = position_code q -> p = q.
Proof.
  destruct p as [[r1 r2 r3 r4 r5 r6 r7 r8] s f], q as [[t1 t2 t3 t4 t5 t6 t7 t8] t g].
  unfold position_code. intros E. injection E as E1 E2 E3 E4 E5.
  apply ranks_code_injective in E1, E2, E3, E4. apply side_passed_injective in E5.
  destruct E1, E2, E3, E4, E5. congruence.
Qed.

(** Positions can therefore be compared. *)
Definition position_eq_dec (p q : position) : {p = q} + {p <> q}.
Proof.
  destruct (code_eqb (position_code p) (position_code q)) eqn:E.
  - left. apply code_injective. now apply code_eqb_spec.
  - right. intros ->. assert (code_eqb (position_code q) (position_code q) = true)
      by now apply code_eqb_spec. congruence.
Defined.
