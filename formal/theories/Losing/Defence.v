(** * Not losing

    The meaning of the claim of a certificate of kind [safe] ([spec/kinds/safe.md], section 1), for
    any two-sided game. A reader has to believe the definitions here, besides those of [Game.v]:
    series of moves, a defence, [has_defence] and [cannot_lose].

    The consequences are those of [spec/soundness/safe.md]: a defence excludes a forced win of the
    other side ([defence_excludes_forced_win]), a side that cannot lose has a defence
    ([cannot_lose_has_defence]), and both claims hold under a 50-move rule too.

    Not covered here: why a certificate proves a claim ([ClosedSet.v]), and bytes ([Safe.v]). *)

From Coq Require Import ZArith List Bool Lia.
From Gamecert Require Import Losing.Game.
Import ListNotations.
Open Scope Z_scope.

(** ** Definitions *)

(** [reaches root p]: some series of legal moves of both sides leads from [root] to [p]. *)
Inductive reaches {g : game} (root : position g) : position g -> Prop :=
| reaches_root : reaches root root
| reaches_move p moves m :
    reaches root p -> play p = Goes moves -> In m moves -> reaches root (make p m).

(** Play is over, and the other side of [w] has won. Play without end reaches no such position. *)
Definition lost {g : game} (w : side) (p : position g) : Prop := play p = Over (Some (other w)).

(** A strategy that has a legal move wherever [w] is to move. *)
Definition legal_strategy {g : game} (w : side) (s : strategy g) : Prop :=
  forall p moves, play p = Goes moves -> turn p = w -> exists m, s p = Some m /\ In m moves.

(** A defence from [root]: [w] does not lose, whatever the other side plays and however long. *)
Definition defends {g : game} (w : side) (s : strategy g) (root : position g) : Prop :=
  legal_strategy w s /\ forall visited p c, follows w s root 0 visited p c -> ~ lost w p.

(** [set] has [n] members. *)
Definition has_members {A} (set : A -> Prop) (n : Z) : Prop :=
  exists l : list A, NoDup l /\ Z.of_nat (length l) = n /\ forall x, In x l <-> set x.

(** The claim with defence 0: one strategy is a defence from all roots, and the play that follows
    it reaches [n] positions. *)
Definition has_defence {g : game} (w : side) (roots : list (position g)) (n : Z) : Prop :=
  exists s : strategy g, (forall root, In root roots -> defends w s root)
  /\ has_members (fun p => exists root visited c, In root roots /\ follows w s root 0 visited p c) n.

(** The claim with defence 1: no series of moves from a root ends in a win of the other side, and
    these series reach [n] positions. *)
Definition cannot_lose {g : game} (w : side) (roots : list (position g)) (n : Z) : Prop :=
  (forall root p, In root roots -> reaches root p -> ~ lost w p)
  /\ has_members (fun p => exists root, In root roots /\ reaches root p) n.

(** ** Consequences *)

Lemma follows_reaches g w s (root : position g) clock visited p c :
  follows w s root clock visited p c -> reaches root p.
Proof. induction 1; [constructor|econstructor; eauto]. Qed.

(** If both sides play their strategies, play goes on for any number of moves. *)
Lemma play_of_both g w (s t : strategy g) (root : position g) n :
  defends w s root ->
  (forall visited p c, follows (other w) t root 0 visited p c -> goes_well (other w) t p) ->
  exists visited p c, length visited = n
    /\ follows w s root 0 visited p c /\ follows (other w) t root 0 visited p c.
Proof.
  intros [L D] W. induction n as [|n (visited & p & c & N & F1 & F2)].
  { exists [], root, 0. repeat split; constructor. }
  pose proof (W _ _ _ F2) as G. unfold goes_well in G. destruct (play p) as [winner|moves] eqn:P.
  { subst winner. now destruct (D _ _ _ F1). }
  assert (M : exists m, In m moves /\ (turn p = w -> s p = Some m) /\ (turn p = other w -> t p = Some m)).
  { destruct G as [_ G]. destruct w, (turn p) eqn:T; cbn [other] in *.
    all: first [destruct (L p moves P T) as (m & S & I) | destruct (G eq_refl) as (m & S & I)].
    all: exists m; repeat split; try assumption; intros; try discriminate; assumption. }
  destruct M as (m & I & S1 & S2). exists (p :: visited), (make p m), (clock_after p m c).
  cbn [length]. split; [now rewrite N|]. split; econstructor; eauto.
Qed.

(** Against a defence the other side cannot win by force. *)
Theorem defence_excludes_forced_win g w s (root : position g) n :
  defends w s root -> ~ wins_by_force (other w) root n.
Proof.
  intros D [t W].
  destruct (play_of_both g w s t root (S (Z.to_nat n)) D) as (visited & p & c & N & _ & F).
  { intros visited p c F. exact (proj1 (W _ _ _ F)). }
  destruct (W _ _ _ F) as [_ B]. lia.
Qed.

(** If no series of moves loses, any legal strategy is a defence, such as the first move. *)
Definition first_move {g : game} : strategy g :=
  fun p => match play p with Goes (m :: _) => Some m | _ => None end.

Lemma first_move_legal g w : (forall (p : position g) moves, play p = Goes moves -> moves <> []) ->
  legal_strategy w (@first_move g).
Proof.
  intros H p moves P _. unfold first_move. rewrite P. specialize (H p moves P).
  destruct moves as [|m moves]; [now destruct H|]. exists m. cbn. auto.
Qed.

Theorem cannot_lose_has_defence g w (roots : list (position g)) n :
  (forall (p : position g) moves, play p = Goes moves -> moves <> []) ->
  cannot_lose w roots n -> forall root, In root roots -> defends w first_move root.
Proof.
  intros H [C _] root I. split; [now apply first_move_legal|].
  intros visited p c F. apply (C root p I). now apply follows_reaches in F.
Qed.

(** A 50-move rule only adds draws. *)
Theorem defends_under_fifty_moves g w s (root : position g) clock :
  defends w s root -> @defends (fifty_moves g) w (fun p => s (fst p)) (root, clock).
Proof.
  intros [L D]. split.
  - intros p moves P T. cbn in P, T. destruct (100 <=? snd p); [discriminate|]. exact (L _ _ P T).
  - intros visited p c F E. unfold lost in E. cbn in E. destruct (100 <=? snd p); [discriminate|].
    assert (K : exists c', follows w s root 0 (map fst visited) (fst p) c').
    { clear E. induction F as [|visited p c moves m F [c' IH] P I S]; [eexists; constructor|].
      cbn in P. destruct (100 <=? snd p); [discriminate|]. eexists. cbn. econstructor; eauto. }
    destruct K as [c' K]. exact (D _ _ _ K E).
Qed.

Theorem reaches_under_fifty_moves g w (root : position g) clock :
  (forall p, reaches root p -> ~ lost w p) ->
  forall p, @reaches (fifty_moves g) (root, clock) p -> ~ @lost (fifty_moves g) w p.
Proof.
  intros C p R E. unfold lost in E. cbn in E. destruct (100 <=? snd p); [discriminate|].
  apply (C (fst p)); [|exact E]. clear E. induction R as [|p moves m R IH P I]; [constructor|].
  cbn in P. destruct (100 <=? snd p); [discriminate|]. cbn. econstructor; eauto.
Qed.
