(** * Kind [scoring], from the bytes of a file

    Reads the claim and the evidence of a certificate of kind [scoring], tests it, and states the
    resulting facts about the game: [verify_scoring_sound].

    Pages: [spec/kinds/scoring.md] sections 2, 3 and 6, [spec/rules/subtraction.md] section 1.

    Clauses: [subtraction/set]; [scoring/range], [blocks], [period], [onset], [varint], [window],
    [equilibrium], [outcome], [jump_missing], [jump_false], [monotone], [repeat];
    [citation/count]; [resources/work].  All are tested.  The checker does not report which clause
    is violated first, nor where. *)

From Coq Require Import String.
From Coq Require Import Arith ZArith List Bool Lia.
From Gamecert Require Import Format.Cbor Format.Fields Format.Envelope.
From Gamecert.Scoring Require Import Game Matrix Period Row Rows Jumps.
Import ListNotations.
Local Open Scope Z_scope.

(** ** Numbers in bytes *)

Definition limit_32 : Z := Eval compute in 2 ^ 32.
Definition limit_28 : Z := Eval compute in 2 ^ 28.
Definition limit_26 : Z := Eval compute in 2 ^ 26.

(** The numbers of a byte string (varint).  At most [k] more bytes may follow in the current
    number, whose known part is [v]; the next byte has the weight [unit]. *)
Fixpoint read_numbers (bytes : list Z) (k : nat) (v unit : Z) (acc : list Z) : option (list Z) :=
  match bytes with
  | [] => if unit =? 1 then Some (rev' acc) else None
  | b :: rest =>
      if b <? 128 then
        let n := v + b * unit in
        if (b =? 0) && negb (unit =? 1) then None
        else if n <? limit_32 then read_numbers rest 4 0 1 (n :: acc) else None
      else
        match k with
        | O => None
        | S k' => read_numbers rest k' (v + (b - 128) * unit) (unit * 128) acc
        end
  end.
Definition numbers (bytes : list Z) : option (list Z) := read_numbers bytes 4 0 1 [].

(** The integer with this number, in the order 0, -1, 1, -2, 2, ... *)
Definition integer (n : Z) : Z := if Z.even n then n / 2 else - ((n + 1) / 2).

(** Rows of TB + 1 numbers.  The current row needs [k] more numbers. *)
Fixpoint rows_of (TB : nat) (ns : list Z) (k : nat) (v : Z) (row : list Z) (rows : list (list Z))
    : option (list (list Z)) :=
  match ns with
  | [] => match k with O => Some (rev' rows) | S _ => None end
  | n :: ns' =>
      match k with
      | O =>
          let v := integer n in
          match TB with O => rows_of TB ns' O v [] ([v] :: rows) | S _ => rows_of TB ns' TB v [v] rows end
      | S k' =>
          let v := v + n in
          match k' with
          | O => rows_of TB ns' O v [] (rev' (v :: row) :: rows)
          | S _ => rows_of TB ns' k' v (v :: row) rows
          end
      end
  end.
Definition read_rows (TB : nat) (bytes : list Z) : option (list (list Z)) :=
  match numbers bytes with Some ns => rows_of TB ns 0 0 [] [] | None => None end.

(** Columns of jumps up to heap [limit]. x is the last heap of the current column. *)
Fixpoint columns_of (limit : Z) (ns : list Z) (x : Z) (column : list nat) (columns : list (list nat))
    : option (list (list nat)) :=
  match ns with
  | [] => match column with [] => Some (rev' columns) | _ => None end
  | n :: ns' =>
      if n =? 0 then columns_of limit ns' 1 [] (rev' column :: columns)
      else
        let x := x + n in
        if x <=? limit then columns_of limit ns' x (Z.to_nat x :: column) columns else None
  end.
Definition read_columns (N : Z) (bytes : list Z) : option (list (list nat)) :=
  match numbers bytes with Some ns => columns_of (N + 1) ns 1 [] [] | None => None end.

(** The columns of p = 0, ..., TB from a block t, which stores the columns of p = 0, ..., t - 1
    and then of q = 0, ..., t - 1. *)
Definition by_coins (t TB : nat) (columns : list (list nat)) : list (list nat) :=
  firstn t columns ++ (if (TB =? 2 * t)%nat then [[]] else []) ++ rev' (skipn t columns).

(** ** Blocks *)

(** Period, onset and bytes. *)
Record block := Block { period : Z; onset : Z; content : list Z }.
Definition read_block (i : item) : option block :=
  match i with
  | Array [Int p; Int n; Bytes bytes] => Some (Block p n bytes)
  | _ => None
  end.
Definition block_item (b : block) : item := Array [Int (period b); Int (onset b); Bytes (content b)].

Definition below (n limit : Z) : bool := (0 <=? n) && (n <? limit).

(** A block of rows, for one total budget. *)
Definition rows_block (set : list nat) (TB : Z) (b : block) : bool :=
  if below (period b) limit_28 && below (onset b) limit_28
     && ((onset b + period b) * (TB + 1) <=? list_length (content b)) then
    match read_rows (Z.to_nat TB) (content b) with
    | Some rows => check_rows set (Z.to_nat TB) (Z.to_nat (onset b)) (Z.to_nat (period b)) rows
    | None => false
    end
  else false.

(** A block of jumps, for those of the total budgets 2t - 1 and 2t that are in the range. *)
Definition jumps_block (first last t : Z) (b : block) : bool :=
  if (period b =? 2) && below (onset b) limit_28 then
    match read_columns (onset b) (content b) with
    | Some columns =>
        if list_length columns =? 2 * t then
          let one TB := check_jumps (Z.to_nat TB) (Z.to_nat (onset b))
                          (by_coins (Z.to_nat t) (Z.to_nat TB) columns) in
          (if (first <=? 2 * t - 1) && (2 * t - 1 <=? last) then one (2 * t - 1) else true)
          && (if (first <=? 2 * t) && (2 * t <=? last) then one (2 * t) else true)
        else false
    | None => false
    end
  else false.

(** There is one block for each number from [n] to [last], and all of them pass. *)
Fixpoint blocks_pass (passes : Z -> block -> bool) (last n : Z) (bs : list block) : bool :=
  match bs with
  | [] => n =? last + 1
  | b :: bs' => if passes n b then blocks_pass passes last (n + 1) bs' else false
  end.

(** ** Required work *)

Definition is_one (set : list nat) : bool := match set with [s] => (s =? 1)%nat | _ => false end.
Definition rows_steps (set : list nat) (TB : Z) (b : block) : Z :=
  (onset b + period b + Z.of_nat (max_entry set)) * (TB + 1) * (Z.of_nat (length set) + 4).
Definition jumps_steps (first last t : Z) (b : block) : Z :=
  let two := 2 * t <=? last in
  let budgets := (if (first <=? 2 * t - 1) && (2 * t - 1 <=? last) then 1 else 0)
                 + (if (first <=? 2 * t) && two then 1 else 0) in
  16 * (budgets * (onset b + 2) * ((if two then 2 * t else 2 * t - 1) + 1))
  / (Z.sqrt (list_length (content b)) + 16).
Fixpoint steps (count : Z -> block -> Z) (n : Z) (bs : list block) (acc : Z) : Z :=
  match bs with [] => acc | b :: bs' => steps count (n + 1) bs' (acc + count n b) end.

(** ** The file *)

Record claim_of := Claim { set : list nat; first : Z; last : Z }.

Definition read_entry (i : item) : option nat :=
  match i with Int s => if (1 <=? s) && (s <=? 255) then Some (Z.to_nat s) else None | _ => None end.
Fixpoint strictly_ascending (l : list nat) : bool :=
  match l with
  | s :: (s' :: _) as l' => if (s <? s')%nat then strictly_ascending l' else false
  | _ => true
  end.
(** Clause [subtraction/set]. *)
Definition read_set (i : item) : option (list nat) :=
  match i with
  | Array entries =>
      match traverse read_entry entries with
      | Some set =>
          if (1 <=? list_length set) && (list_length set <=? 16) && strictly_ascending set
          then Some set else None
      | None => None
      end
  | _ => None
  end.

(** The claim and the blocks of an envelope of this kind and rule set. *)
Definition read_claim (e : envelope) : option (claim_of * list block) :=
  match parameters e, claim e, citations e with
  | [p], [Int first; Int last], [] =>
      match read_set p, traverse read_block (evidence e) with
      | Some set, Some bs =>
          if (0 <=? first) && (first <=? last) && (last <? limit_28)
          then Some (Claim set first last, bs) else None
      | _, _ => None
      end
  | _, _, _ => None
  end.

Definition check_blocks (size : Z) (c : claim_of) (bs : list block) : bool :=
  let allowed := limit_26 + 256 * size in
  if is_one (set c) then
    let t := (first c + 1) / 2 in
    if steps (jumps_steps (first c) (last c)) t bs 0 <=? allowed
    then blocks_pass (jumps_block (first c) (last c)) ((last c + 1) / 2) t bs else false
  else
    if steps (rows_steps (set c)) (first c) bs 0 <=? allowed
    then blocks_pass (rows_block (set c)) (last c) (first c) bs else false.

Definition kind_name : list Z := Eval compute in codes "scoring"%string.
Definition rules_name : list Z := Eval compute in codes "subtraction"%string.

(** The contents of a verified file: its claim, and the evidence, which determines the outcomes. *)
Record scoring_claim := ScoringClaim { stated : claim_of; blocks : list block }.

(** Verifies an envelope of a file of [size] bytes. *)
Definition verify_scoring_envelope (size : Z) (e : envelope) : option scoring_claim :=
  if same_bytes (kind e) kind_name && (kind_version e =? 1)
     && same_bytes (rules e) rules_name && (rules_version e =? 1) then
    match read_claim e with
    | Some (c, bs) => if check_blocks size c bs then Some (ScoringClaim c bs) else None
    | None => None
    end
  else None.
Definition verify_scoring (bytes : list Z) : option scoring_claim :=
  match read_envelope bytes with
  | Some e => verify_scoring_envelope (list_length bytes) e
  | None => None
  end.

(** ** The outcomes in the evidence *)

(** The block for a total budget of the claim. *)
Definition block_of (c : claim_of) (bs : list block) (TB : nat) : block :=
  let n := Z.of_nat TB in
  nth (Z.to_nat (if is_one (set c) then (n + 1) / 2 - (first c + 1) / 2 else n - first c)) bs (Block 1 0 []).
Definition block_onset (c : claim_of) (bs : list block) (TB : nat) : nat := Z.to_nat (onset (block_of c bs TB)).
Definition block_period (c : claim_of) (bs : list block) (TB : nat) : nat := Z.to_nat (period (block_of c bs TB)).
(** The outcome v(x, p) for the total budget TB according to the evidence. *)
Definition evidence_value (c : claim_of) (bs : list block) (TB x p : nat) : Z :=
  let b := block_of c bs TB in
  if is_one (set c) then
    match read_columns (onset b) (content b) with
    | Some columns => jump_value TB (by_coins ((TB + 1) / 2) TB columns) x p
    | None => 0
    end
  else
    match read_rows TB (content b) with
    | Some rows => row_value (Z.to_nat (onset b)) (Z.to_nat (period b)) rows x p
    | None => 0
    end.

(** The envelope of the certificate with this claim and evidence. *)
Definition certificate (c : claim_of) (bs : list block) : envelope :=
  Envelope kind_name 1 rules_name 1 [Array (map (fun s => Int (Z.of_nat s)) (set c))]
    [Int (first c); Int (last c)] [] (map block_item bs).

(** ** Soundness *)

Lemma below_spec n limit : below n limit = true -> 0 <= n < limit.
Proof. unfold below. rewrite andb_true_iff, Z.leb_le, Z.ltb_lt. auto. Qed.

Lemma is_one_spec set : is_one set = true -> set = [1%nat].
Proof. unfold is_one. destruct set as [|s []]; try discriminate. intros E; apply Nat.eqb_eq in E; congruence. Qed.

Lemma blocks_pass_sound passes last bs : forall m, blocks_pass passes last m bs = true ->
  forall n, m <= n <= last -> exists b, nth_error bs (Z.to_nat (n - m)) = Some b /\ passes n b = true.
Proof.
  induction bs as [|b bs IH]; cbn [blocks_pass]; intros m H n L.
  - apply Z.eqb_eq in H. lia.
  - passed B.
    destruct (Z.eq_dec n m) as [->|D].
    + exists b. rewrite Z.sub_diag. auto.
    + destruct (IH (m + 1) H n ltac:(lia)) as (b' & E & B'). exists b'. split; auto.
      replace (Z.to_nat (n - m)) with (Datatypes.S (Z.to_nat (n - (m + 1)))) by lia. exact E.
Qed.

Lemma check_blocks_sound size c bs : check_blocks size c bs = true -> 0 <= first c ->
  forall TB, first c <= Z.of_nat TB <= last c ->
  block_claim (set c) TB (block_onset c bs TB) (block_period c bs TB) (evidence_value c bs TB).
Proof.
  unfold check_blocks, block_onset, block_period, evidence_value, block_of.
  destruct (is_one (set c)) eqn:One; intros H F TB L.
  - apply is_one_spec in One. rewrite One.
    destruct (_ <=? _) in H; [|discriminate].
    assert (T : (first c + 1) / 2 <= (Z.of_nat TB + 1) / 2 <= (last c + 1) / 2).
    { split; apply Z.div_le_mono; lia. }
    destruct (blocks_pass_sound _ _ _ _ H _ T) as (b & E & B). clear H.
    rewrite (nth_error_nth _ _ _ E). unfold jumps_block in B.
    destruct (_ && _) eqn:G in B; [|discriminate]. apply andb_true_iff in G as [G1%Z.eqb_eq G2]. rewrite G1.
    apply below_spec in G2.
    destruct (read_columns (onset b) (content b)) as [columns|]; [|discriminate].
    destruct (_ =? _) in B; [|discriminate]. cbv zeta in B.
    apply andb_true_iff in B as [B1 B2].
    set (t := (Z.of_nat TB + 1) / 2) in *.
    assert (Et : Z.to_nat t = ((TB + 1) / 2)%nat).
    { unfold t. replace (Z.of_nat TB + 1) with (Z.of_nat (TB + 1)) by lia.
      change 2 with (Z.of_nat 2). now rewrite <- Nat2Z.inj_div, Nat2Z.id. }
    rewrite <- Et. change (Z.to_nat 2) with 2%nat. apply check_jumps_sound.
    assert (C : Z.of_nat TB = 2 * t - 1 \/ Z.of_nat TB = 2 * t).
    { unfold t. pose proof (Z.div_mod (Z.of_nat TB + 1) 2 ltac:(lia)).
      pose proof (Z.mod_pos_bound (Z.of_nat TB + 1) 2 ltac:(lia)). lia. }
    destruct C as [C|C]; rewrite <- C in *.
    + rewrite (proj2 (Z.leb_le (first c) _)), (proj2 (Z.leb_le _ (last c))) in B1 by lia.
      cbn [andb] in B1. now rewrite Nat2Z.id in B1.
    + rewrite (proj2 (Z.leb_le (first c) _)), (proj2 (Z.leb_le _ (last c))) in B2 by lia.
      cbn [andb] in B2. now rewrite Nat2Z.id in B2.
  - destruct (_ <=? _) in H; [|discriminate].
    destruct (blocks_pass_sound _ _ _ _ H (Z.of_nat TB) L) as (b & E & B). clear H.
    rewrite (nth_error_nth _ _ _ E). unfold rows_block in B. rewrite Nat2Z.id in B.
    destruct (_ && _) in B; [|discriminate].
    destruct (read_rows TB (content b)) as [rows|]; [|discriminate].
    now apply check_rows_sound.
Qed.

Lemma read_block_sound i b : read_block i = Some b -> i = block_item b.
Proof.
  unfold read_block. destruct i as [| | |[|[p| | | |] [|[n| | | |] [|[|bytes| | |] []]]]|]; try discriminate.
  intros E. injection E as <-. reflexivity.
Qed.
Lemma read_entry_sound i s : read_entry i = Some s -> i = Int (Z.of_nat s).
Proof.
  unfold read_entry. destruct i; try discriminate. passed G.
  apply andb_true_iff in G as [G%Z.leb_le _].
  intros E. injection E as <-. now rewrite Z2Nat.id by lia.
Qed.
Lemma read_set_sound i s : read_set i = Some s -> i = Array (map (fun s => Int (Z.of_nat s)) s).
Proof.
  unfold read_set. destruct i; try discriminate. destruct (traverse read_entry items) as [s'|] eqn:T; [|discriminate].
  destruct (_ && _); [|discriminate]. intros E. injection E as <-. f_equal.
  apply (traverse_sound _ _ _ _ read_entry_sound T).
Qed.
Lemma read_claim_sound e c bs : read_claim e = Some (c, bs) ->
  parameters e = [Array (map (fun s => Int (Z.of_nat s)) (set c))]
  /\ claim e = [Int (first c); Int (last c)] /\ citations e = [] /\ evidence e = map block_item bs
  /\ 0 <= first c <= last c.
Proof.
  unfold read_claim. destruct (parameters e) as [|p []]; try discriminate.
  destruct (claim e) as [|[f| | | |] [|[l| | | |] []]]; try discriminate.
  destruct (citations e); try discriminate.
  take s P.
  destruct (traverse read_block (evidence e)) as [bs'|] eqn:T; [|discriminate].
  passed G. intros E. injection E as <- <-. cbn [set first last].
  apply andb_true_iff in G as [[G1 G2]%andb_true_iff _].
  apply Z.leb_le in G1, G2. apply read_set_sound in P. apply (traverse_sound _ _ _ _ read_block_sound) in T.
  rewrite P. repeat split; auto.
Qed.

Lemma verify_scoring_envelope_sound size e c : verify_scoring_envelope size e = Some c ->
  e = certificate (stated c) (blocks c) /\ check_blocks size (stated c) (blocks c) = true
  /\ 0 <= first (stated c) <= last (stated c).
Proof.
  unfold verify_scoring_envelope. passed G.
  destruct (read_claim e) as [[c' bs]|] eqn:R; [|discriminate].
  passed B. intros E. injection E as <-.
  apply andb_true_iff in G as [[[G1 G2]%andb_true_iff G3]%andb_true_iff G4].
  apply same_bytes_eq in G1, G3. apply Z.eqb_eq in G2, G4.
  apply read_claim_sound in R as (R1 & R2 & R3 & R4 & R5). cbn [stated blocks].
  split; [|auto]. unfold certificate. destruct e; cbn in *. congruence.
Qed.

(** The meaning of a verified file of kind [scoring] in terms of the game.  For each total budget
    of the range, each size of the heap and each distribution of the coins, the outcome of the
    game is the outcome according to the evidence.  Outcomes are defined everywhere, do not
    decrease when Left has more coins, and repeat with the least period and from the least onset
    that the file states ([block_claim]). *)
Definition scoring_claim_holds (c : scoring_claim) : Prop :=
  0 <= first (stated c) <= last (stated c)
  /\ forall TB, first (stated c) <= Z.of_nat TB <= last (stated c) ->
     block_claim (set (stated c)) TB (block_onset (stated c) (blocks c) TB)
       (block_period (stated c) (blocks c) TB) (evidence_value (stated c) (blocks c) TB).

(** From the bytes of a file to the claim: if the checker accepts, the claim holds. *)
Theorem verify_scoring_sound bytes c : verify_scoring bytes = Some c -> scoring_claim_holds c.
Proof.
  unfold verify_scoring. destruct (read_envelope bytes) as [e|]; [|discriminate].
  intros E. apply verify_scoring_envelope_sound in E as (_ & B & F).
  part. intros TB L. eapply check_blocks_sound; [exact B|lia|exact L].
Qed.

(** The file consists of exactly the bytes that claim and evidence determine. *)
Theorem verify_scoring_bytes bytes c : verify_scoring bytes = Some c ->
  bytes = encode_file (envelope_item (certificate (stated c) (blocks c))).
Proof.
  unfold verify_scoring. take e R.
  intros E. apply verify_scoring_envelope_sound in E as (-> & _). now apply read_envelope_sound.
Qed.
