(** Connect Four on boards of 4 to 9 columns and rows with at most 56 squares: the game of
    examples/boards/src/connect_four/mod.rs. This file is part of the trusted base. *)

From Coq Require Import String Ascii List Bool.
From Coq Require Import Uint63.
From Shomei Require Import Game.
From Shomei Require Export Stones.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope lazy_bool_scope.

(** * Squares

    A board has [columns], numbered from 0 on the left, and [rows], numbered from 0 at the bottom.
    The square in column [x] and row [y] has bit (rows + 1) x + y of a word, so that the bit above
    each column stays empty. With five rows:
<<
     4  10  16  22
     3   9  15  21
     2   8  14  20
     1   7  13  19
     0   6  12  18  ...
>> *)

Record size := Size { columns : int; rows : int }.

Definition square (b : size) (x y : int) : int := 1 << ((rows b + 1) * x + y).

Definition range (n : int) : list int := filter (fun i => i <? n) [0; 1; 2; 3; 4; 5; 6; 7; 8].

(** Has the set four squares at successive distances of [step]? No line leaves the board, since the
    bits above the columns are not in the set. *)
Definition four_along (step s : int) : bool :=
  let pairs := s land (s >> step) in
  negb ((pairs land (pairs >> (2 * step))) =? 0).

(** Four in a column, in a row, or in a rising or falling diagonal. *)
Definition has_four (b : size) (s : int) : bool :=
  four_along 1 s ||| four_along (rows b + 1) s ||| four_along (rows b + 2) s
  ||| four_along (rows b) s.

(** * The game *)

(** A move is a column: its lowest square, its highest one, and all of them. *)
Record column := Column { lowest : int; highest : int; squares : int }.

(** The columns from left to right, which is the order of moves. *)
Definition all_columns (b : size) : list column :=
  map (fun x =>
      Column (square b x 0) (square b x (rows b - 1)) (union (map (square b x) (range (rows b)))))
    (range (columns b)).

Definition moves (all : list column) (p : position) : list column :=
  let stones := first p lor second p in
  filter (fun c => (stones land highest c) =? 0) all.

(** A stone falls to the lowest free square of its column. The stones below are the lowest bits of
    the column, and a 1 added to them is carried to the first bit above them. *)
Definition play (p : position) (c : column) : position :=
  let stones := (first p lor second p) land squares c in
  let new := (stones + lowest c) land squares c in
  let new := new land (stones lxor squares c) in
  put p new.

(** Four in a line win. A full board without them is a draw. *)
Definition status_for (b : size) (all_squares : int) (attacker : side) (p : position) : status :=
  let won_by s := if is_side s attacker then Won else Failed in
  if has_four b (first p) then won_by First
  else if has_four b (second p) then won_by Second
  else if (first p lor second p) =? all_squares then Failed
  else Open.

(** Connect Four on a board of the size [b], where [attacker] tries to win. *)
Definition connect_four (b : size) (attacker : side) : game position column :=
  let all := all_columns b in
  let all_squares := union (map squares all) in
  {| status_of := status_for b all_squares attacker;
     role_of := role_for attacker;
     Game.moves := moves all;
     Game.play := play;
     Game.same := same;
     Game.same_spec := same_spec;
     own_moves_win := Unknown;
     may_repeat := false;
     Game.key := key |}.

(** * Texts *)

Definition read_digit (letter : ascii) : option int :=
  let digits := [("4", 4); ("5", 5); ("6", 6); ("7", 7); ("8", 8); ("9", 9)]%char in
  match find (fun '(digit, _) => Ascii.eqb letter digit) digits with
  | Some (_, n) => Some n
  | None => None
  end.

(** The columns and the rows, as in 5x4. *)
Definition read_size (text : string) : option size :=
  match text with
  | String c (String times (String r EmptyString)) =>
      match read_digit c, read_digit r with
      | Some c, Some r =>
          if Ascii.eqb times "x" &&& (c * r <=? 56) then Some (Size c r) else None
      | _, _ => None
      end
  | _ => None
  end.

(** Is no square below a stone of [stones] empty? *)
Definition supported (b : size) (stones : int) : bool :=
  let is_taken s := negb ((stones land s) =? 0) in
  forallb (fun x =>
      forallb (fun y => is_taken (square b x y) || negb (is_taken (square b x (y + 1))))
        (range (rows b)))
    (range (columns b)).

(** No stone has an empty square below it, and not both sides have four in a line. *)
Definition read_position (b : size) (text : string) : option position :=
  let row y := map (fun x => square b x y) (range (columns b)) in
  match read_rows (map row (rev (range (rows b)))) text with
  | Some p =>
      if supported b (first p lor second p) &&& negb (has_four b (first p) &&& has_four b (second p))
      then Some p else None
  | None => None
  end.

Definition read : reader := fun rules_text attacker_text root_text =>
  match read_size rules_text, read_side attacker_text with
  | Some b, Some attacker =>
      match read_position b root_text with
      | Some root => Some (Problem position column (connect_four b attacker) root)
      | None => None
      end
  | _, _ => None
  end.
