(** * The checker: all covered kinds

    [verify_file] reads the bytes of a file and answers with a verdict, for every kind and rule set
    in [table].  Not covered: kinds bracket, strategy, helpmate, unwinnable and batch, and version 2
    of richman.  [verify_file_sound]: a verified claim is true if the claims of cited files are true
    ([trusted]).  Finding files by digest and computing SHA-256 are left to the caller ([library]).
    [verify_files_sound] does without the condition: whatever files are verified one after another,
    each may cite those before it, and every verified claim is true.

    To add a kind: a constructor of [statement], its line in [holds], its line in [table], and its
    case in the proof of [entry_sound]. *)

From Coq Require Import String.
From Coq Require Import ZArith List Bool Lia.
From Gamecert Require Import Format.Cbor Format.Fields Format.Envelope.
From Gamecert Require Richman.Graph BiddingChess.Classes BiddingChess.Endings BiddingChess.Verify.
From Gamecert Require Chips.Stored Chips.Lines Chips.Placing Chips.Chess.
From Gamecert Require Scoring.Bytes.
From Gamecert Require Losing.Linked Losing.Certificate Losing.Version2 Losing.Safe.
Import ListNotations.
Open Scope Z_scope.

(** ** Claims *)

Inductive statement :=
| RichmanGraph (c : Richman.Graph.graph_claim)
| RichmanChess (c : BiddingChess.Verify.chess_claim)
| ChipsGraph (c : Chips.Stored.stored_claim)
| ChipsLine (c : Chips.Lines.line_claim)
| ChipsPlacing (c : Chips.Placing.placing_claim)
| ChipsChess (c : Chips.Chess.chess_chips)
| Scoring (c : Scoring.Bytes.scoring_claim)
| Losing (c : Losing.Certificate.losing_claim)
| Linked (c : Losing.Version2.linked_claim) (chain : Z) (* [chain] is no part of the claim *)
| Safe (c : Losing.Safe.safe_claim).

(** The meaning of a claim: a statement about the rules of its game. *)
Definition holds (c : statement) : Prop :=
  match c with
  | RichmanGraph c => Richman.Graph.graph_claim_true c
  | RichmanChess c => BiddingChess.Verify.chess_claim_true c
  | ChipsGraph c => Chips.Stored.stored_claim_true c
  | ChipsLine c => Chips.Lines.line_claim_true c
  | ChipsPlacing c => Chips.Placing.placing_claim_true c
  | ChipsChess c => Chips.Chess.chess_chips_true c
  | Scoring c => Scoring.Bytes.scoring_claim_holds c
  | Losing c => Losing.Certificate.losing_claim_holds c
  | Linked c _ => Losing.Version2.linked_claim_holds c
  | Safe c => Losing.Safe.safe_claim_holds c
  end.

(** The known facts about files, by digest: their bytes and their verdicts.  A file that is not found
    is [Undecided]. *)
Record library := Library {
  bytes_of : list Z -> option (list Z);
  said_of : list Z -> verdict statement }.
Definition trusted (l : library) : Prop := forall d c, said_of l d = Verified c -> holds c.

(** ** The table of kinds *)

Record entry := Entry {
  entry_kind : list Z; entry_kind_version : Z;
  entry_rules : list Z; entry_rules_version : Z;
  entry_verify : library -> Z -> envelope -> verdict statement }.

(** A file without citations is verified or rejected. *)
Definition decided {A} (f : A -> statement) (o : option A) : verdict statement :=
  match o with Some a => Verified (f a) | None => Rejected end.

Definition richman := Eval compute in codes "richman"%string.
Definition chips := Eval compute in codes "chips"%string.
Definition scoring := Eval compute in codes "scoring"%string.
Definition losing := Eval compute in codes "losing"%string.
Definition safe := Eval compute in codes "safe"%string.
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

(** ** Kinds and rule sets of the format *)

(** The kinds and rule sets of the format, and the allowed pairs ([envelope/kind], [envelope/game],
    [envelope/pairing]).  All have version 1, and kind losing has version 2 too; version 2 of kind
    richman is not covered. *)
Definition one_of (names : list (list Z)) (n : list Z) : bool := existsb (same_bytes n) names.
Definition bidding_rules : list (list Z) :=
  [bidding_chess; graph; tic_tac_toe; hex; connect; tug; ultimatum; sudden_death].
Definition kinds : list (list Z * list (list Z)) :=
  [(richman, bidding_rules); (chips, bidding_rules); (scoring, [subtraction]); (losing, [losing_chess]);
   (safe, [losing_chess]); (helpmate, [chess]); (unwinnable, [chess]); (batch, [chess])].
Definition all_rules : list (list Z) := bidding_rules ++ [subtraction; losing_chess; chess].
Definition rules_of (k : list Z) : option (list (list Z)) :=
  match List.find (fun p => same_bytes k (fst p)) kinds with Some (_, r) => Some r | None => None end.
Definition known_version (k : list Z) (kv : Z) : bool := (kv =? 1) || ((kv =? 2) && same_bytes k losing).

(** ** Endings of bidding chess, which cite other endings *)

(** Material that the format allows ([bidding-chess/material]).  The theorems cover up to three
    pieces.  Other material is undecided. *)
Definition letter (c : Z) : option Z :=          (* the order Q, R, B, N, P *)
  if c =? 81 then Some 0 else if c =? 82 then Some 1 else if c =? 66 then Some 2
  else if c =? 78 then Some 3 else if c =? 80 then Some 4 else None.
Fixpoint descends (from : Z) (l : list Z) : bool :=
  match l with [] => true | c :: l' => if from <=? c then descends c l' else false end.
Fixpoint earlier (l l' : list Z) : bool :=        (* the first list is earlier or equal *)
  match l, l' with
  | c :: l, c' :: l' => if c =? c' then earlier l l' else c <? c'
  | _, _ => true
  end.
Fixpoint split_king (l white : list Z) : option (list Z * list Z) :=
  match l with
  | [] => None
  | c :: l' => if c =? 75 then Some (rev white, l') else split_king l' (c :: white)
  end.
Definition material_allowed (W H : Z) (text : list Z) : bool :=
  let n := list_length text in
  let pawns := list_length (filter (Z.eqb 80) text) in
  if (n <=? 6) && (n <=? W * H) && (pawns <=? W * (H - 2)) then
    match text with
    | 75 :: rest =>
        match split_king rest [] with
        | Some (w, b) =>
            match traverse letter w, traverse letter b with
            | Some w, Some b =>
                descends 0 w && descends 0 b
                && ((list_length b <? list_length w) || ((list_length b =? list_length w) && earlier w b))
            | _, _ => false
            end
        | None => false
        end
    | _ => false
    end
  else false.
Definition side_allowed (n : Z) : bool := (2 <=? n) && (n <=? 9).
Definition chess_allowed (params : list item) : bool :=
  match params with
  | [Int w; Int h; Text m] => side_allowed w && side_allowed h && material_allowed w h m
  | _ => false
  end.

(** A file that is far too small for its game is rejected before positions are numbered: it claims
    fewer classes than an eighth of the placements, or more classes than it has bytes. *)
Definition claimed_classes (claim : list item) : Z :=
  match claim with [_; Int n] => n | [_; _; _; Int n] => n | _ => -1 end.
Definition least_classes (W H : Z) (pieces : Z) : Z :=
  if pieces =? 2 then W * H * (W * H - 1) / 8 else W * (H - 2) * (W * H - 1) * (W * H - 2) / 8.

(** A cited file must be found and be about the required game.  Returns its verdict. *)
Definition same_game (k r : list Z) (W H : Z) (m : list Z) (e : envelope) : bool :=
  same_bytes (kind e) k && (kind_version e =? 1) && same_bytes (rules e) r && (rules_version e =? 1) &&
  match parameters e with
  | [Int w; Int h; Text t] => (w =? W) && (h =? H) && same_bytes t m
  | _ => false
  end.
Definition unknown (e : envelope) : bool :=
  match rules_of (kind e) with
  | Some _ => negb (known_version (kind e) (kind_version e) && (rules_version e =? 1) && one_of all_rules (rules e))
  | None => true
  end.
Definition cited_ok (l : library) (k : list Z) (W H : Z) (m d : list Z) : verdict unit :=
  match bytes_of l d with
  | None => Undecided
  | Some bytes =>
      match read_envelope bytes with
      | Some e =>
          if same_game k bidding_chess W H m e then
            match said_of l d with Verified _ => Verified tt | Rejected => Rejected | Undecided => Undecided end
          else if unknown e then Undecided else Rejected
      | None => match said_of l d with Undecided => Undecided | _ => Rejected end
      end
  end.
Fixpoint all_cited (l : library) (k : list Z) (W H : Z) (ms ds : list (list Z)) : verdict unit :=
  match ms, ds with
  | [], [] => Verified tt
  | m :: ms', d :: ds' =>
      match cited_ok l k W H m d with Verified _ => all_cited l k W H ms' ds' | v => v end
  | _, _ => Rejected
  end.

(** [verifier] is called after all cited files have been verified. *)
Definition chess_entry {A} (k : list Z) (f : A -> statement)
    (verifier : library -> Z -> envelope -> option A) (l : library) (size : Z) (e : envelope) : verdict statement :=
  match BiddingChess.Verify.read_parameters (parameters e) with
  | None => if chess_allowed (parameters e) then Undecided else Rejected
  | Some (W, H, M) =>
      let cited := map BiddingChess.Verify.material_codes (BiddingChess.Endings.citations_of M) in
      let n := claimed_classes (Envelope.claim e) in
      if (list_length cited =? list_length (citations e)) && (least_classes W H (list_length M) <=? n) && (n <=? size) then
        match all_cited l k W H cited (citations e) with
        | Verified _ => decided f (verifier l size e)
        | Rejected => Rejected
        | Undecided => Undecided
        end
      else Rejected
  end.

Definition said_richman (l : library) (d : list Z) : option BiddingChess.Verify.chess_claim :=
  match said_of l d with Verified (RichmanChess c) => Some c | _ => None end.
Definition said_chips (l : library) (d : list Z) : option Chips.Chess.chess_chips :=
  match said_of l d with Verified (ChipsChess c) => Some c | _ => None end.
Definition verify_richman_chess (l : library) (size : Z) (e : envelope) : option BiddingChess.Verify.chess_claim :=
  BiddingChess.Verify.verify_envelope_with Richman.Evidence.check (said_richman l) size e.
Definition verify_chips_chess (l : library) (size : Z) (e : envelope) : option Chips.Chess.chess_chips :=
  Chips.Chess.verify_chips_chess_envelope (said_chips l) size e.

(** ** Version 2 of kind losing, which cites certificates of both versions *)

(** The verdict on a cited file, with what it gives.  A file about another kind has the wrong game. *)
Definition cited_losing (l : library) (d : list Z) : verdict Losing.Version2.cited_file :=
  match said_of l d with
  | Verified (Losing c) => Verified (Losing.Version2.of_version_1 c)
  | Verified (Linked c chain) => Verified (Losing.Version2.of_version_2 c chain)
  | Verified _ => Rejected
  | Rejected => Rejected
  | Undecided => Undecided
  end.
(** Each file is dealt with before the next one.  [files] come in reverse order. *)
Fixpoint all_losing (l : library) (c : Losing.Version2.linked_claim) (ds : list (list Z))
    (files : list Losing.Version2.cited_file) : verdict (list Losing.Version2.cited_file) :=
  match ds with
  | [] => Verified (rev_append files [])
  | d :: ds' =>
      match cited_losing l d with
      | Verified f => if Losing.Version2.fits c f then all_losing l c ds' (f :: files) else Rejected
      | Rejected => Rejected
      | Undecided => Undecided
      end
  end.
Definition verify_linked (l : library) (size : Z) (e : envelope) : verdict statement :=
  match Losing.Version2.read_linked size e with
  | Some (c, stream) =>
      match all_losing l c (citations e) [] with
      | Verified files =>
          if Losing.Version2.check_linked c files stream
          then Verified (Linked c (Losing.Version2.chain_of files)) else Rejected
      | Rejected => Rejected
      | Undecided => Undecided
      end
  | None => Rejected
  end.

(** ** The table *)

Definition alone {A} (f : A -> statement) (verifier : Z -> envelope -> option A)
    (l : library) (size : Z) (e : envelope) : verdict statement := decided f (verifier size e).
Definition line (r : list Z) : entry := Entry chips 1 r 1 (alone ChipsLine Chips.Lines.verify_chips_line_envelope).
Definition placing (r : list Z) : entry := Entry chips 1 r 1 (alone ChipsPlacing Chips.Placing.verify_chips_placing_envelope).
Definition table : list entry :=
  [ Entry richman 1 graph 1 (alone RichmanGraph Richman.Graph.verify_graph_envelope);
    Entry richman 1 bidding_chess 1 (chess_entry richman RichmanChess verify_richman_chess);
    Entry chips 1 graph 1 (alone ChipsGraph Chips.Stored.verify_chips_graph_envelope);
    line tug; line ultimatum; line sudden_death;
    placing tic_tac_toe; placing hex; placing connect;
    Entry chips 1 bidding_chess 1 (chess_entry chips ChipsChess verify_chips_chess);
    Entry scoring 1 subtraction 1 (alone Scoring Scoring.Bytes.verify_scoring_envelope);
    Entry losing 1 losing_chess 1 (alone Losing Losing.Certificate.verify_losing_envelope);
    Entry losing 2 losing_chess 1 verify_linked;
    Entry safe 1 losing_chess 1 (alone Safe Losing.Safe.verify_safe_envelope) ].

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
      if known_version k kv then
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
Definition verify_file (l : library) (bytes : list Z) : verdict statement :=
  if all_bytes bytes then
    match start bytes with
    | Begins k kv r rv => verify_known l bytes k kv r rv
    | BeginsUnknown => Undecided
    | BeginsKind k kv => match rules_of k with Some _ => if known_version k kv then Rejected else Undecided | None => Undecided end
    | BeginsWrong => Rejected
    end
  else Rejected.

(** ** Soundness *)

Lemma decided_sound {A} (f : A -> statement) o c : decided f o = Verified c -> exists a, o = Some a /\ c = f a.
Proof. destruct o as [a|]; cbn; [|discriminate]. intros [= <-]. eauto. Qed.

Lemma alone_sound {A} (f : A -> statement) verifier l size e c : alone f verifier l size e = Verified c ->
  exists a, verifier size e = Some a /\ c = f a.
Proof. apply decided_sound. Qed.
Lemma chess_entry_sound {A} k (f : A -> statement) verifier l size e c :
  chess_entry k f verifier l size e = Verified c -> exists a, verifier l size e = Some a /\ c = f a.
Proof.
  unfold chess_entry. destruct (BiddingChess.Verify.read_parameters (parameters e)) as [[[W H] M]|].
  - destruct (_ && _); [|discriminate]. destruct (all_cited _ _ _ _ _ _); try discriminate. apply decided_sound.
  - destruct (chess_allowed _); discriminate.
Qed.

Lemma all_losing_holds l c ds : trusted l -> forall files all, (forall f, In f files -> Losing.Version2.cited_file_holds f) ->
  all_losing l c ds files = Verified all -> forall f, In f all -> Losing.Version2.cited_file_holds f.
Proof.
  intros T. induction ds as [|d ds IH]; intros files all H E f I; cbn [all_losing] in E.
  - injection E as <-. rewrite rev_append_rev, app_nil_r, <- in_rev in I. auto.
  - destruct (cited_losing l d) as [f'| |] eqn:C; try discriminate. passed F. refine (IH _ _ _ E f I).
    intros x [<-|J]; [|auto]. unfold cited_losing in C. destruct (said_of l d) as [k| |] eqn:S; try discriminate.
    pose proof (T _ _ S) as K. destruct k; try discriminate; injection C as <-.
    + exact (Losing.Version2.of_version_1_holds _ K).
    + exact (Losing.Version2.of_version_2_holds _ _ K).
Qed.

(** If the claims of the cited files are true, a claim of version 2 is true. *)
Theorem verify_linked_sound l size e c : trusted l -> verify_linked l size e = Verified c -> holds c.
Proof.
  intros T. unfold verify_linked. destruct (Losing.Version2.read_linked size e) as [[k stream]|] eqn:R; [|discriminate].
  destruct (all_losing l k (citations e) []) as [files| |] eqn:A; try discriminate. passed K. intros [= <-].
  apply (Losing.Version2.check_linked_sound k files stream); [|exact (all_losing_holds l k _ T [] files (fun f I => match I with end) A)|exact K].
  now apply Losing.Version2.read_linked_sound in R as [_ R].
Qed.

Lemma entry_sound l bytes e env c : trusted l -> In e table -> read_envelope bytes = Some env ->
  entry_verify e l (list_length bytes) env = Verified c -> holds c.
Proof.
  intros T I R. cbn [In table] in I.
  destruct I as [<-|[<-|[<-|[<-|[<-|[<-|[<-|[<-|[<-|[<-|[<-|[<-|[<-|[<-|[]]]]]]]]]]]]]]]; cbn [entry_verify line placing]; intros E.
  - apply alone_sound in E as (a & E & ->).
    apply (Richman.Graph.verify_graph_sound bytes). unfold Richman.Graph.verify_graph. now rewrite R.
  - apply chess_entry_sound in E as (a & E & ->).
    apply (BiddingChess.Verify.verify_bidding_chess_sound (said_richman l) bytes).
    + intros d w S. unfold said_richman in S. destruct (said_of l d) as [[]| |] eqn:K; try discriminate.
      injection S as <-. exact (T _ _ K).
    + unfold BiddingChess.Verify.verify_bidding_chess, BiddingChess.Verify.verify_with. now rewrite R.
  - apply alone_sound in E as (a & E & ->).
    apply (Chips.Stored.verify_chips_graph_sound bytes). unfold Chips.Stored.verify_chips_graph. now rewrite R.
  - apply alone_sound in E as (a & E & ->).
    apply (Chips.Lines.verify_chips_line_sound bytes). unfold Chips.Lines.verify_chips_line. now rewrite R.
  - apply alone_sound in E as (a & E & ->).
    apply (Chips.Lines.verify_chips_line_sound bytes). unfold Chips.Lines.verify_chips_line. now rewrite R.
  - apply alone_sound in E as (a & E & ->).
    apply (Chips.Lines.verify_chips_line_sound bytes). unfold Chips.Lines.verify_chips_line. now rewrite R.
  - apply alone_sound in E as (a & E & ->).
    apply (Chips.Placing.verify_chips_placing_sound bytes). unfold Chips.Placing.verify_chips_placing. now rewrite R.
  - apply alone_sound in E as (a & E & ->).
    apply (Chips.Placing.verify_chips_placing_sound bytes). unfold Chips.Placing.verify_chips_placing. now rewrite R.
  - apply alone_sound in E as (a & E & ->).
    apply (Chips.Placing.verify_chips_placing_sound bytes). unfold Chips.Placing.verify_chips_placing. now rewrite R.
  - apply chess_entry_sound in E as (a & E & ->).
    apply (Chips.Chess.verify_chips_chess_sound (said_chips l) bytes).
    + intros d w S. unfold said_chips in S. destruct (said_of l d) as [[]| |] eqn:K; try discriminate.
      injection S as <-. exact (T _ _ K).
    + unfold Chips.Chess.verify_chips_chess. now rewrite R.
  - apply alone_sound in E as (a & E & ->).
    apply (Scoring.Bytes.verify_scoring_sound bytes). unfold Scoring.Bytes.verify_scoring. now rewrite R.
  - apply alone_sound in E as (a & E & ->).
    apply (Losing.Certificate.verify_losing_sound bytes). unfold Losing.Certificate.verify_losing. now rewrite R.
  - exact (verify_linked_sound l _ env c T E).
  - apply alone_sound in E as (a & E & ->).
    apply (Losing.Safe.verify_safe_sound bytes). unfold Losing.Safe.verify_safe. now rewrite R.
Qed.

(** Whatever the bytes are: if they are verified, the claim holds, and the bytes are the unique
    encoding of an envelope. *)
Theorem verify_file_sound l bytes c : trusted l -> verify_file l bytes = Verified c ->
  holds c /\ exists e, bytes = encode_file (envelope_item e).
Proof.
  intros T. unfold verify_file. destruct (all_bytes bytes); [|discriminate].
  destruct (start bytes) as [k kv r rv| |k kv|]; try discriminate.
  - unfold verify_known. destruct (rules_of k); [|discriminate]. destruct (known_version k kv); [|discriminate].
    destruct (_ && _); [|discriminate]. destruct (one_of _ r); [|discriminate].
    take e F. apply find_some in F as (I & _).
    unfold verify_entry. take env R. intros E. split.
    + now apply (entry_sound l bytes e env c).
    + exists env. now apply read_envelope_sound.
  - destruct (rules_of k); [|discriminate]. destruct (known_version k kv); discriminate.
Qed.

(** ** A list of files, without a condition *)

(** Files with their digests, the last one first.  Each is verified with those before it as its
    library, so no file depends on itself. *)
Fixpoint library_of (files : list (list Z * list Z)) : library :=
  match files with
  | [] => Library (fun _ => None) (fun _ => Undecided)
  | (d, bytes) :: before =>
      let l := library_of before in
      Library (fun d' => if same_bytes d' d then Some bytes else bytes_of l d')
              (fun d' => if same_bytes d' d then verify_file l bytes else said_of l d')
  end.

(** Every claim that is verified with files of the list is true, whatever the files are. *)
Theorem verify_files_sound files : trusted (library_of files).
Proof.
  induction files as [|[d bytes] before IH]; intros d' c; cbn [library_of said_of]; [discriminate|].
  destruct (same_bytes d' d); [|apply IH]. intros E. exact (proj1 (verify_file_sound _ _ _ IH E)).
Qed.

(** A certificate of kind losing, version 2, that is verified after the files of a list: from each of
    its roots the winner wins within the root's number of moves, whatever the other side plays, no
    position comes twice, and captures and pawn moves come as often as the claim says. *)
Corollary linked_wins files bytes c chain r :
  verify_file (library_of files) bytes = Verified (Linked c chain) -> In r (Losing.Version2.linked_roots c) ->
  @Losing.Memory.wins_within (Losing.Rules.losing_chess (Losing.Version2.linked_rule c)) (Losing.Version2.linked_winner c)
    (Losing.Linked.root_position r) (Losing.Linked.root_clock r) (Losing.Linked.root_longest r)
    (Losing.Linked.root_run r) (Losing.Version2.linked_reversible c).
Proof.
  intros E I. destruct (verify_file_sound _ _ _ (verify_files_sound files) E) as [[_ H] _]. now apply H.
Qed.
