(* Symmetric placements have the same values: spec/soundness/bidding-chess.md, sections 1 and 2, on any board and for
   any material, pawns included.

   image_values: the image of a placement under a symmetry of the board has the same thresholds of n moves, and
   therefore the same alpha and beta. exchanged_values: with colours exchanged, alpha and beta become 1 - beta and
   1 - alpha. Verify.v does not need these theorems, because it assigns a value to every placement by its class. They
   state the page's claims about the game. *)
From Coq Require Import ZArith QArith List Bool Lia Lqa.
From Gamecert Require Import Richman.Game Richman.Values.
From Gamecert.BiddingChess Require Import Rules Symmetry Endings.
Import ListNotations.

Section Board.
  Variables W H : Z.
  Let G : game := bidding_chess W H.

  (* No move creates a pawn. *)
  Lemma no_new_pawn c P Q : In (At Q) (chess_options W H c (At P)) -> has_pawn Q = true -> has_pawn P = true.
  Proof.
    cbn. intros I HQ. apply in_map_iff in I as (m & E & Im).
    assert (M : becomes m = Pawn -> has_pawn P = true).
    { intros B. unfold moves in Im. apply in_flat_map in Im as (p & Ip & Im).
      apply filter_In in Ip as [Ip _]. apply existsb_exists. exists p. part.
      unfold moves_of in Im. destruct (role_of p); try reflexivity; exfalso;
        apply in_flat_map in Im as (d & _ & Im); apply in_map_iff in Im as (t & <- & _);
        discriminate. }
    assert (S : Q = map (fun q => if same_square (square_of q) (from m) then Piece (colour_of q) (becomes m) (to m) else q)
                      (filter (fun q => negb (same_square (square_of q) (to m))) P)).
    { unfold make in E. destruct (piece_at P (to m)) as [q|]; [destruct (is_king (role_of q)); [discriminate|]|]; now injection E as <-. }
    subst Q. unfold has_pawn in HQ. apply existsb_exists in HQ as (q & Iq & Pq).
    apply in_map_iff in Iq as (q' & <- & Iq). apply filter_In in Iq as [Iq _].
    destruct (same_square (square_of q') (from m)).
    - apply M. cbn in Pq. destruct (becomes m); try discriminate; reflexivity.
    - apply existsb_exists. now exists q'.
  Qed.
  Lemma allowed_option g c p q : allowed_at W H g p -> In q (chess_options W H c p) -> allowed_at W H g q.
  Proof.
    destruct p as [w|P]; [contradiction|]. destruct q as [w|Q]; cbn [allowed_at]; [trivial|]. intros [L A] I. part.
    intros HQ. apply A. now apply (no_new_pawn c P Q).
  Qed.

  (* The image has the same state as the position, with the winner's colour exchanged if colours are exchanged. *)
  Lemma image_state g p : allowed_at W H g p ->
    chess_state W H (image_position W H g p)
    = if exchange g then exchanged_state (chess_state W H p) else chess_state W H p.
  Proof.
    intros A. destruct p as [w|P]; cbn [image_position chess_state].
    - unfold image_colour. now destruct (exchange g).
    - assert (N : forall c, chess_options W H (image_colour g c) (At (image W H g P)) = [] <-> chess_options W H c (At P) = []).
      { intros c. pose proof (options_image W H g c (At P) A) as O. cbn [image_position] in O. split; intros E.
        - destruct (chess_options W H c (At P)) as [|q l]; [reflexivity|]. exfalso.
          assert (I : In (image_position W H g q) (chess_options W H (image_colour g c) (At (image W H g P)))).
          { apply O. exists q. split; [now left|reflexivity]. }
          rewrite E in I. contradiction.
        - destruct (chess_options W H (image_colour g c) (At (image W H g P))) as [|q l]; [reflexivity|]. exfalso.
          destruct (proj1 (O q) (or_introl eq_refl)) as (q' & I & _). rewrite E in I. contradiction. }
      pose proof (N White) as NW. pose proof (N Black) as NB. unfold image_colour in NW, NB. destruct (exchange g); cbn [opposite] in *;
        destruct (chess_options W H White (At P)), (chess_options W H Black (At P)),
                 (chess_options W H White (At (image W H g P))), (chess_options W H Black (At (image W H g P)));
        try reflexivity; exfalso; intuition congruence.
  Qed.

  Definition is_image (x : bool) (p q : chess_position) : Prop :=
    exists g, allowed_at W H g p /\ exchange g = x /\ q = image_position W H g p.
  Lemma options_covered g c p : allowed_at W H g p ->
    covers (is_image (exchange g)) (chess_options W H c p) (chess_options W H (image_colour g c) (image_position W H g p)).
  Proof.
    intros A. pose proof (options_image W H g c p A) as O. split.
    - intros q I. exists (image_position W H g q). split; [apply O; now exists q|].
      exists g. split; [now apply (allowed_option g c p)|auto].
    - intros q I. apply O in I as (q' & I & ->). exists q'. part.
      exists g. split; [now apply (allowed_option g c p)|auto].
  Qed.

  Lemma image_bisimulation : bisimulation G G (is_image false).
  Proof.
    intros p q (g & A & X & ->). split.
    - cbn. now rewrite image_state, X.
    - intros _ c. pose proof (options_covered g c p A) as C. unfold image_colour in C. rewrite X in C. exact C.
  Qed.
  Lemma exchange_bisimulation : bisimulation G (Game.exchange G) (is_image true).
  Proof.
    intros p q (g & A & X & ->). split.
    - cbn. rewrite image_state, X by assumption. now destruct (chess_state W H p) as [|[]|].
    - intros _ c. pose proof (options_covered g c p A) as C. unfold image_colour in C. rewrite X in C. exact C.
  Qed.

  (* A symmetry of the board preserves the thresholds of n moves, for every value before the first move. *)
  Theorem image_values g p start n : allowed_at W H g p -> exchange g = false ->
    (@value G start n (image_position W H g p) == @value G start n p)%Q.
  Proof. intros A X. symmetry. apply (same_values G G _ image_bisimulation). now exists g. Qed.

  (* An exchange of colours turns a_n into 1 - b_n and b_n into 1 - a_n. *)
  Theorem exchanged_values g p n : allowed_at W H g p -> exchange g = true ->
    (@a G n (image_position W H g p) == 1 - @b G n p)%Q /\ (@b G n (image_position W H g p) == 1 - @a G n p)%Q.
  Proof.
    intros A X. assert (R : is_image true p (image_position W H g p)) by now exists g.
    pose proof (same_values G (Game.exchange G) _ exchange_bisimulation 0 n p _ R) as E0.
    pose proof (same_values G (Game.exchange G) _ exchange_bisimulation 1 n p _ R) as E1.
    pose proof (b_exchange G n (image_position W H g p)) as B. pose proof (a_exchange G n (image_position W H g p)) as C.
    unfold a, b in *. split; lra.
  Qed.
End Board.
