(* SHA-256 (FIPS 180-4).  Trusted; sha256_test.ml has the vectors. *)

let constants = [|
  0x428a2f98; 0x71374491; 0xb5c0fbcf; 0xe9b5dba5; 0x3956c25b; 0x59f111f1; 0x923f82a4; 0xab1c5ed5;
  0xd807aa98; 0x12835b01; 0x243185be; 0x550c7dc3; 0x72be5d74; 0x80deb1fe; 0x9bdc06a7; 0xc19bf174;
  0xe49b69c1; 0xefbe4786; 0x0fc19dc6; 0x240ca1cc; 0x2de92c6f; 0x4a7484aa; 0x5cb0a9dc; 0x76f988da;
  0x983e5152; 0xa831c66d; 0xb00327c8; 0xbf597fc7; 0xc6e00bf3; 0xd5a79147; 0x06ca6351; 0x14292967;
  0x27b70a85; 0x2e1b2138; 0x4d2c6dfc; 0x53380d13; 0x650a7354; 0x766a0abb; 0x81c2c92e; 0x92722c85;
  0xa2bfe8a1; 0xa81a664b; 0xc24b8b70; 0xc76c51a3; 0xd192e819; 0xd6990624; 0xf40e3585; 0x106aa070;
  0x19a4c116; 0x1e376c08; 0x2748774c; 0x34b0bcb5; 0x391c0cb3; 0x4ed8aa4a; 0x5b9cca4f; 0x682e6ff3;
  0x748f82ee; 0x78a5636f; 0x84c87814; 0x8cc70208; 0x90befffa; 0xa4506ceb; 0xbef9a3f7; 0xc67178f2 |]

let initial = [|
  0x6a09e667; 0xbb67ae85; 0x3c6ef372; 0xa54ff53a; 0x510e527f; 0x9b05688c; 0x1f83d9ab; 0x5be0cd19 |]

let mask = 0xffffffff
let rotate x n = ((x lsr n) lor (x lsl (32 - n))) land mask

(* The digest of a string, as 32 bytes. *)
let digest (message : string) : string =
  let length = String.length message in
  (* A byte 80, zeros, and the length in bits in 8 bytes, up to a multiple of 64 bytes. *)
  let padded = (length + 9 + 63) / 64 * 64 in
  let byte i =
    if i < length then Char.code (String.unsafe_get message i)
    else if i = length then 0x80
    else if i >= padded - 8 then ((length * 8) lsr (8 * (padded - 1 - i))) land 0xff
    else 0
  in
  let hash = Array.copy initial in
  let w = Array.make 64 0 in
  for block = 0 to (padded / 64) - 1 do
    for t = 0 to 15 do
      let i = (block * 64) + (4 * t) in
      w.(t) <- (byte i lsl 24) lor (byte (i + 1) lsl 16) lor (byte (i + 2) lsl 8) lor byte (i + 3)
    done;
    for t = 16 to 63 do
      let x = w.(t - 15) and y = w.(t - 2) in
      let s0 = rotate x 7 lxor rotate x 18 lxor (x lsr 3) in
      let s1 = rotate y 17 lxor rotate y 19 lxor (y lsr 10) in
      w.(t) <- (w.(t - 16) + s0 + w.(t - 7) + s1) land mask
    done;
    let a = ref hash.(0) and b = ref hash.(1) and c = ref hash.(2) and d = ref hash.(3) in
    let e = ref hash.(4) and f = ref hash.(5) and g = ref hash.(6) and h = ref hash.(7) in
    for t = 0 to 63 do
      let s1 = rotate !e 6 lxor rotate !e 11 lxor rotate !e 25 in
      let choose = (!e land !f) lxor (lnot !e land !g) in
      let t1 = !h + s1 + choose + constants.(t) + w.(t) in
      let s0 = rotate !a 2 lxor rotate !a 13 lxor rotate !a 22 in
      let majority = (!a land !b) lxor (!a land !c) lxor (!b land !c) in
      let t2 = s0 + majority in
      h := !g; g := !f; f := !e;
      e := (!d + t1) land mask;
      d := !c; c := !b; b := !a;
      a := (t1 + t2) land mask
    done;
    Array.iteri (fun i x -> hash.(i) <- (hash.(i) + x) land mask) [| !a; !b; !c; !d; !e; !f; !g; !h |]
  done;
  String.init 32 (fun i -> Char.chr ((hash.(i / 4) lsr (8 * (3 - (i mod 4)))) land 0xff))

let hex (bytes : string) : string =
  String.concat "" (List.map (fun c -> Printf.sprintf "%02x" (Char.code c)) (List.of_seq (String.to_seq bytes)))
