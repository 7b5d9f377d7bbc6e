(* Endings of bidding chess: from the bytes of a file to its claim.

   verify_bidding_chess reads a file of kind richman and rule set bidding-chess about material of up to three pieces
   and tests the clauses of spec/kinds/richman.md. A function from digests supplies the verified files that it may
   cite. verify_bidding_chess_sound: if the claims of cited files are true, then the answer is true. This means that
   at every placement of the ending the values stored for its class are the thresholds of the bidding game that is
   played on placements by the rules of Rules.v (bidding_chess_thresholds).

   The page: spec/soundness/bidding-chess.md, with Theorem 3 of spec/soundness/richman.md.

   Clauses read here: bidding-chess/board, bidding-chess/material (of up to three pieces; other material has no
   answer), citation/count, citation/missing, citation/game, envelope/kind, envelope/game. The clauses of the kind
   are read by theories/Richman/Evidence.v. Left to the driver: the digests of cited files (SHA-256), citation/cycle,
   resources. Every file about three pieces meets resources/size, because numbering takes less than 1 MiB. *)
From Coq Require Import String.
From Coq Require Import ZArith QArith List Bool Lia.
From Gamecert Require Import Format.Cbor Format.Fields Format.Index Format.Envelope.
From Gamecert Require Import Richman.Game Richman.Values Richman.Bidding Richman.Checker Richman.Sound Richman.Evidence.
From Gamecert.BiddingChess Require Import Rules Symmetry Classes Endings Numbering Ranked.
Import ListNotations.
Open Scope Z_scope.

(* The claim of a verified file: its board and ending, the numbering of the classes, and the values of the classes. *)
Record chess_claim := ChessClaim { board_files : Z; board_ranks : Z; chess_classes : numbering; chess_values : values }.
Definition chess_material (v : chess_claim) : material := of_material (chess_classes v).

(* The values that the claim assigns to a placement, alpha, beta and both labels: the values of the placement's
   class. *)
Definition claimed_cell (v : chess_claim) (P : placement) : option cell :=
  match find_class (board_files v) (board_ranks v) (chess_classes v) P with
  | Some c => cell_at (chess_values v) c
  | None => None
  end.

(* ---------- parameters and citations ---------- *)
Definition material_codes (M : material) : list Z :=
  map (fun k => match snd k with King => 75 | Queen => 81 | Rook => 82 | Bishop => 66 | Knight => 78 | Pawn => 80 end) M.
Definition supported : list material := [KK; KXK Queen; KXK Rook; KXK Bishop; KXK Knight; KXK Pawn].
Definition read_material (i : item) : option material :=
  match i with Text t => List.find (fun M => same_bytes t (material_codes M)) supported | _ => None end.
Definition board_side (n : Z) : bool := (2 <=? n) && (n <=? 16).
(* The pieces fit on the squares, and the pawns on the squares where pawns may stand. *)
Definition material_fits (W H : Z) (M : material) : bool :=
  (Z.of_nat (length M) <=? W * H) && (Z.of_nat (pawns M) <=? W * (H - 2)).
Definition read_parameters (l : list item) : option (Z * Z * material) :=
  match l with
  | [w; h; m] =>
      match unsigned w, unsigned h, read_material m with
      | Some W, Some H, Some M => if board_side W && board_side H && material_fits W H M then Some (W, H, M) else None
      | _, _, _ => None
      end
  | _ => None
  end.

Section Citations.
  Variable lookup : list Z -> option chess_claim.
  Variables W H : Z.
  (* Reads one file for each cited ending, in their order; each must be about this ending on this board. *)
  Fixpoint read_citations (digests : list (list Z)) (Ms : list material) : option (list chess_claim) :=
    match digests, Ms with
    | [], [] => Some []
    | d :: digests, M :: Ms =>
        match lookup d with
        | Some v =>
            if (board_files v =? W) && (board_ranks v =? H) && same_material (chess_material v) M then
              match read_citations digests Ms with Some vs => Some (v :: vs) | None => None end
            else None
        | None => None
        end
    | _, _ => None
    end.
End Citations.

Definition cited_cell (vs : table chess_claim) (k c : Z) : option cell :=
  match find vs k with Some v => cell_at (chess_values v) c | None => None end.

(* ---------- the checker ---------- *)
Definition kind_richman : list Z := Eval compute in codes "richman".
Definition rules_bidding_chess : list Z := Eval compute in codes "bidding-chess".
Definition names (kind_name rules_name : list Z) (e : envelope) : bool :=
  same_bytes (kind e) kind_name && (kind_version e =? 1) && same_bytes (rules e) rules_name && (rules_version e =? 1).

(* Evidence.check, or another function with the same guarantee. *)
Definition checker : Type :=
  Z -> Z -> (colour -> Z -> list target) -> (Z -> Z -> option cell) -> list item -> list item -> option values.

Definition check_with (checks : checker) (cited : list chess_claim) (size : Z) (W H : Z) (M : material)
    (claim evidence : list item) : option chess_claim :=
  let own := number_classes W H M in
  let others := map chess_classes cited in
  match checks size (Numbering.size own) (class_options W H own others) (cited_cell (index cited)) claim evidence with
  | Some values => Some (ChessClaim W H own values)
  | None => None
  end.
Definition verify_envelope_with (checks : checker) (lookup : list Z -> option chess_claim) (size : Z) (e : envelope)
    : option chess_claim :=
  if names kind_richman rules_bidding_chess e then
    match read_parameters (parameters e) with
    | Some (W, H, M) =>
        match read_citations lookup W H (citations e) (citations_of M) with
        | Some cited => check_with checks cited size W H M (claim e) (evidence e)
        | None => None
        end
    | None => None
    end
  else None.
Definition verify_with (checks : checker) (lookup : list Z -> option chess_claim) (bytes : list Z) : option chess_claim :=
  match read_envelope bytes with
  | Some e => verify_envelope_with checks lookup (list_length bytes) e
  | None => None
  end.

(* The second checker's function for this kind and rule set. *)
Definition verify_bidding_chess : (list Z -> option chess_claim) -> list Z -> option chess_claim := verify_with check.
(* The same function for use inside the kernel: it tests only clauses of soundness, and requires functions = 1
   (Ranked.v). *)
Definition verify_ranked : (list Z -> option chess_claim) -> list Z -> option chess_claim :=
  verify_with (fun _ => check_ranked).

(* ---------- the meaning of a claim ---------- *)
(* A claim is true if the following holds: it is about one of the endings, numbered as the rule set prescribes; every
   placement of the ending has a value; together with values of all reachable positions these values are the limits
   of the thresholds of n moves, so that citing games may depend on them; and functions is 1 exactly if alpha = beta
   at all placements. *)
Definition chess_claim_true (v : chess_claim) : Prop :=
  let W := board_files v in let H := board_ranks v in let M := chess_material v in
  (2 <= W <= 16 /\ 2 <= H <= 16 /\ ending M)
  /\ chess_classes v = number_classes W H M
  /\ Evidence.classes (chess_values v) = Z.of_nat (length (Classes.classes W H M))
  /\ (forall c u, cell_at (chess_values v) c = Some u -> in_range u)
  /\ (forall P, legal W H M P -> exists u, claimed_cell v P = Some u)
  /\ (exists S, limits (bidding_chess W H) S /\ closed (bidding_chess W H) S
        /\ forall P u, legal W H M P -> claimed_cell v P = Some u -> S (At P) (alpha u) (beta u))
  /\ (functions (chess_values v) = 1 /\ (forall P u, legal W H M P -> claimed_cell v P = Some u -> (alpha u == beta u)%Q)
      \/ functions (chess_values v) = 2 /\ exists P u, legal W H M P /\ claimed_cell v P = Some u /\ ~ (alpha u == beta u)%Q).

(* At every placement of the ending the claimed values are the thresholds of the bidding game: for every fair custom
   of bidding, White wins by force if Black has less than alpha, and Black prevents this for ever with more than
   alpha. The same holds with beta and the players exchanged. The values are also the limits of the recursion for n
   moves. *)
Theorem bidding_chess_thresholds v : chess_claim_true v ->
  forall P, legal (board_files v) (board_ranks v) (chess_material v) P ->
  exists u, claimed_cell v P = Some u
    /\ thresholds (bidding_chess (board_files v) (board_ranks v)) (At P) (alpha u) (beta u)
    /\ is_sup (fun n => @a (bidding_chess (board_files v) (board_ranks v)) n (At P)) (alpha u)
    /\ is_inf (fun n => @b (bidding_chess (board_files v) (board_ranks v)) n (At P)) (beta u).
Proof.
  intros (_ & _ & _ & _ & All & (S & Lim & Cl & HS) & _) P L. destruct (All P L) as (u & Eu). exists u.
  pose proof (HS P u L Eu) as K. part. split; [|split].
  - exact (limits_are_thresholds _ S Lim Cl (At P) _ _ K).
  - exact (limits_sup _ S (At P) _ _ Lim K).
  - exact (limits_inf _ S (At P) _ _ Lim K).
Qed.

(* ---------- proofs ---------- *)
Lemma supported_ending M : In M supported -> ending M.
Proof. cbn. intros I. decompose [or] I; subst; try contradiction; constructor; reflexivity. Qed.
Lemma read_parameters_sound l W H M : read_parameters l = Some (W, H, M) ->
  (2 <= W <= 16 /\ 2 <= H <= 16 /\ ending M) /\ l = [Int W; Int H; Text (material_codes M)].
Proof.
  unfold read_parameters. destruct l as [|w [|h [|m []]]]; try discriminate.
  destruct (unsigned w) as [W'|] eqn:EW; [|discriminate]. destruct (unsigned h) as [H'|] eqn:EH; [|discriminate].
  destruct (read_material m) as [M'|] eqn:EM; [|discriminate].
  passed B.
  intros [= <- <- <-]. apply andb_prop in B as [[B1 B2]%andb_prop _].
  unfold board_side in *. rewrite andb_true_iff, !Z.leb_le in *.
  apply unsigned_item in EW; apply unsigned_item in EH. destruct EW as [-> _], EH as [-> _].
  unfold read_material in EM. destruct m; try discriminate. apply find_some in EM as [I E%same_bytes_eq]. subst.
  apply supported_ending in I. auto.
Qed.

Lemma read_citations_sound lookup W H : (forall d v, lookup d = Some v -> chess_claim_true v) ->
  forall Ms digests vs, read_citations lookup W H digests Ms = Some vs ->
  Forall2 (fun v M => chess_claim_true v /\ board_files v = W /\ board_ranks v = H /\ chess_material v = M) vs Ms.
Proof.
  intros T. induction Ms as [|M Ms IH]; intros [|d digests] vs E; try discriminate; cbn in E.
  - injection E as <-. constructor.
  - take v L.
    passed G. destruct (read_citations lookup W H digests Ms) as [vs'|] eqn:R; [|discriminate].
    injection E as <-. apply andb_prop in G as [[G1%Z.eqb_eq G2%Z.eqb_eq]%andb_prop G3]; apply same_material_true in G3.
    constructor; [|now apply IH in R]. split; [now apply (T d)|auto].
Qed.

Section Sound.
  Variables (W H : Z) (M : material) (cited : list chess_claim).
  Hypothesis HW : 2 <= W <= 16.
  Hypothesis HH : 2 <= H <= 16.
  Hypothesis E : ending M.
  Hypothesis C : Forall2 (fun v M => chess_claim_true v /\ board_files v = W /\ board_ranks v = H /\ chess_material v = M)
                         cited (citations_of M).
  Let G := bidding_chess W H.

  Lemma cited_numberings Ms : forall vs,
    Forall2 (fun v M => chess_claim_true v /\ board_files v = W /\ board_ranks v = H /\ chess_material v = M) vs Ms ->
    map chess_classes vs = map (number_classes W H) Ms.
  Proof.
    intros vs F. induction F as [|v N vs Ms (T & EW & EH & EN) F IH]; [reflexivity|]. cbn. rewrite IH. f_equal.
    rewrite <- EW, <- EH, <- EN. apply T.
  Qed.
  (* Values of all positions reachable from cited endings. *)
  Lemma cited_known Ms : forall vs,
    Forall2 (fun v M => chess_claim_true v /\ board_files v = W /\ board_ranks v = H /\ chess_material v = M) vs Ms ->
    exists known, limits G known /\ closed G known /\
      forall v, In v vs -> forall P u, legal W H (chess_material v) P -> claimed_cell v P = Some u -> known (At P) (alpha u) (beta u).
  Proof.
    intros vs F. induction F as [|v N vs Ms (T & EW & EH & EN) F IH].
    - exists (fun _ _ _ => False). split; [split; [contradiction|]|split].
      + intros eps _. exists O. contradiction.
      + intros p x y [].
      + contradiction.
    - destruct IH as (k & Lim & Cl & K). destruct T as (_ & _ & _ & _ & _ & (S & Lim' & Cl' & HS) & _).
      exists (fun q x y => S q x y \/ k q x y). subst G. rewrite EW, EH in *. split; [now apply limits_union|]. split.
      + now apply closed_union.
      + intros v' [<-|I] P u L U; [left; now apply HS|right; now apply (K v' I)].
  Qed.

  Lemma cited_nth k v M' : find (index cited) k = Some v -> nth_error (citations_of M) (Z.to_nat k) = Some M' ->
    In v cited /\ chess_claim_true v /\ board_files v = W /\ board_ranks v = H /\ chess_material v = M'.
  Proof.
    rewrite find_index. destruct (k <? 0); [discriminate|]. intros A B. split; [now apply nth_error_In in A|].
    revert A B. generalize (Z.to_nat k). generalize C. clear C.
    intros F. induction F as [|v0 M0 vs Ms Hd _ IH]; intros [|n]; cbn.
    - discriminate.
    - discriminate.
    - intros A B. injection A as <-. now injection B as <-.
    - apply IH.
  Qed.

  Theorem checked_true w :
    checked (Numbering.size (number_classes W H M)) (class_options W H (number_classes W H M) (map chess_classes cited))
      (cited_cell (index cited)) w ->
    chess_claim_true (ChessClaim W H (number_classes W H M) w).
  Proof.
    intros K.
    unfold chess_claim_true; cbn [board_files board_ranks chess_classes chess_values].
    change (chess_material (ChessClaim W H (number_classes W H M) w)) with M.
    rewrite (cited_numberings _ _ C) in K.
    destruct K as (N & Dom & Range & Clauses & F).
    assert (NS : Numbering.size (number_classes W H M) = Z.of_nat (length (Classes.classes W H M))).
    { unfold number_classes; cbn [Numbering.size]. now rewrite classes_quickly_correct. }
    rewrite NS in *.
    assert (CC : forall P u, legal W H M P -> (claimed_cell (ChessClaim W H (number_classes W H M) w) P = Some u
              <-> exists c, class_number W H M P = Some c /\ cell_at w c = Some u)).
    { intros P u L. unfold claimed_cell; cbn [board_files board_ranks chess_classes chess_values].
      rewrite find_class_correct by assumption. destruct (class_number W H M P) as [c|].
      - split; [intros Eu; now exists c|intros (d & Ed & Eu); congruence].
      - split; [discriminate|intros (d & Ed & _); discriminate]. }
    assert (All : forall P, legal W H M P -> exists u, claimed_cell (ChessClaim W H (number_classes W H M) w) P = Some u).
    { intros P L. destruct (class_number_total W H M P L) as (c & Ec).
      destruct (class_number_representative W H M P c L Ec) as (B & _).
      destruct (proj2 (Dom c) B) as (u & Eu). exists u. apply CC; [assumption|]. now exists c. }
    split; [auto|]. part. part. part. part.
    destruct (cited_known _ _ C) as (known & KL & KC & KV).
    destruct (richman_with_citations G (class_options W H (number_classes W H M) (map (number_classes W H) (citations_of M)))
      (cited_cell (index cited)) (cell_at w) (in_class W H M) (in_cited W H M) known) as (Lim & Cl); auto.
    - intros c u p _ Pc. destruct (options_faithful W H M c p (proj1 HW) (proj1 HH) E Pc) as (O & Cov). part.
      exact Cov.
    - intros k c x q u (-> & M' & Hk & Nk & P & -> & L & Ec) U. unfold cited_cell in U.
      take v Fv.
      destruct (cited_nth k v M' Fv Nk) as (Iv & T & EW & EH & EM). exists (alpha u), (beta u). cbn [seen].
      split; [|split; reflexivity]. apply (KV v Iv P u); [now rewrite EM|].
      destruct T as (_ & NC & _). rewrite EW, EH, EM in NC.
      unfold claimed_cell. rewrite NC, EW, EH, find_class_correct, Ec by assumption. exact U.
    - intros k c u U. unfold cited_cell in U. take v Fv.
      destruct (find_index_in _ _ _ Fv) as (_ & Bk). assert (exists M', nth_error (citations_of M) (Z.to_nat k) = Some M') as (M' & Nk).
      { assert (LE : length cited = length (citations_of M)) by (pose proof C as C0; clear -C0; induction C0; cbn; congruence).
        destruct (nth_error (citations_of M) (Z.to_nat k)) eqn:Z; [eauto|]. apply nth_error_None in Z. unfold len in Bk. lia. }
      destruct (cited_nth k v M' Fv Nk) as (_ & T & _). now apply (proj1 (proj2 (proj2 (proj2 T)))) in U.
    - split.
      + exists (fun q x y => own_values G (cell_at w) (in_class W H M) q x y \/ known q x y \/ ends G q x y).
        part. part. intros P u L U. left. apply CC in U; [|assumption].
        destruct U as (c & Ec & Eu). exists c, u. split; [now exists P|auto].
      + destruct F as [(F1 & F2)|(F1 & c & u & Eu & NE)]; [left; part|right; part].
        * intros P u L U. apply CC in U; [|assumption]. destruct U as (c & _ & Eu). rewrite (F2 c u Eu). reflexivity.
        * assert (B : 0 <= c < Z.of_nat (length (Classes.classes W H M))) by (apply Dom; eauto).
          destruct (nth_error (Classes.classes W H M) (Z.to_nat c)) as [R|] eqn:NR; [|apply nth_error_None in NR; lia].
          destruct (class_number_of_representative W H M c R (proj1 B) NR) as (L & Ec).
          exists R, u. part. split; [|assumption]. apply CC; [assumption|]. now exists c.
  Qed.
End Sound.

(* A checker with the guarantee of Evidence.check. *)
Definition makes_sure (checks : checker) : Prop := forall size n options_of cited claim evidence v,
  checks size n options_of cited claim evidence = Some v -> checked n options_of cited v.

Theorem verify_with_sound checks lookup bytes v : makes_sure checks ->
  (forall d w, lookup d = Some w -> chess_claim_true w) ->
  verify_with checks lookup bytes = Some v ->
  (exists e, bytes = encode_file (envelope_item e) /\ kind e = kind_richman /\ rules e = rules_bidding_chess /\
     parameters e = [Int (board_files v); Int (board_ranks v); Text (material_codes (chess_material v))]) /\
  chess_claim_true v.
Proof.
  intros S T. unfold verify_with. take e R.
  apply read_envelope_sound in R. unfold verify_envelope_with.
  passed K.
  destruct (read_parameters (parameters e)) as [[[W H] M]|] eqn:P; [|discriminate].
  take cited C.
  destruct (read_parameters_sound _ _ _ _ P) as ((HW & HH & E) & PE).
  unfold check_with. take w V. intros [= <-].
  apply S in V. apply (checked_true W H M cited HW HH E (read_citations_sound lookup W H T _ _ _ C)) in V.
  split; [|assumption]. unfold names in K. rewrite !andb_true_iff in K. destruct K as (((K1 & _) & K2) & _).
  apply same_bytes_eq in K1. apply same_bytes_eq in K2. exists e. auto.
Qed.

(* From bytes to the claim. Suppose that every claim supplied by lookup is true, and that verify_bidding_chess
   answers v for the bytes of a file. Then the file is the encoding of an envelope of kind richman and rule set
   bidding-chess about this board and material, and v is true: see chess_claim_true and bidding_chess_thresholds. *)
Theorem verify_bidding_chess_sound lookup bytes v :
  (forall d w, lookup d = Some w -> chess_claim_true w) ->
  verify_bidding_chess lookup bytes = Some v ->
  (exists e, bytes = encode_file (envelope_item e) /\ kind e = kind_richman /\ rules e = rules_bidding_chess /\
     parameters e = [Int (board_files v); Int (board_ranks v); Text (material_codes (chess_material v))]) /\
  chess_claim_true v.
Proof.
  apply verify_with_sound. intros size n options_of cited claim evidence w C. now apply check_sound in C.
Qed.

(* The same theorem for verify_ranked. *)
Theorem verify_ranked_sound lookup bytes v :
  (forall d w, lookup d = Some w -> chess_claim_true w) ->
  verify_ranked lookup bytes = Some v -> chess_claim_true v.
Proof.
  intros T V. apply (verify_with_sound (fun _ => check_ranked) lookup bytes v); [|assumption|assumption].
  intros size n options_of cited claim evidence w C. now apply check_ranked_sound in C.
Qed.
