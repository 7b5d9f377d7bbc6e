(** * The search finds the best bids

    The converse of [Row.v].  The search by merging finds the best bids of both players (Lemma 3
    of the page, for this search), so a row is computed whenever there is an equilibrium.

    Pages: [spec/soundness/scoring.md] section 4.

    Not covered here: whole blocks are accepted ([Complete.v]). *)

From Coq Require Import Arith ZArith List Bool Lia.
From Gamecert.Scoring Require Import Row.
Import ListNotations.
Local Open Scope Z_scope.

(** ** The search finds the best bids *)

Section Search.
Variable TB : nat.
Variables a b : nat -> Z.
Hypothesis a_monotone : forall c d, (c <= d <= TB)%nat -> a c <= a d.
Hypothesis b_monotone : forall c d, (c <= d <= TB)%nat -> b c <= b d.
Let n : nat := S TB.
Let t (i : nat) : Z := - b (TB - i)%nat.
Let d (i : nat) : Z := Z.min (a i) (t i).
Let e (i : nat) : Z := if (i =? 0)%nat then t 0 else Z.max (t i) (a (i - 1)%nat).

Lemma t_monotone i k : (i <= k <= TB)%nat -> t i <= t k.
Proof. intros L. unfold t. pose proof (b_monotone (TB - k) (TB - i) ltac:(lia)). lia. Qed.
Lemma d_monotone i k : (i <= k <= TB)%nat -> d i <= d k.
Proof. intros L. unfold d. pose proof (t_monotone i k L). pose proof (a_monotone i k L). lia. Qed.
Lemma e_monotone i k : (i <= k <= TB)%nat -> e i <= e k.
Proof.
  intros L. unfold e. pose proof (t_monotone i k L) as T.
  destruct (i =? 0)%nat eqn:E; [apply Nat.eqb_eq in E|apply Nat.eqb_neq in E];
  destruct (k =? 0)%nat eqn:E'; [apply Nat.eqb_eq in E'|apply Nat.eqb_neq in E'
    |apply Nat.eqb_eq in E'|apply Nat.eqb_neq in E']; subst; try lia.
  pose proof (a_monotone (i - 1) (k - 1) ltac:(lia)). lia.
Qed.

Lemma made_sure_conceded p y z : (p <= TB)%nat -> made_sure TB a b p y -> conceded TB a b p z -> y <= z.
Proof.
  intros P (l & L1 & L2 & L3 & L4) (r & R1 & R2 & R3 & R4).
  destruct (lt_eq_lt_dec l r) as [[C|C]|C].
  - pose proof (b_monotone (p + l + 1) (p + r) ltac:(lia)).
    specialize (L4 ltac:(lia)). specialize (R4 ltac:(lia)). lia.
  - subst r. specialize (L3 ltac:(lia)). specialize (R3 ltac:(lia)). lia.
  - pose proof (a_monotone (p - l) (p - (r + 1)) ltac:(lia)).
    specialize (L2 ltac:(lia)). specialize (R2 ltac:(lia)). lia.
Qed.

Section Merge.
(** f is d or e. *)
Variable f : nat -> Z.
Hypothesis f_monotone : forall i k, (i <= k <= TB)%nat -> f i <= f k.

(** After k steps, with i = p - l and j = k - i: no place before i is better, and no place after
    it. *)
Definition best_at (k p l : nat) : Prop :=
  ((p - l = 0)%nat \/ (TB < k - (p - l))%nat \/ f (p - l)%nat <= b (k - (p - l))%nat)
  /\ (k - (p - l) <= TB + 1)%nat.
Definition none_behind (k p l : nat) : Prop :=
  forall i, (p - l < i < p)%nat -> (k - i <= TB)%nat -> b (k - i)%nat < f i.

Lemma go_on_spec k p dl bl l : at_step TB b f k p dl bl l -> (p <= TB)%nat ->
  (2 <= l)%nat -> (k - (p - l) <= TB + 1)%nat ->
  go_on dl bl l = true <-> (TB < k - (p - l))%nat \/ f (p - l + 1)%nat <= b (k - (p - l))%nat.
Proof.
  intros (L & K & D & B) P L2 J. unfold go_on. rewrite (proj2 (Nat.leb_le 2 l) L2).
  rewrite D, from_cons, from_cons by lia. rewrite B, from_cons by lia.
  destruct (le_lt_dec (k - (p - l)) TB) as [C|C].
  - rewrite from_cons by lia. rewrite Z.leb_le.
    replace (S (p - l)) with (p - l + 1)%nat by lia.
    replace (S (k - (p - l) - 1)) with (k - (p - l))%nat by lia. split; [now right|intros [?|?]; [lia|auto]].
  - rewrite from_nil by lia. split; [now left|auto].
Qed.

Lemma keeps_best k p dl bl l : at_step TB b f k p dl bl l -> (p < TB)%nat -> (k <= 2 * p)%nat ->
  best_at k p l -> none_behind k p l \/ (l <= 2)%nat ->
  if go_on dl bl l then best_at (S k) p (l - 1) /\ none_behind (S k) p (l - 1)
  else best_at (S k) p l /\ none_behind (S k) p l.
Proof.
  intros I P Kp [A J] N. pose proof I as (L & K & _ & _).
  destruct (le_lt_dec 2 l) as [L2|L2].
  - pose proof (go_on_spec k p dl bl l I ltac:(lia) L2 J) as G.
    destruct (go_on dl bl l).
    + apply proj1 in G. specialize (G eq_refl). unfold best_at.
      replace (p - (l - 1))%nat with (p - l + 1)%nat by lia.
      replace (S k - (p - l + 1))%nat with (k - (p - l))%nat by lia.
      repeat split; [tauto|exact J|]. intros i Hi Hk.
      destruct N as [N|N]; [|lia].
      specialize (N (i - 1)%nat ltac:(lia) ltac:(lia)).
      pose proof (f_monotone (i - 1) i ltac:(lia)).
      replace (k - (i - 1))%nat with (S k - i)%nat in N by lia. lia.
    + assert (G' : ~ ((TB < k - (p - l))%nat \/ f (p - l + 1)%nat <= b (k - (p - l))%nat)).
      { rewrite <- G. discriminate. }
      split; [split|].
      * destruct A as [A|[A|A]]; [now left|tauto|].
        destruct (le_lt_dec (S k - (p - l)) TB); [right; right|right; left; lia].
        pose proof (b_monotone (k - (p - l)) (S k - (p - l)) ltac:(lia)). lia.
      * lia.
      * intros i Hi Hk. pose proof (f_monotone (p - l + 1) i ltac:(lia)).
        pose proof (b_monotone (S k - i) (k - (p - l)) ltac:(lia)). lia.
  - assert (l = 1)%nat by lia. subst l. cbn [go_on Nat.leb].
    assert (J' : (k - (p - 1) <= TB)%nat) by lia.
    split; [split|].
    + destruct A as [A|[A|A]]; [now left|lia|].
      destruct (le_lt_dec (S k - (p - 1)) TB); [right; right|right; left; lia].
      pose proof (b_monotone (k - (p - 1)) (S k - (p - 1)) ltac:(lia)). lia.
    + lia.
    + intros i Hi. lia.
Qed.

(** The invariant at p before the search goes on to p + 1. *)
Definition searched (k p l : nat) : Prop := (p < TB)%nat -> best_at k p l /\ none_behind k p l.

Lemma two_best k p dl bl l (next : list Z -> list Z -> nat -> list Z) (Q : list Z -> Prop) :
  at_step TB b f k p dl bl l -> (k = 2 * p \/ k = 2 * p + 1)%nat -> searched k p l ->
  (forall dl bl l, at_step TB b f (S (S k)) (S p) dl bl l -> searched (S (S k)) (S p) l -> Q (next dl bl l)) ->
  Q (if go_on dl bl (S l) then
       if go_on (tl dl) bl l then next (tl (tl dl)) bl (l - 1)%nat else next (tl dl) (tl bl) l
     else
       if go_on dl (tl bl) (S l) then next (tl dl) (tl bl) l else next dl (tl (tl bl)) (S l)).
Proof.
  intros I Hk Se H. pose proof I as (L & K & _ & _). apply step_coin in I.
  destruct (le_lt_dec TB (S p)) as [C|C].
  - assert (V : forall k' l', searched k' (S p) l') by (intros k' l' X; lia).
    destruct (go_on dl bl (S l)) eqn:E1.
    + apply step_first in I; [|exact E1]. replace (S l - 1)%nat with l in I by lia.
      destruct (go_on (tl dl) bl l) eqn:E2; apply H; auto; [now apply step_first|now apply step_second].
    + apply step_second in I. destruct (go_on dl (tl bl) (S l)) eqn:E2; apply H; auto.
      * apply step_first in I; [|exact E2]. now replace (S l - 1)%nat with l in I by lia.
      * now apply step_second.
  - destruct (Se ltac:(lia)) as [[A J] N].
    assert (B1 : best_at k (S p) (S l)).
    { unfold best_at. replace (S p - S l)%nat with (p - l)%nat by lia. auto. }
    assert (N1 : none_behind k (S p) (S l) \/ (S l <= 2)%nat).
    { destruct (le_lt_dec (S l) 2) as [L2|L2]; [now right|left]. intros i Hi Hki.
      destruct (Nat.eq_dec i p) as [->|D]; [|apply N; lia].
      specialize (N (p - 1)%nat ltac:(lia) ltac:(lia)). pose proof (f_monotone (p - 1) p ltac:(lia)).
      pose proof (b_monotone (k - p) (k - (p - 1)) ltac:(lia)). lia. }
    pose proof (keeps_best k (S p) dl bl (S l) I ltac:(lia) ltac:(lia) B1 N1) as S1.
    destruct (go_on dl bl (S l)) eqn:E1; destruct S1 as [B2 N2].
    + apply step_first in I; [|exact E1]. replace (S l - 1)%nat with l in * by lia.
      pose proof (keeps_best (S k) (S p) (tl dl) bl l I ltac:(lia) ltac:(lia) B2 (or_introl N2)) as S2.
      destruct (go_on (tl dl) bl l) eqn:E2; apply H; try (intros _; exact S2);
        [now apply step_first|now apply step_second].
    + apply step_second in I.
      pose proof (keeps_best (S k) (S p) dl (tl bl) (S l) I ltac:(lia) ltac:(lia) B2 (or_introl N2)) as S2.
      destruct (go_on dl (tl bl) (S l)) eqn:E2.
      * apply step_first in I; [|exact E2]. replace (S l - 1)%nat with l in * by lia.
        apply H; [exact I|intros _; exact S2].
      * apply H; [now apply step_second|intros _; exact S2].
Qed.
End Merge.

(** [above_*]: z is at least the number ensured by any bid of Left's.  [below_*]: z is at most
    the number conceded by any bid of Right's.  Both are stated for the bids that are examined
    separately, and for all bids. *)
Definition outer_bid (p l : nat) : Prop := l = O \/ (TB - p < l)%nat.
Definition bid_sure (p l : nat) (y : Z) : Prop := (l <= p)%nat
  /\ ((0 < l)%nat -> y <= a (p - l)%nat)
  /\ ((l <= TB - p)%nat -> y <= - b (TB - p + l)%nat)
  /\ ((l + 1 <= TB - p)%nat -> y <= b (p + l + 1)%nat).
Definition bid_concedes (p r : nat) (y : Z) : Prop := (r <= TB - p)%nat
  /\ ((r + 1 <= p)%nat -> a (p - (r + 1))%nat <= y)
  /\ ((r <= p)%nat -> - b (TB - p + r)%nat <= y)
  /\ ((0 < r)%nat -> b (p + r)%nat <= y).
Definition above_outer (p : nat) (z : Z) : Prop := forall l y, outer_bid p l -> bid_sure p l y -> y <= z.
Definition above_all (p : nat) (z : Z) : Prop := forall l y, bid_sure p l y -> y <= z.
Definition below_outer (p : nat) (z : Z) : Prop :=
  forall r y, r = O \/ (p < r)%nat -> bid_concedes p r y -> z <= y.
Definition below_all (p : nat) (z : Z) : Prop := forall r y, bid_concedes p r y -> z <= y.

Lemma raise_best g : forall dl bl l acc, (length acc + length g = n)%nat ->
  at_step TB b d (2 * length acc + 1) (length acc) dl bl l ->
  searched d (2 * length acc + 1) (length acc) l ->
  numbered above_all 0 (rev acc) -> numbered above_outer (length acc) g ->
  numbered above_all 0 (rev (raise g dl bl l acc)).
Proof.
  induction g as [|z g IH]; intros dl bl l acc N I Se A G; cbn [raise]; [exact A|].
  destruct G as [Gz G]. set (p := length acc) in *. cbn [length] in N.
  pose proof I as (L & K & D & B).
  set (z1 := match dl, bl with _ :: _, _ :: _ => _ | _, _ => z end).
  assert (Z1 : above_all p z1).
  { unfold n in *. intros l' y Hb.
    assert (Zz : z <= z1).
    { unfold z1. destruct dl as [|d0 dr], bl as [|b0 br]; try lia.
      destruct br as [|b1 br], (2 <=? l)%nat, dr as [|d1 dr]; lia. }
    destruct (le_lt_dec l' 0) as [C|C]; [specialize (Gz l' y ltac:(left; lia) Hb); lia|].
    destruct (le_lt_dec l' (TB - p)) as [C'|C']; [|specialize (Gz l' y ltac:(right; lia) Hb); lia].
    clear Gz. destruct Hb as (H1 & H2 & H3 & H4). specialize (H2 C). specialize (H3 C').
    assert (Hd : y <= d (p - l')).
    { unfold d, t. replace (TB - (p - l'))%nat with (TB - p + l')%nat by lia. lia. }
    assert (Hb : (p + l' + 1 <= TB)%nat -> y <= b (p + l' + 1)%nat) by (intros; apply H4; lia).
    clear H2 H3 H4.
    destruct (Se ltac:(lia)) as [[Sa Sj] Sn]. unfold best_at, none_behind in Sa, Sj, Sn.
    replace (2 * p + 1 - (p - l))%nat with (p + l + 1)%nat in * by lia.
    unfold z1. rewrite D, from_cons by lia. rewrite B, from_cons by lia.
    replace (S (p + l + 1 - 1)) with (p + l + 1)%nat by lia.
    set (z0 := match from (S TB) b (p + l + 1) with b1 :: _ => Z.max z (Z.min (d (p - l)) b1) | [] => Z.max z (d (p - l)) end).
    assert (Z0 : (if (p + l + 1 <=? TB)%nat then Z.min (d (p - l)) (b (p + l + 1)%nat) else d (p - l)) <= z0).
    { unfold z0. destruct (p + l + 1 <=? TB)%nat eqn:Q; [apply Nat.leb_le in Q|apply Nat.leb_gt in Q].
      - rewrite from_cons by lia. lia.
      - rewrite from_nil by lia. lia. }
    assert (Zz0 : z0 <= if (2 <=? l)%nat
              then match from (S TB) d (S (p - l)) with d1 :: _ => Z.max z0 (Z.min d1 (b (p + l + 1 - 1)%nat)) | [] => z0 end
              else z0).
    { destruct (2 <=? l)%nat; [destruct (from (S TB) d (S (p - l)))|]; lia. }
    destruct (le_lt_dec l l') as [Ll|Ll].
    - (* Left keeps i or less *)
      pose proof (d_monotone (p - l') (p - l) ltac:(lia)) as M.
      enough (y <= z0) by lia. destruct (p + l + 1 <=? TB)%nat eqn:Q; [apply Nat.leb_le in Q|lia].
      destruct Sa as [Sa|[Sa|Sa]]; [|lia|lia].
      assert (l' = l) by lia. subst l'. specialize (Hb Q). lia.
    - (* Left keeps more than i *)
      destruct (2 <=? l)%nat eqn:L2; [apply Nat.leb_le in L2|apply Nat.leb_gt in L2; lia].
      rewrite from_cons by lia.
      specialize (Sn (p - l + 1)%nat ltac:(lia) ltac:(lia)).
      replace (2 * p + 1 - (p - l + 1))%nat with (p + l)%nat in Sn by lia.
      replace (p + l + 1 - 1)%nat with (p + l)%nat by lia.
      replace (S (p - l)) with (p - l + 1)%nat by lia.
      specialize (Hb ltac:(lia)). pose proof (b_monotone (p + l' + 1) (p + l) ltac:(lia)). lia. }
  clearbody z1. clear L K D B.
  apply (two_best d d_monotone (2 * p + 1) p dl bl l (fun dl bl l => raise g dl bl l (z1 :: acc))
           (fun r => numbered above_all 0 (rev r)) I ltac:(now right) Se).
  clear dl bl l I Se. intros dl bl l I Se. apply (IH dl bl l (z1 :: acc)).
  - cbn [length]. fold p. lia.
  - cbn [length]. fold p. replace (2 * S p + 1)%nat with (S (S (2 * p + 1))) by lia. exact I.
  - cbn [length]. fold p. replace (2 * S p + 1)%nat with (S (S (2 * p + 1))) by lia. exact Se.
  - cbn [rev]. rewrite numbered_snoc, rev_length. split; auto.
  - exact G.
Qed.

Lemma lower_best h : forall el bl r acc, (length acc + length h = n)%nat ->
  at_step TB b e (2 * length acc) (length acc) el bl r ->
  searched e (2 * length acc) (length acc) r ->
  numbered below_all 0 (rev acc) -> numbered below_outer (length acc) h ->
  numbered below_all 0 (rev (lower h el bl r acc)).
Proof.
  induction h as [|z h IH]; intros el bl l acc N I Se A G; cbn [lower]; [exact A|].
  destruct G as [Gz G]. set (p := length acc) in *. cbn [length] in N.
  pose proof I as (L & K & D & B).
  set (z1 := match el, bl with _ :: _, _ :: _ => _ | _, _ => z end).
  assert (Z1 : below_all p z1).
  { unfold n in *. intros l' y Hb.
    assert (Zz : z1 <= z).
    { unfold z1. destruct el as [|d0 dr], bl as [|b0 br]; try lia.
      destruct br as [|b1 br], (2 <=? l)%nat, dr as [|d1 dr]; lia. }
    destruct (le_lt_dec l' 0) as [C|C]; [specialize (Gz l' y ltac:(left; lia) Hb); lia|].
    destruct (le_lt_dec l' p) as [C'|C']; [|specialize (Gz l' y ltac:(right; lia) Hb); lia].
    clear Gz. destruct Hb as (H1 & H2 & H3 & H4). specialize (H4 C). specialize (H3 C').
    assert (He : e (p - l') <= y).
    { unfold e, t. destruct (p - l' =? 0)%nat eqn:Q; [apply Nat.eqb_eq in Q|apply Nat.eqb_neq in Q].
      - replace (TB - 0)%nat with (TB - p + l')%nat by lia. exact H3.
      - replace (TB - (p - l'))%nat with (TB - p + l')%nat by lia.
        replace (p - l' - 1)%nat with (p - (l' + 1))%nat by lia. specialize (H2 ltac:(lia)). lia. }
    clear H2 H3.
    destruct (Se ltac:(lia)) as [[Sa Sj] Sn]. unfold best_at, none_behind in Sa, Sj, Sn.
    replace (2 * p - (p - l))%nat with (p + l)%nat in * by lia.
    unfold z1. rewrite D, from_cons by lia. rewrite B, from_cons by lia.
    replace (S (p + l - 1)) with (p + l)%nat by lia.
    set (z0 := match from (S TB) b (p + l) with b1 :: _ => Z.min z (Z.max (e (p - l)) b1) | [] => z end).
    assert (Z0 : (p + l <= TB)%nat -> z0 <= Z.max (e (p - l)) (b (p + l)%nat)).
    { intros Q. unfold z0. rewrite from_cons by lia. lia. }
    assert (Zz0 : (if (2 <=? l)%nat
              then match from (S TB) e (S (p - l)) with e1 :: _ => Z.min z0 (Z.max e1 (b (p + l - 1)%nat)) | [] => z0 end
              else z0) <= z0).
    { destruct (2 <=? l)%nat; [destruct (from (S TB) e (S (p - l)))|]; lia. }
    destruct (le_lt_dec l l') as [Ll|Ll].
    - pose proof (b_monotone (p + l) (p + l') ltac:(lia)) as M. specialize (Z0 ltac:(lia)).
      enough (z0 <= y) by lia. destruct Sa as [Sa|[Sa|Sa]]; [|lia|lia].
      assert (l' = l) by lia. subst l'. lia.
    - destruct (2 <=? l)%nat eqn:L2; [apply Nat.leb_le in L2|apply Nat.leb_gt in L2; lia].
      rewrite from_cons by lia.
      specialize (Sn (p - l + 1)%nat ltac:(lia) ltac:(lia)).
      replace (2 * p - (p - l + 1))%nat with (p + l - 1)%nat in Sn by lia.
      replace (S (p - l)) with (p - l + 1)%nat by lia.
      pose proof (e_monotone (p - l + 1) (p - l') ltac:(lia)). lia. }
  clearbody z1. clear L K D B.
  apply (two_best e e_monotone (2 * p) p el bl l (fun el bl l => lower h el bl l (z1 :: acc))
           (fun r => numbered below_all 0 (rev r)) I ltac:(now left) Se).
  clear el bl l I Se. intros dl bl l I Se. apply (IH dl bl l (z1 :: acc)).
  - cbn [length]. fold p. lia.
  - cbn [length]. fold p. replace (2 * S p)%nat with (S (S (2 * p))) by lia. exact I.
  - cbn [length]. fold p. replace (2 * S p)%nat with (S (S (2 * p))) by lia. exact Se.
  - cbn [rev]. rewrite numbered_snoc, rev_length. split; auto.
  - exact G.
Qed.

(** Lemma 3: if there is an equilibrium for each p, the row is computed. *)
Theorem compute_row_complete :
  (forall p, (p <= TB)%nat -> exists w, made_sure TB a b p w /\ conceded TB a b p w) ->
  exists row, compute_row (from n a 0) (from n b 0) = Some row.
Proof.
  intros Eq. destruct (compute_row (from n a 0) (from n b 0)) as [row|] eqn:E; [eauto|exfalso].
  unfold compute_row in E.
  rewrite rmap_rev, app_nil_r, from_map, from_rev in E.
  rewrite (from_ext n _ t 0) in E by (intros; unfold t, n; f_equal; f_equal; lia).
  assert (Ed : overlay Z.min (from n a 0) (from n t 0) = from n d 0).
  { rewrite overlay_from. apply from_ext. intros k L.
    now replace (k <? n)%nat with true by (symmetry; apply Nat.ltb_lt; lia). }
  rewrite Ed in E. clear Ed.
  assert (Ee : match from n t 0 with [] => [] | t0 :: lt' => t0 :: overlay Z.max lt' (from n a 0) end
               = from n e 0).
  { unfold n. rewrite from_cons by lia. rewrite from_shift.
    rewrite overlay_from. rewrite (from_cons _ e) by lia. f_equal.
    rewrite (from_shift _ e). apply from_ext. intros k L.
    replace (k <? S TB)%nat with true by (symmetry; apply Nat.ltb_lt; lia).
    unfold e. cbn [Nat.add Nat.eqb]. f_equal. f_equal. lia. }
  rewrite Ee in E. clear Ee.
  pose proof (Nat.div_mod (S TB) 2 ltac:(lia)) as Half.
  pose proof (Nat.mod_upper_bound (S TB) 2 ltac:(lia)) as Half'.
  set (g := rover Z.max _ _ []) in E.
  assert (G : length g = n /\ numbered (made_sure TB a b) 0 g /\ numbered above_outer 0 g).
  { unfold g. rewrite !rover_rev, !app_nil_r, rev'_rev, !from_rev, odds_spec, from_tl.
    rewrite (from_shift n b 1), overlay_from, from_rev, overlay_from, from_rev.
    rewrite from_length. part. rewrite !numbered_nth, from_length.
    unfold n in *. split; intros p L; rewrite from_nth by lia; cbn [Nat.add].
    - assert (Zero : made_sure TB a b p (if (p <? S TB - 1)%nat then Z.min (t p) (b (1 + p)%nat) else t p)).
      { exists O. rewrite !Nat.add_0_r. unfold t.
        destruct (p <? S TB - 1)%nat eqn:C; [apply Nat.ltb_lt in C|apply Nat.ltb_ge in C].
        - replace (p + 1)%nat with (1 + p)%nat by lia. repeat split; intros; lia.
        - repeat split; intros; lia. }
      replace (S TB - 1 - (S TB - 1 - p))%nat with p by lia.
      destruct (S TB - 1 - p <? S TB / 2)%nat eqn:C; [apply Nat.ltb_lt in C|exact Zero].
      match goal with |- made_sure _ _ _ p (Z.max ?y ?z) => destruct (Z.max_spec y z) as [[_ ->]|[_ ->]] end;
        [|exact Zero].
      exists (TB - p + 1)%nat.
      replace (S TB - 1 - (2 * (S TB - 1 - p) + 1))%nat with (p - (TB - p + 1))%nat by lia.
      repeat split; intros; lia.
    - replace (S TB - 1 - (S TB - 1 - p))%nat with p by lia.
      intros l y Ob (H1 & H2 & H3 & H4).
      set (z0 := if (p <? S TB - 1)%nat then Z.min (t p) (b (1 + p)%nat) else t p).
      assert (Zero : l = O -> y <= z0).
      { intros ->. specialize (H3 ltac:(lia)). rewrite Nat.add_0_r in H3. unfold z0.
        destruct (p <? S TB - 1)%nat eqn:C; [apply Nat.ltb_lt in C|unfold t; lia].
        specialize (H4 ltac:(lia)). replace (p + 0 + 1)%nat with (1 + p)%nat in H4 by lia. unfold t. lia. }
      destruct (S TB - 1 - p <? S TB / 2)%nat eqn:C; [apply Nat.ltb_lt in C|apply Nat.ltb_ge in C].
      + destruct Ob as [Ob|Ob]; [exact (Z.le_trans _ _ _ (Zero Ob) (Z.le_max_l _ _))|].
        specialize (H2 ltac:(lia)). eapply Z.le_trans; [exact H2|].
        eapply Z.le_trans; [|apply Z.le_max_r]. apply a_monotone. lia.
      + destruct Ob as [Ob|Ob]; [exact (Zero Ob)|lia]. }
  set (h := overlay Z.min _ _) in E.
  assert (Hh : length h = n /\ numbered (conceded TB a b) 0 h /\ numbered below_outer 0 h).
  { unfold h. rewrite odds_spec, overlay_from, from_length. part.
    rewrite !numbered_nth, from_length.
    unfold n in *. split; intros p L; rewrite from_nth by lia; cbn [Nat.add].
    - assert (Zero : conceded TB a b p (e p)).
      { exists O. rewrite Nat.add_0_r. unfold e, t.
        destruct (p =? 0)%nat eqn:C; [apply Nat.eqb_eq in C; subst; rewrite ?Nat.sub_0_r|apply Nat.eqb_neq in C].
        - repeat split; intros; lia.
        - cbn [Nat.add]. repeat split; intros; lia. }
      destruct (p <? S TB / 2)%nat eqn:C; [apply Nat.ltb_lt in C|exact Zero].
      match goal with |- conceded _ _ _ p (Z.min ?y ?z) => destruct (Z.min_spec y z) as [[_ ->]|[_ ->]] end;
        [exact Zero|].
      exists (p + 1)%nat. replace (2 * p + 1)%nat with (p + (p + 1))%nat by lia.
      repeat split; intros; lia.
    - intros r y Ob (H1 & H2 & H3 & H4).
      assert (Zero : r = O -> e p <= y).
      { intros ->. specialize (H3 ltac:(lia)). rewrite Nat.add_0_r in H3. unfold e, t.
        destruct (p =? 0)%nat eqn:C; [apply Nat.eqb_eq in C|apply Nat.eqb_neq in C].
        - subst p. exact H3.
        - specialize (H2 ltac:(lia)). cbn [Nat.add] in H2. lia. }
      destruct (p <? S TB / 2)%nat eqn:C; [apply Nat.ltb_lt in C|apply Nat.ltb_ge in C].
      + destruct Ob as [Ob|Ob]; [exact (Z.le_trans _ _ _ (Z.le_min_l _ _) (Zero Ob))|].
        specialize (H4 ltac:(lia)). eapply Z.le_trans; [|exact H4].
        eapply Z.le_trans; [apply Z.le_min_r|]. apply b_monotone. lia.
      + destruct Ob as [Ob|Ob]; [exact (Zero Ob)|lia]. }
  destruct G as (Gl & G & Go), Hh as (Hl & Hh & Ho).
  destruct g as [|g0 g']; [cbn in Gl; discriminate|]. destruct h as [|h0 h']; [cbn in Hl; discriminate|].
  destruct G as [G0 G'], Hh as [H0 H'], Go as [Go0 Go'], Ho as [Ho0 Ho']. cbn [length] in Gl, Hl.
  rewrite !from_tl in E.
  destruct (same_list _ _) eqn:Q in E; [discriminate|]. clear E.
  destruct (raise_spec TB a b g' (from n d 0) (from n b 2) 1 [g0]) as [R1 R2];
    [exact Gl|repeat split; auto; cbn; lia|split; [exact G0|exact I]|exact G'|].
  destruct (lower_spec TB a b h' (from n e 0) (from n b 1) 1 [h0]) as [L1 L2];
    [exact Hl|repeat split; auto; cbn; lia|split; [exact H0|exact I]|exact H'|].
  assert (R3 : numbered above_all 0 (rev (raise g' (from n d 0) (from n b 2) 1 [g0]))).
  { apply raise_best; [exact Gl|repeat split; auto; cbn; lia| |split; [|exact I]|exact Go'].
    - intros X. split; [split; [now left|cbn [length] in *; lia]|]. intros i Hi. cbn [length] in Hi. lia.
    - intros l y Hb. apply (Go0 l y); [left; destruct Hb; lia|exact Hb]. }
  assert (L3 : numbered below_all 0 (rev (lower h' (from n e 0) (from n b 1) 1 [h0]))).
  { apply lower_best; [exact Hl|repeat split; auto; cbn; lia| |split; [|exact I]|exact Ho'].
    - intros X. split; [split; [now left|cbn [length] in *; lia]|]. intros i Hi. cbn [length] in Hi. lia.
    - intros r y Hb. apply (Ho0 r y); [destruct r; [now left|right; lia]|exact Hb]. }
  set (u := raise g' _ _ 1 [g0]) in *. set (w := lower h' _ _ 1 [h0]) in *.
  assert (Eu : rev u = rev w).
  { apply (nth_ext _ _ 0 0); rewrite !rev_length; [congruence|]. intros p Hp. unfold n in R1, L1. rewrite R1 in Hp.
    rewrite numbered_nth in R2, R3, L2, L3. rewrite !rev_length in *. rewrite R1 in R2, R3. rewrite L1 in L2, L3.
    specialize (R2 p Hp). specialize (R3 p Hp). specialize (L2 p Hp). specialize (L3 p Hp). cbn [Nat.add] in *.
    destruct (Eq p ltac:(lia)) as (v & (l & Hs) & (r & Hc)).
    specialize (R3 l v Hs). specialize (L3 r v Hc).
    pose proof (made_sure_conceded p _ _ ltac:(lia) R2 L2). lia. }
  apply (f_equal (@rev Z)) in Eu. rewrite !rev_involutive in Eu.
  apply same_list_spec in Eu. congruence.
Qed.
End Search.
