(** * The legal moves of losing chess

    Section 2 of [spec/rules/losing-chess.md] expressed without lists, rays and tables: which
    units can move to which squares, which of these moves are captures, and that captures are
    compulsory. [legal_moves] states that [Rules.legal] generates exactly these moves. A reader
    who believes [legal_move] need not believe the generation of moves.

    Not covered here: the order of the moves, which matters only for reading a stream. *)

From Coq Require Import ZArith List Bool Lia Permutation.
From Gamecert Require Import Losing.Game Losing.Rules.
Import ListNotations.
Open Scope nat_scope.

(** ** The rule *)

Definition empty_at (b : board) (s : square) : Prop := at_square b s = Empty.
Definition unit_at (b : board) (us : side) (r : role) (s : square) : Prop := at_square b s = Unit us r.
Definition enemy_at (b : board) (us : side) (s : square) : Prop :=
  exists r, unit_at b (other us) r s.

(** Directions of rooks and bishops. *)
Definition is_straight (d : step * step) : Prop :=
  (fst d = Stay /\ snd d <> Stay) \/ (fst d <> Stay /\ snd d = Stay).
Definition is_diagonal (d : step * step) : Prop := fst d <> Stay /\ snd d <> Stay.

(** [along b d s q]: from [s] a piece moving in direction [d] reaches [q] over empty squares. *)
Inductive along (b : board) (d : step * step) (s : square) : square -> Prop :=
| along_one q : neighbour d s = Some q -> along b d s q
| along_more q t : along b d s q -> empty_at b q -> neighbour d q = Some t -> along b d s t.

(** A knight's move: two lines in one direction, one line in the other. *)
Definition knight_move (s t : square) : Prop :=
  exists x y q u, (x <> Stay /\ y <> Stay) /\
    ((neighbour (x, Stay) s = Some q /\ neighbour (x, Stay) q = Some u /\ neighbour (Stay, y) u = Some t)
     \/ (neighbour (Stay, y) s = Some q /\ neighbour (Stay, y) q = Some u /\ neighbour (x, Stay) u = Some t)).

(** A piece on [s] can reach [t]. *)
Definition comes_to (b : board) (r : role) (s t : square) : Prop :=
  match r with
  | Queen => exists d, (is_straight d \/ is_diagonal d) /\ along b d s t
  | Rook => exists d, is_straight d /\ along b d s t
  | Bishop => exists d, is_diagonal d /\ along b d s t
  | King => exists d, (is_straight d \/ is_diagonal d) /\ neighbour d s = Some t
  | Knight => knight_move s t
  | Pawn => False
  end.

(** A unit of the side to move, of role [r], on [s], captures on [t]. A pawn captures diagonally
    one step forward, an enemy unit or en passant. *)
Definition captures (p : position) (r : role) (s t : square) : Prop :=
  match r with
  | Pawn =>
      (neighbour (Down, forward (to_move p)) s = Some t \/ neighbour (Up, forward (to_move p)) s = Some t)
      /\ (enemy_at (on p) (to_move p) t
          \/ (empty_at (on p) t /\ passed p = Some (file t) /\ rank t = passed_rank (to_move p)))
  | _ => comes_to (on p) r s t /\ enemy_at (on p) (to_move p) t
  end.

(** The unit moves to [t] without a capture. A pawn moves one step forward, or two from its second
    rank. *)
Definition moves_quietly (p : position) (r : role) (s t : square) : Prop :=
  match r with
  | Pawn =>
      (neighbour (Stay, forward (to_move p)) s = Some t /\ empty_at (on p) t)
      \/ (rank s = second_rank (to_move p) /\
          exists q, neighbour (Stay, forward (to_move p)) s = Some q /\ empty_at (on p) q
                    /\ neighbour (Stay, forward (to_move p)) q = Some t /\ empty_at (on p) t)
  | _ => comes_to (on p) r s t /\ empty_at (on p) t
  end.

(** A pawn that reaches the last rank becomes a queen, rook, bishop, knight or king. *)
Definition promotes (us : side) (r : role) (t : square) (b : option role) : Prop :=
  if line_eqb (rank t) (last_rank us)
  then match r with Pawn => exists x, b = Some x /\ x <> Pawn | _ => b = None end
  else b = None.

(** A move of a unit to a square that it reaches in one of two ways. *)
Definition is_move (reaches : role -> square -> square -> Prop) (p : position) (m : move) : Prop :=
  exists r, unit_at (on p) (to_move p) r (from m) /\ reaches r (from m) (to m)
            /\ promotes (to_move p) r (to m) (becomes m).
Definition is_capture (p : position) : move -> Prop := is_move (captures p) p.
Definition is_quiet (p : position) : move -> Prop := is_move (moves_quietly p) p.

(** Captures are compulsory. *)
Definition legal_move (p : position) (m : move) : Prop :=
  is_capture p m \/ (is_quiet p m /\ forall n, ~ is_capture p n).

(** ** Squares and directions *)

Lemma same_other s t : same s t = false <-> s = other t.
Proof. destruct s, t; cbn; split; congruence. Qed.

Lemma line_eqb_spec i j : line_eqb i j = true <-> i = j.
Proof. destruct i, j; cbn; split; congruence. Qed.

Lemma all_squares s : In s squares.
Proof.
  destruct s as [f r]. apply in_flat_map. exists r. split.
  - destruct r; cbn; tauto.
  - apply in_map_iff. exists f. destruct f; cbn; tauto.
Qed.

Lemma straight_spec d : In d straight <-> is_straight d.
Proof.
  unfold is_straight. split.
  - intros I; cbn in I. decompose [or] I; subst; cbn; try tauto; (left + right); split; congruence.
  - destruct d as [[] []]; cbn; intros [[A B]|[A B]]; try congruence; tauto.
Qed.

Lemma diagonal_spec d : In d diagonal <-> is_diagonal d.
Proof.
  unfold is_diagonal. split.
  - intros I; cbn in I. decompose [or] I; subst; cbn; split; congruence.
  - destruct d as [[] []]; cbn; tauto.
Qed.

Lemma directions_spec d : In d (straight ++ diagonal) <-> is_straight d \/ is_diagonal d.
Proof. rewrite in_app_iff, straight_spec, diagonal_spec. tauto. Qed.

(** ** Rays: a ray of 7 squares ends at the edge of the board *)

Lemma ray_next n : forall d s l q l' t, ray n d s = l ++ q :: l' -> neighbour d q = Some t ->
  (exists l'', l' = t :: l'') \/ length (ray n d s) = n.
Proof.
  induction n as [|n IH]; intros d s l q l' t E N; [now right|].
  cbn in E |- *. destruct (neighbour d s) as [u|] eqn:U; [|destruct l; discriminate].
  destruct l as [|x l]; injection E as E1 E.
  - subst u. destruct n as [|n]; [now right|]. cbn in E. rewrite N in E. left. eexists. now rewrite <- E.
  - destruct (IH _ _ _ _ _ _ E N) as [X|X]; [now left|right]. cbn. now rewrite X.
Qed.

Lemma ray_first n d s q : neighbour d s = Some q -> exists l, ray (S n) d s = q :: l.
Proof. intros E. cbn. rewrite E. eauto. Qed.

Lemma ray_chain n : forall d s l q l', ray n d s = l ++ q :: l' ->
  match l with
  | [] => neighbour d s = Some q
  | _ => exists t l0, l = l0 ++ [t] /\ neighbour d t = Some q
  end.
Proof.
  induction n as [|n IH]; intros d s l q l' E; [destruct l; discriminate|].
  cbn in E. destruct (neighbour d s) as [u|] eqn:U; [|destruct l; discriminate].
  destruct l as [|x l]; injection E as E1 E; [congruence|]. subst x.
  specialize (IH _ _ _ _ _ E). destruct l as [|y l].
  - exists u, []. auto.
  - destruct IH as (t & l0 & -> & N). exists t, (u :: l0). auto.
Qed.

(** A ray of 7 squares cannot be extended. *)
Lemma ray_full d s : In d (straight ++ diagonal) -> forall l q, ray 7 d s = l ++ [q] ->
  length (ray 7 d s) = 7 -> neighbour d q = None.
Proof.
  assert (H : forallb (fun d => forallb (fun s =>
     match rev (ray 7 d s) with
     | q :: _ => if Nat.eqb (length (ray 7 d s)) 7
                 then match neighbour d q with None => true | Some _ => false end else true
     | [] => true end) squares) (straight ++ diagonal) = true) by (vm_compute; reflexivity).
  intros I l q E L. rewrite forallb_forall in H. specialize (H d I).
  rewrite forallb_forall in H. specialize (H s (all_squares s)).
  rewrite L in H. rewrite E, rev_app_distr in H. cbn [rev app] in H.
  destruct (neighbour d q); [discriminate|reflexivity].
Qed.

Definition all_empty (b : board) (l : list square) : Prop := forall q, In q l -> empty_at b q.

Lemma along_ray b d s t : In d (straight ++ diagonal) ->
  (along b d s t <-> exists l l', ray 7 d s = l ++ t :: l' /\ all_empty b l).
Proof.
  intros D. split.
  - induction 1 as [q N|q t A (l & l' & E & Em) Q N].
    + destruct (ray_first 6 d s q N) as [l E]. exists [], l. part. intros x [].
    + assert (X : exists l'', l' = t :: l'').
      { destruct (ray_next 7 d s l q l' t E N) as [X|X]; [exact X|].
        destruct l' as [|y l'].
        - pose proof (ray_full d s D l q E X). congruence.
        - pose proof (ray_chain 7 d s (l ++ [q]) y l') as C.
          rewrite <- app_assoc in C. specialize (C E).
          destruct (l ++ [q]) as [|z k] eqn:K; [destruct l; discriminate|].
          destruct C as (u & l0 & K' & N'). rewrite K' in K.
          apply app_inj_tail in K as [_ ->]. exists l'. congruence. }
      destruct X as [l'' ->]. exists (l ++ [q]), l''. rewrite <- app_assoc. part.
      intros x I. apply in_app_or in I as [I|[<-|[]]]; auto.
  - intros (l & l' & E & Em). revert t l' E. induction l as [|q l IH] using rev_ind; intros t l' E.
    + apply along_one. exact (ray_chain 7 d s [] t l' E).
    + pose proof (ray_chain 7 d s (l ++ [q]) t l' E) as C.
      destruct (l ++ [q]) as [|z k] eqn:K; [destruct l; discriminate|].
      destruct C as (u & l0 & K' & N). rewrite K' in K. apply app_inj_tail in K as [-> ->].
      rewrite K', <- app_assoc in E.
      apply along_more with u; [|apply Em; rewrite K'; apply in_or_app; right; now left|exact N].
      apply (IH (fun x I => Em x ltac:(rewrite K'; apply in_or_app; now left)) u (t :: l') E).
Qed.

(** ** Squares captured along a way, and free squares *)

Lemma captured_on_spec b us way t : In t (captured_on b us way) <->
  (exists l l', way = l ++ t :: l' /\ all_empty b l) /\ enemy_at b us t.
Proof.
  split.
  - induction way as [|q way IH]; cbn; [intros []|].
    destruct (at_square b q) as [|s r] eqn:Q.
    + intros I. destruct (IH I) as ((l & l' & -> & Em) & En). split; [|exact En].
      exists (q :: l), l'. part. intros x [<-|X]; [exact Q|auto].
    + destruct (same s us) eqn:S; [intros []|]. intros [<-|[]]. apply same_other in S. subst s.
      split; [|now exists r]. exists [], way. part. intros x [].
  - intros ((l & l' & E & Em) & r & U). revert way E.
    induction l as [|q l IH]; intros way ->; cbn.
    + rewrite U. assert (S : same (other us) us = false) by (destruct us; reflexivity).
      rewrite S. now left.
    + rewrite (Em q (or_introl eq_refl)). apply IH; [|reflexivity]. intros x X; apply Em; now right.
Qed.

Lemma free_on_spec b way t : In t (free_on b way) <->
  (exists l l', way = l ++ t :: l' /\ all_empty b l) /\ empty_at b t.
Proof.
  split.
  - induction way as [|q way IH]; cbn; [intros []|].
    destruct (at_square b q) as [|s r] eqn:Q; [|intros []]. intros [<-|I].
    + split; [|exact Q]. exists [], way. part. intros x [].
    + destruct (IH I) as ((l & l' & -> & Em) & En). split; [|exact En].
      exists (q :: l), l'. part. intros x [<-|X]; [exact Q|auto].
  - intros ((l & l' & E & Em) & U). revert way E.
    induction l as [|q l IH]; intros way ->; cbn.
    + rewrite U. now left.
    + rewrite (Em q (or_introl eq_refl)). right. apply IH; [|reflexivity]. intros x X; apply Em; now right.
Qed.

(** ** Squares that pieces reach *)

Definition on_way (b : board) (way : list square) (t : square) : Prop :=
  exists l l', way = l ++ t :: l' /\ all_empty b l.

Lemma on_way_one b q t : on_way b [q] t <-> q = t.
Proof.
  split.
  - intros ([|x l] & l' & E & _); cbn in E; [congruence|]. destruct l; discriminate.
  - intros ->. exists [], []. part. intros x [].
Qed.

Lemma on_way_none b t : ~ on_way b [] t.
Proof. intros ([|] & l' & E & _); discriminate. Qed.

Lemma on_way_step b d s t : on_way b (ray 1 d s) t <-> neighbour d s = Some t.
Proof.
  cbn. destruct (neighbour d s) as [q|].
  - rewrite on_way_one. split; congruence.
  - split; [intros H; now apply on_way_none in H|discriminate].
Qed.

Lemma jumps_spec s t : In t (jumps s) <-> knight_move s t.
Proof.
  split.
  - intros I. apply in_flat_map in I as (d & D%diagonal_spec & I). destruct d as [x y].
    destruct s as [f r]. unfold jump, neighbour in I. cbn [fst snd shift file rank] in I.
    apply in_app_or in I.
    destruct (shift x f) as [f1|] eqn:F1; [|destruct I as [[]|[]]].
    destruct (shift y r) as [r1|] eqn:R1; [|destruct I as [[]|[]]].
    destruct I as [I|I].
    + cbn [file rank] in I. destruct (shift x f1) as [f2|] eqn:F2; [|destruct I].
      destruct I as [<-|[]]. exists x, y, (Square f1 r), (Square f2 r). split; [auto|left].
      unfold neighbour; cbn. now rewrite F1, F2, R1.
    + cbn [file rank] in I. destruct (shift y r1) as [r2|] eqn:R2; [|destruct I].
      destruct I as [<-|[]]. exists x, y, (Square f r1), (Square f r2). split; [auto|right].
      unfold neighbour; cbn. now rewrite F1, R1, R2.
  - intros (x & y & q & u & [Nx Ny] & H). apply in_flat_map. exists (x, y).
    split; [apply diagonal_spec; split; assumption|]. apply in_or_app.
    destruct s as [f r]. unfold jump, neighbour in *. cbn [fst snd shift file rank] in *.
    destruct H as [(A & B & C)|(A & B & C)]; [left|right].
    + destruct (shift x f) as [f1|]; [|discriminate]. injection A as <-. cbn [file rank] in *.
      destruct (shift x f1) as [f2|] eqn:F2; [|discriminate]. injection B as <-. cbn [file rank] in *.
      destruct (shift y r) as [r1|]; [|discriminate]. injection C as <-. cbn [file rank].
      rewrite F2. now left.
    + destruct (shift y r) as [r1|]; [|discriminate]. injection A as <-. cbn [file rank] in *.
      destruct (shift y r1) as [r2|] eqn:R2; [|discriminate]. injection B as <-. cbn [file rank] in *.
      destruct (shift x f) as [f1|]; [|discriminate]. injection C as <-. cbn [file rank].
      rewrite R2. now left.
Qed.

Lemma ways_spec b r s t : comes_to b r s t <-> exists way, In way (ways r s) /\ on_way b way t.
Proof.
  assert (R : forall ds, incl ds (straight ++ diagonal) ->
    ((exists d, In d ds /\ along b d s t) <-> exists way, In way (map (fun d => ray 7 d s) ds) /\ on_way b way t)).
  { intros ds I. split.
    - intros (d & D & A). exists (ray 7 d s). split; [now apply (in_map (fun d => ray 7 d s))|].
      now apply along_ray; [apply I|].
    - intros (way & W & O). apply in_map_iff in W as (d & <- & D). exists d. part.
      apply along_ray; [now apply I|exact O]. }
  destruct r.
  - rewrite <- (R (straight ++ diagonal)) by apply incl_refl.
    split; intros (d & D & A); exists d; (split; [now apply directions_spec|exact A]).
  - rewrite <- (R straight) by (intros x X; apply in_or_app; now left).
    split; intros (d & D & A); exists d; (split; [now apply straight_spec|exact A]).
  - rewrite <- (R diagonal) by (intros x X; apply in_or_app; now right).
    split; intros (d & D & A); exists d; (split; [now apply diagonal_spec|exact A]).
  - rewrite <- jumps_spec. split.
    + exists [t]. split; [now apply (in_map (fun t => [t]))|]. now apply on_way_one.
    + intros (way & W & O). apply in_map_iff in W as (q & <- & I).
      apply on_way_one in O. now subst.
  - split.
    + intros (d & D & N). exists (ray 1 d s).
      split; [now apply (in_map (fun d => ray 1 d s)), directions_spec|]. now apply on_way_step.
    + intros (way & W & O). apply in_map_iff in W as (d & <- & D). exists d.
      split; [now apply directions_spec|]. now apply on_way_step in O.
  - split; [intros []|intros (way & [] & _)].
Qed.

(** ** Targets *)

Lemma enemy_spec b us s : (exists t r, at_square b s = Unit t r /\ same t us = false) <-> enemy_at b us s.
Proof.
  split.
  - intros (t & r & E & S). apply same_other in S. subst t. now exists r.
  - intros (r & U). exists (other us), r. part. now apply same_other.
Qed.

Lemma step_in d s t : In t (ray 1 d s) <-> neighbour d s = Some t.
Proof. cbn. destruct (neighbour d s); cbn; intuition congruence. Qed.

Lemma is_passed_spec p t :
  is_passed p t = true <-> passed p = Some (file t) /\ rank t = passed_rank (to_move p).
Proof.
  unfold is_passed. destruct (passed p) as [f|]; [|split; [discriminate|intros [E _]; discriminate]].
  rewrite andb_true_iff, !line_eqb_spec. split; intros [A B]; split; congruence.
Qed.

Lemma capture_targets_spec p r s t : In t (capture_targets p s r) <-> captures p r s t.
Proof.
  assert (P : forall r', r' <> Pawn ->
    (In t (flat_map (captured_on (on p) (to_move p)) (ways_table r' s))
     <-> comes_to (on p) r' s t /\ enemy_at (on p) (to_move p) t)).
  { intros r' _. rewrite ways_table_is, in_flat_map, ways_spec. split.
    - intros (way & W & I). apply captured_on_spec in I as [O E]. split; [now exists way|exact E].
    - intros ((way & W & O) & E). exists way. part. now apply captured_on_spec. }
  destruct r; cbn [capture_targets captures]; try (apply P; discriminate).
  rewrite attacked_table_is, filter_In. unfold attacked. rewrite in_app_iff, !step_in.
  apply and_iff_compat_l. unfold pawn_captures, empty_at.
  rewrite <- enemy_spec. destruct (at_square (on p) t) as [|u r] eqn:A.
  - rewrite is_passed_spec. split; [intros H; right; tauto|].
    intros [(u & r & E & _)|H]; [discriminate|tauto].
  - rewrite negb_true_iff. split; [intros H; left; now exists u, r|].
    intros [(u' & r' & E & S)|(E & _)]; [congruence|discriminate].
Qed.

Lemma quiet_targets_spec p r s t : In t (quiet_targets p s r) <-> moves_quietly p r s t.
Proof.
  assert (P : forall r', r' <> Pawn ->
    (In t (flat_map (free_on (on p)) (ways_table r' s)) <-> comes_to (on p) r' s t /\ empty_at (on p) t)).
  { intros r' _. rewrite ways_table_is, in_flat_map, ways_spec. split.
    - intros (way & W & I). apply free_on_spec in I as [O E]. split; [now exists way|exact E].
    - intros ((way & W & O) & E). exists way. part. now apply free_on_spec. }
  destruct r; cbn [quiet_targets moves_quietly]; try (apply P; discriminate).
  unfold ahead, empty_at.
  destruct (neighbour (Stay, forward (to_move p)) s) as [q|] eqn:Q.
  2: { split; [intros []|]. intros [[E _]|(_ & q' & E & _)]; discriminate. }
  destruct (at_square (on p) q) as [|u r] eqn:A.
  2: { split; [intros []|]. intros [[E X]|(_ & q' & E & X & _)]; congruence. }
  split.
  - intros [<-|I]; [now left|right].
    destruct (line_eqb (rank s) (second_rank (to_move p))) eqn:L; [|destruct I].
    apply line_eqb_spec in L. part. exists q.
    destruct (neighbour (Stay, forward (to_move p)) q) as [u|] eqn:N; [|destruct I].
    destruct (at_square (on p) u) eqn:B; [|destruct I]. destruct I as [<-|[]]. auto.
  - intros [[E _]|(L & q' & E & X & N & Y)]; injection E as <-; [now left|right].
    apply line_eqb_spec in L. rewrite L, N, Y. now left.
Qed.

(** ** Moves *)

Lemma insert_in q s l : In q (insert s l) <-> q = s \/ In q l.
Proof.
  induction l as [|t l IH]; cbn; [intuition congruence|].
  destruct (before s t); cbn; [intuition congruence|]. tauto.
Qed.

Lemma sort_in q l : In q (sort l) <-> In q l.
Proof. induction l as [|s l IH]; cbn; [tauto|]. rewrite insert_in, IH. intuition congruence. Qed.

Lemma moves_to_spec us r s t m :
  In m (moves_to us r s t) <-> from m = s /\ to m = t /\ promotes us r t (becomes m).
Proof.
  unfold moves_to, promotes. destruct m as [f u b]; cbn [from to becomes].
  assert (One : In (Move f u b) [Move s t None] <-> f = s /\ u = t /\ b = None).
  { split; [intros [E|[]]; injection E as -> -> ->; auto|intros (-> & -> & ->); now left]. }
  destruct (line_eqb (rank t) (last_rank us)); [|destruct r; exact One].
  destruct r; try exact One. cbn [In]. split.
  - intros H. decompose [or] H; try contradiction;
      match goal with E : Move _ _ _ = _ |- _ => injection E as <- <- <- end;
      (split; [reflexivity|split; [reflexivity|eexists; split; [reflexivity|discriminate]]]).
  - intros (-> & -> & x & -> & N). destruct x; tauto.
Qed.

Lemma moves_of_spec us s r targets m :
  In m (moves_of us (s, r) targets) <-> from m = s /\ In (to m) targets /\ promotes us r (to m) (becomes m).
Proof.
  assert (S : In m (flat_map (moves_to us r s) (sort targets))
    <-> from m = s /\ In (to m) targets /\ promotes us r (to m) (becomes m)).
  { rewrite in_flat_map. split.
    - intros (t & T & I). apply moves_to_spec in I as (A & B & C). subst t.
      part. split; [now apply sort_in|exact C].
    - exists (to m). split; [now apply sort_in|]. now apply moves_to_spec. }
  unfold moves_of. destruct targets as [|t [|t' targets]]; [|clear S|exact S].
  - tauto.
  - rewrite moves_to_spec. cbn [In]. split.
    + intros (A & B & C). subst t. tauto.
    + intros (A & [B|[]] & C). subst t. tauto.
Qed.

Lemma units_on_spec b us l s r : In (s, r) (units_on b us l) <-> In s l /\ unit_at b us r s.
Proof.
  unfold unit_at. induction l as [|q l IH]; cbn; [tauto|].
  destruct (at_square b q) as [|t r'] eqn:Q.
  - split; [tauto|]. intros [[->|I] U]; [congruence|tauto].
  - destruct (same t us) eqn:S.
    + apply same_spec in S. subst t. cbn [In]. rewrite IH. split.
      * intros [E|[I U]]; [injection E as -> ->; auto|tauto].
      * intros [[->|I] U]; [left; congruence|tauto].
    + split; [tauto|]. intros [[->|I] U]; [|tauto].
      rewrite Q in U. injection U as -> _. destruct us; discriminate S.
Qed.

Lemma units_spec b us s r : In (s, r) (units b us) <-> unit_at b us r s.
Proof. unfold units. rewrite units_on_spec. pose proof (all_squares s). tauto. Qed.

Lemma generated_moves p targets reaches m : (forall r s t, In t (targets s r) <-> reaches r s t) ->
  In m (flat_map (fun u => moves_of (to_move p) u (targets (fst u) (snd u))) (units (on p) (to_move p)))
  <-> is_move reaches p m.
Proof.
  intros R. rewrite in_flat_map. split.
  - intros ([s r] & U & I). apply moves_of_spec in I as (<- & T & P).
    exists r. split; [exact (proj1 (units_spec _ _ _ _) U)|]. split; [now apply R|exact P].
  - intros (r & U & C & P). exists (from m, r). split; [exact (proj2 (units_spec _ _ _ _) U)|].
    apply moves_of_spec. part. split; [now apply R|exact P].
Qed.

(** The generated moves are exactly the legal moves of the rule. *)
Theorem legal_moves p m : In m (legal p) <-> legal_move p m.
Proof.
  unfold legal, legal_of, legal_move, is_capture, is_quiet.
  pose proof (fun m => generated_moves p _ _ m (capture_targets_spec p)) as C.
  pose proof (generated_moves p _ _ m (quiet_targets_spec p)) as Q.
  destruct (flat_map _ (units (on p) (to_move p))) as [|c cs] eqn:E.
  - rewrite Q. split.
    + right. part. intros n N. now apply C in N.
    + intros [N|[H _]]; [now apply C in N|exact H].
  - rewrite C. split; [tauto|]. intros [N|[_ N]]; [exact N|]. exfalso. apply (N c). apply C. now left.
Qed.
