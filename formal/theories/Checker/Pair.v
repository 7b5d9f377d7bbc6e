(** * A certificate that cites another, verified in the kernel

    [far_wins] and [near_wins] are theorems about losing chess from the bytes of two certificates of
    kind [losing], version 2 ([tests/corpus/accept/losing-2]), by evaluation of the verified checker
    inside Coq. They are the example of [spec/soundness/losing.md], paragraph "Version 2": a player
    who follows the moves of one certificate and then those of the other may meet a position twice.
    The strategy of the theorems does not. *)

From Coq Require Import ZArith List String Bool Lia.
From Gamecert Require Import Format.Envelope Checker.Verify.
From Gamecert Require Import Losing.Game Losing.Memory Losing.Rules Losing.Text Losing.Linked Losing.Version2 Losing.Openings.
Import ListNotations.
Open Scope Z_scope.

(** White wins from this position within [longest] moves, under the rule of stalemate [Joint]. *)
Definition white_wins (p : string) (longest run reversible : Z) : Prop :=
  exists root, read (bytes p) = Some root /\ @wins_within (losing_chess Joint) White root 0 longest run reversible.

(** The file is verified after the others, and has such a claim. *)
Definition claims_root (others : list (list Z * list Z)) (file : list Z) (p : string) (longest run reversible : Z) : bool :=
  match verify_file (library_of others) file, read (bytes p) with
  | Verified (Linked c _), Some root =>
      same_rule (linked_rule c) Joint && same (linked_winner c) White && (linked_reversible c =? reversible)
      && existsb (fun r => equal_texts (text (root_position r)) (text root) && (root_clock r =? 0)
                           && (root_longest r =? longest) && (root_run r =? run)) (linked_roots c)
  | _, _ => false
  end.

Lemma claims_root_wins others file p longest run reversible :
  claims_root others file p longest run reversible = true -> white_wins p longest run reversible.
Proof.
  unfold claims_root, white_wins. destruct (verify_file (library_of others) file) as [[]| |] eqn:V; try discriminate.
  destruct (read (bytes p)) as [root|]; [|discriminate]. rewrite !andb_true_iff, !Z.eqb_eq.
  intros [[[J W] R] E]. apply same_rule_eq in J. apply same_spec in W.
  apply existsb_exists in E as (r & I & E). rewrite !andb_true_iff, !Z.eqb_eq in E. destruct E as [[[T C] L] U].
  apply equal_texts_eq, text_injective in T. exists root. split; [reflexivity|].
  pose proof (linked_wins others file _ _ r V I) as K. rewrite J, W, R, T, C, L, U in K. exact K.
Qed.

(** ** The files and their consequences *)

Definition far_digest : list Z := hex "ee98f7177b69b75fb59cc9f5d1f837e9d06305bc30cffedce2feb2946edb03c5".

Definition far_file : list Z := hex (concat "" [
  "d9d9f7876867616d65636572740182666c6f73696e6702836c6c6f73696e672d63686573730181656a6f696e";
  "7484818478186b372f382f382f382f382f382f3451332f382077202d202d000403000a03808143a31960"])%string.

Definition near_file : list Z := hex (concat "" [
  "d9d9f7876867616d65636572740182666c6f73696e6702836c6c6f73696e672d63686573730181656a6f696e";
  "748481847819316b362f382f3451332f382f382f382f382f382077202d202d00080700183a07815820ee98f7";
  "177b69b75fb59cc9f5d1f837e9d06305bc30cffedce2feb2946edb03c5815214e636b9cf8452f84232546529";
  "d1739d2d70"])%string.

(** White wins with the queen on e2 against the king on a8, within 4 moves of both sides. *)
Theorem far_wins : white_wins "k7/8/8/8/8/8/4Q3/8 w - -" 4 3 3.
Proof. apply (claims_root_wins [] far_file). vm_cast_no_check (eq_refl true). Qed.

(** White wins with the queen on e6 against the king on b8, within 8 moves of both sides. *)
Theorem near_wins : white_wins "1k6/8/4Q3/8/8/8/8/8 w - -" 8 7 7.
Proof. apply (claims_root_wins [(far_digest, far_file)] near_file). vm_cast_no_check (eq_refl true). Qed.
