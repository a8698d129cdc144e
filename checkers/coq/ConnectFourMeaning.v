(** Connect Four: [has_four] finds the lines of four, and [play] lets a stone fall. *)

From Coq Require Import Lia List Bool.
From Coq Require Import Uint63.
From Shomei Require Import ConnectFour Bits.
Import ListNotations.
Local Open Scope uint63_scope.

Definition index (b : size) '((x, y) : int * int) : int := (rows b + 1) * x + y.

Lemma square_index b x y : square b x y = 1 << index b (x, y).
Proof. reflexivity. Qed.

Definition sizes : list size :=
  filter (fun b => columns b * rows b <=? 56)
    (map (fun '(c, r) => Size c r) (list_prod [4; 5; 6; 7; 8; 9] [4; 5; 6; 7; 8; 9])).

Definition board (b : size) : list (int * int) := list_prod (range (columns b)) (range (rows b)).

(** Four squares in a row, a column, a rising or a falling diagonal. *)
Definition lines (b : size) : list (list (int * int)) :=
  filter (forallb (fun '(x, y) => (x <? columns b) && (y <? rows b)))
    (flat_map (fun '(x, y) =>
      [[(x, y); (x + 1, y); (x + 2, y); (x + 3, y)];
       [(x, y); (x, y + 1); (x, y + 2); (x, y + 3)];
       [(x, y); (x + 1, y + 1); (x + 2, y + 2); (x + 3, y + 3)];
       [(x, y + 3); (x + 1, y + 2); (x + 2, y + 1); (x + 3, y)]]) (board b)).

(** Four bits at a distance. *)
Definition run (step i : int) : list int :=
  [i; step + i; 2 * step + i; step + (2 * step + i)].

Definition steps : list int := [1; 4; 5; 6; 7; 8; 9; 10; 11].

(** No sum overflows. *)
Lemma sums :
  forallb (fun step => forallb (fun i =>
    (i <=? step + i) && (i <=? 2 * step + i) && (2 * step + i <=? step + (2 * step + i)))
    positions_of_bits) steps = true.
Proof. reflexivity. Qed.

Lemma four_along_run step s :
  In step steps ->
  four_along step s = existsb (fun i => forallb (bit s) (run step i)) positions_of_bits.
Proof.
  intros small; unfold four_along; rewrite nonzero_bits.
  apply eq_true_iff_eq; rewrite !existsb_exists.
  enough (forall i, In i positions_of_bits ->
    bit ((s land (s >> step)) land ((s land (s >> step)) >> (2 * step))) i
    = forallb (bit s) (run step i)) as equal.
  { split; intros [i [at_ set]]; exists i; split; trivial; specialize (equal i at_);
      cbn beta in *; congruence. }
  intros i at_.
  pose proof (proj1 (forallb_forall _ _) sums step small) as row.
  pose proof (proj1 (forallb_forall _ _) row i at_) as here; cbn beta in here.
  apply andb_prop in here as [here third]; apply andb_prop in here as [first second].
  repeat rewrite ?land_spec, ?bit_lsr; rewrite first, second, third; cbn [forallb run].
  now rewrite andb_true_r, !andb_assoc.
Qed.

Definition same_list (l m : list int) : bool :=
  Nat.eqb (length l) (length m) && forallb (fun '(i, j) => i =? j) (combine l m).

Lemma same_list_equal l m : same_list l m = true -> l = m.
Proof.
  unfold same_list; revert m; induction l as [|i l IH]; intros [|j m]; cbn; try easy.
  intros all; apply andb_prop in all as [lengths all]; apply andb_prop in all as [first all].
  apply eqb_correct in first; subst; f_equal; apply IH; now rewrite lengths, all.
Qed.

Definition all_runs (b : size) : list (list int) :=
  flat_map (fun step => map (run step) positions_of_bits) [1; rows b + 1; rows b + 2; rows b].

Definition squares_of (b : size) : list int := map (index b) (board b).

Definition is_in (l : list (list int)) (m : list int) : bool := existsb (same_list m) l.

(** The runs are the lines, and some that leave the board. *)
Definition runs_are_lines (b : size) : bool :=
  forallb (fun r => is_in (map (map (index b)) (lines b)) r
      || negb (forallb (fun i => existsb (eqb i) (squares_of b)) r)) (all_runs b)
  && forallb (is_in (all_runs b)) (map (map (index b)) (lines b))
  && existsb (eqb (rows b)) steps && existsb (eqb (rows b + 1)) steps
  && existsb (eqb (rows b + 2)) steps.

Definition all_squares (b : size) : int := union (map (fun '(x, y) => square b x y) (board b)).

Definition bits_are_squares (b : size) : bool :=
  forallb (fun i => implb (bit (all_squares b) i) (existsb (eqb i) (squares_of b)))
    positions_of_bits.

Lemma all_sizes : forallb (fun b => runs_are_lines b && bits_are_squares b) sizes = true.
Proof. vm_compute; reflexivity. Qed.

Lemma is_in_In l m : is_in l m = true -> In m l.
Proof.
  unfold is_in; rewrite existsb_exists; intros [r [here same]].
  apply same_list_equal in same; now subst.
Qed.

Lemma existsb_map {A B : Type} (f : B -> bool) (g : A -> B) l :
  existsb f (map g l) = existsb (fun a => f (g a)) l.
Proof. induction l as [|a l IH]; cbn; [reflexivity|now rewrite IH]. Qed.

(** [has_four] finds four squares of the set in a line of the board. *)
Theorem has_four_meaning b s :
  In b sizes -> s land all_squares b = s ->
  has_four b s = existsb (forallb (fun q => bit s (index b q))) (lines b).
Proof.
  intros known within.
  pose proof (proj1 (forallb_forall _ _) all_sizes b known) as facts; cbn beta in facts.
  apply andb_prop in facts as [facts squares].
  unfold runs_are_lines in facts.
  apply andb_prop in facts as [facts step3%eqb_In].
  apply andb_prop in facts as [facts step2%eqb_In].
  apply andb_prop in facts as [facts step1%eqb_In].
  apply andb_prop in facts as [to_lines from_lines].
  assert (has_four b s = existsb (forallb (bit s)) (all_runs b)) as ->.
  { unfold has_four, all_runs; cbn [flat_map].
    rewrite !existsb_app, !existsb_map; cbn [existsb].
    rewrite <- !four_along_run by (assumption || (cbn; auto)).
    destruct (four_along 1 s), (four_along (rows b + 1) s), (four_along (rows b + 2) s),
      (four_along (rows b) s); reflexivity. }
  apply eq_true_iff_eq; rewrite !existsb_exists; split.
  - intros [r [here set]].
    pose proof (proj1 (forallb_forall _ _) to_lines r here) as one; cbn beta in one.
    apply orb_prop in one as [line%is_in_In|leaves].
    + apply in_map_iff in line as [l [<- line]]; exists l; split; [exact line|].
      rewrite forallb_forall in *; intros q at_; apply set, in_map, at_.
    + exfalso; apply negb_true_iff in leaves; rewrite <- not_true_iff_false in leaves.
      apply leaves, forallb_forall; intros i at_.
      rewrite forallb_forall in set; specialize (set i at_).
      destruct (digits <=? i) eqn:size; [now rewrite bit_M in set|].
      apply bit_position in size.
      pose proof (proj1 (forallb_forall _ _) squares i size) as one; cbn beta in one.
      rewrite <- within, land_spec in set; apply andb_prop in set as [_ set].
      now rewrite set in one.
  - intros [l [line set]]; exists (map (index b) l); split.
    + apply is_in_In; apply (proj1 (forallb_forall _ _) from_lines); now apply in_map.
    + rewrite forallb_forall in *; intros i at_; apply in_map_iff in at_ as [q [<- at_]].
      now apply set.
Qed.

Definition column_of (b : size) (x : int) : column :=
  Column (square b x 0) (square b x (rows b - 1)) (union (map (square b x) (range (rows b)))).

(** The lowest [y] squares of column [x]. *)
Definition lowest_squares (b : size) (x y : int) : int := union (map (square b x) (range y)).

Definition falls_right (b : size) : bool :=
  forallb (fun x => forallb (fun y =>
      let all := squares (column_of b x) in
      let stones := lowest_squares b x y in
      (((stones + square b x 0) land all) land (stones lxor all)) =? square b x y)
    (range (rows b))) (range (columns b)).

Lemma all_fall_right : forallb falls_right sizes = true.
Proof. vm_compute; reflexivity. Qed.

(** If column [x] has [y] stones, which are at the bottom, a stone falls to row [y]. *)
Theorem play_meaning b x y p :
  In b sizes -> In x (range (columns b)) -> In y (range (rows b)) ->
  (first p lor second p) land squares (column_of b x) = lowest_squares b x y ->
  play p (column_of b x) =
    match to_move p with
    | First => Position (first p lor square b x y) (second p) Second
    | Second => Position (first p) (second p lor square b x y) First
    end.
Proof.
  intros known hx hy stones; unfold play; rewrite stones; cbn [squares lowest column_of].
  pose proof (proj1 (forallb_forall _ _) all_fall_right b known) as fact.
  unfold falls_right in fact.
  pose proof (proj1 (forallb_forall _ _) fact x hx) as fact'; cbn beta in fact'.
  pose proof (proj1 (forallb_forall _ _) fact' y hy) as fact''; cbn beta in fact''.
  apply eqb_correct in fact''; cbn [squares column_of] in fact''; now rewrite fact''.
Qed.
