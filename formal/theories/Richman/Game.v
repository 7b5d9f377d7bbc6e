(** * The rule of bidding games with real-valued money

    A reader has to believe these definitions: games ([spec/soundness/richman.md], section 1, with
    drawn ends as in section 5), customs of bidding (section 8), winning by force, and the two
    thresholds of a position.  Thresholds are defined here by play alone.  [Values.v] and
    [Bidding.v] prove that they are the limits of a recursion.

    Money and bids are rational numbers.  This loses nothing: between any two numbers there is a
    rational one, so the thresholds are the same. *)

From Coq Require Import QArith List.
From Gamecert Require Export Format.Tactics.
Import ListNotations.
Open Scope Q_scope.

Inductive colour := White | Black.
Definition opposite (c : colour) : colour := match c with White => Black | Black => White end.

(** The state of a position: play goes on, a player has won, or play has ended without a winner. *)
Inductive state := Ongoing | Won (c : colour) | Drawn.

(** A game: positions, the state of each position, and each player's options.  There is no side to
    move.  Options matter only while play goes on. *)
Record game := Game {
  position : Type;
  state_of : position -> state;
  options : colour -> position -> list position }.
Arguments state_of {_} _.
Arguments options {_} _ _.

(** While play goes on, both players have an option.  This holds in all games of the format (clause
    [richman/option]); the theorems do not need it.  Without this property the definitions below
    mean that a player who has to move but cannot has lost. *)
Definition movable (G : game) : Prop :=
  forall (p : position G) c, state_of p = Ongoing -> options c p <> [].

(** ** Money

    The players share one unit of money: Black has [r], White has [1 - r]. *)
Definition money (r : Q) (c : colour) : Q := match c with White => 1 - r | Black => r end.

(** Black's share after [mover] has paid [price] to the other player.  If the price is negative,
    the mover receives money. *)
Definition after_paying (r : Q) (mover : colour) (price : Q) : Q :=
  match mover with White => r + price | Black => r - price end.

(** ** Customs of bidding

    Before each move the players bid for it.  The procedure (openly or not, who names a price, who
    pays whose bid, how ties are broken) is their custom.  A custom defines the ways of bidding
    that each player has when Black's share is [r], and the possible results of two ways: who
    moves, and the price that the mover pays.  A way of bidding may be a single bid, or a plan that
    responds to the other's announcements. *)
Record custom := Custom {
  way : colour -> Type;
  allowed : Q -> forall c, way c -> Prop;
  result : Q -> way White -> way Black -> colour -> Q -> Prop }.

(** The result of the ways of [c] and of the other player. *)
Definition result_of (k : custom) (r : Q) (c : colour) :
    way k c -> way k (opposite c) -> colour -> Q -> Prop :=
  match c with
  | White => fun mine theirs => result k r mine theirs
  | Black => fun mine theirs => result k r theirs mine
  end.

(** The requirements of the theorems on a custom.  Bidding has a result.  Nobody pays more than
    they have.  (B) of section 8: for every [v] whose absolute value is at most a player's money,
    this player can bid in such a way that either they move and pay at most [v], or the other moves
    and pays them at least [v]. *)
Record fair (k : custom) : Prop := {
  comes_to_a_result : forall r white black, 0 <= r <= 1 ->
    allowed k r White white -> allowed k r Black black ->
    exists mover price, result k r white black mover price;
  nobody_pays_more : forall r white black mover price, 0 <= r <= 1 ->
    allowed k r White white -> allowed k r Black black -> result k r white black mover price ->
    0 <= after_paying r mover price <= 1;
  property_B : forall r c v, 0 <= r <= 1 -> - money r c <= v <= money r c ->
    exists mine, allowed k r c mine /\
      forall theirs mover price, allowed k r (opposite c) theirs ->
        result_of k r c mine theirs mover price ->
        (mover = c /\ price <= v) \/ (mover = opposite c /\ v <= price) }.

(** ** Winning by force *)

Section Play.
  Variables (G : game) (k : custom).

  (** One move, in which player [c] can ensure that the new position and Black's new share are in
      [goal]: [c] has a way of bidding such that, whatever the other's way and the result, if [c]
      moves, [c] has an option in [goal], and if the other moves, all options are in [goal]. *)
  Definition can_move_to (c : colour) (goal : position G -> Q -> Prop) (p : position G) (r : Q) : Prop :=
    exists mine, allowed k r c mine /\
      forall theirs mover price, allowed k r (opposite c) theirs ->
        result_of k r c mine theirs mover price ->
        (mover = c -> exists q, In q (options c p) /\ goal q (after_paying r mover price)) /\
        (mover = opposite c ->
           forall q, In q (options (opposite c) p) -> goal q (after_paying r mover price)).

  (** Player [c] can force a win within [n] moves. *)
  Fixpoint wins_within (c : colour) (n : nat) (p : position G) (r : Q) : Prop :=
    match state_of p with
    | Won winner => winner = c
    | Drawn => False
    | Ongoing => match n with
                 | O => False
                 | S n' => can_move_to c (wins_within c n') p r
                 end
    end.

  (** Player [c] can prevent for ever that the other wins: there is a set of positions and shares
      that contains the current ones, in which the other has not won, and in which [c] can stay.
      Nobody wins an endless play. *)
  Definition prevents (c : colour) (p : position G) (r : Q) : Prop :=
    exists safe : position G -> Q -> Prop, safe p r /\
      forall q s, safe q s ->
        0 <= s <= 1 /\ state_of q <> Won (opposite c) /\
        (state_of q = Ongoing -> can_move_to c safe q s).
End Play.

(** ** Thresholds

    [alpha] and [beta] are the thresholds of position [p] if the following holds for every fair
    custom.  White wins by force, in a bounded number of moves, if Black's share is less than
    [alpha], and Black can prevent that for ever if it is more.  Black wins by force if it is more
    than [beta], and White can prevent that for ever if it is less. *)
Definition thresholds (G : game) (p : position G) (alpha beta : Q) : Prop :=
  forall k, fair k -> forall r, 0 <= r <= 1 ->
    (r < alpha -> exists n, wins_within G k White n p r) /\
    (alpha < r -> prevents G k Black p r) /\
    (beta < r -> exists n, wins_within G k Black n p r) /\
    (r < beta -> prevents G k White p r).

(** ** Exchange of colours *)

Definition exchanged_state (s : state) : state :=
  match s with Ongoing => Ongoing | Won c => Won (opposite c) | Drawn => Drawn end.

(** The same game with the names of the players exchanged. *)
Definition exchange (G : game) : game := {|
  position := position G;
  state_of := fun p => exchanged_state (state_of p);
  options := fun c p => options (opposite c) p |}.
