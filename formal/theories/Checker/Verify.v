(** * The checker: all kinds

    [verify] reads the bytes of a file and answers with a verdict, for every kind and rule set in
    [table].  [verify_sound]: a claim that is answered is true, if the claims of cited files are
    ([trusted]).  Files are found by digest, and SHA-256 is computed, outside ([library]).

    To add a kind: a constructor of [statement], its line in [holds], its line in [table], and its case
    in the proof of [entry_sound]. *)

From Coq Require Import String.
From Coq Require Import ZArith List Bool Lia.
From Gamecert Require Import Format.Cbor Format.Fields Format.Envelope.
From Gamecert Require Richman.Graph.
From Gamecert Require Losing.Certificate.
Import ListNotations.
Open Scope Z_scope.

(** ** Claims *)

Inductive statement :=
| RichmanGraph (c : Richman.Graph.graph_claim)
| Losing (c : Losing.Certificate.losing_claim).

(** What a claim means: a statement about the rules of its game. *)
Definition holds (c : statement) : Prop :=
  match c with
  | RichmanGraph c => Richman.Graph.graph_claim_true c
  | Losing c => Losing.Certificate.losing_claim_holds c
  end.

(** What is known of files by their digest: their bytes, and what has been said of them.  A file that
    is not found is [Undecided]. *)
Record library := Library {
  bytes_of : list Z -> option (list Z);
  said_of : list Z -> verdict statement }.
Definition trusted (l : library) : Prop := forall d c, said_of l d = Verified c -> holds c.

(** ** The table of kinds *)

Record entry := Entry {
  entry_kind : list Z; entry_kind_version : Z;
  entry_rules : list Z; entry_rules_version : Z;
  entry_verify : library -> Z -> envelope -> verdict statement }.

(** A file that cites nothing is verified or rejected. *)
Definition decided {A} (f : A -> statement) (o : option A) : verdict statement :=
  match o with Some a => Verified (f a) | None => Rejected end.

Definition richman := Eval compute in codes "richman"%string.
Definition chips := Eval compute in codes "chips"%string.
Definition scoring := Eval compute in codes "scoring"%string.
Definition losing := Eval compute in codes "losing"%string.
Definition helpmate := Eval compute in codes "helpmate"%string.
Definition unwinnable := Eval compute in codes "unwinnable"%string.
Definition batch := Eval compute in codes "batch"%string.
Definition graph := Eval compute in codes "graph"%string.
Definition bidding_chess := Eval compute in codes "bidding-chess"%string.
Definition tic_tac_toe := Eval compute in codes "tic-tac-toe"%string.
Definition hex := Eval compute in codes "hex"%string.
Definition connect := Eval compute in codes "connect"%string.
Definition tug := Eval compute in codes "tug"%string.
Definition ultimatum := Eval compute in codes "ultimatum"%string.
Definition sudden_death := Eval compute in codes "sudden-death"%string.
Definition subtraction := Eval compute in codes "subtraction"%string.
Definition losing_chess := Eval compute in codes "losing-chess"%string.
Definition chess := Eval compute in codes "chess"%string.

Definition table : list entry :=
  [ Entry richman 1 graph 1 (fun _ size e => decided RichmanGraph (Richman.Graph.verify_graph_envelope size e));
    Entry losing 1 losing_chess 1 (fun _ size e => decided Losing (Losing.Certificate.verify_losing_envelope size e)) ].

(** ** What the format knows *)

(** The kinds and rule sets of the format, all of version 1, and which go together
    ([envelope/kind], [envelope/game], [envelope/pairing]). *)
Definition one_of (names : list (list Z)) (n : list Z) : bool := existsb (same_bytes n) names.
Definition bidding_rules : list (list Z) :=
  [bidding_chess; graph; tic_tac_toe; hex; connect; tug; ultimatum; sudden_death].
Definition kinds : list (list Z * list (list Z)) :=
  [(richman, bidding_rules); (chips, bidding_rules); (scoring, [subtraction]); (losing, [losing_chess]);
   (helpmate, [chess]); (unwinnable, [chess]); (batch, [chess])].
Definition all_rules : list (list Z) := bidding_rules ++ [subtraction; losing_chess; chess].
Definition rules_of (k : list Z) : option (list (list Z)) :=
  match List.find (fun p => same_bytes k (fst p)) kinds with Some (_, r) => Some r | None => None end.

(** ** The checker *)

Definition is_entry (k : list Z) (kv : Z) (r : list Z) (rv : Z) (e : entry) : bool :=
  same_bytes k (entry_kind e) && (kv =? entry_kind_version e)
  && same_bytes r (entry_rules e) && (rv =? entry_rules_version e).

Definition verify_entry (l : library) (bytes : list Z) (e : entry) : verdict statement :=
  match read_envelope bytes with
  | Some env => entry_verify e l (list_length bytes) env
  | None => Rejected
  end.
Definition verify_known (l : library) (bytes : list Z) (k : list Z) (kv : Z) (r : list Z) (rv : Z) : verdict statement :=
  match rules_of k with
  | None => Undecided
  | Some paired =>
      if kv =? 1 then
        if (rv =? 1) && one_of all_rules r then
          if one_of paired r then
            match List.find (is_entry k kv r rv) table with
            | Some e => verify_entry l bytes e
            | None => Undecided
            end
          else Rejected
        else Undecided
      else Undecided
  end.
Definition verify (l : library) (bytes : list Z) : verdict statement :=
  if all_bytes bytes then
    match start bytes with
    | Begins k kv r rv => verify_known l bytes k kv r rv
    | BeginsUnknown => Undecided
    | BeginsKind k kv => match rules_of k with Some _ => if kv =? 1 then Rejected else Undecided | None => Undecided end
    | BeginsWrong => Rejected
    end
  else Rejected.

(** ** Soundness *)

Lemma decided_sound {A} (f : A -> statement) o c : decided f o = Verified c -> exists a, o = Some a /\ c = f a.
Proof. destruct o as [a|]; cbn; [|discriminate]. intros E; injection E as <-. eauto. Qed.

Lemma entry_sound l bytes e env c : trusted l -> In e table -> read_envelope bytes = Some env ->
  entry_verify e l (list_length bytes) env = Verified c -> holds c.
Proof.
  intros T I R. cbn [In table] in I. destruct I as [<-|[<-|[]]]; cbn [entry_verify]; intros E.
  - apply decided_sound in E. destruct E as (a & E & ->).
    apply (Richman.Graph.verify_graph_sound bytes). unfold Richman.Graph.verify_graph. now rewrite R.
  - apply decided_sound in E. destruct E as (a & E & ->).
    apply (Losing.Certificate.verify_losing_sound bytes). unfold Losing.Certificate.verify_losing. now rewrite R.
Qed.

(** Whatever bytes are verified: the claim answered holds, and the bytes are the one file of some
    envelope. *)
Theorem verify_sound l bytes c : trusted l -> verify l bytes = Verified c ->
  holds c /\ exists e, bytes = encode_file (envelope_item e).
Proof.
  intros T. unfold verify. destruct (all_bytes bytes); [|discriminate].
  destruct (start bytes) as [k kv r rv| |k kv|]; try discriminate.
  - unfold verify_known. destruct (rules_of k); [|discriminate]. destruct (kv =? 1); [|discriminate].
    destruct (_ && _); [|discriminate]. destruct (one_of _ r); [|discriminate].
    destruct (List.find _ table) as [e|] eqn:F; [|discriminate]. apply find_some in F. destruct F as (I & _).
    unfold verify_entry. destruct (read_envelope bytes) as [env|] eqn:R; [|discriminate]. intros E. split.
    + now apply (entry_sound l bytes e env c).
    + exists env. now apply read_envelope_sound.
  - destruct (rules_of k); [|discriminate]. destruct (kv =? 1); discriminate.
Qed.
