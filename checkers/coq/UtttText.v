(** Ultimate tic-tac-toe: the texts of docs/reference/certificate-format.md, section 3.2.
    This file is part of the trusted base. *)

From Coq Require Import String Ascii List Bool.
From Coq Require Import Uint63.
From Shomei Require Import Game Uttt.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope lazy_bool_scope.

Definition read_rules (text : string) : option rules :=
  if String.eqb text "standard" then Some standard
  else if String.eqb text "open" then Some open_boards
  else if String.eqb text "standard,play-out" then Some (to_the_end standard)
  else if String.eqb text "open,play-out" then Some (to_the_end open_boards)
  else None.

(** The text [SIDE;GLOBAL;B0/B1/.../B8]: its letters. *)
Record letters := Letters {
  side_letter : ascii;
  global : list ascii;
  cells : list (list ascii)
}.

(** The first [n] letters of a text and the rest. *)
Fixpoint cut (n : nat) (text : string) : option (list ascii * string) :=
  match n, text with
  | S less, String letter more =>
      match cut less more with
      | Some (l, rest) => Some (letter :: l, rest)
      | None => None
      end
  | S _, EmptyString => None
  | _, _ => Some ([], text)
  end.

(** [n] times nine letters, each after a separator. *)
Fixpoint cut_boards (n : nat) (separator : ascii) (text : string) : option (list (list ascii)) :=
  match n, text with
  | S less, String letter more =>
      match cut 9 more with
      | Some (nine, rest) =>
          match cut_boards less "/" rest with
          | Some others => if Ascii.eqb letter separator then Some (nine :: others) else None
          | None => None
          end
      | None => None
      end
  | S _, EmptyString => None
  | _, EmptyString => Some []
  | _, String _ _ => None
  end.

Definition cut_text (text : string) : option letters :=
  match text with
  | String s (String separator rest) =>
      match cut 9 rest with
      | Some (g, boards) =>
          match cut_boards 9 ";" boards with
          | Some nine => if Ascii.eqb separator ";" then Some (Letters s g nine) else None
          | None => None
          end
      | None => None
      end
  | _ => None
  end.

Definition is_in (allowed : string) (letter : ascii) : bool :=
  existsb (Ascii.eqb letter) (list_ascii_of_string allowed).

(** The numbers of the elements with a property, in a list of nine. *)
Definition set_of {A : Type} (wanted : A -> bool) (nine : list A) : int :=
  fold_left (fun s '(n, a) => if wanted a then s lor only n else s) (combine numbers nine) 0.

Definition letter_of (s : side) : string := match s with X => "X" | O => "O" end.

(** The marks of a side in a board, or its boards. *)
Definition own (s : side) (nine : list ascii) : int := set_of (is_in (letter_of s)) nine.

Definition is_full (nine : list ascii) : bool := forallb (is_in "XO") nine.

(** Have all lines in a set a common member? *)
Definition lines_cross (s : int) : bool :=
  let common := fold_left (fun common line => common land line) (filter (contains s) lines) in
  negb (common everything =? 0).

(** Does the letter in GLOBAL agree with the cells of the board? A board with lines of both sides
    (which stays open after the first) may be of either. *)
Definition agrees '((name, nine) : ascii * list ascii) : bool :=
  let x_line := has_line (own X nine) in
  let o_line := has_line (own O nine) in
  if is_in "X" name then x_line
  else if is_in "O" name then o_line
  else negb (x_line || o_line) && is_in (if is_full nine then "#" else ".@") name.

(** In a board that closes when it is won, only one side has lines, and the last mark is in all of
    them. *)
Definition closes_in_time (nine : list ascii) : bool :=
  negb (has_line (own X nine) && has_line (own O nine))
  && lines_cross (own X nine) && lines_cross (own O nine).

Definition capital (letter : ascii) : ascii :=
  if is_in "x" letter then "X" else if is_in "o" letter then "O" else letter.

Definition number_of (s : side) (boards : list (list ascii)) : nat :=
  length (filter (is_in (letter_of s)) (concat boards)).

Definition members (s : int) : list int := filter (fun n => has n s) numbers.

Definition meet (s t : int) : bool := negb ((s land t) =? 0).

(** GLOBAL, with capital letters. *)
Definition names (r : rules) (l : letters) : list ascii :=
  if stays_open r then map capital (global l) else global l.

Definition mover_of (l : letters) : side := if is_in "X" (side_letter l) then X else O.

Definition won_of (r : rules) (l : letters) : pair := Pair (own X (names r l)) (own O (names r l)).

Definition closed_of (r : rules) (l : letters) : int :=
  let full := set_of is_full (cells l) in
  if stays_open r then full else full lor any_of (won_of r l).

(** The boards with a letter for the board to which the side to move has been sent. *)
Definition sent_of (r : rules) (l : letters) : int :=
  set_of (is_in (if stays_open r then "@xo" else "@")) (global l).

(** The conditions of the document for a root, in its order. *)
Definition is_root (r : rules) (l : letters) : bool :=
  let mover := mover_of l in
  let won := won_of r l in
  let closed := closed_of r l in
  let sent := sent_of r l in
  let over := has_line (of_x won) || has_line (of_o won) || (closed =? everything) in
  let opponent_cells :=
    fold_left (fun s nine => s lor own (other mover) nine) (cells l) 0 in
  is_in "XO" (side_letter l) && forallb (is_in "XO.") (concat (cells l))
  && forallb agrees (combine (names r l) (cells l))
  && (stays_open r || forallb closes_in_time (cells l))
  && lines_cross (of_x won) && lines_cross (of_o won)
  && Nat.eqb (number_of X (cells l))
       (number_of O (cells l) + match mover with X => 0 | O => 1 end)
  && negb (has_line (of mover won))
  && match members sent with
     | [] => (opponent_cells =? 0) || over || meet opponent_cells closed
     | [n] => negb over && has n opponent_cells && negb (has n closed)
     | _ => false
     end.

(** The marks of a board as they are stored, see [position]. *)
Definition to_store (is_closed is_won : bool) (nine : list ascii) : pair :=
  let m := Pair (own X nine) (own O nine) in
  if is_closed then Pair everything everything
  else if is_won then Pair (any_of m) (any_of m)
  else m.

Definition root_of (r : rules) (l : letters) : position :=
  let won := won_of r l in
  let closed := closed_of r l in
  let set_board all '(n, nine) :=
    set_marks n (to_store (has n closed) (has n (any_of won)) nine) all in
  let lost_to opponent :=
    of opponent won
    lor (set_of (fun nine => meets_every_line (own opponent nine)) (cells l)
         land (everything lxor any_of won)) in
  {| boards := fold_left set_board (combine numbers (cells l)) (boards start);
     won := won;
     lost := Pair (lost_to O) (lost_to X);
     closed := closed;
     sent_to := match members (sent_of r l) with [] => choice | n :: _ => n end;
     to_move := mover_of l |}.

Definition read_root (r : rules) (text : string) : option position :=
  match cut_text text with
  | Some l => if is_root r l then Some (root_of r l) else None
  | None => None
  end.

Definition read_side (text : string) : option side :=
  if String.eqb text "x" then Some X else if String.eqb text "o" then Some O else None.

Definition read : reader := fun rules_text attacker_text root_text =>
  match read_rules rules_text, read_side attacker_text with
  | Some r, Some attacker =>
      match read_root r root_text with
      | Some root => Some (Problem position move (uttt r attacker) root)
      | None => None
      end
  | _, _ => None
  end.

(** * The start *)

Definition start_text : string :=
  "X;.........;........./........./........./" ++
    "........./........./........./........./........./.........".

Example start_is_read : read_root standard start_text = Some start.
Proof. vm_compute; reflexivity. Qed.
