(** * The game: a heap, points, and bids for the move

    Defines the game of certificates of kind [scoring] as it is played: sealed bids, who moves,
    who pays whom, the marker, points, the end.  Defines the outcome of a position by strategies
    of both players, without a recursion over outcomes.

    Pages: [spec/rules/subtraction.md] section 2, [spec/kinds/scoring.md] section 1,
    [spec/soundness/scoring.md] section 1.

    Not covered here: the computation of outcomes ([Matrix.v]), and the contents of a certificate
    ([Rows.v], [Jumps.v]). *)

From Coq Require Import Arith ZArith List Bool Lia.
From Gamecert Require Export Format.Tactics.
Import ListNotations.

(** ** The rule *)

Inductive player := Left | Right.
Definition other (c : player) : player := match c with Left => Right | Right => Left end.

(** A position between two moves: the heap, the holder of the marker, and the coins of both
    players. *)
Record position := Position
  { heap : nat; marker : player; left_coins : nat; right_coins : nat }.
Definition coins (P : position) (c : player) : nat :=
  match c with Left => left_coins P | Right => right_coins P end.

(** One turn: both players bid at the same time, and then the winner of the bid takes from the
    heap. *)
Record turn := Turn { left_bid : nat; right_bid : nat; taken : nat }.
Definition bid (t : turn) (c : player) : nat :=
  match c with Left => left_bid t | Right => right_bid t end.

(** The greater bid wins; at a tie the holder of the marker wins. *)
Definition winner (P : position) (l r : nat) : player :=
  if r <? l then Left else if l <? r then Right else marker P.
Definition mover (P : position) (t : turn) : player := winner P (left_bid t) (right_bid t).

(** The winner pays the bid to the other player, and at a tie hands the marker over as well. *)
Definition next (P : position) (t : turn) : position :=
  let m := if left_bid t =? right_bid t then other (marker P) else marker P in
  match mover P t with
  | Left => Position (heap P - taken t) m
              (left_coins P - left_bid t) (right_coins P + left_bid t)
  | Right => Position (heap P - taken t) m
              (left_coins P + right_bid t) (right_coins P - right_bid t)
  end.

(** A player who takes s gets s points.  The score is Left's points minus Right's. *)
Definition points (P : position) (t : turn) : Z :=
  match mover P t with Left => Z.of_nat (taken t) | Right => - Z.of_nat (taken t) end.

Section Subtraction.
(** The subtraction set. *)
Variable S : list nat.

Definition can_take (x s : nat) : Prop := In s S /\ s <= x.
Definition legal (P : position) (t : turn) : Prop :=
  left_bid t <= left_coins P /\ right_bid t <= right_coins P /\ can_take (heap P) (taken t).
(** No move is left. *)
Definition over (P : position) : Prop := forall s, ~ can_take (heap P) s.

(** A play is a list of turns, the first one first. *)
Fixpoint play (P : position) (h : list turn) : Prop :=
  match h with [] => True | t :: h' => legal P t /\ play (next P t) h' end.
Fixpoint after (P : position) (h : list turn) : position :=
  match h with [] => P | t :: h' => after (next P t) h' end.
Fixpoint score (P : position) (h : list turn) : Z :=
  match h with [] => 0%Z | t :: h' => (points P t + score (next P t) h')%Z end.

(** ** Strategies and the outcome *)

(** A strategy chooses a bid, knowing the earlier turns but not the other player's current bid,
    and a take after a won bid, knowing both bids. *)
Record strategy := Strategy
  { bids : list turn -> nat; takes : list turn -> nat -> nat -> nat }.

(** In the turns [h], played from P after the turns of [past], c follows the strategy. *)
Fixpoint keeps (c : player) (f : strategy) (P : position) (past h : list turn) : Prop :=
  match h with
  | [] => True
  | t :: h' =>
      bid t c = bids f past
      /\ (mover P t = c -> taken t = takes f past (left_bid t) (right_bid t))
      /\ keeps c f (next P t) (past ++ [t]) h'
  end.

(** At every point of a play from P in which c follows the strategy, the strategy's choice is
    legal. *)
Definition possible (c : player) (f : strategy) (P : position) : Prop :=
  forall h, play P h -> keeps c f P [] h -> ~ over (after P h) ->
  bids f h <= coins (after P h) c
  /\ forall l r, l <= left_coins (after P h) -> r <= right_coins (after P h) ->
     (match c with Left => l | Right => r end) = bids f h ->
     winner (after P h) l r = c -> can_take (heap (after P h)) (takes f h l r).

(** A score from the point of view of c. *)
Definition gain (c : player) (z : Z) : Z := match c with Left => z | Right => (- z)%Z end.

(** c can ensure at least w points more than the other has, whatever the other does. *)
Definition makes_sure (c : player) (P : position) (w : Z) : Prop :=
  exists f, possible c f P
  /\ forall h, play P h -> keeps c f P [] h -> over (after P h) -> (w <= gain c (score P h))%Z.

(** The outcome of P is v: Left can ensure at least v, and Right can keep her from more.

    Both succeed in every single play, whatever the other does.  Therefore neither random bids
    nor a use of earlier turns gives a player more. *)
Definition outcome (P : position) (v : Z) : Prop :=
  makes_sure Left P v /\ makes_sure Right P (- v).

(** ** A position has at most one outcome *)

Lemma after_snoc h t : forall P, after P (h ++ [t]) = next (after P h) t.
Proof. induction h; intros; cbn; auto. Qed.

Lemma score_snoc h t : forall P, score P (h ++ [t]) = (score P h + points (after P h) t)%Z.
Proof. induction h as [|t' h IH]; intros; cbn; [lia|]. rewrite IH; lia. Qed.

Lemma play_snoc h t : forall P, play P (h ++ [t]) <-> play P h /\ legal (after P h) t.
Proof. induction h as [|t' h IH]; intros; cbn; [tauto|]. rewrite IH; tauto. Qed.

Lemma keeps_snoc c f h t : forall P past, keeps c f P past (h ++ [t]) <->
  keeps c f P past h /\ bid t c = bids f (past ++ h)
  /\ (mover (after P h) t = c -> taken t = takes f (past ++ h) (left_bid t) (right_bid t)).
Proof.
  induction h as [|t' h IH]; intros; cbn.
  - rewrite app_nil_r; tauto.
  - rewrite IH, <- app_assoc; cbn; tauto.
Qed.

Lemma heap_next P t : heap (next P t) = heap P - taken t.
Proof. unfold next; destruct (mover P t); reflexivity. Qed.

Definition over_now (P : position) : bool := forallb (fun s => heap P <? s) S.
Lemma over_now_spec P : over_now P = true <-> over P.
Proof.
  unfold over_now, over, can_take; rewrite forallb_forall; split.
  - intros H s [I L]. apply H, Nat.ltb_lt in I; lia.
  - intros H s I. apply Nat.ltb_lt. destruct (le_lt_dec s (heap P)); [|auto]. destruct (H s); auto.
Qed.

Hypothesis positive : Forall (fun s => 1 <= s) S.

Lemma taken_positive P t : legal P t -> 1 <= taken t <= heap P.
Proof. intros (_ & _ & I & L). rewrite Forall_forall in positive. auto. Qed.

(** Two legal strategies play against each other to the end of the game. *)
Lemma meet P f g : possible Left f P -> possible Right g P ->
  exists h, play P h /\ keeps Left f P [] h /\ keeps Right g P [] h /\ over (after P h).
Proof.
  intros F G.
  enough (E : forall n h, heap (after P h) <= n -> play P h -> keeps Left f P [] h ->
            keeps Right g P [] h ->
            exists h, play P h /\ keeps Left f P [] h /\ keeps Right g P [] h /\ over (after P h)).
  { apply (E (heap P) []); cbn; auto. }
  induction n as [n IH] using lt_wf_ind; intros h L H1 H2 H3.
  destruct (over_now (after P h)) eqn:O.
  { exists h; apply over_now_spec in O; auto. }
  assert (O' : ~ over (after P h)) by (rewrite <- over_now_spec; congruence). clear O.
  destruct (F h H1 H2 O') as [Fb Ft]. destruct (G h H1 H3 O') as [Gb Gt]. cbn in Fb, Gb.
  set (l := bids f h) in *. set (r := bids g h) in *.
  specialize (Ft l r Fb Gb eq_refl). specialize (Gt l r Fb Gb eq_refl).
  set (s := match winner (after P h) l r with Left => takes f h l r | Right => takes g h l r end).
  set (t := Turn l r s).
  assert (T : legal (after P h) t).
  { repeat split; cbn; auto; unfold s; destruct (winner (after P h) l r); try apply Ft; try apply Gt; auto. }
  assert (TP := taken_positive _ _ T).
  apply (IH (heap (after P h) - s)) with (h := h ++ [t]).
  - cbn in TP; lia.
  - rewrite after_snoc, heap_next; cbn; lia.
  - rewrite play_snoc; auto.
  - rewrite keeps_snoc; cbn; repeat split; auto. unfold mover; cbn; intros W. unfold s; now rewrite W.
  - rewrite keeps_snoc; cbn; repeat split; auto. unfold mover; cbn; intros W. unfold s; now rewrite W.
Qed.

(** The number that Left can ensure never exceeds the number to which Right can limit her. *)
Theorem makes_sure_bound P v w :
  makes_sure Left P v -> makes_sure Right P (- w) -> (v <= w)%Z.
Proof.
  intros (f & F & Fw) (g & G & Gw). destruct (meet P f g F G) as (h & H1 & H2 & H3 & H4).
  specialize (Fw h H1 H2 H4). specialize (Gw h H1 H3 H4). cbn in Fw, Gw; lia.
Qed.

(** A position has at most one outcome. *)
Theorem outcome_unique P v w : outcome P v -> outcome P w -> v = w.
Proof.
  intros [V1 V2] [W1 W2].
  pose proof (makes_sure_bound P v w V1 W2). pose proof (makes_sure_bound P w v W1 V2). lia.
Qed.

(** ** From values of positions to strategies

    Suppose that positions have values u such that c always has a bid with which, whatever the
    other bids, c loses nothing in the turn, counting points and u of the next position together.
    Then c can ensure u.  The strategy depends only on the position. *)
Section Worth.
Variable c : player.
Variable u : position -> Z.
(** The relevant positions, such as those with a certain total budget. *)
Variable within : position -> Prop.
Hypothesis within_next : forall P t, within P -> legal P t -> within (next P t).
Hypothesis worth_over : forall P, within P -> over P -> (u P <= 0)%Z.

(** The turn with bid b of c and bid b' of the other. *)
Definition turn_of (b b' s : nat) : turn :=
  match c with Left => Turn b b' s | Right => Turn b' b s end.
Definition kept (P : position) (b b' s : nat) : Prop :=
  (u P <= gain c (points P (turn_of b b' s)) + u (next P (turn_of b b' s)))%Z.
Definition safe (P : position) (b : nat) : Prop :=
  forall b', b' <= coins P (other c) ->
  if match winner P (left_bid (turn_of b b' 0)) (right_bid (turn_of b b' 0)), c with
     | Left, Left | Right, Right => true | _, _ => false end
  then exists s, can_take (heap P) s /\ kept P b b' s
  else forall s, can_take (heap P) s -> kept P b b' s.

Hypothesis worth_bid : forall P, within P -> ~ over P -> exists b, b <= coins P c /\ safe P b.

Definition kept_now (P : position) (b b' s : nat) : bool :=
  (u P <=? gain c (points P (turn_of b b' s)) + u (next P (turn_of b b' s)))%Z.
Definition take_now (P : position) (b b' : nat) : nat :=
  match find (fun s => (s <=? heap P) && kept_now P b b' s) S with Some s => s | None => 0 end.
Definition safe_now (P : position) (b : nat) : bool :=
  forallb (fun b' =>
    if match winner P (left_bid (turn_of b b' 0)) (right_bid (turn_of b b' 0)), c with
       | Left, Left | Right, Right => true | _, _ => false end
    then existsb (fun s => (s <=? heap P) && kept_now P b b' s) S
    else forallb (fun s => negb (s <=? heap P) || kept_now P b b' s) S)
    (seq 0 (1 + coins P (other c))).
Definition bid_now (P : position) : nat :=
  match find (safe_now P) (seq 0 (1 + coins P c)) with Some b => b | None => 0 end.
Definition positional (P : position) : strategy :=
  {| bids := fun h => bid_now (after P h);
     takes := fun h l r => take_now (after P h)
                (match c with Left => l | Right => r end) (match c with Left => r | Right => l end) |}.

Lemma kept_now_spec P b b' s : kept_now P b b' s = true <-> kept P b b' s.
Proof. apply Z.leb_le. Qed.

Lemma safe_now_spec P b : safe_now P b = true <-> safe P b.
Proof.
  unfold safe_now, safe; rewrite forallb_forall.
  assert (Q : forall b', In b' (seq 0 (1 + coins P (other c))) <-> b' <= coins P (other c)).
  { intros; rewrite in_seq; lia. }
  split; intros H b' I; specialize (H b'); [rewrite Q in H|rewrite Q in I]; specialize (H I);
    destruct (match winner P _ _, c with Left, Left | Right, Right => true | _, _ => false end).
  - apply existsb_exists in H as (s & J & E). apply andb_true_iff in E as [E1%Nat.leb_le E2%kept_now_spec].
    exists s; split; [split|]; auto.
  - intros s [J L]. rewrite forallb_forall in H. specialize (H s J). apply Nat.leb_le in L.
    rewrite L in H. cbn in H. now apply kept_now_spec.
  - destruct H as (s & [J L] & E). apply existsb_exists. exists s; split; auto.
    apply andb_true_iff; split; [now apply Nat.leb_le|now apply kept_now_spec].
  - apply forallb_forall. intros s J. destruct (s <=? heap P) eqn:L; [|reflexivity]. cbn.
    apply kept_now_spec, H. split; auto. now apply Nat.leb_le.
Qed.

Lemma bid_now_spec P : within P -> ~ over P -> bid_now P <= coins P c /\ safe P (bid_now P).
Proof.
  intros W O. destruct (worth_bid P W O) as (b & L & H). unfold bid_now.
  destruct (find (safe_now P) (seq 0 (1 + coins P c))) as [b'|] eqn:E.
  - apply find_some in E as [I%in_seq E%safe_now_spec]. split; auto; lia.
  - apply safe_now_spec in H. rewrite (find_none _ _ E b) in H; [discriminate|]. apply in_seq; lia.
Qed.

Lemma take_now_spec P b b' : (exists s, can_take (heap P) s /\ kept P b b' s) ->
  can_take (heap P) (take_now P b b') /\ kept P b b' (take_now P b b').
Proof.
  intros (s & [I L] & K). unfold take_now.
  destruct (find (fun s => (s <=? heap P) && kept_now P b b' s) S) as [s'|] eqn:E.
  - apply find_some in E as [J E]. apply andb_true_iff in E as [E1%Nat.leb_le E2%kept_now_spec]. repeat split; auto.
  - apply (find_none _ _ E) in I. cbn in I. apply kept_now_spec in K. apply Nat.leb_le in L.
    rewrite K, L in I; discriminate.
Qed.

Lemma player_test (d : player) :
  match d, c with Left, Left | Right, Right => true | _, _ => false end = true <-> d = c.
Proof. destruct d, c; split; congruence. Qed.

Lemma turn_shape t : t = turn_of (bid t c) (bid t (other c)) (taken t).
Proof. unfold turn_of; destruct t, c; reflexivity. Qed.

Lemma mover_shape P b b' s :
  winner P (left_bid (turn_of b b' 0)) (right_bid (turn_of b b' 0)) = mover P (turn_of b b' s).
Proof. unfold mover, turn_of; destruct c; reflexivity. Qed.

Lemma positional_keeps P (WP : within P) : forall h, play P h -> keeps c (positional P) P [] h ->
  within (after P h) /\ (u P <= gain c (score P h) + u (after P h))%Z.
Proof.
  induction h as [|t h IH] using rev_ind; intros H K.
  { cbn; split; auto. destruct c; cbn; lia. }
  rewrite play_snoc in H. destruct H as [H T]. rewrite keeps_snoc in K.
  destruct K as (K & Kb & Kt). cbn in Kb, Kt. destruct (IH H K) as [W I].
  rewrite after_snoc, score_snoc. set (Q := after P h) in *.
  split; [now apply within_next|].
  assert (O : ~ over Q) by (intros O; destruct T as (_ & _ & T); exact (O _ T)).
  destruct (bid_now_spec Q W O) as [_ Sf].
  specialize (Sf (bid t (other c))). 
  assert (kept Q (bid t c) (bid t (other c)) (taken t)).
  { rewrite Kb. destruct T as (T1 & T2 & T3).
    assert (B : bid t (other c) <= coins Q (other c)) by (destruct c; cbn; auto).
    specialize (Sf B). rewrite (mover_shape Q _ _ (taken t)), <- Kb in Sf.
    rewrite <- turn_shape in Sf.
    destruct (match mover Q t, c with Left, Left | Right, Right => true | _, _ => false end) eqn:M.
    - apply player_test in M. specialize (Kt M). rewrite <- Kb.
      replace (taken t) with (take_now Q (bid t c) (bid t (other c))); [now apply take_now_spec|].
      rewrite Kt. destruct c; reflexivity.
    - rewrite <- Kb. now apply Sf. }
  unfold kept in H0. rewrite <- turn_shape in H0. destruct c; cbn in *; lia.
Qed.

(** c can ensure u. *)
Theorem worth_makes_sure P : within P -> makes_sure c P (u P).
Proof.
  intros W. exists (positional P). split.
  - intros h H K O. destruct (positional_keeps P W h H K) as [W' _].
    destruct (bid_now_spec _ W' O) as [B Sf]. part.
    intros l r Ll Lr E M. cbn in E |- *.
    specialize (Sf (match c with Left => r | Right => l end)).
    assert (L : match c with Left => r | Right => l end <= coins (after P h) (other c)).
    { destruct c; cbn; auto. }
    specialize (Sf L). rewrite <- E in Sf.
    assert (M' : winner (after P h)
       (left_bid (turn_of (match c with Left => l | Right => r end) (match c with Left => r | Right => l end) 0))
       (right_bid (turn_of (match c with Left => l | Right => r end) (match c with Left => r | Right => l end) 0)) = c).
    { unfold turn_of. destruct c; cbn in *; auto. }
    apply player_test in M'. rewrite M' in Sf. apply take_now_spec in Sf. tauto.
  - intros h H K O. destruct (positional_keeps P W h H K) as [W' I].
    specialize (worth_over _ W' O). lia.
Qed.
End Worth.
End Subtraction.
