(** * The closed set of a certificate

    [spec/kinds/safe.md], section 2, for any two-sided game: positions are taken in the order in
    which they are first met, beginning with the roots. [check_set] is sound: if it accepts, the
    claim of [Defence.v] holds, with defence 0 by [check_set_defence] (Theorem 1 of
    [spec/soundness/safe.md]) and with defence 1 by [check_set_always] (Theorem 2).

    The main invariant is that the positions after the followed moves of each taken position are in
    the list, so that the list is closed when no position is left to take.

    Not covered here: the rules of the game, and the bytes around the streams. *)

From Coq Require Import ZArith List Bool Lia.
From Gamecert Require Import Losing.Game Losing.Table Losing.Stream Losing.Defence.
Import ListNotations.
Open Scope Z_scope.

Section ClosedSet.

(** [w] does not lose. [by_force] is defence 0: the moves of [w] are read from the stream. *)
Context {g : game} (w : side) (by_force : bool) (code_of : position g -> code).

(** ** The search *)

Definition wins_other (winner : option side) : bool :=
  match winner with Some s => same s (other w) | None => false end.

Definition reads_move (p : position g) : bool := by_force && same (turn p) w.

(** Clauses [safe/lost], [safe/short] and [safe/move]: the followed moves of a position, and the
    bits after them. *)
Definition followed (p : position g) (s : bits) : option (list (move g) * bits) :=
  match play p with
  | Over winner => if wins_other winner then None else Some ([], s)
  | Goes moves =>
      if reads_move p then
        match choice moves s with inl (m, s') => Some ([m], s') | inr _ => None end
      else Some (moves, s)
  end.

(** Adds each position to the list unless it is in the list. [met] contains the codes of the list,
    [count] is its length, and [back] is its end, the last position first. Clause
    [safe/positions]: there are at most [claimed]. *)
Fixpoint add (claimed : Z) (l : list (position g)) (met : table) (back : list (position g)) (count : Z)
  : option (table * list (position g) * Z) :=
  match l with
  | [] => Some (met, back, count)
  | p :: rest =>
      let x := code_of p in
      match find met x with
      | Some _ => add claimed rest met back count
      | None =>
          if count <? claimed then add claimed rest (set met x Open) (p :: back) (count + 1) else None
      end
  end.

(** The positions that wait are [front], then [back] reversed. *)
Record waiting := Waiting {
  front : list (position g);
  back : list (position g);
  met : table;
  unread : bits;
  count : Z
}.

Inductive progress := Goes_on (st : waiting) | Ended (st : waiting) | Refused.

Definition take_position (claimed : Z) (st : waiting) (p : position g) (front back : list (position g))
  : progress :=
  match followed p (unread st) with
  | None => Refused
  | Some (moves, s) =>
      match add claimed (map (make p) moves) (met st) back (count st) with
      | Some (t, back', n) => Goes_on (Waiting front back' t s n)
      | None => Refused
      end
  end.

Definition advance (claimed : Z) (st : waiting) : progress :=
  match front st with
  | p :: front' => take_position claimed st p front' (back st)
  | [] =>
      match rev (back st) with
      | [] => Ended st
      | p :: front' => take_position claimed st p front' []
      end
  end.

(** Takes [2 ^ n] positions, or fewer if the list ends. *)
Fixpoint take_all (claimed : Z) (n : nat) (st : waiting) : progress :=
  match n with
  | O => advance claimed st
  | S n' => match take_all claimed n' st with Goes_on st' => take_all claimed n' st' | ended => ended end
  end.

(** Clauses [safe/long], [safe/padding] and [safe/positions]. *)
Definition used_up (claimed : Z) (st : waiting) : bool :=
  match bytes_behind (unread st) with
  | _ :: _ => false
  | [] => if existsb (fun b => b) (at_hand (unread st)) then false else count st =? claimed
  end.

Definition check_set_in (n : nat) (roots : list (position g)) (claimed : Z) (stream : list Z) : bool :=
  match add claimed roots (empty_table (Z.max 1 claimed)) [] 0 with
  | Some (t, back, count) =>
      match take_all claimed n (Waiting [] back t (Bits [] stream) count) with
      | Ended st => used_up claimed st
      | _ => false
      end
  | None => false
  end.

(** Claims have fewer than 2^31 positions. *)
Definition check_set := check_set_in 32.

(** ** The list *)

Hypothesis code_of_injective : forall p q, code_of p = code_of q -> p = q.
Variable position_eq : forall p q : position g, {p = q} + {p <> q}.
Hypothesis goes_on : forall (p : position g) moves, play p = Goes moves -> moves <> [].

(** The table contains the list [l], which has [n] positions, all different. *)
Definition lists (t : table) (l : list (position g)) (n : Z) : Prop :=
  (forall p, find t (code_of p) <> None <-> In p l) /\ NoDup l /\ n = Z.of_nat (length l).

Lemma lists_one_more t l n p :
  lists t l n -> find t (code_of p) = None -> lists (set t (code_of p) Open) (l ++ [p]) (n + 1).
Proof.
  intros (K & D & N) F. assert (X : ~ In p l) by (rewrite <- K; congruence). repeat split.
  - intros H. apply in_or_app. destruct (position_eq p p0) as [E|E]; [right; left; exact E|left].
    apply K. rewrite find_set_other in H; [exact H|]. intros C. apply E. now apply code_of_injective.
  - intros H. destruct (position_eq p p0) as [<-|E]; [rewrite find_set_same; discriminate|].
    rewrite find_set_other; [|intros C; apply E; now apply code_of_injective].
    apply K. apply in_app_or in H as [H|[H|[]]]; [exact H|contradiction].
  - apply NoDup_rev in D. rewrite <- (rev_involutive (l ++ [p])), rev_app_distr. apply NoDup_rev. cbn.
    constructor; [now rewrite <- in_rev|exact D].
  - rewrite app_length. cbn. lia.
Qed.

Lemma add_spec claimed l : forall t back n t' back' n' before,
  add claimed l t back n = Some (t', back', n') -> lists t (before ++ rev back) n ->
  lists t' (before ++ rev back') n'
  /\ (exists new, rev back' = rev back ++ new /\ forall p, In p new -> In p l)
  /\ forall p, In p l -> In p (before ++ rev back').
Proof.
  induction l as [|p l IH]; cbn [add]; intros t back n t' back' n' before E L.
  { injection E as <- <- <-. split; [exact L|]. split; [|intros p []].
    exists []. rewrite app_nil_r. split; [reflexivity|intros p []]. }
  destruct (find t (code_of p)) as [m|] eqn:F.
  - destruct (IH _ _ _ _ _ _ _ E L) as (L' & (new & R & I) & A). split; [exact L'|]. split.
    + exists new. split; [exact R|]. intros q Q. right. auto.
    + intros q [<-|Q]; [|auto]. rewrite R, app_assoc. apply in_or_app. left.
      apply (proj1 L). congruence.
  - passed C. clear C. apply lists_one_more with (p := p) in L; [|exact F].
    rewrite <- app_assoc in L. change (rev back ++ [p]) with (rev (p :: back)) in L.
    destruct (IH _ _ _ _ _ _ _ E L) as (L' & (new & R & I) & A). cbn [rev] in R.
    rewrite <- app_assoc in R. split; [exact L'|]. split.
    + exists ([p] ++ new). split; [exact R|]. intros q [->|Q]; [now left|right; auto].
    + intros q [<-|Q]; [|auto]. rewrite R. apply in_or_app. right. apply in_or_app. right. now left.
Qed.

(** ** The invariant *)

(** A taken position with its followed moves. *)
Definition entry : Type := position g * list (move g).

Definition right_moves (p : position g) (followed : list (move g)) : Prop :=
  match play p with
  | Over winner => winner <> Some (other w) /\ followed = []
  | Goes moves =>
      if reads_move p then exists m, In m moves /\ followed = [m] else followed = moves
  end.

Lemma followed_spec p s moves s' : followed p s = Some (moves, s') -> right_moves p moves.
Proof.
  unfold followed, right_moves. destruct (play p) as [winner|legal].
  - destruct (wins_other winner) eqn:W; [discriminate|]. intros [= <- <-]. split; [|reflexivity].
    intros ->. cbn in W. destruct (other w); discriminate.
  - destruct (reads_move p).
    + destruct (choice legal s) as [[m s1]|] eqn:C; [|discriminate]. intros [= <- <-]. exists m. split; [|reflexivity].
      unfold choice in C. destruct (read_number _ 0 s) as [[i s2]|]; [|discriminate].
      destruct (pick legal i) eqn:P; [|discriminate]. injection C as <- <-. now apply pick_in in P.
    + now intros [= <- <-].
Qed.

(** Followed moves lead from a root to a position. *)
Inductive reached (roots : list (position g)) (taken : list entry) : position g -> Prop :=
| reached_root p : In p roots -> reached roots taken p
| reached_move p moves m :
    In (p, moves) taken -> reached roots taken p -> In m moves -> reached roots taken (make p m).

Lemma reached_more roots taken e p : reached roots taken p -> reached roots (taken ++ [e]) p.
Proof.
  induction 1 as [|p moves m I _ IH M]; [now constructor|].
  apply reached_move with moves; auto. apply in_or_app. now left.
Qed.

(** [taken] are the positions that do not wait any more, in the order of the list. *)
Definition listed (taken : list entry) (st : waiting) : list (position g) :=
  map fst taken ++ front st ++ rev (back st).

Record invariant (roots : list (position g)) (taken : list entry) (st : waiting) : Prop := {
  inv_lists : lists (met st) (listed taken st) (count st);
  inv_roots : forall p, In p roots -> In p (listed taken st);
  inv_moves : forall p moves, In (p, moves) taken ->
    right_moves p moves /\ forall m, In m moves -> In (make p m) (listed taken st);
  inv_reached : forall p, In p (listed taken st) -> reached roots taken p
}.

Lemma take_position_keeps claimed roots taken st p front0 back0 st' :
  listed taken st = map fst taken ++ p :: front0 ++ rev back0 ->
  invariant roots taken st -> take_position claimed st p front0 back0 = Goes_on st' ->
  exists taken', invariant roots taken' st'.
Proof.
  intros Q H E. unfold take_position in E.
  destruct (followed p (unread st)) as [[moves s]|] eqn:F; [|discriminate].
  destruct (add claimed (map (make p) moves) (met st) back0 (count st)) as [[[t back'] n]|] eqn:A; [|discriminate].
  injection E as <-. apply followed_spec in F.
  destruct H as [L R M C]. rewrite Q in *.
  assert (B : forall x : list (position g),
    map fst taken ++ p :: front0 ++ x = (map fst taken ++ p :: front0) ++ x).
  { intros x. now rewrite <- app_assoc. }
  rewrite B in L. destruct (add_spec _ _ _ _ _ _ _ _ _ A L) as (L' & (new & N & I) & Y).
  assert (Z : forall b' t' s' n', listed (taken ++ [(p, moves)]) (Waiting front0 b' t' s' n')
    = (map fst taken ++ p :: front0) ++ rev b').
  { intros. unfold listed. cbn [front back]. rewrite map_app. cbn [map fst]. now rewrite <- !app_assoc. }
  assert (G : forall q, In q (map fst taken ++ p :: front0 ++ rev back0) ->
    In q ((map fst taken ++ p :: front0) ++ rev back')).
  { intros q J. rewrite N, app_assoc. apply in_or_app. left. now rewrite <- B. }
  assert (Pr : reached roots (taken ++ [(p, moves)]) p).
  { apply reached_more, C. apply in_or_app. right. now left. }
  exists (taken ++ [(p, moves)]). split; cbn [met count]; rewrite Z.
  - exact L'.
  - auto.
  - intros q ms J. apply in_app_or in J as [J|[[= <- <-]|[]]].
    + destruct (M q ms J) as [J1 J2]. split; auto.
    + split; [exact F|]. intros m J. apply Y. now apply in_map.
  - intros q J. rewrite N, app_assoc, <- B in J. apply in_app_or in J as [J|J].
    + now apply reached_more, C.
    + apply I, in_map_iff in J as (m & <- & J). apply reached_move with moves; auto.
      apply in_or_app. right. now left.
Qed.

Definition keeps (roots : list (position g)) (o : progress) : Prop :=
  match o with
  | Goes_on st => exists taken, invariant roots taken st
  | Ended st => (exists taken, invariant roots taken st) /\ front st = [] /\ back st = []
  | Refused => True
  end.

Lemma advance_keeps claimed roots taken st : invariant roots taken st -> keeps roots (advance claimed st).
Proof.
  intros H. unfold advance. destruct (front st) as [|p front0] eqn:F.
  - destruct (rev (back st)) as [|p front0] eqn:B.
    + cbn. split; [now exists taken|]. split; [exact F|].
      rewrite <- (rev_involutive (back st)), B. reflexivity.
    + destruct (take_position _ _ _ _ _) as [st'|st'|] eqn:E; [|unfold take_position in E|exact I].
      * eapply take_position_keeps; [|exact H|exact E].
        unfold listed. rewrite F, B. cbn. now rewrite app_nil_r.
      * destruct (followed _ _) as [[]|]; [|discriminate]. destruct (add _ _ _ _ _) as [[[]]|]; discriminate.
  - destruct (take_position _ _ _ _ _) as [st'|st'|] eqn:E; [|unfold take_position in E|exact I].
    + eapply take_position_keeps; [|exact H|exact E]. unfold listed. now rewrite F.
    + destruct (followed _ _) as [[]|]; [|discriminate]. destruct (add _ _ _ _ _) as [[[]]|]; discriminate.
Qed.

Lemma take_all_keeps claimed roots n : forall taken st,
  invariant roots taken st -> keeps roots (take_all claimed n st).
Proof.
  induction n as [|n IH]; cbn [take_all]; intros taken st H; [now apply advance_keeps with taken|].
  pose proof (IH _ _ H) as K. destruct (take_all claimed n st) as [st'| |]; try exact K.
  destruct K as [taken' K]. exact (IH _ _ K).
Qed.

(** ** Closed sets *)

(** [set] is closed: each of its positions stands with its followed moves, which lead into it. *)
Record closed (roots : list (position g)) (set : list entry) (n : Z) : Prop := {
  closed_distinct : NoDup (map fst set);
  closed_number : Z.of_nat (length (map fst set)) = n;
  closed_roots : forall p, In p roots -> In p (map fst set);
  closed_moves : forall p moves, In (p, moves) set ->
    right_moves p moves /\ forall m, In m moves -> In (make p m) (map fst set);
  closed_reached : forall p, In p (map fst set) -> reached roots set p
}.

Lemma check_set_closed n roots claimed stream :
  check_set_in n roots claimed stream = true -> exists set, closed roots set claimed.
Proof.
  unfold check_set_in. destruct (add _ _ _ _ _) as [[[t back0] n0]|] eqn:A; [|discriminate].
  assert (L : lists (empty_table (Z.max 1 claimed)) ([] ++ rev []) 0).
  { split; [|split; [constructor|reflexivity]]. intros p. rewrite find_empty. cbn. tauto. }
  destruct (add_spec _ _ _ _ _ _ _ _ _ A L) as (L' & (new & N & I) & Y). cbn [app rev] in *.
  assert (H : invariant roots [] (Waiting [] back0 t (Bits [] stream) n0)).
  { split; unfold listed; cbn [map app front back met count].
    - exact L'.
    - exact Y.
    - intros p moves [].
    - intros p J. constructor. apply I. now rewrite <- N. }
  pose proof (take_all_keeps claimed roots n _ _ H) as K.
  destruct (take_all _ _ _) as [st|st|]; try discriminate. intros U.
  destruct K as ([taken [K1 K2 K3 K4]] & F & B). exists taken.
  assert (Q : listed taken st = map fst taken).
  { unfold listed. rewrite F, B. apply app_nil_r. }
  rewrite Q in *. destruct K1 as (_ & D & C).
  split; auto. unfold used_up in U. destruct (bytes_behind (unread st)); [|discriminate].
  destruct (existsb _ _); [discriminate|]. lia.
Qed.

(** The moves of a position in the set. *)
Lemma entry_in (set : list entry) p : In p (map fst set) -> exists moves, In (p, moves) set.
Proof. intros I. apply in_map_iff in I as ([q moves] & <- & I). now exists moves. Qed.

Lemma closed_not_lost roots set n p : closed roots set n -> In p (map fst set) -> ~ lost w p.
Proof.
  intros C I L. destruct (entry_in _ _ I) as (moves & J).
  destruct (closed_moves _ _ _ C _ _ J) as [R _]. unfold right_moves in R. unfold lost in L.
  rewrite L in R. now destruct R.
Qed.

(** The defence: the followed move of a position in the set, and elsewhere the first move. *)
Definition entry_of (set : list entry) (p : position g) : option entry :=
  List.find (fun e => if position_eq (fst e) p then true else false) set.

Definition defence_of (set : list entry) : strategy g := fun p =>
  match entry_of set p with
  | Some (_, m :: _) => Some m
  | _ => first_move p
  end.

Lemma find_entry set : forall p moves, NoDup (map fst set) -> In (p, moves) set ->
  entry_of set p = Some (p, moves).
Proof.
  unfold entry_of.
  induction set as [|[q ms] set IH]; cbn; intros p moves D I; [destruct I|].
  inversion D as [|x y D1 D2 E]. subst. destruct (position_eq q p) as [->|N].
  - destruct I as [[= ->]|I]; [reflexivity|]. destruct D1. apply in_map_iff. now exists (p, moves).
  - destruct I as [I|I]; [congruence|]. auto.
Qed.

Lemma defence_in_set roots set n p moves legal :
  closed roots set n -> In (p, moves) set -> play p = Goes legal -> reads_move p = true ->
  exists m, In m legal /\ moves = [m] /\ defence_of set p = Some m.
Proof.
  intros C I P R. destruct (closed_moves _ _ _ C _ _ I) as [M _]. unfold right_moves in M.
  rewrite P, R in M. destruct M as (m & J & ->). exists m. split; [exact J|]. split; [reflexivity|].
  unfold defence_of. now rewrite (find_entry _ _ _ (closed_distinct _ _ _ C) I).
Qed.

Lemma defence_legal roots set n : closed roots set n -> by_force = true -> legal_strategy w (defence_of set).
Proof.
  intros C B p legal P T. destruct (entry_of set p) as [[q ms]|] eqn:F.
  - pose proof (find_some _ _ F) as [I E]. cbn in E. destruct (position_eq q p) as [->|]; [|discriminate].
    assert (R : reads_move p = true).
    { unfold reads_move. rewrite B, T. now destruct w. }
    destruct (defence_in_set _ _ _ _ _ _ C I P R) as (m & J & _ & S). now exists m.
  - unfold defence_of. rewrite F. exact (first_move_legal g w goes_on p legal P T).
Qed.

(** Play that follows the defence stays in the set. *)
Lemma follows_in_set roots set n root visited p c :
  closed roots set n -> by_force = true -> In root roots ->
  follows w (defence_of set) root 0 visited p c -> In p (map fst set).
Proof.
  intros C B I F. induction F as [|visited p c legal m F IH P J S].
  { exact (closed_roots _ _ _ C _ I). }
  destruct (entry_in _ _ IH) as (moves & K).
  destruct (closed_moves _ _ _ C _ _ K) as [M Y]. apply Y. unfold right_moves in M. rewrite P in M.
  destruct (reads_move p) eqn:R; [|now subst moves].
  destruct (defence_in_set _ _ _ _ _ _ C K P R) as (m' & _ & -> & D).
  assert (T : turn p = w).
  { unfold reads_move in R. apply andb_prop in R as [_ R]. now apply same_spec. }
  rewrite (S T) in D. injection D as <-. now left.
Qed.

Lemma reached_follows roots set n p :
  closed roots set n -> by_force = true -> reached roots set p ->
  exists root visited c, In root roots /\ follows w (defence_of set) root 0 visited p c.
Proof.
  intros C B. induction 1 as [p I|p moves m I R (root & visited & c & J & F) M].
  { exists p, [], 0. split; [exact I|constructor]. }
  destruct (closed_moves _ _ _ C _ _ I) as [Q _]. unfold right_moves in Q.
  destruct (play p) as [winner|legal] eqn:P.
  { destruct Q as [_ ->]. destruct M. }
  exists root, (p :: visited), (clock_after p m c). split; [exact J|].
  destruct (reads_move p) eqn:R'.
  - destruct (defence_in_set _ _ _ _ _ _ C I P R') as (m' & L & -> & D).
    destruct M as [<-|[]]. econstructor; eauto.
  - subst moves. econstructor; eauto. intros T. unfold reads_move in R'. rewrite B, T in R'.
    destruct w; discriminate.
Qed.

Theorem closed_defence roots set n : closed roots set n -> by_force = true -> has_defence w roots n.
Proof.
  intros C B. exists (defence_of set). split.
  - intros root I. split; [now apply defence_legal with roots n|].
    intros visited p c F. apply (closed_not_lost _ _ _ _ C). now apply (follows_in_set _ _ _ _ _ _ _ C B I) in F.
  - exists (map fst set). split; [apply (closed_distinct _ _ _ C)|]. split; [apply (closed_number _ _ _ C)|].
    intros p. split.
    + intros I. now apply (reached_follows _ _ _ _ C B), (closed_reached _ _ _ C).
    + intros (root & visited & c & I & F). exact (follows_in_set _ _ _ _ _ _ _ C B I F).
Qed.

Lemma reaches_in_set roots set n root p :
  closed roots set n -> by_force = false -> In root roots -> reaches root p -> In p (map fst set).
Proof.
  intros C B I F. induction F as [|p legal m F IH P J].
  { exact (closed_roots _ _ _ C _ I). }
  destruct (entry_in _ _ IH) as (moves & K).
  destruct (closed_moves _ _ _ C _ _ K) as [M Y]. apply Y. unfold right_moves in M. rewrite P in M.
  unfold reads_move in M. rewrite B in M. cbn in M. now subst moves.
Qed.

Lemma reached_reaches roots set n p :
  closed roots set n -> by_force = false -> reached roots set p ->
  exists root, In root roots /\ reaches root p.
Proof.
  intros C B. induction 1 as [p I|p moves m I R (root & J & F) M].
  { exists p. split; [exact I|constructor]. }
  destruct (closed_moves _ _ _ C _ _ I) as [Q _]. unfold right_moves in Q.
  destruct (play p) as [winner|legal] eqn:P.
  { destruct Q as [_ ->]. destruct M. }
  unfold reads_move in Q. rewrite B in Q. cbn in Q. subst moves.
  exists root. split; [exact J|]. econstructor; eauto.
Qed.

Theorem closed_always roots set n : closed roots set n -> by_force = false -> cannot_lose w roots n.
Proof.
  intros C B. split.
  - intros root p I R. apply (closed_not_lost _ _ _ _ C). exact (reaches_in_set _ _ _ _ _ C B I R).
  - exists (map fst set). split; [apply (closed_distinct _ _ _ C)|]. split; [apply (closed_number _ _ _ C)|].
    intros p. split.
    + intros I. now apply (reached_reaches _ _ _ _ C B), (closed_reached _ _ _ C).
    + intros (root & I & R). exact (reaches_in_set _ _ _ _ _ C B I R).
Qed.

(** The checker accepts a stream only if the claim holds. *)
Theorem check_set_defence roots claimed stream :
  by_force = true -> check_set roots claimed stream = true -> has_defence w roots claimed.
Proof. intros B E. apply check_set_closed in E as [set C]. now apply closed_defence with set. Qed.

Theorem check_set_always roots claimed stream :
  by_force = false -> check_set roots claimed stream = true -> cannot_lose w roots claimed.
Proof. intros B E. apply check_set_closed in E as [set C]. now apply closed_always with set. Qed.

End ClosedSet.

(** The kernel must compare calls of the checker by their arguments, without running it. *)
Strategy opaque [check_set check_set_in take_all].
