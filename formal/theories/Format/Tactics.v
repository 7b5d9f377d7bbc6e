(** * Tactics that all theories share

    A function that reads or tests is a cascade of [match] and [if] that returns [None] or [false]
    as soon as a step fails.  These tactics step through such a cascade in a hypothesis or in the
    premise of the goal, under the assumption that the step did not fail.  [lia] handles boolean
    comparisons. *)

From Coq Require Import Lia.
From Coq Require Export ZifyBool.

(** The option of the outermost [match] is [Some x], by the equation [E]. *)
Ltac take x E :=
  match goal with
  | _ : match ?t with _ => _ end = _ |- _ => destruct t as [x|] eqn:E; [|discriminate]
  | |- match ?t with _ => _ end = _ -> _ => destruct t as [x|] eqn:E; [|discriminate]
  end.

(** The outermost test is true, by the equation [E]. *)
Ltac passed E :=
  match goal with
  | _ : (if ?t then _ else _) = _ |- _ => destruct t eqn:E; [|discriminate]
  | |- (if ?t then _ else _) = _ -> _ => destruct t eqn:E; [|discriminate]
  end.

(** Solves the first part of a conjunction. *)
Ltac part := split; [first [assumption|reflexivity|lia]|].
