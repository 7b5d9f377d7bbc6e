(** * The rules of losing chess

    The rule set of [spec/rules/losing-chess.md] (sections 1 to 4) as an executable definition
    that can be read next to the page. A reader has to believe that these are the rules of the
    game. [Vectors.v] tests them against the page's own vectors.

    Not covered here: the text form of a position ([Text.v]); sides and the meaning of a win by
    force ([Game.v]). *)

From Coq Require Import NArith List Bool.
From Gamecert Require Import Losing.Game.
Import ListNotations.

(** ** Units and the board *)

Inductive role := Queen | Rook | Bishop | Knight | King | Pawn.

(** The content of a square. Pieces and pawns are units. *)
Inductive content := Empty | Unit (s : side) (r : role).

(** A file (a to h) or a rank (1 to 8). *)
Inductive line := L1 | L2 | L3 | L4 | L5 | L6 | L7 | L8.

Definition lines : list line := [L1; L2; L3; L4; L5; L6; L7; L8].

Record square := Square { file : line; rank : line }.

(** Eight values, one for each line. A board has eight ranks, and a rank has eight squares. *)
Inductive eight (A : Type) := Eight (a b c d e f g h : A).
Arguments Eight {A}.

Definition get {A} (x : eight A) (i : line) : A :=
  let '(Eight a b c d e f g h) := x in
  match i with L1 => a | L2 => b | L3 => c | L4 => d | L5 => e | L6 => f | L7 => g | L8 => h end.

Definition put {A} (x : eight A) (i : line) (v : A) : eight A :=
  let '(Eight a b c d e f g h) := x in
  match i with
  | L1 => Eight v b c d e f g h
  | L2 => Eight a v c d e f g h
  | L3 => Eight a b v d e f g h
  | L4 => Eight a b c v e f g h
  | L5 => Eight a b c d v f g h
  | L6 => Eight a b c d e v g h
  | L7 => Eight a b c d e f v h
  | L8 => Eight a b c d e f g v
  end.

Definition board := eight (eight content).

Definition at_square {A} (b : eight (eight A)) (s : square) : A := get (get b (rank s)) (file s).

Definition set_square (b : board) (s : square) (c : content) : board :=
  put b (rank s) (put (get b (rank s)) (file s) c).

(** A position (section 4). [passed] is the file of the en passant square, that is the square
    passed over by a double step just made, if a pawn of the side to move can capture there. The
    square's rank is [passed_rank] of that side. *)
Record position := Position { on : board; to_move : side; passed : option line }.

Definition passed_rank (s : side) : line := match s with White => L6 | Black => L3 end.

(** ** Directions

    The squares next to a square, and the squares on which a piece can move over an empty board. *)

Inductive step := Down | Stay | Up.

Definition shift (d : step) (i : line) : option line :=
  match d with
  | Stay => Some i
  | Up => match i with
      L1 => Some L2 | L2 => Some L3 | L3 => Some L4 | L4 => Some L5
    | L5 => Some L6 | L6 => Some L7 | L7 => Some L8 | L8 => None end
  | Down => match i with
      L1 => None | L2 => Some L1 | L3 => Some L2 | L4 => Some L3
    | L5 => Some L4 | L6 => Some L5 | L7 => Some L6 | L8 => Some L7 end
  end.

Definition neighbour (d : step * step) (s : square) : option square :=
  match shift (fst d) (file s), shift (snd d) (rank s) with
  | Some f, Some r => Some (Square f r)
  | _, _ => None
  end.

(** The squares from [s] in direction [d], nearest first, at most [n] of them. *)
Fixpoint ray (n : nat) (d : step * step) (s : square) : list square :=
  match n with
  | O => []
  | S n' => match neighbour d s with Some q => q :: ray n' d q | None => [] end
  end.

Definition straight : list (step * step) := [(Stay, Down); (Down, Stay); (Up, Stay); (Stay, Up)].
Definition diagonal : list (step * step) := [(Down, Down); (Up, Down); (Down, Up); (Up, Up)].

(** A knight's move: one step along a diagonal and one more along its file or its rank. *)
Definition jump (s : square) (d : step * step) (e : step * step) : list square :=
  match neighbour d s with
  | Some q => match neighbour e q with Some t => [t] | None => [] end
  | None => []
  end.

Definition jumps (s : square) : list square :=
  flat_map (fun d => jump s d (fst d, Stay) ++ jump s d (Stay, snd d)) diagonal.

(** The ways of a piece from a square. It moves along a way over empty squares, or captures the
    first unit on the way if that is an enemy. (A pawn has no ways; see below.) *)
Definition ways (r : role) (s : square) : list (list square) :=
  match r with
  | Queen => map (fun d => ray 7 d s) (straight ++ diagonal)
  | Rook => map (fun d => ray 7 d s) straight
  | Bishop => map (fun d => ray 7 d s) diagonal
  | King => map (fun d => ray 1 d s) (straight ++ diagonal)
  | Knight => map (fun t => [t]) (jumps s)
  | Pawn => []
  end.

Definition forward (s : side) : step := match s with White => Up | Black => Down end.

(** The square in front of a pawn, and the squares on which it captures. *)
Definition ahead (us : side) (s : square) : option square := neighbour (Stay, forward us) s.

Definition attacked (us : side) (s : square) : list square :=
  ray 1 (Down, forward us) s ++ ray 1 (Up, forward us) s.

(** ** Tables

    [ways] and [attacked], computed once for all squares. *)

Definition tabulate {A} (f : square -> A) : eight (eight A) :=
  let row r := Eight (f (Square L1 r)) (f (Square L2 r)) (f (Square L3 r)) (f (Square L4 r))
                     (f (Square L5 r)) (f (Square L6 r)) (f (Square L7 r)) (f (Square L8 r)) in
  Eight (row L1) (row L2) (row L3) (row L4) (row L5) (row L6) (row L7) (row L8).

Lemma at_tabulate A (f : square -> A) s : at_square (tabulate f) s = f s.
Proof. destruct s as [[] []]; reflexivity. Qed.

Definition queen_ways := tabulate (ways Queen).
Definition rook_ways := tabulate (ways Rook).
Definition bishop_ways := tabulate (ways Bishop).
Definition knight_ways := tabulate (ways Knight).
Definition king_ways := tabulate (ways King).

Definition ways_table (r : role) (s : square) : list (list square) :=
  match r with
  | Queen => at_square queen_ways s
  | Rook => at_square rook_ways s
  | Bishop => at_square bishop_ways s
  | Knight => at_square knight_ways s
  | King => at_square king_ways s
  | Pawn => []
  end.

Definition white_attacked := tabulate (attacked White).
Definition black_attacked := tabulate (attacked Black).

Definition attacked_table (us : side) (s : square) : list square :=
  match us with White => at_square white_attacked s | Black => at_square black_attacked s end.

(** The tables contain the values of the functions. *)
Lemma ways_table_is r s : ways_table r s = ways r s.
Proof. destruct r; try apply at_tabulate; reflexivity. Qed.

Lemma attacked_table_is us s : attacked_table us s = attacked us s.
Proof. destruct us; apply at_tabulate. Qed.

(** ** Moves (section 2) *)

(** [becomes] is the role that a pawn takes on the last rank. *)
Record move := Move { from : square; to : square; becomes : option role }.

Definition line_eqb (i j : line) : bool :=
  match i, j with
  | L1, L1 | L2, L2 | L3, L3 | L4, L4 | L5, L5 | L6, L6 | L7, L7 | L8, L8 => true
  | _, _ => false
  end.

Definition second_rank (s : side) : line := match s with White => L2 | Black => L7 end.
Definition last_rank (s : side) : line := match s with White => L8 | Black => L1 end.

(** The square on which a piece of side [us] captures on a way. *)
Fixpoint captured_on (b : board) (us : side) (way : list square) : list square :=
  match way with
  | [] => []
  | q :: rest =>
      match at_square b q with
      | Empty => captured_on b us rest
      | Unit s _ => if same s us then [] else [q]
      end
  end.

(** The empty squares at the beginning of a way. *)
Fixpoint free_on (b : board) (way : list square) : list square :=
  match way with
  | [] => []
  | q :: rest => match at_square b q with Empty => q :: free_on b rest | Unit _ _ => [] end
  end.

Definition is_passed (p : position) (q : square) : bool :=
  match passed p with
  | Some f => line_eqb (file q) f && line_eqb (rank q) (passed_rank (to_move p))
  | None => false
  end.

(** Whether a pawn of the side to move captures on [q], one of the squares on which it can
    capture. *)
Definition pawn_captures (p : position) (q : square) : bool :=
  match at_square (on p) q with
  | Unit s _ => negb (same s (to_move p))
  | Empty => is_passed p q
  end.

(** The squares where a unit of the side to move on [s] captures, and the squares where it moves
    without capturing. *)
Definition capture_targets (p : position) (s : square) (r : role) : list square :=
  match r with
  | Pawn => filter (pawn_captures p) (attacked_table (to_move p) s)
  | _ => flat_map (captured_on (on p) (to_move p)) (ways_table r s)
  end.

Definition quiet_targets (p : position) (s : square) (r : role) : list square :=
  match r with
  | Pawn =>
      match ahead (to_move p) s with
      | None => []
      | Some q =>
          match at_square (on p) q with
          | Unit _ _ => []
          | Empty =>
              q :: (if line_eqb (rank s) (second_rank (to_move p)) then
                      match ahead (to_move p) q with
                      | Some t => match at_square (on p) t with Empty => [t] | Unit _ _ => [] end
                      | None => []
                      end
                    else [])
          end
      end
  | _ => flat_map (free_on (on p)) (ways_table r s)
  end.

(** The order of squares by number, and a list of squares in that order. *)
Definition line_ltb (i j : line) : bool :=
  match i, j with
  | _, L1 => false | L1, _ => true | _, L2 => false | L2, _ => true
  | _, L3 => false | L3, _ => true | _, L4 => false | L4, _ => true
  | _, L5 => false | L5, _ => true | _, L6 => false | L6, _ => true
  | _, L7 => false | L7, _ => true | L8, L8 => false
  end.

Definition before (s t : square) : bool :=
  line_ltb (rank s) (rank t) || (line_eqb (rank s) (rank t) && line_ltb (file s) (file t)).

Fixpoint insert (s : square) (l : list square) : list square :=
  match l with
  | [] => [s]
  | t :: rest => if before s t then s :: l else t :: insert s rest
  end.

Fixpoint sort (l : list square) : list square :=
  match l with [] => [] | s :: rest => insert s (sort rest) end.

(** The moves of a unit to a square: a pawn on the last rank becomes one of five pieces. *)
Definition moves_to (us : side) (r : role) (s t : square) : list move :=
  match r with
  | Pawn =>
      if line_eqb (rank t) (last_rank us)
      then [Move s t (Some Queen); Move s t (Some Rook); Move s t (Some Bishop);
            Move s t (Some Knight); Move s t (Some King)]
      else [Move s t None]
  | _ => [Move s t None]
  end.

Definition moves_of (us : side) (u : square * role) (targets : list square) : list move :=
  match targets with
  | [] => []
  | [t] => moves_to us (snd u) (fst u) t
  | _ => flat_map (moves_to us (snd u) (fst u)) (sort targets)
  end.

(** All squares in the order of their numbers, a1 to h8, and the units of a side. *)
Definition squares : list square := flat_map (fun r => map (fun f => Square f r) lines) lines.

Fixpoint units_on (b : board) (us : side) (l : list square) : list (square * role) :=
  match l with
  | [] => []
  | s :: rest =>
      match at_square b s with
      | Unit t r => if same t us then (s, r) :: units_on b us rest else units_on b us rest
      | Empty => units_on b us rest
      end
  end.

Definition units (b : board) (us : side) : list (square * role) := units_on b us squares.

(** Captures are compulsory: if there are captures, they are the legal moves. *)
Definition legal_of (p : position) (own : list (square * role)) : list move :=
  match flat_map (fun u => moves_of (to_move p) u (capture_targets p (fst u) (snd u))) own with
  | [] => flat_map (fun u => moves_of (to_move p) u (quiet_targets p (fst u) (snd u))) own
  | captures => captures
  end.

Definition legal (p : position) : list move := legal_of p (units (on p) (to_move p)).

(** ** The position after a move *)

Definition pawn_at (b : board) (us : side) (s : square) : bool :=
  match at_square b s with Unit t Pawn => same t us | _ => false end.

Definition pawn_beside (b : board) (us : side) (s : square) : bool :=
  existsb (pawn_at b us) (ray 1 (Down, Stay) s ++ ray 1 (Up, Stay) s).

(** The file passed over by a pawn of side [us] that has moved from [s] to [t], if it was a double
    step and a pawn of the other side can capture en passant. *)
Definition passed_by (b : board) (us : side) (s t : square) : option line :=
  match ahead us s with
  | Some q =>
      if line_eqb (file s) (file t) && negb (line_eqb (rank q) (rank t))
         && pawn_beside b (other us) t
      then Some (file s) else None
  | None => None
  end.

Definition make (p : position) (m : move) : position :=
  let us := to_move p in
  let s := from m in
  let t := to m in
  match at_square (on p) s with
  | Unit _ Pawn =>
      let lands := set_square (set_square (on p) s Empty) t
                     (Unit us (match becomes m with Some r => r | None => Pawn end)) in
      match at_square (on p) t with
      | Empty =>
          if line_eqb (file s) (file t)
          then Position lands (other us) (passed_by lands us s t)
          (* En passant: the captured pawn stands beside the capturing one. *)
          else Position (set_square lands (Square (file t) (rank s)) Empty) (other us) None
      | Unit _ _ => Position lands (other us) None
      end
  | u => Position (set_square (set_square (on p) s Empty) t u) (other us) None
  end.

(** A capture or a pawn move, after which the 50-move rule counts anew. *)
Definition zeroing (p : position) (m : move) : bool :=
  match at_square (on p) (from m) with
  | Unit _ Pawn => true
  | _ => match at_square (on p) (to m) with Unit _ _ => true | Empty => false end
  end.

(** ** The end (section 3) *)

Inductive stalemate := International | Fics | Joint.

(** The winner when the side [us], which has [m] units, is stalemated. The other side has [o]
    units. *)
Definition stalemated (rule : stalemate) (us : side) (m o : nat) : option side :=
  match rule with
  | International => Some us
  | Fics =>
      match Nat.compare m o with
      | Lt => Some us
      | Eq => None
      | Gt => Some (other us)
      end
  | Joint => match Nat.compare m o with Lt => Some us | _ => None end
  end.

Definition play (rule : stalemate) (p : position) : status move :=
  let us := to_move p in
  let own := units (on p) us in
  let others := units (on p) (other us) in
  match own, others with
  | [], _ => Over (Some us)
  | _, [] => Over (Some (other us))
  | _, _ =>
      match legal_of p own with
      | [] => Over (stalemated rule us (length own) (length others))
      | moves => Goes moves
      end
  end.

(** If play goes on, there is a legal move. *)
Lemma play_goes rule p moves : play rule p = Goes moves -> moves = legal p /\ moves <> [].
Proof.
  unfold play, legal. destruct (units (on p) (to_move p)) as [|u own]; [discriminate|].
  destruct (units (on p) (other (to_move p))) as [|v others]; [discriminate|].
  destruct (legal_of p (u :: own)) as [|m l]; [discriminate|].
  intro E; injection E as <-. split; [reflexivity|discriminate].
Qed.

(** ** Sequences of moves (section 5) *)

Fixpoint perft (rule : stalemate) (n : nat) (p : position) : N :=
  match n with
  | O => 1
  | S n' =>
      match play rule p with
      | Over _ => 0
      | Goes moves => fold_left (fun sum m => sum + perft rule n' (make p m))%N moves 0%N
      end
  end.

(** ** Losing chess as a game *)

Definition losing_chess (rule : stalemate) : game := {|
  Game.position := position;
  Game.move := move;
  Game.turn := to_move;
  Game.play := play rule;
  Game.make := make;
  Game.zeroing := zeroing
|}.
