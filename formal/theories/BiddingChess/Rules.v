(* The rules of endgames of bidding chess: spec/rules/bidding-chess.md, sections 1 and 3 to 5.

   A reader of the theorems must trust every definition in this file. All of them are executable, and Vectors.v
   tests them on the lines of spec/vectors/bidding-chess.txt. The rules cover any material. The theorems about
   certificates (Verify.v) are for material of up to three pieces, pawns included. Classes are in Classes.v. The
   bidding that decides who moves is in theories/Richman. *)
From Coq Require Import ZArith List Bool.
From Gamecert Require Export Format.Tactics.
From Gamecert Require Richman.Game.
Import ListNotations.
Open Scope Z_scope.

(* The two players of theories/Richman/Game.v. *)
Notation colour := Richman.Game.colour.
Notation White := Richman.Game.White.
Notation Black := Richman.Game.Black.
Notation other := Richman.Game.opposite.

Inductive role := King | Queen | Rook | Bishop | Knight | Pawn.

(* A square is a file and a rank, both counted from 0: a1 is (0, 0), b1 is (1, 0), a2 is (0, 1). *)
Definition square := (Z * Z)%type.

Record piece := Piece { colour_of : colour; role_of : role; square_of : square }.

(* The pieces on the board in list order: White's king, White's other pieces, Black's king, Black's other
   pieces. *)
Definition placement := list piece.

(* A position of bidding chess: either a king has been captured and the named player has won, or a placement. There
   is no side to move. *)
Inductive chess_position := Over (winner : colour) | At (P : placement).

(* A move: its source square, its target square, and the role of the piece afterwards, which changes only by
   promotion. *)
Record move := Move { from : square; to : square; becomes : role }.

Definition same_colour (a b : colour) : bool :=
  match a, b with White, White | Black, Black => true | _, _ => false end.
Definition is_king (r : role) : bool := match r with King => true | _ => false end.
Definition is_pawn (r : role) : bool := match r with Pawn => true | _ => false end.
Definition same_square (s t : square) : bool := (fst s =? fst t) && (snd s =? snd t).
Definition shift (d : Z * Z) (s : square) : square := (fst s + fst d, snd s + snd d).

(* The piece on a square. *)
Definition piece_at (P : placement) (s : square) : option piece :=
  find (fun p => same_square (square_of p) s) P.

Section Board.
  Variables W H : Z.                         (* files and ranks *)

  Definition on_board (s : square) : bool :=
    (0 <=? fst s) && (fst s <? W) && (0 <=? snd s) && (snd s <? H).

  (* Section 4, the table of directions, in move order. *)
  Definition directions (r : role) : list (Z * Z) :=
    match r with
    | King | Queen => [(0,1); (1,1); (1,0); (1,-1); (0,-1); (-1,-1); (-1,0); (-1,1)]
    | Rook => [(0,1); (1,0); (0,-1); (-1,0)]
    | Bishop => [(1,1); (1,-1); (-1,-1); (-1,1)]
    | Knight => [(1,2); (2,1); (2,-1); (1,-2); (-1,-2); (-2,-1); (-2,1); (-1,2)]
    | Pawn => []
    end.

  (* Maximum number of steps of a piece in a direction: one for kings and knights. The others have no limit; a row
     has at most 16 squares, so 15 steps suffice. *)
  Definition reach (r : role) : nat := match r with King | Knight => 1 | _ => 15 end.

  (* The squares that a piece of colour c on s can reach in direction d, from near to far. The line ends at the
     edge of the board, before a piece of the same colour, and on a piece of the other colour. *)
  Fixpoint line (steps : nat) (P : placement) (c : colour) (d : Z * Z) (s : square) : list square :=
    match steps with
    | O => []
    | S steps =>
        let t := shift d s in
        if on_board t then
          match piece_at P t with
          | None => t :: line steps P c d t
          | Some q => if same_colour (colour_of q) c then [] else [t]
          end
        else []
    end.

  Definition enemy_at (P : placement) (c : colour) (s : square) : bool :=
    match piece_at P s with Some q => negb (same_colour (colour_of q) c) | None => false end.
  Definition empty_at (P : placement) (s : square) : bool :=
    match piece_at P s with Some _ => false | None => true end.

  (* The targets of a pawn: forward one, forward two, capture on file - 1, capture on file + 1. *)
  Definition pawn_targets (P : placement) (c : colour) (s : square) : list square :=
    let forward := match c with White => 1 | Black => -1 end in
    let second_rank := match c with White => 1 | Black => H - 2 end in
    let one := shift (0, forward) s in
    let two := shift (0, 2 * forward) s in
    (if on_board one && empty_at P one then [one] else [])
    ++ (if (5 <=? H) && (snd s =? second_rank) && empty_at P one && empty_at P two then [two] else [])
    ++ filter (fun t => on_board t && enemy_at P c t) [shift (-1, forward) s; shift (1, forward) s].

  (* The roles that a pawn may take on a target square. A capture of the king is a single move. *)
  Definition pawn_becomes (P : placement) (c : colour) (t : square) : list role :=
    let last_rank := match c with White => H - 1 | Black => 0 end in
    let king := match piece_at P t with Some q => is_king (role_of q) | None => false end in
    if (snd t =? last_rank) && negb king then [Queen; Rook; Bishop; Knight] else [Pawn].

  Definition moves_of (P : placement) (p : piece) : list move :=
    let c := colour_of p in let s := square_of p in
    match role_of p with
    | Pawn => flat_map (fun t => map (Move s t) (pawn_becomes P c t)) (pawn_targets P c s)
    | r => flat_map (fun d => map (fun t => Move s t r) (line (reach r) P c d s)) (directions r)
    end.

  (* A player's moves in move order. *)
  Definition moves (c : colour) (P : placement) : list move :=
    flat_map (moves_of P) (filter (fun p => same_colour (colour_of p) c) P).

  (* The position after a move. A captured king ends the game; any other captured piece leaves the board. The
     moving piece stands on its target square. *)
  Definition make (P : placement) (m : move) : chess_position :=
    let after := At (map (fun q => if same_square (square_of q) (from m)
                                   then Piece (colour_of q) (becomes m) (to m) else q)
                         (filter (fun q => negb (same_square (square_of q) (to m))) P)) in
    match piece_at P (to m) with
    | Some q => if is_king (role_of q) then Over (other (colour_of q)) else after
    | None => after
    end.

  (* The options of a player in a position, in move order. *)
  Definition chess_options (c : colour) (p : chess_position) : list chess_position :=
    match p with Over _ => [] | At P => map (make P) (moves c P) end.

  (* A proper placement: the pieces stand on different squares of the board. *)
  Definition proper (P : placement) : Prop :=
    NoDup (map square_of P) /\ forall p, In p P -> on_board (square_of p) = true.
End Board.

(* The state of a position. Section 5 of the page says that material in which a player may have no move has no
   certificate. Such a position counts as drawn here. It does not occur in the endings covered by the theorems. *)
Definition chess_state (W H : Z) (p : chess_position) : Richman.Game.state :=
  match p with
  | Over c => Richman.Game.Won c
  | At _ => match chess_options W H White p, chess_options W H Black p with
            | _ :: _, _ :: _ => Richman.Game.Ongoing
            | _, _ => Richman.Game.Drawn
            end
  end.

(* The game: bidding chess on a board with W files and H ranks, from any placement of any material. *)
Definition bidding_chess (W H : Z) : Richman.Game.game :=
  Richman.Game.Game chess_position (chess_state W H) (chess_options W H).

(* Material: the colours and roles of the pieces in list order. *)
Definition material := list (colour * role).
Definition kind_of (p : piece) : colour * role := (colour_of p, role_of p).
Definition material_of (P : placement) : material := map kind_of P.

(* The placements of an ending: its pieces on different squares of the board. *)
Definition placement_of (W H : Z) (M : material) (P : placement) : Prop := material_of P = M /\ proper W H P.

(* The endings of up to three pieces: bare kings, and White's king with a piece or pawn against Black's king. *)
Definition KK : material := [(White, King); (Black, King)].
Definition KXK (r : role) : material := [(White, King); (White, r); (Black, King)].
