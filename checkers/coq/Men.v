(** Men of two sides on a board of at most eight files and ranks: the positions of Lines of Action
    and of Othello, whose men are discs. This file is part of the trusted base. *)

From Coq Require Import List Bool String Ascii.
From Coq Require Import Uint63.
From Shomei Require Export Squares.
Import ListNotations.
Local Open Scope uint63_scope.

(** * Squares

    The square in file [x] and rank [y], both from 0, has bit x + 8 (y mod 4) of [low] if y < 4,
    and of [high] otherwise. Smaller boards leave files and ranks out. *)

Definition square (x y : int) : squares :=
  if y <? 4 then Squares (1 << (x + 8 * y)) 0 else Squares 0 (1 << (x + 8 * (y - 4))).

Definition count (a : squares) : int := bits 32 (low a) + bits 32 (high a).

(** All squares of a board of [n] files and ranks, in the order of the document: a1, b1, ... *)
Definition board (n : int) : list (int * int) :=
  let range := filter (fun i => i <? n) [0; 1; 2; 3; 4; 5; 6; 7] in
  flat_map (fun y => map (fun x => (x, y)) range) range.

(** * Positions *)

Record position := Position { black : squares; white : squares; side : color }.

Definition men (c : color) (p : position) : squares :=
  match c with Black => black p | White => white p end.

Definition same (p q : position) : bool :=
  same_squares (black p) (black q) && same_squares (white p) (white q)
  && is_color (side p) (side q).

Lemma same_spec p q : reflect (p = q) (same p q).
Proof.
  destruct p as [b w s], q as [b' w' s']; unfold same; cbn.
  destruct (same_squares_spec b b'), (same_squares_spec w w'); cbn;
    try (constructor; congruence).
  destruct s, s'; constructor; congruence.
Qed.

Definition key (p : position) : int :=
  let h := low (black p) * 0x1E3779B97F4A7C15 + low (white p) in
  let h := h * 0x3F58476D1CE4E5B9 + high (black p) in
  let h := h * 0x14D049BB133111EB + high (white p) in
  let h := match side p with Black => h | White => h + 0x2545F4914F6CDD1D end in
  h lxor (h >> 29).

(** * Texts *)

(** The letters of an empty square, of a man of Black and of one of White. *)
Record letters := Letters { of_empty : ascii; of_black : ascii; of_white : ascii }.

(** Reads the squares of [at_] from the text, and then the side to move. *)
Fixpoint read_squares (l : letters) (at_ : list (int * int)) (text : string) (b w : squares)
    : option position :=
  match at_, text with
  | [], _ =>
      let to_move letter := String " " (String letter "") in
      match read_color (to_move (of_black l)) (to_move (of_white l)) text with
      | Some c => Some (Position b w c)
      | None => None
      end
  | (x, y) :: rest, String letter more =>
      if Ascii.eqb letter (of_empty l) then read_squares l rest more b w
      else if Ascii.eqb letter (of_black l) then read_squares l rest more (union b (square x y)) w
      else if Ascii.eqb letter (of_white l) then read_squares l rest more b (union w (square x y))
      else None
  | _ :: _, EmptyString => None
  end.

(** Reads a position of a board of [n] files and ranks. *)
Definition read_men (l : letters) (n : int) (text : string) : option position :=
  read_squares l (board n) text none none.
