(** * Openings of losing chess, decided in the kernel

    Theorems about the game from its start, from the bytes of small certificates of [certs/losing]
    as they are shipped, by evaluation of the verified checker inside Coq. These theorems do not
    rely on a compiler, on extraction or on another program. *)

From Coq Require Import ZArith List String Ascii Bool Lia.
From Gamecert Require Import Losing.Game Losing.Rules Losing.Text Losing.Certificate Losing.Stalemates.
Import ListNotations.
Open Scope Z_scope.

(** ** Bytes and moves in strings *)

Definition hex_digit (c : ascii) : Z :=
  let n := Z.of_N (N_of_ascii c) in if n <? 97 then n - 48 else n - 87.

Fixpoint hex (s : string) : list Z :=
  match s with
  | String a (String b rest) => 16 * hex_digit a + hex_digit b :: hex rest
  | _ => []
  end.

Fixpoint bytes (s : string) : list Z :=
  match s with EmptyString => [] | String c rest => Z.of_N (N_of_ascii c) :: bytes rest end.

(** The starting position of the game, and the position after moves, if they are legal. *)
Definition start : option position :=
  read (bytes "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -").

Definition move_named (p : position) (s : string) : option position :=
  match find (fun m => equal_texts (move_text m) (bytes s)) (legal p) with
  | Some m => Some (make p m)
  | None => None
  end.

Fixpoint played (p : option position) (moves : list string) : option position :=
  match p, moves with
  | Some p, m :: rest => played (move_named p m) rest
  | _, _ => p
  end.

(** ** The statement about an opening *)

(** After these moves from the start, [clock] of them since the last capture or pawn move, the side
    [w] wins by force within [n] moves of both sides, under each of the three rules of stalemate.
    Under [Joint] it also wins with the 50-move rule. *)
Definition decided (moves : list string) (w : side) (clock n : Z) : Prop :=
  exists p, played start moves = Some p
    /\ (forall rule, @wins_by_force (losing_chess rule) w p n)
    /\ @wins_by_force (fifty_moves (losing_chess Joint)) w (p, clock) n.

(** The file is verified and has such a claim. *)
Definition claims (file : list Z) (moves : list string) (w : side) (n clock' : Z) : bool :=
  match verify_losing file, played start moves with
  | Some c, Some p =>
      match rule c with Joint => true | _ => false end
      && equal_texts (text (root c)) (text p) && same (winner c) w
      && (longest c =? n) && (clock c =? clock') && (reversible c <=? 99)
  | _, _ => false
  end.

Lemma claims_decided file moves w clock' n :
  claims file moves w n clock' = true -> decided moves w clock' n.
Proof.
  unfold claims, decided. destruct (verify_losing file) as [c|] eqn:V; [|discriminate].
  destruct (played start moves) as [p|]; [|discriminate].
  destruct (rule c) eqn:J; try discriminate. rewrite !andb_true_iff, !Z.eqb_eq, Z.leb_le, same_spec.
  intros [[[[[_ T] W] L] C] R]. apply equal_texts_eq, text_injective in T. subst p w n clock'.
  exists (root c). part.
  pose proof (verify_losing_wins _ _ V) as A.
  pose proof (verify_losing_wins_under_fifty_moves _ _ V R) as B.
  rewrite J in A, B. split; [|exact B]. intros r. exact (joint_wins_under_all r (winner c) (root c) (longest c) A).
Qed.

(** ** The files and their consequences *)

Definition d3_file : list Z := hex (concat "" [
  "d9d9f7876867616d65636572740182666c6f73696e6701836c6c6f73696e672d63686573730181656a6f696e74";
  "867833726e62716b626e722f70707070707070702f382f382f382f3350342f50505031505050502f524e42514b";
  "424e522062202d202d000118d51820018081582564404949a621955e68a809adb9215ac9ee58ac50d4d227392f";
  "4c0d636ccceda20107e32900"])%string.

Definition d4_file : list Z := hex (concat "" [
  "d9d9f7876867616d65636572740182666c6f73696e6701836c6c6f73696e672d63686573730181656a6f696e74";
  "867833726e62716b626e722f70707070707070702f382f382f3350342f382f50505031505050502f524e42514b";
  "424e522062202d202d00011856182001808150446059fcb4e899f51298d6d2b2a96b00"])%string.

Definition e4_file : list Z := hex (concat "" [
  "d9d9f7876867616d65636572740182666c6f73696e6701836c6c6f73696e672d63686573730181656a6f696e74";
  "867833726e62716b626e722f70707070707070702f382f382f3450332f382f50505050315050502f524e42514b";
  "424e522062202d202d000118f218200180815831148265e35307032c1425320b2db462b4054d204256a14d168e";
  "22a94d35386692366a70e046c81095a846dde823236f6852"])%string.

Definition e3_d5_file : list Z := hex (concat "" [
  "d9d9f7876867616d65636572740182666c6f73696e6701836c6c6f73696e672d63686573730181656a6f696e74";
  "867835726e62716b626e722f70707031707070702f382f3370342f382f3450332f50505050315050502f524e42";
  "514b424e522077202d202d00001821182001808148209401f6a29011c0"])%string.

Definition e3_d6_file : list Z := hex (concat "" [
  "d9d9f7876867616d65636572740182666c6f73696e6701836c6c6f73696e672d63686573730181656a6f696e74";
  "867835726e62716b626e722f70707031707070702f3370342f382f382f3450332f50505050315050502f524e42";
  "514b424e522077202d202d0000182118200180814820940388590f8980"])%string.

Definition e3_Na6_file : list Z := hex (concat "" [
  "d9d9f7876867616d65636572740182666c6f73696e6701836c6c6f73696e672d63686573730181656a6f696e74";
  "867834723162716b626e722f70707070707070702f6e372f382f382f3450332f50505050315050502f524e4251";
  "4b424e522077202d202d0100190b2718220280815901ee1586942901902cb2b848091d434a1480c8161a456260";
  "96038d2852033044063d60e7a8431a4564a0ae221a4563304c128d2852602411a509b9809234a1498090634a70";
  "4141b1234a1484c001840a2ece25ab280276602901c92091c0cc68d0802c4192c10eff58479940048441043eca";
  "d600d03b8a08d5a0302d7b4cd9ad5b806d50d19df146dc2439a40382928a0e4c118168860e6c6648f096890d60";
  "49458cc0f115048d02e08b61e150445dc95aba4db6181bb910e4282796221ad3d9c608b43c942c582a260c4fa8";
  "b704028246750201c05126c84dab10cd02852811421305c05b40cb10e1028c91940b206c1006c34e4c040a0198";
  "d0464d6eb5024e69eea9b913331e57bc04034113288024968a64077168183b6318a52154f9b8962f8fbde8c174";
  "dbd88d54f23a3779882f39aa4cc314cd2a560c90644576d428a2510acd60aae88236c1c3890c0d0820419016f3";
  "1341469106c4f1a0826968da6854a8486909a80aa0212c12e6725d22434268a5a3464b2e06e804a7cd66ab7adf";
  "39b96784a9d465859a5ce9ba789c4539c544302470022a5002247114b5a969b3da5667498554a0e01574a313c4";
  "365254b244cd9685166f59096072d0013652d0090408f636ee44420490323dac2c532348a44185143514c9b193";
  "d458b9234a1484c0018691592829b230d28521300060"])%string.

(** 1. d3: Black wins. *)
Theorem after_d3 : decided ["d2d3"]%string Black 0 32.
Proof. apply (claims_decided d3_file). vm_cast_no_check (eq_refl true). Qed.

(** 1. d4: Black wins. *)
Theorem after_d4 : decided ["d2d4"]%string Black 0 32.
Proof. apply (claims_decided d4_file). vm_cast_no_check (eq_refl true). Qed.

(** 1. e4: Black wins. *)
Theorem after_e4 : decided ["e2e4"]%string Black 0 32.
Proof. apply (claims_decided e4_file). vm_cast_no_check (eq_refl true). Qed.

(** 1. e3 d5: White wins. *)
Theorem after_e3_d5 : decided ["e2e3"; "d7d5"]%string White 0 32.
Proof. apply (claims_decided e3_d5_file). vm_cast_no_check (eq_refl true). Qed.

(** 1. e3 d6: White wins. *)
Theorem after_e3_d6 : decided ["e2e3"; "d7d6"]%string White 0 32.
Proof. apply (claims_decided e3_d6_file). vm_cast_no_check (eq_refl true). Qed.

(** 1. e3 Na6: White wins. *)
Theorem after_e3_Na6 : decided ["e2e3"; "b8a6"]%string White 1 34.
Proof. apply (claims_decided e3_Na6_file). vm_cast_no_check (eq_refl true). Qed.
