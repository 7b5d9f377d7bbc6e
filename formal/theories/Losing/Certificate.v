(** * Certificates of kind [losing], version 1: from the bytes of a file to its claim

    Implements sections 1 to 4 of [spec/kinds/losing.md] and the parameters of
    [spec/rules/losing-chess.md]. Version 2 is in [Version2.v].
    [verify_losing] reads the bytes of a file. If it returns a claim, the claim holds, and the
    file states this claim ([verify_losing_sound]).

    Every clause of these sections and of that page is tested. Not covered here: the order in which
    clauses are reported, and [resources/memory] and [resources/allowance], which never lead to a
    verdict of REJECTED. *)

From Coq Require Import String.
From Coq Require Import ZArith List Bool Lia.
From Gamecert Require Import Format.Cbor Format.Fields Format.Envelope.
From Gamecert Require Import Losing.Game Losing.Rules Losing.Text Losing.Table Losing.Code Losing.Stream.
Import ListNotations.
Open Scope Z_scope.

(** ** The claim *)

Record losing_claim := LosingClaim {
  rule : stalemate;
  root : position;
  clock : Z;
  winner : side;
  positions : Z;
  longest : Z;
  reversible : Z
}.

(** The meaning of the claim; see [Game.claim_of]. *)
Definition losing_claim_holds (c : losing_claim) : Prop :=
  valid (root c) = true /\ 0 <= clock c <= 100 /\
  @claim_holds (losing_chess (rule c)) (winner c) (root c) (clock c) (positions c) (longest c) (reversible c).

(** The envelope that states a claim, with a stream that proves it. *)
Definition kind_name : list Z := Eval compute in codes "losing"%string.
Definition rules_name : list Z := Eval compute in codes "losing-chess"%string.
Definition joint_name : list Z := Eval compute in codes "joint"%string.
Definition international_name : list Z := Eval compute in codes "international"%string.
Definition fics_name : list Z := Eval compute in codes "fics"%string.

Definition rule_name (r : stalemate) : list Z :=
  match r with Joint => joint_name | International => international_name | Fics => fics_name end.

Definition side_number (s : side) : Z := match s with White => 0 | Black => 1 end.

Definition claim_envelope (c : losing_claim) (stream : list Z) : envelope :=
  Envelope kind_name 1 rules_name 1 [Text (rule_name (rule c))]
    [Text (Losing.Text.text (root c)); Int (clock c); Int (side_number (winner c)); Int (positions c);
     Int (longest c); Int (reversible c)]
    [] [Bytes stream].

(** ** Reading the claim *)

(** Clause [losing-chess/stalemate]. *)
Definition read_rule (t : list Z) : option stalemate :=
  if same_bytes t joint_name then Some Joint
  else if same_bytes t international_name then Some International
  else if same_bytes t fics_name then Some Fics else None.

(** Clauses [losing-chess/fen], [losing-chess/units], [losing-chess/en_passant]. *)
Definition read_root (t : list Z) : option position :=
  match read t with Some p => if valid p then Some p else None | None => None end.

(** Clause [losing/clock]. *)
Definition read_clock (n : Z) : option Z := if (0 <=? n) && (n <=? 100) then Some n else None.

(** Clause [losing/winner]. *)
Definition read_winner (n : Z) : option side :=
  if n =? 0 then Some White else if n =? 1 then Some Black else None.

(** Clause [losing/limit], for a file of [size] bytes. *)
Definition read_positions (size n : Z) : option Z :=
  if (1 <=? n) && (n <=? Z.max 65536 (16 * size)) && (n <? 2 ^ 31) then Some n else None.

Definition read_claim_numbers (size : Z) (r : stalemate) (p : position) (c w n : Z) (l v : item)
  : option losing_claim :=
  match read_clock c, read_winner w, read_positions size n with
  | Some c, Some w, Some n =>
      match unsigned l, unsigned v with
      | Some l, Some v => Some (LosingClaim r p c w n l v)
      | _, _ => None
      end
  | _, _, _ => None
  end.

Definition read_claim_items (size : Z) (r : stalemate) (t c w n l v : item) : option losing_claim :=
  match Fields.text t, unsigned c, unsigned w, unsigned n with
  | Some t, Some c, Some w, Some n =>
      match read_root t with Some p => read_claim_numbers size r p c w n l v | None => None end
  | _, _, _, _ => None
  end.

Definition read_claim (size : Z) (r : stalemate) (items : list item) : option losing_claim :=
  match items with
  | [t; c; w; n; l; v] => read_claim_items size r t c w n l v
  | _ => None
  end.

Definition read_parameters (items : list item) : option stalemate :=
  match items with [Text t] => read_rule t | _ => None end.

Definition read_stream (items : list item) : option (list Z) :=
  match items with [Bytes stream] => Some stream | _ => None end.

(** Names and versions. *)
Definition names_are (k : list Z) (version : Z) (e : envelope) : bool :=
  same_bytes (kind e) k && (kind_version e =? version)
  && same_bytes (rules e) rules_name && (rules_version e =? 1).

(** The same for a certificate of version 1, which cites nothing. *)
Definition names_fit (k : list Z) (e : envelope) : bool :=
  names_are k 1 e && match citations e with [] => true | _ :: _ => false end.

(** The claim and the stream of an envelope. *)
Definition read_losing (size : Z) (e : envelope) : option (losing_claim * list Z) :=
  if names_fit kind_name e then
    match read_parameters (parameters e) with
    | Some r =>
        match read_claim size r (claim e), read_stream (evidence e) with
        | Some c, Some stream => Some (c, stream)
        | _, _ => None
        end
    | None => None
    end
  else None.

(** ** Verifying *)

(** The clause that a stream violates, if it does not prove the claim. *)
Definition check_stream (c : losing_claim) (stream : list Z) : option clause :=
  @check_claim (losing_chess (rule c)) (winner c) position_code (root c) (clock c) (positions c)
    (longest c) (reversible c) stream.

Definition verify_losing_envelope (size : Z) (e : envelope) : option losing_claim :=
  match read_losing size e with
  | Some (c, stream) => match check_stream c stream with None => Some c | Some _ => None end
  | None => None
  end.

Definition verify_losing (bytes : list Z) : option losing_claim :=
  match read_envelope bytes with
  | Some e => verify_losing_envelope (list_length bytes) e
  | None => None
  end.

(** ** Soundness *)

(** An accepted stream proves the claim. *)
Theorem check_stream_sound c stream :
  valid (root c) = true -> 0 <= clock c <= 100 -> check_stream c stream = None ->
  losing_claim_holds c.
Proof.
  intros V C E. part. part.
  eapply check_claim_sound; [| | |exact (proj1 C)|exact E].
  - exact code_injective.
  - exact position_eq_dec.
  - intros p moves P. exact (proj2 (play_goes _ _ _ P)).
Qed.

Lemma read_rule_sound t r : read_rule t = Some r -> t = rule_name r.
Proof.
  unfold read_rule.
  destruct (same_bytes t joint_name) eqn:A; [intros [= <-]; now apply same_bytes_eq|].
  destruct (same_bytes t international_name) eqn:B; [intros [= <-]; now apply same_bytes_eq|].
  destruct (same_bytes t fics_name) eqn:C; [intros [= <-]; now apply same_bytes_eq|discriminate].
Qed.

Lemma read_root_sound t p : read_root t = Some p -> t = Losing.Text.text p /\ valid p = true.
Proof.
  unfold read_root. take q R.
  passed V. intros [= ->].
  apply read_text in R. auto.
Qed.

Lemma read_winner_sound n w : read_winner n = Some w -> n = side_number w.
Proof.
  unfold read_winner. destruct (Z.eqb_spec n 0); [intros [= <-]; assumption|].
  destruct (Z.eqb_spec n 1); [intros [= <-]; assumption|discriminate].
Qed.

Lemma if_some {A} (b : bool) (x y : A) : (if b then Some x else None) = Some y -> b = true /\ x = y.
Proof. destruct b; [|discriminate]. intros [= ->]; auto. Qed.

Lemma unsigned_sound i n : unsigned i = Some n -> i = Int n.
Proof. intros E. apply unsigned_item in E. tauto. Qed.

Lemma text_sound i t : Fields.text i = Some t -> i = Text t.
Proof. destruct i; cbn; congruence. Qed.

Lemma read_claim_numbers_sound size r p c w n l v k :
  read_claim_numbers size r p c w n l v = Some k ->
  rule k = r /\ root k = p /\ 0 <= clock k <= 100 /\ clock k = c /\ w = side_number (winner k)
  /\ positions k = n /\ l = Int (longest k) /\ v = Int (reversible k).
Proof.
  unfold read_claim_numbers. destruct (read_clock c) as [c'|] eqn:C; [|discriminate].
  destruct (read_winner w) as [w'|] eqn:W; [|discriminate].
  destruct (read_positions size n) as [n'|] eqn:N; [|discriminate].
  destruct (unsigned l) as [l'|] eqn:L; [|discriminate].
  destruct (unsigned v) as [v'|] eqn:V; [|discriminate].
  intros [= <-]. cbn.
  apply if_some in C, N. apply unsigned_sound in L, V. destruct C as [C ->], N as [_ ->].
  apply andb_prop in C as [C1 C2]. apply Z.leb_le in C1, C2.
  apply read_winner_sound in W. repeat split; auto.
Qed.

Lemma read_claim_items_sound size r t c w n l v k : read_claim_items size r t c w n l v = Some k ->
  rule k = r /\ valid (root k) = true /\ 0 <= clock k <= 100 /\
  [t; c; w; n; l; v] = [Text (Losing.Text.text (root k)); Int (clock k); Int (side_number (winner k));
    Int (positions k); Int (longest k); Int (reversible k)].
Proof.
  unfold read_claim_items.
  destruct (Fields.text t) as [t'|] eqn:T; [|discriminate].
  destruct (unsigned c) as [c'|] eqn:C; [|discriminate].
  destruct (unsigned w) as [w'|] eqn:W; [|discriminate].
  destruct (unsigned n) as [n'|] eqn:N; [|discriminate].
  take p R. intros E.
  apply text_sound in T. apply unsigned_sound in C, W, N.
  apply read_root_sound in R as [-> V].
  apply read_claim_numbers_sound in E as (<- & <- & K & <- & -> & <- & -> & ->).
  subst. auto.
Qed.

Lemma read_claim_sound size r items k : read_claim size r items = Some k ->
  rule k = r /\ valid (root k) = true /\ 0 <= clock k <= 100 /\
  items = [Text (Losing.Text.text (root k)); Int (clock k); Int (side_number (winner k));
    Int (positions k); Int (longest k); Int (reversible k)].
Proof.
  destruct items as [|t [|c [|w [|n [|l [|v [|]]]]]]]; try discriminate. apply read_claim_items_sound.
Qed.

Lemma names_are_sound k version e : names_are k version e = true ->
  kind e = k /\ kind_version e = version /\ rules e = rules_name /\ rules_version e = 1.
Proof. unfold names_are. rewrite !andb_true_iff, !Z.eqb_eq, !same_bytes_eq. tauto. Qed.

Lemma names_fit_sound k e : names_fit k e = true ->
  kind e = k /\ kind_version e = 1 /\ rules e = rules_name /\ rules_version e = 1 /\ citations e = [].
Proof. intros [N%names_are_sound C]%andb_prop. destruct (citations e); [tauto|discriminate]. Qed.

Lemma read_losing_sound size e c stream : read_losing size e = Some (c, stream) ->
  e = claim_envelope c stream /\ valid (root c) = true /\ 0 <= clock c <= 100.
Proof.
  unfold read_losing. destruct (names_fit kind_name e) eqn:N; [|discriminate].
  apply names_fit_sound in N as (N1 & N2 & N3 & N4 & N5).
  take r P.
  take k C.
  destruct (read_stream (evidence e)) as [s|] eqn:S; [|discriminate].
  intros [= -> ->].
  apply read_claim_sound in C as (<- & V & K & C).
  unfold read_parameters in P. destruct (parameters e) as [|[| |t| |] []] eqn:Pe; try discriminate.
  apply read_rule_sound in P. subst t.
  unfold read_stream in S. destruct (evidence e) as [|[|s'| | |] []] eqn:Se; try discriminate.
  injection S as ->.
  split; [|auto]. unfold claim_envelope. destruct e; cbn in *. subst. reflexivity.
Qed.

(** From the bytes to the theorem: if [verify_losing] returns a claim, then the claim holds, and
    the file states exactly this claim: its bytes are determined by the claim and a stream. *)
Theorem verify_losing_sound bytes c : verify_losing bytes = Some c ->
  losing_claim_holds c
  /\ exists stream, bytes = encode_file (envelope_item (claim_envelope c stream)).
Proof.
  unfold verify_losing, verify_losing_envelope.
  take e R.
  destruct (read_losing (list_length bytes) e) as [[k stream]|] eqn:L; [|discriminate].
  destruct (check_stream k stream) eqn:S; [discriminate|]. intros [= ->].
  apply read_envelope_sound in R. apply read_losing_sound in L as (-> & V & K).
  split; [now apply check_stream_sound with stream|]. exists stream. exact R.
Qed.

(** In short: the winner wins by force from the root. *)
Corollary verify_losing_wins bytes c : verify_losing bytes = Some c ->
  @wins_by_force (losing_chess (rule c)) (winner c) (root c) (longest c).
Proof.
  intros E. destruct (verify_losing_sound _ _ E) as [(_ & _ & H) _]. now apply claim_wins in H.
Qed.

(** The win also holds under the 50-move rule if the claim's [reversible] is at most 99. *)
Corollary verify_losing_wins_under_fifty_moves bytes c : verify_losing bytes = Some c ->
  reversible c <= 99 ->
  @wins_by_force (fifty_moves (losing_chess (rule c))) (winner c) (root c, clock c) (longest c).
Proof.
  intros E R. destruct (verify_losing_sound _ _ E) as [(_ & _ & H) _].
  now apply (claim_wins_under_fifty_moves _ _ _ _ _ _ _ H).
Qed.
