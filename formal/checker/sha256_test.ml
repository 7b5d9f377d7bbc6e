(* The examples of FIPS 180-4 (as published by NIST), and lengths around the end of a block.  Exits
   with status 1 if a digest is wrong. *)

let vectors = [
  "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
  "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
    "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1";
  String.make 1_000_000 'a', "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0" ]

let () =
  let wrong = List.filter (fun (message, hex) -> Sha256.hex (Sha256.digest message) <> hex) vectors in
  List.iter (fun (m, _) -> Printf.printf "SHA-256 of a message of %d bytes is wrong\n" (String.length m)) wrong;
  if wrong <> [] then exit 1;
  Printf.printf "SHA-256: %d vectors\n" (List.length vectors)
