(** * The envelope

    [spec/FORMAT.md], section 2: every file is an array of seven items.  [read_envelope] reads a
    whole file.  [read_envelope_sound] states that a file that is read has exactly the bytes that
    its fields determine.  [start] reads the beginning of a file up to its kind and rule set, so
    that a file of an unknown version, kind or rule set is undecided whatever follows.

    Clauses: [envelope/magic], [envelope/version], and the parts of [cbor/type] about the seven
    items.  The table of kinds tests [envelope/kind], [envelope/game] and [envelope/pairing].  Rule
    set and kind test parameters, claim, number of citations and evidence. *)

From Coq Require Import String.
From Coq Require Import ZArith List Bool Lia.
From Gamecert Require Import Format.Cbor Format.Fields.
Import ListNotations.
Open Scope Z_scope.

(** The verdict on a file: verified, with the proved claim; rejected; or undecided. *)
Inductive verdict (A : Type) :=
| Verified (proved : A)
| Rejected
| Undecided.
Arguments Verified {A} proved.
Arguments Rejected {A}.
Arguments Undecided {A}.

Record envelope := Envelope {
  kind : list Z;                (* a text *)
  kind_version : Z;
  rules : list Z;               (* a text *)
  rules_version : Z;
  parameters : list item;
  claim : list item;
  citations : list (list Z);    (* SHA-256 digests *)
  evidence : list item }.

Definition magic : list Z := Eval compute in codes "gamecert"%string.

Definition envelope_item (e : envelope) : item :=
  Array [Text magic; Int 1;
         Array [Text (kind e); Int (kind_version e)];
         Array [Text (rules e); Int (rules_version e); Array (parameters e)];
         Array (claim e);
         Array (map Bytes (citations e));
         Array (evidence e)].

(** A digest has 32 bytes. *)
Definition digest (i : item) : option (list Z) :=
  match i with Bytes l => if list_length l =? 32 then Some l else None | _ => None end.

Definition read_name (i : item) : option (list Z * Z) :=
  match i with
  | Array [Text name; version] =>
      match unsigned version with Some v => Some (name, v) | None => None end
  | _ => None
  end.
Definition read_game (i : item) : option (list Z * Z * list item) :=
  match i with
  | Array [Text name; version; Array params] =>
      match unsigned version with Some v => Some (name, v, params) | None => None end
  | _ => None
  end.
Definition read_fields (kind game claim citations evidence : item) : option envelope :=
  match read_name kind, read_game game with
  | Some (k, kv), Some (r, rv, params) =>
      match claim, citations, evidence with
      | Array c, Array cs, Array ev =>
          match traverse digest cs with
          | Some ds => Some (Envelope k kv r rv params c ds ev)
          | None => None
          end
      | _, _, _ => None
      end
  | _, _ => None
  end.
Definition is_text (t : list Z) (i : item) : bool :=
  match i with Text l => same_bytes l t | _ => false end.
Definition is_number (n : Z) (i : item) : bool := match i with Int m => m =? n | _ => false end.
Definition read_seven (i : item) : option envelope :=
  match i with
  | Array [m; v; k; g; c; cs; ev] =>
      if is_text magic m && is_number 1 v then read_fields k g c cs ev else None
  | _ => None
  end.
Definition read_envelope (bytes : list Z) : option envelope :=
  match decode_file bytes with Some i => read_seven i | None => None end.

(** ** The beginning of a file *)

Inductive beginning :=
| Begins (kind : list Z) (kind_version : Z) (rules : list Z) (rules_version : Z)
| BeginsUnknown                     (* another version *)
| BeginsKind (kind : list Z) (kind_version : Z)   (* nothing readable after the kind *)
| BeginsWrong.

Definition next (bytes : list Z) : option (item * list Z) := read_item 3 bytes.
Definition start_rules (k : list Z) (kv : Z) (bytes : list Z) : beginning :=
  match read_head bytes with
  | Some (4, 3, rest) =>
      match next rest with
      | Some (Text r, rest') =>
          match next rest' with
          | Some (v, _) => match unsigned v with Some rv => Begins k kv r rv | None => BeginsKind k kv end
          | None => BeginsKind k kv
          end
      | _ => BeginsKind k kv
      end
  | _ => BeginsKind k kv
  end.
Definition start_kind (bytes : list Z) : beginning :=
  match next bytes with
  | Some (k, rest) =>
      match read_name k with Some (k, kv) => start_rules k kv rest | None => BeginsWrong end
  | None => BeginsWrong
  end.
Definition start_version (bytes : list Z) : beginning :=
  match next bytes with
  | Some (v, rest) =>
      match unsigned v with
      | Some n => if n =? 1 then start_kind rest else BeginsUnknown
      | None => BeginsWrong
      end
  | None => BeginsWrong
  end.
Definition start_seven (bytes : list Z) : beginning :=
  match read_head bytes with
  | Some (major, count, rest) =>
      if (major =? 4) && (count =? 7) then
        match next rest with
        | Some (m, rest') => if is_text magic m then start_version rest' else BeginsWrong
        | None => BeginsWrong
        end
      else BeginsWrong
  | None => BeginsWrong
  end.
Definition start (bytes : list Z) : beginning :=
  match bytes with
  | b0 :: b1 :: b2 :: rest =>
      if (b0 =? 217) && (b1 =? 217) && (b2 =? 247) then start_seven rest else BeginsWrong
  | _ => BeginsWrong
  end.

(** ** Each envelope has one file *)

Lemma digest_sound i d : digest i = Some d -> i = Bytes d.
Proof. unfold digest. destruct i; try discriminate. destruct (_ =? _); [|discriminate]. congruence. Qed.
Lemma read_name_sound i n v : read_name i = Some (n, v) -> i = Array [Text n; Int v].
Proof.
  unfold read_name. destruct i as [| | |[|[] [|v' []]]|]; try discriminate.
  take w U. intros [= <- <-].
  apply unsigned_item in U as [-> _]. reflexivity.
Qed.
Lemma read_game_sound i n v p : read_game i = Some (n, v, p) -> i = Array [Text n; Int v; Array p].
Proof.
  unfold read_game. destruct i as [| | |[|[] [|v' [|[] []]]]|]; try discriminate.
  take w U. intros [= <- <- <-].
  apply unsigned_item in U as [-> _]. reflexivity.
Qed.
Lemma is_text_sound t i : is_text t i = true -> i = Text t.
Proof. unfold is_text. destruct i; try discriminate. intros E; apply same_bytes_eq in E; congruence. Qed.
Lemma is_number_sound n i : is_number n i = true -> i = Int n.
Proof. unfold is_number. destruct i; try discriminate. intros E; apply Z.eqb_eq in E; congruence. Qed.
Lemma read_fields_sound k g c cs ev e : read_fields k g c cs ev = Some e ->
  Array [Text magic; Int 1; k; g; c; cs; ev] = envelope_item e.
Proof.
  unfold read_fields. destruct (read_name k) as [[kn kv]|] eqn:K; [|discriminate].
  destruct (read_game g) as [[[r rv] p]|] eqn:G; [|discriminate].
  destruct c as [| | |c|]; try discriminate. destruct cs as [| | |cs|]; try discriminate.
  destruct ev as [| | |ev|]; try discriminate.
  take ds D. intros [= <-].
  apply read_name_sound in K; apply read_game_sound in G; subst.
  apply (traverse_sound _ Bytes _ _ digest_sound) in D. subst. reflexivity.
Qed.
Lemma read_seven_sound i e : read_seven i = Some e -> i = envelope_item e.
Proof.
  unfold read_seven.
  destruct i as [| | |[|m [|v [|k [|g [|c [|cs [|ev []]]]]]]]|]; try discriminate.
  passed M. intros E.
  apply andb_prop in M as [M1 M2].
  apply is_text_sound in M1; apply is_number_sound in M2; subst. now apply read_fields_sound.
Qed.

(** A file whose envelope is read consists of exactly the bytes that kind, game, claim, citations
    and evidence determine: tag 55799, then the encoding of [envelope_item]. *)
Theorem read_envelope_sound bytes e :
  read_envelope bytes = Some e -> bytes = encode_file (envelope_item e).
Proof.
  unfold read_envelope. take i D.
  intros E. apply decode_file_sound in D. apply read_seven_sound in E. now subst.
Qed.

(** Two files with the same envelope are the same file. *)
Corollary read_envelope_unique bytes bytes' e :
  read_envelope bytes = Some e -> read_envelope bytes' = Some e -> bytes = bytes'.
Proof. intros A B; apply read_envelope_sound in A; apply read_envelope_sound in B; congruence. Qed.
