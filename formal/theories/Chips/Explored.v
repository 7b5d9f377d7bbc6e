(** * Games whose classes are found by search

    For rule sets that number their classes in the order of discovery ([spec/rules/placing.md],
    section 3): the search, and a test that replaces a proof about symmetries.  The test visits
    every image of every class and compares its options with the row of its class.  No facts about
    the symmetries or the search are needed.  [explored_presented]: rows that pass the test present
    the game, in the sense of [CheckProof.v]. *)
From Coq Require Import ZArith NArith List Bool Lia.
From Gamecert Require Format.Index.
From Gamecert.Chips Require Import Rule OneMove Threshold Tables Check CheckProof.
Import ListNotations.
Open Scope Z_scope.

(** The code of a position of unfinished play, or a position where play is over. *)
Inductive place := At (code : Z) | Over (o : outcome).

Section Explored.
  (** The options of a position of unfinished play, in move order. *)
  Variable moves : player -> Z -> list place.

  Definition game_of_moves : game := {|
    position := place;
    ended := fun v => match v with At _ => None | Over o => Some o end;
    options := fun p v => match v with At c => moves p c | Over _ => [] end |}.

  (** The images of a position under the symmetries.  The canonical position of a class is its least
      image. *)
  Variable images : Z -> list Z.
  Definition canonical (c : Z) : Z := fold_left Z.min (images c) c.

  (** ** The search: class numbers by canonical code, and canonical codes in the order of their
      numbers *)
  Record search := Search {
    found : Index.table Z;          (* numbers by canonical code *)
    next_number : Z;
    queue_front : list Z; queue_back : list Z;
    order : list Z }.               (* classes looked at, last first *)

  Definition meet (s : search) (v : place) : search :=
    match v with
    | Over _ => s
    | At c =>
        let c := canonical c in
        match Index.find (found s) c with
        | Some _ => s
        | None => Search (Index.store c (next_number s) (found s)) (next_number s + 1)
                    (queue_front s) (c :: queue_back s) (order s)
        end
    end.
  (** Explores one class.  The search stops when there are more than [most] classes. *)
  Definition search_step (most : Z) (s : search) : search :=
    if most <? next_number s then s
    else
      match (match queue_front s with [] => rev_append (queue_back s) [] | l => l end) with
      | [] => s
      | c :: rest =>
          let back := match queue_front s with [] => [] | _ => queue_back s end in
          fold_left meet (moves Right c)
            (fold_left meet (moves Left c)
              (Search (found s) (next_number s) rest back (c :: order s)))
      end.
  Definition search_from (start most : Z) : search :=
    let c := canonical start in
    let s := Search (Index.store c 0 Index.empty) 1 [c] [] [] in
    match most with Zpos n => Pos.iter (search_step most) s n | _ => s end.

  (** ** Rows, and the test *)
  Variable numbers : Index.table Z.
  Definition place_arc (v : place) : option arc :=
    match v with
    | Over o => Some (End o)
    | At c => match Index.find numbers (canonical c) with
              | Some n => if 0 <=? n then Some (Class (Z.to_N n)) else None
              | None => None
              end
    end.
  Definition row_at (c : Z) : option row :=
    match all place_arc (moves Left c), all place_arc (moves Right c) with
    | Some l, Some r => Some (l, r)
    | _, _ => None
    end.

  (** A position belongs to a class, has the options of the class's row, and these options are among
      the visited positions. *)
  Variables (row_by_number : N -> option row) (known : Index.table Datatypes.unit).
  Definition is_known (v : place) : bool :=
    match v with
    | Over _ => true
    | At c => match Index.find known c with Some _ => true | None => false end
    end.
  Definition options_match (p : player) (c : Z) (r : row) : bool :=
    forallb is_known (moves p c) &&
    match all place_arc (moves p c) with
    | Some l => same_entries (normal l) (normal (arcs p r))
    | None => false
    end.
  Definition position_ok (c : Z) : bool :=
    match place_arc (At c) with
    | Some (Class n) =>
        match row_by_number n with
        | Some r => options_match Left c r && options_match Right c r
        | None => false
        end
    | _ => false
    end.

  (** ** Why the test suffices *)
  Variables (rows : list row) (positions : list Z).
  Hypothesis rows_numbered : forall n, row_by_number n = nth_error rows (N.to_nat n).
  Hypothesis known_positions : forall c x, Index.find known c = Some x -> In c positions.
  Hypothesis tested : forallb position_ok positions = true.

  Definition looked_over (v : position game_of_moves) : Prop :=
    match v : place with At c => In c positions | Over _ => True end.
  Definition arc_of_place (v : position game_of_moves) : arc :=
    match place_arc v with Some a => a | None => End Drawn end.

  Lemma position_class c : In c positions -> exists n r, place_arc (At c) = Some (Class n) /\
    nth_error rows (N.to_nat n) = Some r /\ options_match Left c r = true /\ options_match Right c r = true.
  Proof.
    intros I. rewrite forallb_forall in tested. specialize (tested c I). unfold position_ok in tested.
    destruct (place_arc (At c)) as [[o|n|i j]|]; try discriminate.
    rewrite rows_numbered in tested. take r E.
    apply andb_prop in tested. exists n, r. tauto.
  Qed.

  Theorem explored_presented : presented rows looked_over arc_of_place.
  Proof.
    split.
    - intros [c|o'] o D A; unfold arc_of_place in A.
      + destruct (position_class c D) as (n & r & E & _). rewrite E in A. discriminate.
      + cbn in A. injection A as <-. reflexivity.
    - intros [c|o'] n D A; unfold arc_of_place in A; [|discriminate].
      destruct (position_class c D) as (n' & r & E & Er & OL & OR). rewrite E in A. injection A as <-.
      part. exists r. part. intros q.
      assert (OQ : options_match q c r = true) by (destruct q; assumption).
      unfold options_match in OQ. apply andb_prop in OQ as [K O]. rewrite forallb_forall in K.
      cbn [options game_of_moves]. take l EL.
      apply same_entries_eq in O. destruct (all_in _ _ _ EL) as [A1 A2]. split.
      + intros w I. split.
        * specialize (K w I). unfold is_known in K. destruct w as [cw|o]; [|exact Logic.I].
          take x F. exact (known_positions cw x F).
        * destruct (A1 w I) as (b & Eb & Ib). unfold arc_of_place. rewrite Eb.
          apply (proj1 (normal_in b (arcs q r))). rewrite <- O. now apply normal_in.
      + intros a I. apply (proj2 (normal_in a (arcs q r))) in I. rewrite <- O in I.
        apply (proj1 (normal_in a l)) in I. destruct (A2 a I) as (w & Iw & Ew).
        exists w. part. unfold arc_of_place. now rewrite Ew.
  Qed.
End Explored.
