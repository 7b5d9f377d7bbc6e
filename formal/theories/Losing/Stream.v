(** * The stream of a proof

    [spec/kinds/losing.md], section 2, for any two-sided game: a proof is read in depth-first
    preorder, with open and completed positions. [check_claim] is sound ([check_claim_sound]): if
    it accepts, the claim of [Game.v] holds. The main invariant is that at any time the completed
    positions form a closed proof in the sense of [ClosedProof.v].

    Not covered here: the rules of the game, and the bytes around the stream. *)

From Coq Require Import ZArith List Bool Lia.
From Gamecert Require Import Losing.Game Losing.ClosedProof Losing.Table.
Import ListNotations.
Open Scope Z_scope.

(** ** Bits

    The remaining bits: the bits of the current byte, and the bytes after it. *)

Record bits := Bits { at_hand : list bool; bytes_behind : list Z }.

Definition powers : list Z := [128; 64; 32; 16; 8; 4; 2; 1].

Definition bits_of_byte (b : Z) : list bool := map (fun p => Z.odd (b / p)) powers.

Definition read_bit (s : bits) : option (bool * bits) :=
  match at_hand s with
  | b :: rest => Some (b, Bits rest (bytes_behind s))
  | [] =>
      match bytes_behind s with
      | [] => None
      | x :: behind =>
          match bits_of_byte x with
          | b :: rest => Some (b, Bits rest behind)
          | [] => None
          end
      end
  end.

(** A number of [n] bits, the most significant first, after bits with the value [acc]. *)
Fixpoint read_number (n : nat) (acc : Z) (s : bits) : option (Z * bits) :=
  match n with
  | O => Some (acc, s)
  | S n' =>
      match read_bit s with
      | Some (b, s') => read_number n' (if b then 2 * acc + 1 else 2 * acc) s'
      | None => None
      end
  end.

(** The number of bits of [n - 1] in binary, and 0 for [n = 1]. *)
Definition width (n : Z) : nat := if n <=? 1 then O else Z.to_nat (Z.log2 (n - 1) + 1).

Fixpoint pick {A} (l : list A) (i : Z) : option A :=
  match l with
  | [] => None
  | x :: rest => if i =? 0 then Some x else pick rest (i - 1)
  end.

Lemma pick_in A (l : list A) : forall i x, pick l i = Some x -> In x l.
Proof.
  induction l as [|y l IH]; cbn; intros i x E; [discriminate|].
  destruct (i =? 0); [injection E as ->; now left|right; eauto].
Qed.

(** ** Clauses that can be violated *)

Inductive clause :=
| move_clause | short_clause | terminal_clause | open_clause | positions_clause
| long_clause | padding_clause | longest_clause | reversible_clause
| unread_clause. (* The stream would visit more than 2^64 positions. *)

Section Stream.

Context {g : game} (w : side) (code_of : position g -> code).

(** The winner's move. *)
Definition choice (moves : list (move g)) (s : bits) : (move g * bits) + clause :=
  match read_number (width (Z.of_nat (length moves))) 0 s with
  | Some (i, s') => match pick moves i with Some m => inl (m, s') | None => inr move_clause end
  | None => inr short_clause
  end.

(** ** The machine *)

(** An open position: the moves to prove after the current one, whether the current one is a
    capture or pawn move, and [len] and [rev] of the proved moves. *)
Record frame := Frame {
  open_position : position g;
  open_code : code;
  moves_left : list (move g);
  now_zeroing : bool;
  len_so_far : Z;
  rev_so_far : Z
}.

(** A position is met, or the position met last is proved. *)
Inductive event := Met (p : position g) | Proved (len rev : Z).

(** [stack] contains the open positions, the one opened last first. [count] positions are open or
    completed. *)
Record state := State {
  now : event;
  positions_table : table;
  stack : list frame;
  stream : bits;
  count : Z;
  greatest_rev : Z
}.

Inductive outcome :=
| More (st : state)
| Done (len rev : Z) (st : state)
| Broken (c : clause).

(** Opens [p]. Its move [m] is proved next, and then the moves of [rest]. *)
Definition open_with (st : state) (p : position g) (x : code) (s : bits)
  (m : move g) (rest : list (move g)) : state :=
  State (Met (make p m)) (set (positions_table st) x Open)
        (Frame p x rest (zeroing p m) 0 0 :: stack st) s (count st + 1) (greatest_rev st).

Definition won (winner : option side) : bool :=
  match winner with Some s => same s w | None => false end.

(** Steps 3 to 5 of the page, for a position that has not been met before. *)
Definition meet_new (st : state) (p : position g) (x : code) : outcome :=
  match play p with
  | Over winner =>
      if won winner then
        More (State (Proved 0 0) (set (positions_table st) x (Completed 0 0)) (stack st) (stream st)
                    (count st + 1) (greatest_rev st))
      else Broken terminal_clause
  | Goes moves =>
      if same (turn p) w then
        match choice moves (stream st) with
        | inl (m, s) => More (open_with st p x s m [])
        | inr c => Broken c
        end
      else
        match moves with
        | m :: rest => More (open_with st p x (stream st) m rest)
        | [] => Broken move_clause
        end
  end.

(** Steps 1 and 2. *)
Definition meet (claimed : Z) (st : state) (p : position g) : outcome :=
  let x := code_of p in
  match find (positions_table st) x with
  | Some Open => Broken open_clause
  | Some (Completed len rev) =>
      More (State (Proved len rev) (positions_table st) (stack st) (stream st) (count st)
                  (greatest_rev st))
  | None => if count st <? claimed then meet_new st p x else Broken positions_clause
  end.

(** A position with these numbers is proved. The machine goes on with the next move of the
    position before it, or completes that position too. *)
Definition go_back (st : state) (len rev : Z) : outcome :=
  match stack st with
  | [] => Done len rev st
  | f :: rest =>
      let len' := Z.max (len_so_far f) (1 + len) in
      let rev' := if now_zeroing f then rev_so_far f else Z.max (rev_so_far f) (1 + rev) in
      let p := open_position f in
      match moves_left f with
      | [] =>
          More (State (Proved len' rev') (set (positions_table st) (open_code f) (Completed len' rev'))
                      rest (stream st) (count st) (Z.max (greatest_rev st) rev'))
      | m :: others =>
          More (State (Met (make p m)) (positions_table st)
                      (Frame p (open_code f) others (zeroing p m) len' rev' :: rest)
                      (stream st) (count st) (greatest_rev st))
      end
  end.

Definition step (claimed : Z) (st : state) : outcome :=
  match now st with Met p => meet claimed st p | Proved len rev => go_back st len rev end.

(** Runs [2 ^ n] steps, or fewer if the proof ends. *)
Fixpoint run (claimed : Z) (n : nat) (st : state) : outcome :=
  match n with
  | O => step claimed st
  | S n' => match run claimed n' st with More st' => run claimed n' st' | ended => ended end
  end.

Definition start (root : position g) (slots : Z) (bytes : list Z) : state :=
  State (Met root) (empty_table slots) [] (Bits [] bytes) 0 0.

(** Tests the numbers of the claim, and that the stream is used up. *)
Definition check_end (clock claimed longest reversible len rev : Z) (st : state) : option clause :=
  match bytes_behind (stream st) with
  | _ :: _ => Some long_clause
  | [] =>
      if existsb (fun b => b) (at_hand (stream st)) then Some padding_clause
      else if negb (count st =? claimed) then Some positions_clause
      else if negb (len =? longest) then Some longest_clause
      else if negb (Z.max (clock + rev) (greatest_rev st) =? reversible) then Some reversible_clause
      else None
  end.

(** [None] if the claim is proved in at most [2 ^ n] steps, and otherwise the violated clause. *)
Definition check_in (n : nat) (root : position g) (clock claimed longest reversible : Z)
  (bytes : list Z) : option clause :=
  match run claimed n (start root (Z.max 1 claimed) bytes) with
  | More _ => Some unread_clause
  | Broken c => Some c
  | Done len rev st => check_end clock claimed longest reversible len rev st
  end.

(** No run reaches 2^64 steps. *)
Definition check_claim := check_in 64.

(** ** Soundness *)

Hypothesis code_of_injective : forall p q, code_of p = code_of q -> p = q.
Variable position_eq : forall p q : position g, {p = q} + {p <> q}.
Hypothesis goes_on : forall (p : position g) moves, play p = Goes moves -> moves <> [].

Notation entry := (@entry g).

(** A frame waits for the position [c]: the moves [done] are proved, and the next one leads to
    [c]. *)
Definition frame_waits (l : list entry) (f : frame) (done : list (move g)) (c : position g) : Prop :=
  open_code f = code_of (open_position f) /\
  exists m, c = make (open_position f) m /\ now_zeroing f = zeroing (open_position f) m
    /\ arcs l (open_position f) done (len_so_far f) (rev_so_far f)
    /\ to_prove w (open_position f) (done ++ m :: moves_left f).

Fixpoint waits (root : position g) (l : list entry) (c : position g) (fs : list frame)
  (dones : list (list (move g))) : Prop :=
  match fs, dones with
  | [], [] => c = root
  | f :: fs', done :: dones' =>
      frame_waits l f done c /\ waits root l (open_position f) fs' dones'
  | _, _ => False
  end.

(** An entry is used by the moves of another entry, or by the moves proved in an open position. *)
Definition used_by_entry (l : list entry) (p : position g) : Prop :=
  exists e m, In e l /\ In m (moves_ e) /\ make (at_ e) m = p.

Definition used_by_frame (fs : list frame) (dones : list (list (move g))) (p : position g) : Prop :=
  exists f done m, In (f, done) (combine fs dones) /\ In m done /\ make (open_position f) m = p.

(** The invariant: [l] contains the completed positions, the one completed last first; [c] is the
    current position. *)
Record invariant (root : position g) (st : state) (l : list entry)
  (dones : list (list (move g))) (c : position g) : Prop := {
  inv_closed : closed w l;
  inv_completed : forall p len rev,
    find (positions_table st) (code_of p) = Some (Completed len rev)
    <-> exists e, In e l /\ at_ e = p /\ len_ e = len /\ rev_ e = rev;
  inv_open : forall p, find (positions_table st) (code_of p) = Some Open
    <-> In p (map open_position (stack st));
  inv_nodup : NoDup (map open_position (stack st));
  inv_count : count st = Z.of_nat (length l) + Z.of_nat (length (stack st));
  inv_greatest : forall e, In e l -> rev_ e <= greatest_rev st;
  inv_attained : greatest_rev st = 0 \/ exists e, In e l /\ greatest_rev st = rev_ e;
  inv_waits : waits root l c (stack st) dones;
  inv_now : match now st with
            | Met p => p = c
            | Proved len rev => exists e, In e l /\ at_ e = c /\ len_ e = len /\ rev_ e = rev
            end;
  inv_used : forall e, In e l ->
    at_ e = c \/ used_by_entry l (at_ e) \/ used_by_frame (stack st) dones (at_ e)
}.

Lemma frame_waits_more l f done c e : frame_waits l f done c -> frame_waits (e :: l) f done c.
Proof.
  intros (X & m & E & Z0 & A & T). part. exists m. repeat split; auto.
  eapply arcs_incl; [|exact A]. intros x I; now right.
Qed.

Lemma waits_more root l e : forall fs dones c, waits root l c fs dones -> waits root (e :: l) c fs dones.
Proof.
  induction fs as [|f fs IH]; intros [|done dones] c W; auto.
  destruct W as [W W']. split; [now apply frame_waits_more|auto].
Qed.

Lemma used_by_entry_more l e p : used_by_entry l p -> used_by_entry (e :: l) p.
Proof. intros (e' & m & I & J & E). exists e', m. split; [now right|auto]. Qed.

(** Completing a position updates the table and the entries together. *)
Lemma completed_after t l e :
  (forall p len rev, find t (code_of p) = Some (Completed len rev)
     <-> exists e, In e l /\ at_ e = p /\ len_ e = len /\ rev_ e = rev) ->
  ~ In (at_ e) (map at_ l) ->
  forall p len rev, find (set t (code_of (at_ e)) (Completed (len_ e) (rev_ e))) (code_of p)
      = Some (Completed len rev)
    <-> exists e', In e' (e :: l) /\ at_ e' = p /\ len_ e' = len /\ rev_ e' = rev.
Proof.
  intros H N p len rev. destruct (position_eq p (at_ e)) as [->|D].
  - rewrite find_set_same. split.
    + intros [= <- <-]. exists e; repeat split; now left.
    + intros (e' & [<-|I] & A & L & R); [now subst|].
      exfalso; apply N. rewrite <- A. now apply in_map.
  - rewrite find_set_other by (intros E; apply D; symmetry; now apply code_of_injective).
    rewrite H. split; intros (e' & I & A & L & R).
    + exists e'; split; [now right|auto].
    + destruct I as [<-|I]; [congruence|]. exists e'; auto.
Qed.

Lemma not_completed t l p :
  (forall p len rev, find t (code_of p) = Some (Completed len rev)
     <-> exists e, In e l /\ at_ e = p /\ len_ e = len /\ rev_ e = rev) ->
  (forall len rev, find t (code_of p) <> Some (Completed len rev)) -> ~ In p (map at_ l).
Proof.
  intros H N I. apply in_map_iff in I as (e & E & I).
  apply (N (len_ e) (rev_ e)). apply H. exists e; auto.
Qed.

(** Opening a position preserves the invariant. *)
Lemma open_keeps root st l dones p s m rest :
  invariant root st l dones p -> find (positions_table st) (code_of p) = None ->
  to_prove w p (m :: rest) ->
  invariant root (open_with st p (code_of p) s m rest) l ([] :: dones) (make p m).
Proof.
  intros H F T.
  assert (NF : ~ In p (map open_position (stack st))).
  { intros I. apply (inv_open _ _ _ _ _ H) in I. congruence. }
  assert (NL : ~ In p (map at_ l)).
  { eapply not_completed; [exact (inv_completed _ _ _ _ _ H)|]. intros len rev; congruence. }
  split; cbn [open_with positions_table stack now count greatest_rev].
  - exact (inv_closed _ _ _ _ _ H).
  - intros q len rev. destruct (position_eq q p) as [->|D].
    + rewrite find_set_same. split; [discriminate|].
      intros (e & I & A & _). exfalso; apply NL. rewrite <- A. now apply in_map.
    + rewrite find_set_other by (intros E; apply D; symmetry; now apply code_of_injective).
      apply (inv_completed _ _ _ _ _ H).
  - intros q. cbn [map open_position]. destruct (position_eq q p) as [->|D].
    + rewrite find_set_same. split; [now left|reflexivity].
    + rewrite find_set_other by (intros E; apply D; symmetry; now apply code_of_injective).
      rewrite (inv_open _ _ _ _ _ H). split; [now right|]. intros [E|I]; [congruence|exact I].
  - constructor; [exact NF|exact (inv_nodup _ _ _ _ _ H)].
  - rewrite (inv_count _ _ _ _ _ H). cbn [length]. lia.
  - exact (inv_greatest _ _ _ _ _ H).
  - exact (inv_attained _ _ _ _ _ H).
  - split; [|exact (inv_waits _ _ _ _ _ H)].
    part. exists m. repeat split; [constructor|exact T].
  - reflexivity.
  - intros e I. destruct (inv_used _ _ _ _ _ H e I) as [E|[U|(f & done & m' & U & J & E)]].
    + exfalso; apply NL. rewrite <- E. now apply in_map.
    + now right; left.
    + right; right. exists f, done, m'. split; [now right|auto].
Qed.

(** A position where play is over is completed. *)
Lemma terminal_keeps root st l dones p :
  invariant root st l dones p -> find (positions_table st) (code_of p) = None ->
  to_prove w p [] ->
  invariant root (State (Proved 0 0) (set (positions_table st) (code_of p) (Completed 0 0))
                        (stack st) (stream st) (count st + 1) (greatest_rev st))
            (Entry p [] 0 0 :: l) dones p.
Proof.
  intros H F T.
  assert (NL : ~ In p (map at_ l)).
  { eapply not_completed; [exact (inv_completed _ _ _ _ _ H)|]. intros len rev; congruence. }
  assert (G : 0 <= greatest_rev st).
  { destruct (inv_attained _ _ _ _ _ H) as [->|(e & I & ->)]; [lia|].
    apply (closed_nonneg w l e (inv_closed _ _ _ _ _ H) I). }
  split; cbn [positions_table stack now count greatest_rev].
  - constructor; [exact (inv_closed _ _ _ _ _ H)|exact T|constructor|exact NL].
  - apply (completed_after _ l (Entry p [] 0 0)); [exact (inv_completed _ _ _ _ _ H)|exact NL].
  - intros q. destruct (position_eq q p) as [->|D].
    + rewrite find_set_same. split; [discriminate|]. intros I.
      apply (inv_open _ _ _ _ _ H) in I. congruence.
    + rewrite find_set_other by (intros E; apply D; symmetry; now apply code_of_injective).
      apply (inv_open _ _ _ _ _ H).
  - exact (inv_nodup _ _ _ _ _ H).
  - rewrite (inv_count _ _ _ _ _ H). cbn [length]. lia.
  - intros e [<-|I]; [exact G|exact (inv_greatest _ _ _ _ _ H e I)].
  - destruct (inv_attained _ _ _ _ _ H) as [E|(e & I & E)]; [now left|right].
    exists e; split; [now right|exact E].
  - apply waits_more. exact (inv_waits _ _ _ _ _ H).
  - exists (Entry p [] 0 0). repeat split. now left.
  - intros e [<-|I]; [now left|].
    destruct (inv_used _ _ _ _ _ H e I) as [E|[U|U]]; [now left| |now right; right].
    right; left. now apply used_by_entry_more.
Qed.

(** If the current position is proved, so is one more move of the position opened last. *)
Lemma arcs_after (l : list entry) f done c m e : In e l -> at_ e = c -> c = make (open_position f) m ->
  now_zeroing f = zeroing (open_position f) m ->
  arcs l (open_position f) done (len_so_far f) (rev_so_far f) ->
  arcs l (open_position f) (done ++ [m]) (Z.max (len_so_far f) (1 + len_ e))
    (if now_zeroing f then rev_so_far f else Z.max (rev_so_far f) (1 + rev_ e)).
Proof. intros I E -> Z0 A. rewrite Z0. now apply arcs_more. Qed.

Lemma go_back_keeps root st l dones c len rev :
  invariant root st l dones c -> now st = Proved len rev ->
  match go_back st len rev with
  | More st' => exists l' dones' c', invariant root st' l' dones' c'
  | _ => True
  end.
Proof.
  intros H N. pose proof (inv_now _ _ _ _ _ H) as P. rewrite N in P.
  destruct P as (e & I & E & <- & <-). unfold go_back.
  pose proof (inv_waits _ _ _ _ _ H) as W. pose proof (inv_open _ _ _ _ _ H) as O.
  pose proof (inv_nodup _ _ _ _ _ H) as D. pose proof (inv_count _ _ _ _ _ H) as K.
  pose proof (inv_used _ _ _ _ _ H) as U.
  destruct (stack st) as [|f fs]; [exact Logic.I|]. destruct dones as [|done dones]; [destruct W|].
  destruct W as [(X & m & Ec & Z0 & A & T) W].
  pose proof (arcs_after l f done c m e I E Ec Z0 A) as A'.
  set (len' := Z.max (len_so_far f) (1 + len_ e)) in *.
  set (rev' := if now_zeroing f then rev_so_far f else Z.max (rev_so_far f) (1 + rev_ e)) in *.
  inversion D as [|? ? D1 D2]; subst.
  destruct (moves_left f) as [|m' others] eqn:M.
  - (* The position opened last is completed. *)
    set (e' := Entry (open_position f) (done ++ [m]) len' rev').
    exists (e' :: l), dones, (open_position f).
    assert (NL : ~ In (open_position f) (map at_ l)).
    { eapply not_completed; [exact (inv_completed _ _ _ _ _ H)|].
      rewrite (proj2 (O (open_position f)) (or_introl eq_refl)). discriminate. }
    rewrite X.
    split; cbn [positions_table stack now count greatest_rev].
    + constructor; [exact (inv_closed _ _ _ _ _ H)|exact T|exact A'|exact NL].
    + apply (completed_after _ l e'); [exact (inv_completed _ _ _ _ _ H)|exact NL].
    + intros q. destruct (position_eq q (open_position f)) as [->|Dq].
      * rewrite find_set_same. split; [discriminate|]. intros J; contradiction.
      * rewrite find_set_other by (intros Eq; apply Dq; symmetry; now apply code_of_injective).
        rewrite O. split; [|now right]. intros [Eq|J]; [congruence|exact J].
    + exact D2.
    + rewrite K. cbn [length]. lia.
    + intros x [<-|J]; [cbn; lia|]. pose proof (inv_greatest _ _ _ _ _ H x J). lia.
    + destruct (Z.max_spec (greatest_rev st) rev') as [[_ ->]|[_ ->]].
      * right. exists e'; split; [now left|reflexivity].
      * destruct (inv_attained _ _ _ _ _ H) as [G|(x & J & G)]; [now left|right].
        exists x; split; [now right|exact G].
    + apply waits_more. exact W.
    + exists e'. repeat split. now left.
    + assert (B : forall q, used_by_frame (f :: fs) (done :: dones) q ->
                    used_by_entry (e' :: l) q \/ used_by_frame fs dones q).
      { intros q (f' & done' & m' & [J|J] & J' & Eq).
        - injection J as <- <-. left. exists e', m'. split; [now left|]. split; [|exact Eq].
          apply in_or_app; now left.
        - right. exists f', done', m'. auto. }
      intros x [<-|J]; [now left|].
      destruct (U x J) as [Eq|[V|V]].
      * right; left. exists e', m. split; [now left|]. split; [apply in_or_app; right; now left|].
        cbn. congruence.
      * right; left. now apply used_by_entry_more.
      * right. now apply B.
  - (* The position opened last goes on with its next move. *)
    exists l, ((done ++ [m]) :: dones), (make (open_position f) m').
    split.
    + exact (inv_closed _ _ _ _ _ H).
    + exact (inv_completed _ _ _ _ _ H).
    + exact O.
    + exact D.
    + rewrite K. reflexivity.
    + exact (inv_greatest _ _ _ _ _ H).
    + exact (inv_attained _ _ _ _ _ H).
    + split; [|exact W]. part. exists m'.
      repeat part. rewrite <- app_assoc. exact T.
    + reflexivity.
    + intros x J. destruct (U x J) as [Eq|[V|(f' & done' & m0 & [V|V] & J' & Eq)]].
      * right; right. exists (Frame (open_position f) (open_code f) others (zeroing (open_position f) m') len' rev'), (done ++ [m]), m.
        split; [now left|]. split; [apply in_or_app; right; now left|]. cbn. congruence.
      * now right; left.
      * injection V as <- <-. right; right.
        exists (Frame (open_position f) (open_code f) others (zeroing (open_position f) m') len' rev'), (done ++ [m]), m0.
        split; [now left|]. split; [apply in_or_app; now left|exact Eq].
      * right; right. exists f', done', m0. split; [now right|auto].
Qed.

Lemma meet_keeps claimed root st l dones c p :
  invariant root st l dones c -> now st = Met p ->
  match meet claimed st p with
  | More st' => exists l' dones' c', invariant root st' l' dones' c'
  | _ => True
  end.
Proof.
  intros H N. pose proof (inv_now _ _ _ _ _ H) as P. rewrite N in P. subst p. unfold meet.
  destruct (find (positions_table st) (code_of c)) as [[|len rev]|] eqn:F; [exact I| |].
  - exists l, dones, c. destruct H. split; auto. now apply inv_completed0.
  - destruct (count st <? claimed); [|exact I]. unfold meet_new.
    destruct (play c) as [winner|moves] eqn:P.
    + destruct (won winner) eqn:Wn; [|exact I].
      exists (Entry c [] 0 0 :: l), dones, c. apply terminal_keeps; auto.
      unfold to_prove. rewrite P. destruct winner as [x|]; [|discriminate].
      apply same_spec in Wn. now subst.
    + destruct (same (turn c) w) eqn:S.
      * destruct (choice moves (stream st)) as [[m s]|k] eqn:C; [|exact I].
        exists l, ([] :: dones), (make c m). apply open_keeps; auto.
        unfold to_prove. rewrite P, S. exists m. split; [|reflexivity].
        unfold choice in C. destruct (read_number _ _ _) as [[i s']|]; [|discriminate].
        destruct (pick moves i) as [m'|] eqn:K; [|discriminate]. injection C as <- <-.
        eapply pick_in; eauto.
      * destruct moves as [|m rest]; [exact I|].
        exists l, ([] :: dones), (make c m). apply open_keeps; auto.
        unfold to_prove. now rewrite P, S.
Qed.

Definition invariant_holds (root : position g) (st : state) : Prop :=
  exists l dones c, invariant root st l dones c.

Lemma step_keeps claimed root st : invariant_holds root st ->
  match step claimed st with
  | More st' => invariant_holds root st'
  | Done len rev st' => st' = st /\ stack st = [] /\ now st = Proved len rev
  | Broken _ => True
  end.
Proof.
  intros (l & dones & c & H). unfold step. destruct (now st) as [p|len rev] eqn:N.
  - pose proof (meet_keeps claimed root st l dones c p H N) as K.
    unfold meet in *. destruct (find _ _) as [[|len rev]|]; auto.
    destruct (count st <? claimed); auto. unfold meet_new in *.
    destruct (play p) as [winner|moves]; [destruct (won winner); auto|].
    destruct (same (turn p) w); [destruct (choice _ _) as [[m s]|k]; auto|destruct moves; auto].
  - pose proof (go_back_keeps root st l dones c len rev H N) as K.
    unfold go_back in *. destruct (stack st) as [|f fs]; [auto|]. destruct (moves_left f); auto.
Qed.

Lemma run_keeps claimed root n : forall st, invariant_holds root st ->
  match run claimed n st with
  | More st' => invariant_holds root st'
  | Done len rev st' => invariant_holds root st' /\ stack st' = [] /\ now st' = Proved len rev
  | Broken _ => True
  end.
Proof.
  induction n as [|n IH]; intros st H; cbn [run].
  - pose proof (step_keeps claimed root st H) as K.
    destruct (step claimed st) as [st'|len rev st'|k]; auto.
    destruct K as (-> & E & N). auto.
  - pose proof (IH st H) as K. destruct (run claimed n st) as [st'|len rev st'|k]; [|exact K|exact K].
    exact (IH st' K).
Qed.

Lemma start_invariant root n bytes : invariant_holds root (start root n bytes).
Proof.
  exists [], [], root.
  split; cbn [start now positions_table stack count greatest_rev map waits length].
  - constructor.
  - intros p len rev. split; [discriminate|]. intros (e & [] & _).
  - intros p. split; [discriminate|intros []].
  - constructor.
  - reflexivity.
  - intros e [].
  - now left.
  - reflexivity.
  - reflexivity.
  - intros e [].
Qed.

Lemma check_in_sound n root clock claimed longest reversible bytes :
  0 <= clock ->
  check_in n root clock claimed longest reversible bytes = None ->
  claim_holds w root clock claimed longest reversible.
Proof.
  intros C0 E. unfold check_in in E.
  pose proof (run_keeps claimed root n _ (start_invariant root (Z.max 1 claimed) bytes)) as K.
  destruct (run claimed n (start root (Z.max 1 claimed) bytes)) as [st|len rev st|k]; try discriminate.
  destruct K as ((l & dones & c & H) & S & N).
  unfold check_end in E. destruct (bytes_behind (stream st)); [|discriminate].
  destruct (existsb _ _); [discriminate|].
  destruct (Z.eqb_spec (count st) claimed) as [E1|]; [cbn in E|discriminate].
  destruct (Z.eqb_spec len longest) as [E2|]; [cbn in E|discriminate].
  destruct (Z.eqb_spec (Z.max (clock + rev) (greatest_rev st)) reversible) as [E3|]; [|discriminate].
  pose proof (inv_waits _ _ _ _ _ H) as W. pose proof (inv_now _ _ _ _ _ H) as P.
  pose proof (inv_count _ _ _ _ _ H) as K. pose proof (inv_used _ _ _ _ _ H) as U.
  pose proof (inv_closed _ _ _ _ _ H) as Cl. pose proof (inv_greatest _ _ _ _ _ H) as G.
  pose proof (inv_attained _ _ _ _ _ H) as G'.
  rewrite N in P. rewrite S in W, K, U. destruct dones; [|destruct W]. cbn in W. subst c.
  destruct P as (e & I & <- & <- & <-). cbn in K.
  replace claimed with (Z.of_nat (length l)) by lia. subst longest reversible.
  exists (strategy_of position_eq l).
  apply closed_proof_claim with (root := e); auto; try lia.
  - intros x J. destruct (U x J) as [X|[(e' & m & V)|(f & d & m & [] & _)]]; [now left|].
    right. exists e', m. exact V.
  - intros x J. specialize (G x J). lia.
  - pose proof (closed_nonneg w l e Cl I) as [_ R].
    destruct (Z.max_spec (clock + rev_ e) (greatest_rev st)) as [[L ->]|[L ->]]; [|now left].
    destruct G' as [G0|(x & J & Gx)]; [left; lia|right; exists x; auto].
Qed.

(** The checker accepts a stream only if the claim holds. *)
Theorem check_claim_sound root clock claimed longest reversible bytes :
  0 <= clock ->
  check_claim root clock claimed longest reversible bytes = None ->
  claim_holds w root clock claimed longest reversible.
Proof. exact (check_in_sound 64 root clock claimed longest reversible bytes). Qed.

End Stream.

(** The kernel must compare calls of the checker by their arguments, without running it. *)
Strategy opaque [check_claim check_in run].
