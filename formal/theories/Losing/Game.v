(** * Two-sided games in which a side can win by force

    The meaning of the claim of a certificate of kind [losing] ([spec/kinds/losing.md], section
    1). A reader has to believe the definitions here: a game, play that follows a strategy, a win
    by force, the 50-move rule, and [claim_holds].

    Not covered here: the game of losing chess ([Rules.v]), and why a certificate proves a claim
    ([ClosedProof.v], [Stream.v]). *)

From Coq Require Import ZArith List Bool Lia.
From Gamecert Require Export Format.Tactics.
Import ListNotations.
Open Scope Z_scope.

(** ** Games *)

Inductive side := White | Black.

Definition other (s : side) : side := match s with White => Black | Black => White end.

Definition same (s t : side) : bool :=
  match s, t with White, White => true | Black, Black => true | _, _ => false end.

Lemma same_spec s t : same s t = true <-> s = t.
Proof. destruct s, t; cbn; split; congruence. Qed.

(** Play is over, won by a side or drawn, or it goes on with these legal moves. *)
Inductive status (M : Type) := Over (winner : option side) | Goes (moves : list M).
Arguments Over {M}.
Arguments Goes {M}.

(** [zeroing] tells which moves are captures or pawn moves. A 50-move rule counts from these. *)
Record game := Game {
  position : Type;
  move : Type;
  turn : position -> side;
  play : position -> status move;
  make : position -> move -> position;
  zeroing : position -> move -> bool
}.

Arguments turn {g}.
Arguments play {g}.
Arguments make {g}.
Arguments zeroing {g}.

(** The number of moves since the last capture or pawn move, after one more move. *)
Definition clock_after {g : game} (p : position g) (m : move g) (clock : Z) : Z :=
  if zeroing p m then 0 else clock + 1.

(** ** Winning by force *)

(** A strategy of a side: its move in a position, if it has one there. *)
Definition strategy (g : game) := position g -> option (move g).

(** [follows w s root clock visited p c]: play from [root], with [clock] moves since the last
    capture or pawn move, can lead to [p] if the side [w] plays the strategy [s] and the other
    side makes any legal moves. The positions before [p] are [visited], the last one first, so
    their number is the number of moves. [c] is the number of moves since the last capture or
    pawn move. *)
Inductive follows {g : game} (w : side) (s : strategy g) (root : position g) (clock : Z)
  : list (position g) -> position g -> Z -> Prop :=
| follows_root : follows w s root clock [] root clock
| follows_move visited p c moves m :
    follows w s root clock visited p c ->
    play p = Goes moves -> In m moves -> (turn p = w -> s p = Some m) ->
    follows w s root clock (p :: visited) (make p m) (clock_after p m c).

(** Play has not gone wrong in [p]: either it is over and [w] has won, or it goes on, with a
    legal move of the strategy if [w] is to move. *)
Definition goes_well {g : game} (w : side) (s : strategy g) (p : position g) : Prop :=
  match play p with
  | Over winner => winner = Some w
  | Goes moves => moves <> [] /\ (turn p = w -> exists m, s p = Some m /\ In m moves)
  end.

(** [w] wins by force from [root] within [n] moves of both sides: it has a strategy with which
    all play goes well and no play is longer. (The clock is irrelevant here and starts at 0.) *)
Definition wins_by_force {g : game} (w : side) (root : position g) (n : Z) : Prop :=
  exists s : strategy g, forall visited p c,
    follows w s root 0 visited p c ->
    goes_well w s p /\ Z.of_nat (length visited) <= n.

(** ** The 50-move rule *)

(** The game with the 50-move rule: play is drawn, whatever else holds, after 100 consecutive
    moves of both sides without a capture or pawn move. *)
Definition fifty_moves (g : game) : game := {|
  position := position g * Z;
  move := move g;
  turn p := turn (fst p);
  play p := if 100 <=? snd p then Over None else play (fst p);
  make p m := (make (fst p) m, clock_after (fst p) m (snd p));
  zeroing p m := zeroing (fst p) m
|}.

(** ** The claim *)

(** The claim of kind [losing] about a strategy [s] of the winner [w]: all play that follows it
    goes well, and no position repeats. [positions] is the number of reachable positions,
    [longest] the greatest number of moves, and [reversible] the greatest number of consecutive
    moves without a capture or pawn move, including the moves of [clock]. *)
Record claim_of {g : game} (w : side) (root : position g) (clock positions longest reversible : Z)
  (s : strategy g) : Prop := {
  all_go_well : forall visited p c, follows w s root clock visited p c -> goes_well w s p;
  none_twice : forall visited p c, follows w s root clock visited p c -> ~ In p visited;
  as_many_positions : exists proof : list (position g),
    NoDup proof /\ Z.of_nat (length proof) = positions
    /\ forall p, In p proof <-> exists visited c, follows w s root clock visited p c;
  none_longer : forall visited p c, follows w s root clock visited p c ->
    Z.of_nat (length visited) <= longest;
  one_as_long : exists visited p c, follows w s root clock visited p c
    /\ Z.of_nat (length visited) = longest;
  no_clock_greater : forall visited p c, follows w s root clock visited p c -> c <= reversible;
  one_clock_as_great : exists visited p, follows w s root clock visited p reversible
}.

Definition claim_holds {g : game} (w : side) (root : position g)
  (clock positions longest reversible : Z) : Prop :=
  exists s : strategy g, claim_of w root clock positions longest reversible s.

(** ** Consequences of the claim *)

(** The clock does not affect which positions are reached. *)
Lemma follows_any_clock g w s (root : position g) clock clock' visited p c :
  follows w s root clock visited p c -> exists c', follows w s root clock' visited p c'.
Proof.
  induction 1 as [|visited p c moves m _ [c' IH] E I S]; [eexists; constructor|].
  eexists. econstructor; eauto.
Qed.

(** A true claim implies that the winner wins by force within [longest] moves. *)
Theorem claim_wins g w (root : position g) clock positions longest reversible :
  claim_holds w root clock positions longest reversible -> wins_by_force w root longest.
Proof.
  intros [s H]. exists s. intros visited p c F.
  destruct (follows_any_clock _ _ _ _ _ clock _ _ _ F) as [c' F'].
  split; [eapply all_go_well|eapply none_longer]; eauto.
Qed.

(** If [reversible] is at most 99, the win also holds under the 50-move rule, from the root with
    [clock] moves since the last capture or pawn move. *)
Theorem claim_wins_under_fifty_moves g w (root : position g) clock positions longest reversible :
  claim_holds w root clock positions longest reversible -> reversible <= 99 ->
  @wins_by_force (fifty_moves g) w (root, clock) longest.
Proof.
  intros [s H] R. exists (fun p => s (fst p)). intros visited p c F.
  assert (K : follows w s root clock (map fst visited) (fst p) (snd p)).
  { induction F as [|visited p c moves m F IH E I S]; [constructor|].
    cbn. cbn in E. destruct (100 <=? snd p); [discriminate|].
    econstructor; eauto. }
  pose proof (no_clock_greater _ _ _ _ _ _ _ H _ _ _ K) as C.
  pose proof (none_longer _ _ _ _ _ _ _ H _ _ _ K) as L. rewrite map_length in L.
  split; [|exact L].
  pose proof (all_go_well _ _ _ _ _ _ _ H _ _ _ K) as W.
  unfold goes_well in *; cbn. destruct (Z.leb_spec 100 (snd p)) as [X|X]; [lia|exact W].
Qed.
