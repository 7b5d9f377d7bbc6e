(** * The matrix game of one move

    The outcome by recursion, as the page of the kind defines it, equals the outcome of the game
    that is played ([Game.v]).  The file also states when a bid ensures a number if rows are
    monotone, as a checker needs it.

    Pages: [spec/kinds/scoring.md] sections 1 and 4, [spec/soundness/scoring.md] sections 1 to 4.

    Not covered here: a certain search finds the best bids (Lemma 3 of the page, [Search.v]);
    soundness does not need this, since a bid ensures a number however it was found.  A game
    without an equilibrium has a position without an outcome ([Defined.v]). *)

From Coq Require Import Arith ZArith List Bool Lia.
From Gamecert.Scoring Require Import Game.
Import ListNotations.
Local Open Scope Z_scope.

(** ** The greatest and the least number of a list (0 for the empty list) *)

Fixpoint greatest (l : list Z) : Z :=
  match l with [] => 0 | [z] => z | z :: l' => Z.max z (greatest l') end.
Fixpoint least (l : list Z) : Z :=
  match l with [] => 0 | [z] => z | z :: l' => Z.min z (least l') end.

Lemma greatest_cons z l : l <> [] -> greatest (z :: l) = Z.max z (greatest l).
Proof. destruct l; [congruence|reflexivity]. Qed.
Lemma least_cons z l : l <> [] -> least (z :: l) = Z.min z (least l).
Proof. destruct l; [congruence|reflexivity]. Qed.

Lemma greatest_ge l z : In z l -> z <= greatest l.
Proof.
  induction l as [|y l IH]; [intros []|]. destruct l as [|y' l].
  { intros [<-|[]]; cbn; lia. }
  rewrite greatest_cons by congruence. intros [<-|I]; [lia|]. specialize (IH I); lia.
Qed.
Lemma greatest_in l : l <> [] -> In (greatest l) l.
Proof.
  induction l as [|y l IH]; [congruence|intros _]. destruct l as [|y' l]; [now left|].
  rewrite greatest_cons by congruence.
  destruct (Z.max_spec y (greatest (y' :: l))) as [[_ ->]|[_ ->]]; [right; apply IH; congruence|now left].
Qed.
Lemma opp_least {A} (f : A -> Z) l : - least (map f l) = greatest (map (fun a => - f a) l).
Proof.
  induction l as [|a l IH]; [reflexivity|]. destruct l as [|a' l]; [reflexivity|].
  cbn [map] in *. rewrite greatest_cons, least_cons by congruence. lia.
Qed.

Section Greatest.
Context {A : Type}.
Variables (f : A -> Z) (l : list A).
Hypothesis some : l <> [].
Lemma map_some : map f l <> [].
Proof. destruct l; cbn; congruence. Qed.
Lemma greatest_above w : w <= greatest (map f l) <-> exists a, In a l /\ w <= f a.
Proof.
  split.
  - intros H. pose proof (greatest_in _ map_some) as I. apply in_map_iff in I as (a & E & I).
    exists a; split; auto; lia.
  - intros (a & I & H). apply (in_map f) in I. apply greatest_ge in I; lia.
Qed.
Lemma greatest_below w : greatest (map f l) <= w <-> forall a, In a l -> f a <= w.
Proof.
  split.
  - intros H a I. apply (in_map f) in I. apply greatest_ge in I; lia.
  - intros H. pose proof (greatest_in _ map_some) as I. apply in_map_iff in I as (a & E & I). specialize (H a I); lia.
Qed.
End Greatest.
Lemma least_above {A} (f : A -> Z) l : l <> [] -> forall w, w <= least (map f l) <-> forall a, In a l -> w <= f a.
Proof.
  intros N w. pose proof (greatest_below (fun a => - f a) l N (- w)) as [B B']. rewrite <- opp_least in B, B'.
  split; [intros H a I; specialize (B ltac:(lia) a I); lia|].
  intros H. enough (- least (map f l) <= - w) by lia. apply B'. intros a I. specialize (H a I). lia.
Qed.
Lemma least_below {A} (f : A -> Z) l : l <> [] -> forall w, least (map f l) <= w <-> exists a, In a l /\ f a <= w.
Proof.
  intros N w. pose proof (greatest_above (fun a => - f a) l N (- w)) as [B B']. rewrite <- opp_least in B, B'. split.
  - intros H. destruct (B ltac:(lia)) as (a & I & K). exists a; split; [assumption|lia].
  - intros (a & I & H). enough (- w <= - least (map f l)) by lia. apply B'. exists a; split; [assumption|lia].
Qed.

(** ** The entries of the subtraction set that can be taken *)

Definition options (S : list nat) (x : nat) : list nat := filter (fun s => (s <=? x)%nat) S.

Lemma options_in S x s : In s (options S x) <-> can_take S x s.
Proof. unfold options, can_take; rewrite filter_In, Nat.leb_le; tauto. Qed.

Lemma options_some S x : forallb (fun s => (x <? s)%nat) S = false <-> options S x <> [].
Proof.
  unfold options. induction S as [|s S' IH]; cbn [forallb filter]; [split; [discriminate|intros H; now destruct H]|].
  destruct (s <=? x)%nat eqn:E.
  - apply Nat.leb_le in E. replace (x <? s)%nat with false by (symmetry; apply Nat.ltb_ge; lia).
    cbn; split; [discriminate|reflexivity].
  - apply Nat.leb_gt in E. replace (x <? s)%nat with true by (symmetry; apply Nat.ltb_lt; lia).
    cbn; exact IH.
Qed.

(** ** Outcomes by recursion *)

Section Matrix.
Variable S : list nat.
(** The total budget. *)
Variable TB : nat.
(** v(x, p): Left has the marker and p coins, and Right has TB - p. *)
Variable V : nat -> nat -> Z.

(** The entry of the matrix for the bids l of Left and r of Right. *)
Definition entry (x p l r : nat) : Z :=
  if (r <? l)%nat then greatest (map (fun s => Z.of_nat s + V (x - s) (p - l)) (options S x))
  else if (l =? r)%nat then greatest (map (fun s => Z.of_nat s - V (x - s) (TB - p + l)) (options S x))
  else least (map (fun s => - Z.of_nat s + V (x - s) (p + r)) (options S x)).

Definition left_bids (p : nat) : list nat := seq 0 (1 + p).
Definition right_bids (p : nat) : list nat := seq 0 (1 + (TB - p)).

(** The greatest number that Left can ensure by a bid known to Right, and the least number to
    which Right can limit her by a bid known to Left. *)
Definition maximin (x p : nat) : Z :=
  greatest (map (fun l => least (map (fun r => entry x p l r) (right_bids p))) (left_bids p)).
Definition minimax (x p : nat) : Z :=
  least (map (fun r => greatest (map (fun l => entry x p l r) (left_bids p))) (right_bids p)).

(** V is the outcome at (x, p) by recursion: 0 if the game is over, otherwise the common value of
    maximin and minimax. *)
Definition equilibrium (x p : nat) : Prop :=
  if forallb (fun s => (x <? s)%nat) S then V x p = 0
  else maximin x p = V x p /\ minimax x p = V x p.

(** A bid of Left's that ensures w, and a bid of Right's that concedes at most w. *)
Definition ensures (x p : nat) (w : Z) (l : nat) : Prop :=
  (l <= p)%nat /\ forall r, (r <= TB - p)%nat -> w <= entry x p l r.
Definition concedes (x p : nat) (w : Z) (r : nat) : Prop :=
  (r <= TB - p)%nat /\ forall l, (l <= p)%nat -> entry x p l r <= w.

Lemma left_bids_in p l : In l (left_bids p) <-> (l <= p)%nat.
Proof. unfold left_bids; rewrite in_seq; lia. Qed.
Lemma right_bids_in p r : In r (right_bids p) <-> (r <= TB - p)%nat.
Proof. unfold right_bids; rewrite in_seq; lia. Qed.
Lemma left_bids_some p : left_bids p <> [].
Proof. unfold left_bids; cbn; congruence. Qed.
Lemma right_bids_some p : right_bids p <> [].
Proof. unfold right_bids; cbn; congruence. Qed.

Lemma maximin_above x p w : w <= maximin x p <-> exists l, ensures x p w l.
Proof.
  unfold maximin. rewrite greatest_above by apply left_bids_some.
  split; intros (l & I & H); exists l; [split; [now apply left_bids_in|]|split; [now apply left_bids_in|]].
  - intros r R. rewrite least_above in H by apply right_bids_some. now apply H, right_bids_in.
  - rewrite least_above by apply right_bids_some. intros r R. now apply H, right_bids_in.
Qed.
Lemma minimax_below x p w : minimax x p <= w <-> exists r, concedes x p w r.
Proof.
  unfold minimax. rewrite least_below by apply right_bids_some.
  split; intros (r & I & H); exists r; [split; [now apply right_bids_in|]|split; [now apply right_bids_in|]].
  - intros l L. rewrite greatest_below in H by apply left_bids_some. now apply H, left_bids_in.
  - rewrite greatest_below by apply left_bids_some. intros l L. now apply H, left_bids_in.
Qed.

(** The maximin is never greater than the minimax. *)
Lemma maximin_minimax x p : maximin x p <= minimax x p.
Proof.
  destruct (proj1 (maximin_above x p _) (Z.le_refl _)) as (l & L & H).
  destruct (proj1 (minimax_below x p _) (Z.le_refl _)) as (r & R & K).
  specialize (H r R). specialize (K l L). lia.
Qed.

(** A number w is both maximin and minimax exactly if a bid of Left's ensures it and a bid of
    Right's concedes no more (end of section 4 of the page). *)
Theorem saddle x p w :
  (maximin x p = w /\ minimax x p = w) <->
  (exists l, ensures x p w l) /\ (exists r, concedes x p w r).
Proof.
  rewrite <- maximin_above, <- minimax_below. pose proof (maximin_minimax x p). lia.
Qed.

(** ** The outcome by recursion is the outcome of the game *)

Lemma over_options P : forallb (fun s => (heap P <? s)%nat) S = true <-> over S P.
Proof. apply (over_now_spec S P). Qed.

(** The value of a position with this total budget.  If Right has the marker, it is minus the
    value of the position with the players exchanged. *)
Definition worth (P : position) : Z :=
  match marker P with
  | Left => V (heap P) (left_coins P)
  | Right => - V (heap P) (right_coins P)
  end.

Lemma ensures_cases x p w l r : options S x <> [] -> ensures x p w l -> (r <= TB - p)%nat ->
  ((r < l)%nat -> exists s, can_take S x s /\ w <= Z.of_nat s + V (x - s) (p - l))
  /\ (l = r -> exists s, can_take S x s /\ w <= Z.of_nat s - V (x - s) (TB - p + l))
  /\ ((l < r)%nat -> forall s, can_take S x s -> w <= - Z.of_nat s + V (x - s) (p + r)).
Proof.
  intros O [L H] R. specialize (H r R). unfold entry in H.
  destruct (r <? l)%nat eqn:E1; [apply Nat.ltb_lt in E1|apply Nat.ltb_ge in E1;
    destruct (l =? r)%nat eqn:E2; [apply Nat.eqb_eq in E2|apply Nat.eqb_neq in E2]].
  - repeat split; intros; try lia. rewrite greatest_above in H by auto.
    destruct H as (s & I & H). exists s; now rewrite <- options_in.
  - repeat split; intros; try lia. rewrite greatest_above in H by auto.
    destruct H as (s & I & H). exists s; now rewrite <- options_in.
  - repeat split; intros; try lia. rewrite least_above in H by auto. apply H; now rewrite options_in.
Qed.
Lemma concedes_cases x p w l r : options S x <> [] -> concedes x p w r -> (l <= p)%nat ->
  ((r < l)%nat -> forall s, can_take S x s -> Z.of_nat s + V (x - s) (p - l) <= w)
  /\ (l = r -> forall s, can_take S x s -> Z.of_nat s - V (x - s) (TB - p + l) <= w)
  /\ ((l < r)%nat -> exists s, can_take S x s /\ - Z.of_nat s + V (x - s) (p + r) <= w).
Proof.
  intros O [R H] L. specialize (H l L). unfold entry in H.
  destruct (r <? l)%nat eqn:E1; [apply Nat.ltb_lt in E1|apply Nat.ltb_ge in E1;
    destruct (l =? r)%nat eqn:E2; [apply Nat.eqb_eq in E2|apply Nat.eqb_neq in E2]].
  - repeat split; intros; try lia. rewrite greatest_below in H by auto. apply H; now rewrite options_in.
  - repeat split; intros; try lia. rewrite greatest_below in H by auto. apply H; now rewrite options_in.
  - repeat split; intros; try lia. rewrite least_below in H by auto.
    destruct H as (s & I & H). exists s; now rewrite <- options_in.
Qed.

Hypothesis all : forall x p, (p <= TB)%nat -> equilibrium x p.

Lemma bids_exist x p : (p <= TB)%nat -> options S x <> [] ->
  (exists l, ensures x p (V x p) l) /\ (exists r, concedes x p (V x p) r).
Proof.
  intros L O. specialize (all x p L). unfold equilibrium in all.
  rewrite (proj2 (options_some S x) O) in all. now apply saddle.
Qed.

Definition with_budget (P : position) : Prop := (left_coins P + right_coins P = TB)%nat.

Lemma budget_next P t : with_budget P -> legal S P t -> with_budget (next P t).
Proof.
  unfold with_budget; intros B (L & R & _). unfold next. destruct (mover P t); cbn; lia.
Qed.

Lemma worth_over P : with_budget P -> over S P -> worth P = 0.
Proof.
  intros B O. apply over_options in O. unfold with_budget in B.
  unfold worth; destruct (marker P).
  - specialize (all (heap P) (left_coins P) ltac:(lia)). unfold equilibrium in all. now rewrite O in all.
  - specialize (all (heap P) (right_coins P) ltac:(lia)). unfold equilibrium in all.
    rewrite O in all. lia.
Qed.

Ltac compare_bids l r :=
  destruct (lt_eq_lt_dec l r) as [[?|?]|?];
  [ replace (r <? l)%nat with false by (symmetry; apply Nat.ltb_ge; lia);
    replace (l <? r)%nat with true by (symmetry; apply Nat.ltb_lt; lia);
    replace (l =? r)%nat with false by (symmetry; apply Nat.eqb_neq; lia)
  | subst; rewrite ?Nat.ltb_irrefl, ?Nat.eqb_refl
  | replace (r <? l)%nat with true by (symmetry; apply Nat.ltb_lt; lia);
    replace (l <? r)%nat with false by (symmetry; apply Nat.ltb_ge; lia);
    replace (l =? r)%nat with false by (symmetry; apply Nat.eqb_neq; lia) ].

Lemma worth_bid c P : with_budget P -> ~ over S P ->
  exists b, (b <= coins P c)%nat /\ safe S c (fun P => gain c (worth P)) P b.
Proof.
  intros B O. rewrite <- over_options in O. apply not_true_is_false, options_some in O.
  destruct P as [x m p q]. unfold with_budget in B. cbn in B, O.
  unfold safe, kept, points, next, mover, winner, turn_of, worth.
  destruct m; cbn [heap marker left_coins right_coins].
  - destruct (bids_exist x p ltac:(lia) O) as [(l & HL) (r & HR)].
    destruct c; cbn [coins other left_coins right_coins left_bid right_bid taken gain].
    + exists l. split; [exact (proj1 HL)|]. intros r' R'.
      destruct (ensures_cases x p _ l r' O HL ltac:(lia)) as (H1 & H2 & H3).
      compare_bids l r'; cbn; intros.
      * apply H3; auto; lia.
      * destruct (H2 eq_refl) as (s & I & H). exists s; split; auto.
        replace (q + r')%nat with (TB - p + r')%nat by lia. lia.
      * apply H1; lia.
    + exists r. split; [pose proof (proj1 HR); lia|]. intros l' L'.
      destruct (concedes_cases x p _ l' r O HR L') as (H1 & H2 & H3).
      compare_bids l' r; cbn; intros.
      * destruct H3 as (s & I & H); auto. exists s; split; auto; lia.
      * specialize (H2 eq_refl s H). replace (q + r)%nat with (TB - p + r)%nat by lia. lia.
      * specialize (H1 ltac:(lia) s H). lia.
  - destruct (bids_exist x q ltac:(lia) O) as [(l & HL) (r & HR)].
    destruct c; cbn [coins other left_coins right_coins left_bid right_bid taken gain].
    + exists r. split; [pose proof (proj1 HR); lia|]. intros l' L'.
      destruct (concedes_cases x q _ l' r O HR L') as (H1 & H2 & H3).
      compare_bids r l'; cbn; intros.
      * specialize (H1 ltac:(lia) s H). lia.
      * specialize (H2 eq_refl s H). replace (p + l')%nat with (TB - q + l')%nat by lia. lia.
      * destruct H3 as (s & I & H); auto. exists s; split; auto; lia.
    + exists l. split; [exact (proj1 HL)|]. intros r' R'.
      destruct (ensures_cases x q _ l r' O HL ltac:(lia)) as (H1 & H2 & H3).
      compare_bids r' l; cbn; intros.
      * destruct H1 as (s & I & H); auto. exists s; split; auto; lia.
      * destruct (H2 eq_refl) as (s & I & H). exists s; split; auto.
        replace (p + l)%nat with (TB - q + l)%nat by lia. lia.
      * specialize (H3 ltac:(lia) s H). lia.
Qed.

(** If V satisfies the recursion for all heaps and all numbers of coins, it is the outcome of
    every position with this total budget, whoever has the marker (section 1 of the page). *)
Theorem outcome_by_recursion P : with_budget P -> outcome S P (worth P).
Proof.
  intros B. split.
  - apply (worth_makes_sure S Left (fun P => gain Left (worth P)) with_budget); auto.
    + apply budget_next.
    + intros Q W O; cbn; rewrite worth_over; auto; lia.
    + apply worth_bid.
  - apply (worth_makes_sure S Right (fun P => gain Right (worth P)) with_budget); auto.
    + apply budget_next.
    + intros Q W O; cbn; rewrite worth_over; auto; lia.
    + apply worth_bid.
Qed.

Corollary outcome_with_marker x p : (p <= TB)%nat ->
  outcome S (Position x Left p (TB - p)) (V x p)
  /\ outcome S (Position x Right (TB - p) p) (- V x p).
Proof.
  intros L. split.
  - apply (outcome_by_recursion (Position x Left p (TB - p))). unfold with_budget; cbn; lia.
  - apply (outcome_by_recursion (Position x Right (TB - p) p)). unfold with_budget; cbn; lia.
Qed.
End Matrix.

(** ** Monotone rows: the number that one bid ensures *)

Section Monotone.
Variables (S : list nat) (TB : nat) (V : nat -> nat -> Z) (x : nat).

(** a(c) and b(c) of section 4 of the page of the kind. *)
Definition best (c : nat) : Z := greatest (map (fun s => Z.of_nat s + V (x - s) c) (options S x)).
Definition worst (c : nat) : Z := least (map (fun s => - Z.of_nat s + V (x - s) c) (options S x)).

Lemma entry_best p l r : entry S TB V x p l r =
  if (r <? l)%nat then best (p - l) else if (l =? r)%nat then - worst (TB - p + l) else worst (p + r).
Proof.
  unfold entry, best, worst. destruct (r <? l)%nat; auto. destruct (l =? r)%nat; auto.
  rewrite opp_least. f_equal. apply map_ext. intros; lia.
Qed.

Hypothesis some : options S x <> [].
(** The rows of x - s do not decrease in p. *)
Hypothesis rows_monotone : forall s c d, can_take S x s -> (c <= d <= TB)%nat ->
  V (x - s) c <= V (x - s) d.

(** Lemma 1: A and T do not increase with the bid, and R does not decrease, since a and b do not
    decrease. *)
Lemma best_monotone c d : (c <= d <= TB)%nat -> best c <= best d.
Proof.
  intros L. unfold best. rewrite greatest_below by exact some. intros s I. rewrite greatest_above by exact some.
  exists s; split; auto. apply options_in in I. pose proof (rows_monotone s c d I L). lia.
Qed.
Lemma worst_monotone c d : (c <= d <= TB)%nat -> worst c <= worst d.
Proof.
  intros L. unfold worst. rewrite least_above by exact some. intros s I.
  pose proof (rows_monotone s c d (proj1 (options_in _ _ _) I) L).
  assert (K := proj2 (least_below (fun s => - Z.of_nat s + V (x - s) c) _ some (- Z.of_nat s + V (x - s) c))).
  specialize (K (ex_intro _ s (conj I (Z.le_refl _)))). lia.
Qed.

(** Lemma 2 for Left: her bid l ensures w if w <= g(l). *)
Theorem left_bid_ensures p l w : (p <= TB)%nat -> (l <= p)%nat ->
  ((0 < l)%nat -> w <= best (p - l)) ->
  ((l <= TB - p)%nat -> w <= - worst (TB - p + l)) ->
  ((l + 1 <= TB - p)%nat -> w <= worst (p + l + 1)) ->
  ensures S TB V x p w l.
Proof.
  intros P L HA HT HR. part. intros r R. rewrite entry_best.
  destruct (r <? l)%nat eqn:E1; [apply Nat.ltb_lt in E1; apply HA; lia|apply Nat.ltb_ge in E1].
  destruct (l =? r)%nat eqn:E2; [apply Nat.eqb_eq in E2; apply HT; lia|apply Nat.eqb_neq in E2].
  transitivity (worst (p + l + 1)); [apply HR; lia|apply worst_monotone; lia].
Qed.

(** Lemma 2 for Right: his bid r concedes at most w if h(r) <= w. *)
Theorem right_bid_concedes p r w : (p <= TB)%nat -> (r <= TB - p)%nat ->
  ((r + 1 <= p)%nat -> best (p - (r + 1)) <= w) ->
  ((r <= p)%nat -> - worst (TB - p + r) <= w) ->
  ((0 < r)%nat -> worst (p + r) <= w) ->
  concedes S TB V x p w r.
Proof.
  intros P R HA HT HR. part. intros l L. rewrite entry_best.
  destruct (r <? l)%nat eqn:E1; [apply Nat.ltb_lt in E1|apply Nat.ltb_ge in E1].
  { transitivity (best (p - (r + 1))); [apply best_monotone; lia|apply HA; lia]. }
  destruct (l =? r)%nat eqn:E2; [apply Nat.eqb_eq in E2; subst; apply HT; lia|apply Nat.eqb_neq in E2].
  apply HR; lia.
Qed.
End Monotone.
