(** * One move: the number of chips that secures a goal after it

    Lemma 1 of [spec/soundness/chips.md], section 2, with zugzwang, for the three ways of
    breaking ties.  If the claimant needs a code of [x] after moving and a code of [y] after the
    other has moved, then the claimant needs [phi x y] before the move.  The file also states the
    effect of shifts on [phi].  The statements are about the rule of [Rule.v]; [Threshold.v]
    builds on them. *)
From Coq Require Import ZArith List Bool Lia.
From Gamecert.Chips Require Import Rule.
Open Scope Z_scope.

Local Arguments Z.mul : simpl never.
Local Arguments Z.add : simpl never.
Local Arguments Z.sub : simpl never.
Local Arguments Z.div : simpl never.
Local Arguments Z.modulo : simpl never.
Ltac Zify.zify_post_hook ::= Z.to_euclidean_division_equations.

(** The rule of section 1 of the page: [x] is the least threshold over the claimant's options,
    [y] the greatest over the other's. *)
Definition phi (rule : tie_break) (p : player) (x y : Z) : Z :=
  match rule with
  | Advantage => (Z.min x y + 1) / 2 + Z.max x y / 2
  | MakeItTakeIt => Z.min x y / 2 + (Z.max x y + 1) / 2
  | LadiesFirst => match p with Left => (x + y) / 2 | Right => (x + y + 1) / 2 end
  end.

(** The code that the claimant needs after the bids.  The winner of the bid decides who moves, so
    it is the lesser of both if the claimant has won the bid, and the greater if the other has. *)
Definition needs (p w : player) (x y : Z) : Z :=
  if same p w then Z.min x y else Z.max x y.

Lemma same_refl p : same p p = true.
Proof. now destruct p. Qed.
Lemma same_other p : same p (other p) = false.
Proof. now destruct p. Qed.
Lemma other_other p : other (other p) = p.
Proof. now destruct p. Qed.
Lemma same_other_l p : same (other p) p = false.
Proof. now destruct p. Qed.

Lemma code_range rule k h p : holds k h -> 0 <= code rule h p <= never rule k - 1.
Proof.
  destruct h as [a b t]; unfold holds, code, never, unit, chips; cbn.
  destruct rule, p, t; cbn; lia.
Qed.

(** The two codes add up to one less than [never]. *)
Lemma code_other rule k h p : holds k h -> code rule h (other p) = never rule k - 1 - code rule h p.
Proof.
  destruct h as [a b t]; unfold holds, code, never, unit, chips; cbn.
  destruct rule, p, t; cbn; lia.
Qed.

(** Every code is the code of some holding. *)
Lemma code_attained rule k p c : 0 <= c <= never rule k - 1 -> exists h, holds k h /\ code rule h p = c.
Proof.
  unfold never, unit, holds, code, chips. intros H.
  destruct rule, p; cbn.
  all: [> exists {| left_chips := c / 2; right_chips := k - c / 2; token := if c mod 2 =? 1 then Left else Right |}
        | exists {| right_chips := c / 2; left_chips := k - c / 2; token := if c mod 2 =? 1 then Right else Left |}
        | exists {| left_chips := c / 2; right_chips := k - c / 2; token := if c mod 2 =? 1 then Right else Left |}
        | exists {| right_chips := c / 2; left_chips := k - c / 2; token := if c mod 2 =? 1 then Left else Right |}
        | exists {| left_chips := c; right_chips := k - c; token := Left |}
        | exists {| right_chips := c; left_chips := k - c; token := Left |} ].
  all: cbn; try destruct (Z.eqb_spec (c mod 2) 1); cbn; lia.
Qed.

(** The bid that, if it wins, leaves the claimant exactly the required code. *)
Definition good_bid (rule : tie_break) (h : holding) (p : player) (lo : Z) : Z :=
  match rule with
  | Advantage => (code rule h p - lo) / 2
  | MakeItTakeIt => chips h p - lo / 2
  | LadiesFirst => chips h p - lo
  end.

Lemma enough_ordered rule k h p lo hi :
  holds k h -> 0 <= lo -> lo <= hi -> phi rule p lo hi <= code rule h p ->
  has_bid rule p h (fun w h' => holds k h' /\ (if same p w then lo else hi) <= code rule h' p).
Proof.
  intros H L O. unfold phi. rewrite Z.min_l, Z.max_r by assumption. intros E.
  exists (good_bid rule h p lo). unfold good_bid.
  destruct h as [a b t]; unfold holds, may_bid, code, chips, after_bids, bids_settled in *.
  split; [destruct rule, p, t; cbn in *; lia|]. intros b' B.
  destruct rule.
  - (* tie-breaking advantage *)
    destruct p, t; cbn in *;
    match goal with |- match ?x ?= ?y with _ => _ end => destruct (Z.compare_spec x y) end;
    cbn; unfold pays, token_to; cbn; try (split; lia).
    + destruct (Z.eqb_spec ((2 * a + 1 - lo) mod 2) 1).
      * exists true; cbn; split; [exact I|split; lia].
      * exists false; cbn; split; [exact I|split; lia].
    + intros [] _; cbn; split; lia.
    + intros [] _; cbn; split; lia.
    + destruct (Z.eqb_spec ((2 * b + 1 - lo) mod 2) 1).
      * exists true; cbn; split; [exact I|split; lia].
      * exists false; cbn; split; [exact I|split; lia].
  - destruct p, t; cbn in *;
    match goal with |- match ?x ?= ?y with _ => _ end => destruct (Z.compare_spec x y) end;
    cbn; unfold pays, token_to; cbn; split; lia.
  - destruct p; cbn in *;
    match goal with |- match ?x ?= ?y with _ => _ end => destruct (Z.compare_spec x y) end;
    cbn; unfold pays, token_to; cbn; split; lia.
Qed.

Lemma phi_sorted rule p x y : phi rule p (Z.min x y) (Z.max x y) = phi rule p x y.
Proof. unfold phi. destruct rule; [lia|lia|destruct p; f_equal; lia]. Qed.

(** Lemma 1, first half.  With a code of at least [phi x y] the claimant [p] has a bid such that,
    whatever the other bids, [p] has enough after the bids for the decision of the winner. *)
Theorem enough_has_bid rule k h p x y :
  holds k h -> 0 <= x -> 0 <= y -> phi rule p x y <= code rule h p ->
  has_bid rule p h (fun w h' => holds k h' /\ needs p w x y <= code rule h' p).
Proof.
  intros H X Y E. apply (enough_ordered rule k h p (Z.min x y) (Z.max x y)); try lia; auto.
  now rewrite phi_sorted.
Qed.

Lemma phi_complement rule p k x y :
  phi rule (other p) (never rule k - x) (never rule k - y) = never rule k - phi rule p x y.
Proof. unfold phi, never, unit. destruct rule, p; cbn; lia. Qed.

Lemma bids_settled_weaken rule p h l r (Q Q' : player -> holding -> Prop) :
  (forall w h', Q w h' -> Q' w h') -> bids_settled rule p h l r Q -> bids_settled rule p h l r Q'.
Proof.
  intros W. unfold bids_settled, ensures.
  destruct (l ?= r), rule; auto.
  destruct (same p (token h)).
  - intros ([] & _ & H); [exists true|exists false]; split; auto.
  - intros H [] _; [specialize (H true I)|specialize (H false I)]; auto.
Qed.

Lemma has_bid_weaken rule p h (Q Q' : player -> holding -> Prop) :
  (forall w h', Q w h' -> Q' w h') -> has_bid rule p h Q -> has_bid rule p h Q'.
Proof.
  intros W (b & B & H). exists b; part. intros b' B'. specialize (H b' B').
  unfold after_bids in *. destruct p; eapply bids_settled_weaken; eauto.
Qed.

(** Lemma 1, second half.  With a smaller code the other has a bid such that, whatever the
    claimant bids, the claimant has too little after the bids. *)
Theorem too_little_other_has_bid rule k h p x y :
  holds k h -> x <= never rule k -> y <= never rule k -> code rule h p < phi rule p x y ->
  has_bid rule (other p) h (fun w h' => holds k h' /\ code rule h' p < needs p w x y).
Proof.
  intros H X Y E.
  apply (has_bid_weaken rule (other p) h
    (fun w h' => holds k h' /\ needs (other p) w (never rule k - x) (never rule k - y) <= code rule h' (other p))).
  - intros w h' [H' N]. part. rewrite (code_other rule k) in N by assumption.
    unfold needs in *. destruct p, w; cbn in *; lia.
  - apply enough_has_bid; try lia; auto.
    rewrite phi_complement, (code_other rule k) by assumption. lia.
Qed.

(** ** Monotonicity and shifts *)

Lemma phi_monotone rule p x x' y y' : x <= x' -> y <= y' -> phi rule p x y <= phi rule p x' y'.
Proof. unfold phi. intros. destruct rule, p; lia. Qed.

Lemma phi_range rule p k x y :
  0 <= x <= never rule k -> 0 <= y <= never rule k -> 0 <= phi rule p x y <= never rule k.
Proof. unfold phi, never, unit. intros. destruct rule, p; lia. Qed.

(** (S) of the page: adding whole chips to both arguments adds them to the result. *)
Lemma phi_shift rule p x y m :
  phi rule p (x + unit rule * m) (y + unit rule * m) = phi rule p x y + unit rule * m.
Proof. unfold phi, unit. destruct rule, p; lia. Qed.

(** Two shifts that keep the order: [phi] grows by half of their sum.  If the unit is 2, both
    shifts must be even. *)
Lemma phi_grows rule p x y gx gy g :
  gx + gy = 2 * g -> (unit rule = 2 -> Z.even gx = true /\ Z.even gy = true) ->
  (gx < gy -> x <= y) -> (gy < gx -> y <= x) ->
  phi rule p (x + gx) (y + gy) = phi rule p x y + g.
Proof.
  intros S E A B. unfold phi, unit in *.
  destruct rule.
  - destruct (E eq_refl) as [E1 E2]. apply Zeven_bool_iff in E1, E2.
    apply Zeven_ex in E1, E2. destruct E1 as [a ->], E2 as [b ->]. lia.
  - destruct (E eq_refl) as [E1 E2]. apply Zeven_bool_iff in E1, E2.
    apply Zeven_ex in E1, E2. destruct E1 as [a ->], E2 as [b ->]. lia.
  - destruct p; lia.
Qed.
