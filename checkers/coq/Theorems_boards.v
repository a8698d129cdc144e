(** Theorems about ultimate tic-tac-toe, Hex and Connect Four, each by a certificate of the folders
    results and results/boards.

    The kernel of Coq checks the certificates by computation. To know what a theorem says, read
    Game.v and the rules of the game (Uttt.v; Hex.v or ConnectFour.v with Stones.v), not the
    checker. *)

From Coq Require Import String Uint63.
From Shomei Require Import Game Certificate Format Stored Certificates_boards.
From Shomei Require Uttt UtttText Hex ConnectFour.
Local Open Scope uint63_scope.

(** * Not both sides win *)

Section Opponents.
  Context {position move : Type} (g h : game position move).

  (** [g] and [h] have the same rules, but the attacker of one is the defender of the other. *)
  Hypothesis same_moves : forall p, moves g p = moves h p.
  Hypothesis same_play : forall p m, play g p m = play h p m.
  Hypothesis other_role : forall p, role_of g p <> role_of h p.
  Hypothesis won_once : forall p, status_of g p = Won -> status_of h p = Failed.
  Hypothesis won_once' : forall p, status_of h p = Won -> status_of g p = Failed.

  Theorem not_both p : wins g p -> ~ wins h p.
  Proof.
    induction 1 as [p won|p m open attacker legal _ IH|p open defender some _ IH]; intros w;
      inversion w as [q s|q n s role legal' next|q s role some' all]; subst q;
      try (apply won_once in won; congruence); try (apply won_once' in s; congruence);
      try (specialize (other_role p); congruence).
    - apply IH; rewrite same_play; apply all; now rewrite <- same_moves.
    - apply (IH n); [now rewrite same_moves|now rewrite same_play].
  Qed.
End Opponents.

(** * Ultimate tic-tac-toe

    Nine boards of three by three cells, all empty; X may begin in any. The cell of a mark is the
    board to which the opponent is sent. Three boards in a line win. In the open game, a board that
    is won stays open until it is full: a side that is sent to it must play there. *)

Module UltimateTicTacToe.
  Import Uttt.

  Theorem x_wins : wins (uttt open_boards X) start.
  Proof.
    apply (shows_sound uttt_open_x_wins (Header Proved "uttt" "open" "x" UtttText.start_text)).
    vm_cast_no_check (eq_refl true).
  Qed.

  (** The same without the shortcut that a game fails when every line of boards is lost. *)
  Theorem x_wins_to_the_end : wins (uttt (to_the_end open_boards) X) start.
  Proof. exact (played_out open_boards X start x_wins). Qed.
End UltimateTicTacToe.

(** * Hex on the rhombus of 4 by 4 cells, empty, without a swap of sides *)

Module HexTheorems.
  Import Hex.

  Theorem first_wins_4x4 : wins (hex 4 First) empty_board.
  Proof.
    apply (shows_sound hex_4x4_first_wins
      (Header Proved "hex" "4x4" "first" "..../..../..../....")).
    vm_cast_no_check (eq_refl true).
  Qed.

  Lemma only_one_wins n p : wins (hex n First) p -> ~ wins (hex n Second) p.
  Proof.
    apply (not_both (hex n First) (hex n Second)); intros q; cbn; try reflexivity.
    - unfold role_for; destruct (to_move q); discriminate.
    - unfold status_for; destruct joins; [easy|]; now destruct joins.
    - unfold status_for; destruct joins; [easy|]; now destruct joins.
  Qed.

  Theorem second_does_not_win_4x4 : ~ wins (hex 4 Second) empty_board.
  Proof. exact (only_one_wins 4 empty_board first_wins_4x4). Qed.
End HexTheorems.

(** * Connect Four on small boards, empty

    [Size 5 4] has five columns and four rows. *)

Module ConnectFourTheorems.
  Import ConnectFour.

  Theorem first_does_not_win_5x4 : ~ wins (connect_four (Size 5 4) First) empty_board.
  Proof.
    apply (shows_sound connect_four_5x4_first_cannot
      (Header Disproved "connect-four" "5x4" "first" "...../...../...../.....")).
    vm_cast_no_check (eq_refl true).
  Qed.

  Theorem second_does_not_win_5x4 : ~ wins (connect_four (Size 5 4) Second) empty_board.
  Proof.
    apply (shows_sound connect_four_5x4_second_cannot
      (Header Disproved "connect-four" "5x4" "second" "...../...../...../.....")).
    vm_cast_no_check (eq_refl true).
  Qed.

  Theorem first_does_not_win_5x5 : ~ wins (connect_four (Size 5 5) First) empty_board.
  Proof.
    apply (shows_sound connect_four_5x5_first_cannot
      (Header Disproved "connect-four" "5x5" "first" "...../...../...../...../.....")).
    vm_cast_no_check (eq_refl true).
  Qed.

  Theorem second_does_not_win_5x5 : ~ wins (connect_four (Size 5 5) Second) empty_board.
  Proof.
    apply (shows_sound connect_four_5x5_second_cannot
      (Header Disproved "connect-four" "5x5" "second" "...../...../...../...../.....")).
    vm_cast_no_check (eq_refl true).
  Qed.

  Theorem second_wins_6x4 : wins (connect_four (Size 6 4) Second) empty_board.
  Proof.
    apply (shows_sound connect_four_6x4_second_wins
      (Header Proved "connect-four" "6x4" "second" "....../....../....../......")).
    vm_cast_no_check (eq_refl true).
  Qed.

  Lemma only_one_wins b p :
    wins (connect_four b Second) p -> ~ wins (connect_four b First) p.
  Proof.
    apply (not_both (connect_four b Second) (connect_four b First)); intros q; cbn;
      try reflexivity.
    - unfold role_for; destruct (to_move q); discriminate.
    - unfold status_for; destruct has_four; [easy|]; destruct has_four; [easy|]; now destruct eqb.
    - unfold status_for; destruct has_four; [easy|]; destruct has_four; [easy|]; now destruct eqb.
  Qed.

  Theorem first_does_not_win_6x4 : ~ wins (connect_four (Size 6 4) First) empty_board.
  Proof. exact (only_one_wins (Size 6 4) empty_board second_wins_6x4). Qed.

  (** On the boards of 5 by 4 and of 5 by 5 squares neither side can force a win: with best play they
      are draws. The second side wins on that of 6 by 4. *)
  Theorem values :
    (~ wins (connect_four (Size 5 4) First) empty_board /\
     ~ wins (connect_four (Size 5 4) Second) empty_board) /\
    (~ wins (connect_four (Size 5 5) First) empty_board /\
     ~ wins (connect_four (Size 5 5) Second) empty_board) /\
    (wins (connect_four (Size 6 4) Second) empty_board /\
     ~ wins (connect_four (Size 6 4) First) empty_board).
  Proof.
    exact (conj (conj first_does_not_win_5x4 second_does_not_win_5x4)
      (conj (conj first_does_not_win_5x5 second_does_not_win_5x5)
        (conj second_wins_6x4 first_does_not_win_6x4))).
  Qed.
End ConnectFourTheorems.
