(** What each theorem assumes: `make assumptions` prints it. *)

From Shomei Require Import SearchSound Certificate Sound Format Stored Theorems Theorems_boards.
From Shomei Require Import Within Guided Theorems_shogi.
From Shomei Require UtttMeaning ConnectFourMeaning HexMeaning Shortcut.

Print Assumptions plain_search_won.
Print Assumptions plain_search_failed.
Print Assumptions check_proof_sound.
Print Assumptions check_disproof_sound.
Print Assumptions check_disproof_defended.
Print Assumptions check_proof_within_sound.
Print Assumptions check_disproof_within_sound.
Print Assumptions check_file_sound.
Print Assumptions shows_sound.
Print Assumptions olympiad_black_wins.
Print Assumptions olympiad_white_cannot.
Print Assumptions sackson_black_wins.
Print Assumptions sackson_white_cannot.
Print Assumptions value_of_5x5.
Print Assumptions search_all_spec.
Print Assumptions shortest_win_found.
Print Assumptions guided_sound.
Print Assumptions king_helps_mates.
Print Assumptions king_helps_in_3.
Print Assumptions lured_gold_mates.
Print Assumptions lured_gold_in_3.
Print Assumptions white_mates.
Print Assumptions white_mates_in_3.
Print Assumptions lone_king_mates.
Print Assumptions lone_king_in_5.
Print Assumptions opened_file_mates.
Print Assumptions opened_file_in_5.
Print Assumptions rook_and_silvers_mate.
Print Assumptions rook_and_silvers_in_7.
Print Assumptions nine_plies_mate.
Print Assumptions nine_plies_in_9.
Print Assumptions interpositions_mate.
Print Assumptions interpositions_in_11.
Print Assumptions wasted_interpositions_mate.
Print Assumptions wasted_interpositions_in_3.
Print Assumptions gold_not_pawn_mates.
Print Assumptions pawns_cannot_mate.
Print Assumptions gold_and_knight_cannot_mate.
Print Assumptions not_both.
Print Assumptions UltimateTicTacToe.x_wins.
Print Assumptions UltimateTicTacToe.x_wins_to_the_end.
Print Assumptions HexTheorems.first_wins_4x4.
Print Assumptions HexTheorems.second_does_not_win_4x4.
Print Assumptions ConnectFourTheorems.values.
Print Assumptions UtttMeaning.marks_of_set_marks.
Print Assumptions ConnectFourMeaning.has_four_meaning.
Print Assumptions ConnectFourMeaning.play_meaning.
Print Assumptions HexMeaning.joins_meaning.
Print Assumptions Shortcut.shortcut_is_right.
