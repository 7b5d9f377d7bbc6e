(* The output of [run --clauses]: for each kind and rule set the clauses that are tested, by purpose, and
   the clauses that are left out. formal/compare reads the lines that begin with "leaves". *)
let text = {|
every kind
reads cbor/bignum (soundness)
reads cbor/end (soundness)
reads cbor/head (soundness)
reads cbor/length (soundness)
reads cbor/text (soundness)
reads cbor/trailing (soundness)
reads cbor/type (soundness)
reads envelope/magic (soundness)
reads envelope/version (soundness)
reads envelope/kind (soundness)
reads envelope/game (soundness)
reads envelope/pairing (soundness)
reads citation/count (soundness)
reads citation/missing (soundness)
reads citation/rejected (soundness)
reads citation/undecided (soundness)
reads citation/game (soundness)
reads citation/cycle (soundness)
reads resources/work (resources)

richman (graph, bidding-chess)
reads richman/classes (soundness)
reads richman/column (soundness)
reads richman/value_range (soundness)
reads richman/rank (soundness)
reads richman/option (soundness)
reads richman/equation (soundness)
reads richman/label_white_missing (soundness)
reads richman/label_white_small (soundness)
reads richman/label_black_missing (soundness)
reads richman/label_black_small (soundness)
reads richman/form (soundness)
reads richman/denominator_order (uniqueness)
reads richman/value_column (uniqueness)
reads richman/denominator_used (uniqueness)
reads richman/value_reduced (uniqueness)
reads richman/value_order (uniqueness)
reads richman/value_ends (uniqueness)
reads richman/value_used (uniqueness)
reads richman/label_white_large (uniqueness)
reads richman/label_black_large (uniqueness)
reads richman/choice_range (uniqueness)
reads richman/choice_greedy (uniqueness)
reads richman/choice_first (uniqueness)

chips (graph, bidding-chess, tug, ultimatum, sudden-death, tic-tac-toe, hex, connect)
reads chips/citation_claim
reads chips/classes
reads chips/column
reads chips/dominance
reads chips/equation
reads chips/exchanged
reads chips/form
reads chips/increment
reads chips/increments
reads chips/label_half_chip
reads chips/label_large
reads chips/label_missing
reads chips/label_row
reads chips/label_small
reads chips/least
reads chips/margin
reads chips/option
reads chips/period
reads chips/player
reads chips/range
reads chips/slope
reads chips/slopes
reads chips/table
reads chips/table_distinct
reads chips/table_used
reads chips/threshold
reads chips/tie_break

scoring (subtraction)
reads scoring/blocks
reads scoring/equilibrium
reads scoring/jump_false
reads scoring/jump_missing
reads scoring/monotone
reads scoring/onset
reads scoring/outcome
reads scoring/period
reads scoring/range
reads scoring/repeat
reads scoring/varint
reads scoring/window
reads subtraction/set

losing (losing-chess)
reads losing/clock
reads losing/limit
reads losing/long
reads losing/longest
reads losing/move
reads losing/open
reads losing/padding
reads losing/positions
reads losing/reversible
reads losing/short
reads losing/terminal
reads losing/winner
reads losing-chess/en_passant
reads losing-chess/fen
reads losing-chess/stalemate
reads losing-chess/units

losing, version 2 (losing-chess)
reads citation/depth
reads losing/cited
reads losing/citations
reads losing/clock
reads losing/limit
reads losing/long
reads losing/longest
reads losing/move
reads losing/open
reads losing/padding
reads losing/positions
reads losing/reversible
reads losing/roots
reads losing/run
reads losing/short
reads losing/terminal
reads losing/unused
reads losing/winner
reads losing-chess/en_passant
reads losing-chess/fen
reads losing-chess/stalemate
reads losing-chess/units

safe (losing-chess)
reads safe/defence (soundness)
reads safe/limit (resources)
reads safe/long (uniqueness)
reads safe/lost (soundness)
reads safe/move (soundness)
reads safe/padding (uniqueness)
reads safe/positions (uniqueness)
reads safe/roots (uniqueness)
reads safe/short (soundness)
reads safe/sides (soundness, uniqueness)
reads safe/stalemate (soundness)
reads safe/streams (soundness)

rule set graph
reads graph/positions (soundness)
reads graph/start (soundness)
reads graph/options (soundness)
reads graph/option (soundness)
reads graph/outcome (soundness)
reads graph/name (names)

rule set bidding-chess (up to three pieces)
reads bidding-chess/board (soundness)
reads bidding-chess/material (soundness)

rule sets tug, ultimatum, sudden-death
reads tug/length (soundness)
reads ultimatum/degree (soundness)
reads sudden-death/player (soundness)
reads sudden-death/moves (soundness)

rule sets tic-tac-toe, hex, connect, of kind chips
reads tic-tac-toe/size (soundness)
reads hex/size (soundness)
reads connect/size (soundness)

every kind
leaves resources/memory (of the other checker)
leaves resources/allowance (of the other checker)
leaves resources/size (a bound of its own instead: a class takes at least a byte)

undecided: other kinds and rule sets, bidding chess with more than three pieces, files of more than 64 MiB
|}
