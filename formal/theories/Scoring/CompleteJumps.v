(** * Every true block of jumps is accepted

    The converse of soundness for jumps.  In a true block each heap from 2 to N + 1 has a jump,
    so N is at most the number of jumps.  The clause [onset] may therefore require this before
    anything is computed.

    Pages: [spec/soundness/scoring.md] section 7. *)

From Coq Require Import Arith ZArith List Bool Lia.
From Gamecert.Scoring Require Import Game Matrix Period Row Rows Search Complete Jumps.
Import ListNotations.
Local Open Scope Z_scope.

Section Jumps.
Variables (TB N : nat) (columns : list (list nat)).
Hypothesis length_ok : length columns = (1 + TB)%nat.
Hypothesis columns_ok : forallb (column_ok N 1) columns = true.
Hypothesis true_claim : block_claim [1%nat] TB N 2 (jump_value TB columns).
Let V := jump_value TB columns.
Let R (x : nat) : list Z := row_from TB 0 columns x.

Lemma all_settled x : settled [1%nat] TB R x.
Proof.
  destruct true_claim as (_ & Eq & Mono & _).
  assert (VR : forall y p, (p <= TB)%nat -> nth p (R y) 0 = V y p).
  { intros y p P. unfold R. now apply (value_row TB columns length_ok). }
  split; [unfold R; now rewrite row_from_length|]. split.
  - intros p P. rewrite !VR by lia. now apply Mono.
  - intros p P. apply (equilibrium_ext [1%nat] TB V); auto. intros y q Q. symmetry. now apply VR.
Qed.

Lemma jumps_follow_complete n : forall x, (2 <= x)%nat ->
  jumps_follow TB (map (direction TB) (seq 0 (1 + TB))) n x (R (x - 2)) (R (x - 1)) (map (later x) columns) = true.
Proof.
  induction n as [|n IH]; intros x X; cbn [jumps_follow]; [reflexivity|].
  rewrite <- length_ok at 1. unfold R at 1.
  rewrite (apply_jumps_spec N TB x X columns 0 [] [] columns_ok).
  rewrite !app_nil_r, !rev'_rev, !rev_involutive. fold (R x).
  assert (F : row_follows [1%nat] TB [R (x - 1)] (R x) = true).
  { destruct x as [|x]; [lia|].
    pose proof (row_follows_complete [1%nat] TB one_positive R (S x) (fun y _ => all_settled y)) as C.
    change (S x) with (1 + x)%nat in *. rewrite <- history_next in C.
    replace (1 + x - 1)%nat with x by lia. exact C. }
  rewrite F. specialize (IH (1 + x)%nat ltac:(lia)).
  replace (1 + x - 2)%nat with (x - 1)%nat in IH by lia.
  replace (1 + x - 1)%nat with x in IH by lia. exact IH.
Qed.

(** A row is determined by the row before it. *)
Lemma next_row x y : same_row TB V x y -> same_row TB V (1 + x) (1 + y).
Proof.
  destruct true_claim as (_ & Eq & _). intros H p P.
  pose proof (Eq (1 + x)%nat p P) as Ex. pose proof (Eq (1 + y)%nat p P) as Ey.
  unfold equilibrium in Ex, Ey.
  assert (F : forall z, forallb (fun s => (1 + z <? s)%nat) [1%nat] = false).
  { intros z. cbn [forallb]. rewrite (proj2 (Nat.ltb_ge (1 + z) 1)) by lia. reflexivity. }
  rewrite F in Ex, Ey. apply saddle in Ex as [(l & L & Hl) (r & Hr & Kr)].
  assert (En : forall l r, (l <= p)%nat -> (r <= TB - p)%nat ->
            entry [1%nat] TB V (1 + x) p l r = entry [1%nat] TB V (1 + y) p l r).
  { intros l' r' L' R'. apply (same_entry [1%nat] TB V 1); auto; try lia.
    intros s Hs. replace s with 1%nat by lia. replace (1 + x - 1)%nat with x by lia.
    replace (1 + y - 1)%nat with y by lia. exact H. }
  assert (Sd : maximin [1%nat] TB V (1 + y) p = V (1 + x)%nat p /\ minimax [1%nat] TB V (1 + y) p = V (1 + x)%nat p).
  { apply saddle. split.
    - exists l. part. intros r' R'. rewrite <- En by auto. now apply Hl.
    - exists r. part. intros l' L'. rewrite <- En by auto. now apply Kr. }
  fold V in Ey. lia.
Qed.

(** Each heap from 2 to N + 1 has a jump. *)
Lemma jump_at x : (2 <= x <= N + 1)%nat -> exists c, In c columns /\ In x c.
Proof.
  intros X. destruct (existsb (existsb (Nat.eqb x)) columns) eqn:E.
  - apply existsb_exists in E as (c & I & E). exists c. part.
    apply existsb_exists in E as (y & J & E%Nat.eqb_eq). now subst.
  - exfalso. destruct true_claim as (_ & _ & _ & (_ & _ & _ & Onset)).
    assert (Base : same_row TB V (x - 2) x).
    { intros p P. symmetry. unfold V. rewrite (value_step TB N columns length_ok columns_ok x p) by lia.
      destruct (existsb (Nat.eqb x) (nth p columns [])) eqn:F; [exfalso|lia].
      assert (T : existsb (existsb (Nat.eqb x)) columns = true).
      { apply existsb_exists. exists (nth p columns []). split; [apply nth_In; lia|exact F]. }
      congruence. }
    assert (Rep : repeats (same_row TB V) 2 (x - 2)).
    { intros y Y. replace y with (x - 2 + (y - (x - 2)))%nat by lia.
      generalize (y - (x - 2))%nat. clear y Y. induction n as [|n IH].
      - rewrite Nat.add_0_r. replace (x - 2 + 2)%nat with x by lia. exact Base.
      - apply next_row in IH. replace (x - 2 + S n)%nat with (1 + (x - 2 + n))%nat by lia.
        replace (1 + (x - 2 + n) + 2)%nat with (1 + (x - 2 + n + 2))%nat by lia. exact IH. }
    apply Onset in Rep. lia.
Qed.

Lemma count_jumps_spec l : forall n, count_jumps l n = (n + length (concat l))%nat.
Proof.
  induction l as [|c l IH]; intros n; cbn [count_jumps concat length]; [lia|].
  rewrite IH, app_length. assert (F : forall m, fold_left (fun n (_ : nat) => S n) c m = (m + length c)%nat).
  { induction c as [|y c IHc]; intros m; cbn; [lia|]. rewrite IHc. lia. }
  rewrite F. lia.
Qed.

(** N is therefore at most the number of jumps. *)
Lemma enough_jumps : (N <= count_jumps columns 0)%nat.
Proof.
  rewrite count_jumps_spec. cbn [Nat.add]. rewrite <- (seq_length N 2).
  apply NoDup_incl_length; [apply seq_NoDup|]. intros x I. apply in_seq in I.
  destruct (jump_at x ltac:(lia)) as (c & I1 & I2). apply in_concat. eauto.
Qed.
End Jumps.

(** A block of jumps is accepted exactly if its statement is true. *)
Theorem check_jumps_iff TB N columns :
  check_jumps TB N columns = true <->
  length columns = (1 + TB)%nat /\ forallb (column_ok N 1) columns = true
  /\ block_claim [1%nat] TB N 2 (jump_value TB columns).
Proof.
  split.
  - intros C. pose proof (check_jumps_sound _ _ _ C) as B. unfold check_jumps in C.
    passed E. clear C.
    apply andb_true_iff in E as [[[[[Len%has_rows_spec Ok]%andb_true_iff _]%andb_true_iff _]%andb_true_iff _]%andb_true_iff _]. auto.
  - intros (Len & Ok & B). set (R := fun x => row_from TB 0 columns x).
    pose proof (all_settled TB N columns Len Ok B) as St. fold R in St.
    unfold check_jumps.
    rewrite <- (row_zero TB N columns Len Ok), <- (row_one TB N columns Len Ok).
    fold (R 0%nat). fold (R 1%nat).
    rewrite (proj2 (has_rows_spec (1 + TB) columns) Len), Ok.
    rewrite (proj2 (Nat.leb_le _ _) (enough_jumps TB N columns Len Ok B)).
    assert (F0 : row_follows [1%nat] TB [] (R 0%nat) = true).
    { exact (row_follows_complete [1%nat] TB one_positive R 0 (fun y _ => St y)). }
    assert (F1 : row_follows [1%nat] TB [R 0%nat] (R 1%nat) = true).
    { exact (row_follows_complete [1%nat] TB one_positive R 1 (fun y _ => St y)). }
    assert (On : (N =? 0)%nat || existsb (existsb (Nat.eqb (N + 1))) columns = true).
    { destruct N as [|m]; [reflexivity|]. apply orb_true_iff. right.
      destruct (jump_at TB (S m) columns Len Ok B (S m + 1) ltac:(lia)) as (c & I1 & I2).
      apply existsb_exists. exists c. part. apply existsb_exists. exists (S m + 1)%nat.
      split; [exact I2|apply Nat.eqb_refl]. }
    rewrite On, F0, F1. cbn [andb].
    pose proof (jumps_follow_complete TB N columns Len Ok B (N + 1) 2 (le_n 2)) as J.
    rewrite (later_two TB N columns Len Ok) in J. exact J.
Qed.
