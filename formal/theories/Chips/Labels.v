(** * Labels: why a solution of the recursion is the threshold

    [spec/soundness/chips.md], section 4, Theorem 3, and section 5, for a given number of chips
    on any graph, cycles included.  A function [f] that solves the recursion can be below the
    threshold if play can cycle.  Labels exclude that: a claimant at [v] with a code of [f v +
    s], and possibly further whole chips, can ensure that within a number of moves bounded by [d
    s v] either the game is won or another whole chip is gained.

    [Section Solution] states the conditions that a checker has to verify.
    [labels_give_thresholds] and [order_gives_thresholds] (no cycles, no labels) are the two ways
    to conclude. *)
From Coq Require Import ZArith NArith List Bool Lia Wellfounded.
From Gamecert.Chips Require Import Rule OneMove Threshold.
Import ListNotations.
Open Scope Z_scope.
Local Arguments Z.min : simpl never.
Local Arguments Z.max : simpl never.

Section Solution.
  Context {G : game}.
  Variables (rule : tie_break) (p : player) (k : Z).
  Notation T := (never rule k).
  Notation u := (unit rule).
  Hypothesis chips_nonneg : 0 <= k.

  (** The relevant positions.  The threshold of a settled position is known already: it is an
      end, or a position of a cited game. *)
  Variables (D : position G -> Prop) (settled : position G -> bool).
  Variable f : position G -> Z.

  (** [known]: [f] is the threshold at settled positions.  [equation]: [f] solves the recursion
      at all others. *)
  Record solution : Prop := {
    known : forall v, D v -> settled v = true -> threshold rule p k v (f v);
    live : forall v, D v -> settled v = false -> ended v = None;
    closed : forall v q w, D v -> settled v = false -> In w (options q v) -> D w;
    in_range : forall v, D v -> settled v = false -> 0 <= f v <= T;
    equation : forall v, D v -> settled v = false -> f v = step rule p k f v }.

  (** Labels [d 0 v] and [d 1 v].  The second one is for half chips and has no meaning if the
      unit is 1. *)
  Variable d : Z -> position G -> N.

  (** The code that a claimant can count on at [w] while the label is [l]. *)
  Definition counted_on (l : N) (w : position G) : Z :=
    if settled w then f w
    else if (d 0 w <? l)%N then f w
    else if (d 1 w <? l)%N then Z.min T (f w + 1)
    else Z.min T (f w + u).

  (** (L) of the page, clauses [chips/label_missing], [label_small] and [label_half_chip]. *)
  Definition labelled : Prop :=
    forall v s, D v -> settled v = false -> 0 <= s < u -> f v + s <= T - 1 ->
      step rule p k (counted_on (d s v)) v <= f v + s.

  Lemma f_range : solution -> forall v, D v -> 0 <= f v <= T.
  Proof.
    intros Hs v Dv. destruct (settled v) eqn:S; [|now apply (in_range Hs)].
    now destruct (known Hs v Dv S).
  Qed.

  (** A solution is nowhere above the threshold. *)
  Lemma solution_below : solution -> forall v h, D v -> holds k h ->
    code rule h p < f v -> prevented rule p v h.
  Proof.
    intros Hs. apply (holds_off rule p k chips_nonneg D settled f).
    - now apply f_range.
    - apply (known Hs).
    - split; [now apply (live Hs)|split].
      + intros q w. now apply (closed Hs).
      + rewrite <- (equation Hs) by assumption. lia.
  Qed.

  Lemma solution_is_threshold : solution -> forall v, D v -> eventually rule p k v (f v) ->
    threshold rule p k v (f v).
  Proof.
    split; [now apply f_range|]. split.
    - now apply (eventually_wins rule p k chips_nonneg v (f v)).
    - now apply solution_below.
  Qed.

  (** The claimant has a surplus of [s] and [m] whole chips: statement A in the proof of Theorem
      3.  The induction is downwards on [m], and for each [m] upwards on the label. *)
  Lemma surplus : solution -> labelled -> forall n m, 0 <= m -> (Z.to_nat (T - u * m) <= n)%nat ->
    forall l v s, d s v = l -> D v -> settled v = false -> 0 <= s < u ->
      eventually rule p k v (f v + s + u * m).
  Proof.
    intros Hs HL. assert (U : 0 < u) by (unfold unit; destruct rule; lia).
    induction n as [|n IHm]; intros m M Hn.
    { intros l v s _ Dv S R. apply eventually_never; [assumption|].
      pose proof (f_range Hs v Dv). lia. }
    intros l. induction (N.lt_wf_0 l) as [l _ IHl]. intros v s El Dv S R.
    destruct (Z.le_gt_cases T (f v + s + u * m)) as [|L]; [now apply eventually_never|].
    assert (LL : f v + s <= T - 1) by nia.
    specialize (HL v s Dv S R LL). rewrite El in HL.
    set (g w := Z.min T (counted_on l w + u * m)).
    apply (eventually_le _ _ _ _ (step rule p k g v)).
    - apply eventually_step; [assumption|now apply (live Hs)|]. intros q w I.
      assert (Dw : D w) by exact (closed Hs v q w Dv S I).
      apply eventually_min; [assumption|]. unfold counted_on. destruct (settled w) eqn:Sw.
      + apply (eventually_le _ _ _ _ (f w)); [|nia].
        apply threshold_eventually; [assumption|]. now apply (known Hs).
      + destruct (N.ltb_spec (d 0 w) l) as [L0|L0].
        { apply (eventually_le _ _ _ _ (f w + 0 + u * m)); [|lia].
          apply (IHl (d 0 w)); auto. lia. }
        destruct (N.ltb_spec (d 1 w) l) as [L1|L1].
        { destruct (Z.eq_dec u 1) as [E1|E1].
          - apply (eventually_le _ _ _ _ (Z.min T (f w + 0 + u * (m + 1)))); [|lia].
            apply eventually_min; [assumption|].
            apply (IHm (m + 1) ltac:(lia) ltac:(lia) (d 0 w)); auto. lia.
          - apply (eventually_le _ _ _ _ (Z.min T (f w + 1 + u * m))); [|lia].
            apply eventually_min; [assumption|]. apply (IHl (d 1 w)); auto.
            lia. }
        apply (eventually_le _ _ _ _ (Z.min T (f w + 0 + u * (m + 1)))); [|lia].
        apply eventually_min; [assumption|].
        apply (IHm (m + 1) ltac:(lia) ltac:(lia) (d 0 w)); auto. lia.
    - assert (step rule p k g v <= step rule p k (counted_on l) v + u * m); [|lia].
      unfold step. rewrite <- phi_shift. apply phi_monotone.
      + apply (Z.le_trans _ (least (T + u * m) (fun w => counted_on l w + u * m) (options p v))).
        * apply least_monotone; [lia|]. intros w _; unfold g; lia.
        * generalize (options p v). induction l0 as [|a l0 IH]; cbn; lia.
      + apply greatest_lub; [pose proof (greatest_nonneg (counted_on l) (options (other p) v)); lia|].
        intros w I. pose proof (greatest_ge (counted_on l) _ _ I). unfold g; lia.
  Qed.

  (** Theorem 3, and Theorem 5 with cycles.  A solution of the recursion that has labels is the
      threshold at every relevant position. *)
  Theorem labels_give_thresholds : solution -> labelled ->
    forall v, D v -> threshold rule p k v (f v).
  Proof.
    intros Hs HL v Dv. destruct (settled v) eqn:S; [now apply (known Hs)|].
    apply solution_is_threshold; auto.
    replace (f v) with (f v + 0 + u * 0) by lia.
    apply (surplus Hs HL _ 0 (Z.le_refl 0) (le_n _) (d 0 v)); auto.
    unfold unit; destruct rule; lia.
  Qed.
End Solution.

(** Theorem 5 without cycles.  If every option is settled or of smaller rank, the recursion has
    exactly one solution, and it is the threshold. *)
Theorem order_gives_thresholds {G : game} rule p k (D : position G -> Prop) settled f
    (rank : position G -> N) : 0 <= k ->
  solution rule p k D settled f ->
  (forall v q w, D v -> settled v = false -> In w (options q v) ->
     settled w = true \/ (rank w < rank v)%N) ->
  forall v, D v -> threshold rule p k v (f v).
Proof.
  intros K Hs R. apply (labels_give_thresholds rule p k K D settled f (fun _ => rank) Hs).
  intros v s Dv S Hs' _.
  apply (Z.le_trans _ (step rule p k f v)); [|rewrite <- (equation _ _ _ _ _ _ Hs); auto; lia].
  apply step_monotone. intros q w I. unfold counted_on.
  destruct (R v q w Dv S I) as [E|L]; [rewrite E; lia|].
  apply N.ltb_lt in L. rewrite L. destruct (settled w); lia.
Qed.
