(** * The checker of thresholds, on decoded evidence

    The clauses of [spec/kinds/chips.md], section 3, that serve soundness, as functions on a finite
    game whose positions are numbered classes.  [CheckProof.v] states the consequences of their
    success.

    Tested here: [option], [form], [equation], [slopes], [dominance], [margin], [label_missing],
    [label_small], [label_half_chip], and of the clauses about tables [threshold], [increment],
    [slope] and [period] as far as the proofs need them (values from 0 to [never], slopes from 0 to
    a chip per chip, periods that divide the window, preperiods of at most the onset).  Citations
    are tables that are assumed to be true here; the caller must ensure that.

    [label_large], which serves uniqueness alone, is tested here too.  Left to the readers of bytes
    ([Evidence.v]): the decoded data are the data of the file, and the other clauses that serve
    uniqueness. *)
From Coq Require Import ZArith NArith List Bool.
From Gamecert Require Format.Index.
From Gamecert.Chips Require Import Rule OneMove Threshold Tables.
Import ListNotations.
Open Scope Z_scope.

(** An option: an end, a class of this game, or class [c] of the cited certificate with number [i]. *)
Inductive arc := End (o : outcome) | Class (c : N) | Cited (i c : N).

(** The options of a class: Left's, then Right's. *)
Definition row := (list arc * list arc)%type.
Definition arcs (p : player) (r : row) : list arc := match p with Left => fst r | Right => snd r end.

(** A table prepared for reading: its tape, preperiod, period and slope. *)
Record source := Source { s_tape : tape Z; s_pre : Z; s_per : Z; s_slope : Z }.

Fixpoint length_onto {A} (l : list A) (n : Z) : Z :=
  match l with [] => n | _ :: l' => length_onto l' (n + 1) end.
Definition source_of (t : table) : source :=
  Source (tape_of t) (length_onto (before t) 0) (length_onto (cycle t) 0) (slope t).

(** A row of labels prepared for reading, with its preperiod and period: labels d(v, 0) and d(v, 1). *)
Record label_source := Labels { l_tape : tape (N * N); l_pre : Z; l_per : Z }.
Definition labels_of (before cycle : list (N * N)) : label_source :=
  Labels (rewound before cycle 0) (length_onto before 0) (length_onto cycle 0).
Definition no_labels : label_source := labels_of [] [].

(** Lists of options can be long, so functions on them are tail-recursive. *)
Fixpoint map_onto {A B} (f : A -> B) (l : list A) (acc : list B) : list B :=
  match l with [] => acc | a :: l' => map_onto f l' (f a :: acc) end.
Definition mapped {A B} (f : A -> B) (l : list A) : list B := rev_append (map_onto f l []) [].
Fixpoint least_onto {A} (f : A -> Z) (l : list A) (z : Z) : Z :=
  match l with [] => z | a :: l' => least_onto f l' (Z.min z (f a)) end.
Fixpoint greatest_onto {A} (f : A -> Z) (l : list A) (z : Z) : Z :=
  match l with [] => z | a :: l' => greatest_onto f l' (Z.max z (f a)) end.
Fixpoint all_onto {A B} (f : A -> option B) (l : list A) (acc : list B) : option (list B) :=
  match l with
  | [] => Some (rev_append acc [])
  | a :: l' => match f a with Some b => all_onto f l' (b :: acc) | None => None end
  end.
Definition all {A B} (f : A -> option B) (l : list A) : option (list B) := all_onto f l [].

(** ** One class at one number of chips *)

(** The checker's place on the table of an option. *)
Inductive spot :=
| Nothing                                           (* an end that the claimant has won *)
| Never                                             (* another end *)
| Known (values : tape Z)                           (* a class of a cited game *)
| Own (values : tape Z) (labels : tape (N * N)).    (* a class of this game *)

Definition forward (s : spot) : spot :=
  match s with
  | Nothing | Never => s
  | Known t => Known (onwards t)
  | Own t l => Own (onwards t) (onwards l)
  end.

(** The data at this place: the threshold, and the labels if the threshold is not settled. *)
Record seen := Seen { value : Z; labels : option (N * N) }.
Definition look (top : Z) (s : spot) : seen :=
  match s with
  | Nothing => Seen 0 None
  | Never => Seen top None
  | Known t => Seen (read t) None
  | Own t l => Seen (read t) (Some (shown (0, 0)%N l))
  end.

Section Rule.
  Variables (rule : tie_break) (p : player).
  Notation u := (unit rule).

  (** [h_l] of the page. *)
  Definition counted (top : Z) (l : N) (o : seen) : Z :=
    match labels o with
    | None => value o
    | Some (d0, d1) =>
        if (d0 <? l)%N then value o
        else if (d1 <? l)%N then Z.min top (value o + 1)
        else Z.min top (value o + u)
    end.

  (** On the window options carry a flag: whether the option has the least growth of the claimant's
      options, or the greatest growth of the other's. *)
  Definition attained (z : Z) (h : seen -> Z) (l : list (bool * seen)) : bool :=
    existsb (fun o => fst o && (h (snd o) =? z)) l.
  Definition balanced (c : comparison) (x y : Z) : bool :=
    match c with Lt => x <=? y | Gt => y <=? x | Eq => true end.

  (** [good] holds for the rule, with [h] over the options.  On the window [dominance] holds as
      well. *)
  Definition weighed (window : option comparison) (top : Z) (h : seen -> Z)
      (mine theirs : list (bool * seen)) (good : Z -> bool) : bool :=
    let x := least_onto (fun o => h (snd o)) mine top in
    let y := greatest_onto (fun o => h (snd o)) theirs 0 in
    good (phi rule p x y) &&
    match window with
    | None => true
    | Some c => attained x h mine && attained y h theirs && balanced c x y
    end.

  (** [label_missing], [label_small] and [label_half_chip] for [l], and [label_large]: no smaller
      label suffices, and the label is 0 if nothing has to be shown. *)
  Definition label_ok (window : option comparison) (top f s : Z) (l : N)
      (mine theirs : list (bool * seen)) : bool :=
    if f + s <=? top - 1
    then weighed window top (counted top l) mine theirs (fun z => z <=? f + s) &&
         ((l =? 0)%N || weighed None top (counted top (N.pred l)) mine theirs (fun z => negb (z <=? f + s)))
    else (l =? 0)%N.

  Definition labels_ok (window : option comparison) (top : Z) (own : seen)
      (mine theirs : list (bool * seen)) : bool :=
    match labels own with
    | None => false
    | Some (d0, d1) =>
        label_ok window top (value own) 0 d0 mine theirs &&
        (if u =? 2 then label_ok window top (value own) 1 d1 mine theirs else true)
    end.

  Definition number_ok (labelled margin : bool) (window : option comparison) (top : Z) (own : seen)
      (mine theirs : list (bool * seen)) : bool :=
    (0 <=? value own) && (value own <=? top) &&
    weighed window top value mine theirs (fun z => z =? value own) &&
    (if margin then value own + u <=? top else true) &&
    (if labelled then labels_ok window top own mine theirs else true).

  (** ** One class, for consecutive numbers of chips *)

  Record stand := Stand { s_top : Z; s_own : spot; s_mine : list (bool * spot); s_theirs : list (bool * spot) }.

  Definition looked (top : Z) (l : list (bool * spot)) : list (bool * seen) :=
    mapped (fun o => (fst o, look top (snd o))) l.
  Definition forwards (l : list (bool * spot)) : list (bool * spot) :=
    mapped (fun o => (fst o, forward (snd o))) l.

  Definition stand_ok (labelled margin : bool) (window : option comparison) (s : stand) : bool :=
    number_ok labelled margin window (s_top s) (look (s_top s) (s_own s))
      (looked (s_top s) (s_mine s)) (looked (s_top s) (s_theirs s)).
  Definition next_stand (s : stand) : stand :=
    Stand (s_top s + u) (forward (s_own s)) (forwards (s_mine s)) (forwards (s_theirs s)).

  Definition advance (labelled margin : bool) (window : option comparison) (s : option stand) : option stand :=
    match s with
    | Some s => if stand_ok labelled margin window s then Some (next_stand s) else None
    | None => None
    end.

  (** The next [n] numbers of chips. *)
  Definition run (labelled margin : bool) (window : option comparison) (n : Z) (s : stand) : option stand :=
    match n with
    | Zpos n => Pos.iter (advance labelled margin window) (Some s) n
    | _ => Some s
    end.

  (** ** The classes of a game *)
  Variables (own : N -> option source) (cited : N -> N -> option source) (own_labels : N -> label_source).

  Definition spot_of (a : arc) : option spot :=
    match a with
    | End o => Some (if won_by p o then Nothing else Never)
    | Class c => match own c with Some s => Some (Own (s_tape s) (l_tape (own_labels c))) | None => None end
    | Cited i c => match cited i c with Some s => Some (Known (s_tape s)) | None => None end
    end.

  Definition nonempty {A} (l : list A) : bool := match l with [] => false | _ => true end.
  (** [option] *)
  Definition movable (r : row) : bool := nonempty (arcs Left r) && nonempty (arcs Right r).

  (** Every option is settled or has a greater number. *)
  Definition ordered_arc (c : N) (a : arc) : bool := match a with Class c' => (c <? c')%N | _ => true end.
  Definition ordered_row (c : N) (r : row) : bool :=
    forallb (ordered_arc c) (arcs Left r) && forallb (ordered_arc c) (arcs Right r).

  Fixpoint all_ordered (c : N) (rows : list row) : bool :=
    match rows with
    | [] => true
    | r :: rows' => if ordered_row c r then all_ordered (N.succ c) rows' else false
    end.

  (** *** Given numbers of chips: [count] numbers from [first] on

      A class is represented by its own entry [o] and the entries of its options, the claimant's and
      the other's. *)
  Definition unflagged (s : spot) : bool * spot := (false, s).
  Definition fixed_ok (labelled : bool) (first count : Z) (o : arc) (mine theirs : list arc) : bool :=
    match spot_of o, all spot_of mine, all spot_of theirs with
    | Some o, Some mine, Some theirs =>
        match run labelled false None count
                (Stand (never rule first) o (mapped unflagged mine) (mapped unflagged theirs)) with
        | Some _ => true
        | None => false
        end
    | _, _, _ => false
    end.

  (** *** Every number of chips: the equation up to the onset, and a window of [L] numbers after the
      onset *)
  Definition source_growth (K L : Z) (s : source) : option Z :=
    if (s_pre s <=? K) && (1 <=? s_per s) && (L mod s_per s =? 0)
    then Some (s_slope s * (L / s_per s)) else None.
  Definition labels_fit (K L : Z) (l : label_source) : bool :=
    (l_pre l <=? K) && (1 <=? l_per l) && (L mod l_per l =? 0).
  Definition growth_of (K L : Z) (a : arc) : option Z :=
    match a with
    | End o => Some (if won_by p o then 0 else u * L)
    | Class c => match own c with Some s => source_growth K L s | None => None end
    | Cited i c => match cited i c with Some s => source_growth K L s | None => None end
    end.
  Definition placed (K L : Z) (a : arc) : option (Z * spot) :=
    match growth_of K L a, spot_of a with Some g, Some s => Some (g, s) | _, _ => None end.

  Fixpoint extreme (f : Z -> Z -> Z) (z : Z) (l : list (Z * spot)) : Z :=
    match l with [] => z | (g, _) :: l' => extreme f (f z g) l' end.
  Definition extreme_growth (f : Z -> Z -> Z) (l : list (Z * spot)) : Z :=
    match l with [] => 0 | (g, _) :: l' => extreme f g l' end.
  Definition flagged (best : Z) (o : Z * spot) : bool * spot := (fst o =? best, snd o).

  Definition entry_labels_fit (K L : Z) (o : arc) : bool :=
    match o with Class c => labels_fit K L (own_labels c) | End _ | Cited _ _ => false end.
  Definition all_ok (labelled : bool) (K L : Z) (o : arc) (mine theirs : list arc) : bool :=
    (if labelled then entry_labels_fit K L o else true) && (0 <=? K) && (1 <=? L) &&
    match placed K L o, all (placed K L) mine, all (placed K L) theirs with
    | Some (g, o), Some mine, Some theirs =>
        let gx := extreme_growth Z.min mine in
        let gy := extreme_growth Z.max theirs in
        (0 <=? g) && (g <=? u * L) && (gx + gy =? 2 * g) &&
        (if u =? 2 then Z.even gx && Z.even gy else true) &&
        match run labelled false None K
                (Stand (never rule 0) o (mapped (flagged gx) mine) (mapped (flagged gy) theirs)) with
        | Some s =>
            match run labelled (labelled && (g <? u * L)) (Some (gx ?= gy)) L s with
            | Some _ => true
            | None => false
            end
        | None => false
        end
    | _, _, _ => false
    end.

  (** The window of a class of an ordered game: twice the greatest of the periods. *)
  Definition period_of (a : arc) : Z :=
    match a with
    | End _ => 1
    | Class c => match own c with Some s => s_per s | None => 1 end
    | Cited i c => match cited i c with Some s => s_per s | None => 1 end
    end.
  Definition greatest_period (z : Z) (l : list arc) : Z :=
    fold_left (fun m a => Z.max m (period_of a)) l z.
  Definition window_of (o : arc) (mine theirs : list arc) : Z :=
    2 * greatest_period (greatest_period (period_of o) mine) theirs.

  (** *** All classes

      Many classes have the same table as an earlier class, and options with the same tables and
      ends.  Their *view* is then the same and is checked only once.  [name] and [cited_name] return
      the entries of classes: classes with the same table and the same row of labels have the same
      entry. *)
  Variables (name : N -> option N) (cited_name : N -> N -> option N).
  Definition entry (a : arc) : option arc :=
    match a with
    | End o => Some (End o)
    | Class c => match name c with Some n => Some (Class n) | None => None end
    | Cited i c => match cited_name i c with Some n => Some (Cited i n) | None => None end
    end.

  (** Short lists of options are sorted and deduplicated, so that more views are the same. *)
  Definition rank_of (a : arc) : Z * Z :=
    match a with
    | End (Won Left) => (-1, 0) | End (Won Right) => (-1, 1) | End Drawn => (-1, 2)
    | Class n => (0, Z.of_N n)
    | Cited i n => (1 + Z.of_N i, Z.of_N n)
    end.
  Definition compare_entries (a b : arc) : comparison :=
    let (i, n) := rank_of a in let (j, m) := rank_of b in
    match i ?= j with Eq => n ?= m | c => c end.
  Fixpoint insert (a : arc) (l : list arc) : list arc :=
    match l with
    | [] => [a]
    | b :: l' => match compare_entries a b with Lt => a :: l | Eq => l | Gt => b :: insert a l' end
    end.
  Definition few : Z := 64.
  Definition normal (l : list arc) : list arc :=
    if length_onto l 0 <=? few then fold_left (fun m a => insert a m) l [] else l.

  Record view := View { view_own : arc; view_mine : list arc; view_theirs : list arc }.
  (** Tests [option] and, without labels, the order of classes. *)
  Definition view_of (labelled : bool) (c : N) (r : row) : option view :=
    if movable r && (labelled || ordered_row c r) then
      match entry (Class c), all entry (arcs p r), all entry (arcs (other p) r) with
      | Some o, Some mine, Some theirs => Some (View o (normal mine) (normal theirs))
      | _, _, _ => None
      end
    else None.

  Definition same_entry (a b : arc) : bool := match compare_entries a b with Eq => true | _ => false end.
  Fixpoint same_entries (l m : list arc) : bool :=
    match l, m with
    | [], [] => true
    | a :: l', b :: m' => if same_entry a b then same_entries l' m' else false
    | _, _ => false
    end.
  Definition same_view (v w : view) : bool :=
    same_entry (view_own v) (view_own w) && same_entries (view_mine v) (view_mine w) && same_entries (view_theirs v) (view_theirs w).
  Fixpoint mix (l : list arc) (h : Z) : Z :=
    match l with
    | [] => h
    | a :: l' => let (i, n) := rank_of a in mix l' ((h * 1000003 + i * 31 + n + 7) mod 2305843009213693951)
    end.
  Definition memo := Index.table (list view).
  Definition key_of (v : view) : Z := mix (view_theirs v) (mix (view_mine v) (mix [view_own v] 1)).
  Definition met (v : view) (k : Z) (m : memo) : bool :=
    match Index.find m k with Some l => existsb (same_view v) l | None => false end.
  Definition remember (v : view) (k : Z) (m : memo) : memo :=
    Index.store k (v :: match Index.find m k with Some l => l | None => [] end) m.

  Fixpoint classes_ok (labelled : bool) (f : view -> bool) (c : N) (rows : list row) (m : memo) : bool :=
    match rows with
    | [] => true
    | r :: rows' =>
        match view_of labelled c r with
        | Some v =>
            let k := key_of v in
            if met v k m then classes_ok labelled f (N.succ c) rows' m
            else if f v then classes_ok labelled f (N.succ c) rows' (remember v k m)
            else false
        | None => false
        end
    end.

  (** Ranges 0, 1 and 2 of the page. *)
  Definition check_fixed (labelled : bool) (first last : Z) (rows : list row) : bool :=
    (0 <=? first) && (first <=? last) &&
    classes_ok labelled (fun v => fixed_ok labelled first (last - first + 1) (view_own v) (view_mine v) (view_theirs v))
      0 rows Index.empty.
  Definition check_ordered (onset : Z) (rows : list row) : bool :=
    classes_ok false (fun v => all_ok false onset (window_of (view_own v) (view_mine v) (view_theirs v))
                                 (view_own v) (view_mine v) (view_theirs v)) 0 rows Index.empty.
  Definition check_labelled (preperiod period : Z) (rows : list row) : bool :=
    classes_ok true (fun v => all_ok true preperiod period (view_own v) (view_mine v) (view_theirs v)) 0 rows Index.empty.
End Rule.

(** ** Classes by number *)

Definition by_number {A} (l : list A) : N -> option A :=
  let m := Index.index l in fun c => Index.find m (Z.of_N c).
