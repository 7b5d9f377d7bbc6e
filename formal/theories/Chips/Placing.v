(** * Tic-tac-toe and connect with chips: from the bytes of a file to its claim

    Rule sets [tic-tac-toe] and [connect] ([spec/rules/placing.md]): boards, moves, ends and classes, and
    [verify_chips_placing], which reads a file of kind [chips] about such a game.
    [verify_chips_placing_sound]: what the table of a class says is the claimant's threshold at every
    board of the class that is looked at, for every number of chips of the claim, the empty board
    among them.  Symmetries are not proved to be such: [Explored.v] tests all boards.

    Left to others: rule set [hex]. *)
From Coq Require Import String.
From Coq Require Import ZArith NArith List Bool Lia.
From Gamecert Require Import Format.Cbor Format.Fields Format.Envelope.
From Gamecert Require Format.Index Richman.Graph.
From Gamecert.Chips Require Import Rule OneMove Threshold Tables Check CheckProof Evidence EvidenceProof Stored Explored.
Import ListNotations.
Open Scope Z_scope.

(** ** The games *)

(** Tic-tac-toe, or connect with [falls]: a board of [columns] and [rows_high], and how many stones in a
    row win. *)
Record placing := Placing { falls : bool; columns : Z; rows_high : Z; in_a_row : Z }.

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
  Definition digits (b : Z) : list Z := digits_onto cells_on_board b [].
  Fixpoint nth_digit (ds : list Z) (i : Z) : Z :=
    match ds with [] => 0 | d :: ds' => if i =? 0 then d else nth_digit ds' (i - 1) end.

  (** The stone on the cell of column [c] and row [r]; none beside the board. *)
  Definition on_cell (ds : list Z) (c r : Z) : Z :=
    if (0 <=? c) && (c <? W) && (0 <=? r) && (r <? H) then nth_digit ds (r * W + c) else 0.

  (** Whoever has [in_a_row] stones in an unbroken row, column or diagonal has won. *)
  Definition directions : list (Z * Z) := [(1, 0); (0, 1); (1, 1); (1, -1)].
  Definition line_of (p : player) (ds : list Z) (c r : Z) (d : Z * Z) : bool :=
    forallb (fun i => on_cell ds (c + i * fst d) (r + i * snd d) =? stone p) (below (in_a_row g)).
  Definition has_won (p : player) (ds : list Z) : bool :=
    existsb (fun cell => existsb (line_of p ds (cell mod W) (cell / W)) directions) cells_on_board.
  Definition is_full (ds : list Z) : bool := forallb (fun d => negb (d =? 0)) ds.

  (** After a move the game is over if the mover has won; else, if the board is full, it is drawn. *)
  Definition after_stone (p : player) (b cell : Z) : place :=
    let b' := b + stone p * 3 ^ cell in
    let ds := digits b' in
    if has_won p ds then Over (Won p) else if is_full ds then Over Drawn else At b'.

  (** The cells where a stone may come to lie, in move order: all empty cells, or in each column the
      lowest one that is empty. *)
  Definition lowest_empty (ds : list Z) (c : Z) : list Z :=
    match filter (fun cell => (cell mod W =? c) && (nth_digit ds cell =? 0)) (rev cells_on_board) with
    | cell :: _ => [cell]
    | [] => []
    end.
  Definition open_cells (ds : list Z) : list Z :=
    if falls g then flat_map (lowest_empty ds) (below W)
    else filter (fun cell => nth_digit ds cell =? 0) cells_on_board.
  Definition placing_moves (p : player) (b : Z) : list place :=
    map (after_stone p b) (open_cells (digits b)).

  (** The game: from the empty board, which is 0. *)
  Definition placing_game : game := game_of_moves placing_moves.

  (** ** Images of boards *)
  Definition maps : list (Z * Z -> Z * Z) :=
    let same_ := fun x : Z * Z => x in
    let flip := fun x : Z * Z => (W - 1 - fst x, snd x) in
    let turn := fun x : Z * Z => (fst x, H - 1 - snd x) in
    let swap := fun x : Z * Z => (snd x, fst x) in
    if falls g then [same_; flip]
    else
      let four := [same_; flip; turn; fun x => flip (turn x)] in
      if W =? H then four ++ map (fun m x => m (swap x)) four else four.
  (** What each cell of a board is worth in an image. *)
  Definition weights (m : Z * Z -> Z * Z) : list Z :=
    map (fun cell => let x := m (cell mod W, cell / W) in 3 ^ (snd x * W + fst x)) cells_on_board.
  Definition all_weights : list (list Z) := map weights maps.
  Fixpoint weigh (ds ws : list Z) (n : Z) : Z :=
    match ds, ws with d :: ds', w :: ws' => weigh ds' ws' (n + d * w) | _, _ => n end.
  Definition images_by (all : list (list Z)) (b : Z) : list Z :=
    let ds := digits b in map (fun ws => weigh ds ws 0) all.
End Game.

(** ** The checker *)

Record placing_claim := PlacingClaim {
  placing_of : placing; boards_by : Index.table Z; images_of : Z -> list Z;
  placing_positions : list Z; placing_proved : verified }.

Definition tic_tac_toe_name : list Z := Eval compute in codes "tic-tac-toe".
Definition connect_name : list Z := Eval compute in codes "connect".
(** [tic-tac-toe/size], [connect/size]. *)
Definition size_ok (W H K : Z) : bool :=
  (1 <=? W) && (W <=? 30) && (1 <=? H) && (H <=? 30) && (W * H <=? 30) && (2 <=? K) && (K <=? Z.max W H).
Definition read_placing (rules : list Z) (l : list item) : option placing :=
  match l with
  | [w; h; k] =>
      match unsigned w, unsigned h, unsigned k with
      | Some W, Some H, Some K =>
          if size_ok W H K then
            if same_bytes rules tic_tac_toe_name then Some (Placing false W H K)
            else if same_bytes rules connect_name then Some (Placing true W H K)
            else None
          else None
      | _, _, _ => None
      end
  | _ => None
  end.

(** The number of classes that a claim states; not more than a file has bytes. *)
Definition stated_classes (size : Z) (claim : list item) : option Z :=
  match read_claim claim with
  | Some c => if (1 <=? classes c) && (classes c <=? size) then Some (classes c) else None
  | None => None
  end.

Definition check_placing (size : Z) (g : placing) (claim evidence : list item) : option placing_claim :=
  match stated_classes size claim with
  | Some n =>
      let moves := placing_moves g in
      let images := images_by g (all_weights g) in
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
            | Some v => Some (PlacingClaim g (found s) images boards v)
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

(** The threshold claimed of a board, with [k] chips in all. *)
Definition board_threshold (v : placing_claim) (b k : Z) : option Z :=
  match Index.find (boards_by v) (canonical (images_of v) b) with
  | Some c =>
      match table_of_class (holds_tables (placing_proved v)) (Z.to_N c) with
      | Some t => Some (table_at t (k - first_of (numbers (proved (placing_proved v)))))
      | None => None
      end
  | None => None
  end.

(** What is proved of a claim: the empty board is among the boards looked at, and at each of these that
    is not over the threshold claimed is the threshold. *)
Definition placing_claim_true (v : placing_claim) : Prop :=
  let c := proved (placing_proved v) in
  In 0 (placing_positions v) /\
  (forall b p w, In b (placing_positions v) -> In (At w) (placing_moves (placing_of v) p b) -> In w (placing_positions v)) /\
  forall b k, In b (placing_positions v) -> in_range (numbers c) k ->
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
  cbv zeta. set (moves := placing_moves g). set (images := images_by g (all_weights g)).
  set (s := search_from moves images 0 n). set (cs := rev_append (order s) []).
  destruct (all _ cs) as [rows|] eqn:RO; [|discriminate].
  set (boards := fold_left (fun l c => rev_append (images c) l) cs []).
  set (known := fold_left (fun m b => Index.store b tt m) boards Index.empty).
  destruct (_ && _) eqn:T; [|discriminate]. apply andb_prop in T. destruct T as [EZ T].
  apply andb_prop in EZ. destruct EZ as [EZ NN].
  destruct (verify size claim evidence [] rows) as [w|] eqn:V; [|discriminate].
  intros I; injection I as <-. split; [reflexivity|].
  assert (KN : forall c x, Index.find known c = Some x -> In c boards).
  { intros c x F. destruct (known_from boards Index.empty c x F) as [I|I]; [| |assumption|].
    - unfold Index.find in F. destruct (c <? 0) eqn:C; [discriminate|]. now apply Z.ltb_ge in C.
    - intros b Ib. rewrite forallb_forall in NN. now apply Z.leb_le, NN.
    - exfalso. unfold Index.find, Index.empty in I. destruct (c <? 0); [discriminate|].
      rewrite FMapPositive.PositiveMap.gempty in I. discriminate. }
  assert (BN : forall n, by_number rows n = nth_error rows (N.to_nat n)) by (intros; apply by_number_spec).
  assert (PR : presented (G := game_of_moves moves) rows (looked_over moves boards) (arc_of_place moves images (found s)))
    by exact (explored_presented moves images (found s) (by_number rows) known rows boards BN KN T).
  unfold placing_claim_true. cbn [placing_positions placing_of placing_proved]. split.
  { apply existsb_exists in EZ. destruct EZ as (z & Iz & Ez). apply Z.eqb_eq in Ez. now subst. }
  split.
  { intros b p b' Ib Ib'. destruct (position_class moves images (found s) (by_number rows) known rows boards BN T b Ib)
      as (n' & r & E & Er & _).
    assert (A : arc_of_place moves images (found s) (At b) = Class n') by (unfold arc_of_place; now rewrite E).
    destruct (at_class _ _ _ PR (At b) n' Ib A) as (_ & r' & _ & HO). exact (proj1 (proj1 (HO p) (At b') Ib')). }
  intros b k Ib Hk.
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

(** From bytes to the claim. *)
Theorem verify_chips_placing_sound bytes v : verify_chips_placing bytes = Some v ->
  (exists e, bytes = encode_file (envelope_item e) /\ kind e = chips_name /\
     rules e = (if falls (placing_of v) then connect_name else tic_tac_toe_name) /\
     parameters e = [Int (columns (placing_of v)); Int (rows_high (placing_of v)); Int (in_a_row (placing_of v))]) /\
  placing_claim_true v.
Proof.
  unfold verify_chips_placing. destruct (read_envelope bytes) as [e|] eqn:R; [|discriminate].
  apply read_envelope_sound in R. unfold verify_chips_placing_envelope.
  destruct (_ && _) eqn:K; [|discriminate]. destruct (citations e); [|discriminate].
  destruct (read_placing (rules e) (parameters e)) as [g|] eqn:L; [|discriminate]. intros C.
  destruct (check_placing_sound _ g _ _ v C) as (<- & T). split; [|assumption].
  apply andb_prop in K; destruct K as [K _]. unfold Richman.Graph.is_kind in K.
  apply andb_prop in K; destruct K as [K _]. apply same_bytes_eq in K. exists e.
  split; [assumption|]. split; [assumption|].
  unfold read_placing in L. destruct (parameters e) as [|w [|h [|k []]]]; try discriminate.
  destruct (unsigned w) as [W|] eqn:UW; [|discriminate]. destruct (unsigned h) as [H|] eqn:UH; [|discriminate].
  destruct (unsigned k) as [K'|] eqn:UK; [|discriminate]. destruct (size_ok W H K'); [|discriminate].
  apply unsigned_item in UW, UH, UK. destruct UW as [-> _], UH as [-> _], UK as [-> _].
  destruct (same_bytes (rules e) tic_tac_toe_name) eqn:E1.
  - apply same_bytes_eq in E1. injection L as L. rewrite <- L. auto.
  - destruct (same_bytes (rules e) connect_name) eqn:E2; [|discriminate].
    apply same_bytes_eq in E2. injection L as L. rewrite <- L. auto.
Qed.
