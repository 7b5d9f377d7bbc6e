(** * Why the checker of thresholds is sound

    [spec/soundness/chips.md], Theorems 5, 6 and 7, for the functions of [Check.v]. If
    [check_fixed], [check_ordered] or [check_labelled] succeeds on classes that present a game,
    then the tables contain the threshold, in the game of [Rule.v], of every position in a class.

    Rows of options *present* a game if every relevant position has an arc as follows. The arc of
    an end is its outcome. A position of this game is in a class whose row has the arcs of the
    position's options, for each player. Their order and multiplicity may differ, so that classes
    may be orbits of a symmetry. A position of a cited game is in a class of a cited certificate. *)
From Coq Require Import ZArith NArith List Bool Lia FMapPositive.
From Gamecert Require Format.Index.
From Gamecert.Chips Require Import Rule OneMove Threshold Labels Windows Tables Check.
Import ListNotations.
Open Scope Z_scope.
Local Arguments Z.min : simpl never.
Local Arguments Z.max : simpl never.

Lemma times_forward_own i t l : times i forward (Own t l) = Own (times i onwards t) (times i onwards l).
Proof. induction i as [|i IH]; cbn; [reflexivity|]. now rewrite IH. Qed.
Lemma times_forward_known i t : times i forward (Known t) = Known (times i onwards t).
Proof. induction i as [|i IH]; cbn; [reflexivity|]. now rewrite IH. Qed.
Lemma times_forward_nothing i : times i forward Nothing = Nothing.
Proof. induction i as [|i IH]; cbn; [reflexivity|]. now rewrite IH. Qed.
Lemma times_forward_never i : times i forward Never = Never.
Proof. induction i as [|i IH]; cbn; [reflexivity|]. now rewrite IH. Qed.

Lemma pos_iter_times {A} (f : A -> A) a n : Pos.iter f a n = times (Pos.to_nat n) f a.
Proof.
  induction n using Pos.peano_ind; [reflexivity|].
  rewrite Pos.iter_succ, Pos2Nat.inj_succ, IHn. reflexivity.
Qed.
Lemma times_plus {A} (f : A -> A) a i j : times (i + j) f a = times i f (times j f a).
Proof. induction i as [|i IH]; cbn; [reflexivity|]. now rewrite IH. Qed.

(** Lists with the same values have the same least and greatest value. *)
Lemma least_same {A B} top (f : A -> Z) (g : B -> Z) l m :
  (forall a, In a l -> exists b, In b m /\ g b = f a) ->
  (forall b, In b m -> exists a, In a l /\ f a = g b) -> least top f l = least top g m.
Proof.
  intros H H'. apply Z.le_antisymm.
  - apply least_glb; [apply least_top|]. intros b Ib. destruct (H' b Ib) as (a & Ia & <-). now apply least_le.
  - apply least_glb; [apply least_top|]. intros a Ia. destruct (H a Ia) as (b & Ib & <-). now apply least_le.
Qed.
Lemma greatest_same {A B} (f : A -> Z) (g : B -> Z) l m :
  (forall a, In a l -> exists b, In b m /\ g b = f a) ->
  (forall b, In b m -> exists a, In a l /\ f a = g b) -> greatest f l = greatest g m.
Proof.
  intros H H'. apply Z.le_antisymm.
  - apply greatest_lub; [apply greatest_nonneg|]. intros a Ia. destruct (H a Ia) as (b & Ib & <-). now apply greatest_ge.
  - apply greatest_lub; [apply greatest_nonneg|]. intros b Ib. destruct (H' b Ib) as (a & Ia & <-). now apply greatest_ge.
Qed.

Lemma map_onto_spec {A B} (f : A -> B) l : forall acc, map_onto f l acc = rev (map f l) ++ acc.
Proof. induction l as [|a l IH]; intros acc; cbn; [reflexivity|]. rewrite IH, <- app_assoc. reflexivity. Qed.
Lemma mapped_map {A B} (f : A -> B) l : mapped f l = map f l.
Proof. unfold mapped. rewrite map_onto_spec, rev_append_rev, !app_nil_r, rev_involutive. reflexivity. Qed.
Lemma least_onto_spec {A} (f : A -> Z) l : forall z, least_onto f l z = least z f l.
Proof.
  induction l as [|a l IH]; intros z; cbn; [reflexivity|]. rewrite IH. clear IH.
  induction l as [|b l IH]; cbn; lia.
Qed.
Lemma greatest_onto_spec {A} (f : A -> Z) l : forall z, 0 <= z -> greatest_onto f l z = Z.max z (greatest f l).
Proof.
  induction l as [|a l IH]; intros z Hz; cbn; [lia|]. rewrite IH by lia. pose proof (greatest_nonneg f l). lia.
Qed.
Lemma all_onto_spec {A B} (f : A -> option B) l : forall acc m, all_onto f l acc = Some m ->
  exists m', m = rev acc ++ m' /\ Forall2 (fun a b => f a = Some b) l m'.
Proof.
  induction l as [|a l IH]; cbn; intros acc r E.
  - injection E as <-. exists []. rewrite rev_append_rev, app_nil_r. auto.
  - take b F. destruct (IH _ _ E) as (r' & -> & H).
    exists (b :: r'). cbn [rev]. rewrite <- app_assoc. auto.
Qed.
Lemma all_spec {A B} (f : A -> option B) l m : all f l = Some m -> Forall2 (fun a b => f a = Some b) l m.
Proof. intros E. destruct (all_onto_spec _ _ _ _ E) as (m' & -> & H). exact H. Qed.
Lemma all_in {A B} (f : A -> option B) l m : all f l = Some m ->
  (forall a, In a l -> exists b, f a = Some b /\ In b m) /\
  (forall b, In b m -> exists a, In a l /\ f a = Some b).
Proof.
  intros E. apply all_spec in E. induction E as [|a b l m F _ [I1 I2]]; [split; intros ? []|]. split.
  - intros a' [<-|I]; [exists b; split; [assumption|now left]|].
    destruct (I1 a' I) as (b' & F' & I'). exists b'; split; [assumption|now right].
  - intros b' [<-|I]; [exists a; split; [now left|assumption]|].
    destruct (I2 b' I) as (a' & I' & F'). exists a'; split; [now right|assumption].
Qed.

(** ** Consecutive numbers of chips *)
Section Run.
  Variables (rule : tie_break) (p : player).
  Notation u := (unit rule).

  Lemma stand_at i s : times i (next_stand rule) s =
    Stand (s_top s + u * Z.of_nat i) (times i forward (s_own s))
      (map (fun o => (fst o, times i forward (snd o))) (s_mine s))
      (map (fun o => (fst o, times i forward (snd o))) (s_theirs s)).
  Proof.
    induction i as [|i IH]; cbn [times].
    - destruct s as [t o m th]; cbn. f_equal; [lia| |].
      + rewrite map_ext with (g := fun o => o) by (now intros []). now rewrite map_id.
      + rewrite map_ext with (g := fun o => o) by (now intros []). now rewrite map_id.
    - rewrite IH. unfold next_stand; cbn [s_top s_own s_mine s_theirs]. f_equal; [lia| |];
        unfold forwards; rewrite mapped_map, map_map; reflexivity.
  Qed.

  Lemma run_spec labelled margin window n s s' : 0 <= n -> run rule p labelled margin window n s = Some s' ->
    s' = times (Z.to_nat n) (next_stand rule) s /\
    forall i, (i < Z.to_nat n)%nat -> stand_ok rule p labelled margin window (times i (next_stand rule) s) = true.
  Proof.
    intros N R.
    assert (R' : times (Z.to_nat n) (advance rule p labelled margin window) (Some s) = Some s').
    { unfold run in R. destruct n; try lia; [exact R|]. now rewrite pos_iter_times in R. }
    clear R. revert s' R'. induction (Z.to_nat n) as [|m IH]; intros s' R; cbn in R.
    - injection R as <-. split; [reflexivity|lia].
    - destruct (times m _ (Some s)) as [s1|]; [|discriminate]. destruct (IH s1 eq_refl) as [-> H].
      cbn in R. passed E. injection R as <-.
      part. intros i Hi. destruct (Nat.eq_dec i m) as [->|Ne]; [assumption|]. apply H; lia.
  Qed.
End Run.

(** ** Views, remembered or checked *)

Lemma compare_entries_eq a b : compare_entries a b = Eq -> a = b.
Proof.
  unfold compare_entries. destruct (rank_of a) as [i n] eqn:A, (rank_of b) as [j m] eqn:B.
  destruct (Z.compare_spec i j) as [->| |]; try discriminate. destruct (Z.compare_spec n m) as [->| |]; try discriminate.
  intros _. rewrite <- B in A. clear B j m.
  destruct a as [[[]|]|c|i' c], b as [[[]|]|c'|j' c']; cbn [rank_of] in A; try reflexivity; try discriminate A;
    pose proof (f_equal fst A) as A1; pose proof (f_equal snd A) as A2; cbn [fst snd] in A1, A2; clear A;
    try lia; f_equal; lia.
Qed.
Lemma same_entries_eq l : forall m, same_entries l m = true -> l = m.
Proof.
  induction l as [|a l IH]; intros [|b m] E; cbn in E; try discriminate; [reflexivity|].
  unfold same_entry in E. destruct (compare_entries a b) eqn:C; try discriminate.
  apply compare_entries_eq in C. subst. f_equal. auto.
Qed.
Lemma same_view_eq v w : same_view v w = true -> v = w.
Proof.
  unfold same_view, same_entry. destruct v as [o m t], w as [o' m' t']; cbn. intros E.
  apply andb_prop in E as [[E1 E2]%andb_prop E3].
  destruct (compare_entries o o') eqn:C; try discriminate. apply compare_entries_eq in C.
  apply same_entries_eq in E2, E3. congruence.
Qed.

Lemma insert_in a b l : In b (insert a l) <-> b = a \/ In b l.
Proof.
  induction l as [|c l IH]; cbn; [intuition|].
  destruct (compare_entries a c) eqn:C; cbn; [apply compare_entries_eq in C; subst|..]; try rewrite IH; intuition congruence.
Qed.
Lemma normal_in b l : In b (normal l) <-> In b l.
Proof.
  unfold normal. destruct (_ <=? _); [|tauto].
  enough (H : forall m, In b (fold_left (fun m a => insert a m) l m) <-> In b l \/ In b m).
  { rewrite H. cbn. tauto. }
  induction l as [|a l IH]; intros m; cbn; [tauto|]. rewrite IH, insert_in. intuition congruence.
Qed.

Section Memo.
  Variables (p : player) (name : N -> option N) (cited_name : N -> N -> option N).
  Variables (labelled : bool) (f : view -> bool).
  Definition memo_ok (m : memo) : Prop :=
    forall k l v, PositiveMap.find k m = Some l -> In v l -> f v = true.

  Lemma met_ok v k m : memo_ok m -> met v k m = true -> f v = true.
  Proof.
    unfold met, Index.find. intros M H. destruct (k <? 0); [discriminate|].
    take l E.
    apply existsb_exists in H as (w & I & S%same_view_eq). subst. eauto.
  Qed.
  Lemma remember_ok v k m : memo_ok m -> f v = true -> memo_ok (remember v k m).
  Proof.
    intros M F k' l w E I. unfold remember, Index.store in E.
    destruct (Pos.eq_dec k' (Z.to_pos (k + 1))) as [->|N].
    - rewrite PositiveMap.gss in E. injection E as <-. destruct I as [<-|I]; [assumption|].
      unfold Index.find in I. destruct (k <? 0); [contradiction|].
      destruct (PositiveMap.find _ m) as [l'|] eqn:E'; [|contradiction]. eauto.
    - rewrite PositiveMap.gso in E by assumption. eauto.
  Qed.

  Lemma no_memo : memo_ok Index.empty.
  Proof. intros k l v E. unfold Index.empty in E. rewrite PositiveMap.gempty in E. discriminate. Qed.

  Lemma classes_ok_at : forall rows c m, memo_ok m -> classes_ok p name cited_name labelled f c rows m = true ->
    forall n r, nth_error rows n = Some r ->
      exists v, view_of p name cited_name labelled (c + N.of_nat n) r = Some v /\ f v = true.
  Proof.
    induction rows as [|r0 rows IH]; intros c m M H n r E; [destruct n; discriminate|].
    cbn in H. take v V.
    assert (K : f v = true /\ exists m', memo_ok m' /\ classes_ok p name cited_name labelled f (N.succ c) rows m' = true).
    { destruct (met v (key_of v) m) eqn:MM.
      - split; [eapply met_ok; eauto|]. eauto.
      - passed F. part. eexists. split; [|exact H].
        now apply remember_ok. }
    destruct K as (F & m' & M' & H').
    destruct n as [|n]; cbn in E.
    - injection E as <-. rewrite N.add_0_r. eauto.
    - replace (c + N.of_nat (S n))%N with (N.succ c + N.of_nat n)%N by lia. eauto.
  Qed.
End Memo.

Section Presented.
  Context {G : game}.
  Variables (rule : tie_break) (p : player).
  Notation u := (unit rule).
  Notation T := (never rule).
  (** Tables and rows of labels by entry, and the entries of classes. *)
  Variables (entries : N -> option source) (cited_entries : N -> N -> option source) (entry_labels : N -> label_source).
  Variables (name : N -> option N) (cited_name : N -> N -> option N) (rows : list row).
  Variables (D : position G -> Prop) (arc_of : position G -> arc).

  Record presented : Prop := {
    at_end : forall v o, D v -> arc_of v = End o -> ended v = Some o;
    at_class : forall v c, D v -> arc_of v = Class c -> ended v = None /\
      exists r, nth_error rows (N.to_nat c) = Some r /\
        forall q, (forall w, In w (options q v) -> D w /\ In (arc_of w) (arcs q r)) /\
                  (forall a, In a (arcs q r) -> exists w, In w (options q v) /\ arc_of w = a) }.
  Hypothesis game_presented : presented.

  Definition own (c : N) : option source := match name c with Some n => entries n | None => None end.
  Definition cited (i c : N) : option source :=
    match cited_name i c with Some n => cited_entries i n | None => None end.
  Definition own_labels (c : N) : label_source := match name c with Some n => entry_labels n | None => no_labels end.

  Notation entry := (entry name cited_name).
  Notation spot_of_entry := (Check.spot_of p entries cited_entries entry_labels).
  Definition spot_of (a : arc) : option spot :=
    match entry a with Some e => spot_of_entry e | None => None end.
  Lemma spot_of_class c : spot_of (Class c) =
    match own c with Some s => Some (Own (s_tape s) (l_tape (own_labels c))) | None => None end.
  Proof. unfold spot_of, own, own_labels. cbn. destruct (name c); reflexivity. Qed.
  Lemma spot_of_cited i c : spot_of (Cited i c) =
    match cited i c with Some s => Some (Known (s_tape s)) | None => None end.
  Proof. unfold spot_of, cited. cbn. destruct (cited_name i c); reflexivity. Qed.
  Lemma spot_of_end o : spot_of (End o) = Some (if won_by p o then Nothing else Never).
  Proof. reflexivity. Qed.

  Definition settled (v : position G) : bool := match arc_of v with Class _ => false | _ => true end.
  Definition spot_for (v : position G) : spot :=
    match spot_of (arc_of v) with Some s => s | None => Nothing end.

  (** The checker's data for [v] at [k] chips. The checker began with [first]. *)
  Variable first : Z.
  Definition seen_at (k : Z) (v : position G) : seen :=
    look (T k) (times (Z.to_nat (k - first)) forward (spot_for v)).
  Definition f (k : Z) (v : position G) : Z := value (seen_at k v).
  Definition d (k s : Z) (v : position G) : N :=
    match labels (seen_at k v) with Some (d0, d1) => if s =? 0 then d0 else d1 | None => 0%N end.

  (** A list of spots shows the options of a position. The flags are [b]. *)
  Definition shows (l : list (position G)) (b : position G -> bool) (m : list (bool * spot)) : Prop :=
    (forall w, In w l -> spot_of (arc_of w) <> None /\ In (b w, spot_for w) m) /\
    (forall o, In o m -> exists w, In w l /\ o = (b w, spot_for w)).

  Definition at_index (i : nat) (m : list (bool * spot)) : list (bool * spot) :=
    map (fun o => (fst o, times i forward (snd o))) m.

  Lemma shows_in l b m k : shows l b m ->
    (forall w, In w l -> In (b w, seen_at k w) (looked (T k) (at_index (Z.to_nat (k - first)) m))) /\
    (forall o, In o (looked (T k) (at_index (Z.to_nat (k - first)) m)) ->
       exists w, In w l /\ o = (b w, seen_at k w)).
  Proof.
    intros [H1 H2]. unfold looked, at_index. rewrite mapped_map, map_map. cbn [fst snd]. split.
    - intros w I. apply in_map_iff. exists (b w, spot_for w). split; [reflexivity|now apply H1].
    - intros o I. apply in_map_iff in I as (s & <- & I). destruct (H2 s I) as (w & Iw & ->).
      exists w. split; [assumption|reflexivity].
  Qed.

  (** The meaning of [weighed] for positions. *)
  Lemma weighed_sound window v k h mine theirs good b b' :
    shows (options p v) b mine -> shows (options (other p) v) b' theirs ->
    weighed rule p window (T k) h (looked (T k) (at_index (Z.to_nat (k - first)) mine))
      (looked (T k) (at_index (Z.to_nat (k - first)) theirs)) good = true ->
    good (step rule p k (fun w => h (seen_at k w)) v) = true /\
    forall gx gy growth, window = Some (gx ?= gy) ->
      (forall w, b w = true -> growth w = gx) -> (forall w, b' w = true -> growth w = gy) ->
      forall H, (forall w, H k w = h (seen_at k w)) ->
      dominance rule (options p v) (options (other p) v) H growth gx gy k.
  Proof.
    intros S S' W. apply (shows_in _ _ _ k) in S, S'. destruct S as [S1 S2], S' as [S1' S2'].
    unfold weighed in W. cbv zeta in W. rewrite least_onto_spec, greatest_onto_spec, Z.max_r in W
      by (try apply greatest_nonneg; lia).
    set (m := looked (T k) (at_index (Z.to_nat (k - first)) mine)) in *.
    set (m' := looked (T k) (at_index (Z.to_nat (k - first)) theirs)) in *.
    assert (EX : least (T k) (fun o => h (snd o)) m = least (T k) (fun w => h (seen_at k w)) (options p v)).
    { apply least_same.
      - intros o I. destruct (S2 o I) as (w & Iw & ->). exists w; auto.
      - intros w I. exists (b w, seen_at k w). split; [now apply S1|reflexivity]. }
    assert (EY : greatest (fun o => h (snd o)) m' = greatest (fun w => h (seen_at k w)) (options (other p) v)).
    { apply greatest_same.
      - intros o I. destruct (S2' o I) as (w & Iw & ->). exists w; auto.
      - intros w I. exists (b' w, seen_at k w). split; [now apply S1'|reflexivity]. }
    rewrite EX, EY in W. apply andb_prop in W as [W WW]. part.
    intros gx gy growth -> B B' H HE.
    assert (EX' : least (T k) (H k) (options p v) = least (T k) (fun w => h (seen_at k w)) (options p v)).
    { apply least_same; intros w I; exists w; auto. }
    assert (EY' : greatest (H k) (options (other p) v) = greatest (fun w => h (seen_at k w)) (options (other p) v)).
    { apply greatest_same; intros w I; exists w; auto. }
    apply andb_prop in WW as [[A A']%andb_prop C].
    unfold attained in A, A'. apply existsb_exists in A, A'.
    destruct A as (o & Io & A), A' as (o' & Io' & A').
    apply andb_prop in A, A'. destruct A as [F E], A' as [F' E'].
    apply Z.eqb_eq in E, E'. destruct (S2 o Io) as (w & Iw & ->), (S2' o' Io') as (w' & Iw' & ->).
    cbn [fst snd] in *. unfold dominance. rewrite EX', EY'. split; [|split; [|split]].
    - exists w. part. split; [now apply B|]. now rewrite HE.
    - exists w'. part. split; [now apply B'|]. now rewrite HE.
    - intros L. apply Z.compare_lt_iff in L. rewrite L in C. cbn in C. now apply Z.leb_le in C.
    - intros L. apply Z.compare_gt_iff in L. rewrite L in C. cbn in C. now apply Z.leb_le in C.
  Qed.

  (** The checker's [counted] is the amount that the claimant can count on. *)
  Lemma labels_settled k w : settled w = true -> labels (seen_at k w) = None.
  Proof.
    unfold settled, seen_at, spot_for. destruct (arc_of w) as [o|c|i j].
    - intros _. rewrite spot_of_end. destruct (won_by p o); [rewrite times_forward_nothing|rewrite times_forward_never]; reflexivity.
    - discriminate.
    - intros _. rewrite spot_of_cited. destruct (cited _ _); [rewrite times_forward_known|rewrite times_forward_nothing]; reflexivity.
  Qed.
  Lemma labels_own k w : settled w = false -> spot_of (arc_of w) <> None ->
    exists d0 d1, labels (seen_at k w) = Some (d0, d1).
  Proof.
    unfold settled, seen_at, spot_for. destruct (arc_of w) as [o|c|i j]; try discriminate.
    rewrite spot_of_class. intros _ H. destruct (own c); [|contradiction]. rewrite times_forward_own. cbn.
    destruct (shown _ _) as [d0 d1]. eauto.
  Qed.
  Lemma counted_sees k l w : spot_of (arc_of w) <> None ->
    counted rule (T k) l (seen_at k w) = counted_on rule k settled (f k) (d k) l w.
  Proof.
    intros H. unfold counted, counted_on, f, d. destruct (settled w) eqn:S.
    - rewrite labels_settled by assumption. reflexivity.
    - destruct (labels_own k w S H) as (d0 & d1 & ->). reflexivity.
  Qed.

  (** The meaning of a successful check of a class at [k] chips. *)
  Record looked_at (labelled margin : bool) (window : bool) (growth : position G -> Z) (gx gy : Z)
      (v : position G) (k : Z) : Prop := {
    a_range : 0 <= f k v <= T k;
    a_equation : f k v = step rule p k (f k) v;
    a_dominance : window = true -> dominance rule (options p v) (options (other p) v) f growth gx gy k;
    a_margin : margin = true -> f k v + u <= T k;
    a_labels : labelled = true -> forall s, 0 <= s < u -> f k v + s <= T k - 1 ->
      step rule p k (counted_on rule k settled (f k) (d k) (d k s v)) v <= f k v + s /\
      (window = true -> dominance rule (options p v) (options (other p) v)
         (fun k' => counted_on rule k' settled (f k') (d k') (d k s v)) growth gx gy k) }.

  Lemma number_ok_sound labelled margin window growth gx gy v k mine theirs b b' :
    settled v = false ->
    shows (options p v) b mine -> shows (options (other p) v) b' theirs ->
    (window = true -> forall w, b w = true -> growth w = gx) ->
    (window = true -> forall w, b' w = true -> growth w = gy) ->
    number_ok rule p labelled margin (if window then Some (gx ?= gy) else None) (T k) (seen_at k v)
      (looked (T k) (at_index (Z.to_nat (k - first)) mine))
      (looked (T k) (at_index (Z.to_nat (k - first)) theirs)) = true ->
    looked_at labelled margin window growth gx gy v k.
  Proof.
    intros Sv S S' B B' N. unfold number_ok in N.
    repeat (apply andb_prop in N; let H := fresh "N" in destruct N as [N H]).
    apply Z.leb_le in N, N3. fold (f k v) in *.
    destruct (weighed_sound _ v k value mine theirs _ b b' S S' N2) as [EQ DO].
    assert (KN : forall w q, In w (options q v) -> spot_of (arc_of w) <> None).
    { destruct S as [S _], S' as [S' _]. intros w q I.
      destruct p, q; cbn in *; try (now apply (S w)); try (now apply (S' w)). }
    split.
    - lia.
    - apply Z.eqb_eq in EQ. symmetry; exact EQ.
    - intros ->. apply (DO gx gy growth); auto.
    - intros ->. now apply Z.leb_le in N1.
    - intros -> s Hs Hf.
      assert (LS : forall l, label_ok rule p (if window then Some (gx ?= gy) else None) (T k) (f k v) s l
        (looked (T k) (at_index (Z.to_nat (k - first)) mine))
        (looked (T k) (at_index (Z.to_nat (k - first)) theirs)) = true ->
        step rule p k (counted_on rule k settled (f k) (d k) l) v <= f k v + s /\
        (window = true -> dominance rule (options p v) (options (other p) v)
           (fun k' => counted_on rule k' settled (f k') (d k') l) growth gx gy k)).
      { intros l L. unfold label_ok in L.
        assert (E : (f k v + s <=? T k - 1) = true) by (apply Z.leb_le; lia). rewrite E in L.
        apply andb_prop in L as [L _].
        destruct (weighed_sound _ v k _ mine theirs _ b b' S S' L) as [LE LD].
        apply Z.leb_le in LE. split.
        - eapply Z.le_trans; [|exact LE]. apply step_monotone. intros q w I.
          rewrite counted_sees by eauto. lia.
        - intros ->. 
          assert (DD : dominance rule (options p v) (options (other p) v) (fun k' w => counted rule (T k') l (seen_at k' w)) growth gx gy k)
            by (apply (LD gx gy growth); auto).
          unfold dominance in *.
          assert (EX : forall q w, In w (options q v) -> counted rule (T k) l (seen_at k w) = counted_on rule k settled (f k) (d k) l w)
            by (intros q w I; apply counted_sees; eauto).
          replace (least (T k) (counted_on rule k settled (f k) (d k) l) (options p v))
            with (least (T k) (fun w => counted rule (T k) l (seen_at k w)) (options p v))
            by (apply least_same; intros w I; exists w; split; auto; rewrite (EX p w I); reflexivity).
          replace (greatest (counted_on rule k settled (f k) (d k) l) (options (other p) v))
            with (greatest (fun w => counted rule (T k) l (seen_at k w)) (options (other p) v))
            by (apply greatest_same; intros w I; exists w; split; auto; rewrite (EX (other p) w I); reflexivity).
          destruct DD as ((w & Iw & Gw & Ew) & (w' & Iw' & Gw' & Ew') & DD).
          split; [|split; [|exact DD]].
          + exists w. rewrite <- (EX p w Iw). auto.
          + exists w'. rewrite <- (EX (other p) w' Iw'). auto. }
      unfold labels_ok in N0. destruct (labels (seen_at k v)) as [[d0 d1]|] eqn:EL; [|discriminate].
      assert (ED : d k s v = if s =? 0 then d0 else d1) by (unfold d; now rewrite EL).
      rewrite ED. apply andb_prop in N0 as [L0 L1].
      destruct (Z.eqb_spec s 0) as [->|NZ]; [now apply LS|].
      apply LS. assert (u = 2) as U2 by (unfold unit in *; destruct rule; lia).
      rewrite U2 in L1. cbn in L1. assert (s = 1) as -> by lia. exact L1.
  Qed.

  (** The thresholds at ends. *)
  Lemma f_end k v o : arc_of v = End o -> f k v = if won_by p o then 0 else T k.
  Proof.
    intros E. unfold f, seen_at, spot_for. rewrite E, spot_of_end. destruct (won_by p o).
    - now rewrite times_forward_nothing.
    - now rewrite times_forward_never.
  Qed.
  Lemma f_own k v c s : arc_of v = Class c -> own c = Some s ->
    f k v = read (times (Z.to_nat (k - first)) onwards (s_tape s)).
  Proof.
    intros E F. unfold f, seen_at, spot_for. rewrite E, spot_of_class, F, times_forward_own. reflexivity.
  Qed.
  Lemma f_cited k v i j s : arc_of v = Cited i j -> cited i j = Some s ->
    f k v = read (times (Z.to_nat (k - first)) onwards (s_tape s)).
  Proof.
    intros E F. unfold f, seen_at, spot_for. rewrite E, spot_of_cited, F, times_forward_known. reflexivity.
  Qed.

  Definition cited_true (k : Z) : Prop := forall v i j, D v -> arc_of v = Cited i j ->
    exists s, cited i j = Some s /\
      threshold rule p k v (read (times (Z.to_nat (k - first)) onwards (s_tape s))).

  Lemma settled_known k : 0 <= k -> cited_true k -> forall v, D v -> settled v = true -> threshold rule p k v (f k v).
  Proof.
    intros K C v Dv S. unfold settled in S. destruct (arc_of v) as [o|c|i j] eqn:E; [|discriminate|].
    - rewrite (f_end k v o E). apply threshold_end; [assumption|]. now apply (at_end game_presented).
    - destruct (C v i j Dv E) as (s & F & H). now rewrite (f_cited k v i j s E F).
  Qed.
  Lemma own_class v : settled v = false -> exists c, arc_of v = Class c.
  Proof. unfold settled. destruct (arc_of v); try discriminate; eauto. Qed.
  Lemma own_live v : D v -> settled v = false -> ended v = None.
  Proof. intros Dv S. destruct (own_class v S) as (c & E). now apply (at_class game_presented v c Dv E). Qed.
  Lemma own_closed v q w : D v -> settled v = false -> In w (options q v) -> D w.
  Proof.
    intros Dv S I. destruct (own_class v S) as (c & E).
    destruct (at_class game_presented v c Dv E) as (_ & r & _ & H). now apply (H q).
  Qed.

  (** The numbers of classes are below the number of rows, so there is a rank that decreases
      along the options of ordered games. *)
  Definition rank (v : position G) : N :=
    match arc_of v with Class c => (N.of_nat (length rows) - c)%N | _ => 0%N end.
  Lemma ordered_rank v c r : D v -> arc_of v = Class c -> nth_error rows (N.to_nat c) = Some r ->
    ordered_row c r = true -> forall q w, In w (options q v) -> settled w = true \/ (rank w < rank v)%N.
  Proof.
    intros Dv E Er O q w I. destruct (at_class game_presented v c Dv E) as (_ & r' & Er' & H).
    rewrite Er in Er'. injection Er' as <-. destruct (proj1 (H q) w I) as [Dw Iw].
    assert (OA : ordered_arc c (arc_of w) = true).
    { unfold ordered_row in O. apply andb_prop in O as [O1 O2].
      rewrite forallb_forall in O1, O2. destruct q; auto. }
    unfold settled, rank. destruct (arc_of w) as [o|c'|i j] eqn:Ew; auto. right. rewrite E.
    destruct (at_class game_presented w c' Dw Ew) as (_ & r' & Er' & _).
    apply N.ltb_lt in OA. assert (N.to_nat c' < length rows)%nat by (apply nth_error_Some; congruence). lia.
  Qed.

  (** The options of a position, reached through entries. *)
  Lemma shows_all {A} (tag : arc -> option A) (spot : A -> spot) (flag : A -> bool) (b : position G -> bool) v c r q es m :
    D v -> arc_of v = Class c -> nth_error rows (N.to_nat c) = Some r ->
    all entry (arcs q r) = Some es -> all tag (normal es) = Some m ->
    (forall e t, tag e = Some t -> spot_of_entry e = Some (spot t)) ->
    (forall w e t, entry (arc_of w) = Some e -> tag e = Some t -> b w = flag t) ->
    shows (options q v) b (map (fun t => (flag t, spot t)) m).
  Proof.
    intros Dv E Er HE HA S B. destruct (at_class game_presented v c Dv E) as (_ & r' & Er' & H).
    rewrite Er in Er'. injection Er' as <-. destruct (H q) as [H1 H2].
    destruct (all_in _ _ _ HE) as [E1 E2]. destruct (all_in _ _ _ HA) as [A1 A2].
    assert (ST : forall w e t, entry (arc_of w) = Some e -> tag e = Some t -> spot_of (arc_of w) = Some (spot t)).
    { intros w e t Ee Et. unfold spot_of. rewrite Ee. now apply S. }
    split.
    - intros w I. destruct (H1 w I) as [_ Iw]. destruct (E1 _ Iw) as (e & Ee & Ie).
      destruct (A1 e) as (t & Ft & It); [now apply normal_in|].
      pose proof (ST w e t Ee Ft) as St. split; [congruence|]. apply in_map_iff. exists t. split; [|assumption].
      unfold spot_for. rewrite St. now rewrite (B w e t Ee Ft).
    - intros o I. apply in_map_iff in I as (t & <- & It).
      destruct (A2 t It) as (e & Ie & Ft). apply (proj1 (normal_in e es)) in Ie. destruct (E2 e Ie) as (a & Ia & Ee).
      destruct (H2 a Ia) as (w & Iw & Ew). exists w.
      part. rewrite <- Ew in Ee. unfold spot_for. rewrite (ST w e t Ee Ft), (B w e t Ee Ft). reflexivity.
  Qed.

  (** The parts of the view of a class. *)
  Lemma view_of_class labelled c r vw : view_of p name cited_name labelled c r = Some vw ->
    (labelled = false -> ordered_row c r = true) /\
    exists mine theirs, entry (Class c) = Some (view_own vw) /\
      all entry (arcs p r) = Some mine /\ view_mine vw = normal mine /\
      all entry (arcs (other p) r) = Some theirs /\ view_theirs vw = normal theirs.
  Proof.
    unfold view_of. destruct (_ && _) eqn:O; [|discriminate]. apply andb_prop in O as [_ O].
    destruct (entry (Class c)) as [o|]; [|discriminate].
    destruct (all entry (arcs p r)) as [mine|]; [|discriminate].
    destruct (all entry (arcs (other p) r)) as [theirs|]; [|discriminate].
    intros [= <-]. split; [intros ->; exact O|]. exists mine, theirs. auto.
  Qed.

  (** *** Given numbers of chips *)
  Lemma class_ok_fixed_sound labelled count v c r vw : 0 <= count ->
    D v -> arc_of v = Class c -> nth_error rows (N.to_nat c) = Some r ->
    view_of p name cited_name labelled c r = Some vw ->
    fixed_ok rule p entries cited_entries entry_labels labelled first count (view_own vw) (view_mine vw) (view_theirs vw) = true ->
    (labelled = false -> ordered_row c r = true) /\ own c <> None /\
    forall k, first <= k < first + count -> looked_at labelled false false (fun _ => 0) 0 0 v k.
  Proof.
    intros HC Dv E Er VW C. destruct (view_of_class labelled c r vw VW) as (O & em & et & EO & EM & NM & ET & NT).
    part. unfold fixed_ok in C. rewrite NM, NT in C.
    take o So.
    assert (SO : spot_of (Class c) = Some o) by (unfold spot_of; now rewrite EO).
    take mine Am.
    take theirs At.
    destruct (run _ _ _ _ _ _ _) as [s'|] eqn:R; [|discriminate]. split.
    { rewrite spot_of_class in SO. destruct (own c); [discriminate|]. discriminate. }
    apply run_spec in R; [|assumption]. destruct R as [_ R]. intros k Hk.
    specialize (R (Z.to_nat (k - first)) ltac:(lia)). rewrite !mapped_map in R. rewrite stand_at in R. unfold stand_ok in R.
    cbn [s_top s_own s_mine s_theirs] in R.
    replace (T first + u * Z.of_nat (Z.to_nat (k - first))) with (T k) in R
      by (rewrite Z2Nat.id by lia; unfold never; ring).
    replace (look (T k) (times (Z.to_nat (k - first)) forward o)) with (seen_at k v) in R
      by (unfold seen_at, spot_for; rewrite E, SO; reflexivity).
    apply (number_ok_sound labelled false false (fun _ => 0) 0 0 v k _ _ (fun _ => false) (fun _ => false)) in R; auto.
    - unfold settled. now rewrite E.
    - apply (shows_all spot_of_entry (fun s => s) (fun _ => false) (fun _ => false) v c r p em mine); auto.
    - apply (shows_all spot_of_entry (fun s => s) (fun _ => false) (fun _ => false) v c r (other p) et theirs); auto.
  Qed.

  Theorem fixed_sound labelled last :
    check_fixed rule p entries cited_entries entry_labels name cited_name labelled first last rows = true ->
    (forall k, first <= k <= last -> cited_true k) ->
    forall k v c, first <= k <= last -> D v -> arc_of v = Class c ->
      exists s, own c = Some s /\
        threshold rule p k v (read (times (Z.to_nat (k - first)) onwards (s_tape s))).
  Proof.
    intros C CT k v c Hk Dv Ev. unfold check_fixed in C.
    apply andb_prop in C as [[F1 F2]%andb_prop R].
    apply Z.leb_le in F1, F2.
    assert (CL : forall v c, D v -> arc_of v = Class c -> exists r, nth_error rows (N.to_nat c) = Some r /\
      (labelled = false -> ordered_row c r = true) /\ own c <> None /\
      looked_at labelled false false (fun _ => 0) 0 0 v k).
    { intros v' c' Dv' Ev'. destruct (at_class game_presented v' c' Dv' Ev') as (_ & r & Er & _). exists r.
      part.
      destruct (classes_ok_at p name cited_name labelled _ rows 0 Index.empty (no_memo _) R _ _ Er) as (vw & VW & K).
      replace (0 + N.of_nat (N.to_nat c'))%N with c' in VW by lia.
      destruct (class_ok_fixed_sound labelled (last - first + 1) v' c' r vw ltac:(lia) Dv' Ev' Er VW K) as (A & B & L).
      part. part. apply L. lia. }
    assert (SO : solution rule p k D settled (f k)).
    { split.
      - apply settled_known; [lia|auto].
      - apply own_live.
      - apply own_closed.
      - intros w Dw S. destruct (own_class w S) as (c' & E'). destruct (CL w c' Dw E') as (_ & _ & _ & _ & L).
        exact (a_range _ _ _ _ _ _ _ _ L).
      - intros w Dw S. destruct (own_class w S) as (c' & E'). destruct (CL w c' Dw E') as (_ & _ & _ & _ & L).
        exact (a_equation _ _ _ _ _ _ _ _ L). }
    destruct (CL v c Dv Ev) as (r & _ & _ & OW & _).
    destruct (own c) as [s|] eqn:Os; [|contradiction]. exists s. part.
    rewrite <- (f_own k v c s Ev Os).
    destruct labelled.
    - apply (labels_give_thresholds rule p k ltac:(lia) D settled (f k) (d k)); auto.
      intros w s' Dw S Hs Hf. destruct (own_class w S) as (c' & E'). destruct (CL w c' Dw E') as (_ & _ & _ & _ & L).
      now apply (a_labels _ _ _ _ _ _ _ _ L).
    - apply (order_gives_thresholds rule p k D settled (f k) rank ltac:(lia)); auto.
      intros w q w' Dw S I. destruct (own_class w S) as (c' & E'). destruct (CL w c' Dw E') as (r' & Er' & O & _).
      eapply ordered_rank; eauto.
  Qed.

  (** *** Every number of chips *)
  Section All.
    Hypothesis from_zero : first = 0.
    (** All tables and rows of labels are of the expected form. *)
    Hypothesis own_tables : forall c s, own c = Some s -> exists t, s = source_of t.
    Hypothesis cited_tables : forall i c s, cited i c = Some s -> exists t, s = source_of t.
    Hypothesis label_rows : forall c, exists before cycle, own_labels c = labels_of before cycle.

    Notation placed := (placed rule p entries cited_entries entry_labels).
    Notation growth_of := (growth_of rule p entries cited_entries).
    Definition growth (K L : Z) (v : position G) : Z :=
      match entry (arc_of v) with
      | Some e => match growth_of K L e with Some g => g | None => 0 end
      | None => 0
      end.

    Lemma length_onto_spec {A} (l : list A) : forall n, length_onto l n = n + Z.of_nat (length l).
    Proof. induction l as [|a l IH]; intros n; cbn [length_onto length]; [lia|]. rewrite IH. lia. Qed.

    Lemma source_grows K L t g k : 0 <= K -> 0 <= L -> K <= k ->
      source_growth K L (source_of t) = Some g ->
      read (times (Z.to_nat (k + L)) onwards (s_tape (source_of t))) =
      read (times (Z.to_nat k) onwards (s_tape (source_of t))) + g.
    Proof.
      intros HK HL Hk. unfold source_growth, source_of. cbn [s_tape s_pre s_per s_slope].
      rewrite !length_onto_spec, !Z.add_0_l. fold (preperiod t) (period t).
      passed E. intros [= <-].
      apply andb_prop in E as [[E1 E2]%andb_prop M].
      apply Z.leb_le in E1, E2. apply Z.eqb_eq in M.
      rewrite !tape_reads_table by lia.
      pose proof (Z.div_mod L (period t) ltac:(lia)) as DM. rewrite M in DM.
      assert (0 <= L / period t) by (apply Z.div_pos; lia).
      replace (k + L) with (k + (L / period t) * period t) by lia.
      now rewrite table_grows by lia.
    Qed.

    Lemma spot_grows K L v e g s k : 0 <= K -> 0 <= L -> K <= k ->
      entry (arc_of v) = Some e -> placed K L e = Some (g, s) ->
      f (k + L) v = f k v + g /\ growth K L v = g /\ spot_of (arc_of v) = Some s.
    Proof.
      intros HK HL Hk Ee P. unfold Check.placed in P. unfold growth, spot_of. rewrite Ee.
      destruct (growth_of K L e) as [g'|] eqn:Gr; [|discriminate].
      destruct (spot_of_entry e) as [s'|] eqn:So; [|discriminate]. injection P as -> ->.
      split; [|auto]. destruct (arc_of v) as [o|c|i j] eqn:E; cbn in Ee.
      - injection Ee as <-. cbn in Gr. rewrite !(f_end _ v o E), never_grows. injection Gr as <-.
        destruct (won_by p o); lia.
      - take n Nm. injection Ee as <-. cbn in Gr.
        assert (ON : own c = entries n) by (unfold own; now rewrite Nm). rewrite <- ON in Gr.
        destruct (own c) as [sr|] eqn:O; [|discriminate]. destruct (own_tables c sr O) as (t & ->).
        rewrite !(f_own _ v c _ E O), from_zero, !Z.sub_0_r. now apply (source_grows K L).
      - take n Nm. injection Ee as <-. cbn in Gr.
        assert (ON : cited i j = cited_entries i n) by (unfold cited; now rewrite Nm). rewrite <- ON in Gr.
        destruct (cited i j) as [sr|] eqn:O; [|discriminate]. destruct (cited_tables i j sr O) as (t & ->).
        rewrite !(f_cited _ v i j _ E O), from_zero, !Z.sub_0_r. now apply (source_grows K L).
    Qed.

    Lemma labels_periodic K L v c k s : 0 <= K -> 0 <= L -> K <= k -> arc_of v = Class c ->
      labels_fit K L (own_labels c) = true -> d (k + L) s v = d k s v.
    Proof.
      intros HK HL Hk E F. unfold d, seen_at, spot_for. rewrite E, spot_of_class.
      destruct (own c); [|now rewrite !times_forward_nothing].
      rewrite !times_forward_own. cbn [look labels].
      destruct (label_rows c) as (b & cy & EL). rewrite EL in *. unfold labels_fit, labels_of in *.
      cbn [l_pre l_per l_tape] in *. rewrite !length_onto_spec, !Z.add_0_l in F.
      apply andb_prop in F as [[F1 F2]%andb_prop M].
      apply Z.leb_le in F1, F2. apply Z.eqb_eq in M.
      rewrite from_zero, !Z.sub_0_r, !tape_shows by lia. rewrite !Z2Nat.id by lia.
      pose proof (Z.div_mod L (Z.of_nat (length cy)) ltac:(lia)) as DM. rewrite M in DM.
      assert (0 <= L / Z.of_nat (length cy)) by (apply Z.div_pos; lia).
      replace (k + L) with (k + (L / Z.of_nat (length cy)) * Z.of_nat (length cy)) by lia.
      now rewrite place_periodic by lia.
    Qed.

    Lemma extreme_min l : forall z, extreme Z.min z l <= z /\ forall g s, In (g, s) l -> extreme Z.min z l <= g.
    Proof.
      induction l as [|[g s] l IH]; intros z; cbn.
      - split; [lia|intros ? ? []].
      - destruct (IH (Z.min z g)) as [A B]. part. intros g' s' [I|I]; [injection I as -> ->; lia|eauto].
    Qed.
    Lemma extreme_max l : forall z, z <= extreme Z.max z l /\ forall g s, In (g, s) l -> g <= extreme Z.max z l.
    Proof.
      induction l as [|[g s] l IH]; intros z; cbn.
      - split; [lia|intros ? ? []].
      - destruct (IH (Z.max z g)) as [A B]. part. intros g' s' [I|I]; [injection I as -> ->; lia|eauto].
    Qed.
    Lemma least_growth_le l g s : In (g, s) l -> extreme_growth Z.min l <= g.
    Proof.
      destruct l as [|[g' s'] l]; [intros []|]. cbn. destruct (extreme_min l g') as [A B].
      intros [I|I]; [injection I as -> ->; lia|eauto].
    Qed.
    Lemma greatest_growth_ge l g s : In (g, s) l -> g <= extreme_growth Z.max l.
    Proof.
      destruct l as [|[g' s'] l]; [intros []|]. cbn. destruct (extreme_max l g') as [A B].
      intros [I|I]; [injection I as -> ->; lia|eauto].
    Qed.

    (** The meaning of success for one class. *)
    Record class_verified (labelled : bool) (K L : Z) (v : position G) (gx gy : Z) : Prop := {
      v_onset : 0 <= K;
      v_window : 0 < L;
      v_slope : 0 <= growth K L v <= u * L;
      v_own : forall k, K <= k -> f (k + L) v = f k v + growth K L v;
      v_options : forall k q w, K <= k -> In w (options q v) -> f (k + L) w = f k w + growth K L w;
      v_labels : labelled = true -> forall k s, K <= k -> d (k + L) s v = d k s v;
      v_least : forall w, In w (options p v) -> gx <= growth K L w;
      v_greatest : forall w, In w (options (other p) v) -> growth K L w <= gy;
      v_slopes : gx + gy = 2 * growth K L v;
      v_even : u = 2 -> Z.even gx = true /\ Z.even gy = true;
      v_before : forall k, 0 <= k < K -> looked_at labelled false false (growth K L) gx gy v k;
      v_on_window : forall k, K <= k < K + L ->
        looked_at labelled (labelled && (growth K L v <? u * L)) true (growth K L) gx gy v k }.

    Lemma class_ok_all_sound labelled K L v c r vw :
      D v -> arc_of v = Class c -> nth_error rows (N.to_nat c) = Some r ->
      view_of p name cited_name labelled c r = Some vw ->
      all_ok rule p entries cited_entries entry_labels labelled K L (view_own vw) (view_mine vw) (view_theirs vw) = true ->
      (labelled = false -> ordered_row c r = true) /\
      (exists t, own c = Some (source_of t) /\ 0 < period t) /\
      exists gx gy, class_verified labelled K L v gx gy.
    Proof.
      intros Dv E Er VW C. destruct (view_of_class labelled c r vw VW) as (O & em & et & EO & EM & NM & ET & NT).
      part. unfold all_ok in C. rewrite NM, NT in C.
      apply andb_prop in C as [[[LF HK]%andb_prop HL]%andb_prop CC].
      apply Z.leb_le in HK, HL.
      destruct (placed K L (view_own vw)) as [[g o]|] eqn:So; [|discriminate].
      take mine Am.
      take theirs At.
      set (gx := extreme_growth Z.min mine) in *. set (gy := extreme_growth Z.max theirs) in *.
      apply andb_prop in CC as [[[[G0 G1]%andb_prop SL]%andb_prop EV]%andb_prop R]. apply Z.leb_le in G0, G1.
      apply Z.eqb_eq in SL.
      assert (NM' : exists n, name c = Some n /\ view_own vw = Class n).
      { cbn in EO. destruct (name c) as [n|]; [|discriminate]. exists n. split; [reflexivity|congruence]. }
      destruct NM' as (n & Nm & Ow). split.
      { unfold Check.placed in So. rewrite Ow in So. cbn in So.
        assert (ON : own c = entries n) by (unfold own; now rewrite Nm). rewrite <- ON in So.
        destruct (own c) as [sr|] eqn:Oc; [|discriminate].
        destruct (own_tables c sr Oc) as (t & ->). exists t. part.
        unfold source_growth, source_of in So. cbn [s_pre s_per s_slope] in So.
        rewrite !length_onto_spec, !Z.add_0_l in So.
        destruct (_ && _) eqn:B in So; [|discriminate]. apply andb_prop in B as [[_ B%Z.leb_le]%andb_prop _].
        unfold period. lia. }
      exists gx, gy.
      destruct (at_class game_presented v c Dv E) as (_ & r' & Er' & HO).
      rewrite Er in Er'. injection Er' as <-.
      rewrite <- E in EO.
      assert (OPT : forall q es m w, all entry (arcs q r) = Some es -> all (placed K L) (normal es) = Some m ->
                In w (options q v) ->
                exists e g s, entry (arc_of w) = Some e /\ placed K L e = Some (g, s) /\ In (g, s) m).
      { intros q es m w HE A I. destruct (proj1 (HO q) w I) as [_ Iw].
        destruct (proj1 (all_in _ _ _ HE) _ Iw) as (e & Ee & Ie). apply normal_in in Ie.
        destruct (proj1 (all_in _ _ _ A) _ Ie) as ([g' s'] & P & I'). eauto 6. }
      assert (OWN : forall k, K <= k -> f (k + L) v = f k v + growth K L v /\ growth K L v = g).
      { intros k Hk.
        destruct (spot_grows K L v _ g o k HK ltac:(lia) Hk EO So) as (A & B & _). rewrite B. auto. }
      destruct (OWN K (Z.le_refl K)) as [_ GV].
      assert (SH : forall q es m best, all entry (arcs q r) = Some es -> all (placed K L) (normal es) = Some m ->
                shows (options q v) (fun w => growth K L w =? best) (map (flagged best) m)).
      { intros q es m best HE A. unfold flagged.
        apply (shows_all (placed K L) snd (fun t => fst t =? best) (fun w => growth K L w =? best) v c r q es m); auto.
        - intros a [g' s'] P. unfold Check.placed in P. destruct (growth_of K L a); [|discriminate].
          destruct (spot_of_entry a); [|discriminate]. cbn. congruence.
        - intros w e [g' s'] Ee P. destruct (spot_grows K L w e g' s' K HK ltac:(lia) (Z.le_refl K) Ee P) as (_ & -> & _).
          reflexivity. }
      assert (LK : forall (window margin : bool) i,
        stand_ok rule p labelled margin (if window then Some (gx ?= gy) else None)
          (times i (next_stand rule) (Stand (T 0) o (map (flagged gx) mine) (map (flagged gy) theirs))) = true ->
        looked_at labelled margin window (growth K L) gx gy v (Z.of_nat i)).
      { intros window margin i R'. rewrite stand_at in R'. unfold stand_ok in R'.
        cbn [s_top s_own s_mine s_theirs] in R'.
        replace (T 0 + u * Z.of_nat i) with (T (Z.of_nat i)) in R' by (unfold never; ring).
        destruct (spot_grows K L v _ g o K HK ltac:(lia) (Z.le_refl K) EO So) as (_ & _ & SP).
        assert (EI : i = Z.to_nat (Z.of_nat i - first)) by lia.
        assert (SE : look (T (Z.of_nat i)) (times i forward o) = seen_at (Z.of_nat i) v)
          by (unfold seen_at, spot_for; rewrite SP, <- EI; reflexivity).
        rewrite SE in R'.
        pose proof (number_ok_sound labelled margin window (growth K L) gx gy v (Z.of_nat i)
          (map (flagged gx) mine) (map (flagged gy) theirs)
          (fun w => growth K L w =? gx) (fun w => growth K L w =? gy)) as Q.
        rewrite <- EI in Q. apply Q; auto.
        - unfold settled. now rewrite E.
        - now apply (SH p em).
        - now apply (SH (other p) et).
        - intros _ w Ew. now apply Z.eqb_eq in Ew.
        - intros _ w Ew. now apply Z.eqb_eq in Ew. }
      rewrite !mapped_map in R. destruct (run _ _ _ _ None K _) as [s'|] eqn:R1; [|discriminate].
      take s2 R2.
      apply run_spec in R1; [|assumption]. destruct R1 as [-> R1].
      assert (L0 : 0 <= L) by lia.
      pose proof (proj2 (run_spec _ _ _ _ _ _ _ _ L0 R2)) as W2. clear R2. rename W2 into R2.
      split; try lia.
      - intros k q w Hk I.
        destruct (OPT q (if same p q then em else et) (if same p q then mine else theirs) w)
          as (e & g' & s' & Ee & P & _); try (destruct p, q; cbn in *; assumption).
        destruct (spot_grows K L w e g' s' k HK ltac:(lia) Hk Ee P) as (A & B & _). now rewrite B.
      - intros -> k s Hk. apply (labels_periodic K L v c); auto.
        rewrite Ow in LF. cbn in LF. unfold own_labels. now rewrite Nm.
      - intros w I. destruct (OPT p em mine w EM Am I) as (e & g' & s' & Ee & P & I').
        destruct (spot_grows K L w e g' s' K HK ltac:(lia) (Z.le_refl K) Ee P) as (_ & -> & _).
        now apply (least_growth_le mine g' s').
      - intros w I. destruct (OPT (other p) et theirs w ET At I) as (e & g' & s' & Ee & P & I').
        destruct (spot_grows K L w e g' s' K HK ltac:(lia) (Z.le_refl K) Ee P) as (_ & -> & _).
        now apply (greatest_growth_ge theirs g' s').
      - intros U2. rewrite U2 in EV. cbn in EV. now apply andb_prop in EV.
      - intros k Hk. replace k with (Z.of_nat (Z.to_nat k)) by lia. apply (LK false false). apply R1. lia.
      - intros k Hk. replace k with (Z.of_nat (Z.to_nat (k - K) + Z.to_nat K)) by lia. apply (LK true).
        rewrite times_plus, GV. apply R2. lia.
    Qed.

    Lemma class_row v c : D v -> arc_of v = Class c -> exists r, nth_error rows (N.to_nat c) = Some r.
    Proof. intros Dv E. destruct (at_class game_presented v c Dv E) as (_ & r & Er & _). eauto. Qed.

    Lemma looked_before labelled K L v gx gy k : class_verified labelled K L v gx gy -> 0 <= k < K + L ->
      exists window margin, looked_at labelled margin window (growth K L) gx gy v k.
    Proof.
      intros V Hk. destruct (Z.lt_ge_cases k K).
      - exists false, false. apply (v_before _ _ _ _ _ _ V). lia.
      - eexists true, _. apply (v_on_window _ _ _ _ _ _ V). lia.
    Qed.

    (** Theorem 6 for the checker. *)
    Theorem ordered_sound onset :
      check_ordered rule p entries cited_entries entry_labels name cited_name onset rows = true ->
      (forall k, 0 <= k -> cited_true k) ->
      forall k v c, 0 <= k -> D v -> arc_of v = Class c ->
        exists t, own c = Some (source_of t) /\
          threshold rule p k v (table_at t k).
    Proof.
      intros C CT k v c Hk Dv Ev. unfold check_ordered in C.
      assert (CL : forall v c, D v -> arc_of v = Class c -> exists r L, nth_error rows (N.to_nat c) = Some r /\
        ordered_row c r = true /\ (exists t, own c = Some (source_of t) /\ 0 < period t) /\
        exists gx gy, class_verified false onset L v gx gy).
      { intros v' c' Dv' Ev'. destruct (class_row v' c' Dv' Ev') as (r & Er). 
        destruct (classes_ok_at p name cited_name false _ rows 0 Index.empty (no_memo _) C _ _ Er) as (vw & VW & K).
        replace (0 + N.of_nat (N.to_nat c'))%N with c' in VW by lia.
        destruct (class_ok_all_sound false onset _ v' c' r vw Dv' Ev' Er VW K) as (A & B & V).
        eauto 10. }
      destruct (CL v c Dv Ev) as (_ & _ & _ & _ & (t & Os & Pt) & _).
      exists t. part.
      replace (table_at t k) with (f k v)
        by (rewrite (f_own k v c _ Ev Os), from_zero, Z.sub_0_r; now apply tape_reads_table).
      apply (every_number_ordered rule p D settled rank f); auto.
      - intros w k' Dw S Hk'. apply settled_known; auto.
      - apply own_live.
      - apply own_closed.
      - intros w q w' Dw S I. destruct (own_class w S) as (c' & E').
        destruct (CL w c' Dw E') as (r' & _ & Er' & O & _). eapply ordered_rank; eauto.
      - intros w Dw S. destruct (own_class w S) as (c' & E').
        destruct (CL w c' Dw E') as (r' & L & _ & _ & _ & gx & gy & V).
        exists onset, L, (growth onset L), gx, gy. split; try apply V.
        + intros k' Hk'. destruct (looked_before _ _ _ _ _ _ _ V Hk') as (wi & ma & A). apply A.
        + intros k' Hk'. destruct (looked_before _ _ _ _ _ _ _ V Hk') as (wi & ma & A). apply A.
        + intros k' Hk'. pose proof (v_on_window _ _ _ _ _ _ V k' Hk') as A. now apply (a_dominance _ _ _ _ _ _ _ _ A).
    Qed.

    (** Theorem 7 for the checker. *)
    Theorem labelled_sound pre per : 
      check_labelled rule p entries cited_entries entry_labels name cited_name pre per rows = true ->
      (forall i j s, cited i j = Some s -> source_growth pre per s <> None) ->
      (forall k, 0 <= k -> cited_true k) ->
      forall k v c, 0 <= k -> D v -> arc_of v = Class c ->
        exists t, own c = Some (source_of t) /\
          threshold rule p k v (table_at t k).
    Proof.
      intros C CF CT k v c Hk Dv Ev. unfold check_labelled in C.
      assert (CL : forall v c, D v -> arc_of v = Class c ->
        (exists t, own c = Some (source_of t) /\ 0 < period t) /\ exists gx gy, class_verified true pre per v gx gy).
      { intros v' c' Dv' Ev'. destruct (class_row v' c' Dv' Ev') as (r & Er). 
        destruct (classes_ok_at p name cited_name true _ rows 0 Index.empty (no_memo _) C _ _ Er) as (vw & VW & K).
        replace (0 + N.of_nat (N.to_nat c'))%N with c' in VW by lia.
        destruct (class_ok_all_sound true pre per v' c' r vw Dv' Ev' Er VW K) as (_ & B & V). auto. }
      destruct (CL v c Dv Ev) as ((t & Os & Pt) & gx0 & gy0 & V0).
      exists t. part.
      replace (table_at t k) with (f k v)
        by (rewrite (f_own k v c _ Ev Os), from_zero, Z.sub_0_r; now apply tape_reads_table).
      pose proof (v_onset _ _ _ _ _ _ V0) as PK. pose proof (v_window _ _ _ _ _ _ V0) as PL.
      apply (every_number_labelled rule p D settled f d pre per (growth pre per)); auto.
      - intros w k' Dw S Hk'. apply settled_known; auto.
      - intros w k' Dw S Hk'.
        assert (exists e g s, entry (arc_of w) = Some e /\ placed pre per e = Some (g, s)) as (e & g & s & Ee & P).
        { unfold settled in S. unfold Check.placed. destruct (arc_of w) as [o|c'|i j] eqn:E; [|discriminate|]; cbn.
          - eexists (End o), _, _. split; reflexivity.
          - destruct (CT 0 (Z.le_refl 0) w i j Dw E) as (s & F & _). specialize (CF i j s F).
            unfold cited in F. destruct (cited_name i j) as [n|]; [|discriminate].
            destruct (source_growth pre per s) as [g|] eqn:SG; [|contradiction].
            eexists (Cited i n), _, _. part. cbn. now rewrite F, SG. }
        destruct (spot_grows pre per w e g s k' PK ltac:(lia) Hk' Ee P) as (A & -> & _). exact A.
      - apply own_live.
      - apply own_closed.
      - intros w Dw S. destruct (own_class w S) as (c' & E').
        destruct (CL w c' Dw E') as (_ & gx & gy & V).
        exists gx, gy. split; try apply V; auto.
        + intros k' Hk'. destruct (looked_before _ _ _ _ _ _ _ V Hk') as (wi & ma & A). apply A.
        + intros k' Hk' Hg. pose proof (v_on_window _ _ _ _ _ _ V k' Hk') as A.
          apply (a_margin _ _ _ _ _ _ _ _ A). apply Z.ltb_lt in Hg. now rewrite Hg.
        + intros k' Hk'. destruct (looked_before _ _ _ _ _ _ _ V Hk') as (wi & ma & A). apply A.
        + intros k' Hk'. pose proof (v_on_window _ _ _ _ _ _ V k' Hk') as A. now apply (a_dominance _ _ _ _ _ _ _ _ A).
        + intros k' s Hk' Hs Hf. destruct (looked_before _ _ _ _ _ _ _ V Hk') as (wi & ma & A).
          now apply (a_labels _ _ _ _ _ _ _ _ A).
        + intros k' s Hk' Hs Hf. pose proof (v_on_window _ _ _ _ _ _ V k' Hk') as A.
          now apply (a_labels _ _ _ _ _ _ _ _ A).
    Qed.
  End All.
End Presented.
