(** * Thresholds of [n] moves, and how the other holds the claimant off

    [spec/soundness/chips.md], section 3: Theorems 1 and 2, for one game, one claimant [p], one
    way of breaking ties and [k] chips in all.  Theorem 1 has three parts.  [forces_iff]: the
    recursion gives the least code that forces an end within [n] moves.  [holds_off]: a function
    that is at most its own step is nowhere above the threshold, because the other can keep the
    claimant below it for ever.  [threshold_settles]: a threshold, as the rule defines it, is the
    value at which the recursion becomes constant. *)
From Coq Require Import ZArith List Bool Lia.
From Gamecert.Chips Require Import Rule OneMove.
Import ListNotations.
Open Scope Z_scope.
Local Arguments Z.min : simpl never.
Local Arguments Z.max : simpl never.

(** The least and the greatest value of [f] on a list of options.  (The first argument of [least]
    bounds the values; 0 bounds them from below.) *)
Fixpoint least {A} (top : Z) (f : A -> Z) (l : list A) : Z :=
  match l with [] => top | v :: l' => Z.min (f v) (least top f l') end.
Fixpoint greatest {A} (f : A -> Z) (l : list A) : Z :=
  match l with [] => 0 | v :: l' => Z.max (f v) (greatest f l') end.

Lemma least_le {A} top (f : A -> Z) l v : In v l -> least top f l <= f v.
Proof. induction l as [|a l IH]; cbn; [tauto|]. intros [->|H]; [|specialize (IH H)]; lia. Qed.
Lemma least_top {A} top (f : A -> Z) l : least top f l <= top.
Proof. induction l; cbn; lia. Qed.
Lemma least_in {A} top (f : A -> Z) l : least top f l < top -> exists v, In v l /\ f v = least top f l.
Proof.
  induction l as [|a l IH]; cbn; [lia|]. intros H.
  destruct (Z.le_gt_cases (f a) (least top f l)).
  - exists a; split; [now left|lia].
  - destruct IH as (v & I & E); [lia|]. exists v; split; [now right|lia].
Qed.
Lemma least_glb {A} top (f : A -> Z) l z : z <= top -> (forall v, In v l -> z <= f v) -> z <= least top f l.
Proof.
  intros T; induction l as [|a l IH]; cbn; intros H; [assumption|].
  pose proof (H a (or_introl eq_refl)). specialize (IH (fun v I => H v (or_intror I))). lia.
Qed.
Lemma least_monotone {A} top top' (f g : A -> Z) l :
  top <= top' -> (forall v, In v l -> f v <= g v) -> least top f l <= least top' g l.
Proof.
  intros T; induction l as [|a l IH]; cbn; intros H; [assumption|].
  pose proof (H a (or_introl eq_refl)). specialize (IH (fun v I => H v (or_intror I))). lia.
Qed.
Lemma greatest_ge {A} (f : A -> Z) l v : In v l -> f v <= greatest f l.
Proof. induction l as [|a l IH]; cbn; [tauto|]. intros [->|H]; [|specialize (IH H)]; lia. Qed.
Lemma greatest_nonneg {A} (f : A -> Z) l : 0 <= greatest f l.
Proof. induction l; cbn; lia. Qed.
Lemma greatest_in {A} (f : A -> Z) l : 0 < greatest f l -> exists v, In v l /\ f v = greatest f l.
Proof.
  induction l as [|a l IH]; cbn; [lia|]. intros H.
  destruct (Z.le_gt_cases (greatest f l) (f a)).
  - exists a; split; [now left|lia].
  - destruct IH as (v & I & E); [lia|]. exists v; split; [now right|lia].
Qed.
Lemma greatest_lub {A} (f : A -> Z) l z : 0 <= z -> (forall v, In v l -> f v <= z) -> greatest f l <= z.
Proof.
  intros T; induction l as [|a l IH]; cbn; intros H; [assumption|].
  pose proof (H a (or_introl eq_refl)). specialize (IH (fun v I => H v (or_intror I))). lia.
Qed.
Lemma greatest_monotone {A} (f g : A -> Z) l :
  (forall v, In v l -> f v <= g v) -> greatest f l <= greatest g l.
Proof.
  induction l as [|a l IH]; cbn; intros H; [lia|].
  pose proof (H a (or_introl eq_refl)). specialize (IH (fun v I => H v (or_intror I))). lia.
Qed.

(** ** Claimant and other contradict each other

    If one player can ensure one property and the other player another, then some play has both. *)
Lemma ensures_clash {A} p q (can Q Q' : A -> Prop) :
  ensures p q can Q -> ensures (other p) q can Q' -> exists a, Q a /\ Q' a.
Proof.
  unfold ensures. destruct p, q; cbn; intros H H';
    try (destruct H as (a & C & H)); try (destruct H' as (a & C & H')); eauto.
Qed.

Lemma bids_settled_clash rule p h l r Q Q' :
  bids_settled rule p h l r Q -> bids_settled rule (other p) h l r Q' -> exists w h', Q w h' /\ Q' w h'.
Proof.
  unfold bids_settled. destruct (l ?= r), rule; eauto.
  intros H H'. destruct (ensures_clash _ _ _ _ _ H H') as ([] & A & B); eauto.
Qed.

Lemma has_bid_clash rule p h Q Q' :
  has_bid rule p h Q -> has_bid rule (other p) h Q' -> exists w h', Q w h' /\ Q' w h'.
Proof.
  intros (b & B & H) (b' & B' & H').
  specialize (H b' B'). rewrite other_other in H'. specialize (H' b B).
  unfold after_bids in *. destruct p; cbn in *; eapply bids_settled_clash; eauto.
Qed.

Lemma moved_clash (G : game) p (v : position G) w Q Q' :
  moved p v w Q -> moved (other p) v w Q' -> exists v', Q v' /\ Q' v'.
Proof.
  intros H H'. destruct (ensures_clash _ _ _ _ _ H H') as (m & A & B).
  exact (ensures_clash _ _ _ _ _ A B).
Qed.

Lemma has_move_clash (G : game) rule p (v : position G) h Q Q' :
  has_move rule p v h Q -> has_move rule (other p) v h Q' -> exists v' h', Q v' h' /\ Q' v' h'.
Proof.
  intros H H'. destruct (has_bid_clash _ _ _ _ _ H H') as (w & h' & A & B).
  destruct (moved_clash _ _ _ _ _ _ A B) as (v' & C). eauto.
Qed.

(** A win by force cannot be prevented, so there is at most one threshold. *)
Theorem not_won_and_prevented (G : game) rule p (v : position G) h :
  wins_by_force rule p v h -> prevented rule p v h -> False.
Proof.
  intros (n & W) (S & I & C). revert v h W I.
  induction n as [|n IH]; intros v h W I; specialize (C v h I) as Cv; cbn in W;
    destruct (ended v); try congruence; try contradiction.
  destruct (has_move_clash _ _ _ _ _ _ _ W Cv) as (v' & h' & A & B). eauto.
Qed.

(** It suffices to keep the play in a set, or in positions where the win is prevented already. *)
Lemma prevented_by (G : game) rule p (X : position G -> holding -> Prop) :
  (forall v h, X v h -> match ended v with
     | Some o => won_by p o = false
     | None => has_move rule (other p) v h (fun v' h' => X v' h' \/ prevented rule p v' h') end) ->
  forall v h, X v h -> prevented rule p v h.
Proof.
  intros C v h Xv. exists (fun v' h' => X v' h' \/ prevented rule p v' h'). split; [now left|].
  intros v' h' [H|H]; [exact (C v' h' H)|].
  destruct H as (S & I & CS). specialize (CS v' h' I) as E. destruct (ended v'); [assumption|].
  revert E. unfold has_move. apply has_bid_weaken. intros w h1.
  assert (forall u, S u h1 -> X u h1 \/ prevented rule p u h1) by (intros u Hu; right; exists S; auto).
  unfold moved, ensures. destruct (same (other p) w).
  - intros (m & _ & M). exists m; split; [exact Logic.I|]. destruct (same (other p) m).
    + destruct M as (u & Iu & Su). eauto.
    + auto.
  - intros M m _. specialize (M m Logic.I). destruct (same (other p) m).
    + destruct M as (u & Iu & Su). eauto.
    + auto.
Qed.

Section Thresholds.
  Context {G : game}.
  Variables (rule : tie_break) (p : player) (k : Z).
  Notation T := (never rule k).
  Notation u := (unit rule).

  Definition step (f : position G -> Z) (v : position G) : Z :=
    phi rule p (least T f (options p v)) (greatest f (options (other p) v)).

  (** The threshold of [n] moves. *)
  Fixpoint within (n : nat) (v : position G) : Z :=
    match ended v with
    | Some o => if won_by p o then 0 else T
    | None => match n with O => T | S n' => step (within n') v end
    end.

  Lemma step_monotone f g v :
    (forall q w, In w (options q v) -> f w <= g w) -> step f v <= step g v.
  Proof.
    intros H. apply phi_monotone; [apply least_monotone; [lia|]|apply greatest_monotone]; eauto.
  Qed.

  Hypothesis chips_nonneg : 0 <= k.
  Lemma never_pos : 0 < T.
  Proof. unfold never, unit; destruct rule; lia. Qed.

  Lemma within_range n v : 0 <= within n v <= T.
  Proof.
    pose proof never_pos. revert v; induction n as [|n IH]; intros v; cbn; destruct (ended v);
      try (destruct (won_by p o)); try lia.
    apply phi_range; split.
    - apply least_glb; [lia|]. intros w _. apply IH.
    - apply least_top.
    - apply greatest_nonneg.
    - apply greatest_lub; [lia|]. intros w _. apply IH.
  Qed.

  Lemma within_S n v : within (S n) v <= within n v.
  Proof.
    revert v; induction n as [|n IH]; intros v.
    - pose proof (within_range 1 v). cbn in *. destruct (ended v); lia.
    - cbn [within]. destruct (ended v); [lia|]. apply step_monotone. intros q w _. apply IH.
  Qed.
  Lemma within_le m n v : (m <= n)%nat -> within n v <= within m v.
  Proof. induction 1 as [|n _ IH]; [lia|]. pose proof (within_S n v). lia. Qed.

  (** *** The claimant has enough *)

  Lemma enough_has_move (f : position G -> Z) v h (Q : position G -> holding -> Prop) :
    holds k h -> (forall w, 0 <= f w) -> step f v <= code rule h p ->
    (forall w h', holds k h' -> f w <= code rule h' p -> Q w h') ->
    has_move rule p v h Q.
  Proof.
    intros H F E W. pose proof never_pos. unfold step in E.
    set (x := least T f (options p v)) in *. set (y := greatest f (options (other p) v)) in *.
    assert (X : 0 <= x) by (apply least_glb; [lia|auto]).
    assert (Y : 0 <= y) by apply greatest_nonneg.
    unfold has_move. eapply has_bid_weaken; [|apply (enough_has_bid rule k h p x y); auto].
    intros w h' [H' N]. pose proof (code_range rule k h' p H') as R.
    assert (XM : x <= code rule h' p -> exists w, In w (options p v) /\ Q w h').
    { intros L. destruct (least_in T f (options p v)) as (o & Io & Eo); [fold x; lia|].
      exists o; part. apply W; [assumption|]. fold x in Eo; lia. }
    assert (YM : y <= code rule h' p -> forall w, In w (options (other p) v) -> Q w h').
    { intros L o Io. apply W; [assumption|]. pose proof (greatest_ge f _ _ Io). fold y in H1. lia. }
    unfold moved, ensures. unfold needs in N. destruct (same p w).
    - destruct (Z.le_gt_cases x y).
      + exists p; part. rewrite same_refl. apply XM; lia.
      + exists (other p); part. rewrite same_other. apply YM; lia.
    - intros m _. destruct (same p m) eqn:S.
      + assert (m = p) by (destruct p, m; cbn in S; congruence). subst m. apply XM; lia.
      + assert (m = other p) by (destruct p, m; cbn in S; cbn; congruence). subst m. apply YM; lia.
  Qed.

  (** *** The claimant has too little *)

  Lemma too_little_has_move (f : position G -> Z) v h (Q : position G -> holding -> Prop) :
    holds k h -> (forall q w, In w (options q v) -> f w <= T) -> code rule h p < step f v ->
    (forall q w h', In w (options q v) -> holds k h' -> code rule h' p < f w -> Q w h') ->
    has_move rule (other p) v h Q.
  Proof.
    intros H F E W. pose proof never_pos. unfold step in E.
    set (x := least T f (options p v)) in *. set (y := greatest f (options (other p) v)) in *.
    assert (X : x <= T) by apply least_top.
    assert (Y : y <= T) by (apply greatest_lub; [lia|eauto]).
    unfold has_move. eapply has_bid_weaken; [|apply (too_little_other_has_bid rule k h p x y); auto].
    intros w h' [H' N]. pose proof (code_range rule k h' p H') as R.
    assert (YM : code rule h' p < y -> exists w, In w (options (other p) v) /\ Q w h').
    { intros L. destruct (greatest_in f (options (other p) v)) as (o & Io & Eo); [fold y; lia|].
      exists o; part. apply (W (other p)); auto. fold y in Eo; lia. }
    assert (XM : code rule h' p < x -> forall w, In w (options p v) -> Q w h').
    { intros L o Io. apply (W p); auto. pose proof (least_le T f _ _ Io). fold x in H1. lia. }
    unfold moved, ensures. unfold needs in N. destruct (same (other p) w) eqn:Sw.
    - assert (same p w = false) as S by (destruct p, w; cbn in *; congruence). rewrite S in N.
      destruct (Z.le_gt_cases x y).
      + exists (other p); part. rewrite same_refl. apply YM; lia.
      + exists p; part. rewrite same_other_l. apply XM; lia.
    - assert (same p w = true) as S by (destruct p, w; cbn in *; congruence). rewrite S in N.
      intros m _. destruct (same (other p) m) eqn:Sm.
      + assert (m = other p) by (destruct p, m; cbn in Sm; cbn; congruence). subst m. apply YM; lia.
      + assert (m = p) by (destruct p, m; cbn in Sm; cbn; congruence). subst m. apply XM; lia.
  Qed.

  (** Theorem 1, first part.  After [n] steps the recursion gives the least code with which the
      claimant forces an end that they have won within [n] moves. *)
  Theorem forces_iff n v h : holds k h -> (forces rule p n v h <-> within n v <= code rule h p).
  Proof.
    intros H. split.
    - revert v h H. induction n as [|n IH]; intros v h H F; cbn in *;
        pose proof (code_range rule k h p H); destruct (ended v) as [o|]; try (rewrite F); try lia;
        try contradiction.
      destruct (Z.le_gt_cases (step (within n) v) (code rule h p)) as [?|L]; [assumption|exfalso].
      assert (O : has_move rule (other p) v h
                    (fun v' h' => holds k h' /\ code rule h' p < within n v')).
      { apply (too_little_has_move (within n)); auto. intros; apply within_range. }
      destruct (has_move_clash _ _ _ _ _ _ _ F O) as (v' & h' & A & B & C).
      specialize (IH v' h' B A). lia.
    - revert v h H. induction n as [|n IH]; intros v h H L; cbn in *;
        pose proof (code_range rule k h p H); destruct (ended v) as [o|];
        try (destruct (won_by p o)); try reflexivity; try lia.
      apply (enough_has_move (within n)); auto. intros; apply within_range.
  Qed.

  (** Theorem 1, second part.  Let [f] be at most its own step at all positions of a set, and let
      play leave the set only to positions where [f] is the threshold already.  Then [f] is
      nowhere above the threshold: with a code below [f] the other prevents for ever that the
      claimant wins. *)
  Theorem holds_off (D : position G -> Prop) (settled : position G -> bool) (f : position G -> Z) :
    (forall v, D v -> f v <= T) ->
    (forall v, D v -> settled v = true -> threshold rule p k v (f v)) ->
    (forall v, D v -> settled v = false ->
       ended v = None /\ (forall q w, In w (options q v) -> D w) /\ f v <= step f v) ->
    forall v h, D v -> holds k h -> code rule h p < f v -> prevented rule p v h.
  Proof.
    intros B Hs Hu v h Dv Hh L.
    destruct (settled v) eqn:S.
    - destruct (Hs v Dv S) as [_ K]. now apply K.
    - apply (prevented_by G rule p (fun v h => D v /\ settled v = false /\ holds k h /\ code rule h p < f v)); auto.
      clear v h Dv Hh L S. intros v h (Dv & Sv & Hh & L).
      destruct (Hu v Dv Sv) as (E & C & LE). rewrite E.
      apply (too_little_has_move f); auto.
      + intros q w I. apply B. eauto.
      + lia.
      + intros q w h' I H' L'. pose proof (C q w I) as Dw. destruct (settled w) eqn:Sw; [right|left; auto].
        destruct (Hs w Dw Sw) as [_ K]. now apply K.
  Qed.

  (** The code [z] is enough to win within some number of moves. *)
  Definition eventually (v : position G) (z : Z) : Prop := exists n, within n v <= z.

  Lemma eventually_wins v z h : eventually v z -> holds k h -> z <= code rule h p -> wins_by_force rule p v h.
  Proof. intros (n & E) H L. exists n. apply forces_iff; [assumption|lia]. Qed.

  Lemma eventually_le v z z' : eventually v z -> z <= z' -> eventually v z'.
  Proof. intros (n & E) L; exists n; lia. Qed.
  Lemma eventually_never v z : T <= z -> eventually v z.
  Proof. intros L; exists O. pose proof (within_range 0 v). lia. Qed.
  Lemma eventually_min v z : eventually v z -> eventually v (Z.min T z).
  Proof. intros (n & E); exists n. pose proof (within_range n v). lia. Qed.

  Lemma threshold_eventually (v : position G) z : threshold rule p k v z -> eventually v z.
  Proof.
    intros [R H]. destruct (Z.eq_dec z T) as [->|N]; [apply eventually_never; lia|].
    destruct (code_attained rule k p z) as (h & Hh & E); [lia|].
    destruct (H h Hh) as [W _]. destruct W as (n & F); [lia|].
    exists n. apply forces_iff in F; [lia|assumption].
  Qed.

  (** If the options are enough with [g], then the step of [g] is enough. *)
  Lemma eventually_step v g :
    ended v = None -> (forall q w, In w (options q v) -> eventually w (g w)) -> eventually v (step g v).
  Proof.
    intros E H.
    assert (N : forall l : list (position G), (forall w, In w l -> eventually w (g w)) ->
                exists n, forall w, In w l -> within n w <= g w).
    { induction l as [|a l IH]; intros Hl; [exists O; intros w []|].
      destruct IH as (n & Hn); [intros; apply Hl; now right|].
      destruct (Hl a (or_introl eq_refl)) as (m & Hm).
      exists (Nat.max m n). intros w [->|I].
      - pose proof (within_le m (Nat.max m n) w ltac:(lia)). lia.
      - specialize (Hn w I). pose proof (within_le n (Nat.max m n) w ltac:(lia)). lia. }
    destruct (N (options Left v) (H Left)) as (a & Ha).
    destruct (N (options Right v) (H Right)) as (b & Hb).
    exists (S (Nat.max a b)). cbn. rewrite E. apply step_monotone.
    intros [] w I.
    - specialize (Ha w I). pose proof (within_le a (Nat.max a b) w ltac:(lia)). lia.
    - specialize (Hb w I). pose proof (within_le b (Nat.max a b) w ltac:(lia)). lia.
  Qed.

  (** Ends: the claimant needs nothing at an end they have won, and no code is enough at other
      ends. *)
  Lemma threshold_end (v : position G) o : ended v = Some o -> threshold rule p k v (if won_by p o then 0 else T).
  Proof.
    intros E. pose proof never_pos. split; [destruct (won_by p o); lia|]. intros h Hh.
    pose proof (code_range rule k h p Hh). destruct (won_by p o) eqn:W; split; intros L; try lia.
    - exists O. cbn. now rewrite E.
    - exists (fun v' _ => v' = v). part. intros v' h' ->. now rewrite E.
  Qed.

  (** There is at most one threshold. *)
  Theorem threshold_unique (v : position G) t t' : threshold rule p k v t -> threshold rule p k v t' -> t = t'.
  Proof.
    assert (K : forall t t', threshold rule p k v t -> threshold rule p k v t' -> ~ t < t').
    { clear. intros t t' [R H] [R' H'] L. destruct (code_attained rule k p t) as (h & Hh & E); [lia|].
      destruct (H h Hh) as [W _], (H' h Hh) as [_ P].
      apply (not_won_and_prevented G rule p v h); [apply W|apply P]; lia. }
    intros A B. pose proof (K t t' A B). pose proof (K t' t B A). lia.
  Qed.

  (** Theorem 1, third part.  The thresholds of [n] moves reach the threshold and stay there. *)
  Theorem threshold_settles (v : position G) t : threshold rule p k v t ->
    (forall n, t <= within n v) /\ (exists n, forall m, (n <= m)%nat -> within m v = t).
  Proof.
    intros H. pose proof H as [R K].
    assert (A : forall n, t <= within n v).
    { intros n. destruct (Z.le_gt_cases t (within n v)) as [|L]; [assumption|exfalso].
      pose proof (within_range n v). destruct (code_attained rule k p (within n v)) as (h & Hh & E); [lia|].
      apply (not_won_and_prevented G rule p v h).
      - exists n. apply forces_iff; [assumption|lia].
      - apply K; [assumption|lia]. }
    part.
    destruct (threshold_eventually v t H) as (n & L). exists n. intros m M.
    pose proof (A m). pose proof (within_le n m v M). lia.
  Qed.
End Thresholds.
