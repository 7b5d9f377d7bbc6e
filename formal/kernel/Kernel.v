(* King and knight against king on 8x8: what the computation of Computation.v proves.

   Theorems that rest on nothing but the kernel of Coq, the definitions that the statements mention, and the bytes of
   certs/kk.cbor and certs/knk.cbor. The paper: U. Larsson and J. Waestlund, Endgames in bidding chess, figure 7. *)
From Coq Require Import ZArith QArith List Bool.
From Gamecert Require Import Richman.Game Richman.Values Richman.Checker Richman.Evidence.
From Gamecert.BiddingChess Require Import Rules Classes Endings Numbering Verify.
From GamecertKernel Require Import Bytes Data Computation.
Import ListNotations.
Open Scope Z_scope.

Example number_of_placements : Z.of_nat (length (placements 8 8 KNK [])) = 249984.
Proof. vm_cast_no_check (eq_refl 249984). Qed.

Lemma nothing_true : forall (d : list Z) w, (fun _ : list Z => @None chess_claim) d = Some w -> chess_claim_true w.
Proof. discriminate. Qed.
Lemma kk_true : forall (d : list Z) w, (fun _ : list Z => kk) d = Some w -> chess_claim_true w.
Proof. intros d w E. exact (verify_ranked_sound (fun _ => None) (bytes_of kk_pieces) w nothing_true E). Qed.
Lemma knk_true v : knk = Some v -> chess_claim_true v.
Proof. intros E. exact (verify_ranked_sound (fun _ => kk) (bytes_of knk_pieces) v kk_true E). Qed.

Lemma accepts_spec o : accepts o = true -> exists v, o = Some v /\ board_files v = 8 /\ board_ranks v = 8
  /\ chess_material v = KNK /\ functions (chess_values v) = 1
  /\ exists u, claimed_cell v figure_7 = Some u /\ (alpha u == figure_7_value)%Q.
Proof.
  unfold accepts. destruct o as [v|]; [|discriminate]. intros A. exists v. rewrite !andb_true_iff in A.
  destruct A as ((((A1 & A2) & A3) & A4) & A5). apply Z.eqb_eq in A1. apply Z.eqb_eq in A2. apply Z.eqb_eq in A4.
  apply same_material_true in A3. destruct (claimed_cell v figure_7) as [u|]; [|discriminate].
  apply Qeq_bool_iff in A5. split; [reflexivity|]. split; [assumption|]. split; [assumption|]. split; [assumption|].
  split; [assumption|]. exists u. split; [reflexivity|assumption].
Qed.

Lemma thresholds_compat (G : game) p x y x' y' : (x == x')%Q -> (y == y')%Q -> thresholds G p x y -> thresholds G p x' y'.
Proof. intros E F T k K r R. destruct (T k K r R) as (A & B & C & D). rewrite E in A, B. rewrite F in C, D. auto. Qed.

(* Each of the 249,984 placements of king and knight against king has the value that the file gives to its class: below
   it White wins by force, above it Black does, whatever the custom of bidding, if it is fair. *)
Theorem king_and_knight : exists v, knk = Some v /\ forall P, legal 8 8 KNK P ->
  exists u, claimed_cell v P = Some u /\ thresholds (bidding_chess 8 8) (At P) (alpha u) (alpha u).
Proof.
  destruct (accepts_spec knk accepted) as (v & E & W & H & M & F & _). exists v. split; [exact E|]. intros P L.
  pose proof (knk_true v E) as T. pose proof (bidding_chess_thresholds v T P) as B. rewrite W, H, M in B.
  destruct (B L) as (u & U & Th & _). exists u. split; [exact U|].
  destruct T as (_ & _ & _ & _ & _ & _ & [(_ & T)|(T & _)]); [|rewrite F in T; discriminate].
  apply (thresholds_compat _ _ (alpha u) (beta u)); [reflexivity| |exact Th].
  symmetry. apply (T P u); [now rewrite W, H, M|exact U].
Qed.

Lemma figure_7_legal : legal 8 8 KNK figure_7.
Proof.
  apply legal_3. repeat split; try reflexivity; discriminate.
Qed.

(* The paper's number of 138 digits. *)
Theorem value_of_figure_7 : thresholds (bidding_chess 8 8) (At figure_7) figure_7_value figure_7_value.
Proof.
  destruct (accepts_spec knk accepted) as (v & E & W & H & M & F & u & U & V).
  destruct king_and_knight as (v' & E' & K). assert (v' = v) by congruence. subst v'.
  destruct (K figure_7 figure_7_legal) as (u' & U' & Th). assert (u' = u) by congruence. subst u'.
  exact (thresholds_compat _ _ _ _ _ _ V V Th).
Qed.

Print Assumptions king_and_knight.
Print Assumptions value_of_figure_7.
