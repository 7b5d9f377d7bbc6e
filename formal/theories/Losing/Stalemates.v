(** * The three rules of stalemate

    The last section but one of [spec/soundness/losing.md]: a win by force under [Joint] is also a
    win by force under [International] and [Fics]. The checker does not use this. *)

From Coq Require Import ZArith List Bool Lia.
From Gamecert Require Import Losing.Game Losing.Rules.
Import ListNotations.
Open Scope Z_scope.

(** Moves are the same under all rules, and an end that a side has won under [Joint] it has won
    under all three. *)
Lemma play_goes_same rule rule' p moves : play rule p = Goes moves -> play rule' p = Goes moves.
Proof.
  unfold play. destruct (units (on p) (to_move p)); [discriminate|].
  destruct (units (on p) (other (to_move p))); [discriminate|].
  destruct (legal_of p _); [discriminate|auto].
Qed.

Lemma play_won_under_joint rule p w : play Joint p = Over (Some w) -> play rule p = Over (Some w).
Proof.
  unfold play. destruct (units (on p) (to_move p)); [auto|].
  destruct (units (on p) (other (to_move p))); [auto|].
  destruct (legal_of p _); [|discriminate].
  unfold stalemated. destruct (Nat.compare _ _); try discriminate. destruct rule; auto.
Qed.

(** Suppose that two games differ only in [play], that their moves are the same, and that each end
    won by a side in the first game is won by this side in the second. Then a win by force in the
    first game is a win by force in the second. *)
Section TwoGames.

Variables (P M : Type) (turn' : P -> side) (play1 play2 : P -> status M) (make' : P -> M -> P)
  (zeroing' : P -> M -> bool).

Let g1 := Game P M turn' play1 make' zeroing'.
Let g2 := Game P M turn' play2 make' zeroing'.

Hypothesis same_moves12 : forall p moves, play1 p = Goes moves -> play2 p = Goes moves.
Hypothesis same_moves21 : forall p moves, play2 p = Goes moves -> play1 p = Goes moves.
Hypothesis won12 : forall p w, play1 p = Over (Some w) -> play2 p = Over (Some w).

Lemma follows21 w (s : P -> option M) (root : P) clock (visited : list P) (p : P) c :
  @follows g2 w s root clock visited p c -> @follows g1 w s root clock visited p c.
Proof.
  induction 1 as [|visited p c moves m F IH E I S].
  { exact (@follows_root g1 w s root clock). }
  exact (@follows_move g1 w s root clock visited p c moves m IH (same_moves21 p moves E) I S).
Qed.

Lemma wins_by_force12 w (root : P) n : @wins_by_force g1 w root n -> @wins_by_force g2 w root n.
Proof.
  intros [s H]. exists s. intros visited p c F.
  destruct (H visited p c (follows21 w s root 0 visited p c F)) as [G L]. split; [|exact L].
  unfold goes_well in *. cbn in *. destruct (play1 p) as [winner|moves] eqn:E.
  - subst winner. now rewrite (won12 _ _ E).
  - now rewrite (same_moves12 _ _ E).
Qed.

End TwoGames.

(** A win by force under [Joint] is a win by force under every rule of stalemate. *)
Theorem joint_wins_under_all rule w (root : position) n :
  @wins_by_force (losing_chess Joint) w root n -> @wins_by_force (losing_chess rule) w root n.
Proof.
  exact (wins_by_force12 position move to_move (play Joint) (play rule) make zeroing
           (play_goes_same Joint rule) (play_goes_same rule Joint) (play_won_under_joint rule) w root n).
Qed.
