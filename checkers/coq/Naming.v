(** The namings of Certificate.v, for versions 1 and 2 of the format, have the properties that
    Sound.v needs. *)

From Coq Require Import List Bool NArith Lia.
From Coq Require Import Uint63.
From Shomei Require Import Game Tools Search SearchSound Plies Certificate.

Section Naming.
  Context {position move : Type} (g : game position move).
  Variable c : claim.
  Variable way : naming position.

  (** The claim is true for a position. *)
  Definition worth (p : position) : Prop :=
    match c with Proved => wins g p | Disproved => ~ wins g p end.

  (** A record of the position [q] serves [p]. *)
  Definition serves (q p : position) : Prop := meet way q p = Serves.

  (** [meet way] is right: if numbers rise, it compares claims. Otherwise a sharper position serves
      also where the old one did. *)
  Definition right_meeting (q p : position) : Prop :=
    match meet way q p with
    | Apart => True
    | Serves => rises way = true -> worth q -> worth p
    | Sharper => if rises way then worth p -> worth q else serves p q
    end.

  (** With [serves] instead of equality, a set of positions is closed as before: what holds for [q]
      by one move holds for [p]. *)
  Definition right_service : Prop :=
    (forall p, serves p p) /\
    (forall p q r, serves p q -> serves q r -> serves p r) /\
    (forall (inside : position -> Prop) q p,
      (forall a b, serves a b -> inside a -> inside b) ->
      serves q p -> holds_one g inside q -> holds_one g inside p).

  (** What the naming of records needs. Only disproofs lead back. *)
  Definition right_naming : Prop :=
    (forall q p, right_meeting q p) /\ (rises way = false -> c = Disproved /\ right_service).

  Hypothesis way_right : right_naming.

  Lemma only_disproofs : rises way = false -> c = Disproved.
  Proof. apply way_right. Qed.

  Lemma serves_itself p : rises way = false -> serves p p.
  Proof. intros back; apply (proj2 way_right back). Qed.

  Lemma serves_trans p q r : rises way = false -> serves p q -> serves q r -> serves p r.
  Proof. intros back; apply (proj2 way_right back). Qed.
End Naming.

(** * Version 1 *)

Lemma serves_by_position {position move} (g : game position move) c q p :
  serves (by_position g c) q p <-> q = p.
Proof.
  unfold serves; cbn; destruct (same_spec g q p); split; intros; congruence.
Qed.

Lemma by_position_right {position move} (g : game position move) c :
  right_naming g c (by_position g c).
Proof.
  split.
  - intros q p; unfold right_meeting; cbn.
    destruct (same_spec g q p) as [->|]; [|exact I]; now destruct c.
  - intros back; split; [now destruct c|]; unfold right_service; repeat split.
    + intros p; now apply serves_by_position.
    + intros p q r ->%serves_by_position; auto.
    + intros inside q p _ ->%serves_by_position; auto.
Qed.

(** * Version 2 *)

(** In a disproof, a record serves the same position with at most as many plies. *)
Lemma serves_by_plies {position move} (g : game position move) q n p m :
  serves (by_plies g Disproved) (q, n) (p, m) <-> q = p /\ (m <= n)%N.
Proof.
  unfold serves; cbn; destruct (same_spec g q p); [destruct (N.leb_spec m n)|];
    split; try congruence; try tauto; intros [_ le]; lia.
Qed.

(** More plies serve fewer: a move takes one from both. *)
Lemma fewer_plies_hold {position move} (g : game position move) (inside : _ -> Prop) p n m :
  (forall a b, serves (by_plies g Disproved) a b -> inside a -> inside b) -> (m <= n)%N ->
  holds_one (timed g) inside (p, n) -> holds_one (timed g) inside (p, m).
Proof.
  intros down le; unfold holds_one; cbn.
  assert (next : forall move, inside (play g p move, N.pred n) -> inside (play g p move, N.pred m)).
  { intros mv; apply down, serves_by_plies; split; [reflexivity|lia]. }
  destruct (status_within g p m) eqn:now_; [|auto|].
  - apply won_within in now_; unfold status_within; now rewrite now_.
  - rewrite (open_within_more g p m n le now_); destruct (role_of g p); [auto|].
    intros (mv & legal & here); eauto.
Qed.

Lemma by_plies_right {position move} (g : game position move) c :
  right_naming (timed g) c (by_plies g c).
Proof.
  split.
  - intros [q n] [p m]; unfold right_meeting; destruct c; cbn.
    + destruct (same_spec g q p) as [<-|]; [|exact I]; destruct (N.leb_spec n m) as [le|lt].
      * intros _; now apply timed_wins_more.
      * apply timed_wins_more; now apply N.lt_le_incl.
    + destruct (same_spec g q p) as [<-|]; [|exact I]; destruct (N.leb_spec m n) as [le|lt].
      * discriminate.
      * apply serves_by_plies; split; [reflexivity|lia].
  - destruct c; [discriminate|]; intros _; split; [reflexivity|]; unfold right_service.
    repeat split.
    + intros [p n]; apply serves_by_plies; split; [reflexivity|lia].
    + intros [p n] [q m] [r k] [-> le]%serves_by_plies [-> le']%serves_by_plies.
      apply serves_by_plies; split; [reflexivity|lia].
    + intros inside [q n] [p m] down [-> le]%serves_by_plies; now apply fewer_plies_hold.
Qed.
