(** * Certificates of kind [safe]: from the bytes of a file to its claim

    Implements [spec/kinds/safe.md], and the parameters of [spec/rules/losing-chess.md] as far as
    the kind allows them. [verify_safe] reads the bytes of a file. If it returns a claim, the claim
    holds, and the file states this claim ([verify_safe_sound]).

    Every clause of the page is tested. Not covered here: the order in which clauses are reported,
    and [resources/memory] and [resources/allowance], which never lead to a verdict of REJECTED. *)

From Coq Require Import String.
From Coq Require Import ZArith List Bool Lia.
From Gamecert Require Import Format.Cbor Format.Fields Format.Envelope.
From Gamecert Require Import Losing.Game Losing.Rules Losing.Text Losing.Code Losing.Certificate.
From Gamecert Require Import Losing.Defence Losing.ClosedSet.
Import ListNotations.
Open Scope Z_scope.

(** ** The claim *)

Inductive defence := ByForce | Always.

Record safe_claim := SafeClaim {
  rule : stalemate;
  roots : list position;
  sides : list side;
  against : defence;
  positions : list Z
}.

(** [w] does not lose from the roots, in the sense of the claim's defence. [n] positions are
    reached. *)
Definition side_is_safe (c : safe_claim) (w : side) (n : Z) : Prop :=
  match against c with
  | ByForce => @has_defence (losing_chess (rule c)) w (roots c) n
  | Always => @cannot_lose (losing_chess (rule c)) w (roots c) n
  end.

(** The meaning of the claim; see [Defence.v]. *)
Definition safe_claim_holds (c : safe_claim) : Prop :=
  rule c <> Joint /\ roots c <> [] /\ (forall p, In p (roots c) -> valid p = true)
  /\ sides c <> [] /\ Forall2 (side_is_safe c) (sides c) (positions c).

(** The envelope that states a claim, with streams that prove it. *)
Definition kind_name : list Z := Eval compute in codes "safe"%string.

Definition defence_number (d : defence) : Z := match d with ByForce => 0 | Always => 1 end.

Definition root_item (p : position) : item := Text (Losing.Text.text p).
Definition side_item (s : side) : item := Int (side_number s).

Definition claim_envelope (c : safe_claim) (streams : list (list Z)) : envelope :=
  Envelope kind_name 1 rules_name 1 [Text (rule_name (rule c))]
    [Array (map root_item (roots c)); Array (map side_item (sides c)); Int (defence_number (against c));
     Array (map Int (positions c))]
    [] (map Bytes streams).

(** ** Reading the claim *)

(** Clause [safe/stalemate], after [losing-chess/stalemate]. *)
Definition read_safe_rule (items : list item) : option stalemate :=
  match read_parameters items with Some Joint => None | r => r end.

Definition array (i : item) : option (list item) := match i with Array l => Some l | _ => None end.
Definition byte_string (i : item) : option (list Z) := match i with Bytes l => Some l | _ => None end.

(** Clauses [losing-chess/fen], [losing-chess/units] and [losing-chess/en_passant]. *)
Definition read_root_item (i : item) : option position :=
  match Fields.text i with Some t => read_root t | None => None end.

(** The order of bytes: whether the first list is before the second. *)
Fixpoint before_bytes (a b : list Z) : bool :=
  match a, b with
  | _, [] => false
  | [], _ :: _ => true
  | x :: a', y :: b' => if x =? y then before_bytes a' b' else x <? y
  end.

(** Each item is a text after the one before, from [last] on. *)
Fixpoint ascending (last : list Z) (l : list item) : bool :=
  match l with
  | [] => true
  | Text t :: rest => if before_bytes last t then ascending t rest else false
  | _ => false
  end.

(** Clause [safe/roots]. *)
Definition read_roots (i : item) : option (list position) :=
  match array i with
  | Some ((_ :: _) as l) => if ascending [] l then traverse read_root_item l else None
  | _ => None
  end.

(** Clause [safe/sides]. *)
Definition read_sides (i : item) : option (list side) :=
  match array i with
  | Some [Int n] => if n =? 0 then Some [White] else if n =? 1 then Some [Black] else None
  | Some [Int n; Int m] => if (n =? 0) && (m =? 1) then Some [White; Black] else None
  | _ => None
  end.

(** Clause [safe/defence]. *)
Definition read_defence (i : item) : option defence :=
  match i with
  | Int n => if n =? 0 then Some ByForce else if n =? 1 then Some Always else None
  | _ => None
  end.

(** Clause [safe/limit], for a file of [size] bytes and a number of [sides]. *)
Definition within_limit (size sum : Z) : bool := (sum <=? Z.max (2 ^ 20) (16 * size)) && (sum <? 2 ^ 31).

Definition read_limited (size : Z) (sides : Z) (i : item) : option (list Z) :=
  match array i with
  | Some l =>
      if list_length l =? sides then
        match traverse unsigned l with
        | Some numbers =>
            if forallb (Z.leb 1) numbers && within_limit size (fold_left Z.add numbers 0) then Some numbers else None
        | None => None
        end
      else None
  | None => None
  end.

Definition read_safe_claim (size : Z) (r : stalemate) (items : list item) : option safe_claim :=
  match items with
  | [roots; sides; defence; positions] =>
      match read_roots roots, read_sides sides, read_defence defence with
      | Some roots, Some sides, Some defence =>
          match read_limited size (list_length sides) positions with
          | Some positions => Some (SafeClaim r roots sides defence positions)
          | None => None
          end
      | _, _, _ => None
      end
  | _ => None
  end.

(** The claim and the streams of an envelope. Their number is tested by [check_sides]. *)
Definition read_safe (size : Z) (e : envelope) : option (safe_claim * list (list Z)) :=
  if names_fit kind_name e then
    match read_safe_rule (parameters e) with
    | Some r =>
        match read_safe_claim size r (claim e), traverse byte_string (evidence e) with
        | Some c, Some streams => Some (c, streams)
        | _, _ => None
        end
    | None => None
    end
  else None.

(** ** Verifying *)

Definition by_force (d : defence) : bool := match d with ByForce => true | Always => false end.

Definition check_side (c : safe_claim) (w : side) (n : Z) (stream : list Z) : bool :=
  @check_set (losing_chess (rule c)) w (by_force (against c)) position_code (roots c) n stream.

(** Clause [safe/streams]: there is one stream for each side. *)
Fixpoint check_sides (c : safe_claim) (sides : list side) (positions : list Z) (streams : list (list Z)) : bool :=
  match sides, positions, streams with
  | [], [], [] => true
  | w :: sides', n :: positions', stream :: streams' =>
      if check_side c w n stream then check_sides c sides' positions' streams' else false
  | _, _, _ => false
  end.

Definition verify_safe_envelope (size : Z) (e : envelope) : option safe_claim :=
  match read_safe size e with
  | Some (c, streams) => if check_sides c (sides c) (positions c) streams then Some c else None
  | None => None
  end.

Definition verify_safe (bytes : list Z) : option safe_claim :=
  match read_envelope bytes with
  | Some e => verify_safe_envelope (list_length bytes) e
  | None => None
  end.

(** ** Soundness *)

(** An accepted stream proves the claim about its side. *)
Theorem check_side_sound c w n stream : check_side c w n stream = true -> side_is_safe c w n.
Proof.
  unfold check_side, side_is_safe. intros E. destruct (against c); cbn [by_force] in E.
  - eapply check_set_defence; [| | |reflexivity|exact E].
    + exact code_injective.
    + exact position_eq_dec.
    + intros p moves P. exact (proj2 (play_goes _ _ _ P)).
  - eapply check_set_always; [| |reflexivity|exact E].
    + exact code_injective.
    + exact position_eq_dec.
Qed.

Lemma check_sides_sound c ws : forall ns streams,
  check_sides c ws ns streams = true -> Forall2 (side_is_safe c) ws ns.
Proof.
  induction ws as [|w ws IH]; intros [|n ns] [|s streams]; cbn [check_sides]; try discriminate.
  - constructor.
  - passed E. intros R. constructor; [now apply check_side_sound with s|now apply IH with streams].
Qed.

Lemma read_safe_rule_sound items r : read_safe_rule items = Some r ->
  items = [Text (rule_name r)] /\ r <> Joint.
Proof.
  unfold read_safe_rule, read_parameters. destruct items as [|[| |t| |] []]; try discriminate.
  destruct (read_rule t) as [[]|] eqn:R; try discriminate; intros [= <-]; apply read_rule_sound in R; subst t.
  all: split; [reflexivity|discriminate].
Qed.

Lemma array_sound i l : array i = Some l -> i = Array l.
Proof. destruct i; cbn; congruence. Qed.

Lemma read_root_item_sound i p : read_root_item i = Some p -> i = root_item p /\ valid p = true.
Proof.
  unfold read_root_item. take t T. intros R. apply text_sound in T. apply read_root_sound in R as [-> V]. now subst i.
Qed.

Lemma read_roots_sound i l : read_roots i = Some l ->
  i = Array (map root_item l) /\ l <> [] /\ forall p, In p l -> valid p = true.
Proof.
  unfold read_roots. destruct (array i) as [[|x items]|] eqn:A; try discriminate.
  passed Asc. intros T. apply array_sound in A. split; [|split].
  - rewrite A. f_equal. apply (traverse_sound read_root_item); [|exact T].
    intros j p R. exact (proj1 (read_root_item_sound _ _ R)).
  - apply traverse_length in T. destruct l; [discriminate|congruence].
  - intros p I. apply traverse_spec in T. clear A Asc. induction T as [|j q js qs R _ IH]; [destruct I|].
    destruct I as [<-|I]; [exact (proj2 (read_root_item_sound _ _ R))|auto].
Qed.

Lemma read_sides_sound i l : read_sides i = Some l -> i = Array (map side_item l) /\ l <> [].
Proof.
  unfold read_sides. destruct (array i) as [[|[n| | | |] [|[m| | | |] []]]|] eqn:A; try discriminate.
  all: apply array_sound in A; subst i.
  - destruct (Z.eqb_spec n 0) as [->|]; [intros [= <-]; split; [reflexivity|discriminate]|].
    destruct (Z.eqb_spec n 1) as [->|]; [intros [= <-]; split; [reflexivity|discriminate]|discriminate].
  - destruct (Z.eqb_spec n 0) as [->|]; [|discriminate]. destruct (Z.eqb_spec m 1) as [->|]; [|discriminate].
    intros [= <-]. split; [reflexivity|discriminate].
Qed.

Lemma read_defence_sound i d : read_defence i = Some d -> i = Int (defence_number d).
Proof.
  destruct i as [n| | | |]; try discriminate. cbn [read_defence].
  destruct (Z.eqb_spec n 0) as [->|]; [now intros [= <-]|].
  destruct (Z.eqb_spec n 1) as [->|]; [now intros [= <-]|discriminate].
Qed.

Lemma read_limited_sound size n i l : read_limited size n i = Some l -> i = Array (map Int l).
Proof.
  unfold read_limited. take items A. passed Len. take numbers T. passed Lim. intros [= <-].
  apply array_sound in A. subst i. f_equal. apply (traverse_sound unsigned); [|exact T]. apply unsigned_sound.
Qed.

Lemma read_safe_claim_sound size r items c : read_safe_claim size r items = Some c ->
  rule c = r /\ roots c <> [] /\ (forall p, In p (roots c) -> valid p = true) /\ sides c <> []
  /\ items = [Array (map root_item (roots c)); Array (map side_item (sides c));
       Int (defence_number (against c)); Array (map Int (positions c))].
Proof.
  destruct items as [|a [|b [|d [|n []]]]]; try discriminate. cbn [read_safe_claim].
  destruct (read_roots a) as [roots|] eqn:A; [|discriminate].
  destruct (read_sides b) as [sides|] eqn:B; [|discriminate].
  destruct (read_defence d) as [defence|] eqn:D; [|discriminate].
  destruct (read_limited _ _ n) as [numbers|] eqn:N; [|discriminate].
  intros [= <-]. cbn.
  apply read_roots_sound in A as (-> & A1 & A2). apply read_sides_sound in B as [-> B].
  apply read_defence_sound in D as ->. apply read_limited_sound in N as ->. auto.
Qed.

Lemma read_safe_sound size e c streams : read_safe size e = Some (c, streams) ->
  e = claim_envelope c streams /\ rule c <> Joint /\ roots c <> []
  /\ (forall p, In p (roots c) -> valid p = true) /\ sides c <> [].
Proof.
  unfold read_safe. destruct (names_fit kind_name e) eqn:N; [|discriminate].
  apply names_fit_sound in N as (N1 & N2 & N3 & N4 & N5).
  take r P. take k C.
  destruct (traverse byte_string (evidence e)) as [s|] eqn:S; [|discriminate]. intros [= -> ->].
  apply read_safe_rule_sound in P as [P J].
  apply read_safe_claim_sound in C as (<- & R & V & W & C).
  apply (traverse_sound byte_string Bytes) in S; [|intros [] l; cbn; congruence].
  split; [|auto]. unfold claim_envelope. destruct e; cbn in *. subst. reflexivity.
Qed.

(** From the bytes to the theorem: if [verify_safe] returns a claim, then the claim holds, and the
    file states exactly this claim: its bytes are determined by the claim and the streams. *)
Theorem verify_safe_sound bytes c : verify_safe bytes = Some c ->
  safe_claim_holds c
  /\ exists streams, bytes = encode_file (envelope_item (claim_envelope c streams)).
Proof.
  unfold verify_safe, verify_safe_envelope. take e R.
  destruct (read_safe (list_length bytes) e) as [[k streams]|] eqn:L; [|discriminate].
  passed Sides. intros [= ->].
  apply read_envelope_sound in R. apply read_safe_sound in L as (-> & J & N & V & W).
  split; [|now exists streams]. repeat split; auto. now apply check_sides_sound with streams.
Qed.

(** ** In short *)

Lemma safe_side bytes c w : verify_safe bytes = Some c -> In w (sides c) ->
  exists n, side_is_safe c w n.
Proof.
  intros E I. destruct (verify_safe_sound _ _ E) as [(_ & _ & _ & _ & F) _].
  induction F as [|v n ws ns S _ IH]; [destruct I|]. destruct I as [->|I]; [now exists n|auto].
Qed.

(** Whatever the claim's defence is: each of its sides has a defence from each root. *)
Corollary verify_safe_defends bytes c w root :
  verify_safe bytes = Some c -> In w (sides c) -> In root (roots c) ->
  exists s, @defends (losing_chess (rule c)) w s root.
Proof.
  intros E I J. destruct (safe_side _ _ _ E I) as [n S]. unfold side_is_safe in S. destruct (against c).
  - destruct S as (s & D & _). exists s. auto.
  - exists (@first_move (losing_chess (rule c))). refine (cannot_lose_has_defence _ _ _ _ _ S _ J).
    intros p moves P. exact (proj2 (play_goes _ _ _ P)).
Qed.

(** The other side cannot win by force; with both sides, the root is drawn with best play. *)
Corollary verify_safe_no_forced_win bytes c w root n :
  verify_safe bytes = Some c -> In w (sides c) -> In root (roots c) ->
  ~ @wins_by_force (losing_chess (rule c)) (other w) root n.
Proof.
  intros E I J. destruct (verify_safe_defends _ _ _ _ E I J) as [s D].
  exact (defence_excludes_forced_win _ _ _ _ n D).
Qed.

(** With defence 1, no series of legal moves from a root ends in a win of the other side. *)
Corollary verify_safe_always bytes c w root p :
  verify_safe bytes = Some c -> against c = Always -> In w (sides c) -> In root (roots c) ->
  @reaches (losing_chess (rule c)) root p -> play (rule c) p <> Over (Some (other w)).
Proof.
  intros E A I J R. destruct (safe_side _ _ _ E I) as [n S]. unfold side_is_safe in S. rewrite A in S.
  exact (proj1 S root p J R).
Qed.
