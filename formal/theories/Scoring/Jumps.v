(** * Certificates by jumps (S = {1})

    In the game in which one thing is taken, the rows of x and x - 2 differ by 2 where a jump is written, and are
    equal elsewhere.  This file contains the checker of a block for one total budget, on decoded columns, and the
    consequences of its success.

    Pages: [spec/kinds/scoring.md] section 3 (jumps), [spec/soundness/scoring.md] section 7.

    Not covered here: bytes ([Bytes.v]); every true block is accepted ([CompleteJumps.v]).  It is not proved that
    jumps have these directions and that two budgets share them; this is tested for each certificate. *)

From Coq Require Import Arith ZArith List Bool Lia.
From Gamecert.Scoring Require Import Game Matrix Period Row Rows.
Import ListNotations.
Local Open Scope Z_scope.

(** ** The meaning of jumps *)

(** Number of jumps of a column at heaps up to x that have the parity of x. *)
Definition jumps_until (column : list nat) (x : nat) : nat :=
  length (filter (fun y => (y <=? x)%nat && Nat.even (x - y)) column).
(** Jumps go up if Left has at least as many coins as Right, and down otherwise. *)
Definition direction (TB p : nat) : Z := if (TB - p <=? p)%nat then 2 else -2.
(** The row of heap 1: the player who can secure the one thing. *)
Definition first_row (TB p : nat) : Z := if (TB - p <=? p)%nat then 1 else -1.
(** v(x, p) for the column of p. *)
Definition column_value (TB p : nat) (column : list nat) (x : nat) : Z :=
  (if Nat.odd x then first_row TB p else 0) + direction TB p * Z.of_nat (jumps_until column x).
(** The outcome for (x, p) according to the columns of p = 0, ..., TB. *)
Definition jump_value (TB : nat) (columns : list (list nat)) (x p : nat) : Z :=
  column_value TB p (nth p columns []) x.

(** ** The checker *)

(** Ascending, above [last], and at most N + 1 (clauses varint, window). *)
Fixpoint column_ok (N last : nat) (column : list nat) : bool :=
  match column with
  | [] => true
  | y :: column' => if (last <? y)%nat && (y <=? N + 1)%nat then column_ok N y column' else false
  end.

(** The row of x from the row of x - 2, reversed.  [columns] contains the rest of the columns from x on. *)
Fixpoint apply_jumps (x : nat) (directions before : list Z) (columns : list (list nat))
    (row : list Z) (rest : list (list nat)) : list Z * list (list nat) :=
  match columns, directions, before with
  | c :: columns', d :: directions', v :: before' =>
      match c with
      | y :: c' =>
          if (y =? x)%nat then apply_jumps x directions' before' columns' (v + d :: row) (c' :: rest)
          else apply_jumps x directions' before' columns' (v :: row) (c :: rest)
      | [] => apply_jumps x directions' before' columns' (v :: row) (c :: rest)
      end
  | _, _, _ => (row, rest)
  end.

(** The rows of x, ..., x + n - 1 are the rows given by the jumps (clauses equilibrium, jump_missing, jump_false,
    outcome, repeat, monotone). *)
Fixpoint jumps_follow (TB : nat) (directions : list Z) (n x : nat) (before2 before1 : list Z)
    (columns : list (list nat)) : bool :=
  match n with
  | O => true
  | Datatypes.S n' =>
      let '(row, rest) := apply_jumps x directions before2 columns [] [] in
      let row := rev' row in
      if row_follows [1%nat] TB [before1] row
      then jumps_follow TB directions n' (1 + x) before1 row (rev' rest)
      else false
  end.

Fixpoint count_jumps (columns : list (list nat)) (n : nat) : nat :=
  match columns with
  | [] => n
  | c :: columns' => count_jumps columns' (fold_left (fun n _ => Datatypes.S n) c n)
  end.

(** A block of jumps for the total budget TB with onset N, by the columns of p = 0, ..., TB. *)
Definition check_jumps (TB N : nat) (columns : list (list nat)) : bool :=
  let directions := map (direction TB) (seq 0 (1 + TB)) in
  let row0 := map (fun _ => 0) (seq 0 (1 + TB)) in
  let row1 := map (first_row TB) (seq 0 (1 + TB)) in
  if has_rows (1 + TB) columns
     && forallb (column_ok N 1) columns
     && (N <=? count_jumps columns 0)%nat
     && ((N =? 0)%nat || existsb (existsb (Nat.eqb (N + 1))) columns)
     && row_follows [1%nat] TB [] row0
     && row_follows [1%nat] TB [row0] row1
  then jumps_follow TB directions (N + 1) 2 row0 row1 columns
  else false.

(** ** Columns *)

Definition later (x : nat) (column : list nat) : list nat := filter (fun y => (x <=? y)%nat) column.

Lemma column_above N c : forall last, column_ok N last c = true ->
  forall y, In y c -> (last < y <= N + 1)%nat.
Proof.
  induction c as [|y c IH]; cbn; intros last H z I; [destruct I|].
  passed E. apply andb_true_iff in E as [E1%Nat.ltb_lt E2%Nat.leb_le]. destruct I as [<-|I]; [lia|].
  specialize (IH y H z I). lia.
Qed.

Lemma column_inv N last y c : column_ok N last (y :: c) = true ->
  (last < y)%nat /\ column_ok N y c = true.
Proof.
  cbn. passed E. apply andb_true_iff in E as [E1%Nat.ltb_lt E2]. auto.
Qed.

Lemma not_in_existsb x c : (forall y, In y c -> (x < y)%nat) -> existsb (Nat.eqb x) c = false.
Proof.
  intros H. destruct (existsb (Nat.eqb x) c) eqn:E; [|reflexivity].
  apply existsb_exists in E as (y & I%H & E%Nat.eqb_eq). lia.
Qed.

Lemma column_next N c : forall last x, column_ok N last c = true ->
  later x c = if existsb (Nat.eqb x) c then x :: later (1 + x) c else later (1 + x) c.
Proof.
  induction c as [|y c IH]; intros last x H; [reflexivity|].
  pose proof (column_inv _ _ _ _ H) as [L H']. pose proof (column_above N c y H') as Ab.
  specialize (IH y x H'). unfold later in *. cbn [filter existsb].
  destruct (lt_eq_lt_dec x y) as [[C|C]|C].
  - rewrite (proj2 (Nat.leb_le x y)), (proj2 (Nat.leb_le (1 + x) y)), (proj2 (Nat.eqb_neq x y)) by lia.
    cbn [orb]. rewrite IH. rewrite not_in_existsb; [reflexivity|]. intros z I. specialize (Ab z I); lia.
  - subst y. rewrite (proj2 (Nat.leb_le x x)), (proj2 (Nat.leb_gt (1 + x) x)), Nat.eqb_refl by lia.
    cbn [orb]. rewrite IH. rewrite not_in_existsb; [reflexivity|]. intros z I. specialize (Ab z I); lia.
  - rewrite (proj2 (Nat.leb_gt x y)), (proj2 (Nat.leb_gt (1 + x) y)), (proj2 (Nat.eqb_neq x y)) by lia.
    exact IH.
Qed.

Lemma column_count N c : forall last x, column_ok N last c = true -> (2 <= x)%nat ->
  jumps_until c x = (jumps_until c (x - 2) + if existsb (Nat.eqb x) c then 1 else 0)%nat.
Proof.
  unfold jumps_until. induction c as [|y c IH]; intros last x H X; [reflexivity|].
  pose proof (column_inv _ _ _ _ H) as [L H']. pose proof (column_above N c y H') as Ab.
  specialize (IH y x H' X). cbn [filter existsb].
  destruct (le_lt_dec y (x - 2)) as [C|C].
  { rewrite (proj2 (Nat.leb_le y x)), (proj2 (Nat.leb_le y (x - 2))), (proj2 (Nat.eqb_neq x y)) by lia.
    replace (x - y)%nat with (Datatypes.S (Datatypes.S (x - 2 - y))) by lia.
    change (Nat.even (Datatypes.S (Datatypes.S (x - 2 - y)))) with (Nat.even (x - 2 - y)).
    cbn [andb orb]. destruct (Nat.even (x - 2 - y)); cbn [length]; lia. }
  rewrite (proj2 (Nat.leb_gt y (x - 2))) by lia. cbn [andb].
  destruct (Nat.eq_dec y x) as [->|D].
  { rewrite (proj2 (Nat.leb_le x x)), Nat.sub_diag, Nat.eqb_refl by lia. cbn [andb orb Nat.even length].
    rewrite not_in_existsb in IH; [lia|]. intros z I. specialize (Ab z I); lia. }
  rewrite (proj2 (Nat.eqb_neq x y)) by lia. cbn [orb].
  destruct (Nat.eq_dec (y + 1) x) as [<-|D'].
  { replace (y + 1 - y)%nat with 1%nat by lia. rewrite andb_false_r. exact IH. }
  rewrite (proj2 (Nat.leb_gt y x)) by lia. exact IH.
Qed.

Lemma odd_less x : (2 <= x)%nat -> Nat.odd x = Nat.odd (x - 2).
Proof.
  intros X. replace x with (Datatypes.S (Datatypes.S (x - 2))) at 1 by lia. reflexivity.
Qed.

Lemma column_step N TB p c x : column_ok N 1 c = true -> (2 <= x)%nat ->
  column_value TB p c x =
    column_value TB p c (x - 2) + if existsb (Nat.eqb x) c then direction TB p else 0.
Proof.
  intros H X. unfold column_value. rewrite (column_count N c 1 x H X), (odd_less x X).
  destruct (existsb (Nat.eqb x) c); lia.
Qed.

(** The row of a heap, by the columns from column k on. *)
Fixpoint row_from (TB k : nat) (columns : list (list nat)) (x : nat) : list Z :=
  match columns with
  | [] => []
  | c :: columns' => column_value TB k c x :: row_from TB (Datatypes.S k) columns' x
  end.
Lemma row_from_length TB columns x : forall k, length (row_from TB k columns x) = length columns.
Proof. induction columns; intros; cbn; auto. Qed.
Lemma row_from_nth TB columns x : forall k i, (i < length columns)%nat ->
  nth i (row_from TB k columns x) 0 = column_value TB (k + i) (nth i columns []) x.
Proof.
  induction columns as [|c columns IH]; cbn [length]; intros k i L; [lia|].
  destruct i as [|i]; cbn [row_from nth]; [now rewrite Nat.add_0_r|].
  rewrite IH by lia. f_equal. lia.
Qed.

Lemma apply_jumps_spec N TB x : (2 <= x)%nat -> forall columns k row rest,
  forallb (column_ok N 1) columns = true ->
  apply_jumps x (map (direction TB) (seq k (length columns))) (row_from TB k columns (x - 2))
    (map (later x) columns) row rest
  = (rev (row_from TB k columns x) ++ row, rev (map (later (1 + x)) columns) ++ rest).
Proof.
  intros X. induction columns as [|c columns IH]; intros k row rest H; [reflexivity|].
  cbn [forallb] in H. apply andb_true_iff in H as [Hc H].
  cbn [length seq map row_from rev]. rewrite <- !app_assoc. cbn [app].
  rewrite (column_step N TB k c x Hc X).
  pose proof (column_next N c 1 x Hc) as E.
  destruct (existsb (Nat.eqb x) c); cbn [apply_jumps].
  - rewrite E, Nat.eqb_refl. now apply IH.
  - rewrite Z.add_0_r, E. destruct (later (1 + x) c) as [|y c'] eqn:E'; [now apply IH|].
    replace (y =? x)%nat with false; [now apply IH|]. symmetry. apply Nat.eqb_neq.
    assert (I : In y (later (1 + x) c)) by (rewrite E'; now left).
    apply filter_In in I as [_ I%Nat.leb_le]. lia.
Qed.

(** ** Outcomes that agree for 0 <= p <= TB *)

Lemma equilibrium_ext S TB V W x p : (forall y q, (q <= TB)%nat -> V y q = W y q) ->
  (p <= TB)%nat -> equilibrium S TB V x p -> equilibrium S TB W x p.
Proof.
  intros E P. unfold equilibrium. rewrite (E x p P).
  assert (En : forall l r, (l <= p)%nat -> (r <= TB - p)%nat -> entry S TB V x p l r = entry S TB W x p l r).
  { intros l r L R. unfold entry.
    destruct (r <? l)%nat; [|destruct (l =? r)%nat eqn:Q; [apply Nat.eqb_eq in Q|]]; f_equal;
      apply map_ext; intros s; rewrite E by lia; reflexivity. }
  assert (M : maximin S TB V x p = maximin S TB W x p).
  { unfold maximin. f_equal. apply map_ext_in. intros l Il. apply left_bids_in in Il. f_equal.
    apply map_ext_in. intros r Ir. apply right_bids_in in Ir. now apply En. }
  assert (M' : minimax S TB V x p = minimax S TB W x p).
  { unfold minimax. f_equal. apply map_ext_in. intros r Ir. apply right_bids_in in Ir. f_equal.
    apply map_ext_in. intros l Il. apply left_bids_in in Il. now apply En. }
  now rewrite M, M'.
Qed.

(** ** Soundness *)

Lemma one_positive : Forall (fun s => (1 <= s)%nat) [1%nat].
Proof. constructor; [lia|constructor]. Qed.

Section Jumps.
Variables (TB N : nat) (columns : list (list nat)).
Hypothesis length_ok : length columns = (1 + TB)%nat.
Hypothesis columns_ok : forallb (column_ok N 1) columns = true.
Let R (x : nat) : list Z := row_from TB 0 columns x.
Let directions : list Z := map (direction TB) (seq 0 (1 + TB)).

Lemma jumps_follow_sound n : forall x, (2 <= x)%nat ->
  (forall y, (y < x)%nat -> settled [1%nat] TB R y) ->
  jumps_follow TB directions n x (R (x - 2)) (R (x - 1)) (map (later x) columns) = true ->
  forall y, (y < x + n)%nat -> settled [1%nat] TB R y.
Proof.
  induction n as [|n IH]; intros x X B H y Y; [apply B; lia|].
  cbn [jumps_follow] in H. unfold directions, R in H. rewrite <- length_ok in H at 1.
  rewrite (apply_jumps_spec N TB x X columns 0 [] [] columns_ok) in H.
  rewrite !app_nil_r, !rev'_rev, !rev_involutive in H.
  destruct (row_follows _ _ _ _) eqn:F in H; [|discriminate].
  assert (Sx : settled [1%nat] TB R x).
  { apply (row_follows_sound [1%nat] TB one_positive R x B).
    destruct x as [|x]; [lia|]. change (Datatypes.S x) with (1 + x)%nat in *.
    rewrite <- history_next. replace (1 + x - 1)%nat with x in F by lia. exact F. }
  apply (IH (1 + x)%nat); try lia.
  - intros z Z0. destruct (Nat.eq_dec z x); [subst; exact Sx|apply B; lia].
  - unfold R, directions. replace (1 + x - 2)%nat with (x - 1)%nat by lia.
    replace (1 + x - 1)%nat with x by lia. exact H.
Qed.

Lemma value_row x p : (p <= TB)%nat -> nth p (R x) 0 = jump_value TB columns x p.
Proof. intros L. unfold R. now rewrite row_from_nth by (clear columns_ok; lia). Qed.

Lemma value_step x p : (2 <= x)%nat -> (p <= TB)%nat ->
  jump_value TB columns x p = jump_value TB columns (x - 2) p
    + if existsb (Nat.eqb x) (nth p columns []) then direction TB p else 0.
Proof.
  intros X P. unfold jump_value. apply (column_step N); auto.
  rewrite forallb_forall in columns_ok. apply columns_ok, nth_In. lia.
Qed.
Lemma column_range p y : In y (nth p columns []) -> (2 <= y <= N + 1)%nat.
Proof.
  intros I. destruct (le_lt_dec (length columns) p) as [L|L].
  - rewrite nth_overflow in I by exact L. destruct I.
  - pose proof (proj1 (forallb_forall _ _) columns_ok _ (nth_In columns [] L)) as C.
    pose proof (column_above N _ 1 C y I). lia.
Qed.

Lemma no_jump_before p x : (x < 2)%nat -> jumps_until (nth p columns []) x = O.
Proof.
  intros X. unfold jumps_until.
  destruct (filter _ _) as [|y l] eqn:Fl; [reflexivity|exfalso].
  assert (I : In y (y :: l)) by now left. rewrite <- Fl in I. apply filter_In in I as [I1%column_range I2].
  apply andb_true_iff in I2 as [I2%Nat.leb_le _]. lia.
Qed.

Lemma row_is x f : (forall p, (p <= TB)%nat -> jump_value TB columns x p = f p) ->
  R x = map f (seq 0 (1 + TB)).
Proof.
  intros H. replace (map f (seq 0 (1 + TB))) with (from (1 + TB) f 0) by (unfold from; now rewrite Nat.sub_0_r).
  apply from_is; [unfold R; now rewrite row_from_length|].
  intros k K. rewrite value_row by lia. apply H; lia.
Qed.
Lemma row_zero : R 0 = map (fun _ => 0) (seq 0 (1 + TB)).
Proof.
  apply row_is. intros p P. unfold jump_value, column_value. rewrite no_jump_before by lia. cbn. lia.
Qed.
Lemma row_one : R 1 = map (first_row TB) (seq 0 (1 + TB)).
Proof.
  apply row_is. intros p P. unfold jump_value, column_value. rewrite no_jump_before by lia.
  change (Nat.odd 1) with true. lia.
Qed.

Lemma later_two : map (later 2) columns = columns.
Proof.
  rewrite <- (map_id columns) at 2. apply map_ext_in. intros c I.
  apply (In_nth _ _ []) in I as (p & P & <-). unfold later.
  assert (G : forall l, (forall y, In y l -> (2 <= y)%nat) -> filter (fun y => (2 <=? y)%nat) l = l).
  { induction l as [|y l IH]; intros H; [reflexivity|]. cbn [filter].
    rewrite (proj2 (Nat.leb_le 2 y)) by (apply H; now left). f_equal. apply IH. intros; apply H; now right. }
  apply G. intros y I. apply column_range in I. lia.
Qed.
End Jumps.

(** The soundness of a block of jumps: if the checker accepts, then for this total budget the outcome of every heap
    of any size is the outcome given by the jumps, the rows have the least period 2, and N is the least onset. *)
Theorem check_jumps_sound TB N columns :
  check_jumps TB N columns = true -> block_claim [1%nat] TB N 2 (jump_value TB columns).
Proof.
  unfold check_jumps. set (row0 := map (fun _ => 0) _). set (row1 := map (first_row TB) _).
  passed E. intros J.
  apply andb_true_iff in E as [[[[[Len Ok]%andb_true_iff _]%andb_true_iff On]%andb_true_iff F0]%andb_true_iff F1].
  apply has_rows_spec in Len.
  set (R := fun x => row_from TB 0 columns x).
  assert (Ab := column_range TB N columns Len Ok).
  assert (R0 : R 0%nat = row0) by exact (row_zero TB N columns Len Ok).
  assert (R1 : R 1%nat = row1) by exact (row_one TB N columns Len Ok).
  rewrite <- R0, <- R1 in *.
  assert (S0 : settled [1%nat] TB R 0).
  { apply row_follows_sound; [apply one_positive|lia|exact F0]. }
  assert (S1 : settled [1%nat] TB R 1).
  { apply row_follows_sound; [apply one_positive| |exact F1].
    intros y Y. replace y with O by lia. exact S0. }
  assert (Later := later_two TB N columns Len Ok).
  rewrite <- Later in J.
  assert (B : forall y, (y < N + 3)%nat -> settled [1%nat] TB R y).
  { intros y Y. refine (jumps_follow_sound TB N columns Len Ok (N + 1) 2 (le_n 2) _ J y _); [|lia].
    intros z Z0. destruct z as [|[|z]]; [exact S0|exact S1|lia]. }
  assert (VR : forall x p, (p <= TB)%nat -> nth p (R x) 0 = jump_value TB columns x p).
  { intros x p P. now apply value_row. }
  set (V := jump_value TB columns) in *.
  assert (Step := fun x p => value_step TB N columns Len Ok x p). fold V in Step.
  assert (Same : forall x, (N <= x)%nat -> same_row TB V (x + 2) x).
  { intros x X p P. rewrite (Step (x + 2)%nat p) by lia.
    replace (x + 2 - 2)%nat with x by lia.
    destruct (existsb (Nat.eqb (x + 2)) (nth p columns [])) eqn:I; [exfalso|lia].
    apply existsb_exists in I as (y & I%Ab & Q%Nat.eqb_eq). lia. }
  assert (Eq : forall x p, (p <= TB)%nat -> equilibrium [1%nat] TB V x p).
  { apply (window_repeats [1%nat] TB V 1 ltac:(constructor; [lia|constructor]) N 2 ltac:(lia) Same).
    - intros x p X P. destruct (B x ltac:(lia)) as (_ & _ & Q).
      apply (equilibrium_ext _ _ (fun x p => nth p (R x) 0)); auto. }
  split; [|split; [exact Eq|split]].
  - intros x p P. now apply outcome_with_marker.
  - assert (Mono : forall x p, (x < N + 3)%nat -> (p < TB)%nat -> V x p <= V x (p + 1)%nat).
    { intros x p X P. destruct (B x X) as (_ & M & _). specialize (M p P).
      now rewrite !VR in M by lia. }
    intros x. induction x as [x IH] using lt_wf_ind. intros p P.
    destruct (le_lt_dec (N + 3) x) as [X|X]; [|now apply Mono].
    pose proof (Same (x - 2)%nat ltac:(lia)) as S2. replace (x - 2 + 2)%nat with x in S2 by lia.
    rewrite !S2 by lia. apply IH; lia.
  - apply least_period_from_divisors; unfold same_row; auto.
    + intros x y H p L. symmetry; auto.
    + intros x y z H1 H2 p L. rewrite H1 by auto. auto.
    + intros x L p Q. symmetry. now apply Same.
    + intros d D1 D2 Rep. assert (d = 2)%nat by (apply Nat.divide_pos_le in D2; lia). subst d.
      specialize (Rep N (le_n N) O ltac:(lia)). change (2 / 2)%nat with 1%nat in Rep.
      unfold V, jump_value, column_value, first_row, direction in Rep.
      replace (Nat.odd (N + 1)) with (negb (Nat.odd N)) in Rep
        by (rewrite Nat.add_1_r, Nat.odd_succ, <- Nat.negb_odd; reflexivity).
      destruct (Nat.odd N), (TB - 0 <=? 0)%nat; cbn [negb] in Rep; lia.
    + apply orb_true_iff in On as [On|On]; [left; now apply Nat.eqb_eq|].
      destruct N as [|n]; [now left|right]. intros H.
      apply existsb_exists in On as (c & I & On).
      apply (In_nth _ _ []) in I as (p & P & <-). specialize (H p ltac:(lia)).
      replace (Datatypes.S n - 1 + 2)%nat with (Datatypes.S n + 1)%nat in H by lia.
      rewrite (Step (Datatypes.S n + 1)%nat p), On in H by lia.
      replace (Datatypes.S n + 1 - 2)%nat with (Datatypes.S n - 1)%nat in H by lia.
      unfold direction in H. destruct (TB - p <=? p)%nat; lia.
Qed.
