(** * Certificates of kind [losing], version 2: from the bytes of a file to its claim

    Implements section 6 of [spec/kinds/losing.md]: several roots, and citations. [read_linked] reads
    the claim and the stream of an envelope, and [check_linked] tests them against what the cited
    certificates give. If both succeed and the cited certificates are true, the claim is true
    ([check_linked_sound]).

    Every clause of the section is tested. Not covered here: finding cited files and their verdicts
    ([Checker.Verify]), the order in which clauses are reported, and [resources/memory] and
    [resources/allowance], which never lead to a verdict of REJECTED. *)

From Coq Require Import String.
From Coq Require Import ZArith List Bool Lia.
From Gamecert Require Import Format.Cbor Format.Fields Format.Envelope.
From Gamecert Require Import Losing.Game Losing.Memory Losing.Rules Losing.Irreversible Losing.Text Losing.Table.
From Gamecert Require Import Losing.Code Losing.Linked Losing.Certificate.
From Gamecert Require Losing.Safe.
Import ListNotations.
Open Scope Z_scope.

(** ** The claim *)

Record linked_claim := LinkedClaim {
  linked_rule : stalemate;
  linked_roots : list (root_claim position);
  linked_winner : side;
  linked_positions : Z;
  linked_reversible : Z
}.

(** The winner wins from each root within the root's numbers; see [Memory.wins_within]. *)
Definition linked_claim_holds (c : linked_claim) : Prop :=
  linked_roots c <> [] /\ forall r, In r (linked_roots c) ->
    valid (root_position r) = true /\ 0 <= root_clock r <= 100 /\
    @wins_within (losing_chess (linked_rule c)) (linked_winner c) (root_position r) (root_clock r)
      (root_longest r) (root_run r) (linked_reversible c).

(** The envelope that states a claim, with citations and a stream that prove it. *)
Definition root_item (r : root_claim position) : item :=
  Array [Text (Losing.Text.text (root_position r)); Int (root_clock r); Int (root_longest r); Int (root_run r)].

Definition linked_envelope (c : linked_claim) (digests : list (list Z)) (stream : list Z) : envelope :=
  Envelope kind_name 2 rules_name 1 [Text (rule_name (linked_rule c))]
    [Array (map root_item (linked_roots c)); Int (side_number (linked_winner c)); Int (linked_positions c);
     Int (linked_reversible c)]
    digests [Bytes stream].

(** ** Cited certificates *)

(** What a cited certificate gives. [cited_chain] is the number of certificates in the longest chain
    that begins with it, in which each cites the next. *)
Record cited_file := CitedFile {
  cited_rule : stalemate;
  cited_winner : side;
  cited_roots : list (cited_root position);
  cited_reversible : Z;
  cited_chain : Z
}.

Definition of_version_1 (c : losing_claim) : cited_file :=
  CitedFile (rule c) (winner c) [CitedRoot (root c) (longest c) (reversible c)] (reversible c) 1.

Definition of_version_2 (c : linked_claim) (chain : Z) : cited_file :=
  CitedFile (linked_rule c) (linked_winner c)
    (tail_map (fun r => CitedRoot (root_position r) (root_longest r) (root_run r)) (linked_roots c))
    (linked_reversible c) chain.

Definition cited_file_holds (f : cited_file) : Prop :=
  forall r, In r (cited_roots f) -> exists clock, 0 <= clock /\
    @wins_within (losing_chess (cited_rule f)) (cited_winner f) (cited_position r) clock
      (cited_longest r) (cited_run r) (cited_reversible f).

(** ** Reading the claim *)

(** Each list is after the one before. *)
Fixpoint bytes_ascend (l : list (list Z)) : bool :=
  match l with
  | a :: rest => match rest with b :: _ => if Safe.before_bytes a b then bytes_ascend rest else false | [] => true end
  | [] => true
  end.

Definition read_root_numbers (t : list Z) (c l v : Z) : option (root_claim position) :=
  match read_root t, read_clock c with Some p, Some c => Some (RootClaim p c l v) | _, _ => None end.

Definition read_root_claim (i : item) : option (root_claim position) :=
  match i with
  | Array [t; c; l; v] =>
      match Fields.text t, unsigned c with
      | Some t, Some c =>
          match unsigned l, unsigned v with Some l, Some v => read_root_numbers t c l v | _, _ => None end
      | _, _ => None
      end
  | _ => None
  end.

Definition root_text (i : item) : option (list Z) :=
  match i with Array (Text t :: _) => Some t | _ => None end.

(** Clause [losing/roots]. *)
Definition read_root_claims (i : item) : option (list (root_claim position)) :=
  match i with
  | Array ((_ :: _) as l) =>
      match traverse root_text l with
      | Some texts => if bytes_ascend texts then traverse read_root_claim l else None
      | None => None
      end
  | _ => None
  end.

(** Clause [losing/limit], for a file of [size] bytes. *)
Definition read_own_positions (size n : Z) : option Z :=
  if (0 <=? n) && (n <=? Z.max 65536 (16 * size)) && (n <? 2 ^ 31) then Some n else None.

Definition read_linked_numbers (size : Z) (r : stalemate) (roots : list (root_claim position)) (w n v : Z)
  : option linked_claim :=
  match read_winner w, read_own_positions size n with
  | Some w, Some n => Some (LinkedClaim r roots w n v)
  | _, _ => None
  end.

Definition read_linked_items (size : Z) (r : stalemate) (roots w n v : item) : option linked_claim :=
  match read_root_claims roots, unsigned w with
  | Some roots, Some w =>
      match unsigned n, unsigned v with Some n, Some v => read_linked_numbers size r roots w n v | _, _ => None end
  | _, _ => None
  end.

Definition read_linked_claim (size : Z) (r : stalemate) (items : list item) : option linked_claim :=
  match items with [roots; w; n; v] => read_linked_items size r roots w n v | _ => None end.

(** The claim and the stream of an envelope; clause [losing/citations]. *)
Definition read_linked (size : Z) (e : envelope) : option (linked_claim * list Z) :=
  if names_are kind_name 2 e && bytes_ascend (citations e) then
    match read_parameters (parameters e) with
    | Some r =>
        match read_linked_claim size r (claim e), read_stream (evidence e) with
        | Some c, Some stream => Some (c, stream)
        | _, _ => None
        end
    | None => None
    end
  else None.

(** ** Verifying *)

Definition same_rule (r s : stalemate) : bool :=
  match r, s with Joint, Joint | International, International | Fics, Fics => true | _, _ => false end.

(** Clauses [citation/game] and [losing/cited]. *)
Definition fits (c : linked_claim) (f : cited_file) : bool :=
  same_rule (cited_rule f) (linked_rule c) && same (cited_winner f) (linked_winner c).

(** Clause [citation/depth]. *)
Definition chain_of (files : list cited_file) : Z := 1 + fold_left (fun n f => Z.max n (cited_chain f)) files 0.
Definition longest_chain : Z := 64.

Definition check_proof (c : linked_claim) (files : list cited_file) (stream : list Z) : bool :=
  @check_roots (losing_chess (linked_rule c)) (linked_winner c) position_code (linked_roots c)
    (linked_positions c) (linked_reversible c) (tail_map cited_roots files)
    (fold_left (fun n f => Z.max n (cited_reversible f)) files 0) stream.

Definition check_linked (c : linked_claim) (files : list cited_file) (stream : list Z) : bool :=
  if forallb (fits c) files && (chain_of files <=? longest_chain) then check_proof c files stream else false.

(** ** Soundness *)

Lemma same_rule_eq r s : same_rule r s = true -> r = s.
Proof. destruct r, s; cbn; congruence. Qed.

Lemma of_version_1_holds c : losing_claim_holds c -> cited_file_holds (of_version_1 c).
Proof.
  intros (_ & C & H) r [<-|[]]. exists (clock c). split; [lia|]. cbn.
  exact (@claim_wins_within (losing_chess (rule c)) _ _ _ _ _ _ (proj1 C) H).
Qed.

Lemma of_version_2_holds c chain : linked_claim_holds c -> cited_file_holds (of_version_2 c chain).
Proof.
  intros (_ & H) r I. cbn [of_version_2 cited_roots] in I. rewrite tail_map_spec in I.
  apply in_map_iff in I as (x & <- & I). destruct (H x I) as (_ & C & W).
  exists (root_clock x). split; [lia|]. exact W.
Qed.

Lemma greatest_reversible files : forall n, n <= fold_left (fun n f => Z.max n (cited_reversible f)) files n
  /\ forall f, In f files -> cited_reversible f <= fold_left (fun n f => Z.max n (cited_reversible f)) files n.
Proof.
  induction files as [|f files IH]; intros n; cbn [fold_left]; [split; [lia|intros f []]|].
  destruct (IH (Z.max n (cited_reversible f))) as [A B]. split; [lia|]. intros f' [<-|I]; [lia|auto].
Qed.

(** A true claim gives what a citing proof needs. *)
Lemma cited_root_good rule w p clock longest run r reversible : 0 <= clock -> r <= reversible ->
  @wins_within (losing_chess rule) w p clock longest run r ->
  @good (losing_chess rule) w reversible longest run p.
Proof.
  intros C R W.
  destruct W as [s W]. pose proof (W [] [] p clock true (@remembers_root (losing_chess rule) _ _ _ _)) as (_ & _ & L & _ & Q).
  specialize (Q eq_refl). cbn in L, Q.
  assert (V : @wins_within (losing_chess rule) w p clock longest run r) by (exists s; exact W).
  split; [lia|]. split; [lia|]. split.
  - apply (@wins_more (losing_chess rule) w r reversible (Z.to_nat longest) R _ run run); [lia|lia|].
    apply (@strategy_wins (losing_chess rule) w p clock longest run r V). now left.
  - apply (@wins_more (losing_chess rule) w r reversible (Z.to_nat longest) R _ r reversible); [lia|lia|].
    apply (@strategy_wins (losing_chess rule) w p clock longest run r V). right. lia.
Qed.

(** Losing chess is a game in which captures and pawn moves cannot be undone. *)
Lemma losing_chess_spends rule (p : position) moves m : play rule p = Goes moves -> In m moves ->
  if zeroing p m then to_spend (make p m) < to_spend p else to_spend (make p m) <= to_spend p.
Proof.
  intros P I. apply play_goes in P as [-> _]. destruct (zeroing p m) eqn:Z0.
  - now apply captures_and_pawn_moves.
  - rewrite other_moves by assumption. lia.
Qed.

(** An accepted proof proves the claim, if the cited certificates are true. *)
Theorem check_linked_sound c files stream :
  (forall r, In r (linked_roots c) -> valid (root_position r) = true /\ 0 <= root_clock r <= 100) ->
  (forall f, In f files -> cited_file_holds f) ->
  check_linked c files stream = true -> linked_claim_holds c.
Proof.
  intros V T. unfold check_linked. passed F. intros E. apply andb_prop in F as [F _].
  unfold check_proof in E. rewrite tail_map_spec in E.
  apply check_roots_sound in E as [N H].
  - split; [exact N|]. intros r I. destruct (V r I) as [V1 V2]. split; [exact V1|]. split; [exact V2|].
    destruct (H r I) as (W & L & U & K).
    rewrite <- (Z2Nat.id (root_longest r) L).
    apply wins_has_strategy with (to_spend := to_spend); auto; try lia.
    + intros q moves P. exact (proj2 (play_goes _ _ _ P)).
    + intros q moves m P J. exact (losing_chess_spends _ q moves m P J).
  - exact code_injective.
  - exact position_eq_dec.
  - intros R p len rev (l & I & J). apply in_map_iff in I as (f & <- & I).
    rewrite forallb_forall in F. pose proof (F f I) as X. unfold fits in X. apply andb_prop in X as [X1 X2].
    apply same_rule_eq in X1. apply same_spec in X2.
    destruct (T f I _ J) as (clock & C & W). rewrite X1, X2 in W.
    apply (cited_root_good _ _ _ clock len rev (cited_reversible f)); [exact C| |exact W].
    destruct (greatest_reversible files 0) as [_ B]. specialize (B f I). lia.
Qed.

Lemma read_root_claim_sound i r : read_root_claim i = Some r ->
  i = root_item r /\ valid (root_position r) = true /\ 0 <= root_clock r <= 100.
Proof.
  unfold read_root_claim. destruct i as [| | |[|t [|c [|l [|v []]]]]|]; try discriminate.
  destruct (Fields.text t) as [t'|] eqn:T; [|discriminate]. destruct (unsigned c) as [c'|] eqn:C; [|discriminate].
  destruct (unsigned l) as [l'|] eqn:L; [|discriminate]. destruct (unsigned v) as [v'|] eqn:V; [|discriminate].
  unfold read_root_numbers. destruct (read_root t') as [p|] eqn:P; [|discriminate].
  destruct (read_clock c') as [c2|] eqn:C2; [|discriminate]. intros [= <-].
  apply text_sound in T. apply unsigned_sound in C, L, V. apply read_root_sound in P as [-> W].
  apply if_some in C2 as [C2 <-]. subst. split; [reflexivity|]. split; [exact W|]. cbn. lia.
Qed.

Lemma read_root_claims_sound i l : read_root_claims i = Some l ->
  i = Array (map root_item l) /\ forall r, In r l -> valid (root_position r) = true /\ 0 <= root_clock r <= 100.
Proof.
  unfold read_root_claims. destruct i as [| | |[|x items]|]; try discriminate.
  destruct (traverse root_text (x :: items)) as [texts|]; [|discriminate]. passed Asc. intros T. split.
  - f_equal. apply (traverse_sound read_root_claim); [|exact T]. intros j r R. now apply read_root_claim_sound.
  - intros r I. apply traverse_spec in T. clear Asc. induction T as [|j q js qs R _ IH]; [destruct I|].
    destruct I as [<-|I]; [now apply read_root_claim_sound in R|auto].
Qed.

Lemma read_linked_claim_sound size r items c : read_linked_claim size r items = Some c ->
  linked_rule c = r
  /\ (forall r, In r (linked_roots c) -> valid (root_position r) = true /\ 0 <= root_clock r <= 100)
  /\ items = [Array (map root_item (linked_roots c)); Int (side_number (linked_winner c));
       Int (linked_positions c); Int (linked_reversible c)].
Proof.
  destruct items as [|a [|w [|n [|v []]]]]; try discriminate. cbn [read_linked_claim]. unfold read_linked_items.
  destruct (read_root_claims a) as [roots|] eqn:A; [|discriminate]. destruct (unsigned w) as [w'|] eqn:W; [|discriminate].
  destruct (unsigned n) as [n'|] eqn:N; [|discriminate]. destruct (unsigned v) as [v'|] eqn:V; [|discriminate].
  unfold read_linked_numbers. destruct (read_winner w') as [s|] eqn:S; [|discriminate].
  destruct (read_own_positions size n') as [n2|] eqn:N2; [|discriminate]. intros [= <-]. cbn.
  apply read_root_claims_sound in A as [-> A]. apply unsigned_sound in W, N, V. apply read_winner_sound in S.
  apply if_some in N2 as [_ <-]. subst. auto.
Qed.

(** The file states exactly this claim: its bytes are determined by the claim, the citations and a
    stream. *)
Lemma read_linked_sound size e c stream : read_linked size e = Some (c, stream) ->
  e = linked_envelope c (citations e) stream
  /\ forall r, In r (linked_roots c) -> valid (root_position r) = true /\ 0 <= root_clock r <= 100.
Proof.
  unfold read_linked. destruct (names_are kind_name 2 e && _) eqn:N; [|discriminate].
  apply andb_prop in N as [(N1 & N2 & N3 & N4)%names_are_sound _].
  take r P. take k C. destruct (read_stream (evidence e)) as [s|] eqn:S; [|discriminate]. intros [= -> ->].
  apply read_linked_claim_sound in C as (<- & V & C).
  unfold read_parameters in P. destruct (parameters e) as [|[| |t| |] []] eqn:Pe; try discriminate.
  apply read_rule_sound in P. subst t.
  unfold read_stream in S. destruct (evidence e) as [|[|s'| | |] []] eqn:Se; try discriminate.
  injection S as ->.
  split; [|exact V]. unfold linked_envelope. destruct e; cbn in *. subst. reflexivity.
Qed.

(** ** In short *)

(** From each root the winner wins by force, in the sense of version 1. *)
Corollary linked_wins_by_force c r : linked_claim_holds c -> In r (linked_roots c) ->
  @wins_by_force (losing_chess (linked_rule c)) (linked_winner c) (root_position r) (root_longest r).
Proof.
  intros [_ H] I. destruct (H r I) as (_ & _ & W).
  refine (wins_within_by_force (losing_chess (linked_rule c)) _ _ _ _ _ _ _ W).
  intros p moves P. exact (proj2 (play_goes _ _ _ P)).
Qed.

(** If [reversible] is at most 99, the winner wins within the same numbers under the 50-move rule. *)
Corollary linked_wins_under_fifty_moves c r : linked_claim_holds c -> In r (linked_roots c) ->
  linked_reversible c <= 99 ->
  @wins_within (fifty_moves (losing_chess (linked_rule c))) (linked_winner c) (root_position r, root_clock r)
    (root_clock r) (root_longest r) (root_run r) (linked_reversible c).
Proof.
  intros [_ H] I R. destruct (H r I) as (_ & _ & W).
  exact (wins_within_fifty_moves (losing_chess (linked_rule c)) _ _ _ _ _ _ W R).
Qed.
