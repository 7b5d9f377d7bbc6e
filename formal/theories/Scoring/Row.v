(** * One row of outcomes, computed from the best moves

    A function that computes the row v(x, 0), ..., v(x, TB) from the rows before it in time
    proportional to TB, and looks for an equilibrium at each p.  It works on lists, without access by
    index.  This file proves that its results are right.  Soundness does not need that it always has
    a result, because a row without a result is refused; [Search.v] proves that too.

    Pages: [spec/kinds/scoring.md] section 4, [spec/soundness/scoring.md] sections 3 and 4.

    Method.  Let i = p - l be the coins that Left keeps when she wins with l, and j the coins that
    she has when Right wins.  With a and b of the page and t(i) = -b(TB - i), her bid l > 0 ensures
    min(d(i), b(j)) where d(i) = min(a(i), t(i)) and i + j = 2p + 1, and Right's bid concedes
    max(e(i), b(j)) where e(i) = max(a(i-1), t(i)) and i + j = 2p.  The sequences d, e and b do not
    decrease.  The best i is therefore the place that a merge of two ascending lists reaches after 2p
    + 1 (or 2p) steps.  Bids of 0, and bids that exceed all coins of the other player, are examined
    separately. *)

From Coq Require Import Arith ZArith List Bool Lia.
From Gamecert Require Export Format.Tactics.
Import ListNotations.
Local Open Scope Z_scope.

(** ** Lists *)

(** Applies f to two lists, element by element, reversed and in front of [acc].  Beyond the end of
    the second list the elements of the first list are kept. *)
Fixpoint rover (f : Z -> Z -> Z) (l1 l2 acc : list Z) : list Z :=
  match l1, l2 with
  | [], _ => acc
  | x :: l1', y :: l2' => rover f l1' l2' (f x y :: acc)
  | x :: l1', [] => rover f l1' [] (x :: acc)
  end.
(** The same in order.  This takes stack for each element, so it is for rows, not for files. *)
Fixpoint overlay (f : Z -> Z -> Z) (l1 l2 : list Z) : list Z :=
  match l1, l2 with
  | [], _ => []
  | x :: l1', y :: l2' => f x y :: overlay f l1' l2'
  | x :: l1', [] => x :: overlay f l1' []
  end.
Fixpoint each (f : Z -> Z) (l : list Z) : list Z :=
  match l with [] => [] | x :: l' => f x :: each f l' end.
Fixpoint rmap (f : Z -> Z) (l acc : list Z) : list Z :=
  match l with [] => acc | x :: l' => rmap f l' (f x :: acc) end.
(** The elements with the numbers 1, 3, 5, ... *)
Fixpoint odds (l : list Z) : list Z :=
  match l with _ :: y :: l' => y :: odds l' | _ => [] end.
Fixpoint same_list (l1 l2 : list Z) : bool :=
  match l1, l2 with
  | [], [] => true
  | x :: l1', y :: l2' => if x =? y then same_list l1' l2' else false
  | _, _ => false
  end.

(** ** The row *)

(** A step of merging advances in [dl] if its next element is at most the next element of [bl], and
    otherwise in [bl].  It keeps at least bid 1. *)
Definition go_on (dl bl : list Z) (l : nat) : bool :=
  if (2 <=? l)%nat then
    match dl, bl with
    | _ :: d1 :: _, _ :: br => match br with b1 :: _ => d1 <=? b1 | [] => true end
    | _, _ => false
    end
  else false.

(** The number that Left ensures for p = length acc and above: the greatest of the number in [g] and
    those of the bids l and l - 1.  [dl] begins with d(p - l), [bl] with b(p + l).  There are two
    steps from p to p + 1. *)
Fixpoint raise (g dl bl : list Z) (l : nat) (acc : list Z) : list Z :=
  match g with
  | [] => acc
  | z :: g' =>
      let z1 := match dl, bl with
                | d0 :: dr, b0 :: br =>
                    let z0 := match br with b1 :: _ => Z.max z (Z.min d0 b1) | [] => Z.max z d0 end in
                    if (2 <=? l)%nat
                    then match dr with d1 :: _ => Z.max z0 (Z.min d1 b0) | [] => z0 end else z0
                | _, _ => z
                end in
      if go_on dl bl (S l) then
        if go_on (tl dl) bl l then raise g' (tl (tl dl)) bl (l - 1) (z1 :: acc)
        else raise g' (tl dl) (tl bl) l (z1 :: acc)
      else
        if go_on dl (tl bl) (S l) then raise g' (tl dl) (tl bl) l (z1 :: acc)
        else raise g' dl (tl (tl bl)) (S l) (z1 :: acc)
  end.

(** The number to which Right can limit her, analogously.  [el] begins with e(p - r), [bl] with b(p +
    r - 1). *)
Fixpoint lower (h el bl : list Z) (r : nat) (acc : list Z) : list Z :=
  match h with
  | [] => acc
  | z :: h' =>
      let z1 := match el, bl with
                | e0 :: er, b0 :: br =>
                    let z0 := match br with b1 :: _ => Z.min z (Z.max e0 b1) | [] => z end in
                    if (2 <=? r)%nat
                    then match er with e1 :: _ => Z.min z0 (Z.max e1 b0) | [] => z0 end else z0
                | _, _ => z
                end in
      if go_on el bl (S r) then
        if go_on (tl el) bl r then lower h' (tl (tl el)) bl (r - 1) (z1 :: acc)
        else lower h' (tl el) (tl bl) r (z1 :: acc)
      else
        if go_on el (tl bl) (S r) then lower h' (tl el) (tl bl) r (z1 :: acc)
        else lower h' el (tl (tl bl)) (S r) (z1 :: acc)
  end.

(** The row, from a(0), ..., a(TB) and b(0), ..., b(TB); nothing if maximin and minimax are not found
    to be equal. *)
Definition compute_row (la lb : list Z) : option (list Z) :=
  let lt := rmap Z.opp lb [] in
  let ld := overlay Z.min la lt in
  let le := match lt with [] => [] | t0 :: lt' => t0 :: overlay Z.max lt' la end in
  let g := rover Z.max (rover Z.min lt (tl lb) []) (odds (rev' la)) [] in
  let h := overlay Z.min le (odds lb) in
  match g, h with
  | g0 :: g', h0 :: h' =>
      let u := raise g' ld (tl (tl lb)) 1 [g0] in
      let w := lower h' le (tl lb) 1 [h0] in
      if same_list u w then Some (rev' u) else None
  | _, _ => None
  end.

(** ** Specifications of these functions on lists *)

Lemma rev'_rev {A} (l : list A) : rev' l = rev l.
Proof. symmetry; apply rev_alt. Qed.

Lemma same_list_spec l1 : forall l2, same_list l1 l2 = true <-> l1 = l2.
Proof.
  induction l1 as [|x l1 IH]; intros [|y l2]; cbn; try (split; congruence).
  destruct (x =? y) eqn:E; [apply Z.eqb_eq in E|apply Z.eqb_neq in E].
  - rewrite IH. split; [intros ->; now subst|congruence].
  - split; congruence.
Qed.

(** The numbers f(i), ..., f(n-1). *)
Definition from (n : nat) (f : nat -> Z) (i : nat) : list Z := map f (seq i (n - i)).

Lemma from_cons n f i : (i < n)%nat -> from n f i = f i :: from n f (S i).
Proof.
  intros L. unfold from. replace (n - i)%nat with (S (n - S i)) by lia. reflexivity.
Qed.
Lemma from_nil n f i : (n <= i)%nat -> from n f i = [].
Proof. intros L. unfold from. now replace (n - i)%nat with O by lia. Qed.
Lemma from_inv n f i z l : from n f i = z :: l -> (i < n)%nat /\ z = f i /\ l = from n f (S i).
Proof.
  intros E. destruct (le_lt_dec n i) as [L|L]; [rewrite from_nil in E by auto; discriminate|].
  rewrite from_cons in E by auto. injection E; auto.
Qed.
Lemma from_none n f i : from n f i = [] -> (n <= i)%nat.
Proof. destruct (le_lt_dec n i); auto. rewrite from_cons by auto. discriminate. Qed.
Lemma from_tl n f i : tl (from n f i) = from n f (S i).
Proof.
  destruct (le_lt_dec n i) as [L|L]; [rewrite !from_nil by lia; reflexivity|].
  now rewrite (from_cons _ _ _ L).
Qed.
Lemma from_length n f i : length (from n f i) = (n - i)%nat.
Proof. unfold from. now rewrite map_length, seq_length. Qed.
Lemma from_nth n f i k : (i + k < n)%nat -> nth k (from n f i) 0 = f (i + k)%nat.
Proof.
  intros L. unfold from. rewrite (nth_indep _ 0 (f O)) by (rewrite map_length, seq_length; lia).
  rewrite map_nth, seq_nth by lia. reflexivity.
Qed.
Lemma from_ext n f g i : (forall k, (i <= k < n)%nat -> f k = g k) -> from n f i = from n g i.
Proof. intros H. apply map_ext_in. intros k I. apply in_seq in I. apply H; lia. Qed.
Lemma from_shift n f i : from n f i = from (n - i) (fun k => f (i + k)%nat) 0.
Proof.
  apply (nth_ext _ _ 0 0); rewrite !from_length; [lia|]. intros k L.
  rewrite !from_nth by lia. reflexivity.
Qed.
Lemma from_map n f i (g : Z -> Z) : map g (from n f i) = from n (fun k => g (f k)) i.
Proof. apply map_map. Qed.
Lemma from_rev n f : rev (from n f 0) = from n (fun k => f (n - 1 - k)%nat) 0.
Proof.
  apply (nth_ext _ _ 0 0); rewrite rev_length, !from_length; [reflexivity|]. intros k L.
  rewrite rev_nth, from_length by (rewrite from_length; lia).
  rewrite !from_nth by lia. f_equal; lia.
Qed.
Lemma from_is n f l : length l = n -> (forall k, (k < n)%nat -> nth k l 0 = f k) -> l = from n f 0.
Proof.
  intros L H. apply (nth_ext _ _ 0 0); [rewrite from_length; lia|]. intros k K.
  rewrite from_nth by lia. apply H; lia.
Qed.

Lemma rmap_rev f l : forall acc, rmap f l acc = rev (map f l) ++ acc.
Proof. induction l; intros; cbn; [reflexivity|]. now rewrite IHl, <- app_assoc. Qed.
Lemma each_map f l : each f l = map f l.
Proof. induction l; cbn; congruence. Qed.

Lemma rover_rev f l1 : forall l2 acc, rover f l1 l2 acc = rev (overlay f l1 l2) ++ acc.
Proof.
  induction l1 as [|x l1 IH]; intros [|y l2] acc; cbn; try reflexivity; now rewrite IH, <- app_assoc.
Qed.
Lemma overlay_length f l1 : forall l2, length (overlay f l1 l2) = length l1.
Proof. induction l1 as [|x l1 IH]; intros [|y l2]; cbn; auto. Qed.
Lemma overlay_nth f l1 : forall l2 k, (k < length l1)%nat -> nth k (overlay f l1 l2) 0 =
  if (k <? length l2)%nat then f (nth k l1 0) (nth k l2 0) else nth k l1 0.
Proof.
  induction l1 as [|x l1 IH]; cbn [length]; intros l2 k L; [lia|].
  destruct l2 as [|y l2], k as [|k]; cbn [overlay nth length]; auto.
  - rewrite IH by lia. reflexivity.
  - rewrite IH by lia. reflexivity.
Qed.
Lemma overlay_from f n g m h : overlay f (from n g 0) (from m h 0) =
  from n (fun k => if (k <? m)%nat then f (g k) (h k) else g k) 0.
Proof.
  apply from_is; [rewrite overlay_length, from_length; lia|]. intros k L.
  rewrite overlay_nth by (rewrite from_length; lia). rewrite !from_length, Nat.sub_0_r.
  rewrite (from_nth n) by lia.
  destruct (k <? m)%nat eqn:E; [apply Nat.ltb_lt in E|reflexivity]. now rewrite from_nth by lia.
Qed.

Lemma odds_spec n f : odds (from n f 0) = from (n / 2) (fun k => f (2 * k + 1)%nat) 0.
Proof.
  pose proof (Nat.div_mod n 2 ltac:(lia)). pose proof (Nat.mod_upper_bound n 2 ltac:(lia)).
  assert (E : forall m k, (n - 2 * k <= m)%nat -> (k <= n / 2)%nat ->
    odds (from n f (2 * k)) = from (n / 2) (fun k => f (2 * k + 1)%nat) k).
  { induction m as [m IH] using lt_wf_ind; intros k L K.
    destruct (le_lt_dec n (2 * k + 1)) as [C|C].
    - rewrite (from_nil (n / 2)) by lia.
      destruct (le_lt_dec n (2 * k)); [now rewrite from_nil by lia|].
      rewrite from_cons, from_nil by lia. reflexivity.
    - rewrite from_cons, from_cons by lia. cbn [odds].
      replace (S (S (2 * k))) with (2 * S k)%nat by lia.
      rewrite (IH (m - 2)%nat ltac:(lia) (S k)) by lia.
      rewrite (from_cons (n / 2) _ k) by lia. f_equal. f_equal; lia. }
  exact (E n O ltac:(lia) ltac:(lia)).
Qed.

(** Q holds for the elements of l, numbered from k. *)
Fixpoint numbered (Q : nat -> Z -> Prop) (k : nat) (l : list Z) : Prop :=
  match l with [] => True | z :: l' => Q k z /\ numbered Q (S k) l' end.
Lemma numbered_snoc Q l z : forall k, numbered Q k (l ++ [z]) <-> numbered Q k l /\ Q (k + length l)%nat z.
Proof.
  induction l as [|y l IH]; intros k; cbn.
  - rewrite Nat.add_0_r; tauto.
  - rewrite IH. replace (S k + length l)%nat with (k + S (length l))%nat by lia. tauto.
Qed.
Lemma numbered_nth Q l : forall k, numbered Q k l <->
  forall i, (i < length l)%nat -> Q (k + i)%nat (nth i l 0).
Proof.
  induction l as [|y l IH]; intros k; cbn.
  - split; [intros _ i L; lia|auto].
  - rewrite IH. split.
    + intros [H0 H] [|i] L; [now rewrite Nat.add_0_r|].
      replace (k + S i)%nat with (S k + i)%nat by lia. apply H; lia.
    + split; [specialize (H O ltac:(lia)); now rewrite Nat.add_0_r in H|].
      intros i L. specialize (H (S i) ltac:(lia)). now replace (k + S i)%nat with (S k + i)%nat in H by lia.
Qed.

(** ** Why the row is right *)

Section Row.
Variable TB : nat.
Variables a b : nat -> Z.

(** Left has a bid that ensures z, and Right has a bid that concedes at most z, according to Lemma 2
    of the page about one bid. *)
Definition made_sure (p : nat) (z : Z) : Prop := exists l, (l <= p)%nat
  /\ ((0 < l)%nat -> z <= a (p - l)%nat)
  /\ ((l <= TB - p)%nat -> z <= - b (TB - p + l)%nat)
  /\ ((l + 1 <= TB - p)%nat -> z <= b (p + l + 1)%nat).
Definition conceded (p : nat) (z : Z) : Prop := exists r, (r <= TB - p)%nat
  /\ ((r + 1 <= p)%nat -> a (p - (r + 1))%nat <= z)
  /\ ((r <= p)%nat -> - b (TB - p + r)%nat <= z)
  /\ ((0 < r)%nat -> b (p + r)%nat <= z).

Let t (i : nat) : Z := - b (TB - i)%nat.
Let d (i : nat) : Z := Z.min (a i) (t i).
Let e (i : nat) : Z := if (i =? 0)%nat then t 0 else Z.max (t i) (a (i - 1)%nat).
Let n : nat := S TB.

(** The places of the two pointers of a merge after k steps. *)
Definition at_step (f : nat -> Z) (k p : nat) (dl bl : list Z) (l : nat) : Prop :=
  (1 <= l <= p)%nat /\ (p - l + 1 <= k)%nat
  /\ dl = from n f (p - l) /\ bl = from n b (k - (p - l) - 1).

Lemma step_first f k p dl bl l : at_step f k p dl bl l -> go_on dl bl l = true ->
  at_step f (S k) p (tl dl) bl (l - 1).
Proof.
  intros (L & K & D & B) E. unfold go_on in E.
  destruct (2 <=? l)%nat eqn:L2; [apply Nat.leb_le in L2|discriminate].
  destruct dl as [|d0 dr]; [discriminate|]. symmetry in D. apply from_inv in D as (D1 & D2 & D3).
  repeat split; try lia.
  - cbn [tl]. rewrite D3. f_equal; lia.
  - rewrite B. f_equal; lia.
Qed.
Lemma step_second f k p dl bl l : at_step f k p dl bl l -> at_step f (S k) p dl (tl bl) l.
Proof.
  intros (L & K & D & B). repeat split; auto; try lia. rewrite B, from_tl. f_equal; lia.
Qed.
Lemma step_coin f k p dl bl l : at_step f k p dl bl l -> at_step f k (S p) dl bl (S l).
Proof. intros (L & K & D & B). repeat split; try lia; auto. Qed.

(** The two steps from p to p + 1, for every continuation. *)
Lemma two_steps f k p dl bl l (next : list Z -> list Z -> nat -> list Z) (Q : list Z -> Prop) :
  at_step f k p dl bl l ->
  (forall dl bl l, at_step f (S (S k)) (S p) dl bl l -> Q (next dl bl l)) ->
  Q (if go_on dl bl (S l) then
       if go_on (tl dl) bl l then next (tl (tl dl)) bl (l - 1)%nat else next (tl dl) (tl bl) l
     else
       if go_on dl (tl bl) (S l) then next (tl dl) (tl bl) l else next dl (tl (tl bl)) (S l)).
Proof.
  intros I H. apply step_coin in I.
  destruct (go_on dl bl (S l)) eqn:E1.
  - apply step_first in I; [|exact E1]. replace (S l - 1)%nat with l in I by lia.
    destruct (go_on (tl dl) bl l) eqn:E2; apply H; [now apply step_first|now apply step_second].
  - apply step_second in I. destruct (go_on dl (tl bl) (S l)) eqn:E2; apply H.
    + apply step_first in I; [|exact E2]. now replace (S l - 1)%nat with l in I by lia.
    + now apply step_second.
Qed.

Lemma raise_spec g : forall dl bl l acc, (length acc + length g = n)%nat ->
  at_step d (2 * length acc + 1) (length acc) dl bl l ->
  numbered made_sure 0 (rev acc) -> numbered made_sure (length acc) g ->
  length (raise g dl bl l acc) = n /\ numbered made_sure 0 (rev (raise g dl bl l acc)).
Proof.
  induction g as [|z g IH]; intros dl bl l acc N I A G; cbn [raise].
  { cbn in N. split; auto; lia. }
  destruct G as [Gz G]. set (p := length acc) in *. cbn [length] in N.
  pose proof I as I'. destruct I' as (L & K & D & B).
  set (z1 := match dl, bl with _ :: _, _ :: _ => _ | _, _ => z end).
  assert (Z1 : made_sure p z1).
  { assert (Mx : forall y y', made_sure p y -> made_sure p y' -> made_sure p (Z.max y y')).
    { intros y y' Y Y'. destruct (Z.max_spec y y') as [[_ ->]|[_ ->]]; auto. }
    destruct dl as [|d0 dr]; [exact Gz|]. destruct bl as [|b0 br]; [exact Gz|].
    symmetry in D, B. apply from_inv in D. apply from_inv in B.
    destruct D as (D1 & D2 & D3), B as (B1 & B2 & B3).
    assert (Z0 : made_sure p match br with b1 :: _ => Z.max z (Z.min d0 b1) | [] => Z.max z d0 end).
    { destruct br as [|b1 br]; apply Mx; auto; exists l; subst d0; unfold d, t.
      - symmetry in B3. apply from_none in B3.
        replace (TB - (p - l))%nat with (TB - p + l)%nat by lia. repeat split; lia.
      - symmetry in B3. apply from_inv in B3 as (B3 & B4 & _). subst b1.
        replace (S (2 * p + 1 - (p - l) - 1))%nat with (p + l + 1)%nat by lia.
        replace (TB - (p - l))%nat with (TB - p + l)%nat by lia. repeat split; lia. }
    destruct (2 <=? l)%nat eqn:L2; [apply Nat.leb_le in L2|exact Z0]. destruct dr as [|d1 dr]; try exact Z0.
    symmetry in D3. apply from_inv in D3 as (D3 & D4 & _).
    apply Mx; [exact Z0|]. exists (l - 1)%nat. subst d1 b0.
    replace (S (p - l))%nat with (p - (l - 1))%nat by lia.
    replace (2 * p + 1 - (p - l) - 1)%nat with (p + (l - 1) + 1)%nat by lia.
    unfold d, t. replace (TB - (p - (l - 1)))%nat with (TB - p + (l - 1))%nat by lia.
    repeat split; lia. }
  clearbody z1. clear L K D B.
  apply (two_steps d (2 * p + 1) p dl bl l (fun dl bl l => raise g dl bl l (z1 :: acc))
           (fun r => length r = n /\ numbered made_sure 0 (rev r)) I).
  intros dl2 bl2 l2 I2. apply (IH dl2 bl2 l2 (z1 :: acc)).
  - cbn [length]. lia.
  - cbn [length]. fold p. replace (2 * S p + 1)%nat with (S (S (2 * p + 1))) by lia. exact I2.
  - cbn [rev]. rewrite numbered_snoc, rev_length. split; auto.
  - exact G.
Qed.

Lemma lower_spec h : forall el bl r acc, (length acc + length h = n)%nat ->
  at_step e (2 * length acc) (length acc) el bl r ->
  numbered conceded 0 (rev acc) -> numbered conceded (length acc) h ->
  length (lower h el bl r acc) = n /\ numbered conceded 0 (rev (lower h el bl r acc)).
Proof.
  induction h as [|z h IH]; intros el bl r acc N I A G; cbn [lower].
  { cbn in N. split; auto; lia. }
  destruct G as [Gz G]. set (p := length acc) in *. cbn [length] in N.
  pose proof I as I'. destruct I' as (L & K & D & B).
  set (z1 := match el, bl with _ :: _, _ :: _ => _ | _, _ => z end).
  assert (Z1 : conceded p z1).
  { assert (Mn : forall y y', conceded p y -> conceded p y' -> conceded p (Z.min y y')).
    { intros y y' Y Y'. destruct (Z.min_spec y y') as [[_ ->]|[_ ->]]; auto. }
    assert (Bid : forall r y, (1 <= r <= p)%nat -> (p + r <= TB)%nat -> 
                  e (p - r)%nat <= y -> b (p + r)%nat <= y -> conceded p y).
    { intros r' y R1 R2 He Hb. exists r'. unfold e, t in He.
      destruct (p - r' =? 0)%nat eqn:E0; [apply Nat.eqb_eq in E0|apply Nat.eqb_neq in E0].
      - replace (TB - 0)%nat with (TB - p + r')%nat in He by lia. repeat split; lia.
      - replace (TB - (p - r'))%nat with (TB - p + r')%nat in He by lia.
        replace (p - r' - 1)%nat with (p - (r' + 1))%nat in He by lia. repeat split; lia. }
    destruct el as [|e0 er]; [exact Gz|]. destruct bl as [|b0 br]; [exact Gz|].
    symmetry in D, B. apply from_inv in D. apply from_inv in B.
    destruct D as (D1 & D2 & D3), B as (B1 & B2 & B3).
    assert (Z0 : conceded p match br with b1 :: _ => Z.min z (Z.max e0 b1) | [] => z end).
    { destruct br as [|b1 br]; [exact Gz|]. apply Mn; auto.
      symmetry in B3. apply from_inv in B3 as (B3 & B4 & _).
      replace (S (2 * p - (p - r) - 1))%nat with (p + r)%nat in * by lia.
      apply (Bid r); lia. }
    destruct (2 <=? r)%nat eqn:L2; [apply Nat.leb_le in L2|exact Z0]. destruct er as [|e1 er]; try exact Z0.
    symmetry in D3. apply from_inv in D3 as (D3 & D4 & _).
    apply Mn; [exact Z0|].
    replace (S (p - r))%nat with (p - (r - 1))%nat in * by lia.
    replace (2 * p - (p - r) - 1)%nat with (p + (r - 1))%nat in * by lia.
    apply (Bid (r - 1)%nat); lia. }
  clearbody z1. clear L K D B.
  apply (two_steps e (2 * p) p el bl r (fun el bl r => lower h el bl r (z1 :: acc))
           (fun r => length r = n /\ numbered conceded 0 (rev r)) I).
  intros dl2 bl2 l2 I2. apply (IH dl2 bl2 l2 (z1 :: acc)).
  - cbn [length]. lia.
  - cbn [length]. fold p. replace (2 * S p)%nat with (S (S (2 * p))) by lia. exact I2.
  - cbn [rev]. rewrite numbered_snoc, rev_length. split; auto.
  - exact G.
Qed.

(** A computed row has TB + 1 numbers.  Each is ensured by Left, and Right can limit her to it. *)
Theorem compute_row_sound row : compute_row (from n a 0) (from n b 0) = Some row ->
  length row = S TB /\ forall p, (p <= TB)%nat -> made_sure p (nth p row 0) /\ conceded p (nth p row 0).
Proof.
  unfold compute_row. intros E.
  rewrite rmap_rev, app_nil_r, from_map, from_rev in E.
  rewrite (from_ext n _ t 0) in E by (intros; unfold t, n; f_equal; f_equal; lia).
  assert (Ed : overlay Z.min (from n a 0) (from n t 0) = from n d 0).
  { rewrite overlay_from. apply from_ext. intros k L.
    now replace (k <? n)%nat with true by (symmetry; apply Nat.ltb_lt; lia). }
  rewrite Ed in E.
  assert (Ee : match from n t 0 with [] => [] | t0 :: lt' => t0 :: overlay Z.max lt' (from n a 0) end
               = from n e 0).
  { unfold n. rewrite from_cons by lia. rewrite from_shift.
    rewrite overlay_from. rewrite (from_cons _ e) by lia. f_equal.
    rewrite (from_shift _ e). apply from_ext. intros k L.
    replace (k <? S TB)%nat with true by (symmetry; apply Nat.ltb_lt; lia).
    unfold e. cbn [Nat.add Nat.eqb]. f_equal. f_equal. lia. }
  rewrite Ee in E.
  set (g := rover Z.max _ _ []) in E.
  assert (G : length g = n /\ numbered made_sure 0 g).
  { unfold g. rewrite !rover_rev, !app_nil_r, rev'_rev, !from_rev, odds_spec, from_tl.
    rewrite (from_shift n b 1), overlay_from, from_rev, overlay_from, from_rev.
    rewrite from_length. part. rewrite numbered_nth, from_length. intros p L.
    rewrite from_nth by lia. cbn [Nat.add]. unfold n in *.
    assert (Zero : made_sure p (if (p <? S TB - 1)%nat then Z.min (t p) (b (1 + p)%nat) else t p)).
    { exists O. rewrite !Nat.add_0_r. unfold t.
      destruct (p <? S TB - 1)%nat eqn:C; [apply Nat.ltb_lt in C|apply Nat.ltb_ge in C].
      - replace (p + 1)%nat with (1 + p)%nat by lia. repeat split; lia.
      - repeat split; lia. }
    replace (S TB - 1 - (S TB - 1 - p))%nat with p by lia.
    destruct (S TB - 1 - p <? S TB / 2)%nat eqn:C; [apply Nat.ltb_lt in C|exact Zero].
    match goal with |- made_sure p (Z.max ?y ?z) => destruct (Z.max_spec y z) as [[_ ->]|[_ ->]] end;
      [|exact Zero].
    pose proof (Nat.div_mod (S TB) 2 ltac:(lia)).
    exists (TB - p + 1)%nat.
    replace (S TB - 1 - (2 * (S TB - 1 - p) + 1))%nat with (p - (TB - p + 1))%nat by lia.
    repeat split; lia. }
  set (h := overlay Z.min _ _) in E.
  assert (Hh : length h = n /\ numbered conceded 0 h).
  { unfold h. rewrite odds_spec, overlay_from, from_length. part.
    rewrite numbered_nth, from_length. intros p L. rewrite from_nth by lia. cbn [Nat.add].
    unfold n in *.
    assert (Zero : conceded p (e p)).
    { exists O. rewrite Nat.add_0_r. unfold e, t.
      destruct (p =? 0)%nat eqn:C; [apply Nat.eqb_eq in C; subst; rewrite ?Nat.sub_0_r|apply Nat.eqb_neq in C].
      - repeat split; lia.
      - cbn [Nat.add]. repeat split; lia. }
    destruct (p <? S TB / 2)%nat eqn:C; [apply Nat.ltb_lt in C|exact Zero].
    match goal with |- conceded p (Z.min ?y ?z) => destruct (Z.min_spec y z) as [[_ ->]|[_ ->]] end;
      [exact Zero|].
    pose proof (Nat.div_mod (S TB) 2 ltac:(lia)).
    exists (p + 1)%nat. replace (2 * p + 1)%nat with (p + (p + 1))%nat by lia.
    repeat split; lia. }
  destruct G as [Gl G], Hh as [Hl Hh].
  destruct g as [|g0 g']; [discriminate|]. destruct h as [|h0 h']; [discriminate|].
  destruct G as [G0 G'], Hh as [H0 H'].
  rewrite !from_tl in E.
  destruct (same_list _ _) eqn:Eq in E; [|discriminate]. injection E as <-.
  apply same_list_spec in Eq. rewrite rev'_rev.
  destruct (raise_spec g' (from n d 0) (from n b 2) 1 [g0]) as [R1 R2];
    [exact Gl|repeat split; auto; cbn; lia|split; [exact G0|exact I]|exact G'|].
  destruct (lower_spec h' (from n e 0) (from n b 1) 1 [h0]) as [L1 L2];
    [exact Hl|repeat split; auto; cbn; lia|split; [exact H0|exact I]|exact H'|].
  rewrite Eq in R1, R2. rewrite Eq. rewrite numbered_nth in R2, L2. rewrite rev_length in *.
  part. split.
  - apply (R2 p); lia.
  - apply (L2 p); lia.
Qed.
End Row.
