(* The implementation of Coq's numbers: see Extract.v.  Trusted. *)

type t = Z.t

let zero = Z.zero
let one = Z.one
let same (n : t) = n
let neg = Z.neg
let abs = Z.abs
let succ = Z.succ
let pred = Z.pred
let add = Z.add
let sub = Z.sub
let mul = Z.mul
let equal = Z.equal
let leq = Z.leq
let lt = Z.lt
let geq = Z.geq
let gt = Z.gt
let min = Z.min
let max = Z.max
let double n = Z.shift_left n 1
let double_plus_one n = Z.succ (Z.shift_left n 1)
let is_odd n = Z.is_odd n
let is_even n = Z.is_even n

let case_positive double_plus_one double one n =
  if Z.equal n Z.one then one ()
  else if Z.is_odd n then double_plus_one (Z.shift_right n 1)
  else double (Z.shift_right n 1)

let case_z zero positive negative n =
  let s = Z.sign n in
  if s = 0 then zero () else if s > 0 then positive n else negative (Z.neg n)

let case_n zero positive n = if Z.sign n = 0 then zero () else positive n
let case_nat zero succ n = if n = 0 then zero () else succ (n - 1)

let case_comparison equal less greater c =
  if c = 0 then equal () else if c < 0 then less () else greater ()

let compare = Z.compare
let compare_nat (a : int) (b : int) = Stdlib.compare a b

(* Division rounds down.  By zero the quotient is zero and the remainder is the dividend. *)
let div a b = if Z.sign b = 0 then Z.zero else Z.fdiv a b
let modulo a b = if Z.sign b = 0 then a else Z.sub a (Z.mul b (Z.fdiv a b))
let div_eucl a b = (div a b, modulo a b)

(* Raised for a number that is too large to compute.  The file is then undecided. *)
exception Too_large

let small n = if Z.fits_int n then Z.to_int n else raise Too_large
let exponent n = let n = small n in if n > 1 lsl 28 then raise Too_large else n
let pow a b = if Z.sign b < 0 then Z.zero else Z.pow a (exponent b)
let log2 n = if Z.sign n <= 0 then Z.zero else Z.of_int (Z.numbits n - 1)
let gcd = Z.gcd
let ggcd a b =
  let g = Z.gcd a b in
  if Z.sign g = 0 then (g, (Z.zero, Z.zero)) else (g, (Z.divexact a g, Z.divexact b g))

let shiftl a n = if Z.sign n < 0 then Z.shift_right a (exponent (Z.neg n)) else Z.shift_left a (exponent n)
let shiftr a n = shiftl a (Z.neg n)
let logand = Z.logand
let logor = Z.logor
let logxor = Z.logxor
let testbit a n = if Z.sign n < 0 then false else Z.testbit a (exponent n)

let of_nat = Z.of_int
let of_succ_nat n = Z.of_int (n + 1)
let positive_of_nat n = if n = 0 then Z.one else Z.of_int n
let to_nat n = if Z.sign n < 0 then 0 else small n
let to_natural n = if Z.sign n < 0 then Z.zero else n
let to_positive n = if Z.sign n <= 0 then Z.one else n
let pred_positive n = if Z.equal n Z.one then n else Z.pred n
let pred_natural n = if Z.sign n = 0 then n else Z.pred n
let succ_nat n = n + 1
let sub_natural a b = if Z.lt a b then Z.zero else Z.sub a b

let succ_nat n = n + 1
let sub_nat a b = if a < b then 0 else a - b
let pred_nat n = if n = 0 then 0 else n - 1
let eq_nat (a : int) b = a = b
let leq_nat (a : int) b = a <= b
let lt_nat (a : int) b = a < b
let min_nat (a : int) b = if a < b then a else b
let max_nat (a : int) b = if a < b then b else a
let div_nat a b = if b = 0 then 0 else a / b
let modulo_nat a b = if b = 0 then a else a mod b
let odd_nat n = n land 1 = 1
let even_nat n = n land 1 = 0

let map f l = List.rev (List.rev_map f l)
let append a b = List.rev_append (List.rev a) b
