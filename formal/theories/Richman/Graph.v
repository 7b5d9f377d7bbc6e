(** * Stored games: from the bytes of a file to its claim

    Rule set [graph] ([spec/rules/graph.md]): a game stored completely in the file, its classes, and
    [verify_graph], which reads a file of kind [richman] about such a game and tests all clauses.
    [verify_graph_sound]: if it answers with a claim, then the bytes are the unique encoding of an
    envelope, and the claimed values are the thresholds of the stored game.

    White is Left, Black is Right.  Clauses: [graph/*], [citation/count], [envelope/*].  The clauses
    of the kind are in [Evidence.v] and [Checker.v]. *)

From Coq Require Import String.
From Coq Require Import ZArith QArith List Bool Lia Lqa.
From Gamecert Require Import Format.Cbor Format.Fields Format.Index Format.Names Format.Envelope.
From Gamecert Require Import Richman.Game Richman.Values Richman.Bidding Richman.Checker Richman.Sound
  Richman.Evidence.
Import ListNotations.
Open Scope Z_scope.

(** ** The stored game *)

Record node := Node { name : list Z; left_options : list Z; right_options : list Z }.
Record stored := Stored {
  title : list Z; left_name : list Z; right_name : list Z; start_position : Z;
  positions : list node;
  outcomes : list (list Z * Z)       (* ends: name, and 0: Left has won, 1: Right has won, 2: neither *)
}.

(** The stored game.  Positions are numbers: with p positions, a number below p is the position with
    this index, and p + j is the end with index j. *)
Definition graph_game (g : stored) : game := {|
  position := Z;
  state_of := fun i =>
    if (0 <=? i) && (i <? len (positions g)) then Ongoing
    else match nth_error (outcomes g) (Z.to_nat (i - len (positions g))) with
         | Some (_, 0) => Won White
         | Some (_, 1) => Won Black
         | _ => Drawn
         end;
  options := fun player i =>
    match nth_error (positions g) (Z.to_nat i) with
    | Some n => match player with White => left_options n | Black => right_options n end
    | None => []
    end |}.

(** ** Parameters *)

Definition node_item (n : node) : item :=
  Array [Text (name n); Array (map Int (left_options n)); Array (map Int (right_options n))].
Definition end_item (e : list Z * Z) : item := Array [Text (fst e); Int (snd e)].
Definition graph_parameters (g : stored) : list item :=
  [Text (title g); Text (left_name g); Text (right_name g); Int (start_position g);
   Array (map node_item (positions g)); Array (map end_item (outcomes g))].

Definition read_options (i : item) : option (list Z) :=
  match i with Array ((_ :: _) as l) => traverse unsigned l | _ => None end.
Definition read_node (i : item) : option node :=
  match i with
  | Array [Text n; l; r] =>
      if is_name n then
        match read_options l, read_options r with
        | Some l, Some r => Some (Node n l r)
        | _, _ => None
        end
      else None
  | _ => None
  end.
Definition read_end (i : item) : option (list Z * Z) :=
  match i with
  | Array [Text n; o] =>
      match unsigned o with
      | Some o => if is_name n && (o <? 3) then Some (n, o) else None
      | None => None
      end
  | _ => None
  end.
(** [graph/option], [graph/positions], [graph/start], [graph/name]. *)
Definition options_exist (total : Z) (n : node) : bool :=
  forallb (fun o => (0 <=? o) && (o <? total)) (left_options n)
  && forallb (fun o => (0 <=? o) && (o <? total)) (right_options n).
Definition names_differ (g : stored) : bool :=
  no_control (title g) && is_name (left_name g) && is_name (right_name g)
  && negb (same_bytes (left_name g) (right_name g))
  && all_different (rev_append (tail_map name (positions g)) (tail_map fst (outcomes g))).
Definition graph_ok (g : stored) : bool :=
  let p := list_length (positions g) in
  let total := p + list_length (outcomes g) in
  (0 <? p) && (total <? 2 ^ 32) && (start_position g <? p)
  && forallb (options_exist total) (positions g) && names_differ g.
Definition read_graph (l : list item) : option stored :=
  match l with
  | [Text t; Text w; Text b; s; Array ps; Array es] =>
      match unsigned s, traverse read_node ps, traverse read_end es with
      | Some s, Some ps, Some es =>
          let g := Stored t w b s ps es in if graph_ok g then Some g else None
      | _, _, _ => None
      end
  | _ => None
  end.

(** ** Classes *)

Section Numbering.
  Variables (p : Z) (nodes : table node).

  (** All options of a position, Left's and then Right's.  Functions that use them skip the options
      that are ends. *)
  Definition arcs (i : Z) : list Z :=
    match find nodes i with
    | Some n => rev_append (rev_append (left_options n) []) (right_options n)
    | None => []
    end.
  Definition degree (d : table Z) (i : Z) : Z := match find d i with Some n => n | None => 0 end.
  Definition add_arc (d : table Z) (o : Z) : table Z := if o <? p then store o (degree d o + 1) d else d.
  Definition degrees (all : list Z) : table Z :=
    fold_left (fun d i => fold_left add_arc (arcs i) d) all empty.

  (** An option loses an arc.  An option without arcs left joins the end of the queue. *)
  Definition lose_arc (s : table Z * list Z) (o : Z) : table Z * list Z :=
    let '(d, back) := s in
    if o <? p then
      let n := degree d o - 1 in (store o n d, if n =? 0 then o :: back else back)
    else s.
  (** The queue is [front], followed by [back] in reverse.  [order] contains the numbered positions,
      the last one first. *)
  Fixpoint number_on (fuel : list Z) (front back : list Z) (d : table Z) (order : list Z) : list Z :=
    match fuel with
    | [] => order
    | _ :: fuel' =>
        match (match front with [] => rev_append back [] | _ => front end) with
        | [] => order
        | i :: rest =>
            let back' := match front with [] => [] | _ => back end in
            let '(d', back'') := fold_left lose_arc (arcs i) (d, back') in
            number_on fuel' rest back'' d' (i :: order)
        end
    end.
  Definition stored_order (all : list Z) : list Z :=
    let d := degrees all in
    let roots := filter (fun i => degree d i =? 0) all in
    let order := rev_append (number_on all roots [] d []) [] in
    if list_length order =? p then order else all.
End Numbering.

(** The class of each position, and the position of each class. *)
Record numbering := Numbering { class_of : table Z; position_of : table Z; count : Z }.
Fixpoint number_classes (c : Z) (order : list Z) (m : table Z) : table Z :=
  match order with [] => m | i :: order' => number_classes (c + 1) order' (store i c m) end.
Definition numbered (p : Z) (nodes : table node) (all : list Z) : numbering :=
  let order := stored_order p nodes all in
  Numbering (number_classes 0 order empty) (index order) (list_length order).

(** Tested instead of proved: every position has a class, and is the position of this class. *)
Definition in_class (k : numbering) (i : Z) : bool :=
  match find (class_of k) i with
  | Some c => match find (position_of k) c with Some j => j =? i | None => false end
  | None => false
  end.
Definition numbering_ok (p : Z) (k : numbering) (all : list Z) : bool :=
  (count k =? p) && forallb (in_class k) all.

(** ** Options of a class *)

Section Options.
  Variables (p : Z) (nodes : table node) (ends : table (list Z * Z)) (k : numbering).

  Definition target_of (o : Z) : target :=
    if o <? p then match find (class_of k) o with Some c => Own c | None => Own (-1) end
    else match find ends (o - p) with
         | Some (_, 0) => End White
         | Some (_, 1) => End Black
         | _ => DrawnEnd
         end.
  Definition graph_options (player : colour) (c : Z) : list target :=
    match find (position_of k) c with
    | Some i =>
        match find nodes i with
        | Some n => tail_map target_of (match player with White => left_options n | Black => right_options n end)
        | None => []
        end
    | None => []
    end.
End Options.

(** ** The checker *)

(** The contents of a verified file of this kind and rule set. *)
Record graph_claim := GraphClaim { stored_game : stored; stored_values : values; stored_classes : table Z }.

(** The claimed values of the position with index [i]. *)
Definition claimed (v : graph_claim) (i : Z) : option (Q * Q) :=
  match find (stored_classes v) i with
  | Some c => match cell_at (stored_values v) c with Some u => Some (alpha u, beta u) | None => None end
  | None => None
  end.

Definition no_citation (k c : Z) : option cell := None.
Definition check_graph (size : Z) (g : stored) (claim evidence : list item) : option graph_claim :=
  let p := list_length (positions g) in
  let nodes := index (positions g) in
  let all := count_from 0 (positions g) [] in
  let k := numbered p nodes all in
  if numbering_ok p k all then
    match check size p (graph_options p nodes (index (outcomes g)) k) no_citation claim evidence with
    | Some v => Some (GraphClaim g v (class_of k))
    | None => None
    end
  else None.

Definition richman_name : list Z := Eval compute in codes "richman".
Definition graph_name : list Z := Eval compute in codes "graph".
Definition is_kind (k : list Z) (v : Z) (e : envelope) : bool := same_bytes (kind e) k && (kind_version e =? v).
Definition is_rules (r : list Z) (v : Z) (e : envelope) : bool := same_bytes (rules e) r && (rules_version e =? v).

Definition verify_graph_envelope (size : Z) (e : envelope) : option graph_claim :=
  if is_kind richman_name 1 e && is_rules graph_name 1 e then
    match citations e with
    | [] =>
        match read_graph (parameters e) with
        | Some g => check_graph size g (claim e) (evidence e)
        | None => None
        end
    | _ => None
    end
  else None.
Definition verify_graph (bytes : list Z) : option graph_claim :=
  match read_envelope bytes with
  | Some e => verify_graph_envelope (list_length bytes) e
  | None => None
  end.

(** ** Proofs: parameters *)

Lemma read_options_sound i l : read_options i = Some l -> i = Array (map Int l) /\ l <> [].
Proof.
  unfold read_options. destruct i as [| | |[|x l']|]; try discriminate. intros E. split.
  - rewrite (traverse_sound unsigned Int _ _ (fun a b H => proj1 (proj1 (unsigned_item a b) H)) E). reflexivity.
  - apply traverse_length in E. destruct l; discriminate.
Qed.
Lemma read_node_sound i n : read_node i = Some n -> i = node_item n /\ left_options n <> [] /\ right_options n <> [].
Proof.
  unfold read_node. destruct i as [| | |[|[] [|l [|r []]]]|]; try discriminate.
  destruct (is_name _); [|discriminate].
  destruct (read_options l) as [l'|] eqn:L; [|discriminate]. destruct (read_options r) as [r'|] eqn:R; [|discriminate].
  intros [= <-]. apply read_options_sound in L; apply read_options_sound in R.
  destruct L as [-> L]; destruct R as [-> R]. auto.
Qed.
Lemma read_end_sound i e : read_end i = Some e -> i = end_item e /\ 0 <= snd e < 3.
Proof.
  unfold read_end. destruct i as [| | |[|[] [|o []]]|]; try discriminate.
  destruct (unsigned o) as [n|] eqn:U; [|discriminate]. destruct (_ && _) eqn:B; [|discriminate].
  intros [= <-]. apply unsigned_item in U as [-> U].
  apply andb_prop in B as [_ B%Z.ltb_lt]. cbn. split; [reflexivity|lia].
Qed.
Lemma read_graph_sound l g : read_graph l = Some g -> l = graph_parameters g /\ graph_ok g = true /\ 0 <= start_position g.
Proof.
  unfold read_graph. destruct l as [|[] [|[] [|[] [|s [|[] [|[] []]]]]]]; try discriminate.
  destruct (unsigned s) as [n|] eqn:U; [|discriminate].
  destruct (traverse read_node items) as [ps|] eqn:P; [|discriminate].
  destruct (traverse read_end items0) as [es|] eqn:E; [|discriminate].
  destruct (graph_ok _) eqn:K; [|discriminate]. intros [= <-].
  apply unsigned_item in U as [-> U].
  rewrite (traverse_sound read_node node_item _ _ (fun a b H => proj1 (read_node_sound a b H)) P).
  rewrite (traverse_sound read_end end_item _ _ (fun a b H => proj1 (read_end_sound a b H)) E).
  repeat split; [assumption|apply U].
Qed.
Lemma graph_ok_options g : graph_ok g = true -> forall i n player, nth_error (positions g) i = Some n ->
  forall o, In o (match player with White => left_options n | Black => right_options n end) ->
  0 <= o < len (positions g) + len (outcomes g).
Proof.
  unfold graph_ok. rewrite !list_length_spec. intros H i n player N o I.
  apply andb_prop in H as [[_ H]%andb_prop _].
  rewrite forallb_forall in H. specialize (H n (nth_error_In _ _ N)). unfold options_exist in H.
  apply andb_prop in H as [HL HR]. rewrite forallb_forall in HL, HR.
  assert (B : (0 <=? o) && (o <? len (positions g) + len (outcomes g)) = true) by (destruct player; auto).
  apply andb_prop in B as [B1%Z.leb_le B2%Z.ltb_lt]. lia.
Qed.

(** ** Proofs: from the clauses to thresholds *)

Section Correct.
  Variables (g : stored) (k : numbering).
  Let p := len (positions g).
  Hypothesis GO : graph_ok g = true.
  Hypothesis NO : numbering_ok p k (count_from 0 (positions g) []) = true.

  (** The position of a class. *)
  Definition graph_place (c : Z) (i : position (graph_game g)) : Prop :=
    find (position_of k) c = Some i /\ 0 <= i < p.

  Lemma every_class i : 0 <= i < p -> exists c, find (class_of k) i = Some c /\ graph_place c i.
  Proof.
    intros H. unfold numbering_ok in NO. apply andb_prop in NO as [_ N].
    rewrite forallb_forall in N. specialize (N i). unfold in_class in N.
    assert (I : In i (count_from 0 (positions g) [])).
    { apply count_from_in. right. fold p. clear GO; lia. }
    specialize (N I). destruct (find (class_of k) i) as [c|] eqn:C; [|discriminate]. exists c. part.
    destruct (find (position_of k) c) as [j|] eqn:J; [|discriminate]. apply Z.eqb_eq in N. subst j. now split.
  Qed.

  Lemma target_meets o : 0 <= o < p + len (outcomes g) ->
    meets (graph_game g) graph_place (fun _ _ _ _ => False) (target_of p (index (outcomes g)) k o) o.
  Proof.
    intros H. unfold target_of. destruct (o <? p) eqn:L.
    - apply Z.ltb_lt in L. destruct (every_class o ltac:(lia)) as (c & -> & P). exact P.
    - apply Z.ltb_ge in L.
      assert (S : state_of (o : position (graph_game g)) =
        match nth_error (outcomes g) (Z.to_nat (o - p)) with
        | Some (_, 0) => Won White | Some (_, 1) => Won Black | _ => Drawn end).
      { cbn. fold p. destruct ((0 <=? o) && (o <? p)) eqn:B; [|reflexivity].
        apply andb_prop in B as [_ B%Z.ltb_lt]. lia. }
      rewrite find_index. destruct (o - p <? 0) eqn:N; [apply Z.ltb_lt in N; lia|].
      destruct (nth_error (outcomes g) (Z.to_nat (o - p))) as [[nm [|[| |]|]]|]; exact S.
  Qed.

  Lemma graph_faithful c i : graph_place c i ->
    state_of i = Ongoing /\
    forall player, covers (meets (graph_game g) graph_place (fun _ _ _ _ => False))
      (graph_options p (index (positions g)) (index (outcomes g)) k player c) (options player i).
  Proof.
    intros (P & B). split.
    - cbn. fold p. destruct ((0 <=? i) && (i <? p)) eqn:E; [reflexivity|].
      apply andb_false_iff in E as [E|E]; [apply Z.leb_gt in E|apply Z.ltb_ge in E]; lia.
    - intros player. unfold graph_options. rewrite P, find_index.
      destruct (i <? 0) eqn:N; [apply Z.ltb_lt in N; lia|]. cbn [options graph_game].
      destruct (nth_error (positions g) (Z.to_nat i)) as [n|] eqn:E.
      + rewrite tail_map_spec. pose proof (graph_ok_options g GO _ _ player E) as R.
        set (l := match player with White => left_options n | Black => right_options n end) in *. fold p in R.
        split.
        * intros t I. apply in_map_iff in I as (o & <- & I). exists o. part. now apply target_meets, R.
        * intros o I. exists (target_of p (index (outcomes g)) k o). split; [now apply in_map|]. now apply target_meets, R.
      + apply nth_error_None in E. unfold p, len in B. lia.
  Qed.
End Correct.

(** The meaning of a claim.  [graph_claim_true v]: each position of the stored game has claimed
    values, and these are the limits of the thresholds of n moves and the thresholds of play. *)
Definition graph_claim_true (v : graph_claim) : Prop :=
  let g := stored_game v in
  forall i : position (graph_game g), 0 <= i < len (positions g) ->
    exists x y, claimed v i = Some (x, y) /\
      thresholds (graph_game g) i x y /\
      is_sup (fun n => a n i) x /\ is_inf (fun n => b n i) y.

Theorem check_graph_sound size g claim evidence v : graph_ok g = true ->
  check_graph size g claim evidence = Some v -> stored_game v = g /\ graph_claim_true v.
Proof.
  intros GO. unfold check_graph. rewrite list_length_spec.
  set (p := len (positions g)). set (all := count_from 0 (positions g) []).
  set (k := numbered p (index (positions g)) all).
  destruct (numbering_ok p k all) eqn:NO; [|discriminate].
  destruct (check _ _ _ _ _ _) as [w|] eqn:C; [|discriminate]. intros [= <-].
  part. intros i H. cbn [stored_game] in *.
  destruct (check_sound _ _ _ _ _ _ _ C) as (_ & Dom & Range & Clauses & _).
  destruct (richman_with_citations (graph_game g)
    (graph_options p (index (positions g)) (index (outcomes g)) k) no_citation (cell_at w)
    (graph_place g k) (fun _ _ _ _ => False) (fun _ _ _ => False)) as (Lim & Cl); auto.
  - intros c u q _ P. now apply graph_faithful.
  - split; [contradiction|]. intros eps _. exists O. contradiction.
  - intros q x y [].
  - contradiction.
  - discriminate.
  - destruct (every_class g k NO i H) as (c & Ec & P).
    assert (Dc : 0 <= c < p).
    { unfold numbering_ok in NO. apply andb_prop in NO as [N%Z.eqb_eq _].
      destruct P as (P & _). apply find_index_in in P as (_ & P).
      unfold k, numbered in N. cbn [count] in N. rewrite list_length_spec in N. unfold p in *. lia. }
    destruct (proj2 (Dom c) Dc) as (u & Eu). exists (alpha u), (beta u).
    assert (S : own_values (graph_game g) (cell_at w) (graph_place g k) i (alpha u) (beta u)) by (now exists c, u).
    split.
    { change (match find (class_of k) i with
              | Some c => match cell_at w c with Some u => Some (alpha u, beta u) | None => None end
              | None => None
              end = Some (alpha u, beta u)). now rewrite Ec, Eu. }
    split; [exact (limits_are_thresholds _ _ Lim Cl i _ _ (or_introl S))|]. split.
    + exact (limits_sup _ _ i _ _ Lim (or_introl S)).
    + exact (limits_inf _ _ i _ _ Lim (or_introl S)).
Qed.

(** From bytes to the claim.  Suppose that [verify_graph] answers [v] for the bytes of a file.  Then
    the file is the encoding of an envelope of kind [richman] and rule set [graph] whose parameters
    are the stored game of [v], and the values of [v] are the thresholds of that game: for every fair
    custom of bidding, at every position White wins by force if Black has less than alpha, and Black
    prevents it with more than alpha.  The same holds with beta and the players exchanged. *)
Theorem verify_graph_sound bytes v : verify_graph bytes = Some v ->
  (exists e, bytes = encode_file (envelope_item e) /\ kind e = richman_name /\ rules e = graph_name /\
     parameters e = graph_parameters (stored_game v)) /\
  graph_claim_true v.
Proof.
  unfold verify_graph. destruct (read_envelope bytes) as [e|] eqn:R; [|discriminate].
  apply read_envelope_sound in R. unfold verify_graph_envelope.
  destruct (is_kind richman_name 1 e && is_rules graph_name 1 e) eqn:K; [|discriminate].
  destruct (citations e) eqn:Ci; [|discriminate].
  destruct (read_graph (parameters e)) as [g|] eqn:G; [|discriminate]. intros C.
  destruct (read_graph_sound _ _ G) as (P & GO & _).
  destruct (check_graph_sound _ _ _ _ _ GO C) as (<- & T). split; [|assumption].
  unfold is_kind, is_rules in K.
  apply andb_prop in K as [[K1%same_bytes_eq _]%andb_prop [K2%same_bytes_eq _]%andb_prop]. exists e.
  repeat split; assumption.
Qed.
