(** * Games of placing stones, with chips: from the bytes of a file to its claim

    Rule sets [tic-tac-toe], [hex] and [connect] ([spec/rules/placing.md]): boards, moves, ends and
    classes, and [verify_chips_placing], which reads a file of kind [chips] about such a game.
    [verify_chips_placing_sound]: the table of a class contains the claimant's threshold at every board
    that can be reached from the empty one, for every number of chips of the claim.  The symmetries are
    not proved to be symmetries; [Explored.v] tests all boards instead. *)
From Coq Require Import String.
From Coq Require Import ZArith NArith List Bool Lia.
From Gamecert Require Import Format.Cbor Format.Fields Format.Envelope.
From Gamecert Require Format.Index Richman.Graph.
From Gamecert.Chips Require Import Rule OneMove Threshold Tables Check CheckProof Evidence EvidenceProof Stored Explored.
Import ListNotations.
Open Scope Z_scope.

(** ** The games *)

(** The game, on a board with these numbers of columns and rows.  In the first two games [k] stones in a
    row win. *)
Inductive placing_rule := TicTacToe (k : Z) | Connect (k : Z) | Hex.
Record placing := Placing { rule_set : placing_rule; columns : Z; rows_high : Z }.

Section Game.
  Variable g : placing.
  Notation W := (columns g).
  Notation H := (rows_high g).

  (** A board is a number whose digits in base 3 are its cells, cell 0 the least significant: 0 empty,
      1 a stone of Left, 2 a stone of Right. *)
  Definition stone (p : player) : Z := match p with Left => 1 | Right => 2 end.
  Definition cells_on_board : list Z := below (W * H).
  Fixpoint digits_onto (cells : list Z) (b : Z) (acc : list Z) : list Z :=
    match cells with [] => rev_append acc [] | _ :: cells' => digits_onto cells' (b / 3) (b mod 3 :: acc) end.
  (** [cells] is the list of all cells, computed once. *)
  Definition digits (cells : list Z) (b : Z) : list Z := digits_onto cells b [].
  Fixpoint nth_digit (ds : list Z) (i : Z) : Z :=
    match ds with [] => 0 | d :: ds' => if i =? 0 then d else nth_digit ds' (i - 1) end.

  (** The stone on the cell of column [c] and row [r]; 0 outside the board. *)
  Definition on_cell (ds : list Z) (c r : Z) : Z :=
    if (0 <=? c) && (c <? W) && (0 <=? r) && (r <? H) then nth_digit ds (r * W + c) else 0.

  (** [k] stones of the player in an unbroken row, column or diagonal. *)
  Definition directions : list (Z * Z) := [(1, 0); (0, 1); (1, 1); (1, -1)].
  Definition line_from (k : Z) (p : player) (ds : list Z) (c r : Z) (d : Z * Z) : bool :=
    forallb (fun i => on_cell ds (c + i * fst d) (r + i * snd d) =? stone p) (below k).
  Definition has_line (k : Z) (p : player) (ds : list Z) : bool :=
    existsb (fun cell => existsb (line_from k p ds (cell mod W) (cell / W)) directions) cells_on_board.

  (** Sets of cells are numbers: bit [r * W + c] for the cell (c, r). *)
  Definition set_of (l : list Z) : Z := fold_left (fun s cell => Z.lor s (2 ^ cell)) l 0.
  Fixpoint stones_onto (p : player) (ds : list Z) (bit s : Z) : Z :=
    match ds with
    | [] => s
    | d :: ds' => stones_onto p ds' (2 * bit) (if d =? stone p then Z.lor s bit else s)
    end.
  Definition column (c : Z) : Z := set_of (filter (fun cell => cell mod W =? c) cells_on_board).
  Definition rank_ (r : Z) : Z := set_of (filter (fun cell => cell / W =? r) cells_on_board).
  (** The neighbours of (c, r) in hex are (c-1, r), (c+1, r), (c, r-1), (c, r+1), (c+1, r-1), (c-1,
      r+1), as far as they are on the board.  [inner] contains the cells outside column 0, [outer] the
      cells outside the last column. *)
  Definition neighbours (inner outer s : Z) : Z :=
    let l := Z.land s inner in let r := Z.land s outer in
    Z.lor (Z.lor (Z.lor (Z.shiftr l 1) (Z.shiftl r 1)) (Z.lor (Z.shiftr s W) (Z.shiftl s W)))
          (Z.lor (Z.shiftr r (W - 1)) (Z.shiftl l (W - 1))).
  (** The stones of [own] that are connected with the stones of [s] after a number of steps given by the
      length of a list. *)
  Fixpoint chain (inner outer own : Z) (steps : list Z) (s : Z) : Z :=
    match steps with
    | [] => s
    | _ :: steps' =>
        let s' := Z.land own (Z.lor s (neighbours inner outer s)) in
        if s' =? s then s else chain inner outer own steps' s'
    end.
  (** Left connects column 0 with the last column, Right the first row with the last. *)
  Definition edges (p : player) : Z * Z :=
    match p with Left => (column 0, column (W - 1)) | Right => (rank_ 0, rank_ (H - 1)) end.
  Definition has_chain (cells : list Z) (inner outer : Z) (from_to : Z * Z) (p : player) (ds : list Z) : bool :=
    let own := stones_onto p ds 1 0 in
    negb (Z.land (snd from_to) (chain inner outer own cells (Z.land own (fst from_to))) =? 0).

  (** The player who has won with these stones.  The sets that do not depend on the stones are computed
      once. *)
  Definition won_with : player -> list Z -> bool :=
    match rule_set g with
    | TicTacToe k | Connect k => has_line k
    | Hex =>
        let cells := cells_on_board in
        let inner := set_of (filter (fun cell => negb (cell mod W =? 0)) cells) in
        let outer := set_of (filter (fun cell => negb (cell mod W =? W - 1)) cells) in
        let left_edges := edges Left in let right_edges := edges Right in
        fun p => has_chain cells inner outer (match p with Left => left_edges | Right => right_edges end) p
    end.
  Definition is_full (ds : list Z) : bool := forallb (fun d => negb (d =? 0)) ds.

  (** After a move the game is over if the mover has won.  Otherwise it is drawn if the board is full. *)
  Definition after_stone (cells : list Z) (won : player -> list Z -> bool) (p : player) (b cell : Z) : place :=
    let b' := b + stone p * 3 ^ cell in
    let ds := digits cells b' in
    if won p ds then Over (Won p) else if is_full ds then Over Drawn else At b'.

  (** The cells where a stone may be placed, in move order: all empty cells, or the lowest empty cell of
      each column. *)
  Definition lowest_empty (ds : list Z) (c : Z) : list Z :=
    match filter (fun cell => (cell mod W =? c) && (nth_digit ds cell =? 0)) (rev cells_on_board) with
    | cell :: _ => [cell]
    | [] => []
    end.
  Definition open_cells (cells ds : list Z) : list Z :=
    match rule_set g with
    | Connect _ => flat_map (lowest_empty ds) (below W)
    | TicTacToe _ | Hex => filter (fun cell => nth_digit ds cell =? 0) cells
    end.
  Definition placing_moves : player -> Z -> list place :=
    let cells := cells_on_board in
    let won := won_with in
    fun p b => map (after_stone cells won p b) (open_cells cells (digits cells b)).

  (** The game, which starts from the empty board 0. *)
  Definition placing_game : game := game_of_moves placing_moves.

  (** ** Images of boards *)
  Definition maps : list (Z * Z -> Z * Z) :=
    let same_ := fun x : Z * Z => x in
    let flip := fun x : Z * Z => (W - 1 - fst x, snd x) in
    let turn := fun x : Z * Z => (fst x, H - 1 - snd x) in
    let swap := fun x : Z * Z => (snd x, fst x) in
    match rule_set g with
    | Connect _ => [same_; flip]
    | Hex => [same_; fun x => flip (turn x)]
    | TicTacToe _ =>
        let four := [same_; flip; turn; fun x => flip (turn x)] in
        if W =? H then four ++ map (fun m x => m (swap x)) four else four
    end.
  (** The weight of each cell of a board in an image. *)
  Definition weights (m : Z * Z -> Z * Z) : list Z :=
    map (fun cell => let x := m (cell mod W, cell / W) in 3 ^ (snd x * W + fst x)) cells_on_board.
  Definition all_weights : list (list Z) := map weights maps.
  Fixpoint weigh (ds ws : list Z) (n : Z) : Z :=
    match ds, ws with d :: ds', w :: ws' => weigh ds' ws' (n + d * w) | _, _ => n end.
  Definition images_by (cells : list Z) (all : list (list Z)) (b : Z) : list Z :=
    let ds := digits cells b in map (fun ws => weigh ds ws 0) all.
End Game.

(** ** The checker *)

Record placing_claim := PlacingClaim {
  placing_of : placing; boards_by : Index.table Z; images_of : Z -> list Z;
  placing_proved : verified }.

Definition tic_tac_toe_name : list Z := Eval compute in codes "tic-tac-toe".
Definition connect_name : list Z := Eval compute in codes "connect".
Definition hex_name : list Z := Eval compute in codes "hex".
(** [tic-tac-toe/size], [connect/size], [hex/size]. *)
Definition board_ok (W H : Z) : bool :=
  (1 <=? W) && (W <=? 30) && (1 <=? H) && (H <=? 30) && (W * H <=? 30).
Definition row_ok (W H k : Z) : bool := (2 <=? k) && (k <=? Z.max W H).
Definition placing_rules (r : placing_rule) : list Z :=
  match r with TicTacToe _ => tic_tac_toe_name | Connect _ => connect_name | Hex => hex_name end.
Definition placing_parameters (g : placing) : list item :=
  Int (columns g) :: Int (rows_high g) ::
  match rule_set g with TicTacToe k | Connect k => [Int k] | Hex => [] end.
Definition read_placing (rules : list Z) (l : list item) : option placing :=
  match l with
  | [w; h; k] =>
      match unsigned w, unsigned h, unsigned k with
      | Some W, Some H, Some k =>
          if board_ok W H && row_ok W H k then
            if same_bytes rules tic_tac_toe_name then Some (Placing (TicTacToe k) W H)
            else if same_bytes rules connect_name then Some (Placing (Connect k) W H)
            else None
          else None
      | _, _, _ => None
      end
  | [w; h] =>
      match unsigned w, unsigned h with
      | Some W, Some H =>
          if board_ok W H && (2 <=? W * H) && same_bytes rules hex_name then Some (Placing Hex W H) else None
      | _, _ => None
      end
  | _ => None
  end.

(** The number of classes in the claim; it must not exceed the number of bytes of the file. *)
Definition stated_classes (size : Z) (claim : list item) : option Z :=
  match read_claim claim with
  | Some c => if (1 <=? classes c) && (classes c <=? size) then Some (classes c) else None
  | None => None
  end.

Definition check_placing (size : Z) (g : placing) (claim evidence : list item) : option placing_claim :=
  match stated_classes size claim with
  | Some n =>
      let moves := placing_moves g in
      let images := images_by (cells_on_board g) (all_weights g) in
      let s := search_from moves images 0 n in
      let classes := rev_append (order s) [] in
      match all (row_at moves images (found s)) classes with
      | Some rows =>
          let boards := fold_left (fun l c => rev_append (images c) l) classes [] in
          let known := fold_left (fun m b => Index.store b tt m) boards Index.empty in
          let by_number := by_number rows in
          if existsb (Z.eqb 0) boards && forallb (Z.leb 0) boards &&
             forallb (position_ok moves images (found s) by_number known) boards then
            match verify size claim evidence [] rows with
            | Some v => Some (PlacingClaim g (found s) images v)
            | None => None
            end
          else None
      | None => None
      end
  | None => None
  end.
Definition verify_chips_placing_envelope (size : Z) (e : envelope) : option placing_claim :=
  if Richman.Graph.is_kind chips_name 1 e && (rules_version e =? 1) then
    match citations e, read_placing (rules e) (parameters e) with
    | [], Some g => check_placing size g (Envelope.claim e) (Envelope.evidence e)
    | _, _ => None
    end
  else None.
Definition verify_chips_placing (bytes : list Z) : option placing_claim :=
  match read_envelope bytes with
  | Some e => verify_chips_placing_envelope (list_length bytes) e
  | None => None
  end.

(** The claimed threshold of a board, with [k] chips in all. *)
Definition board_threshold (v : placing_claim) (b k : Z) : option Z :=
  match Index.find (boards_by v) (canonical (images_of v) b) with
  | Some c =>
      match table_of_class (holds_tables (placing_proved v)) (Z.to_N c) with
      | Some t => Some (table_at t (k - first_of (numbers (proved (placing_proved v)))))
      | None => None
      end
  | None => None
  end.

(** The boards of unfinished play that are reachable from the empty board. *)
Inductive reachable (g : placing) : Z -> Prop :=
| reachable_start : reachable g 0
| reachable_move p b b' : reachable g b -> In (At b') (placing_moves g p b) -> reachable g b'.

(** The meaning of a claim: the claimed threshold of every such board is the threshold. *)
Definition placing_claim_true (v : placing_claim) : Prop :=
  let c := proved (placing_proved v) in
  forall b k, reachable (placing_of v) b -> in_range (numbers c) k ->
    exists t, board_threshold v b k = Some t /\
      threshold (G := placing_game (placing_of v)) (ties c) (claimant c) k (At b) t.

(** ** Proofs *)

Lemma known_from boards : forall m c x,
  Index.find (fold_left (fun m b => Index.store b tt m) boards m) c = Some x -> 0 <= c ->
  (forall b, In b boards -> 0 <= b) ->
  In c boards \/ Index.find m c = Some x.
Proof.
  induction boards as [|b boards IH]; intros m c x E C NN; cbn in E; [now right|].
  destruct (IH _ c x E C (fun b' I => NN b' (or_intror I))) as [I|F]; [left; now right|].
  rewrite Index.find_store in F by (auto; apply NN; now left).
  destruct (Z.eqb_spec b c) as [->|]; [left; now left|right; assumption].
Qed.

Theorem check_placing_sound size g claim evidence v :
  check_placing size g claim evidence = Some v -> placing_of v = g /\ placing_claim_true v.
Proof.
  unfold check_placing. destruct (stated_classes size claim) as [n|]; [|discriminate].
  cbv zeta. set (moves := placing_moves g). set (images := images_by (cells_on_board g) (all_weights g)).
  set (s := search_from moves images 0 n). set (cs := rev_append (order s) []).
  take rows RO.
  set (boards := fold_left (fun l c => rev_append (images c) l) cs []).
  set (known := fold_left (fun m b => Index.store b tt m) boards Index.empty).
  passed T. apply andb_prop in T as [[EZ NN]%andb_prop T].
  take w V.
  intros [= <-]. part.
  assert (KN : forall c x, Index.find known c = Some x -> In c boards).
  { intros c x F. destruct (known_from boards Index.empty c x F) as [I|I]; [| |assumption|].
    - unfold Index.find in F. destruct (c <? 0) eqn:C; [discriminate|]. now apply Z.ltb_ge in C.
    - intros b Ib. rewrite forallb_forall in NN. now apply Z.leb_le, NN.
    - exfalso. unfold Index.find, Index.empty in I. destruct (c <? 0); [discriminate|].
      rewrite FMapPositive.PositiveMap.gempty in I. discriminate. }
  assert (BN : forall n, by_number rows n = nth_error rows (N.to_nat n)) by (intros; apply by_number_spec).
  assert (PR : presented (G := game_of_moves moves) rows (looked_over moves boards) (arc_of_place moves images (found s)))
    by exact (explored_presented moves images (found s) (by_number rows) known rows boards BN KN T).
  unfold placing_claim_true. cbn [placing_of placing_proved]. intros b k Rb Hk.
  assert (Ib : In b boards).
  { induction Rb as [|p b b' _ Ib Ib'].
    - apply existsb_exists in EZ as (z & Iz & Ez%Z.eqb_eq). now subst.
    - destruct (position_class moves images (found s) (by_number rows) known rows boards BN T b Ib)
        as (n' & r & E & Er & _).
      assert (A : arc_of_place moves images (found s) (At b) = Class n') by (unfold arc_of_place; now rewrite E).
      destruct (at_class _ _ _ PR (At b) n' Ib A) as (_ & r' & _ & HO). exact (proj1 (proj1 (HO p) (At b') Ib')). }
  destruct (position_class moves images (found s) (by_number rows) known rows boards BN T b Ib) as (n' & r & E & _).
  assert (A : arc_of_place moves images (found s) (At b) = Class n') by (unfold arc_of_place; now rewrite E).
  destruct (verify_sound (game_of_moves moves) (looked_over moves boards) (arc_of_place moves images (found s))
    size claim evidence [] rows w V PR) as (_ & TN & TH).
  - intros q i m _ Aq. exfalso. unfold arc_of_place in Aq.
    destruct q as [c|o]; cbn in Aq; [|discriminate].
    destruct (Index.find (found s) (canonical images c)) as [z|]; [destruct (0 <=? z)|]; discriminate.
  - intros i cv Ei. destruct (N.to_nat i); discriminate.
  - destruct (table_of_class (holds_tables w) n') as [t|] eqn:Et; [|exfalso; now apply (TN (At b) n')].
    exists (table_at t (k - first_of (numbers (proved w)))). split.
    + unfold board_threshold. cbn [boards_by images_of placing_proved]. cbn [place_arc] in E.
      destruct (Index.find (found s) (canonical images b)) as [z|]; [|discriminate].
      destruct (0 <=? z); [|discriminate]. injection E as <-. now rewrite Et.
    + now apply (TH (At b) n' t k).
Qed.

Lemma read_placing_sound r l g : read_placing r l = Some g ->
  r = placing_rules (rule_set g) /\ l = placing_parameters g.
Proof.
  unfold read_placing. destruct l as [|w [|h [|k []]]]; try discriminate.
  - take W UW. take H UH.
    passed E. apply andb_prop in E as [_ E%same_bytes_eq].
    apply unsigned_item in UW, UH. destruct UW as [-> _], UH as [-> _]. intros [= L].
    rewrite <- L. auto.
  - take W UW. take H UH.
    destruct (unsigned k) as [k'|] eqn:UK; [|discriminate]. destruct (_ && _); [|discriminate].
    apply unsigned_item in UW, UH, UK. destruct UW as [-> _], UH as [-> _], UK as [-> _].
    destruct (same_bytes r tic_tac_toe_name) eqn:E1; [|passed E2].
    + apply same_bytes_eq in E1. intros [= L]. rewrite <- L. auto.
    + apply same_bytes_eq in E2. intros [= L]. rewrite <- L. auto.
Qed.

(** From bytes to the claim. *)
Theorem verify_chips_placing_sound bytes v : verify_chips_placing bytes = Some v ->
  (exists e, bytes = encode_file (envelope_item e) /\ kind e = chips_name /\
     rules e = placing_rules (rule_set (placing_of v)) /\ parameters e = placing_parameters (placing_of v)) /\
  placing_claim_true v.
Proof.
  unfold verify_chips_placing. take e R.
  apply read_envelope_sound in R. unfold verify_chips_placing_envelope.
  passed K. destruct (citations e); [|discriminate].
  take g L. intros C.
  destruct (check_placing_sound _ g _ _ v C) as (<- & T). split; [|assumption].
  apply andb_prop in K as [K _]. unfold Richman.Graph.is_kind in K.
  apply andb_prop in K as [K%same_bytes_eq _].
  apply read_placing_sound in L. exists e. tauto.
Qed.

(** ** Tests of the rules on a few boards

    On a board of 3x3, X X X in the first row has won at tic-tac-toe.  On a board of 3x4, X at (0,1),
    (1,1), (1,0), (2,0) is a chain in hex.  X at (0,0), (1,1), (2,2) is not a chain, because (0,0) and
    (1,1) are not neighbours. *)
Definition board_of (stones : list (Z * Z)) : Z := fold_left (fun b x => b + snd x * 3 ^ fst x) stones 0.
Example three_in_a_row :
  won_with (Placing (TicTacToe 3) 3 3) Left (digits (below 9) (board_of [(0, 1); (1, 1); (2, 1)])) = true.
Proof. vm_compute; reflexivity. Qed.
Example a_chain :
  won_with (Placing Hex 3 4) Left (digits (below 12) (board_of [(3, 1); (4, 1); (1, 1); (2, 1)])) = true.
Proof. vm_compute; reflexivity. Qed.
Example no_chain :
  won_with (Placing Hex 3 4) Left (digits (below 12) (board_of [(0, 1); (4, 1); (8, 1)])) = false.
Proof. vm_compute; reflexivity. Qed.
Example a_chain_down :
  won_with (Placing Hex 3 4) Right (digits (below 12) (board_of [(2, 2); (4, 2); (6, 2); (9, 2)])) = true.
Proof. vm_compute; reflexivity. Qed.
