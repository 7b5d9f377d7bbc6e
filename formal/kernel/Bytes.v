(* Bytes written as hexadecimal digits, as the script [run] writes the files that are verified inside the kernel. *)
From Coq Require Import ZArith List Hexadecimal.
Import ListNotations.
Open Scope Z_scope.

Fixpoint digits (d : Hexadecimal.uint) : list Z :=
  match d with
  | Nil => []
  | D0 d => 0 :: digits d | D1 d => 1 :: digits d | D2 d => 2 :: digits d | D3 d => 3 :: digits d
  | D4 d => 4 :: digits d | D5 d => 5 :: digits d | D6 d => 6 :: digits d | D7 d => 7 :: digits d
  | D8 d => 8 :: digits d | D9 d => 9 :: digits d | Da d => 10 :: digits d | Db d => 11 :: digits d
  | Dc d => 12 :: digits d | Dd d => 13 :: digits d | De d => 14 :: digits d | Df d => 15 :: digits d
  end.
Fixpoint pairs (l : list Z) : list Z :=
  match l with high :: low :: l => 16 * high + low :: pairs l | _ => [] end.
(* A line of the file; a number not written in hexadecimal digits stands for no bytes. *)
Definition line (n : Number.uint) : list Z :=
  match n with Number.UIntHexadecimal d => pairs (digits d) | Number.UIntDecimal _ => [] end.
Definition bytes_of (pieces : list (list Number.uint)) : list Z := flat_map (flat_map line) pieces.
