(** Sets of squares in two words, and the two sides of a game: what Lines of Action, Othello and
    shogi share. This file is part of the trusted base. *)

From Coq Require Import Bool String.
From Coq Require Import Uint63.
From Shomei Require Import Game.
Local Open Scope uint63_scope.

(** * Sets *)

(** Each square is a bit of [low] or of [high]. The games say which. *)
Record squares := Squares { low : int; high : int }.

Definition none : squares := Squares 0 0.

Definition both (a b : squares) : squares :=
  Squares (low a land low b) (high a land high b).

Definition union (a b : squares) : squares :=
  Squares (low a lor low b) (high a lor high b).

(** [a] without [b]. *)
Definition without (a b : squares) : squares :=
  Squares (low a lxor (low a land low b)) (high a lxor (high a land high b)).

Definition same_squares (a b : squares) : bool := (low a =? low b) && (high a =? high b).

(** Do two sets have a square in common? *)
Definition meet (a b : squares) : bool :=
  negb (((low a land low b) lor (high a land high b)) =? 0).

Definition is_none (a : squares) : bool := (low a lor high a) =? 0.

(** The lowest bit of a word that is not 0, and the word without it. *)
Definition lowest_bit (w : int) : int := w land (0 - w).
Definition other_bits (w : int) : int := w land (w - 1).

(** The number of bits of a word, if it has at most as many as [most]. *)
Fixpoint bits (most : nat) (w : int) : int :=
  match most with
  | O => 0
  | S less => if w =? 0 then 0 else 1 + bits less (other_bits w)
  end.

Lemma same_squares_spec a b : reflect (a = b) (same_squares a b).
Proof.
  destruct a as [l h], b as [l' h']; unfold same_squares; cbn.
  destruct (same_int_spec l l'), (same_int_spec h h'); constructor; congruence.
Qed.

(** * Sides *)

Inductive color := Black | White.

Definition other (c : color) : color := match c with Black => White | White => Black end.

Definition is_color (a b : color) : bool :=
  match a, b with Black, Black | White, White => true | _, _ => false end.

Definition read_color (black_text white_text text : string) : option color :=
  if String.eqb text black_text then Some Black
  else if String.eqb text white_text then Some White else None.
