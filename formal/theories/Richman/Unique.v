(** * Labels are unique

    [spec/soundness/richman.md], Lemma 2, for the clauses as [Checker.v] tests them: if two files about
    one game have the same values at all classes, and the clauses hold at all classes of both, then they
    have the same labels.  The values are the same because they are the limits ([Values.is_sup_unique]).
    The rest of Theorem 4 (one table of values, one rank, one choice for each class) is not proved here. *)

From Coq Require Import ZArith QArith List Bool Lia Lqa.
From Gamecert Require Import Format.Cbor Format.Fields.
From Gamecert Require Import Richman.Game Richman.Values Richman.Checker Richman.Sound.
Import ListNotations.
Open Scope Z_scope.

Lemma least_label_le {A} (good : A -> bool) (t : A -> Z) l u : In u l -> good u = true ->
  least_label good t l <= t u.
Proof.
  unfold least_label. enough (H : forall m,
    fold_left (fun m u => if t u <? m then if good u then t u else m else m) l m <= m /\
    (In u l -> good u = true -> fold_left (fun m u => if t u <? m then if good u then t u else m else m) l m <= t u))
    by (apply H).
  induction l as [|v l IH]; intros m; cbn; [split; [lia|contradiction]|].
  destruct (IH (if t v <? m then if good v then t v else m else m)) as (h1 & h2).
  destruct (t v <? m) eqn:L; [apply Z.ltb_lt in L|apply Z.ltb_ge in L]; destruct (good v) eqn:G;
    (split; [lia|intros [->|I] K; [try congruence; lia|auto]]).
Qed.
Lemma greatest_label_le {A} (t : A -> Z) l n : 0 <= n -> (forall u, In u l -> t u <= n) ->
  greatest_label t l <= n.
Proof.
  unfold greatest_label. intros Hn H. enough (K : forall m, m <= n -> fold_left (fun m u => Z.max m (t u)) l m <= n)
    by (now apply K).
  induction l as [|v l IH]; intros m Hm; cbn; [assumption|].
  apply IH; [intros u Hu; apply H; now right|]. pose proof (H v (or_introl eq_refl)). lia.
Qed.

(** If a label is at most [n + 1], this is because of labels that are at most [n]. *)
Lemma label_because t greedy may u mine theirs n : label_ok t greedy may u mine theirs = true ->
  0 <= n -> n + 1 < infinite -> t u <= n + 1 ->
  (exists w, In w mine /\ greedy w = true /\ t w <= n) \/ (forall c, In c theirs -> t c <= n).
Proof.
  unfold label_ok. intros H Hn Hi L. apply andb_prop in H as [H%Z.eqb_eq _].
  assert (M : Z.min (least_label greedy t mine) (greatest_label t theirs) <= n) by lia.
  destruct (Z.min_spec (least_label greedy t mine) (greatest_label t theirs)) as [[_ E]|[_ E]]; rewrite E in M.
  - left. destruct (least_label_spec greedy t mine) as [F|(w & h1 & h2 & h3)]; [lia|].
    exists w. repeat split; auto; lia.
  - right. intros c Hc. pose proof (greatest_label_ge t theirs c Hc). lia.
Qed.
Lemma label_therefore t greedy may u mine theirs n : label_ok t greedy may u mine theirs = true -> 0 <= n ->
  (exists w, In w mine /\ greedy w = true /\ t w <= n) \/ (forall c, In c theirs -> t c <= n) -> t u <= n + 1.
Proof.
  unfold label_ok. intros H Hn C. apply andb_prop in H as [H%Z.eqb_eq _].
  destruct C as [(w & h1 & h2 & h3)|C].
  - pose proof (least_label_le greedy t mine w h1 h2). lia.
  - pose proof (greatest_label_le t theirs n Hn C). lia.
Qed.
Lemma label_positive t greedy may u mine theirs : label_ok t greedy may u mine theirs = true ->
  (forall v, In v mine \/ In v theirs -> 0 <= t v) -> 1 <= t u.
Proof.
  unfold label_ok. intros H P. apply andb_prop in H as [H%Z.eqb_eq _].
  assert (0 <= greatest_label t theirs).
  { unfold greatest_label. enough (K : forall l m, 0 <= m -> 0 <= fold_left (fun m u => Z.max m (t u)) l m) by now apply K.
    induction l as [|v l IH]; intros m Hm; cbn; [assumption|]. apply IH. lia. }
  destruct (least_label_spec greedy t mine) as [F|(w & h1 & h2 & h3)]; unfold infinite in *; [lia|].
  specialize (P w (or_introl h1)). lia.
Qed.

Section Unique.
  Variables (options_of : colour -> Z -> list target) (cited : Z -> Z -> option cell).
  Variables own own' : Z -> option cell.

  (** Both files have values for the same classes, with the same values, and the clauses hold in both. *)
  Hypothesis range : forall k c u, cited k c = Some u -> in_range u.
  Hypothesis own_range : forall c u, own c = Some u -> in_range u.
  Hypothesis own_range' : forall c u, own' c = Some u -> in_range u.
  Hypothesis same_values : forall c u u', own c = Some u -> own' c = Some u' ->
    (alpha u == alpha u')%Q /\ (beta u == beta u')%Q.
  Hypothesis same_classes : forall c, own c = None <-> own' c = None.
  Hypothesis clauses : forall c u, own c = Some u -> exists ch, class_ok options_of cited own c u ch = true.
  Hypothesis clauses' : forall c u, own' c = Some u -> exists ch, class_ok options_of cited own' c u ch = true.

  (** Two cells of one option. *)
  Definition pair (u u' : cell) : Prop :=
    exists t, cell_of cited own t = Some u /\ cell_of cited own' t = Some u'.

  Lemma pair_cases u u' : pair u u' -> u = u' \/ exists c, own c = Some u /\ own' c = Some u'.
  Proof.
    intros (t & E & E'). destruct t as [c|k c e|[]|]; cbn in E, E'; [right; eauto| | | |]; left; try congruence.
  Qed.
  Lemma pair_values u u' : pair u u' -> (alpha u == alpha u')%Q /\ (beta u == beta u')%Q.
  Proof. intros P. destruct (pair_cases u u' P) as [->|(c & E & E')]; [split; lra|eauto]. Qed.

  Lemma traverse_pairs l : forall w w', traverse (cell_of cited own) l = Some w ->
    traverse (cell_of cited own') l = Some w' -> Forall2 pair w w'.
  Proof.
    intros w w' T T'. apply traverse_spec in T. apply traverse_spec in T'.
    revert w' T'. induction T as [|t u l w E T IH]; intros w' T'; inversion T'; subst; constructor; auto. now exists t.
  Qed.
  (** Greatest and least values of paired lists. *)
  Lemma greatest_pairs w w' (x : cell -> Q) : Forall2 pair w w' -> (forall u u', pair u u' -> (x u == x u')%Q) ->
    (greatest x w == greatest x w')%Q.
  Proof.
    intros F H. unfold greatest. enough (K : forall m m', (m == m')%Q ->
      (fold_left (fun m u => let y := x u in if leq m y then y else m) w m ==
       fold_left (fun m u => let y := x u in if leq m y then y else m) w' m')%Q) by (apply K; lra).
    induction F as [|a a' w w' P F IH]; intros m m' E; cbn; [assumption|]. apply IH. specialize (H a a' P).
    pose proof (leq_spec m (x a)) as L. pose proof (leq_spec m' (x a')) as L'.
    assert (C : (m <= x a <-> m' <= x a')%Q) by (rewrite E, H; tauto).
    destruct (leq m (x a)), (leq m' (x a')); try assumption; exfalso; intuition congruence.
  Qed.
  Lemma least_pairs w w' (x : cell -> Q) : Forall2 pair w w' -> (forall u u', pair u u' -> (x u == x u')%Q) ->
    (least x w == least x w')%Q.
  Proof.
    intros F H. unfold least. enough (K : forall m m', (m == m')%Q ->
      (fold_left (fun m u => let y := x u in if leq y m then y else m) w m ==
       fold_left (fun m u => let y := x u in if leq y m then y else m) w' m')%Q) by (apply K; lra).
    induction F as [|a a' w w' P F IH]; intros m m' E; cbn; [assumption|]. apply IH. specialize (H a a' P).
    pose proof (leq_spec (x a) m) as L. pose proof (leq_spec (x a') m') as L'.
    assert (C : (x a <= m <-> x a' <= m')%Q) by (rewrite E, H; tauto).
    destruct (leq (x a) m), (leq (x a') m'); try assumption; exfalso; intuition congruence.
  Qed.
  Lemma greedy_pairs (x : cell -> Q) m m' u u' : pair u u' -> (m == m')%Q ->
    (forall u u', pair u u' -> (x u == x u')%Q) -> eq (x u) m = eq (x u') m'.
  Proof.
    intros P E H. pose proof (eq_spec (x u) m) as K. pose proof (eq_spec (x u') m') as K'.
    assert (C : (x u == m <-> x u' == m')%Q) by (rewrite E, (H u u' P); tauto).
    destruct (eq (x u) m), (eq (x u') m'); intuition congruence.
  Qed.

  (** One player's labels. *)
  Section Side.
    Variables (t : cell -> Z).
    (** At each class both labels solve the same equation over paired options, with the same greedy
        options. *)
    Hypothesis equations : forall c u u', own c = Some u -> own' c = Some u' ->
      exists mine mine' theirs theirs' greedy greedy' may may',
        Forall2 pair mine mine' /\ Forall2 pair theirs theirs' /\
        (forall w w', pair w w' -> greedy w = greedy' w') /\
        label_ok t greedy may u mine theirs = true /\ label_ok t greedy' may' u' mine' theirs' = true.
    Hypothesis positive : forall u u', pair u u' -> 0 <= t u /\ 0 <= t u'.

    Lemma stages n : Z.of_nat n < infinite -> forall u u', pair u u' -> t u <= Z.of_nat n <-> t u' <= Z.of_nat n.
    Proof.
      induction n as [|n IH]; intros Hn u u' P; destruct (pair_cases u u' P) as [->|(c & E & E')]; try tauto;
        destruct (equations c u u' E E') as (m & m' & th & th' & g & g' & may & may' & (M1 & M2)%Forall2_covers & (T1 & T2)%Forall2_covers & G & L & L').
      - assert (1 <= t u).
        { apply (label_positive _ _ _ _ _ _ L). intros v [I|I];
            [destruct (M1 _ I) as (v' & _ & Q)|destruct (T1 _ I) as (v' & _ & Q)]; apply (positive v v' Q). }
        assert (1 <= t u').
        { apply (label_positive _ _ _ _ _ _ L'). intros v [I|I];
            [destruct (M2 _ I) as (v' & _ & Q)|destruct (T2 _ I) as (v' & _ & Q)]; apply (positive v' v Q). }
        cbn. lia.
      - replace (Z.of_nat (S n)) with (Z.of_nat n + 1) in * by lia.
        assert (Hn' : Z.of_nat n < infinite) by lia. specialize (IH Hn'). split; intros H.
        + apply (label_therefore _ _ _ _ _ _ (Z.of_nat n) L' ltac:(lia)).
          destruct (label_because _ _ _ _ _ _ (Z.of_nat n) L ltac:(lia) Hn H) as [(w & I & Gw & Tw)|C].
          * left. destruct (M1 _ I) as (w' & I' & Q). exists w'. part.
            split; [now rewrite <- (G w w' Q)|]. now apply (IH w w' Q).
          * right. intros d I'. destruct (T2 _ I') as (d' & I & Q). apply (IH d' d Q). auto.
        + apply (label_therefore _ _ _ _ _ _ (Z.of_nat n) L ltac:(lia)).
          destruct (label_because _ _ _ _ _ _ (Z.of_nat n) L' ltac:(lia) Hn H) as [(w & I & Gw & Tw)|C].
          * left. destruct (M2 _ I) as (w' & I' & Q). exists w'. part.
            split; [now rewrite (G w' w Q)|]. now apply (IH w' w Q).
          * right. intros d I'. destruct (T1 _ I') as (d' & I & Q). apply (IH d d' Q). auto.
    Qed.
    Lemma side_unique u u' : pair u u' -> t u <= infinite -> t u' <= infinite -> t u = t u'.
    Proof.
      intros P B B'. destruct (positive u u' P) as (N & N').
      destruct (Z.lt_ge_cases (t u) infinite) as [L|L].
      - pose proof (proj1 (stages (Z.to_nat (t u)) ltac:(lia) u u' P) ltac:(lia)).
        pose proof (proj2 (stages (Z.to_nat (t u')) ltac:(lia) u u' P) ltac:(lia)). lia.
      - destruct (Z.lt_ge_cases (t u') infinite) as [L'|L']; [|lia].
        pose proof (proj2 (stages (Z.to_nat (t u')) ltac:(lia) u u' P) ltac:(lia)). lia.
    Qed.
  End Side.

  Lemma pair_range u u' : pair u u' -> in_range u /\ in_range u'.
  Proof.
    intros (s & E & E'). split; [apply (cell_range cited own range own_range s u E)|apply (cell_range cited own' range own_range' s u' E')].
  Qed.

  (** Lemma 2: the labels of all classes are the same. *)
  Theorem labels_unique c u u' : own c = Some u -> own' c = Some u' ->
    label_white u = label_white u' /\ label_black u = label_black u'.
  Proof.
    intros E E'. assert (P : pair u u') by (now exists (Own c)).
    assert (VA : forall u u', pair u u' -> (alpha u == alpha u')%Q) by (intros; now apply pair_values).
    assert (VB : forall u u', pair u u' -> (beta u == beta u')%Q) by (intros; now apply pair_values).
    assert (Parts : forall c u u', own c = Some u -> own' c = Some u' -> exists w w' b b',
      Forall2 pair w w' /\ Forall2 pair b b' /\ position_ok u w b = true /\ position_ok u' w' b' = true).
    { clear c u u' E E' P. intros c u u' E E'. destruct (clauses c u E) as (ch & K). destruct (clauses' c u' E') as (ch' & K').
      unfold class_ok in K, K'.
      take w' W'. take d' D'. take w W. take d D.
      apply andb_prop in K. apply andb_prop in K'. exists w, w', d, d'.
      repeat split; try (now apply (traverse_pairs (options_of White c))); try (now apply (traverse_pairs (options_of Black c))); tauto. }
    pose proof (pair_range u u' P) as ((_ & _ & (_ & RW) & (_ & RB)) & (_ & _ & (_ & RW') & (_ & RB'))).
    split; (apply side_unique; auto; [clear c u u' E E' P RW RB RW' RB'; intros c u u' E E'|intros v v' Q;
      destruct (pair_range v v' Q) as ((_ & _ & (N & _) & (M & _)) & (_ & _ & (N' & _) & (M' & _))); lia]);
      destruct (Parts c u u' E E') as (w & w' & b & b' & FW & FB & K & K'); unfold position_ok in K, K';
      destruct (nonempty w && nonempty b), (nonempty w' && nonempty b'); try discriminate;
      apply andb_prop in K as [[_ LW]%andb_prop LB], K' as [[_ LW']%andb_prop LB'].
    - do 8 eexists. split; [exact FW|]. split; [exact FB|]. split; [|split; [exact LW|exact LW']].
      intros v v' Q. apply greedy_pairs; auto. now apply greatest_pairs.
    - do 8 eexists. split; [exact FB|]. split; [exact FW|]. split; [|split; [exact LB|exact LB']].
      intros v v' Q. apply greedy_pairs; auto. now apply least_pairs.
  Qed.
End Unique.
