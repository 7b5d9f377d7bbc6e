(* Classes by number: an ending as the checker of kind richman sees it.

   The checker of theories/Richman/Checker.v asks for the options of each class as a list of targets: a class of this
   game, a class of a cited game, or an end. This file computes the targets from the canonical placement of the
   class; tables with the numbers of all classes are computed once. It proves that they are the options of every
   placement of the class (options_faithful): spec/soundness/richman.md, section 9, for the symmetries of
   spec/soundness/bidding-chess.md. It also proves section 4 of the latter page: both players can always move
   (everybody_moves). *)
From Coq Require Import ZArith List Bool Lia FMapPositive.
From Gamecert Require Import Format.Index Richman.Game Richman.Values Richman.Checker.
From Gamecert.BiddingChess Require Import Rules Symmetry Classes Endings.
Import ListNotations.
Open Scope Z_scope.

(* ---------- from placement numbers to class numbers ---------- *)
(* Maps an entry of a list to its index, to the first one if it occurs twice. *)
Fixpoint indices (l : list Z) (i : Z) (m : table Z) : table Z :=
  match l with
  | [] => m
  | k :: l => indices l (i + 1) (match find m k with Some _ => m | None => store k i m end)
  end.

Lemma find_empty {A} k : find (@empty A) k = None.
Proof. unfold find, empty. rewrite PositiveMap.gempty. now destruct (k <? 0). Qed.
Lemma indices_find l : forall i m k, (forall a, In a l -> 0 <= a) -> 0 <= k ->
  find (indices l i m) k = match find m k with Some n => Some n | None => index_of k l i end.
Proof.
  induction l as [|a l IH]; intros i m k Hl Hk; cbn [indices index_of].
  - now destruct (find m k).
  - rewrite IH by (auto; intros b Hb; apply Hl; now right). specialize (Hl a (or_introl eq_refl)).
    destruct (Z.eq_dec a k) as [->|N].
    + rewrite Z.eqb_refl. destruct (find m k) eqn:E; [now rewrite E|]. now rewrite find_store, Z.eqb_refl by assumption.
    + replace (a =? k) with false by (symmetry; now apply Z.eqb_neq).
      destruct (find m a); [reflexivity|].
      rewrite find_store by assumption. now rewrite (proj2 (Z.eqb_neq a k) N).
Qed.
Lemma index_of_some l : forall k i n, index_of k l i = Some n ->
  i <= n < i + Z.of_nat (length l) /\ nth_error l (Z.to_nat (n - i)) = Some k.
Proof.
  induction l as [|a l IH]; cbn [index_of length]; intros k i n E; [discriminate|]. destruct (a =? k) eqn:A.
  - injection E as <-. apply Z.eqb_eq in A; subst. rewrite Z.sub_diag. split; [lia|reflexivity].
  - apply IH in E as [B E]. part. replace (Z.to_nat (n - i)) with (S (Z.to_nat (n - (i + 1)))) by lia. exact E.
Qed.
Lemma index_of_in l : forall k i, In k l -> exists n, index_of k l i = Some n.
Proof.
  induction l as [|a l IH]; cbn; intros k i I; [destruct I|]. destruct (a =? k) eqn:A; [now exists i|].
  apply IH. destruct I as [->|I]; [rewrite Z.eqb_refl in A; discriminate|assumption].
Qed.

Definition same_role (r s : role) : bool :=
  match r, s with
  | King, King | Queen, Queen | Rook, Rook | Bishop, Bishop | Knight, Knight | Pawn, Pawn => true
  | _, _ => false
  end.
Fixpoint same_material (M N : material) : bool :=
  match M, N with
  | [], [] => true
  | (c, r) :: M, (d, s) :: N => same_role r s && same_colour c d && same_material M N
  | _, _ => false
  end.
Lemma same_material_true M : forall N, same_material M N = true <-> M = N.
Proof.
  induction M as [|[c r] M IH]; intros [|[d s] N]; cbn; try (split; congruence).
  rewrite !andb_true_iff, IH, same_colour_true. split.
  - intros ((R & ->) & ->). destruct r, s; try discriminate; reflexivity.
  - intros [= <- <- <-]. repeat split. now destruct r.
Qed.

Section Board.
  Variables W H : Z.

  (* The canonical placements by class number, and the class numbers by placement number. *)
  Record numbering := Numbering { of_material : material; size : Z; representatives : table placement;
                                  numbers : table Z }.
  Definition number_classes (M : material) : numbering :=
    let cs := classes_quickly W H M in
    Numbering M (Z.of_nat (length cs)) (index cs) (indices (map (placement_number W H) cs) 0 empty).

  (* The class number of a placement, looked up in the table. *)
  Definition find_class (n : numbering) (P : placement) : option Z :=
    find (numbers n) (class_key W H (of_material n) P).

  Lemma find_class_correct M P : legal W H M P -> find_class (number_classes M) P = class_number W H M P.
  Proof.
    intros L. unfold find_class, number_classes; cbn [of_material numbers].
    rewrite classes_quickly_correct, indices_find.
    - now rewrite find_empty.
    - intros a I. apply in_map_iff in I as (Q & <- & I%classes_in).
      now apply (placement_number_nonneg W H M).
    - destruct (classes_complete W H M P L) as (g & Ig & I & <-). apply classes_in in I. now apply (placement_number_nonneg W H M).
  Qed.

  (* Every placement has a class number, and the canonical placement with this number is an image of it. *)
  Theorem class_number_total M P : legal W H M P -> exists c, class_number W H M P = Some c.
  Proof.
    intros L. unfold class_number. apply index_of_in.
    destruct (classes_complete W H M P L) as (g & Ig & I & <-). now apply in_map.
  Qed.
  Theorem class_number_representative M P c : legal W H M P -> class_number W H M P = Some c ->
    0 <= c < Z.of_nat (length (classes W H M)) /\
    exists g, In g (symmetries W H M) /\ nth_error (classes W H M) (Z.to_nat c) = Some (image W H g P).
  Proof.
    intros L E. unfold class_number in E. apply index_of_some in E as [B E]. rewrite map_length in B.
    part. rewrite Z.sub_0_r in E. rewrite nth_error_map in E.
    destruct (nth_error (classes W H M) (Z.to_nat c)) as [R|] eqn:N; [|discriminate]. cbn in E. injection E as E.
    destruct (classes_complete W H M P L) as (g & Ig & I & K). exists g; part. f_equal.
    apply (placement_number_injective W H M); [|now apply legal_image|congruence].
    apply nth_error_In in N. now apply classes_in in N.
  Qed.
  (* The canonical placement with number c has class number c, so each class has exactly one number. *)
  Theorem class_number_of_representative M c R : 0 <= c -> nth_error (classes W H M) (Z.to_nat c) = Some R ->
    legal W H M R /\ class_number W H M R = Some c.
  Proof.
    intros Hc N. pose proof (classes_in W H M R (nth_error_In _ _ N)) as [L K]. part.
    destruct (class_number_total M R L) as (d & D). unfold class_number in *.
    pose proof D as D'. apply index_of_some in D'. destruct D' as [B E]. rewrite Z.sub_0_r, nth_error_map in E.
    destruct (nth_error (classes W H M) (Z.to_nat d)) as [Q|] eqn:ND; [|discriminate]. cbn in E. injection E as E.
    assert (Q = R).
    { apply (placement_number_injective W H M); [|assumption|congruence]. now apply (classes_in W H M Q (nth_error_In _ _ ND)). }
    subst Q. rewrite D. f_equal.
    assert (Z.to_nat d = Z.to_nat c); [|lia].
    apply (proj1 (NoDup_nth_error (classes W H M)) (classes_nodup W H M)); [|congruence].
    apply nth_error_Some. congruence.
  Qed.
  Lemma class_number_image M g P : In g (symmetries W H M) -> class_number W H M (image W H g P) = class_number W H M P.
  Proof. intros I. unfold class_number. now rewrite class_key_image. Qed.

  (* ---------- targets ---------- *)
  Definition outside : target := Own (-1).
  Fixpoint cited_target (k : Z) (ns : list numbering) (P : placement) : target :=
    match ns with
    | [] => outside
    | n :: ns => if same_material (material_of P) (of_material n)
                 then match find_class n P with Some c => Cited k c false | None => outside end
                 else cited_target (k + 1) ns P
    end.
  Definition target_of (own : numbering) (cited : list numbering) (p : chess_position) : target :=
    match p with
    | Over c => End c
    | At P => if same_material (material_of P) (of_material own)
              then match find_class own P with Some c => Own c | None => outside end
              else cited_target 0 cited P
    end.
  (* The options of a class, in the move order of its canonical placement. *)
  Definition class_options (own : numbering) (cited : list numbering) (player : colour) (c : Z) : list target :=
    match find (representatives own) c with
    | Some R => map (target_of own cited) (chess_options W H player (At R))
    | None => []
    end.

  (* The positions of a class, and the positions of a cited class. *)
  Definition in_class (M : material) (c : Z) (p : chess_position) : Prop :=
    exists P, p = At P /\ legal W H M P /\ class_number W H M P = Some c.
  Definition in_cited (M : material) (k c : Z) (exchanged : bool) (p : chess_position) : Prop :=
    exchanged = false /\ exists M', 0 <= k /\ nth_error (citations_of M) (Z.to_nat k) = Some M' /\ in_class M' c p.

  (* ---------- both players can move ---------- *)
  Lemma king_moves P c s d : In (Piece c King s) P -> In d (directions King) -> on_board W H (shift d s) = true ->
    (forall q, In q P -> square_of q = shift d s -> colour_of q = other c) -> chess_options W H c (At P) <> [].
  Proof.
    intros I D B O E. assert (J : In (make P (Move s (shift d s) King)) (chess_options W H c (At P))).
    { cbn. apply in_map. unfold moves. apply in_flat_map. exists (Piece c King s). split.
      - apply filter_In; part. now destruct c.
      - unfold moves_of; cbn [role_of colour_of square_of]. apply in_flat_map. exists d; part.
        apply in_map_iff. exists (shift d s); part. cbn [reach line]. rewrite B.
        destruct (piece_at P (shift d s)) as [q|] eqn:F; [|now left].
        unfold piece_at in F. apply find_some in F as [Iq F%same_square_true].
        rewrite (O q Iq F). destruct c; now left. }
    rewrite E in J. destruct J.
  Qed.
  Lemma two_steps s : 2 <= W -> 2 <= H -> on_board W H s = true -> exists d e,
    In d (directions King) /\ In e (directions King) /\ on_board W H (shift d s) = true /\ on_board W H (shift e s) = true
    /\ shift d s <> s /\ shift e s <> s /\ shift d s <> shift e s.
  Proof.
    intros HW HH B. destruct s as [f r]. unfold on_board in B; cbn in B. rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt in B.
    exists (if f + 1 <? W then 1 else -1, 0), (0, if r + 1 <? H then 1 else -1).
    destruct (f + 1 <? W) eqn:E1, (r + 1 <? H) eqn:E2;
      try apply Z.ltb_lt in E1; try apply Z.ltb_ge in E1; try apply Z.ltb_lt in E2; try apply Z.ltb_ge in E2;
      cbn [directions In]; repeat split; try tauto; unfold on_board, shift; cbn [fst snd];
      rewrite ?andb_true_iff, ?Z.leb_le, ?Z.ltb_lt; try lia; intros E; injection E; lia.
  Qed.
  (* A side with a king and at most one other piece always has a move. *)
  Theorem everybody_moves M P c : 2 <= W -> 2 <= H -> ending M -> legal W H M P -> chess_options W H c (At P) <> [].
  Proof.
    intros HW HH [|r E] L.
    - destruct (shape_2 _ _ P (proj1 (proj1 L))) as (x & y & ->). cbn [fst snd] in *.
      apply legal_2 in L as (N & Bx & By & _).
      assert (K : exists s, In (Piece c King s) [Piece White King x; Piece Black King y] /\ on_board W H s = true
                    /\ forall q, In q [Piece White King x; Piece Black King y] -> square_of q <> s -> colour_of q = other c).
      { destruct c; [exists x|exists y]; (split; [cbn; tauto|part]);
          intros q [<-|[<-|[]]]; cbn; congruence. }
      destruct K as (s & I & B & O). destruct (two_steps s HW HH B) as (d & _ & D & _ & Bd & _ & Nd & _).
      apply (king_moves _ c s d I D Bd). intros q Iq Eq. apply O; congruence.
    - destruct (shape_3 _ _ _ P (proj1 (proj1 L))) as (x & y & z & ->). cbn [fst snd] in *.
      apply legal_3 in L as ((N1 & N2 & N3) & (Bx & By & Bz) & _). destruct c.
      + destruct (two_steps x HW HH Bx) as (d & e & D & De & Bd & Be & Nd & Ne & Nde).
        destruct (square_eq_dec (shift d x) y) as [Q|Q].
        * apply (king_moves _ White x e); [now left|assumption|assumption|].
          intros q [<-|[<-|[<-|[]]]]; cbn; congruence.
        * apply (king_moves _ White x d); [now left|assumption|assumption|].
          intros q [<-|[<-|[<-|[]]]]; cbn; congruence.
      + destruct (two_steps z HW HH Bz) as (d & _ & D & _ & Bd & _ & Nd & _).
        apply (king_moves _ Black z d); [cbn; tauto|assumption|assumption|].
        intros q [<-|[<-|[<-|[]]]]; cbn; congruence.
  Qed.

  (* ---------- the options of a class are the options of each of its placements ---------- *)
  Lemma symmetries_cited M M' g : ending M -> In M' (citations_of M) -> In g (symmetries W H M) -> In g (symmetries W H M').
  Proof.
    intros E I. assert (material_has_pawn M' = false) as P.
    { destruct E as [|[] E]; cbn in I; try discriminate; decompose [or] I; subst; try contradiction; reflexivity. }
    unfold symmetries. rewrite P. apply symmetries_grow.
  Qed.
  Lemma cited_differs M M' : ending M -> In M' (citations_of M) -> M' <> M.
  Proof. intros E I ->. destruct (citations_fall M M E I) as [|[_ F]]; lia. Qed.
  Lemma citations_nodup M : ending M -> NoDup (citations_of M).
  Proof.
    intros [|[] E]; cbn; try discriminate; repeat constructor; cbn; intros F; decompose [or] F; try contradiction; discriminate.
  Qed.

  Lemma cited_target_correct P M' : legal W H M' P -> forall Ms k0, NoDup Ms -> In M' Ms ->
    exists k c, cited_target k0 (map number_classes Ms) P = Cited k c false /\ k0 <= k
      /\ nth_error Ms (Z.to_nat (k - k0)) = Some M' /\ class_number W H M' P = Some c.
  Proof.
    intros L. induction Ms as [|N Ms IH]; intros k0 ND I; [destruct I|]. inversion ND as [|? ? N1 N2]; subst.
    cbn [map cited_target]. change (of_material (number_classes N)) with N. rewrite (proj1 (proj1 L)).
    destruct (same_material M' N) eqn:E.
    - apply same_material_true in E; subst N. rewrite find_class_correct by assumption.
      destruct (class_number_total M' P L) as (c & Ec). rewrite Ec. exists k0, c. rewrite Z.sub_diag. repeat split; auto; lia.
    - destruct I as [->|I].
      + rewrite (proj2 (same_material_true M' M') eq_refl) in E; discriminate.
      + destruct (IH (k0 + 1) N2 I) as (k & c & T & Lk & Nk & Ec). exists k, c. repeat split; auto; [lia|].
        replace (Z.to_nat (k - k0)) with (S (Z.to_nat (k - (k0 + 1)))) by lia. exact Nk.
  Qed.

  (* A target denotes a position: [meets] of theories/Richman/Sound.v, written out. *)
  Definition called (M : material) (t : target) (p : chess_position) : Prop :=
    match t with
    | Own c => in_class M c p
    | Cited k c exchanged => in_cited M k c exchanged p
    | End winner => chess_state W H p = Game.Won winner
    | DrawnEnd => chess_state W H p = Game.Drawn
    end.
  Lemma target_of_image M g q : ending M -> In g (symmetries W H M) -> within W H M q ->
    called M (target_of (number_classes M) (map number_classes (citations_of M)) (image_position W H g q)) q.
  Proof.
    intros E I. destruct q as [w|P]; cbn [within image_position target_of].
    - intros _. cbn. unfold image_colour. rewrite (proj1 (proj2 (symmetry_allowed W H _ g I))). reflexivity.
    - change (of_material (number_classes M)) with M. intros [L|(M' & IM & L)].
      + rewrite (material_image W H M) by assumption. rewrite (proj1 (proj1 L)).
        rewrite (proj2 (same_material_true M M) eq_refl), find_class_correct, class_number_image by (try apply legal_image; assumption).
        destruct (class_number_total M P L) as (c & Ec). rewrite Ec. cbn. exists P. auto.
      + pose proof (symmetries_cited M M' g E IM I) as I'.
        rewrite (material_image W H M) by assumption. rewrite (proj1 (proj1 L)).
        replace (same_material M' M) with false.
        2:{ symmetry. destruct (same_material M' M) eqn:F; [|reflexivity]. apply same_material_true in F. now apply cited_differs in F. }
        destruct (cited_target_correct (image W H g P) M' (legal_image W H M' g P I' L) (citations_of M) 0 (citations_nodup M E) IM)
          as (k & c & -> & Lk & Nk & Ec).
        cbn. part. exists M'. rewrite Z.sub_0_r in Nk. repeat split; auto.
        exists P. rewrite class_number_image in Ec by assumption. auto.
  Qed.

  (* The options of a class, computed from its canonical placement, are the options of each placement of the class:
     for either player each option is denoted by a target, and each target denotes an option. *)
  Theorem options_faithful M c p : 2 <= W -> 2 <= H -> ending M -> in_class M c p ->
    chess_state W H p = Ongoing /\ forall player,
      covers (called M) (class_options (number_classes M) (map number_classes (citations_of M)) player c) (chess_options W H player p).
  Proof.
    intros HW HH E (P & -> & L & C). split; [apply chess_ongoing; now apply (everybody_moves M)|]. intros player.
    destruct (class_number_representative M P c L C) as (B & g & I & R).
    assert (Rep : find (representatives (number_classes M)) c = Some (image W H g P)).
    { unfold number_classes; cbn [representatives]. rewrite classes_quickly_correct, find_index.
      destruct (c <? 0) eqn:F; [apply Z.ltb_lt in F; lia|assumption]. }
    unfold class_options. rewrite Rep.
    assert (O : forall q, In q (chess_options W H player (At (image W H g P)))
                  <-> exists q', In q' (chess_options W H player (At P)) /\ q = image_position W H g q').
    { intros q. pose proof (options_image W H g player (At P) (allowed_symmetry W H M g P I (proj1 (proj1 L))) q) as O.
      unfold image_colour in O. rewrite (proj1 (proj2 (symmetry_allowed W H _ g I))) in O. exact O. }
    split.
    - intros t It. apply in_map_iff in It as (q & <- & Iq). apply O in Iq as (q' & Iq & ->).
      exists q'. part. apply target_of_image; auto. now apply (endings_closed W H M P player).
    - intros q Iq. exists (target_of (number_classes M) (map number_classes (citations_of M)) (image_position W H g q)). split.
      + apply in_map, O. now exists q.
      + apply target_of_image; auto. now apply (endings_closed W H M P player).
  Qed.
End Board.
