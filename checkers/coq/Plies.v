(** Claims about a number of plies: docs/reference/certificate-format.md, section 2.1.

    [timed g] is the game [g] with the remaining plies as a part of the position. The check of
    version 1 of the format, applied to this game, is that of version 2. *)

From Coq Require Import List Bool NArith Lia.
From Coq Require Import Uint63.
From Shomei Require Import Game Within.
Local Open Scope N_scope.

Section Plies.
  Context {position move : Type} (g : game position move).

  Definition shown {P : Prop} (known : property P) : bool :=
    match known with Shown _ => true | Unknown => false end.

  (** The fewest plies in which an open position with this role to move can be won. *)
  Definition least_plies (r : role) : N :=
    match r with
    | Attacker => 1
    | Defender => if shown (own_moves_win g) then 2 else 1
    end.

  (** The status with [n] remaining plies: an open position with too few has failed. *)
  Definition status_within (p : position) (n : N) : status :=
    match status_of g p with
    | Open => if n <? least_plies (role_of g p) then Failed else Open
    | s => s
    end.

  Definition same_timed (a b : position * N) : bool :=
    same g (fst a) (fst b) && N.eqb (snd a) (snd b).

  Lemma same_timed_spec a b : reflect (a = b) (same_timed a b).
  Proof.
    destruct a as [p n], b as [q m]; unfold same_timed; cbn.
    destruct (same_spec g p q), (N.eqb_spec n m); constructor; congruence.
  Qed.

  (** The remaining plies decrease, so no position repeats. *)
  Definition timed : game (position * N) move :=
    {| status_of a := status_within (fst a) (snd a);
       role_of a := role_of g (fst a);
       moves a := moves g (fst a);
       play a m := (play g (fst a) m, N.pred (snd a));
       same := same_timed;
       same_spec := same_timed_spec;
       own_moves_win := Unknown;
       may_repeat := false;
       key a := key g (fst a) |}.

  (** N satisfies section 2.1 (condition 10 of section 3). *)
  Definition possible_plies (root : position) (n : N) : bool :=
    (n <=? 65535) &&
    match status_of g root with
    | Open =>
        let least := least_plies (role_of g root) in
        (least <=? n) && negb (shown (own_moves_win g) && N.odd (n - least))
    | _ => true
    end.

  (** ** A win of [timed g] is a win within the remaining plies *)

  Lemma open_within p n :
    status_within p n = Open -> status_of g p = Open /\ least_plies (role_of g p) <= n.
  Proof.
    unfold status_within; destruct (status_of g p); try discriminate.
    destruct (N.ltb_spec n (least_plies (role_of g p))); [discriminate|auto].
  Qed.

  Lemma open_within_more p n m : n <= m -> status_within p n = Open -> status_within p m = Open.
  Proof.
    intros le [open enough]%open_within; unfold status_within; rewrite open.
    destruct (N.ltb_spec m (least_plies (role_of g p))); [lia|reflexivity].
  Qed.

  Lemma won_within p (n : N) : status_within p n = Won -> status_of g p = Won.
  Proof.
    unfold status_within.
    destruct (status_of g p), (n <? least_plies (role_of g p)); congruence.
  Qed.

  Lemma some_plies p n : status_within p n = Open -> N.to_nat n = S (N.to_nat (N.pred n)).
  Proof.
    intros [_ enough]%open_within; unfold least_plies in enough.
    destruct (role_of g p), (shown (own_moves_win g)); lia.
  Qed.

  (** An open position with too few plies cannot be won. *)
  Lemma too_few_plies p n :
    status_of g p = Open -> n < least_plies (role_of g p) -> ~ wins_within g (N.to_nat n) p.
  Proof.
    unfold least_plies; intros open few win; destruct n as [|n].
    { inversion win; congruence. }
    destruct (role_of g p) eqn:mover; [lia|].
    destruct (own_moves_win g) as [proof|]; cbn in few; [|lia].
    assert (N.to_nat (N.pos n) = 1%nat) as one by lia; rewrite one in win.
    inversion win as [| |k q _ _ some all]; subst; try congruence.
    destruct (moves g p) as [|m ms] eqn:list; [now apply some|].
    assert (legal : In m (moves g p)) by (rewrite list; now left).
    apply (proof p m open mover legal).
    assert (next : In m (m :: ms)) by now left.
    specialize (all m next); now inversion all.
  Qed.

  Lemma timed_wins_within a : wins timed a -> wins_within g (N.to_nat (snd a)) (fst a).
  Proof.
    induction 1 as [[p n] won|[p n] m open mine legal _ IH|[p n] open other some _ IH];
      cbn in *.
    - apply within_at_once; now apply won_within in won.
    - rewrite (some_plies p n open); apply open_within in open as [open _].
      now apply (within_by_a_move g _ p m).
    - rewrite (some_plies p n open); apply open_within in open as [open _].
      now apply within_after_all_moves.
  Qed.

  Lemma within_timed_wins k p n : N.to_nat n = k -> wins_within g k p -> wins timed (p, n).
  Proof.
    intros same_number win; revert n same_number.
    assert (status : forall k p, wins_within g k p -> forall n, N.to_nat n = k ->
      status_of g p = Open -> status_within p n = Open).
    { intros j q won n <- open; unfold status_within; rewrite open.
      destruct (N.ltb_spec n (least_plies (role_of g q))) as [few|]; [|reflexivity].
      now destruct (too_few_plies q n open few). }
    induction win as [k p won|k p m open mine legal win IH|k p open other some win IH];
      intros n number.
    - apply wins_at_once; cbn; unfold status_within; now rewrite won.
    - apply (wins_by_a_move timed (p, n) m); cbn; auto.
      + apply (status (S k) p); auto; now apply (within_by_a_move g k p m).
      + apply IH; lia.
    - apply (wins_after_all_moves timed (p, n)); cbn; auto.
      + apply (status (S k) p); auto; now apply within_after_all_moves.
      + intros m legal; apply IH; auto; lia.
  Qed.

  Theorem timed_wins p n : wins timed (p, n) <-> wins_within g (N.to_nat n) p.
  Proof.
    split; [exact (timed_wins_within (p, n))|]; now apply within_timed_wins.
  Qed.

  Lemma timed_wins_more p n m : n <= m -> wins timed (p, n) -> wins timed (p, m).
  Proof. rewrite !timed_wins; intros le; apply wins_within_more; lia. Qed.
End Plies.
