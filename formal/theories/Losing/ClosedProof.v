(** * Closed proofs of a win

    The theorem of [spec/soundness/losing.md], and its section on the 50-move rule, for the
    positions of a proof in the order of their completion. The proof is a list of entries, with
    the last completed one first. It is [closed] if the moves of every entry lead to entries
    completed before it, and every entry has the moves that the page requires. A closed proof
    implies the claim ([closed_proof_claim]).

    Not covered here: an accepted stream describes a closed proof ([Stream.v]). *)

From Coq Require Import ZArith List Bool Lia.
From Gamecert Require Import Losing.Game.
Import ListNotations.
Open Scope Z_scope.

Section Proof.

Context {g : game} (w : side).

(** Positions are compared completely. *)
Variable position_eq : forall p q : position g, {p = q} + {p <> q}.

(** In every position where play goes on there is a legal move. *)
Hypothesis goes_on : forall (p : position g) moves, play p = Goes moves -> moves <> [].

(** A completed position, its proved moves, and its [len] and [rev]. *)
Record entry := Entry { at_ : position g; moves_ : list (move g); len_ : Z; rev_ : Z }.

(** The moves to prove in a position: none at an end that [w] has won, one legal move of [w], all
    legal moves of the other side. *)
Definition to_prove (p : position g) (ms : list (move g)) : Prop :=
  match play p with
  | Over winner => winner = Some w /\ ms = []
  | Goes moves => if same (turn p) w then exists m, In m moves /\ ms = [m] else ms = moves
  end.

(** [arcs l p ms len rev]: the moves [ms] from [p] lead to entries of [l], and [len] and [rev]
    are the numbers of a position with these moves. *)
Inductive arcs (l : list entry) (p : position g) : list (move g) -> Z -> Z -> Prop :=
| arcs_none : arcs l p [] 0 0
| arcs_more ms len rev m e :
    arcs l p ms len rev -> In e l -> at_ e = make p m ->
    arcs l p (ms ++ [m]) (Z.max len (1 + len_ e))
      (if zeroing p m then rev else Z.max rev (1 + rev_ e)).

Inductive closed : list entry -> Prop :=
| closed_none : closed []
| closed_more l e :
    closed l -> to_prove (at_ e) (moves_ e) -> arcs l (at_ e) (moves_ e) (len_ e) (rev_ e) ->
    ~ In (at_ e) (map at_ l) -> closed (e :: l).

(** ** Consequences of [arcs] and [closed] *)

Lemma arcs_incl l l' p ms len rev : incl l l' -> arcs l p ms len rev -> arcs l' p ms len rev.
Proof. intros I; induction 1; econstructor; eauto. Qed.

Lemma arcs_nonneg l p ms len rev : arcs l p ms len rev -> 0 <= len /\ 0 <= rev.
Proof. induction 1; [lia|]. destruct (zeroing p m); lia. Qed.

(** Every move leads to an entry, whose numbers are bounded. *)
Lemma arcs_bound l p ms len rev m : arcs l p ms len rev -> In m ms ->
  exists e, In e l /\ at_ e = make p m /\ 1 + len_ e <= len
    /\ (zeroing p m = false -> 1 + rev_ e <= rev).
Proof.
  induction 1 as [|ms len rev m' e A IH I E]; intros J; [destruct J|].
  apply in_app_or in J as [J|[->|[]]].
  - destruct (IH J) as (e' & I' & E' & L & R). exists e'. repeat split; auto; [lia|].
    destruct (zeroing p m'); lia.
  - exists e. repeat split; auto; [lia|]. intros ->. lia.
Qed.

(** [len] and [rev] are attained by a move, unless they are 0. *)
Lemma arcs_len_attained l p ms len rev : arcs l p ms len rev ->
  (forall e, In e l -> 0 <= len_ e) ->
  len = 0 \/ exists m e, In m ms /\ In e l /\ at_ e = make p m /\ len = 1 + len_ e.
Proof.
  intros A P; induction A as [|ms len rev m e A IH I E]; [now left|]. right.
  specialize (P e I). destruct IH as [->|(m' & e' & J & I' & E' & ->)].
  - exists m, e. repeat split; auto; [apply in_or_app; cbn; auto|lia].
  - destruct (Z.max_spec (1 + len_ e') (1 + len_ e)) as [[_ ->]|[_ ->]].
    + exists m, e. repeat split; auto. apply in_or_app; cbn; auto.
    + exists m', e'. repeat split; auto. apply in_or_app; auto.
Qed.

Lemma arcs_rev_attained l p ms len rev : arcs l p ms len rev ->
  (forall e, In e l -> 0 <= rev_ e) ->
  rev = 0 \/ exists m e, In m ms /\ In e l /\ at_ e = make p m /\ zeroing p m = false
                         /\ rev = 1 + rev_ e.
Proof.
  intros A P; induction A as [|ms len rev m e A IH I E]; [now left|].
  specialize (P e I). destruct (zeroing p m) eqn:Z0.
  - destruct IH as [->|(m' & e' & J & I' & E' & Z' & ->)]; [now left|].
    right; exists m', e'. repeat split; auto. apply in_or_app; auto.
  - right. destruct IH as [->|(m' & e' & J & I' & E' & Z' & ->)].
    + exists m, e. repeat split; auto; [apply in_or_app; cbn; auto|lia].
    + destruct (Z.max_spec (1 + rev_ e') (1 + rev_ e)) as [[_ ->]|[_ ->]].
      * exists m, e. repeat split; auto. apply in_or_app; cbn; auto.
      * exists m', e'. repeat split; auto. apply in_or_app; auto.
Qed.

Lemma closed_nodup l : closed l -> NoDup (map at_ l).
Proof. induction 1; constructor; auto. Qed.

Lemma closed_at l a e b : closed l -> l = a ++ e :: b ->
  to_prove (at_ e) (moves_ e) /\ arcs b (at_ e) (moves_ e) (len_ e) (rev_ e).
Proof.
  intros C; revert a; induction C as [|l e0 C IH T A N]; intros a E; [destruct a; discriminate|].
  destruct a as [|x a]; injection E as -> ->; [auto|]. eapply IH; reflexivity.
Qed.

Lemma closed_in l e : closed l -> In e l ->
  to_prove (at_ e) (moves_ e) /\ arcs l (at_ e) (moves_ e) (len_ e) (rev_ e).
Proof.
  intros C I. apply in_split in I as (a & b & ->).
  destruct (closed_at _ a e b C eq_refl) as [T A]. part.
  eapply arcs_incl; [|exact A]. intros x X. apply in_or_app; right; now right.
Qed.

Lemma closed_nonneg l e : closed l -> In e l -> 0 <= len_ e /\ 0 <= rev_ e.
Proof. intros C I. destruct (closed_in l e C I) as [_ A]. eapply arcs_nonneg; eauto. Qed.

Lemma same_entry l e e' : NoDup (map at_ l) -> In e l -> In e' l -> at_ e = at_ e' -> e = e'.
Proof.
  induction l as [|x l IH]; intros N I I' E; [destruct I|].
  inversion N as [|? ? N1 N2].
  destruct I as [->|I], I' as [->|I']; auto; exfalso; apply N1.
  - rewrite E. now apply in_map.
  - rewrite <- E. now apply in_map.
Qed.

(** ** The rank

    The rank of an entry is the number of entries completed before it. It decreases along every
    move. *)

Definition index_of (l : list entry) (p : position g) (n : nat) : Prop :=
  exists a e b, l = a ++ e :: b /\ at_ e = p /\ length b = n.

Lemma index_unique l p n n' : NoDup (map at_ l) -> index_of l p n -> index_of l p n' -> n = n'.
Proof.
  intros N (a & e & b & E & A & L) (a' & e' & b' & E' & A' & L'). subst n n'.
  rewrite E in E', N. clear E l. revert a' E' N. induction a as [|x a IH]; intros [|x' a'] E' N.
  - now injection E' as -> ->.
  - injection E' as <- ->. inversion N as [|? ? N1 _]. exfalso; apply N1.
    rewrite map_app. apply in_or_app; right; left; congruence.
  - injection E' as -> <-. inversion N as [|? ? N1 _]. exfalso; apply N1.
    rewrite map_app. apply in_or_app; right; left; congruence.
  - injection E' as <- E'. inversion N as [|? ? _ N2]. eapply IH; eauto.
Qed.

Lemma index_exists l e : In e l -> exists n, index_of l (at_ e) n.
Proof. intros I. apply in_split in I as (a & b & ->). exists (length b), a, e, b; auto. Qed.

Lemma index_falls l e m n : closed l -> In e l -> In m (moves_ e) -> index_of l (at_ e) n ->
  exists n', index_of l (make (at_ e) m) n' /\ (n' < n)%nat.
Proof.
  intros C I J X. pose proof (closed_nodup l C) as N.
  apply in_split in I as (a & b & E).
  assert (Y : index_of l (at_ e) (length b)) by (exists a, e, b; auto).
  rewrite (index_unique l _ _ _ N X Y).
  destruct (closed_at _ a e b C E) as [_ A].
  destruct (arcs_bound _ _ _ _ _ _ A J) as (e' & I' & E' & _).
  apply in_split in I'; destruct I' as (a' & b' & ->).
  exists (length b'). split; [|rewrite app_length; cbn; lia].
  exists (a ++ e :: a'), e', b'. repeat split; auto. rewrite E, <- app_assoc. reflexivity.
Qed.

(** ** The strategy of a proof: in each position, the one move that the proof contains *)

Definition strategy_of (l : list entry) : strategy g :=
  fun p => match find (fun e => if position_eq p (at_ e) then true else false) l with
           | Some e => hd_error (moves_ e)
           | None => None
           end.

Lemma strategy_of_entry l e : NoDup (map at_ l) -> In e l ->
  strategy_of l (at_ e) = hd_error (moves_ e).
Proof.
  intros N I. unfold strategy_of.
  destruct (find _ l) as [e'|] eqn:F.
  - apply find_some in F as [I' F]. destruct (position_eq (at_ e) (at_ e')) as [E|]; [|discriminate].
    now rewrite (same_entry l e e' N I I' E).
  - pose proof (find_none _ _ F e I) as X. cbn in X. now destruct (position_eq (at_ e) (at_ e)).
Qed.

(** ** The theorem *)

Section Closed.

Variables (l : list entry) (root : entry) (clock reversible : Z).
Hypothesis C : closed l.
Hypothesis root_in : In root l.
(** Every other position of the proof is reached by a move of the proof. *)
Hypothesis all_used : forall e, In e l ->
  at_ e = at_ root \/ exists e' m, In e' l /\ In m (moves_ e') /\ make (at_ e') m = at_ e.
Hypothesis clock_nonneg : 0 <= clock.
(** [reversible] is the greater of [clock] and [rev] of the root, and the greatest [rev]. *)
Hypothesis root_reversible : clock + rev_ root <= reversible.
Hypothesis all_reversible : forall e, In e l -> rev_ e <= reversible.
Hypothesis reversible_attained : reversible = clock + rev_ root \/ exists e, In e l /\ reversible = rev_ e.

Let s := strategy_of l.
Notation reaches := (follows w s (at_ root) clock).

(** The moves that the strategy allows are exactly the moves of the proof. *)
Lemma allowed_is_proved e moves m : In e l -> play (at_ e) = Goes moves -> In m moves ->
  (turn (at_ e) = w -> s (at_ e) = Some m) -> In m (moves_ e).
Proof.
  intros I P J S. destruct (closed_in l e C I) as [T _]. unfold to_prove in T. rewrite P in T.
  destruct (same (turn (at_ e)) w) eqn:W.
  - apply same_spec in W. specialize (S W). destruct T as (m' & _ & M). unfold s in S.
    rewrite (strategy_of_entry l e (closed_nodup l C) I), M in S. cbn in S. rewrite M. left; congruence.
  - now rewrite T.
Qed.

Lemma proved_is_allowed e m : In e l -> In m (moves_ e) ->
  exists moves, play (at_ e) = Goes moves /\ In m moves
                /\ (turn (at_ e) = w -> s (at_ e) = Some m).
Proof.
  intros I J. destruct (closed_in l e C I) as [T _]. unfold to_prove in T.
  destruct (play (at_ e)) as [winner|moves]; [destruct T as [_ T]; rewrite T in J; destruct J|].
  exists moves. part. destruct (same (turn (at_ e)) w) eqn:W.
  - destruct T as (m' & J' & M). rewrite M in J. destruct J as [->|[]]. part.
    unfold s. rewrite (strategy_of_entry l e (closed_nodup l C) I), M. reflexivity.
  - subst moves. part. intros E. apply same_spec in E. congruence.
Qed.

(** Play that follows the strategy stays in the proof, its numbers stay within the root's
    numbers, and the rank decreases. *)
Lemma reaches_entry visited p c : reaches visited p c ->
  exists e, In e l /\ at_ e = p
    /\ Z.of_nat (length visited) + len_ e <= len_ root
    /\ 0 <= c /\ c + rev_ e <= reversible
    /\ forall n, index_of l p n -> forall q, In q visited -> exists n', index_of l q n' /\ (n < n')%nat.
Proof.
  pose proof (closed_nodup l C) as N.
  induction 1 as [|visited p c moves m F (e & I & E & L & C0 & R & X) P J S].
  - exists root. repeat split; auto; [cbn; lia|]. intros n _ q [].
  - subst p. pose proof (allowed_is_proved e moves m I P J S) as M.
    destruct (closed_in l e C I) as [_ A].
    destruct (arcs_bound _ _ _ _ _ _ A M) as (e' & I' & E' & L' & R').
    exists e'. part. part.
    split; [cbn [length]; rewrite Nat2Z.inj_succ; lia|].
    unfold clock_after. specialize (all_reversible e' I').
    split; [destruct (zeroing (at_ e) m); lia|].
    split; [destruct (zeroing (at_ e) m) eqn:Z0; [lia|specialize (R' eq_refl); lia]|].
    intros n Y q Q. destruct (index_exists l e I) as [k K].
    destruct (index_falls l e m k C I M K) as (k' & K' & Lk).
    rewrite (index_unique l _ _ _ N Y K'). destruct Q as [<-|Q].
    + exists k; auto.
    + destruct (X k K q Q) as (n' & Y' & L''). exists n'; split; [exact Y'|lia].
Qed.

Lemma every_entry_goes_well e : In e l -> goes_well w s (at_ e).
Proof.
  intros I. destruct (closed_in l e C I) as [T _]. unfold to_prove in T. unfold goes_well.
  destruct (play (at_ e)) as [winner|moves] eqn:P; [tauto|].
  split; [eapply goes_on; eauto|]. intros W. apply same_spec in W. rewrite W in T.
  destruct T as (m & J & M). exists m. split; [|exact J]. unfold s.
  rewrite (strategy_of_entry l e (closed_nodup l C) I), M. reflexivity.
Qed.

Lemma step_in_proof visited e m c : reaches visited (at_ e) c -> In e l -> In m (moves_ e) ->
  reaches (at_ e :: visited) (make (at_ e) m) (clock_after (at_ e) m c).
Proof.
  intros F I J. destruct (proved_is_allowed e m I J) as (moves & P & K & S). econstructor; eauto.
Qed.

Lemma every_entry_reached_aux n : forall a e b, length a = n -> l = a ++ e :: b ->
  exists visited c, reaches visited (at_ e) c.
Proof.
  induction n as [n IH] using lt_wf_ind. intros a e b L E.
  assert (I : In e l) by (rewrite E; apply in_or_app; right; now left).
  destruct (all_used e I) as [->|(e' & m & I' & J & M)]; [exists [], clock; constructor|].
  apply in_split in I'; destruct I' as (a' & b' & E').
  assert (X : index_of l (at_ e') (length b')) by (exists a', e', b'; auto).
  assert (Y : index_of l (at_ e) (length b)) by (exists a, e, b; auto).
  assert (I' : In e' l) by (rewrite E'; apply in_or_app; right; now left).
  destruct (index_falls l e' m _ C I' J X) as (k & K & Lk).
  rewrite M in K. rewrite (index_unique l _ _ _ (closed_nodup l C) K Y) in Lk.
  assert (length l = length a + S (length b))%nat by (rewrite E, app_length; reflexivity).
  assert (length l = length a' + S (length b'))%nat by (rewrite E', app_length; reflexivity).
  assert (Lt : (length a' < n)%nat) by lia.
  destruct (IH _ Lt a' e' b' eq_refl E') as (visited & c & F).
  rewrite <- M. do 2 eexists. eapply step_in_proof; eauto.
Qed.

Lemma every_entry_reached e : In e l -> exists visited c, reaches visited (at_ e) c.
Proof.
  intros I. apply in_split in I as (a & b & E). eapply every_entry_reached_aux; eauto.
Qed.

(** From a reachable entry play can last for [len] moves. *)
Lemma as_long_as_len n : forall e visited c, In e l -> reaches visited (at_ e) c ->
  len_ e = Z.of_nat n ->
  exists visited' p c', reaches visited' p c'
    /\ Z.of_nat (length visited') = Z.of_nat (length visited) + len_ e.
Proof.
  induction n as [|n IH]; intros e visited c I F L.
  - exists visited, (at_ e), c. split; [exact F|lia].
  - destruct (closed_in l e C I) as [_ A].
    destruct (arcs_len_attained _ _ _ _ _ A) as [E|(m & e' & J & I' & E' & L')];
      [intros x X; now apply (closed_nonneg l)|lia|].
    pose proof (step_in_proof _ _ _ _ F I J) as F'. rewrite <- E' in F'.
    destruct (IH e' _ _ I' F' ltac:(lia)) as (v & p & c' & G & K).
    exists v, p, c'. part. cbn [length] in K. lia.
Qed.

(** From a reachable entry play can also continue for [rev] moves without captures and pawn
    moves. *)
Lemma as_long_as_rev n : forall e visited c, In e l -> reaches visited (at_ e) c ->
  rev_ e = Z.of_nat n -> exists visited' p, reaches visited' p (c + rev_ e).
Proof.
  induction n as [|n IH]; intros e visited c I F L.
  - exists visited, (at_ e). rewrite L, Z.add_0_r. exact F.
  - destruct (closed_in l e C I) as [_ A].
    destruct (arcs_rev_attained _ _ _ _ _ A) as [E|(m & e' & J & I' & E' & Z0 & L')];
      [intros x X; now apply (closed_nonneg l)|lia|].
    pose proof (step_in_proof _ _ _ _ F I J) as F'. rewrite <- E' in F'.
    unfold clock_after in F'. rewrite Z0 in F'.
    destruct (IH e' _ _ I' F' ltac:(lia)) as (v & p & G).
    exists v, p. replace (c + rev_ e) with (c + 1 + rev_ e') by lia. exact G.
Qed.

(** A closed proof whose positions are all used proves the claim with its own numbers. *)
Theorem closed_proof_claim :
  claim_of w (at_ root) clock (Z.of_nat (length l)) (len_ root) reversible s.
Proof.
  split.
  - intros visited p c F. destruct (reaches_entry _ _ _ F) as (e & I & <- & _).
    now apply every_entry_goes_well.
  - intros visited p c F Q. destruct (reaches_entry _ _ _ F) as (e & I & E & _ & _ & _ & X).
    destruct (index_exists l e I) as [n Y]. rewrite E in Y.
    destruct (X n Y p Q) as (n' & Y' & L).
    pose proof (index_unique l _ _ _ (closed_nodup l C) Y Y'). lia.
  - exists (map at_ l). split; [now apply closed_nodup|]. split; [now rewrite map_length|].
    intros p; split.
    + intros I. apply in_map_iff in I as (e & <- & I). now apply every_entry_reached.
    + intros (visited & c & F). destruct (reaches_entry _ _ _ F) as (e & I & <- & _). now apply in_map.
  - intros visited p c F. destruct (reaches_entry _ _ _ F) as (e & I & _ & L & _).
    pose proof (closed_nonneg l e C I). lia.
  - destruct (closed_nonneg l root C root_in) as [L _].
    destruct (as_long_as_len (Z.to_nat (len_ root)) root [] clock root_in (follows_root _ _ _ _)) as (v & p & c & F & K);
      [now rewrite Z2Nat.id|]. exists v, p, c. auto.
  - intros visited p c F. destruct (reaches_entry _ _ _ F) as (e & I & _ & _ & _ & R & _).
    pose proof (closed_nonneg l e C I). lia.
  - destruct reversible_attained as [R|(e & I & R)].
    + destruct (closed_nonneg l root C root_in) as [_ L].
      destruct (as_long_as_rev (Z.to_nat (rev_ root)) root [] clock root_in (follows_root _ _ _ _)) as (v & p & F);
        [now rewrite Z2Nat.id|]. exists v, p. rewrite R. exact F.
    + destruct (closed_nonneg l e C I) as [_ L].
      destruct (every_entry_reached e I) as (v0 & c & F0).
      destruct (as_long_as_rev (Z.to_nat (rev_ e)) e _ _ I F0) as (v & p & F);
        [now rewrite Z2Nat.id|].
      destruct (reaches_entry _ _ _ F0) as (_ & _ & _ & _ & C0 & _ & _).
      destruct (reaches_entry _ _ _ F) as (e' & I' & _ & _ & _ & R' & _).
      destruct (closed_nonneg l e' C I') as [_ L'].
      exists v, p. replace reversible with (c + rev_ e) by lia. exact F.
Qed.

End Closed.

End Proof.

Arguments Entry {g}.
Arguments at_ {g}.
Arguments moves_ {g}.
Arguments len_ {g}.
Arguments rev_ {g}.
