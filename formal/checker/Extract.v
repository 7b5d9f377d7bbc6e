(* The checker as an OCaml program: build/verified.ml.

   Coq's integers become integers of Zarith ([Integers] in integers.ml).  Natural numbers of type nat,
   which only count bytes, files and the like, become machine integers.  Functions on numbers are
   replaced by equivalent functions of Zarith.  These directives are trusted. *)
From Coq Require Import ZArith NArith List Extraction ExtrOcamlBasic.
From Gamecert Require Import Format.Cbor Format.Fields Format.Envelope Checker.Verify.

Extraction Language OCaml.

Extract Inductive positive => "Integers.t"
  [ "Integers.double_plus_one" "Integers.double" "Integers.one" ]
  "Integers.case_positive".
Extract Inductive Z => "Integers.t" [ "Integers.zero" "Integers.same" "Integers.neg" ] "Integers.case_z".
Extract Inductive N => "Integers.t" [ "Integers.zero" "Integers.same" ] "Integers.case_n".
Extract Inductive comparison => "int" [ "0" "(-1)" "1" ] "Integers.case_comparison".
Extract Inductive nat => "int" [ "0" "Integers.succ_nat" ] "Integers.case_nat".

Extract Constant Pos.succ => "Integers.succ".
Extract Constant Pos.pred => "Integers.pred_positive".
Extract Constant Pos.add => "Integers.add".
Extract Constant Pos.mul => "Integers.mul".
Extract Constant Pos.eqb => "Integers.equal".
Extract Constant Pos.leb => "Integers.leq".
Extract Constant Pos.ltb => "Integers.lt".
Extract Constant Pos.compare => "Integers.compare".
Extract Constant Pos.of_nat => "Integers.positive_of_nat".
Extract Constant Pos.of_succ_nat => "Integers.of_succ_nat".
Extract Constant Pos.to_nat => "Integers.to_nat".

Extract Constant Z.add => "Integers.add".
Extract Constant Z.sub => "Integers.sub".
Extract Constant Z.mul => "Integers.mul".
Extract Constant Z.opp => "Integers.neg".
Extract Constant Z.abs => "Integers.abs".
Extract Constant Z.succ => "Integers.succ".
Extract Constant Z.pred => "Integers.pred".
Extract Constant Z.leb => "Integers.leq".
Extract Constant Z.ltb => "Integers.lt".
Extract Constant Z.geb => "Integers.geq".
Extract Constant Z.gtb => "Integers.gt".
Extract Constant Z.eqb => "Integers.equal".
Extract Constant Z.compare => "Integers.compare".
Extract Constant Z.min => "Integers.min".
Extract Constant Z.max => "Integers.max".
Extract Constant Z.div => "Integers.div".
Extract Constant Z.modulo => "Integers.modulo".
Extract Constant Z.div_eucl => "Integers.div_eucl".
Extract Constant Z.pow => "Integers.pow".
Extract Constant Z.log2 => "Integers.log2".
Extract Constant Z.gcd => "Integers.gcd".
Extract Constant Z.ggcd => "Integers.ggcd".
Extract Constant Z.shiftl => "Integers.shiftl".
Extract Constant Z.shiftr => "Integers.shiftr".
Extract Constant Z.land => "Integers.logand".
Extract Constant Z.lor => "Integers.logor".
Extract Constant Z.lxor => "Integers.logxor".
Extract Constant Z.testbit => "Integers.testbit".
Extract Constant Z.odd => "Integers.is_odd".
Extract Constant Z.even => "Integers.is_even".
Extract Constant Z.of_nat => "Integers.of_nat".
Extract Constant Z.to_nat => "Integers.to_nat".
Extract Constant Z.of_N => "Integers.same".
Extract Constant Z.to_N => "Integers.to_natural".
Extract Constant Z.to_pos => "Integers.to_positive".
Extract Constant Z.abs_N => "Integers.abs".

Extract Constant N.add => "Integers.add".
Extract Constant N.sub => "Integers.sub_natural".
Extract Constant N.mul => "Integers.mul".
Extract Constant N.succ => "Integers.succ".
Extract Constant N.pred => "Integers.pred_natural".
Extract Constant N.leb => "Integers.leq".
Extract Constant N.ltb => "Integers.lt".
Extract Constant N.eqb => "Integers.equal".
Extract Constant N.compare => "Integers.compare".
Extract Constant N.min => "Integers.min".
Extract Constant N.max => "Integers.max".
Extract Constant N.div => "Integers.div".
Extract Constant N.modulo => "Integers.modulo".
Extract Constant N.pow => "Integers.pow".
Extract Constant N.log2 => "Integers.log2".
Extract Constant N.shiftl => "Integers.shiftl".
Extract Constant N.shiftr => "Integers.shiftr".
Extract Constant N.land => "Integers.logand".
Extract Constant N.lor => "Integers.logor".
Extract Constant N.lxor => "Integers.logxor".
Extract Constant N.testbit => "Integers.testbit".
Extract Constant N.odd => "Integers.is_odd".
Extract Constant N.even => "Integers.is_even".
Extract Constant N.of_nat => "Integers.of_nat".
Extract Constant N.to_nat => "Integers.to_nat".

(* Each function needs a directive for both of its names; otherwise numbers stay unary. *)
Extract Constant Coq.Init.Nat.add => "(+)".
Extract Constant PeanoNat.Nat.add => "(+)".
Extract Constant Coq.Init.Nat.mul => "( * )".
Extract Constant PeanoNat.Nat.mul => "( * )".
Extract Constant Coq.Init.Nat.sub => "Integers.sub_nat".
Extract Constant PeanoNat.Nat.sub => "Integers.sub_nat".
Extract Constant Coq.Init.Nat.pred => "Integers.pred_nat".
Extract Constant PeanoNat.Nat.pred => "Integers.pred_nat".
Extract Constant Coq.Init.Nat.eqb => "Integers.eq_nat".
Extract Constant PeanoNat.Nat.eqb => "Integers.eq_nat".
Extract Constant Coq.Init.Nat.leb => "Integers.leq_nat".
Extract Constant PeanoNat.Nat.leb => "Integers.leq_nat".
Extract Constant Coq.Init.Nat.ltb => "Integers.lt_nat".
Extract Constant PeanoNat.Nat.ltb => "Integers.lt_nat".
Extract Constant Coq.Init.Nat.min => "Integers.min_nat".
Extract Constant PeanoNat.Nat.min => "Integers.min_nat".
Extract Constant Coq.Init.Nat.max => "Integers.max_nat".
Extract Constant PeanoNat.Nat.max => "Integers.max_nat".
Extract Constant Coq.Init.Nat.div => "Integers.div_nat".
Extract Constant PeanoNat.Nat.div => "Integers.div_nat".
Extract Constant Coq.Init.Nat.modulo => "Integers.modulo_nat".
Extract Constant PeanoNat.Nat.modulo => "Integers.modulo_nat".
Extract Constant Coq.Init.Nat.odd => "Integers.odd_nat".
Extract Constant PeanoNat.Nat.odd => "Integers.odd_nat".
Extract Constant Coq.Init.Nat.even => "Integers.even_nat".
Extract Constant PeanoNat.Nat.even => "Integers.even_nat".
Extract Constant Coq.Init.Nat.compare => "Integers.compare_nat".
Extract Constant PeanoNat.Nat.compare => "Integers.compare_nat".

(* Lists may be long, so these functions must not use stack for each member. *)
Extract Constant List.rev => "List.rev".
Extract Constant List.rev_append => "List.rev_append".
Extract Constant List.length => "List.length".
Extract Constant List.filter => "List.filter".
Extract Constant List.map => "Integers.map".
Extract Constant List.app => "Integers.append".
Extract Constant Datatypes.app => "Integers.append".
Extract Constant Datatypes.length => "List.length".

Extraction "verified.ml" verify_file.
