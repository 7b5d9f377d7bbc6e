(** * Readers of single fields

    Functions shared by the readers of envelope, rule sets and kinds: they test whether an item
    has the type required at its place ([spec/FORMAT.md], clause [cbor/type]), for single items
    and lists.  All are tail-recursive. *)

From Coq Require Import ZArith List Bool Lia.
From Coq Require String Ascii.
From Gamecert Require Import Format.Cbor.
Import ListNotations.
Open Scope Z_scope.

(** The bytes of a text in ASCII. *)
Definition codes (s : String.string) : list Z :=
  map (fun a => Z.of_nat (Ascii.nat_of_ascii a)) (String.list_ascii_of_string s).

Fixpoint same_bytes (a b : list Z) : bool :=
  match a, b with
  | [], [] => true
  | x :: a', y :: b' => if x =? y then same_bytes a' b' else false
  | _, _ => false
  end.
Lemma same_bytes_eq a : forall b, same_bytes a b = true <-> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b]; cbn; split; intros H; try discriminate; auto.
  - passed E. apply Z.eqb_eq in E; apply IH in H; congruence.
  - injection H as -> ->. rewrite Z.eqb_refl. now apply IH.
Qed.

(** An unsigned integer of at most 64 bits; an unsigned integer or bignum. *)
Definition unsigned (i : item) : option Z :=
  match i with Int n => if (0 <=? n) && (n <? 2 ^ 64) then Some n else None | _ => None end.
Definition natural (i : item) : option Z :=
  match i with Int n => if 0 <=? n then Some n else None | _ => None end.
Definition text (i : item) : option (list Z) := match i with Text l => Some l | _ => None end.

Lemma unsigned_item i n : unsigned i = Some n <-> i = Int n /\ 0 <= n < 2 ^ 64.
Proof.
  unfold unsigned. split.
  - destruct i; try discriminate. passed E. intros [= <-].
    apply andb_prop in E as [E1%Z.leb_le E2%Z.ltb_lt]. auto.
  - intros [-> [H1 H2]]. apply Z.leb_le in H1; apply Z.ltb_lt in H2. now rewrite H1, H2.
Qed.

(** Maps a list.  Fails if the function fails on a member. *)
Fixpoint traverse_onto {A B} (f : A -> option B) (l : list A) (acc : list B) : option (list B) :=
  match l with
  | [] => Some (rev_append acc [])
  | a :: l' => match f a with Some b => traverse_onto f l' (b :: acc) | None => None end
  end.
Definition traverse {A B} (f : A -> option B) (l : list A) : option (list B) := traverse_onto f l [].

Lemma traverse_onto_spec {A B} (f : A -> option B) l : forall acc r,
  traverse_onto f l acc = Some r -> exists r', r = rev acc ++ r' /\ Forall2 (fun a b => f a = Some b) l r'.
Proof.
  induction l as [|a l IH]; cbn; intros acc r E.
  - injection E as <-. exists []. rewrite rev_append_rev, app_nil_r. auto.
  - take b F. destruct (IH _ _ E) as (r' & -> & H).
    exists (b :: r'). cbn [rev]. rewrite <- app_assoc. auto.
Qed.
Lemma traverse_spec {A B} (f : A -> option B) l r :
  traverse f l = Some r -> Forall2 (fun a b => f a = Some b) l r.
Proof. intros E. destruct (traverse_onto_spec _ _ _ _ E) as (r' & -> & H). exact H. Qed.

(** If a reader accepts only results of a writer, so does the reader of lists. *)
Lemma traverse_sound {A B} (f : A -> option B) (g : B -> A) l r :
  (forall a b, f a = Some b -> a = g b) -> traverse f l = Some r -> l = map g r.
Proof.
  intros H E. apply traverse_spec in E. induction E; cbn; [reflexivity|]. f_equal; auto.
Qed.
Lemma traverse_length {A B} (f : A -> option B) l r : traverse f l = Some r -> length r = length l.
Proof. intros E. apply traverse_spec in E. induction E; cbn; congruence. Qed.

(** Tail-recursive length. *)
Fixpoint length_from {A} (l : list A) (n : Z) : Z :=
  match l with [] => n | _ :: l' => length_from l' (n + 1) end.
Definition list_length {A} (l : list A) : Z := length_from l 0.
Lemma length_from_spec {A} (l : list A) : forall n, length_from l n = n + len l.
Proof. induction l; intros n; cbn [length_from]; [rewrite len_nil|rewrite IHl, len_cons]; lia. Qed.
Lemma list_length_spec {A} (l : list A) : list_length l = len l.
Proof. unfold list_length. rewrite length_from_spec. lia. Qed.

(** Tail-recursive map. *)
Definition tail_map {A B} (f : A -> B) (l : list A) : list B :=
  rev_append (fold_left (fun acc x => f x :: acc) l []) [].
Lemma tail_map_spec {A B} (f : A -> B) l : tail_map f l = map f l.
Proof.
  unfold tail_map. rewrite rev_append_rev, app_nil_r.
  enough (H : forall acc, fold_left (fun acc x => f x :: acc) l acc = rev (map f l) ++ acc)
    by now rewrite H, app_nil_r, rev_involutive.
  induction l as [|x l IH]; intros acc; cbn; [reflexivity|]. now rewrite IH, <- app_assoc.
Qed.

(** The numbers [from], [from + 1], ..., one for each member of a list. *)
Fixpoint count_from {A} (from : Z) (l : list A) (acc : list Z) : list Z :=
  match l with [] => rev_append acc [] | _ :: l' => count_from (from + 1) l' (from :: acc) end.
Lemma count_from_in {A} (l : list A) : forall from acc n,
  In n (count_from from l acc) <-> In n acc \/ from <= n < from + len l.
Proof.
  induction l as [|x l IH]; intros from acc n; cbn [count_from].
  - rewrite rev_append_rev, app_nil_r, <- in_rev, len_nil. split; [tauto|intros [H|H]; [assumption|lia]].
  - rewrite IH, len_cons. cbn [In]. pose proof (len_pos l). split.
    + intros [[E|E]|E]; [right; lia|now left|right; lia].
    + intros [E|E]; [now left; right|]. destruct (Z.eq_dec from n); [now left; left|right; lia].
Qed.
