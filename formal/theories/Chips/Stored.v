(** * Stored games: from the bytes of a file of kind [chips] to its claim

    Rule set [graph] ([spec/rules/graph.md]).  The stored game, the reader of its parameters and its
    classes are those of [Richman/Graph.v]; here its positions are played with whole chips.
    [verify_chips_graph] reads a file of kind [chips] about a stored game.
    [verify_chips_graph_sound]: if it answers with a claim, then the bytes are the unique encoding of
    an envelope, and the tables contain the claimant's threshold at every position of the stored
    game, for every number of chips of the claim.

    [arc_of_target] and [rows_of] convert the options of classes from the form of the checker of kind
    [richman], for any rule set; [exchanged] is tested there. *)
From Coq Require Import String.
From Coq Require Import ZArith NArith List Bool Lia.
From Gamecert Require Import Format.Cbor Format.Fields Format.Envelope.
From Gamecert Require Format.Index Richman.Game Richman.Checker Richman.Graph.
From Gamecert.Chips Require Import Rule OneMove Threshold Tables Check CheckProof Evidence EvidenceProof.
Import ListNotations.
Open Scope Z_scope.

(** ** The positions of a bidding game, played with chips *)

Definition colour_of (p : player) : Richman.Game.colour :=
  match p with Left => Richman.Game.White | Right => Richman.Game.Black end.

Definition with_chips (G : Richman.Game.game) : game := {|
  position := Richman.Game.position G;
  ended := fun v =>
    match Richman.Game.state_of v with
    | Richman.Game.Ongoing => None
    | Richman.Game.Won Richman.Game.White => Some (Won Left)
    | Richman.Game.Won Richman.Game.Black => Some (Won Right)
    | Richman.Game.Drawn => Some Drawn
    end;
  options := fun p v => Richman.Game.options (colour_of p) v |}.

(** ** Rows of options *)

Definition arc_of_target (t : Richman.Checker.target) : option arc :=
  match t with
  | Richman.Checker.Own c => if 0 <=? c then Some (Class (Z.to_N c)) else None
  | Richman.Checker.Cited i c false =>
      if (0 <=? i) && (0 <=? c) then Some (Cited (Z.to_N i) (Z.to_N c)) else None
  | Richman.Checker.Cited _ _ true => None
  | Richman.Checker.End Richman.Game.White => Some (End (Won Left))
  | Richman.Checker.End Richman.Game.Black => Some (End (Won Right))
  | Richman.Checker.DrawnEnd => Some (End Drawn)
  end.

Section Rows.
  Variable options_of : Richman.Game.colour -> Z -> list Richman.Checker.target.
  Definition row_of (c : Z) : option row :=
    match all arc_of_target (options_of Richman.Game.White c),
          all arc_of_target (options_of Richman.Game.Black c) with
    | Some l, Some r => Some (l, r)
    | _, _ => None
    end.
  (** The rows of these classes. *)
  Definition rows_of (numbers : list Z) : option (list row) := all row_of numbers.
End Rows.

(** The numbers from 0 to [n - 1]. *)
Definition below (n : Z) : list Z :=
  match n with
  | Zpos m => snd (Pos.iter (fun s => (fst s - 1, (fst s - 1) :: snd s)) (n, []) m)
  | _ => []
  end.

(** ** The checker *)

Record stored_claim := StoredClaim {
  stored_game : Richman.Graph.stored;
  classes_of : Index.table Z;             (* the class of each position *)
  chips_proved : verified }.

(** The claimed threshold of the position with index [i], with [k] chips in all. *)
Definition claimed_threshold (v : stored_claim) (i k : Z) : option Z :=
  match Index.find (classes_of v) i with
  | Some c =>
      match table_of_class (holds_tables (chips_proved v)) (Z.to_N c) with
      | Some t => Some (table_at t (k - first_of (numbers (proved (chips_proved v)))))
      | None => None
      end
  | None => None
  end.

Definition check_stored (size : Z) (g : Richman.Graph.stored) (claim evidence : list item) : option stored_claim :=
  let p := list_length (Richman.Graph.positions g) in
  let nodes := Index.index (Richman.Graph.positions g) in
  let all_positions := count_from 0 (Richman.Graph.positions g) [] in
  let k := Richman.Graph.numbered p nodes all_positions in
  if Richman.Graph.numbering_ok p k all_positions then
    match rows_of (Richman.Graph.graph_options p nodes (Index.index (Richman.Graph.outcomes g)) k) all_positions with
    | Some rows =>
        match verify size claim evidence [] rows with
        | Some v => Some (StoredClaim g (Richman.Graph.class_of k) v)
        | None => None
        end
    | None => None
    end
  else None.

Definition chips_name : list Z := Eval compute in codes "chips".
Definition verify_chips_graph_envelope (size : Z) (e : envelope) : option stored_claim :=
  if Richman.Graph.is_kind chips_name 1 e && Richman.Graph.is_rules Richman.Graph.graph_name 1 e then
    match citations e with
    | [] =>
        match Richman.Graph.read_graph (parameters e) with
        | Some g => check_stored size g (Envelope.claim e) (Envelope.evidence e)
        | None => None
        end
    | _ => None
    end
  else None.
Definition verify_chips_graph (bytes : list Z) : option stored_claim :=
  match read_envelope bytes with
  | Some e => verify_chips_graph_envelope (list_length bytes) e
  | None => None
  end.

(** ** Proofs *)

Lemma count_from_nth {A} (l : list A) : forall from acc n,
  nth_error (count_from from l acc) (length acc + n) =
  if Z.of_nat n <? len l then Some (from + Z.of_nat n) else None.
Proof.
  induction l as [|x l IH]; intros from acc n; cbn [count_from].
  - rewrite rev_append_rev, app_nil_r, len_nil. destruct (Z.ltb_spec (Z.of_nat n) 0); [lia|].
    apply nth_error_None. rewrite rev_length. lia.
  - rewrite len_cons. pose proof (len_pos l). destruct n as [|n].
    + destruct (Z.ltb_spec (Z.of_nat 0) (len l + 1)); [|lia]. clear IH.
      replace (length acc + 0)%nat with (length acc) by lia. rewrite Z.add_0_r.
      enough (H1 : forall l0 f0 acc0 m, (m < length acc0)%nat -> nth_error (@count_from A f0 l0 acc0) m = nth_error (rev acc0) m).
      { rewrite H1 by (cbn; lia). cbn [rev]. rewrite nth_error_app2 by (rewrite rev_length; lia).
        rewrite rev_length, Nat.sub_diag. reflexivity. }
      clear. induction l0 as [|y l0 IH]; intros f0 acc0 m H; cbn [count_from].
      * now rewrite rev_append_rev, app_nil_r.
      * rewrite IH by (cbn; lia). cbn [rev]. now rewrite nth_error_app1 by (rewrite rev_length; lia).
    + replace (length acc + S n)%nat with (length (from :: acc) + n)%nat by (cbn; lia). rewrite IH.
      destruct (Z.ltb_spec (Z.of_nat n) (len l)), (Z.ltb_spec (Z.of_nat (S n)) (len l + 1)); try lia; [|reflexivity].
      f_equal. lia.
Qed.

Lemma below_nth n i : 0 <= i < n -> nth_error (below n) (Z.to_nat i) = Some i.
Proof.
  intros H. destruct n as [|m|m]; try lia. unfold below. rewrite pos_iter_times.
  assert (K : forall j, (j <= Pos.to_nat m)%nat ->
    let s := times j (fun s : Z * list Z => (fst s - 1, (fst s - 1) :: snd s)) (Zpos m, []) in
    fst s = Zpos m - Z.of_nat j /\
    forall a, Zpos m - Z.of_nat j <= a < Zpos m ->
      nth_error (snd s) (Z.to_nat (a - (Zpos m - Z.of_nat j))) = Some a).
  { induction j as [|j IH]; intros Hj; cbn [times].
    - split; [cbn; lia|]. intros a Ha. lia.
    - destruct (IH ltac:(lia)) as [F N]. cbv zeta in *. cbn [fst snd]. rewrite F. part. intros a Ha.
      destruct (Z.eq_dec a (Zpos m - Z.of_nat j - 1)) as [->|Ne].
      + replace (Z.to_nat _) with O by lia. reflexivity.
      + replace (Z.to_nat (a - (Zpos m - Z.of_nat (S j)))) with (S (Z.to_nat (a - (Zpos m - Z.of_nat j)))) by lia.
        cbn [nth_error]. apply N. lia. }
  destruct (K (Pos.to_nat m) (le_n _)) as [_ N]. cbv zeta in N. specialize (N i ltac:(lia)).
  replace (Z.to_nat (i - (Z.pos m - Z.of_nat (Pos.to_nat m)))) with (Z.to_nat i) in N by lia. exact N.
Qed.

Lemma Forall2_nth {A B} (R : A -> B -> Prop) l m : Forall2 R l m ->
  forall n a, nth_error l n = Some a -> exists b, nth_error m n = Some b /\ R a b.
Proof.
  induction 1 as [|a b l m H _ IH]; intros n a' E; [destruct n; discriminate|].
  destruct n as [|n]; cbn in E; [injection E as <-; now exists b|exact (IH n a' E)].
Qed.

Section Correct.
  Variables (g : Richman.Graph.stored) (k : Richman.Graph.numbering).
  Notation p := (len (Richman.Graph.positions g)).
  Notation nodes := (Index.index (Richman.Graph.positions g)).
  Notation ends := (Index.index (Richman.Graph.outcomes g)).
  Notation all_positions := (count_from 0 (Richman.Graph.positions g) []).
  Hypothesis GO : Richman.Graph.graph_ok g = true.
  Hypothesis NO : Richman.Graph.numbering_ok p k all_positions = true.
  Hypothesis count_is : forall c i, Index.find (Richman.Graph.position_of k) c = Some i -> c < Richman.Graph.count k.
  Variable rows : list row.
  Hypothesis RO : rows_of (Richman.Graph.graph_options p nodes ends k) all_positions = Some rows.
  Notation G := (with_chips (Richman.Graph.graph_game g)).

  (** Positions and ends by their numbers. *)
  Definition stored_position (i : position G) : Prop := 0 <= i < p + len (Richman.Graph.outcomes g).
  Definition stored_arc (i : position G) : arc :=
    match arc_of_target (Richman.Graph.target_of p ends k i) with Some a => a | None => End Drawn end.

  Lemma class_of_position i : 0 <= i < p -> exists c, 0 <= c /\
    Index.find (Richman.Graph.class_of k) i = Some c /\ Index.find (Richman.Graph.position_of k) c = Some i.
  Proof.
    intros H. destruct (Richman.Graph.every_class g k NO i H) as (c & E & P & _). exists c. split; [|auto].
    unfold Index.find in P. destruct (c <? 0) eqn:N; [discriminate|]. now apply Z.ltb_ge in N.
  Qed.

  Lemma stored_arc_position i : 0 <= i < p -> exists c, 0 <= c /\ stored_arc i = Class (Z.to_N c) /\
    Index.find (Richman.Graph.class_of k) i = Some c /\ Index.find (Richman.Graph.position_of k) c = Some i.
  Proof.
    intros H. destruct (class_of_position i H) as (c & C & E & P). exists c. part.
    split; [|auto]. unfold stored_arc, Richman.Graph.target_of.
    destruct (i <? p) eqn:L; [|apply Z.ltb_ge in L; lia]. rewrite E. cbn.
    now apply Z.leb_le in C as ->.
  Qed.

  Lemma stored_arc_end i : p <= i -> exists o, stored_arc i = End o /\ ended (g := G) i = Some o.
  Proof.
    intros H. unfold stored_arc, Richman.Graph.target_of.
    destruct (i <? p) eqn:L; [apply Z.ltb_lt in L; lia|].
    cbn [ended with_chips Richman.Game.state_of Richman.Graph.graph_game].
    rewrite L, andb_false_r, Index.find_index.
    destruct (i - p <? 0) eqn:N; [apply Z.ltb_lt in N; lia|].
    destruct (nth_error (Richman.Graph.outcomes g) (Z.to_nat (i - p))) as [[nm [|[| |]|]]|]; cbn; eauto.
  Qed.

  Lemma nothing_cited i j n : stored_arc i <> Cited j n.
  Proof.
    intros E. unfold stored_arc, Richman.Graph.target_of in E.
    destruct (i <? p).
    - destruct (Index.find (Richman.Graph.class_of k) i) as [c|]; cbn in E; [destruct (0 <=? c)|]; discriminate.
    - destruct (Index.find ends (i - p)) as [[nm [|[| |]|]]|]; discriminate.
  Qed.

  Lemma rows_presented : presented rows stored_position stored_arc.
  Proof.
    split.
    - intros v o Dv E. destruct (Z.lt_ge_cases v p) as [L|L].
      + unfold stored_position in Dv. destruct (stored_arc_position v ltac:(lia)) as (c & _ & E' & _). congruence.
      + destruct (stored_arc_end v L) as (o' & E' & Ev). congruence.
    - intros v n Dv E. destruct (Z.lt_ge_cases v p) as [L|L].
      2:{ destruct (stored_arc_end v L) as (o' & E' & _). congruence. }
      unfold stored_position in Dv.
      destruct (stored_arc_position v ltac:(lia)) as (c & C & E' & Ec & Ep).
      assert (n = Z.to_N c) as -> by congruence. split.
      { cbn [ended with_chips Richman.Game.state_of Richman.Graph.graph_game].
        apply Z.ltb_lt in L. rewrite L. assert (0 <=? v = true) as -> by (apply Z.leb_le; lia). reflexivity. }
      (* the row of the class *)
      assert (CL : 0 <= c < p).
      { part. unfold Richman.Graph.numbering_ok in NO. apply andb_prop in NO as [N%Z.eqb_eq _]. rewrite <- N. eauto. }
      pose proof (all_spec _ _ _ RO) as F.
      destruct (Forall2_nth _ _ _ F (Z.to_nat c) c) as (r & Er & R).
      { pose proof (count_from_nth (Richman.Graph.positions g) 0 [] (Z.to_nat c)) as K.
        cbn [length Nat.add] in K. rewrite K. destruct (Z.ltb_spec (Z.of_nat (Z.to_nat c)) p); [|lia]. f_equal; lia. }
      exists r. split; [rewrite <- Er; f_equal; lia|]. unfold row_of in R.
      take wl W.
      take bl B.
      injection R as <-. unfold Richman.Graph.graph_options in W, B. rewrite Ep, Index.find_index in W, B.
      destruct (v <? 0) eqn:N0; [apply Z.ltb_lt in N0; lia|].
      intros q. cbn [options with_chips Richman.Game.options Richman.Graph.graph_game].
      destruct (nth_error (Richman.Graph.positions g) (Z.to_nat v)) as [n|] eqn:En.
      2:{ apply nth_error_None in En. unfold len in L. lia. }
      pose proof (Richman.Graph.graph_ok_options g GO _ _ (colour_of q) En) as OK.
      assert (KEY : forall l m, all arc_of_target (tail_map (Richman.Graph.target_of p ends k) l) = Some m ->
        (forall w, In w l -> 0 <= w < p + len (Richman.Graph.outcomes g)) ->
        (forall w : position G, In w l -> stored_position w /\ In (stored_arc w) m) /\
        (forall a, In a m -> exists w : position G, In w l /\ stored_arc w = a)).
      { intros l m A R. rewrite tail_map_spec in A. destruct (all_in _ _ _ A) as [A1 A2]. split.
        - intros w I. split; [now apply R|].
          destruct (A1 (Richman.Graph.target_of p ends k w)) as (b & Eb & Ib); [now apply in_map|].
          unfold stored_arc. now rewrite Eb.
        - intros a I. destruct (A2 a I) as (t & It & Et). apply in_map_iff in It as (w & <- & Iw).
          exists w. part. unfold stored_arc. now rewrite Et. }
      destruct q; cbn [colour_of arcs fst snd] in *; apply KEY; assumption.
  Qed.
End Correct.

(** The meaning of a claim: the claimed threshold of every position of the stored game, for every
    number of chips of the claim, is the threshold. *)
Definition stored_claim_true (v : stored_claim) : Prop :=
  let c := proved (chips_proved v) in
  let g := stored_game v in
  forall (i : position (with_chips (Richman.Graph.graph_game g))) k,
    0 <= i < len (Richman.Graph.positions g) -> in_range (numbers c) k ->
    exists t, claimed_threshold v i k = Some t /\ threshold (ties c) (claimant c) k i t.

Lemma claimed_threshold_at v i n t k c : Index.find (classes_of v) i = Some c -> n = Z.to_N c ->
  table_of_class (holds_tables (chips_proved v)) n = Some t ->
  claimed_threshold v i k = Some (table_at t (k - first_of (numbers (proved (chips_proved v))))).
Proof. intros E -> T. unfold claimed_threshold. now rewrite E, T. Qed.

Theorem check_stored_sound size g claim evidence v : Richman.Graph.graph_ok g = true ->
  check_stored size g claim evidence = Some v -> stored_game v = g /\ stored_claim_true v.
Proof.
  intros GO. unfold check_stored. rewrite list_length_spec.
  set (k := Richman.Graph.numbered _ _ _).
  passed NO.
  take rows RO.
  take w V. intros [= <-].
  part. intros i kk Hi Hk. cbn [stored_game chips_proved proved] in *.
  assert (CK : forall c i, Index.find (Richman.Graph.position_of k) c = Some i -> c < Richman.Graph.count k).
  { unfold k, Richman.Graph.numbered. cbn [Richman.Graph.position_of Richman.Graph.count].
    intros c i' P. apply Index.find_index_in in P. rewrite list_length_spec. lia. }
  destruct (verify_sound (with_chips (Richman.Graph.graph_game g)) (stored_position g) (stored_arc g k)
    size claim evidence [] rows w V) as (_ & T & TH).
  - now apply rows_presented.
  - intros w' i' n Dw Ew. exfalso. revert Ew. apply nothing_cited.
  - intros i' cv E. destruct (N.to_nat i'); discriminate.
  - destruct (stored_arc_position g k NO CK i Hi) as (c & C & Ea & Ec & _).
    assert (Di : stored_position g i) by (unfold stored_position; pose proof (len_pos (Richman.Graph.outcomes g)); lia).
    destruct (table_of_class (holds_tables w) (Z.to_N c)) as [t|] eqn:Et; [|exfalso; eapply T; eauto].
    exists (table_at t (kk - first_of (numbers (proved w)))). split.
    + exact (claimed_threshold_at (StoredClaim g (Richman.Graph.class_of k) w) i (Z.to_N c) t kk c Ec eq_refl Et).
    + apply (TH i (Z.to_N c) t kk); auto.
Qed.

(** From bytes to the claim.  Suppose that [verify_chips_graph] answers [v] for the bytes of a file.
    Then the file is the encoding of an envelope of kind [chips] and rule set [graph] whose
    parameters are the stored game of [v].  For every number of chips of the claim and every position
    of this game, the claimed threshold is the threshold: with a code from it on the claimant wins by
    force, with a smaller code the other prevents it for ever. *)
Theorem verify_chips_graph_sound bytes v : verify_chips_graph bytes = Some v ->
  (exists e, bytes = encode_file (envelope_item e) /\ kind e = chips_name /\
     rules e = Richman.Graph.graph_name /\
     parameters e = Richman.Graph.graph_parameters (stored_game v)) /\
  stored_claim_true v.
Proof.
  unfold verify_chips_graph. take e R.
  apply read_envelope_sound in R. unfold verify_chips_graph_envelope.
  passed K.
  passed Ci.
  take g Gr. intros C.
  destruct (Richman.Graph.read_graph_sound _ _ Gr) as (P & GO & _).
  destruct (check_stored_sound _ _ _ _ _ GO C) as (<- & T). split; [|assumption].
  unfold Richman.Graph.is_kind, Richman.Graph.is_rules in K.
  apply andb_prop in K as [[K1%same_bytes_eq _]%andb_prop [K2%same_bytes_eq _]%andb_prop]. exists e.
  repeat split; assumption.
Qed.
