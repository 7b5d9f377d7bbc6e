(* Endings of bidding chess: spec/rules/bidding-chess.md, section 6, and spec/soundness/bidding-chess.md, section 3,
   for material of up to three pieces.

   This file proves that both players can move in every ongoing position (movable). A move leads to a captured king,
   to a placement of the same ending, or to a placement of a cited ending (endings_closed). Citations are acyclic
   (citations_fall). No exchange of colours is needed here: after a capture, a king and a piece against a king become
   bare kings. *)
From Coq Require Import ZArith List Bool Lia.
From Gamecert Require Richman.Game.
From Gamecert.BiddingChess Require Import Rules Symmetry Classes.
Import ListNotations.
Open Scope Z_scope.

(* In every ongoing position both players can move. *)
Theorem bidding_chess_movable W H : Richman.Game.movable (bidding_chess W H).
Proof.
  intros p c. cbn. unfold chess_state. destruct p as [w|P]; [discriminate|].
  destruct (chess_options W H White (At P)) eqn:EW, (chess_options W H Black (At P)) eqn:EB; try discriminate.
  intros _. destruct c; congruence.
Qed.
Lemma chess_ongoing W H P : chess_options W H White (At P) <> [] -> chess_options W H Black (At P) <> [] ->
  chess_state W H (At P) = Richman.Game.Ongoing.
Proof.
  intros A B; unfold chess_state.
  destruct (chess_options W H White (At P)), (chess_options W H Black (At P)); congruence.
Qed.

(* The endings cited by an ending, in the order of section 6. *)
Definition citations_of (M : material) : list material :=
  match M with
  | [(White, King); (White, Pawn); (Black, King)] => [KK; KXK Queen; KXK Rook; KXK Bishop; KXK Knight]
  | [(White, King); (White, _); (Black, King)] => [KK]
  | _ => []
  end.

(* Bare kings, and a king and a queen, rook, bishop, knight or pawn against a king. *)
Inductive ending : material -> Prop :=
| ending_KK : ending KK
| ending_KXK r : is_king r = false -> ending (KXK r).

(* A cited ending has fewer pieces, or equally many pieces and fewer pawns. *)
Definition pawns (M : material) : nat := length (filter (fun k => is_pawn (snd k)) M).
Theorem citations_fall M M' : ending M -> In M' (citations_of M) ->
  (length M' < length M)%nat \/ length M' = length M /\ (pawns M' < pawns M)%nat.
Proof.
  intros [|[] E]; cbn; try discriminate; try tauto; intros I; decompose [or] I; subst; try contradiction; cbn; lia.
Qed.

Section Board.
  Variables W H : Z.

  (* ---------- facts about moves ---------- *)
  Definition enters (P : placement) (c : colour) (t : square) : Prop :=
    on_board W H t = true /\ forall q, piece_at P t = Some q -> colour_of q = other c.

  Lemma same_colour_false a b : same_colour a b = false -> a = other b.
  Proof. destruct a, b; cbn; congruence. Qed.
  Lemma same_colour_true a b : same_colour a b = true <-> a = b.
  Proof. destruct a, b; cbn; split; congruence. Qed.
  Lemma line_enters n P c d s t : In t (line W H n P c d s) -> enters P c t.
  Proof.
    revert s; induction n as [|n IH]; cbn; intros s I; [destruct I|].
    destruct (on_board W H (shift d s)) eqn:B; [|destruct I].
    destruct (piece_at P (shift d s)) as [q|] eqn:E.
    - destruct (same_colour (colour_of q) c) eqn:C; [destruct I|]. destruct I as [<-|[]].
      part. intros q' E'. replace q' with q by congruence. now apply same_colour_false.
    - destruct I as [<-|I]; [split; [assumption|congruence]|now apply (IH _ I)].
  Qed.

  (* A piece p moves to a square of the board without a piece of its own colour. A piece other than a pawn keeps its
     role. A pawn stays a pawn or, on the last rank, becomes a queen, rook, bishop or knight. *)
  Lemma move_facts P c m : (forall p, In p P -> on_board W H (square_of p) = true) -> In m (moves W H c P) -> exists p, In p P /\ colour_of p = c /\ from m = square_of p
    /\ enters P c (to m)
    /\ (is_pawn (role_of p) = false -> becomes m = role_of p)
    /\ (is_pawn (role_of p) = true -> In (becomes m) [Queen; Rook; Bishop; Knight] \/
         becomes m = Pawn /\ (may_stand H Pawn (square_of p) = true -> may_stand H Pawn (to m) = true
                              \/ exists q, piece_at P (to m) = Some q /\ is_king (role_of q) = true)).
  Proof.
    intros BD. unfold moves. rewrite in_flat_map. intros (p & Ip & Im).
    apply filter_In in Ip as [Ip C%same_colour_true]. exists p; split; [assumption|part]. unfold moves_of in Im.
    assert (S : forall r, role_of p = r -> r <> Pawn ->
      In m (flat_map (fun d => map (fun t => Move (square_of p) t r) (line W H (reach r) P (colour_of p) d (square_of p))) (directions r)) ->
      from m = square_of p /\ enters P c (to m) /\ (is_pawn r = false -> becomes m = r) /\ is_pawn r = false).
    { intros r _ NP I. apply in_flat_map in I as (d & _ & I). apply in_map_iff in I as (t & <- & I).
      rewrite C in I. cbn. repeat split; try apply (line_enters _ _ _ _ _ _ I). destruct r; try reflexivity; congruence. }
    destruct (role_of p) eqn:R;
      try (destruct (S _ eq_refl ltac:(discriminate) Im) as (S1 & S2 & S3 & S4); repeat split; auto; try apply S2; discriminate).
    clear S. apply in_flat_map in Im as (t & It & Im). apply in_map_iff in Im as (b & <- & Ib). cbn.
    rewrite C in It, Ib. unfold pawn_targets in It. rewrite !in_app_iff in It. part.
    set (fw := match c with White => 1 | Black => -1 end) in *.
    assert (N : forall s, empty_at P s = true -> forall q, piece_at P s = Some q -> colour_of q = other c).
    { intros s E q Eq. unfold empty_at in E. rewrite Eq in E. discriminate. }
    assert (T : enters P c t /\ (snd t = snd (square_of p) + fw \/
        5 <= H /\ snd t = snd (square_of p) + 2 * fw /\ snd (square_of p) = match c with White => 1 | Black => H - 2 end)).
    { destruct It as [It|[It|It]].
      - destruct (_ && _) eqn:E; [|destruct It]. destruct It as [<-|[]]. apply andb_prop in E; destruct E.
        split; [split; [assumption|now apply N]|now left].
      - destruct (_ && _) eqn:E; [|destruct It]. destruct It as [<-|[]].
        apply andb_prop in E as [[[E1%Z.leb_le E2%Z.eqb_eq]%andb_prop E3]%andb_prop E4].
        split; [split; [|now apply N]|right; cbn; lia].
        specialize (BD _ Ip). unfold on_board in *. rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt in *.
        cbn [shift fst snd]. unfold fw. destruct c; lia.
      - apply filter_In in It as [It [E1 E2]%andb_prop].
        split; [part|destruct It as [<-|[<-|[]]]; now left].
        intros q Eq. unfold enemy_at in E2. rewrite Eq in E2. apply same_colour_false. now apply negb_true_iff. }
    destruct T as [T1 T2]. part. split; [discriminate|]. intros _.
    unfold pawn_becomes in Ib.
    destruct (snd t =? match c with White => H - 1 | Black => 0 end) eqn:L.
    - destruct (piece_at P t) as [q|] eqn:Eq; [destruct (is_king (role_of q)) eqn:K|]; cbn [negb andb] in Ib.
      + destruct Ib as [<-|[]]. right; part. intros _. right. now exists q.
      + left. exact Ib.
      + left. exact Ib.
    - cbn [andb] in Ib. destruct Ib as [<-|[]]. right; part.
      unfold may_stand; cbn [is_pawn negb orb]. rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. intros B. left.
      apply Z.eqb_neq in L. unfold fw in T2. destruct c; lia.
  Qed.

  (* ---------- targets of moves ---------- *)
  Lemma legal_2 k l a b : legal W H [(White, k); (Black, l)] [Piece White k a; Piece Black l b] <->
    a <> b /\ on_board W H a = true /\ on_board W H b = true /\ may_stand H k a = true /\ may_stand H l b = true.
  Proof.
    unfold legal, placement_of, proper, pawns_stand. cbn. rewrite !NoDup_cons_iff. cbn. split.
    - intros ((_ & (N & _) & B) & S).
      pose proof (B _ (or_introl eq_refl)); pose proof (B _ (or_intror (or_introl eq_refl))).
      pose proof (S _ (or_introl eq_refl)); pose proof (S _ (or_intror (or_introl eq_refl))). cbn in *.
      repeat split; auto; intros ->; tauto.
    - intros (N & A & B & S & T). repeat split; try tauto.
      + intros [E|[]]. congruence.
      + constructor.
      + intros p [<-|[<-|[]]]; assumption.
      + intros p [<-|[<-|[]]]; assumption.
  Qed.
  Lemma legal_3 k r l a b c :
    legal W H [(White, k); (White, r); (Black, l)] [Piece White k a; Piece White r b; Piece Black l c] <->
    (a <> b /\ a <> c /\ b <> c) /\ (on_board W H a = true /\ on_board W H b = true /\ on_board W H c = true)
    /\ may_stand H k a = true /\ may_stand H r b = true /\ may_stand H l c = true.
  Proof.
    unfold legal, placement_of, proper, pawns_stand. cbn. rewrite !NoDup_cons_iff. cbn. split.
    - intros ((_ & (N1 & N2 & _) & B) & S).
      pose proof (B _ (or_introl eq_refl)); pose proof (B _ (or_intror (or_introl eq_refl)));
      pose proof (B _ (or_intror (or_intror (or_introl eq_refl)))).
      pose proof (S _ (or_introl eq_refl)); pose proof (S _ (or_intror (or_introl eq_refl)));
      pose proof (S _ (or_intror (or_intror (or_introl eq_refl)))). cbn in *.
      repeat split; auto; intros ->; tauto.
    - intros ((N1 & N2 & N3) & (B1 & B2 & B3) & S1 & S2 & S3). repeat split; try tauto.
      + intros [E|[E|[]]]; congruence.
      + intros [E|[]]; congruence.
      + constructor.
      + intros p [<-|[<-|[<-|[]]]]; assumption.
      + intros p [<-|[<-|[<-|[]]]]; assumption.
  Qed.
  Lemma shape_2 k l P : material_of P = [k; l] -> exists a b, P = [Piece (fst k) (snd k) a; Piece (fst l) (snd l) b].
  Proof.
    destruct P as [|[c1 r1 a] [|[c2 r2 b] []]]; try discriminate. cbn. intros [= <- <-]. now exists a, b.
  Qed.
  Lemma shape_3 k l m P : material_of P = [k; l; m] ->
    exists a b c, P = [Piece (fst k) (snd k) a; Piece (fst l) (snd l) b; Piece (fst m) (snd m) c].
  Proof.
    destruct P as [|[c1 r1 a] [|[c2 r2 b] [|[c3 r3 c] []]]]; try discriminate. cbn. intros [= <- <- <-].
    now exists a, b, c.
  Qed.

  (* A position in terms of an ending: over, a placement of the ending, or a placement of a cited ending. *)
  Definition within (M : material) (p : chess_position) : Prop :=
    match p with Over _ => True | At P => legal W H M P \/ exists M', In M' (citations_of M) /\ legal W H M' P end.

  Lemma same_square_neq s t : s <> t -> same_square s t = false.
  Proof. intros N. destruct (same_square s t) eqn:E; [apply same_square_true in E; contradiction|reflexivity]. Qed.
  Lemma square_eq_dec (s t : square) : {s = t} + {s <> t}.
  Proof. destruct (same_square s t) eqn:E; [left; now apply same_square_true|right; intros ->; rewrite same_square_refl in E; discriminate]. Qed.

  Ltac squares := cbn; repeat match goal with
    | |- context [same_square ?s ?s] => rewrite (same_square_refl s); cbn
    | N : ?s <> ?t |- context [same_square ?s ?t] => rewrite (same_square_neq s t N); cbn
    | N : ?t <> ?s |- context [same_square ?s ?t] => rewrite (same_square_neq s t (not_eq_sym N)); cbn
    end.

  Lemma may_stand_not_pawn r s : is_pawn r = false -> may_stand H r s = true.
  Proof. unfold may_stand; now intros ->. Qed.

  (* A move of an ending leads to a captured king, or to a placement of the same ending or of a cited one. *)
  Theorem endings_closed M P c q : ending M -> legal W H M P -> In q (chess_options W H c (At P)) -> within M q.
  Proof.
    intros E L I. cbn in I. apply in_map_iff in I as (m & <- & I).
    apply move_facts in I; [|apply L]. destruct I as (p & Ip & C & F & (B & O) & R1 & R2).
    destruct m as [s t b]; cbn [from to becomes] in *. subst s. unfold make; cbn [from to becomes].
    destruct E as [|r E].
    - destruct (shape_2 _ _ P (proj1 (proj1 L))) as (x & y & ->). cbn [fst snd] in *.
      apply legal_2 in L as (N & Bx & By & _). unfold piece_at in *; cbn [find square_of] in *.
      destruct Ip as [<-|[<-|[]]]; cbn [role_of square_of colour_of] in *; rewrite (R1 eq_refl) in *; subst c.
      + destruct (square_eq_dec x t) as [->|Nx].
        { exfalso. rewrite same_square_refl in O. specialize (O _ eq_refl). discriminate. }
        destruct (square_eq_dec y t) as [->|Ny]; squares; [exact I|]. left. apply legal_2. repeat split; auto.
      + destruct (square_eq_dec x t) as [->|Nx]; squares; [exact I|].
        destruct (square_eq_dec y t) as [->|Ny].
        { exfalso. rewrite same_square_neq, same_square_refl in O by assumption. specialize (O _ eq_refl). discriminate. }
        squares. left. apply legal_2. repeat split; auto.
    - destruct (shape_3 _ _ _ P (proj1 (proj1 L))) as (x & y & z & ->). cbn [fst snd] in *.
      apply legal_3 in L as ((N1 & N2 & N3) & (Bx & By & Bz) & _ & Sy & _).
      unfold piece_at in *; cbn [find square_of] in *.
      destruct Ip as [<-|[<-|[<-|[]]]]; cbn [role_of square_of colour_of] in *; subst c.
      + rewrite (R1 eq_refl) in *. destruct (square_eq_dec x t) as [->|Nx].
        { exfalso. rewrite same_square_refl in O. specialize (O _ eq_refl). discriminate. }
        destruct (square_eq_dec y t) as [->|Ny].
        { exfalso. rewrite same_square_neq, same_square_refl in O by assumption. specialize (O _ eq_refl). discriminate. }
        destruct (square_eq_dec z t) as [->|Nz]; squares; [exact I|]. left. apply legal_3. repeat split; auto.
      + destruct (square_eq_dec x t) as [->|Nx].
        { exfalso. rewrite same_square_refl in O. specialize (O _ eq_refl). discriminate. }
        destruct (square_eq_dec y t) as [->|Ny].
        { exfalso. rewrite same_square_neq, same_square_refl in O by assumption. specialize (O _ eq_refl). discriminate. }
        destruct (square_eq_dec z t) as [->|Nz]; squares; [exact I|].
        destruct (is_pawn r) eqn:PR.
        * assert (r = Pawn) by (destruct r; try discriminate; reflexivity). subst r.
          destruct (R2 eq_refl) as [J|(-> & J)].
          -- right. exists (KXK b). split; [cbn in J |- *; decompose [or] J; subst; tauto|].
             apply legal_3. repeat split; auto. apply may_stand_not_pawn. cbn in J; decompose [or] J; subst; try contradiction; reflexivity.
          -- left. apply legal_3. repeat split; auto. destruct (J Sy) as [J1|(q & J1 & J2)]; [exact J1|].
             rewrite !same_square_neq in J1 by assumption. discriminate.
        * rewrite (R1 eq_refl). left. apply legal_3. repeat split; auto. now apply may_stand_not_pawn.
      + rewrite (R1 eq_refl) in *. destruct (square_eq_dec x t) as [->|Nx]; squares; [exact I|].
        destruct (square_eq_dec y t) as [->|Ny]; squares.
        * destruct (is_king r) eqn:KR; [discriminate|]. right. exists KK. split; [destruct r; try discriminate; cbn; tauto|].
          apply legal_2. repeat split; auto.
        * destruct (square_eq_dec z t) as [->|Nz].
          { exfalso. rewrite !same_square_neq, same_square_refl in O by assumption. specialize (O _ eq_refl). discriminate. }
          squares. left. apply legal_3. repeat split; auto.
  Qed.
End Board.
