(** Prints the assumptions of the headline theorems.  Each line printed must say "Closed under
    the global context". *)
From Gamecert Require Format.Cbor Format.Complete Format.Envelope.
From Gamecert Require Richman.Values Richman.Labels Richman.Bidding Richman.Sound Richman.Evidence Richman.Graph
  Richman.Unique.
From Gamecert Require BiddingChess.Verify Chips.Stored Chips.Lines Chips.Chess Scoring.Bytes Scoring.Unique.
From Gamecert Require Losing.Certificate Losing.Memory Losing.Irreversible Losing.Linked Losing.Version2.
From Gamecert Require Losing.Defence Losing.Safe Losing.Draws.
From Gamecert Require Unwinnable.ClosedSets Unwinnable.Closure.
From Gamecert Require Checker.Verify Checker.Pair.

Print Assumptions Format.Cbor.decode_sound.
Print Assumptions Format.Cbor.decode_file_unique.
Print Assumptions Format.Complete.decode_complete.
Print Assumptions Format.Envelope.read_envelope_sound.
Print Assumptions Richman.Values.same_values.
Print Assumptions Richman.Values.exchange_values.
Print Assumptions Richman.Values.a_le_b.
Print Assumptions Richman.Labels.upper_half.
Print Assumptions Richman.Labels.lower_half.
Print Assumptions Richman.Bidding.limits_are_thresholds.
Print Assumptions Richman.Bidding.white_not_both.
Print Assumptions Richman.Bidding.black_not_both.
Print Assumptions Richman.Bidding.sealed_bids_fair.
Print Assumptions Richman.Bidding.named_price_fair.
Print Assumptions Richman.Sound.richman_with_citations.
Print Assumptions Richman.Evidence.check_sound.
Print Assumptions Richman.Graph.verify_graph_sound.
Print Assumptions Richman.Unique.labels_unique.
Print Assumptions BiddingChess.Verify.verify_bidding_chess_sound.
Print Assumptions BiddingChess.Verify.bidding_chess_thresholds.
Print Assumptions Chips.Stored.verify_chips_graph_sound.
Print Assumptions Chips.Lines.verify_chips_line_sound.
Print Assumptions Chips.Chess.verify_chips_chess_sound.
Print Assumptions Scoring.Bytes.verify_scoring_sound.
Print Assumptions Scoring.Bytes.verify_scoring_bytes.
Print Assumptions Scoring.Unique.verify_scoring_unique.
Print Assumptions Losing.Certificate.verify_losing_sound.
Print Assumptions Losing.Certificate.verify_losing_wins_under_fifty_moves.
Print Assumptions Losing.Memory.wins_has_strategy.
Print Assumptions Losing.Memory.strategy_wins.
Print Assumptions Losing.Memory.wins_within_by_force.
Print Assumptions Losing.Irreversible.captures_and_pawn_moves.
Print Assumptions Losing.Irreversible.other_moves.
Print Assumptions Losing.Linked.check_roots_sound.
Print Assumptions Losing.Version2.check_linked_sound.
Print Assumptions Losing.Version2.linked_wins_by_force.
Print Assumptions Losing.Version2.linked_wins_under_fifty_moves.
Print Assumptions Losing.Safe.verify_safe_sound.
Print Assumptions Losing.Safe.verify_safe_defends.
Print Assumptions Losing.Safe.verify_safe_no_forced_win.
Print Assumptions Losing.Safe.verify_safe_always.
Print Assumptions Losing.Defence.defends_under_fifty_moves.
Print Assumptions Losing.Defence.reaches_under_fifty_moves.
Print Assumptions Losing.Draws.kings_drawn.
Print Assumptions Losing.Draws.bishops_cannot_be_won.
Print Assumptions Unwinnable.ClosedSets.closed_set.
Print Assumptions Unwinnable.ClosedSets.closed_skeletons.
Print Assumptions Unwinnable.Closure.check_unwinnable_sound.
Print Assumptions Unwinnable.Closure.skeleton_argument_sound.
Print Assumptions Checker.Verify.verify_file_sound.
Print Assumptions Checker.Verify.verify_linked_sound.
Print Assumptions Checker.Verify.verify_files_sound.
Print Assumptions Checker.Verify.linked_wins.
Print Assumptions Checker.Pair.near_wins.
