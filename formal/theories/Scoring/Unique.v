(** * One certificate for a game and a claim

    Kind [scoring] is canonical: two files that the checker accepts for the same subtraction set
    and the same range of total budgets are the same file.

    Pages: [spec/kinds/scoring.md] section 5, [spec/FORMAT.md] section 4. *)

From Coq Require Import Arith ZArith List Bool Lia.
From Gamecert Require Import Format.Cbor Format.Fields Format.Envelope.
From Gamecert.Scoring Require Import Game Matrix Period Row Rows Jumps Bytes.
Import ListNotations.
Local Open Scope Z_scope.

(** ** The claim of a block determines outcomes, period and onset *)

Theorem block_claim_unique S TB N P v N' P' v' : Forall (fun s => (1 <= s)%nat) S ->
  block_claim S TB N P v -> block_claim S TB N' P' v' ->
  (forall x p, (p <= TB)%nat -> v x p = v' x p) /\ P = P' /\ N = N'.
Proof.
  intros Pos (O & _ & _ & L) (O' & _ & _ & L').
  assert (E : forall x p, (p <= TB)%nat -> v x p = v' x p).
  { intros x p Q. destruct (O x p Q) as [O1 _], (O' x p Q) as [O2 _].
    exact (outcome_unique S Pos _ _ _ O1 O2). }
  assert (R : forall Q M, repeats (same_row TB v) Q M -> repeats (same_row TB v') Q M).
  { intros Q M H x X p Hp. rewrite <- !E by exact Hp. now apply H. }
  assert (R' : forall Q M, repeats (same_row TB v') Q M -> repeats (same_row TB v) Q M).
  { intros Q M H x X p Hp. rewrite !E by exact Hp. now apply H. }
  part. destruct L as (L1 & L2 & L3 & L4), L' as (L1' & L2' & L3' & L4').
  assert (EP : P = P').
  { pose proof (L3 P' N' L1' (R' _ _ L2')). pose proof (L3' P N L1 (R _ _ L2)). lia. }
  part. subst P'.
  pose proof (L4 N' (R' _ _ L2')). pose proof (L4' N (R _ _ L2)). lia.
Qed.

(** ** Numbers determine bytes *)

Fixpoint digits (k : nat) (n : Z) : list Z :=
  if n <? 128 then [n]
  else match k with O => [] | Datatypes.S k' => n mod 128 + 128 :: digits k' (n / 128) end.
(** The bytes of a number below 2^32. *)
Definition write_number (n : Z) : list Z := digits 4 n.

Lemma read_numbers_sound bytes : Forall is_byte bytes -> forall k v unit acc l,
  read_numbers bytes k v unit acc = Some l -> 1 <= unit -> 0 <= v -> (unit = 1 -> k = 4%nat /\ v = 0) ->
  (bytes = [] /\ unit = 1 /\ l = rev acc)
  \/ exists m tail, l = rev acc ++ (v + unit * m) :: tail /\ 0 <= m /\ (unit <> 1 -> 0 < m)
       /\ Forall (fun n => 0 <= n) tail /\ bytes = digits k m ++ flat_map write_number tail.
Proof.
  induction 1 as [|b bytes Hb _ IH]; intros k v unit acc l E U V I; cbn [read_numbers] in E.
  { destruct (unit =? 1) eqn:Q; [apply Z.eqb_eq in Q|discriminate]. injection E as <-.
    left. now rewrite rev'_rev. }
  unfold is_byte in Hb. right. destruct (b <? 128) eqn:B; [apply Z.ltb_lt in B|apply Z.ltb_ge in B].
  - destruct (_ && _) eqn:G; [discriminate|]. destruct (_ <? _) in E; [|discriminate].
    assert (D : forall k, digits k b = [b]).
    { intros k'. destruct k'; cbn [digits]; now rewrite (proj2 (Z.ltb_lt b 128) B). }
    assert (G' : unit <> 1 -> 0 < b).
    { intros N1. apply Z.eqb_neq in N1. rewrite N1 in G. cbn [negb] in G. rewrite andb_true_r in G.
      apply Z.eqb_neq in G. lia. }
    destruct (IH _ _ _ _ _ E ltac:(lia) ltac:(lia) ltac:(auto)) as [(-> & _ & ->)|(m & tail & -> & M & _ & T & ->)].
    + exists b, []. cbn [rev flat_map]. rewrite D. repeat split; auto; try lia.
      f_equal. f_equal. lia.
    + exists b, (0 + 1 * m :: tail). cbn [rev flat_map]. rewrite D, <- app_assoc. cbn [app].
      repeat split; auto; try lia.
      * now rewrite (Z.mul_comm b unit).
      * constructor; [lia|exact T].
      * unfold write_number. replace (0 + 1 * m) with m by lia. reflexivity.
  - destruct k as [|k]; [discriminate|].
    destruct (IH _ _ _ _ _ E ltac:(lia) ltac:(nia) ltac:(lia)) as [(_ & Q & _)|(m & tail & -> & M & M' & T & ->)]; [lia|].
    specialize (M' ltac:(lia)). exists (m * 128 + (b - 128)), tail. repeat split; auto; try nia.
    + do 2 f_equal. lia.
    + cbn [digits]. rewrite (proj2 (Z.ltb_ge (m * 128 + (b - 128)) 128)) by lia.
      rewrite (Z.add_comm (m * 128)), Z.mod_add, Z.mod_small by lia.
      rewrite Z.div_add, Z.div_small by lia. cbn [app]. f_equal. lia.
Qed.

Lemma numbers_sound bytes ns : Forall is_byte bytes -> numbers bytes = Some ns ->
  bytes = flat_map write_number ns /\ Forall (fun n => 0 <= n) ns.
Proof.
  intros F E. unfold numbers in E.
  destruct (read_numbers_sound bytes F _ _ _ _ _ E ltac:(lia) ltac:(lia) ltac:(auto))
    as [(-> & _ & ->)|(m & tail & -> & M & _ & T & ->)]; [split; [reflexivity|constructor]|].
  cbn [rev app flat_map]. replace (0 + 1 * m) with m by lia. part. now constructor.
Qed.

(** ** Rows determine numbers *)

Definition number_of (v : Z) : Z := if 0 <=? v then 2 * v else - (2 * v) - 1.
Lemma number_integer n : 0 <= n -> number_of (integer n) = n.
Proof.
  intros L. unfold integer, number_of. destruct (Z.even n) eqn:E.
  - apply Z.even_spec in E as [m ->]. rewrite Z.mul_comm, Z.div_mul by lia.
    rewrite (proj2 (Z.leb_le 0 m)); lia.
  - assert (O : Z.odd n = true) by (rewrite <- Z.negb_even, E; reflexivity).
    apply Z.odd_spec in O as [m ->]. replace (2 * m + 1 + 1) with ((m + 1) * 2) by lia.
    rewrite Z.div_mul by lia. rewrite (proj2 (Z.leb_gt 0 _)); lia.
Qed.

Fixpoint increments (v : Z) (l : list Z) : list Z :=
  match l with [] => [] | y :: l' => y - v :: increments y l' end.
Definition row_numbers (row : list Z) : list Z :=
  match row with [] => [] | v :: l => number_of v :: increments v l end.

Lemma rows_of_sound TB ns : Forall (fun n => 0 <= n) ns -> forall k v row rows out,
  rows_of TB ns k v row rows = Some out ->
  match k with
  | O => exists rest, out = rev rows ++ rest /\ ns = flat_map row_numbers rest
  | Datatypes.S _ => exists more rest, out = rev rows ++ (rev row ++ more) :: rest
      /\ ns = increments v more ++ flat_map row_numbers rest
  end.
Proof.
  induction 1 as [|n ns Hn _ IH]; intros k v row rows out E; cbn [rows_of] in E.
  { destruct k; [|discriminate]. injection E as <-. exists []. now rewrite rev'_rev, app_nil_r. }
  destruct k as [|k].
  - destruct TB as [|TB'].
    + apply IH in E as (rest & -> & ->). exists ([integer n] :: rest).
      cbn [rev flat_map row_numbers increments]. rewrite number_integer by exact Hn.
      rewrite <- app_assoc. auto.
    + apply IH in E as (more & rest & -> & ->). exists ((integer n :: more) :: rest).
      cbn [rev flat_map row_numbers app]. rewrite number_integer by exact Hn. auto.
  - destruct k as [|k].
    + apply IH in E as (rest & -> & ->). exists [v + n], rest.
      cbn [rev increments]. rewrite rev'_rev, <- app_assoc. cbn [rev app].
      replace (v + n - v) with n by lia. auto.
    + apply IH in E as (more & rest & -> & ->). exists (v + n :: more), rest.
      cbn [rev increments]. rewrite <- app_assoc. cbn [app]. replace (v + n - v) with n by lia. auto.
Qed.

Lemma read_rows_unique TB bytes bytes' rows : Forall is_byte bytes -> Forall is_byte bytes' ->
  read_rows TB bytes = Some rows -> read_rows TB bytes' = Some rows -> bytes = bytes'.
Proof.
  unfold read_rows. intros F F' E E'.
  destruct (numbers bytes) as [ns|] eqn:M; [|discriminate]. destruct (numbers bytes') as [ns'|] eqn:M'; [|discriminate].
  apply numbers_sound in M, M'; auto. destruct M as [-> M], M' as [-> M'].
  apply rows_of_sound in E, E'; auto. destruct E as (r & -> & ->), E' as (r' & Q & ->).
  cbn in Q. now subst.
Qed.

(** ** Columns determine numbers *)

Fixpoint gaps (x : Z) (l : list nat) : list Z :=
  match l with [] => [] | y :: l' => Z.of_nat y - x :: gaps (Z.of_nat y) l' end.
Definition column_numbers (c : list nat) : list Z := gaps 1 c ++ [0].

Lemma columns_of_sound limit ns : Forall (fun n => 0 <= n) ns -> forall x column columns out,
  1 <= x -> columns_of limit ns x column columns = Some out ->
  (ns = [] /\ column = [] /\ out = rev columns)
  \/ exists more rest, out = rev columns ++ (rev column ++ more) :: rest
       /\ ns = gaps x more ++ 0 :: flat_map column_numbers rest.
Proof.
  induction 1 as [|n ns Hn _ IH]; intros x column columns out X E; cbn [columns_of] in E.
  { destruct column; [|discriminate]. injection E as <-. left. now rewrite rev'_rev. }
  right. destruct (n =? 0) eqn:Z0; [apply Z.eqb_eq in Z0|apply Z.eqb_neq in Z0].
  - subst n. apply IH in E; [|lia].
    destruct E as [(-> & _ & ->)|(more & rest & -> & ->)].
    + exists [], []. cbn [rev]. rewrite rev'_rev, app_nil_r. auto.
    + exists [], (more :: rest). cbn [rev flat_map gaps app]. rewrite rev'_rev, app_nil_r, <- app_assoc.
      change (column_numbers more) with (gaps 1 more ++ [0]). rewrite <- app_assoc. auto.
  - cbv zeta in E. destruct (x + n <=? limit); [|discriminate]. apply IH in E; [|lia].
    destruct E as [(_ & Q & _)|(more & rest & -> & ->)]; [discriminate|].
    exists (Z.to_nat (x + n) :: more), rest. cbn [rev gaps]. rewrite <- app_assoc. cbn [app].
    rewrite Z2Nat.id by lia. replace (x + n - x) with n by lia. auto.
Qed.

Lemma read_columns_unique N bytes bytes' columns : Forall is_byte bytes -> Forall is_byte bytes' ->
  read_columns N bytes = Some columns -> read_columns N bytes' = Some columns -> bytes = bytes'.
Proof.
  unfold read_columns. intros F F' E E'.
  destruct (numbers bytes) as [ns|] eqn:M; [|discriminate]. destruct (numbers bytes') as [ns'|] eqn:M'; [|discriminate].
  apply numbers_sound in M, M'; auto. destruct M as [-> M], M' as [-> M'].
  assert (W : forall l, Forall (fun n => 0 <= n) l -> columns_of (N + 1) l 1 [] [] = Some columns ->
            l = flat_map column_numbers columns).
  { intros l Hl El. apply columns_of_sound in El; [|exact Hl|lia].
    destruct El as [(-> & _ & ->)|(more & rest & -> & ->)]; [reflexivity|].
    cbn [rev app flat_map]. change (column_numbers more) with (gaps 1 more ++ [0]). now rewrite <- app_assoc. }
  now rewrite (W ns M E), (W ns' M' E').
Qed.

(** ** Outcomes determine rows and columns *)

Lemma rows_unique S TB N P N' P' rows rows' :
  check_rows S TB N P rows = true -> check_rows S TB N' P' rows' = true ->
  N = N' /\ P = P' /\ rows = rows'.
Proof.
  intros C C'. pose proof (check_rows_shape _ _ _ _ _ C) as (HP & L & R & Pos).
  pose proof (check_rows_shape _ _ _ _ _ C') as (_ & L' & R' & _).
  destruct (block_claim_unique _ _ _ _ _ _ _ _ Pos (check_rows_sound _ _ _ _ _ C) (check_rows_sound _ _ _ _ _ C'))
    as (E & <- & <-).
  repeat split. apply (nth_ext _ _ [] []); [lia|]. intros x X.
  rewrite Forall_forall in R, R'.
  assert (Lx := R _ (nth_In rows [] X)). assert (X' : (x < length rows')%nat) by lia.
  assert (Lx' := R' _ (nth_In rows' [] X')).
  apply (nth_ext _ _ 0 0); [rewrite Lx; auto|]. intros p Hp. rewrite Lx in Hp. specialize (E x p ltac:(lia)).
  unfold row_value in E. now rewrite reduced_small in E by lia.
Qed.

Lemma check_jumps_shape TB N columns : check_jumps TB N columns = true ->
  length columns = (1 + TB)%nat /\ forallb (column_ok N 1) columns = true.
Proof.
  unfold check_jumps. passed E. intros _.
  apply andb_true_iff in E as [[[[[Len%has_rows_spec Ok]%andb_true_iff _]%andb_true_iff _]%andb_true_iff _]%andb_true_iff _]. auto.
Qed.

Lemma columns_ext N c : forall last c', column_ok N last c = true -> column_ok N last c' = true ->
  (forall x, In x c <-> In x c') -> c = c'.
Proof.
  induction c as [|y c IH]; intros last [|y' c'] H H' E.
  - reflexivity.
  - destruct (proj2 (E y') (or_introl eq_refl)).
  - destruct (proj1 (E y) (or_introl eq_refl)).
  - pose proof (column_inv _ _ _ _ H) as [L Hc]. pose proof (column_inv _ _ _ _ H') as [L' Hc'].
    pose proof (column_above N c y Hc) as A. pose proof (column_above N c' y' Hc') as A'.
    assert (y = y').
    { destruct (proj1 (E y) (or_introl eq_refl)) as [|I]; [auto|]. apply A' in I.
      destruct (proj2 (E y') (or_introl eq_refl)) as [|J]; [auto|]. apply A in J. lia. }
    subst y'. f_equal. apply (IH y c' Hc Hc'). intros x. split; intros I.
    + destruct (proj1 (E x) (or_intror I)) as [<-|J]; [apply A in I; lia|exact J].
    + destruct (proj2 (E x) (or_intror I)) as [<-|J]; [apply A' in I; lia|exact J].
Qed.

Lemma columns_unique TB N N' columns columns' :
  check_jumps TB N columns = true -> check_jumps TB N' columns' = true ->
  N = N' /\ columns = columns'.
Proof.
  intros C C'. pose proof (check_jumps_shape _ _ _ C) as (L & Ok). pose proof (check_jumps_shape _ _ _ C') as (L' & Ok').
  destruct (block_claim_unique _ _ _ _ _ _ _ _ one_positive (check_jumps_sound _ _ _ C) (check_jumps_sound _ _ _ C'))
    as (E & _ & <-).
  part. apply (nth_ext _ _ [] []); [lia|]. intros p Hp.
  assert (Op := proj1 (forallb_forall _ _) Ok _ (nth_In columns [] Hp)).
  assert (Hp' : (p < length columns')%nat) by lia.
  assert (Op' := proj1 (forallb_forall _ _) Ok' _ (nth_In columns' [] Hp')).
  apply (columns_ext N _ 1); auto.
  assert (In2 : forall c, column_ok N 1 c = true -> forall x, In x c <-> (2 <= x)%nat /\ existsb (Nat.eqb x) c = true).
  { intros c Hc x. split.
    - intros I. split; [apply (column_above N c 1 Hc) in I; lia|]. apply existsb_exists. exists x. split; [exact I|apply Nat.eqb_refl].
    - intros [_ X]. apply existsb_exists in X as (y & I & Y%Nat.eqb_eq). now subst. }
  intros x. rewrite !In2 by assumption.
  destruct (le_lt_dec 2 x) as [X|X]; [|lia].
  pose proof (value_step TB N columns L Ok x p X ltac:(lia)) as S1.
  pose proof (value_step TB N columns' L' Ok' x p X ltac:(lia)) as S2.
  rewrite !E in S1 by lia. rewrite S2 in S1.
  assert (direction TB p <> 0) by (unfold direction; destruct (TB - p <=? p)%nat; lia).
  destruct (existsb (Nat.eqb x) (nth p columns [])), (existsb (Nat.eqb x) (nth p columns' []));
    split; intros [Q1 Q2]; auto; lia.
Qed.

Lemma app_same {A} (a a' b b' : list A) : length a = length a' -> a ++ b = a' ++ b' -> a = a' /\ b = b'.
Proof.
  revert a'. induction a as [|x a IH]; intros [|x' a'] L E; cbn in *; try discriminate; auto.
  injection E as -> E. destruct (IH a' ltac:(lia) E) as [-> ->]. auto.
Qed.

Lemma by_coins_unique t TB c c' : length c = length c' -> by_coins t TB c = by_coins t TB c' -> c = c'.
Proof.
  unfold by_coins. intros L E. rewrite !rev'_rev in E.
  apply app_same in E; [|rewrite !firstn_length; lia]. destruct E as [E1 E2].
  apply app_inv_head in E2. assert (E3 : skipn t c = skipn t c').
  { rewrite <- (rev_involutive (skipn t c)), E2. apply rev_involutive. }
  now rewrite <- (firstn_skipn t c), <- (firstn_skipn t c'), E1, E3.
Qed.

(** ** One file *)

Lemma rows_block_unique set TB b b' : 0 <= TB -> Forall is_byte (content b) -> Forall is_byte (content b') ->
  rows_block set TB b = true -> rows_block set TB b' = true -> b = b'.
Proof.
  unfold rows_block. intros T F F' H H'. destruct b as [p n bytes], b' as [p' n' bytes']. cbn [period onset content] in *.
  destruct (_ && _) eqn:G in H; [|discriminate]. destruct (_ && _) eqn:G' in H'; [|discriminate].
  apply andb_true_iff in G as [[G1 G2]%andb_true_iff _].
  apply andb_true_iff in G'; destruct G' as [G' _]. apply andb_true_iff in G'; destruct G' as [G1' G2'].
  apply below_spec in G1, G2, G1', G2'.
  destruct (read_rows _ bytes) as [rows|] eqn:R; [|discriminate]. destruct (read_rows _ bytes') as [rows'|] eqn:R'; [|discriminate].
  destruct (rows_unique _ _ _ _ _ _ _ _ H H') as (E1 & E2 & <-).
  f_equal; try lia. eapply read_rows_unique; eauto.
Qed.

Lemma jumps_block_unique first last t b b' : 0 <= first <= last ->
  (first + 1) / 2 <= t <= (last + 1) / 2 ->
  Forall is_byte (content b) -> Forall is_byte (content b') ->
  jumps_block first last t b = true -> jumps_block first last t b' = true -> b = b'.
Proof.
  unfold jumps_block. intros FL T F F' H H'. destruct b as [p n bytes], b' as [p' n' bytes']. cbn [period onset content] in *.
  destruct (_ && _) eqn:G in H; [|discriminate]. destruct (_ && _) eqn:G' in H'; [|discriminate].
  apply andb_true_iff in G as [G1 G2]. apply andb_true_iff in G'; destruct G' as [G1' G2'].
  apply Z.eqb_eq in G1, G1'. apply below_spec in G2, G2'. subst p p'.
  destruct (read_columns n bytes) as [c|] eqn:R; [|discriminate]. destruct (read_columns n' bytes') as [c'|] eqn:R'; [|discriminate].
  destruct (list_length c =? 2 * t) eqn:L; [|discriminate]. destruct (list_length c' =? 2 * t) eqn:L'; [|discriminate].
  apply Z.eqb_eq in L, L'. rewrite list_length_spec in L, L'. unfold len in L, L'.
  cbv zeta in H, H'. apply andb_true_iff in H, H'. destruct H as [H1 H2], H' as [H1' H2'].
  assert (Q : exists TB, check_jumps TB (Z.to_nat n) (by_coins (Z.to_nat t) TB c) = true
                      /\ check_jumps TB (Z.to_nat n') (by_coins (Z.to_nat t) TB c') = true).
  { pose proof (Z.div_mod (first + 1) 2 ltac:(lia)). pose proof (Z.mod_pos_bound (first + 1) 2 ltac:(lia)).
    pose proof (Z.div_mod (last + 1) 2 ltac:(lia)). pose proof (Z.mod_pos_bound (last + 1) 2 ltac:(lia)).
    destruct (Z_le_gt_dec (2 * t) last) as [C|C].
    - exists (Z.to_nat (2 * t)). clear H1 H1'.
      rewrite (proj2 (Z.leb_le first (2 * t))), (proj2 (Z.leb_le (2 * t) last)) in H2, H2' by lia. auto.
    - exists (Z.to_nat (2 * t - 1)). clear H2 H2'.
      rewrite (proj2 (Z.leb_le first (2 * t - 1))), (proj2 (Z.leb_le (2 * t - 1) last)) in H1, H1' by lia. auto. }
  destruct Q as (TB & Q & Q'). destruct (columns_unique _ _ _ _ _ Q Q') as [EN Ec].
  apply by_coins_unique in Ec; [|lia]. subst c'. assert (n = n') by lia. subst n'.
  f_equal. eapply read_columns_unique; eauto.
Qed.

Lemma blocks_ext (bs bs' : list block) (first : Z) (check : Z -> block -> bool) (ok : Z -> Prop) :
  length bs = length bs' ->
  (forall n, first <= n < first + Z.of_nat (length bs) -> ok n) ->
  (forall n b b', ok n -> In b bs -> In b' bs' -> check n b = true -> check n b' = true -> b = b') ->
  (forall n, first <= n < first + Z.of_nat (length bs) ->
     exists b, nth_error bs (Z.to_nat (n - first)) = Some b /\ check n b = true) ->
  (forall n, first <= n < first + Z.of_nat (length bs) ->
     exists b, nth_error bs' (Z.to_nat (n - first)) = Some b /\ check n b = true) ->
  bs = bs'.
Proof.
  intros L O U H H'. apply (nth_ext _ _ (Block 1 0 []) (Block 1 0 []) L). intros i I.
  assert (R : first <= first + Z.of_nat i < first + Z.of_nat (length bs)) by lia.
  destruct (H _ R) as (b & E & C). destruct (H' _ R) as (b' & E' & C').
  replace (Z.to_nat (first + Z.of_nat i - first)) with i in E, E' by lia.
  rewrite (nth_error_nth _ _ _ E), (nth_error_nth _ _ _ E').
  apply (U (first + Z.of_nat i)); auto; eapply nth_error_In; eauto.
Qed.

Lemma blocks_pass_length passes last bs : forall m, blocks_pass passes last m bs = true ->
  m + Z.of_nat (length bs) = last + 1.
Proof.
  induction bs as [|b bs IH]; cbn [blocks_pass length]; intros m H.
  - apply Z.eqb_eq in H. lia.
  - destruct (passes m b); [|discriminate]. apply IH in H. lia.
Qed.

Lemma blocks_unique size size' c bs bs' : 0 <= first c <= last c ->
  Forall (fun b => Forall is_byte (content b)) bs -> Forall (fun b => Forall is_byte (content b)) bs' ->
  check_blocks size c bs = true -> check_blocks size' c bs' = true -> bs = bs'.
Proof.
  unfold check_blocks. intros FL F F' H H'. rewrite Forall_forall in F, F'. destruct (is_one (set c)).
  - destruct (_ <=? _) in H; [|discriminate]. destruct (_ <=? _) in H'; [|discriminate].
    pose proof (blocks_pass_length _ _ _ _ H) as L. pose proof (blocks_pass_length _ _ _ _ H') as L'.
    apply (blocks_ext bs bs' ((first c + 1) / 2) (jumps_block (first c) (last c))
             (fun t => (first c + 1) / 2 <= t <= (last c + 1) / 2)); try lia.
    + intros n b b' O I I'. apply jumps_block_unique; auto.
    + intros n R. apply (blocks_pass_sound _ _ _ _ H). lia.
    + intros n R. apply (blocks_pass_sound _ _ _ _ H'). lia.
  - destruct (_ <=? _) in H; [|discriminate]. destruct (_ <=? _) in H'; [|discriminate].
    pose proof (blocks_pass_length _ _ _ _ H) as L. pose proof (blocks_pass_length _ _ _ _ H') as L'.
    apply (blocks_ext bs bs' (first c) (rows_block (set c)) (fun n => 0 <= n)); try lia.
    + intros n b b' O I I'. apply rows_block_unique; auto.
    + intros n R. apply (blocks_pass_sound _ _ _ _ H). lia.
    + intros n R. apply (blocks_pass_sound _ _ _ _ H'). lia.
Qed.

Lemma contents_bytes c bs : Forall is_byte (encode (envelope_item (certificate c bs))) ->
  Forall (fun b => Forall is_byte (content b)) bs.
Proof.
  unfold envelope_item, certificate. cbn [kind kind_version rules rules_version parameters claim citations evidence].
  intros H. rewrite Forall_forall. intros b I.
  assert (Ar : forall items i, Forall is_byte (encode (Array items)) -> In i items -> Forall is_byte (encode i)).
  { intros items i Hi Ii. cbn [encode] in Hi. apply Forall_app in Hi as [_ Hi].
    rewrite Forall_forall in Hi |- *. intros y Y. apply Hi, in_flat_map. now exists i. }
  assert (E : Forall is_byte (encode (Array (map block_item bs)))).
  { apply (Ar _ _ H). cbn [In]. tauto. }
  assert (B : Forall is_byte (encode (block_item b))) by (apply (Ar _ _ E), in_map, I).
  assert (C : Forall is_byte (encode (Bytes (content b)))) by (apply (Ar _ _ B); cbn [In]; tauto).
  cbn [encode] in C. unfold encode_string in C. apply Forall_app in C. apply C.
Qed.

Lemma decode_bytes bytes i : decode_file bytes = Some i -> Forall is_byte (encode i).
Proof.
  unfold decode_file. destruct bytes as [|b0 [|b1 [|b2 rest]]]; try discriminate.
  destruct (_ && _); [|discriminate]. intros D. rewrite <- (decode_sound _ _ D).
  unfold decode in D. passed A. now apply all_bytes_Forall.
Qed.

(** Kind [scoring] is canonical: at most one file is accepted for a subtraction set and a range
    of total budgets. *)
Theorem verify_scoring_unique bytes bytes' c c' :
  verify_scoring bytes = Some c -> verify_scoring bytes' = Some c' -> stated c = stated c' ->
  bytes = bytes'.
Proof.
  assert (U : forall bytes c, verify_scoring bytes = Some c -> exists size,
            check_blocks size (stated c) (blocks c) = true
            /\ 0 <= first (stated c) <= last (stated c)
            /\ Forall (fun b => Forall is_byte (content b)) (blocks c)).
  { intros bs0 c0 H. unfold verify_scoring in H. take e R.
    apply verify_scoring_envelope_sound in H as (-> & B & L).
    exists (list_length bs0). part. part.
    apply (contents_bytes (stated c0)). unfold read_envelope in R.
    take i D. apply read_seven_sound in R. rewrite <- R.
    now apply (decode_bytes bs0). }
  intros H H' E. rewrite (verify_scoring_bytes _ _ H), (verify_scoring_bytes _ _ H').
  destruct (U _ _ H) as (s & B & L & F), (U _ _ H') as (s' & B' & _ & F'). rewrite <- E in *.
  now rewrite (blocks_unique s s' (stated c) _ _ L F F' B B').
Qed.
