(* The test vectors of spec/vectors/bidding-chess.txt and of spec/rules/bidding-chess.md, section 8, as theorems
   about the definitions of Rules.v and Classes.v, proved by computation. Class numbers are tested for material of up
   to three pieces. The text form of a placement is defined in section 7 of the page. *)
From Coq Require Import ZArith List Bool String Ascii.
From Gamecert.BiddingChess Require Import Rules Symmetry Classes.
Import ListNotations.
Open Scope Z_scope.
Open Scope string_scope.

(* ---------- text ---------- *)
Definition roles : list role := [King; Queen; Rook; Bishop; Knight; Pawn].
Definition letter (c : colour) (r : role) : ascii :=
  match c, r with
  | White, King => "K" | White, Queen => "Q" | White, Rook => "R" | White, Bishop => "B" | White, Knight => "N" | White, Pawn => "P"
  | Black, King => "k" | Black, Queen => "q" | Black, Rook => "r" | Black, Bishop => "b" | Black, Knight => "n" | Black, Pawn => "p"
  end%char.
Definition kinds : list (colour * role) := map (pair White) roles ++ map (pair Black) roles.
Definition kind_of_letter (a : ascii) : option (colour * role) :=
  find (fun k => Ascii.eqb (letter (fst k) (snd k)) a) kinds.

(* Reads ranks from the last to the first, and files from a. e is the number read last. *)
Fixpoint pieces_of_text (t : string) (e f r : Z) : list piece :=
  match t with
  | EmptyString => []
  | String a t =>
      match kind_of_letter a with
      | Some (c, k) => Piece c k (f + e, r) :: pieces_of_text t 0 (f + e + 1) r
      | None => if Ascii.eqb a "/" then pieces_of_text t 0 0 (r - 1)
                else pieces_of_text t (10 * e + (Z.of_nat (nat_of_ascii a) - 48)) f r
      end
  end.
(* In list order: White's king, other pieces by role and square, Black's king, other pieces. *)
Definition arrange (W H : Z) (P : placement) : placement :=
  let pieces := flat_map (fun s => match piece_at P s with Some p => [p] | None => [] end) (squares W H) in
  flat_map (fun k => filter (fun p => Ascii.eqb (letter (colour_of p) (role_of p)) (letter (fst k) (snd k))) pieces) kinds.
Definition placement_of_text (W H : Z) (t : string) : placement := arrange W H (pieces_of_text t 0 0 (H - 1)).

Definition text_of_material (M : material) : string :=
  string_of_list_ascii (map (fun k => letter White (snd k)) M).
Definition digit (n : Z) : string := String (ascii_of_nat (48 + Z.to_nat n)) "".
Definition text_of_square (s : square) : string :=
  let rank := snd s + 1 in
  String (ascii_of_nat (97 + Z.to_nat (fst s))) ((if (rank <? 10)%Z then "" else digit (rank / 10)) ++ digit (rank mod 10)).
(* The source, the target, and the promotion on the last rank. *)
Definition text_of_move (P : placement) (m : move) : string :=
  let pawn := match piece_at P (from m) with Some p => is_pawn (role_of p) | None => false end in
  text_of_square (from m) ++ text_of_square (to m)
  ++ (if pawn && negb (is_pawn (becomes m)) then String (letter Black (becomes m)) "" else "").
Definition text_of_moves (W H : Z) (c : colour) (P : placement) : string :=
  String.concat " " (map (text_of_move P) (moves W H c P)).

(* ---------- the lines of the file ---------- *)
Record vector := Vector { files : Z; ranks : Z; material_text : string; placement_text : string; number : Z; class : Z;
                          white : string; black : string }.
Definition vectors : list vector := [
  Vector 8 8 "KNK" "8/8/8/8/3k4/8/8/K2N4" 219 149
    "a1a2 a1b2 a1b1 d1e3 d1f2 d1b2 d1c3"
    "d4d5 d4e5 d4e4 d4e3 d4d3 d4c3 d4c4 d4c5";
  Vector 3 3 "KRK" "1k1/2R/K2" 52 23
    "a1a2 a1b2 a1b1 c2c3 c2c1 c2b2 c2a2"
    "b3c3 b3c2 b3b2 b3a2 b3a3";
  Vector 4 4 "KPK" "1k2/P3/4/K3" 141 67
    "a1a2 a1b2 a1b1 a3a4q a3a4r a3a4b a3a4n a3b4"
    "b4c4 b4c3 b4b3 b4a3 b4a4";
  Vector 2 2 "KK" "2/Kk" 1 0
    "a1a2 a1b2 a1b1"
    "b1b2 b1a1 b1a2";
  Vector 2 2 "KK" "k1/1K" 6 1
    "b1b2 b1a1 b1a2"
    "a2b2 a2b1 a2a1";
  Vector 2 2 "KQK" "kQ/1K" 30 1
    "b1a1 b1a2 b2a1 b2a2"
    "a2b2 a2b1 a2a1";
  Vector 2 3 "KPK" "k1/P1/K1" 16 2
    "a1b2 a1b1"
    "a3b3 a3b2 a3a2";
  Vector 3 2 "KRK" "k1K/R2" 183 17
    "c2c1 c2b1 c2b2 a1a2 a1b1 a1c1"
    "a2b2 a2b1 a2a1";
  Vector 2 9 "KPK" "k1/2/2/2/2/2/2/P1/1K" 376 31
    "b1b2 b1a1 a2a3 a2a4"
    "a9b9 a9b8 a9a8";
  Vector 9 2 "KRK" "k7R/K8" 315 264
    "a1a2 a1b2 a1b1 i2i1 i2h2 i2g2 i2f2 i2e2 i2d2 i2c2 i2b2 i2a2"
    "a2b2 a2b1 a2a1";
  Vector 9 9 "KBK" "8k/9/9/9/4B4/9/9/9/K8" 3320 2225
    "a1a2 a1b2 a1b1 e5f6 e5g7 e5h8 e5i9 e5f4 e5g3 e5h2 e5i1 e5d4 e5c3 e5b2 e5d6 e5c7 e5b8 e5a9"
    "i9i8 i9h8 i9h9";
  Vector 8 8 "KPK" "8/8/8/3k4/8/8/3P4/3K4" 13027 9147
    "d1e2 d1e1 d1c1 d1c2 d2d3 d2d4"
    "d5d6 d5e6 d5e5 d5e4 d5d4 d5c4 d5c5 d5c6";
  Vector 8 8 "KPK" "8/8/8/8/8/3k4/3P4/3K4" 13011 9131
    "d1e2 d1e1 d1c1 d1c2"
    "d3d4 d3e4 d3e3 d3e2 d3d2 d3c2 d3c3 d3c4";
  Vector 8 8 "KPK" "8/8/8/8/3k4/8/3P4/3K4" 13019 9139
    "d1e2 d1e1 d1c1 d1c2 d2d3"
    "d4d5 d4e5 d4e4 d4e3 d4d3 d4c3 d4c4 d4c5";
  Vector 8 8 "KPK" "1k6/P7/8/8/8/8/8/7K" 31801 2974
    "h1h2 h1g1 h1g2 a7a8q a7a8r a7a8b a7a8n a7b8"
    "b8c8 b8c7 b8b7 b8a7 b8a8";
  Vector 8 8 "KQK" "3k4/2KQ4/8/8/8/8/8/8" 208123 16289
    "c7c8 c7d8 c7d6 c7c6 c7b6 c7b7 c7b8 d7d8 d7e8 d7e7 d7f7 d7g7 d7h7 d7e6 d7f5 d7g4 d7h3 d7d6 d7d5 d7d4 d7d3 d7d2 d7d1 d7c6 d7b5 d7a4 d7c8"
    "d8e8 d8e7 d8d7 d8c7 d8c8";
  Vector 8 8 "KRK" "8/8/8/3R4/8/3K4/8/3k4" 80067 27563
    "d3d4 d3e4 d3e3 d3e2 d3d2 d3c2 d3c3 d3c4 d5d6 d5d7 d5d8 d5e5 d5f5 d5g5 d5h5 d5d4 d5c5 d5b5 d5a5"
    "d1d2 d1e2 d1e1 d1c1 d1c2";
  Vector 8 8 "KBK" "7k/8/8/8/8/8/8/K6B" 511 433
    "a1a2 a1b2 a1b1 h1g2 h1f3 h1e4 h1d5 h1c6 h1b7 h1a8"
    "h8h7 h8g7 h8g8";
  Vector 5 5 "KPKP" "2k2/2p2/5/2P2/2K2" 36192 10011
    "c1d2 c1d1 c1b1 c1b2 c2c3"
    "c5d5 c5d4 c5b4 c5b5 c4c3";
  Vector 5 5 "KPKP" "k4/1p3/P4/5/4K" 69266 3078
    "e1e2 e1d1 e1d2 a3a4 a3b4"
    "a5b5 a5a4 b4b3 b4b2 b4a3";
  Vector 5 4 "KPK" "k4/5/P4/4K" 1715 89
    "e1e2 e1d1 e1d2 a2a3"
    "a4b4 a4b3 a4a3";
  Vector 4 4 "KRKP" "k3/4/1p2/K1R1" 709 177
    "a1a2 a1b2 a1b1 c1c2 c1c3 c1c4 c1d1 c1b1"
    "a4b4 a4b3 a4a3 b2b1q b2b1r b2b1b b2b1n b2a1 b2c1q b2c1r b2c1b b2c1n";
  Vector 4 4 "KRKP" "3k/4/1p2/K1R1" 757 201
    "a1a2 a1b2 a1b1 c1c2 c1c3 c1c4 c1d1 c1b1"
    "d4d3 d4c3 d4c4 b2b1q b2b1r b2b1b b2b1n b2a1 b2c1q b2c1r b2c1b b2c1n";
  Vector 4 4 "KNNK" "k3/1N2/2N1/K3" 1692 521
    "a1a2 a1b2 a1b1 c2d4 c2a3 c2b4 b3d4 b3d2 b3c1"
    "a4b4 a4b3 a4a3";
  Vector 4 4 "KNNK" "N2k/4/4/N2K" 12495 450
    "d1d2 d1c1 d1c2 a1b3 a1c2 a4c3 a4b2"
    "d4d3 d4c3 d4c4";
  Vector 3 4 "KRPKRP" "rk1/1P1/1p1/KR1" 34384 1356
    "a1a2 a1b2 b1b2 b1c1 b3a4q b3a4r b3a4b b3a4n"
    "b4c4 b4c3 b4b3 b4a3 a4a3 a4a2 a4a1 b2a1";
  Vector 3 4 "KBPKP" "k2/1p1/1P1/K1B" 4147 308
    "a1a2 a1b1"
    "a4b4 a4a3";
  Vector 3 3 "KPPKR" "r1k/P1P/1K1" 9231 132
    "b1b2 b1c1 b1a1"
    "c3c2 c3b2 c3b3 a3b3 a3a2";
  Vector 3 3 "KRRKBB" "kbb/3/KRR" 8576 39
    "a1a2 a1b2 b1b2 b1b3 c1c2 c1c3"
    "a3b2 a3a2 b3c2 b3a2 c3b2 c3a1";
  Vector 4 4 "KRPKQ" "qk2/2P1/4/K2R" 15068 3561
    "a1a2 a1b2 a1b1 d1d2 d1d3 d1d4 d1c1 d1b1 c3c4q c3c4r c3c4b c3c4n c3b4"
    "b4c4 b4c3 b4b3 b4a3 a4b3 a4c2 a4d1 a4a3 a4a2 a4a1";
  Vector 4 4 "KRKP" "3k/4/1p2/KR2" 501 97
    "a1a2 a1b2 b1b2 b1c1 b1d1"
    "d4d3 d4c3 d4c4 b2a1";
  Vector 3 3 "KNKP" "k2/1p1/K1N" 220 28
    "a1a2 a1b2 a1b1 c1a2 c1b3"
    "a3b3 a3a2 b2b1q b2b1r b2b1b b2b1n b2a1 b2c1q b2c1r b2c1b b2c1n";
  Vector 6 5 "KPPKN" "k5/6/2n3/1P1P2/5K" 4247834 24556
    "f1f2 f1e1 f1e2 b2b3 b2b4 b2c3 d2d3 d2d4 d2c3"
    "a5b5 a5b4 a5a4 c3d5 c3e4 c3e2 c3d1 c3b1 c3a2 c3a4 c3b5";
  Vector 5 6 "KPPKP" "4k/5/2p2/1PP2/5/K4" 308687 46792
    "a1a2 a1b2 a1b1 b3b4 b3c4"
    "e6e5 e6d5 e6d6 c4b3";
  Vector 4 5 "KPPKP" "k3/1p2/4/1PP1/K3" 42733 1887
    "a1a2 a1b1 b2b3 c2c3 c2c4"
    "a5b5 a5a4 b4b3";
  Vector 3 5 "KRKP" "1k1/1p1/3/1R1/1K1" 4480 1657
    "b1c2 b1c1 b1a1 b1a2 b2b3 b2b4 b2c2 b2a2"
    "b5c5 b5c4 b5a4 b5a5 b4b3";
  Vector 4 4 "KQPKNP" "1k1n/2P1/1p2/1KQ1" 1224181 109796
    "b1b2 b1c2 b1a1 b1a2 c1c2 c1d2 c1d1 c1b2 c3c4q c3c4r c3c4b c3c4n c3b4 c3d4q c3d4r c3d4b c3d4n"
    "b4c4 b4c3 b4b3 b4a3 b4a4 d4c2 d4b3 b2c1q b2c1r b2c1b b2c1n";
  Vector 16 16 "KQK" "15k/16/16/16/16/16/16/7Q8/16/16/16/16/16/16/16/K15" 34815 22527
    "a1a2 a1b2 a1b1 h9h10 h9h11 h9h12 h9h13 h9h14 h9h15 h9h16 h9i10 h9j11 h9k12 h9l13 h9m14 h9n15 h9o16 h9i9 h9j9 h9k9 h9l9 h9m9 h9n9 h9o9 h9p9 h9i8 h9j7 h9k6 h9l5 h9m4 h9n3 h9o2 h9p1 h9h8 h9h7 h9h6 h9h5 h9h4 h9h3 h9h2 h9h1 h9g8 h9f7 h9e6 h9d5 h9c4 h9b3 h9a2 h9g9 h9f9 h9e9 h9d9 h9c9 h9b9 h9a9 h9g10 h9f11 h9e12 h9d13 h9c14 h9b15 h9a16"
    "p16p15 p16o15 p16o16";
  Vector 4 16 "KNKN" "2nk/4/4/4/4/4/4/4/4/4/4/4/4/4/4/KN2" 8190 3781
    "a1a2 a1b2 b1c3 b1d2 b1a3"
    "d16d15 d16c15 c16d14 c16b14 c16a15";
  Vector 10 10 "KRK" "9k/10/10/10/10/2R7/10/10/10/1K8" 14299 9002
    "b1b2 b1c2 b1c1 b1a1 b1a2 c5c6 c5c7 c5c8 c5c9 c5c10 c5d5 c5e5 c5f5 c5g5 c5h5 c5i5 c5j5 c5c4 c5c3 c5c2 c5c1 c5b5 c5a5"
    "j10j9 j10i9 j10i10";
  Vector 12 16 "KPK" "2k9/1P10/12/12/12/12/12/12/12/12/12/12/12/12/12/K11" 32630 30010
    "a1a2 a1b2 a1b1 b15b16q b15b16r b15b16b b15b16n b15c16"
    "c16d16 c16d15 c16c15 c16b15 c16b16";
  Vector 12 16 "KPK" "11k/12/12/12/12/12/12/12/12/12/12/12/12/12/10P1/K11" 4415 2089
    "a1a2 a1b2 a1b1 k2k3 k2k4"
    "l16l15 l16k15 l16k16";
  Vector 16 3 "KNK" "10k5/16/KN14" 90 40
    "a1a2 a1b2 b1c3 b1d2 b1a3"
    "k3l3 k3l2 k3k2 k3j2 k3j3";
  Vector 3 16 "KRKR" "k1r/3/3/3/3/3/3/3/3/3/3/3/3/3/3/KR1" 4511 1979
    "a1a2 a1b2 b1b2 b1b3 b1b4 b1b5 b1b6 b1b7 b1b8 b1b9 b1b10 b1b11 b1b12 b1b13 b1b14 b1b15 b1b16 b1c1"
    "a16b16 a16b15 a16a15 c16c15 c16c14 c16c13 c16c12 c16c11 c16c10 c16c9 c16c8 c16c7 c16c6 c16c5 c16c4 c16c3 c16c2 c16c1 c16b16"].

Definition rules_agree (v : vector) : bool :=
  let W := files v in let H := ranks v in let P := placement_of_text W H (placement_text v) in
  (text_of_material (material_of P) =? material_text v)%string
  && (placement_number W H P =? number v)%Z
  && (text_of_moves W H White P =? white v)%string
  && (text_of_moves W H Black P =? black v)%string.
Definition class_agrees (v : vector) : bool :=
  let W := files v in let H := ranks v in let P := placement_of_text W H (placement_text v) in
  let M := material_of P in
  match index_of (class_key W H M P) (map (placement_number W H) (classes_quickly W H M)) 0 with
  | Some c => (c =? class v)%Z
  | None => false
  end.
Definition small (v : vector) : bool := (files v * ranks v <=? 30)%Z && (String.length (material_text v) <=? 3)%nat.

(* Every line: material, placement number, both lists of moves in move order. *)
Example vectors_rules : forallb rules_agree vectors = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(* Class numbers: every line of up to three pieces on a board of at most 30 squares, and the first line, which is on
   8x8. The other lines on large boards hold as well, but would take a minute. *)
Example vectors_classes : forallb class_agrees (firstn 1 vectors ++ filter small vectors) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(* The numbers of placements and classes of the table of section 3. *)
Definition sizes (W H : Z) (M : material) : Z * Z :=
  (Z.of_nat (List.length (placements W H M [])), Z.of_nat (List.length (classes_quickly W H M))).
Example size_KK : sizes 8 8 KK = (4032, 518). Proof. vm_cast_no_check (eq_refl (4032, 518)). Qed.
Example size_KRK : sizes 3 3 (KXK Rook) = (504, 66). Proof. vm_cast_no_check (eq_refl (504, 66)). Qed.
