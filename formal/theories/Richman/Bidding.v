(** * Limits are thresholds of the bidding game

    [spec/soundness/richman.md], section 8, Theorem 6: for every fair custom of bidding, the limits of
    a_n and b_n are the thresholds of play that [Game.v] defines.  Statements (c) to (e) need the limits
    of all reachable positions ([closed]); a certificate provides them.

    The file also contains two fair customs ([sealed_bids], [named_price]), and shows that a player
    cannot prevent a win that the other can force ([not_both]). *)

From Coq Require Import QArith List Bool Lia Lqa.
From Gamecert Require Import Richman.Game Richman.Values.
Import ListNotations.
Open Scope Q_scope.

(** The options of a position with values have values too. *)
Definition closed (G : game) (S : position G -> Q -> Q -> Prop) : Prop :=
  forall p x y, S p x y -> state_of p = Ongoing ->
    forall c q, In q (options c p) -> exists x' y', S q x' y'.

Lemma closed_union G S T : closed G S -> closed G T -> closed G (fun p x y => S p x y \/ T p x y).
Proof.
  intros A B p x y [H|H] E c q I; [destruct (A p x y H E c q I) as (x' & y' & K)|
    destruct (B p x y H E c q I) as (x' & y' & K)]; exists x', y'; auto.
Qed.

Section Bidding.
  Variables (G : game) (k : custom).
  Hypothesis F : fair k.

  (** One move: [c] bids [v] (property B), and either moves and pays at most [v] or is paid at least [v]. *)
  Lemma one_move c v (goal : position G -> Q -> Prop) p r : 0 <= r <= 1 -> - money r c <= v <= money r c ->
    (forall s, 0 <= s <= 1 -> money r c - v <= money s c -> exists q, In q (options c p) /\ goal q s) ->
    (forall s q, 0 <= s <= 1 -> money r c + v <= money s c -> In q (options (opposite c) p) -> goal q s) ->
    can_move_to G k c goal p r.
  Proof.
    intros R V Mine Theirs. destruct (property_B k F r c v R V) as (mine & Al & H).
    exists mine. part. intros theirs mover price Al' Res.
    assert (Pay : 0 <= after_paying r mover price <= 1) by (destruct c; eapply (nobody_pays_more k F); eassumption).
    destruct (H theirs mover price Al' Res) as [(-> & P)|(-> & P)];
      (split; [intros E; try (destruct c; discriminate E)|intros E; try (destruct c; discriminate E)]).
    - apply Mine; [assumption|]. destruct c; cbn in *; lra.
    - intros q. apply Theirs; [assumption|]. destruct c; cbn in *; lra.
  Qed.

  (** ** Forcing a win *)

  (** White has enough if Black has less than [x]; Black has enough if Black has more. *)
  Definition enough (c : colour) (x r : Q) : Prop := match c with White => r < x | Black => x < r end.
  (** The value of positions that are not won, before the first move. *)
  Definition start (c : colour) : Q := match c with White => 0 | Black => 1 end.

  Lemma wins c n : forall (p : position G) r, 0 <= r <= 1 -> enough c (value (start c) n p) r ->
    wins_within G k c n p r.
  Proof.
    assert (Unit : forall m (q : position G), 0 <= value (start c) m q <= 1) by (intros; apply value_bounds; destruct c; cbn; lra).
    induction n as [|n IH]; intros p r R L; destruct (state_of p) as [|[]|] eqn:E;
      rewrite ?(value_white _ _ p E), ?(value_black _ _ p E), ?(value_drawn _ _ p E) in L;
      try (destruct c; cbn in *; rewrite E; cbn in *; try reflexivity; lra).
    - rewrite value_0 in L by assumption. destruct c; cbn in L; lra.
    - rewrite value_S in L by assumption. cbn [wins_within]. rewrite E.
      set (A := maximum (value (start c) n) (options White p)) in *.
      set (C := minimum (value (start c) n) (options Black p)) in *.
      assert (BA : 0 <= A <= 1) by (split; [apply maximum_nonneg|apply maximum_le; [lra|intros q _; apply Unit]]).
      assert (BC : 0 <= C <= 1) by (split; [apply minimum_ge; [lra|intros q _; apply Unit]|apply minimum_le_1]).
      assert (MA : A = 0 \/ exists w, In w (options White p) /\ A = value (start c) n w) by apply maximum_in.
      assert (MC : C = 1 \/ exists w, In w (options Black p) /\ C = value (start c) n w) by apply minimum_in.
      assert (LA := maximum_ge (value (start c) n) (options White p)). fold A in LA.
      assert (LC := minimum_le (value (start c) n) (options Black p)). fold C in LC. clearbody A C.
      apply (one_move c ((1#2) * (A - C))); [assumption|destruct c; cbn in *; lra|intros s Rs P|intros s q Rs P I].
      + destruct c; cbn in *; [destruct MA as [->|(w & Hw & ->)]|destruct MC as [->|(w & Hw & ->)]]; try lra;
          (exists w; part; apply IH; [assumption|]; cbn; lra).
      + apply IH; [assumption|]. destruct c; cbn in *; [pose proof (LC q I)|pose proof (LA q I)]; lra.
  Qed.

  (** Theorem 6 (a): White wins within [n] moves if Black has less than a_n. *)
  Theorem white_wins n (p : position G) r : 0 <= r <= 1 -> r < a n p -> wins_within G k White n p r.
  Proof. exact (wins White n p r). Qed.
  (** Black wins within [n] moves if Black has more than b_n. *)
  Theorem black_wins n (p : position G) r : 0 <= r <= 1 -> b n p < r -> wins_within G k Black n p r.
  Proof. exact (wins Black n p r). Qed.

  (** ** Preventing a win *)

  Section Limits.
    Variable S : position G -> Q -> Q -> Prop.
    Hypothesis Lim : limits G S.
    Hypothesis Cl : closed G S.

    Lemma x_unique p x y x' y' : S p x y -> S p x' y' -> x == x'.
    Proof. intros H H'. exact (is_sup_unique _ _ _ (limits_sup G S p x y Lim H) (limits_sup G S p x' y' Lim H')). Qed.
    Lemma y_unique p x y x' y' : S p x y -> S p x' y' -> y == y'.
    Proof. intros H H'. exact (is_inf_unique _ _ _ (limits_inf G S p x y Lim H) (limits_inf G S p x' y' Lim H')). Qed.

    (** The greatest and the least of the values [v] of options, for values in [0, 1]. *)
    Lemma greatest_of v l : (forall p x y x' y', S p x y -> S p x' y' -> v x y == v x' y') ->
      (forall q, In q l -> exists x y, S q x y) ->
      exists A, (forall q x y, In q l -> S q x y -> v x y <= A) /\ 0 <= A /\
        (A == 0 \/ exists q x y, In q l /\ S q x y /\ A == v x y).
    Proof.
      intros v_unique. induction l as [|q l IH]; intros H.
      - exists 0. repeat split; [contradiction|lra|left; lra].
      - destruct IH as (A & h1 & h2 & h3); [intros; apply H; now right|].
        destruct (H q (or_introl eq_refl)) as (x & y & K). destruct (Qlt_le_dec A (v x y)).
        + exists (v x y). repeat split; [|lra|right; exists q, x, y; split; [now left|split; [assumption|lra]]].
          intros q' x' y' [<-|I] K'; [pose proof (v_unique _ _ _ _ _ K K'); lra|specialize (h1 _ _ _ I K'); lra].
        + exists A. repeat split; [|lra|destruct h3 as [h3|(q' & x' & y' & I & h3)]; [now left|]].
          * intros q' x' y' [<-|I] K'; [pose proof (v_unique _ _ _ _ _ K K'); lra|eauto].
          * right; exists q', x', y'; split; [now right|assumption].
    Qed.
    Lemma least_of v l : (forall p x y x' y', S p x y -> S p x' y' -> v x y == v x' y') ->
      (forall q, In q l -> exists x y, S q x y) ->
      exists C, (forall q x y, In q l -> S q x y -> C <= v x y) /\ C <= 1 /\
        (C == 1 \/ exists q x y, In q l /\ S q x y /\ C == v x y).
    Proof.
      intros U H. destruct (greatest_of (fun x y => 1 - v x y) l) as (A & h1 & h2 & h3); [|assumption|].
      - intros p x y x' y' K K'. now rewrite (U p x y x' y').
      - exists (1 - A). repeat split; [|lra|].
        + intros q x y I K. specialize (h1 q x y I K). lra.
        + destruct h3 as [h3|(q & x & y & I & K & h3)]; [left; lra|right; exists q, x, y; repeat split; auto; lra].
    Qed.
  End Limits.

  Section Prevent.
    Variable S : position G -> Q -> Q -> Prop.
    Hypothesis Lim : limits G S.
    Hypothesis Cl : closed G S.

    Lemma bounds_of p x y : S p x y -> 0 <= x /\ y <= 1.
    Proof.
      intros H. destruct (proj1 Lim p x y H 0%nat). pose proof (a_bounds 0 p). pose proof (b_bounds 0 p). lra.
    Qed.
    Lemma archimedes x y : (forall eps, 0 < eps -> x - eps <= y) -> x <= y.
    Proof. intros H. destruct (Qlt_le_dec y x) as [L|]; [|assumption]. specialize (H ((1#2) * (x - y)) ltac:(lra)). lra. Qed.

    (** Half of the equation for limits: 2 alpha is at least the greatest value of White's options plus
        the least value of Black's. *)
    Lemma alpha_at_least p x y A C : S p x y -> state_of p = Ongoing ->
      (A == 0 \/ exists q x y, In q (options White p) /\ S q x y /\ A == x) ->
      C <= 1 -> (forall q x y, In q (options Black p) -> S q x y -> C <= x) -> A + C <= 2 * x.
    Proof.
      intros H E HA C1 HC. apply archimedes. intros eps He. destruct (proj2 Lim ((1#2) * eps) ltac:(lra)) as (n & N).
      pose proof (proj1 (proj1 Lim p x y H (Datatypes.S n))) as U. unfold a in *. rewrite value_S in U by assumption.
      assert (A - (1#2) * eps <= maximum (value 0 n) (options White p)).
      { destruct HA as [HA|(q & x' & y' & I & K & HA)].
        - pose proof (maximum_nonneg (value 0 n) (options White p)). lra.
        - pose proof (maximum_ge (value 0 n) _ q I). destruct (N _ _ _ K). lra. }
      assert (C - (1#2) * eps <= minimum (value 0 n) (options Black p)).
      { apply minimum_ge; [lra|]. intros q I. destruct (Cl p x y H E Black q I) as (x' & y' & K).
        pose proof (HC _ _ _ I K). destruct (N _ _ _ K). lra. }
      lra.
    Qed.
    Lemma beta_at_most p x y A C : S p x y -> state_of p = Ongoing ->
      (C == 1 \/ exists q x y, In q (options Black p) /\ S q x y /\ C == y) ->
      0 <= A -> (forall q x y, In q (options White p) -> S q x y -> y <= A) -> 2 * y <= A + C.
    Proof.
      intros H E HC A0 HA. apply archimedes. intros eps He. destruct (proj2 Lim ((1#2) * eps) ltac:(lra)) as (n & N).
      pose proof (proj2 (proj1 Lim p x y H (Datatypes.S n))) as U. unfold b in *. rewrite value_S in U by assumption.
      assert (minimum (value 1 n) (options Black p) <= C + (1#2) * eps).
      { destruct HC as [HC|(q & x' & y' & I & K & HC)].
        - pose proof (minimum_le_1 (value 1 n) (options Black p)). lra.
        - pose proof (minimum_le (value 1 n) _ q I). destruct (N _ _ _ K). lra. }
      assert (maximum (value 1 n) (options White p) <= A + (1#2) * eps).
      { apply maximum_le; [lra|]. intros q I. destruct (Cl p x y H E White q I) as (x' & y' & K).
        pose proof (HA _ _ _ I K). destruct (N _ _ _ K). lra. }
      lra.
    Qed.

    (** A player who prevents the other's win compares with the other's threshold. *)
    Definition compared (c : colour) (x y : Q) : Q := match c with White => y | Black => x end.

    Lemma prevents_beyond c p x y r : S p x y -> 0 <= r <= 1 -> enough c (compared c x y) r -> prevents G k c p r.
    Proof.
      intros H R L. exists (fun q s => 0 <= s <= 1 /\ exists x y, S q x y /\ enough c (compared c x y) s).
      split; [eauto|]. clear p x y r H R L. intros q s (R & x & y & H & L). part. split.
      { intros E. destruct (proj1 Lim q x y H 0%nat) as (U & U'). unfold a, b in U, U'.
        destruct c; [rewrite (value_black 1 0 q E) in U'|rewrite (value_white 0 0 q E) in U]; cbn in L; lra. }
      intros E.
      assert (U : forall p x y x' y', S p x y -> S p x' y' -> compared c x y == compared c x' y')
        by (destruct c; [exact (y_unique S Lim)|exact (x_unique S Lim)]).
      destruct (greatest_of S _ (options White q) U (Cl q x y H E White)) as (A & a1 & a2 & a3).
      destruct (least_of S _ (options Black q) U (Cl q x y H E Black)) as (C & c1 & c2 & c3).
      assert (Eq : match c with White => 2 * y <= A + C /\ A <= 1 | Black => A + C <= 2 * x /\ 0 <= C end).
      { destruct c; cbn in *; split; [now apply (beta_at_most q x y)| |now apply (alpha_at_least q x y)|].
        - destruct a3 as [a3|(o & x' & y' & I & K & a3)]; [lra|]. destruct (bounds_of _ _ _ K). lra.
        - destruct c3 as [c3|(o & x' & y' & I & K & c3)]; [lra|]. destruct (bounds_of _ _ _ K). lra. }
      apply (one_move c ((1#2) * (A - C))); [assumption|destruct c; cbn in *; lra| |].
      - intros s' R' P. destruct c; cbn in *; [destruct a3 as [a3|(o & x' & y' & I & K & a3)]|
          destruct c3 as [c3|(o & x' & y' & I & K & c3)]]; try lra;
          (exists o; part; part; exists x', y'; split; [assumption|lra]).
      - intros s' o R' P I. part. destruct (Cl q x y H E _ o I) as (x' & y' & K).
        exists x', y'. part. destruct c; cbn in *; [pose proof (c1 _ _ _ I K)|pose proof (a1 _ _ _ I K)]; lra.
    Qed.

    (** Theorem 6 (d): Black can prevent for ever that White wins, if Black has more than alpha. *)
    Theorem black_prevents p x y r : S p x y -> 0 <= r <= 1 -> x < r -> prevents G k Black p r.
    Proof. exact (prevents_beyond Black p x y r). Qed.
    (** Theorem 6 (e), second half: White can prevent for ever that Black wins, if Black has less than
        beta. *)
    Theorem white_prevents p x y r : S p x y -> 0 <= r <= 1 -> r < y -> prevents G k White p r.
    Proof. exact (prevents_beyond White p x y r). Qed.
  End Prevent.

  (** ** Sanity: a player cannot prevent a win that the other can force *)

  Lemma not_both c n : forall (p : position G) r,
    wins_within G k c n p r -> ~ prevents G k (opposite c) p r.
  Proof.
    intros p r W (safe & P & C). revert p r W P.
    induction n as [|n IH]; intros p r W P; destruct (C p r P) as (R & N & M); cbn in W, N;
      destruct (state_of p) as [|w|] eqn:E; try contradiction; try (subst; destruct c; now apply N).
    destruct (M eq_refl) as (theirs & AlT & M'). destruct W as (mine & AlM & W').
    destruct c; cbn in *;
      (edestruct (comes_to_a_result k F r) as (mover & price & Res); [exact R|eassumption|eassumption|];
       destruct (W' theirs mover price AlT Res) as (W1 & W2); destruct (M' mine mover price AlM Res) as (M1 & M2);
       destruct mover;
       first [destruct (W1 eq_refl) as (q & I & K); exact (IH q _ K (M2 eq_refl q I))
             |destruct (M1 eq_refl) as (q & I & K); exact (IH q _ (W2 eq_refl q I) K)]).
  Qed.
  Theorem white_not_both n (p : position G) r : wins_within G k White n p r -> ~ prevents G k Black p r.
  Proof. exact (not_both White n p r). Qed.
  Theorem black_not_both n (p : position G) r : wins_within G k Black n p r -> ~ prevents G k White p r.
  Proof. exact (not_both Black n p r). Qed.
End Bidding.

(** Theorem 6: limits are thresholds of play, for every fair custom of bidding. *)
Theorem limits_are_thresholds (G : game) S : limits G S -> closed G S ->
  forall p x y, S p x y -> thresholds G p x y.
Proof.
  intros Lim Cl p x y H k F r R. repeat split; intros L.
  - destruct (limits_sup G S p x y Lim H) as (_ & E). destruct (E r L) as (n & K).
    exists n. now apply white_wins.
  - now apply (black_prevents G k F S Lim Cl p x y).
  - destruct (limits_inf G S p x y Lim H) as (_ & E). destruct (E r L) as (n & K).
    exists n. now apply black_wins.
  - now apply (white_prevents G k F S Lim Cl p x y).
Qed.

(** ** Two fair customs *)

(** Sealed bids: the player with the higher bid moves and pays this bid to the other.  At equal bids
    either may move. *)
Definition sealed_bids : custom := {|
  way := fun _ => Q;
  allowed := fun r c bid => - money r c <= bid <= money r c;
  result := fun r white black mover price =>
    (mover = White /\ black <= white /\ price = white) \/
    (mover = Black /\ white <= black /\ price = black) |}.

Lemma sealed_bids_fair : fair sealed_bids.
Proof.
  split.
  - intros r white black R AW AB. destruct (Qlt_le_dec white black) as [L|L].
    + exists Black, black. right. repeat split; lra.
    + exists White, white. left. repeat split; lra.
  - intros r white black mover price R AW AB [(-> & L & ->)|(-> & L & ->)]; cbn in *; lra.
  - intros r c v R B. exists v. part. intros theirs mover price Al H.
    destruct c; cbn in *; destruct H as [(-> & L & ->)|(-> & L & ->)]; [left|right|right|left]; split; auto; lra.
Qed.

(** White names a price that either player could have to pay.  Black chooses who moves for it, and may
    only choose a player who can pay it. *)
Definition named_way (c : colour) : Type := match c with White => Q | Black => Q -> colour end.
Definition named_allowed (r : Q) (c : colour) : named_way c -> Prop :=
  match c with
  | White => fun price => - (1 - r) <= price <= 1 - r
  | Black => fun answer => forall price, - (1 - r) <= price <= 1 - r ->
               0 <= after_paying r (answer price) price <= 1
  end.
Definition named_price : custom := {|
  way := named_way;
  allowed := named_allowed;
  result := fun r white black mover price => mover = black white /\ price = white |}.

Lemma named_price_fair : fair named_price.
Proof.
  split.
  - intros r white black R AW AB. now exists (black white), white.
  - intros r white black mover price R AW AB (-> & ->). now apply AB.
  - intros r c v R B. destruct c.
    + exists v. split; [cbn in *; lra|]. intros theirs mover price Al (-> & ->).
      destruct (theirs v) eqn:E; [left|right]; split; auto; lra.
    + exists (fun price => if Qlt_le_dec v price then White else Black). split.
      * cbn in *. intros price P. destruct (Qlt_le_dec v price); cbn; lra.
      * intros theirs mover price Al (-> & ->). cbn. destruct (Qlt_le_dec v theirs); [right|left]; split; auto; lra.
Qed.
