(** The assumptions of the headline theorems.  Each line that this prints must say "Closed under the
    global context". *)
From Gamecert Require Format.Cbor Format.Complete Format.Envelope.
From Gamecert Require Richman.Values Richman.Labels Richman.Bidding Richman.Sound Richman.Evidence Richman.Graph
  Richman.Unique.
From Gamecert Require Checker.Verify.

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
Print Assumptions Checker.Verify.verify_file_sound.
