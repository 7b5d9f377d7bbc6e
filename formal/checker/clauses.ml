(* What `run --clauses` prints. *)
let text = ""
