(** The check of Certificate.v is right: an accepted proof shows that the attacker wins, an accepted
    disproof that it does not. *)

From Coq Require Import List Bool NArith.
From Coq Require Import Uint63.
From Shomei Require Import Game Tools Search SearchSound Plies Certificate.
From Shomei Require Export Naming.
Import ListNotations.

Section Sound.
  Context {position move : Type} (g : game position move).

  (** * The records *)

  Variable c : claim.
  Variable way : naming position.
  Variable most : int.

  Hypothesis way_right : right_naming g c way.

  Notation worth := (worth g c).
  Notation serves := (serves way).

  Notation only_disproofs := (only_disproofs g c way way_right).
  Notation serves_itself := (serves_itself g c way way_right).
  Notation serves_trans := (serves_trans g c way way_right).

  Definition all_worth (s : checked) : Prop := forall p, occurs p (pending s) -> worth p.

  (** A record that was read serves the position, or one that is still to be read. If numbers rise,
      the claim for the position follows from those for the pending ones. *)
  Definition named (s : checked) (p : position) : Prop :=
    if rises way then all_worth s -> worth p
    else exists q, serves q p /\ (occurs q (pending s) \/ occurs q (done s)).

  Definition covered (s : checked) (p : position) : Prop :=
    is_end c (status_of g p) = true \/ named s p.

  (** A check of children keeps what is pending, or what serves it, and only adds open positions. *)
  Definition keeps (s t : checked) : Prop :=
    if rises way then all_worth t -> all_worth s
    else forall p, occurs p (pending s) -> exists q, serves q p /\ occurs q (pending t).

  Definition grows (s t : checked) : Prop :=
    done t = done s /\ number t = number s /\ keeps s t /\
    (forall p, occurs p (pending t) -> occurs p (pending s) \/ status_of g p = Open).

  Lemma grows_same s t :
    done t = done s -> number t = number s -> pending t = pending s -> grows s t.
  Proof.
    unfold grows, keeps, all_worth; intros -> -> ->; repeat split; auto.
    destruct (rises way) eqn:back; [auto|]; intros p here; exists p; auto using serves_itself.
  Qed.

  Lemma grows_trans s t u : grows s t -> grows t u -> grows s u.
  Proof.
    unfold grows, keeps; intros (d1 & n1 & up1 & new1) (d2 & n2 & up2 & new2); repeat split.
    - now rewrite d2.
    - now rewrite n2.
    - destruct (rises way) eqn:back; [auto|]; intros p here.
      destruct (up1 p here) as (q & first & there); destruct (up2 q there) as (r & second & last).
      exists r; split; [now apply (serves_trans r q p)|exact last].
    - intros p here; destruct (new2 p here); auto.
  Qed.

  Lemma grows_named s t p : grows s t -> named s p -> named t p.
  Proof.
    unfold grows, keeps, named; intros (d & _ & up & _); destruct (rises way) eqn:back; [auto|].
    rewrite d; intros (q & first & [here|here]); [|exists q; auto].
    destruct (up q here) as (r & second & there).
    exists r; split; [now apply (serves_trans r q p)|auto].
  Qed.

  Lemma grows_covered s t p : grows s t -> covered s p -> covered t p.
  Proof. intros grow [fin|here]; [now left|right]; revert here; now apply grows_named. Qed.

  Lemma pending_named s p : occurs p (pending s) -> named s p.
  Proof.
    unfold named; destruct (rises way) eqn:back; [auto|]; intros here; exists p.
    auto using serves_itself.
  Qed.

  (** A pending position is replaced by a new one from which its claim follows. *)
  Lemma sharper_right n q p s t :
    get n (pending s) = Some q -> status_of g p = Open -> meet way q p = Sharper ->
    t = count_edge false (set n p (pending s)) s -> grows s t /\ covered t p.
  Proof.
    intros found open sharper ->; split; [|right; now apply pending_named, occurs_set].
    pose proof (proj1 way_right q p) as right; unfold right_meeting in right.
    rewrite sharper in right; unfold grows, keeps; cbn; repeat split.
    - destruct (rises way) eqn:back.
      + intros all r here; destruct (set_keeps n p _ q r found here) as [->|there].
        * apply right, all, occurs_set.
        * now apply all.
      + intros r here; destruct (set_keeps n p _ q r found here) as [->|there].
        * exists p; auto using occurs_set.
        * exists r; auto using serves_itself.
    - intros r [->|here]%set_only; auto.
  Qed.

  Lemma new_right n p s t :
    status_of g p = Open -> t = count_edge false (add_new n p (pending s)) s ->
    grows s t /\ covered t p.
  Proof.
    intros open ->; split; [|right; apply pending_named, occurs_add_new; now left].
    unfold grows, keeps; cbn; repeat split; auto.
    - destruct (rises way) eqn:back.
      + intros all q here; apply all, occurs_add_new; now right.
      + intros q here; exists q; split; [now apply serves_itself|].
        apply occurs_add_new; now right.
    - intros q [->|here]%occurs_add_new; auto.
  Qed.

  Lemma check_child_right p target s t :
    check_child g c way p target s = inl t -> grows s t /\ covered t p.
  Proof.
    unfold check_child, wrong; destruct target as [|n].
    - destruct (is_end c (status_of g p)) eqn:fin; [|discriminate]; intros [= <-].
      split; [now apply grows_same|now left].
    - destruct (status_of g p) eqn:open; try discriminate.
      destruct (if rises way || _ then _ else _) as [q|] eqn:found.
      + destruct (meet way q p) eqn:met; [discriminate| |].
        * intros [= <-]; split; [now apply grows_same|right; unfold named].
          pose proof (proj1 way_right q p) as right; unfold right_meeting in right.
          rewrite met in right; destruct (rises way); cbn in found.
          -- intros all; apply right, all; [reflexivity|]; now apply get_occurs in found.
          -- exists q; split; [exact met|].
             destruct (number s <? n)%uint63; apply get_occurs in found; auto.
        * destruct (rises way || _); [|discriminate]; intros [= <-].
          now apply (sharper_right n q p s).
      + destruct (number s <? n)%uint63; [|discriminate]; intros [= <-].
        now apply (new_right n p s).
  Qed.

  Lemma check_children_right p ms targets s t :
    check_children g c way p ms targets s = inl t ->
    grows s t /\ forall m, In m ms -> covered t (play g p m).
  Proof.
    revert targets s; induction ms as [|m ms IH]; intros [|target targets] s;
      cbn; try discriminate.
    - intros [= <-]; split; [now apply grows_same|intros m []].
    - destruct (check_child g c way (play g p m) target s) as [next|] eqn:one; [|discriminate].
      intros (later & all)%IH; apply check_child_right in one as (first & here).
      split; [now apply (grows_trans s next)|].
      intros n [->|there]; [|auto]; revert here; now apply grows_covered.
  Qed.

  Lemma nth_move_in n (ms : list move) m : nth_move n ms = Some m -> In m ms.
  Proof.
    revert n; induction ms as [|a ms IH]; intros n; cbn; [discriminate|].
    destruct (n =? 0)%uint63; [intros [= ->]; now left|]; intros there%IH; now right.
  Qed.

  (** What a record shows about its position [p]. *)
  Inductive answered (s : checked) (p : position) : Prop :=
    | answered_by_choice m :
        role_of g p = chooser c -> In m (moves g p) -> covered s (play g p m) -> answered s p
    | answered_by_all :
        role_of g p <> chooser c -> moves g p <> [] ->
        (forall m, In m (moves g p) -> covered s (play g p m)) -> answered s p
    | answered_by_search :
        right_value g (fun _ => False) p (match c with Proved => true | Disproved => false end) ->
        answered s p.

  Lemma is_role_spec a b : reflect (a = b) (is_role a b).
  Proof. destruct a, b; constructor; congruence. Qed.

  Lemma check_resolved_right p n s t :
    check_resolved g c most p n s = inl t -> grows s t /\ answered t p.
  Proof.
    unfold check_resolved, wrong; destruct (most <? n)%uint63; [discriminate|].
    destruct (plain_search g p n) as [won unused|] eqn:found; [|discriminate].
    destruct (Bool.eqb_spec won (match c with Proved => true | Disproved => false end))
      as [agree|]; [|discriminate].
    intros [= <-]; split; [now apply grows_same|apply answered_by_search].
    rewrite <- agree; generalize (plain_search_right g p n); now rewrite found.
  Qed.

  Lemma check_record_right p r s t :
    check_record g c way most p r s = inl t -> grows s t /\ answered t p.
  Proof.
    unfold check_record, wrong; destruct r as [n target|targets|n].
    - destruct (is_role_spec (role_of g p) (chooser c)) as [mine|]; [|discriminate].
      destruct (nth_move n (moves g p)) as [m|] eqn:nth; [|discriminate].
      intros (grow & here)%check_child_right; split; [exact grow|].
      now apply (answered_by_choice t p m); [|apply nth_move_in in nth|].
    - destruct targets as [|target targets]; [discriminate|].
      destruct (is_role_spec (role_of g p) (chooser c)) as [|other]; [discriminate|].
      intros check; pose proof check as (grow & all)%check_children_right.
      split; [exact grow|]; apply answered_by_all; auto.
      intros none; now rewrite none in check.
    - apply check_resolved_right.
  Qed.

  (** ** The invariants *)

  Definition all_open (s : checked) : Prop :=
    forall p, occurs p (pending s) -> status_of g p = Open.

  (** If children can have smaller numbers: the attacker cannot win from [p] if that holds for the
      pending positions. *)
  Definition safe_itself (s : checked) (p : position) : Prop :=
    status_of g p = Failed \/ occurs p (pending s) \/ occurs p (done s) \/
    avoids g (fun _ => False) p.

  Definition safe (s : checked) (p : position) : Prop := exists q, serves q p /\ safe_itself s q.

  Lemma safe_by_itself s p : rises way = false -> safe_itself s p -> safe s p.
  Proof. intros back here; exists p; auto using serves_itself. Qed.

  Definition closed_so_far (root : position) (s : checked) : Prop :=
    safe s root /\
    forall p, occurs p (done s) -> holds_one g (safe s) p \/ avoids g (fun _ => False) p.

  Definition so_far (root : position) (s : checked) : Prop :=
    all_open s /\ if rises way then all_worth s -> worth root else closed_so_far root s.

  Lemma end_worth p : is_end c (status_of g p) = true -> worth p.
  Proof.
    unfold worth; destruct c, (status_of g p) eqn:status; try discriminate; intros _.
    - now apply wins_at_once.
    - intros win; inversion win; congruence.
  Qed.

  Lemma start_right root s : start g c root = inl s -> so_far root s.
  Proof.
    unfold start, wrong, so_far, all_open.
    destruct (is_end c (status_of g root)) eqn:fin.
    - intros [= <-]; cbn; split; [intros p []|].
      destruct (rises way) eqn:up; [intros _; now apply end_worth|].
      rewrite (only_disproofs up) in fin; split; [|intros p []].
      apply safe_by_itself; [exact up|left]; now destruct (status_of g root).
    - destruct (status_of g root) eqn:open; try discriminate; intros [= <-]; cbn.
      split; [now intros p ->|]; destruct (rises way) eqn:up.
      + intros all; now apply all.
      + split; [apply safe_by_itself; [exact up|]; right; now left|intros p []].
  Qed.

  Lemma rising_covered s p : rises way = true -> all_worth s -> covered s p -> worth p.
  Proof.
    unfold covered, named; intros -> all [fin|here]; [now apply end_worth|auto].
  Qed.

  Lemma rising_answered s p :
    rises way = true -> status_of g p = Open -> all_worth s -> answered s p -> worth p.
  Proof.
    intros up open all answer; pose proof (fun q => rising_covered s q up all) as cover.
    unfold worth in *.
    destruct answer as [m mine legal here|other some here|value]; destruct c; cbn in *.
    - apply (wins_by_a_move g p m); auto.
    - intros win; inversion win as [| |q _ _ _ each]; subst; try congruence.
      now apply (cover (play g p m) here), each.
    - apply wins_after_all_moves; auto; destruct (role_of g p); [now destruct other|reflexivity].
    - intros win; inversion win as [|q m _ _ legal next|]; subst; try congruence.
      now apply (cover (play g p m) (here m legal)).
    - exact value.
    - now apply defended_not_wins, avoids_defended.
  Qed.

  Lemma closed_covered s p : rises way = false -> covered s p -> safe s p.
  Proof.
    unfold covered, named; intros back; rewrite back, (only_disproofs back).
    intros [fin|(q & serve & here)].
    - apply safe_by_itself; [exact back|left]; now destruct (status_of g p).
    - exists q; unfold safe_itself; tauto.
  Qed.

  Lemma closed_answered s p :
    rises way = false -> status_of g p = Open -> answered s p ->
    holds_one g (safe s) p \/ avoids g (fun _ => False) p.
  Proof.
    intros back open answer; pose proof (fun q => closed_covered s q back) as cover.
    pose proof (only_disproofs back) as dis.
    destruct answer as [m mine legal here|other some here|value]; rewrite dis in *.
    - left; unfold holds_one; rewrite open, mine; exists m; auto.
    - left; unfold holds_one; rewrite open; destruct (role_of g p); [auto|now destruct other].
    - now right.
  Qed.

  (** [p] is read between [s] and [t], which counts as the state after its record. *)
  Lemma check_next_right root r s t :
    check_next g c way most r s = inl t -> so_far root s -> so_far root t.
  Proof.
    unfold check_next, wrong; destruct (take (number s) (pending s)) as [[p others]|] eqn:took;
      [|discriminate].
    destruct (check_record g c way most p r (reading way p others s)) as [next|] eqn:record;
      [|discriminate].
    intros [= <-] [open so]; apply check_record_right in record as (grow & answer).
    assert (open_p : status_of g p = Open).
    { apply open, (take_only _ _ _ _ _ took); now left. }
    destruct grow as (same_done & _ & up & new); unfold keeps in up; cbn in same_done, up, new.
    pose proof (fun q => take_keeps _ _ _ _ q took) as old.
    split; cbn.
    { intros q here; destruct (new q here) as [there|]; [|assumption].
      apply open, (take_only _ _ _ _ _ took); now right. }
    destruct (rises way) eqn:which; cbn.
    - intros all; apply so; intros q [->|here]%old; [now apply (rising_answered next)|].
      now apply (up all).
    - set (t := Checked (pending next) (done next) _ _ _ _ _).
      assert (p_done : occurs p (done t)).
      { cbn; rewrite same_done; apply occurs_add_new; now left. }
      assert (weak : forall q, safe s q -> safe t q).
      { intros q (a & serve & here); unfold safe, safe_itself in *.
        assert (done_a : occurs a (done s) -> occurs a (done t)).
        { intros there; cbn; rewrite same_done; apply occurs_add_new; now right. }
        destruct here as [fin|[there|here]]; [exists a; auto| |exists a; tauto].
        destruct (old a there) as [->|rest]; [exists p; auto|].
        destruct (up a rest) as (b & again & new_b); exists b; split; [|auto].
        now apply (serves_trans b a q). }
      destruct so as [safe_root all]; split; [auto|]; intros q.
      cbn; rewrite same_done; intros [->|here]%occurs_add_new.
      + now apply (closed_answered next).
      + destruct (all q here) as [one|value]; [left|now right].
        revert one; apply holds_one_weaken; exact weak.
  Qed.

  (** What an accepted certificate shows. If children can have smaller numbers, that is a set that
      the defender need not leave. *)
  Definition claimed (root : position) : Prop :=
    if rises way then worth root else defended g root.

  Lemma claimed_worth root : claimed root -> worth root.
  Proof.
    unfold claimed, worth; destruct (rises way) eqn:up; [auto|].
    rewrite (only_disproofs up); apply defended_not_wins.
  Qed.

  Lemma complete_right root s : so_far root s -> complete s = true -> claimed root.
  Proof.
    unfold so_far, complete, claimed; intros [_ so] none.
    assert (absurd : forall p, ~ occurs p (pending s)).
    { intros p; now apply is_empty_occurs. }
    destruct (rises way) eqn:back.
    - apply so; intros p here; now destruct (absurd p here).
    - destruct so as [here all]; exists (safe s); split; [exact here|].
      assert (value_one : forall q, avoids g (fun _ => False) q -> holds_one g (safe s) q).
      { intros q; apply avoids_one; intros r value; apply safe_by_itself; [exact back|].
        unfold safe_itself; tauto. }
      intros p (q & serve & there); destruct (proj2 way_right back) as (_ & _ & _ & carry).
      apply (carry (safe s) q p); [|exact serve|].
      + intros a b serve' (r & again & itself); exists r; eauto using serves_trans.
      + destruct there as [fin|[there|[there|value]]]; auto.
        * unfold holds_one; now rewrite fin.
        * now destruct (absurd q there).
        * destruct (all q there); auto.
  Qed.

  Lemma check_all_right root rs s t :
    check_all g c way most rs s = inl t -> so_far root s -> so_far root t.
  Proof.
    revert s; induction rs as [|r rs IH]; intros s; cbn; [now intros [= <-]|].
    destruct (check_next g c way most r s) as [next|] eqn:one; [|discriminate].
    intros all so; apply (IH next all); now apply (check_next_right root r s).
  Qed.

  Theorem check_right root rs : check g c way most root rs = true -> claimed root.
  Proof.
    unfold check; destruct (start g c root) as [s|] eqn:first; [|discriminate].
    destruct (check_all g c way most rs s) as [last|] eqn:all; [|discriminate].
    apply complete_right, (check_all_right root rs s last all); now apply start_right.
  Qed.
End Sound.

(** * Version 1 *)

(** An accepted proof shows that the attacker wins. *)
Theorem check_proof_sound {position move} (g : game position move) root most rs :
  check_proof g root most rs = true -> wins g root.
Proof. exact (check_right g Proved _ most (by_position_right g Proved) root rs). Qed.

(** It shows more: a set of positions that the defender need not leave, without a won one. *)
Theorem check_disproof_defended {position move} (g : game position move) root most rs :
  check_disproof g root most rs = true -> defended g root.
Proof. exact (check_right g Disproved _ most (by_position_right g Disproved) root rs). Qed.

(** An accepted disproof shows that the attacker does not win. *)
Theorem check_disproof_sound {position move} (g : game position move) root most rs :
  check_disproof g root most rs = true -> ~ wins g root.
Proof. intros check%check_disproof_defended; now apply defended_not_wins. Qed.

(** * Version 2 *)

Lemma check_within_right {position move} (g : game position move) c n root most rs :
  check_within g c n root most rs = true -> worth (timed g) c (root, N.of_nat n).
Proof.
  intros [_ check]%andb_prop.
  pose proof (by_plies_right g c) as right.
  exact (claimed_worth _ c _ right _ (check_right _ c _ most right _ rs check)).
Qed.

(** An accepted proof within [n] plies shows that the attacker wins within them. *)
Theorem check_proof_within_sound {position move} (g : game position move) n root most rs :
  check_proof_within g n root most rs = true -> wins_within g n root.
Proof. intros win%check_within_right; apply timed_wins in win; now rewrite Nat2N.id in win. Qed.

(** An accepted disproof within [n] plies shows that the attacker does not. *)
Theorem check_disproof_within_sound {position move} (g : game position move) n root most rs :
  check_disproof_within g n root most rs = true -> ~ wins_within g n root.
Proof. intros none%check_within_right win; apply none, timed_wins; now rewrite Nat2N.id. Qed.
