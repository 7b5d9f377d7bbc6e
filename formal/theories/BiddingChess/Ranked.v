(* The clauses of kind richman by ranks, for use inside the kernel.

   Evidence.check of theories/Richman compares values as fractions. With numbers of hundreds of bits, multiplied bit
   by bit inside Coq, this takes hours. check_ranked tests the clauses needed for soundness with the ranks of the
   columns instead, and multiplies fractions only for the order of the table and for the equations. It handles
   certificates with functions = 1 whose cited values are also in the table. check_ranked_sound: accepted evidence is
   checked in the sense of Evidence.check_sound, so Theorem 3 of spec/soundness/richman.md applies as to any file.

   Not tested here: the clauses that make the evidence unique (denominators, value_reduced, value_used, choices). *)
From Coq Require Import ZArith QArith List Bool Lia Lqa.
From Gamecert Require Import Format.Cbor Format.Fields Format.Index.
From Gamecert Require Import Richman.Game Richman.Values Richman.Checker Richman.Sound Richman.Evidence.
Import ListNotations.
Open Scope Z_scope.

(* The guarantee of Evidence.check, as stated in words at Evidence.check_sound. *)
Definition checked (n : Z) (options_of : colour -> Z -> list target) (cited : Z -> Z -> option cell) (v : values) : Prop :=
  classes v = n /\
  (forall c, (exists u, cell_at v c = Some u) <-> 0 <= c < n) /\
  (forall c u, cell_at v c = Some u -> in_range u) /\
  (forall c u, cell_at v c = Some u -> exists choices, class_ok options_of cited (cell_at v) c u choices = true) /\
  ((functions v = 1 /\ forall c u, cell_at v c = Some u -> alpha u = beta u) \/
   (functions v = 2 /\ exists c u, cell_at v c = Some u /\ ~ (alpha u == beta u)%Q)).

(* The rank of a class and its labels. *)
Record ranked := Ranked { rank : Z; white_label : Z; black_label : Z }.

Definition highest (l : list ranked) : Z := fold_left (fun m r => Z.max m (rank r)) l 0.
Definition lowest (k : Z) (l : list ranked) : Z := fold_left (fun m r => Z.min m (rank r)) l k.
Definition label_ranked (t : ranked -> Z) (greedy : ranked -> bool) (may_be_infinite : bool) (r : ranked)
    (mine theirs : list ranked) : bool :=
  let right := Z.min infinite (1 + Z.min (least_label greedy t mine) (greatest_label t theirs)) in
  (t r =? right) && ((t r <? infinite) || may_be_infinite).

(* ---------- fewer and shorter multiplications ---------- *)
(* d / e if it is a whole number. *)
Definition divide (d e : positive) : option Z :=
  let (q, r) := Z.div_eucl (Zpos d) (Zpos e) in if r =? 0 then Some q else None.
(* 2 x = m + l. The denominator of x is usually a multiple of both others. *)
Definition equation_quickly (x m l : Q) : bool :=
  match divide (Qden x) (Qden m), divide (Qden x) (Qden l) with
  | Some q, Some q' => 2 * Qnum x =? Qnum m * q + Qnum l * q'
  | Some q, None => (2 * Qnum x - Qnum m * q) * Zpos (Qden l) =? Qnum l * Zpos (Qden x)
  | None, Some q' => (2 * Qnum x - Qnum l * q') * Zpos (Qden m) =? Qnum m * Zpos (Qden x)
  | None, None => equation x m l
  end.
(* x < y, decided by the first 64 bits if they suffice. *)
Definition less_quickly (x y : Q) : bool :=
  let k := Z.max 0 (Z.log2 (Zpos (Qden x)) - 63) in
  let k' := Z.max 0 (Z.log2 (Zpos (Qden y)) - 63) in
  if (0 <=? Qnum x) && (0 <=? Qnum y)
     && ((Z.shiftr (Qnum x) k + 1) * (Z.shiftr (Zpos (Qden y)) k' + 1) <=? Z.shiftr (Qnum y) k' * Z.shiftr (Zpos (Qden x)) k)
  then true else negb (leq y x).
Fixpoint ascend_quickly (l : list Q) : bool :=
  match l with
  | x :: (y :: _) as rest => if less_quickly x y then ascend_quickly rest else false
  | _ => true
  end.

Lemma divide_spec d e q : divide d e = Some q -> Zpos d = Zpos e * q.
Proof.
  unfold divide. pose proof (Z_div_mod (Zpos d) (Zpos e) ltac:(lia)) as D. destruct (Z.div_eucl (Zpos d) (Zpos e)) as [a r].
  passed R. apply Z.eqb_eq in R. intros [= <-]. lia.
Qed.
Lemma equation_quickly_spec x m l : equation_quickly x m l = true -> (2 * x == m + l)%Q.
Proof.
  unfold equation_quickly. destruct (divide (Qden x) (Qden m)) as [q|] eqn:D, (divide (Qden x) (Qden l)) as [q'|] eqn:D';
    try (intros E; apply Qeq_bool_iff in E; exact E);
    rewrite Z.eqb_eq; unfold Qeq; cbn [Qnum Qden Qplus Qmult]; rewrite !Pos2Z.inj_mul;
    try apply divide_spec in D; try apply divide_spec in D'; destruct x as [nx dx], m as [nm dm], l as [nl dl]; cbn [Qnum Qden] in *; intros E.
  - transitivity ((2 * nx) * (Zpos dm * Zpos dl)); [ring|]. rewrite E.
    transitivity (nm * Zpos dl * (Zpos dm * q) + nl * Zpos dm * (Zpos dl * q')); [ring|]. rewrite <- D, <- D'. ring.
  - transitivity (Zpos dm * ((2 * nx - nm * q) * Zpos dl) + nm * Zpos dl * (Zpos dm * q)); [ring|]. rewrite E, <- D. ring.
  - transitivity (Zpos dl * ((2 * nx - nl * q') * Zpos dm) + nl * Zpos dm * (Zpos dl * q')); [ring|]. rewrite E, <- D'. ring.
Qed.
Lemma shiftr_bounds n k : 0 <= k -> Z.shiftr n k * 2 ^ k <= n < (Z.shiftr n k + 1) * 2 ^ k.
Proof.
  intros Hk. rewrite Z.shiftr_div_pow2 by assumption. assert (0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia).
  pose proof (Z.div_mod n (2 ^ k) ltac:(lia)). pose proof (Z.mod_pos_bound n (2 ^ k) ltac:(lia)). lia.
Qed.
Lemma less_quickly_spec x y : less_quickly x y = true -> (x < y)%Q.
Proof.
  unfold less_quickly. set (k := Z.max 0 (Z.log2 (Zpos (Qden x)) - 63)). set (k' := Z.max 0 (Z.log2 (Zpos (Qden y)) - 63)).
  destruct (_ && _) eqn:E.
  - intros _. rewrite !andb_true_iff, !Z.leb_le in E. destruct E as ((X & Y) & E). unfold Qlt.
    pose proof (shiftr_bounds (Qnum x) k ltac:(lia)) as [_ A1]. pose proof (shiftr_bounds (Qnum y) k' ltac:(lia)) as [A2 _].
    pose proof (shiftr_bounds (Zpos (Qden x)) k ltac:(lia)) as [A3 _]. pose proof (shiftr_bounds (Zpos (Qden y)) k' ltac:(lia)) as [_ A4].
    assert (0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia). assert (0 < 2 ^ k') by (apply Z.pow_pos_nonneg; lia).
    assert (0 <= Z.shiftr (Qnum x) k) by (now apply Z.shiftr_nonneg). assert (0 <= Z.shiftr (Qnum y) k') by (now apply Z.shiftr_nonneg).
    assert (0 <= Z.shiftr (Zpos (Qden x)) k) by (apply Z.shiftr_nonneg; lia).
    set (a := Z.shiftr (Qnum x) k) in *. set (c := Z.shiftr (Qnum y) k') in *. set (d := Z.shiftr (Zpos (Qden x)) k) in *.
    set (e := Z.shiftr (Zpos (Qden y)) k') in *. set (p := 2 ^ k) in *. set (p' := 2 ^ k') in *.
    apply Z.lt_le_trans with ((a + 1) * p * ((e + 1) * p')).
    { apply Z.le_lt_trans with ((a + 1) * p * Zpos (Qden y)); [apply Z.mul_le_mono_nonneg_r; lia|].
      apply Z.mul_lt_mono_pos_l; [|assumption]. apply Z.mul_pos_pos; lia. }
    apply Z.le_trans with (c * p' * (d * p)).
    { replace ((a + 1) * p * ((e + 1) * p')) with ((a + 1) * (e + 1) * (p * p')) by ring.
      replace (c * p' * (d * p)) with (c * d * (p * p')) by ring. apply Z.mul_le_mono_nonneg_r; [|assumption].
      apply Z.mul_nonneg_nonneg; lia. }
    apply Z.mul_le_mono_nonneg; [apply Z.mul_nonneg_nonneg; lia|assumption|apply Z.mul_nonneg_nonneg; lia|assumption].
  - intros N. apply negb_true_iff in N. destruct (Qlt_le_dec x y) as [|L]; [assumption|]. apply leq_spec in L. congruence.
Qed.
Lemma ascend_quickly_spec l : ascend_quickly l = true -> values_ascend l = true.
Proof.
  induction l as [|x [|y l] IH]; [reflexivity|reflexivity|]. intros A.
  change ((if less_quickly x y then ascend_quickly (y :: l) else false) = true) in A.
  change ((if leq y x then false else values_ascend (y :: l)) = true).
  passed L. apply less_quickly_spec in L.
  destruct (leq y x) eqn:E; [apply leq_spec in E; lra|now apply IH].
Qed.

Section Ranks.
  Variable vs : list Q.
  Let V : table Q := index vs.
  Let K : Z := len vs.

  Definition position_ranked (table : table Q) (count : Z) (r : ranked) (white black : list ranked) : bool :=
    if nonempty white && nonempty black then
      let top := highest white in
      let bottom := lowest count black in
      match find table (rank r), find table top, find table bottom with
      | Some x, Some max, Some min =>
          equation_quickly x max min
          && label_ranked white_label (fun w => rank w =? top) (rank r =? 0) r white black
          && label_ranked black_label (fun c => rank c =? bottom) (rank r =? count - 1) r black white
      | _, _, _ => false
      end
    else false.

  (* The rank of a value, by binary search. *)
  Fixpoint search (table : table Q) (fuel : nat) (low high : Z) (x : Q) : Z :=
    match fuel with
    | O => low
    | S fuel =>
        let middle := (low + high) / 2 in
        match find table middle with
        | Some y => if leq y x then search table fuel middle high x else search table fuel low middle x
        | None => low
        end
    end.
  Definition ranked_cell (table : table Q) (count : Z) (u : cell) : option ranked :=
    let i := search table 64 0 count (alpha u) in
    match find table i with
    | Some y => if eq (alpha u) y && eq (beta u) y then Some (Ranked i (label_white u) (label_black u)) else None
    | None => None
    end.

  (* ---------- values ascend with ranks ---------- *)
  Hypothesis Ascend : values_ascend vs = true.
  Hypothesis Ends : value_ends vs = true.
  Hypothesis Unit : forallb in_unit vs = true.

  Lemma leq_false x y : leq x y = false -> (y < x)%Q.
  Proof. intros H. destruct (Qlt_le_dec y x) as [|L]; [assumption|]. apply leq_spec in L. congruence. Qed.
  Lemma ascend_nth l : values_ascend l = true -> forall i j x y, (i < j)%nat ->
    nth_error l i = Some x -> nth_error l j = Some y -> (x < y)%Q.
  Proof.
    induction l as [|a l IH]; intros A i j x y L Hi Hj; [destruct i; discriminate|].
    destruct l as [|b l]; [destruct j as [|[|j]]; [lia|discriminate|discriminate]|].
    cbn [values_ascend] in A. destruct (leq b a) eqn:E; [discriminate|]. apply leq_false in E.
    destruct j as [|j]; [lia|]. destruct i as [|i].
    - cbn in Hi. injection Hi as <-. destruct j as [|j]; [cbn in Hj; injection Hj as <-; assumption|].
      pose proof (IH A 0%nat (S j) b y ltac:(lia) eq_refl Hj). lra.
    - apply (IH A i j x y); [lia|assumption|assumption].
  Qed.
  Lemma find_nth i x : find V i = Some x <-> 0 <= i /\ nth_error vs (Z.to_nat i) = Some x.
  Proof.
    unfold V. rewrite find_index. destruct (i <? 0) eqn:N; [apply Z.ltb_lt in N|apply Z.ltb_ge in N]; split; intros.
    - discriminate.
    - lia.
    - auto.
    - tauto.
  Qed.
  Lemma value_less i j x y : i < j -> find V i = Some x -> find V j = Some y -> (x < y)%Q.
  Proof.
    intros L Hi Hj. apply find_nth in Hi; apply find_nth in Hj. destruct Hi as [Bi Hi], Hj as [Bj Hj].
    apply (ascend_nth vs Ascend (Z.to_nat i) (Z.to_nat j)); auto. lia.
  Qed.
  Lemma value_leq i j x y : i <= j -> find V i = Some x -> find V j = Some y -> (x <= y)%Q.
  Proof.
    intros L Hi Hj. destruct (Z.eq_dec i j) as [->|N]; [replace y with x by congruence; lra|].
    pose proof (value_less i j x y ltac:(lia) Hi Hj). lra.
  Qed.
  Lemma value_same i j x y : (x == y)%Q -> find V i = Some x -> find V j = Some y -> i = j.
  Proof.
    intros E Hi Hj. destruct (Z.lt_trichotomy i j) as [L|[L|L]]; [|assumption|].
    - pose proof (value_less i j x y L Hi Hj). lra.
    - pose proof (value_less j i y x L Hj Hi). lra.
  Qed.
  Lemma value_unit i x : find V i = Some x -> (0 <= x <= 1)%Q.
  Proof.
    intros Hi. apply find_index_in in Hi. rewrite forallb_forall in Unit. apply in_unit_spec, Unit, Hi.
  Qed.
  Lemma rank_bounds i x : find V i = Some x -> 0 <= i < K.
  Proof. intros Hi. now apply find_index_in in Hi. Qed.
  Lemma first_value : exists x, find V 0 = Some x /\ (x == 0)%Q.
  Proof.
    unfold value_ends in Ends. destruct vs as [|v l] eqn:E; [discriminate|]. exists v. split; [unfold V; now rewrite find_index|].
    passed F. unfold is_fraction in F. apply andb_prop in F as [F1%Z.eqb_eq F2%Z.eqb_eq]. unfold Qeq. cbn. lia.
  Qed.
  Lemma last_is_nth l : last_is 1 1 l = true -> exists x, nth_error l (Z.to_nat (len l - 1)) = Some x /\ (x == 1)%Q /\ 0 < len l.
  Proof.
    induction l as [|a [|b l] IH]; [discriminate| |].
    - cbn. intros F. exists a. part. unfold is_fraction in F. apply andb_prop in F as [F1%Z.eqb_eq F2%Z.eqb_eq].
      unfold Qeq. cbn. lia.
    - intros F. change (last_is 1 1 (b :: l) = true) in F. destruct (IH F) as (x & N & X & P). exists x.
      rewrite len_cons. split; [|split; [assumption|lia]].
      replace (Z.to_nat (len (b :: l) + 1 - 1)) with (S (Z.to_nat (len (b :: l) - 1))) by lia. exact N.
  Qed.
  Lemma last_value : exists x, find V (K - 1) = Some x /\ (x == 1)%Q.
  Proof.
    assert (L : last_is 1 1 vs = true).
    { unfold value_ends in Ends. destruct vs as [|v l]; [discriminate|]. destruct (is_fraction 0 1 v); [assumption|discriminate]. }
    destruct (last_is_nth vs L) as (x & N & X & P). exists x. split; [|assumption]. apply find_nth. unfold K. split; [lia|assumption].
  Qed.

  (* ---------- cells and their ranks ---------- *)
  Definition agrees (u : cell) (r : ranked) : Prop :=
    exists x, find V (rank r) = Some x /\ (alpha u == x)%Q /\ (beta u == x)%Q
      /\ label_white u = white_label r /\ label_black u = black_label r.
  Lemma agrees_unit u r : agrees u r -> (0 <= alpha u <= 1)%Q /\ (0 <= beta u <= 1)%Q.
  Proof. intros (x & F & A & B & _). apply value_unit in F. rewrite A, B. auto. Qed.

  Lemma Forall2_nonempty {A B} (R : A -> B -> Prop) l l' : Forall2 R l l' -> nonempty l' = true -> nonempty l = true /\ l <> [].
  Proof. intros [|]; cbn; [discriminate|]. now split. Qed.

  (** A maximum that starts from a lower bound is attained: it is the greatest rank, or the greatest of other
      numbers. *)
  Lemma attained (t : ranked -> Z) m l : (forall r, In r l -> m <= t r) -> l <> [] ->
    let h := fold_left (fun m r => Z.max m (t r)) l m in
    (forall r, In r l -> t r <= h) /\ exists r, In r l /\ t r = h.
  Proof.
    intros B N.
    assert (S : forall l m, let h := fold_left (fun m r => Z.max m (t r)) l m in
      m <= h /\ (forall r, In r l -> t r <= h) /\ (h = m \/ exists r, In r l /\ t r = h)).
    { clear. induction l as [|a l IH]; cbn; intros m; [intuition lia|]. destruct (IH (Z.max m (t a))) as (h1 & h2 & h3).
      part. split; [intros r [<-|I]; [lia|auto]|].
      destruct h3 as [h3|(r & I & h3)]; [|right; exists r; auto].
      destruct (Z.max_spec m (t a)) as [[_ E]|[_ E]]; [right; exists a; split; [auto|lia]|left; lia]. }
    destruct (S l m) as (h1 & h2 & [h3|h3]); (part); [|assumption].
    destruct l as [|a l]; [congruence|]. exists a. split; [now left|].
    specialize (h2 a (or_introl eq_refl)). specialize (B a (or_introl eq_refl)). cbn zeta in *. lia.
  Qed.
  Lemma highest_spec l : (forall r, In r l -> 0 <= rank r) -> l <> [] ->
    (forall r, In r l -> rank r <= highest l) /\ exists r, In r l /\ rank r = highest l.
  Proof. apply attained. Qed.
  Lemma lowest_spec k l : (forall r, In r l -> rank r <= k) -> l <> [] ->
    (forall r, In r l -> lowest k l <= rank r) /\ exists r, In r l /\ rank r = lowest k l.
  Proof.
    intros B N. assert (E : lowest k l = - fold_left (fun m r => Z.max m (- rank r)) l (- k)).
    { unfold lowest. clear. revert k. induction l as [|a l IH]; intros k; cbn; [lia|]. rewrite IH. do 2 f_equal. lia. }
    destruct (attained (fun r => - rank r) (- k) l) as (h & r & I & Er);
      [intros r I; specialize (B r I); lia|assumption|].
    rewrite E. split; [intros r' I'; specialize (h r' I'); lia|exists r; split; [assumption|lia]].
  Qed.

  Section Extremes.
    Variable f : cell -> Q.
    Hypothesis value_f : forall u r, agrees u r -> exists x, find V (rank r) = Some x /\ (f u == x)%Q.

    (** The greatest values and ranks, or the least if [flip]. *)
    Lemma extreme_rank (flip : bool) l l' e h : Forall2 agrees l l' ->
      (forall u, In u l -> if flip then (e <= f u)%Q else (f u <= e)%Q) /\ (exists u, In u l /\ (e == f u)%Q) ->
      (forall r, In r l' -> if flip then h <= rank r else rank r <= h) /\ (exists r, In r l' /\ rank r = h) ->
      forall y, find V h = Some y -> (e == y)%Q.
    Proof.
      intros (F & F')%Forall2_covers (G & u & Iu & Eu) (T & r & Ir & Er) y Y.
      destruct (F u Iu) as (r1 & I1 & A1). destruct (value_f u r1 A1) as (x1 & X1 & Q1).
      destruct (F' r Ir) as (u2 & I2 & A2). destruct (value_f u2 r A2) as (x2 & X2 & Q2).
      rewrite Er in X2. specialize (T r1 I1). specialize (G u2 I2). replace x2 with y in Q2 by congruence.
      destruct flip; [pose proof (value_leq _ _ _ _ T Y X1)|pose proof (value_leq _ _ _ _ T X1 Y)]; lra.
    Qed.
    Lemma extremes_bounded l l' : Forall2 agrees l l' ->
      (forall u, In u l -> (0 <= f u <= 1)%Q) /\ (forall r, In r l' -> 0 <= rank r < K).
    Proof.
      intros (F & F')%Forall2_covers. split.
      - intros u I. destruct (F u I) as (r & _ & A). destruct (value_f u r A) as (x & X & ->).
        now apply value_unit in X.
      - intros r I. destruct (F' r I) as (v & _ & (x & X & _)). now apply rank_bounds in X.
    Qed.

    Lemma greatest_rank l l' : Forall2 agrees l l' -> l <> [] -> forall y, find V (highest l') = Some y -> (greatest f l == y)%Q.
    Proof.
      intros F N. destruct (extremes_bounded l l' F) as (U & B). apply (extreme_rank false l l'); [assumption| |].
      - apply greatest_spec; [assumption|]. intros u I. now apply U.
      - apply highest_spec; [intros r I; now apply B|destruct F; congruence].
    Qed.
    Lemma least_rank l l' : Forall2 agrees l l' -> l <> [] -> forall y, find V (lowest K l') = Some y -> (least f l == y)%Q.
    Proof.
      intros F N. destruct (extremes_bounded l l' F) as (U & B). apply (extreme_rank true l l'); [assumption| |].
      - apply least_spec; [assumption|]. intros u I. now apply U.
      - apply lowest_spec; [intros r I; specialize (B r I); lia|destruct F; congruence].
    Qed.
  End Extremes.

  Lemma least_label_same (good : cell -> bool) (good' : ranked -> bool) (t : cell -> Z) (t' : ranked -> Z) l l' :
    Forall2 agrees l l' -> (forall u r, agrees u r -> good u = good' r /\ t u = t' r) ->
    least_label good t l = least_label good' t' l'.
  Proof.
    intros F E. unfold least_label. generalize infinite as m. induction F as [|u r l l' A F IH]; intros m; cbn; [reflexivity|].
    destruct (E u r A) as [-> ->]. apply IH.
  Qed.
  Lemma greatest_label_same (t : cell -> Z) (t' : ranked -> Z) l l' :
    Forall2 agrees l l' -> (forall u r, agrees u r -> t u = t' r) -> greatest_label t l = greatest_label t' l'.
  Proof.
    intros F E. unfold greatest_label. generalize 0 as m. induction F as [|u r l l' A F IH]; intros m; cbn; [reflexivity|].
    rewrite (E u r A). apply IH.
  Qed.
  Lemma label_same (t : cell -> Z) (t' : ranked -> Z) good good' may may' u r mine mine' theirs theirs' :
    agrees u r -> Forall2 agrees mine mine' -> Forall2 agrees theirs theirs' ->
    (forall v s, agrees v s -> t v = t' s) -> (forall v s, agrees v s -> good v = good' s) -> (may' = true -> may = true) ->
    label_ranked t' good' may' r mine' theirs' = true -> label_ok t good may u mine theirs = true.
  Proof.
    intros A F G T E M. unfold label_ranked, label_ok.
    rewrite (least_label_same good good' t t' mine mine' F) by auto. rewrite (greatest_label_same t t' theirs theirs' G) by auto.
    rewrite (T u r A). intros L. apply andb_prop in L as [L1 L2]. rewrite L1. cbn [andb].
    apply orb_prop in L2 as [->|L2]; [reflexivity|]. rewrite (M L2). apply orb_true_r.
  Qed.

  (* The clauses at a class hold for the cells if they hold for the ranks. *)
  Theorem position_ranked_ok u r white white' black black' :
    agrees u r -> Forall2 agrees white white' -> Forall2 agrees black black' ->
    position_ranked V K r white' black' = true -> position_ok u white black = true.
  Proof.
    intros A FW FB P. unfold position_ranked in P. destruct (nonempty white' && nonempty black') eqn:N; [|discriminate].
    apply andb_prop in N as [NW NB].
    destruct (Forall2_nonempty _ _ _ FW NW) as [NW1 NW2]. destruct (Forall2_nonempty _ _ _ FB NB) as [NB1 NB2].
    take x X. take mx MX.
    take mn MN.
    apply andb_prop in P as [[EQ LW]%andb_prop LB].
    assert (VA : forall u r, agrees u r -> exists x, find V (rank r) = Some x /\ (alpha u == x)%Q) by (intros ? ? (y & Y & Y1 & _); eauto).
    assert (VB : forall u r, agrees u r -> exists x, find V (rank r) = Some x /\ (beta u == x)%Q) by (intros ? ? (y & Y & _ & Y1 & _); eauto).
    pose proof (greatest_rank alpha VA white white' FW NW2 mx MX) as GA. pose proof (least_rank alpha VA black black' FB NB2 mn MN) as SA.
    pose proof (greatest_rank beta VB white white' FW NW2 mx MX) as GB. pose proof (least_rank beta VB black black' FB NB2 mn MN) as SB.
    destruct A as (x' & X' & Ax & Bx & Lw & Lb). assert (x' = x) by congruence. subst x'.
    apply equation_quickly_spec in EQ.
    unfold position_ok. rewrite NW1, NB1. cbn [andb]. rewrite !andb_true_iff. repeat split.
    - unfold equation. apply Qeq_bool_iff. rewrite GA, SA, Ax. exact EQ.
    - unfold equation. apply Qeq_bool_iff. rewrite GB, SB, Bx. exact EQ.
    - eapply label_same; [|exact FW|exact FB| | | |exact LW].
      + now exists x.
      + intros v s (y & _ & _ & _ & E & _). exact E.
      + intros v s (y & Y & Ay & _). apply eq_true_iff_eq. rewrite eq_spec, Z.eqb_eq, GA, Ay. split.
        * intros E. exact (value_same _ _ _ _ E Y MX).
        * intros E. rewrite E in Y. replace y with mx by congruence. reflexivity.
      + intros E. apply Z.eqb_eq in E. rewrite E in X. destruct first_value as (z & Zf & Z0). apply leq_spec.
        replace z with x in Z0 by congruence. lra.
    - eapply label_same; [|exact FB|exact FW| | | |exact LB].
      + now exists x.
      + intros v s (y & _ & _ & _ & _ & E). exact E.
      + intros v s (y & Y & _ & By & _). apply eq_true_iff_eq. rewrite eq_spec, Z.eqb_eq, SB, By. split.
        * intros E. exact (value_same _ _ _ _ E Y MN).
        * intros E. rewrite E in Y. replace y with mn by congruence. reflexivity.
      + intros E. apply Z.eqb_eq in E. rewrite E in X. destruct last_value as (z & Zf & Z0). apply leq_spec.
        replace z with x in Z0 by congruence. lra.
  Qed.

  Lemma ranked_cell_agrees u r : ranked_cell V K u = Some r -> agrees u r.
  Proof.
    unfold ranked_cell. set (i := search V 64 0 K (alpha u)). take y Y.
    passed E. intros [= <-].
    apply andb_prop in E as [E1 E2]. clearbody i. exists y. cbn [rank white_label black_label]. rewrite <- !eq_spec.
    auto.
  Qed.
End Ranks.

(* ---------- choices exist ---------- *)
Lemma first_least_some {A} (good : A -> bool) (t : A -> Z) l : forall i best,
  (snd best <> None \/ exists u, In u l /\ good u = true) -> exists j, first_least good t i best l = Some j.
Proof.
  induction l as [|u l IH]; intros i best H; cbn.
  - destruct H as [H|(u & [] & _)]. destruct (snd best) as [j|]; [now exists j|congruence].
  - destruct (snd best) as [j|] eqn:B.
    + destruct (t u <? fst best); apply IH; left; [destruct (good u); cbn; congruence|congruence].
    + destruct H as [H|(v & [<-|I] & G)]; [congruence| |].
      * rewrite G. apply IH. left. cbn. congruence.
      * apply IH. right. now exists v.
Qed.
Lemma choices_exist white black : white <> [] -> black <> [] ->
  (forall u, In u white -> (0 <= alpha u)%Q) -> (forall u, In u black -> (beta u <= 1)%Q) ->
  exists choices, choices_ok choices white black = true.
Proof.
  intros NW NB A B.
  destruct (greatest_spec alpha white NW A) as (_ & w & Iw & Ew). destruct (least_spec beta black NB B) as (_ & c & Ic & Ec).
  destruct (first_least_some (fun w => eq (alpha w) (greatest alpha white)) label_white white 0 (0, None)) as (i & Ei).
  { right. exists w. part. apply eq_spec. now rewrite Ew. }
  destruct (first_least_some (fun c => eq (beta c) (least beta black)) label_black black 0 (0, None)) as (j & Ej).
  { right. exists c. part. apply eq_spec. now rewrite Ec. }
  exists [i; j]. unfold choices_ok. rewrite Ei, Ej. cbn. now rewrite !Z.eqb_refl.
Qed.

(* ---------- the checker ---------- *)
Fixpoint join_ranked (table : table Q) (ranks whites blacks : list Z) (acc : list (cell * ranked))
    : option (list (cell * ranked)) :=
  match ranks, whites, blacks with
  | [], [], [] => Some (rev_append acc [])
  | r :: ranks', t :: whites', t' :: blacks' =>
      match find table r with
      | Some x => join_ranked table ranks' whites' blacks' ((Cell x x (label t) (label t'), Ranked r (label t) (label t')) :: acc)
      | None => None
      end
  | _, _, _ => None
  end.

Section Classes.
  Variables (options_of : colour -> Z -> list target) (cited : Z -> Z -> option cell)
            (V : table Q) (count : Z) (own : table ranked).
  Definition ranked_of (t : target) : option ranked :=
    match t with
    | Own c => find own c
    | Cited k c exchanged => match cited k c with Some u => ranked_cell V count (seen exchanged u) | None => None end
    | End White => Some (Ranked (count - 1) 0 0)
    | End Black => Some (Ranked 0 0 0)
    | DrawnEnd => None
    end.
  Definition class_ranked (c : Z) (r : ranked) : bool :=
    match traverse ranked_of (options_of White c), traverse ranked_of (options_of Black c) with
    | Some white, Some black => position_ranked V count r white black
    | _, _ => false
    end.
  Fixpoint classes_ranked (c : Z) (l : list ranked) : bool :=
    match l with [] => true | r :: l' => if class_ranked c r then classes_ranked (c + 1) l' else false end.
End Classes.

Definition check_columns (n : Z) (options_of : colour -> Z -> list target) (cited : Z -> Z -> option cell)
    (vs : list Q) (cols : list (list Z)) : option values :=
  match cols with
  | r :: _ :: lw :: lb :: _ =>
      if forallb in_unit vs && ascend_quickly vs && value_ends vs then
        let V := index vs in
        match join_ranked V r lw lb [] with
        | Some l =>
            let rs := map snd l in
            if (list_length l =? n) && classes_ranked options_of cited V (list_length vs) (index rs) 0 rs
            then Some (Values 1 n (index (map fst l))) else None
        | None => None
        end
      else None
  | _ => None
  end.
Definition check_ranked (n : Z) (options_of : colour -> Z -> list target) (cited : Z -> Z -> option cell)
    (claim evidence : list item) : option values :=
  match read_claim claim with
  | Some (f, c) =>
      if (c =? n) && (f =? 1) then
        match evidence with
        | Array ds :: Array is :: Array ns :: rest =>
            match read_values ds is ns, columns 1 n rest with
            | Some (_, _, vs), Some cols => check_columns n options_of cited vs cols
            | _, _ => None
            end
        | _ => None
        end
      else None
  | None => None
  end.

(* ---------- soundness ---------- *)
Lemma join_ranked_spec vs ranks : forall lw lb acc l, join_ranked (index vs) ranks lw lb acc = Some l ->
  forallb in_unit vs = true -> label_column lw -> label_column lb ->
  let good p := agrees vs (fst p) (snd p) /\ in_range (fst p) /\ alpha (fst p) = beta (fst p) in
  Forall good acc -> Forall good l.
Proof.
  induction ranks as [|r ranks IH]; intros [|t lw] [|t' lb] acc l E U W L good A; try discriminate; cbn [join_ranked] in E.
  - injection E as <-. rewrite rev_append_rev, app_nil_r. now apply Forall_rev.
  - take x X. inversion W; inversion L; subst.
    refine (IH _ _ _ _ E U _ _ _); [assumption|assumption|]. constructor; [|assumption]. unfold good; cbn. split; [|split].
    + exists x. cbn. repeat split; auto; reflexivity.
    + unfold in_range; cbn. pose proof (value_unit vs U r x X). auto using label_range.
    + reflexivity.
Qed.

Lemma traverse_agrees (vs : list Q) (f : target -> option ranked) (g : target -> option cell) ts : forall rs,
  (forall t r, f t = Some r -> exists u, g t = Some u /\ agrees vs u r) ->
  traverse f ts = Some rs -> exists us, traverse g ts = Some us /\ Forall2 (agrees vs) us rs.
Proof.
  intros rs E T. apply traverse_spec in T.
  assert (X : exists us, Forall2 (fun t u => g t = Some u) ts us /\ Forall2 (agrees vs) us rs).
  { induction T as [|t r ts rs H T IH]; [exists []; auto|]. destruct IH as (us & F1 & F2). destruct (E t r H) as (u & G & A).
    exists (u :: us). auto. }
  destruct X as (us & F1 & F2). exists us. split; [|assumption].
  unfold traverse. enough (S : forall acc, traverse_onto g ts acc = Some (rev_append acc us)) by (rewrite S; reflexivity).
  clear -F1. induction F1 as [|t u ts us H F IH]; intros acc; cbn; [now rewrite !rev_append_rev|].
  rewrite H, IH. reflexivity.
Qed.

Theorem check_columns_sound n options_of cited vs cols v : Forall label_column cols ->
  check_columns n options_of cited vs cols = Some v -> checked n options_of cited v.
Proof.
  unfold check_columns. intros LC. destruct cols as [|r [|r2 [|lw [|lb rest]]]]; try discriminate.
  rewrite !Forall_cons_iff in LC. destruct LC as (_ & _ & LW & LB & _).
  passed T.
  apply andb_prop in T as [[Unit Asc%ascend_quickly_spec]%andb_prop Ends].
  take l J.
  passed C. apply andb_prop in C as [N%Z.eqb_eq C]. rewrite list_length_spec in N. rewrite list_length_spec in C.
  intros [= <-].
  pose proof (join_ranked_spec vs r lw lb [] l J Unit LW LB (Forall_nil _)) as G. rewrite Forall_forall in G.
  assert (At : forall c u, find (index (map fst l)) c = Some u ->
     exists s, find (index (map snd l)) c = Some s /\ In (u, s) l /\ 0 <= c).
  { intros c u F. rewrite find_index in F. rewrite find_index. destruct (c <? 0) eqn:Z; [discriminate F|]. apply Z.ltb_ge in Z.
    rewrite nth_error_map in F. rewrite nth_error_map.
    destruct (nth_error l (Z.to_nat c)) as [[u' s]|] eqn:X; cbn in F; [|discriminate F]. injection F as <-.
    exists s. part. split; [now apply nth_error_In in X|assumption]. }
  unfold checked, cell_at; cbn [classes cells functions]. part. split; [|split; [|split]].
  - intros c. assert (len (map fst l) = n) as L by (unfold len in *; now rewrite map_length). split.
    + intros (u & F). apply find_index_in in F. now rewrite L in F.
    + intros B. apply find_index_some. now rewrite L.
  - intros c u F. destruct (At c u F) as (s & _ & I & _). now apply (G (u, s) I).
  - intros c u F. destruct (At c u F) as (s & Fs & I & Hc).
    assert (K : class_ranked options_of cited (index vs) (len vs) (index (map snd l)) c s = true).
    { rewrite find_index in Fs. destruct (c <? 0) eqn:Z; [discriminate|]. clear -C Fs Hc.
      assert (S : forall m d i, classes_ranked options_of cited (index vs) (len vs) (index (map snd l)) d m = true ->
                nth_error m i = Some s -> class_ranked options_of cited (index vs) (len vs) (index (map snd l)) (d + Z.of_nat i) s = true).
      { induction m as [|a m IH]; intros d i H X; [destruct i; discriminate|]. cbn in H.
        passed K.
        destruct i as [|i]; cbn in X; [injection X as ->; now rewrite Z.add_0_r|].
        replace (d + Z.of_nat (S i)) with (d + 1 + Z.of_nat i) by lia. now apply IH. }
      pose proof (S _ 0 (Z.to_nat c) C Fs) as R. now replace (0 + Z.of_nat (Z.to_nat c)) with c in R by lia. }
    unfold class_ranked in K.
    take rw TW.
    take rb TB.
    assert (R : forall t q, ranked_of cited (index vs) (len vs) (index (map snd l)) t = Some q ->
               exists w, cell_of cited (find (index (map fst l))) t = Some w /\ agrees vs w q).
    { intros [d|k d e|[]|] q; cbn [ranked_of cell_of]; intros X.
      - rewrite find_index in X. rewrite find_index. destruct (d <? 0); [discriminate X|]. rewrite nth_error_map in X. rewrite nth_error_map.
        destruct (nth_error l (Z.to_nat d)) as [[w q']|] eqn:Y; cbn in X; [|discriminate X]. injection X as <-.
        exists w. part. apply nth_error_In in Y. apply (G _ Y).
      - destruct (cited k d) as [w|]; [|discriminate]. exists (seen e w). part. now apply ranked_cell_agrees.
      - injection X as <-. exists white_won. part. destruct (last_value vs Asc Ends Unit) as (x & Fx & Ex).
        exists x. part. split; [symmetry; exact Ex|]. split; [symmetry; exact Ex|split; reflexivity].
      - injection X as <-. exists black_won. part. destruct (first_value vs Asc Ends Unit) as (x & Fx & Ex).
        exists x. part. split; [symmetry; exact Ex|]. split; [symmetry; exact Ex|split; reflexivity].
      - discriminate. }
    destruct (traverse_agrees vs _ _ _ _ R TW) as (us & Us & FU). destruct (traverse_agrees vs _ _ _ _ R TB) as (ub & Ub & FB).
    pose proof (position_ranked_ok vs Asc Ends Unit u s us rw ub rb (proj1 (G _ I)) FU FB K) as P.
    assert (NE : us <> [] /\ ub <> []).
    { unfold position_ok in P. destruct us, ub; cbn in P; try discriminate. split; discriminate. }
    destruct (choices_exist us ub (proj1 NE) (proj2 NE)) as (ch & Ch).
    { intros w Iw. destruct (proj1 (Forall2_covers _ _ _ FU) w Iw) as (q & _ & A). apply (agrees_unit vs Unit w q A). }
    { intros w Iw. destruct (proj1 (Forall2_covers _ _ _ FB) w Iw) as (q & _ & A). apply (agrees_unit vs Unit w q A). }
    exists ch. change (class_ok options_of cited (find (index (map fst l))) c u ch = true). unfold class_ok. rewrite Us, Ub, P, Ch. reflexivity.
  - left. part. intros c u F. destruct (At c u F) as (s & _ & I & _). now apply (G (u, s) I).
Qed.

Theorem check_ranked_sound n options_of cited claim evidence v :
  check_ranked n options_of cited claim evidence = Some v -> checked n options_of cited v.
Proof.
  unfold check_ranked. destruct (read_claim claim) as [[f c]|]; [|discriminate].
  destruct (_ && _); [|discriminate]. destruct evidence as [|[| | |ds|] [|[| | |is|] [|[| | |ns|] rest]]]; try discriminate.
  destruct (read_values ds is ns) as [[[? ?] vs]|]; [|discriminate].
  take cols C. apply columns_range in C. now apply check_columns_sound.
Qed.
