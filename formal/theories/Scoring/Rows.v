(** * Certificates by rows

    The checker of a block of rows, on decoded numbers, and the consequences of its success: the
    outcome of every heap of any size, and the least period and onset of the rows.

    Pages: [spec/kinds/scoring.md] sections 2 to 4 (rows), [spec/soundness/scoring.md].

    Not covered here: bytes ([Bytes.v]); certificates by jumps ([Jumps.v]); every true block is
    accepted ([Complete.v]). *)

From Coq Require Import Arith ZArith List Bool Lia.
From Gamecert.Scoring Require Import Game Matrix Period Row.
Import ListNotations.
Local Open Scope Z_scope.

(** ** The claim *)

(** The heap below N + P with the same row as x, if the rows repeat with period P from N on. *)
Definition reduced (N P x : nat) : nat := if (x <? N)%nat then x else (N + (x - N) mod P)%nat.

(** The outcome for (x, p) according to the rows of the heaps below N + P. *)
Definition row_value (N P : nat) (rows : list (list Z)) (x p : nat) : Z :=
  nth p (nth (reduced N P x) rows []) 0.

(** The statement of a block about the total budget TB, where v are the outcomes given by its
    evidence:

    - v is the outcome of each position, whoever has the marker, with a heap of any size;
    - v(x, p) is defined for all x and p as on the page of the kind: maximin and minimax of the
      matrix game of one move are equal everywhere;
    - each row is non-decreasing in p;
    - P is the least period that the rows have from some heap on, and N is the least onset. *)
Definition block_claim (S : list nat) (TB N P : nat) (v : nat -> nat -> Z) : Prop :=
  (forall x p, (p <= TB)%nat ->
     outcome S (Position x Left p (TB - p)) (v x p)
     /\ outcome S (Position x Right (TB - p) p) (- v x p))
  /\ (forall x p, (p <= TB)%nat -> equilibrium S TB v x p)
  /\ (forall x p, (p < TB)%nat -> v x p <= v x (p + 1)%nat)
  /\ least_period (same_row TB v) P N.

(** ** The checker *)

(** a and b of the page of the kind, from the rows before, the row of x - 1 first; nothing if
    nothing can be taken. *)
Fixpoint best_row (S : list nat) (before : list (list Z)) : option (list Z) :=
  match S with
  | [] => None
  | s :: S' =>
      match nth_error before (s - 1) with
      | None => best_row S' before
      | Some row =>
          let here := each (Z.add (Z.of_nat s)) row in
          match best_row S' before with None => Some here | Some l => Some (overlay Z.max here l) end
      end
  end.
Fixpoint worst_row (S : list nat) (before : list (list Z)) : option (list Z) :=
  match S with
  | [] => None
  | s :: S' =>
      match nth_error before (s - 1) with
      | None => worst_row S' before
      | Some row =>
          let here := each (Z.add (- Z.of_nat s)) row in
          match worst_row S' before with None => Some here | Some l => Some (overlay Z.min here l) end
      end
  end.

Definition has_length (n : nat) (l : list Z) : bool := (length l =? n)%nat.
Fixpoint ascending (l : list Z) : bool :=
  match l with
  | x :: (y :: _) as l' => if x <=? y then ascending l' else false
  | _ => true
  end.

(** The row follows from the rows before it (clauses equilibrium, outcome, repeat), and is
    non-decreasing (clause monotone). *)
Definition row_follows (S : list nat) (TB : nat) (before : list (list Z)) (row : list Z) : bool :=
  if has_length (1 + TB) row then
    if ascending row then
      match best_row S before, worst_row S before with
      | Some la, Some lb =>
          match compute_row la lb with Some r => same_list r row | None => false end
      | _, _ => forallb (Z.eqb 0) row
      end
    else false
  else false.

(** Tests all rows, one after the other. Returns all rows so far, the last one first. *)
Fixpoint rows_follow (S : list nat) (TB : nat) (before rows : list (list Z)) : option (list (list Z)) :=
  match rows with
  | [] => Some before
  | row :: rows' =>
      if row_follows S TB before row then rows_follow S TB (row :: before) rows' else None
  end.

(** The two lists agree as far as both reach. *)
Fixpoint agree (l1 l2 : list (list Z)) : bool :=
  match l1, l2 with
  | r1 :: l1', r2 :: l2' => if same_list r1 r2 then agree l1' l2' else false
  | _, _ => true
  end.
Fixpoint all_down (f : nat -> bool) (n : nat) : bool :=
  match n with O => true | Datatypes.S n' => if f n then all_down f n' else false end.

(** The clause period, with all divisors d of P instead of the prime ones, which is equivalent. *)
Definition period_least (P : nat) (cycle : list (list Z)) : bool :=
  all_down (fun d =>
    if (2 <=? d)%nat then
      if (P mod d =? 0)%nat then
        negb (if agree (skipn (P / d) cycle) cycle then agree cycle (skipn (P - P / d) cycle) else false)
      else true
    else true) P.
Definition onset_least (N P : nat) (rows : list (list Z)) : bool :=
  match N with
  | O => true
  | Datatypes.S n => negb (same_list (nth n rows []) (nth (n + P) rows []))
  end.

Definition entries_positive (S : list nat) : bool := forallb (fun s => (1 <=? s)%nat) S.
Definition max_entry (S : list nat) : nat := fold_right Nat.max O S.
Fixpoint has_rows {A} (n : nat) (l : list A) : bool :=
  match n, l with
  | O, [] => true
  | Datatypes.S n', _ :: l' => has_rows n' l'
  | _, _ => false
  end.

(** A block of rows for the total budget TB with onset N and period P. *)
Definition check_rows (S : list nat) (TB N P : nat) (rows : list (list Z)) : bool :=
  if (1 <=? P)%nat && entries_positive S && has_rows (N + P) rows then
    match rows_follow S TB [] rows with
    | Some before =>
        match rows_follow S TB before
                (map (fun x => nth (reduced N P x) rows []) (seq (N + P) (max_entry S))) with
        | Some _ => period_least P (skipn N rows) && onset_least N P rows
        | None => false
        end
    | None => false
    end
  else false.

(** ** Soundness *)

Lemma has_length_spec n l : has_length n l = true <-> length l = n.
Proof. apply Nat.eqb_eq. Qed.
Lemma has_rows_spec {A} n : forall l : list A, has_rows n l = true <-> length l = n.
Proof. induction n as [|n IH]; intros [|x l]; cbn; try (split; congruence). rewrite IH; lia. Qed.
Lemma ascending_spec l : ascending l = true ->
  forall k, (k + 1 < length l)%nat -> nth k l 0 <= nth (k + 1) l 0.
Proof.
  induction l as [|x l IH]; [cbn; lia|]. destruct l as [|y l]; [cbn; lia|].
  change (ascending (x :: y :: l)) with (if x <=? y then ascending (y :: l) else false).
  destruct (x <=? y) eqn:E; [apply Z.leb_le in E|discriminate]. intros H k L.
  destruct k as [|k]; [exact E|]. apply (IH H k). cbn [length] in *; lia.
Qed.
Lemma agree_all l1 : forall l2,
  (forall k, (k < length l1)%nat -> (k < length l2)%nat -> nth k l1 [] = nth k l2 []) ->
  agree l1 l2 = true.
Proof.
  induction l1 as [|r1 l1 IH]; intros [|r2 l2] H; cbn; try reflexivity.
  pose proof (H O ltac:(cbn; lia) ltac:(cbn; lia)) as E. cbn in E. subst r2.
  rewrite (proj2 (same_list_spec r1 r1) eq_refl).
  apply IH. intros k K1 K2. apply (H (Datatypes.S k)); cbn; lia.
Qed.
Lemma nth_skipn {A} (y : A) n : forall l k, nth k (skipn n l) y = nth (n + k) l y.
Proof. induction n as [|n IH]; intros [|x l] k; cbn; auto. now destruct k. Qed.
Lemma all_down_spec f n : all_down f n = true -> forall d, (1 <= d <= n)%nat -> f d = true.
Proof.
  induction n as [|n IH]; cbn; [lia|]. passed E.
  intros H d L. destruct (Nat.eq_dec d (Datatypes.S n)); [subst; auto|apply IH; auto; lia].
Qed.

Lemma reduced_small N P x : (1 <= P)%nat -> (x < N + P)%nat -> reduced N P x = x.
Proof.
  intros HP L. unfold reduced. destruct (x <? N)%nat eqn:E; [reflexivity|apply Nat.ltb_ge in E].
  rewrite Nat.mod_small; lia.
Qed.
Lemma reduced_bound N P x : (1 <= P)%nat -> (reduced N P x < N + P)%nat.
Proof.
  unfold reduced. destruct (x <? N)%nat eqn:E; [apply Nat.ltb_lt in E; lia|].
  pose proof (Nat.mod_upper_bound (x - N) P); lia.
Qed.
Lemma reduced_period N P x : (1 <= P)%nat -> (N <= x)%nat -> reduced N P (x + P) = reduced N P x.
Proof.
  intros HP L. unfold reduced.
  replace (x <? N)%nat with false by (symmetry; apply Nat.ltb_ge; lia).
  replace (x + P <? N)%nat with false by (symmetry; apply Nat.ltb_ge; lia).
  replace (x + P - N)%nat with (x - N + 1 * P)%nat by lia. now rewrite Nat.mod_add by lia.
Qed.

Section Rows.
Variables (S : list nat) (TB : nat).
Hypothesis positive : Forall (fun s => (1 <= s)%nat) S.
(** The row of each heap, as a list. *)
Variable R : nat -> list Z.
Let V (x p : nat) : Z := nth p (R x) 0.

Definition history (x : nat) : list (list Z) := rev (map R (seq 0 x)).
Lemma history_next x : R x :: history x = history (1 + x).
Proof.
  unfold history. replace (1 + x)%nat with (x + 1)%nat by lia.
  rewrite seq_app, map_app, rev_app_distr. reflexivity.
Qed.
Lemma history_nth x : forall k, nth_error (history x) k =
  if (k <? x)%nat then Some (R (x - 1 - k)) else None.
Proof.
  induction x as [|x IH]; [destruct k; reflexivity|].
  change (Datatypes.S x) with (1 + x)%nat. rewrite <- history_next.
  destruct k as [|k]; cbn [nth_error].
  - cbn. do 2 f_equal. lia.
  - rewrite IH. change (Datatypes.S k <? 1 + x)%nat with (k <? x)%nat.
    destruct (k <? x)%nat; [|reflexivity]. do 2 f_equal; lia.
Qed.

(** The facts established about a heap. *)
Definition settled (x : nat) : Prop :=
  length (R x) = (1 + TB)%nat
  /\ (forall p, (p < TB)%nat -> V x p <= V x (p + 1)%nat)
  /\ (forall p, (p <= TB)%nat -> equilibrium S TB V x p).

Lemma settled_from x : length (R x) = (1 + TB)%nat -> R x = from (1 + TB) (V x) 0.
Proof. intros L. apply from_is; auto. Qed.

Lemma settled_monotone x : settled x -> forall c d, (c <= d <= TB)%nat -> V x c <= V x d.
Proof.
  intros (_ & M & _) c d [L U]. induction L as [|d L IH]; [lia|].
  transitivity (V x d); [apply IH; lia|]. specialize (M d ltac:(lia)).
  now replace (d + 1)%nat with (Datatypes.S d) in M by lia.
Qed.

Lemma overlay_max n g h : overlay Z.max (from n g 0) (from n h 0) = from n (fun k => Z.max (g k) (h k)) 0.
Proof.
  rewrite overlay_from. apply from_ext. intros k L.
  now replace (k <? n)%nat with true by (symmetry; apply Nat.ltb_lt; lia).
Qed.
Lemma overlay_min n g h : overlay Z.min (from n g 0) (from n h 0) = from n (fun k => Z.min (g k) (h k)) 0.
Proof.
  rewrite overlay_from. apply from_ext. intros k L.
  now replace (k <? n)%nat with true by (symmetry; apply Nat.ltb_lt; lia).
Qed.

Lemma best_row_spec x : (forall y, (y < x)%nat -> length (R y) = (1 + TB)%nat) ->
  forall T, Forall (fun s => (1 <= s)%nat) T ->
  best_row T (history x) =
    match options T x with [] => None | _ => Some (from (1 + TB) (best T V x) 0) end
  /\ worst_row T (history x) =
    match options T x with [] => None | _ => Some (from (1 + TB) (worst T V x) 0) end.
Proof.
  intros L. induction T as [|s T IH]; intros F; [split; reflexivity|].
  inversion F as [|? ? F1 F2]. destruct (IH F2) as [IH1 IH2].
  cbn [best_row worst_row]. rewrite history_nth. unfold best, worst, options. cbn [filter].
  fold (options T x). destruct (s - 1 <? x)%nat eqn:E.
  - rewrite (proj2 (Nat.leb_le s x)) by lia.
    replace (x - 1 - (s - 1))%nat with (x - s)%nat by lia.
    rewrite (settled_from (x - s)) by (apply L; lia). rewrite !each_map, !from_map, IH1, IH2.
    destruct (options T x) as [|s' o] eqn:O; [split; reflexivity|]. rewrite <- O.
    rewrite overlay_max, overlay_min. split; f_equal; apply from_ext; intros k _; cbn [map].
    + rewrite greatest_cons; [reflexivity|rewrite O; discriminate].
    + rewrite least_cons; [reflexivity|rewrite O; discriminate].
  - rewrite (proj2 (Nat.leb_gt s x)) by lia. auto.
Qed.

Lemma row_follows_sound x : (forall y, (y < x)%nat -> settled y) ->
  row_follows S TB (history x) (R x) = true -> settled x.
Proof.
  intros B H. unfold row_follows in H.
  destruct (has_length (1 + TB) (R x)) eqn:L; [apply has_length_spec in L|discriminate].
  passed A.
  part. split.
  { intros p P. apply (ascending_spec _ A). lia. }
  intros p P. unfold equilibrium.
  destruct (best_row_spec x (fun y Y => proj1 (B y Y)) S positive) as [E1 E2].
  rewrite E1, E2 in H.
  destruct (options S x) as [|s o] eqn:O.
  - replace (forallb (fun s => (x <? s)%nat) S) with true.
    + rewrite forallb_forall in H. apply Z.eqb_eq, H. apply nth_In. rewrite L; lia.
    + destruct (forallb (fun s => (x <? s)%nat) S) eqn:F; [reflexivity|].
      apply options_some in F. congruence.
  - assert (Some : options S x <> []) by (rewrite O; discriminate).
    rewrite (proj2 (options_some S x) Some).
    take r C. apply same_list_spec in H. subst r.
    apply compute_row_sound in C as [_ C]. destruct (C p P) as [C1 C2].
    assert (M : forall s c d, can_take S x s -> (c <= d <= TB)%nat -> V (x - s) c <= V (x - s) d).
    { intros s' c d [I Le] Q. apply settled_monotone; auto. apply B.
      rewrite Forall_forall in positive. specialize (positive s' I). lia. }
    apply saddle. split.
    + destruct C1 as (l & L1 & L2 & L3 & L4). exists l. now apply left_bid_ensures.
    + destruct C2 as (r & R1 & R2 & R3 & R4). exists r. now apply right_bid_concedes.
Qed.

Lemma rows_follow_sound n : forall x before, (forall y, (y < x)%nat -> settled y) ->
  rows_follow S TB (history x) (map R (seq x n)) = Some before ->
  before = history (x + n) /\ forall y, (y < x + n)%nat -> settled y.
Proof.
  induction n as [|n IH]; intros x before B H; cbn [seq map rows_follow] in H.
  { injection H as <-. now rewrite Nat.add_0_r. }
  passed F.
  apply row_follows_sound in F; auto. rewrite history_next in H.
  apply IH in H.
  - now replace (x + Datatypes.S n)%nat with (1 + x + n)%nat by lia.
  - intros y Y. destruct (Nat.eq_dec y x); [subst; auto|apply B; lia].
Qed.
End Rows.

Lemma max_entry_spec S : entries_positive S = true -> Forall (fun s => (1 <= s <= max_entry S)%nat) S.
Proof.
  unfold entries_positive, max_entry. rewrite forallb_forall, Forall_forall. intros H s I.
  split; [now apply Nat.leb_le, H|]. clear H. induction S as [|y S IH]; [destruct I|].
  cbn. destruct I as [->|I]; [lia|]. specialize (IH I). lia.
Qed.

Lemma rows_follow_lengths S TB rows : forall before after, rows_follow S TB before rows = Some after ->
  Forall (fun row => length row = (1 + TB)%nat) rows.
Proof.
  induction rows as [|row rows IH]; cbn [rows_follow]; intros before after E; [constructor|].
  passed F. constructor; [|eauto].
  unfold row_follows in F. passed L.
  now apply has_length_spec.
Qed.

Lemma check_rows_shape S TB N P rows : check_rows S TB N P rows = true ->
  (1 <= P)%nat /\ length rows = (N + P)%nat /\ Forall (fun row => length row = (1 + TB)%nat) rows
  /\ Forall (fun s => (1 <= s)%nat) S.
Proof.
  unfold check_rows. passed E.
  apply andb_true_iff in E as [[HP Pos]%andb_true_iff Len].
  take before F.
  apply Nat.leb_le in HP. apply has_rows_spec in Len. repeat split; auto.
  - eapply rows_follow_lengths; eauto.
  - eapply Forall_impl; [|apply max_entry_spec, Pos]. cbn; lia.
Qed.

(** The soundness of a block of rows: if the checker accepts, then for this total budget the
    outcome of every heap of any size is the outcome given by rows and period, and the other parts
    of [block_claim] hold. *)
Theorem check_rows_sound S TB N P rows :
  check_rows S TB N P rows = true -> block_claim S TB N P (row_value N P rows).
Proof.
  unfold check_rows. passed E.
  apply andb_true_iff in E as [E Len]. apply andb_true_iff in E as [HP%Nat.leb_le Pos]. apply has_rows_spec in Len.
  pose proof (max_entry_spec S Pos) as Ent.
  assert (Pos' : Forall (fun s => (1 <= s)%nat) S) by (eapply Forall_impl; [|exact Ent]; cbn; lia).
  set (R := fun x => nth (reduced N P x) rows []).
  assert (ER : rows = map R (seq 0 (N + P))).
  { apply (nth_ext _ _ [] (R O)); [now rewrite map_length, seq_length|]. intros k K.
    rewrite map_nth, seq_nth by lia. unfold R. now rewrite reduced_small by lia. }
  take before F1.
  change [] with (history R 0) in F1. rewrite ER in F1.
  apply rows_follow_sound in F1; auto; [|lia]. destruct F1 as [-> B1]. cbn [Nat.add] in B1.
  take b F2.
  apply (rows_follow_sound S TB Pos' R (max_entry S) (0 + (N + P))) in F2; auto. destruct F2 as [_ B2].
  intros H. apply andb_true_iff in H as [Per Ons].
  change (row_value N P rows) with (fun x p => nth p (R x) 0). set (V := fun x p => nth p (R x) 0) in *.
  assert (Same : forall x, (N <= x)%nat -> same_row TB V (x + P) x).
  { intros x L p _. unfold V, R. now rewrite reduced_period. }
  assert (Eq : forall x p, (p <= TB)%nat -> equilibrium S TB V x p).
  { apply (window_repeats S TB V (max_entry S) Ent N P HP Same).
    intros x p X. apply (B2 x X). }
  assert (RR : forall x, R x = R (reduced N P x)).
  { intros x. unfold R. rewrite (reduced_small N P (reduced N P x)) by (auto using reduced_bound). reflexivity. }
  assert (Lr : forall x, length (R x) = (1 + TB)%nat).
  { intros x. rewrite RR. apply (B1 (reduced N P x)). now apply reduced_bound. }
  assert (Lists : forall x y, same_row TB V x y -> R x = R y).
  { intros x y H. apply (nth_ext _ _ 0 0); [now rewrite !Lr|]. intros p L. rewrite Lr in L. apply H; lia. }
  split; [|split; [exact Eq|split]].
  - now apply outcome_with_marker.
  - intros x p L. unfold V. rewrite RR. apply (B1 (reduced N P x)); auto. now apply reduced_bound.
  - apply least_period_from_divisors; unfold same_row; auto.
    + symmetry; auto.
    + intros x y z H1 H2 p L. rewrite H1 by auto. auto.
    + intros x L p Q. symmetry. now apply Same.
    + intros d D1 D2 Rep.
      pose proof (all_down_spec _ _ Per d) as C.
      assert (D3 : (d <= P)%nat) by (apply Nat.divide_pos_le; auto; lia).
      specialize (C ltac:(lia)). cbv beta in C. rewrite (proj2 (Nat.leb_le 2 d) D1) in C.
      rewrite (proj2 (Nat.eqb_eq (P mod d) 0)) in C by (apply Nat.mod_divide; auto; lia).
      set (k := (P / d)%nat) in *.
      assert (K : (k <= P)%nat) by (apply Nat.div_le_upper_bound; nia).
      assert (Cn : forall y, (y < N + P)%nat -> nth y rows [] = R y).
      { intros y Y. unfold R. now rewrite reduced_small by lia. }
      assert (RP : forall j, (j < P)%nat -> R (N + j)%nat = R (N + (j + k))%nat).
      { intros j J. rewrite Nat.add_assoc. apply Lists. exact (Rep (N + j)%nat ltac:(lia)). }
      rewrite agree_all, agree_all in C; [discriminate| |].
      * intros j J1 J2. rewrite !skipn_length in *. rewrite !nth_skipn, !Cn by lia.
        rewrite (RP (P - k + j)%nat) by lia.
        replace (N + (P - k + j + k))%nat with (N + j + P)%nat by lia.
        symmetry. apply Lists, Same. lia.
      * intros j J1 J2. rewrite !skipn_length in *. rewrite !nth_skipn, !Cn by lia.
        replace (k + j)%nat with (j + k)%nat by lia. symmetry. apply RP. lia.
    + unfold onset_least in Ons. destruct N as [|n]; [now left|right].
      intros H. apply Lists in H. replace (Datatypes.S n - 1)%nat with n in H by lia.
      unfold R in H. rewrite !reduced_small in H by lia.
      rewrite H, (proj2 (same_list_spec _ _) eq_refl) in Ons. discriminate.
Qed.
