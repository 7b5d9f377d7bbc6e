(** * Every number of chips: from a window of one period to all larger numbers

    [spec/soundness/chips.md], sections 6 and 7.  Conditions verified for finitely many numbers of
    chips hold for all, if the options' tables grow by fixed amounts over a window, the best
    options on the window are those of least and of greatest slope ([chips/dominance]), and the
    slopes are balanced ([chips/slopes]).  [every_number_ordered] is Theorem 6, for games without
    cycles.  [every_number_labelled] is Theorem 7, with cycles and labels.

    Growths replace slopes per chip: the growth of a table is its increase over the whole window
    of [L] numbers, that is [L] times the slope per chip.  Both compare in the same way. *)
From Coq Require Import ZArith NArith List Bool Lia.
From Gamecert.Chips Require Import Rule OneMove Threshold Labels.
Import ListNotations.
Open Scope Z_scope.
Local Arguments Z.min : simpl never.
Local Arguments Z.max : simpl never.

(** A property that holds on a window of [L] numbers, and that carries over from [k] to [k + L],
    holds for all numbers from [K] on. *)
Lemma by_window (K L : Z) (P : Z -> Prop) : 0 < L ->
  (forall k, K <= k < K + L -> P k) -> (forall k, K <= k -> P k -> P (k + L)) ->
  forall k, K <= k -> P k.
Proof.
  intros HL W C. assert (H : forall n k, (Z.to_nat (k - K) <= n)%nat -> K <= k -> P k).
  { induction n as [|n IH]; intros k Hn Hk.
    - apply W; lia.
    - destruct (Z.lt_ge_cases k (K + L)) as [|H]; [apply W; lia|].
      replace k with (k - L + L) by lia. apply C; [lia|]. apply IH; lia. }
  intros k Hk. now apply (H (Z.to_nat (k - K))).
Qed.

Lemma never_grows rule k L : never rule (k + L) = never rule k + unit rule * L.
Proof. unfold never; lia. Qed.

Lemma unit_pos rule : 1 <= unit rule.
Proof. destruct rule; cbn; lia. Qed.

(** ** One class: lists of options with growing values *)
Section Carried.
  Context {X : Type}.
  Variables (rule : tie_break) (p : player).
  Notation T := (never rule).
  Notation u := (unit rule).
  Variables (mine theirs : list X).
  Variables (K L : Z) (h : Z -> X -> Z) (growth : X -> Z) (gx gy g : Z).

  Let x k := least (T k) (h k) mine.
  Let y k := greatest (h k) theirs.

  (** Clause [chips/dominance]: the minimum over the claimant's options is attained by an option
      of least growth [gx], the maximum over the other's by an option of greatest growth [gy], and
      these two values compare as their growths do. *)
  Definition dominance (k : Z) : Prop :=
    (exists w, In w mine /\ growth w = gx /\ h k w = x k) /\
    (exists w, In w theirs /\ growth w = gy /\ h k w = y k) /\
    (gx < gy -> x k <= y k) /\ (gy < gx -> y k <= x k).

  Hypothesis range : forall k w, K <= k -> In w mine \/ In w theirs -> 0 <= h k w <= T k.
  Hypothesis grows : forall k w, K <= k -> In w mine \/ In w theirs -> h (k + L) w = h k w + growth w.
  Hypothesis least_growth : forall w, In w mine -> gx <= growth w.
  Hypothesis greatest_growth : forall w, In w theirs -> growth w <= gy.
  (** Clause [chips/slopes]. *)
  Hypothesis slopes : gx + gy = 2 * g.
  Hypothesis even : u = 2 -> Z.even gx = true /\ Z.even gy = true.
  Hypothesis forwards : 0 <= L.

  Lemma carried k : K <= k -> dominance k ->
    dominance (k + L) /\ phi rule p (x (k + L)) (y (k + L)) = phi rule p (x k) (y k) + g.
  Proof.
    intros HK ((a & Ia & Ga & Va) & (b & Ib & Gb & Vb) & LT & GT).
    assert (XE : h (k + L) a = x (k + L) /\ x (k + L) = x k + gx).
    { assert (x (k + L) <= h (k + L) a) by (unfold x; now apply least_le).
      pose proof (grows k a HK (or_introl Ia)).
      assert (x k + gx <= x (k + L)); [|lia].
      unfold x at 2. apply least_glb.
      - pose proof (range (k + L) a ltac:(lia) (or_introl Ia)). lia.
      - intros w I. rewrite (grows k w HK (or_introl I)).
        pose proof (least_le (T k) (h k) mine w I). pose proof (least_growth w I). unfold x. lia. }
    assert (YE : h (k + L) b = y (k + L) /\ y (k + L) = y k + gy).
    { assert (h (k + L) b <= y (k + L)) by (unfold y; now apply greatest_ge).
      pose proof (grows k b HK (or_intror Ib)).
      assert (y (k + L) <= y k + gy); [|lia].
      unfold y at 1. apply greatest_lub.
      - pose proof (range (k + L) b ltac:(lia) (or_intror Ib)). lia.
      - intros w I. rewrite (grows k w HK (or_intror I)).
        pose proof (greatest_ge (h k) theirs w I). pose proof (greatest_growth w I). unfold y. lia. }
    destruct XE as [XA XE], YE as [YB YE]. split.
    - split; [exists a; auto|]. split; [exists b; auto|]. rewrite XE, YE. split; intros; lia.
    - rewrite XE, YE. now apply phi_grows.
  Qed.
End Carried.

(** ** Theorem 6: games without cycles *)
Section Ordered.
  Context {G : game}.
  Variables (rule : tie_break) (p : player).
  Notation T := (never rule).
  Notation u := (unit rule).
  Variables (D : position G -> Prop) (settled : position G -> bool) (rank : position G -> N).
  (** The values of the tables, for each number of chips and each position. *)
  Variable f : Z -> position G -> Z.

  (** The verified conditions for an unsettled position [v]: from [K] on, over windows of [L]
      numbers, [v] and its options grow by the amounts [growth]; the equation, the ranges and
      [dominance] hold on the visited numbers. *)
  Record table_verified (v : position G) (K L : Z) (growth : position G -> Z) (gx gy : Z) : Prop := {
    o_onset : 0 <= K;
    o_window : 0 < L;
    o_range : forall k, 0 <= k < K + L -> 0 <= f k v <= T k;
    o_slope : 0 <= growth v <= u * L;
    o_own : forall k, K <= k -> f (k + L) v = f k v + growth v;
    o_grows : forall k q w, K <= k -> In w (options q v) -> f (k + L) w = f k w + growth w;
    o_least : forall w, In w (options p v) -> gx <= growth w;
    o_greatest : forall w, In w (options (other p) v) -> growth w <= gy;
    o_slopes : gx + gy = 2 * growth v;
    o_even : u = 2 -> Z.even gx = true /\ Z.even gy = true;
    o_equation : forall k, 0 <= k < K + L -> f k v = step rule p k (f k) v;
    o_dominance : forall k, K <= k < K + L ->
      dominance rule (options p v) (options (other p) v) f growth gx gy k }.

  Hypothesis known : forall v k, D v -> settled v = true -> 0 <= k -> threshold rule p k v (f k v).
  Hypothesis live : forall v, D v -> settled v = false -> ended v = None.
  Hypothesis closed : forall v q w, D v -> settled v = false -> In w (options q v) -> D w.
  Hypothesis ordered : forall v q w, D v -> settled v = false -> In w (options q v) ->
    settled w = true \/ (rank w < rank v)%N.
  Hypothesis verified : forall v, D v -> settled v = false ->
    exists K L growth gx gy, table_verified v K L growth gx gy.

  Lemma ordered_range v k : D v -> 0 <= k -> 0 <= f k v <= T k.
  Proof.
    intros Dv Hk. destruct (settled v) eqn:S; [now destruct (known v k Dv S Hk)|].
    destruct (verified v Dv S) as (K & L & gr & gx & gy & [A B C E F _ _ _ _ _ _ _]).
    destruct (Z.lt_ge_cases k K) as [|H]; [apply C; lia|].
    revert k H Hk. apply (by_window K L (fun k => 0 <= k -> 0 <= f k v <= T k)); auto.
    - intros k H _. apply C; lia.
    - intros k H I _. specialize (I ltac:(lia)). rewrite F, never_grows by assumption. lia.
  Qed.

  Lemma ordered_equation v : D v -> settled v = false -> forall k, 0 <= k -> f k v = step rule p k (f k) v.
  Proof.
    intros Dv S. destruct (verified v Dv S) as (K & L & gr & gx & gy & [A B C E F GR LG GG SL EV EQ DO]).
    intros k Hk. destruct (Z.lt_ge_cases k K) as [|H]; [apply EQ; lia|].
    enough (dominance rule (options p v) (options (other p) v) f gr gx gy k /\ f k v = step rule p k (f k) v) by tauto.
    revert k H Hk. apply (by_window K L (fun k => 0 <= k ->
      dominance rule (options p v) (options (other p) v) f gr gx gy k /\ f k v = step rule p k (f k) v)); auto.
    - intros k H _. split; [now apply DO|apply EQ; lia].
    - intros k H I _. destruct (I ltac:(lia)) as [DM EK].
      destruct (carried rule p (options p v) (options (other p) v) K L f gr gx gy (gr v)) with (k := k)
        as [DM' PE]; auto; try lia.
      + intros k' w Hk' [I'|I']; apply ordered_range; try lia; eauto.
      + intros k' w Hk' [I'|I']; eauto.
      + part. rewrite F by assumption. unfold step in *. rewrite PE. lia.
  Qed.

  (** Theorem 6.  The tables contain the thresholds for every number of chips. *)
  Theorem every_number_ordered k v : 0 <= k -> D v -> threshold rule p k v (f k v).
  Proof.
    intros Hk. apply (order_gives_thresholds rule p k D settled (f k) rank Hk); [|exact ordered].
    split; auto.
    - intros w Dw _. now apply ordered_range.
    - intros w Dw S. now apply ordered_equation.
  Qed.
End Ordered.

(** ** Theorem 7: games with cycles *)
Section Labelled.
  Context {G : game}.
  Variables (rule : tie_break) (p : player).
  Notation T := (never rule).
  Notation u := (unit rule).
  Variables (D : position G -> Prop) (settled : position G -> bool).
  Variable f : Z -> position G -> Z.
  (** Labels for each number of chips, with and without a half chip of surplus. *)
  Variable d : Z -> Z -> position G -> N.
  (** One onset and one period for all tables, and the growth of each table over a period. *)
  Variables (K L : Z) (growth : position G -> Z).

  Let h k l := counted_on rule k settled (f k) (d k) l.

  Record labels_verified (v : position G) (gx gy : Z) : Prop := {
    l_range : forall k, 0 <= k < K + L -> 0 <= f k v <= T k;
    l_slope : 0 <= growth v <= u * L;
    l_own : forall k, K <= k -> f (k + L) v = f k v + growth v;
    l_labels : forall k s, K <= k -> d (k + L) s v = d k s v;
    l_margin : forall k, K <= k < K + L -> growth v < u * L -> f k v + u <= T k;
    l_least : forall w, In w (options p v) -> gx <= growth w;
    l_greatest : forall w, In w (options (other p) v) -> growth w <= gy;
    l_slopes : gx + gy = 2 * growth v;
    l_even : u = 2 -> Z.even gx = true /\ Z.even gy = true;
    l_equation : forall k, 0 <= k < K + L -> f k v = step rule p k (f k) v;
    l_dominance : forall k, K <= k < K + L ->
      dominance rule (options p v) (options (other p) v) f growth gx gy k;
    l_labelled : forall k s, 0 <= k < K + L -> 0 <= s < u -> f k v + s <= T k - 1 ->
      step rule p k (h k (d k s v)) v <= f k v + s;
    l_dominance_labels : forall k s, K <= k < K + L -> 0 <= s < u -> f k v + s <= T k - 1 ->
      dominance rule (options p v) (options (other p) v) (fun k' => h k' (d k s v)) growth gx gy k }.

  Hypothesis onset : 0 <= K.
  Hypothesis window : 0 < L.
  Hypothesis known : forall v k, D v -> settled v = true -> 0 <= k -> threshold rule p k v (f k v).
  Hypothesis known_grows : forall v k, D v -> settled v = true -> K <= k -> f (k + L) v = f k v + growth v.
  Hypothesis live : forall v, D v -> settled v = false -> ended v = None.
  Hypothesis closed : forall v q w, D v -> settled v = false -> In w (options q v) -> D w.
  Hypothesis verified : forall v, D v -> settled v = false -> exists gx gy, labels_verified v gx gy.

  Lemma labelled_range v k : D v -> 0 <= k -> 0 <= f k v <= T k.
  Proof.
    intros Dv Hk. destruct (settled v) eqn:S; [now destruct (known v k Dv S Hk)|].
    destruct (verified v Dv S) as (gx & gy & V).
    destruct (Z.lt_ge_cases k K) as [|H]; [apply (l_range _ _ _ V); lia|].
    revert k H Hk. apply (by_window K L (fun k => 0 <= k -> 0 <= f k v <= T k)); auto.
    - intros k H _. apply (l_range _ _ _ V); lia.
    - intros k H I _. specialize (I ltac:(lia)). pose proof (l_slope _ _ _ V).
      rewrite (l_own _ _ _ V), never_grows by assumption. lia.
  Qed.

  Lemma all_grow v k : D v -> K <= k -> f (k + L) v = f k v + growth v.
  Proof.
    intros Dv Hk. destruct (settled v) eqn:S; [now apply known_grows|].
    destruct (verified v Dv S) as (gx & gy & V). now apply (l_own _ _ _ V).
  Qed.

  Lemma margin_for_all v k : D v -> settled v = false -> K <= k -> growth v < u * L -> f k v + u <= T k.
  Proof.
    intros Dv S Hk Hg. destruct (verified v Dv S) as (gx & gy & V). revert k Hk.
    apply (by_window K L); auto.
    - intros k H. now apply (l_margin _ _ _ V).
    - intros k H I. rewrite (l_own _ _ _ V), never_grows by assumption. lia.
  Qed.

  (** The code that the claimant can count on grows as the table does. *)
  Lemma counted_on_grows l v k : D v -> K <= k -> h (k + L) l v = h k l v + growth v.
  Proof.
    intros Dv Hk. unfold h, counted_on. rewrite (all_grow v k Dv Hk).
    destruct (settled v) eqn:S; [reflexivity|].
    destruct (verified v Dv S) as (gx & gy & V). rewrite !(l_labels _ _ _ V) by assumption.
    rewrite never_grows. pose proof (l_slope _ _ _ V).
    pose proof (unit_pos rule).
    destruct (d k 0 v <? l)%N; [reflexivity|].
    destruct (Z.eq_dec (growth v) (u * L)) as [E|N].
    - destruct (d k 1 v <? l)%N; lia.
    - pose proof (margin_for_all v k Dv S Hk ltac:(lia)). destruct (d k 1 v <? l)%N; lia.
  Qed.

  Lemma counted_on_range l v k : D v -> 0 <= k -> 0 <= h k l v <= T k.
  Proof.
    intros Dv Hk. pose proof (labelled_range v k Dv Hk).
    pose proof (unit_pos rule).
    unfold h, counted_on. destruct (settled v), (d k 0 v <? l)%N, (d k 1 v <? l)%N; lia.
  Qed.

  Lemma labelled_equation v k : D v -> settled v = false -> 0 <= k -> f k v = step rule p k (f k) v.
  Proof.
    intros Dv S Hk. destruct (verified v Dv S) as (gx & gy & V).
    destruct (Z.lt_ge_cases k K) as [|H]; [apply (l_equation _ _ _ V); lia|].
    enough (dominance rule (options p v) (options (other p) v) f growth gx gy k /\ f k v = step rule p k (f k) v) by tauto.
    clear Hk. revert k H. apply (by_window K L); auto.
    - intros k H. split; [now apply (l_dominance _ _ _ V)|apply (l_equation _ _ _ V); lia].
    - intros k H [DM EK].
      destruct (carried rule p (options p v) (options (other p) v) K L f growth gx gy (growth v)) with (k := k)
        as [DM' PE]; auto; try lia.
      + intros k' w Hk' [I'|I']; apply labelled_range; try lia; eauto.
      + intros k' w Hk' [I'|I']; apply all_grow; eauto.
      + apply (l_least _ _ _ V).
      + apply (l_greatest _ _ _ V).
      + apply (l_slopes _ _ _ V).
      + apply (l_even _ _ _ V).
      + part. rewrite (l_own _ _ _ V) by assumption. unfold step in *. rewrite PE. lia.
  Qed.

  Lemma labels_for_all v k s : D v -> settled v = false -> 0 <= k -> 0 <= s < u -> f k v + s <= T k - 1 ->
    step rule p k (h k (d k s v)) v <= f k v + s.
  Proof.
    intros Dv S Hk Hs. destruct (verified v Dv S) as (gx & gy & V).
    destruct (Z.lt_ge_cases k K) as [|H]; [apply (l_labelled _ _ _ V); lia|].
    enough (f k v + s <= T k - 1 ->
      dominance rule (options p v) (options (other p) v) (fun k' => h k' (d k s v)) growth gx gy k /\
      step rule p k (h k (d k s v)) v <= f k v + s) by tauto.
    clear Hk. revert k H. apply (by_window K L (fun k => f k v + s <= T k - 1 ->
      dominance rule (options p v) (options (other p) v) (fun k' => h k' (d k s v)) growth gx gy k /\
      step rule p k (h k (d k s v)) v <= f k v + s)); auto.
    - intros k H C. split; [now apply (l_dominance_labels _ _ _ V)|apply (l_labelled _ _ _ V); lia].
    - intros k H I C.
      assert (C' : f k v + s <= T k - 1).
      { rewrite (l_own _ _ _ V), never_grows in C by assumption. pose proof (l_slope _ _ _ V).
        destruct (Z.eq_dec (growth v) (u * L)) as [E|N]; [lia|].
        pose proof (margin_for_all v k Dv S H ltac:(lia)). lia. }
      destruct (I C') as [DM EK]. rewrite (l_labels _ _ _ V) by assumption.
      set (l := d k s v) in *.
      destruct (carried rule p (options p v) (options (other p) v) K L (fun k' => h k' l) growth gx gy (growth v)) with (k := k)
        as [DM' PE]; auto; try lia.
      + intros k' w Hk' [I'|I']; apply counted_on_range; try lia; eauto.
      + intros k' w Hk' [I'|I']; apply counted_on_grows; eauto.
      + apply (l_least _ _ _ V).
      + apply (l_greatest _ _ _ V).
      + apply (l_slopes _ _ _ V).
      + apply (l_even _ _ _ V).
      + part. rewrite (l_own _ _ _ V) by assumption. unfold step in *. rewrite PE. lia.
  Qed.

  (** Theorem 7.  The tables contain the thresholds for every number of chips. *)
  Theorem every_number_labelled k v : 0 <= k -> D v -> threshold rule p k v (f k v).
  Proof.
    intros Hk. apply (labels_give_thresholds rule p k Hk D settled (f k) (d k)).
    - split; auto.
      + intros w Dw _. now apply labelled_range.
      + intros w Dw S. now apply labelled_equation.
    - intros w s Dw S Hs C. apply (labels_for_all w k s Dw S Hk Hs C).
  Qed.
End Labelled.
