(** * Increments, and uniqueness of labels

    [spec/soundness/chips.md], Theorem 2 (with one more chip in all a threshold grows by at most a chip, and never
    falls) and the first half of Theorem 4 (at most one choice of labels satisfies [label_missing], [label_small],
    [label_half_chip] and [label_large]).  They explain why a table is written as increments, and why a claim has
    only one evidence.  Soundness does not depend on them. *)
From Coq Require Import ZArith NArith List Bool Lia.
From Gamecert.Chips Require Import Rule OneMove Threshold Labels.
Import ListNotations.
Open Scope Z_scope.
Local Arguments Z.min : simpl never.
Local Arguments Z.max : simpl never.

(** ** Theorem 2 *)

Lemma never_next rule k : never rule (k + 1) = never rule k + unit rule.
Proof. unfold never; lia. Qed.

Lemma within_next (G : game) rule p k n (v : position G) : 0 <= k ->
  within rule p k n v <= within rule p (k + 1) n v <= within rule p k n v + unit rule.
Proof.
  intros K. assert (U : 0 <= unit rule) by (destruct rule; cbn; lia).
  pose proof (never_next rule k) as NN.
  revert v. induction n as [|n IH]; intros v; cbn [within]; destruct (ended v);
    try (destruct (won_by p o)); try lia.
  unfold step. split.
  - apply phi_monotone; [apply least_monotone; [lia|]|apply greatest_monotone]; intros w _; apply IH.
  - pose proof (phi_shift rule p (least (never rule k) (within rule p k n) (options p v))
      (greatest (within rule p k n) (options (other p) v)) 1) as S.
    rewrite Z.mul_1_r in S. rewrite <- S. apply phi_monotone.
    + generalize (options p v). induction l as [|a l IHl]; cbn; [lia|]. specialize (IH a). lia.
    + apply greatest_lub.
      * pose proof (greatest_nonneg (within rule p k n) (options (other p) v)). lia.
      * intros w I. pose proof (greatest_ge (within rule p k n) _ _ I). specialize (IH w). lia.
Qed.

(** With one more chip in all a threshold does not fall, and grows by at most a chip. *)
Theorem threshold_next (G : game) rule p k (v : position G) t t' : 0 <= k ->
  threshold rule p k v t -> threshold rule p (k + 1) v t' -> t <= t' <= t + unit rule.
Proof.
  intros K A B.
  destruct (threshold_settles rule p k K v t A) as (_ & n & N).
  destruct (threshold_settles rule p (k + 1) ltac:(lia) v t' B) as (_ & m & M).
  specialize (N (Nat.max n m) ltac:(lia)). specialize (M (Nat.max n m) ltac:(lia)).
  pose proof (within_next G rule p k (Nat.max n m) v K). lia.
Qed.

(** ** Labels *)
Section Labels.
  Context {G : game}.
  Variables (rule : tie_break) (p : player) (k : Z).
  Notation T := (never rule k).
  Notation u := (unit rule).
  Variables (D : position G -> Prop) (settled : position G -> bool) (f : position G -> Z).
  Hypothesis closed : forall v q w, D v -> settled v = false -> In w (options q v) -> D w.

  (** Each label is the least that suffices, and 0 if nothing has to be shown. *)
  Definition least_labels (d : Z -> position G -> N) : Prop :=
    labelled rule p k D settled f d /\
    forall v s, D v -> settled v = false -> 0 <= s < u -> (0 < d s v)%N ->
      f v + s <= T - 1 /\ f v + s < step rule p k (counted_on rule k settled f d (N.pred (d s v))) v.

  Lemma counted_on_falls d l l' w : (l <= l')%N ->
    counted_on rule k settled f d l' w <= counted_on rule k settled f d l w \/ f w > T.
  Proof.
    intros L. unfold counted_on. assert (U : 1 <= u) by (destruct rule; cbn; lia).
    destruct (settled w); [lia|].
    destruct (N.ltb_spec (d 0%Z w) l), (N.ltb_spec (d 0 w) l'), (N.ltb_spec (d 1%Z w) l), (N.ltb_spec (d 1 w) l'); lia.
  Qed.

  Hypothesis range : forall v, D v -> f v <= T.

  (** A label is at most [l] exactly if the rule confirms it with the codes that can be counted on at [l]. *)
  Lemma label_at_most d : least_labels d -> forall v s l, D v -> settled v = false -> 0 <= s < u ->
    ((d s v <= l)%N <-> (T - 1 < f v + s \/ step rule p k (counted_on rule k settled f d l) v <= f v + s)).
  Proof.
    intros [LB LG] v s l Dv S R.
    assert (MO : forall a b, (a <= b)%N -> step rule p k (counted_on rule k settled f d b) v <=
                                     step rule p k (counted_on rule k settled f d a) v).
    { intros a b L. apply step_monotone. intros q w I.
      destruct (counted_on_falls d a b w L); [assumption|].
      pose proof (range w (closed v q w Dv S I)). lia. }
    split.
    - intros L. destruct (Z.le_gt_cases (f v + s) (T - 1)) as [C|C]; [right|left; lia].
      pose proof (LB v s Dv S R C). pose proof (MO (d s v) l L). lia.
    - intros H. destruct (N.le_gt_cases (d s v) l) as [|L]; [assumption|exfalso].
      destruct (LG v s Dv S R ltac:(lia)) as [C LT]. destruct H as [H|H]; [lia|].
      pose proof (MO l (N.pred (d s v)) ltac:(lia)). lia.
  Qed.

  (** Theorem 4, uniqueness. *)
  Theorem labels_unique d d' : least_labels d -> least_labels d' ->
    forall v s, D v -> settled v = false -> 0 <= s < u -> d s v = d' s v.
  Proof.
    intros L L'.
    assert (U0 : 0 <= 0 < u) by (destruct rule; cbn; lia).
    assert (U1 : u <> 1 -> 0 <= 1 < u) by (destruct rule; cbn; lia).
    assert (H : forall l v s, D v -> settled v = false -> 0 <= s < u -> ((d s v < l)%N <-> (d' s v < l)%N)).
    { induction l as [|l IH] using N.peano_ind; intros v s Dv S R; [lia|].
      rewrite !N.lt_succ_r, (label_at_most d L v s l Dv S R), (label_at_most d' L' v s l Dv S R).
      assert (EQ : forall w, D w -> counted_on rule k settled f d l w = counted_on rule k settled f d' l w).
      { intros w Dw. unfold counted_on. destruct (settled w) eqn:Sw; [reflexivity|].
        assert (B0 : (d 0%Z w <? l)%N = (d' 0%Z w <? l)%N).
        { pose proof (IH w 0%Z Dw Sw U0) as I.
          destruct (N.ltb_spec (d 0%Z w) l), (N.ltb_spec (d' 0%Z w) l); try reflexivity; lia. }
        rewrite B0. destruct (d' 0%Z w <? l)%N; [reflexivity|].
        destruct (Z.eq_dec u 1) as [E|E]; [rewrite E; now destruct (d 1%Z w <? l)%N, (d' 1%Z w <? l)%N|].
        assert (B1 : (d 1%Z w <? l)%N = (d' 1%Z w <? l)%N).
        { pose proof (IH w 1%Z Dw Sw (U1 E)) as I.
          destruct (N.ltb_spec (d 1%Z w) l), (N.ltb_spec (d' 1%Z w) l); try reflexivity; lia. }
        now rewrite B1. }
      assert (ES : step rule p k (counted_on rule k settled f d l) v = step rule p k (counted_on rule k settled f d' l) v).
      { apply Z.le_antisymm; apply step_monotone; intros q w I; rewrite (EQ w (closed v q w Dv S I)); lia. }
      rewrite ES. tauto. }
    intros v s Dv S R. pose proof (H (N.succ (d s v)) v s Dv S R). pose proof (H (N.succ (d' s v)) v s Dv S R). lia.
  Qed.
End Labels.
