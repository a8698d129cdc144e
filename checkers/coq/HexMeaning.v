(** Hex: [joins] finds out whether linked stones join two edges. *)

From Coq Require Import Lia List Bool.
From Coq Require Import Uint63.
From Shomei Require Import Hex Bits.
Import ListNotations.
Local Open Scope uint63_scope.

Definition index '((x, y) : int * int) : int := x + 8 * y.

Lemma cell_index x y : cell x y = 1 << index (x, y).
Proof. reflexivity. Qed.

Definition sizes : list int := [2; 3; 4; 5; 6; 7].

Definition board (n : int) : list (int * int) :=
  flat_map (fun y => map (fun x => (x, y)) (range n)) (range n).

(** The cells that touch a cell. (Numbers below 0 are large, and so outside the board.) *)
Definition neighbours (n : int) '((x, y) : int * int) : list (int * int) :=
  filter (fun '(u, v) => (u <? n) && (v <? n))
    [(x, y - 1); (x + 1, y - 1); (x - 1, y); (x + 1, y); (x - 1, y + 1); (x, y + 1)].

(** The cells that are linked, by stones in [own], to stones in [from]. *)
Inductive linked (n own from : int) : int * int -> Prop :=
  | begins q :
      In q (board n) -> bit own (index q) = true -> bit from (index q) = true ->
      linked n own from q
  | continues q r :
      linked n own from q -> In r (neighbours n q) -> bit own (index r) = true ->
      linked n own from r.

(** ** The bits of [spread] *)

Definition candidates (i : int) : list int := [i; i - 1; 1 + i; i - 8; 8 + i; i - 7; 7 + i].

Lemma shifts :
  forallb (fun i => forallb (fun k =>
    (implb ((i <? k) || (digits <=? i)) (digits <=? i - k)) && (i <=? k + i)) [1; 8; 7])
    positions_of_bits = true.
Proof. reflexivity. Qed.

Lemma bit_up s i k :
  In i positions_of_bits -> In k [1; 8; 7] -> bit (s << k) i = bit s (i - k).
Proof.
  intros hi hk; pose proof (proj1 (forallb_forall _ _) shifts i hi) as fact; cbn beta in fact.
  pose proof (proj1 (forallb_forall _ _) fact k hk) as fact'; cbn beta in fact'.
  apply andb_prop in fact' as [fact' _]; rewrite bit_lsl.
  destruct (_ || _); [|reflexivity]; symmetry; now apply bit_M.
Qed.

Lemma bit_down s i k :
  In i positions_of_bits -> In k [1; 8; 7] -> bit (s >> k) i = bit s (k + i).
Proof.
  intros hi hk; pose proof (proj1 (forallb_forall _ _) shifts i hi) as fact; cbn beta in fact.
  pose proof (proj1 (forallb_forall _ _) fact k hk) as fact'; cbn beta in fact'.
  apply andb_prop in fact' as [_ fact']; now rewrite bit_lsr, fact'.
Qed.

Lemma bit_spread s i :
  In i positions_of_bits -> bit (spread s) i = existsb (bit s) (candidates i).
Proof.
  intros hi; unfold spread; rewrite !lor_spec, !bit_up, !bit_down by (assumption || (cbn; auto)).
  cbn [existsb candidates]; now rewrite orb_false_r, !orb_assoc.
Qed.

(** ** The neighbours of a cell on the board *)

Definition all_cells (n : int) : int := union (cells n).

Definition is_cell (n i : int) : bool := existsb (fun q => i =? index q) (board n).

Definition near (n : int) (q : int * int) : list (int * int) := q :: neighbours n q.

(** The edges are the cells of the first and last rows and columns. *)
Lemma edges :
  forallb (fun n => forallb (fun '(x, y) =>
      let on edge := bit edge (index (x, y)) in
      let b := board_of n in
      Bool.eqb (on (upper b)) (y =? 0) && Bool.eqb (on (lower b)) (y =? n - 1)
      && Bool.eqb (on (left_ b)) (x =? 0) && Bool.eqb (on (right_ b)) (x =? n - 1))
    (board n)) sizes = true.
Proof. vm_compute; reflexivity. Qed.

Definition is_one_of (l : list (int * int)) '((x, y) : int * int) : bool :=
  existsb (fun '(u, v) => (x =? u) && (y =? v)) l.

(** The candidates on the board are a cell and its neighbours, and neighbours are on the board and
    have the cell as a neighbour. *)
Definition spreads_right (n : int) : bool :=
  forallb (fun q =>
      forallb (fun i => implb (is_cell n i) (existsb (fun r => i =? index r) (near n q)))
        (candidates (index q))
      && forallb (fun r => existsb (eqb (index r)) (candidates (index q))) (near n q)
      && forallb (fun r => is_one_of (board n) r && is_one_of (neighbours n r) q)
        (neighbours n q)
      && existsb (eqb (index q)) positions_of_bits) (board n)
  && forallb (fun i => implb (bit (all_cells n) i) (is_cell n i)) positions_of_bits.

Lemma all_spread_right : forallb spreads_right sizes = true.
Proof. vm_compute; reflexivity. Qed.

Lemma is_one_of_In l q : is_one_of l q = true -> In q l.
Proof.
  destruct q as [x y]; unfold is_one_of; rewrite existsb_exists.
  intros [[u v] [here same]]; apply andb_prop in same as [first second].
  apply eqb_correct in first, second; now subst.
Qed.

Lemma filter_grows {A : Type} (f g : A -> bool) l :
  (forall a, In a l -> f a = true -> g a = true) ->
  (length (filter f l) <= length (filter g l))%nat /\
  (length (filter f l) = length (filter g l) -> forall a, In a l -> f a = g a).
Proof.
  induction l as [|a l IH]; intros grows; cbn; [split; [lia|tauto]|].
  destruct IH as [less equal]; [intros; apply grows; cbn; auto|].
  specialize (grows a (or_introl eq_refl)).
  destruct (f a) eqn:fa, (g a) eqn:ga; cbn; try (specialize (grows eq_refl); discriminate);
    (split; [lia|]); intros lengths; try lia; intros b [<-|here]; try congruence;
    apply equal; trivial; lia.
Qed.

Definition number (s : int) : nat := length (filter (bit s) positions_of_bits).

Lemma number_bound s : (number s <= 63)%nat.
Proof.
  unfold number; destruct (filter_grows (bit s) (fun _ => true) positions_of_bits) as [less _];
    [auto|].
  assert (length (filter (fun _ => true) positions_of_bits) = 63)%nat as bound
    by (vm_compute; reflexivity).
  now rewrite bound in less.
Qed.

Definition part_of (s t : int) : Prop := forall i, bit s i = true -> bit t i = true.

Lemma number_grows s t :
  part_of s t -> (number s <= number t)%nat /\ (number s = number t -> s = t).
Proof.
  intros part; unfold number.
  destruct (filter_grows (bit s) (bit t) positions_of_bits) as [less equal]; [auto|].
  split; [exact less|]; intros lengths; apply equal_bits, equal, lengths.
Qed.

Lemma spread_keeps s : part_of s (spread s).
Proof.
  intros i set; rewrite bit_spread by now apply bit_place in set.
  cbn [existsb candidates]; now rewrite set.
Qed.

Lemma joined_keeps steps own group : part_of group own -> part_of group (joined steps own group).
Proof.
  revert group; induction steps as [|steps IH]; intros group part; cbn [joined]; [easy|].
  destruct (_ =? _); [easy|]; intros i set; apply IH.
  - intros j; rewrite land_spec; intros both; now apply andb_prop in both.
  - now rewrite land_spec, spread_keeps, part.
Qed.

(** The fuel is enough. *)
Lemma joined_closed steps own group :
  part_of group own -> (64 <= number group + steps)%nat ->
  spread (joined steps own group) land own = joined steps own group.
Proof.
  revert group; induction steps as [|steps IH]; intros group part enough; cbn [joined].
  - pose proof (number_bound group); lia.
  - destruct (_ =? _) eqn:same; [now apply eqb_correct in same|].
    set (bigger := spread group land own) in *.
    assert (part_of group bigger) as grows
      by (intros i set; unfold bigger; now rewrite land_spec, spread_keeps, part).
    apply IH.
    + intros i; unfold bigger; rewrite land_spec; intros both; now apply andb_prop in both.
    + destruct (number_grows group bigger grows) as [less equal].
      assert (number group <> number bigger) as differ; [|lia].
      intros lengths; rewrite <- (equal lengths), eqb_refl in same; discriminate.
Qed.

Section Board.
  Variables n own from : int.
  Hypothesis known : In n sizes.
  Hypothesis within : own land all_cells n = own.

  Lemma facts_of_board :
    (forall q, In q (board n) ->
      (forall i, In i (candidates (index q)) -> is_cell n i = true ->
        exists r, In r (near n q) /\ i = index r) /\
      (forall r, In r (near n q) -> In (index r) (candidates (index q))) /\
      (forall r, In r (neighbours n q) -> In r (board n) /\ In q (neighbours n r)) /\
      In (index q) positions_of_bits) /\
    (forall i, bit own i = true -> exists q, In q (board n) /\ i = index q).
  Proof.
    pose proof (proj1 (forallb_forall _ _) all_spread_right n known) as facts; cbn beta in facts.
    apply andb_prop in facts as [near_facts cells]; split.
    - intros q hq; pose proof (proj1 (forallb_forall _ _) near_facts q hq) as facts.
      cbn beta in facts; apply andb_prop in facts as [facts place%eqb_In].
      apply andb_prop in facts as [facts back]; apply andb_prop in facts as [ahead there].
      rewrite forallb_forall in ahead, there, back; repeat split; trivial.
      + intros i hi cell_; specialize (ahead i hi); cbn beta in ahead; rewrite cell_ in ahead.
        apply existsb_exists in ahead as [r [hr same]]; apply eqb_correct in same; eauto.
      + intros r hr; now apply eqb_In, there.
      + specialize (back r H); apply andb_prop in back as [on _]; now apply is_one_of_In.
      + specialize (back r H); apply andb_prop in back as [_ on]; now apply is_one_of_In.
    - intros i set; pose proof (bit_place own i set) as place.
      pose proof (proj1 (forallb_forall _ _) cells i place) as one; cbn beta in one.
      rewrite <- within, land_spec in set; apply andb_prop in set as [_ set].
      rewrite set in one; apply existsb_exists in one as [q [hq same]].
      apply eqb_correct in same; eauto.
  Qed.

  Lemma linked_on_board q : linked n own from q -> In q (board n).
  Proof.
    destruct facts_of_board as [facts _]; induction 1 as [q hq _ _|q r _ hq hr _]; [exact hq|].
    now apply facts in hq as [_ [_ [back _]]]; apply back in hr as [on _].
  Qed.

  Lemma joined_linked steps group :
    part_of group own ->
    (forall q, In q (board n) -> bit group (index q) = true -> linked n own from q) ->
    forall q, In q (board n) -> bit (joined steps own group) (index q) = true ->
    linked n own from q.
  Proof.
    destruct facts_of_board as [facts cells].
    revert group; induction steps as [|steps IH]; intros group part good; cbn [joined];
      [exact good|].
    destruct (_ =? _); [exact good|]; apply IH.
    - intros j; rewrite land_spec; intros both; now apply andb_prop in both.
    - intros q hq; destruct (facts q hq) as [ahead [_ [back place]]].
      rewrite land_spec, bit_spread by exact place; intros both.
      apply andb_prop in both as [some mine]; apply existsb_exists in some as [i [hi set]].
      destruct (cells i (part i set)) as [c [hc ->]].
      destruct (ahead (index c) hi) as [r [hr same]].
      { apply existsb_exists; exists c; split; [exact hc|apply eqb_refl]. }
      rewrite same in set; destruct hr as [<-|hr]; [now apply good|].
      destruct (back r hr) as [on around].
      apply (continues n own from r q); trivial; now apply good.
  Qed.

  (** Stones join [from] to [to] if and only if a stone in [to] is linked to one in [from]. *)
  Theorem joins_meaning to :
    joins from to own = true <->
    exists q, linked n own from q /\ bit to (index q) = true.
  Proof.
    destruct facts_of_board as [facts cells].
    unfold joins; rewrite nonzero_bits, existsb_exists.
    set (group := own land from).
    assert (part_of group own) as part
      by (intros i; unfold group; rewrite land_spec; intros both; now apply andb_prop in both).
    set (all := joined 64 own group).
    assert (spread all land own = all) as closed
      by (apply joined_closed; [exact part|apply PeanoNat.Nat.le_add_l]).
    assert (part_of all own) as mine
      by (intros i; rewrite <- closed, land_spec; intros both; now apply andb_prop in both).
    split.
    - intros [i [_ set]]; rewrite land_spec in set; apply andb_prop in set as [set there].
      destruct (cells i (mine i set)) as [q [hq ->]]; exists q; split; [|exact there].
      apply (joined_linked 64 group part); trivial; intros r hr; unfold group.
      rewrite land_spec; intros both; apply andb_prop in both as [one two]; now apply begins.
    - intros [q [link there]]; exists (index q).
      rewrite land_spec, there, andb_true_r; split.
      { now apply (facts q (linked_on_board q link)). }
      clear there; induction link as [q hq one two|q r link IH hr one].
      + apply joined_keeps; [exact part|]; unfold group; now rewrite land_spec, one, two.
      + rewrite <- closed, land_spec, one, andb_true_r.
        destruct (facts q (linked_on_board q link)) as [_ [_ [back _]]].
        destruct (back r hr) as [on around], (facts r (proj1 (back r hr))) as [_ [to_ [_ place]]].
        rewrite bit_spread by exact place; apply existsb_exists; exists (index q).
        split; [|exact IH]; apply to_; now right.
  Qed.
End Board.
