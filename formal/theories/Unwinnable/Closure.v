(** * The checker that closes a set by itself

    The search of section 2 of [spec/kinds/unwinnable.md] as a function: an element gets the next
    number when it is first met, and elements are processed in the order of their numbers.  If the
    search ends, the set of met elements is closed.  Applied to positions it is the checker of kind
    [unwinnable], for any rules, [mated] and [settled].  Applied to skeletons it closes a set of
    skeletons.

    Pages: [spec/kinds/unwinnable.md] section 2, [spec/soundness/unwinnable.md] section 1.

    Not covered here: rules and bytes. *)

From Coq Require Import List Bool NArith PArith FMapPositive.
From Gamecert.Unwinnable Require Import ClosedSets.
Import ListNotations.

Section Closure.
Variable A : Type.
(** Elements are compared completely.  [key] is a hash; correctness does not depend on it. *)
Variable same : A -> A -> bool.
Hypothesis same_true : forall x y, same x y = true -> x = y.
Variable key : A -> positive.
(** Processes the element with this number: returns the elements to meet next, or a refusal. *)
Variable deal : N -> A -> option (list A).

Definition table : Type := PositiveMap.t (list A).
Definition bucket (t : table) (x : A) : list A :=
  match PositiveMap.find (key x) t with Some l => l | None => [] end.
Definition known (t : table) (x : A) : Prop := In x (bucket t x).

(** Meets the elements of a list.  Returns the table, the waiting elements (the last one first),
    and the number of elements met. *)
Fixpoint meet (l : list A) (t : table) (back : list A) (n : N) : table * list A * N :=
  match l with
  | [] => (t, back, n)
  | x :: l' =>
      let b := bucket t x in
      if existsb (same x) b then meet l' t back n
      else meet l' (PositiveMap.add (key x) (x :: b) t) (x :: back) (N.succ n)
  end.

(** Processes the waiting elements: [front], then [back] reversed.  [i] is the number of the next
    element, [n] the number of elements met.  Returns the number of elements met when none is
    waiting any more. *)
Fixpoint close (fuel : nat) (front back : list A) (t : table) (i n : N) : option N :=
  match front with
  | x :: front' =>
      match fuel with
      | O => None
      | S fuel' =>
          match deal i x with
          | None => None
          | Some l => let '(t', back', n') := meet l t back n in
                      close fuel' front' back' t' (N.succ i) n'
          end
      end
  | [] =>
      match rev' back with
      | [] => Some n
      | x :: front' =>
          match fuel with
          | O => None
          | S fuel' =>
              match deal i x with
              | None => None
              | Some l => let '(t', back', n') := meet l t [] n in
                          close fuel' front' back' t' (N.succ i) n'
              end
          end
      end
  end.
Definition close_from (fuel : nat) (root : A) : option N :=
  let '(t, back, n) := meet [root] (PositiveMap.empty _) [] 0%N in close fuel [] back t 0%N n.

Definition dealt (t : table) (x : A) : Prop :=
  exists i l, deal i x = Some l /\ forall y, In y l -> known t y.

Lemma known_add t x y b : bucket t x = b ->
  known (PositiveMap.add (key x) (x :: b) t) y <-> y = x \/ known t y.
Proof.
  intros B. unfold known, bucket at 1. destruct (Pos.eq_dec (key y) (key x)) as [E|E].
  - rewrite E, PositiveMap.gss. unfold bucket in *. rewrite E. rewrite B. cbn. intuition congruence.
  - rewrite PositiveMap.gso by exact E. unfold bucket. intuition congruence.
Qed.

Lemma meet_spec l : forall t back n t' back' n', meet l t back n = (t', back', n') ->
  (forall x, known t x -> known t' x)
  /\ (forall x, In x back -> In x back')
  /\ (forall x, known t' x -> known t x \/ In x back')
  /\ (forall x, In x l -> known t' x).
Proof.
  induction l as [|x l IH]; cbn [meet]; intros t back n t' back' n' E.
  { injection E as <- <- <-. repeat split; auto. intros x []. }
  destruct (existsb (same x) (bucket t x)) eqn:X.
  - destruct (IH _ _ _ _ _ _ E) as (H1 & H2 & H3 & H4). repeat split; auto.
    intros y [<-|I]; auto. apply H1. apply existsb_exists in X as (z & Z1 & Z2%same_true). subst z. exact Z1.
  - destruct (IH _ _ _ _ _ _ E) as (H1 & H2 & H3 & H4).
    assert (K : forall y, known (PositiveMap.add (key x) (x :: bucket t x) t) y <-> y = x \/ known t y).
    { intros y. now apply known_add. }
    repeat split.
    + intros y Y. apply H1, K. now right.
    + intros y Y. apply H2. now right.
    + intros y Y. apply H3 in Y. rewrite K in Y. destruct Y as [[->|Y]|Y]; auto. right. apply H2. now left.
    + intros y [<-|I]; auto. apply H1, K. now left.
Qed.

Lemma close_spec fuel : forall front back t i n m, close fuel front back t i n = Some m ->
  (forall x, known t x -> In x front \/ In x back \/ dealt t x) ->
  exists t', (forall x, known t x -> known t' x) /\ forall x, known t' x -> dealt t' x.
Proof.
  assert (One : forall fuel x front back t i n m l t1 back1 n1,
    (forall front back t i n m, close fuel front back t i n = Some m ->
      (forall x, known t x -> In x front \/ In x back \/ dealt t x) ->
      exists t', (forall x, known t x -> known t' x) /\ forall x, known t' x -> dealt t' x) ->
    deal i x = Some l -> meet l t back n = (t1, back1, n1) ->
    close fuel front back1 t1 (N.succ i) n1 = Some m ->
    (forall y, known t y -> y = x \/ In y front \/ In y back \/ dealt t y) ->
    exists t', (forall y, known t y -> known t' y) /\ forall y, known t' y -> dealt t' y).
  { intros fuel0 x front back t i n m l t1 back1 n1 IH D M C I.
    apply meet_spec in M as (M1 & M2 & M3 & M4).
    destruct (IH _ _ _ _ _ _ C) as (t' & T1 & T2).
    - intros y Y. apply M3 in Y as [Y|Y]; [|tauto].
      destruct (I y Y) as [->|[Y'|[Y'|(j & l' & J1 & J2)]]]; auto.
      + right; right. exists i, l. auto.
      + right; right. exists j, l'. auto.
    - exists t'. auto. }
  induction fuel as [|fuel IH]; intros front back t i n m C I; cbn [close] in C.
  - destruct front; [|discriminate]. unfold rev' in C; rewrite <- rev_alt in C.
    passed R. exists t. split; auto. intros x X.
    destruct (I x X) as [[]|[B|D]]; auto. apply in_rev in B. rewrite R in B. destruct B.
  - destruct front as [|x front].
    + unfold rev' in C; rewrite <- rev_alt in C. destruct (rev back) as [|x front] eqn:R.
      * exists t. split; auto. intros x X. destruct (I x X) as [[]|[B|D]]; auto.
        apply in_rev in B. rewrite R in B. destruct B.
      * take l D.
        destruct (meet l t [] n) as [[t1 back1] n1] eqn:M.
        eapply One; eauto. intros y Y. destruct (I y Y) as [[]|[B|Q]]; auto.
        apply in_rev in B. rewrite R in B. destruct B as [->|B]; auto.
    + take l D.
      destruct (meet l t back n) as [[t1 back1] n1] eqn:M.
      eapply One; eauto. intros y Y. destruct (I y Y) as [[->|F]|[B|Q]]; auto.
Qed.

(** If the search ends, there is a set that contains the root, whose elements have all been
    processed, and which contains every element that is met after one of them. *)
Theorem close_sound fuel root m : close_from fuel root = Some m ->
  exists met : A -> Prop, met root
  /\ forall x, met x -> exists i l, deal i x = Some l /\ forall y, In y l -> met y.
Proof.
  unfold close_from. destruct (meet [root] _ [] 0%N) as [[t back] n] eqn:M. intros C.
  apply meet_spec in M as (_ & _ & M3 & M4).
  destruct (close_spec _ _ _ _ _ _ _ C) as (t' & T1 & T2).
  - intros x X. apply M3 in X as [X|X]; auto.
    unfold known, bucket in X. rewrite PositiveMap.gempty in X. destruct X.
  - exists (known t'). split; [apply T1, M4; now left|exact T2].
Qed.
End Closure.

(** ** The checker of kind [unwinnable], for any game *)

Section Unwinnable.
Variable position : Type.
Variable move : position -> position -> Prop.
Variable mated : position -> Prop.
Variable moves : position -> list position.
Hypothesis moves_all : forall p q, move p q -> In q (moves p).
Variable over : position -> bool.
Hypothesis over_final : forall p q, over p = true -> ~ move p q.
Variable mated_now : position -> bool.
Hypothesis mated_now_spec : forall p, mated_now p = true <-> mated p.
Hypothesis mated_over : forall p, mated p -> over p = true.

(** The arguments that settle a position in which play is not over: the material, or, for positions
    named in the certificate, the static or the skeleton argument. *)
Variable material : position -> bool.
Hypothesis material_settles : forall p, over p = false -> material p = true -> unwinnable _ move mated p.
Variable named : N -> bool.
Variable argument : N -> position -> bool.
Hypothesis argument_settles : forall i p,
  over p = false -> argument i p = true -> unwinnable _ move mated p.

(** Section 2 of the page of the kind, steps 1 to 5, with the clause settled: a named position is
    settled by the argument for which it is named. *)
Definition deal_with (i : N) (p : position) : option (list position) :=
  if over p then if mated_now p || named i then None else Some []
  else if material p then if named i then None else Some []
  else if named i then if argument i p then Some [] else None
  else Some (moves p).

Variable same : position -> position -> bool.
Hypothesis same_true : forall x y, same x y = true -> x = y.
Variable key : position -> positive.

(** [claimed] is the number of met positions. *)
Definition check_unwinnable (claimed : nat) (root : position) : bool :=
  match close_from _ same key deal_with claimed root with
  | Some n => N.eqb n (N.of_nat claimed)
  | None => false
  end.

(** If the checker accepts, no play from the root ends in a mate by W. *)
Theorem check_unwinnable_sound claimed root :
  check_unwinnable claimed root = true -> unwinnable _ move mated root.
Proof.
  unfold check_unwinnable. take n C.
  intros _. apply close_sound in C; auto. destruct C as (met & R & D).
  apply (closed_set _ move mated met root R). intros p M. destruct (D p M) as (i & l & E & L). clear D.
  unfold deal_with in E. destruct (over p) eqn:O.
  - right. destruct (mated_now p || named i) eqn:X; [discriminate|]. apply orb_false_iff in X as [X _].
    split; [rewrite <- mated_now_spec; congruence|]. intros q Q. destruct (over_final p q O Q).
  - destruct (material p) eqn:Mt; [left; auto|].
    destruct (named i) eqn:Nm.
    + destruct (argument i p) eqn:A; [left; eauto|discriminate].
    + injection E as <-. right. split; [|intros q Q; apply L; now apply moves_all].
      intros H. apply mated_over in H. congruence.
Qed.
End Unwinnable.

(** ** The skeleton argument, for any notion of skeleton *)

Section Skeletons.
Variable position : Type.
Variable move : position -> position -> Prop.
Variable mated : position -> Prop.
Variable skeleton : Type.
Variable belongs : position -> skeleton -> Prop.
Variable bare : position -> Prop.
Hypothesis bare_unwinnable : forall q, bare q -> unwinnable _ move mated q.
Variable armed : skeleton -> bool.
Hypothesis unarmed_bare : forall q s, belongs q s -> armed s = false -> bare q.

(** The changes of a skeleton, each with a flag whether W may mate by it. *)
Variable changes : skeleton -> list (skeleton * bool).
(** The changes follow the moves of the game. *)
Hypothesis follows : forall q q' s, belongs q s -> armed s = true -> move q q' ->
  exists s' may, In (s', may) (changes s) /\ belongs q' s' /\ (mated q' -> may = true).

Variable same : skeleton -> skeleton -> bool.
Hypothesis same_true : forall x y, same x y = true -> x = y.
Variable key : skeleton -> positive.

(** No change may mate.  The changed skeletons in which W has something left are met. *)
Definition deal_with_skeleton (_ : N) (s : skeleton) : option (list skeleton) :=
  if existsb snd (changes s) then None else Some (filter armed (map fst (changes s))).

(** Section 2 of the page of the kind, step 4: the number of met skeletons, if the argument
    succeeds with at most [limit] of them. *)
Definition skeleton_argument (limit : nat) (s : skeleton) : option N :=
  if armed s then close_from _ same key deal_with_skeleton limit s else Some 0%N.

(** If the argument succeeds, no play from a position that belongs to the skeleton ends in a mate
    by W, unless the position itself is one (Theorem 4). *)
Theorem skeleton_argument_sound limit s n p :
  skeleton_argument limit s = Some n -> belongs p s -> ~ mated p -> unwinnable _ move mated p.
Proof.
  unfold skeleton_argument. destruct (armed s) eqn:A.
  - intros C B M. apply close_sound in C; auto. destruct C as (met & R & D).
    apply (closed_skeletons position move mated skeleton belongs
             (fun s s' => exists may, In (s', may) (changes s))
             (fun s s' => In (s', true) (changes s)) (fun s => armed s = true) bare)
      with (met := met) (s0 := s); auto.
    + intros q r Br. destruct (armed r) eqn:E; [now left|right; eauto].
    + intros q q' r Br Ar Mv. destruct (follows q q' r Br Ar Mv) as (r' & may & I & Br' & Mt).
      exists r'. repeat split; [now exists may|exact Br'|]. intros Mq. now rewrite (Mt Mq) in I.
    + intros r Mr Ar r' (may & I). destruct (D r Mr) as (i & l & E & L).
      unfold deal_with_skeleton in E. destruct (existsb snd (changes r)) eqn:X; [discriminate|].
      injection E as <-. split.
      * intros J. assert (Y : existsb snd (changes r) = true) by (apply existsb_exists; now exists (r', true)).
        congruence.
      * intros Ar'. apply L, filter_In. split; [|exact Ar']. apply in_map_iff. now exists (r', may).
  - intros _ B _. eauto.
Qed.
End Skeletons.
