(** * Test vectors of the rules of losing chess

    The vectors of [spec/rules/losing-chess.md], section 5, and additional positions, evaluated by
    the definitions of [Rules.v]. The extracted functions count longer sequences of moves. *)

From Coq Require Import ZArith NArith List String Ascii Bool.
From Gamecert Require Import Losing.Game Losing.Rules Losing.Text.
Import ListNotations.

Fixpoint bytes (s : string) : list Z :=
  match s with EmptyString => [] | String c rest => Z.of_N (N_of_ascii c) :: bytes rest end.

Fixpoint letters (l : list Z) : string :=
  match l with [] => EmptyString | c :: rest => String (ascii_of_N (Z.to_N c)) (letters rest) end.

Definition with_position {A} (s : string) (f : position -> A) : option A :=
  match read (bytes s) with Some p => Some (f p) | None => None end.

(** The legal moves, empty if play is over; the position after a move, and whether the move is a
    capture or a pawn move; the winner under the three rules of stalemate. *)
Definition moves_in (s : string) : option string :=
  with_position s (fun p =>
    match play Joint p with
    | Over _ => EmptyString
    | Goes moves => concat " " (map (fun m => letters (move_text m)) moves)
    end).

Definition after (s m : string) : option (string * bool) :=
  match with_position s (fun p =>
    match find (fun n => equal_texts (move_text n) (bytes m)) (legal p) with
    | Some n => Some (letters (text (make p n)), zeroing p n)
    | None => None
    end) with Some x => x | None => None end.

Definition outcomes (s : string) : option (list (status unit)) :=
  with_position s (fun p =>
    map (fun rule => match play rule p with Over w => Over w | Goes _ => Goes [] end)
        [Joint; International; Fics]).

Definition sequences (n : nat) (s : string) : option N := with_position s (perft Joint n).

Definition is_valid (s : string) : option bool := with_position s valid.

Open Scope string_scope.
Definition start := "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -".

(** ** The page's vectors *)

Example sequences_1 : sequences 1 start = Some 20%N. Proof. vm_compute; reflexivity. Qed.
Example sequences_2 : sequences 2 start = Some 400%N. Proof. vm_compute; reflexivity. Qed.
Example sequences_3 : sequences 3 start = Some 8067%N. Proof. vm_compute; reflexivity. Qed.

Definition page_moves : list (string * string) := [
  (start, "b1a3 b1c3 g1f3 g1h3 a2a3 a2a4 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 e2e3 e2e4 f2f3 f2f4 g2g3 g2g4 h2h3 h2h4");
  ("8/8/8/8/5PpP/8/6P1/8 b - f3", "g4f3");
  ("8/8/8/8/5PpP/8/6P1/8 b - h3", "g4h3");
  ("8/8/8/2PpP3/8/8/8/8 w - d6", "c5d6 e5d6");
  ("1n6/P7/8/8/8/8/8/k7 w - -", "a7b8q a7b8r a7b8b a7b8n a7b8k");
  ("8/8/8/8/8/8/k7/1K6 w - -", "b1a2");
  ("8/8/8/8/8/p7/P7/8 w - -", "")
].

(** ** More positions *)

Definition more_moves : list (string * string) := [
  (* Neither pawn has just moved. *)
  ("8/8/8/8/5PpP/8/6P1/8 b - -", "g4g3");
  (* En passant at the edges, beside another capture, and not by a piece. *)
  ("8/8/8/Pp5P/8/8/8/8 w - b6", "a5b6");
  ("8/8/r7/1Pp5/8/8/8/8 w - c6", "b5a6 b5c6");
  ("8/8/8/2QpP3/8/8/8/8 w - d6", "c5d5 e5d6");
  (* Promotion. *)
  ("n1n5/1P6/8/8/8/8/8/8 w - -", "b7a8q b7a8r b7a8b b7a8n b7a8k b7c8q b7c8r b7c8b b7c8n b7c8k");
  ("7k/P7/8/8/8/8/8/8 w - -", "a7a8q a7a8r a7a8b a7a8n a7a8k");
  ("8/8/8/8/8/8/7p/N7 b - -", "h2h1q h2h1r h2h1b h2h1n h2h1k");
  (* No check, no castling, and several kings. *)
  ("r7/8/8/8/8/8/8/K6N w - -", "a1b1 a1a2 a1b2 h1f2 h1g3");
  ("8/8/8/8/8/8/K1p5/3K3K b - -", "c2d1q c2d1r c2d1b c2d1n c2d1k");
  ("7n/8/8/8/8/8/P6P/R3K2R w - -", "a1b1 a1c1 a1d1 e1d1 e1f1 e1d2 e1e2 e1f2 h1f1 h1g1 a2a3 a2a4 h2h3 h2h4");
  (* Double steps. *)
  ("8/8/8/8/8/n7/P7/8 w - -", "");
  ("8/8/8/8/n7/8/P7/8 w - -", "a2a3");
  ("7n/8/8/8/8/P7/8/8 w - -", "a3a4");
  (* Ways of pieces. *)
  ("8/8/8/8/r2R2rr/8/8/8 w - -", "d4a4 d4g4");
  ("7n/8/8/8/8/8/p7/7B w - -", "h1g2 h1f3 h1e4 h1d5 h1c6 h1b7 h1a8");
  ("8/1p1p1p2/8/1p1Q1p2/8/1p1p1p2/8/8 w - -", "d5b3 d5d3 d5f3 d5b5 d5f5 d5b7 d5d7 d5f7");
  ("7r/p6P/8/8/8/8/8/8 w - -", "");
  (* A side has no units: play is over, even if the other side could move. *)
  ("8/8/8/8/8/8/8/k7 w - -", "");
  ("8/8/8/8/8/8/8/k7 b - -", "")
].

Definition agree (l : list (string * string)) : bool :=
  forallb (fun '(s, m) => match moves_in s with Some n => String.eqb n m | None => false end) l.

Example the_pages_moves : agree page_moves = true. Proof. vm_compute; reflexivity. Qed.
Example moves_of_more_positions : agree more_moves = true. Proof. vm_compute; reflexivity. Qed.

Definition steps : list (string * string * (string * bool)) := [
  (start, "e2e4", ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - -", true));
  (start, "g1f3", ("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b - -", false));
  ("8/8/8/8/1p6/8/P7/8 w - -", "a2a4", ("8/8/8/8/Pp6/8/8/8 b - a3", true));
  ("8/8/8/8/1p6/8/P7/8 w - -", "a2a3", ("8/8/8/8/1p6/P7/8/8 b - -", true));
  ("8/8/8/8/1p6/8/2P5/8 w - -", "c2c4", ("8/8/8/8/1pP5/8/8/8 b - c3", true));
  ("8/8/8/8/7p/8/P7/8 w - -", "a2a4", ("8/8/8/8/P6p/8/8/8 b - -", true));
  ("8/8/8/8/p7/8/7P/8 w - -", "h2h4", ("8/8/8/8/p6P/8/8/8 b - -", true));
  ("8/8/8/8/1n6/8/P7/8 w - -", "a2a4", ("8/8/8/8/Pn6/8/8/8 b - -", true));
  ("8/8/8/8/1P6/8/P6p/8 w - -", "a2a4", ("8/8/8/8/PP6/8/7p/8 b - -", true));
  ("8/2p5/8/1P1P4/8/8/8/8 b - -", "c7c5", ("8/8/8/1PpP4/8/8/8/8 w - c6", true));
  ("8/8/8/2PpP3/8/8/8/8 w - d6", "c5d6", ("8/8/3P4/4P3/8/8/8/8 b - -", true));
  ("8/8/8/2PpP3/8/8/8/8 w - d6", "e5d6", ("8/8/3P4/2P5/8/8/8/8 b - -", true));
  ("8/8/8/8/5PpP/8/6P1/8 b - f3", "g4f3", ("8/8/8/8/7P/5p2/6P1/8 w - -", true));
  ("8/8/r7/1Pp5/8/8/8/8 w - c6", "b5a6", ("8/8/P7/2p5/8/8/8/8 b - -", true));
  ("1n6/P7/8/8/8/8/8/k7 w - -", "a7b8k", ("1K6/8/8/8/8/8/8/k7 b - -", true));
  ("7k/P7/8/8/8/8/8/8 w - -", "a7a8n", ("N6k/8/8/8/8/8/8/8 b - -", true));
  ("8/8/8/8/8/8/7p/N7 b - -", "h2h1q", ("8/8/8/8/8/8/8/N6q w - -", true));
  ("8/8/8/8/8/8/k7/1K6 w - -", "b1a2", ("8/8/8/8/8/8/K7/8 b - -", true));
  ("8/8/8/8/8/k7/8/1R6 w - -", "b1b8", ("1R6/8/8/8/8/k7/8/8 b - -", false))
].

Example what_moves_lead_to :
  forallb (fun '(s, m, (t, z)) =>
    match after s m with Some (u, y) => String.eqb u t && Bool.eqb y z | None => false end) steps = true.
Proof. vm_compute; reflexivity. Qed.

Example ends :
  map outcomes ["8/8/8/8/8/p7/P7/7n w - -"; "8/8/8/8/8/p7/P7/8 w - -"; "8/8/8/8/p7/P7/P7/8 w - -";
                "8/8/8/8/8/8/8/k7 w - -"; "8/8/8/8/8/8/8/K7 w - -"; "7N/p7/P7/8/8/8/8/8 b - -"]
  = [Some [Over (Some White); Over (Some White); Over (Some White)];
     Some [Over None; Over (Some White); Over None];
     Some [Over None; Over (Some White); Over (Some Black)];
     Some [Over (Some White); Over (Some White); Over (Some White)];
     Some [Over (Some Black); Over (Some Black); Over (Some Black)];
     Some [Over (Some Black); Over (Some Black); Over (Some Black)]].
Proof. vm_compute; reflexivity. Qed.

(** ** Refused texts, and positions that violate the clauses *)

Example refused_texts :
  map (fun s => is_valid s)
    ["8/8/8/8/8/8/8/k7 w - - 0"; "8/8/8/8/8/8/8/k7 w KQ -"; "8/8/8/8/8/8/8/k7  w - -";
     "8/8/8/8/8/8/8/k6 w - -"; "8/8/8/8/8/8/8/k61 w - -"; "8/8/8/8/8/8/k7 w - -";
     "8/8/8/8/8/8/8/k43 w - -"; "8/8/8/8/8/8/8k7 w - -"; "8/8/8/8/8/8/8/k7 x - -"; "";
     "8/8/8/2PpP3/8/8/8/8 w - d3"; "8/8/8/8/8/8/8/9 w - -"; "8/8/8/8/8/8/8/k7 w - a"]
  = repeat None 13.
Proof. vm_compute; reflexivity. Qed.

Example clauses_of_positions :
  map is_valid
    ["8/8/8/8/8/8/8/8 w - -"; "p7/8/8/8/8/8/8/8 w - -"; "8/8/8/8/8/8/8/P7 w - -";
     "8/8/8/8/8/8/8/k7 w - d6"; "8/8/8/3pP3/8/8/8/8 w - c6"; "8/8/8/3p4/8/8/8/8 w - d6";
     "8/3p4/8/3pP3/8/8/8/8 w - d6"; "8/8/3p4/3pP3/8/8/8/8 w - d6"; "8/8/8/2pp4/8/8/8/8 w - d6";
     "8/8/8/3PP3/8/8/8/8 w - d6"; "8/8/8/K7/KKKKKKKK/KKKKKKKK/8/8 w - -"]
  = repeat (Some false) 11.
Proof. vm_compute; reflexivity. Qed.

Example good_positions :
  map is_valid [start; "8/8/8/3pP3/8/8/8/8 w - d6"; "8/8/8/8/KKKKKKKK/KKKKKKKK/8/8 w - -";
                "8/8/8/8/5PpP/8/6P1/8 b - f3"]
  = repeat (Some true) 4.
Proof. vm_compute; reflexivity. Qed.

(** ** Sequences of moves from positions that often reveal errors

    From the table of such positions in the tests, as far as the numbers are small. *)

Definition sequences_table : list (string * list N) := [
  (* The tablebase bug, before the double step. *)
  ("8/8/8/5P2/5p1p/8/6P1/8 w - -", [3; 6; 6; 10; 12]);
  (* The same position after the double step: both black pawns can capture, and one must. *)
  ("8/8/8/5P2/5pPp/8/8/8 b - g3", [2; 2; 4; 4; 16]);
  (* The same board read without the en passant square is another position. *)
  ("8/8/8/5P2/5pPp/8/8/8 b - -", [2; 4; 8; 16; 64]);
  (* One pawn can capture en passant, and must. *)
  ("8/8/8/8/5PpP/8/6P1/8 b - f3", [1; 1; 0; 0; 0]);
  (* The same with the other double step. *)
  ("8/8/8/8/5PpP/8/6P1/8 b - h3", [1; 1; 0; 0; 0]);
  (* Two white pawns can capture. *)
  ("8/8/8/2PpP3/8/8/8/8 w - d6", [2; 0; 0; 0; 0]);
  (* Two can capture en passant, and a third pawn captures elsewhere. *)
  ("8/8/6p1/2PpPP2/8/8/8/8 w - d6", [3; 3; 7; 7; 29]);
  (* En passant at the a file. *)
  ("8/8/8/Pp5P/8/8/8/8 w - b6", [1; 0; 0; 0; 0]);
  (* En passant at the h file. *)
  ("8/8/8/8/p5pP/8/8/8 b - h3", [1; 0; 0; 0; 0]);
  (* Both sides have double steps left. *)
  ("8/1p1p1p1p/8/P1P1P1P1/p1p1p1p1/8/1P1P1P1P/8 w - -", [12; 21; 217; 405]);
  (* Double steps are left, and a knight attacks the target of one of them. *)
  ("8/2p3p1/8/1P1P1P1P/8/7N/8/n7 b - -", [6; 25; 122; 750]);
  (* En passant uncovers a rook, which then captures. *)
  ("7R/8/8/2PpP3/8/8/3r4/8 w - d6", [2; 2; 2; 0; 0]);
  (* En passant would leave a king attacked, which does not matter. *)
  ("8/8/8/r1pP3K/8/8/8/8 w - c6", [1; 1; 1; 14; 70]);
  (* The capturing pawn promotes soon afterwards, with captures. *)
  ("2n1n3/3p4/8/2P1P3/8/8/8/8 b - -", [10; 18; 36; 38; 78]);
  (* A piece stands on the target of the double step: no en passant, but another capture. *)
  ("8/8/8/2PnP3/8/8/8/3R4 w - -", [1; 0; 0; 0; 0]);
  (* Promotion to a king, with a capture. *)
  ("1n6/P7/8/8/8/8/8/k7 w - -", [5; 15; 84; 421]);
  (* Promotion with captures on both sides of the pawn. *)
  ("n1n5/1P6/8/8/8/8/6p1/5N1N w - -", [10; 100; 450; 2339]);
  (* Promotion without a capture, for both. *)
  ("8/P6P/8/8/8/8/p6p/8 w - -", [10; 100; 480]);
  (* Every promoted piece, a king included, is captured at once. *)
  ("2r5/P7/8/8/8/8/8/8 w - -", [5; 5; 0; 0; 0]);
  (* Pawns only. *)
  ("8/pppppppp/8/8/8/8/PPPPPPPP/8 w - -", [16; 256]);
  (* Pawns only, face to face. *)
  ("8/8/8/pppppppp/PPPPPPPP/8/8/8 w - -", [14; 158; 1380]);
  (* Pawns only, one step apart. *)
  ("8/8/pppppppp/8/8/PPPPPPPP/8/8 b - -", [8; 64; 406; 2212]);
  (* Many queens. *)
  ("qqqq4/8/8/8/8/8/8/4QQQQ w - -", [1; 1; 47; 895]);
  (* Sixteen queens a side. *)
  ("qqqqqqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQQQQQ b - -", [14; 230]);
  (* Queens that do not attack each other. *)
  ("8/8/1q6/8/8/8/8/Q7 w - -", [21; 307]);
  (* Kings side by side. *)
  ("8/8/8/3kK3/8/8/8/8 w - -", [1; 0; 0; 0; 0]);
  (* Kings near each other. *)
  ("8/8/2k5/8/3K4/8/8/8 b - -", [8; 50; 342; 2478]);
  (* Eight kings a side. *)
  ("kkkkkkkk/8/8/8/8/8/8/KKKKKKKK w - -", [22; 484]);
  (* Kings among pawns. *)
  ("8/1k1p4/8/2P5/5k2/8/3P1K2/8 b - -", [18; 138; 1534]);
  (* No castling. *)
  ("r3k2r/p6p/8/8/8/8/P6P/R3K2R w - -", [14; 196]);
  (* Stalemate with equal numbers of units. *)
  ("8/8/8/8/8/p7/P7/8 w - -", [0; 0; 0]);
  (* Stalemate of the side with fewer units. *)
  ("8/8/8/8/8/p7/P7/7n w - -", [0; 0; 0]);
  (* Stalemate of the side with more units. *)
  ("8/8/8/8/p7/P7/P7/8 w - -", [0; 0; 0]);
  (* A bishop shut in by its own pawns. *)
  ("8/8/8/8/8/pp6/PP6/B7 w - -", [2; 2; 9]);
  (* Two pawns: stalemate is one move away. *)
  ("8/8/8/8/p7/8/P7/8 w - -", [1; 0; 0; 0; 0]);
  (* A lone knight against pawns. *)
  ("8/pp4pp/8/8/8/8/8/3N4 w - -", [4; 32; 201; 1354]);
  (* Bishops on squares of both colours. *)
  ("5b2/8/8/8/8/8/8/2B2B2 w - -", [14; 86; 1018]);
  (* Nothing wraps around the board. *)
  ("7r/p6P/8/8/8/8/8/8 w - -", [0; 0; 0]);
  (* A pawn on its second rank whose double step is blocked. *)
  ("8/8/8/8/n7/8/P7/n7 w - -", [1; 6; 4; 4; 0]);
  (* The side to move has no unit. *)
  ("8/8/8/8/8/8/8/k7 w - -", [0; 0; 0]);
  (* Long chains of captures. *)
  ("r1b1k1n1/p1p1p1p1/1n1q1r1b/8/8/1N1Q1R1B/P1P1P1P1/R1B1K1N1 w - -", [4; 24; 111; 578]);
  (* After 1. e3 b5. *)
  ("rnbqkbnr/p1pppppp/8/1p6/8/4P3/PPPP1PPP/RNBQKBNR w - -", [1; 20; 24; 74; 1774]);
  (* After 1. d3 g5. *)
  ("rnbqkbnr/pppppp1p/8/6p1/8/3P4/PPP1PPPP/RNBQKBNR w - -", [1; 20; 23; 73; 1657])
]%N.

Fixpoint perfts (n : nat) (l : list N) (p : position) : bool :=
  match l with
  | [] => true
  | c :: rest => N.eqb (perft Joint n p) c && perfts (S n) rest p
  end.

Example sequences_of_moves :
  forallb (fun '(s, l) => match with_position s (perfts 1 l) with Some b => b | None => false end)
          sequences_table = true.
Proof. vm_compute; reflexivity. Qed.
