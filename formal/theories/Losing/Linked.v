(** * The stream of a proof from several roots, with citations

    [spec/kinds/losing.md], section 6, for any two-sided game: the roots are proved one after
    another from one stream, by the machine of [Stream.v]. It stops at the roots of cited
    certificates, whose numbers stand in a second table. [check_roots] is sound
    ([check_roots_sound]): if it accepts, and the cited positions are won within the numbers that
    count for them, then the roots are won within the claimed numbers, in the sense of
    [Memory.wins].

    Not covered here: the rules of the game, the strategy ([Memory.v]), and the bytes around the
    stream. *)

From Coq Require Import ZArith List Bool Lia.
From Gamecert Require Import Losing.Game Losing.Memory Losing.ClosedProof Losing.Table Losing.Stream.
Import ListNotations.
Open Scope Z_scope.

(** Values of this size or more are refused in every claim. *)
Definition too_large : Z := 2147483647.

(** A root with its claimed numbers. *)
Record root_claim (P : Type) := RootClaim {
  root_position : P;
  root_clock : Z;
  root_longest : Z;
  root_run : Z
}.

(** What a cited certificate gives: its roots with their two numbers. *)
Record cited_root (P : Type) := CitedRoot { cited_position : P; cited_longest : Z; cited_run : Z }.

Arguments RootClaim {P}.
Arguments root_position {P}.
Arguments root_clock {P}.
Arguments root_longest {P}.
Arguments root_run {P}.
Arguments CitedRoot {P}.
Arguments cited_position {P}.
Arguments cited_longest {P}.
Arguments cited_run {P}.

Section Linked.

Context {g : game} (w : side) (code_of : position g -> code).

Notation root_claim := (root_claim (position g)).
Notation cited_root := (cited_root (position g)).

(** ** The table of cited roots

    If several certificates have the same root, the first one counts. With the table comes, for each
    certificate, the list of codes of the roots for which it counts. *)

Fixpoint cite_roots (roots : list cited_root) (t : table) (own : list code) : table * list code :=
  match roots with
  | [] => (t, own)
  | r :: rest =>
      let x := code_of (cited_position r) in
      match find t x with
      | Some _ => cite_roots rest t own
      | None => cite_roots rest (set t x (Completed (cited_longest r) (cited_run r))) (x :: own)
      end
  end.

Fixpoint cite_all (files : list (list cited_root)) (t : table) (owns : list (list code))
  : table * list (list code) :=
  match files with
  | [] => (t, owns)
  | f :: rest => let '(t', own) := cite_roots f t [] in cite_all rest t' (own :: owns)
  end.

(** ** The machine

    A cited root that is met is entered in the table of positions, but not counted. *)

Section Machine.

Variable cited : table.

Definition meet_linked (claimed : Z) (st : state) (p : position g) : outcome :=
  let x := code_of p in
  match find (positions_table st) x with
  | Some Open => Broken open_clause
  | Some (Completed len rev) =>
      More (State (Proved len rev) (positions_table st) (stack st) (stream st) (count st) (greatest_rev st))
  | None =>
      match find cited x with
      | Some (Completed len rev) =>
          More (State (Proved len rev) (set (positions_table st) x (Completed len rev)) (stack st) (stream st)
                      (count st) (greatest_rev st))
      | _ => if count st <? claimed then meet_new w st p x else Broken positions_clause
      end
  end.

Definition step_linked (claimed : Z) (st : @state g) : outcome :=
  match now st with Met p => meet_linked claimed st p | Proved len rev => go_back st len rev end.

(** Runs [2 ^ n] steps, or fewer if the proof ends. *)
Fixpoint run_linked (claimed : Z) (n : nat) (st : state) : outcome :=
  match n with
  | O => step_linked claimed st
  | S n' => match run_linked claimed n' st with More st' => run_linked claimed n' st' | ended => ended end
  end.

Definition next_root (st : @state g) (p : position g) : state :=
  State (Met p) (positions_table st) [] (stream st) (count st) (greatest_rev st).

(** Proves the roots one after another. [most] is the greatest of [clock] plus [rev] of the roots
    before. *)
Fixpoint prove_roots (claimed : Z) (n : nat) (roots : list root_claim) (st : state) (most : Z)
  (unequal : bool) : option (state * Z * bool) :=
  match roots with
  | [] => Some (st, most, unequal)
  | r :: rest =>
      match run_linked claimed n (next_root st (root_position r)) with
      | Done len rev st' =>
          let equal := (len =? root_longest r) && (len <? too_large) && (rev =? root_run r) && (rev <? too_large) in
          prove_roots claimed n rest st' (Z.max most (root_clock r + rev)) (unequal || negb equal)
      | _ => None
      end
  end.

End Machine.

(** Clause [losing/unused]: each certificate counts for a position that was met. *)
Definition all_used (t : table) (owns : list (list code)) : bool :=
  forallb (existsb (fun x => match find t x with Some _ => true | None => false end)) owns.

(** The stream is used up. *)
Definition used_up (s : bits) : bool :=
  match bytes_behind s with
  | _ :: _ => false
  | [] => negb (existsb (fun b => b) (at_hand s))
  end.

Definition check_roots_in (n : nat) (roots : list root_claim) (claimed reversible : Z)
  (files : list (list cited_root)) (cited_reversible : Z) (bytes : list Z) : bool :=
  let slots := Z.max 1 (claimed + fold_left (fun sum f => sum + Z.of_nat (length f)) files 0) in
  let '(cited, owns) := cite_all files (empty_table slots) [] in
  match roots with
  | [] => false
  | r :: _ =>
      match prove_roots cited claimed n roots (Stream.start (root_position r) slots bytes) cited_reversible false with
      | Some (st, most, unequal) =>
          let found := Z.max most (greatest_rev st) in
          used_up (stream st) && (count st =? claimed) && negb unequal
          && (found =? reversible) && (found <? too_large) && all_used (positions_table st) owns
      | None => false
      end
  end.

(** No run reaches 2^64 steps. *)
Definition check_roots := check_roots_in 64.

(** ** Soundness *)

Hypothesis code_of_injective : forall p q, code_of p = code_of q -> p = q.
Variable position_eq : forall p q : position g, {p = q} + {p <> q}.

Lemma prove_roots_most cited claimed n roots : forall st most unequal st' most' unequal',
  prove_roots cited claimed n roots st most unequal = Some (st', most', unequal') -> most <= most'.
Proof.
  induction roots as [|r roots IH]; intros st most unequal st' most' unequal'; cbn [prove_roots].
  - intros [= _ -> _]. lia.
  - destruct (run_linked _ _ _ _) as [st1|len rev st1|k]; try discriminate. intros E. apply IH in E. lia.
Qed.

Section Sound.

Variable R : Z.

(** A position is won within these numbers: if the run begins here, or if it may last for [R]
    moves. *)
Definition good (len rev : Z) (p : position g) : Prop :=
  0 <= len /\ 0 <= rev /\ wins w R (Z.to_nat len) rev p = true /\ wins w R (Z.to_nat len) R p = true.

Variable cited : table.
Hypothesis cited_good : forall p len rev, find cited (code_of p) = Some (Completed len rev) -> good len rev p.

(** A move is proved if it leads to a good position, within the numbers so far. *)
Definition proved (len rev : Z) (p : position g) (m : move g) : Prop :=
  exists len' rev', good len' rev' (make p m) /\ 1 + len' <= len /\ (zeroing p m = false -> 1 + rev' <= rev).

Definition waits_for (f : frame) (c : position g) : Prop :=
  open_code f = code_of (open_position f) /\ 0 <= len_so_far f /\ 0 <= rev_so_far f /\
  exists done m moves, play (open_position f) = Goes moves /\ to_prove w (open_position f) (done ++ m :: moves_left f)
    /\ c = make (open_position f) m /\ now_zeroing f = zeroing (open_position f) m
    /\ forall m', In m' done -> proved (len_so_far f) (rev_so_far f) (open_position f) m'.

Fixpoint all_wait (root c : position g) (fs : list frame) : Prop :=
  match fs with
  | [] => c = root
  | f :: fs' => waits_for f c /\ all_wait root (open_position f) fs'
  end.

Record holding (root : position g) (st : state) : Prop := {
  table_good : forall p len rev, find (positions_table st) (code_of p) = Some (Completed len rev) -> good len rev p;
  frames_wait : exists c, all_wait root c (stack st)
    /\ match now st with Met p => p = c | Proved len rev => good len rev c end
}.

Definition invariant_linked (root : position g) (st : state) : Prop := greatest_rev st <= R -> holding root st.

Lemma good_set t p x : (forall q len rev, find t (code_of q) = Some (Completed len rev) -> good len rev q) ->
  match x with Open => True | Completed len rev => good len rev p end ->
  forall q len rev, find (set t (code_of p) x) (code_of q) = Some (Completed len rev) -> good len rev q.
Proof.
  intros H X q len rev. destruct (position_eq q p) as [->|D].
  - rewrite find_set_same. intros [= ->]. exact X.
  - rewrite find_set_other by (intros E; apply D; symmetry; now apply code_of_injective). apply H.
Qed.

Lemma proved_more len rev len' rev' p m : len <= len' -> rev <= rev' -> proved len rev p m -> proved len' rev' p m.
Proof.
  intros L V (l & v & G & A & B). exists l, v. repeat split; try apply G; [lia|]. intros Z0. specialize (B Z0). lia.
Qed.

(** The moves that must be proved are proved: so the position is good. *)
Lemma completed_good p moves ms len rev : play p = Goes moves -> to_prove w p ms -> ms <> [] ->
  (forall m, In m ms -> proved len rev p m) -> rev <= R -> 0 <= rev -> good len rev p.
Proof.
  intros P T N H RR V.
  assert (L : 1 <= len).
  { destruct ms as [|m ms]; [now contradiction N|]. destruct (H m (or_introl eq_refl)) as (l & v & G & A & _).
    destruct G as (G & _). lia. }
  assert (K : forall m, In m ms -> wins_after w R (pred (Z.to_nat len)) rev p m = true).
  { intros m I. destruct (H m I) as (l & v & (G1 & G2 & G3 & G4) & A & B). unfold wins_after.
    destruct (zeroing p m).
    - apply (wins_more w R R (Z.to_nat l) (Z.le_refl R) _ R R); [lia|lia|exact G4].
    - specialize (B eq_refl). apply andb_true_intro. split; [lia|].
      apply (wins_more w R R (Z.to_nat l) (Z.le_refl R) _ v (rev - 1)); [lia|lia|exact G3]. }
  assert (W : wins w R (Z.to_nat len) rev p = true).
  { replace (Z.to_nat len) with (S (pred (Z.to_nat len))) by lia. rewrite (wins_goes w R _ rev p moves P).
    unfold to_prove in T. rewrite P in T. destruct (same (turn p) w).
    - destruct T as (m & I & ->). apply existsb_exists. exists m. split; [exact I|]. apply K. now left.
    - subst ms. apply forallb_forall. exact K. }
  split; [lia|]. split; [lia|]. split; [exact W|].
  exact (wins_more w R R (Z.to_nat len) (Z.le_refl R) (Z.to_nat len) rev R p (le_n _) RR W).
Qed.

Lemma go_back_holds root st len rev : holding root st -> now st = Proved len rev ->
  match go_back st len rev with
  | More st' => greatest_rev st <= greatest_rev st' /\ invariant_linked root st'
  | Done len' rev' st' => st' = st /\ stack st = [] /\ len' = len /\ rev' = rev
  | Broken _ => True
  end.
Proof.
  intros [T (c & W & G)] N. rewrite N in G. unfold go_back.
  destruct (stack st) as [|f fs]; [auto|].
  destruct W as [(X & L0 & V0 & done & m & moves & P & M & C & Z0 & D) W].
  pose proof G as (G1 & G2 & _).
  set (len' := Z.max (len_so_far f) (1 + len)) in *.
  set (rev' := if now_zeroing f then rev_so_far f else Z.max (rev_so_far f) (1 + rev)) in *.
  assert (A : forall m', In m' (done ++ [m]) -> proved len' rev' (open_position f) m').
  { intros m' I. apply in_app_or in I as [I|[<-|[]]].
    - apply (proved_more (len_so_far f) (rev_so_far f)); [subst len'; lia|subst rev'; destruct (now_zeroing f); lia|auto].
    - exists len, rev. split; [now rewrite <- C|]. split; [subst len'; lia|]. intros Y. subst rev'. rewrite Z0, Y. lia. }
  assert (V' : 0 <= rev') by (subst rev'; destruct (now_zeroing f); lia).
  destruct (moves_left f) as [|m' others] eqn:E.
  - split; [cbn; lia|]. intros RR. cbn in RR.
    assert (Gp : good len' rev' (open_position f)).
    { apply (completed_good (open_position f) moves (done ++ [m])); auto; [|lia]. destruct done; discriminate. }
    split; cbn [positions_table stack now].
    + rewrite X. apply good_set; [exact T|exact Gp].
    + exists (open_position f). auto.
  - split; [cbn; lia|]. intros _. split; cbn [positions_table stack now].
    + exact T.
    + exists (make (open_position f) m'). split; [|reflexivity].
      split; [|exact W]. split; [exact X|]. cbn [len_so_far rev_so_far open_position moves_left now_zeroing].
      split; [subst len'; lia|]. split; [exact V'|]. exists (done ++ [m]), m', moves.
      rewrite <- app_assoc. repeat (split; [auto|]). exact A.
Qed.

Lemma meet_holds root claimed st p : holding root st -> now st = Met p ->
  match meet_linked cited claimed st p with
  | More st' => greatest_rev st <= greatest_rev st' /\ invariant_linked root st'
  | Done _ _ _ => False
  | Broken _ => True
  end.
Proof.
  intros [T (c & W & G)] N. rewrite N in G. subst c. unfold meet_linked.
  destruct (find (positions_table st) (code_of p)) as [[|len rev]|] eqn:F; [exact I| |].
  - split; [cbn; lia|]. intros _. split; cbn [positions_table stack now]; [exact T|]. exists p. auto.
  - assert (K : match (if count st <? claimed then meet_new w st p (code_of p) else Broken positions_clause) with
                | More st' => greatest_rev st <= greatest_rev st' /\ invariant_linked root st'
                | Done _ _ _ => False
                | Broken _ => True
                end).
    { destruct (count st <? claimed); [|exact I]. unfold meet_new.
      destruct (play p) as [winner|moves] eqn:P.
      - destruct (won w winner) eqn:Wn; [|exact I]. split; [cbn; lia|]. intros _.
        assert (Gp : good 0 0 p).
        { unfold won in Wn. split; [lia|]. split; [lia|]. rewrite !(wins_over w _ _ _ _ _ P). auto. }
        split; cbn [positions_table stack now].
        + apply good_set; [exact T|exact Gp].
        + exists p. auto.
      - assert (O : forall s m rest, to_prove w p (m :: rest) ->
          greatest_rev st <= greatest_rev (open_with st p (code_of p) s m rest)
          /\ invariant_linked root (open_with st p (code_of p) s m rest)).
        { intros s m rest M. split; [cbn; lia|]. intros _. split; cbn [open_with positions_table stack now].
          - apply good_set; [exact T|exact I].
          - exists (make p m). split; [|reflexivity]. split; [|exact W]. split; [reflexivity|].
            cbn [len_so_far rev_so_far open_position moves_left now_zeroing].
            split; [lia|]. split; [lia|]. exists [], m, moves. repeat (split; [auto|]). intros m' []. }
        destruct (same (turn p) w) eqn:S.
        + destruct (choice moves (stream st)) as [[m s]|k] eqn:C; [|exact I]. apply O.
          unfold to_prove. rewrite P, S. exists m. split; [|reflexivity].
          unfold choice in C. destruct (read_number _ _ _) as [[i s']|]; [|discriminate].
          destruct (pick moves i) as [m'|] eqn:K; [|discriminate]. injection C as <- <-.
          eapply pick_in; eauto.
        + destruct moves as [|m rest]; [exact I|]. apply O. unfold to_prove. now rewrite P, S. }
    destruct (find cited (code_of p)) as [[|len rev]|] eqn:C; [exact K| |exact K].
    split; [cbn; lia|]. intros _. pose proof (cited_good _ _ _ C) as Gp.
    split; cbn [positions_table stack now].
    + apply good_set; [exact T|exact Gp].
    + exists p. auto.
Qed.

(** What a run leads to: the greatest [rev] does not fall, and if it is at most [R] at the end,
    everything is good. *)
Definition run_good (root : position g) (st : state) (o : outcome) : Prop :=
  match o with
  | More st' => greatest_rev st <= greatest_rev st' /\ (invariant_linked root st -> invariant_linked root st')
  | Done len rev st' => greatest_rev st <= greatest_rev st' /\
      (invariant_linked root st -> greatest_rev st' <= R -> good len rev root
        /\ forall p len rev, find (positions_table st') (code_of p) = Some (Completed len rev) -> good len rev p)
  | Broken _ => True
  end.

Lemma rev_grows_new (st : @state g) p x : match meet_new w st p x with More st' => greatest_rev st' = greatest_rev st | Done _ _ _ => False | Broken _ => True end.
Proof.
  unfold meet_new. destruct (play p) as [winner|moves].
  - destruct (won w winner); exact I || reflexivity.
  - destruct (same (turn p) w).
    + destruct (choice moves (stream st)) as [[m s]|k]; exact I || reflexivity.
    + destruct moves; exact I || reflexivity.
Qed.

Lemma rev_grows claimed (st : @state g) : match step_linked cited claimed st with
  | More st' => greatest_rev st <= greatest_rev st'
  | Done _ _ st' => st' = st
  | Broken _ => True
  end.
Proof.
  unfold step_linked. destruct (now st) as [p|len rev].
  - unfold meet_linked. pose proof (rev_grows_new st p (code_of p)) as N.
    destruct (find (positions_table st) (code_of p)) as [[|len rev]|]; [exact I|cbn; lia|].
    destruct (find cited (code_of p)) as [[|len rev]|]; [|cbn; lia|].
    all: destruct (count st <? claimed); [|exact I].
    all: destruct (meet_new w st p (code_of p)); [lia|contradiction|exact I].
  - unfold go_back. destruct (stack st) as [|f fs]; [reflexivity|].
    destruct (moves_left f); cbn; lia.
Qed.

Lemma step_good root claimed st : run_good root st (step_linked cited claimed st).
Proof.
  pose proof (rev_grows claimed st) as Gr.
  destruct (step_linked cited claimed st) as [st'|len rev st'|k] eqn:E; [| |exact I]; unfold run_good.
  - split; [exact Gr|]. intros H RR.
    assert (B : holding root st) by (apply H; lia). unfold step_linked in E.
    destruct (now st) as [p|len rev] eqn:N.
    + pose proof (meet_holds root claimed st p B N) as K. rewrite E in K. now apply K.
    + pose proof (go_back_holds root st len rev B N) as K. rewrite E in K. now apply K.
  - subst st'. split; [lia|]. intros H RR. pose proof (H RR) as B. unfold step_linked in E.
    destruct (now st) as [p|len' rev'] eqn:N.
    + pose proof (meet_holds root claimed st p B N) as K. rewrite E in K. contradiction.
    + pose proof (go_back_holds root st len' rev' B N) as K. rewrite E in K. destruct K as (_ & S & -> & ->).
      destruct B as [T (c & W & G)]. rewrite N in G. rewrite S in W. cbn in W. subst c. auto.
Qed.

Lemma run_linked_good root claimed n : forall st, run_good root st (run_linked cited claimed n st).
Proof.
  induction n as [|n IH]; intros st; cbn [run_linked]; [apply step_good|].
  pose proof (IH st) as K. destruct (run_linked cited claimed n st) as [st'|len rev st'|k]; [|exact K|exact K].
  destruct K as [L K]. pose proof (IH st') as K'.
  destruct (run_linked cited claimed n st') as [st2|len rev st2|k]; [| |exact I]; destruct K' as [L' K'].
  - split; [lia|auto].
  - split; [lia|auto].
Qed.

Lemma prove_roots_good claimed n roots : forall st most unequal st' most',
  prove_roots cited claimed n roots st most unequal = Some (st', most', false) ->
  greatest_rev st <= greatest_rev st' /\ unequal = false /\
  (greatest_rev st' <= R ->
   (forall p len rev, find (positions_table st) (code_of p) = Some (Completed len rev) -> good len rev p) ->
   forall r, In r roots -> good (root_longest r) (root_run r) (root_position r) /\ root_clock r + root_run r <= most').
Proof.
  induction roots as [|r roots IH]; intros st most unequal st' most'; cbn [prove_roots].
  - intros [= -> -> ->]. repeat split; try lia; destruct H1.
  - pose proof (run_linked_good (root_position r) claimed n (next_root st (root_position r))) as K.
    destruct (run_linked cited claimed n (next_root st (root_position r))) as [st1|len rev st1|k]; try discriminate.
    destruct K as [L K]. cbn [next_root greatest_rev] in L. intros E.
    pose proof (prove_roots_most _ _ _ _ _ _ _ _ _ _ E) as M. apply IH in E as (L' & U & H). apply orb_false_elim in U as [U1 U2]. apply negb_false_iff in U2.
    rewrite !andb_true_iff in U2. destruct U2 as [[[U2 _] U3] _]. apply Z.eqb_eq in U2, U3. subst len rev.
    split; [lia|]. split; [exact U1|]. intros RR T.
    destruct K as [G T']; [|lia|].
    + intros _. split; [exact T|]. exists (root_position r). split; reflexivity.
    + intros r' [<-|I]; [|now apply H]. split; [exact G|lia].
Qed.

End Sound.

(** ** The table of cited roots *)

Definition in_files (files : list (list cited_root)) (p : position g) (len rev : Z) : Prop :=
  exists f, In f files /\ In (CitedRoot p len rev) f.

Lemma cite_roots_sound roots : forall t own t' own' p len rev, cite_roots roots t own = (t', own') ->
  find t' (code_of p) = Some (Completed len rev) ->
  find t (code_of p) = Some (Completed len rev) \/ In (CitedRoot p len rev) roots.
Proof.
  induction roots as [|r roots IH]; intros t own t' own' p len rev E F; cbn [cite_roots] in E.
  - injection E as <- _. now left.
  - destruct (find t (code_of (cited_position r))) as [x|] eqn:X.
    + destruct (IH _ _ _ _ _ _ _ E F) as [K|K]; [now left|right; now right].
    + destruct (IH _ _ _ _ _ _ _ E F) as [K|K]; [|right; now right].
      destruct (position_eq p (cited_position r)) as [->|D].
      * rewrite find_set_same in K. injection K as <- <-. right; left. now destruct r.
      * rewrite find_set_other in K by (intros Y; apply D; symmetry; now apply code_of_injective). now left.
Qed.

Lemma cite_all_sound files : forall t owns t' owns' p len rev, cite_all files t owns = (t', owns') ->
  find t' (code_of p) = Some (Completed len rev) ->
  find t (code_of p) = Some (Completed len rev) \/ in_files files p len rev.
Proof.
  induction files as [|f files IH]; intros t owns t' owns' p len rev E F; cbn [cite_all] in E.
  - injection E as <- _. now left.
  - destruct (cite_roots f t []) as [t1 own] eqn:C. destruct (IH _ _ _ _ _ _ _ E F) as [K|(f' & I & J)].
    + destruct (cite_roots_sound _ _ _ _ _ _ _ _ C K) as [K'|K']; [now left|]. right. exists f. split; [now left|exact K'].
    + right. exists f'. split; [now right|exact J].
Qed.

(** If a proof is accepted, each root is won within its numbers, provided that each root of a cited
    certificate is won within the two numbers that the certificate gives for it, and within [longest]
    moves if its runs may be as long as the cited certificate says. *)
Theorem check_roots_sound roots claimed reversible files cited_reversible bytes :
  check_roots roots claimed reversible files cited_reversible bytes = true ->
  (cited_reversible <= reversible -> forall p len rev, in_files files p len rev -> good reversible len rev p) ->
  roots <> [] /\ forall r, In r roots ->
    wins w reversible (Z.to_nat (root_longest r)) (root_run r) (root_position r) = true
    /\ 0 <= root_longest r /\ 0 <= root_run r /\ root_clock r + root_run r <= reversible.
Proof.
  unfold check_roots, check_roots_in. intros E C.
  set (slots := Z.max 1 (claimed + fold_left (fun sum f => sum + Z.of_nat (length f)) files 0)) in *.
  destruct (cite_all files (empty_table slots) []) as [cited owns] eqn:A.
  destruct roots as [|r0 roots]; [discriminate|]. split; [discriminate|].
  set (st0 := Stream.start (root_position r0) slots bytes) in *.
  destruct (prove_roots cited claimed 64 (r0 :: roots) st0 cited_reversible false)
    as [[[st most] unequal]|] eqn:P; [|discriminate].
  rewrite !andb_true_iff in E. destruct E as [[[[[_ _] U] F] _] _]. apply negb_true_iff in U. subst unequal.
  apply Z.eqb_eq in F.
  pose proof (prove_roots_most _ _ _ _ _ _ _ _ _ _ P) as M.
  apply (prove_roots_good reversible cited) in P as (_ & _ & H).
  - intros r I. destruct (H ltac:(lia)) with (r := r) as [(G1 & G2 & G3 & _) K]; [|exact I|].
    + intros p len rev X. exfalso. unfold st0, Stream.start in X. cbn [positions_table] in X. now rewrite find_empty in X.
    + repeat split; auto. lia.
  - intros p len rev X. apply (C ltac:(lia)). destruct (cite_all_sound _ _ _ _ _ _ _ _ A X) as [K|K]; [|exact K].
    now rewrite find_empty in K.
Qed.

End Linked.

(** The kernel must compare calls of the checker by their arguments, without running it. *)
Strategy opaque [check_roots check_roots_in run_linked].
