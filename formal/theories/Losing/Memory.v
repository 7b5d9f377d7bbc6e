(** * Winning with a strategy that remembers

    The meaning of a claim of kind [losing], version 2 ([spec/kinds/losing.md], section 6), for any
    two-sided game: [wins_within]. A reader has to believe the definitions of the first section.

    [wins] decides the same by looking ahead, and this is how certificates are joined: a position
    is won within some numbers if the right moves lead to positions that are won within smaller
    ones. [wins_has_strategy] is the theorem of [spec/soundness/losing.md], paragraph "Version 2",
    without certificates: the strategy keeps two numbers in mind, and plays the move with which the
    win is shortest. [strategy_wins] is the converse.

    Not covered here: why a certificate proves [wins] ([Linked.v]). *)

From Coq Require Import ZArith List Bool Lia.
From Gamecert Require Import Losing.Game.
Import ListNotations.
Open Scope Z_scope.

(** ** What is claimed *)

(** A strategy that remembers the moves made so far by both sides, the last one first. *)
Definition memory_strategy (g : game) := list (move g) -> strategy g.

(** [remembers w s root clock made visited p c quiet]: play from [root], with [clock] moves since
    the last capture or pawn move, can lead to [p] by the moves [made] if the side [w] plays [s] and
    the other side makes any legal moves. The positions before [p] are [visited]. Since the last
    capture or pawn move [c] moves have been made; if [quiet], none of the moves [made] was one. *)
Inductive remembers {g : game} (w : side) (s : memory_strategy g) (root : position g) (clock : Z)
  : list (move g) -> list (position g) -> position g -> Z -> bool -> Prop :=
| remembers_root : remembers w s root clock [] [] root clock true
| remembers_move made visited p c quiet moves m :
    remembers w s root clock made visited p c quiet ->
    play p = Goes moves -> In m moves -> (turn p = w -> s made p = Some m) ->
    remembers w s root clock (m :: made) (p :: visited) (make p m) (clock_after p m c)
      (quiet && negb (zeroing p m)).

(** [w] wins from [root] within [longest] moves, no position comes twice, at most [reversible] moves
    in a row are neither captures nor pawn moves, those of [clock] included, and at most [run] moves
    are made before the first capture or pawn move, or before the end. *)
Definition wins_within {g : game} (w : side) (root : position g) (clock longest run reversible : Z) : Prop :=
  exists s : memory_strategy g, forall made visited p c quiet,
    remembers w s root clock made visited p c quiet ->
    goes_well w (s made) p /\ ~ In p visited /\ Z.of_nat (length visited) <= longest
    /\ c <= reversible /\ (quiet = true -> Z.of_nat (length visited) <= run).

(** ** Deciding it by looking ahead *)

Section Ahead.

Context {g : game} (w : side).

(** [w] wins from [p] within [n] moves, at most [r] of them before the first capture or pawn move,
    and at most [R] between two of these or after the last one. *)
Fixpoint wins (R : Z) (n : nat) (r : Z) (p : position g) : bool :=
  match play p with
  | Over winner => match winner with Some s => same s w | None => false end
  | Goes moves =>
      match n with
      | O => false
      | S n' =>
          let step m := if zeroing p m then wins R n' R (make p m)
                        else (1 <=? r) && wins R n' (r - 1) (make p m) in
          if same (turn p) w then existsb step moves else forallb step moves
      end
  end.

(** The part of [wins] about one move. *)
Definition wins_after (R : Z) (n : nat) (r : Z) (p : position g) (m : move g) : bool :=
  if zeroing p m then wins R n R (make p m) else (1 <=? r) && wins R n (r - 1) (make p m).

Lemma wins_goes R n r p moves : play p = Goes moves ->
  wins R (S n) r p = if same (turn p) w then existsb (wins_after R n r p) moves else forallb (wins_after R n r p) moves.
Proof. intros P. cbn [wins]. rewrite P. reflexivity. Qed.

Lemma wins_over R n r p winner : play p = Over winner ->
  wins R n r p = match winner with Some s => same s w | None => false end.
Proof. intros P. destruct n; cbn [wins]; rewrite P; reflexivity. Qed.

Lemma wins_none R r p moves : play p = Goes moves -> wins R 0 r p = false.
Proof. intros P. cbn [wins]. now rewrite P. Qed.

(** Greater numbers do no harm. *)
Lemma wins_more R R' n : R <= R' -> forall n' r r' p, (n <= n')%nat -> r <= r' ->
  wins R n r p = true -> wins R' n' r' p = true.
Proof.
  intros HR. induction n as [|n IH]; intros n' r r' p N Hr W;
    destruct (play p) as [winner|moves] eqn:P; try (rewrite (wins_over _ _ _ _ _ P) in W; rewrite (wins_over _ _ _ _ _ P); exact W).
  - now rewrite (wins_none _ _ _ _ P) in W.
  - destruct n' as [|n']; [lia|]. rewrite (wins_goes _ _ _ _ _ P) in W. rewrite (wins_goes _ _ _ _ _ P).
    assert (K : forall m, wins_after R n r p m = true -> wins_after R' n' r' p m = true).
    { unfold wins_after. intros m. destruct (zeroing p m).
      - apply IH; lia.
      - rewrite !andb_true_iff. intros [A B]. split; [lia|]. revert B. apply IH; lia. }
    destruct (same (turn p) w).
    + apply existsb_exists in W as (m & I & A). apply existsb_exists. eauto.
    + rewrite forallb_forall in *. auto.
Qed.

(** ** From a strategy to [wins] *)

Lemma remembers_made s root clock made visited p c quiet :
  @remembers g w s root clock made visited p c quiet -> (quiet = true -> c = clock + Z.of_nat (length visited)).
Proof.
  induction 1 as [|made visited p c quiet moves m F IH P I S]; [cbn; lia|].
  unfold clock_after. destruct (zeroing p m); cbn [negb]; [rewrite andb_false_r; discriminate|].
  rewrite andb_true_r. intros Q. specialize (IH Q). cbn [length]. lia.
Qed.

Theorem strategy_wins root clock longest run R : wins_within w root clock longest run R ->
  forall r, (run <= r \/ R - clock <= r) -> wins R (Z.to_nat longest) r root = true.
Proof.
  intros [s H] r Hr.
  assert (K : forall n made visited p c quiet r, remembers w s root clock made visited p c quiet ->
    (length visited + n = Z.to_nat longest)%nat ->
    (if quiet then run - Z.of_nat (length visited) <= r \/ R - c <= r else R - c <= r) ->
    wins R n r p = true).
  { clear r Hr. induction n as [|n IH]; intros made visited p c quiet r F L Hr;
      destruct (H _ _ _ _ _ F) as (G & _ & Lo & Re & Q); unfold goes_well in G;
      destruct (play p) as [winner|moves] eqn:P;
      try (rewrite (wins_over _ _ _ _ _ P); subst winner; apply same_spec; reflexivity).
    - exfalso. destruct G as [N S].
      assert (X : exists m, In m moves /\ (turn p = w -> s made p = Some m)).
      { destruct (same (turn p) w) eqn:T.
        - apply same_spec in T. destruct (S T) as (m & E & I). exists m; auto.
        - destruct moves as [|m moves]; [now contradiction N|]. exists m. split; [now left|].
          intros E. apply same_spec in E. congruence. }
      destruct X as (m & I & E).
      destruct (H _ _ _ _ _ (remembers_move w s root clock _ _ _ _ _ _ _ F P I E)) as (_ & _ & B & _).
      cbn [length] in B. lia.
    - rewrite (wins_goes _ _ _ _ _ P). destruct G as [N S].
      assert (A : forall m, In m moves -> (turn p = w -> s made p = Some m) -> wins_after R n r p m = true).
      { intros m I E. pose proof (remembers_move w s root clock _ _ _ _ _ _ _ F P I E) as F'.
        destruct (H _ _ _ _ _ F') as (_ & _ & _ & Re' & Q').
        unfold wins_after. unfold clock_after in Re', F'.
        destruct (zeroing p m); cbn [negb] in *.
        - rewrite andb_false_r in F'. apply (IH _ _ _ _ _ _ F'); [cbn [length]; lia|cbn; lia].
        - rewrite andb_true_r in *. apply andb_true_intro. cbn [length] in Q'. split.
          + destruct quiet; [specialize (Q' eq_refl)|]; lia.
          + apply (IH _ _ _ _ _ _ F'); [cbn [length]; lia|]. destruct quiet; cbn [length]; lia. }
      destruct (same (turn p) w) eqn:T.
      + apply same_spec in T. destruct (S T) as (m & E & I). apply existsb_exists. exists m. auto.
      + apply forallb_forall. intros m I. apply A; [exact I|]. intros E. apply same_spec in E. congruence. }
  apply (K _ [] [] root clock true); [constructor|reflexivity|cbn [length]; lia].
Qed.

(** ** From [wins] to a strategy *)

(** In every position where play goes on there is a legal move. *)
Hypothesis goes_on : forall (p : position g) moves, play p = Goes moves -> moves <> [].

(** No capture or pawn move can be undone: there is a number that each makes smaller, and that other
    moves do not make greater. *)
Variable to_spend : position g -> Z.
Hypothesis spends : forall (p : position g) moves m, play p = Goes moves -> In m moves ->
  if zeroing p m then to_spend (make p m) < to_spend p else to_spend (make p m) <= to_spend p.

(** The least number of moves, up to [n], within which the position is won. *)
Fixpoint least (R : Z) (n : nat) (r : Z) (p : position g) : nat :=
  match n with
  | O => O
  | S n' => if wins R n' r p then least R n' r p else n
  end.

Lemma least_wins R r p : forall n, wins R n r p = true ->
  wins R (least R n r p) r p = true /\ (least R n r p <= n)%nat
  /\ forall k, wins R k r p = true -> (least R n r p <= k)%nat.
Proof.
  induction n as [|n IH]; intros W; cbn [least].
  - repeat split; auto; lia.
  - destruct (wins R n r p) eqn:E.
    + destruct (IH eq_refl) as (A & B & C). repeat split; auto.
    + repeat split; auto. intros k K. destruct (Nat.le_gt_cases (S n) k) as [L|L]; [exact L|].
      rewrite (wins_more R R k (Z.le_refl R) n r r p) in E; [discriminate|lia|lia|exact K].
Qed.

Section Strategy.

Variables (root : position g) (clock run R : Z) (longest : nat).

(** What the player keeps in mind: the position, and the two numbers. *)
Fixpoint in_mind (made : list (move g)) : position g * nat * Z :=
  match made with
  | [] => (root, longest, run)
  | m :: before =>
      let '(p, n, r) := in_mind before in
      (make p m, pred (least R n r p), if zeroing p m then R else r - 1)
  end.

Definition shortest (made : list (move g)) (p : position g) : option (move g) :=
  let '(_, n, r) := in_mind made in
  match play p with
  | Goes moves => List.find (wins_after R (pred (least R n r p)) r p) moves
  | Over _ => None
  end.

Hypothesis won : wins R longest run root = true.
Hypothesis clock_fits : clock + run <= R.
Hypothesis run_nonneg : 0 <= run.
Hypothesis clock_nonneg : 0 <= clock.

(** The remembered numbers are too small to win from [q], because [q] came before. *)
Definition left_for_good (p : position g) (n : nat) (r : Z) (q : position g) : Prop :=
  exists k r', (n < k)%nat /\ (forall k', wins R k' r' q = true -> (k <= k')%nat)
    /\ (to_spend p < to_spend q \/ (to_spend p <= to_spend q /\ r <= r')).

Lemma promise made visited p c quiet : remembers w shortest root clock made visited p c quiet ->
  exists n r, in_mind made = (p, n, r) /\ wins R n r p = true /\ 0 <= r
    /\ (length visited + n <= longest)%nat /\ c + r <= R
    /\ (quiet = true -> Z.of_nat (length visited) + r <= run)
    /\ forall q, In q visited -> left_for_good p n r q.
Proof.
  induction 1 as [|made visited p c quiet moves m F (n & r & E & W & N & L & C & Q & D) P I St].
  - exists longest, run. cbn. repeat split; auto; lia.
  - destruct (least_wins R r p n W) as (A & B & Le). set (k := least R n r p) in *.
    assert (K : exists k', k = S k') by (destruct k as [|k']; [rewrite (wins_none _ _ _ _ P) in A; discriminate|eauto]).
    destruct K as (k' & K).
    assert (G : wins_after R k' r p m = true).
    { rewrite K in A. rewrite (wins_goes _ _ _ _ _ P) in A. destruct (same (turn p) w) eqn:T.
      - apply same_spec in T. specialize (St T). unfold shortest in St. rewrite E, P in St. fold k in St.
        rewrite K in St. cbn [pred] in St. now apply find_some in St as [_ St].
      - rewrite forallb_forall in A. auto. }
    pose proof (spends p moves m P I) as Sp.
    unfold wins_after in G. unfold clock_after. cbn [in_mind]. rewrite E. fold k. rewrite K. cbn [pred].
    destruct (zeroing p m) eqn:Z0; cbn [negb].
    + exists k', R. rewrite andb_false_r. split; [reflexivity|]. split; [exact G|]. split; [lia|].
      split; [cbn [length]; lia|]. split; [lia|]. split; [discriminate|].
      intros q [<-|J].
      * exists k, r. split; [lia|]. split; [exact Le|]. left. exact Sp.
      * destruct (D q J) as (x & r' & X1 & X2 & X3). exists x, r'. split; [lia|]. split; [exact X2|]. left. lia.
    + apply andb_prop in G as [G1 G2]. exists k', (r - 1). rewrite andb_true_r.
      split; [reflexivity|]. split; [exact G2|]. split; [lia|]. split; [cbn [length]; lia|]. split; [lia|].
      split; [intros Y; specialize (Q Y); cbn [length]; lia|].
      intros q [<-|J].
      * exists k, r. split; [lia|]. split; [exact Le|]. right. lia.
      * destruct (D q J) as (x & r' & X1 & X2 & X3). exists x, r'. split; [lia|]. split; [exact X2|]. lia.
Qed.

Theorem wins_has_strategy : wins_within w root clock (Z.of_nat longest) run R.
Proof.
  exists shortest. intros made visited p c quiet F.
  destruct (promise _ _ _ _ _ F) as (n & r & E & W & N & L & C & Q & D).
  split; [|split; [|split; [lia|split; [lia|intros Y; specialize (Q Y); lia]]]].
  - unfold goes_well. destruct (play p) as [winner|moves] eqn:P.
    + rewrite (wins_over _ _ _ _ _ P) in W. destruct winner as [x|]; [|discriminate].
      apply same_spec in W. congruence.
    + split; [eapply goes_on; eauto|]. intros T. unfold shortest. rewrite E, P.
      destruct (least_wins R r p n W) as (A & _ & _). set (k := least R n r p) in *.
      destruct k as [|k']; [rewrite (wins_none _ _ _ _ P) in A; discriminate|].
      rewrite (wins_goes _ _ _ _ _ P), (proj2 (same_spec _ _) T) in A. cbn [pred].
      destruct (List.find (wins_after R k' r p) moves) as [m|] eqn:X.
      * exists m. split; [reflexivity|]. now apply find_some in X as [X _].
      * apply existsb_exists in A as (m & I & A). pose proof (find_none _ _ X m I) as Y. cbn in Y. congruence.
  - intros J. destruct (D p J) as (k & r' & X1 & X2 & X3).
    assert (W' : wins R n r' p = true) by (apply (wins_more R R n (Z.le_refl R) n r r' p); [lia|lia|exact W]).
    specialize (X2 n W'). lia.
Qed.

End Strategy.

End Ahead.

(** ** Consequences *)

(** The win holds under the 50-move rule too if [reversible] is at most 99. *)
Theorem wins_within_fifty_moves g w (root : position g) clock longest run reversible :
  wins_within w root clock longest run reversible -> reversible <= 99 ->
  @wins_within (fifty_moves g) w (root, clock) clock longest run reversible.
Proof.
  intros [s H] R. exists (fun made p => s made (fst p)). intros made visited p c quiet F.
  assert (K : remembers w s root clock made (map fst visited) (fst p) (snd p) quiet /\ c = snd p).
  { induction F as [|made visited p c quiet moves m F [IH ->] E I S]; [split; [exact (remembers_root w s root clock)|reflexivity]|].
    cbn. cbn in E. destruct (100 <=? snd p); [discriminate|].
    split; [|reflexivity]. eapply (remembers_move w s root clock); eauto. }
  destruct K as [K ->].
  destruct (H _ _ _ _ _ K) as (W & N & L & C & Q). rewrite map_length in *.
  repeat split; auto.
  - unfold goes_well in *; cbn. destruct (Z.leb_spec 100 (snd p)) as [X|X]; [lia|exact W].
  - intros I. apply N. now apply in_map.
Qed.

(** A claim of version 1 gives the numbers that a citing certificate reads. *)
Theorem claim_wins_within g w (root : position g) clock positions longest reversible : 0 <= clock ->
  claim_holds w root clock positions longest reversible ->
  wins_within w root clock longest reversible reversible.
Proof.
  intros C0 [s H]. exists (fun _ => s). intros made visited p c quiet F.
  assert (K : follows w s root clock visited p c /\ (quiet = true -> c = clock + Z.of_nat (length visited))).
  { split; [|exact (remembers_made w _ _ _ _ _ _ _ _ F)].
    induction F as [|made visited p c quiet moves m F IH E I S]; [constructor|econstructor; eauto]. }
  destruct K as [K Q]. pose proof (no_clock_greater _ _ _ _ _ _ _ H _ _ _ K) as R.
  repeat split.
  - exact (all_go_well _ _ _ _ _ _ _ H _ _ _ K).
  - exact (none_twice _ _ _ _ _ _ _ H _ _ _ K).
  - exact (none_longer _ _ _ _ _ _ _ H _ _ _ K).
  - exact R.
  - intros Y. specialize (Q Y). lia.
Qed.

(** ** Without memory

    If runs do not matter, the winner needs no memory: it plays the move with which the win is
    shortest. *)

(** The game in which every move counts as a capture or pawn move, so that no run is long. *)
Definition without_runs (g : game) : game := {|
  position := position g;
  move := move g;
  turn p := turn p;
  play p := play p;
  make p m := make p m;
  zeroing _ _ := true
|}.

Section Force.

Context {g : game} (w : side).
Hypothesis goes_on : forall (p : position g) moves, play p = Goes moves -> moves <> [].

Notation forced n p := (@wins (without_runs g) w 0 n 0 p).

Lemma wins_forced R : forall n r (p : position g), wins w R n r p = true -> forced n p = true.
Proof.
  induction n as [|n IH]; intros r p W; destruct (play p) as [winner|moves] eqn:P.
  - rewrite (wins_over w _ _ _ _ _ P) in W. now rewrite (@wins_over (without_runs g) w _ _ _ _ winner P).
  - now rewrite (wins_none w _ _ _ _ P) in W.
  - rewrite (wins_over w _ _ _ _ _ P) in W. now rewrite (@wins_over (without_runs g) w _ _ _ _ winner P).
  - rewrite (wins_goes w _ _ _ _ _ P) in W. rewrite (@wins_goes (without_runs g) w _ _ _ _ moves P).
    assert (K : forall m, wins_after w R n r p m = true -> @wins_after (without_runs g) w 0 n 0 p m = true).
    { intros m. unfold wins_after. cbn [zeroing without_runs]. destruct (zeroing p m); [apply IH|].
      intros A. apply andb_prop in A as [_ A]. exact (IH _ _ A). }
    change (@turn (without_runs g) p) with (turn p). destruct (same (turn p) w).
    + apply existsb_exists in W as (m & I & A). apply existsb_exists. exists m. auto.
    + apply forallb_forall. intros m I. rewrite forallb_forall in W. auto.
Qed.

Variables (root : position g) (longest : nat).

Definition shortest_alone : strategy g := fun p =>
  match play p with
  | Goes moves => List.find (fun m => forced (pred (@least (without_runs g) w 0 longest 0 p)) (make p m)) moves
  | Over _ => None
  end.

(** The least number of moves within which a position is won. *)
Lemma forced_least n (p : position g) moves : forced n p = true -> (n <= longest)%nat -> play p = Goes moves ->
  exists k, @least (without_runs g) w 0 longest 0 p = S k /\ (S k <= n)%nat
    /\ (if same (turn p) w then existsb (fun m => forced k (make p m)) moves
        else forallb (fun m => forced k (make p m)) moves) = true.
Proof.
  intros W L P.
  destruct (@least_wins (without_runs g) w 0 0 p longest) as (A & _ & Le);
    [exact (@wins_more (without_runs g) w 0 0 n (Z.le_refl 0) longest 0 0 p L (Z.le_refl 0) W)|].
  specialize (Le n W).
  destruct (@least (without_runs g) w 0 longest 0 p) as [|k].
  - now rewrite (@wins_none (without_runs g) w _ _ _ moves P) in A.
  - exists k. part. split; [exact Le|]. now rewrite (@wins_goes (without_runs g) w _ _ _ _ moves P) in A.
Qed.

Lemma forced_follows visited p c : forced longest root = true -> follows w shortest_alone root 0 visited p c ->
  exists n, forced n p = true /\ (length visited + n <= longest)%nat.
Proof.
  intros W. induction 1 as [|visited p c moves m F (n & K & L) P I St].
  - exists longest. auto.
  - destruct (forced_least n p moves K ltac:(lia) P) as (k & E & B & A). exists k. split; [|cbn [length]; lia].
    destruct (same (turn p) w) eqn:T.
    + apply same_spec in T. specialize (St T). unfold shortest_alone in St. rewrite P, E in St. cbn [pred] in St.
      now apply find_some in St as [_ St].
    + rewrite forallb_forall in A. auto.
Qed.

Lemma forced_wins_by_force : forced longest root = true -> wins_by_force w root (Z.of_nat longest).
Proof.
  intros W. exists shortest_alone. intros visited p c F.
  destruct (forced_follows _ _ _ W F) as (n & K & L). split; [|lia].
  unfold goes_well. destruct (play p) as [winner|moves] eqn:P.
  - rewrite (@wins_over (without_runs g) w _ _ _ _ winner P) in K.
    destruct winner as [x|]; [|discriminate]. apply same_spec in K. congruence.
  - split; [eapply goes_on; eauto|]. intros T. destruct (forced_least n p moves K ltac:(lia) P) as (k & E & _ & A).
    rewrite (proj2 (same_spec _ _) T) in A. unfold shortest_alone. rewrite P, E. cbn [pred].
    destruct (List.find _ moves) as [m|] eqn:X.
    + exists m. split; [reflexivity|]. now apply find_some in X as [X _].
    + apply existsb_exists in A as (m & I & A). pose proof (find_none _ _ X m I) as Y. cbn in Y. congruence.
Qed.

End Force.

(** So the winner also wins by force in the sense of [Game.v], with a strategy without memory. *)
Theorem wins_within_by_force g w (root : position g) clock longest run reversible :
  (forall (p : position g) moves, play p = Goes moves -> moves <> []) ->
  wins_within w root clock longest run reversible -> wins_by_force w root longest.
Proof.
  intros G W. pose proof W as [s H].
  pose proof (H [] [] root clock true (remembers_root _ _ _ _)) as (_ & _ & L & _). cbn in L.
  rewrite <- (Z2Nat.id longest L). apply forced_wins_by_force; [exact G|].
  apply (wins_forced w reversible _ run). apply (strategy_wins w root clock longest run reversible W). left. lia.
Qed.
