(* The second checker: reads files, finds cited ones, and prints the verdict of [Verified.verify_file] on
   each.

   Trusted: [verify] receives the bytes of the file, a digest belongs to the bytes from which it was
   computed, and the printed verdict is the verdict of [verify]. *)

let usage = "usage: run [--quiet] [--include DIR]... [--seconds N] FILE...\n       run --clauses\n"

(* ---- Bytes ---- *)

let to_list (s : string) : Z.t list =
  let rec go i acc = if i < 0 then acc else go (i - 1) (Z.of_int (Char.code s.[i]) :: acc) in
  go (String.length s - 1) []

let of_list (l : Z.t list) : string =
  let b = Buffer.create 32 in
  List.iter (fun n -> Buffer.add_char b (Char.chr (Z.to_int n land 255))) l;
  Buffer.contents b

(* A file takes some 60 times its size in memory, so larger files are undecided. *)
let size_limit = 1 lsl 26

exception Too_large
exception Unreadable of string

let read_channel ic =
  let b = Buffer.create 65536 in
  let chunk = Bytes.create 65536 in
  let rec go () =
    let n = input ic chunk 0 65536 in
    if n > 0 then begin
      Buffer.add_subbytes b chunk 0 n;
      if Buffer.length b > size_limit then raise Too_large;
      go ()
    end
  in
  go ();
  Buffer.contents b

let read_file path =
  try
    if path = "-" then read_channel stdin
    else begin
      if Sys.is_directory path then raise (Unreadable "is a directory");
      let ic = open_in_bin path in
      Fun.protect ~finally:(fun () -> close_in_noerr ic) (fun () -> read_channel ic)
    end
  with Sys_error cause -> raise (Unreadable cause)

(* ---- Files ---- *)

let is_cbor name = Filename.check_suffix name ".cbor" && name <> ".cbor"

let regular path = try (Unix.stat path).Unix.st_kind = Unix.S_REG with Unix.Unix_error _ -> false

let listing folder = try List.sort compare (Array.to_list (Sys.readdir folder)) with Sys_error _ -> []

(* The files *.cbor in a folder; with [deep] also those in its subfolders.  Links to folders are not
   followed. *)
let rec files_in deep folder =
  List.concat_map
    (fun name ->
      let path = if folder = "." && not deep then name else Filename.concat folder name in
      let is_folder = try (Unix.lstat path).Unix.st_kind = Unix.S_DIR with Unix.Unix_error _ -> false in
      if is_folder then if deep then files_in deep path else []
      else if is_cbor name then [ path ]
      else [])
    (listing folder)

(* A file that is reached by several paths counts once. *)
let identity path = try let s = Unix.stat path in Some (s.Unix.st_dev, s.Unix.st_ino) with Unix.Unix_error _ -> None

(* The candidates for cited files, in the order of FORMAT.md, section 3. *)
let candidates files includes =
  let files = List.sort compare (List.filter (fun f -> f <> "-") files) in
  let folders = List.sort_uniq compare (List.map Filename.dirname files) in
  let all = files @ List.concat_map (files_in false) folders @ List.concat_map (files_in false) includes in
  let seen = Hashtbl.create 64 in
  List.filter
    (fun path ->
      match identity path with
      | Some id when regular path && not (Hashtbl.mem seen id) -> Hashtbl.add seen id (); true
      | _ -> false)
    all

let search_limit = 4_000_000_000

(* Maps a digest to the path of the first candidate with this digest; computed on first use. *)
let index paths =
  lazy
    (let table = Hashtbl.create 64 in
     let rec go total = function
       | [] -> ()
       | path :: rest ->
           let size = try (Unix.stat path).Unix.st_size with Unix.Unix_error _ -> 0 in
           if total + size <= search_limit then begin
             (try
                let digest = Sha256.digest (read_file path) in
                if not (Hashtbl.mem table digest) then Hashtbl.add table digest path
              with Unreadable _ | Too_large -> ());
             go (total + size) rest
           end
     in
     go 0 paths;
     table)

(* ---- Time ---- *)

(* A file is undecided if it and its citations take more than this number of seconds of processor time. *)
let seconds = ref 600

exception Late

let set_timer n =
  ignore (Unix.setitimer Unix.ITIMER_VIRTUAL { Unix.it_interval = 0.; Unix.it_value = float_of_int n })

let within_time f =
  Sys.set_signal Sys.sigvtalrm (Sys.Signal_handle (fun _ -> raise Late));
  set_timer !seconds;
  Fun.protect ~finally:(fun () -> set_timer 0) f

(* ---- Verdicts ---- *)

type said = Known of Verified.statement Verified.verdict | Begun

(* The verdicts so far, by digest.  A file that cites itself, directly or indirectly, is rejected. *)
let said : (string, said) Hashtbl.t = Hashtbl.create 64

let rec verify found (digest : string) (bytes : string) : Verified.statement Verified.verdict =
  match Hashtbl.find_opt said digest with
  | Some (Known v) -> v
  | Some Begun -> Verified.Rejected
  | None ->
      Hashtbl.replace said digest Begun;
      let verdict =
        try Verified.verify_file (library found) (to_list bytes)
        with Late | Stack_overflow | Out_of_memory | Integers.Too_large | Invalid_argument _ | Not_found | Failure _ | Division_by_zero | Z.Overflow ->
          Verified.Undecided
      in
      Hashtbl.replace said digest (Known verdict);
      verdict

and library found =
  let bytes_of digest =
    match Hashtbl.find_opt (Lazy.force found) (of_list digest) with
    | None -> None
    | Some path -> (
        try
          let bytes = read_file path in
          if Sha256.digest bytes = of_list digest then Some bytes else None
        with Unreadable _ | Too_large -> None)
  in
  { Verified.bytes_of = (fun d -> Option.map to_list (bytes_of d));
    Verified.said_of =
      (fun d -> match bytes_of d with Some bytes -> verify found (of_list d) bytes | None -> Verified.Undecided) }

(* ---- Output ---- *)

let plain c =
  match c with
  | 'a' .. 'z' | 'A' .. 'Z' | '0' .. '9' | '.' | '_' | '-' | '/' | '+' | '@' | ':' | ',' | '~' -> true
  | _ -> false

(* Quotes a path with other characters, and escapes characters that are not printable ASCII. *)
let shown path =
  if path <> "" && String.for_all plain path then path
  else begin
    let b = Buffer.create 64 in
    Buffer.add_char b '"';
    String.iter
      (fun c ->
        if c = '"' || c = '\\' then (Buffer.add_char b '\\'; Buffer.add_char b c)
        else if c >= ' ' && c <= '~' then Buffer.add_char b c
        else Buffer.add_string b (Printf.sprintf "\\x%02X" (Char.code c)))
      path;
    Buffer.add_char b '"';
    Buffer.contents b
  end

let worst = ref 0
let rank = function 2 -> 3 | 1 -> 2 | 3 -> 1 | _ -> 0
let status n = if rank n > rank !worst then worst := n

let unreadable quiet path cause =
  status 2;
  if quiet then Printf.eprintf "run: unreadable %s: %s\n%!" (shown path) cause
  else Printf.printf "c unreadable %s: %s\n%!" (shown path) cause

let one quiet found path =
  match read_file path with
  | exception Unreadable cause -> unreadable quiet path cause
  | exception Too_large -> status 3; Printf.printf "s UNDECIDED %s\n%!" (shown path)
  | bytes -> (
      let digest = Sha256.digest bytes in
      match try within_time (fun () -> verify found digest bytes) with Late | Fun.Finally_raised _ -> Verified.Undecided with
      | Verified.Verified _ -> Printf.printf "s VERIFIED %s sha256=%s\n%!" (shown path) (Sha256.hex digest)
      | Verified.Rejected -> status 1; Printf.printf "s REJECTED %s\n%!" (shown path)
      | Verified.Undecided -> status 3; Printf.printf "s UNDECIDED %s\n%!" (shown path))

let () =
  let quiet = ref false and includes = ref [] and files = ref [] in
  let wrong message = prerr_string ("run: " ^ message ^ "\n" ^ usage); exit 2 in
  let rec arguments = function
    | [] -> ()
    | "--quiet" :: rest -> quiet := true; arguments rest
    | "--clauses" :: _ -> print_string Clauses.text; exit 0
    | "--include" :: dir :: rest ->
        if not (Sys.file_exists dir && Sys.is_directory dir) then wrong (shown dir ^ " is no folder");
        includes := dir :: !includes; arguments rest
    | "--seconds" :: n :: rest -> (
        match int_of_string_opt n with
        | Some n when n > 0 -> seconds := n; arguments rest
        | _ -> wrong (shown n ^ " is no number of seconds"))
    | "--" :: rest -> files := List.rev_append rest !files
    | a :: rest ->
        if String.length a > 1 && a.[0] = '-' then wrong ("unknown option " ^ shown a);
        files := a :: !files; arguments rest
  in
  arguments (List.tl (Array.to_list Sys.argv));
  let named = List.rev !files in
  if named = [] then wrong "no file is named";
  let is_folder p = p <> "-" && (try Sys.is_directory p with Sys_error _ -> false) in
  let files = List.concat_map (fun p -> if is_folder p then (match files_in true p with [] -> [ p ] | l -> l) else [ p ]) named in
  let found = index (candidates (List.filter (fun f -> not (is_folder f)) files) (List.rev !includes)) in
  List.iter
    (fun path -> if is_folder path then unreadable !quiet path "no file *.cbor in it" else one !quiet found path)
    files;
  exit !worst
