(** * If the recursion has no value, the game has none

    The converse of section 1 of the page.  If every position with a total budget has an outcome, by
    strategies of both players, then the outcomes satisfy the recursion: maximin and minimax are equal
    everywhere.  A game refused by the clause [equilibrium] therefore has a position without an
    outcome, and computing outcomes from the matrix of one move loses nothing.

    The file also proves that chance does not help.

    Pages: [spec/soundness/scoring.md] section 1, [spec/kinds/scoring.md] section 1. *)

From Coq Require Import Arith ZArith List Bool Lia.
From Gamecert.Scoring Require Import Game Matrix.
Import ListNotations.
Local Open Scope Z_scope.

Section Defined.
Variable S : list nat.
Hypothesis positive : Forall (fun s => (1 <= s)%nat) S.

(** ** After one turn *)

Definition behind (t : turn) (f : strategy) : strategy :=
  {| bids := fun h => bids f (t :: h); takes := fun h => takes f (t :: h) |}.

Lemma keeps_behind c t f h : forall P past, keeps c (behind t f) P past h <-> keeps c f P (t :: past) h.
Proof. induction h as [|t' h IH]; intros P past; cbn; [tauto|]. rewrite IH. tauto. Qed.

(** A player who can ensure w and follows the strategy in one turn can then ensure the rest. *)
Lemma makes_sure_behind c P w f t : possible S c f P ->
  (forall h, play S P h -> keeps c f P [] h -> over S (after P h) -> w <= gain c (score P h)) ->
  legal S P t -> bid t c = bids f [] ->
  (mover P t = c -> taken t = takes f [] (left_bid t) (right_bid t)) ->
  makes_sure S c (next P t) (w - gain c (points P t)).
Proof.
  intros Pf Wf T B K. exists (behind t f). split.
  - intros h Hp Hk O. apply keeps_behind in Hk. apply (Pf (t :: h)); cbn; auto.
  - intros h Hp Hk O. apply keeps_behind in Hk.
    specialize (Wf (t :: h)). cbn in Wf. specialize (Wf (conj T Hp) (conj B (conj K Hk)) O).
    destruct c; cbn in *; lia.
Qed.

(** ** Outcomes satisfy the recursion *)

Variable TB : nat.
Variable V : nat -> nat -> Z.
Hypothesis outcomes : forall P, with_budget TB P -> outcome S P (worth V P).

Lemma worth_left P t w : with_budget TB P -> legal S P t ->
  makes_sure S Left (next P t) w -> w <= worth V (next P t).
Proof.
  intros B T M. destruct (outcomes (next P t) (budget_next S TB P t B T)) as [_ R].
  exact (makes_sure_bound S positive _ _ _ M R).
Qed.
Lemma worth_right P t w : with_budget TB P -> legal S P t ->
  makes_sure S Right (next P t) (- w) -> worth V (next P t) <= w.
Proof.
  intros B T M. destruct (outcomes (next P t) (budget_next S TB P t B T)) as [L _].
  exact (makes_sure_bound S positive _ _ _ L M).
Qed.

Lemma value_over x p : (p <= TB)%nat -> over S (Position x Left p (TB - p)) -> V x p = 0.
Proof.
  intros P O. set (Q := Position x Left p (TB - p)).
  assert (B : with_budget TB Q) by (unfold with_budget; cbn; lia).
  destruct (outcomes Q B) as [(f & _ & F) (g & _ & G)].
  specialize (F [] I I O). specialize (G [] I I O). cbn in F, G. lia.
Qed.

Section One.
Variables x p : nat.
Hypothesis coins_ok : (p <= TB)%nat.
Hypothesis some : options S x <> [].
Let P : position := Position x Left p (TB - p).

Lemma budget_P : with_budget TB P.
Proof. unfold with_budget; cbn; lia. Qed.
Lemma not_over_P : ~ over S P.
Proof.
  intros O. destruct (options S x) as [|s o] eqn:E; [auto|].
  apply (O s). apply options_in. cbn [heap P]. rewrite E. now left.
Qed.
Lemma legal_P l r s : (l <= p)%nat -> (r <= TB - p)%nat -> can_take S x s -> legal S P (Turn l r s).
Proof. intros L R T. repeat split; auto; apply T. Qed.


Ltac open_turn H := unfold worth, next, points, mover, winner, P in H;
  cbn [left_bid right_bid taken heap marker left_coins right_coins gain other] in H.

Lemma left_ensures : exists l, ensures S TB V x p (V x p) l.
Proof.
  destruct (outcomes P budget_P) as [(f & Pf & Wf) _]. cbn in Wf.
  destruct (Pf [] I I not_over_P) as [Lb Lt]. cbn in Lb, Lt.
  set (l := bids f []) in *. exists l. part. intros r R. unfold entry.
  destruct (r <? l)%nat eqn:E1.
  - apply greatest_above; [exact some|]. exists (takes f [] l r).
    assert (T : can_take S x (takes f [] l r)).
    { apply Lt; auto. unfold winner. now rewrite E1. }
    split; [now apply options_in|].
    pose proof (worth_left P (Turn l r (takes f [] l r)) _ budget_P (legal_P l r _ Lb R T)
      (makes_sure_behind Left P _ f (Turn l r (takes f [] l r)) Pf Wf (legal_P l r _ Lb R T) eq_refl (fun _ => eq_refl))) as W.
    open_turn W. rewrite E1 in W. cbn [heap marker left_coins right_coins other gain] in W.
    apply Nat.ltb_lt in E1. rewrite (proj2 (Nat.eqb_neq l r)) in W by lia. cbn [heap marker left_coins right_coins other] in W. lia.
  - destruct (l =? r)%nat eqn:E2.
    + apply Nat.eqb_eq in E2. subst r. apply greatest_above; [exact some|]. exists (takes f [] l l).
      assert (T : can_take S x (takes f [] l l)).
      { apply Lt; auto. unfold winner. rewrite E1. reflexivity. }
      split; [now apply options_in|].
      pose proof (worth_left P (Turn l l (takes f [] l l)) _ budget_P (legal_P l l _ Lb R T)
        (makes_sure_behind Left P _ f (Turn l l (takes f [] l l)) Pf Wf (legal_P l l _ Lb R T) eq_refl (fun _ => eq_refl))) as W.
      open_turn W. rewrite E1, Nat.eqb_refl in W. cbn [heap marker left_coins right_coins other] in W. lia.
    + apply least_above; [exact some|]. intros s Is. apply options_in in Is.
      apply Nat.ltb_ge in E1. apply Nat.eqb_neq in E2.
      assert (E3 : (l <? r)%nat = true) by (apply Nat.ltb_lt; lia).
      assert (E4 : (r <? l)%nat = false) by (apply Nat.ltb_ge; lia).
      assert (Mv : mover P (Turn l r s) = Left -> taken (Turn l r s) = takes f [] (left_bid (Turn l r s)) (right_bid (Turn l r s))).
      { unfold mover, winner, P. cbn [left_bid right_bid marker]. rewrite E3, E4. discriminate. }
      pose proof (worth_left P (Turn l r s) _ budget_P (legal_P l r s Lb R Is)
        (makes_sure_behind Left P _ f (Turn l r s) Pf Wf (legal_P l r s Lb R Is) eq_refl Mv)) as W.
      open_turn W. rewrite E3, E4 in W. cbn [heap marker left_coins right_coins other gain] in W.
      rewrite (proj2 (Nat.eqb_neq l r) E2) in W. cbn [heap marker left_coins right_coins other] in W. lia.
Qed.

Lemma right_concedes : exists r, concedes S TB V x p (V x p) r.
Proof.
  destruct (outcomes P budget_P) as [_ (f & Pf & Wf)]. cbn in Wf.
  destruct (Pf [] I I not_over_P) as [Rb Rt]. cbn in Rb, Rt.
  set (r := bids f []) in *. exists r. part. intros l L. unfold entry.
  destruct (r <? l)%nat eqn:E1.
  - apply greatest_below; [exact some|]. intros s Is. apply options_in in Is.
    assert (Mv : mover P (Turn l r s) = Right -> taken (Turn l r s) = takes f [] (left_bid (Turn l r s)) (right_bid (Turn l r s))).
    { unfold mover, winner, P. cbn [left_bid right_bid marker]. rewrite E1. discriminate. }
    pose proof (makes_sure_behind Right P _ f (Turn l r s) Pf Wf (legal_P l r s L Rb Is) eq_refl Mv) as M.
    unfold points, mover, winner, P in M; cbn [left_bid right_bid taken marker gain] in M. rewrite E1 in M. cbn [heap marker left_coins right_coins other gain] in M.
    replace (- V x p - - Z.of_nat s) with (- (V x p - Z.of_nat s)) in M by lia.
    pose proof (worth_right P (Turn l r s) _ budget_P (legal_P l r s L Rb Is) M) as W.
    open_turn W. rewrite E1 in W. cbn [heap marker left_coins right_coins other gain] in W.
    apply Nat.ltb_lt in E1. rewrite (proj2 (Nat.eqb_neq l r)) in W by lia. cbn [heap marker left_coins right_coins other] in W. lia.
  - destruct (l =? r)%nat eqn:E2.
    + apply Nat.eqb_eq in E2. subst l. apply greatest_below; [exact some|]. intros s Is. apply options_in in Is.
      assert (Mv : mover P (Turn r r s) = Right -> taken (Turn r r s) = takes f [] (left_bid (Turn r r s)) (right_bid (Turn r r s))).
      { unfold mover, winner, P. cbn [left_bid right_bid marker]. rewrite E1. discriminate. }
      pose proof (makes_sure_behind Right P _ f (Turn r r s) Pf Wf (legal_P r r s L Rb Is) eq_refl Mv) as M.
      unfold points, mover, winner, P in M; cbn [left_bid right_bid taken marker gain] in M. rewrite E1 in M. cbn [heap marker left_coins right_coins other gain] in M.
      replace (- V x p - - Z.of_nat s) with (- (V x p - Z.of_nat s)) in M by lia.
      pose proof (worth_right P (Turn r r s) _ budget_P (legal_P r r s L Rb Is) M) as W.
      open_turn W. rewrite E1, Nat.eqb_refl in W. cbn [heap marker left_coins right_coins other] in W. lia.
    + apply Nat.ltb_ge in E1. apply Nat.eqb_neq in E2.
      assert (E3 : (l <? r)%nat = true) by (apply Nat.ltb_lt; lia).
      assert (E4 : (r <? l)%nat = false) by (apply Nat.ltb_ge; lia).
      apply least_below; [exact some|]. exists (takes f [] l r).
      assert (T : can_take S x (takes f [] l r)).
      { apply Rt; auto. unfold winner. now rewrite E3, E4. }
      split; [now apply options_in|].
      pose proof (makes_sure_behind Right P _ f (Turn l r (takes f [] l r)) Pf Wf (legal_P l r _ L Rb T) eq_refl (fun _ => eq_refl)) as M.
      unfold points, mover, winner, P in M; cbn [left_bid right_bid taken marker gain] in M. rewrite E3, E4 in M. cbn [heap marker left_coins right_coins other gain] in M.
      replace (- V x p - - - Z.of_nat (takes f [] l r)) with (- (V x p + Z.of_nat (takes f [] l r))) in M by lia.
      pose proof (worth_right P (Turn l r (takes f [] l r)) _ budget_P (legal_P l r _ L Rb T) M) as W.
      open_turn W. rewrite E3, E4 in W. cbn [heap marker left_coins right_coins other gain] in W.
      rewrite (proj2 (Nat.eqb_neq l r) E2) in W. cbn [heap marker left_coins right_coins other] in W. lia.
Qed.
End One.

(** If every position with this total budget has the outcome given by V, then V satisfies the
    recursion.  With [outcome_by_recursion] this is an equivalence. *)
Theorem recursion_by_outcome x p : (p <= TB)%nat -> equilibrium S TB V x p.
Proof.
  intros L. unfold equilibrium. destruct (forallb (fun s => (x <? s)%nat) S) eqn:F.
  - apply value_over; [exact L|]. now apply (over_now_spec S (Position x Left p (TB - p))).
  - apply options_some in F. apply saddle. split; [now apply left_ensures|now apply right_concedes].
Qed.
End Defined.

(** V is the outcome of all positions with this total budget exactly if it satisfies the recursion. *)
Theorem outcome_iff_recursion S TB V : Forall (fun s => (1 <= s)%nat) S ->
  (forall P, with_budget TB P -> outcome S P (worth V P))
  <-> (forall x p, (p <= TB)%nat -> equilibrium S TB V x p).
Proof.
  intros Pos. split; [intros H x p L; now apply (recursion_by_outcome S Pos TB V)|].
  intros H P B. now apply (outcome_by_recursion S TB V).
Qed.

(** ** Chance *)

(** Plays with weights: the possible plays if players bid, or choose what to bid, by chance. *)
Fixpoint total (l : list (Z * list turn)) : Z :=
  match l with [] => 0 | (k, _) :: l' => k + total l' end.
Fixpoint weighted (c : player) (P : position) (l : list (Z * list turn)) : Z :=
  match l with [] => 0 | (k, h) :: l' => k * gain c (score P h) + weighted c P l' end.

(** If c can ensure w, then there is a strategy with which c gets at least w on average, however the
    other chooses by chance among the plays to the end in which c follows the strategy. *)
Theorem chance_does_not_help S c P w : makes_sure S c P w ->
  exists f, possible S c f P /\ forall l,
  Forall (fun kh => 0 <= fst kh /\ play S P (snd kh) /\ keeps c f P [] (snd kh) /\ over S (after P (snd kh))) l ->
  w * total l <= weighted c P l.
Proof.
  intros (f & F & W). exists f. part. induction l as [|[k h] l IH]; intros H; [cbn; lia|].
  inversion H as [|? ? (K & Hp & Hk & Ho) H']; subst. specialize (IH H'). cbn [fst snd] in *.
  cbn [total weighted]. specialize (W h Hp Hk Ho). nia.
Qed.
