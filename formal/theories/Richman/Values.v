(** * Thresholds of n moves and their limits

    [spec/soundness/richman.md], section 1: the recursion for a_n and b_n, Lemma 1 (a_n ascends,
    a_n <= b_k; limits are between Richman functions), exchange of colours, and section 9
    (classes): positions related by a bisimulation have the same values ([same_values]).

    A limit is a number with a proof that it is the supremum or infimum of the sequence
    ([is_sup], [is_inf]), so no real numbers are needed.  [limits] states this for many positions
    at once. *)

From Coq Require Import QArith List Bool Lia Lqa.
From Gamecert Require Import Richman.Game.
Import ListNotations.
Open Scope Q_scope.

(** ** Greatest and least values of options *)

Definition qmax (a b : Q) : Q := if Qle_bool a b then b else a.
Definition qmin (a b : Q) : Q := if Qle_bool a b then a else b.

Lemma qmax_spec a b : a <= qmax a b /\ b <= qmax a b /\ (qmax a b = a \/ qmax a b = b).
Proof.
  unfold qmax; destruct (Qle_bool a b) eqn:E.
  - apply Qle_bool_iff in E; repeat split; auto; lra.
  - assert (~ a <= b) by (intro H; apply Qle_bool_iff in H; congruence). repeat split; auto; lra.
Qed.
Lemma qmin_spec a b : qmin a b <= a /\ qmin a b <= b /\ (qmin a b = a \/ qmin a b = b).
Proof.
  unfold qmin; destruct (Qle_bool a b) eqn:E.
  - apply Qle_bool_iff in E; repeat split; auto; lra.
  - assert (~ a <= b) by (intro H; apply Qle_bool_iff in H; congruence). repeat split; auto; lra.
Qed.

Section Options.
  Context {A : Type}.
  (** The maximum and minimum of [f] over a list, for an [f] with values from 0 to 1. *)
  Fixpoint maximum (f : A -> Q) (l : list A) : Q :=
    match l with [] => 0 | a :: l' => qmax (f a) (maximum f l') end.
  Fixpoint minimum (f : A -> Q) (l : list A) : Q :=
    match l with [] => 1 | a :: l' => qmin (f a) (minimum f l') end.

  Lemma maximum_ge f l a : In a l -> f a <= maximum f l.
  Proof.
    induction l as [|b l IH]; [contradiction|]. cbn.
    destruct (qmax_spec (f b) (maximum f l)) as (h1 & h2 & _). intros [->|H]; [lra|specialize (IH H); lra].
  Qed.
  Lemma maximum_nonneg f l : 0 <= maximum f l.
  Proof. induction l as [|b l IH]; cbn; [lra|]. destruct (qmax_spec (f b) (maximum f l)) as (_ & h & _). lra. Qed.
  Lemma maximum_le f l u : 0 <= u -> (forall a, In a l -> f a <= u) -> maximum f l <= u.
  Proof.
    intros Hu; induction l as [|b l IH]; intros H; cbn; [lra|].
    pose proof (H b (or_introl eq_refl)). specialize (IH (fun a Ha => H a (or_intror Ha))).
    destruct (qmax_spec (f b) (maximum f l)) as (_ & _ & [E|E]); rewrite E; lra.
  Qed.
  Lemma maximum_in f l : maximum f l = 0 \/ exists a, In a l /\ maximum f l = f a.
  Proof.
    induction l as [|b l IH]; cbn; [auto|].
    destruct (qmax_spec (f b) (maximum f l)) as (_ & _ & [E|E]); rewrite E; [eauto|].
    destruct IH as [IH|(a & Ha & IH)]; [auto|right; eauto].
  Qed.

  Lemma minimum_le f l a : In a l -> minimum f l <= f a.
  Proof.
    induction l as [|b l IH]; [contradiction|]. cbn.
    destruct (qmin_spec (f b) (minimum f l)) as (h1 & h2 & _). intros [->|H]; [lra|specialize (IH H); lra].
  Qed.
  Lemma minimum_le_1 f l : minimum f l <= 1.
  Proof. induction l as [|b l IH]; cbn; [lra|]. destruct (qmin_spec (f b) (minimum f l)) as (_ & h & _). lra. Qed.
  Lemma minimum_ge f l u : u <= 1 -> (forall a, In a l -> u <= f a) -> u <= minimum f l.
  Proof.
    intros Hu; induction l as [|b l IH]; intros H; cbn; [lra|].
    pose proof (H b (or_introl eq_refl)). specialize (IH (fun a Ha => H a (or_intror Ha))).
    destruct (qmin_spec (f b) (minimum f l)) as (_ & _ & [E|E]); rewrite E; lra.
  Qed.
  Lemma minimum_in f l : minimum f l = 1 \/ exists a, In a l /\ minimum f l = f a.
  Proof.
    induction l as [|b l IH]; cbn; [auto|].
    destruct (qmin_spec (f b) (minimum f l)) as (_ & _ & [E|E]); rewrite E; [eauto|].
    destruct IH as [IH|(a & Ha & IH)]; [auto|right; eauto].
  Qed.
  Lemma minimum_attained f l : l <> [] -> (forall a, f a <= 1) -> exists a, In a l /\ minimum f l == f a.
  Proof.
    intros N H. destruct (minimum_in f l) as [E|(a & Ha & E)]; [|exists a; rewrite E; split; [assumption|lra]].
    destruct l as [|a l]; [congruence|]. exists a; split; [now left|].
    pose proof (minimum_le f (a :: l) a (or_introl eq_refl)). pose proof (H a). rewrite E in *. lra.
  Qed.
End Options.

(** Every member of each list is related to a member of the other list. *)
Definition covers {A B} (R : A -> B -> Prop) (l : list A) (l' : list B) : Prop :=
  (forall a, In a l -> exists b, In b l' /\ R a b) /\ (forall b, In b l' -> exists a, In a l /\ R a b).

Lemma Forall2_covers {A B} (R : A -> B -> Prop) l l' : Forall2 R l l' -> covers R l l'.
Proof.
  induction 1 as [|a b l l' H F (IH & IH')]; [split; contradiction|]. split.
  - intros c [<-|I]; [exists b; cbn; auto|]. destruct (IH c I) as (d & Id & K). exists d; cbn; auto.
  - intros d [<-|I]; [exists a; cbn; auto|]. destruct (IH' d I) as (c & Ic & K). exists c; cbn; auto.
Qed.
Lemma covers_nonempty {A B} (R : A -> B -> Prop) l l' : covers R l l' -> l' <> [] -> l <> [].
Proof. intros (_ & C) N ->. destruct l' as [|b l']; [congruence|]. now destruct (C b (or_introl eq_refl)). Qed.
Lemma covers_maximum {A B} (R : A -> B -> Prop) (f : A -> Q) (g : B -> Q) l l' :
  covers R l l' -> (forall a b, R a b -> f a == g b) -> maximum f l == maximum g l'.
Proof.
  intros (C & C') H. apply Qle_antisym; apply maximum_le; try apply maximum_nonneg.
  - intros a Ha. destruct (C a Ha) as (b & Hb & E). rewrite (H _ _ E). now apply maximum_ge.
  - intros b Hb. destruct (C' b Hb) as (a & Ha & E). rewrite <- (H _ _ E). now apply maximum_ge.
Qed.
Lemma covers_minimum {A B} (R : A -> B -> Prop) (f : A -> Q) (g : B -> Q) l l' :
  covers R l l' -> (forall a b, R a b -> f a == g b) -> minimum f l == minimum g l'.
Proof.
  intros (C & C') H. apply Qle_antisym; apply minimum_ge; try apply minimum_le_1.
  - intros b Hb. destruct (C' b Hb) as (a & Ha & E). rewrite <- (H _ _ E). now apply minimum_le.
  - intros a Ha. destruct (C a Ha) as (b & Hb & E). rewrite (H _ _ E). now apply minimum_le.
Qed.

(** ** The recursion *)

(** The thresholds of [n] moves.  [start] is the value before the first move, and at drawn ends. *)
Fixpoint value {G : game} (start : Q) (n : nat) (p : position G) : Q :=
  match state_of p with
  | Won White => 1
  | Won Black => 0
  | Drawn => start
  | Ongoing =>
      match n with
      | O => start
      | S n' => (1#2) * (maximum (value start n') (options White p)
                         + minimum (value start n') (options Black p))
      end
  end.
(** [a n p] is a_n of the page, [b n p] is b_n. *)
Definition a {G : game} : nat -> position G -> Q := value 0.
Definition b {G : game} : nat -> position G -> Q := value 1.

Section Recursion.
  Context {G : game}.
  Implicit Types p : position G.

  Lemma value_S s n p : state_of p = Ongoing ->
    value s (S n) p = (1#2) * (maximum (value s n) (options White p) + minimum (value s n) (options Black p)).
  Proof. intros H; cbn; now rewrite H. Qed.
  Lemma value_0 s p : state_of p = Ongoing -> value s 0 p = s.
  Proof. intros H; cbn; now rewrite H. Qed.
  Lemma value_white s n p : state_of p = Won White -> value s n p = 1.
  Proof. intros H; destruct n; cbn; now rewrite H. Qed.
  Lemma value_black s n p : state_of p = Won Black -> value s n p = 0.
  Proof. intros H; destruct n; cbn; now rewrite H. Qed.
  Lemma value_drawn s n p : state_of p = Drawn -> value s n p = s.
  Proof. intros H; destruct n; cbn; now rewrite H. Qed.

  (** Values at positions where play is over. *)
  Ltac over E := try (rewrite !(value_white _ _ _ E); lra); try (rewrite !(value_black _ _ _ E); lra);
                 try (rewrite !(value_drawn _ _ _ E); lra).

  Lemma value_bounds s n p : 0 <= s <= 1 -> 0 <= value s n p <= 1.
  Proof.
    intros Hs; revert p; induction n as [|n IH]; intros p;
      destruct (state_of p) as [|[]|] eqn:E; over E; [now rewrite value_0|].
    rewrite value_S by assumption.
    pose proof (maximum_nonneg (value s n) (options White p)).
    pose proof (maximum_le (value s n) (options White p) 1 ltac:(lra) (fun q _ => proj2 (IH q))).
    pose proof (minimum_le_1 (value s n) (options Black p)).
    pose proof (minimum_ge (value s n) (options Black p) 0 ltac:(lra) (fun q _ => proj1 (IH q))). lra.
  Qed.
  Lemma a_bounds n p : 0 <= a n p <= 1. Proof. apply value_bounds; lra. Qed.
  Lemma b_bounds n p : 0 <= b n p <= 1. Proof. apply value_bounds; lra. Qed.

  (** A step preserves the order between two functions. *)
  Lemma step_monotone s s' n m p : state_of p = Ongoing ->
    (forall q : position G, value s n q <= value s' m q) -> value s (S n) p <= value s' (S m) p.
  Proof.
    intros E H. rewrite !value_S by assumption.
    assert (maximum (value s n) (options White p) <= maximum (value s' m) (options White p)).
    { apply maximum_le; [apply maximum_nonneg|]. intros q Hq. pose proof (H q). pose proof (maximum_ge (value s' m) _ q Hq). lra. }
    assert (minimum (value s n) (options Black p) <= minimum (value s' m) (options Black p)).
    { apply minimum_ge; [apply minimum_le_1|]. intros q Hq. pose proof (H q). pose proof (minimum_le (value s n) _ q Hq). lra. }
    lra.
  Qed.

  (** a_n ascends, b_n descends, and a_n <= b_k (Lemma 1). *)
  Theorem a_ascends n p : a n p <= a (S n) p.
  Proof.
    unfold a; revert p; induction n as [|n IH]; intros p;
      destruct (state_of p) as [|[]|] eqn:E; over E; [|now apply step_monotone].
    rewrite value_0 by assumption. apply value_bounds; lra.
  Qed.
  Theorem b_descends n p : b (S n) p <= b n p.
  Proof.
    unfold b; revert p; induction n as [|n IH]; intros p;
      destruct (state_of p) as [|[]|] eqn:E; over E; [|now apply step_monotone].
    rewrite value_0 by assumption. apply value_bounds; lra.
  Qed.
  Theorem a_le_b n m p : a n p <= b m p.
  Proof.
    unfold a, b; revert m p; induction n as [|n IH]; intros m p;
      destruct (state_of p) as [|[]|] eqn:E; over E.
    - rewrite value_0 by assumption. apply value_bounds; lra.
    - destruct m as [|m]; [|now apply step_monotone].
      rewrite (value_0 1) by assumption. apply value_bounds; lra.
  Qed.
  Lemma a_mono n m p : (n <= m)%nat -> a n p <= a m p.
  Proof. induction 1; [lra|]. pose proof (a_ascends m p); lra. Qed.
  Lemma b_mono n m p : (n <= m)%nat -> b m p <= b n p.
  Proof. induction 1; [lra|]. pose proof (b_descends m p); lra. Qed.
End Recursion.

(** ** Limits *)

(** [x] is the supremum of a sequence: no member is greater, and every smaller number is exceeded
    by some member.  [is_inf] is the analogue for the infimum.  The sequences a_n and b_n ascend
    and descend, so these are their limits. *)
Definition is_sup (u : nat -> Q) (x : Q) : Prop :=
  (forall n, u n <= x) /\ forall r, r < x -> exists n, r < u n.
Definition is_inf (u : nat -> Q) (x : Q) : Prop :=
  (forall n, x <= u n) /\ forall r, x < r -> exists n, u n < r.

Lemma is_sup_unique u x y : is_sup u x -> is_sup u y -> x == y.
Proof.
  intros (U & E) (U' & E'). destruct (Qlt_le_dec x y) as [L|L].
  - destruct (E' x L) as (n & H). pose proof (U n). lra.
  - destruct (Qlt_le_dec y x) as [L'|L']; [|lra]. destruct (E y L') as (n & H). pose proof (U' n). lra.
Qed.
Lemma is_inf_unique u x y : is_inf u x -> is_inf u y -> x == y.
Proof.
  intros (U & E) (U' & E'). destruct (Qlt_le_dec x y) as [L|L].
  - destruct (E y L) as (n & H). pose proof (U' n). lra.
  - destruct (Qlt_le_dec y x) as [L'|L']; [|lra]. destruct (E' x L') as (n & H). pose proof (U n). lra.
Qed.

(** [S p x y]: alpha of [p] is claimed to be [x], and beta to be [y].  [limits S]: these claims
    hold, and the sequences approach their limits uniformly at all these positions. *)
Definition limits (G : game) (S : position G -> Q -> Q -> Prop) : Prop :=
  (forall p x y, S p x y -> forall n, a n p <= x /\ y <= b n p) /\
  (forall eps, 0 < eps -> exists n, forall p x y, S p x y -> x - eps <= a n p /\ b n p <= y + eps).

Lemma limits_sup G S p x y : limits G S -> S p x y -> is_sup (fun n => a n p) x.
Proof.
  intros (U & L) H. split; [intros n; now apply (U p x y H)|]. intros r Hr.
  destruct (L ((1#2) * (x - r)) ltac:(lra)) as (n & K). exists n. destruct (K _ _ _ H). lra.
Qed.
Lemma limits_inf G S p x y : limits G S -> S p x y -> is_inf (fun n => b n p) y.
Proof.
  intros (U & L) H. split; [intros n; now apply (U p x y H)|]. intros r Hr.
  destruct (L ((1#2) * (r - y)) ltac:(lra)) as (n & K). exists n. destruct (K _ _ _ H). lra.
Qed.
Lemma limits_weaken G (S T : position G -> Q -> Q -> Prop) :
  (forall p x y, T p x y -> exists x' y', S p x' y' /\ x == x' /\ y == y') -> limits G S -> limits G T.
Proof.
  intros H (U & L). split.
  - intros p x y K n. destruct (H _ _ _ K) as (x' & y' & K' & Ex & Ey). rewrite Ex, Ey. now apply U.
  - intros eps He. destruct (L eps He) as (n & N). exists n. intros p x y K.
    destruct (H _ _ _ K) as (x' & y' & K' & Ex & Ey). rewrite Ex, Ey. now apply N.
Qed.
Lemma limits_union G (S T : position G -> Q -> Q -> Prop) :
  limits G S -> limits G T -> limits G (fun p x y => S p x y \/ T p x y).
Proof.
  intros (U & L) (U' & L'). split; [intros p x y [H|H]; auto|].
  intros eps He. destruct (L eps He) as (n & N). destruct (L' eps He) as (n' & N').
  exists (n + n')%nat. intros p x y H.
  pose proof (a_mono n (n + n') p ltac:(lia)). pose proof (a_mono n' (n + n') p ltac:(lia)).
  pose proof (b_mono n (n + n') p ltac:(lia)). pose proof (b_mono n' (n + n') p ltac:(lia)).
  destruct H as [H|H]; [destruct (N _ _ _ H)|destruct (N' _ _ _ H)]; lra.
Qed.

(** ** Exchange of colours, and classes *)

(** A bisimulation between two games: related positions have the same state, and their options
    are related in both directions. *)
Definition bisimulation (G H : game) (R : position G -> position H -> Prop) : Prop :=
  forall p q, R p q -> state_of p = state_of q /\
    (state_of p = Ongoing -> forall c, covers R (options c p) (options c q)).

(** Related positions have the same values (section 9). *)
Theorem same_values (G H : game) R : bisimulation G H R ->
  forall s n p q, R p q -> value s n p == value s n q.
Proof.
  intros B s; induction n as [|n IH]; intros p q Hpq; destruct (B p q Hpq) as (E & C);
    destruct (state_of p) as [|[]|] eqn:Ep; symmetry in E;
    try (rewrite (value_white _ _ p Ep), (value_white _ _ q E); lra);
    try (rewrite (value_black _ _ p Ep), (value_black _ _ q E); lra);
    try (rewrite (value_drawn _ _ p Ep), (value_drawn _ _ q E); lra).
  - rewrite (value_0 _ p Ep), (value_0 _ q E). lra.
  - rewrite (value_S _ _ p Ep), (value_S _ _ q E).
    pose proof (covers_maximum R (value s n) (value s n) _ _ (C eq_refl White) IH).
    pose proof (covers_minimum R (value s n) (value s n) _ _ (C eq_refl Black) IH). lra.
Qed.

Lemma maximum_opposite {A} (f g : A -> Q) l : (forall a, g a == 1 - f a) -> maximum g l == 1 - minimum f l.
Proof.
  intros H. apply Qle_antisym.
  - apply maximum_le; [pose proof (minimum_le_1 f l); lra|].
    intros c Hc. pose proof (minimum_le f l c Hc). pose proof (H c). lra.
  - destruct (minimum_in f l) as [E|(c & Hc & E)]; rewrite E; [pose proof (maximum_nonneg g l); lra|].
    pose proof (maximum_ge g l c Hc). pose proof (H c). lra.
Qed.
Lemma minimum_opposite {A} (f g : A -> Q) l : (forall a, g a == 1 - f a) -> minimum g l == 1 - maximum f l.
Proof.
  intros H. apply Qle_antisym.
  - destruct (maximum_in f l) as [E|(c & Hc & E)]; rewrite E; [pose proof (minimum_le_1 g l); lra|].
    pose proof (minimum_le g l c Hc). pose proof (H c). lra.
  - apply minimum_ge; [pose proof (maximum_nonneg f l); lra|].
    intros c Hc. pose proof (maximum_ge f l c Hc). pose proof (H c). lra.
Qed.

(** a_n of the exchanged game is 1 - b_n, and the reverse. *)
Theorem exchange_values (G : game) s s' n (p : position G) :
  s' == 1 - s -> @value (exchange G) s' n p == 1 - @value G s n p.
Proof.
  intros Hs. revert p.
  induction n as [|n IH]; intros p; destruct (state_of p) as [|[]|] eqn:E;
    try (assert (E' : @state_of (exchange G) p = Won Black) by (cbn; now rewrite E);
         rewrite (value_white _ _ p E), (@value_black (exchange G) _ _ p E'); lra);
    try (assert (E' : @state_of (exchange G) p = Won White) by (cbn; now rewrite E);
         rewrite (value_black _ _ p E), (@value_white (exchange G) _ _ p E'); lra);
    try (assert (E' : @state_of (exchange G) p = Drawn) by (cbn; now rewrite E);
         rewrite (value_drawn _ _ p E), (@value_drawn (exchange G) _ _ p E'); lra);
    (assert (E' : @state_of (exchange G) p = Ongoing) by (cbn; now rewrite E)).
  - rewrite (value_0 _ p E), (@value_0 (exchange G) _ p E'). lra.
  - rewrite (value_S _ _ p E), (@value_S (exchange G) _ _ p E').
    change (@options (exchange G) White p) with (@options G Black p).
    change (@options (exchange G) Black p) with (@options G White p).
    pose proof (maximum_opposite (@value G s n) (@value (exchange G) s' n) (options Black p) IH).
    pose proof (minimum_opposite (@value G s n) (@value (exchange G) s' n) (options White p) IH).
    cbn [position exchange] in *. lra.
Qed.
Corollary b_exchange (G : game) n (p : position G) : b n p == 1 - @a (exchange G) n p.
Proof. unfold a, b. pose proof (exchange_values G 1 0 n p ltac:(lra)). lra. Qed.
Corollary a_exchange (G : game) n (p : position G) : a n p == 1 - @b (exchange G) n p.
Proof. unfold a, b. pose proof (exchange_values G 0 1 n p ltac:(lra)). lra. Qed.

(** Limits at related positions are the same. *)
Theorem limits_same G H R S : bisimulation G H R -> limits G S ->
  limits H (fun q x y => exists p, R p q /\ S p x y).
Proof.
  intros B (U & L). split.
  - intros q x y (p & K & E) n. destruct (U _ _ _ E n). unfold a, b in *.
    pose proof (same_values G H R B 0 n p q K). pose proof (same_values G H R B 1 n p q K). lra.
  - intros eps He. destruct (L eps He) as (n & N). exists n. intros q x y (p & K & E).
    destruct (N _ _ _ E). unfold a, b in *.
    pose proof (same_values G H R B 0 n p q K). pose proof (same_values G H R B 1 n p q K). lra.
Qed.
(** Limits in the exchanged game: alpha is 1 - beta, beta is 1 - alpha. *)
Theorem limits_exchange G S : limits G S ->
  limits (exchange G) (fun p x y => exists x' y', S p x' y' /\ x == 1 - y' /\ y == 1 - x').
Proof.
  intros (U & L). split.
  - intros p x y (x' & y' & E & Ex & Ey) n. destruct (U _ _ _ E n).
    pose proof (a_exchange G n p). pose proof (b_exchange G n p). lra.
  - intros eps He. destruct (L eps He) as (n & N). exists n. intros p x y (x' & y' & E & Ex & Ey).
    destruct (N _ _ _ E). pose proof (a_exchange G n p). pose proof (b_exchange G n p). lra.
Qed.
