(** * Names

    Texts without control characters, and lists of different texts ([spec/rules/graph.md], clause
    [graph/name]).  Names are for human readers: no theorem depends on this file. *)

From Coq Require Import ZArith List Bool MSetAVL OrdersEx.
From Gamecert Require Import Format.Cbor.
Import ListNotations.
Open Scope Z_scope.

(** U+0000 to U+001F, and U+007F to U+009F, whose bytes are 7f, and c2 followed by 80 to 9f. *)
Fixpoint no_control (l : list Z) : bool :=
  match l with
  | [] => true
  | b :: rest =>
      if (b <? 32) || (b =? 127) then false
      else match rest with
           | b' :: _ => if (b =? 194) && (b' <? 160) then false else no_control rest
           | [] => true
           end
  end.
Definition is_name (l : list Z) : bool := match l with [] => false | _ => no_control l end.

Module Numbers := MSetAVL.Make Z_as_OT.

(** With a byte 1 in front, different texts become different numbers. *)
Fixpoint different (names : list (list Z)) (seen : Numbers.t) : bool :=
  match names with
  | [] => true
  | name :: names' =>
      let n := number (1 :: name) in
      if Numbers.mem n seen then false else different names' (Numbers.add n seen)
  end.
Definition all_different (names : list (list Z)) : bool := different names Numbers.empty.
