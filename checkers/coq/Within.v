(** Wins within a number of plies, and a search of all lines, which decides short ones. *)

From Coq Require Import List Bool PeanoNat.
From Shomei Require Import Game.
Import ListNotations.

Section Within.
  Context {position move : Type} (g : game position move).

  (** The shortest win takes [n] plies, if the defender resists for as long as possible. *)
  Definition shortest_win (n : nat) (p : position) : Prop :=
    wins_within g n p /\ forall less, less < n -> ~ wins_within g less p.

  Lemma wins_within_wins n p : wins_within g n p -> wins g p.
  Proof.
    induction 1 as [n p won|n p m open mine legal _ IH|n p open other some _ IH].
    - now apply wins_at_once.
    - now apply (wins_by_a_move g p m).
    - now apply wins_after_all_moves.
  Qed.

  Lemma wins_within_more n m p : n <= m -> wins_within g n p -> wins_within g m p.
  Proof.
    intros le win; revert m le.
    induction win as [n p won|n p m open mine legal _ IH|n p open other some _ IH];
      intros more le.
    - now apply within_at_once.
    - destruct more as [|more]; [inversion le|]; apply le_S_n in le.
      apply (within_by_a_move g more p m); auto.
    - destruct more as [|more]; [inversion le|]; apply le_S_n in le.
      apply within_after_all_moves; auto.
  Qed.

  (** The search of all lines of [n] plies. *)
  Fixpoint search_all (n : nat) (p : position) : bool :=
    match status_of g p, n with
    | Won, _ => true
    | Failed, _ => false
    | Open, O => false
    | Open, S less =>
        match role_of g p, moves g p with
        | Attacker, ms => existsb (fun m => search_all less (play g p m)) ms
        | Defender, [] => false
        | Defender, ms => forallb (fun m => search_all less (play g p m)) ms
        end
    end.

  Theorem search_all_spec n p : search_all n p = true <-> wins_within g n p.
  Proof.
    split.
    - revert p; induction n as [|less IH]; intros p; cbn [search_all];
        destruct (status_of g p) eqn:now; try discriminate;
        try (intros _; now apply within_at_once).
      destruct (role_of g p) eqn:mover.
      + intros (m & legal & found)%existsb_exists; apply (within_by_a_move g less p m); auto.
      + destruct (moves g p) as [|m ms] eqn:some; [discriminate|]; rewrite <- some.
        intros found; rewrite forallb_forall in found; apply within_after_all_moves; auto.
        rewrite some; discriminate.
    - induction 1 as [n p won|n p m open mine legal _ IH|n p open other some _ IH].
      + destruct n; cbn [search_all]; now rewrite won.
      + cbn [search_all]; rewrite open, mine; apply existsb_exists; now exists m.
      + cbn [search_all]; rewrite open, other.
        destruct (moves g p) as [|m ms] eqn:list; [congruence|]; rewrite <- list.
        now apply forallb_forall; rewrite list.
  Qed.

  Theorem shortest_win_found n p :
    search_all (S n) p = true -> search_all n p = false -> shortest_win (S n) p.
  Proof.
    intros found not_before; split; [now apply search_all_spec|].
    intros less lt win; apply le_S_n in lt.
    apply (wins_within_more less n p lt) in win; apply search_all_spec in win; congruence.
  Qed.

  (** If the sides take turns, and no position with the attacker to move is won, then its wins take
      an odd number of plies if it is to move, and an even number otherwise. *)
  Lemma right_parity :
    (forall p m, role_of g (play g p m) <> role_of g p) ->
    (forall p, role_of g p = Attacker -> status_of g p <> Won) ->
    forall n p,
      Nat.odd (S n) <> match role_of g p with Attacker => true | Defender => false end ->
      wins_within g (S n) p -> wins_within g n p.
  Proof.
    intros turns never; induction n as [|n IH]; intros p wrong win;
      inversion win as [k q won|k q m open mine legal next|k q open other some all]; subst;
      try (now apply within_at_once); rewrite ?mine, ?other in wrong.
    - now destruct wrong.
    - exfalso; destruct (moves g p) as [|m ms]; [now apply some|].
      specialize (all m (or_introl eq_refl)); inversion all as [k q won| |]; subst.
      apply (never (play g p m)); [|exact won].
      specialize (turns p m); rewrite other in turns; now destruct (role_of g (play g p m)).
    - apply (within_by_a_move g n p m); auto; apply IH; [|exact next].
      specialize (turns p m); rewrite mine in turns.
      rewrite Nat.odd_succ, <- Nat.negb_odd in wrong.
      destruct (role_of g (play g p m)), (Nat.odd (S n)); cbn in wrong; congruence.
    - apply (within_after_all_moves g n p); auto; intros m legal; apply IH; [|auto].
      specialize (turns p m); rewrite other in turns.
      rewrite Nat.odd_succ, <- Nat.negb_odd in wrong.
      destruct (role_of g (play g p m)), (Nat.odd (S n)); cbn in wrong; congruence.
  Qed.
End Within.
