(** Plain search is exact: what it finds won, the attacker wins, and what it finds failed, it does
    not win. *)

From Coq Require Import List Bool.
From Coq Require Import Uint63.
From Shomei Require Import Game Tools Search.
Import ListNotations.

Section SearchSound.
  Context {position move : Type} (g : game position move).

  (** * Closed sets *)

  (** [p] is not won, and its next move leads to [inside], or can be chosen so by the defender. *)
  Definition holds_one (inside : position -> Prop) (p : position) : Prop :=
    match status_of g p with
    | Won => False
    | Failed => True
    | Open =>
        match role_of g p with
        | Attacker => forall m, In m (moves g p) -> inside (play g p m)
        | Defender => exists m, In m (moves g p) /\ inside (play g p m)
        end
    end.

  Definition closed (inside : position -> Prop) : Prop :=
    forall p, inside p -> holds_one inside p.

  Lemma holds_one_weaken (a b : position -> Prop) p :
    (forall q, a q -> b q) -> holds_one a p -> holds_one b p.
  Proof.
    intros sub; unfold holds_one; destruct (status_of g p), (role_of g p); auto.
    intros (m & legal & here); eauto.
  Qed.

  (** The defender has a closed set with [p]: it can avoid a won position for ever. *)
  Definition defended (p : position) : Prop :=
    exists inside : position -> Prop, inside p /\ closed inside.

  (** The attacker wins no position of a closed set. *)
  Lemma closed_not_wins inside p : closed inside -> inside p -> ~ wins g p.
  Proof.
    intros all here win; revert here.
    induction win as [p won|p m open mine legal win IH|p open other some win IH];
      intros here; specialize (all p here); unfold holds_one in all.
    - now rewrite won in all.
    - rewrite open, mine in all; auto.
    - rewrite open, other in all; destruct all as (m & legal & next); eauto.
  Qed.

  Lemma defended_not_wins p : defended p -> ~ wins g p.
  Proof. intros (inside & here & all); now apply (closed_not_wins inside). Qed.

  (** * Plain search *)

  (** The defender can avoid a won position from [p] for ever, or return to [before]. *)
  Definition avoids (before : position -> Prop) (p : position) : Prop :=
    exists inside : position -> Prop,
      inside p /\ forall q, inside q -> before q \/ holds_one inside q.

  Lemma avoids_defended p : avoids (fun _ => False) p -> defended p.
  Proof.
    intros (inside & here & all); exists inside; split; [exact here|].
    intros q there; destruct (all q there) as [[]|holds]; exact holds.
  Qed.

  Lemma avoids_weaken (a b : position -> Prop) p :
    (forall q, a q -> b q) -> avoids a p -> avoids b p.
  Proof.
    intros sub (inside & here & all); exists inside; split; [exact here|].
    intros q there; destruct (all q there); auto.
  Qed.

  (** The set of positions that avoid a win is closed. *)
  Lemma avoids_one (inside : position -> Prop) p :
    (forall q, avoids (fun _ => False) q -> inside q) -> avoids (fun _ => False) p ->
    holds_one inside p.
  Proof.
    intros sub (within & here & all); destruct (all p here) as [[]|one].
    revert one; apply holds_one_weaken; intros q there; apply sub; now exists within.
  Qed.

  Lemma avoids_failed before p : status_of g p = Failed -> avoids before p.
  Proof.
    intros failed; exists (eq p); split; [reflexivity|].
    intros q <-; right; unfold holds_one; now rewrite failed.
  Qed.

  Lemma avoids_repeated (before : position -> Prop) p : before p -> avoids before p.
  Proof. intros seen; exists (eq p); split; [reflexivity|]; intros q <-; now left. Qed.

  Definition or_same (before : position -> Prop) (p q : position) : Prop := q = p \/ before q.

  (** A return to [p] itself is no progress for the attacker. *)
  Lemma avoids_from (before : position -> Prop) p :
    holds_one (avoids (or_same before p)) p -> avoids before p.
  Proof.
    intros holds; exists (fun q => q = p \/ avoids (or_same before p) q); split; [now left|].
    assert (here : holds_one (fun q => q = p \/ avoids (or_same before p) q) p).
    { revert holds; apply holds_one_weaken; auto. }
    intros q [->|(inside & there & all)]; [now right|].
    destruct (all q there) as [[->|seen]|one]; auto.
    right; revert one; apply holds_one_weaken; intros r inner; right; now exists inside.
  Qed.

  Definition within (s : positions) (p : position) : Prop := exists l, occurs l s /\ In p l.

  Lemma in_bucket k s p : In p (bucket k s) -> within s p.
  Proof.
    unfold bucket; destruct (get k s) as [l|] eqn:found; [|intros []].
    intros inl; exists l; split; [|exact inl]; now apply get_occurs in found.
  Qed.

  Lemma member_within p s : member g p s = true -> within s p.
  Proof.
    intros (q & inb & eq)%existsb_exists; destruct (same_spec g p q) as [->|]; [|discriminate].
    now apply in_bucket in inb.
  Qed.

  Lemma within_add p s q : within (add g p s) q -> or_same (within s) p q.
  Proof.
    intros (l & here & inl); apply set_only in here as [->|here].
    - destruct inl as [->|inl]; [now left|]; right; now apply in_bucket in inl.
    - right; now exists l.
  Qed.

  (** What the value of a position means while [before] is the path to it. *)
  Definition right_value (before : position -> Prop) (p : position) (won : bool) : Prop :=
    if won then wins g p else avoids before p.

  (** [f] is a frame for an open position with moves; those that were tried and are not the move
      to [p] have a value that does not decide. *)
  Definition good_frame (now_path : position -> Prop) (f : frame) (p : position) : Prop :=
    let q := at_position f in
    status_of g q = Open /\ role_of g q = mover f /\ moves g q <> [] /\
    (exists m, In m (moves g q) /\ play g q m = p) /\
    (forall m, In m (untried f) -> In m (moves g q)) /\
    (forall m, In m (moves g q) ->
      In m (untried f) \/ play g q m = p \/
      right_value now_path (play g q m) (is_role (mover f) Defender)).

  (** The search has to find the value of [p], under the frames of the stack, where [before] is
      the path to [p]; the last frame belongs to [root]. *)
  Fixpoint good_stack (root : position) (fs : list frame) (before : position -> Prop)
      (p : position) : Prop :=
    match fs with
    | [] => p = root /\ forall q, ~ before q
    | f :: rest =>
        good_frame before f p /\
        (forall q, before q -> or_same (within (path_before f)) (at_position f) q) /\
        good_stack root rest (within (path_before f)) (at_position f)
    end.

  Definition good_search (root : position) (s : search) : Prop :=
    match now s with
    | Enter p => good_stack root (stack s) (within (path s)) p
    | Return won =>
        exists p, good_stack root (stack s) (within (path s)) p /\
                  right_value (within (path s)) p won
    end.

  Definition good_answer (root : position) (a : answer) : Prop :=
    match a with
    | Decided won _ => right_value (fun _ => False) root won
    | Undecided => True
    end.

  (** A value that decides the position [q] of a frame is the value of [q]. *)
  Lemma decisive_value (now_path before : position -> Prop) q m won :
    (forall r, now_path r -> or_same before q r) ->
    status_of g q = Open -> In m (moves g q) ->
    decides won (role_of g q) = true -> right_value now_path (play g q m) won ->
    right_value before q won.
  Proof.
    intros sub open legal decide value; destruct (role_of g q) eqn:who, won; try discriminate.
    - now apply (wins_by_a_move g q m).
    - apply avoids_from; unfold holds_one; rewrite open, who; exists m; split; [exact legal|].
      revert value; apply avoids_weaken; exact sub.
  Qed.

  (** If no move decides, the position is lost for its mover. *)
  Lemma exhausted_value (now_path before : position -> Prop) q :
    (forall r, now_path r -> or_same before q r) ->
    status_of g q = Open -> moves g q <> [] ->
    (forall m, In m (moves g q) ->
      right_value now_path (play g q m) (is_role (role_of g q) Defender)) ->
    right_value before q (is_role (role_of g q) Defender).
  Proof.
    intros sub open some all; destruct (role_of g q) eqn:who; cbn in all |- *.
    - apply avoids_from; unfold holds_one; rewrite open, who; intros m legal.
      generalize (all m legal); apply avoids_weaken; exact sub.
    - now apply wins_after_all_moves.
  Qed.

  (** The loop goes on with a frame whose tried moves do not decide. *)
  Lemma good_next_move root q r ms before rest now_path depth left :
    status_of g q = Open -> role_of g q = r -> moves g q <> [] ->
    (forall m, In m ms -> In m (moves g q)) ->
    (forall m, In m (moves g q) ->
      In m ms \/ right_value (within now_path) (play g q m) (is_role r Defender)) ->
    (forall p, within now_path p -> or_same (within before) q p) ->
    good_stack root rest (within before) q ->
    good_search root (next_move g (Frame q r ms before) rest now_path depth left).
  Proof.
    intros open who some sub all path_ok below; destruct ms as [|m ms].
    - cbn; exists q; split; [exact below|]; subst r.
      apply (exhausted_value (within now_path)); auto.
      intros m legal; now destruct (all m legal).
    - cbn; split; [|auto]; unfold good_frame; cbn; repeat split; auto.
      + exists m; split; [|reflexivity]; apply sub; now left.
      + intros n legal; apply sub; now right.
      + intros n legal; destruct (all n legal) as [[->|untried']|value]; auto.
  Qed.

  Lemma good_enter root p s :
    good_stack root (stack s) (within (path s)) p ->
    match enter g p s with
    | inl next => good_search root next
    | inr a => good_answer root a
    end.
  Proof.
    intros good; unfold enter; destruct (_ || _); [exact I|].
    destruct (status_of g p) eqn:status.
    - exists p; split; [exact good|]; now apply wins_at_once.
    - exists p; split; [exact good|]; now apply avoids_failed.
    - destruct (may_repeat g && member g p (path s)) eqn:seen.
      { apply andb_prop in seen as [_ seen]; exists p; split; [exact good|].
        now apply avoids_repeated, member_within. }
      destruct (moves g p) as [|m ms] eqn:legal; [exact I|].
      apply good_next_move; auto; rewrite ?legal; auto; [discriminate|].
      intros q; destruct (may_repeat g); [apply within_add|now right].
  Qed.

  Lemma good_step root s :
    good_search root s ->
    match search_step g s with
    | inl next => good_search root next
    | inr a => good_answer root a
    end.
  Proof.
    unfold good_search, search_step; destruct (now s) as [p|won]; [apply good_enter|].
    intros (p & good & value); destruct (stack s) as [|f rest]; cbn in good |- *.
    - destruct good as [<- none]; destruct won; cbn in *; [exact value|].
      revert value; apply avoids_weaken; exact none.
    - destruct good as ((open & who & some & (m & legal & <-) & sub & all) & path_ok & below).
      destruct (decides won (mover f)) eqn:decide.
      + exists (at_position f); split; [exact below|].
        apply (decisive_value (within (path s)) _ _ m); auto; congruence.
      + destruct f as [q r ms before]; cbn in *; apply good_next_move; auto.
        intros n; intros [later|[->|known]]%all; auto.
        right; destruct won, r; try discriminate; exact value.
  Qed.

  Lemma plain_search_right p nodes : good_answer p (plain_search g p nodes).
  Proof.
    unfold plain_search.
    pose proof (loop_invariant (search_step g) (good_search p) (good_answer p) (good_step p)
      endless (Search (Enter p) [] Empty 0 nodes)) as last.
    destruct loop as [|a]; [exact I|]; apply last; cbn; split; [reflexivity|].
    intros q (l & [] & _).
  Qed.

  (** Plain search is exact. *)
  Theorem plain_search_won p nodes left : plain_search g p nodes = Decided true left -> wins g p.
  Proof. intros found; generalize (plain_search_right p nodes); now rewrite found. Qed.

  Theorem plain_search_failed p nodes left :
    plain_search g p nodes = Decided false left -> ~ wins g p.
  Proof.
    intros found; generalize (plain_search_right p nodes); rewrite found; intros avoid.
    now apply defended_not_wins, avoids_defended.
  Qed.
End SearchSound.
