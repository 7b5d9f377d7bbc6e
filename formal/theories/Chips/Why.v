(** * Finite games given by rows, and why each clause is there

    [thresholds_by_check] is the checker for given numbers of chips on tables that are plain lists.  It gives
    theorems about small games by computation.  The examples are those of [spec/soundness/chips.md], sections 4
    and 10, and of [spec/errata.md], entries 5 and 6: claims that would be accepted without a clause, next to
    the truth. *)
From Coq Require Import ZArith NArith List Bool Lia.
From Gamecert.Chips Require Import Rule OneMove Threshold Labels Tables Check CheckProof EvidenceProof.
Import ListNotations.
Open Scope Z_scope.

(** ** Games given by rows *)

(** Positions are arcs: ends, and classes with the options of their rows. *)
Definition options_in (rows : list row) (p : player) (a : arc) : list arc :=
  match a with
  | Class c => match nth_error rows (N.to_nat c) with Some r => arcs p r | None => [] end
  | End _ | Cited _ _ => []
  end.
Definition game_of (rows : list row) : game := {|
  position := arc;
  ended := fun a => match a with End o => Some o | Class _ | Cited _ _ => None end;
  options := options_in rows |}.

(** Every option is an end or a class with a row. *)
Definition closed_arc (rows : list row) (a : arc) : bool :=
  match a with End _ => true | Class c => (c <? N.of_nat (length rows))%N | Cited _ _ => false end.
Definition closed_rows (rows : list row) : bool :=
  forallb (fun r => forallb (closed_arc rows) (fst r) && forallb (closed_arc rows) (snd r)) rows.

Lemma game_of_presented rows : closed_rows rows = true ->
  presented (G := game_of rows) rows (fun a => closed_arc rows a = true) (fun a => a).
Proof.
  intros C. split.
  - intros v o _ E. cbn. now rewrite E.
  - intros v c D E. cbn in E, v. subst v. cbn in D. part.
    destruct (nth_error rows (N.to_nat c)) as [r|] eqn:Er.
    2:{ apply nth_error_None in Er. apply N.ltb_lt in D. lia. }
    exists r. part. intros q. cbn [options game_of options_in]. rewrite Er. split.
    + intros w I. split; [|exact I]. unfold closed_rows in C. rewrite forallb_forall in C.
      specialize (C r (nth_error_In _ _ Er)). apply andb_prop in C as [C1 C2].
      rewrite forallb_forall in C1, C2. destruct q; cbn in I; auto.
    + intros a I. eauto.
Qed.

(** Values of each class for the numbers of chips from [first] on, and labels if play can cycle. *)
Definition listed {A} (l : list (list A)) (d : A) (c : N) : list A := nth (N.to_nat c) l [].
Definition checked (rule : tie_break) (p : player) (first last : Z) (rows : list row)
    (values : list (list Z)) (labels : option (list (list (N * N)))) : bool :=
  closed_rows rows &&
  check_fixed rule p (by_number (mapped (fun l => source_of (Table l [] 0)) values)) (fun _ _ => None)
    (fun c => match labels with Some ls => labels_of (listed ls (0, 0)%N c) [] | None => no_labels end)
    Some (fun _ _ => None) (match labels with Some _ => true | None => false end) first last rows.

(** Theorem 5 for games given by rows. *)
Theorem thresholds_by_check rule p first last rows values labels :
  checked rule p first last rows values labels = true ->
  forall k c, first <= k <= last -> (c < N.of_nat (length rows))%N ->
    threshold (G := game_of rows) rule p k (Class c) (nth (Z.to_nat (k - first)) (listed values 0 c) (-1)).
Proof.
  unfold checked. intros H k c Hk Hc. apply andb_prop in H as [C H].
  destruct (fixed_sound rule p _ _ _ _ _ _ _ _ (game_of_presented rows C) first _ last H) with (k := k) (v := Class c : position (game_of rows)) (c := c)
    as (s & S & TH); auto.
  - intros k' _ v i j D E. cbn in E. subst. cbn in D. discriminate.
  - cbn. now apply N.ltb_lt.
  - unfold own in S. rewrite by_number_spec, nth_error_mapped in S.
    destruct (nth_error values (N.to_nat c)) as [l|] eqn:E; [|discriminate]. injection S as <-.
    unfold source_of in TH. cbn [s_tape] in TH. unfold read, tape_of in TH. cbn [before cycle slope] in TH.
    destruct (tape_of_list l [] (-1) (Z.to_nat (k - first))) as [E1 E2]. rewrite E1, E2, Z.add_0_r in TH.
    unfold listed. now rewrite (nth_error_nth _ _ _ E).
Qed.

(** ** Examples *)

Definition won : arc := End (Won Left).
Definition lost : arc := End (Won Right).
Definition at_class (n : N) : arc := Class n.

(** The result of the recursion for the values [f] of classes. *)
Definition recursion (rule : tie_break) (p : player) (k : Z) (rows : list row) (f : N -> Z) (c : N) : Z :=
  step (G := game_of rows) rule p k
    (fun a => match a with End o => if won_by p o then 0 else never rule k | Class c => f c | Cited _ _ => 0 end) (Class c).

(** *** Zugzwang: Theorem 3.7 of the paper as printed (erratum 5)

    From class 0 Left's only option loses, and Right's leads to class 1, where the first player to move wins.
    With no chips at all Left never wins.  The printed formula, with x and y in the places of lo and hi, claims
    that the advantage is enough. *)
Definition zugzwang : list row := [([lost], [Class 1]); ([won], [lost])].

Example zugzwang_thresholds :
  threshold (G := game_of zugzwang) Advantage Left 0 (Class 0) 2 /\
  threshold (G := game_of zugzwang) Advantage Left 0 (Class 1) 1.
Proof.
  assert (H : checked Advantage Left 0 0 zugzwang [[2]; [1]] None = true) by (vm_compute; reflexivity).
  split.
  - exact (thresholds_by_check _ _ _ _ _ _ _ H 0 0%N ltac:(lia) ltac:(reflexivity)).
  - exact (thresholds_by_check _ _ _ _ _ _ _ H 0 1%N ltac:(lia) ltac:(reflexivity)).
Qed.
Definition as_printed (x y : Z) : Z := (x + 1) / 2 + y / 2.
Example printed_formula_in_zugzwang : as_printed 2 1 = 1 /\ phi Advantage Left 2 1 = 2.
Proof. split; reflexivity. Qed.

(** *** Labels are needed if play can cycle

    One position whose only option is itself: every function solves the recursion, and nobody wins. *)
Definition for_ever : list row := [([Class 0], [Class 0])].
Example every_value_solves k t : 0 <= t <= never Advantage k ->
  recursion Advantage Left k for_ever (fun _ => t) 0 = t.
Proof.
  intros H. unfold recursion, step. cbn -[phi Z.min Z.max never].
  rewrite Z.min_l, Z.max_l by lia. unfold phi. rewrite Z.min_id, Z.max_id.
  pose proof (Z.div_mod t 2). pose proof (Z.mod_pos_bound t 2).
  pose proof (Z.div_mod (t + 1) 2). pose proof (Z.mod_pos_bound (t + 1) 2). lia.
Qed.
Example nobody_wins_for_ever : threshold (G := game_of for_ever) Advantage Left 0 (Class 0) 2.
Proof.
  assert (H : checked Advantage Left 0 0 for_ever [[2]] (Some [[(0, 0)%N]]) = true) by (vm_compute; reflexivity).
  exact (thresholds_by_check _ _ _ _ _ _ _ H 0 0%N ltac:(lia) ltac:(reflexivity)).
Qed.

(** *** Labels alone are not enough either ([chips/equation])

    Labels show that the threshold is at most [f].  The function [never] therefore has labels in every game. *)
Example labels_of_never (G : game) rule p k D settled (d : Z -> position G -> N) :
  labelled rule p k D settled (fun _ => never rule k) d.
Proof. intros v s _ _ Hs Hf. lia. Qed.

(** *** Half chips

    A surplus of half a chip can be lost again by rounding.  If it counted as a gain, so that labels were
    needed only for [s = 0], the false function 0 would have labels in this game, with no chips at all. *)
Definition half_chips : list row :=
  [([Class 0], [Class 1; won]); ([won; lost], [Class 0])].
Example half_chips_truth :
  threshold (G := game_of half_chips) Advantage Left 0 (Class 0) 2 /\
  threshold (G := game_of half_chips) Advantage Left 0 (Class 1) 1.
Proof.
  assert (H : checked Advantage Left 0 0 half_chips [[2]; [1]] (Some [[(0, 0)%N]; [(0, 0)%N]]) = true)
    by (vm_compute; reflexivity).
  split.
  - exact (thresholds_by_check _ _ _ _ _ _ _ H 0 0%N ltac:(lia) ltac:(reflexivity)).
  - exact (thresholds_by_check _ _ _ _ _ _ _ H 0 1%N ltac:(lia) ltac:(reflexivity)).
Qed.
Example half_chips_false_solution : forall c, In c [0; 1]%N -> recursion Advantage Left 0 half_chips (fun _ => 0) c = 0.
Proof. intros c [<-|[<-|[]]]; reflexivity. Qed.
(** With [f w + 1] for [w] of label 0 or more: class 1 gets the label 0, and then class 0 the label 1. *)
Example half_chips_would_have_labels :
  recursion Advantage Left 0 half_chips (fun _ => 1) 1 = 0 /\
  recursion Advantage Left 0 half_chips (fun c => if (c =? 1)%N then 0 else 1) 0 = 0.
Proof. split; reflexivity. Qed.
(** With the labels of the page the false function has none. *)
Example half_chips_have_none (d : N -> N) : ~ checked Advantage Left 0 0 half_chips [[0]; [0]]
  (Some [[(d 0, d 1)%N]; [(d 2, d 3)%N]]) = true.
Proof.
  intros H. pose proof (thresholds_by_check _ _ _ _ _ _ _ H 0 0%N ltac:(lia) ltac:(reflexivity)) as A.
  pose proof (threshold_unique Advantage Left 0 _ _ _ A (proj1 half_chips_truth)) as E. discriminate.
Qed.

(** If only a whole chip counted as a gain, true functions would have no labels.  From class 0 Left's option
    wins and Right's leads back.  The threshold is 0, but without half chips there is no label: with [f w + 2]
    for [h] the recursion gives 1. *)
Definition leave_or_stay : list row := [([won], [Class 0])].
Example leave_or_stay_truth : threshold (G := game_of leave_or_stay) Advantage Left 0 (Class 0) 0.
Proof.
  assert (H : checked Advantage Left 0 0 leave_or_stay [[0]] (Some [[(1, 0)%N]]) = true) by (vm_compute; reflexivity).
  exact (thresholds_by_check _ _ _ _ _ _ _ H 0 0%N ltac:(lia) ltac:(reflexivity)).
Qed.
Example leave_or_stay_without_half_chips : recursion Advantage Left 0 leave_or_stay (fun _ => 2) 0 = 1.
Proof. reflexivity. Qed.

(** *** Slopes, with range 1

    Ladies first: 7k/8 rounded up equals k for small k.  With slope 1 the equation holds for k < 8, and fails
    for k = 8. *)
Definition three_moves : list row :=
  [([Class 1], [lost]); ([Class 2], [lost]); ([won], [lost])].
Definition too_steep (k : Z) (c : N) : Z :=
  match c with 0%N => k | 1%N => (3 * (k + 1)) / 4 | _ => (k + 1) / 2 end.
Definition up_to (n : nat) : list Z := map Z.of_nat (seq 0 n).
Example equation_holds_for_a_time :
  forallb (fun k => recursion LadiesFirst Left k three_moves (too_steep k) 0 =? too_steep k 0) (up_to 8) = true /\
  recursion LadiesFirst Left 8 three_moves (too_steep 8) 0 = 7.
Proof. split; reflexivity. Qed.

(** *** The window is two periods long

    Make-it-take-it; over 4 chips classes 1 and 2 grow by odd numbers, so rounding differs in the
    second period: for class 0 a period 4 with slope 5 holds for k < 4 and fails for k = 5. *)
Definition two_periods : list row :=
  [([Class 1], [Class 2]); ([Class 3], [lost]); ([Class 3], [won]); ([Class 4], [lost]); ([won], [lost])].
Definition true_values (k : Z) (c : N) : Z :=
  let T := never MakeItTakeIt k in
  let f4 := phi MakeItTakeIt Left 0 T in
  let f3 := phi MakeItTakeIt Left f4 T in
  match c with
  | 4%N => f4 | 3%N => f3
  | 2%N => phi MakeItTakeIt Left f3 0
  | 1%N => phi MakeItTakeIt Left f3 T
  | _ => nth (Z.to_nat (k mod 4)) [1; 3; 4; 5] 0 + 5 * (k / 4)
  end.
Example one_period_is_not_enough :
  forallb (fun k => recursion MakeItTakeIt Left k two_periods (true_values k) 0 =? true_values k 0) (up_to 5) = true /\
  recursion MakeItTakeIt Left 5 two_periods (true_values 5) 0 <> true_values 5 0.
Proof. split; [reflexivity|discriminate]. Qed.

(** *** Margin, with range 2

    The position whose only option is itself: the constant table 2 has slope 0.  With no chips it equals
    [never], so no label is required, and it solves the recursion for all k.  The truth is [never]. *)
Example without_margin :
  checked Advantage Left 0 0 for_ever [[2]] (Some [[(0, 0)%N]]) = true /\
  recursion Advantage Left 1 for_ever (fun _ => 2) 0 = 2 /\ never Advantage 1 = 4 /\
  check_labelled Advantage Left (by_number [source_of (Table [] [2] 0)]) (fun _ _ => None)
    (fun _ => labels_of [] [(0, 0)%N]) Some (fun _ _ => None) 0 1 for_ever = false.
Proof. repeat split; vm_compute; reflexivity. Qed.
(** With slope 2 the same table equals [never] for every k, and is accepted. *)
Example with_the_true_slope :
  check_labelled Advantage Left (by_number [source_of (Table [] [2] 2)]) (fun _ _ => None)
    (fun _ => labels_of [] [(0, 0)%N]) Some (fun _ _ => None) 0 1 for_ever = true.
Proof. vm_compute; reflexivity. Qed.

(** *** Make-it-take-it as printed (erratum 6)

    The game E ^ B without chips: a move of either player leads to a position where the first player to move
    wins, or to a win of Right.  Left's threshold is the least code.  The printed formula gives never. *)
Definition e_then_b : list row := [([Class 1], [lost]); ([won], [lost])].
Example make_it_take_it_without_chips :
  threshold (G := game_of e_then_b) MakeItTakeIt Left 0 (Class 1) 1 /\
  threshold (G := game_of e_then_b) MakeItTakeIt Left 0 (Class 0) 1.
Proof.
  assert (H : checked MakeItTakeIt Left 0 0 e_then_b [[1]; [1]] None = true) by (vm_compute; reflexivity).
  split.
  - exact (thresholds_by_check _ _ _ _ _ _ _ H 0 1%N ltac:(lia) ltac:(reflexivity)).
  - exact (thresholds_by_check _ _ _ _ _ _ _ H 0 0%N ltac:(lia) ltac:(reflexivity)).
Qed.
