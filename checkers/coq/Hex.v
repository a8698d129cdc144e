(** Hex on rhombic boards of 2 to 7 cells a side, without a swap of sides: the game of
    examples/boards/src/hex/mod.rs. This file is part of the trusted base. *)

From Coq Require Import String Ascii List Bool.
From Coq Require Import Uint63.
From Shomei Require Import Game.
From Shomei Require Export Stones.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope lazy_bool_scope.

(** * Cells

    The cell in column [x] and row [y], both from 0, has bit x + 8 y of a word, so that two columns
    beside the board stay empty:
<<
    a1 b1 c1
      a2 b2 c2      b2 touches b1, c1, a2, c2, a3 and b3
        a3 b3 c3
>> *)

Definition cell (x y : int) : int := 1 << (x + 8 * y).

(** The columns, or the rows, of a board with [n] cells a side. *)
Definition range (n : int) : list int := filter (fun i => i <? n) [0; 1; 2; 3; 4; 5; 6].

(** The rows from the top, each from left to right. *)
Definition cell_rows (n : int) : list (list int) :=
  map (fun y => map (fun x => cell x y) (range n)) (range n).

(** The cells in the order of moves: a1, b1, ..., a2, b2, ... *)
Definition cells (n : int) : list int := concat (cell_rows n).

(** A set of cells with all cells that touch it. *)
Definition spread (s : int) : int :=
  s lor (s << 1) lor (s >> 1) lor (s << 8) lor (s >> 8) lor (s << 7) lor (s >> 7).

(** The stones of [own] that are joined to [group]. Each step but the last adds a stone, and there
    are at most 49. *)
Fixpoint joined (steps : nat) (own group : int) : int :=
  match steps with
  | O => group
  | S less =>
      let bigger := spread group land own in
      if bigger =? group then group else joined less own bigger
  end.

(** Do stones of [own] join the edge [from] to the edge [to]? *)
Definition joins (from to own : int) : bool :=
  negb ((joined 64 own (own land from) land to) =? 0).

(** * The game *)

(** A move is the cell of the new stone. *)
Definition moves (all : list int) (p : position) : list int :=
  let taken := first p lor second p in
  filter (fun c => (taken land c) =? 0) all.

Record board := Board {
  all_cells : list int;
  upper : int;
  lower : int;
  left_ : int;
  right_ : int
}.

Definition board_of (n : int) : board :=
  {| all_cells := cells n;
     upper := union (map (fun x => cell x 0) (range n));
     lower := union (map (fun x => cell x (n - 1)) (range n));
     left_ := union (map (fun y => cell 0 y) (range n));
     right_ := union (map (fun y => cell (n - 1) y) (range n)) |}.

(** The first side joins the upper edge to the lower one, the second the left to the right. *)
Definition status_for (b : board) (attacker : side) (p : position) : status :=
  let won_by s := if is_side s attacker then Won else Failed in
  if joins (upper b) (lower b) (first p) then won_by First
  else if joins (left_ b) (right_ b) (second p) then won_by Second
  else Open.

(** Hex with [n] cells a side, where [attacker] tries to win. *)
Definition hex (n : int) (attacker : side) : game position int :=
  let b := board_of n in
  {| status_of := status_for b attacker;
     role_of := role_for attacker;
     Game.moves := moves (all_cells b);
     play := put;
     Game.same := same;
     Game.same_spec := same_spec;
     own_moves_win := Unknown;
     may_repeat := false;
     Game.key := key |}.

(** * Texts *)

Definition read_size (text : string) : option int :=
  let sizes := [("2x2", 2); ("3x3", 3); ("4x4", 4); ("5x5", 5); ("6x6", 6); ("7x7", 7)]%string in
  match find (fun '(name, _) => String.eqb text name) sizes with
  | Some (_, n) => Some n
  | None => None
  end.

Definition read : reader := fun rules_text attacker_text root_text =>
  match read_size rules_text, read_side attacker_text with
  | Some n, Some attacker =>
      match read_rows (cell_rows n) root_text with
      | Some root => Some (Problem position int (hex n attacker) root)
      | None => None
      end
  | _, _ => None
  end.
