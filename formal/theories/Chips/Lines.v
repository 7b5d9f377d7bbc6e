(** * Three families of small games with chips: from the bytes of a file to its claim

    Rule sets [tug], [ultimatum] and [sudden-death] ([spec/rules/lines.md]): the games, their
    classes with one position each, and [verify_chips_line], which reads a file of kind [chips]
    about one of them.  [verify_chips_line_sound]: the table of a class contains the claimant's
    threshold at its position, for every number of chips of the claim. *)
From Coq Require Import String.
From Coq Require Import ZArith NArith List Bool Lia.
From Gamecert Require Import Format.Cbor Format.Fields Format.Envelope.
From Gamecert Require Richman.Game Richman.Checker Richman.Graph.
From Gamecert.Chips Require Import Rule OneMove Threshold Tables Check CheckProof Evidence EvidenceProof Stored.
Import ListNotations.
Open Scope Z_scope.

(** ** The games *)

Inductive line := Tug (n : Z) | Ultimatum (n : Z) | SuddenDeath (for_left : bool) (n : Z).

(** A position is an integer, or play is over and a player has won.  In sudden death the integer is
    the number of remaining moves. *)
Inductive line_position := On (v : Z) | Over (winner : Richman.Game.colour).

Definition to_left : line_position := Over Richman.Game.White.
Definition to_right : line_position := Over Richman.Game.Black.

Definition line_options (g : line) (player : Richman.Game.colour) (v : Z) : list line_position :=
  match g with
  | Tug n =>
      let reached w := if w =? n then to_left else if w =? - n then to_right else On w in
      [reached (v - 1); reached (v + 1)]
  | Ultimatum n =>
      match player with
      | Richman.Game.White => [if v =? 0 then On n else if 0 <? v then to_left else On (v + 1)]
      | Richman.Game.Black => [if v =? 0 then On (- n) else if 0 <? v then On (v - 1) else to_right]
      end
  | SuddenDeath true n =>
      match player with
      | Richman.Game.White => [to_left]
      | Richman.Game.Black => [if v =? 1 then to_right else On (v - 1)]
      end
  | SuddenDeath false n =>
      match player with
      | Richman.Game.White => [if v =? 1 then to_left else On (v - 1)]
      | Richman.Game.Black => [to_right]
      end
  end.

Definition line_game (g : line) : Richman.Game.game := {|
  Richman.Game.position := line_position;
  Richman.Game.state_of := fun p =>
    match p with On _ => Richman.Game.Ongoing | Over w => Richman.Game.Won w end;
  Richman.Game.options := fun player p =>
    match p with On v => line_options g player v | Over _ => [] end |}.

(** ** Classes *)

Definition least_position (g : line) : Z :=
  match g with Tug n => - (n - 1) | Ultimatum n => - n | SuddenDeath _ _ => 1 end.
Definition greatest_position (g : line) : Z :=
  match g with Tug n => n - 1 | Ultimatum n => n | SuddenDeath _ n => n end.
Definition class_count (g : line) : Z := greatest_position g - least_position g + 1.
(** In the first two families classes ascend with the position, in the third they descend. *)
Definition class_of (g : line) (v : Z) : Z :=
  match g with Tug _ | Ultimatum _ => v - least_position g | SuddenDeath _ n => n - v end.
Definition position_of (g : line) (c : Z) : Z :=
  match g with Tug _ | Ultimatum _ => c + least_position g | SuddenDeath _ n => n - c end.

Definition line_target (g : line) (p : line_position) : Richman.Checker.target :=
  match p with On v => Richman.Checker.Own (class_of g v) | Over w => Richman.Checker.End w end.
Definition class_targets (g : line) (player : Richman.Game.colour) (c : Z) : list Richman.Checker.target :=
  map (line_target g) (line_options g player (position_of g c)).

(** ** The checker *)

(** [tug/length], [ultimatum/degree], [sudden-death/player], [sudden-death/moves]. *)
Definition length_ok (n : Z) : bool := (1 <=? n) && (n <=? 10000).
Definition read_length (i : item) : option Z :=
  match unsigned i with Some n => if length_ok n then Some n else None | None => None end.
Definition tug_name : list Z := Eval compute in codes "tug".
Definition ultimatum_name : list Z := Eval compute in codes "ultimatum".
Definition sudden_death_name : list Z := Eval compute in codes "sudden-death".
Definition read_line (rules : list Z) (l : list item) : option line :=
  if same_bytes rules tug_name then
    match l with [n] => option_map Tug (read_length n) | _ => None end
  else if same_bytes rules ultimatum_name then
    match l with [n] => option_map Ultimatum (read_length n) | _ => None end
  else if same_bytes rules sudden_death_name then
    match l with
    | [p; n] =>
        match unsigned p with
        | Some 0 => option_map (SuddenDeath true) (read_length n)
        | Some 1 => option_map (SuddenDeath false) (read_length n)
        | _ => None
        end
    | _ => None
    end
  else None.

Record line_claim := LineClaim { line_of : line; line_proved : verified }.

Definition check_line (size : Z) (g : line) (claim evidence : list item) : option line_claim :=
  match rows_of (class_targets g) (below (class_count g)) with
  | Some rows =>
      match verify size claim evidence [] rows with
      | Some v => Some (LineClaim g v)
      | None => None
      end
  | None => None
  end.
Definition verify_chips_line_envelope (size : Z) (e : envelope) : option line_claim :=
  if Richman.Graph.is_kind chips_name 1 e && (rules_version e =? 1) then
    match citations e, read_line (rules e) (parameters e) with
    | [], Some g => check_line size g (Envelope.claim e) (Envelope.evidence e)
    | _, _ => None
    end
  else None.
Definition verify_chips_line (bytes : list Z) : option line_claim :=
  match read_envelope bytes with
  | Some e => verify_chips_line_envelope (list_length bytes) e
  | None => None
  end.

(** The claimed threshold of a position, with [k] chips in all. *)
Definition line_threshold (v : line_claim) (position k : Z) : option Z :=
  match table_of_class (holds_tables (line_proved v)) (Z.to_N (class_of (line_of v) position)) with
  | Some t => Some (table_at t (k - first_of (numbers (proved (line_proved v)))))
  | None => None
  end.

(** The meaning of a claim. *)
Definition line_claim_true (v : line_claim) : Prop :=
  let g := line_of v in
  let c := proved (line_proved v) in
  forall p k, least_position g <= p <= greatest_position g -> in_range (numbers c) k ->
    exists t, line_threshold v p k = Some t /\
      threshold (G := with_chips (line_game g)) (ties c) (claimant c) k (On p) t.

(** ** Proofs *)

Definition well_sized (g : line) : Prop :=
  match g with Tug n | Ultimatum n | SuddenDeath _ n => 1 <= n end.

Section Correct.
  Variable g : line.
  Hypothesis WS : well_sized g.
  Notation G := (with_chips (line_game g)).
  Variable rows : list row.
  Hypothesis RO : rows_of (class_targets g) (below (class_count g)) = Some rows.

  Definition on_line (p : position G) : Prop :=
    match p : line_position with On v => least_position g <= v <= greatest_position g | Over _ => True end.
  Definition line_arc (p : position G) : arc :=
    match arc_of_target (line_target g p) with Some a => a | None => End Drawn end.

  Lemma class_of_range v : least_position g <= v <= greatest_position g ->
    0 <= class_of g v < class_count g /\ position_of g (class_of g v) = v.
  Proof. unfold class_of, class_count, position_of. destruct g; cbn in *; lia. Qed.

  Lemma stays_on_line player v w : least_position g <= v <= greatest_position g ->
    In w (line_options g player v) -> on_line w.
  Proof.
    intros Hv I. unfold on_line. unfold line_options in I. destruct g as [n|n|[] n]; cbn in Hv, WS.
    - destruct I as [<-|[<-|[]]].
      + destruct (Z.eqb_spec (v - 1) n); [exact Logic.I|]. destruct (Z.eqb_spec (v - 1) (- n)); [exact Logic.I|]. cbn; lia.
      + destruct (Z.eqb_spec (v + 1) n); [exact Logic.I|]. destruct (Z.eqb_spec (v + 1) (- n)); [exact Logic.I|]. cbn; lia.
    - destruct player; destruct I as [<-|[]]; destruct (Z.eqb_spec v 0); destruct (Z.ltb_spec 0 v); cbn; try exact Logic.I; lia.
    - destruct player; destruct I as [<-|[]]; [exact Logic.I|]. destruct (Z.eqb_spec v 1); cbn; try exact Logic.I; lia.
    - destruct player; destruct I as [<-|[]]; [|exact Logic.I]. destruct (Z.eqb_spec v 1); cbn; try exact Logic.I; lia.
  Qed.

  Lemma arc_on v : least_position g <= v <= greatest_position g -> line_arc (On v) = Class (Z.to_N (class_of g v)).
  Proof.
    intros Hv. destruct (class_of_range v Hv) as [R _]. unfold line_arc. cbn.
    now rewrite (proj2 (Z.leb_le 0 _) (proj1 R)).
  Qed.
  Lemma arc_over w : line_arc (Over w) =
    End (Won (match w with Richman.Game.White => Left | Richman.Game.Black => Right end)).
  Proof. destruct w; reflexivity. Qed.

  Lemma line_presented : presented rows on_line line_arc.
  Proof.
    split.
    - intros [v|w] o D A.
      + rewrite arc_on in A by exact D. discriminate.
      + rewrite arc_over in A. destruct w; injection A as <-; reflexivity.
    - intros [v|w] n D A; [|rewrite arc_over in A; discriminate].
      rewrite arc_on in A by exact D. injection A as <-. part.
      destruct (class_of_range v D) as [R P].
      pose proof (all_spec _ _ _ RO) as FA.
      destruct (Forall2_nth _ _ _ FA (Z.to_nat (class_of g v)) (class_of g v)) as (r & Er & Hr);
        [now apply below_nth|].
      exists r. split; [rewrite <- Er; f_equal; lia|]. unfold row_of, class_targets in Hr. rewrite P in Hr.
      take wl WL.
      take bl BL.
      injection Hr as <-.
      assert (KEY : forall player m, all arc_of_target (map (line_target g) (line_options g player v)) = Some m ->
        (forall w : position G, In w (line_options g player v) -> on_line w /\ In (line_arc w) m) /\
        (forall a, In a m -> exists w : position G, In w (line_options g player v) /\ line_arc w = a)).
      { intros player m AM. destruct (all_in _ _ _ AM) as [A1 A2]. split.
        - intros w I. split; [now apply (stays_on_line player v)|].
          destruct (A1 (line_target g w)) as (b & Eb & Ib); [now apply in_map|]. unfold line_arc. now rewrite Eb.
        - intros a I. destruct (A2 a I) as (t & It & Et). apply in_map_iff in It as (w & <- & Iw).
          exists w. part. unfold line_arc. now rewrite Et. }
      intros q. destruct q; cbn [options with_chips line_game Richman.Game.options colour_of arcs fst snd]; now apply KEY.
  Qed.

  Lemma line_cites_nothing p i n : line_arc p <> Cited i n.
  Proof.
    unfold line_arc. destruct p as [v|w]; cbn; [destruct (0 <=? class_of g v)|destruct w]; discriminate.
  Qed.
End Correct.

Lemma read_length_sound i n : read_length i = Some n -> i = Int n /\ 1 <= n.
Proof.
  unfold read_length. take m U.
  passed L. intros [= <-].
  apply unsigned_item in U. unfold length_ok in L. apply andb_prop in L as [L%Z.leb_le _].
  split; [apply U|assumption].
Qed.

(** The rule set and the parameters of a game. *)
Definition line_rules (g : line) : list Z :=
  match g with Tug _ => tug_name | Ultimatum _ => ultimatum_name | SuddenDeath _ _ => sudden_death_name end.
Definition line_parameters (g : line) : list item :=
  match g with
  | Tug n | Ultimatum n => [Int n]
  | SuddenDeath for_left n => [Int (if for_left then 0 else 1); Int n]
  end.

Lemma read_line_sound r l g : read_line r l = Some g -> r = line_rules g /\ l = line_parameters g /\ well_sized g.
Proof.
  unfold read_line.
  destruct (same_bytes r tug_name) eqn:E1; [|destruct (same_bytes r ultimatum_name) eqn:E2;
    [|passed E3]].
  - apply same_bytes_eq in E1. destruct l as [|i []]; try discriminate.
    destruct (read_length i) as [n|] eqn:R; [|discriminate]. apply read_length_sound in R as [-> R].
    intros [= <-]. auto.
  - apply same_bytes_eq in E2. destruct l as [|i []]; try discriminate.
    destruct (read_length i) as [n|] eqn:R; [|discriminate]. apply read_length_sound in R as [-> R].
    intros [= <-]. auto.
  - apply same_bytes_eq in E3. destruct l as [|p [|i []]]; try discriminate.
    destruct (unsigned p) as [[|[| |]|]|] eqn:U; try discriminate; apply unsigned_item in U as [-> _];
      destruct (read_length i) as [n|] eqn:R; try discriminate; apply read_length_sound in R as [-> R];
      intros [= <-]; auto.
Qed.

Theorem check_line_sound size g claim evidence v : well_sized g ->
  check_line size g claim evidence = Some v -> line_of v = g /\ line_claim_true v.
Proof.
  intros WS. unfold check_line. take rows RO.
  take w V. intros [= <-].
  part. intros p k Hp Hk. cbn [line_of line_proved] in *.
  destruct (verify_sound (with_chips (line_game g)) (on_line g) (line_arc g) size claim evidence [] rows w V)
    as (_ & TN & TH).
  - now apply line_presented.
  - intros q i n _ A. exfalso. revert A. apply line_cites_nothing.
  - intros i cv E. destruct (N.to_nat i); discriminate.
  - assert (A : line_arc g (On p) = Class (Z.to_N (class_of g p))) by (eapply arc_on; eauto).
    destruct (table_of_class (holds_tables w) (Z.to_N (class_of g p))) as [t|] eqn:Et.
    2:{ exfalso. now apply (TN (On p) (Z.to_N (class_of g p))). }
    exists (table_at t (k - first_of (numbers (proved w)))). split.
    + unfold line_threshold. cbn [line_of line_proved]. now rewrite Et.
    + now apply (TH (On p) (Z.to_N (class_of g p)) t k).
Qed.

(** From bytes to the claim. *)
Theorem verify_chips_line_sound bytes v : verify_chips_line bytes = Some v ->
  (exists e, bytes = encode_file (envelope_item e) /\ kind e = chips_name /\
     rules e = line_rules (line_of v) /\ parameters e = line_parameters (line_of v)) /\
  line_claim_true v.
Proof.
  unfold verify_chips_line. take e R.
  apply read_envelope_sound in R. unfold verify_chips_line_envelope.
  passed K. destruct (citations e); [|discriminate].
  take g L. intros C.
  apply read_line_sound in L as (L1 & L2 & WS).
  destruct (check_line_sound _ g _ _ v WS C) as (<- & T). split; [|assumption].
  apply andb_prop in K as [K _]. unfold Richman.Graph.is_kind in K.
  apply andb_prop in K as [K%same_bytes_eq _]. exists e. auto.
Qed.
