(** * The clauses of kind [richman] at a class

    [spec/kinds/richman.md], section 2: equations, labels and choices, as executable functions, for
    any rule set.  A rule set supplies the options of a class ([target]).  Values and labels of
    classes of this game and of cited games are supplied as cells.  [Sound.v] proves that the clauses
    suffice.  [Evidence.v] reads the cells. *)

From Coq Require Import ZArith QArith List Bool.
From Gamecert Require Import Format.Cbor Format.Fields Richman.Game.
Import ListNotations.
Open Scope Z_scope.

(** The stored data of a class: alpha and beta, and the labels t and t'. A stored 0 means the label
    [infinite]; every other stored label is less than 2^64. *)
Record cell := Cell { alpha : Q; beta : Q; label_white : Z; label_black : Z }.
Definition infinite : Z := 2 ^ 65.

(** An option of a class: a class of this game, a class of the [k]-th cited game, possibly seen with
    colours exchanged, or an end. *)
Inductive target :=
| Own (c : Z)
| Cited (k c : Z) (exchanged : bool)
| End (winner : colour)
| DrawnEnd.

Definition white_won : cell := Cell 1 1 0 0.
Definition black_won : cell := Cell 0 0 0 0.
Definition drawn : cell := Cell 0 1 infinite infinite.
(** A class seen with colours exchanged: alpha is 1 - beta, beta is 1 - alpha, and the labels are
    swapped. *)
Definition exchange_cell (u : cell) : cell :=
  Cell (1 - beta u) (1 - alpha u) (label_black u) (label_white u).
Definition seen (exchanged : bool) (u : cell) : cell := if exchanged then exchange_cell u else u.

(** ** Comparisons *)

(** Fractions with the same denominator are frequent, and are compared without multiplication. *)
Definition leq (x y : Q) : bool :=
  if Pos.eqb (Qden x) (Qden y) then Qnum x <=? Qnum y else Qle_bool x y.
Definition eq (x y : Q) : bool :=
  if Pos.eqb (Qden x) (Qden y) then Qnum x =? Qnum y else Qeq_bool x y.

Section Lists.
  Context {A : Type}.
  Definition greatest (f : A -> Q) (l : list A) : Q :=
    fold_left (fun m u => let x := f u in if leq m x then x else m) l 0%Q.
  Definition least (f : A -> Q) (l : list A) : Q :=
    fold_left (fun m u => let x := f u in if leq x m then x else m) l 1%Q.
  Definition greatest_label (t : A -> Z) (l : list A) : Z := fold_left (fun m u => Z.max m (t u)) l 0.
  (** The least label among the elements that satisfy [good]. *)
  Definition least_label (good : A -> bool) (t : A -> Z) (l : list A) : Z :=
    fold_left (fun m u => if t u <? m then if good u then t u else m else m) l infinite.
  (** The index of the first element that satisfies [good] and has the least label among such
      elements. *)
  Fixpoint first_least (good : A -> bool) (t : A -> Z) (i : Z) (best : Z * option Z) (l : list A) : option Z :=
    match l with
    | [] => snd best
    | u :: l' =>
        let better := match snd best with None => true | Some _ => t u <? fst best end in
        if better then first_least good t (i + 1) (if good u then (t u, Some i) else best) l'
        else first_least good t (i + 1) best l'
    end.
End Lists.

(** ** The clauses *)

(** [option]: each player has an option. *)
Definition nonempty {A} (l : list A) : bool := match l with [] => false | _ => true end.

(** [equation]: 2 x = max of x over White's options + min of x over Black's. *)
Definition equation (x : Q) (max min : Q) : bool := Qeq_bool (2 * x) (max + min).

(** [label_*]: the label equals the right-hand side, and is infinite only if that is allowed.  [mine]
    are the options of the player whose label it is, [theirs] the options of the other. *)
Definition label_ok (t : cell -> Z) (greedy : cell -> bool) (may_be_infinite : bool) (u : cell)
    (mine theirs : list cell) : bool :=
  let right := Z.min infinite (1 + Z.min (least_label greedy t mine) (greatest_label t theirs)) in
  (t u =? right) && ((t u <? infinite) || may_be_infinite).

Definition position_ok (u : cell) (white black : list cell) : bool :=
  if nonempty white && nonempty black then
    let max_alpha := greatest alpha white in
    let min_beta := least beta black in
    equation (alpha u) max_alpha (least alpha black)
    && equation (beta u) (greatest beta white) min_beta
    && label_ok label_white (fun w => eq (alpha w) max_alpha) (leq (alpha u) 0) u white black
    && label_ok label_black (fun c => eq (beta c) min_beta) (leq 1 (beta u)) u black white
  else false.

(** [choice_range], [choice_greedy], [choice_first]: the stored choices are the canonical ones. *)
Definition is_index (c : Z) (i : option Z) : bool := match i with Some j => c =? j | None => false end.
Definition no_label (u : cell) : Z := 0.
Definition choices_ok (choices : list Z) (white black : list cell) : bool :=
  let max_alpha := greatest alpha white in
  let min_beta := least beta black in
  let white_alpha := first_least (fun w => eq (alpha w) max_alpha) label_white 0 (0, None) white in
  let black_beta := first_least (fun c => eq (beta c) min_beta) label_black 0 (0, None) black in
  match choices with
  | [w; b] => is_index w white_alpha && is_index b black_beta
  | [wa; ba; wb; bb] =>
      let min_alpha := least alpha black in
      let max_beta := greatest beta white in
      is_index wa white_alpha
      && is_index ba (first_least (fun c => eq (alpha c) min_alpha) no_label 0 (0, None) black)
      && is_index wb (first_least (fun w => eq (beta w) max_beta) no_label 0 (0, None) white)
      && is_index bb black_beta
  | _ => false
  end.

Section Classes.
  (** The data of a rule set: the options of each class, in move order, and the cells of cited
      classes.  [own] returns the cells of the classes of this game. *)
  Variables (options_of : colour -> Z -> list target) (cited : Z -> Z -> option cell)
            (own : Z -> option cell).

  Definition cell_of (t : target) : option cell :=
    match t with
    | Own c => own c
    | Cited k c exchanged =>
        match cited k c with Some u => Some (seen exchanged u) | None => None end
    | End White => Some white_won
    | End Black => Some black_won
    | DrawnEnd => Some drawn
    end.

  (** All clauses at class [c], with the stored choices. *)
  Definition class_ok (c : Z) (u : cell) (choices : list Z) : bool :=
    match traverse cell_of (options_of White c), traverse cell_of (options_of Black c) with
    | Some white, Some black => position_ok u white black && choices_ok choices white black
    | _, _ => false
    end.

  (** All classes from [c] on. *)
  Fixpoint classes_ok (c : Z) (cells : list cell) (choices : list (list Z)) : bool :=
    match cells, choices with
    | [], [] => true
    | u :: cells', row :: choices' =>
        if class_ok c u row then classes_ok (c + 1) cells' choices' else false
    | _, _ => false
    end.
End Classes.
