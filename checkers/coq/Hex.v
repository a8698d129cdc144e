(** Hex on rhombic boards of 2 to 7 cells a side, without a swap of sides: the game of
    crates/shomei-cli/examples/boards/hex.rs. This file is part of the trusted base. *)

From Coq Require Import String Ascii List Bool.
From Coq Require Import Uint63.
From Shomei Require Import Game Perft.
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

(** The cells in the order of moves: a1, b1, ..., a2, b2, ... *)
Definition cells (n : int) : list int :=
  flat_map (fun y => map (fun x => cell x y) (range n)) (range n).

Definition union (sets : list int) : int := fold_left (fun s t => s lor t) sets 0.

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

(** The first side joins the upper edge to the lower one, the second the left to the right. *)
Inductive side := First | Second.

Definition is_side (a b : side) : bool :=
  match a, b with First, First | Second, Second => true | _, _ => false end.

Record position := Position { first : int; second : int; to_move : side }.

(** A move is the cell of the new stone. *)
Definition moves (all : list int) (p : position) : list int :=
  let taken := first p lor second p in
  filter (fun c => (taken land c) =? 0) all.

Definition play (p : position) (c : int) : position :=
  match to_move p with
  | First => Position (first p lor c) (second p) Second
  | Second => Position (first p) (second p lor c) First
  end.

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

Definition status_for (b : board) (attacker : side) (p : position) : status :=
  let won_by s := if is_side s attacker then Won else Failed in
  if joins (upper b) (lower b) (first p) then won_by First
  else if joins (left_ b) (right_ b) (second p) then won_by Second
  else Open.

Definition same (p q : position) : bool :=
  (first p =? first q) &&& (second p =? second q) &&& is_side (to_move p) (to_move q).

Definition key (p : position) : int :=
  let h := first p * 0x1E3779B97F4A7C15 + second p in
  let h := h * 0x3F58476D1CE4E5B9 in
  h lxor (h >> 29).

Lemma same_spec p q : reflect (p = q) (same p q).
Proof.
  destruct p as [f s t], q as [f' s' t']; unfold same; cbn.
  destruct (eqb_spec f f') as [eq ne]; destruct (f =? f');
    [rewrite (eq eq_refl)|constructor; intros [= differ _ _]; now discriminate ne].
  destruct (eqb_spec s s') as [eq' ne']; destruct (s =? s');
    [rewrite (eq' eq_refl)|constructor; intros [= differ _]; now discriminate ne'].
  destruct t, t'; constructor; congruence.
Qed.

(** Hex with [n] cells a side, where [attacker] tries to win. *)
Definition hex (n : int) (attacker : side) : game position int :=
  let b := board_of n in
  {| status_of := status_for b attacker;
     role_of p := if is_side (to_move p) attacker then Attacker else Defender;
     Game.moves := moves (all_cells b);
     Game.play := play;
     Game.same := same;
     Game.same_spec := same_spec;
     own_moves_win := Unknown;
     may_repeat := false;
     Game.key := key |}.

Definition empty_board : position := Position 0 0 First.

(** * Texts *)

Definition read_size (text : string) : option int :=
  let sizes := [("2x2", 2); ("3x3", 3); ("4x4", 4); ("5x5", 5); ("6x6", 6); ("7x7", 7)]%string in
  match find (fun '(name, _) => String.eqb text name) sizes with
  | Some (_, n) => Some n
  | None => None
  end.

Definition read_side (text : string) : option side :=
  if String.eqb text "first" then Some First
  else if String.eqb text "second" then Some Second else None.

(** Reads the stones of some cells. [None] is the border of two rows. *)
Fixpoint read_stones (expected : list (option int)) (text : string) (f s : int)
    : option (int * int) :=
  match expected, text with
  | [], EmptyString => Some (f, s)
  | None :: rest, String letter more =>
      if Ascii.eqb letter "/" then read_stones rest more f s else None
  | Some c :: rest, String letter more =>
      if Ascii.eqb letter "." then read_stones rest more f s
      else if Ascii.eqb letter "x" then read_stones rest more (f lor c) s
      else if Ascii.eqb letter "o" then read_stones rest more f (s lor c)
      else None
  | _, _ => None
  end.

(** What a text contains: the cells of each row, with a border before all rows but the first. *)
Definition layout (n : int) : list (option int) :=
  let row y := map (fun x => Some (cell x y)) (range n) in
  tl (flat_map (fun y => None :: row y) (range n)).

(** The first side has as many stones as the second, or one more. *)
Definition read_position (n : int) (text : string) : option position :=
  match read_stones (layout n) text 0 0 with
  | Some (f, s) =>
      let number set := length (filter (fun c => negb ((set land c) =? 0)) (cells n)) in
      if Nat.eqb (number f) (number s) then Some (Position f s First)
      else if Nat.eqb (number f) (S (number s)) then Some (Position f s Second)
      else None
  | None => None
  end.

Definition read : reader := fun rules_text attacker_text root_text =>
  match read_size rules_text, read_side attacker_text with
  | Some n, Some attacker =>
      match read_position n root_text with
      | Some root => Some (Problem position int (hex n attacker) root)
      | None => None
      end
  | _, _ => None
  end.

(** * Agreement with the counts in crates/shomei-cli/tests/boards.rs *)

Definition paths (n : int) (depth : nat) : int := perft (hex n First) depth empty_board.

Example perft_2 : paths 2 4 = 12.
Proof. vm_compute; reflexivity. Qed.

Example perft_3 : map (paths 3) [5; 6; 7; 8]%nat = [15120; 54720; 146880; 207360].
Proof. vm_compute; reflexivity. Qed.

Example perft_4 : paths 4 4 = 43680.
Proof. vm_compute; reflexivity. Qed.
