(** Ultimate tic-tac-toe: the rules of docs/reference/certificate-format.md, sections 3, 3.1 and
    3.2. UtttText.v reads its texts. This file is part of the trusted base. *)

From Coq Require Import List Bool.
From Coq Require Import Uint63.
From Shomei Require Import Game.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope lazy_bool_scope.

(** * Sets of cells and sets of boards

    The nine cells of a board have the numbers 0 to 8, and so have the nine boards:
<<
    a b c     0 1 2
    d e f     3 4 5
    g h i     6 7 8
>>
    A set of cells of one board, or of boards, is a number in which bit n means member n. *)

Definition numbers : list int := [0; 1; 2; 3; 4; 5; 6; 7; 8].

Definition only (n : int) : int := 1 << n.

Definition everything : int := 511.

Definition has (n s : int) : bool := negb ((s land only n) =? 0).

Definition lines : list int :=
  map (fun '(l, m, n) => only l lor only m lor only n)
    [(0, 1, 2); (3, 4, 5); (6, 7, 8); (0, 3, 6); (1, 4, 7); (2, 5, 8); (0, 4, 8); (2, 4, 6)].

Definition contains (s line : int) : bool := (s land line) =? line.

Definition meets (s line : int) : bool := negb ((s land line) =? 0).

(** Does the set contain a line? The lines are written out for speed, as in the next definition. *)
Definition has_line (s : int) : bool :=
  contains s 7 ||| contains s 56 ||| contains s 448 ||| contains s 73
  ||| contains s 146 ||| contains s 292 ||| contains s 273 ||| contains s 84.

(** Has the set a member in every line? *)
Definition meets_every_line (s : int) : bool :=
  meets s 7 &&& meets s 56 &&& meets s 448 &&& meets s 73
  &&& meets s 146 &&& meets s 292 &&& meets s 273 &&& meets s 84.

Lemma lines_written_out : lines = [7; 56; 448; 73; 146; 292; 273; 84].
Proof. reflexivity. Qed.

Lemma has_line_meaning s : has_line s = existsb (contains s) lines.
Proof.
  rewrite lines_written_out; unfold has_line; cbn [existsb]; now repeat destruct (contains s _).
Qed.

Lemma meets_every_line_meaning s : meets_every_line s = forallb (meets s) lines.
Proof.
  rewrite lines_written_out; unfold meets_every_line; cbn [forallb];
    now repeat destruct (meets s _).
Qed.

(** * Rules *)

(** [stays_open]: a board that is won stays open until it is full. [plays_out]: a position fails
    only at the end of the game. *)
Record rules := Rules { stays_open : bool; plays_out : bool }.

Definition standard : rules := Rules false false.
Definition open_boards : rules := Rules true false.

(** The same rules, where the game is played out. *)
Definition to_the_end (r : rules) : rules := Rules (stays_open r) true.

(** * Positions *)

Inductive side := X | O.

Definition other (s : side) : side := match s with X => O | O => X end.

Definition is_side (a b : side) : bool :=
  match a, b with X, X | O, O => true | _, _ => false end.

(** A set for each side. *)
Record pair := Pair { of_x : int; of_o : int }.

Definition of (s : side) (p : pair) : int := match s with X => of_x p | O => of_o p end.

Definition add (s : side) (members : int) (p : pair) : pair :=
  match s with
  | X => Pair (of_x p lor members) (of_o p)
  | O => Pair (of_x p) (of_o p lor members)
  end.

Definition any_of (p : pair) : int := of_x p lor of_o p.

(** The marks in all boards, three boards in each word: 18 bits for a board, those of X and, above
    them, those of O. UtttMeaning.v proves that [set_marks] changes the marks of one board, and that
    [marks] reads them. *)
Record all_marks := All { abc : int; def : int; ghi : int }.

Definition get_third (n word : int) : pair :=
  let m := word >> (18 * n) in
  Pair (m land everything) ((m >> 9) land everything).

Definition set_third (n : int) (m : pair) (word : int) : int :=
  let others := word land (0x3FFFFFFFFFFFFF lxor (0x3FFFF << (18 * n))) in
  others lor ((of_x m lor (of_o m << 9)) << (18 * n)).

Definition marks (b : int) (all : all_marks) : pair :=
  if b <? 3 then get_third b (abc all)
  else if b <? 6 then get_third (b - 3) (def all)
  else get_third (b - 6) (ghi all).

Definition set_marks (b : int) (m : pair) (all : all_marks) : all_marks :=
  if b <? 3 then All (set_third b m (abc all)) (def all) (ghi all)
  else if b <? 6 then All (abc all) (set_third (b - 3) m (def all)) (ghi all)
  else All (abc all) (def all) (set_third (b - 6) m (ghi all)).

(** Details of which the rules make no use are not stored: in a closed board both sides have a mark
    in all cells of [boards], and in an open board that is won both have one in the taken cells. *)
Record position := Position {
  boards : all_marks;
  (** The boards that each side has won. *)
  won : pair;
  (** The boards that each side has not won and cannot win any more: the opponent has won them, or
      had a mark in each of their lines while they were not won. *)
  lost : pair;
  closed : int;
  (** The board to which the side to move has been sent; 9 if it may choose any open board. After
      the end of the game, it has no meaning. *)
  sent_to : int;
  to_move : side
}.

Definition choice : int := 9.

(** The beginning of a game. *)
Definition start : position := Position (All 0 0 0) (Pair 0 0) (Pair 0 0) 0 choice X.

(** * Moves *)

Record move := Move { board : int; cell : int }.

Definition moves_in (b : int) (p : position) : list move :=
  let taken := any_of (marks b (boards p)) in
  let fix free cells :=
    match cells with
    | [] => []
    | c :: more => if has c taken then free more else Move b c :: free more
    end in
  free numbers.

(** By board, then by cell. *)
Definition moves (p : position) : list move :=
  if sent_to p =? choice
  then flat_map (fun b => if has b (closed p) then [] else moves_in b p) numbers
  else moves_in (sent_to p) p.

(** A mark may win its board, if that has not been won before. *)
Definition play (r : rules) (p : position) (m : move) : position :=
  let mover := to_move p in
  let b := board m in
  let after := add mover (only (cell m)) (marks b (boards p)) in
  let taken := any_of after in
  let was_won := has b (any_of (won p)) in
  let wins := negb was_won &&& has_line (of mover after) in
  let blocks := negb was_won &&& meets_every_line (of mover after) in
  let closes := (taken =? everything) ||| (wins &&& negb (stays_open r)) in
  let stored :=
    if closes then Pair everything everything
    else if wins ||| was_won then Pair taken taken
    else after in
  let closed' := if closes then closed p lor only b else closed p in
  {| boards := set_marks b stored (boards p);
     won := if wins then add mover (only b) (won p) else won p;
     lost := if wins ||| blocks then add (other mover) (only b) (lost p) else lost p;
     closed := closed';
     sent_to := if has (cell m) closed' then choice else cell m;
     to_move := other mover |}.

(** * The game *)

(** Three boards in a line win, and a game that ends without such a line is a draw. Unless it is
    played out, it fails for the attacker as soon as every line of boards has one that is lost. *)
Definition status_for (r : rules) (attacker : side) (p : position) : status :=
  if has_line (of attacker (won p)) then Won
  else if has_line (of (other attacker) (won p)) then Failed
  else if closed p =? everything then Failed
  else if negb (plays_out r) &&& meets_every_line (of attacker (lost p)) then Failed
  else Open.

Definition same_pair (p q : pair) : bool := (of_x p =? of_x q) &&& (of_o p =? of_o q).

Definition same_marks (p q : all_marks) : bool :=
  (abc p =? abc q) &&& (def p =? def q) &&& (ghi p =? ghi q).

Definition same (p q : position) : bool :=
  same_marks (boards p) (boards q) &&& same_pair (won p) (won q) &&& same_pair (lost p) (lost q)
  &&& (closed p =? closed q) &&& (sent_to p =? sent_to q) &&& is_side (to_move p) (to_move q).

Definition key (p : position) : int :=
  let h := abc (boards p) * 0x1E3779B97F4A7C15 + def (boards p) in
  let h := h * 0x3F58476D1CE4E5B9 + ghi (boards p) in
  let h := h * 0x14D049BB133111EB + (of_x (won p) lor (of_o (won p) << 9)) in
  let h := h * 0x2545F4914F6CDD1D + (sent_to p + sent_to p) in
  let h := match to_move p with X => h | O => h + 1 end in
  h lxor (h >> 29).

Lemma same_pair_spec p q : reflect (p = q) (same_pair p q).
Proof.
  destruct p as [x o], q as [x' o']; unfold same_pair; cbn.
  destruct (same_int_spec x x'); [destruct (same_int_spec o o')|]; constructor; congruence.
Qed.

Lemma same_marks_spec p q : reflect (p = q) (same_marks p q).
Proof.
  destruct p as [a d g], q as [a' d' g']; unfold same_marks; cbn.
  destruct (same_int_spec a a'); [|constructor; congruence].
  destruct (same_int_spec d d'); [|constructor; congruence].
  destruct (same_int_spec g g'); constructor; congruence.
Qed.

Lemma same_spec p q : reflect (p = q) (same p q).
Proof.
  destruct p as [b w l c s t], q as [b' w' l' c' s' t']; unfold same; cbn.
  destruct (same_marks_spec b b'); [|constructor; congruence].
  destruct (same_pair_spec w w'); [|constructor; congruence].
  destruct (same_pair_spec l l'); [|constructor; congruence].
  destruct (same_int_spec c c'); [|constructor; congruence].
  destruct (same_int_spec s s'); [|constructor; congruence].
  destruct t, t'; constructor; congruence.
Qed.

(** Ultimate tic-tac-toe under the rules [r], where [attacker] tries to win. *)
Definition uttt (r : rules) (attacker : side) : game position move :=
  {| status_of := status_for r attacker;
     role_of p := if is_side (to_move p) attacker then Attacker else Defender;
     Game.moves := moves;
     Game.play := play r;
     Game.same := same;
     Game.same_spec := same_spec;
     own_moves_win := Unknown;
     may_repeat := false;
     Game.key := key |}.

(** A game that is played out lasts longer, but it is not lost where the other one is won. *)
Lemma played_out r attacker p :
  wins (uttt r attacker) p -> wins (uttt (to_the_end r) attacker) p.
Proof.
  assert (forall q s, s <> Failed ->
    status_for r attacker q = s -> status_for (to_the_end r) attacker q = s) as same_status.
  { intros q s not_failed <-; unfold status_for in *; cbn.
    destruct (has_line (of attacker (won q))); [reflexivity|].
    destruct (has_line (of (other attacker) (won q))); [reflexivity|].
    destruct (closed q =? everything); [reflexivity|].
    destruct (plays_out r), (meets_every_line (of attacker (lost q))); cbn in *; congruence. }
  induction 1 as [p won|p m open attacks legal _ IH|p open defends some _ IH].
  - apply wins_at_once; now apply same_status.
  - apply (wins_by_a_move (uttt (to_the_end r) attacker) p m); trivial; now apply same_status.
  - apply (wins_after_all_moves (uttt (to_the_end r) attacker)); trivial; now apply same_status.
Qed.
