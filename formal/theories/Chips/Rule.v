(** * The rule of discrete bidding games

    This file defines bidding games with whole chips, winning by force, and thresholds.  All
    theorems of this folder are about these definitions, so a reader has to believe them.  They
    follow [spec/kinds/chips.md], section 1, and [spec/soundness/chips.md], section 1.  Nothing
    is computed here: the recursion for thresholds is a theorem ([Threshold.v]).

    Not covered here: the origin of games (rule sets), and bytes. *)
From Coq Require Import ZArith List Bool Lia.
From Gamecert Require Export Format.Tactics.
Import ListNotations.
Open Scope Z_scope.

(** ** Games *)

Inductive player := Left | Right.

Definition other (p : player) : player :=
  match p with Left => Right | Right => Left end.

Definition same (p q : player) : bool :=
  match p, q with Left, Left | Right, Right => true | _, _ => false end.

(** The end of a play: a player has won, or neither has. *)
Inductive outcome := Won (p : player) | Drawn.

Definition won_by (p : player) (o : outcome) : bool :=
  match o with Won q => same p q | Drawn => false end.

(** A game: its positions, its ends, and each player's options.  Options of ends are irrelevant.
    The games of the format have at least one option for each player at every position that is
    not an end (clause [chips/option]). *)
Record game := {
  position : Type;
  ended : position -> option outcome;
  options : player -> position -> list position }.
Arguments ended {_} _.
Arguments options {_} _ _.

(** ** Chips, and the three ways of breaking ties *)

Inductive tie_break :=
  | Advantage       (* one player has the tie-breaking advantage *)
  | MakeItTakeIt    (* one player has the minus-epsilon chip, and loses ties *)
  | LadiesFirst.    (* Left wins every tie *)

(** A holding: whole chips of both players, and the holder of the token, which is the advantage
    or the minus-epsilon chip.  (With ladies first there is no token, and the field has no
    meaning.) *)
Record holding := { left_chips : Z; right_chips : Z; token : player }.

Definition chips (h : holding) (p : player) : Z :=
  match p with Left => left_chips h | Right => right_chips h end.

(** There are [k] chips in all, and neither player has less than 0. *)
Definition holds (k : Z) (h : holding) : Prop :=
  0 <= left_chips h /\ 0 <= right_chips h /\ left_chips h + right_chips h = k.

(** A bid is a whole number of the bidder's chips. *)
Definition may_bid (h : holding) (p : player) (b : Z) : Prop := 0 <= b <= chips h p.

(** The winner of the bid [w] pays [b] chips to the other. *)
Definition pays (w : player) (b : Z) (h : holding) : holding :=
  match w with
  | Left => {| left_chips := left_chips h - b; right_chips := right_chips h + b; token := token h |}
  | Right => {| left_chips := left_chips h + b; right_chips := right_chips h - b; token := token h |}
  end.

Definition token_to (p : player) (h : holding) : holding :=
  {| left_chips := left_chips h; right_chips := right_chips h; token := p |}.

(** The holdings after [w] has won the bid with [b].  The minus-epsilon chip goes to the loser of
    each bid; the advantage stays. *)
Definition settle (rule : tie_break) (w : player) (b : Z) (h : holding) : holding :=
  match rule with
  | MakeItTakeIt => token_to (other w) (pays w b h)
  | Advantage | LadiesFirst => pays w b h
  end.

(** ** One move

    [ensures p q can Q]: player [q] chooses something that satisfies [can], and player [p] can
    ensure that the choice satisfies [Q].  If [p] chooses, such a choice exists; if the other
    chooses, all choices satisfy [Q]. *)
Definition ensures {A} (p q : player) (can Q : A -> Prop) : Prop :=
  if same p q then exists a, can a /\ Q a else forall a, can a -> Q a.

(** The bids are open: [left_bid] and [right_bid].  Player [p] can ensure that [Q] holds for the
    winner of the bid and the holdings after it.  The higher bid wins.  At a tie the holder of
    the advantage either uses it, that is, wins the bid and hands it over, or declares the other
    the winner and keeps it.  With make-it-take-it the holder of the minus-epsilon chip loses.
    With ladies first Left wins. *)
Definition bids_settled (rule : tie_break) (p : player) (h : holding) (left_bid right_bid : Z)
    (Q : player -> holding -> Prop) : Prop :=
  match left_bid ?= right_bid with
  | Gt => Q Left (settle rule Left left_bid h)
  | Lt => Q Right (settle rule Right right_bid h)
  | Eq =>
    let b := left_bid in
    match rule with
    | Advantage =>
      let holder := token h in
      ensures p holder (fun _ : bool => True) (fun use =>
        if use then Q holder (token_to (other holder) (pays holder b h))
        else Q (other holder) (pays (other holder) b h))
    | MakeItTakeIt => let w := other (token h) in Q w (settle rule w b h)
    | LadiesFirst => Q Left (settle rule Left b h)
    end
  end.

(** The winner [w] of the bid decides who moves.  The mover chooses among their own options. *)
Definition moved {G : game} (p : player) (v : position G) (w : player)
    (Q : position G -> Prop) : Prop :=
  ensures p w (fun _ : player => True) (fun mover =>
    ensures p mover (fun v' => In v' (options mover v)) Q).

(** The same as [bids_settled], with the bid of [p] first. *)
Definition after_bids (rule : tie_break) (p : player) (h : holding) (own_bid other_bid : Z)
    (Q : player -> holding -> Prop) : Prop :=
  match p with
  | Left => bids_settled rule p h own_bid other_bid Q
  | Right => bids_settled rule p h other_bid own_bid Q
  end.

(** Bids are sealed: [p] has a bid such that, whatever the other bids, [p] can ensure that [Q]
    holds after the bids. *)
Definition has_bid (rule : tie_break) (p : player) (h : holding)
    (Q : player -> holding -> Prop) : Prop :=
  exists own_bid, may_bid h p own_bid /\
    forall other_bid, may_bid h (other p) other_bid -> after_bids rule p h own_bid other_bid Q.

(** A complete move: the bids, then the option. *)
Definition has_move {G : game} (rule : tie_break) (p : player) (v : position G) (h : holding)
    (Q : position G -> holding -> Prop) : Prop :=
  has_bid rule p h (fun w h' => moved p v w (fun v' => Q v' h')).

(** ** Winning by force *)

(** [p] can ensure that an end won by [p] is reached within [n] moves. *)
Fixpoint forces {G : game} (rule : tie_break) (p : player) (n : nat) (v : position G)
    (h : holding) : Prop :=
  match ended v with
  | Some o => won_by p o = true
  | None =>
    match n with
    | O => False
    | S n' => has_move rule p v h (forces rule p n')
    end
  end.

(** [p] wins by force, within some number of moves. *)
Definition wins_by_force {G : game} (rule : tie_break) (p : player) (v : position G)
    (h : holding) : Prop :=
  exists n, forces rule p n v h.

(** The other player can prevent for ever that [p] wins.  There is a set of positions and
    holdings without an end won by [p], in which the other can keep the play by a bid that works
    against every bid of [p].  Draws and endless play are not wins. *)
Definition prevented {G : game} (rule : tie_break) (p : player) (v : position G)
    (h : holding) : Prop :=
  exists S : position G -> holding -> Prop, S v h /\
    forall v' h', S v' h' ->
      match ended v' with
      | Some o => won_by p o = false
      | None => has_move rule (other p) v' h' S
      end.

(** ** Codes and thresholds ([spec/kinds/chips.md], section 1, the table of codes) *)

(** The unit: the code of one chip. *)
Definition unit (rule : tie_break) : Z :=
  match rule with Advantage | MakeItTakeIt => 2 | LadiesFirst => 1 end.

(** One more than the greatest code, [T(k)] on the page. *)
Definition never (rule : tie_break) (k : Z) : Z := unit rule * (k + 1).

(** The holding of a player as one number. *)
Definition code (rule : tie_break) (h : holding) (p : player) : Z :=
  match rule with
  | Advantage => 2 * chips h p + (if same (token h) p then 1 else 0)
  | MakeItTakeIt => 2 * chips h p + (if same (token h) p then 0 else 1)
  | LadiesFirst => chips h p
  end.

(** [t] is the threshold of the claimant [p] at [v], with [k] chips in all: with codes from [t]
    on [p] wins by force, with smaller codes the other prevents it.  [t] is [never] if no code is
    enough. *)
Definition threshold {G : game} (rule : tie_break) (p : player) (k : Z) (v : position G)
    (t : Z) : Prop :=
  0 <= t <= never rule k /\
  forall h, holds k h ->
    (t <= code rule h p -> wins_by_force rule p v h) /\
    (code rule h p < t -> prevented rule p v h).
