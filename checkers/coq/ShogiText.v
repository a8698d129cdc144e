(** Shogi, the texts of a header. This file is part of the trusted base. *)

From Coq Require Import List Bool String Ascii.
From Coq Require Import Uint63.
From Shomei Require Import Game.
From Shomei Require Export Shogi.
Import ListNotations.
Local Open Scope uint63_scope.

(** * Texts *)

Definition kinds_of_hands : list kind := [Rook; Bishop; Gold; Silver; Knight; Lance; Pawn].

(** The letters of the pieces of Black, and of White. *)
Definition letters : list (string * string * kind) :=
  [("P", "p", Pawn); ("L", "l", Lance); ("N", "n", Knight); ("S", "s", Silver); ("G", "g", Gold);
   ("B", "b", Bishop); ("R", "r", Rook); ("K", "k", King)]%string.

Definition piece_of (letter : ascii) : option (color * kind) :=
  let is_it text := String.eqb text (String letter "") in
  match find (fun '(black, white, _) => is_it black || is_it white) letters with
  | Some (black, _, k) => Some (if is_it black then Black else White, k)
  | None => None
  end.

Definition letter_of (c : color) (k : kind) : string :=
  match find (fun '(_, _, l) => number l =? number k) letters with
  | Some (black, white, _) => match c with Black => black | White => white end
  | None => ""
  end.

Definition empty_board : board := Board none none none none none.

(** The digits of a row, each with the squares that it leaves empty. *)
Definition digits : list (ascii * nat) :=
  [("1", 1); ("2", 2); ("3", 3); ("4", 4); ("5", 5); ("6", 6); ("7", 7); ("8", 8); ("9", 9)]
    %char%nat.

(** Reads the board from the text. [to_fill] are the squares left of the row that is read, from file
    9 on, and [rows] are the rows below it. [was_digit]: the character before was a digit. Returns
    the text after the board. *)
Fixpoint read_board (text : string) (to_fill : list squares) (rows : list (list squares))
    (was_digit : bool) (b : board) : option (board * string) :=
  match to_fill, rows, text with
  | [], [], _ => Some (b, text)
  | [], row :: below, String letter more =>
      if Ascii.eqb letter "/" then read_board more row below false b else None
  | s :: rest, _, String letter more =>
      match find (fun '(d, _) => Ascii.eqb letter d) digits with
      | Some (_, n) =>
          if was_digit || Nat.ltb (List.length to_fill) n then None
          else read_board more (skipn n to_fill) rows true b
      | None =>
          if Ascii.eqb letter "+" then
            match more with
            | String letter' more' =>
                match piece_of letter' with
                | Some (c, k) =>
                    match promoted k with
                    | Some q => read_board more' rest rows false (put b c q s)
                    | None => None
                    end
                | None => None
                end
            | EmptyString => None
            end
          else
            match piece_of letter with
            | Some (c, k) => read_board more rest rows false (put b c k s)
            | None => None
            end
      end
  | _, _, EmptyString => None
  end.

(** The squares of the board by ranks from a, and in each from file 9 on. *)
Definition ranks : list (list squares) :=
  map (fun y => map (fun x => square x y) [8; 7; 6; 5; 4; 3; 2; 1; 0]) [0; 1; 2; 3; 4; 5; 6; 7; 8].

(** The text after [start], if [text] begins with it. *)
Fixpoint after (start text : string) : option string :=
  match start, text with
  | EmptyString, _ => Some text
  | String a rest, String b more => if Ascii.eqb a b then after rest more else None
  | _, _ => None
  end.

(** How many pieces of a kind a hand can have, with the text before the letter. *)
Definition numbers : list (string * int) :=
  [("", 1); ("2", 2); ("3", 3); ("4", 4); ("5", 5); ("6", 6); ("7", 7); ("8", 8); ("9", 9);
   ("10", 10); ("11", 11); ("12", 12); ("13", 13); ("14", 14); ("15", 15); ("16", 16); ("17", 17);
   ("18", 18)]%string.

(** Reads the pieces of [c] in its hand, and the text after them. *)
Definition read_hand (c : color) (text : string) : int * string :=
  fold_left
    (fun '(h, rest) k =>
      fold_left
        (fun '(h', rest') '(n, how_many) =>
          match after (n ++ letter_of c k) rest with
          | Some more => (h + how_many * one k, more)
          | None => (h', rest')
          end)
        numbers (h, rest))
    kinds_of_hands (0, text).

(** The hands of Black and White, and the text after them. *)
Definition read_hands (text : string) : option (int * int * string) :=
  let '(black, rest) := read_hand Black text in
  let '(white, rest) := read_hand White rest in
  if (black =? 0) && (white =? 0) then
    match after "-" text with Some more => Some (0, 0, more) | None => None end
  else Some (black, white, rest).

(** The squares with a piece of a kind. *)
Definition of_kind (b : board) (k : kind) : squares :=
  set_of (filter (fun s => number (kind_at b s) =? number k) (each (occupied b))).

Definition all_of_kind (p : position) (k : kind) : int :=
  let on_board l := count (of_kind (the_board p) l) in
  on_board k + match promoted k with Some q => on_board q | None => 0 end
  + in_hand (black_hand p) k + in_hand (white_hand p) k.

(** The pieces of a set. *)
Definition in_a_set : list (kind * int) :=
  [(Pawn, 18); (Lance, 4); (Knight, 4); (Silver, 4); (Gold, 4); (Bishop, 2); (Rook, 2)].

(** The conditions on a root. *)
Definition valid (p : position) : bool :=
  let b := the_board p in
  let at_most_one_king c := count (king b c) <=? 1 in
  let none_stuck c :=
    forallb (fun k => negb (meet (both (of_kind b k) (men b c)) (stuck c k)))
      [Pawn; Lance; Knight] in
  let no_two_pawns c :=
    forallb (fun file => count (both file (both (pawns b) (men b c))) <=? 1) files in
  at_most_one_king Black && at_most_one_king White && negb (is_none (kings b))
  && none_stuck Black && none_stuck White && no_two_pawns Black && no_two_pawns White
  && forallb (fun '(k, most) => all_of_kind p k <=? most) in_a_set
  && negb (in_check b (other (side p))).

(** Reads a position in SFEN. *)
Definition read_position (text : string) : option position :=
  match read_board text (hd [] ranks) (tl ranks) false empty_board with
  | None => None
  | Some (b, rest) =>
      let side_to_move :=
        match after " b " rest, after " w " rest with
        | Some more, _ => Some (Black, more)
        | _, Some more => Some (White, more)
        | None, None => None
        end in
      match side_to_move with
      | None => None
      | Some (c, more) =>
          match read_hands more with
          | None => None
          | Some (black, white, last) =>
              let p := Position b black white c in
              if String.eqb last " 1" && valid p then Some p else None
          end
      end
  end.

Definition read_rules (text : string) : option rules :=
  if String.eqb text "tsume" then Some Tsume
  else if String.eqb text "tsume-mudaai" then Some Tsume_mudaai
  else if String.eqb text "full" then Some Full else None.

Definition read : reader := fun rules_text attacker_text root_text =>
  let attacker_read := read_color "black" "white" attacker_text in
  match read_rules rules_text, attacker_read, read_position root_text with
  | Some r, Some attacker, Some root => Some (Problem position move (shogi r attacker) root)
  | _, _, _ => None
  end.
