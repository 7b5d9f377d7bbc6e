(** * Lists as tables

    [index] turns a list into a tree, so that many entries can be looked up by number with
    [find]. [find_index]: [find] returns the entry of the list. *)

From Coq Require Import ZArith List Bool Lia FMapPositive.
From Gamecert Require Import Format.Cbor.
Import ListNotations.
Open Scope Z_scope.

Definition table (A : Type) : Type := PositiveMap.t A.
Definition empty {A} : table A := PositiveMap.empty A.

Definition find {A} (m : table A) (c : Z) : option A :=
  if c <? 0 then None else PositiveMap.find (Z.to_pos (c + 1)) m.
Definition store {A} (c : Z) (x : A) (m : table A) : table A := PositiveMap.add (Z.to_pos (c + 1)) x m.

Fixpoint index_from {A} (i : positive) (l : list A) (m : table A) : table A :=
  match l with
  | [] => m
  | x :: l' => index_from (Pos.succ i) l' (PositiveMap.add i x m)
  end.
Definition index {A} (l : list A) : table A := index_from 1 l empty.

Lemma index_from_before {A} (l : list A) : forall i m k, (k < i)%positive ->
  PositiveMap.find k (index_from i l m) = PositiveMap.find k m.
Proof.
  induction l as [|x l IH]; intros i m k H; cbn; [reflexivity|].
  rewrite IH by lia. apply PositiveMap.gso. lia.
Qed.
Lemma index_from_nth {A} (l : list A) : forall i m n,
  PositiveMap.find (Pos.of_nat (Pos.to_nat i + n)) (index_from i l m) =
  match nth_error l n with Some x => Some x | None => PositiveMap.find (Pos.of_nat (Pos.to_nat i + n)) m end.
Proof.
  induction l as [|x l IH]; intros i m n; [now destruct n|]. cbn [index_from].
  destruct n as [|n]; cbn [nth_error].
  - rewrite Nat.add_0_r, Pos2Nat.id, index_from_before by lia. apply PositiveMap.gss.
  - replace (Pos.to_nat i + S n)%nat with (Pos.to_nat (Pos.succ i) + n)%nat by lia.
    rewrite IH. destruct (nth_error l n); [reflexivity|]. apply PositiveMap.gso. lia.
Qed.

Theorem find_index {A} (l : list A) c :
  find (index l) c = if c <? 0 then None else nth_error l (Z.to_nat c).
Proof.
  unfold find, index. destruct (c <? 0) eqn:N; [reflexivity|]. apply Z.ltb_ge in N.
  pose proof (index_from_nth l 1 empty (Z.to_nat c)) as H.
  replace (Pos.of_nat (Pos.to_nat 1 + Z.to_nat c)) with (Z.to_pos (c + 1)) in H by lia.
  rewrite H. destruct (nth_error l (Z.to_nat c)); [reflexivity|]. apply PositiveMap.gempty.
Qed.
Corollary find_index_in {A} (l : list A) c x : find (index l) c = Some x -> In x l /\ 0 <= c < len l.
Proof.
  rewrite find_index. destruct (c <? 0) eqn:N; [discriminate|]. apply Z.ltb_ge in N. intros H. split.
  - now apply nth_error_In in H.
  - assert (nth_error l (Z.to_nat c) <> None) as K by congruence. apply nth_error_Some in K. unfold len. lia.
Qed.
Corollary find_index_some {A} (l : list A) c : 0 <= c < len l -> exists x, find (index l) c = Some x.
Proof.
  intros H. rewrite find_index. destruct (c <? 0) eqn:N; [apply Z.ltb_lt in N; lia|].
  destruct (nth_error l (Z.to_nat c)) eqn:E; [eauto|]. apply nth_error_None in E. unfold len in H. lia.
Qed.
Lemma find_store {A} (m : table A) c d x : 0 <= c -> 0 <= d ->
  find (store c x m) d = if c =? d then Some x else find m d.
Proof.
  intros Hc Hd. unfold find, store. destruct (d <? 0) eqn:N; [apply Z.ltb_lt in N; lia|].
  destruct (c =? d) eqn:E.
  - apply Z.eqb_eq in E; subst. apply PositiveMap.gss.
  - apply Z.eqb_neq in E. apply PositiveMap.gso. lia.
Qed.

(** Number of distinct numbers in a list, not counting numbers below 0. *)
Fixpoint count_onto (l : list Z) (seen : table unit) (n : Z) : Z * table unit :=
  match l with
  | [] => (n, seen)
  | c :: l' =>
      match find seen c with
      | Some _ => count_onto l' seen n
      | None => if c <? 0 then count_onto l' seen n else count_onto l' (store c tt seen) (n + 1)
      end
  end.
