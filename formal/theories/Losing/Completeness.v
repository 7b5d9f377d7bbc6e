(** * Every win by force has a closed proof

    The remark of [spec/soundness/losing.md] that forbidding moves to open positions loses nothing:
    if a side wins by force, there is a closed proof, in which every move leads to a position
    completed before ([winner_has_closed_proof]).

    Not covered here: such a proof can be written as a stream. *)

From Coq Require Import ZArith List Bool Lia.
From Gamecert Require Import Losing.Game Losing.ClosedProof.
Import ListNotations.
Open Scope Z_scope.

Section Completeness.

Context {g : game} (w : side).
Variable position_eq : forall p q : position g, {p = q} + {p <> q}.

(** [w] wins from [p] within [n] moves of both sides, whatever happened before. *)
Inductive forced : nat -> position g -> Prop :=
| forced_end n p : play p = Over (Some w) -> forced n p
| forced_own n p moves m :
    play p = Goes moves -> turn p = w -> In m moves -> forced n (make p m) -> forced (S n) p
| forced_other n p moves :
    play p = Goes moves -> turn p <> w -> (forall m, In m moves -> forced n (make p m)) ->
    forced (S n) p.

Lemma wins_forced root n : wins_by_force w root (Z.of_nat n) -> forced n root.
Proof.
  intros [s H].
  assert (K : forall k visited p c, follows w s root 0 visited p c ->
    (length visited + k)%nat = n -> forced k p).
  { induction k as [|k IH]; intros visited p c F L; destruct (H _ _ _ F) as [G B]; unfold goes_well in G;
      destruct (play p) as [winner|moves] eqn:P; try (subst winner; now apply forced_end).
    - exfalso. destruct G as [N S].
      assert (X : exists m, In m moves /\ (turn p = w -> s p = Some m)).
      { destruct (same (turn p) w) eqn:T.
        - apply same_spec in T. destruct (S T) as (m & E & I). exists m; auto.
        - destruct moves as [|m moves]; [now contradiction N|]. exists m. split; [now left|].
          intros E. apply same_spec in E. congruence. }
      destruct X as (m & I & E).
      destruct (H _ _ _ (follows_move w s root 0 visited p c moves m F P I E)) as [_ B'].
      cbn [length] in B'. lia.
    - destruct G as [N S]. destruct (same (turn p) w) eqn:T.
      + apply same_spec in T. destruct (S T) as (m & E & I).
        apply forced_own with moves m; auto.
        apply (IH (p :: visited) _ (clock_after p m c)); [econstructor; eauto|cbn [length]; lia].
      + assert (T' : turn p <> w) by (intros E; apply same_spec in E; congruence).
        apply forced_other with moves; auto. intros m I.
        apply (IH (p :: visited) _ (clock_after p m c)); [econstructor; eauto; intros; contradiction|cbn [length]; lia]. }
  apply (K n [] root 0); [constructor|reflexivity].
Qed.

Definition proves (l : list entry) (p : position g) : Prop := In p (map at_ l).

Lemma arcs_exist (l : list entry) p ms : (forall m, In m ms -> proves l (make p m)) ->
  exists len rev, arcs l p ms len rev.
Proof.
  induction ms as [|m ms IH] using rev_ind; intros H; [exists 0, 0; constructor|].
  destruct IH as (len & rev & A); [intros x X; apply H, in_or_app; now left|].
  assert (I : proves l (make p m)) by (apply H, in_or_app; right; now left).
  apply in_map_iff in I as (e & E & I).
  do 2 eexists. eapply arcs_more; eauto.
Qed.

(** A position whose moves are proved can be added, unless it is in the list already. *)
Lemma add_entry l p ms : closed w l -> to_prove w p ms -> (forall m, In m ms -> proves l (make p m)) ->
  exists l', closed w l' /\ incl l l' /\ proves l' p.
Proof.
  intros C T H. destruct (in_dec position_eq p (map at_ l)) as [I|N].
  - exists l. part. split; [apply incl_refl|exact I].
  - destruct (arcs_exist l p ms H) as (len & rev & A).
    exists (Entry p ms len rev :: l). split; [now constructor|]. split; [now apply incl_tl, incl_refl|now left].
Qed.

Lemma proves_incl l l' p : incl l l' -> proves l p -> proves l' p.
Proof.
  intros I H. apply in_map_iff in H as (e & E & J). apply in_map_iff. exists e; auto.
Qed.

(** All positions of a list can be proved one after the other. *)
Lemma add_all (P : position g -> Prop) :
  (forall p l, P p -> closed w l -> exists l', closed w l' /\ incl l l' /\ proves l' p) ->
  forall ps l, (forall p, In p ps -> P p) -> closed w l ->
  exists l', closed w l' /\ incl l l' /\ forall p, In p ps -> proves l' p.
Proof.
  intros A. induction ps as [|p ps IH]; intros l H C.
  - exists l. part. split; [apply incl_refl|intros p []].
  - destruct (A p l (H p (or_introl eq_refl)) C) as (l1 & C1 & I1 & P1).
    destruct (IH l1 (fun q I => H q (or_intror I)) C1) as (l2 & C2 & I2 & P2).
    exists l2. part. split; [eapply incl_tran; eauto|].
    intros q [<-|I]; [eapply proves_incl; eauto|auto].
Qed.

Lemma forced_proved n : forall p l, forced n p -> closed w l ->
  exists l', closed w l' /\ incl l l' /\ proves l' p.
Proof.
  induction n as [|n IH]; intros p l F C; inversion F as [n' p' P|n' p' moves m P T I F'|n' p' moves P T F']; subst.
  1, 2: apply add_entry with []; [exact C|unfold to_prove; rewrite P; auto|intros m []].
  - destruct (IH (make p m) l F' C) as (l1 & C1 & I1 & P1).
    destruct (add_entry l1 p [m] C1) as (l2 & C2 & I2 & P2).
    + unfold to_prove. rewrite P, (proj2 (same_spec (turn p) w) T). exists m; auto.
    + intros x [<-|[]]. exact P1.
    + exists l2. part. split; [eapply incl_tran; eauto|exact P2].
  - destruct (add_all (forced n) (IH) (map (make p) moves) l) as (l1 & C1 & I1 & P1); [|exact C|].
    + intros q Q. apply in_map_iff in Q as (m & <- & I). auto.
    + destruct (add_entry l1 p moves C1) as (l2 & C2 & I2 & P2).
      * unfold to_prove. rewrite P. destruct (same (turn p) w) eqn:S; [|reflexivity].
        apply same_spec in S. contradiction.
      * intros m I. apply P1. now apply in_map.
      * exists l2. part. split; [eapply incl_tran; eauto|exact P2].
Qed.

(** If a side wins by force, there is a closed proof of it. *)
Theorem winner_has_closed_proof root n : wins_by_force w root n ->
  exists (l : list (@entry g)) root_entry, closed w l /\ In root_entry l /\ at_ root_entry = root.
Proof.
  intros H. assert (F : forced (Z.to_nat n) root).
  { apply wins_forced. destruct H as [s H]. exists s. intros visited p c F.
    destruct (H visited p c F) as [G L]. part. lia. }
  destruct (forced_proved _ root [] F (closed_none w)) as (l & C & _ & P).
  apply in_map_iff in P as (e & E & I). exists l, e. auto.
Qed.

End Completeness.
