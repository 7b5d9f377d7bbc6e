(** * Claim and evidence of kind [richman]

    [spec/kinds/richman.md], sections 1 and 2: the reader of claim, table of values and columns, for
    any rule set, and [check]: all clauses of the kind together.  [check_sound] states the resulting
    facts about the cells, in the form that [Sound.v] requires.

    Clauses that serve soundness: [classes], [column], [value_range], [rank], [option], [equation],
    [label_*_missing], [label_*_small]; and [form], because the claim says whether alpha = beta.  The
    others are tested too, though no proof here needs them: [denominator_order], [denominator_used],
    [value_column], [value_reduced], [value_order], [value_ends], [value_used], [label_*_large],
    [choice_*], and [resources/work]. *)

From Coq Require Import ZArith QArith List Bool Lia Lqa.
From Gamecert Require Import Format.Cbor Format.Fields Format.Index.
From Gamecert Require Import Richman.Game Richman.Checker Richman.Sound.
Import ListNotations.
Open Scope Z_scope.

(** ** The table of values *)

Fixpoint ascends (l : list Z) : bool :=
  match l with
  | x :: (y :: _) as rest => if x <? y then ascends rest else false
  | _ => true
  end.
Fixpoint values_ascend (l : list Q) : bool :=
  match l with
  | x :: (y :: _) as rest => if leq y x then false else values_ascend rest
  | _ => true
  end.
Fixpoint join_values (denominators : table Z) (places numerators : list Z) (acc : list Q) : option (list Q) :=
  match places, numerators with
  | [], [] => Some (rev_append acc [])
  | i :: places', n :: numerators' =>
      match find denominators i with
      | Some d => if 0 <? d then join_values denominators places' numerators' (Qmake n (Z.to_pos d) :: acc) else None
      | None => None
      end
  | _, _ => None
  end.

(** The table: its denominators, the index of each value's denominator, and the values. *)
Definition read_values (denominators places numerators : list item) : option (list Z * list Z * list Q) :=
  match traverse natural denominators, traverse unsigned places, traverse natural numerators with
  | Some ds, Some is, Some ns =>
      match join_values (index ds) is ns [] with
      | Some vs => Some (ds, is, vs)
      | None => None
      end
  | _, _, _ => None
  end.

(** [resources/work]: the number of steps that the numbers require. *)
Definition words (n : Z) : Z := if n <=? 0 then 0 else (Z.log2 n + 64) / 64.
Definition sum (f : Z -> Z) (l : list Z) : Z := fold_left (fun s n => s + f n) l 0.
Definition steps_of_denominator (n : Z) : Z := let w := words n in 4 * w * w + 100 * w.
Definition steps_of_numerator (n : Z) : Z := let w := words n in w * w / 2 + 4.
Definition steps_of_rank (vs : table Q) (r : Z) : Z :=
  match find vs r with Some v => let w := words (Zpos (Qden v)) in w * w + 8 | None => 8 end.
Definition steps (ds : list Z) (vs : list Q) (table : table Q) (ranks : list (list Z)) : Z :=
  sum steps_of_denominator ds
  + fold_left (fun s v => s + steps_of_numerator (Qnum v)) vs 0
  + fold_left (fun s column => s + sum (steps_of_rank table) column) ranks 0.
Definition work_ok (size : Z) (n : Z) : bool := n <=? 2 ^ 26 + 256 * size.

(** [value_range], which soundness needs, and then the clauses that make the table unique. *)
Definition in_unit (v : Q) : bool := (0 <=? Qnum v) && (Qnum v <=? Zpos (Qden v)).
Definition reduced (v : Q) : bool := Z.gcd (Qnum v) (Zpos (Qden v)) =? 1.
Definition is_fraction (n d : Z) (v : Q) : bool := (Qnum v =? n) && (Zpos (Qden v) =? d).
Fixpoint last_is (n d : Z) (l : list Q) : bool :=
  match l with [] => false | [v] => is_fraction n d v | _ :: l' => last_is n d l' end.
Definition value_ends (vs : list Q) : bool :=
  match vs with v :: _ => if is_fraction 0 1 v then last_is 1 1 vs else false | [] => false end.
Definition all_used (n : Z) (used : list (list Z)) : bool :=
  let '(count, _) := fold_left (fun s l => count_onto l (snd s) (fst s)) used (0, empty) in count =? n.
Definition table_unique (ds is : list Z) (vs : list Q) (ranks : list (list Z)) : bool :=
  let n := list_length vs in
  ascends ds && all_used (list_length ds) [is]
  && values_ascend vs && value_ends vs && forallb reduced vs
  && all_used n ([0; n - 1] :: ranks).

(** ** Columns *)

Definition column (n : Z) (i : item) : option (list Z) :=
  match i with
  | Array l => if list_length l =? n then traverse unsigned l else None
  | _ => None
  end.
Definition label (stored : Z) : Z := if stored =? 0 then infinite else stored.

Fixpoint join_cells (alphas betas : list Q) (whites blacks : list Z) (acc : list cell) : option (list cell) :=
  match alphas, betas, whites, blacks with
  | [], [], [], [] => Some (rev_append acc [])
  | x :: alphas', y :: betas', t :: whites', t' :: blacks' =>
      join_cells alphas' betas' whites' blacks' (Cell x y (label t) (label t') :: acc)
  | _, _, _, _ => None
  end.
Fixpoint join_column (column : list Z) (rows acc : list (list Z)) : list (list Z) :=
  match column, rows with
  | x :: column', row :: rows' => join_column column' rows' ((x :: row) :: acc)
  | _, _ => rev_append acc []
  end.
(** One row for each class: its choices in the order of the columns. *)
Definition transpose (columns : list (list Z)) : list (list Z) :=
  match columns with
  | [] => []
  | first :: _ =>
      fold_left (fun rows column => join_column column rows []) (rev columns) (fold_left (fun rows _ => [] :: rows) first [])
  end.

Definition differ (cells : list cell) : bool := existsb (fun u => negb (eq (alpha u) (beta u))) cells.
Definition cells_of (vs : table Q) (ra rb lw lb : list Z) : option (list cell) :=
  match traverse (find vs) ra, traverse (find vs) rb with
  | Some alphas, Some betas => join_cells alphas betas lw lb []
  | _, _ => None
  end.

(** The columns: ranks (one column for each function, the same column twice if there is one
    function), labels, choices. *)
Definition columns (functions n : Z) (l : list item) : option (list (list Z)) :=
  match traverse (column n) l with
  | Some [r; lw; lb; w; b] => if functions =? 1 then Some [r; r; lw; lb; w; b] else None
  | Some [ra; rb; lw; lb; wa; ba; wb; bb] =>
      if functions =? 2 then Some [ra; rb; lw; lb; wa; ba; wb; bb] else None
  | _ => None
  end.

Definition join_all (size functions : Z) (ds is : list Z) (vs : list Q) (cols : list (list Z))
    : option (list cell * list (list Z)) :=
  match cols with
  | ra :: rb :: lw :: lb :: choices =>
      let ranks := if functions =? 1 then [ra] else [ra; rb] in
      let table := index vs in
      if work_ok size (steps ds vs table ranks) then
        if forallb in_unit vs && table_unique ds is vs ranks then
          match cells_of table ra rb lw lb with
          | Some cells => Some (cells, transpose choices)
          | None => None
          end
        else None
      else None
  | _ => None
  end.

(** Evidence of [n] classes in a file of [size] bytes: cells and choices of each class. *)
Definition read_evidence (size functions n : Z) (evidence : list item)
    : option (list cell * list (list Z)) :=
  match evidence with
  | Array ds :: Array is :: Array ns :: rest =>
      match read_values ds is ns, columns functions n rest with
      | Some (ds, is, vs), Some cols => join_all size functions ds is vs cols
      | _, _ => None
      end
  | _ => None
  end.

(** ** The kind *)

(** The contents of a verified certificate: [functions], and the cells of its classes. *)
Record values := Values { functions : Z; classes : Z; cells : table cell }.
Definition cell_at (v : values) (c : Z) : option cell := find (cells v) c.

Definition read_claim (claim : list item) : option (Z * Z) :=
  match claim with
  | [f; c] => match unsigned f, unsigned c with Some f, Some c => Some (f, c) | _, _ => None end
  | _ => None
  end.

(** All clauses of the kind except those about citations: for a file of [size] bytes with [n]
    classes, with the options of each class and the cells of cited classes. *)
Definition check (size n : Z) (options_of : colour -> Z -> list target) (cited : Z -> Z -> option cell)
    (claim evidence : list item) : option values :=
  match read_claim claim with
  | Some (f, c) =>
      if (c =? n) && ((f =? 1) || (f =? 2)) then
        match read_evidence size f n evidence with
        | Some (cells, choices) =>
            if (list_length cells =? n) && ((f =? 1) || differ cells) then
              let table := index cells in
              if classes_ok options_of cited (find table) 0 cells choices
              then Some (Values f n table) else None
            else None
        | None => None
        end
      else None
  | None => None
  end.

(** ** Proofs *)

Lemma in_unit_spec v : in_unit v = true -> (0 <= v <= 1)%Q.
Proof.
  unfold in_unit, Qle. cbn. intros H. apply andb_prop in H as [H1%Z.leb_le H2%Z.leb_le]. lia.
Qed.
Lemma label_range s : 0 <= s < 2 ^ 64 -> 0 <= label s <= infinite.
Proof. unfold label, infinite. intros H. destruct (s =? 0); lia. Qed.

Definition label_column (l : list Z) : Prop := Forall (fun s => 0 <= s < 2 ^ 64) l.
Lemma column_range n i l : column n i = Some l -> label_column l.
Proof.
  unfold column. destruct i; try discriminate. destruct (_ =? n); [|discriminate]. intros E.
  apply traverse_spec in E. induction E; constructor; auto. now apply unsigned_item in H.
Qed.
Lemma columns_range f n l cols : columns f n l = Some cols -> Forall label_column cols.
Proof.
  unfold columns. take c E. apply traverse_spec in E.
  assert (H : Forall label_column c) by (induction E; constructor; eauto using column_range).
  destruct c as [|c0 [|c1 [|c2 [|c3 [|c4 c]]]]]; try discriminate.
  rewrite !Forall_cons_iff in H. destruct H as (h0 & h1 & h2 & h3 & h4 & h).
  destruct c as [|c5 c].
  - destruct (f =? 1); [|discriminate]. intros [= <-]. repeat constructor; assumption.
  - destruct c as [|c6 [|c7 [|]]]; try discriminate. destruct (f =? 2); [|discriminate].
    rewrite !Forall_cons_iff in h. destruct h as (h5 & h6 & h7 & _).
    intros [= <-]. repeat constructor; assumption.
Qed.

Lemma join_cells_range alphas : forall betas lw lb acc cells,
  join_cells alphas betas lw lb acc = Some cells ->
  Forall (fun v => 0 <= v <= 1)%Q alphas -> Forall (fun v => 0 <= v <= 1)%Q betas ->
  label_column lw -> label_column lb -> Forall in_range acc -> Forall in_range cells.
Proof.
  induction alphas as [|x alphas IH]; intros [|y betas] [|t lw] [|t' lb] acc cells E A B W L R; try discriminate.
  - injection E as <-. rewrite rev_append_rev, app_nil_r. now apply Forall_rev.
  - inversion A; inversion B; inversion W; inversion L; subst. apply (IH _ _ _ _ _ E); auto.
    constructor; [|assumption]. unfold in_range. cbn [alpha beta label_white label_black].
    auto using label_range.
Qed.
Lemma join_cells_same alphas : forall lw lb acc cells,
  join_cells alphas alphas lw lb acc = Some cells ->
  Forall (fun u => alpha u = beta u) acc -> Forall (fun u => alpha u = beta u) cells.
Proof.
  induction alphas as [|x alphas IH]; intros [|t lw] [|t' lb] acc cells E A; try discriminate.
  - injection E as <-. rewrite rev_append_rev, app_nil_r. now apply Forall_rev.
  - apply (IH _ _ _ _ E). now constructor.
Qed.
Lemma find_values vs l r : Forall (fun v => 0 <= v <= 1)%Q vs -> traverse (find (index vs)) l = Some r ->
  Forall (fun v => 0 <= v <= 1)%Q r.
Proof.
  intros V E. apply traverse_spec in E. rewrite Forall_forall in V.
  induction E; constructor; auto. apply find_index_in in H. apply V, H.
Qed.

(** Facts about the cells that are read. *)
Lemma read_evidence_sound size f n evidence cells choices :
  read_evidence size f n evidence = Some (cells, choices) ->
  Forall in_range cells /\ (f = 1 -> Forall (fun u => alpha u = beta u) cells).
Proof.
  unfold read_evidence. destruct evidence as [|[| | |dens|] [|[| | |places|] [|[| | |nums|] rest]]]; try discriminate.
  destruct (read_values dens places nums) as [[[ds is] vs]|]; [|discriminate].
  take cols C. pose proof (columns_range _ _ _ _ C) as R.
  unfold join_all. destruct cols as [|ra [|rb [|lw [|lb ch]]]]; try discriminate.
  destruct (work_ok _ _); [|discriminate].
  passed V. apply andb_prop in V as [V _].
  assert (VR : Forall (fun v => 0 <= v <= 1)%Q vs).
  { apply Forall_forall. intros v Hv. rewrite forallb_forall in V. apply in_unit_spec. auto. }
  unfold cells_of. destruct (traverse (find (index vs)) ra) as [alphas|] eqn:TA; [|discriminate].
  destruct (traverse (find (index vs)) rb) as [betas|] eqn:TB; [|discriminate].
  take cs J.
  intros [= <- _]. rewrite !Forall_cons_iff in R. destruct R as (_ & _ & RW & RB & _).
  split.
  - apply (join_cells_range _ _ _ _ _ _ J); eauto using find_values.
  - intros ->. assert (ra = rb).
    { unfold columns in C.
      destruct (traverse (column n) rest) as [[|c0 [|c1 [|c2 [|c3 [|c4 [|c5 [|c6 [|c7 [|]]]]]]]]]|];
        try discriminate; cbn in C; congruence. }
    subst rb. rewrite TA in TB. injection TB as <-. apply (join_cells_same _ _ _ _ _ J). constructor.
Qed.

Lemma classes_ok_nth options_of cited own cells : forall choices c,
  classes_ok options_of cited own c cells choices = true ->
  forall i u, nth_error cells i = Some u ->
    exists row, class_ok options_of cited own (c + Z.of_nat i) u row = true.
Proof.
  induction cells as [|v cells IH]; intros [|row choices] c H i u E; try discriminate; [destruct i; discriminate|].
  cbn in H. passed K.
  destruct i as [|i]; cbn in E; [injection E as <-; rewrite Z.add_0_r; eauto|].
  replace (c + Z.of_nat (S i)) with (c + 1 + Z.of_nat i) by lia. eauto.
Qed.

(** The guarantee of [check]: each of the [n] classes has a cell, cells are in range, the clauses
    hold at each class, and [functions] is 1 exactly if alpha = beta everywhere. *)
Theorem check_sound size n options_of cited claim evidence v :
  check size n options_of cited claim evidence = Some v ->
  classes v = n /\
  (forall c, (exists u, cell_at v c = Some u) <-> 0 <= c < n) /\
  (forall c u, cell_at v c = Some u -> in_range u) /\
  (forall c u, cell_at v c = Some u -> exists choices, class_ok options_of cited (cell_at v) c u choices = true) /\
  ((functions v = 1 /\ forall c u, cell_at v c = Some u -> alpha u = beta u) \/
   (functions v = 2 /\ exists c u, cell_at v c = Some u /\ ~ (alpha u == beta u)%Q)).
Proof.
  unfold check. destruct (read_claim claim) as [[f c]|]; [|discriminate].
  passed F.
  destruct (read_evidence size f n evidence) as [[cs choices]|] eqn:R; [|discriminate].
  passed L. apply andb_prop in L as [L%Z.eqb_eq D]. rewrite list_length_spec in L.
  passed K.
  intros [= <-]. unfold cell_at. cbn [cells classes functions].
  destruct (read_evidence_sound _ _ _ _ _ _ R) as (CR & CF). rewrite Forall_forall in CR.
  part. split; [|split; [|split]].
  - intros d. split.
    + intros (u & H). apply find_index_in in H. rewrite L in H. apply H.
    + intros H. apply find_index_some. now rewrite L.
  - intros d u H. apply find_index_in in H. apply CR, H.
  - intros d u H. rewrite find_index in H. destruct (d <? 0) eqn:N; [discriminate|].
    apply Z.ltb_ge in N. destruct (classes_ok_nth _ _ _ _ _ _ K _ _ H) as (row & Q). exists row.
    now replace (0 + Z.of_nat (Z.to_nat d)) with d in Q by lia.
  - apply andb_prop in F as [_ F]. apply orb_prop in F as [F|F]; apply Z.eqb_eq in F; subst f.
    + left. part. intros d u H. apply find_index_in in H. specialize (CF eq_refl).
      rewrite Forall_forall in CF. apply CF, H.
    + right. part. cbn in D. unfold differ in D. apply existsb_exists in D as (u & I & D).
      apply In_nth_error in I as (i & I). exists (Z.of_nat i), u. split.
      * rewrite find_index. destruct (Z.of_nat i <? 0) eqn:N; [apply Z.ltb_lt in N; lia|]. now rewrite Nat2Z.id.
      * intros Q. apply eq_spec in Q. rewrite Q in D. discriminate.
Qed.
