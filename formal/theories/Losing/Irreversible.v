(** * Captures and pawn moves cannot be undone

    A number for each position: one for each unit, and for each pawn the ranks that it still has to
    go. A capture or pawn move makes it smaller, and no other move changes it
    ([captures_and_pawn_moves], [other_moves]). So a position never comes again after a capture or
    pawn move, as [spec/soundness/losing.md] says in the paragraph about version 2.

    Not covered here: the strategy that needs this ([Memory.v]). *)

From Coq Require Import ZArith List Bool Lia.
From Gamecert Require Import Losing.Game Losing.Rules Losing.LegalMoves.
Open Scope Z_scope.

(** ** The number *)

Definition line_number (i : line) : Z :=
  match i with L1 => 1 | L2 => 2 | L3 => 3 | L4 => 4 | L5 => 5 | L6 => 6 | L7 => 7 | L8 => 8 end.

(** The ranks between a rank and a side's last rank. *)
Definition ranks_to_go (s : side) (r : line) : Z :=
  match s with White => 8 - line_number r | Black => line_number r - 1 end.

Definition weight (r : line) (c : content) : Z :=
  match c with
  | Empty => 0
  | Unit s Pawn => 1 + ranks_to_go s r
  | Unit _ _ => 1
  end.

Definition sum_of {A} (f : line -> A -> Z) (x : eight A) : Z :=
  let '(Eight a b c d e f' g h) := x in
  f L1 a + f L2 b + f L3 c + f L4 d + f L5 e + f L6 f' + f L7 g + f L8 h.

Definition board_weight (b : board) : Z := sum_of (fun r => sum_of (fun _ => weight r)) b.

Definition to_spend (p : position) : Z := board_weight (on p).

(** ** Squares of a changed board *)

Lemma sum_put A (f : line -> A -> Z) x i v : sum_of f (put x i v) = sum_of f x - f i (get x i) + f i v.
Proof. destruct x, i; cbn; lia. Qed.

Lemma weight_nonneg r c : 0 <= weight r c.
Proof. destruct c as [|[] []], r; cbn; lia. Qed.

Lemma weight_set b s c :
  board_weight (set_square b s c) = board_weight b - weight (rank s) (at_square b s) + weight (rank s) c.
Proof. unfold board_weight, set_square, at_square. rewrite !sum_put. lia. Qed.

Lemma get_put_eq A (x : eight A) i v : get (put x i v) i = v.
Proof. destruct x, i; reflexivity. Qed.

Lemma get_put_neq A (x : eight A) i j v : i <> j -> get (put x i v) j = get x j.
Proof. destruct x, i, j; intros N; try reflexivity; now contradiction N. Qed.

Lemma line_dec (i j : line) : {i = j} + {i <> j}.
Proof. decide equality. Qed.

Lemma at_set_other b s t c : s <> t -> at_square (set_square b s c) t = at_square b t.
Proof.
  destruct s as [f r], t as [f' r']. unfold at_square, set_square. cbn. intros N.
  destruct (line_dec r r') as [->|D].
  - rewrite get_put_eq. apply get_put_neq. congruence.
  - now rewrite get_put_neq.
Qed.

(** A unit moves from [s] to [t], where it becomes [u]. *)
Lemma weight_moved b s t u : s <> t ->
  board_weight (set_square (set_square b s Empty) t u)
  = board_weight b - weight (rank s) (at_square b s) - weight (rank t) (at_square b t) + weight (rank t) u.
Proof. intros N. rewrite !weight_set, at_set_other by exact N. cbn. lia. Qed.

(** ** Moves *)

Lemma goes_forward us d s t : neighbour (d, forward us) s = Some t ->
  ranks_to_go us (rank t) = ranks_to_go us (rank s) - 1 /\ 1 <= ranks_to_go us (rank s).
Proof.
  destruct s as [f r]. unfold neighbour. cbn [fst snd file rank].
  destruct (shift d f) as [f'|]; [|discriminate].
  destruct us, r; cbn; try discriminate; intros [= <-]; cbn; lia.
Qed.

(** The square of a moved pawn is nearer to the last rank. *)
Lemma pawn_forward p s t : captures p Pawn s t \/ moves_quietly p Pawn s t ->
  ranks_to_go (to_move p) (rank t) < ranks_to_go (to_move p) (rank s) /\ 1 <= ranks_to_go (to_move p) (rank s).
Proof.
  unfold captures, moves_quietly. intros [[[N|N] _]|[[N _]|(_ & q & N & _ & M & _)]].
  - apply goes_forward in N. lia.
  - apply goes_forward in N. lia.
  - apply goes_forward in N. lia.
  - apply goes_forward in N. apply goes_forward in M. lia.
Qed.

(** A move goes to an empty square, or captures a unit of the other side. *)
Lemma comes_upon p m : legal_move p m -> exists r,
  unit_at (on p) (to_move p) r (from m) /\ promotes (to_move p) r (to m) (becomes m)
  /\ (captures p r (from m) (to m) \/ moves_quietly p r (from m) (to m))
  /\ (empty_at (on p) (to m) \/ enemy_at (on p) (to_move p) (to m)).
Proof.
  intros [(r & U & C & P)|[(r & U & Q & P) _]]; exists r; repeat split; auto.
  - destruct r; cbn in C; tauto.
  - left. destruct r; cbn in Q; try tauto.
    destruct Q as [[_ E]|(_ & q & _ & _ & _ & E)]; exact E.
Qed.

Lemma not_own b us s : empty_at b s \/ enemy_at b us s -> forall r, ~ unit_at b us r s.
Proof.
  unfold empty_at, enemy_at, unit_at. intros [E|(r' & E)] r U; rewrite U in E; [discriminate|].
  injection E as E _. destruct us; discriminate.
Qed.

Lemma pawn_spends p m : legal_move p m -> unit_at (on p) (to_move p) Pawn (from m) ->
  to_spend (make p m) < to_spend p.
Proof.
  intros L U. destruct (comes_upon p m L) as (r & U' & P & K & E).
  assert (R : r = Pawn) by (unfold unit_at in *; congruence). subst r. clear U'.
  assert (N : from m <> to m).
  { intros X. apply (not_own _ _ _ E Pawn). now rewrite <- X. }
  destruct (pawn_forward p _ _ K) as [F G].
  set (u := match becomes m with Some r => r | None => Pawn end).
  assert (W : weight (rank (to m)) (Unit (to_move p) u) < weight (rank (from m)) (Unit (to_move p) Pawn)).
  { unfold u. cbn [weight]. unfold promotes in P. destruct (line_eqb _ _).
    - destruct P as (x & -> & _). destruct x; cbn [weight]; lia.
    - rewrite P. cbn [weight]. lia. }
  pose proof (weight_moved (on p) (from m) (to m) (Unit (to_move p) u) N) as M.
  unfold unit_at in U. rewrite U in M.
  pose proof (weight_nonneg (rank (to m)) (at_square (on p) (to m))) as Q.
  unfold to_spend, make. rewrite U. fold u.
  destruct (at_square (on p) (to m)) as [|s r].
  - destruct (line_eqb (file (from m)) (file (to m))); cbn [on].
    + rewrite M. lia.
    + rewrite weight_set, M. cbn [weight] in *.
      match goal with |- context [weight ?a (at_square ?b ?c)] => pose proof (weight_nonneg a (at_square b c)) end. lia.
  - cbn [on]. rewrite M. lia.
Qed.

Lemma piece_spends p m r : legal_move p m -> unit_at (on p) (to_move p) r (from m) -> r <> Pawn ->
  to_spend (make p m) = to_spend p - weight (rank (to m)) (at_square (on p) (to m)).
Proof.
  intros L U R. destruct (comes_upon p m L) as (r' & U' & _ & _ & E).
  assert (N : from m <> to m).
  { intros X. apply (not_own _ _ _ E r). now rewrite <- X. }
  pose proof (weight_moved (on p) (from m) (to m) (Unit (to_move p) r) N) as M.
  unfold unit_at in U. rewrite U in M.
  unfold to_spend, make. rewrite U.
  replace (weight (rank (from m)) (Unit (to_move p) r)) with 1 in M by (destruct r; try reflexivity; now contradiction R).
  replace (weight (rank (to m)) (Unit (to_move p) r)) with 1 in M by (destruct r; try reflexivity; now contradiction R).
  destruct r; try (now contradiction R); cbn [on]; rewrite M; lia.
Qed.

(** A capture or pawn move makes the number smaller. *)
Theorem captures_and_pawn_moves p m : In m (legal p) -> zeroing p m = true -> to_spend (make p m) < to_spend p.
Proof.
  intros L%legal_moves Z0. destruct (comes_upon p m L) as (r & U & _ & _ & E).
  assert (D : r = Pawn \/ r <> Pawn) by (destruct r; auto; right; discriminate).
  destruct D as [->|D]; [now apply pawn_spends|].
  rewrite (piece_spends p m r L U D). unfold zeroing in Z0. unfold unit_at in U. rewrite U in Z0.
  destruct (at_square (on p) (to m)) as [|s r'].
  - destruct r; try discriminate. now contradiction D.
  - pose proof (weight_nonneg (rank (to m)) (Unit s r')). destruct r', s, (rank (to m)); cbn in *; lia.
Qed.

(** No other move changes it. *)
Theorem other_moves p m : In m (legal p) -> zeroing p m = false -> to_spend (make p m) = to_spend p.
Proof.
  intros L%legal_moves Z0. destruct (comes_upon p m L) as (r & U & _ & _ & E).
  unfold zeroing in Z0. pose proof U as U'. unfold unit_at in U'. rewrite U' in Z0.
  assert (D : r <> Pawn) by (intros ->; discriminate).
  rewrite (piece_spends p m r L U D).
  destruct (at_square (on p) (to m)) as [|s r']; [cbn; lia|]. destruct r; discriminate.
Qed.
