(* Symmetries of the board, and the exchange of colours: spec/soundness/bidding-chess.md, sections 1 and 2.

   A symmetry maps the options of a placement onto the options of its image; with colours exchanged it maps White's
   options onto Black's. This makes classes sound (spec/soundness/richman.md, section 9). Both claims of the page are
   one theorem here, options_image, because an exchange of colours is a further component of a symmetry. *)
From Coq Require Import ZArith List Bool Lia.
From Gamecert.BiddingChess Require Import Rules.
Import ListNotations.
Open Scope Z_scope.

(* First mirror (file -> W-1-file), then flip (rank -> H-1-rank), then transpose (file and rank swap), each applied
   if it is true. exchange says whether every piece changes its colour. *)
Record symmetry := Symmetry { mirror : bool; flip : bool; transpose : bool; exchange : bool }.

Section Board.
  Variables W H : Z.

  Definition image_square (g : symmetry) (s : square) : square :=
    let f := if mirror g then W - 1 - fst s else fst s in
    let r := if flip g then H - 1 - snd s else snd s in
    if transpose g then (r, f) else (f, r).
  Definition image_colour (g : symmetry) (c : colour) : colour := if exchange g then other c else c.
  Definition image_piece (g : symmetry) (p : piece) : piece :=
    Piece (image_colour g (colour_of p)) (role_of p) (image_square g (square_of p)).
  Definition image (g : symmetry) (P : placement) : placement := map (image_piece g) P.
  Definition image_position (g : symmetry) (p : chess_position) : chess_position :=
    match p with Over c => Over (image_colour g c) | At P => At (image g P) end.
  Definition image_move (g : symmetry) (m : move) : move :=
    Move (image_square g (from m)) (image_square g (to m)) (becomes m).
  Definition turn (g : symmetry) (d : Z * Z) : Z * Z :=
    let x := if mirror g then - fst d else fst d in
    let y := if flip g then - snd d else snd d in
    if transpose g then (y, x) else (x, y).

  Definition has_pawn (P : placement) : bool := existsb (fun p => is_pawn (role_of p)) P.

  (* The symmetries of a placement. Transpositions require a square board. With a pawn there is no transposition, and
     the flip occurs exactly together with an exchange of colours. *)
  Definition allowed (g : symmetry) (P : placement) : Prop :=
    (transpose g = true -> W = H)
    /\ (has_pawn P = true -> transpose g = false /\ flip g = exchange g).

  (* The inverse of a symmetry. *)
  Definition inverse (g : symmetry) : symmetry :=
    if transpose g then Symmetry (flip g) (mirror g) true (exchange g) else g.
  (* First g, then h. *)
  Definition compose (h g : symmetry) : symmetry :=
    let m := if transpose g then flip h else mirror h in
    let f := if transpose g then mirror h else flip h in
    Symmetry (xorb (mirror g) m) (xorb (flip g) f) (xorb (transpose g) (transpose h)) (xorb (exchange g) (exchange h)).

  Ltac cases g := destruct g as [[] [] [] []]; cbn -[Z.sub Z.add Z.mul] in *.

  Lemma image_square_inverse g s : (transpose g = true -> W = H) -> image_square (inverse g) (image_square g s) = s.
  Proof.
    destruct s as [f r]; intros L; cases g; try rewrite (L eq_refl); f_equal; lia.
  Qed.
  Lemma inverse_inverse g : inverse (inverse g) = g.
  Proof. now destruct g as [[] [] [] []]. Qed.
  Lemma transpose_inverse g : transpose (inverse g) = transpose g.
  Proof. now destruct g as [[] [] [] []]. Qed.
  Lemma image_square_compose h g s : (transpose g = true \/ transpose h = true -> W = H) ->
    image_square h (image_square g s) = image_square (compose h g) s.
  Proof.
    destruct s as [f r], g as [[] [] [] xg], h as [[] [] [] xh]; intros L; cbn -[Z.sub Z.add Z.mul] in *;
      try rewrite (L (or_introl eq_refl)); try rewrite (L (or_intror eq_refl)); f_equal; lia.
  Qed.

  Lemma same_square_true s t : same_square s t = true <-> s = t.
  Proof.
    destruct s, t; unfold same_square; cbn. rewrite andb_true_iff, !Z.eqb_eq. split.
    - now intros [-> ->].
    - intros E; injection E; auto.
  Qed.
  Lemma same_square_refl s : same_square s s = true.
  Proof. now apply same_square_true. Qed.
  Lemma same_square_image g s t : (transpose g = true -> W = H) ->
    same_square (image_square g s) (image_square g t) = same_square s t.
  Proof.
    intros L. destruct (same_square s t) eqn:E.
    - apply same_square_true in E; subst; apply same_square_refl.
    - destruct (same_square (image_square g s) _) eqn:F; [|reflexivity].
      apply same_square_true in F. apply (f_equal (image_square (inverse g))) in F.
      rewrite !image_square_inverse in F by assumption. subst. rewrite same_square_refl in E; discriminate.
  Qed.
  Lemma on_board_image g s : (transpose g = true -> W = H) -> on_board W H (image_square g s) = on_board W H s.
  Proof.
    destruct s as [f r]; intros L; apply eq_true_iff_eq; unfold on_board; rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt.
    cases g; try rewrite (L eq_refl) in *; lia.
  Qed.
  Lemma image_shift g d s : image_square g (shift d s) = shift (turn g d) (image_square g s).
  Proof. destruct s, d; unfold shift; cases g; f_equal; lia. Qed.
  Lemma turn_direction g d r : In d (directions r) -> In (turn g d) (directions r).
  Proof.
    destruct r; cbn [directions]; intros I;
      repeat match type of I with
             | In _ [] => destruct I
             | In _ (_ :: _) => destruct I as [<-|I]; [cases g; tauto|]
             end.
  Qed.
  Lemma same_colour_image g a b : same_colour (image_colour g a) (image_colour g b) = same_colour a b.
  Proof. unfold image_colour; destruct (exchange g), a, b; reflexivity. Qed.
  Lemma other_image g c : image_colour g (other c) = other (image_colour g c).
  Proof. unfold image_colour; destruct (exchange g), c; reflexivity. Qed.
  Lemma image_colour_inverse g c : image_colour (inverse g) (image_colour g c) = c.
  Proof. destruct g as [? ? [] []], c; reflexivity. Qed.

  Lemma piece_at_image g P s : (transpose g = true -> W = H) ->
    piece_at (image g P) (image_square g s) = option_map (image_piece g) (piece_at P s).
  Proof.
    intros L; unfold piece_at, image; induction P as [|p P IH]; cbn; [reflexivity|].
    rewrite same_square_image by assumption. destruct (same_square (square_of p) s); [reflexivity|apply IH].
  Qed.
  Lemma line_image g n P c d s : (transpose g = true -> W = H) ->
    line W H n (image g P) (image_colour g c) (turn g d) (image_square g s) = map (image_square g) (line W H n P c d s).
  Proof.
    intros L; revert s; induction n as [|n IH]; intros s; cbn; [reflexivity|].
    rewrite <- image_shift, on_board_image, piece_at_image by assumption.
    destruct (on_board W H (shift d s)); [|reflexivity].
    destruct (piece_at P (shift d s)) as [q|]; cbn; [|now rewrite IH].
    rewrite same_colour_image. now destruct (same_colour (colour_of q) c).
  Qed.

  (* Pawns: only the mirror, and the flip together with an exchange of colours. *)
  Lemma enemy_at_image g P c s : (transpose g = true -> W = H) ->
    enemy_at (image g P) (image_colour g c) (image_square g s) = enemy_at P c s.
  Proof.
    intros L; unfold enemy_at; rewrite piece_at_image by assumption. destruct (piece_at P s); cbn; [|reflexivity].
    now rewrite same_colour_image.
  Qed.
  Lemma empty_at_image g P s : (transpose g = true -> W = H) ->
    empty_at (image g P) (image_square g s) = empty_at P s.
  Proof. intros L; unfold empty_at; rewrite piece_at_image by assumption. now destruct (piece_at P s). Qed.

  Lemma pawn_targets_image g P c s t : transpose g = false -> flip g = exchange g ->
    In t (pawn_targets W H P c s) ->
    In (image_square g t) (pawn_targets W H (image g P) (image_colour g c) (image_square g s)).
  Proof.
    intros T F. assert (L : transpose g = true -> W = H) by congruence.
    assert (R : forall k, shift (0, match image_colour g c with White => k | Black => - k end) (image_square g s)
                          = image_square g (shift (0, match c with White => k | Black => - k end) s)).
    { intros k. rewrite image_shift. destruct g as [[] [] [] []], c; cbn in *; try discriminate; unfold shift; f_equal; cbn; lia. }
    assert (R1 := R 1). assert (R2 := R 2). clear R.
    change (- (1)) with (-1) in R1. change (- (2)) with (-2) in R2.
    unfold pawn_targets.
    set (fw := match c with White => 1 | Black => -1 end) in *.
    set (fw' := match image_colour g c with White => 1 | Black => -1 end) in *.
    assert (E2 : shift (0, 2 * fw') (image_square g s) = image_square g (shift (0, 2 * fw) s)).
    { unfold fw, fw'. now destruct (image_colour g c), c. }
    rewrite E2, R1, on_board_image, !empty_at_image by assumption.
    assert (SR : (snd (image_square g s) =? match image_colour g c with White => 1 | Black => H - 2 end)
                 = (snd s =? match c with White => 1 | Black => H - 2 end)).
    { apply eq_true_iff_eq. rewrite !Z.eqb_eq. destruct g as [[] [] [] []], c, s; cbn in *; try discriminate; lia. }
    rewrite SR. rewrite !in_app_iff, !filter_In.
    intros [I|[I|[I C]]].
    - left. destruct (_ && _); [|destruct I]. destruct I as [<-|[]]; now left.
    - right; left. destruct (_ && _ && _ && _); [|destruct I]. destruct I as [<-|[]]; now left.
    - right; right. rewrite on_board_image, enemy_at_image by assumption. split; [|exact C].
      destruct I as [<-|[<-|[]]]; rewrite image_shift; unfold fw, fw';
        destruct g as [[] [] [] []], c; cbn in *; try discriminate; tauto.
  Qed.
  Lemma pawn_becomes_image g P c t : transpose g = false -> flip g = exchange g ->
    pawn_becomes H (image g P) (image_colour g c) (image_square g t) = pawn_becomes H P c t.
  Proof.
    intros T F. assert (L : transpose g = true -> W = H) by congruence.
    unfold pawn_becomes. rewrite piece_at_image by assumption.
    assert (SR : (snd (image_square g t) =? match image_colour g c with White => H - 1 | Black => 0 end)
                 = (snd t =? match c with White => H - 1 | Black => 0 end)).
    { apply eq_true_iff_eq. rewrite !Z.eqb_eq. destruct g as [[] [] [] []], c, t; cbn in *; try discriminate; lia. }
    rewrite SR. now destruct (piece_at P t).
  Qed.

  Lemma moves_image g P c m : allowed g P -> In m (moves W H c P) ->
    In (image_move g m) (moves W H (image_colour g c) (image g P)).
  Proof.
    intros [L PW]. unfold moves. rewrite !in_flat_map. intros (p & Ip & Im).
    apply filter_In in Ip as [Ip Cp].
    exists (image_piece g p); split.
    { apply filter_In; split; [now apply in_map|]. cbn. now rewrite same_colour_image. }
    assert (S : forall r, role_of p = r -> r <> Pawn ->
      In m (flat_map (fun d => map (fun t => Move (square_of p) t r) (line W H (reach r) P (colour_of p) d (square_of p))) (directions r)) ->
      In (image_move g m) (flat_map (fun d => map (fun t => Move (image_square g (square_of p)) t r)
        (line W H (reach r) (image g P) (image_colour g (colour_of p)) d (image_square g (square_of p)))) (directions r))).
    { intros r _ _. rewrite !in_flat_map. intros (d & Id & It). exists (turn g d); split; [now apply turn_direction|].
      rewrite line_image, map_map by assumption. apply in_map_iff in It as (t & <- & It).
      apply in_map_iff. exists t; split; [reflexivity|assumption]. }
    unfold moves_of in *; cbn [image_piece colour_of role_of square_of].
    destruct (role_of p) eqn:R; try (apply S; [reflexivity|discriminate|assumption]).
    assert (HP : has_pawn P = true) by (apply existsb_exists; exists p; now rewrite R).
    destruct (PW HP) as [T F].
    rewrite in_flat_map in *. destruct Im as (t & It & Im). exists (image_square g t).
    split; [now apply pawn_targets_image|]. rewrite pawn_becomes_image by assumption.
    apply in_map_iff in Im as (r & <- & Ir). apply in_map_iff; now exists r.
  Qed.

  Lemma make_image g P m : (transpose g = true -> W = H) ->
    make (image g P) (image_move g m) = image_position g (make P m).
  Proof.
    intros L; unfold make; cbn [image_move from to becomes].
    rewrite piece_at_image by assumption.
    assert (A : map (fun q => if same_square (square_of q) (image_square g (from m))
                              then Piece (colour_of q) (becomes m) (image_square g (to m)) else q)
                    (filter (fun q => negb (same_square (square_of q) (image_square g (to m)))) (image g P))
                = image g (map (fun q => if same_square (square_of q) (from m)
                                         then Piece (colour_of q) (becomes m) (to m) else q)
                               (filter (fun q => negb (same_square (square_of q) (to m))) P))).
    { unfold image; induction P as [|p P IH]; cbn; [reflexivity|]. rewrite same_square_image by assumption.
      destruct (same_square (square_of p) (to m)); cbn; [exact IH|].
      rewrite IH, same_square_image by assumption. f_equal.
      now destruct (same_square (square_of p) (from m)). }
    rewrite A. destruct (piece_at P (to m)) as [q|]; cbn; [|reflexivity].
    destruct (is_king (role_of q)); [|reflexivity]. cbn. now rewrite other_image.
  Qed.

  Definition allowed_at (g : symmetry) (p : chess_position) : Prop := match p with Over _ => True | At P => allowed g P end.

  Lemma options_image_1 g c p q : allowed_at g p -> In q (chess_options W H c p) ->
    In (image_position g q) (chess_options W H (image_colour g c) (image_position g p)).
  Proof.
    destruct p as [w|P]; cbn; [tauto|]. intros A I. apply in_map_iff in I as (m & <- & Im).
    rewrite <- make_image by apply A. apply in_map, moves_image; assumption.
  Qed.

  Lemma image_inverse g P : (transpose g = true -> W = H) -> image (inverse g) (image g P) = P.
  Proof.
    intros L; unfold image; rewrite map_map. rewrite <- (map_id P) at 2. apply map_ext. intros [c r s].
    unfold image_piece; cbn. now rewrite image_colour_inverse, image_square_inverse.
  Qed.
  Lemma image_position_inverse g p : (transpose g = true -> W = H) -> image_position (inverse g) (image_position g p) = p.
  Proof. intros L; destruct p; cbn; [now rewrite image_colour_inverse|now rewrite image_inverse]. Qed.
  Lemma has_pawn_image g P : has_pawn (image g P) = has_pawn P.
  Proof. unfold has_pawn, image; induction P as [|p P IH]; cbn; [reflexivity|now rewrite IH]. Qed.
  Lemma allowed_inverse g P : allowed g P -> allowed (inverse g) (image g P).
  Proof.
    intros [L PW]; split; [now rewrite transpose_inverse|]. rewrite has_pawn_image. intros HP; specialize (PW HP).
    destruct g as [? ? [] ?]; cbn in *; [destruct PW; discriminate|assumption].
  Qed.

  (* A symmetry maps the options of a position onto the options of its image: White's onto White's and Black's onto
     Black's, or with colours exchanged White's onto Black's and Black's onto White's. It maps captures of a king to
     captures of the king of the image's colour, and therefore preserves payoffs (image_position of Over). *)
  Theorem options_image g c p : allowed_at g p -> forall q,
    In q (chess_options W H (image_colour g c) (image_position g p))
    <-> exists q', In q' (chess_options W H c p) /\ q = image_position g q'.
  Proof.
    intros A q; split.
    - intros I. assert (L : transpose g = true -> W = H).
      { destruct p; cbn in *; [contradiction|apply A]. }
      exists (image_position (inverse g) q). split.
      + replace c with (image_colour (inverse g) (image_colour g c)) by apply image_colour_inverse.
        replace p with (image_position (inverse g) (image_position g p)) by now apply image_position_inverse.
        apply options_image_1; [|assumption]. destruct p; cbn in *; [trivial|now apply allowed_inverse].
      + rewrite <- (inverse_inverse g) at 1. symmetry. apply image_position_inverse. now rewrite transpose_inverse.
    - intros (q' & I & ->). now apply options_image_1.
  Qed.
End Board.
