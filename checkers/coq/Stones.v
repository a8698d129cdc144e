(** Stones of two sides in one word: the positions of Hex and of Connect Four. This file is part of
    the trusted base. *)

From Coq Require Import String Ascii List Bool.
From Coq Require Import Uint63.
From Shomei Require Import Game.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope lazy_bool_scope.

Definition union (sets : list int) : int := fold_left (fun s t => s lor t) sets 0.

Inductive side := First | Second.

Definition is_side (a b : side) : bool :=
  match a, b with First, First | Second, Second => true | _, _ => false end.

Record position := Position { first : int; second : int; to_move : side }.

Definition empty_board : position := Position 0 0 First.

(** The side to move puts stones on the board. *)
Definition put (p : position) (new : int) : position :=
  match to_move p with
  | First => Position (first p lor new) (second p) Second
  | Second => Position (first p) (second p lor new) First
  end.

Definition role_for (attacker : side) (p : position) : role :=
  if is_side (to_move p) attacker then Attacker else Defender.

Definition same (p q : position) : bool :=
  (first p =? first q) &&& (second p =? second q) &&& is_side (to_move p) (to_move q).

Lemma same_spec p q : reflect (p = q) (same p q).
Proof.
  destruct p as [f s t], q as [f' s' t']; unfold same; cbn.
  destruct (same_int_spec f f'); [|constructor; congruence].
  destruct (same_int_spec s s'); [|constructor; congruence].
  destruct t, t'; constructor; congruence.
Qed.

Definition key (p : position) : int :=
  let h := first p * 0x1E3779B97F4A7C15 + second p in
  let h := h * 0x3F58476D1CE4E5B9 in
  h lxor (h >> 29).

(** * Texts *)

Definition read_side (text : string) : option side :=
  if String.eqb text "first" then Some First
  else if String.eqb text "second" then Some Second else None.

(** Reads the stones of some squares. [None] is the border of two rows. *)
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

(** Reads a position from the squares of each row. The first side has as many stones as the second,
    or one more. *)
Definition read_rows (rows : list (list int)) (text : string) : option position :=
  let layout := tl (flat_map (fun row => None :: map Some row) rows) in
  match read_stones layout text 0 0 with
  | Some (f, s) =>
      let is_in set c := negb ((set land c) =? 0) in
      let number set := length (filter (is_in set) (concat rows)) in
      if Nat.eqb (number f) (number s) then Some (Position f s First)
      else if Nat.eqb (number f) (S (number s)) then Some (Position f s Second)
      else None
  | None => None
  end.
