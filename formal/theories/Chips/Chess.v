(** * Bidding chess with chips: from the bytes of a file to its claim

    Rule set [bidding-chess] for material of up to three pieces.  Rules, endings and classes are those
    of [BiddingChess]; here placements are played with whole chips.  [verify_chips_chess] reads a file
    of kind [chips].  A function from digests supplies the files that it may cite.
    [verify_chips_chess_sound]: if the claims of cited files are true, then the answer is true: at
    every placement of the ending the table of its class contains the claimant's threshold, for every
    number of chips of the claim. *)
From Coq Require Import String.
From Coq Require Import ZArith NArith List Bool Lia.
From Gamecert Require Import Format.Cbor Format.Fields Format.Envelope.
From Gamecert Require Format.Index Richman.Game Richman.Checker Richman.Sound.
From Gamecert Require BiddingChess.Rules BiddingChess.Classes BiddingChess.Endings BiddingChess.Numbering
  BiddingChess.Verify.
Import BiddingChess.Rules BiddingChess.Classes BiddingChess.Endings BiddingChess.Numbering.
From Gamecert.Chips Require Import Rule OneMove Threshold Tables Check CheckProof Evidence EvidenceProof Stored.
Import ListNotations.
Open Scope Z_scope.

(** ** The checker *)

Record chess_chips := ChessChips {
  files : Z; ranks : Z; chess_classes : numbering; chess_proved : verified }.
Definition chess_material (v : chess_chips) : material := of_material (chess_classes v).

(** The table of a placement is the table of its class. *)
Definition chess_table (v : chess_chips) (P : placement) : option table :=
  match find_class (files v) (ranks v) (chess_classes v) P with
  | Some c => table_of_class (holds_tables (chess_proved v)) (Z.to_N c)
  | None => None
  end.

Section Citations.
  Variable lookup : list Z -> option chess_chips.
  Variables W H : Z.
  (** Reads one file for each cited ending, in their order; each must be about this ending on this
      board: [citation/missing], [citation/count], [citation/game]. *)
  Fixpoint read_cited (digests : list (list Z)) (Ms : list material) : option (list chess_chips) :=
    match digests, Ms with
    | [], [] => Some []
    | d :: digests, M :: Ms =>
        match lookup d with
        | Some v =>
            if (files v =? W) && (ranks v =? H) && same_material (chess_material v) M then
              match read_cited digests Ms with Some vs => Some (v :: vs) | None => None end
            else None
        | None => None
        end
    | _, _ => None
    end.
End Citations.

Definition check_chips_chess (cited : list chess_chips) (size W H : Z) (M : material)
    (claim evidence : list item) : option chess_chips :=
  let own := number_classes W H M in
  let others := map chess_classes cited in
  match rows_of (class_options W H own others) (below (Numbering.size own)) with
  | Some rows =>
      match verify size claim evidence (map chess_proved cited) rows with
      | Some v => Some (ChessChips W H own v)
      | None => None
      end
  | None => None
  end.
Definition verify_chips_chess_envelope (lookup : list Z -> option chess_chips) (size : Z) (e : envelope)
    : option chess_chips :=
  if BiddingChess.Verify.names chips_name BiddingChess.Verify.rules_bidding_chess e then
    match BiddingChess.Verify.read_parameters (parameters e) with
    | Some (W, H, M) =>
        match read_cited lookup W H (citations e) (citations_of M) with
        | Some cited => check_chips_chess cited size W H M (Envelope.claim e) (Envelope.evidence e)
        | None => None
        end
    | None => None
    end
  else None.
Definition verify_chips_chess (lookup : list Z -> option chess_chips) (bytes : list Z) : option chess_chips :=
  match read_envelope bytes with
  | Some e => verify_chips_chess_envelope lookup (list_length bytes) e
  | None => None
  end.

(** ** The meaning of a claim *)

(** The claim is about one of the endings, numbered as the rule set prescribes.  Every class has a
    table.  The tables contain the thresholds of all placements, in the game on placements by the
    rules of [BiddingChess/Rules.v], played with chips by the rule of [Rule.v]. *)
Definition chess_chips_true (v : chess_chips) : Prop :=
  let W := files v in let H := ranks v in let M := chess_material v in
  let c := proved (chess_proved v) in
  (2 <= W <= 16 /\ 2 <= H <= 16 /\ ending M) /\ chess_classes v = number_classes W H M /\
  0 <= first_of (numbers c) /\
  forall P, legal W H M P -> exists t, chess_table v P = Some t /\
    forall k, in_range (numbers c) k ->
      threshold (G := with_chips (bidding_chess W H)) (ties c) (claimant c) k (At P)
        (table_at t (k - first_of (numbers c))).

(** ** Proofs *)

Section Correct.
  Variables (W H : Z) (M : material).
  Hypothesis HW : 2 <= W <= 16.
  Hypothesis HH : 2 <= H <= 16.
  Hypothesis E : ending M.
  Notation own := (number_classes W H M).
  Notation others := (map (number_classes W H) (citations_of M)).
  Notation G := (with_chips (bidding_chess W H)).
  Variable rows : list row.
  Hypothesis RO : rows_of (class_options W H own others) (below (Numbering.size own)) = Some rows.

  Definition placed_in (p : position G) : Prop := Endings.within W H M p.
  Definition chess_arc (p : position G) : arc :=
    match arc_of_target (Numbering.target_of W H own others p) with Some a => a | None => End Drawn end.

  (** A target that denotes a position is the target of this position. *)
  Lemma called_target t p : Endings.within W H M p -> called W H M t p -> t <> Richman.Checker.DrawnEnd ->
    Numbering.target_of W H own others p = t.
  Proof.
    intros Wi C N. destruct t as [c|k c x|w|]; cbn in C; try contradiction.
    - destruct C as (P & -> & L & Ec). cbn [Numbering.target_of]. change (of_material own) with M.
      rewrite (proj1 (proj1 L)), (proj2 (same_material_true M M) eq_refl), find_class_correct by assumption.
      now rewrite Ec.
    - destruct C as (-> & M' & K0 & Nk & P & -> & L & Ec). cbn [Numbering.target_of].
      change (of_material own) with M. pose proof (nth_error_In _ _ Nk) as IM. rewrite (proj1 (proj1 L)).
      replace (same_material M' M) with false.
      2:{ symmetry. destruct (same_material M' M) eqn:F; [|reflexivity]. apply same_material_true in F.
          exfalso. now apply (cited_differs M M' E IM). }
      destruct (cited_target_correct W H P M' L (citations_of M) 0 (citations_nodup M E) IM)
        as (k' & c' & T & Lk & Nk' & Ec'). rewrite T. rewrite Z.sub_0_r in Nk'.
      assert (Z.to_nat k' = Z.to_nat k) as EK.
      { pose proof (citations_nodup M E) as ND. rewrite NoDup_nth_error in ND. apply ND; [|congruence].
        apply nth_error_Some. congruence. }
      assert (k' = k) as -> by lia. congruence.
    - destruct p as [w'|P]; cbn in C.
      + injection C as ->. reflexivity.
      + repeat match type of C with context [match ?l with _ => _ end] => destruct l end; discriminate.
  Qed.

  Lemma target_called p : Endings.within W H M p -> called W H M (Numbering.target_of W H own others p) p.
  Proof.
    intros Wi. destruct p as [w|P]; [reflexivity|]. cbn [Numbering.target_of]. change (of_material own) with M.
    destruct Wi as [L|(M' & IM & L)]; rewrite (proj1 (proj1 L)).
    - rewrite (proj2 (same_material_true M M) eq_refl), find_class_correct by assumption.
      destruct (class_number_total W H M P L) as (c & Ec). rewrite Ec. cbn. exists P. auto.
    - replace (same_material M' M) with false.
      2:{ symmetry. destruct (same_material M' M) eqn:F; [|reflexivity]. apply same_material_true in F.
          exfalso. now apply (cited_differs M M' E IM). }
      destruct (cited_target_correct W H P M' L (citations_of M) 0 (citations_nodup M E) IM)
        as (k & c & -> & Lk & Nk & Ec). cbn. part. exists M'. rewrite Z.sub_0_r in Nk.
      repeat split; auto. exists P. auto.
  Qed.

  Lemma class_number_nonneg M' P c : class_number W H M' P = Some c -> 0 <= c.
  Proof. unfold class_number. intros I. apply index_of_some in I. lia. Qed.

  (** The arc of a position in a class, in a cited class, or at an end. *)
  Lemma arc_cases p : Endings.within W H M p ->
    match Numbering.target_of W H own others p with
    | Richman.Checker.Own c => chess_arc p = Class (Z.to_N c) /\ 0 <= c /\ in_class W H M c p
    | Richman.Checker.Cited k c _ => chess_arc p = Cited (Z.to_N k) (Z.to_N c) /\ 0 <= k /\ 0 <= c /\
        exists M', nth_error (citations_of M) (Z.to_nat k) = Some M' /\ in_class W H M' c p
    | Richman.Checker.End w => chess_arc p = End (Won (match w with Richman.Game.White => Left | Richman.Game.Black => Right end)) /\
        chess_state W H p = Richman.Game.Won w
    | Richman.Checker.DrawnEnd => False
    end.
  Proof.
    intros Wi. pose proof (target_called p Wi) as C. unfold chess_arc.
    destruct (Numbering.target_of W H own others p) as [c|k c x|w|] eqn:T; cbn in C.
    - destruct C as (P & -> & L & Ec). pose proof (class_number_nonneg M P c Ec) as C0. cbn [arc_of_target].
      rewrite (proj2 (Z.leb_le 0 c) C0). part. part. exists P. auto.
    - destruct C as (-> & M' & K0 & Nk & P & -> & L & Ec). pose proof (class_number_nonneg M' P c Ec) as C0.
      cbn [arc_of_target]. rewrite (proj2 (Z.leb_le 0 c) C0), (proj2 (Z.leb_le 0 k) K0). cbn [andb].
      part. part. part. exists M'. part.
      exists P. auto.
    - split; [now destruct w|exact C].
    - destruct p as [w|P]; cbn in T; [discriminate|].
      destruct (same_material _ _); [destruct (find_class _ _ _ _); discriminate|].
      revert T. generalize 0. generalize others. intros ns. induction ns as [|n ns IH]; intros z T; cbn in T; [discriminate|].
      destruct (same_material _ _); [destruct (find_class _ _ _ _); discriminate|eauto].
  Qed.

  Lemma chess_presented : presented rows placed_in chess_arc.
  Proof.
    split.
    - intros p o Wi A. pose proof (arc_cases p Wi) as C.
      destruct (Numbering.target_of W H own others p) as [c|k c x|w|].
      + destruct C as (C & _). congruence.
      + destruct C as (C & _). congruence.
      + destruct C as (C & S). cbn [ended with_chips bidding_chess Richman.Game.state_of]. rewrite S.
        destruct w; congruence.
      + contradiction.
    - intros p n Wi A. pose proof (arc_cases p Wi) as C.
      destruct (Numbering.target_of W H own others p) as [c|k c x|w|];
        [|destruct C as (C & _); congruence|destruct C as (C & _); congruence|contradiction].
      destruct C as (C & C0 & IC). assert (n = Z.to_N c) as -> by congruence.
      destruct (options_faithful W H M c p ltac:(lia) ltac:(lia) E IC) as (O & F). split.
      { cbn [ended with_chips bidding_chess Richman.Game.state_of]. now rewrite O. }
      destruct IC as (P & -> & L & Ec).
      destruct (class_number_representative W H M P c L Ec) as (B & _).
      assert (SZ : Numbering.size own = Z.of_nat (length (Classes.classes W H M)))
        by (unfold number_classes; cbn [Numbering.size]; now rewrite classes_quickly_correct).
      pose proof (all_spec _ _ _ RO) as FA.
      destruct (Forall2_nth _ _ _ FA (Z.to_nat c) c) as (r & Er & R); [apply below_nth; lia|].
      exists r. split; [rewrite <- Er; f_equal; lia|]. unfold row_of in R.
      take wl WL.
      take bl BL.
      injection R as <-.
      assert (KEY : forall player m, all arc_of_target (class_options W H own others player c) = Some m ->
        (forall w : position G, In w (chess_options W H player (At P)) -> placed_in w /\ In (chess_arc w) m) /\
        (forall a, In a m -> exists w : position G, In w (chess_options W H player (At P)) /\ chess_arc w = a)).
      { intros player m AM. destruct (all_in _ _ _ AM) as [A1 A2]. destruct (F player) as [F1 F2].
        assert (ND : forall t, In t (class_options W H own others player c) -> t <> Richman.Checker.DrawnEnd).
        { intros t It -> . destruct (A1 _ It) as (b & Eb & Ib). destruct (F1 _ It) as (w & Iw & Cw).
          (* no position within the ending is denoted by a drawn end *)
          pose proof (endings_closed W H M P player w E L Iw) as Ww. pose proof (arc_cases w Ww) as AC.
          unfold class_options in It. destruct (Index.find _ c) as [R|]; [|contradiction].
          apply in_map_iff in It as (q & Tq & _). clear - Tq.
          destruct q as [w|Q]; cbn in Tq; [discriminate|].
          destruct (same_material _ _); [destruct (find_class _ _ _ _); discriminate|].
          revert Tq. generalize 0. generalize others. intros ns.
          induction ns as [|n ns IH]; intros z T; cbn in T; [discriminate|].
          destruct (same_material _ _); [destruct (find_class _ _ _ _); discriminate|eauto]. }
        split.
        - intros w Iw. pose proof (endings_closed W H M P player w E L Iw) as Ww. part.
          destruct (F2 w Iw) as (t & It & Ct). destruct (A1 t It) as (b & Eb & Ib).
          unfold chess_arc. rewrite (called_target t w Ww Ct (ND t It)), Eb. exact Ib.
        - intros a Ia. destruct (A2 a Ia) as (t & It & Et). destruct (F1 t It) as (w & Iw & Ct).
          exists w. part. pose proof (endings_closed W H M P player w E L Iw) as Ww.
          unfold chess_arc. now rewrite (called_target t w Ww Ct (ND t It)), Et. }
      intros q. destruct q; cbn [options with_chips bidding_chess Richman.Game.options colour_of arcs fst snd];
        now apply KEY.
  Qed.
End Correct.

Lemma same_length {A B} (R : A -> B -> Prop) l m : Forall2 R l m -> length l = length m.
Proof. induction 1; cbn; congruence. Qed.

Definition true_about (W H : Z) (v : chess_chips) (M : material) : Prop :=
  chess_chips_true v /\ files v = W /\ ranks v = H /\ chess_material v = M.

Lemma read_cited_sound lookup W H : (forall d v, lookup d = Some v -> chess_chips_true v) ->
  forall Ms digests vs, read_cited lookup W H digests Ms = Some vs -> Forall2 (true_about W H) vs Ms.
Proof.
  intros T. induction Ms as [|M Ms IH]; intros [|d digests] vs E; try discriminate; cbn in E.
  - injection E as <-. constructor.
  - take v L.
    passed G.
    destruct (read_cited lookup W H digests Ms) as [vs'|] eqn:R; [|discriminate].
    injection E as <-. apply andb_prop in G as [[G1%Z.eqb_eq G2%Z.eqb_eq]%andb_prop G3]; apply same_material_true in G3.
    constructor; [|now apply IH in R]. split; [now apply (T d)|auto].
Qed.

Lemma cited_numberings W H vs Ms : Forall2 (true_about W H) vs Ms ->
  map chess_classes vs = map (number_classes W H) Ms.
Proof.
  intros F. induction F as [|v N vs Ms (T & EW & EH & EN) F IH]; [reflexivity|]. cbn. rewrite IH. f_equal.
  rewrite <- EW, <- EH, <- EN. apply T.
Qed.

Theorem check_chips_chess_sound cited size W H M claim evidence v :
  2 <= W <= 16 -> 2 <= H <= 16 -> ending M -> Forall2 (true_about W H) cited (citations_of M) ->
  check_chips_chess cited size W H M claim evidence = Some v ->
  files v = W /\ ranks v = H /\ chess_material v = M /\ chess_chips_true v.
Proof.
  intros HW HH E C. unfold check_chips_chess. rewrite (cited_numberings W H cited _ C).
  take rows RO.
  take w V.
  intros [= <-]. cbn [files ranks]. part. part.
  part. unfold chess_chips_true. cbn [files ranks chess_classes chess_proved].
  change (chess_material (ChessChips W H (number_classes W H M) w)) with M.
  split; [auto|]. part.
  assert (CN : forall i cv M', nth_error (map chess_proved cited) i = Some cv -> nth_error (citations_of M) i = Some M' ->
    exists v, chess_proved v = cv /\ true_about W H v M').
  { intros i cv M' A B. rewrite nth_error_map in A. destruct (nth_error cited i) as [v|] eqn:Ev; [|discriminate].
    injection A as <-. exists v. part.
    destruct (Forall2_nth _ _ _ C i v Ev) as (M2 & B2 & T). congruence. }
  (* the statement of a cited file about a position in a cited class *)
  assert (CT : forall v M', true_about W H v M' -> forall c P, legal W H M' P -> class_number W H M' P = Some c ->
    exists t, table_of_class (holds_tables (chess_proved v)) (Z.to_N c) = Some t /\
    forall k, in_range (numbers (proved (chess_proved v))) k ->
      threshold (G := with_chips (bidding_chess W H)) (ties (proved (chess_proved v))) (claimant (proved (chess_proved v))) k (At P)
        (table_at t (k - first_of (numbers (proved (chess_proved v)))))).
  { intros v M' (((_ & _) & NC & F0 & T) & EW & EH & EM) c P L Ec. subst W H M'.
    destruct (T P L) as (t & CL & TH). exists t. split; [|exact TH].
    unfold chess_table in CL. now rewrite NC, find_class_correct, Ec in CL by assumption. }
  destruct (verify_sound (with_chips (bidding_chess W H)) (placed_in W H M) (chess_arc W H M)
    size claim evidence (map chess_proved cited) rows w V) as (F0 & TN & TH).
  - now apply chess_presented.
  - intros p i n Wi A. pose proof (arc_cases W H M E p Wi) as AC.
    destruct (Numbering.target_of W H _ _ p) as [c|k c x|wn|]; try (destruct AC as (AC & _); congruence); try contradiction.
    destruct AC as (AC & K0 & C0 & M' & Nk & P & -> & L & Ec). rewrite A in AC. injection AC as -> ->.
    destruct (nth_error cited (Z.to_nat k)) as [cv|] eqn:Ev.
    2:{ exfalso. apply nth_error_None in Ev. apply same_length in C.
        assert (nth_error (citations_of M) (Z.to_nat k) <> None) as NN by congruence. apply nth_error_Some in NN. lia. }
    destruct (Forall2_nth _ _ _ C _ cv Ev) as (M2 & B2 & T). assert (M2 = M') by congruence. subst M2.
    exists (chess_proved cv). split; [rewrite nth_error_map; replace (N.to_nat (Z.to_N k)) with (Z.to_nat k) by lia; now rewrite Ev|].
    split; [apply T|]. destruct (CT cv M' T c P L Ec) as (t & -> & _). discriminate.
  - intros i cv Ecv p n t k (Wi & A) Et Hk. pose proof (arc_cases W H M E p Wi) as AC.
    destruct (Numbering.target_of W H _ _ p) as [c|k' c x|wn|]; try (destruct AC as (AC & _); congruence); try contradiction.
    destruct AC as (AC & K0 & C0 & M' & Nk & P & -> & L & Ec). rewrite A in AC. injection AC as -> ->.
    replace (N.to_nat (Z.to_N k')) with (Z.to_nat k') in Ecv by lia.
    destruct (CN _ _ _ Ecv Nk) as (v & <- & T). destruct (CT v M' T c P L Ec) as (t' & Et' & TH').
    assert (t' = t) by congruence. subst t'. now apply TH'.
  - part. intros P L. destruct (class_number_total W H M P L) as (c & Ec).
    assert (Wi : Endings.within W H M (At P)) by (left; exact L).
    assert (A : chess_arc W H M (At P) = Class (Z.to_N c)).
    { unfold chess_arc. rewrite (called_target W H M E (Richman.Checker.Own c) (At P) Wi); [|exists P; auto|discriminate].
      cbn [arc_of_target]. now rewrite (proj2 (Z.leb_le 0 c) (class_number_nonneg W H M P c Ec)). }
    destruct (table_of_class (holds_tables w) (Z.to_N c)) as [t|] eqn:Et; [|exfalso; now apply (TN (At P) (Z.to_N c))].
    exists t. split.
    + unfold chess_table. cbn [files ranks chess_classes chess_proved]. now rewrite find_class_correct, Ec by assumption.
    + intros k Hk. now apply (TH (At P) (Z.to_N c) t k).
Qed.

(** From bytes to the claim.  Suppose that every claim supplied by [lookup] is true, and that
    [verify_chips_chess] answers [v] for the bytes of a file.  Then the file is the encoding of an
    envelope of kind [chips] and rule set [bidding-chess] about this board and material, and [v] is
    true. *)
Theorem verify_chips_chess_sound lookup bytes v :
  (forall d w, lookup d = Some w -> chess_chips_true w) ->
  verify_chips_chess lookup bytes = Some v ->
  (exists e, bytes = encode_file (envelope_item e) /\ kind e = chips_name /\
     rules e = BiddingChess.Verify.rules_bidding_chess /\
     parameters e = [Int (files v); Int (ranks v); Text (BiddingChess.Verify.material_codes (chess_material v))]) /\
  chess_chips_true v.
Proof.
  intros T. unfold verify_chips_chess. take e R.
  apply read_envelope_sound in R. unfold verify_chips_chess_envelope.
  passed K.
  destruct (BiddingChess.Verify.read_parameters (parameters e)) as [[[W H] M]|] eqn:P; [|discriminate].
  destruct (read_cited lookup W H (citations e) (citations_of M)) as [cited|] eqn:C; [|discriminate]. intros V.
  destruct (BiddingChess.Verify.read_parameters_sound _ _ _ _ P) as ((HW & HH & E) & PE).
  destruct (check_chips_chess_sound cited _ W H M _ _ v HW HH E (read_cited_sound lookup W H T _ _ _ C) V)
    as (EW & EH & EM & TV).
  split; [|assumption]. unfold BiddingChess.Verify.names in K. rewrite !andb_true_iff in K.
  destruct K as (((K1 & _) & K2) & _). apply same_bytes_eq in K1. apply same_bytes_eq in K2.
  exists e. rewrite EW, EH, EM. auto.
Qed.
