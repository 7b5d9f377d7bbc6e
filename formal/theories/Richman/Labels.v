(** * The two halves of a certificate

    [spec/soundness/richman.md], sections 1 and 3.  [upper_half]: a function that satisfies one
    inequality of the equation bounds a_n from above.  [lower_half] is Theorem 1: if the other
    inequality holds and labels decrease, a_n approaches the function.

    Both are stated for relations instead of functions (position [p] has the value [x] and the
    label [t]), so that positions may get their values through their class.  Some positions are
    known from elsewhere ([known]): ends, and positions of cited games.  Their labels are
    unrestricted.  All statements about beta follow by exchange of colours. *)

From Coq Require Import QArith List Bool Lia Lqa.
From Gamecert Require Import Richman.Game Richman.Values.
Import ListNotations.
Open Scope Q_scope.

(** ** Powers *)

Fixpoint power (c : Q) (k : nat) : Q := match k with O => 1 | S k' => c * power c k' end.

Lemma half_power j : 0 < power (1#2) j <= 1.
Proof. induction j; cbn [power]; lra. Qed.
Lemma power_bounds c k : 0 <= c -> c <= 1 -> 0 <= power c k <= 1.
Proof.
  intros H0 H1; induction k as [|k IH]; cbn [power]; [lra|]. split.
  - apply Qmult_le_0_compat; lra.
  - assert (0 <= (1 - c) * power c k) by (apply Qmult_le_0_compat; lra). lra.
Qed.
Lemma bernoulli c k : 0 <= c -> c <= 1 -> power (1 - c) k * (1 + inject_Z (Z.of_nat k) * c) <= 1.
Proof.
  intros H0 H1; induction k as [|k IH]; [change (1 * (1 + 0 * c) <= 1); lra|].
  cbn [power]. rewrite Nat2Z.inj_succ; unfold Z.succ; rewrite inject_Z_plus. change (inject_Z 1) with 1.
  set (K := inject_Z (Z.of_nat k)) in *.
  assert (HK : 0 <= K) by (unfold K; change 0 with (inject_Z 0); rewrite <- Zle_Qle; lia).
  pose proof (power_bounds (1 - c) k ltac:(lra) ltac:(lra)) as Hy. set (y := power (1 - c) k) in *.
  assert (0 <= y * (K * c * c + c * c)).
  { apply Qmult_le_0_compat; [lra|]. assert (0 <= c * c) by (apply Qmult_le_0_compat; assumption).
    assert (0 <= K * (c * c)) by (apply Qmult_le_0_compat; assumption). lra. }
  lra.
Qed.
Lemma power_small c eps : 0 < c -> c <= 1 -> 0 < eps -> exists k, power (1 - c) k <= eps.
Proof.
  intros Hc Hc1 He.
  assert (Hce : 0 < c * eps) by (apply Qmult_lt_0_compat; assumption).
  set (k := Z.to_nat (Qnum (/ (c * eps)))). exists k.
  assert (HK : / (c * eps) <= inject_Z (Z.of_nat k)).
  { assert (Hi : 0 < / (c * eps)) by (apply Qinv_lt_0_compat; assumption).
    unfold k; destruct (/ (c * eps)) as [u d]; unfold Qlt, Qle, inject_Z in *; cbn in *.
    rewrite Z2Nat.id by lia. nia. }
  pose proof (bernoulli c k ltac:(lra) Hc1) as B.
  set (K := inject_Z (Z.of_nat k)) in *.
  pose proof (power_bounds (1 - c) k ltac:(lra) ltac:(lra)) as Hy. set (y := power (1 - c) k) in *.
  assert (1 <= K * (c * eps)).
  { setoid_replace 1 with (/ (c * eps) * (c * eps)) by (field; lra). apply Qmult_le_compat_r; [assumption|lra]. }
  destruct (Qlt_le_dec eps y) as [Hlt|]; [exfalso|assumption].
  assert (0 <= K) by (unfold K; change 0 with (inject_Z 0); rewrite <- Zle_Qle; lia).
  assert (0 <= K * c) by (apply Qmult_le_0_compat; lra).
  assert (K * c * eps <= K * c * y) by (rewrite !(Qmult_comm (K * c)); apply Qmult_le_compat_r; lra).
  assert (y * (1 + K * c) == y + K * c * y) by ring.
  assert (K * (c * eps) == K * c * eps) by ring. lra.
Qed.

Section Halves.
  Variable G : game.

  (** ** The upper half *)

  Variable gives : position G -> Q -> Prop.

  (** Position [p] may have the value [x]: either a_n is known to be at most [x], or one option of
      Black is good enough whatever White's option. *)
  Definition upper_at (p : position G) (x : Q) : Prop :=
    0 <= x /\
    ((forall n, a n p <= x) \/
     (state_of p = Ongoing /\
      exists c xc, In c (options Black p) /\ gives c xc /\
        forall w, In w (options White p) -> exists xw, gives w xw /\ xw + xc <= 2 * x)
       /\ options White p <> []).

  Theorem upper_half : (forall p x, gives p x -> upper_at p x) ->
    forall n p x, gives p x -> a n p <= x.
  Proof.
    intros H n; induction n as [|n IH]; intros p x K; destruct (H p x K) as (H0 & [B|((E & c & xc & Hc & Kc & Hw) & N)]); auto.
    - unfold a. now rewrite value_0.
    - unfold a in *. rewrite value_S by assumption.
      pose proof (minimum_le (value 0 n) _ c Hc). pose proof (IH c xc Kc).
      assert (maximum (value 0 n) (options White p) <= 2 * x - xc).
      { destruct (maximum_in (value 0 n) (options White p)) as [M|(w & Hi & M)]; rewrite M.
        - destruct (options White p) as [|w l]; [congruence|]. destruct (Hw w (or_introl eq_refl)) as (xw & Kw & V).
          pose proof (IH w xw Kw). pose proof (a_bounds n w). unfold a in *. lra.
        - destruct (Hw w Hi) as (xw & Kw & V). pose proof (IH w xw Kw). lra. }
      lra.
  Qed.
End Halves.

Section Lower.
  Variable G : game.

  (** ** The lower half *)

  (** [gives p x t]: position [p] has the value [x] and the label [t]. *)
  Variable gives : position G -> Q -> nat -> Prop.
  (** Positions at which a_n is known to approach [x]. *)
  Variable known : position G -> Q -> Prop.
  Hypothesis known_near : forall eps, 0 < eps -> exists n, forall p x, known p x -> x - eps <= a n p.

  (** At the other positions White has an option that is good enough whatever Black's option, and
      this option or Black's option has a smaller label: conditions (L1) and (L2) of the page. *)
  Definition lower_at (p : position G) (x : Q) (t : nat) : Prop :=
    state_of p = Ongoing /\ options Black p <> [] /\
    exists w xw tw, In w (options White p) /\ gives w xw tw /\
      forall c, In c (options Black p) -> exists xc tc, gives c xc tc /\
        2 * x <= xw + xc /\ ((tw < t)%nat \/ (tc < t)%nat).

  Hypothesis at_most_1 : forall p x t, gives p x t -> x <= 1.
  Hypothesis conditions : forall p x t, gives p x t -> known p x \/ lower_at p x t.
  Variable N : nat.
  Hypothesis labels_bounded : forall p x t, gives p x t -> (t <= N)%nat.

  Section Near.
    Variables (eps : Q) (n0 : nat).
    Hypothesis near : forall p x, known p x -> x - eps <= a n0 p.

    (** After one further move, the deficit [x - eps - a m p] of a position that is not known is
        at most the mean of the deficits of two options, one of which has a smaller label. *)
    Lemma one_step m p x t : gives p x t -> lower_at p x t ->
      exists w xw tw c xc tc, gives w xw tw /\ gives c xc tc /\
        x - eps - a (S m) p <= (1#2) * ((xw - eps - a m w) + (xc - eps - a m c)) /\
        ((tw < t)%nat \/ (tc < t)%nat).
    Proof.
      intros K (E & NB & w & xw & tw & Hw & Kw & H).
      destruct (minimum_attained (value 0 m) _ NB (fun q => proj2 (a_bounds m q))) as (c & Hc & Ec).
      destruct (H c Hc) as (xc & tc & Kc & V & L). exists w, xw, tw, c, xc, tc.
      repeat split; auto. unfold a. rewrite value_S by assumption. rewrite Ec.
      pose proof (maximum_ge (value 0 m) _ w Hw). lra.
    Qed.

    Lemma known_free m p x : (n0 <= m)%nat -> known p x -> x - eps - a m p <= 0.
    Proof. intros L K. pose proof (near p x K). pose proof (a_mono n0 m p L). lra. Qed.

    (** Deficits shrink (steps ii and iii of the proof). *)
    Lemma shrink D n : 0 <= D -> (n0 <= n)%nat ->
      (forall p x t, gives p x t -> x - eps - a n p <= D) ->
      forall j p x t, gives p x t -> (t <= j)%nat -> forall m, (n + j <= m)%nat ->
      x - eps - a m p <= (1 - power (1#2) j) * D.
    Proof.
      intros HD Hn Bound.
      assert (Stays : forall m p x t, (n <= m)%nat -> gives p x t -> x - eps - a m p <= D).
      { intros m p x t L K. pose proof (Bound p x t K). pose proof (a_mono n m p L). lra. }
      assert (Pos : forall j, 0 <= (1 - power (1#2) j) * D).
      { intros j. pose proof (half_power j). apply Qmult_le_0_compat; lra. }
      induction j as [|j IH]; intros p x t K Ht m Hm;
        [pose proof (Pos 0%nat)|pose proof (Pos (S j))];
        destruct (conditions p x t K) as [F|L];
        try (pose proof (known_free m p x ltac:(lia) F); cbn [power] in *; lra).
      - destruct (one_step m p x t K L) as (w & xw & tw & c & xc & tc & _ & _ & _ & [?|?]); lia.
      - destruct m as [|m]; [lia|].
        destruct (one_step m p x t K L) as (w & xw & tw & c & xc & tc & Kw & Kc & V & T).
        pose proof (Stays m w xw tw ltac:(lia) Kw). pose proof (Stays m c xc tc ltac:(lia) Kc).
        assert (EQ : (1 - power (1#2) (S j)) * D == (1#2) * ((1 - power (1#2) j) * D + D)) by (cbn [power]; ring).
        destruct T as [T|T].
        + pose proof (IH w xw tw Kw ltac:(lia) m ltac:(lia)). lra.
        + pose proof (IH c xc tc Kc ltac:(lia) m ltac:(lia)). lra.
    Qed.

    (** The rate of step iv. *)
    Lemma rate : 0 <= eps -> forall k p x t, gives p x t ->
      x - eps - a (n0 + k * N) p <= power (1 - power (1#2) N) k.
    Proof.
      intros He. induction k as [|k IH]; intros p x t K.
      - pose proof (a_bounds (n0 + 0 * N) p). pose proof (at_most_1 p x t K). cbn [power]. lra.
      - pose proof (half_power N).
        pose proof (power_bounds (1 - power (1#2) N) k ltac:(lra) ltac:(lra)) as P.
        pose proof (shrink (power (1 - power (1#2) N) k) (n0 + k * N) ltac:(lra) ltac:(lia) IH N p x t K
                      (labels_bounded p x t K) (n0 + S k * N)%nat ltac:(cbn; lia)).
        cbn [power]. lra.
    Qed.
  End Near.

  (** Theorem 1: a_n approaches the values uniformly at all positions. *)
  Theorem lower_half : forall eps, 0 < eps -> exists n, forall p x t, gives p x t -> x - eps <= a n p.
  Proof.
    intros eps He. destruct (known_near ((1#2) * eps) ltac:(lra)) as (n0 & Near).
    pose proof (half_power N) as P.
    destruct (power_small (power (1#2) N) ((1#2) * eps) (proj1 P) (proj2 P) ltac:(lra)) as (k & Hk).
    exists (n0 + k * N)%nat. intros p x t K.
    pose proof (rate ((1#2) * eps) n0 Near ltac:(lra) k p x t K). lra.
  Qed.
End Lower.
