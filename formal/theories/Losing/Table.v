(** * The table of positions

    What this file is for: the positions that have been met while a stream is read, each with a mark:
    open, or completed with [len] and [rev]. A position is stored as a code, five numbers from which
    it can be told from every other position. A code's slot decides where it is looked for; in a slot
    codes are compared whole, so nothing rests on the slot, and a bad choice of it costs time alone.

    What it leaves to others: that different positions have different codes ([Code.v]). *)

From Coq Require Import ZArith List Bool FMapPositive Lia.
Open Scope Z_scope.

(** ** Codes *)

Inductive code := Code (a b c d e : Z).

Definition code_eqb (x y : code) : bool :=
  let '(Code a b c d e) := x in
  let '(Code a' b' c' d' e') := y in
  (a =? a') && (b =? b') && (c =? c') && (d =? d') && (e =? e').

Lemma code_eqb_spec x y : code_eqb x y = true <-> x = y.
Proof.
  destruct x as [a b c d e], y as [a' b' c' d' e']; cbn.
  rewrite !andb_true_iff, !Z.eqb_eq. split.
  - intros [[[[-> ->] ->] ->] ->]; reflexivity.
  - intro E; injection E; auto.
Qed.

(** ** Marks and slots *)

Inductive mark := Open | Completed (len rev : Z).

(** The codes of one slot with their marks. *)
Inductive bucket := Nil | Coded (a b c d e : Z) (m : mark) (rest : bucket).

Fixpoint bucket_find (b : bucket) (x : code) : option mark :=
  match b with
  | Nil => None
  | Coded a b' c d e m rest => if code_eqb x (Code a b' c d e) then Some m else bucket_find rest x
  end.

Fixpoint bucket_set (b : bucket) (x : code) (m : mark) : bucket :=
  match b with
  | Nil => let '(Code a b' c d e) := x in Coded a b' c d e m Nil
  | Coded a b' c d e m' rest =>
      if code_eqb x (Code a b' c d e) then Coded a b' c d e m rest
      else Coded a b' c d e m' (bucket_set rest x m)
  end.

Lemma bucket_set_same b x m : bucket_find (bucket_set b x m) x = Some m.
Proof.
  induction b as [|a b' c d e m' rest IH].
  - destruct x as [a b' c d e]; cbn. now rewrite !Z.eqb_refl.
  - cbn [bucket_set]. destruct (code_eqb x (Code a b' c d e)) eqn:E; cbn [bucket_find]; rewrite E; auto.
Qed.

Lemma bucket_set_other b x y m : x <> y -> bucket_find (bucket_set b x m) y = bucket_find b y.
Proof.
  intros N. induction b as [|a b' c d e m' rest IH].
  - destruct x as [a b' c d e]; cbn [bucket_set bucket_find].
    destruct (code_eqb y (Code a b' c d e)) eqn:E; [|reflexivity].
    apply code_eqb_spec in E; congruence.
  - cbn [bucket_set]. destruct (code_eqb x (Code a b' c d e)) eqn:E; cbn [bucket_find].
    + apply code_eqb_spec in E; subst x. destruct (code_eqb y (Code a b' c d e)) eqn:E'; [|reflexivity].
      apply code_eqb_spec in E'; congruence.
    + now rewrite IH.
Qed.

(** ** The table

    Slots are numbers from 1 to [slots]; there should be about as many as positions. *)

Record table := Table { slots : Z; buckets : PositiveMap.t bucket }.

(** A prime less than 2^30, and factors less than 2^29, so that the sum of products is less than
    2^62. *)
Definition prime : Z := 1073741789.
Definition factor_a : Z := 402653189.
Definition factor_b : Z := 290182597.
Definition factor_c : Z := 471129091.
Definition factor_d : Z := 336860183.
Definition factor_e : Z := 196613.

Definition slot (t : table) (x : code) : positive :=
  let '(Code a b c d e) := x in
  let sum := (a mod prime) * factor_a + (b mod prime) * factor_b + (c mod prime) * factor_c
             + (d mod prime) * factor_d + e * factor_e in
  Z.to_pos ((sum mod prime) mod slots t + 1).

Definition empty_table (slots : Z) : table := Table slots (PositiveMap.empty bucket).

Definition find (t : table) (x : code) : option mark :=
  match PositiveMap.find (slot t x) (buckets t) with
  | Some b => bucket_find b x
  | None => None
  end.

Definition set (t : table) (x : code) (m : mark) : table :=
  let i := slot t x in
  let b := match PositiveMap.find i (buckets t) with Some b => b | None => Nil end in
  Table (slots t) (PositiveMap.add i (bucket_set b x m) (buckets t)).

Lemma find_empty n x : find (empty_table n) x = None.
Proof. unfold find; cbn [buckets empty_table]. now rewrite PositiveMap.gempty. Qed.

Lemma find_set_same t x m : find (set t x m) x = Some m.
Proof.
  unfold find, set; cbn [buckets].
  change (slot (Table (slots t) _) x) with (slot t x). rewrite PositiveMap.gss.
  apply bucket_set_same.
Qed.

Lemma find_set_other t x y m : x <> y -> find (set t x m) y = find t y.
Proof.
  intros N. unfold find, set; cbn [buckets].
  change (slot (Table (slots t) _) y) with (slot t y).
  destruct (Pos.eq_dec (slot t y) (slot t x)) as [E|E].
  - rewrite E, PositiveMap.gss, bucket_set_other by exact N.
    destruct (PositiveMap.find (slot t x) (buckets t)); reflexivity.
  - rewrite PositiveMap.gso by exact E. reflexivity.
Qed.
