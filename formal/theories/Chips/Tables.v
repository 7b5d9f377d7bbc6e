(** * Tables of thresholds, and reading them from front to back

    [table_at] is the value of a table of [spec/kinds/chips.md], section 3, at a number of chips.
    The file also states the growth of a table over several periods, and defines tapes.  A
    checker visits the numbers of chips in ascending order, so it reads each table like a tape
    that restarts with the period whenever it ends.  [tape_reads_table] states that a tape shows
    the values of the table. *)
From Coq Require Import ZArith NArith List Bool Lia.
Import ListNotations.
Open Scope Z_scope.

(** ** Values of a table *)

(** Values before the period, values of the first period, and the difference between consecutive
    periods.  Preperiod and period are the lengths of the lists. *)
Record table := Table { before : list Z; cycle : list Z; slope : Z }.

Definition preperiod (t : table) : Z := Z.of_nat (length (before t)).
Definition period (t : table) : Z := Z.of_nat (length (cycle t)).

(** Beyond preperiod and period: the index of the value for [k] chips, and the number of whole
    periods before it. *)
Definition place (pre per k : Z) : Z := if k <? pre then k else pre + (k - pre) mod per.
Definition laps (pre per k : Z) : Z := if k <? pre then 0 else (k - pre) / per.

Definition table_at (t : table) (k : Z) : Z :=
  nth (Z.to_nat (place (preperiod t) (period t) k)) (before t ++ cycle t) (-1)
  + slope t * laps (preperiod t) (period t) k.

(** From the preperiod on, a table grows by the same amount over any number of whole periods. *)
Lemma place_periodic pre per k m : 0 < per -> 0 <= m -> pre <= k ->
  place pre per (k + m * per) = place pre per k.
Proof.
  intros P M K. unfold place. destruct (Z.ltb_spec k pre), (Z.ltb_spec (k + m * per) pre); try nia.
  replace (k + m * per - pre) with (k - pre + m * per) by lia. now rewrite Z_mod_plus_full.
Qed.
Lemma laps_periodic pre per k m : 0 < per -> 0 <= m -> pre <= k ->
  laps pre per (k + m * per) = laps pre per k + m.
Proof.
  intros P M K. unfold laps. destruct (Z.ltb_spec k pre), (Z.ltb_spec (k + m * per) pre); try nia.
  replace (k + m * per - pre) with (k - pre + m * per) by lia. rewrite Z_div_plus_full; lia.
Qed.
Lemma table_grows t k m : 0 < period t -> 0 <= m -> preperiod t <= k ->
  table_at t (k + m * period t) = table_at t k + slope t * m.
Proof.
  intros P M K. unfold table_at. rewrite place_periodic, laps_periodic by assumption. lia.
Qed.

(** ** Tapes *)

Record tape (A : Type) := Tape { ahead : list A; again : list A; step_up : Z; risen : Z }.
Arguments Tape {A} ahead again step_up risen.
Arguments ahead {A} _.
Arguments again {A} _.
Arguments step_up {A} _.
Arguments risen {A} _.

Definition onwards {A} (t : tape A) : tape A :=
  match ahead t with
  | _ :: ((_ :: _) as rest) => Tape rest (again t) (step_up t) (risen t)
  | _ => Tape (again t) (again t) (step_up t) (risen t + step_up t)
  end.

Definition shown {A} (default : A) (t : tape A) : A :=
  match ahead t with a :: _ => a | [] => default end.

Definition rewound {A} (before cycle : list A) (slope : Z) : tape A :=
  Tape (rev_append (rev_append before []) cycle) cycle slope 0.

Lemma rev_append_twice {A} (a b : list A) : rev_append (rev_append a []) b = a ++ b.
Proof. rewrite !rev_append_rev, app_nil_r, rev_involutive. reflexivity. Qed.

Fixpoint times {A} (n : nat) (f : A -> A) (a : A) : A :=
  match n with O => a | S n' => f (times n' f a) end.

Lemma skipn_cons {A} d : forall i (l : list A), (i < length l)%nat -> skipn i l = nth i l d :: skipn (S i) l.
Proof.
  induction i as [|i IH]; intros [|a l] H; cbn in H; try lia; [reflexivity|].
  cbn [skipn nth]. rewrite IH by lia. reflexivity.
Qed.

Section TapeReads.
  Context {A : Type}.
  Variables (b c : list A) (s : Z) (d : A).
  Let pre := Z.of_nat (length b).
  Let per := Z.of_nat (length c).

  (** Without a period the tape is a list. *)
  Lemma tape_of_list i :
    shown d (times i onwards (rewound b [] 0)) = nth i b d /\
    risen (times i onwards (rewound b [] 0)) = 0.
  Proof.
    assert (H : times i onwards (rewound b [] 0) = Tape (skipn i b) [] 0 0).
    { induction i as [|i IH]; cbn [times].
      - unfold rewound. rewrite rev_append_twice, app_nil_r. reflexivity.
      - rewrite IH. destruct (Nat.lt_ge_cases i (length b)) as [L|L].
        + rewrite (skipn_cons d) by assumption. unfold onwards; cbn [ahead again step_up risen].
          destruct (skipn (S i) b) eqn:E; reflexivity.
        + rewrite !skipn_all2 by lia. reflexivity. }
    rewrite H. split; [|reflexivity]. unfold shown; cbn [ahead].
    destruct (Nat.lt_ge_cases i (length b)) as [L|L].
    - rewrite (skipn_cons d) by assumption. reflexivity.
    - rewrite skipn_all2, nth_overflow by lia. reflexivity.
  Qed.

  Hypothesis periodic : (0 < length c)%nat.

  Lemma tape_at i : times i onwards (rewound b c s) =
    Tape (skipn (Z.to_nat (place pre per (Z.of_nat i))) (b ++ c)) c s (s * laps pre per (Z.of_nat i)).
  Proof.
    assert (PP : 0 < per) by (unfold per; lia).
    induction i as [|i IH]; cbn [times].
    - unfold rewound. rewrite rev_append_twice. unfold place, laps.
      destruct (Z.ltb_spec (Z.of_nat 0) pre).
      + cbn. f_equal. lia.
      + replace (Z.of_nat 0 - pre) with 0 by lia. rewrite Z.mod_0_l, Z.div_0_l by lia.
        replace (Z.to_nat (pre + 0)) with O by lia. cbn. f_equal; lia.
    - rewrite IH. clear IH.
      set (k := Z.of_nat i). replace (Z.of_nat (S i)) with (k + 1) by lia.
      assert (K : 0 <= k) by lia.
      assert (LEN : length (b ++ c) = Z.to_nat (pre + per)) by (rewrite app_length; unfold pre, per; lia).
      assert (PR : 0 <= place pre per k < pre + per).
      { unfold place. destruct (Z.ltb_spec k pre); [lia|]. pose proof (Z.mod_pos_bound (k - pre) per PP). lia. }
      assert (N : (place pre per (k + 1) = place pre per k + 1 /\ laps pre per (k + 1) = laps pre per k /\ place pre per k + 1 < pre + per)
               \/ (place pre per (k + 1) = pre /\ laps pre per (k + 1) = laps pre per k + 1 /\ place pre per k + 1 = pre + per)).
      { unfold place, laps. destruct (Z.ltb_spec k pre), (Z.ltb_spec (k + 1) pre); try lia.
        - left. replace (k + 1 - pre) with 0 by lia. rewrite Z.mod_0_l, Z.div_0_l by lia. lia.
        - pose proof (Z.mod_pos_bound (k - pre) per PP).
          pose proof (Z.div_mod (k - pre) per ltac:(lia)) as DM.
          destruct (Z.eq_dec ((k - pre) mod per) (per - 1)) as [E|E]; [right|left].
          + assert ((k + 1 - pre) / per = (k - pre) / per + 1) by (symmetry; apply (Z.div_unique_pos _ _ _ 0); nia).
            assert ((k + 1 - pre) mod per = 0) by (symmetry; apply (Z.mod_unique_pos _ _ ((k - pre) / per + 1)); nia).
            lia.
          + assert ((k + 1 - pre) / per = (k - pre) / per)
              by (symmetry; apply (Z.div_unique_pos _ _ _ ((k - pre) mod per + 1)); nia).
            assert ((k + 1 - pre) mod per = (k - pre) mod per + 1)
              by (symmetry; apply (Z.mod_unique_pos _ _ ((k - pre) / per)); nia).
            lia. }
      rewrite (skipn_cons d) by lia. unfold onwards; cbn [ahead again step_up risen].
      destruct N as [(EP & EL & L)|(EP & EL & L)].
      + rewrite EP, EL. replace (Z.to_nat (place pre per k + 1)) with (S (Z.to_nat (place pre per k))) by lia.
        rewrite (skipn_cons d (S (Z.to_nat (place pre per k)))) by lia. reflexivity.
      + replace (skipn (S (Z.to_nat (place pre per k))) (b ++ c)) with (@nil A)
          by (symmetry; apply skipn_all2; lia).
        rewrite EP, EL. f_equal; [|lia].
        unfold pre. rewrite Nat2Z.id, skipn_app, skipn_all, Nat.sub_diag. reflexivity.
  Qed.

  Lemma tape_shows i : shown d (times i onwards (rewound b c s)) = nth (Z.to_nat (place pre per (Z.of_nat i))) (b ++ c) d.
  Proof.
    rewrite tape_at. unfold shown; cbn [ahead].
    set (n := Z.to_nat _).
    destruct (Nat.lt_ge_cases n (length (b ++ c))) as [L|L].
    - rewrite (skipn_cons d) by assumption. reflexivity.
    - rewrite skipn_all2, nth_overflow by assumption. reflexivity.
  Qed.
End TapeReads.

(** The tape of a table. *)
Definition tape_of (t : table) : tape Z := rewound (before t) (cycle t) (slope t).
Definition read (t : tape Z) : Z := shown (-1) t + risen t.

Theorem tape_reads_table t k : 0 < period t -> 0 <= k ->
  read (times (Z.to_nat k) onwards (tape_of t)) = table_at t k.
Proof.
  unfold period. intros P K. unfold read, tape_of. rewrite tape_shows by lia.
  rewrite (tape_at _ _ _ (-1)) by lia. cbn [risen]. rewrite Z2Nat.id by assumption. reflexivity.
Qed.
