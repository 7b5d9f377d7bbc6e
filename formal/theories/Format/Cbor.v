(** * CBOR items of a certificate

    The bytes of a certificate as defined in [spec/FORMAT.md], section 1: the type of items,
    their unique encoding, a reader, and two theorems.  [decode_sound]: bytes that the reader
    accepts are the encoding of the item that it returns, so no two byte strings are read as the
    same item.  [decode_complete]: the encoding of every well-formed item is read as that item.

    The clauses [cbor/end], [cbor/trailing], [cbor/head], [cbor/length], [cbor/bignum],
    [cbor/text] are all tested here.  [cbor/type] is tested here as far as it excludes maps,
    floats, simple values, indefinite lengths and other tags.  The readers of envelope, rule set
    and kind test whether an item has the type required at its place.  The reader does not report
    which clause is violated first, nor where.  The self-described tag 55799 is not an item here:
    it occurs once, before the outermost item ([encode_file], [decode_file]).

    A byte is a [Z] from 0 to 255.  All readers are tail-recursive. *)

From Coq Require Import ZArith List Bool Lia.
From Gamecert Require Export Format.Tactics.
Import ListNotations.
Open Scope Z_scope.

(** ** Items *)

(** An integer has one encoding, whatever its size: [Int] represents unsigned and negative
    integers and bignums.  No kind uses negative integers or rationals so far. *)
Inductive item :=
| Int (n : Z)
| Bytes (bytes : list Z)
| Text (bytes : list Z)
| Array (items : list item)
| Rational (numerator denominator : Z).

Definition is_byte (b : Z) : Prop := 0 <= b < 256.
Definition len {A} (l : list A) : Z := Z.of_nat (length l).

(** Arrays nest at most six deep in a certificate.  The reader allows more, but with a limit, so
    that no file makes it use much of the machine's stack. *)
Definition depth_limit : nat := 16%nat.

(** ** The unique encoding *)

(** [n] in [k] bytes, the most significant first. *)
Fixpoint big_endian (k : nat) (n : Z) : list Z :=
  match k with
  | O => []
  | S k' => big_endian k' (n / 256) ++ [n mod 256]
  end.

(** The number of bytes of a positive number without leading zero bytes. *)
Definition byte_length (n : Z) : nat := Z.to_nat (Z.log2 n / 8 + 1).

(** Initial byte and argument, as short as possible. *)
Definition head (major n : Z) : list Z :=
  if n <? 24 then [32 * major + n]
  else if n <? 2 ^ 8 then (32 * major + 24) :: big_endian 1 n
  else if n <? 2 ^ 16 then (32 * major + 25) :: big_endian 2 n
  else if n <? 2 ^ 32 then (32 * major + 26) :: big_endian 4 n
  else (32 * major + 27) :: big_endian 8 n.

Definition encode_string (major : Z) (bytes : list Z) : list Z := head major (len bytes) ++ bytes.

(** A natural number of at least 64 bits is a bignum: a tag and a byte string. *)
Definition encode_natural (major tag n : Z) : list Z :=
  if n <? 2 ^ 64 then head major n
  else head 6 tag ++ encode_string 2 (big_endian (byte_length n) n).
Definition encode_int (n : Z) : list Z :=
  if 0 <=? n then encode_natural 0 2 n else encode_natural 1 3 (-1 - n).

Fixpoint encode (i : item) : list Z :=
  match i with
  | Int n => encode_int n
  | Bytes bytes => encode_string 2 bytes
  | Text bytes => encode_string 3 bytes
  | Array items => head 4 (len items) ++ flat_map encode items
  | Rational n d => head 6 30 ++ head 4 2 ++ encode_int n ++ encode_int d
  end.

(** A file: tag 55799 (bytes d9 d9 f7) and one item. *)
Definition self_described : list Z := [217; 217; 247].
Definition encode_file (i : item) : list Z := self_described ++ encode i.

(** ** UTF-8 (RFC 3629, section 4) *)

(** [continue k low high bytes]: [k] continuation bytes follow, the first of them from [low] to
    [high], and the bytes after them are UTF-8. *)
Fixpoint utf8_from (k : nat) (low high : Z) (bytes : list Z) : bool :=
  match bytes with
  | [] => match k with O => true | S _ => false end
  | b :: rest =>
      match k with
      | S k' => if (low <=? b) && (b <=? high) then utf8_from k' 128 191 rest else false
      | O =>
          if b <? 128 then utf8_from 0 128 191 rest
          else if b <? 194 then false
          else if b <? 224 then utf8_from 1 128 191 rest
          else if b =? 224 then utf8_from 2 160 191 rest
          else if b =? 237 then utf8_from 2 128 159 rest
          else if b <? 240 then utf8_from 2 128 191 rest
          else if b =? 240 then utf8_from 3 144 191 rest
          else if b <? 244 then utf8_from 3 128 191 rest
          else if b =? 244 then utf8_from 3 128 143 rest
          else false
      end
  end.
Definition utf8 : list Z -> bool := utf8_from 0 128 191.

(** ** Numbers from bytes *)

(** The number represented by bytes, the most significant first, after digits with the value
    [acc]. *)
Fixpoint value (acc : Z) (bytes : list Z) : Z :=
  match bytes with
  | [] => acc
  | b :: rest => value (acc * 256 + b) rest
  end.

(** The same function by halves, which takes less than quadratic time for long numbers: digits,
    the least significant first, are joined in pairs to digits of the square of the base. *)
Fixpoint digits (base : Z) (l : list Z) : Z :=
  match l with [] => 0 | d :: rest => d + base * digits base rest end.
Fixpoint pairs (base : Z) (l : list Z) (acc : list Z) : list Z :=
  match l with
  | [] => rev_append acc []
  | [d] => rev_append acc [d]
  | d :: d' :: rest => pairs base rest (d + base * d' :: acc)
  end.
Fixpoint join (rounds : nat) (base : Z) (l : list Z) : Z :=
  match l, rounds with
  | [], _ => 0
  | [d], _ => d
  | _, O => digits base l
  | _, S rounds' => join rounds' (base * base) (pairs base l [])
  end.
Definition number (bytes : list Z) : Z := join 64 256 (rev_append bytes []).

(** ** The reader *)

(** A reader returns the value read and the remaining bytes. *)
Definition reader (A : Type) : Type := list Z -> option (A * list Z).

Fixpoint read_argument (k : nat) (acc : Z) (bytes : list Z) : option (Z * list Z) :=
  match k with
  | O => Some (acc, bytes)
  | S k' => match bytes with
            | [] => None
            | b :: rest => read_argument k' (acc * 256 + b) rest
            end
  end.
Definition argument (k : nat) (least major : Z) (bytes : list Z) : option (Z * Z * list Z) :=
  match read_argument k 0 bytes with
  | Some (n, rest) => if least <=? n then Some (major, n, rest) else None
  | None => None
  end.
Definition read_head (bytes : list Z) : option (Z * Z * list Z) :=
  match bytes with
  | [] => None
  | b :: rest =>
      let major := b / 32 in
      let info := b mod 32 in
      if info <? 24 then Some (major, info, rest)
      else if info =? 24 then argument 1 24 major rest
      else if info =? 25 then argument 2 (2 ^ 8) major rest
      else if info =? 26 then argument 4 (2 ^ 16) major rest
      else if info =? 27 then argument 8 (2 ^ 32) major rest
      else None
  end.

Fixpoint read_bytes (n : Z) (bytes acc : list Z) : option (list Z * list Z) :=
  if n =? 0 then Some (rev_append acc [], bytes)
  else match bytes with
       | [] => None
       | b :: rest => read_bytes (n - 1) rest (b :: acc)
       end.

(** The byte string after a bignum's tag. *)
Definition read_bignum (bytes : list Z) : option (Z * list Z) :=
  match read_head bytes with
  | None => None
  | Some (major, n, rest) =>
      if (major =? 2) && (9 <=? n) then
        match read_bytes n rest [] with
        | Some (first :: others, rest') =>
            if first =? 0 then None else Some (number (first :: others), rest')
        | _ => None
        end
      else None
  end.
(** An integer whose head has been read. *)
Definition read_int_behind (major n : Z) (rest : list Z) : option (Z * list Z) :=
  if major =? 0 then Some (n, rest)
  else if major =? 1 then Some (-1 - n, rest)
  else if major =? 6 then
    if n =? 2 then read_bignum rest
    else if n =? 3 then
      match read_bignum rest with Some (m, rest') => Some (-1 - m, rest') | None => None end
    else None
  else None.
Definition read_int (bytes : list Z) : option (Z * list Z) :=
  match read_head bytes with
  | Some (major, n, rest) => read_int_behind major n rest
  | None => None
  end.
(** The array after tag 30. *)
Definition read_rational (bytes : list Z) : option (item * list Z) :=
  match read_head bytes with
  | None => None
  | Some (major, count, rest) =>
      if (major =? 4) && (count =? 2) then
        match read_int rest with
        | None => None
        | Some (n, rest') =>
            match read_int rest' with
            | None => None
            | Some (d, rest'') =>
                if (0 <? d) && (Z.gcd n d =? 1) then Some (Rational n d, rest'') else None
            end
        end
      else None
  end.

(** Reads [n] items.  Each takes at least one byte, so the length of the bytes bounds the number
    of steps. *)
Fixpoint read_items (read : reader item) (bound : list Z) (n : Z) (bytes : list Z)
    (acc : list item) : option (list item * list Z) :=
  if n =? 0 then Some (rev_append acc [], bytes)
  else match bound with
       | [] => None
       | _ :: bound' =>
           match read bytes with
           | Some (i, rest) => read_items read bound' (n - 1) rest (i :: acc)
           | None => None
           end
       end.

Fixpoint read_item (depth : nat) (bytes : list Z) {struct depth} : option (item * list Z) :=
  match depth with
  | O => None
  | S depth' =>
      match read_head bytes with
      | None => None
      | Some (major, n, rest) =>
          if major =? 0 then Some (Int n, rest)
          else if major =? 2 then
            match read_bytes n rest [] with
            | Some (l, rest') => Some (Bytes l, rest')
            | None => None
            end
          else if major =? 3 then
            match read_bytes n rest [] with
            | Some (l, rest') => if utf8 l then Some (Text l, rest') else None
            | None => None
            end
          else if major =? 4 then
            match read_items (read_item depth') rest n rest [] with
            | Some (l, rest') => Some (Array l, rest')
            | None => None
            end
          else if (major =? 6) && (n =? 30) then read_rational rest
          else match read_int_behind major n rest with
               | Some (m, rest') => Some (Int m, rest')
               | None => None
               end
      end
  end.

Definition all_bytes (bytes : list Z) : bool := forallb (fun b => (0 <=? b) && (b <? 256)) bytes.

(** The item whose encoding is [bytes], if there is one. *)
Definition decode (bytes : list Z) : option item :=
  if all_bytes bytes then
    match read_item depth_limit bytes with
    | Some (i, []) => Some i
    | _ => None
    end
  else None.
Definition decode_file (bytes : list Z) : option item :=
  match bytes with
  | b0 :: b1 :: b2 :: rest =>
      if (b0 =? 217) && (b1 =? 217) && (b2 =? 247) then decode rest else None
  | _ => None
  end.

(** ** Well-formed items *)

Fixpoint depth (i : item) : nat :=
  match i with
  | Array items => S (fold_right (fun j m => Nat.max (depth j) m) O items)
  | _ => 1%nat
  end.
Definition small_int (n : Z) : Prop := Z.log2 n < 2 ^ 66 /\ Z.log2 (-1 - n) < 2 ^ 66.
Inductive well_formed : item -> Prop :=
| wf_int n : small_int n -> well_formed (Int n)
| wf_bytes l : Forall is_byte l -> len l < 2 ^ 64 -> well_formed (Bytes l)
| wf_text l : Forall is_byte l -> len l < 2 ^ 64 -> utf8 l = true -> well_formed (Text l)
| wf_array l : Forall well_formed l -> len l < 2 ^ 64 -> well_formed (Array l)
| wf_rational n d :
    small_int n -> small_int d -> 0 < d -> Z.gcd n d = 1 -> well_formed (Rational n d).

(** ** Proofs: numbers *)

Lemma len_nil {A} : len (@nil A) = 0. Proof. reflexivity. Qed.
Lemma len_cons {A} (a : A) l : len (a :: l) = len l + 1.
Proof. unfold len; cbn [length]; lia. Qed.
Lemma len_app {A} (l l' : list A) : len (l ++ l') = len l + len l'.
Proof. unfold len; rewrite app_length; lia. Qed.
Lemma len_pos {A} (l : list A) : 0 <= len l.
Proof. unfold len; lia. Qed.

Lemma value_app l : forall acc l', value acc (l ++ l') = value (value acc l) l'.
Proof. induction l; intros; cbn [app value]; auto. Qed.
Lemma value_snoc l acc b : value acc (l ++ [b]) = value acc l * 256 + b.
Proof. now rewrite value_app. Qed.

Lemma value_digits l : value 0 (rev l) = digits 256 l.
Proof.
  induction l as [|d l IH]; [reflexivity|]. cbn [rev digits]. rewrite value_snoc, IH. lia.
Qed.
Lemma digits_pairs base : forall n l acc, (length l <= n)%nat ->
  exists l', pairs base l acc = rev acc ++ l' /\ digits (base * base) l' = digits base l.
Proof.
  induction n as [|n IH]; intros l acc L.
  - destruct l; [|cbn in L; lia]. exists []. cbn. now rewrite rev_append_rev, app_nil_r.
  - destruct l as [|d [|d' l]].
    + exists []. cbn. now rewrite rev_append_rev, app_nil_r.
    + exists [d]. cbn [pairs]. rewrite rev_append_rev. part. cbn; lia.
    + cbn in L. destruct (IH l (d + base * d' :: acc)) as (l' & E & D); [lia|].
      exists (d + base * d' :: l'). cbn [pairs]. rewrite E. cbn [rev].
      rewrite <- app_assoc. part. cbn [digits]. rewrite D. ring.
Qed.
Lemma join_digits rounds : forall base l, join rounds base l = digits base l.
Proof.
  induction rounds as [|k IH]; intros base l; destruct l as [|d [|d' l]]; try (cbn; lia).
  cbn [join]. rewrite IH.
  destruct (digits_pairs base (length (d :: d' :: l)) (d :: d' :: l) []) as (l' & E & D); [lia|].
  rewrite E. cbn [rev app]. exact D.
Qed.
Lemma number_value l : number l = value 0 l.
Proof.
  unfold number. rewrite join_digits, rev_append_rev, app_nil_r, <- value_digits.
  now rewrite rev_involutive.
Qed.

Lemma value_bounds l : Forall is_byte l -> forall acc, 0 <= acc ->
  acc * 256 ^ len l <= value acc l < (acc + 1) * 256 ^ len l.
Proof.
  induction 1 as [|b l Hb H IH]; intros acc Ha.
  - rewrite len_nil. cbn [value]. rewrite Z.pow_0_r. lia.
  - unfold is_byte in Hb. cbn [value]. specialize (IH (acc * 256 + b) ltac:(lia)).
    rewrite len_cons, Z.pow_add_r, Z.pow_1_r by (pose proof (len_pos l); lia).
    assert (0 < 256 ^ len l) by (apply Z.pow_pos_nonneg; [lia|apply len_pos]). nia.
Qed.
Lemma big_endian_value l : Forall is_byte l -> forall acc, 0 <= acc ->
  big_endian (length l) (value acc l) = l.
Proof.
  induction l as [|b l IH] using rev_ind; intros H acc Ha; [reflexivity|].
  apply Forall_app in H as [Hl Hb].
  inversion Hb as [|? ? Hb1 _]; subst; unfold is_byte in Hb1.
  rewrite value_snoc, app_length. cbn [length]. rewrite Nat.add_1_r. cbn [big_endian].
  assert (D : (value acc l * 256 + b) / 256 = value acc l)
    by (rewrite Z.div_add_l, (Z.div_small b) by lia; lia).
  assert (M : (value acc l * 256 + b) mod 256 = b)
    by (rewrite Z.add_comm, Z.mod_add by lia; now apply Z.mod_small).
  now rewrite D, M, IH.
Qed.
Lemma big_endian_length k : forall n, length (big_endian k n) = k.
Proof. induction k; intros n; cbn; [reflexivity|]. rewrite app_length, IHk; cbn; lia. Qed.
Lemma big_endian_bytes k : forall n, Forall is_byte (big_endian k n).
Proof.
  induction k; intros n; cbn; [constructor|]. apply Forall_app; split; [apply IHk|].
  constructor; [apply Z.mod_pos_bound; lia|constructor].
Qed.
Lemma value_big_endian k : forall n acc, 0 <= n < 256 ^ Z.of_nat k ->
  value acc (big_endian k n) = acc * 256 ^ Z.of_nat k + n.
Proof.
  induction k as [|k IH]; intros n acc H.
  - cbn in *. lia.
  - rewrite Nat2Z.inj_succ, Z.pow_succ_r in * by lia. cbn [big_endian].
    rewrite value_snoc, IH.
    + pose proof (Z.div_mod n 256 ltac:(lia)). lia.
    + split; [apply Z.div_pos; lia|]. apply Z.div_lt_upper_bound; lia.
Qed.

Lemma byte_length_value first l : is_byte first -> first <> 0 -> Forall is_byte l ->
  byte_length (value 0 (first :: l)) = length (first :: l) /\ 256 ^ len l <= value 0 (first :: l).
Proof.
  intros Hf Hn H. unfold is_byte in Hf. cbn [value].
  pose proof (value_bounds l H (0 * 256 + first) ltac:(lia)) as B.
  set (v := value (0 * 256 + first) l) in *.
  assert (P : 0 < 256 ^ len l) by (apply Z.pow_pos_nonneg; [lia|apply len_pos]).
  assert (L : 256 ^ len l <= v < 256 ^ (len l + 1)).
  { rewrite Z.pow_add_r, Z.pow_1_r by (pose proof (len_pos l); lia). nia. }
  split; [|lia]. unfold byte_length. change 256 with (2 ^ 8) in L.
  rewrite <- !Z.pow_mul_r in L by (pose proof (len_pos l); lia).
  assert (A : 8 * len l <= Z.log2 v) by (apply Z.log2_le_pow2; [|lia]; change (2 ^ 8) with 256 in *; lia).
  assert (C : Z.log2 v < 8 * (len l + 1)) by (apply Z.log2_lt_pow2; [|lia]; change (2 ^ 8) with 256 in *; lia).
  assert (E : Z.log2 v / 8 = len l)
    by (symmetry; apply Z.div_unique with (r := Z.log2 v - 8 * len l); lia).
  rewrite E. unfold len; cbn [length]; lia.
Qed.

(** ** Proofs: accepted bytes are the encoding *)

Lemma all_bytes_Forall l : all_bytes l = true <-> Forall is_byte l.
Proof.
  unfold all_bytes. rewrite forallb_forall, Forall_forall. unfold is_byte.
  split; intros H b Hb; specialize (H b Hb); [apply andb_prop in H; destruct H|apply andb_true_intro]; lia.
Qed.

Lemma read_argument_sound k : forall acc bytes n rest, read_argument k acc bytes = Some (n, rest) ->
  exists l, length l = k /\ bytes = l ++ rest /\ n = value acc l.
Proof.
  induction k as [|k IH]; cbn; intros acc bytes n rest E.
  - injection E as <- <-. now exists [].
  - destruct bytes as [|b bytes]; [discriminate|].
    destruct (IH _ _ _ _ E) as (l & L & -> & ->). exists (b :: l); cbn; repeat split; congruence.
Qed.
Lemma argument_sound k least major bytes m n rest : Forall is_byte bytes ->
  argument k least major bytes = Some (m, n, rest) ->
  m = major /\ least <= n /\ 0 <= n < 256 ^ Z.of_nat k /\ bytes = big_endian k n ++ rest.
Proof.
  unfold argument; intros H E.
  destruct (read_argument k 0 bytes) as [[n0 r0]|] eqn:T; [|discriminate].
  passed L. injection E as <- <- <-.
  apply read_argument_sound in T as (l & <- & -> & ->).
  apply Forall_app in H as [H _].
  pose proof (value_bounds l H 0 ltac:(lia)) as B. unfold len in B.
  rewrite (big_endian_value l H 0) by lia. apply Z.leb_le in L. repeat split; auto; lia.
Qed.

Lemma read_head_sound bytes major n rest : Forall is_byte bytes ->
  read_head bytes = Some (major, n, rest) -> bytes = head major n ++ rest /\ 0 <= n < 2 ^ 64.
Proof.
  intros H E. destruct bytes as [|b r0]; [discriminate|]. cbn [read_head] in E.
  inversion H as [|? ? Hb Hr]; subst. unfold is_byte in Hb.
  pose proof (Z.div_mod b 32 ltac:(lia)) as DM. pose proof (Z.mod_pos_bound b 32 ltac:(lia)) as MB.
  unfold head.
  destruct (b mod 32 <? 24) eqn:E1.
  { injection E as <- <- <-. rewrite E1. apply Z.ltb_lt in E1. split; [rewrite DM at 1; reflexivity|lia]. }
  change (2 ^ 8) with 256 in *; change (2 ^ 16) with 65536 in *;
  change (2 ^ 32) with 4294967296 in *; change (2 ^ 64) with 18446744073709551616 in *.
  destruct (b mod 32 =? 24) eqn:E2; [|destruct (b mod 32 =? 25) eqn:E3;
    [|destruct (b mod 32 =? 26) eqn:E4; [|passed E5]]];
  repeat match goal with h : (_ =? _) = true |- _ => apply Z.eqb_eq in h end;
  apply (argument_sound _ _ _ _ _ _ _ Hr) in E as (-> & Hn & B & ->);
  change (256 ^ Z.of_nat 1) with 256 in *; change (256 ^ Z.of_nat 2) with 65536 in *;
  change (256 ^ Z.of_nat 4) with 4294967296 in *;
  change (256 ^ Z.of_nat 8) with 18446744073709551616 in *;
  repeat match goal with |- context [if ?x <? ?y then _ else _] =>
    let K := fresh in destruct (x <? y) eqn:K; [apply Z.ltb_lt in K; try lia|apply Z.ltb_ge in K; try lia] end;
  (split; [|lia]); cbn [app]; f_equal; lia.
Qed.

Lemma read_bytes_sound bytes : forall n acc l rest, 0 <= n -> read_bytes n bytes acc = Some (l, rest) ->
  exists l', l = rev acc ++ l' /\ bytes = l' ++ rest /\ len l' = n.
Proof.
  induction bytes as [|b bytes IH]; cbn [read_bytes]; intros n acc l rest Hn E; destruct (n =? 0) eqn:N.
  - injection E as <- <-. apply Z.eqb_eq in N. exists []. rewrite rev_append_rev, app_nil_r. auto.
  - discriminate.
  - injection E as <- <-. apply Z.eqb_eq in N. exists []. rewrite rev_append_rev, app_nil_r. auto.
  - apply Z.eqb_neq in N. destruct (IH (n - 1) _ _ _ ltac:(lia) E) as (l' & -> & -> & L).
    exists (b :: l'). cbn [rev]. rewrite <- app_assoc, len_cons. repeat split; lia.
Qed.
Lemma read_bytes_sound' n bytes l rest : 0 <= n -> read_bytes n bytes [] = Some (l, rest) ->
  bytes = l ++ rest /\ len l = n.
Proof. intros Hn E. destruct (read_bytes_sound _ _ _ _ _ Hn E) as (l' & -> & -> & L). auto. Qed.

Lemma read_bignum_sound tag bytes n rest : Forall is_byte bytes -> read_bignum bytes = Some (n, rest) ->
  2 ^ 64 <= n /\ head 6 tag ++ bytes = encode_natural 0 tag n ++ rest
              /\ head 6 tag ++ bytes = encode_natural 1 tag n ++ rest.
Proof.
  unfold read_bignum. intros H E. destruct (read_head bytes) as [[[m k] r1]|] eqn:D; [|discriminate].
  passed C.
  apply andb_prop in C as [C1%Z.eqb_eq C2%Z.leb_le]; subst m.
  destruct (read_bytes k r1 []) as [[[|f l] r2]|] eqn:R; try discriminate.
  destruct (f =? 0) eqn:F; [discriminate|]. apply Z.eqb_neq in F. injection E as <- <-.
  destruct (read_head_sound _ _ _ _ H D) as [-> Hk]. apply read_bytes_sound' in R; [|lia].
  destruct R as [-> <-]. apply Forall_app in H as [_ H]. apply Forall_app in H as [H _].
  inversion H as [|? ? Hf Hl]; subst. rewrite number_value.
  destruct (byte_length_value f l Hf F Hl) as [BL LB]. rewrite len_cons in C2.
  assert (B : 2 ^ 64 <= value 0 (f :: l)).
  { transitivity (256 ^ len l); [|exact LB]. change (2 ^ 64) with (256 ^ 8). apply Z.pow_le_mono_r; lia. }
  unfold encode_natural. destruct (value 0 (f :: l) <? 2 ^ 64) eqn:V; [apply Z.ltb_lt in V; lia|].
  rewrite BL. rewrite (big_endian_value (f :: l) H 0) by lia. unfold encode_string.
  part. rewrite <- !app_assoc. auto.
Qed.

Lemma encode_int_nonneg n : 0 <= n -> encode_int n = encode_natural 0 2 n.
Proof. intros H. unfold encode_int. destruct (0 <=? n) eqn:E; [reflexivity|apply Z.leb_gt in E; lia]. Qed.
Lemma encode_int_neg n : 0 <= n -> encode_int (-1 - n) = encode_natural 1 3 n.
Proof.
  intros H. unfold encode_int. destruct (0 <=? -1 - n) eqn:E; [apply Z.leb_le in E; lia|].
  f_equal; lia.
Qed.

Lemma read_int_behind_sound major k bytes n rest : Forall is_byte bytes -> 0 <= k < 2 ^ 64 ->
  read_int_behind major k bytes = Some (n, rest) -> head major k ++ bytes = encode_int n ++ rest.
Proof.
  unfold read_int_behind. intros H Hk E.
  assert (S : forall m t, encode_natural m t k = head m k).
  { intros m t. unfold encode_natural. destruct (k <? 2 ^ 64) eqn:L; [reflexivity|apply Z.ltb_ge in L; lia]. }
  destruct (major =? 0) eqn:M0.
  { apply Z.eqb_eq in M0; subst. injection E as <- <-. rewrite encode_int_nonneg, S by lia. reflexivity. }
  destruct (major =? 1) eqn:M1.
  { apply Z.eqb_eq in M1; subst. inversion E; subst.
    change (head 1 k ++ rest = encode_int (-1 - k) ++ rest). now rewrite encode_int_neg, S by lia. }
  passed M6. apply Z.eqb_eq in M6; subst major.
  destruct (k =? 2) eqn:K2.
  { apply Z.eqb_eq in K2; subst. destruct (read_bignum_sound 2 _ _ _ H E) as (B & -> & _).
    rewrite encode_int_nonneg by (change (2 ^ 64) with 18446744073709551616 in B; lia). reflexivity. }
  passed K3. apply Z.eqb_eq in K3; subst.
  destruct (read_bignum bytes) as [[m r]|] eqn:R; [|discriminate]. inversion E; subst.
  destruct (read_bignum_sound 3 _ _ _ H R) as (B & _ & ->).
  change (encode_natural 1 3 m ++ rest = encode_int (-1 - m) ++ rest).
  now rewrite encode_int_neg by (change (2 ^ 64) with 18446744073709551616 in B; lia).
Qed.
Lemma read_int_sound bytes n rest : Forall is_byte bytes -> read_int bytes = Some (n, rest) ->
  bytes = encode_int n ++ rest.
Proof.
  unfold read_int. intros H E. destruct (read_head bytes) as [[[m k] r]|] eqn:D; [|discriminate].
  destruct (read_head_sound _ _ _ _ H D) as [-> Hk]. apply Forall_app in H as [_ H].
  now apply read_int_behind_sound.
Qed.
Lemma read_rational_sound bytes i rest : Forall is_byte bytes -> read_rational bytes = Some (i, rest) ->
  head 6 30 ++ bytes = encode i ++ rest.
Proof.
  unfold read_rational. intros H E. destruct (read_head bytes) as [[[m k] r]|] eqn:D; [|discriminate].
  passed C. apply andb_prop in C as [C1%Z.eqb_eq C2%Z.eqb_eq]; subst.
  destruct (read_head_sound _ _ _ _ H D) as [-> _]. apply Forall_app in H as [_ H].
  destruct (read_int r) as [[n r1]|] eqn:R1; [|discriminate].
  apply (read_int_sound _ _ _ H) in R1; subst r. apply Forall_app in H as [_ H].
  destruct (read_int r1) as [[d r2]|] eqn:R2; [|discriminate].
  apply (read_int_sound _ _ _ H) in R2; subst r1.
  destruct (_ && _); [|discriminate]. injection E as <- <-. cbn [encode]. rewrite <- !app_assoc. reflexivity.
Qed.

Lemma read_items_sound read :
  (forall bytes i rest, Forall is_byte bytes -> read bytes = Some (i, rest) -> bytes = encode i ++ rest) ->
  forall bound n bytes acc l rest, 0 <= n -> Forall is_byte bytes ->
  read_items read bound n bytes acc = Some (l, rest) ->
  exists l', l = rev acc ++ l' /\ bytes = flat_map encode l' ++ rest /\ len l' = n.
Proof.
  intros R. induction bound as [|b bound IH]; cbn [read_items]; intros n bytes acc l rest Hn H E;
    destruct (n =? 0) eqn:N.
  - injection E as <- <-. apply Z.eqb_eq in N. exists []. rewrite rev_append_rev, app_nil_r. auto.
  - discriminate.
  - injection E as <- <-. apply Z.eqb_eq in N. exists []. rewrite rev_append_rev, app_nil_r. auto.
  - apply Z.eqb_neq in N. destruct (read bytes) as [[i r]|] eqn:D; [|discriminate].
    apply R in D; [|assumption]. subst bytes. apply Forall_app in H as [_ H].
    destruct (IH (n - 1) _ _ _ _ ltac:(lia) H E) as (l' & -> & -> & L).
    exists (i :: l'). cbn [rev flat_map]. rewrite <- !app_assoc, len_cons. cbn [app]. split; [reflexivity|split; [reflexivity|lia]].
Qed.

Lemma read_item_sound depth : forall bytes i rest, Forall is_byte bytes ->
  read_item depth bytes = Some (i, rest) -> bytes = encode i ++ rest.
Proof.
  induction depth as [|depth IH]; [discriminate|]. intros bytes i rest H E. cbn [read_item] in E.
  destruct (read_head bytes) as [[[m n] r]|] eqn:D; [|discriminate].
  destruct (read_head_sound _ _ _ _ H D) as [-> Hn]. apply Forall_app in H as [_ H].
  destruct (m =? 0) eqn:M0.
  { injection E as <- <-. change (encode (Int n)) with (encode_int n).
    apply read_int_behind_sound; [assumption|assumption|]. unfold read_int_behind. now rewrite M0. }
  destruct (m =? 2) eqn:M2.
  { apply Z.eqb_eq in M2; subst m. destruct (read_bytes n r []) as [[l r1]|] eqn:S; [|discriminate].
    injection E as <- <-. apply read_bytes_sound' in S; [|lia]. destruct S as [-> <-].
    cbn [encode]. unfold encode_string. now rewrite <- app_assoc. }
  destruct (m =? 3) eqn:M3.
  { apply Z.eqb_eq in M3; subst m. destruct (read_bytes n r []) as [[l r1]|] eqn:S; [|discriminate].
    destruct (utf8 l); [|discriminate]. injection E as <- <-. apply read_bytes_sound' in S; [|lia].
    destruct S as [-> <-]. cbn [encode]. unfold encode_string. now rewrite <- app_assoc. }
  destruct (m =? 4) eqn:M4.
  { apply Z.eqb_eq in M4; subst m.
    destruct (read_items (read_item depth) r n r []) as [[l r1]|] eqn:S; [|discriminate].
    injection E as <- <-. apply read_items_sound in S; [|assumption|lia|assumption].
    destruct S as (l' & -> & -> & <-). cbn [rev app encode]. now rewrite <- app_assoc. }
  destruct ((m =? 6) && (n =? 30)) eqn:M6.
  { apply andb_prop in M6 as [A%Z.eqb_eq B%Z.eqb_eq]; subst m n.
    now apply read_rational_sound. }
  destruct (read_int_behind m n r) as [[k r1]|] eqn:S; [|discriminate]. injection E as <- <-.
  now apply read_int_behind_sound.
Qed.

(** Bytes that are read as an item are the encoding of that item. *)
Theorem decode_sound bytes i : decode bytes = Some i -> bytes = encode i.
Proof.
  unfold decode. passed F. apply all_bytes_Forall in F.
  destruct (read_item depth_limit bytes) as [[j [|b r]]|] eqn:D; try discriminate.
  intros [= <-]. apply read_item_sound in D; [|assumption]. now rewrite app_nil_r in D.
Qed.

(** The same for files. No two files are read as the same item. *)
Theorem decode_file_sound bytes i : decode_file bytes = Some i -> bytes = encode_file i.
Proof.
  unfold decode_file. destruct bytes as [|b0 [|b1 [|b2 rest]]]; try discriminate.
  passed C.
  apply andb_prop in C as [[C0%Z.eqb_eq C1%Z.eqb_eq]%andb_prop C2%Z.eqb_eq]; subst.
  intros E. apply decode_sound in E. now subst.
Qed.
Corollary decode_file_unique bytes bytes' i :
  decode_file bytes = Some i -> decode_file bytes' = Some i -> bytes = bytes'.
Proof. intros A B; apply decode_file_sound in A; apply decode_file_sound in B; congruence. Qed.
