(** * Claim and evidence of kind [chips], from items to thresholds

    [spec/kinds/chips.md], sections 2 and 3: the claim, tables, columns and rows of labels as they
    are stored in the file, and [verify], which reads them and tests them by [Check.v] on the
    classes of a game.  [EvidenceProof.v] states the consequences of success: in every game that
    the classes present, the values of the file are the thresholds, for every number of chips of
    the claim.

    All clauses of the page are tested, and [resources/work], except [exchanged], which is left to
    the caller, who knows the game.  The order of clauses is not reported: a rejection does not
    name the clause that is violated first.

    A cited certificate of this kind is represented by its claim and its tables ([verified]);
    [cited_source] tests [citation_claim]. *)
From Coq Require Import ZArith NArith List Bool Lia FMapPositive.
From Gamecert Require Import Format.Cbor Format.Fields.
From Gamecert.Chips Require Import Rule OneMove Threshold Tables Check.
Import ListNotations.
Open Scope Z_scope.

(** ** The claim *)

Inductive range :=
| Between (first last : Z)                (* these numbers of chips *)
| Ordered (onset : Z)                     (* every number; no cycles *)
| Periodic (preperiod period : Z).        (* every number; cycles, one period for all *)

Record claim := Claim { claimant : player; ties : tie_break; numbers : range; classes : Z }.

(** The numbers of chips in a range, and the least of them. *)
Definition in_range (r : range) (k : Z) : Prop :=
  match r with Between first last => first <= k <= last | Ordered _ | Periodic _ _ => 0 <= k end.
Definition first_of (r : range) : Z :=
  match r with Between first _ => first | Ordered _ | Periodic _ _ => 0 end.

(** [player] *)
Definition read_player (i : item) : option player :=
  match unsigned i with Some 0 => Some Left | Some 1 => Some Right | _ => None end.
(** [tie_break] *)
Definition read_tie_break (i : item) : option tie_break :=
  match unsigned i with
  | Some 0 => Some Advantage | Some 1 => Some MakeItTakeIt | Some 2 => Some LadiesFirst | _ => None
  end.
(** [range] *)
Definition bound : Z := 2 ^ 28.
Definition read_range (i : item) : option range :=
  match i with
  | Array [form; a; b] =>
      match unsigned form, unsigned a, unsigned b with
      | Some 0, Some first, Some last =>
          if (first <=? last) && (last <? bound) then Some (Between first last) else None
      | Some 2, Some preperiod, Some period =>
          if (preperiod <? bound) && (1 <=? period) && (period <? bound)
          then Some (Periodic preperiod period) else None
      | _, _, _ => None
      end
  | Array [form; a] =>
      match unsigned form, unsigned a with
      | Some 1, Some onset => if onset <? bound then Some (Ordered onset) else None
      | _, _ => None
      end
  | _ => None
  end.
Definition read_claim (items : list item) : option claim :=
  match items with
  | [p; t; r; n] =>
      match read_player p, read_tie_break t, read_range r, unsigned n with
      | Some p, Some t, Some r, Some n => Some (Claim p t r n)
      | _, _, _, _ => None
      end
  | _ => None
  end.

(** ** Tables *)

(** The next value, if some are left: [increment], and [increments] for unused bits. *)
Definition unpacked := (Z * Z * list Z)%type.    (* how many are left, the last value, all values *)
Definition quarter (u : Z) (q : Z) (s : option unpacked) : option unpacked :=
  match s with
  | Some (more, value, values) =>
      if more =? 0 then (if q =? 0 then s else None)
      else if q <=? u then let v := value + q in Some (more - 1, v, v :: values) else None
  | None => None
  end.
Fixpoint unpack (u : Z) (bytes : list Z) (s : option unpacked) : option unpacked :=
  match bytes with
  | [] => s
  | b :: bytes' =>
      match s with
      | Some (more, _, _) =>
          if more =? 0 then None
          else unpack u bytes' (quarter u (b / 64) (quarter u (b / 16 mod 4)
                 (quarter u (b / 4 mod 4) (quarter u (b mod 4) s))))
      | None => None
      end
  end.
(** [increments], [increment], [threshold]: the values of a table, [needed] values after the first,
    which is at most [top]. *)
Definition read_values (u top needed : Z) (first increments : item) : option (list Z) :=
  match unsigned first, increments with
  | Some f0, Bytes bytes =>
      if f0 <=? top then
        match unpack u bytes (Some (needed, f0, [f0])) with
        | Some (more, _, values) => if more =? 0 then Some (rev_append values []) else None
        | None => None
        end
      else None
  | _, _ => None
  end.

Fixpoint split_onto {A} (l : list A) (n : Z) (acc : list A) : list A * list A :=
  match l with
  | [] => (rev_append acc [], [])
  | a :: l' => if n =? 0 then (rev_append acc [], l) else split_onto l' (n - 1) (a :: acc)
  end.
(** The first [n] of a list, and the others. *)
Definition split {A} (n : Z) (l : list A) : list A * list A := split_onto l n [].

Fixpoint power_of_two (n : positive) : bool :=
  match n with xH => true | xO m => power_of_two m | xI _ => false end.
Definition is_power_of_two (z : Z) : bool := match z with Zpos n => power_of_two n | _ => false end.

(** [least]: whether [f(k + by) = f(k) + slope] as far as both values are in the list. *)
Fixpoint same_shifted (slope : Z) (l m : list Z) : bool :=
  match l, m with
  | a :: l', b :: m' => if a + slope =? b then same_shifted slope l' m' else false
  | _, _ => true
  end.
Definition shifts (values : list Z) (by_ slope : Z) : bool :=
  same_shifted slope values (snd (split by_ values)).
Definition is_least (values : list Z) (preperiod period slope : Z) : bool :=
  negb ((2 <=? period) && Z.even slope &&
        shifts (snd (split preperiod values)) (period / 2) (slope / 2)) &&
  negb ((1 <=? preperiod) && shifts (snd (split (preperiod - 1) values)) period slope).

Definition table_from (preperiod slope : Z) (values : list Z) : table :=
  let (before, cycle) := split preperiod values in Table before cycle slope.

(** [increments], [increment], [period], [threshold], [slope], [least]. *)
Definition read_table (rule : tie_break) (r : range) (i : item) : option table :=
  let u := unit rule in
  match r, i with
  | Between first last, Array [f0; increments] =>
      match read_values u (never rule first) (last - first) f0 increments with
      | Some values => Some (Table values [] 0)
      | None => None
      end
  | Ordered onset, Array [preperiod; period; slope; f0; increments] =>
      match unsigned preperiod, unsigned period, unsigned slope with
      | Some pre, Some per, Some s =>
          if (pre <=? onset) && (per <? bound) && is_power_of_two per && (s <=? u * per) then
            match read_values u (never rule 0) (pre + per - 1) f0 increments with
            | Some values => if is_least values pre per s then Some (table_from pre s values) else None
            | None => None
            end
          else None
      | _, _, _ => None
      end
  | Periodic pre per, Array [slope; f0; increments] =>
      match unsigned slope with
      | Some s =>
          if Z.even s && (s <=? u * per) then
            match read_values u (never rule 0) (pre + per - 1) f0 increments with
            | Some values => Some (table_from pre s values)
            | None => None
            end
          else None
      | None => None
      end
  | _, _ => None
  end.

(** [column], [table], [table_used]: a column has an entry for each class.  Entries are numbers
    below [count], each at most one more than the greatest before it, and all numbers occur. *)
Fixpoint read_column_onto (items : list item) (next : Z) (acc : list N) : option (Z * list N) :=
  match items with
  | [] => Some (next, rev_append acc [])
  | i :: items' =>
      match unsigned i with
      | Some n => if n <=? next
                  then read_column_onto items' (if n =? next then next + 1 else next) (Z.to_N n :: acc)
                  else None
      | None => None
      end
  end.
Definition read_column (classes count : Z) (i : item) : option (list N) :=
  match i with
  | Array items =>
      if list_length items =? classes then
        match read_column_onto items 0 [] with
        | Some (used, column) => if used =? count then Some column else None
        | None => None
        end
      else None
  | _ => None
  end.

(** [table_distinct] and the distinctness of rows of labels: the words are different; they are
    looked up by a hash. *)
Definition word (i : item) : list Z :=
  match i with
  | Array [Int a; Int b; Int c; Int d; Bytes l] => a :: b :: c :: d :: l
  | Array [Int a; Int b; Bytes l] => a :: b :: l
  | Array [Int a; Bytes l] => a :: l
  | Bytes l => l
  | _ => []
  end.
Fixpoint hash (word : list Z) (h : Z) : positive :=
  match word with
  | [] => Z.to_pos (h + 1)
  | a :: word' => hash word' ((h * 1000003 + a + 1) mod 2305843009213693951)
  end.
Definition word_seen (w : list Z) (bucket : option (list (list Z))) : bool :=
  match bucket with Some ws => existsb (same_bytes w) ws | None => false end.
Fixpoint all_different (items : list item) (met : PositiveMap.t (list (list Z))) : bool :=
  match items with
  | [] => true
  | i :: items' =>
      let w := word i in
      let h := hash w 0 in
      let bucket := PositiveMap.find h met in
      if word_seen w bucket then false
      else all_different items'
             (PositiveMap.add h (w :: match bucket with Some ws => ws | None => [] end) met)
  end.
Definition distinct (items : list item) : bool := all_different items (PositiveMap.empty (list (list Z))).

(** ** Labels *)

Fixpoint halves (bytes : list Z) (acc : list Z) : list Z :=
  match bytes with
  | [] => rev_append acc []
  | b :: bytes' => halves bytes' (b mod 16 :: b / 16 :: acc)
  end.
(** [label_row]: a label is written in half bytes, as 15 repeatedly and then the remainder.  [more]
    numbers of chips are left.  [whole] is the label d(v, 0) if d(v, 1) comes next. *)
Fixpoint read_labels (half_chips : bool) (half_bytes : list Z) (more sum : Z) (whole : option N)
    (acc : list (N * N)) : option (list (N * N)) :=
  match half_bytes with
  | [] => if more =? 0 then Some (rev_append acc []) else None
  | h :: rest =>
      if more =? 0 then
        match rest with [] => if h =? 0 then Some (rev_append acc []) else None | _ => None end
      else
        let sum := sum + h in
        if 2 ^ 16 <=? sum then None
        else if h =? 15 then read_labels half_chips rest more sum whole acc
        else
          let d := Z.to_N sum in
          match half_chips, whole with
          | true, None => read_labels half_chips rest more 0 (Some d) acc
          | true, Some d0 => read_labels half_chips rest (more - 1) 0 None ((d0, d) :: acc)
          | false, _ => read_labels half_chips rest (more - 1) 0 None ((d, d) :: acc)
          end
  end.
Definition read_label_row (u values : Z) (i : item) : option (list (N * N)) :=
  match i with
  | Bytes bytes => read_labels (u =? 2) (halves bytes []) values 0 None []
  | _ => None
  end.

(** ** Evidence *)

Record evidence := Evidence {
  tables : list table;
  column : list N;                     (* for each class the number of its table *)
  label_rows : list (list (N * N));
  label_column : list N;               (* for each class the number of its row *)
  with_labels : bool }.

(** Number of values of a table of this range in the file, with cycles. *)
Definition values_of (r : range) : Z :=
  match r with
  | Between first last => last - first + 1
  | Ordered onset => 0
  | Periodic preperiod period => preperiod + period
  end.

(** Different rows, and a column of numbers of rows. *)
Definition read_different {A} (read : item -> option A) (count : Z) (rows column : item)
    : option (list A * list N) :=
  match rows with
  | Array items =>
      match traverse read items with
      | Some ts =>
          match read_column count (list_length items) column with
          | Some c => if distinct items then Some (ts, c) else None
          | None => None
          end
      | None => None
      end
  | _ => None
  end.
Definition read_tables (rule : tie_break) (r : range) := read_different (read_table rule r).
Definition read_label_rows (rule : tie_break) (r : range) :=
  read_different (read_label_row (unit rule) (values_of r)).

Definition read_evidence (rule : tie_break) (r : range) (count : Z) (items : list item) : option evidence :=
  match items with
  | [ts; column] =>
      match r, read_tables rule r count ts column with
      | Periodic _ _, _ => None          (* [form] *)
      | _, Some (ts, c) => Some (Evidence ts c [] [] false)
      | _, None => None
      end
  | [ts; column; rows; label_column] =>
      match r, read_tables rule r count ts column, read_label_rows rule r count rows label_column with
      | Ordered _, _, _ => None          (* [form] *)
      | _, Some (ts, c), Some (ls, lc) => Some (Evidence ts c ls lc true)
      | _, _, _ => None
      end
  | _ => None
  end.

(** The table of a class. *)
Definition table_of_class (e : evidence) (c : N) : option table :=
  match nth_error (column e) (N.to_nat c) with
  | Some j => nth_error (tables e) (N.to_nat j)
  | None => None
  end.

(** ** Verification *)

(** Classes with the same table and the same row of labels have the same entry: its number is made of
    theirs. *)
Definition row_count (e : evidence) : Z := Z.max 1 (list_length (label_rows e)).
Definition pair (rows table row : Z) : N := Z.to_N (table * rows + row).
Definition entry_names (e : evidence) : N -> option N :=
  let tables := by_number (column e) in
  let rows := by_number (label_column e) in
  let count := row_count e in
  let labelled := with_labels e in
  fun c =>
    match tables c, (if labelled then rows c else Some 0%N) with
    | Some t, Some l => if Z.of_N l <? count then Some (pair count (Z.of_N t) (Z.of_N l)) else None
    | _, _ => None
    end.
Definition table_entries (e : evidence) : N -> option source :=
  let tables := by_number (mapped source_of (tables e)) in
  let count := row_count e in
  fun n => tables (Z.to_N (Z.of_N n / count)).

Definition label_row_source (r : range) (row : list (N * N)) : label_source :=
  match r with
  | Periodic preperiod _ => let (before, cycle) := split preperiod row in labels_of before cycle
  | Between _ _ | Ordered _ => labels_of row []
  end.
Definition label_entries (r : range) (e : evidence) : N -> label_source :=
  let rows := by_number (mapped (label_row_source r) (label_rows e)) in
  let count := row_count e in
  fun n => match rows (Z.to_N (Z.of_N n mod count)) with Some l => l | None => no_labels end.

(** [form], last part: with labels, at least one option is neither settled nor of greater number. *)
Definition form_ok (labelled : bool) (rows : list row) : bool :=
  if labelled then negb (all_ordered 0 rows) else true.

(** The known facts about a verified cited certificate of this kind. *)
Record verified := Verified { proved : claim; holds_tables : evidence }.

(** [citation_claim], for one table: the tape begins with the first number of chips of the claim. *)
Definition same_ties (a b : tie_break) : bool :=
  match a, b with
  | Advantage, Advantage | MakeItTakeIt, MakeItTakeIt | LadiesFirst, LadiesFirst => true
  | _, _ => false
  end.
Definition later (n : Z) (t : tape Z) : tape Z :=
  match n with Zpos n => Pos.iter onwards t n | _ => t end.
Definition endless (t : table) : bool := match cycle t with [] => slope t =? 0 | _ => true end.
Definition cited_source (c cited : claim) (t : table) : option source :=
  let s := source_of t in
  if same (claimant c) (claimant cited) && same_ties (ties c) (ties cited) && endless t then
    match numbers c, numbers cited with
    | Between first last, Between first' last' =>
        if (first' <=? first) && (last <=? last')
        then Some (Source (later (first - first') (s_tape s)) (s_pre s) (s_per s) (s_slope s)) else None
    | Between first last, Ordered _ | Between first last, Periodic _ _ =>
        Some (Source (later first (s_tape s)) (s_pre s) (s_per s) (s_slope s))
    | Ordered onset, Ordered onset' => if onset' <=? onset then Some s else None
    | Periodic preperiod period, Periodic _ _ =>
        match source_growth preperiod period s with
        | Some g => if Z.even g then Some s else None
        | None => None
        end
    | _, _ => None
    end
  else None.
Definition cited_entries (c : claim) (cited : list verified) : N -> N -> option source :=
  let certificates :=
    by_number (mapped (fun v => by_number (mapped (cited_source c (proved v)) (tables (holds_tables v)))) cited) in
  fun i n =>
    match certificates i with
    | Some tables => match tables n with Some (Some s) => Some s | _ => None end
    | None => None
    end.
Definition cited_names (cited : list verified) : N -> N -> option N :=
  let certificates := by_number (mapped (fun v => by_number (column (holds_tables v))) cited) in
  fun i c => match certificates i with Some column => column c | None => None end.
(** [citation_claim]: it must hold for each table of each cited certificate, whether or not play
    reaches it. *)
Definition citations_ok (c : claim) (cited : list verified) : bool :=
  forallb (fun v => forallb (fun t => match cited_source c (proved v) t with Some _ => true | None => false end)
                            (tables (holds_tables v))) cited.

Definition verify_evidence (c : claim) (e : evidence) (cited : list verified) (rows : list row) : bool :=
  let entries := table_entries e in
  let cited_tables := cited_entries c cited in
  let labels := label_entries (numbers c) e in
  let name := entry_names e in
  let cited_name := cited_names cited in
  form_ok (with_labels e) rows &&
  match numbers c with
  | Between first last =>
      check_fixed (ties c) (claimant c) entries cited_tables labels name cited_name (with_labels e) first last rows
  | Ordered onset => check_ordered (ties c) (claimant c) entries cited_tables labels name cited_name onset rows
  | Periodic preperiod period =>
      check_labelled (ties c) (claimant c) entries cited_tables labels name cited_name preperiod period rows
  end.

(** [resources/work], and the bound of the onset: both keep the work proportional to the file. *)
Fixpoint values_onto (count : N -> Z) (column : list N) (n : Z) : Z :=
  match column with [] => n | j :: column' => values_onto count column' (n + count j) end.
Definition values_in_use (e : evidence) : Z :=
  let counts := by_number (mapped (fun t => length_onto (before t) (length_onto (cycle t) 0)) (tables e)) in
  values_onto (fun j => match counts j with Some n => n | None => 0 end) (column e) 0.
Definition work_ok (size : Z) (c : claim) (e : evidence) : bool :=
  let values := values_in_use e in
  (if with_labels e then 4 * unit (ties c) * values else values / 8) <=? 2 ^ 26 + 256 * size.
Definition onset_ok (size : Z) (r : range) : bool :=
  match r with Ordered onset => onset <=? size | Between _ _ | Periodic _ _ => true end.

(** Tests claim and evidence of a file of [size] bytes about the game with these rows.  The file
    cites [cited]. *)
Definition verify (size : Z) (claim_items evidence_items : list item) (cited : list verified)
    (rows : list row) : option verified :=
  match read_claim claim_items with
  | Some c =>
      if (classes c =? list_length rows) && onset_ok size (numbers c) then
        match read_evidence (ties c) (numbers c) (classes c) evidence_items with
        | Some e =>
            if work_ok size c e && citations_ok c cited && verify_evidence c e cited rows
            then Some (Verified c e) else None
        | None => None
        end
      else None
  | None => None
  end.
