(** * Limits are thresholds of the bidding game

    [spec/soundness/richman.md], section 8, Theorem 6: for every fair custom of bidding, the limits of
    a_n and b_n are the thresholds of play that [Game.v] defines.  Statements (c) to (e) need the
    limits of all positions that can be reached ([closed]); a certificate gives them.

    Also here: two customs that are fair ([sealed_bids], [named_price]), and that a player cannot
    prevent what the other can force ([not_both]). *)

From Coq Require Import QArith List Bool Lia Lqa.
From Gamecert Require Import Richman.Game Richman.Values.
Import ListNotations.
Open Scope Q_scope.

(** The options of a position with values have values. *)
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

  (** ** Forcing a win *)

  (** Theorem 6 (a): White wins within [n] moves if Black has less than a_n. *)
  Theorem white_wins n : forall (p : position G) r, 0 <= r <= 1 -> r < a n p -> wins_within G k White n p r.
  Proof.
    unfold a. induction n as [|n IH]; intros p r R L; destruct (state_of p) as [|[]|] eqn:E;
      try (rewrite (value_black _ _ p E) in L; lra); try (rewrite (value_drawn _ _ p E) in L; lra);
      try (cbn; now rewrite E).
    - rewrite value_0 in L by assumption; lra.
    - rewrite value_S in L by assumption. cbn [wins_within]. rewrite E.
      set (A := maximum (value 0 n) (options White p)) in *.
      set (C := minimum (value 0 n) (options Black p)) in *.
      assert (BA : 0 <= A <= 1).
      { split; [apply maximum_nonneg|apply maximum_le; [lra|intros q _; apply (value_bounds 0 n q); lra]]. }
      assert (BC : 0 <= C <= 1).
      { split; [apply minimum_ge; [lra|intros q _; apply (value_bounds 0 n q); lra]|apply minimum_le_1]. }
      destruct (property_B k F r White ((1#2) * (A - C)) R ltac:(cbn; lra)) as (mine & Al & H).
      exists mine. split; [assumption|]. intros theirs mover price Al' Res.
      pose proof (nobody_pays_more k F r mine theirs mover price R Al Al' Res) as Pay.
      destruct (H theirs mover price Al' Res) as [(-> & P)|(-> & P)]; cbn in *; split; try discriminate; intros _.
      + destruct (maximum_in (value 0 n) (options White p)) as [M|(w & Hw & M)]; fold A in M.
        * exfalso. rewrite M in *. lra.
        * exists w. split; [assumption|]. apply IH; [assumption|]. rewrite <- M. lra.
      + intros c Hc. apply IH; [assumption|]. pose proof (minimum_le (value 0 n) _ c Hc). fold C in H0. lra.
  Qed.

  (** Black wins within [n] moves if Black has more than b_n. *)
  Theorem black_wins n : forall (p : position G) r, 0 <= r <= 1 -> b n p < r -> wins_within G k Black n p r.
  Proof.
    unfold b. induction n as [|n IH]; intros p r R L; destruct (state_of p) as [|[]|] eqn:E;
      try (rewrite (value_white _ _ p E) in L; lra); try (rewrite (value_drawn _ _ p E) in L; lra);
      try (cbn; now rewrite E).
    - rewrite value_0 in L by assumption; lra.
    - rewrite value_S in L by assumption. cbn [wins_within]. rewrite E.
      set (A := maximum (value 1 n) (options White p)) in *.
      set (C := minimum (value 1 n) (options Black p)) in *.
      assert (BA : 0 <= A <= 1).
      { split; [apply maximum_nonneg|apply maximum_le; [lra|intros q _; apply (value_bounds 1 n q); lra]]. }
      assert (BC : 0 <= C <= 1).
      { split; [apply minimum_ge; [lra|intros q _; apply (value_bounds 1 n q); lra]|apply minimum_le_1]. }
      destruct (property_B k F r Black ((1#2) * (A - C)) R ltac:(cbn; lra)) as (mine & Al & H).
      exists mine. split; [assumption|]. intros theirs mover price Al' Res.
      pose proof (nobody_pays_more k F r theirs mine mover price R Al' Al Res) as Pay.
      destruct (H theirs mover price Al' Res) as [(-> & P)|(-> & P)]; cbn in *; split; try discriminate; intros _.
      + destruct (minimum_in (value 1 n) (options Black p)) as [M|(w & Hw & M)]; fold C in M.
        * exfalso. rewrite M in *. lra.
        * exists w. split; [assumption|]. apply IH; [assumption|]. rewrite <- M. lra.
      + intros c Hc. apply IH; [assumption|]. pose proof (maximum_ge (value 1 n) _ c Hc). fold A in H0. lra.
  Qed.

  (** ** Preventing a win *)

  Section Limits.
    Variable S : position G -> Q -> Q -> Prop.
    Hypothesis Lim : limits G S.
    Hypothesis Cl : closed G S.

    Lemma x_unique p x y x' y' : S p x y -> S p x' y' -> x == x'.
    Proof. intros H H'. exact (is_sup_unique _ _ _ (limits_sup G S p x y Lim H) (limits_sup G S p x' y' Lim H')). Qed.
    Lemma y_unique p x y x' y' : S p x y -> S p x' y' -> y == y'.
    Proof. intros H H'. exact (is_inf_unique _ _ _ (limits_inf G S p x y Lim H) (limits_inf G S p x' y' Lim H')). Qed.

    (** The greatest and the least of the values [v] of options, where values are in [0, 1]. *)
    Variable v : Q -> Q -> Q.
    Hypothesis v_unique : forall p x y x' y', S p x y -> S p x' y' -> v x y == v x' y'.
    Lemma greatest_of l : (forall q, In q l -> exists x y, S q x y) ->
      exists A, (forall q x y, In q l -> S q x y -> v x y <= A) /\ 0 <= A /\
        (A == 0 \/ exists q x y, In q l /\ S q x y /\ A == v x y).
    Proof.
      induction l as [|q l IH]; intros H.
      - exists 0. repeat split; [contradiction|lra|left; lra].
      - destruct IH as (A & h1 & h2 & h3); [intros; apply H; now right|].
        destruct (H q (or_introl eq_refl)) as (x & y & K).
        destruct (Qlt_le_dec A (v x y)).
        + exists (v x y). repeat split; [|lra|right; exists q, x, y; split; [now left|split; [assumption|lra]]].
          intros q' x' y' [<-|I] K'; [pose proof (v_unique _ _ _ _ _ K K'); lra|specialize (h1 _ _ _ I K'); lra].
        + exists A. repeat split; [|lra|destruct h3 as [h3|(q' & x' & y' & I & h3)]; [now left|right; exists q', x', y'; split; [now right|assumption]]].
          intros q' x' y' [<-|I] K'; [pose proof (v_unique _ _ _ _ _ K K'); lra|eauto].
    Qed.
    Lemma least_of l : (forall q, In q l -> exists x y, S q x y) ->
      exists C, (forall q x y, In q l -> S q x y -> C <= v x y) /\ C <= 1 /\
        (C == 1 \/ exists q x y, In q l /\ S q x y /\ C == v x y).
    Proof.
      induction l as [|q l IH]; intros H.
      - exists 1. repeat split; [contradiction|lra|left; lra].
      - destruct IH as (A & h1 & h2 & h3); [intros; apply H; now right|].
        destruct (H q (or_introl eq_refl)) as (x & y & K).
        destruct (Qlt_le_dec (v x y) A).
        + exists (v x y). repeat split; [|lra|right; exists q, x, y; split; [now left|split; [assumption|lra]]].
          intros q' x' y' [<-|I] K'; [pose proof (v_unique _ _ _ _ _ K K'); lra|specialize (h1 _ _ _ I K'); lra].
        + exists A. repeat split; [|lra|destruct h3 as [h3|(q' & x' & y' & I & h3)]; [now left|right; exists q', x', y'; split; [now right|assumption]]].
          intros q' x' y' [<-|I] K'; [pose proof (v_unique _ _ _ _ _ K K'); lra|eauto].
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
    Lemma x_at_most_1 p x y : S p x y -> x <= 1.
    Proof.
      intros H. destruct (Qlt_le_dec 1 x) as [L|]; [|assumption].
      destruct (limits_sup G S p x y Lim H) as (_ & E). destruct (E 1 L) as (n & K). pose proof (a_bounds n p). lra.
    Qed.
    Lemma y_at_least_0 p x y : S p x y -> 0 <= y.
    Proof.
      intros H. destruct (Qlt_le_dec y 0) as [L|]; [|assumption].
      destruct (limits_inf G S p x y Lim H) as (_ & E). destruct (E 0 L) as (n & K). pose proof (b_bounds n p). lra.
    Qed.
    Lemma archimedes x y : (forall eps, 0 < eps -> x - eps <= y) -> x <= y.
    Proof. intros H. destruct (Qlt_le_dec y x) as [L|]; [|assumption]. specialize (H ((1#2) * (x - y)) ltac:(lra)). lra. Qed.

    (** Half of the equation for limits: 2 alpha is at least the greatest of White's options and the
        least of Black's. *)
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

    (** Theorem 6 (d): Black can prevent for ever that White wins, if Black has more than alpha. *)
    Theorem black_prevents p x y r : S p x y -> 0 <= r <= 1 -> x < r -> prevents G k Black p r.
    Proof.
      intros H R L. exists (fun q s => 0 <= s <= 1 /\ exists x y, S q x y /\ x < s).
      split; [eauto|]. clear p x y r H R L. intros q s (R & x & y & H & L). split; [assumption|]. split.
      { intros E. pose proof (proj1 (proj1 Lim q x y H 0%nat)) as U. unfold a in U.
        rewrite (value_white 0 0 q E) in U. lra. }
      intros E.
      destruct (greatest_of S (fun x _ => x) (x_unique S Lim) (options White q) (Cl q x y H E White)) as (A & a1 & a2 & a3).
      destruct (least_of S (fun x _ => x) (x_unique S Lim) (options Black q) (Cl q x y H E Black)) as (C & c1 & c2 & c3).
      pose proof (alpha_at_least q x y A C H E a3 c2 c1) as Eq.
      assert (C0 : 0 <= C).
      { destruct c3 as [c3|(o & x' & y' & I & K & c3)]; [lra|]. destruct (bounds_of _ _ _ K). lra. }
      destruct (property_B k F s Black ((1#2) * (A - C)) R ltac:(cbn; lra)) as (mine & Al & HB).
      exists mine. split; [assumption|]. intros theirs mover price Al' Res.
      pose proof (nobody_pays_more k F s theirs mine mover price R Al' Al Res) as Pay.
      destruct (HB theirs mover price Al' Res) as [(-> & P)|(-> & P)]; cbn in *; split; try discriminate; intros _.
      - destruct c3 as [c3|(o & x' & y' & I & K & c3)]; [exfalso; lra|].
        exists o. split; [assumption|]. split; [assumption|]. exists x', y'. split; [assumption|lra].
      - intros o I. split; [assumption|]. destruct (Cl q x y H E White o I) as (x' & y' & K).
        exists x', y'. split; [assumption|]. pose proof (a1 _ _ _ I K). lra.
    Qed.

    (** Theorem 6 (e), second half: White can prevent for ever that Black wins, if Black has less than
        beta. *)
    Theorem white_prevents p x y r : S p x y -> 0 <= r <= 1 -> r < y -> prevents G k White p r.
    Proof.
      intros H R L. exists (fun q s => 0 <= s <= 1 /\ exists x y, S q x y /\ s < y).
      split; [eauto|]. clear p x y r H R L. intros q s (R & x & y & H & L). split; [assumption|]. split.
      { intros E. pose proof (proj2 (proj1 Lim q x y H 0%nat)) as U. unfold b in U.
        rewrite (value_black 1 0 q E) in U. lra. }
      intros E.
      destruct (greatest_of S (fun _ y => y) (y_unique S Lim) (options White q) (Cl q x y H E White)) as (A & a1 & a2 & a3).
      destruct (least_of S (fun _ y => y) (y_unique S Lim) (options Black q) (Cl q x y H E Black)) as (C & c1 & c2 & c3).
      pose proof (beta_at_most q x y A C H E c3 a2 a1) as Eq.
      assert (A1 : A <= 1).
      { destruct a3 as [a3|(o & x' & y' & I & K & a3)]; [lra|]. destruct (bounds_of _ _ _ K). lra. }
      destruct (property_B k F s White ((1#2) * (A - C)) R ltac:(cbn; lra)) as (mine & Al & HB).
      exists mine. split; [assumption|]. intros theirs mover price Al' Res.
      pose proof (nobody_pays_more k F s mine theirs mover price R Al Al' Res) as Pay.
      destruct (HB theirs mover price Al' Res) as [(-> & P)|(-> & P)]; cbn in *; split; try discriminate; intros _.
      - destruct a3 as [a3|(o & x' & y' & I & K & a3)]; [exfalso; lra|].
        exists o. split; [assumption|]. split; [assumption|]. exists x', y'. split; [assumption|lra].
      - intros o I. split; [assumption|]. destruct (Cl q x y H E Black o I) as (x' & y' & K).
        exists x', y'. split; [assumption|]. pose proof (c1 _ _ _ I K). lra.
    Qed.
  End Prevent.

  (** ** Sanity: nobody can prevent what the other can force *)

  Theorem white_not_both n : forall (p : position G) r,
    wins_within G k White n p r -> ~ prevents G k Black p r.
  Proof.
    intros p r W (safe & P & C). revert p r W P.
    induction n as [|n IH]; intros p r W P; destruct (C p r P) as (R & N & M); cbn in W, N;
      destruct (state_of p) as [|w|] eqn:E; try contradiction; try (subst; congruence).
    destruct (M eq_refl) as (black & AlB & M'). destruct W as (white & AlW & W').
    destruct (comes_to_a_result k F r white black R AlW AlB) as (mover & price & Res).
    destruct (W' black mover price AlB Res) as (W1 & W2).
    destruct (M' white mover price AlW Res) as (M1 & M2).
    destruct mover.
    - destruct (W1 eq_refl) as (q & I & Wq). exact (IH q _ Wq (M2 eq_refl q I)).
    - destruct (M1 eq_refl) as (q & I & Pq). exact (IH q _ (W2 eq_refl q I) Pq).
  Qed.
  Theorem black_not_both n : forall (p : position G) r,
    wins_within G k Black n p r -> ~ prevents G k White p r.
  Proof.
    intros p r W (safe & P & C). revert p r W P.
    induction n as [|n IH]; intros p r W P; destruct (C p r P) as (R & N & M); cbn in W, N;
      destruct (state_of p) as [|w|] eqn:E; try contradiction; try (subst; congruence).
    destruct (M eq_refl) as (white & AlW & M'). destruct W as (black & AlB & W').
    destruct (comes_to_a_result k F r white black R AlW AlB) as (mover & price & Res).
    destruct (W' white mover price AlW Res) as (W1 & W2).
    destruct (M' black mover price AlB Res) as (M1 & M2).
    destruct mover.
    - destruct (M1 eq_refl) as (q & I & Pq). exact (IH q _ (W2 eq_refl q I) Pq).
    - destruct (W1 eq_refl) as (q & I & Wq). exact (IH q _ Wq (M2 eq_refl q I)).
  Qed.
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

(** Sealed bids: the higher bid moves and pays itself to the other.  At equal bids either may move. *)
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
  - intros r c v R B. exists v. split; [exact B|]. intros theirs mover price Al H.
    destruct c; cbn in *; destruct H as [(-> & L & ->)|(-> & L & ->)]; [left|right|right|left]; split; auto; lra.
Qed.

(** White names a price, which both could have to be paid; Black says who moves for it, and may say
    so only of somebody who can pay. *)
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
