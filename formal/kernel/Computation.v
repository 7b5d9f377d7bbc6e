(* The computation inside the kernel: king and knight against king on 8x8, from the bytes of the shipped files.

   Data.v, which the script [run] writes, holds the bytes of certs/kk.cbor and certs/knk.cbor. The kernel decodes them,
   numbers the classes, and tests every equation and label (Verify.verify_ranked). What follows is in Kernel.v. *)
From Coq Require Import ZArith QArith List Bool.
From Gamecert Require Import Richman.Checker Richman.Evidence.
From Gamecert.BiddingChess Require Import Rules Classes Endings Numbering Verify.
From GamecertKernel Require Import Bytes Data.
Import ListNotations.
Open Scope Z_scope.

Definition KNK : material := KXK Knight.

(* What the two files say. King and knight may cite bare kings and nothing else. (Notations, so that nothing but vm_compute
   ever unfolds what they stand for.) *)
Notation kk := (verify_ranked (fun _ => None) (bytes_of kk_pieces)).
Notation knk := (verify_ranked (fun _ => kk) (bytes_of knk_pieces)).

(* White: king d1, knight e8. Black: king a1. *)
Definition figure_7 : placement := [Piece White King (3, 0); Piece White Knight (4, 7); Piece Black King (0, 0)].
Definition figure_7_value : Q :=
  118149099210761088839658071450928865980708175943671062283570061370088990297242487312344048797827448187146592684262495193145202761460197371
  # 200453006658428905551436939930457127472327950605425153085344343480681727125595119114980629492845444447049929082740309543514434854453248000.

Definition accepts (o : option chess_claim) : bool :=
  match o with
  | Some v =>
      (board_files v =? 8) && (board_ranks v =? 8) && same_material (chess_material v) KNK
      && (functions (chess_values v) =? 1)
      && match claimed_cell v figure_7 with Some u => Qeq_bool (alpha u) figure_7_value | None => false end
  | None => false
  end.

(* The computation. *)
Lemma accepted : accepts knk = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
