(** * The order of the legal moves of losing chess

    The section "Move order" in [spec/rules/losing-chess.md], section 2, which defines the meaning
    of a number in a stream. [legal_moves_in_order]: the generated moves are in this order, without
    repetitions. With [legal_moves] of [LegalMoves.v] this determines the list: it is *the* list of
    the legal moves in move order ([legal_is_the_list]). *)

From Coq Require Import ZArith List Bool Lia Sorted Arith.
From Gamecert Require Import Losing.Game Losing.Rules Losing.LegalMoves.
Import ListNotations.
Open Scope nat_scope.

(** ** The order *)

Definition line_index (i : line) : nat :=
  match i with L1 => 0 | L2 => 1 | L3 => 2 | L4 => 3 | L5 => 4 | L6 => 5 | L7 => 6 | L8 => 7 end.

(** a1 = 0, b1 = 1, h8 = 63. *)
Definition square_number (s : square) : nat := line_index (file s) + 8 * line_index (rank s).

Definition promotion_number (b : option role) : nat :=
  match b with
  | None | Some Queen => 0 | Some Rook => 1 | Some Bishop => 2 | Some Knight => 3
  | Some King => 4 | Some Pawn => 5
  end.

(** Moves are ordered by source square, then by target square, then by promotion. *)
Definition precedes (m n : move) : Prop :=
  square_number (from m) < square_number (from n)
  \/ (from m = from n
      /\ (square_number (to m) < square_number (to n)
          \/ (to m = to n /\ promotion_number (becomes m) < promotion_number (becomes n)))).

(** ** Squares *)

Lemma line_index_bound i : line_index i < 8.
Proof. destruct i; cbn; lia. Qed.

Lemma line_index_injective i j : line_index i = line_index j -> i = j.
Proof. destruct i, j; intros E; try discriminate E; reflexivity. Qed.

Lemma square_number_injective s t : square_number s = square_number t -> s = t.
Proof.
  destruct s as [f r], t as [f' r']. unfold square_number; cbn [file rank]. intros E.
  pose proof (line_index_bound f). pose proof (line_index_bound f').
  f_equal; apply line_index_injective; lia.
Qed.

Lemma line_ltb_spec i j : line_ltb i j = true <-> line_index i < line_index j.
Proof. destruct i, j; cbn; try lia. Qed.

Lemma before_spec s t : before s t = true <-> square_number s < square_number t.
Proof.
  destruct s as [f r], t as [f' r']. unfold before, square_number; cbn [file rank].
  rewrite orb_true_iff, andb_true_iff, !line_ltb_spec, line_eqb_spec.
  pose proof (line_index_bound f). pose proof (line_index_bound f'). split.
  - intros [L|[-> L]]; lia.
  - destruct (Nat.eq_dec (line_index r) (line_index r')) as [E|E].
    + right. split; [now apply line_index_injective|lia].
    + lia.
Qed.

Definition square_lt (s t : square) : Prop := square_number s < square_number t.

(** ** Sorted lists *)

Lemma sorted_app {A} (R : A -> A -> Prop) l l' : StronglySorted R l -> StronglySorted R l' ->
  (forall x y, In x l -> In y l' -> R x y) -> StronglySorted R (l ++ l').
Proof.
  induction 1 as [|x l S IH F]; intros S' H; [exact S'|]. constructor.
  - apply IH; [exact S'|]. intros a b I J. apply H; [now right|exact J].
  - apply Forall_app. part. apply Forall_forall. intros y J. apply H; [now left|exact J].
Qed.

Lemma sorted_flat_map {A B} (R : A -> A -> Prop) (R' : B -> B -> Prop) (f : A -> list B) l :
  StronglySorted R l -> (forall x, In x l -> StronglySorted R' (f x)) ->
  (forall x y a b, R x y -> In a (f x) -> In b (f y) -> R' a b) ->
  StronglySorted R' (flat_map f l).
Proof.
  intros S H K. induction S as [|x l S IH F]; [constructor|]. apply sorted_app.
  - apply H. now left.
  - apply IH. intros y I. apply H. now right.
  - intros a b I J. apply in_flat_map in J as (y & Y & J).
    rewrite Forall_forall in F. exact (K x y a b (F y Y) I J).
Qed.

Lemma sorted_by {A} (f : A -> nat) l : StronglySorted lt (map f l) -> StronglySorted (fun x y => f x < f y) l.
Proof.
  induction l as [|x l IH]; intros S; [constructor|]. inversion S as [|? ? S' F]. constructor; [auto|].
  apply Forall_forall. intros y I. rewrite Forall_forall in F. apply F. now apply in_map.
Qed.

Lemma seq_sorted n : forall k, StronglySorted lt (seq k n).
Proof.
  induction n as [|n IH]; constructor; [apply IH|].
  apply Forall_forall. intros x I. apply in_seq in I. lia.
Qed.

Lemma squares_sorted : StronglySorted square_lt squares.
Proof.
  apply (sorted_by square_number). replace (map square_number squares) with (seq 0 64) by reflexivity.
  apply seq_sorted.
Qed.

Lemma units_sorted b us : StronglySorted (fun u v => square_lt (fst u) (fst v)) (units b us).
Proof.
  unfold units. pose proof squares_sorted as S. induction S as [|s l S IH F]; cbn [units_on]; [constructor|].
  assert (C : forall r, StronglySorted (fun u v => square_lt (fst u) (fst v)) ((s, r) :: units_on b us l)).
  { constructor; [exact IH|]. apply Forall_forall. intros [t r'] I. apply units_on_spec in I.
    rewrite Forall_forall in F. apply F. exact (proj1 I). }
  destruct (at_square b s) as [|t r]; [exact IH|]. destruct (same t us); [apply C|exact IH].
Qed.

Lemma insert_sorted s l : StronglySorted square_lt l -> ~ In s l -> StronglySorted square_lt (insert s l).
Proof.
  induction 1 as [|t l S IH F]; cbn; intros N; [apply SSorted_cons; [apply SSorted_nil|apply Forall_nil]|].
  destruct (before s t) eqn:B.
  - apply before_spec in B. constructor; [constructor; assumption|]. constructor; [exact B|].
    eapply Forall_impl; [|exact F]. unfold square_lt in *. lia.
  - assert (L : square_lt t s).
    { destruct (Nat.lt_total (square_number s) (square_number t)) as [L|[L|L]].
      - apply before_spec in L. congruence.
      - apply square_number_injective in L. exfalso. apply N. now left.
      - exact L. }
    constructor; [apply IH; intros I; apply N; now right|].
    apply Forall_forall. intros x I. apply insert_in in I as [->|I]; [exact L|].
    rewrite Forall_forall in F. auto.
Qed.

Lemma sort_sorted l : NoDup l -> StronglySorted square_lt (sort l).
Proof.
  induction 1 as [|s l N D IH]; [constructor|]. apply insert_sorted; [exact IH|]. now rewrite sort_in.
Qed.

(** ** No target is repeated *)

Definition same_square (s t : square) : bool := line_eqb (file s) (file t) && line_eqb (rank s) (rank t).

Fixpoint distinct (l : list square) : bool :=
  match l with [] => true | s :: rest => negb (existsb (same_square s) rest) && distinct rest end.

Lemma distinct_nodup l : distinct l = true -> NoDup l.
Proof.
  induction l as [|s l IH]; intros E; [constructor|]. apply andb_prop in E as [E1 E2].
  constructor; [|auto]. intros I. apply negb_true_iff in E1.
  assert (X : existsb (same_square s) l = true).
  { apply existsb_exists. exists s. part.
    apply andb_true_iff; split; now apply line_eqb_spec. }
  congruence.
Qed.

Lemma ways_distinct r s : NoDup (concat (ways r s)).
Proof.
  assert (H : forallb (fun s => distinct (concat (ways r s))) squares = true)
    by (destruct r; vm_compute; reflexivity).
  rewrite forallb_forall in H. exact (distinct_nodup _ (H s (all_squares s))).
Qed.

Lemma attacked_distinct us s : NoDup (attacked us s).
Proof.
  assert (H : forallb (fun s => distinct (attacked us s)) squares = true)
    by (destruct us; vm_compute; reflexivity).
  rewrite forallb_forall in H. exact (distinct_nodup _ (H s (all_squares s))).
Qed.

Lemma nodup_app {A} (l l' : list A) : NoDup (l ++ l') <-> NoDup l /\ NoDup l' /\ (forall x, In x l -> ~ In x l').
Proof.
  induction l as [|x l IH]; cbn.
  - split; [intros D; repeat split; [constructor|exact D|auto]|tauto].
  - rewrite !NoDup_cons_iff, IH, in_app_iff. split.
    + intros (N & D & D' & K). repeat split; auto. intros y [<-|I]; auto.
    + intros ((N & D) & D' & K). repeat split; auto. intros [I|I]; [auto|]. exact (K x (or_introl eq_refl) I).
Qed.

Lemma flat_map_nodup {A B} (f : list A -> list B) (h : B -> A) (ws : list (list A)) :
  (forall w, NoDup w -> NoDup (f w)) -> (forall w x, In x (f w) -> In (h x) w) ->
  NoDup (concat ws) -> NoDup (flat_map f ws).
Proof.
  intros D I. induction ws as [|w ws IH]; intros N; [constructor|].
  apply nodup_app in N as (N1 & N2 & K). apply nodup_app. split; [auto|]. split; [auto|].
  intros x X Y. apply in_flat_map in Y as (w' & W & Y).
  apply (K (h x)); [now apply I|]. apply in_concat. exists w'. auto.
Qed.

Lemma captured_on_nodup b us w : NoDup (captured_on b us w).
Proof.
  induction w as [|q w IH]; cbn; [constructor|].
  destruct (at_square b q); [exact IH|]. destruct (same s us); repeat constructor. intros [].
Qed.

Lemma captured_on_in b us w x : In x (captured_on b us w) -> In x w.
Proof. intros I. apply captured_on_spec in I as ((l & l' & -> & _) & _). apply in_or_app; right; now left. Qed.

Lemma free_on_in b w x : In x (free_on b w) -> In x w.
Proof. intros I. apply free_on_spec in I as ((l & l' & -> & _) & _). apply in_or_app; right; now left. Qed.

Lemma free_on_nodup b w : NoDup w -> NoDup (free_on b w).
Proof.
  induction 1 as [|q w N D IH]; cbn; [constructor|].
  destruct (at_square b q); constructor; [|exact IH]. intros I. now apply free_on_in in I.
Qed.

Lemma capture_targets_nodup p s r : NoDup (capture_targets p s r).
Proof.
  assert (P : forall r', NoDup (flat_map (captured_on (on p) (to_move p)) (ways_table r' s))).
  { intros r'. rewrite ways_table_is. apply flat_map_nodup with (h := fun x => x).
    - intros w _. apply captured_on_nodup.
    - apply captured_on_in.
    - apply ways_distinct. }
  destruct r; try apply P. cbn [capture_targets]. rewrite attacked_table_is.
  apply NoDup_filter, attacked_distinct.
Qed.

Lemma ahead_other us s t : ahead us s = Some t -> s <> t.
Proof.
  destruct s as [f r]. intros E <-.
  destruct us, r; discriminate E.
Qed.

Lemma quiet_targets_nodup p s r : NoDup (quiet_targets p s r).
Proof.
  assert (P : forall r', NoDup (flat_map (free_on (on p)) (ways_table r' s))).
  { intros r'. rewrite ways_table_is. apply flat_map_nodup with (h := fun x => x).
    - apply free_on_nodup.
    - apply free_on_in.
    - apply ways_distinct. }
  destruct r; try apply P. cbn [quiet_targets].
  destruct (ahead (to_move p) s) as [q|]; [|constructor].
  destruct (at_square (on p) q); [|constructor].
  destruct (line_eqb _ _); [|repeat constructor; intros []].
  destruct (ahead (to_move p) q) as [t|] eqn:A; [|repeat constructor; intros []].
  destruct (at_square (on p) t); [|repeat constructor; intros []].
  apply ahead_other in A. repeat constructor; [|intros []]. intros [E|[]]. congruence.
Qed.

(** ** The moves *)

Lemma moves_to_sorted us r s t : StronglySorted precedes (moves_to us r s t).
Proof.
  assert (One : StronglySorted precedes [Move s t None]).
  { apply SSorted_cons; [apply SSorted_nil|apply Forall_nil]. }
  unfold moves_to. destruct r; try exact One. destruct (line_eqb _ _); [|exact One].
  repeat (apply SSorted_cons || apply SSorted_nil || apply Forall_cons || apply Forall_nil);
    right; (split; [reflexivity|right; split; [reflexivity|cbn [becomes promotion_number]; lia]]).
Qed.

Lemma moves_of_sorted us u targets : NoDup targets -> StronglySorted precedes (moves_of us u targets).
Proof.
  intros D. destruct u as [s r].
  assert (S : StronglySorted precedes (flat_map (moves_to us r s) (sort targets))).
  { apply sorted_flat_map with (R := square_lt); [now apply sort_sorted|intros; apply moves_to_sorted|].
    intros x y a b L I J. apply moves_to_spec in I, J. destruct I as (A & B & _), J as (A' & B' & _).
    right. split; [congruence|]. left. rewrite B, B'. exact L. }
  destruct targets as [|t [|t' targets]]; [constructor|apply moves_to_sorted|exact S].
Qed.

Lemma all_moves_sorted us l (f : square * role -> list square) :
  StronglySorted (fun u v => square_lt (fst u) (fst v)) l -> (forall u, NoDup (f u)) ->
  StronglySorted precedes (flat_map (fun u => moves_of us u (f u)) l).
Proof.
  intros S D. apply sorted_flat_map with (R := fun u v => square_lt (fst u) (fst v)).
  - exact S.
  - intros u _. now apply moves_of_sorted.
  - intros [s r] [s' r'] a b L I J. apply moves_of_spec in I, J. destruct I as (A & _), J as (A' & _).
    left. rewrite A, A'. exact L.
Qed.

(** The legal moves are generated in move order, each once. *)
Theorem legal_moves_in_order p : StronglySorted precedes (legal p).
Proof.
  unfold legal, legal_of.
  pose proof (all_moves_sorted (to_move p) _ (fun u => capture_targets p (fst u) (snd u))
                (units_sorted (on p) (to_move p)) (fun u => capture_targets_nodup p _ _)) as C.
  destruct (flat_map _ (units (on p) (to_move p))) as [|c cs]; [|exact C].
  apply all_moves_sorted with (f := fun u => quiet_targets p (fst u) (snd u)).
  - apply units_sorted.
  - intros u. apply quiet_targets_nodup.
Qed.

(** A list in a strict order is determined by its members. *)
Lemma precedes_irreflexive m : ~ precedes m m.
Proof. unfold precedes. lia. Qed.

Lemma precedes_asymmetric m n : precedes m n -> ~ precedes n m.
Proof.
  intros [L|(E & [L|(E' & L)])] [L'|(F & [L'|(F' & L')])];
    repeat match goal with H : _ = _ |- _ => rewrite H in * end; lia.
Qed.

Lemma sorted_unique l : forall l', StronglySorted precedes l -> StronglySorted precedes l' ->
  (forall m, In m l <-> In m l') -> l = l'.
Proof.
  induction l as [|m l IH]; intros [|n l'] S S' E.
  - reflexivity.
  - exfalso. apply (E n). now left.
  - exfalso. apply (E m). now left.
  - inversion S as [|? ? S1 F1]. inversion S' as [|? ? S2 F2]; subst.
    rewrite Forall_forall in F1, F2.
    assert (M : m = n).
    { destruct (proj1 (E m) (or_introl eq_refl)) as [X|X]; [congruence|].
      destruct (proj2 (E n) (or_introl eq_refl)) as [Y|Y]; [congruence|].
      exfalso. exact (precedes_asymmetric _ _ (F1 n Y) (F2 m X)). }
    subst n. f_equal. apply IH; [exact S1|exact S2|]. intros x. split; intros I.
    + destruct (proj1 (E x) (or_intror I)) as [<-|J]; [|exact J].
      exfalso. exact (precedes_irreflexive _ (F1 m I)).
    + destruct (proj2 (E x) (or_intror I)) as [<-|J]; [|exact J].
      exfalso. exact (precedes_irreflexive _ (F2 m I)).
Qed.

(** Every list of the legal moves in move order is this list. *)
Theorem legal_is_the_list p l :
  StronglySorted precedes l -> (forall m, In m l <-> legal_move p m) -> l = legal p.
Proof.
  intros S E. apply sorted_unique; [exact S|apply legal_moves_in_order|].
  intros m. rewrite E. symmetry. apply legal_moves.
Qed.
