(** * Every true block of rows is accepted

    The converse of soundness: the checker accepts a block of rows exactly if its statement is
    true.

    Pages: [spec/soundness/scoring.md] sections 3 to 6. *)

From Coq Require Import Arith ZArith List Bool Lia.
From Gamecert.Scoring Require Import Game Matrix Period Row Rows Search.
Import ListNotations.
Local Open Scope Z_scope.

(** ** The consequence of an equilibrium for bids (the converse of Lemma 2) *)

Lemma ensures_made_sure S TB V x p w l : (p <= TB)%nat -> ensures S TB V x p w l ->
  made_sure TB (best S V x) (worst S V x) p w.
Proof.
  intros P [L H]. exists l. part. repeat split.
  - intros C. specialize (H O ltac:(lia)). rewrite entry_best in H.
    now replace (0 <? l)%nat with true in H by (symmetry; apply Nat.ltb_lt; lia).
  - intros C. specialize (H l C). rewrite entry_best in H. now rewrite Nat.ltb_irrefl, Nat.eqb_refl in H.
  - intros C. specialize (H (l + 1)%nat C). rewrite entry_best in H.
    replace (l + 1 <? l)%nat with false in H by (symmetry; apply Nat.ltb_ge; lia).
    replace (l =? l + 1)%nat with false in H by (symmetry; apply Nat.eqb_neq; lia).
    now rewrite Nat.add_assoc in H.
Qed.
Lemma concedes_conceded S TB V x p w r : (p <= TB)%nat -> concedes S TB V x p w r ->
  conceded TB (best S V x) (worst S V x) p w.
Proof.
  intros P [R H]. exists r. part. repeat split.
  - intros C. specialize (H (r + 1)%nat C). rewrite entry_best in H.
    now replace (r <? r + 1)%nat with true in H by (symmetry; apply Nat.ltb_lt; lia).
  - intros C. specialize (H r C). rewrite entry_best in H. now rewrite Nat.ltb_irrefl, Nat.eqb_refl in H.
  - intros C. specialize (H O ltac:(lia)). rewrite entry_best in H.
    replace (r <? 0)%nat with false in H by (symmetry; apply Nat.ltb_ge; lia).
    now replace (0 =? r)%nat with false in H by (symmetry; apply Nat.eqb_neq; lia).
Qed.

(** ** Blocks *)

Lemma ascending_complete l : (forall k, (k + 1 < length l)%nat -> nth k l 0 <= nth (k + 1) l 0) ->
  ascending l = true.
Proof.
  induction l as [|x l IH]; [reflexivity|]. destruct l as [|y l]; [reflexivity|]. intros H.
  change (ascending (x :: y :: l)) with (if x <=? y then ascending (y :: l) else false).
  pose proof (H O ltac:(cbn; lia)) as H0. cbn in H0. rewrite (proj2 (Z.leb_le x y) H0).
  apply IH. intros k K. apply (H (S k)). cbn [length] in *. lia.
Qed.

Section Rows.
Variables (set : list nat) (TB : nat).
Hypothesis positive : Forall (fun s => (1 <= s)%nat) set.
Variable R : nat -> list Z.

Lemma row_follows_complete x : (forall y, (y <= x)%nat -> settled set TB R y) ->
  row_follows set TB (history R x) (R x) = true.
Proof.
  intros B. pose proof (B x (le_n x)) as Sx. destruct Sx as (L & M & E). unfold row_follows.
  rewrite (proj2 (has_length_spec _ _) L).
  rewrite ascending_complete by (intros k K; apply M; lia).
  destruct (best_row_spec TB R x (fun y Y => proj1 (B y (Nat.lt_le_incl _ _ Y))) set positive) as [E1 E2].
  rewrite E1, E2. clear E1 E2. set (V := fun x p => nth p (R x) 0) in *.
  destruct (options set x) as [|s o] eqn:O.
  - apply forallb_forall. intros z I. apply (In_nth _ _ 0) in I as (p & P & <-).
    specialize (E p ltac:(lia)). unfold equilibrium in E.
    destruct (forallb (fun s => (x <? s)%nat) set) eqn:F.
    + change (V x p) with (nth p (R x) 0) in E. rewrite E. reflexivity.
    + apply options_some in F. congruence.
  - assert (Some : options set x <> []) by (rewrite O; discriminate). clear O.
    assert (Mono : forall s c d, can_take set x s -> (c <= d <= TB)%nat -> V (x - s)%nat c <= V (x - s)%nat d).
    { intros s' c d [I Le] Q. apply (settled_monotone set TB R); auto. apply B. lia. }
    assert (Eq : forall p, (p <= TB)%nat -> made_sure TB (best set V x) (worst set V x) p (V x p)
                                         /\ conceded TB (best set V x) (worst set V x) p (V x p)).
    { intros p P. specialize (E p P). unfold equilibrium in E. rewrite (proj2 (options_some set x) Some) in E.
      apply saddle in E as [(l & El) (r & Er)].
      split; [eapply ensures_made_sure; eauto|eapply concedes_conceded; eauto]. }
    assert (Bm := fun c d => best_monotone set TB V x Some Mono c d).
    assert (Wm := fun c d => worst_monotone set TB V x Some Mono c d).
    destruct (compute_row_complete TB (best set V x) (worst set V x) Bm Wm) as (r & C).
    { intros p P. exists (V x p). now apply Eq. }
    change (S TB) with (1 + TB)%nat in C. rewrite C. apply same_list_spec.
    apply compute_row_sound in C as [Lr C].
    apply (nth_ext _ _ 0 0); [lia|]. intros p P. destruct (C p ltac:(lia)) as [C1 C2].
    destruct (Eq p ltac:(lia)) as [Q1 Q2].
    pose proof (made_sure_conceded TB _ _ Bm Wm p _ _ ltac:(lia) C1 Q2).
    pose proof (made_sure_conceded TB _ _ Bm Wm p _ _ ltac:(lia) Q1 C2).
    change (nth p (R x) 0) with (V x p). lia.
Qed.

Lemma rows_follow_complete k : forall x, (forall y, (y < x + k)%nat -> settled set TB R y) ->
  rows_follow set TB (history R x) (map R (seq x k)) = Some (history R (x + k)).
Proof.
  induction k as [|k IH]; intros x B; cbn [seq map rows_follow]; [now rewrite Nat.add_0_r|].
  rewrite row_follows_complete by (intros y Y; apply B; lia). rewrite history_next.
  replace (x + S k)%nat with (1 + x + k)%nat by lia. apply IH. intros y Y. apply B. lia.
Qed.
End Rows.

Lemma agree_sound l1 : forall l2, agree l1 l2 = true ->
  forall k, (k < length l1)%nat -> (k < length l2)%nat -> nth k l1 [] = nth k l2 [].
Proof.
  induction l1 as [|r1 l1 IH]; intros [|r2 l2] H k K1 K2; cbn [length] in *; try lia.
  cbn [agree] in H. passed E. apply same_list_spec in E.
  destruct k as [|k]; [exact E|]. cbn [nth]. apply IH; auto; lia.
Qed.
Lemma all_down_complete f k : (forall d, (1 <= d <= k)%nat -> f d = true) -> all_down f k = true.
Proof.
  induction k as [|k IH]; intros H; cbn [all_down]; [reflexivity|].
  rewrite H by lia. apply IH. intros d D. apply H. lia.
Qed.

(** A block of rows is accepted exactly if its statement is true. *)
Theorem check_rows_iff set TB N P rows :
  check_rows set TB N P rows = true <->
  Forall (fun s => (1 <= s)%nat) set /\ length rows = (N + P)%nat
  /\ Forall (fun row => length row = (1 + TB)%nat) rows
  /\ block_claim set TB N P (row_value N P rows).
Proof.
  split.
  - intros C. destruct (check_rows_shape _ _ _ _ _ C) as (_ & L & R & Pos).
    part. part. part. now apply check_rows_sound.
  - intros (Pos & Len & Rows & (_ & Eq & Mono & (HP & Rep & Least & Onset))).
    set (R := fun x => nth (reduced N P x) rows []).
    set (V := row_value N P rows) in *.
    assert (Lr : forall x, length (R x) = (1 + TB)%nat).
    { intros x. rewrite Forall_forall in Rows. apply Rows, nth_In. rewrite Len. now apply reduced_bound. }
    assert (St : forall x, settled set TB R x).
    { intros x. split; [apply Lr|]. split; [intros p; apply Mono|intros p; apply Eq]. }
    assert (Lists : forall x y, same_row TB V x y -> R x = R y).
    { intros x y H. apply (nth_ext _ _ 0 0); [now rewrite !Lr|]. intros p L. rewrite Lr in L. apply H; lia. }
    assert (Same : forall x y, R x = R y -> same_row TB V x y).
    { intros x y H p _. unfold V, row_value. fold (R x) (R y). now rewrite H. }
    assert (ER : rows = map R (seq 0 (N + P))).
    { apply (nth_ext _ _ [] (R O)); [now rewrite map_length, seq_length|]. intros k K.
      rewrite map_nth, seq_nth by lia. unfold R. now rewrite reduced_small by lia. }
    assert (Cn : forall y, (y < N + P)%nat -> nth y rows [] = R y).
    { intros y Y. unfold R. now rewrite reduced_small by lia. }
    unfold check_rows. rewrite (proj2 (Nat.leb_le 1 P) HP), (proj2 (has_rows_spec _ _) Len).
    replace (entries_positive set) with true by (symmetry; unfold entries_positive; apply forallb_forall;
      rewrite Forall_forall in Pos; intros s I; apply Nat.leb_le; auto).
    cbn [andb]. rewrite ER at 1. change [] with (history R 0) at 1.
    rewrite (rows_follow_complete set TB Pos R (N + P) 0) by auto.
    change (map (fun x => nth (reduced N P x) rows []) (seq (N + P) (max_entry set)))
      with (map R (seq (N + P) (max_entry set))).
    change (0 + (N + P))%nat with (N + P)%nat.
    rewrite (rows_follow_complete set TB Pos R (max_entry set) (N + P)) by auto.
    apply andb_true_iff. split.
    + apply all_down_complete. intros d D. destruct (2 <=? d)%nat eqn:D2; [apply Nat.leb_le in D2|reflexivity].
      destruct (P mod d =? 0)%nat eqn:Dv; [apply Nat.eqb_eq in Dv|reflexivity].
      destruct (agree (skipn (P / d) (skipn N rows)) (skipn N rows)) eqn:A1; [|reflexivity].
      destruct (agree (skipn N rows) (skipn (P - P / d) (skipn N rows))) eqn:A2; [exfalso|reflexivity].
      apply Nat.mod_divide in Dv; [|lia]. destruct Dv as [k Hk].
      assert (Ek : (P / d = k)%nat) by (rewrite Hk; apply Nat.div_mul; lia). rewrite Ek in *.
      assert (K : (1 <= k < P)%nat) by (destruct k; nia).
      enough (repeats (same_row TB V) k N) by (pose proof (Least k N ltac:(lia) H); lia).
      intros x X. apply Same.
      assert (Red : R x = R (N + (x - N) mod P)%nat).
      { unfold R. rewrite (reduced_small N P (N + (x - N) mod P)).
        - unfold reduced. now replace (x <? N)%nat with false by (symmetry; apply Nat.ltb_ge; lia).
        - lia.
        - pose proof (Nat.mod_upper_bound (x - N) P). lia. }
      assert (Per : forall y, (N <= y)%nat -> R (y + P)%nat = R y).
      { intros y Y. unfold R. now rewrite reduced_period. }
      set (j := ((x - N) mod P)%nat) in *. assert (J : (j < P)%nat) by (apply Nat.mod_upper_bound; lia).
      assert (Red' : R (x + k)%nat = R (N + j + k)%nat).
      { assert (Q : forall q y, (N <= y)%nat -> R (y + q * P)%nat = R y).
        { induction q as [|q IH]; intros y Y; [now rewrite Nat.add_0_r|].
          replace (y + S q * P)%nat with (y + q * P + P)%nat by lia. rewrite Per by lia. now apply IH. }
        rewrite <- (Q ((x - N) / P)%nat (N + j + k)%nat) by lia. f_equal.
        pose proof (Nat.div_mod (x - N) P ltac:(lia)). unfold j. nia. }
      rewrite Red, Red'. clear Red Red'. clearbody j. clear Hk Ek. pose proof (agree_sound _ _ A1) as A1'. pose proof (agree_sound _ _ A2) as A2'.
      assert (Lc : length (skipn N rows) = P) by (rewrite skipn_length; lia).
      rewrite (skipn_length k), Lc in A1'. rewrite (skipn_length (P - k)), Lc in A2'.
      destruct (le_lt_dec P (j + k)) as [C|C].
      * specialize (A2' (j + k - P)%nat ltac:(lia) ltac:(lia)). rewrite !nth_skipn in A2'.
        rewrite !Cn in A2' by lia. replace (N + (P - k + (j + k - P)))%nat with (N + j)%nat in A2' by lia.
        rewrite <- A2'. replace (N + j + k)%nat with (N + (j + k - P) + P)%nat by lia. symmetry. apply Per. lia.
      * specialize (A1' j ltac:(lia) ltac:(lia)). rewrite !nth_skipn in A1'. rewrite !Cn in A1' by lia.
        replace (N + (k + j))%nat with (N + j + k)%nat in A1' by lia. now symmetry.
    + unfold onset_least. destruct N as [|m]; [reflexivity|].
      destruct (same_list _ _) eqn:Q; [exfalso|reflexivity]. apply same_list_spec in Q.
      rewrite !Cn in Q by lia.
      enough (repeats (same_row TB V) P m) by (pose proof (Onset m H); lia).
      intros x X. destruct (Nat.eq_dec x m) as [->|D]; [now apply Same|]. apply Rep. lia.
Qed.
