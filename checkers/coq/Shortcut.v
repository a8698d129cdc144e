(** The shortcut of ultimate tic-tac-toe is right: a position that fails because every line of
    boards has one that is lost could not be won by playing on. No theorem about a game depends on
    this file; it shows that the rules with and without [play-out] claim the same. *)

From Coq Require Import Lia List Bool.
From Coq Require Import Uint63.
From Shomei Require Import Game Uttt Bits UtttMeaning.
Import ListNotations.
Local Open Scope uint63_scope.

(** * Sets *)

Definition apart (s t : int) : Prop := forall i, bit s i = true -> bit t i = false.

Definition part_of (s t : int) : Prop := forall i, bit s i = true -> bit t i = true.

Lemma numbers_are_bits :
  forallb (fun n => forallb (fun i => Bool.eqb (bit (only n) i) (i =? n)) positions_of_bits
    && existsb (eqb n) positions_of_bits) numbers = true.
Proof. vm_compute; reflexivity. Qed.

Lemma bit_only n i : In n numbers -> bit (only n) i = (i =? n).
Proof.
  intros hn; pose proof (proj1 (forallb_forall _ _) numbers_are_bits n hn) as fact.
  cbn beta in fact; apply andb_prop in fact as [fact place%eqb_In].
  destruct (bit (only n) i) eqn:set.
  - pose proof (proj1 (forallb_forall _ _) fact i (bit_place _ _ set)) as one; cbn beta in one.
    apply eqb_prop in one; congruence.
  - destruct (i =? n) eqn:same; [|reflexivity]; apply eqb_correct in same; subst i.
    pose proof (proj1 (forallb_forall _ _) fact n place) as one; cbn beta in one.
    apply eqb_prop in one; rewrite eqb_refl in one; congruence.
Qed.

Lemma has_bit n s : In n numbers -> has n s = bit s n.
Proof.
  intros hn; unfold has; rewrite nonzero_bits; apply eq_true_iff_eq; rewrite existsb_exists.
  split.
  - intros [i [_ set]]; rewrite land_spec in set; apply andb_prop in set as [set at_].
    rewrite bit_only in at_ by exact hn; apply eqb_correct in at_; now subst.
  - intros set; exists n; split; [now apply bit_place in set|].
    now rewrite land_spec, set, bit_only, eqb_refl.
Qed.

Lemma contains_part s l : contains s l = true -> part_of l s.
Proof.
  unfold contains; intros same i set; apply eqb_correct in same.
  rewrite <- same, land_spec in set; now apply andb_prop in set.
Qed.

Lemma meets_bit s l : meets s l = true <-> exists i, bit s i = true /\ bit l i = true.
Proof.
  unfold meets; rewrite nonzero_bits, existsb_exists; split.
  - intros [i [_ set]]; rewrite land_spec in set; apply andb_prop in set; eauto.
  - intros [i [hs hl]]; exists i; split; [now apply bit_place in hs|].
    now rewrite land_spec, hs, hl.
Qed.

(** A side has no line where its opponent has a mark in each. *)
Lemma no_line own enemy : apart own enemy -> meets_every_line enemy = true -> has_line own = false.
Proof.
  intros differ; rewrite meets_every_line_meaning, has_line_meaning; intros blocked.
  apply not_true_iff_false; intros line; apply existsb_exists in line as [l [hl line]].
  rewrite forallb_forall in blocked; specialize (blocked l hl).
  apply meets_bit in blocked as [i [here on]]; apply (contains_part own l line) in on.
  apply differ in on; congruence.
Qed.

Lemma meets_more s t : part_of s t -> meets_every_line s = true -> meets_every_line t = true.
Proof.
  intros part; rewrite !meets_every_line_meaning, !forallb_forall; intros all l hl.
  apply meets_bit; specialize (all l hl); apply meets_bit in all as [i [hs on]]; eauto.
Qed.

(** * Positions that play reaches *)

Record good (p : position) : Prop := Good {
  boards_apart : forall s, apart (of s (won p)) (of s (lost p));
  nine_cells : forall b, In b numbers -> within_nine (marks b (boards p));
  marks_apart : forall b, In b numbers ->
    has b (closed p) = false -> has b (any_of (won p)) = false ->
    forall s, apart (of s (marks b (boards p))) (of (other s) (marks b (boards p)));
  lost_blocked : forall b s, In b numbers ->
    has b (of s (lost p)) = true -> has b (any_of (won p)) = false ->
    meets_every_line (of (other s) (marks b (boards p))) = true;
  sent_open : sent_to p = choice \/ (In (sent_to p) numbers /\ has (sent_to p) (closed p) = false)
}.

Lemma start_good : good start.
Proof.
  split.
  - intros s i; destruct s; cbn; now rewrite bit_0.
  - intros b hb; cbn in hb; repeat (destruct hb as [<-|hb]; [now vm_compute|]); destruct hb.
  - intros b hb _ _ s i; cbn in hb;
      repeat (destruct hb as [<-|hb]; [destruct s; cbn; now rewrite bit_0|]); destruct hb.
  - intros b s hb; destruct s; cbn in hb;
      repeat (destruct hb as [<-|hb]; [discriminate|]); destruct hb.
  - now left.
Qed.

Lemma moves_open p m :
  good p -> In m (moves p) ->
  In (board m) numbers /\ In (cell m) numbers /\ has (board m) (closed p) = false /\
  has (cell m) (any_of (marks (board m) (boards p))) = false.
Proof.
  intros g; unfold moves.
  assert (forall b, In m (moves_in b p) ->
    board m = b /\ In (cell m) numbers /\ has (cell m) (any_of (marks b (boards p))) = false)
    as inside.
  { intros b; unfold moves_in; generalize (any_of (marks b (boards p))); intros taken; cbv zeta.
    induction numbers as [|c cells IH]; cbn [In]; [tauto|].
    destruct (has c taken) eqn:full.
    - intros here; destruct (IH here) as [? [? ?]]; auto.
    - intros [<-|here]; cbn [board cell]; [auto|]; destruct (IH here) as [? [? ?]]; auto. }
  destruct (sent_to p =? choice) eqn:free.
  - rewrite in_flat_map; intros [b [hb here]].
    destruct (has b (closed p)) eqn:shut; [destruct here|].
    destruct (inside b here) as [-> [? ?]]; auto.
  - intros here; destruct (inside _ here) as [-> [? ?]].
    destruct (sent_open p g) as [chooses|[? ?]]; [|auto].
    rewrite chooses, eqb_refl in free; discriminate.
Qed.

Lemma nine_lor s t :
  s land everything = s -> t land everything = t -> (s lor t) land everything = s lor t.
Proof.
  intros hs ht; apply equal_bits; intros i _; rewrite land_spec, lor_spec, andb_orb_distrib_l.
  now rewrite <- !land_spec, hs, ht.
Qed.

Lemma nine_only c : In c numbers -> only c land everything = only c.
Proof.
  intros hc; cbn in hc; repeat (destruct hc as [<-|hc]; [reflexivity|]); destruct hc.
Qed.

Lemma of_add s t a m : of s (add t a m) = if is_side s t then of s m lor a else of s m.
Proof. now destruct s, t. Qed.

Lemma has_any b m : In b numbers -> has b (any_of m) = bit (of_x m) b || bit (of_o m) b.
Proof. intros hb; rewrite has_bit by exact hb; apply lor_spec. Qed.

Lemma has_neither b m s : In b numbers -> has b (any_of m) = false -> bit (of s m) b = false.
Proof.
  intros hb; rewrite has_any by exact hb; intros none; apply orb_false_elim in none as [x o].
  now destruct s.
Qed.

(** What a move does, in terms of sets. *)
Section Move.
  Variables (r : rules) (p : position) (m : move).
  Hypothesis g : good p.
  Hypothesis legal : In m (moves p).

  Definition mover := to_move p.
  Definition here := board m.
  Definition old := marks here (boards p).
  Definition after := add mover (only (cell m)) old.
  Definition was_won := has here (any_of (won p)).
  Definition wins := negb was_won && has_line (of mover after).
  Definition blocks := negb was_won && meets_every_line (of mover after).
  Definition closes := (any_of after =? everything) || (wins && negb (stays_open r)).
  Definition stored :=
    if closes then Pair everything everything
    else if wins || was_won then Pair (any_of after) (any_of after)
    else after.

  Lemma hb : In here numbers.
  Proof. now destruct (moves_open p m g legal). Qed.

  Lemma hc : In (cell m) numbers.
  Proof. now destruct (moves_open p m g legal) as [_ [? _]]. Qed.

  Lemma b_open : has here (closed p) = false.
  Proof. now destruct (moves_open p m g legal) as [_ [_ [? _]]]. Qed.

  Lemma c_free s : bit (of s old) (cell m) = false.
  Proof. destruct (moves_open p m g legal) as [_ [? [_ ?]]]; now apply has_neither. Qed.

  Lemma after_nine : within_nine after.
  Proof.
    destruct (nine_cells p g here hb) as [x o]; pose proof (nine_only _ hc).
    unfold after, old; destruct mover; split; cbn; trivial; now apply nine_lor.
  Qed.

  Lemma any_nine n : within_nine n -> any_of n land everything = any_of n.
  Proof. intros [x o]; now apply nine_lor. Qed.

  Lemma stored_nine : within_nine stored.
  Proof.
    pose proof after_nine as nine; pose proof (any_nine after nine).
    unfold stored; destruct closes; [split; reflexivity|].
    destruct (wins || was_won); [now split|exact nine].
  Qed.

  Lemma new_marks c :
    In c numbers ->
    marks c (boards (play r p m)) = if here =? c then stored else marks c (boards p).
  Proof. intros hc'; exact (marks_of_set_marks here c stored (boards p) hb hc' stored_nine). Qed.

  Lemma new_won s :
    of s (won (play r p m)) = if wins && is_side s mover then of s (won p) lor only here
      else of s (won p).
  Proof.
    change (won (play r p m)) with (if wins then add mover (only here) (won p) else won p).
    destruct wins; [apply of_add|reflexivity].
  Qed.

  Lemma new_lost s :
    of s (lost (play r p m)) = if (wins || blocks) && is_side s (other mover)
      then of s (lost p) lor only here else of s (lost p).
  Proof.
    change (lost (play r p m)) with
      (if wins || blocks then add (other mover) (only here) (lost p) else lost p).
    destruct (wins || blocks); [apply of_add|reflexivity].
  Qed.

  Lemma new_closed : closed (play r p m) = if closes then closed p lor only here else closed p.
  Proof. reflexivity. Qed.

  Lemma lost_grows s : part_of (of s (lost p)) (of s (lost (play r p m))).
  Proof.
    intros i set; rewrite new_lost; destruct (_ && _); [|exact set].
    now rewrite lor_spec, set.
  Qed.

  Lemma won_grows c : In c numbers ->
    has c (any_of (won (play r p m))) = false -> has c (any_of (won p)) = false.
  Proof.
    intros hc'; rewrite !has_any by exact hc'; intros none; apply orb_false_elim in none as [x o].
    assert (forall s, bit (of s (won (play r p m))) c = false -> bit (of s (won p)) c = false)
      as shrink.
    { intros s; rewrite new_won; destruct (wins && _); [|easy].
      rewrite lor_spec; intros neither; now apply orb_false_elim in neither. }
    apply orb_false_iff; split; [exact (shrink X x)|exact (shrink O o)].
  Qed.

  Lemma after_apart s : was_won = false -> apart (of s after) (of (other s) after).
  Proof.
    intros fresh; unfold after; intros i; rewrite !of_add.
    pose proof (marks_apart p g here hb b_open fresh s i) as old_apart; fold old in old_apart.
    pose proof (c_free (other s)) as free; pose proof (c_free s) as free'.
    destruct s, mover; cbn [is_side other] in *; rewrite ?lor_spec, ?bit_only by exact hc;
      rewrite ?orb_true_iff, ?orb_false_iff.
    - intros [set|same]; [auto|]; apply eqb_correct in same; now subst.
    - intros set; split; [auto|]; destruct (i =? cell m) eqn:same; [|reflexivity].
      apply eqb_correct in same; subst; congruence.
    - intros set; split; [auto|]; destruct (i =? cell m) eqn:same; [|reflexivity].
      apply eqb_correct in same; subst; congruence.
    - intros [set|same]; [auto|]; apply eqb_correct in same; now subst.
  Qed.

  Lemma enemy_after : of (other mover) after = of (other mover) old.
  Proof. unfold after; rewrite of_add; now destruct mover. Qed.

  Lemma play_good : good (play r p m).
  Proof.
    split.
    - intros s i; rewrite new_won, new_lost; pose proof (boards_apart p g s i) as before.
      destruct (is_side s mover) eqn:mine.
      + replace (is_side s (other mover)) with false by now destruct s, mover.
        rewrite andb_false_r, andb_true_r; destruct wins eqn:won_now; [|exact before].
        rewrite lor_spec, bit_only, orb_true_iff by exact hb.
        intros [set|same]; [auto|]; apply eqb_correct in same; subst i.
        apply not_true_iff_false; intros lost_before.
        unfold wins in won_now; apply andb_prop in won_now as [fresh line].
        apply negb_true_iff in fresh.
        assert (s = mover) as -> by now destruct s, mover.
        rewrite <- has_bit in lost_before by exact hb.
        pose proof (lost_blocked p g here mover hb lost_before fresh) as blocked.
        fold old in blocked; rewrite <- enemy_after in blocked.
        rewrite (no_line _ _ (after_apart mover fresh) blocked) in line; discriminate.
      + replace (is_side s (other mover)) with true by now destruct s, mover.
        rewrite andb_false_r, andb_true_r; destruct (wins || blocks) eqn:loses; [|exact before].
        intros set; rewrite lor_spec, before, bit_only by (exact hb || exact set).
        destruct (i =? here) eqn:same; [|reflexivity]; apply eqb_correct in same; subst i.
        assert (was_won = false) as fresh.
        { unfold wins, blocks in loses; destruct was_won; [discriminate|reflexivity]. }
        now rewrite (has_neither here (won p) s hb fresh) in set.
    - intros c hc'; rewrite new_marks by exact hc'; destruct (here =? c); [apply stored_nine|].
      now apply (nine_cells p g).
    - intros c hc' shut none s; rewrite new_marks by exact hc'.
      rewrite has_bit, new_closed in shut by exact hc'.
      pose proof (won_grows c hc' none) as none'.
      destruct (here =? c) eqn:same.
      + apply eqb_correct in same; subst c.
        destruct closes eqn:closed_now;
          [rewrite lor_spec, bit_only, eqb_refl, orb_true_r in shut by exact hb; discriminate|].
        assert (wins = false) as no_win.
        { pose proof (has_neither here _ mover hb none) as not_won; rewrite new_won in not_won.
          destruct wins; [|reflexivity].
          replace (is_side mover mover) with true in not_won by now destruct mover.
          cbn [andb] in not_won.
          rewrite lor_spec, bit_only, eqb_refl, orb_true_r in not_won by exact hb; discriminate. }
        unfold stored; rewrite closed_now, no_win.
        change was_won with (has here (any_of (won p))); rewrite none'; cbn [orb].
        now apply after_apart.
      + apply (marks_apart p g c hc'); [|exact none'].
        rewrite has_bit by exact hc'; destruct closes; [|exact shut].
        rewrite lor_spec in shut; now apply orb_false_elim in shut.
    - intros c s hc' is_lost none; rewrite new_marks by exact hc'.
      pose proof (won_grows c hc' none) as none'.
      rewrite has_bit, new_lost in is_lost by exact hc'.
      destruct (here =? c) eqn:same.
      + apply eqb_correct in same; subst c.
        assert (wins = false) as no_win.
        { pose proof (has_neither here _ mover hb none) as not_won; rewrite new_won in not_won.
          destruct wins; [|reflexivity].
          replace (is_side mover mover) with true in not_won by now destruct mover.
          cbn [andb] in not_won.
          rewrite lor_spec, bit_only, eqb_refl, orb_true_r in not_won by exact hb; discriminate. }
        unfold stored; destruct closes; [now destruct s|]; rewrite no_win.
        change was_won with (has here (any_of (won p))); rewrite none'; cbn [orb].
        rewrite no_win in is_lost; cbn [orb] in is_lost.
        destruct (is_side s mover) eqn:mine.
        * replace (is_side s (other mover)) with false in is_lost by now destruct s, mover.
          rewrite andb_false_r in is_lost; assert (s = mover) as -> by now destruct s, mover.
          rewrite enemy_after; apply (lost_blocked p g here mover hb); [|exact none'].
          now rewrite has_bit by exact hb.
        * replace (is_side s (other mover)) with true in is_lost by now destruct s, mover.
          rewrite andb_true_r in is_lost.
          assert (other s = mover) as -> by now destruct s, mover.
          destruct blocks eqn:blocked; [unfold blocks in blocked; now apply andb_prop in blocked|].
          apply (meets_more (of mover old)).
          { intros i set; unfold after; rewrite of_add.
            destruct (is_side mover mover); [now rewrite lor_spec, set|exact set]. }
          assert (mover = other s) as -> by now destruct s, mover.
          apply (lost_blocked p g here s hb); [|exact none']; now rewrite has_bit by exact hb.
      + apply (lost_blocked p g c s hc'); [|exact none']; rewrite has_bit by exact hc'.
        destruct (_ && _) in is_lost; [|exact is_lost].
        rewrite lor_spec, bit_only in is_lost by exact hb.
        destruct (c =? here) eqn:other_way; [|now rewrite orb_false_r in is_lost].
        apply eqb_correct in other_way; subst c; rewrite eqb_refl in same; discriminate.
    - change (sent_to (play r p m)) with
        (if has (cell m) (closed (play r p m)) then choice else cell m).
      destruct (has (cell m) (closed (play r p m))) eqn:shut; [now left|right].
      split; [exact hc|exact shut].
  Qed.
End Move.

Lemma hopeless r attacker p :
  good p -> meets_every_line (of attacker (lost p)) = true ->
  ~ Game.wins (uttt (to_the_end r) attacker) p.
Proof.
  intros g blocked w; revert g blocked.
  induction w as [p is_won|p m _ _ legal _ IH|p _ _ some _ IH]; intros g blocked.
  - cbn in is_won; unfold status_for in is_won.
    rewrite (no_line _ _ (boards_apart p g attacker) blocked) in is_won.
    revert is_won; destruct has_line; [discriminate|]; destruct (_ =? _); discriminate.
  - apply IH; [now apply play_good|]; apply (meets_more (of attacker (lost p))); trivial.
    now apply lost_grows.
  - cbn in some; destruct (moves p) as [|m ms] eqn:all; [now apply some|].
    assert (In m (moves p)) as legal by (rewrite all; now left).
    apply (IH m legal); [now apply play_good|].
    apply (meets_more (of attacker (lost p))); trivial; now apply lost_grows.
Qed.

Theorem shortcut_of_good_positions r attacker p :
  good p ->
  (Game.wins (uttt r attacker) p <-> Game.wins (uttt (to_the_end r) attacker) p).
Proof.
  intros g; split; [apply played_out|].
  intros w; revert g.
  induction w as [p is_won|p m open attacks legal w IH|p open defends some w IH]; intros g.
  - apply wins_at_once; revert is_won; cbn; unfold status_for.
    destruct (has_line (of attacker (won p))); [reflexivity|].
    destruct has_line; [discriminate|]; destruct (_ =? _); discriminate.
  - assert (meets_every_line (of attacker (lost p)) = false) as hope.
    { apply not_true_iff_false; intros blocked; apply (hopeless r attacker p g blocked).
      now apply (wins_by_a_move (uttt (to_the_end r) attacker) p m). }
    apply (wins_by_a_move (uttt r attacker) p m); trivial.
    + revert open; cbn; unfold status_for; rewrite hope.
      destruct (has_line (of attacker (won p))); [discriminate|].
      destruct has_line; [discriminate|]; destruct (_ =? _); [discriminate|].
      now destruct (plays_out r).
    + apply IH; now apply (play_good r).
  - assert (meets_every_line (of attacker (lost p)) = false) as hope.
    { apply not_true_iff_false; intros blocked; apply (hopeless r attacker p g blocked).
      now apply (wins_after_all_moves (uttt (to_the_end r) attacker) p). }
    apply (wins_after_all_moves (uttt r attacker) p); trivial.
    + revert open; cbn; unfold status_for; rewrite hope.
      destruct (has_line (of attacker (won p))); [discriminate|].
      destruct has_line; [discriminate|]; destruct (_ =? _); [discriminate|].
      now destruct (plays_out r).
    + intros m legal; apply (IH m legal); now apply (play_good r).
Qed.

(** Positions that play reaches are good. *)
Inductive reached (r : rules) : position -> Prop :=
  | at_start : reached r start
  | after_move p m : reached r p -> In m (moves p) -> reached r (play r p m).

Theorem reached_good r p : reached r p -> good p.
Proof. induction 1; [apply start_good|now apply play_good]. Qed.

(** In positions that play reaches from the start, the attacker wins with the shortcut if and only
    if it wins without. *)
Theorem shortcut_is_right r attacker p :
  reached r p ->
  (Game.wins (uttt r attacker) p <-> Game.wins (uttt (to_the_end r) attacker) p).
Proof. intros here; exact (shortcut_of_good_positions r attacker p (reached_good r p here)). Qed.
