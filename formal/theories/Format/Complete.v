(** * Every well-formed item is read

    [decode_complete]: the encoding of a well-formed item ([Cbor.well_formed]) that nests no deeper than
    the reader allows is read as that item.  Together with [decode_sound] it shows that reader and
    encoding are inverse to each other.  The reader is thus neither too lenient nor too strict
    ([spec/FORMAT.md], section 1). *)

From Coq Require Import ZArith List Bool Lia.
From Gamecert Require Import Format.Cbor.
Import ListNotations.
Open Scope Z_scope.

Lemma read_argument_complete l : forall acc rest,
  read_argument (length l) acc (l ++ rest) = Some (value acc l, rest).
Proof. induction l as [|b l IH]; intros acc rest; cbn; [reflexivity|apply IH]. Qed.

Lemma argument_complete k least major n rest : least <= n -> 0 <= n < 256 ^ Z.of_nat k ->
  argument k least major (big_endian k n ++ rest) = Some (major, n, rest).
Proof.
  intros L B. unfold argument.
  pose proof (read_argument_complete (big_endian k n) 0 rest) as R. rewrite big_endian_length in R.
  rewrite R, (value_big_endian k n 0 B). cbn [Z.mul Z.add].
  destruct (least <=? n) eqn:E; [reflexivity|apply Z.leb_gt in E; lia].
Qed.

Lemma read_head_complete major n rest : 0 <= major < 8 -> 0 <= n < 2 ^ 64 ->
  read_head (head major n ++ rest) = Some (major, n, rest).
Proof.
  intros M N. unfold head.
  assert (D : forall i, 0 <= i < 32 -> (32 * major + i) / 32 = major /\ (32 * major + i) mod 32 = i).
  { intros i I. split.
    - symmetry. apply Z.div_unique with (r := i); lia.
    - symmetry. apply Z.mod_unique with (q := major); lia. }
  change (2 ^ 8) with 256; change (2 ^ 16) with 65536; change (2 ^ 32) with 4294967296;
  change (2 ^ 64) with 18446744073709551616 in *.
  destruct (n <? 24) eqn:E0; [apply Z.ltb_lt in E0|apply Z.ltb_ge in E0].
  { cbn [app read_head]. destruct (D n ltac:(lia)) as [-> ->].
    destruct (n <? 24) eqn:E; [reflexivity|apply Z.ltb_ge in E; lia]. }
  destruct (n <? 256) eqn:E1; [apply Z.ltb_lt in E1|apply Z.ltb_ge in E1].
  { cbn [app read_head]. destruct (D 24 ltac:(lia)) as [-> ->]. apply (argument_complete 1); cbn; lia. }
  destruct (n <? 65536) eqn:E2; [apply Z.ltb_lt in E2|apply Z.ltb_ge in E2].
  { cbn [app read_head]. destruct (D 25 ltac:(lia)) as [-> ->]. apply (argument_complete 2); cbn; lia. }
  destruct (n <? 4294967296) eqn:E3; [apply Z.ltb_lt in E3|apply Z.ltb_ge in E3].
  { cbn [app read_head]. destruct (D 26 ltac:(lia)) as [-> ->]. apply (argument_complete 4); cbn; lia. }
  cbn [app read_head]. destruct (D 27 ltac:(lia)) as [-> ->]. apply (argument_complete 8); cbn; lia.
Qed.

Lemma read_bytes_complete l : forall acc rest,
  read_bytes (len l) (l ++ rest) acc = Some (rev acc ++ l, rest).
Proof.
  induction l as [|b l IH]; intros acc rest.
  - rewrite len_nil, app_nil_r. cbn [app]. destruct rest; cbn [read_bytes Z.eqb]; now rewrite rev_append_rev, app_nil_r.
  - rewrite len_cons. cbn [app read_bytes]. pose proof (len_pos l).
    destruct (len l + 1 =? 0) eqn:E; [apply Z.eqb_eq in E; lia|].
    replace (len l + 1 - 1) with (len l) by lia. rewrite IH. cbn [rev]. now rewrite <- app_assoc.
Qed.

(** Numbers of more than 64 bits that fit into a machine's memory. *)
Lemma byte_length_bounds n : 2 ^ 64 <= n -> Z.log2 n < 2 ^ 66 ->
  256 ^ (Z.of_nat (byte_length n) - 1) <= n < 256 ^ Z.of_nat (byte_length n) /\
  9 <= Z.of_nat (byte_length n) < 2 ^ 64.
Proof.
  intros L S. assert (P : 0 < n) by (change (2 ^ 64) with 18446744073709551616 in L; lia).
  pose proof (Z.log2_spec n P) as (A & B).
  assert (L64 : 64 <= Z.log2 n) by (apply Z.log2_le_pow2; lia).
  pose proof (Z.div_mod (Z.log2 n) 8 ltac:(lia)) as DM. pose proof (Z.mod_pos_bound (Z.log2 n) 8 ltac:(lia)) as MB.
  assert (K : Z.of_nat (byte_length n) = Z.log2 n / 8 + 1) by (unfold byte_length; rewrite Z2Nat.id; lia).
  rewrite K. change 256 with (2 ^ 8). rewrite <- !Z.pow_mul_r by lia.
  change (2 ^ 66) with 73786976294838206464 in S. change (2 ^ 64) with 18446744073709551616.
  split; [split|lia].
  - transitivity (2 ^ Z.log2 n); [|assumption]. apply Z.pow_le_mono_r; lia.
  - apply Z.lt_le_trans with (2 ^ Z.succ (Z.log2 n)); [assumption|]. apply Z.pow_le_mono_r; lia.
Qed.

Lemma read_bignum_complete n rest : 2 ^ 64 <= n -> Z.log2 n < 2 ^ 66 ->
  read_bignum (encode_string 2 (big_endian (byte_length n) n) ++ rest) = Some (n, rest).
Proof.
  intros L S. destruct (byte_length_bounds n L S) as ((B1 & B2) & K).
  assert (P : 0 <= n) by (change (2 ^ 64) with 18446744073709551616 in L; lia).
  set (bytes := big_endian (byte_length n) n).
  assert (Len : len bytes = Z.of_nat (byte_length n)) by (unfold len, bytes; now rewrite big_endian_length).
  assert (V : value 0 bytes = n) by (unfold bytes; rewrite value_big_endian; [lia|split; [assumption|exact B2]]).
  assert (F : Forall is_byte bytes) by apply big_endian_bytes.
  clearbody bytes. unfold encode_string, read_bignum. rewrite <- app_assoc, read_head_complete by lia.
  destruct ((2 =? 2) && (9 <=? len bytes)) eqn:E; [|cbn in E; apply Z.leb_gt in E; lia].
  rewrite read_bytes_complete. cbn [rev app].
  destruct bytes as [|f l] eqn:Eb; [rewrite len_nil in Len; lia|]. rewrite number_value, V.
  destruct (f =? 0) eqn:Z0; [|reflexivity]. apply Z.eqb_eq in Z0. rewrite Z0 in *. exfalso.
  apply Forall_inv_tail in F. rename F into Fl. cbn [value] in V.
  pose proof (value_bounds l Fl 0 ltac:(lia)) as VB. rewrite len_cons in Len.
  replace (0 * 256 + 0) with 0 in V by lia. replace (Z.of_nat (byte_length n) - 1) with (len l) in B1 by lia. lia.
Qed.

Lemma encode_int_head n : small_int n -> exists major k tail, encode_int n = head major k ++ tail /\
  0 <= major < 8 /\ 0 <= k < 2 ^ 64 /\ major <> 2 /\ major <> 3 /\ major <> 4 /\ ((major =? 6) && (k =? 30) = false) /\
  (major = 0 -> tail = [] /\ n = k) /\
  forall rest, read_int_behind major k (tail ++ rest) = Some (n, rest).
Proof.
  intros (S1 & S2). unfold encode_int, encode_natural.
  assert (X : forall k, k = 2 \/ k = 3 -> 0 <= k < 2 ^ 64)
    by (intros k [-> | ->]; change (2 ^ 64) with 18446744073709551616; lia).
  destruct (0 <=? n) eqn:E; [apply Z.leb_le in E|apply Z.leb_gt in E].
  - destruct (n <? 2 ^ 64) eqn:L; [apply Z.ltb_lt in L|apply Z.ltb_ge in L].
    + exists 0, n, []. rewrite app_nil_r. repeat split; try lia.
    + exists 6, 2, (encode_string 2 (big_endian (byte_length n) n)).
      repeat split; try lia; try (apply X; lia). intros rest. unfold read_int_behind. cbn [Z.eqb Pos.eqb].
      now apply read_bignum_complete.
  - destruct (-1 - n <? 2 ^ 64) eqn:L; [apply Z.ltb_lt in L|apply Z.ltb_ge in L].
    + exists 1, (-1 - n), []. rewrite app_nil_r. repeat split; try lia.
      intros rest. unfold read_int_behind. cbn [Z.eqb Pos.eqb app]. do 2 f_equal. lia.
    + exists 6, 3, (encode_string 2 (big_endian (byte_length (-1 - n)) (-1 - n))).
      repeat split; try lia; try (apply X; lia). intros rest. unfold read_int_behind. cbn [Z.eqb Pos.eqb].
      rewrite read_bignum_complete by assumption. do 2 f_equal. lia.
Qed.

Lemma read_int_complete n rest : small_int n -> read_int (encode_int n ++ rest) = Some (n, rest).
Proof.
  intros S. destruct (encode_int_head n S) as (m & k & tail & -> & M & K & _ & _ & _ & _ & _ & R).
  unfold read_int. rewrite <- app_assoc, read_head_complete by assumption. apply R.
Qed.

Lemma head_nonempty m n : head m n <> [].
Proof. unfold head. repeat destruct (_ <? _); discriminate. Qed.
Lemma encode_nonempty i : well_formed i -> encode i <> [].
Proof.
  intros W. inversion W; subst; cbn [encode]; unfold encode_string; intros E;
    try (apply app_eq_nil in E as [E _]; exact (head_nonempty _ _ E)).
  destruct (encode_int_head n H) as (m & k & tail & F & _). rewrite F in E.
  apply app_eq_nil in E. exact (head_nonempty _ _ (proj1 E)).
Qed.
Lemma encode_list_length l : Forall well_formed l -> len l <= len (flat_map encode l).
Proof.
  induction 1 as [|i l W _ IH]; [cbn; lia|]. cbn [flat_map]. rewrite len_app, len_cons.
  pose proof (encode_nonempty i W) as N. destruct (encode i) as [|b e]; [congruence|].
  rewrite len_cons. pose proof (len_pos e). lia.
Qed.

Lemma read_items_complete read l : forall bound acc rest,
  (forall i, In i l -> forall rest, read (encode i ++ rest) = Some (i, rest)) -> len l <= len bound ->
  read_items read bound (len l) (flat_map encode l ++ rest) acc = Some (rev acc ++ l, rest).
Proof.
  induction l as [|i l IH]; intros bound acc rest H B.
  - rewrite len_nil, app_nil_r. cbn [flat_map app]. destruct bound; cbn [read_items Z.eqb]; now rewrite rev_append_rev, app_nil_r.
  - rewrite len_cons in *. pose proof (len_pos l). destruct bound as [|b bound]; [rewrite len_nil in B; lia|].
    rewrite len_cons in B. cbn [read_items flat_map].
    destruct (len l + 1 =? 0) eqn:E; [apply Z.eqb_eq in E; lia|].
    rewrite <- app_assoc, (H i (or_introl eq_refl)). replace (len l + 1 - 1) with (len l) by lia.
    rewrite IH; [|intros j Hj; apply H; now right|lia]. cbn [rev]. now rewrite <- app_assoc.
Qed.

Lemma depth_in i l : In i l -> (depth i <= fold_right (fun j m => Nat.max (depth j) m) O l)%nat.
Proof. induction l as [|j l IH]; cbn; [contradiction|]. intros [->|H]; [lia|specialize (IH H); lia]. Qed.

Lemma read_item_complete d : forall i rest, well_formed i -> (depth i <= d)%nat ->
  read_item d (encode i ++ rest) = Some (i, rest).
Proof.
  induction d as [|d IH]; intros i rest W D; [destruct i; cbn in D; lia|].
  inversion W as [n S|l F L|l F L U|l F L|n k S1 S2 P G]; subst i; cbn [read_item encode].
  - destruct (encode_int_head n S) as (m & k & tail & -> & M & K & N2 & N3 & N4 & N6 & N0 & R).
    rewrite <- app_assoc, read_head_complete by assumption.
    destruct (m =? 0) eqn:E0.
    { apply Z.eqb_eq in E0. destruct (N0 E0) as (-> & ->). reflexivity. }
    destruct (m =? 2) eqn:E2; [apply Z.eqb_eq in E2; lia|]. destruct (m =? 3) eqn:E3; [apply Z.eqb_eq in E3; lia|].
    destruct (m =? 4) eqn:E4; [apply Z.eqb_eq in E4; lia|]. rewrite N6, R. reflexivity.
  - unfold encode_string. pose proof (len_pos l). rewrite <- app_assoc, read_head_complete by lia.
    cbn [Z.eqb Pos.eqb]. now rewrite read_bytes_complete.
  - unfold encode_string. pose proof (len_pos l). rewrite <- app_assoc, read_head_complete by lia.
    cbn [Z.eqb Pos.eqb]. rewrite read_bytes_complete. cbn [rev app]. now rewrite U.
  - pose proof (len_pos l). rewrite <- app_assoc, read_head_complete by lia. cbn [Z.eqb Pos.eqb].
    rewrite read_items_complete; [reflexivity| |].
    + intros j Hj r. apply IH; [rewrite Forall_forall in F; auto|]. cbn [depth] in D. pose proof (depth_in j l Hj). lia.
    + rewrite len_app. pose proof (encode_list_length l F). pose proof (len_pos rest). lia.
  - assert (X : forall a, a = 30 \/ a = 2 -> 0 <= a < 2 ^ 64)
      by (intros a [-> | ->]; change (2 ^ 64) with 18446744073709551616; lia).
    rewrite <- !app_assoc, read_head_complete by (first [lia|apply X; lia]). cbn [Z.eqb Pos.eqb andb].
    unfold read_rational. rewrite read_head_complete by (first [lia|apply X; lia]). cbn [Z.eqb Pos.eqb andb].
    rewrite !read_int_complete by assumption. apply Z.ltb_lt in P. apply Z.eqb_eq in G. now rewrite P, G.
Qed.

(** ** The bytes of an encoding are bytes *)

Lemma head_bytes m n : 0 <= m < 8 -> 0 <= n < 2 ^ 64 -> Forall is_byte (head m n).
Proof.
  intros M N. unfold head, is_byte.
  destruct (n <? 24) eqn:E; [apply Z.ltb_lt in E; constructor; [lia|constructor]|].
  repeat destruct (_ <? _); (constructor; [lia|apply big_endian_bytes]).
Qed.
Lemma encode_int_bytes n : small_int n -> Forall is_byte (encode_int n).
Proof.
  intros (S1 & S2). unfold encode_int, encode_natural.
  assert (X : forall k, k = 2 \/ k = 3 -> 0 <= k < 2 ^ 64)
    by (intros k [-> | ->]; change (2 ^ 64) with 18446744073709551616; lia).
  assert (B : forall t n, t = 2 \/ t = 3 -> 2 ^ 64 <= n -> Z.log2 n < 2 ^ 66 ->
    Forall is_byte (head 6 t ++ encode_string 2 (big_endian (byte_length n) n))).
  { intros t k T L S. destruct (byte_length_bounds k L S) as (_ & K).
    apply Forall_app; split; [apply head_bytes; auto; lia|]. unfold encode_string. apply Forall_app; split; [|apply big_endian_bytes].
    apply head_bytes; [lia|]. unfold len. rewrite big_endian_length. lia. }
  destruct (0 <=? n) eqn:E; [apply Z.leb_le in E|apply Z.leb_gt in E].
  - destruct (n <? 2 ^ 64) eqn:L; [apply Z.ltb_lt in L; apply head_bytes; lia|apply Z.ltb_ge in L; apply B; auto].
  - destruct (-1 - n <? 2 ^ 64) eqn:L; [apply Z.ltb_lt in L; apply head_bytes; lia|apply Z.ltb_ge in L; apply B; auto].
Qed.
Lemma encode_bytes d : forall i, well_formed i -> (depth i <= d)%nat -> Forall is_byte (encode i).
Proof.
  induction d as [|d IH]; intros i W D; [destruct i; cbn in D; lia|].
  inversion W as [n S|l F L|l F L U|l F L|n k S1 S2 P G]; subst i; cbn [encode]; unfold encode_string.
  - now apply encode_int_bytes.
  - pose proof (len_pos l). apply Forall_app; split; [apply head_bytes; lia|assumption].
  - pose proof (len_pos l). apply Forall_app; split; [apply head_bytes; lia|assumption].
  - pose proof (len_pos l). apply Forall_app; split; [apply head_bytes; lia|]. apply Forall_flat_map.
    rewrite Forall_forall in *. intros j Hj. apply IH; [auto|]. cbn [depth] in D. pose proof (depth_in j l Hj). lia.
  - assert (X : forall a, a = 30 \/ a = 2 -> 0 <= a < 2 ^ 64)
      by (intros a [-> | ->]; change (2 ^ 64) with 18446744073709551616; lia).
    repeat (apply Forall_app; split); try (apply head_bytes; [lia|apply X; lia]); now apply encode_int_bytes.
Qed.

(** The encoding of a well-formed item that nests no deeper than the reader allows is read as that item. *)
Theorem decode_complete i : well_formed i -> (depth i <= depth_limit)%nat -> decode (encode i) = Some i.
Proof.
  intros W D. unfold decode. rewrite (proj2 (all_bytes_Forall (encode i)) (encode_bytes _ i W D)).
  rewrite <- (app_nil_r (encode i)), read_item_complete by assumption. reflexivity.
Qed.
Corollary decode_file_complete i : well_formed i -> (depth i <= depth_limit)%nat ->
  decode_file (encode_file i) = Some i.
Proof. intros W D. unfold decode_file, encode_file, self_described. cbn [app Z.eqb Pos.eqb andb]. now apply decode_complete. Qed.
