(** * Draws of losing chess, decided in the kernel

    Theorems about positions of losing chess, from the bytes of certificates of kind [safe] in
    [tests/corpus], by evaluation of the verified checker inside Coq, as in [Openings.v]. *)

From Coq Require Import ZArith List String Bool Lia.
From Gamecert Require Import Losing.Game Losing.Rules Losing.Text Losing.Openings Losing.Defence Losing.Safe.
Import ListNotations.
Open Scope Z_scope.

(** No side wins by force from the position with this text, within any number of moves. *)
Definition drawn (r : stalemate) (root : string) : Prop :=
  exists p, read (Openings.bytes root) = Some p /\ forall w n, ~ @wins_by_force (losing_chess r) w p n.

(** No series of moves from the position with this text ends in a win of a side. *)
Definition cannot_be_won (r : stalemate) (root : string) : Prop :=
  exists p, read (Openings.bytes root) = Some p
  /\ forall w q, @reaches (losing_chess r) p q -> play r q <> Over (Some w).

(** Whether a file is accepted that is about this rule, both sides and this root, and has defence 1
    if [always]. *)
Definition same_rule (r s : stalemate) : bool :=
  match r, s with
  | International, International | Fics, Fics | Joint, Joint => true
  | _, _ => false
  end.

Definition is_always (d : defence) : bool := match d with Always => true | ByForce => false end.

Definition proves (file : list Z) (r : stalemate) (root : string) (always : bool) : bool :=
  match verify_safe file with
  | Some c =>
      same_rule (rule c) r && (negb always || is_always (against c)) 
      && existsb (same White) (sides c) && existsb (same Black) (sides c)
      && existsb (fun p => equal_texts (text p) (Openings.bytes root)) (roots c)
  | None => false
  end.

Lemma equal_texts_eq a : forall b, equal_texts a b = true -> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b]; cbn; try discriminate; [reflexivity|].
  intros E. apply andb_prop in E as [E1 E2]. apply Z.eqb_eq in E1. f_equal; auto.
Qed.

Lemma proves_spec file r root always : proves file r root always = true ->
  exists c p, verify_safe file = Some c /\ rule c = r /\ (always = true -> against c = Always)
  /\ (forall w, In w (sides c)) /\ In p (roots c) /\ read (Openings.bytes root) = Some p.
Proof.
  unfold proves. destruct (verify_safe file) as [c|]; [|discriminate].
  rewrite !andb_true_iff, !existsb_exists. intros ((((E1 & E2) & (v & I & V)) & (v' & I' & V')) & (p & J & T)).
  apply same_spec in V as <-. apply same_spec in V' as <-. apply equal_texts_eq in T.
  exists c, p. repeat split; auto.
  - destruct (rule c), r; cbn in E1; congruence.
  - intros ->. destruct (against c); [discriminate|reflexivity].
  - now intros [].
  - rewrite <- T. apply read_of_text.
Qed.

Lemma proves_drawn file r root : proves file r root false = true -> drawn r root.
Proof.
  intros E. apply proves_spec in E as (c & p & V & <- & _ & I & J & R). exists p. split; [exact R|].
  intros w n. destruct w.
  - exact (verify_safe_no_forced_win _ _ _ _ n V (I Black) J).
  - exact (verify_safe_no_forced_win _ _ _ _ n V (I White) J).
Qed.

Lemma proves_cannot_be_won file r root : proves file r root true = true -> cannot_be_won r root.
Proof.
  intros E. apply proves_spec in E as (c & p & V & <- & A & I & J & R). exists p. split; [exact R|].
  intros w q Q. destruct w.
  - exact (verify_safe_always _ _ _ _ _ V (A eq_refl) (I Black) J Q).
  - exact (verify_safe_always _ _ _ _ _ V (A eq_refl) (I White) J Q).
Qed.

(** The bytes of [tests/corpus/accept/safe/kings.cbor] and [bishops.cbor]. *)
Definition kings_file : list Z := flat_map hex [
  "d9d9f7876867616d65636572740182647361666501836c6c6f73696e672d636865737301816d696e7465726e61";
  "74696f6e616c848177382f382f382f382f382f382f382f4b366b2077202d202d820001008218f81902bf808258";
  "2a000000000000000014100000082004000000180000000000840000000040200000000000000040000000588a";
  "0000000000010002480000082092480000080020100082480410100020100000801100000c0000050010000040";
  "20a0000020000c00000000180100000000000000000024c0000000000000030000000000000000000000000000";
  "000000000000000000000005024000000100000000000000000010000000000000000000000002020002000000";
  "000000"]%string.

Definition bishops_file : list Z := flat_map hex [
  "d9d9f7876867616d65636572740182647361666501836c6c6f73696e672d636865737301816466696373848178";
  "18382f382f382f382f3262352f382f382f42372077202d202d820001018219080019080080824040"]%string.

(** King against king in two corners of a side is a draw. *)
Theorem kings_drawn : drawn International "8/8/8/8/8/8/8/K6k w - -"%string.
Proof. apply (proves_drawn kings_file). vm_cast_no_check (eq_refl true). Qed.

(** With bishops on squares of different colours nobody can win at all. *)
Theorem bishops_cannot_be_won : cannot_be_won Fics "8/8/8/8/2b5/8/8/B7 w - -"%string.
Proof. apply (proves_cannot_be_won bishops_file). vm_cast_no_check (eq_refl true). Qed.
