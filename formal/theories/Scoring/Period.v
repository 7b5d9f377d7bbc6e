(** * A window of rows that repeats

    Rows of finitely many heaps, continued with a period, satisfy the recursion for all heaps if
    they satisfy it for max S further heaps (Lemma 4). The least period and the least onset
    follow from finitely many comparisons of rows.

    Pages: [spec/soundness/scoring.md] sections 5 and 6.

    Not covered here: the computation and comparison of rows ([Rows.v], [Jumps.v]). *)

From Coq Require Import Arith ZArith List Bool Lia.
From Gamecert.Scoring Require Import Game Matrix.
Import ListNotations.

(** ** Lemma 4 *)

Section Window.
Variables (S : list nat) (TB : nat) (V : nat -> nat -> Z).
(** The rows of the heaps x and y are equal. *)
Definition same_row (x y : nat) : Prop := forall p, p <= TB -> V x p = V y p.

Variable m : nat.
Hypothesis entries : Forall (fun s => 1 <= s <= m) S.

Lemma options_all x : m <= x -> options S x = S.
Proof.
  intros L. unfold options. rewrite Forall_forall in entries.
  assert (E : forall l, (forall s, In s l -> s <= x) -> filter (fun s => s <=? x) l = l).
  { induction l as [|s l IH]; intros H; cbn; [reflexivity|].
    rewrite (proj2 (Nat.leb_le s x) (H s (or_introl eq_refl))). f_equal. apply IH; intros; apply H; now right. }
  apply E. intros s I. apply entries in I; lia.
Qed.

(** Two heaps have the same matrices if the max S rows before them are the same. *)
Lemma same_entry x y p l r : m <= x -> m <= y -> p <= TB -> l <= p -> r <= TB - p ->
  (forall s, 1 <= s <= m -> same_row (x - s) (y - s)) ->
  entry S TB V x p l r = entry S TB V y p l r.
Proof.
  intros X Y P L R H. unfold entry. rewrite !options_all by auto. rewrite Forall_forall in entries.
  assert (E : forall (f g : nat -> Z), (forall s, In s S -> f s = g s) -> map f S = map g S).
  { intros f g G. now apply map_ext_in. }
  destruct (r <? l) eqn:E1; [apply Nat.ltb_lt in E1|apply Nat.ltb_ge in E1; destruct (l =? r) eqn:E2; [apply Nat.eqb_eq in E2|]];
    f_equal; apply E; intros s I; rewrite (H s (entries s I)); auto; try lia.
Qed.

Lemma equilibrium_moved x y p : m <= x -> m <= y -> p <= TB -> V x p = V y p ->
  (forall s, 1 <= s <= m -> same_row (x - s) (y - s)) ->
  equilibrium S TB V x p -> equilibrium S TB V y p.
Proof.
  intros X Y P Eq H. unfold equilibrium.
  assert (O : forall z, m <= z -> forallb (fun s => z <? s) S = match S with [] => true | _ => false end).
  { intros z Z. rewrite Forall_forall in entries. destruct S as [|s S']; [reflexivity|]. cbn [forallb].
    replace (z <? s) with false; [reflexivity|]. symmetry. apply Nat.ltb_ge.
    specialize (entries s (or_introl eq_refl)). lia. }
  rewrite !O by auto. rewrite Eq. destruct S as [|s0 S'] eqn:ES; [auto|]. rewrite <- ES in *.
  assert (M : maximin S TB V x p = maximin S TB V y p).
  { unfold maximin. f_equal. apply map_ext_in. intros l Il. apply left_bids_in in Il. f_equal.
    apply map_ext_in. intros r Ir. apply right_bids_in in Ir. now apply same_entry. }
  assert (N : minimax S TB V x p = minimax S TB V y p).
  { unfold minimax. f_equal. apply map_ext_in. intros r Ir. apply right_bids_in in Ir. f_equal.
    apply map_ext_in. intros l Il. apply left_bids_in in Il. now apply same_entry. }
  now rewrite M, N.
Qed.

(** Lemma 4.  If the rows repeat with period P from N on, and satisfy the recursion for all heaps
    below N + P + max S, they satisfy it for all heaps. *)
Theorem window_repeats N P : 1 <= P ->
  (forall x, N <= x -> same_row (x + P) x) ->
  (forall x p, x < N + P + m -> p <= TB -> equilibrium S TB V x p) ->
  forall x p, p <= TB -> equilibrium S TB V x p.
Proof.
  intros HP R W x. induction x as [x IH] using lt_wf_ind; intros p L.
  destruct (le_lt_dec (N + P + m) x) as [G|G]; [|now apply W].
  replace x with (x - P + P) by lia.
  apply (equilibrium_moved (x - P) (x - P + P)); auto; try lia.
  - symmetry; apply R; lia.
  - intros s Hs q Q. replace (x - P + P - s) with (x - P - s + P) by lia.
    symmetry. apply R; auto; lia.
  - apply IH; auto; lia.
Qed.
End Window.

(** ** The least period and the least onset (section 6) *)

Section Least.
(** x ~ y: the rows of x and y are equal. *)
Variable same : nat -> nat -> Prop.
Hypothesis same_sym : forall x y, same x y -> same y x.
Hypothesis same_trans : forall x y z, same x y -> same y z -> same x z.
Hypothesis same_refl : forall x, same x x.

(** From heap N on the rows repeat with period P. *)
Definition repeats (P N : nat) : Prop := forall x, N <= x -> same x (x + P).

Lemma repeats_times P N : repeats P N -> forall k x, N <= x -> same x (x + k * P).
Proof.
  intros H k. induction k as [|k IH]; intros x L; cbn [Nat.mul].
  - rewrite Nat.add_0_r; apply same_refl.
  - apply (same_trans _ (x + k * P)); [now apply IH|].
    replace (x + (P + k * P)) with (x + k * P + P) by lia. apply H; lia.
Qed.

(** A period from some heap on is also a period from the onset of another period on. *)
Lemma repeats_earlier P N Q M : 1 <= P -> repeats P N -> repeats Q M -> repeats Q N.
Proof.
  intros HP HN HM x L.
  assert (K : M <= x + M * P) by (destruct P; [lia|]; nia).
  apply (same_trans _ (x + M * P)); [now apply (repeats_times P N HN)|].
  apply (same_trans _ (x + M * P + Q)); [now apply HM|].
  apply same_sym. replace (x + M * P + Q) with (x + Q + M * P) by lia. apply (repeats_times P N HN); lia.
Qed.

Lemma repeats_gcd P Q N : 1 <= P -> repeats P N -> repeats Q N -> repeats (Nat.gcd P Q) N.
Proof.
  intros HP HP' HQ x L. destruct (Nat.gcd_bezout_pos P Q ltac:(lia)) as (a & b & E).
  apply (same_trans _ (x + a * P)); [now apply (repeats_times P N HP')|]. rewrite E.
  apply same_sym. rewrite Nat.add_assoc. apply (repeats_times Q N HQ); lia.
Qed.

(** P is the least period of the rows from any heap on, and N is the least heap from which they
    have it. *)
Definition least_period (P N : nat) : Prop :=
  1 <= P /\ repeats P N
  /\ (forall Q M, 1 <= Q -> repeats Q M -> P <= Q)
  /\ (forall M, repeats P M -> N <= M).

(** It suffices to examine the proper divisors P/d of P, from N on, and the heap before N. *)
Theorem least_period_from_divisors P N : 1 <= P -> repeats P N ->
  (forall d, 2 <= d -> Nat.divide d P -> ~ repeats (P / d) N) ->
  (N = 0 \/ ~ same (N - 1) (N - 1 + P)) ->
  least_period P N.
Proof.
  intros HP H D O. repeat split; auto.
  - intros Q M HQ HM. apply (repeats_earlier P N) in HM; auto.
    pose proof (repeats_gcd P Q N HP H HM) as G.
    destruct (Nat.gcd_divide_l P Q) as [d Hd]. destruct (Nat.gcd_divide_r P Q) as [e He].
    set (g := Nat.gcd P Q) in *.
    destruct (le_lt_dec 2 d) as [L|L].
    + exfalso. apply (D d L); [exists g; lia|].
      rewrite Hd, Nat.mul_comm, Nat.div_mul by lia. exact G.
    + assert (d = 1) by (destruct d as [|[|]]; lia). subst d.
      destruct e; lia.
  - intros M HM. destruct (le_lt_dec N M) as [|L]; [auto|]. destruct O as [O|O]; [lia|].
    exfalso. apply O, HM. lia.
Qed.
End Least.
