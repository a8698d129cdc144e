(** Othello on boards of 8x8 and 6x6 squares: the rules and texts of
    docs/reference/certificate-format.md, section 3.2. This file is part of the trusted base. *)

From Coq Require Import List Bool String Ascii.
From Coq Require Import Uint63.
From Shomei Require Import Game.
From Shomei Require Export Men.
Import ListNotations.
Local Open Scope uint63_scope.

(** * Steps

    The board of 8x8 squares is that of Men.v. Its row 0 is the upper one, so a1, the lowest bit, is
    the upper left corner. The board of 6x6 squares leaves two files and two rows out. *)

(** The squares one step away; squares at the edge have none. *)
Definition right (a : squares) : squares :=
  Squares ((low a << 1) land 0xFEFEFEFE) ((high a << 1) land 0xFEFEFEFE).
Definition left (a : squares) : squares :=
  Squares ((low a >> 1) land 0x7F7F7F7F) ((high a >> 1) land 0x7F7F7F7F).
Definition down (a : squares) : squares :=
  Squares ((low a << 8) land 0xFFFFFFFF) (((high a << 8) land 0xFFFFFFFF) lor (low a >> 24)).
Definition up (a : squares) : squares :=
  Squares ((low a >> 8) lor ((high a land 0xFF) << 24)) (high a >> 8).

Example steps_are_right :
  let range := [0; 1; 2; 3; 4; 5; 6; 7] in
  forallb (fun '(x, y) =>
    let s := square x y in
    same_squares (left s) (if x =? 0 then none else square (x - 1) y)
    && same_squares (right s) (if x =? 7 then none else square (x + 1) y)
    && same_squares (up s) (if y =? 0 then none else square x (y - 1))
    && same_squares (down s) (if y =? 7 then none else square x (y + 1)))
    (list_prod range range) = true.
Proof. vm_compute; reflexivity. Qed.

(** * Flips *)

(** The discs of [enemy] that a disc of [own] flips in one direction: those next to each other from
    its square [at_] to another disc of [own]. [seen] are those already passed. *)
Fixpoint flips_to (step : squares -> squares) (most : nat) (own enemy at_ seen : squares)
    : squares :=
  match most with
  | O => none
  | S less =>
      let next := step at_ in
      if meet next enemy then flips_to step less own enemy next (union seen next)
      else if meet next own then seen else none
  end.

(** The discs that a disc of [own] on [at_] flips. A line has at most eight squares. *)
Definition flips (own enemy at_ : squares) : squares :=
  let to step := flips_to step 8 own enemy at_ none in
  union (union (union (to left) (to right)) (union (to up) (to down)))
    (union (union (to (fun a => left (up a))) (to (fun a => right (up a))))
      (union (to (fun a => left (down a))) (to (fun a => right (down a))))).

(** * Positions and moves *)

(** A disc is placed on a square and flips others. *)
Inductive move := Pass | Place (at_ flipped : squares).

(** The moves of [own] on the squares [at_] that flip a disc. *)
Fixpoint placements (own enemy : squares) (at_ : list squares) : list move :=
  match at_ with
  | [] => []
  | s :: rest =>
      if meet s own || meet s enemy then placements own enemy rest
      else
        let flipped := flips own enemy s in
        if is_none flipped then placements own enemy rest
        else Place s flipped :: placements own enemy rest
  end.

Definition can_place (own enemy : squares) (at_ : list squares) : bool :=
  existsb (fun s => negb (meet s own || meet s enemy) && negb (is_none (flips own enemy s))) at_.

(** The game is over when neither side can flip a disc. *)
Definition over (all : list squares) (p : position) : bool :=
  let own := men (side p) p in
  let enemy := men (other (side p)) p in
  negb (can_place own enemy all) && negb (can_place enemy own all).

Definition moves (all : list squares) (p : position) : list move :=
  match placements (men (side p) p) (men (other (side p)) p) all with
  | [] => [Pass]
  | some => some
  end.

Definition play (p : position) (m : move) : position :=
  match m, side p with
  | Pass, c => Position (black p) (white p) (other c)
  | Place s flipped, Black =>
      Position (union (black p) (union s flipped)) (without (white p) flipped) White
  | Place s flipped, White =>
      Position (without (black p) flipped) (union (white p) (union s flipped)) Black
  end.

(** * The rules *)

(** Who has reached its goal at the end of a game: the side with more discs, or [c] if it is at
    least [n] - 64 discs ahead and otherwise its opponent. *)
Inductive goal := More_discs | Ahead (c : color) (n : int).

Record rules := Rules { goal_of : goal; files : int }.

(** The discs of a side, and the empty squares if it has more discs than the other. *)
Definition score (n : int) (c : color) (p : position) : int :=
  let own := count (men c p) in
  let enemy := count (men (other c) p) in
  if enemy <? own then n * n - enemy else own.

(** Has [c] reached its goal in a position in which the game is over? *)
Definition reached (r : rules) (c : color) (p : position) : bool :=
  match goal_of r with
  | More_discs => score (files r) (other c) p <? score (files r) c p
  | Ahead d n =>
      let ahead := score (files r) (other d) p + n <=? score (files r) d p + 64 in
      if is_color c d then ahead else negb ahead
  end.

(** Othello under the rules [r], where [attacker] tries to reach its goal. Discs are never removed,
    and two passes in a row end the game, so play does not return to an earlier position. *)
Definition othello (r : rules) (attacker : color) : game position move :=
  let all := map (fun '(x, y) => square x y) (board (files r)) in
  {| status_of p :=
       if over all p then if reached r attacker p then Won else Failed else Open;
     role_of p := if is_color (side p) attacker then Attacker else Defender;
     Game.moves := moves all;
     Game.play := play;
     Game.same := same;
     Game.same_spec := same_spec;
     own_moves_win := Unknown;
     may_repeat := false;
     Game.key := key |}.

(** * Texts *)

(** A number below 100 without zeros in front. *)
Definition decimal (n : int) : string :=
  let digits := ["0"; "1"; "2"; "3"; "4"; "5"; "6"; "7"; "8"; "9"]%string in
  let fix digit d texts :=
    match texts with
    | [] => ""%string
    | text :: others => if d =? 0 then text else digit (d - 1) others
    end in
  let last := digit (n mod 10) digits in
  if n <? 10 then last else (digit (n / 10)%uint63 digits ++ last)%string.

(** The text of [n] - 64. *)
Definition signed (n : int) : string :=
  if n <? 64 then ("-" ++ decimal (64 - n))%string else decimal (n - 64).

(** The numbers from [first] on, [how_many] of them. *)
Fixpoint numbers (first : int) (how_many : nat) : list int :=
  match how_many with O => [] | S less => first :: numbers (first + 1) less end.

(** The rules of a board of [n] files, each with its text. A side is ahead by at most [n * n]
    discs, so there are [goals] numbers of discs, 2 * n * n + 1. *)
Definition named_rules (n : int) (goals : nat) (board : string) : list (string * rules) :=
  let named '(text, g) := (text ++ board, Rules g n)%string in
  let ahead c text :=
    map (fun i => named (text ++ signed i, Ahead c i)%string)
      (numbers (64 - n * n) goals) in
  named ("standard", More_discs)%string :: ahead Black "black>="%string
    ++ ahead White "white>="%string.

Definition read_rules (text : string) : option rules :=
  match find (fun named => String.eqb text (fst named))
      (named_rules 8 129 "" ++ named_rules 6 73 ",board=6") with
  | Some (_, r) => Some r
  | None => None
  end.

(** At least one square has a disc. *)
Definition read_position (n : int) (text : string) : option position :=
  match read_men (Letters "-" "X" "O") n text with
  | Some p => if is_none (union (black p) (white p)) then None else Some p
  | None => None
  end.

Definition read : reader := fun rules_text attacker_text root_text =>
  match read_rules rules_text, read_color "black" "white" attacker_text with
  | Some r, Some attacker =>
      match read_position (files r) root_text with
      | Some root => Some (Problem position move (othello r attacker) root)
      | None => None
      end
  | _, _ => None
  end.
