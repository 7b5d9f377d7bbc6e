(** * Closed sets of positions with settled positions

    A set of positions that is closed under legal moves, except for positions that an argument
    settles, proves that a side can never mate.  A line of legal moves to a mate proves the
    contrary.  Both are proved for any game; the rules of chess are not needed here.  The file
    also contains the skeleton argument, for any notion of skeleton that follows the moves of the
    game.

    Pages: [spec/soundness/unwinnable.md] section 1 and the frame of section 4 (Theorems 3 and
    4), [spec/kinds/unwinnable.md] section 2, [spec/kinds/helpmate.md] section 2.

    Not covered here: the rules of chess, the three rules of material, the static argument, the
    definition of skeletons of chess, and the proof that their changes follow the moves of chess. *)

From Coq Require Import List Bool.
From Gamecert Require Export Format.Tactics.
Import ListNotations.

Section Game.
(** A game and an intended winner W: positions, legal moves, and the positions in which W has
    mated the other side. *)
Variable position : Type.
Variable move : position -> position -> Prop.
Variable mated : position -> Prop.

(** [play p q]: a possibly empty sequence of legal moves leads from p to q. *)
Inductive play (p : position) : position -> Prop :=
| play_none : play p p
| play_more q q' : play p q -> move q q' -> play p q'.

(** The claim of a certificate of kind [unwinnable]: no play from p ends in a mate by W. *)
Definition unwinnable (p : position) : Prop := forall q, play p q -> ~ mated q.
(** The claim of a certificate of kind [helpmate]. *)
Definition can_mate (p : position) : Prop := exists q, play p q /\ mated q.

Lemma play_trans p q r : play p q -> play q r -> play p r.
Proof. intros H K. induction K; [exact H|]. econstructor; eassumption. Qed.

Lemma play_first p q r : move p q -> play q r -> play p r.
Proof. intros H. apply play_trans. econstructor; [constructor|exact H]. Qed.

(** The two claims exclude each other. *)
Theorem claims_exclude p : unwinnable p -> can_mate p -> False.
Proof. intros H (q & K & M). exact (H q K M). Qed.

(** ** Closed sets *)

(** Suppose that the root is met, and that every met position has one of two properties.  Either
    W has not mated in it and all its legal moves, if there are any, lead to met positions; or it
    is settled: an argument shows that no play from it ends in a mate by W.  Then no play from
    the root ends in a mate by W. *)
Theorem closed_set (met : position -> Prop) (root : position) :
  met root ->
  (forall p, met p -> unwinnable p \/ (~ mated p /\ forall q, move p q -> met q)) ->
  unwinnable root.
Proof.
  intros R C. enough (H : forall q, play root q -> unwinnable q \/ met q).
  { intros q P. destruct (H q P) as [U|M]; [apply U; constructor|].
    destruct (C q M) as [U|[N _]]; [apply U; constructor|exact N]. }
  intros q P. induction P as [|q q' P IH Mv]; [now right|].
  destruct IH as [U|M].
  - left. intros r K. apply U. eapply play_first; eassumption.
  - destruct (C q M) as [U|[_ S]].
    + left. intros r K. apply U. eapply play_first; eassumption.
    + right. now apply S.
Qed.

(** The converse: if W can never mate, the reachable positions are such a set, without any
    argument.  The method thus loses nothing but may need a large set. *)
Theorem closed_set_exists root : unwinnable root ->
  exists met : position -> Prop, met root
  /\ forall p, met p -> ~ mated p /\ forall q, move p q -> met q.
Proof.
  intros U. exists (play root). split; [constructor|]. intros p P. split; [now apply U|].
  intros q M. econstructor; eassumption.
Qed.

(** ** Lines *)

(** A line: a sequence of numbers of moves among the legal moves. *)
Section Lines.
Variable moves : position -> list position.
Hypothesis moves_legal : forall p q, In q (moves p) -> move p q.
Variable mated_now : position -> bool.
Hypothesis mated_now_true : forall p, mated_now p = true -> mated p.

Fixpoint check_line (p : position) (line : list nat) : bool :=
  match line with
  | [] => mated_now p
  | i :: line' => match nth_error (moves p) i with Some q => check_line q line' | None => false end
  end.

(** A line of legal moves that ends in a mate by W proves that W can mate. *)
Theorem check_line_sound line : forall p, check_line p line = true -> can_mate p.
Proof.
  induction line as [|i line IH]; cbn; intros p H.
  - exists p. split; [constructor|now apply mated_now_true].
  - take q E.
    apply nth_error_In, moves_legal in E. destruct (IH q H) as (r & K & M).
    exists r. split; [|exact M]. eapply play_first; eassumption.
Qed.
End Lines.

(** ** Skeletons

    A skeleton represents many positions.  [belongs q s]: q is one of them.  [bare q]: in q W has
    only the king. *)
Section Skeletons.
Variable skeleton : Type.
Variable belongs : position -> skeleton -> Prop.
(** The changes of a skeleton that a legal move can cause, and the changes by which W may mate. *)
Variable change : skeleton -> skeleton -> Prop.
Variable may_mate : skeleton -> skeleton -> Prop.
(** W has a pawn or a piece in the skeleton. *)
Variable armed : skeleton -> Prop.
Variable bare : position -> Prop.

(** A bare king never mates, and remains bare (rule 1 of section 2 of the page). *)
Hypothesis bare_unwinnable : forall q, bare q -> unwinnable q.
Hypothesis unarmed_bare : forall q s, belongs q s -> armed s \/ bare q.
(** The changes follow the moves (proof of Theorem 3): if q belongs to a skeleton and a legal
    move leads to q', then q' belongs to the skeleton after some change; and if the move mates,
    this change may mate (proof of Theorem 4). *)
Hypothesis follows : forall q q' s, belongs q s -> armed s -> move q q' ->
  exists s', change s s' /\ belongs q' s' /\ (mated q' -> may_mate s s').

(** Theorem 4.  Suppose that the met skeletons are closed under changes (except to skeletons in
    which W has nothing left), and that no change of a met skeleton may mate.  Then no play from
    a position that belongs to a met skeleton ends in a mate by W, unless the position itself is
    one. *)
Theorem closed_skeletons (met : skeleton -> Prop) s0 p :
  met s0 -> belongs p s0 -> ~ mated p ->
  (forall s, met s -> armed s -> forall s', change s s' ->
     ~ may_mate s s' /\ (armed s' -> met s')) ->
  unwinnable p.
Proof.
  intros M B N C.
  apply (closed_set (fun q => bare q \/ (~ mated q /\ exists s, met s /\ armed s /\ belongs q s))).
  - destruct (unarmed_bare p s0 B) as [A|E]; [right|now left]. part. now exists s0.
  - intros q [E|(Nq & s & Ms & A & Bq)]; [left; now apply bare_unwinnable|right].
    part. intros q' Mv. destruct (follows q q' s Bq A Mv) as (s' & Ch & Bq' & Mt).
    destruct (C s Ms A s' Ch) as [Nm Met].
    destruct (unarmed_bare q' s' Bq') as [A'|E]; [right|now left].
    split; [tauto|]. exists s'. auto.
Qed.

(** Theorem 3: in this case every reachable position belongs to a met skeleton, unless W has only
    the king in it or had only the king before. *)
Theorem skeletons_reached (met : skeleton -> Prop) s0 p :
  met s0 -> belongs p s0 ->
  (forall s, met s -> armed s -> forall s', change s s' -> armed s' -> met s') ->
  forall q, play p q ->
  (exists s, met s /\ belongs q s) \/ (exists r, play p r /\ play r q /\ bare r).
Proof.
  intros M B C q P. induction P as [|q q' P IH Mv].
  - left. now exists s0.
  - destruct IH as [(s & Ms & Bq)|(r & P1 & P2 & E)].
    + destruct (unarmed_bare q s Bq) as [A|E].
      * destruct (follows q q' s Bq A Mv) as (s' & Ch & Bq' & _).
        destruct (unarmed_bare q' s' Bq') as [A'|E].
        -- left. exists s'. eauto.
        -- right. exists q'. repeat split; [|constructor|exact E]. econstructor; eassumption.
      * right. exists q. repeat split; [exact P| |exact E]. econstructor; [constructor|exact Mv].
    + right. exists r. repeat split; [exact P1| |exact E]. econstructor; eassumption.
Qed.
End Skeletons.
End Game.
