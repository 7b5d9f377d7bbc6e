(** * The table of positions

    The positions that have been met while a stream is read. Each has a mark: open, or completed
    with [len] and [rev]. A position is stored as a code of five numbers that distinguishes it
    from every other position. The slot of a code decides where the code is stored. Inside a slot
    codes are compared completely, so correctness does not depend on the slots; a bad choice costs
    only time.

    Not covered here: different positions have different codes ([Code.v]). *)

From Coq Require Import ZArith List Bool.
From Gamecert Require Import Losing.Game Losing.Rules.
Import ListNotations.
Open Scope Z_scope.

(** ** Numbers

    After extraction a numeral that is rebuilt at every use costs time, so these numerals are
    built once. *)

Definition n0 : Z := 0.  Definition n1 : Z := 1.  Definition n2 : Z := 2.
Definition n3 : Z := 3.  Definition n4 : Z := 4.  Definition n5 : Z := 5.
Definition n6 : Z := 6.  Definition n7 : Z := 7.  Definition n8 : Z := 8.
Definition n9 : Z := 9.  Definition n10 : Z := 10.  Definition n11 : Z := 11.
Definition n12 : Z := 12.  Definition n13 : Z := 13.

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

(** The codes of a slot with their marks. *)
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

    Slots are numbers from 0 to [slots - 1]; there should be about one per position. They are the
    leaves of a tree with eight branches at each node. *)

Inductive tree := Nothing | Slot (b : bucket) | Node (branches : eight tree).

Definition no_branches : eight tree :=
  Eight Nothing Nothing Nothing Nothing Nothing Nothing Nothing Nothing.

Definition branches_of (t : tree) : eight tree :=
  match t with Node branches => branches | _ => no_branches end.

Fixpoint tree_find (t : tree) (path : list line) : bucket :=
  match path with
  | [] => match t with Slot b => b | _ => Nil end
  | i :: rest => match t with Node branches => tree_find (get branches i) rest | _ => Nil end
  end.

Fixpoint tree_set (t : tree) (path : list line) (b : bucket) : tree :=
  match path with
  | [] => Slot b
  | i :: rest =>
      let branches := branches_of t in
      Node (put branches i (tree_set (get branches i) rest b))
  end.

Lemma get_put_same A (x : eight A) i v : get (put x i v) i = v.
Proof. destruct x, i; reflexivity. Qed.

Lemma get_put_other A (x : eight A) i j v : i <> j -> get (put x i v) j = get x j.
Proof. destruct x, i, j; intros N; try reflexivity; now contradiction N. Qed.

Lemma tree_set_same path : forall t b, tree_find (tree_set t path b) path = b.
Proof.
  induction path as [|i path IH]; intros t b; cbn; [reflexivity|]. now rewrite get_put_same, IH.
Qed.

Lemma tree_find_nothing path : tree_find Nothing path = Nil.
Proof. destruct path; reflexivity. Qed.

Lemma tree_find_branches t i path : tree_find t (i :: path) = tree_find (get (branches_of t) i) path.
Proof. destruct t, i; try reflexivity; symmetry; apply tree_find_nothing. Qed.

Lemma line_eq_dec (i j : line) : {i = j} + {i <> j}.
Proof. decide equality. Qed.

Lemma path_eq_dec (p q : list line) : {p = q} + {p <> q}.
Proof. decide equality. apply line_eq_dec. Qed.

Lemma tree_set_other p : forall q t b, length p = length q -> p <> q ->
  tree_find (tree_set t p b) q = tree_find t q.
Proof.
  induction p as [|i p IH]; intros [|j q] t b L N; try discriminate L; [now contradiction N|].
  injection L as L. rewrite tree_find_branches. cbn [tree_set branches_of].
  rewrite (tree_find_branches t j q). destruct (line_eq_dec i j) as [->|D].
  - rewrite get_put_same. apply IH; [exact L|congruence].
  - now rewrite get_put_other.
Qed.

(** The path to slot [n]: its last [levels] digits in base 8. *)
Definition branch (d : Z) : line :=
  if d <? n4 then
    if d <? n2 then (if d <? n1 then L1 else L2) else (if d <? n3 then L3 else L4)
  else
    if d <? n6 then (if d <? n5 then L5 else L6) else (if d <? n7 then L7 else L8).

Fixpoint path (levels : nat) (n : Z) : list line :=
  match levels with
  | O => []
  | S levels' => branch (n mod n8) :: path levels' (n / n8)
  end.

Lemma path_length levels : forall n, length (path levels n) = levels.
Proof. induction levels; intros n; cbn; auto. Qed.

Record table := Table { slots : Z; levels : nat; root_of_tree : tree }.

(** A prime less than 2^30, and factors less than 2^29, so that the sum of products is less than
    2^62. *)
Definition prime : Z := 1073741789.
Definition factor_a : Z := 402653189.
Definition factor_b : Z := 290182597.
Definition factor_c : Z := 471129091.
Definition factor_d : Z := 336860183.
Definition factor_e : Z := 196613.

Definition slot (slots : Z) (x : code) : Z :=
  let '(Code a b c d e) := x in
  let sum := (a mod prime) * factor_a + (b mod prime) * factor_b + (c mod prime) * factor_c
             + (d mod prime) * factor_d + e * factor_e in
  (sum mod prime) mod slots.

Definition path_to (t : table) (x : code) : list line := path (levels t) (slot (slots t) x).

Definition empty_table (slots : Z) : table :=
  Table slots (S (Z.to_nat (Z.log2 slots / 3))) Nothing.

Definition find (t : table) (x : code) : option mark :=
  bucket_find (tree_find (root_of_tree t) (path_to t x)) x.

Definition set (t : table) (x : code) (m : mark) : table :=
  let p := path_to t x in
  Table (slots t) (levels t)
        (tree_set (root_of_tree t) p (bucket_set (tree_find (root_of_tree t) p) x m)).

Lemma find_empty n x : find (empty_table n) x = None.
Proof. unfold find. cbn [root_of_tree empty_table]. now rewrite tree_find_nothing. Qed.

Lemma path_to_set t x m y : path_to (set t x m) y = path_to t y.
Proof. reflexivity. Qed.

Lemma find_set_same t x m : find (set t x m) x = Some m.
Proof.
  unfold find. rewrite path_to_set. unfold set. cbn [root_of_tree].
  rewrite tree_set_same. apply bucket_set_same.
Qed.

Lemma find_set_other t x y m : x <> y -> find (set t x m) y = find t y.
Proof.
  intros N. unfold find. rewrite path_to_set. unfold set. cbn [root_of_tree].
  destruct (path_eq_dec (path_to t x) (path_to t y)) as [E|D].
  - rewrite E, tree_set_same. now apply bucket_set_other.
  - rewrite tree_set_other; [reflexivity| |exact D]. unfold path_to. now rewrite !path_length.
Qed.
