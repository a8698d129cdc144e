(** Shogi, the board: squares, pieces, positions and checks. This file and Shogi.v, ShogiText.v are
    the rules and texts of docs/reference/certificate-format.md, sections 3.1 and 3.2. They are part
    of the trusted base. *)

From Coq Require Import List Bool.
From Coq Require Import Uint63.
From Shomei Require Export Squares.
Import ListNotations.
Local Open Scope uint63_scope.

(** * Squares

    Squares are numbered file by file: 1a is 0, 1b is 1, up to 1i, 8; 2a is 9, and 9i is 80. [low]
    has a bit for each square of the files 1 to 5, [high] for those of the files 6 to 9. *)

Definition all_low : int := 0x1FFFFFFFFFFF.
Definition all_high : int := 0xFFFFFFFFF.
Definition all : squares := Squares all_low all_high.

(** The square of file [x] + 1 in rank [y], where rank a is 0. *)
Definition square (x y : int) : squares :=
  if x <? 5 then Squares (1 << (9 * x + y)) 0 else Squares 0 (1 << (9 * (x - 5) + y)).

(** [a] without its first square. *)
Definition others (a : squares) : squares :=
  if low a =? 0 then Squares 0 (other_bits (high a)) else Squares (other_bits (low a)) (high a).

(** The squares of a set, one by one, in the order of the document: file by file. *)
Fixpoint each_from (most : nat) (a : squares) : list squares :=
  match most with
  | O => []
  | S less =>
      if is_none a then []
      else
        let first :=
          if low a =? 0 then Squares 0 (lowest_bit (high a)) else Squares (lowest_bit (low a)) 0 in
        first :: each_from less (others a)
  end.

Definition each (a : squares) : list squares := each_from 81 a.

(** The number of squares of a set. *)
Definition count (a : squares) : int := bits 45 (low a) + bits 36 (high a).

(** ** Steps

    The squares one step away from a set: towards rank a, towards rank i, to the next higher file,
    and to the next lower file. Squares at the edge of the board have none. *)

Definition rank_a : int := 0x1008040201.
Definition not_rank_a : int := 0x1FEFF7FBFDFE.
Definition not_rank_i : int := 0x0FF7FBFDFEFF.

Definition up (a : squares) : squares :=
  Squares ((low a >> 1) land not_rank_i) ((high a >> 1) land not_rank_i).
Definition down (a : squares) : squares :=
  Squares ((low a << 1) land not_rank_a) ((high a << 1) land not_rank_a land all_high).
Definition higher (a : squares) : squares :=
  Squares ((low a << 9) land all_low) (((high a << 9) land all_high) lor (low a >> 36)).
Definition lower (a : squares) : squares :=
  Squares ((low a >> 9) lor ((high a land 0x1FF) << 36)) (high a >> 9).

(** All squares, by file and rank. *)
Definition coordinates : list (int * int) :=
  let range := [0; 1; 2; 3; 4; 5; 6; 7; 8] in list_prod range range.

Example steps_are_right :
  forallb (fun '(x, y) =>
    let s := square x y in
    same_squares (up s) (if y =? 0 then none else square x (y - 1))
    && same_squares (down s) (if y =? 8 then none else square x (y + 1))
    && same_squares (lower s) (if x =? 0 then none else square (x - 1) y)
    && same_squares (higher s) (if x =? 8 then none else square (x + 1) y))
    coordinates = true.
Proof. vm_compute; reflexivity. Qed.

Example each_is_in_order :
  each all = map (fun '(x, y) => square x y) coordinates.
Proof. vm_compute; reflexivity. Qed.

(** * Pieces *)

Inductive kind :=
  | Pawn | Lance | Knight | Silver | Gold | Bishop | Rook | King
  | Tokin | Promoted_lance | Promoted_knight | Promoted_silver | Horse | Dragon.

Definition promoted (k : kind) : option kind :=
  match k with
  | Pawn => Some Tokin
  | Lance => Some Promoted_lance
  | Knight => Some Promoted_knight
  | Silver => Some Promoted_silver
  | Bishop => Some Horse
  | Rook => Some Dragon
  | _ => None
  end.

(** The kind as which a captured piece goes into the hand. *)
Definition unpromoted (k : kind) : kind :=
  match k with
  | Tokin => Pawn
  | Promoted_lance => Lance
  | Promoted_knight => Knight
  | Promoted_silver => Silver
  | Horse => Bishop
  | Dragon => Rook
  | _ => k
  end.

Definition forward (c : color) : squares -> squares := match c with Black => up | White => down end.

Definition straight (a : squares) : squares :=
  union (union (up a) (down a)) (union (higher a) (lower a)).
Definition diagonal (a : squares) : squares :=
  let beside := union (higher a) (lower a) in union (up beside) (down beside).

(** The squares from [at_] on in one direction, up to the first that is occupied. [seen] are those
    before [at_]. *)
Fixpoint line_from (most : nat) (step : squares -> squares) (occupied at_ seen : squares)
    : squares :=
  match most with
  | O => seen
  | S less =>
      let next := step at_ in
      if is_none next then seen
      else if meet next occupied then union seen next
      else line_from less step occupied next (union seen next)
  end.

Definition line (step : squares -> squares) (occupied at_ : squares) : squares :=
  line_from 8 step occupied at_ none.

Definition straight_lines (occupied at_ : squares) : squares :=
  union (union (line up occupied at_) (line down occupied at_))
    (union (line higher occupied at_) (line lower occupied at_)).

Definition diagonal_steps : list (squares -> squares) :=
  [fun a => up (higher a); fun a => up (lower a); fun a => down (higher a);
   fun a => down (lower a)].

Definition diagonal_lines (occupied at_ : squares) : squares :=
  fold_left (fun seen step => union seen (line step occupied at_)) diagonal_steps none.

(** The squares to which a knight of [c] jumps. *)
Definition jumps (c : color) (at_ : squares) : squares :=
  let ahead := forward c (forward c at_) in union (higher ahead) (lower ahead).

Definition steps_of_gold (c : color) (at_ : squares) : squares :=
  let ahead := forward c at_ in union (straight at_) (union (higher ahead) (lower ahead)).

(** The squares that a piece of [c] on the square [at_] attacks. *)
Definition attacks (c : color) (k : kind) (occupied at_ : squares) : squares :=
  match k with
  | Pawn => forward c at_
  | Lance => line (forward c) occupied at_
  | Knight => jumps c at_
  | Silver => union (forward c at_) (diagonal at_)
  | Gold | Tokin | Promoted_lance | Promoted_knight | Promoted_silver => steps_of_gold c at_
  | Bishop => diagonal_lines occupied at_
  | Rook => straight_lines occupied at_
  | King => union (straight at_) (diagonal at_)
  | Horse => union (diagonal_lines occupied at_) (straight at_)
  | Dragon => union (straight_lines occupied at_) (diagonal at_)
  end.

(** The three ranks in which pieces of [c] promote. *)
Definition zone (c : color) : squares :=
  match c with
  | Black => Squares (rank_a * 7) ((rank_a * 7) land all_high)
  | White => Squares (rank_a * 0x1C0) ((rank_a * 0x1C0) land all_high)
  end.

(** The squares from which an unpromoted piece could never move. *)
Definition stuck (c : color) (k : kind) : squares :=
  let ranks m := Squares (rank_a * m) ((rank_a * m) land all_high) in
  match k, c with
  | Pawn, Black | Lance, Black => ranks 1
  | Pawn, White | Lance, White => ranks 0x100
  | Knight, Black => ranks 3
  | Knight, White => ranks 0x180
  | _, _ => none
  end.

(** * Positions and moves *)

(** The kind of a piece has a number from 1 to 15, and [bit_1], [bit_2], [bit_4] and [bit_8] are the
    squares whose numbers have this bit. [whites] are the squares with a piece of White. *)
Record board := Board {
  bit_1 : squares; bit_2 : squares; bit_4 : squares; bit_8 : squares; whites : squares
}.

Definition number (k : kind) : int :=
  match k with
  | Pawn => 1 | Lance => 2 | Knight => 3 | Silver => 4 | Gold => 5 | Bishop => 6 | Rook => 7
  | King => 8
  | Tokin => 9 | Promoted_lance => 10 | Promoted_knight => 11 | Promoted_silver => 12
  | Horse => 14 | Dragon => 15
  end.

(** The kind of the piece on an occupied square. *)
Definition kind_at (b : board) (s : squares) : kind :=
  match meet (bit_8 b) s, meet (bit_4 b) s, meet (bit_2 b) s, meet (bit_1 b) s with
  | false, false, false, _ => Pawn
  | false, false, true, false => Lance
  | false, false, true, true => Knight
  | false, true, false, false => Silver
  | false, true, false, true => Gold
  | false, true, true, false => Bishop
  | false, true, true, true => Rook
  | true, false, false, false => King
  | true, false, false, true => Tokin
  | true, false, true, false => Promoted_lance
  | true, false, true, true => Promoted_knight
  | true, true, false, _ => Promoted_silver
  | true, true, true, false => Horse
  | true, true, true, true => Dragon
  end.

Definition occupied (b : board) : squares :=
  union (union (bit_1 b) (bit_2 b)) (union (bit_4 b) (bit_8 b)).

Definition men (b : board) (c : color) : squares :=
  match c with Black => without (occupied b) (whites b) | White => whites b end.

(** The squares with a king. *)
Definition kings (b : board) : squares :=
  without (bit_8 b) (union (bit_1 b) (union (bit_2 b) (bit_4 b))).

(** The squares with an unpromoted pawn. *)
Definition pawns (b : board) : squares :=
  without (bit_1 b) (union (bit_2 b) (union (bit_4 b) (bit_8 b))).

Definition king (b : board) (c : color) : squares := both (kings b) (men b c).

Definition clear (b : board) (s : squares) : board :=
  Board (without (bit_1 b) s) (without (bit_2 b) s) (without (bit_4 b) s) (without (bit_8 b) s)
    (without (whites b) s).

(** Puts a piece on an empty square. *)
Definition put (b : board) (c : color) (k : kind) (s : squares) : board :=
  let with_bit bit set := if number k land bit =? 0 then set else union set s in
  Board (with_bit 1 (bit_1 b)) (with_bit 2 (bit_2 b)) (with_bit 4 (bit_4 b))
    (with_bit 8 (bit_8 b)) (match c with Black => whites b | White => union (whites b) s end).

Example a_piece_is_where_it_was_put :
  let kinds :=
    [Pawn; Lance; Knight; Silver; Gold; Bishop; Rook; King; Tokin; Promoted_lance; Promoted_knight;
     Promoted_silver; Horse; Dragon] in
  let empty := Board none none none none none in
  forallb (fun '(s, k) => number (kind_at (put empty White k s) s) =? number k)
    (list_prod (each all) kinds) = true.
Proof. vm_compute; reflexivity. Qed.

(** A hand has five bits for the number of pieces of each kind. *)
Definition one (k : kind) : int := 1 << (5 * (number k - 1)).
Definition in_hand (h : int) (k : kind) : int := (h >> (5 * (number k - 1))) land 31.

Record position := Position {
  the_board : board; black_hand : int; white_hand : int; side : color
}.

Definition hand (p : position) (c : color) : int :=
  match c with Black => black_hand p | White => white_hand p end.

(** [Walk]: a piece moves from [origin] to [target], with promotion or without. *)
Inductive move :=
  | Drop (k : kind) (target : squares)
  | Walk (origin target : squares) (promotes : bool).

Definition play (p : position) (m : move) : position :=
  let b := the_board p in
  let c := side p in
  let next b' own :=
    match c with
    | Black => Position b' own (white_hand p) White
    | White => Position b' (black_hand p) own Black
    end in
  match m with
  | Drop k t => next (put b c k t) (hand p c - one k)
  | Walk o t promotes =>
      let k := kind_at b o in
      let k' := if promotes then match promoted k with Some q => q | None => k end else k in
      if meet t (occupied b) then
        next (put (clear (clear b o) t) c k' t) (hand p c + one (unpromoted (kind_at b t)))
      else next (put (clear b o) c k' t) (hand p c)
  end.

(** * Checks *)

(** The pieces of [c] that attack the square [s]. They are on a line from [s], or a knight's jump
    away. *)
Definition attackers (b : board) (c : color) (s : squares) : squares :=
  let occ := occupied b in
  let near :=
    union (union (straight_lines occ s) (diagonal_lines occ s)) (jumps (other c) s) in
  fold_left
    (fun found q => if meet (attacks c (kind_at b q) occ q) s then union found q else found)
    (each (both near (men b c))) none.

Definition checkers (b : board) (c : color) : squares := attackers b (other c) (king b c).

(** Is the king of [c] in check? A side without a king never is. *)
Definition in_check (b : board) (c : color) : bool := negb (is_none (checkers b c)).
