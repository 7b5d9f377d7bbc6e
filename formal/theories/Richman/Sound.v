(** * Soundness of kind [richman], for every rule set

    [spec/soundness/richman.md], Theorems 2 and 3: if the clauses of [Checker.v] hold at all
    classes of a game, and cited claims are true, then the stored values are the thresholds, at
    every position of every class.

    A rule set supplies a relation between classes and positions of the game that is really played
    ([place]), the meaning of citations ([cited_as]), and the proof that the options of a class are
    the options of each of its positions ([faithful]).  The rule set thus proves symmetry and
    exchange of colours once, with the lemmas on bisimulations of [Values.v]. *)

From Coq Require Import ZArith QArith List Bool Lia Lqa.
From Gamecert Require Import Format.Cbor Format.Fields.
From Gamecert Require Import Richman.Game Richman.Values Richman.Labels Richman.Bidding Richman.Checker.
Import ListNotations.
Open Scope Q_scope.

(** ** Specifications of the functions of [Checker.v] *)

Lemma leq_spec x y : leq x y = true <-> x <= y.
Proof.
  unfold leq. destruct (Pos.eqb (Qden x) (Qden y)) eqn:E; [|apply Qle_bool_iff].
  apply Pos.eqb_eq in E. unfold Qle. rewrite Z.leb_le, E. nia.
Qed.
Lemma eq_spec x y : eq x y = true <-> x == y.
Proof.
  unfold eq. destruct (Pos.eqb (Qden x) (Qden y)) eqn:E; [|apply Qeq_bool_iff].
  apply Pos.eqb_eq in E. unfold Qeq. rewrite Z.eqb_eq, E. nia.
Qed.

Lemma fold_greatest {A} (f : A -> Q) l : forall m,
  let r := fold_left (fun m u => let x := f u in if leq m x then x else m) l m in
  m <= r /\ (forall u, In u l -> f u <= r) /\ (r == m \/ exists u, In u l /\ r == f u).
Proof.
  induction l as [|u l IH]; intros m; cbn; [repeat split; [lra|contradiction|left; lra]|].
  destruct (IH (if leq m (f u) then f u else m)) as (h1 & h2 & h3). cbn in *.
  assert (S : m <= (if leq m (f u) then f u else m) /\ f u <= (if leq m (f u) then f u else m)).
  { destruct (leq m (f u)) eqn:E; [apply leq_spec in E; lra|].
    assert (~ m <= f u) by (intros H; apply leq_spec in H; congruence). lra. }
  repeat split; [lra|intros v [<-|Hv]; [lra|auto]|].
  destruct h3 as [h3|(v & Hv & h3)]; [|right; exists v; auto].
  destruct (leq m (f u)); [right; exists u; auto|left; assumption].
Qed.
Lemma fold_least {A} (f : A -> Q) l : forall m,
  let r := fold_left (fun m u => let x := f u in if leq x m then x else m) l m in
  r <= m /\ (forall u, In u l -> r <= f u) /\ (r == m \/ exists u, In u l /\ r == f u).
Proof.
  induction l as [|u l IH]; intros m; cbn; [repeat split; [lra|contradiction|left; lra]|].
  destruct (IH (if leq (f u) m then f u else m)) as (h1 & h2 & h3). cbn in *.
  assert (S : (if leq (f u) m then f u else m) <= m /\ (if leq (f u) m then f u else m) <= f u).
  { destruct (leq (f u) m) eqn:E; [apply leq_spec in E; lra|].
    assert (~ f u <= m) by (intros H; apply leq_spec in H; congruence). lra. }
  repeat split; [lra|intros v [<-|Hv]; [lra|auto]|].
  destruct h3 as [h3|(v & Hv & h3)]; [|right; exists v; auto].
  destruct (leq (f u) m); [right; exists u; auto|left; assumption].
Qed.
Lemma greatest_spec {A} (f : A -> Q) l : l <> [] -> (forall u, In u l -> 0 <= f u) ->
  (forall u, In u l -> f u <= greatest f l) /\ exists u, In u l /\ greatest f l == f u.
Proof.
  intros N H. pose proof (fold_greatest f l 0) as F. cbn zeta in F.
  change (fold_left _ l 0) with (greatest f l) in F. destruct F as (h1 & h2 & h3).
  part. destruct h3 as [h3|h3]; [|assumption].
  destruct l as [|u l]; [congruence|]. exists u. split; [now left|].
  pose proof (H u (or_introl eq_refl)). pose proof (h2 u (or_introl eq_refl)). lra.
Qed.
Lemma least_spec {A} (f : A -> Q) l : l <> [] -> (forall u, In u l -> f u <= 1) ->
  (forall u, In u l -> least f l <= f u) /\ exists u, In u l /\ least f l == f u.
Proof.
  intros N H. pose proof (fold_least f l 1) as F. cbn zeta in F.
  change (fold_left _ l 1) with (least f l) in F. destruct F as (h1 & h2 & h3).
  part. destruct h3 as [h3|h3]; [|assumption].
  destruct l as [|u l]; [congruence|]. exists u. split; [now left|].
  pose proof (H u (or_introl eq_refl)). pose proof (h2 u (or_introl eq_refl)). lra.
Qed.

Lemma greatest_label_ge {A} (t : A -> Z) l u : In u l -> (t u <= greatest_label t l)%Z.
Proof.
  unfold greatest_label. enough (G : forall m, (m <= fold_left (fun m u => Z.max m (t u)) l m)%Z /\
    (In u l -> (t u <= fold_left (fun m u => Z.max m (t u)) l m)%Z)) by (apply G).
  induction l as [|v l IH]; intros m; cbn; [split; [lia|contradiction]|].
  destruct (IH (Z.max m (t v))) as (h1 & h2). part. intros [<-|H]; [lia|auto].
Qed.
Lemma least_label_spec {A} (good : A -> bool) (t : A -> Z) l :
  least_label good t l = infinite \/ exists u, In u l /\ good u = true /\ least_label good t l = t u.
Proof.
  unfold least_label. generalize infinite as m.
  induction l as [|v l IH]; intros m; cbn; [auto|].
  destruct (t v <? m)%Z; [destruct (good v) eqn:E|].
  - destruct (IH (t v)) as [h|(u & h1 & h2 & h3)]; right; [exists v|exists u]; auto.
  - destruct (IH m) as [h|(u & h1 & h2 & h3)]; [left|right; exists u]; auto.
  - destruct (IH m) as [h|(u & h1 & h2 & h3)]; [left|right; exists u]; auto.
Qed.

(** ** Facts about a class *)

(** A cell whose numbers are in range. *)
Definition in_range (u : cell) : Prop :=
  0 <= alpha u <= 1 /\ 0 <= beta u <= 1 /\
  (0 <= label_white u <= infinite)%Z /\ (0 <= label_black u <= infinite)%Z.

Lemma exchange_in_range u : in_range u -> in_range (exchange_cell u).
Proof.
  intros (h1 & h2 & h3 & h4). unfold in_range. cbn [alpha beta label_white label_black exchange_cell].
  repeat split; try lra; lia.
Qed.
Lemma ends_in_range : in_range white_won /\ in_range black_won /\ in_range drawn.
Proof. vm_compute. repeat split; congruence. Qed.

Lemma nonempty_spec {A} (l : list A) : nonempty l = true -> l <> [].
Proof. destruct l; [discriminate|congruence]. Qed.

(** One player's side of a class, in the form of Theorem 1: [x] and [t] are that player's value and
    label of a cell (for Black, 1 - beta and t'). *)
Definition side_ok (x : cell -> Q) (t : cell -> Z) (u : cell) (mine theirs : list cell) : Prop :=
  (exists c, In c theirs /\ forall w, In w mine -> x w + x c <= 2 * x u) /\
  (0 < x u -> (t u < infinite)%Z /\
     exists w, In w mine /\ (forall c, In c theirs -> 2 * x u <= x w + x c) /\
       ((t w < t u)%Z \/ forall c, In c theirs -> (t c < t u)%Z)).

Lemma label_ok_spec t greedy may u mine theirs : label_ok t greedy may u mine theirs = true ->
  may = false -> (t u < infinite)%Z /\
  ((exists w, In w mine /\ greedy w = true /\ (t w < t u)%Z) \/ forall c, In c theirs -> (t c < t u)%Z).
Proof.
  unfold label_ok. intros H ->. rewrite orb_false_r in H. apply andb_prop in H as [H1%Z.eqb_eq H2%Z.ltb_lt]. part.
  assert (E : t u = (1 + Z.min (least_label greedy t mine) (greatest_label t theirs))%Z) by lia.
  destruct (Z.min_spec (least_label greedy t mine) (greatest_label t theirs)) as [[L M]|[L M]]; rewrite M in E.
  - left. destruct (least_label_spec greedy t mine) as [F|(w & h1 & h2 & h3)]; [lia|].
    exists w. repeat split; auto; lia.
  - right. intros c Hc. pose proof (greatest_label_ge t theirs c Hc). lia.
Qed.

Lemma position_ok_spec u white black : position_ok u white black = true ->
  (forall v, In v white \/ In v black -> in_range v) -> in_range u ->
  white <> [] /\ black <> [] /\
  side_ok alpha label_white u white black /\
  side_ok (fun v => 1 - beta v) label_black u black white.
Proof.
  unfold position_ok. destruct (nonempty white && nonempty black) eqn:N; [|discriminate]. intros H R Ru.
  apply andb_prop in N as [N1%nonempty_spec N2%nonempty_spec].
  apply andb_prop in H as [[[EA EB]%andb_prop LW]%andb_prop LB]. unfold equation in *.
  apply Qeq_bool_iff in EA; apply Qeq_bool_iff in EB.
  destruct (greatest_spec alpha white N1) as (GA & wa & Iwa & Ewa); [intros v Hv; apply (R v); auto|].
  destruct (least_spec alpha black N2) as (SA & ba & Iba & Eba); [intros v Hv; apply (R v); auto|].
  destruct (greatest_spec beta white N1) as (GB & wb & Iwb & Ewb); [intros v Hv; apply (R v); auto|].
  destruct (least_spec beta black N2) as (SB & bb & Ibb & Ebb); [intros v Hv; apply (R v); auto|].
  repeat split; auto.
  - exists ba. part. intros w Hw. pose proof (GA w Hw). lra.
  - intros. eapply label_ok_spec; [exact LW|]. destruct (leq (alpha u) 0) eqn:E; [apply leq_spec in E; lra|reflexivity].
  - assert (may : leq (alpha u) 0 = false) by (destruct (leq (alpha u) 0) eqn:E; [apply leq_spec in E; lra|reflexivity]).
    destruct (label_ok_spec _ _ _ _ _ _ LW may) as (_ & [(w & h1 & h2 & h3)|h]).
    + apply eq_spec in h2. exists w. split; [assumption|split; [|auto]].
      intros c Hc. pose proof (SA c Hc). lra.
    + exists wa. split; [assumption|split; [|auto]]. intros c Hc. pose proof (SA c Hc). lra.
  - exists wb. part. intros w Hw. pose proof (SB w Hw). lra.
  - intros. eapply label_ok_spec; [exact LB|]. destruct (leq 1 (beta u)) eqn:E; [apply leq_spec in E; lra|reflexivity].
  - assert (may : leq 1 (beta u) = false) by (destruct (leq 1 (beta u)) eqn:E; [apply leq_spec in E; lra|reflexivity]).
    destruct (label_ok_spec _ _ _ _ _ _ LB may) as (_ & [(w & h1 & h2 & h3)|h]).
    + apply eq_spec in h2. exists w. split; [assumption|split; [|auto]].
      intros c Hc. pose proof (GB c Hc). lra.
    + exists bb. split; [assumption|split; [|auto]]. intros c Hc. pose proof (GB c Hc). lra.
Qed.

(** ** One player's side

    The requirements of the proof for one player.  [H] is the game with this player as White; [x]
    and [t] are this player's value and label of a cell.  [given] relates positions to cells.
    [far] contains the cells of ends and of cited positions; at all other positions the clauses
    hold. *)
Record side (H : game) (x : cell -> Q) (t : cell -> Z) (given far : position H -> cell -> Prop) : Prop := {
  side_range : forall q u, given q u -> 0 <= x u <= 1 /\ (0 <= t u <= infinite)%Z;
  far_upper : forall q u, far q u -> forall n, a n q <= x u;
  far_lower : forall eps, 0 < eps -> exists n, forall q u, far q u -> x u - eps <= a n q;
  side_class : forall q u, given q u -> far q u \/ state_of q = Ongoing /\ exists mine theirs,
    covers given (options White q) mine /\ covers given (options Black q) theirs /\
    mine <> [] /\ theirs <> [] /\ side_ok x t u mine theirs }.

Section Side.
  Variables (H : game) (x : cell -> Q) (t : cell -> Z) (given far : position H -> cell -> Prop).
  Hypothesis Side : side H x t given far.

  Lemma upper_side q u : given q u -> forall n, a n q <= x u.
  Proof.
    intros K n. apply (upper_half H (fun q y => exists u, given q u /\ y = x u)); [|now exists u].
    clear q u K n. intros q y (u & K & ->). split; [apply (side_range _ _ _ _ _ Side q u K)|].
    destruct (side_class _ _ _ _ _ Side q u K) as [F|(S & mine & theirs & M & T & N & _ & (best & I & V) & _)];
      [left; now apply (far_upper _ _ _ _ _ Side)|right].
    split; [|now apply (covers_nonempty _ _ _ M)]. part.
    destruct (proj2 T best I) as (o & Ho & Go). exists o, (x best). part. split; [now exists best|].
    intros w Hw. destruct (proj1 M w Hw) as (v & Hv & Gv). exists (x v). split; [now exists v|]. now apply V.
  Qed.

  Lemma lower_side eps : 0 < eps -> exists n, forall q u, given q u -> x u - eps <= a n q.
  Proof.
    intros He. pose proof (side_range _ _ _ _ _ Side) as Range.
    destruct (lower_half H (fun q y s => exists u, given q u /\ y = x u /\ s = Z.to_nat (t u))
      (fun q y => y <= 0 \/ exists u, far q u /\ y = x u)) with (N := Z.to_nat infinite) (eps := eps) as (n & K).
    - intros e E. destruct (far_lower _ _ _ _ _ Side e E) as (n & K). exists n. intros q y [N|(u & F & ->)]; [|auto].
      pose proof (a_bounds n q). lra.
    - intros q y s (u & K & -> & _). apply (Range q u K).
    - intros q y s (u & K & -> & ->).
      destruct (side_class _ _ _ _ _ Side q u K) as [F|(S & mine & theirs & M & T & N & N' & _ & L)];
        [left; right; eauto|].
      destruct (Qlt_le_dec 0 (x u)) as [Pos|]; [right|left; now left].
      destruct (L Pos) as (Fin & w & Hw & V & D). part.
      split; [now apply (covers_nonempty _ _ _ T)|]. destruct (proj2 M w Hw) as (o & Ho & Go).
      exists o, (x w), (Z.to_nat (t w)). part. split; [now exists w|]. intros d Hd.
      destruct (proj1 T d Hd) as (v & Hv & Gv). exists (x v), (Z.to_nat (t v)). split; [now exists v|].
      split; [now apply V|]. destruct (Range _ _ Gv), (Range _ _ Go).
      destruct D as [D|D]; [left|right; specialize (D v Hv)]; apply Z2Nat.inj_lt; lia.
    - intros q y s (u & K & -> & ->). destruct (Range q u K). apply Z2Nat.inj_le; unfold infinite in *; lia.
    - assumption.
    - exists n. intros q u G. apply (K q _ (Z.to_nat (t u))). now exists u.
  Qed.
End Side.

(** The values of ends. *)
Definition ends (G : game) (q : position G) (x y : Q) : Prop :=
  (state_of q = Won White /\ x = 1 /\ y = 1) \/ (state_of q = Won Black /\ x = 0 /\ y = 0) \/
  (state_of q = Drawn /\ x = 0 /\ y = 1).
Lemma limits_ends G : limits G (ends G).
Proof.
  split; [|intros eps He; exists 0%nat]; intros q x y [(E & -> & ->)|[(E & -> & ->)|(E & -> & ->)]]; intros;
    unfold a, b;
    rewrite ?(value_white _ _ q E), ?(value_black _ _ q E), ?(value_drawn _ _ q E); lra.
Qed.

(** ** Theorem 3 *)

Section Soundness.
  Variable G : game.
  Variables (options_of : colour -> Z -> list target) (cited : Z -> Z -> option cell)
            (own : Z -> option cell).
  (** [place c p]: position [p] is in class [c].  [cited_as k c exchanged p]: [p] is a position of
      class [c] of the [k]-th cited game, or becomes one when colours are exchanged. *)
  Variable place : Z -> position G -> Prop.
  Variable cited_as : Z -> Z -> bool -> position G -> Prop.

  (** The target [t] denotes the position [q]. *)
  Definition meets (t : target) (q : position G) : Prop :=
    match t with
    | Own c => place c q
    | Cited k c exchanged => cited_as k c exchanged q
    | End winner => state_of q = Won winner
    | DrawnEnd => state_of q = Drawn
    end.

  (** The options of a class are the options of each of its positions. *)
  Hypothesis faithful : forall c u p, own c = Some u -> place c p ->
    state_of p = Ongoing /\ forall player, covers meets (options_of player c) (options player p).
  (** Cited claims are true. *)
  Hypothesis cited_true : limits G (fun q x y => exists k c exchanged u,
    cited_as k c exchanged q /\ cited k c = Some u /\ x = alpha (seen exchanged u) /\ y = beta (seen exchanged u)).
  Hypothesis cited_range : forall k c u, cited k c = Some u -> in_range u.
  (** The clauses hold at every class of this game. *)
  Hypothesis own_range : forall c u, own c = Some u -> in_range u.
  Hypothesis clauses : forall c u, own c = Some u ->
    exists choices, class_ok options_of cited own c u choices = true.

  Lemma cell_range t u : cell_of cited own t = Some u -> in_range u.
  Proof.
    destruct ends_in_range as (E1 & E0 & E2).
    destruct t as [c|k c x|[]|]; cbn; intros E; try (injection E as <-; assumption); [now apply own_range in E|].
    take v F. injection E as <-. apply cited_range in F.
    destruct x; [now apply exchange_in_range|assumption].
  Qed.

  (** A position has the cell of each target that denotes it. *)
  Definition given (q : position G) (u : cell) : Prop :=
    exists t, meets t q /\ cell_of cited own t = Some u.

  (** Positions that are ends or cited. *)
  Definition far (q : position G) (u : cell) : Prop :=
    exists t, meets t q /\ cell_of cited own t = Some u /\ match t with Own _ => False | _ => True end.

  Lemma traverse_covers player c l p : traverse (cell_of cited own) (options_of player c) = Some l ->
    covers meets (options_of player c) (options player p) ->
    covers given (options player p) l /\ (forall u, In u l -> in_range u).
  Proof.
    intros T%traverse_spec%Forall2_covers (C & C'). destruct T as (F & F').
    split; [split|].
    - intros q Hq. destruct (C' q Hq) as (t & Ht & M). destruct (F t Ht) as (u & Hu & E).
      exists u. split; [assumption|now exists t].
    - intros u Hu. destruct (F' u Hu) as (t & Ht & E). destruct (C t Ht) as (q & Hq & M).
      exists q. split; [assumption|now exists t].
    - intros u Hu. destruct (F' u Hu) as (t & Ht & E). now apply (cell_range t).
  Qed.

  Lemma given_range q u : given q u -> in_range u.
  Proof. intros (t & _ & E). now apply (cell_range t). Qed.

  (** The consequence of the clauses at a position of a class: a list of cells of White's options,
      and one of Black's. *)
  Lemma at_class q c u : place c q -> own c = Some u ->
    state_of q = Ongoing /\ exists white black,
      covers given (options White q) white /\ covers given (options Black q) black /\
      white <> [] /\ black <> [] /\
      side_ok alpha label_white u white black /\
      side_ok (fun v => 1 - beta v) label_black u black white.
  Proof.
    intros P E. destruct (faithful c u q E P) as (S & C). part.
    destruct (clauses c u E) as (ch & K). unfold class_ok in K.
    take white TW.
    take black TB.
    apply andb_prop in K as [K _].
    destruct (traverse_covers White c white q TW (C White)) as (W & W').
    destruct (traverse_covers Black c black q TB (C Black)) as (B & B').
    destruct (position_ok_spec u white black K) as (N1 & N2 & SW & SB);
      [intros v [H|H]; auto|now apply (own_range c)|].
    exists white, black. repeat (part). assumption.
  Qed.

  (** The values of ends and cited positions are true limits, and a_n and b_n approach them. *)
  Lemma far_limits : limits G (fun q x y => exists u, far q u /\ x = alpha u /\ y = beta u).
  Proof.
    eapply limits_weaken; [|exact (limits_union _ _ _ cited_true (limits_ends G))].
    intros q x y (u & (t & M & E & F) & -> & ->). exists (alpha u), (beta u). split; [|split; lra].
    destruct t as [c|k c e|[]|]; cbn in M, E; [contradiction| |right|right|right]; [|injection E as <-..].
    - take v K. injection E as <-. left. now exists k, c, e, v.
    - now left.
    - right; now left.
    - now right; right.
  Qed.

  Lemma given_cases q u : given q u -> far q u \/ exists c, place c q /\ own c = Some u.
  Proof.
    intros (t & M & E). destruct t as [c|k c e|w|]; [right; now exists c| | |]; left; eexists; eauto.
  Qed.

  Lemma white_side : side G alpha label_white given far.
  Proof.
    split.
    - intros q u (A & B & L & M)%given_range. auto.
    - intros q u F n. now apply (proj1 far_limits q (alpha u) (beta u)); exists u.
    - intros eps He. destruct (proj2 far_limits eps He) as (n & K). exists n. intros q u F.
      apply (K q (alpha u) (beta u)). now exists u.
    - intros q u [F|(c & P & E)]%given_cases; [now left|right].
      destruct (at_class q c u P E) as (S & white & black & K). part. exists white, black. tauto.
  Qed.
  Lemma black_side : side (exchange G) (fun v => 1 - beta v) label_black given far.
  Proof.
    split.
    - intros q u (A & B & L & M)%given_range. split; [lra|assumption].
    - intros q u F n. change (position G) in q. pose proof (b_exchange G n q).
      assert (beta u <= b n q) by (apply (proj1 far_limits q (alpha u) (beta u)); now exists u). lra.
    - intros eps He. destruct (proj2 far_limits eps He) as (n & K). exists n. intros q u F.
      change (position G) in q. pose proof (b_exchange G n q). destruct (K q (alpha u) (beta u)); [now exists u|]. lra.
    - intros q u [F|(c & P & E)]%given_cases; [now left|right].
      destruct (at_class q c u P E) as (S & white & black & K).
      split; [cbn; now rewrite S|]. exists black, white. tauto.
  Qed.

  (** Theorems 2 and 3: the stored values of each class are alpha and beta of all its positions. *)
  Theorem richman_sound : limits G (fun q x y =>
    exists c u, place c q /\ own c = Some u /\ x = alpha u /\ y = beta u).
  Proof.
    assert (Gv : forall q c u, place c q -> own c = Some u -> given q u)
      by (intros q c u P E; exists (Own c); split; [exact P|exact E]).
    split.
    - intros q x y (c & u & P & E & -> & ->) n. pose proof (Gv q c u P E) as K.
      pose proof (upper_side _ _ _ _ _ white_side q u K n). pose proof (upper_side _ _ _ _ _ black_side q u K n).
      pose proof (b_exchange G n q). cbn beta in *. lra.
    - intros eps He. destruct (lower_side _ _ _ _ _ white_side eps He) as (n1 & H1).
      destruct (lower_side _ _ _ _ _ black_side eps He) as (n2 & H2).
      exists (n1 + n2)%nat. intros q x y (c & u & P & E & -> & ->).
      pose proof (H1 q u (Gv q c u P E)). pose proof (H2 q u (Gv q c u P E)). pose proof (b_exchange G n2 q).
      pose proof (a_mono n1 (n1 + n2) q ltac:(lia)). pose proof (b_mono n2 (n1 + n2) q ltac:(lia)).
      cbn beta in *. lra.
  Qed.

  (** The options of a position in a class are ends, cited positions, or positions in classes. *)
  Lemma own_options q c u player o : place c q -> own c = Some u -> In o (options player q) ->
    exists v, given o v.
  Proof.
    intros P E I. destruct (at_class q c u P E) as (_ & white & black & (W & _) & (B & _) & _).
    destruct player; [destruct (W o I) as (v & _ & H)|destruct (B o I) as (v & _ & H)]; now exists v.
  Qed.
End Soundness.

(** ** From citations to thresholds *)

(** The facts that a verified certificate of a game provides to citing certificates: values of
    positions, including the positions of its own classes ([own_values]).  They are the limits of
    a_n and b_n, and cover all reachable positions. *)
Definition own_values (G : game) (own : Z -> option cell) (place : Z -> position G -> Prop)
    (q : position G) (x y : Q) : Prop :=
  exists c u, place c q /\ own c = Some u /\ x = alpha u /\ y = beta u.

(** Theorem 3 in the form in which it is used.  [known] contains the values of positions of cited
    games, with colours exchanged where the citation says so.  Then the values of this game's
    classes, of ends and of [known] together are limits, and closed.  All of them are therefore
    thresholds of play ([limits_are_thresholds]). *)
Theorem richman_with_citations (G : game) (options_of : colour -> Z -> list target)
    (cited : Z -> Z -> option cell) (own : Z -> option cell) (place : Z -> position G -> Prop)
    (cited_as : Z -> Z -> bool -> position G -> Prop) (known : position G -> Q -> Q -> Prop) :
  (forall c u p, own c = Some u -> place c p -> state_of p = Ongoing /\
     forall player, covers (meets G place cited_as) (options_of player c) (options player p)) ->
  limits G known -> closed G known ->
  (forall k c exchanged q u, cited_as k c exchanged q -> cited k c = Some u ->
     exists x y, known q x y /\ alpha (seen exchanged u) == x /\ beta (seen exchanged u) == y) ->
  (forall k c u, cited k c = Some u -> in_range u) ->
  (forall c u, own c = Some u -> in_range u) ->
  (forall c u, own c = Some u -> exists choices, class_ok options_of cited own c u choices = true) ->
  let S q x y := own_values G own place q x y \/ known q x y \/ ends G q x y in
  limits G S /\ closed G S.
Proof.
  intros Faith Lim Cl Cited CR OR Clauses S.
  assert (CT : limits G (fun q x y => exists k c exchanged u, cited_as k c exchanged q /\ cited k c = Some u /\
             x = alpha (seen exchanged u) /\ y = beta (seen exchanged u))).
  { apply (limits_weaken G known); [|assumption]. intros q x y (k & c & e & u & A & E & -> & ->).
    destruct (Cited k c e q u A E) as (x & y & K & Ex & Ey). now exists x, y. }
  pose proof (richman_sound G options_of cited own place cited_as Faith CT CR OR Clauses) as Own.
  split.
  - apply limits_union; [exact Own|]. apply limits_union; [assumption|apply limits_ends].
  - intros q x y [(c & u & P & E & -> & ->)|[K|K]] O player o I.
    + destruct (own_options G options_of cited own place cited_as Faith CR OR Clauses q c u player o P E I) as (v & t & M & F).
      destruct t as [d|k d e|[]|]; cbn in M, F.
      * exists (alpha v), (beta v). left. now exists d, v.
      * take w Ew.
        destruct (Cited k d e o w M Ew) as (x & y & Kn & _). exists x, y. right; now left.
      * exists 1, 1. right; right. left. auto.
      * exists 0, 0. right; right. right; left. auto.
      * exists 0, 1. right; right. right; right. auto.
    + destruct (Cl q x y K O player o I) as (x' & y' & K'). exists x', y'. right; now left.
    + destruct K as [(E & _)|[(E & _)|(E & _)]]; congruence.
Qed.
