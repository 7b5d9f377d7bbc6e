(** * From items to thresholds: soundness

    [verify_sound]: if [verify] of [Evidence.v] accepts claim and evidence on the classes of a
    game, then for every position in a class and every number of chips of the claim, the table of
    the class contains the threshold, by the rule of [Rule.v].  Theorems 5, 6 and 7 of
    [spec/soundness/chips.md], with citations. *)
From Coq Require Import ZArith NArith List Bool Lia FMapPositive.
From Gamecert Require Import Format.Cbor Format.Fields.
From Gamecert Require Format.Index.
From Gamecert.Chips Require Import Rule OneMove Threshold Tables Check CheckProof Evidence.
Import ListNotations.
Open Scope Z_scope.

Lemma by_number_spec {A} (l : list A) c : by_number l c = nth_error l (N.to_nat c).
Proof.
  unfold by_number. rewrite Index.find_index. destruct (Z.of_N c <? 0) eqn:E; [apply Z.ltb_lt in E; lia|].
  f_equal. lia.
Qed.

Lemma nth_error_mapped {A B} (f : A -> B) l n : nth_error (mapped f l) n = option_map f (nth_error l n).
Proof. rewrite mapped_map. apply nth_error_map. Qed.

(** A tape shows the values of its table, for tables of either form. *)
Lemma read_any t k : endless t = true -> 0 <= k -> read (times (Z.to_nat k) onwards (tape_of t)) = table_at t k.
Proof.
  intros E K. unfold endless in E. destruct (cycle t) as [|a l] eqn:C.
  - apply Z.eqb_eq in E. unfold read, tape_of, table_at. rewrite C, E.
    destruct (tape_of_list (before t) [] (-1) (Z.to_nat k)) as [-> ->].
    unfold place, preperiod, period. rewrite C. cbn [length].
    destruct (Z.ltb_spec k (Z.of_nat (length (before t)))) as [L|L]; [rewrite app_nil_r; lia|].
    rewrite !nth_overflow; [lia| |lia]. rewrite app_nil_r.
    assert (M : 0 <= (k - Z.of_nat (length (before t))) mod Z.of_nat 0) by (rewrite Zmod_0_r; lia).
    lia.
  - apply tape_reads_table; [|assumption]. unfold period. rewrite C. cbn [length]. lia.
Qed.

Lemma later_spec n t : 0 <= n -> later n t = times (Z.to_nat n) onwards t.
Proof. intros H. destruct n; try lia; [reflexivity|]. cbn [later]. apply pos_iter_times. Qed.

(** ** Citations *)

(** The assumption about a cited certificate: all that it claims is true of the positions that
    [at_] assigns to its classes. *)
Definition claims_truly {G : game} (v : verified) (at_ : position G -> N -> Prop) : Prop :=
  forall w n t k, at_ w n -> table_of_class (holds_tables v) n = Some t -> in_range (numbers (proved v)) k ->
    threshold (ties (proved v)) (claimant (proved v)) k w (table_at t (k - first_of (numbers (proved v)))).

Lemma same_eq p q : same p q = true -> p = q.
Proof. destruct p, q; cbn; congruence. Qed.
Lemma same_ties_eq a b : same_ties a b = true -> a = b.
Proof. destruct a, b; cbn; congruence. Qed.

Lemma cited_source_sound c cited t s k : cited_source c cited t = Some s -> in_range (numbers c) k ->
  0 <= first_of (numbers c) -> 0 <= first_of (numbers cited) ->
  claimant c = claimant cited /\ ties c = ties cited /\ in_range (numbers cited) k /\
  read (times (Z.to_nat (k - first_of (numbers c))) onwards (s_tape s)) = table_at t (k - first_of (numbers cited)).
Proof.
  unfold cited_source. cbv zeta.
  passed E. apply andb_prop in E as [[E1%same_eq E2%same_ties_eq]%andb_prop En].
  intros S R F F'. part. part.
  destruct (numbers c) as [first last|onset|pre per]; destruct (numbers cited) as [first' last'|onset'|pre' per'];
    cbn [first_of in_range] in *; try discriminate.
  - passed B. injection S as <-. cbn [s_tape source_of].
    apply andb_prop in B as [B1 B2]. apply Z.leb_le in B1, B2. part.
    rewrite later_spec, <- times_plus by lia.
    replace (Z.to_nat (k - first) + Z.to_nat (first - first'))%nat with (Z.to_nat (k - first')) by lia.
    apply read_any; [assumption|lia].
  - injection S as <-. cbn [s_tape source_of]. part.
    rewrite later_spec, <- times_plus by lia.
    replace (Z.to_nat (k - first) + Z.to_nat first)%nat with (Z.to_nat (k - 0)) by lia.
    apply read_any; [assumption|lia].
  - injection S as <-. cbn [s_tape source_of]. part.
    rewrite later_spec, <- times_plus by lia.
    replace (Z.to_nat (k - first) + Z.to_nat first)%nat with (Z.to_nat (k - 0)) by lia.
    apply read_any; [assumption|lia].
  - destruct (onset' <=? onset); [|discriminate]. injection S as <-. part.
    apply read_any; [assumption|lia].
  - destruct (source_growth pre per (source_of t)) as [g|]; [|discriminate].
    destruct (Z.even g); [|discriminate]. injection S as <-. part.
    apply read_any; [assumption|lia].
Qed.

(** Tables by class, in the form of [CheckProof.v]. *)
Notation cited_sources c l := (CheckProof.cited (cited_entries c l) (cited_names l)).
Notation own_sources e := (CheckProof.own (table_entries e) (entry_names e)).
Notation own_label_sources r e := (CheckProof.own_labels (label_entries r e) (entry_names e)).

Lemma cited_sources_spec c cited i n s : cited_sources c cited i n = Some s ->
  exists v t, nth_error cited (N.to_nat i) = Some v /\ table_of_class (holds_tables v) n = Some t /\
    cited_source c (proved v) t = Some s.
Proof.
  unfold CheckProof.cited, cited_names, cited_entries. cbv zeta. rewrite !by_number_spec, !nth_error_mapped.
  destruct (nth_error cited (N.to_nat i)) as [v|]; [|discriminate]. cbn [option_map].
  rewrite by_number_spec. unfold table_of_class.
  take j E.
  rewrite by_number_spec, nth_error_mapped.
  destruct (nth_error (tables (holds_tables v)) (N.to_nat j)) as [t|] eqn:F; [|discriminate]. cbn [option_map].
  destruct (cited_source c (proved v) t) as [s'|] eqn:S; [|discriminate]. intros [= ->].
  exists v, t. rewrite E. auto.
Qed.

Lemma cited_sources_found c cited i n v t : nth_error cited (N.to_nat i) = Some v ->
  table_of_class (holds_tables v) n = Some t -> citations_ok c cited = true ->
  exists s, cited_sources c cited i n = Some s.
Proof.
  intros E T O. unfold citations_ok in O. rewrite forallb_forall in O.
  specialize (O v (nth_error_In _ _ E)). rewrite forallb_forall in O.
  unfold CheckProof.cited, cited_names, cited_entries. cbv zeta. rewrite !by_number_spec, !nth_error_mapped, E.
  cbn [option_map]. rewrite by_number_spec. unfold table_of_class in T.
  destruct (nth_error (column (holds_tables v)) (N.to_nat n)) as [j|]; [|discriminate].
  rewrite by_number_spec, nth_error_mapped, T. cbn [option_map].
  specialize (O t (nth_error_In _ _ T)). destruct (cited_source c (proved v) t) as [s|]; [eauto|discriminate].
Qed.

(** ** Evidence *)

Lemma pair_table rows t l : 0 <= l < rows -> 0 <= t -> Z.of_N (pair rows t l) / rows = t.
Proof.
  intros H T. unfold pair. rewrite Z2N.id by nia.
  rewrite Z.div_add_l by lia. rewrite Z.div_small by lia. lia.
Qed.

Lemma own_sources_spec e c s : own_sources e c = Some s ->
  exists t, table_of_class e c = Some t /\ s = source_of t.
Proof.
  unfold CheckProof.own, entry_names, table_entries. cbv zeta. rewrite !by_number_spec.
  unfold table_of_class. destruct (nth_error (column e) (N.to_nat c)) as [j|]; [|discriminate].
  destruct (if with_labels e then nth_error (label_column e) (N.to_nat c) else Some 0%N) as [l|]; [|discriminate].
  destruct (Z.ltb_spec (Z.of_N l) (row_count e)); [|discriminate].
  rewrite by_number_spec, nth_error_mapped, pair_table by lia.
  replace (N.to_nat (Z.to_N (Z.of_N j))) with (N.to_nat j) by lia.
  destruct (nth_error (tables e) (N.to_nat j)) as [t|]; [|discriminate]. cbn. intros [= <-]. eauto.
Qed.

Lemma own_label_sources_spec r e c : exists b cy, own_label_sources r e c = labels_of b cy.
Proof.
  unfold CheckProof.own_labels, label_entries. cbv zeta.
  destruct (entry_names e c) as [n|]; [|exists [], []; reflexivity].
  rewrite by_number_spec, nth_error_mapped.
  destruct (nth_error (label_rows e) _) as [lr|]; [|exists [], []; reflexivity]. cbn [option_map].
  unfold label_row_source. destruct r; try (exists lr, []; reflexivity).
  destruct (split preperiod lr) as [b cy]. eauto.
Qed.

Lemma table_at_source t t' k : source_of t = source_of t' -> table_at t k = table_at t' k.
Proof.
  unfold source_of. rewrite !length_onto_spec, !Z.add_0_l. unfold tape_of, rewound. rewrite !rev_append_twice.
  intros E. pose proof (f_equal (fun s => ahead (s_tape s)) E) as E1. pose proof (f_equal s_pre E) as E2.
  pose proof (f_equal s_per E) as E3. pose proof (f_equal s_slope E) as E4.
  cbn [ahead s_tape s_pre s_per s_slope] in *. unfold table_at, preperiod, period.
  now rewrite E1, E2, E3, E4.
Qed.

(** Every table of a claim about given numbers of chips is a list without a period. *)
Lemma read_table_shape rule r i t : read_table rule r i = Some t ->
  (exists first last, r = Between first last) -> endless t = true.
Proof.
  intros E (first & last & ->). unfold read_table in E.
  destruct i as [| | |[|f0 [|inc []]]|]; try discriminate.
  destruct (read_values _ _ _ _ _); [|discriminate]. injection E as <-. reflexivity.
Qed.

Lemma read_evidence_tables rule r n items e : read_evidence rule r n items = Some e ->
  exists l, traverse (read_table rule r) l = Some (tables e).
Proof.
  assert (RT : forall ts col x, read_tables rule r n ts col = Some x ->
            exists l, traverse (read_table rule r) l = Some (fst x)).
  { intros ts col x. unfold read_tables, read_different. destruct ts as [| | |l|]; try discriminate.
    take y E. destruct (read_column _ _ _); [|discriminate].
    destruct (distinct l); [|discriminate]. intros [= <-]. eauto. }
  unfold read_evidence. destruct items as [|ts [|col [|rows [|lc []]]]]; try discriminate.
  - destruct r; try discriminate;
      (destruct (read_tables _ _ _ ts col) as [[x y]|] eqn:E; [|discriminate]);
      intros [= <-]; apply RT in E; exact E.
  - destruct r; try (intros H; discriminate H);
      (destruct (read_tables _ _ _ ts col) as [[x y]|] eqn:E; [|discriminate]);
      (destruct (read_label_rows _ _ _ _ _) as [[z w]|]; [|discriminate]);
      intros [= <-]; apply RT in E; exact E.
Qed.

Lemma first_nonneg c items : read_claim items = Some c -> 0 <= first_of (numbers c).
Proof.
  unfold read_claim. destruct items as [|p [|t [|r [|n []]]]]; try discriminate.
  destruct (read_player p), (read_tie_break t), (read_range r) as [rg|] eqn:R, (unsigned n); try discriminate.
  intros [= <-]. cbn [numbers]. unfold read_range in R.
  destruct r as [| | |[|a [|b [|d []]]]|]; try discriminate.
  - destruct (unsigned a) as [[|[| |]|]|], (unsigned b); try discriminate.
    destruct (_ <? _); [|discriminate]. injection R as <-. cbn. lia.
  - destruct (unsigned a) as [[|[[| |]|[| |]|]|]|]; try discriminate;
      destruct (unsigned b) as [b'|] eqn:B; try discriminate; destruct (unsigned d); try discriminate;
      destruct (_ && _); try discriminate; injection R as <-; cbn [first_of]; try lia.
    apply unsigned_item in B. lia.
Qed.

(** The headline theorem of this kind.  Suppose that the rows of options present a game in the
    sense of [CheckProof.v], and that the claims of cited certificates are true of the positions
    of cited games.  If [verify] accepts, then for every position in a class and every number of
    chips of the claim there is a table, and its value is the claimant's threshold: with codes
    from this value on the claimant wins by force, with smaller codes the other prevents it for
    ever. *)
Theorem verify_sound (G : game) (D : position G -> Prop) (arc_of : position G -> arc)
    size claim_items evidence_items cited rows v :
  verify size claim_items evidence_items cited rows = Some v ->
  presented rows D arc_of ->
  (forall w i n, D w -> arc_of w = Cited i n ->
     exists cv, nth_error cited (N.to_nat i) = Some cv /\ 0 <= first_of (numbers (proved cv)) /\
       table_of_class (holds_tables cv) n <> None) ->
  (forall i cv, nth_error cited (N.to_nat i) = Some cv ->
     claims_truly cv (fun w n => D w /\ arc_of w = Cited i n)) ->
  0 <= first_of (numbers (proved v)) /\
  (forall w n, D w -> arc_of w = Class n -> table_of_class (holds_tables v) n <> None) /\
  claims_truly v (fun w n => D w /\ arc_of w = Class n).
Proof.
  unfold verify. take c RC.
  destruct (_ && _); [|discriminate].
  take e RE.
  passed V. intros H PR CF CT; injection H as <-.
  cbn [proved holds_tables]. apply andb_prop in V as [[_ CO]%andb_prop V].
  pose proof (first_nonneg c claim_items RC) as F0. part.
  assert (CI : forall k, in_range (numbers c) k ->
    cited_true (ties c) (claimant c) (cited_entries c cited) (cited_names cited) D arc_of (first_of (numbers c)) k).
  { intros k Hk w i n Dw Ew. destruct (CF w i n Dw Ew) as (cv & Ecv & F' & TN).
    destruct (table_of_class (holds_tables cv) n) as [t|] eqn:T; [|contradiction].
    destruct (cited_sources_found c cited i n cv t Ecv T CO) as (s & S). exists s. part.
    destruct (cited_sources_spec c cited i n s S) as (cv' & t' & Ecv' & T' & CS).
    assert (cv' = cv) by congruence. subst cv'. assert (t' = t) by congruence. subst t'.
    destruct (cited_source_sound c (proved cv) t s k CS Hk F0 F') as (PC & TC & R & ->).
    rewrite PC, TC. apply (CT i cv Ecv w n t k); auto. }
  assert (KEY : forall w n k, D w -> arc_of w = Class n -> in_range (numbers c) k ->
    exists t, own_sources e n = Some (source_of t) /\ table_of_class e n = Some t /\
      threshold (ties c) (claimant c) k w (table_at t (k - first_of (numbers c)))).
  { intros w n k Dw Ew Hk. unfold verify_evidence in V. cbv zeta in V. apply andb_prop in V as [_ V].
    destruct (numbers c) as [first last|onset|pre per] eqn:NC; cbn [in_range first_of] in *.
    - destruct (fixed_sound (ties c) (claimant c) (table_entries e) (cited_entries c cited)
        (label_entries (Between first last) e) (entry_names e) (cited_names cited) rows D arc_of PR first (with_labels e) last V CI k w n Hk Dw Ew)
        as (s & S & TH).
      destruct (own_sources_spec e n s S) as (t & T & ->). exists t. part. part.
      rewrite <- read_any; [exact TH| |lia].
      destruct (read_evidence_tables _ _ _ _ _ RE) as (l & L). apply traverse_spec in L.
      unfold table_of_class in T. destruct (nth_error (column e) (N.to_nat n)); [|discriminate].
      apply nth_error_In in T. clear - L T. induction L as [|a b l m Hab L IH]; [destruct T|].
      destruct T as [<-|T]; [|auto]. eapply read_table_shape; eauto.
    - destruct (ordered_sound (ties c) (claimant c) (table_entries e) (cited_entries c cited)
        (label_entries (Ordered onset) e) (entry_names e) (cited_names cited) rows D arc_of PR 0 eq_refl) with (onset := onset) (k := k) (v := w) (c := n)
        as (t & S & TH); auto.
      + intros n' s S. destruct (own_sources_spec e n' s S) as (t & _ & ->). eauto.
      + intros i n' s S. destruct (cited_sources_spec c cited i n' s S) as (cv & t & _ & _ & CS).
        exists t. unfold cited_source in CS. cbv zeta in CS. rewrite NC in CS. destruct (_ && _); [|discriminate].
        destruct (numbers (proved cv)); try discriminate. destruct (_ <=? _); congruence.
      + intros n'. apply own_label_sources_spec.
      + destruct (own_sources_spec e n _ S) as (t' & T & EQ). exists t'. rewrite <- EQ, Z.sub_0_r.
        rewrite <- (table_at_source t t' k EQ). auto.
    - destruct (labelled_sound (ties c) (claimant c) (table_entries e) (cited_entries c cited)
        (label_entries (Periodic pre per) e) (entry_names e) (cited_names cited) rows D arc_of PR 0 eq_refl) with (pre := pre) (per := per) (k := k) (v := w) (c := n)
        as (t & S & TH); auto.
      + intros n' s S. destruct (own_sources_spec e n' s S) as (t & _ & ->). eauto.
      + intros i n' s S. destruct (cited_sources_spec c cited i n' s S) as (cv & t & _ & _ & CS).
        exists t. unfold cited_source in CS. cbv zeta in CS. rewrite NC in CS. destruct (_ && _); [|discriminate].
        destruct (numbers (proved cv)); try discriminate.
        destruct (source_growth _ _ _) as [g|]; [|discriminate]. destruct (Z.even g); congruence.
      + intros n'. apply own_label_sources_spec.
      + intros i n' s S. destruct (cited_sources_spec c cited i n' s S) as (cv & t & _ & _ & CS).
        unfold cited_source in CS. cbv zeta in CS. rewrite NC in CS. destruct (_ && _); [|discriminate].
        destruct (numbers (proved cv)); try discriminate.
        take g SG.
        destruct (Z.even g); [|discriminate]. injection CS as <-. congruence.
      + destruct (own_sources_spec e n _ S) as (t' & T & EQ). exists t'. rewrite <- EQ, Z.sub_0_r.
        rewrite <- (table_at_source t t' k EQ). auto. }
  assert (NE : in_range (numbers c) (first_of (numbers c))).
  { unfold verify_evidence in V. cbv zeta in V. apply andb_prop in V as [_ V].
    destruct (numbers c); cbn [in_range first_of]; try lia.
    unfold check_fixed in V. apply andb_prop in V as [[_ V%Z.leb_le]%andb_prop _]. lia. }
  split.
  - intros w n Dw Ew. destruct (KEY w n _ Dw Ew NE) as (t & _ & T & _). congruence.
  - intros w n t k [Dw Ew] T Hk. cbn [proved holds_tables] in *. destruct (KEY w n k Dw Ew Hk) as (t' & _ & T' & TH).
    assert (t' = t) by congruence. subst. exact TH.
Qed.
