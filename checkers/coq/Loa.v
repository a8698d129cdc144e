(** Lines of Action on boards of 5, 6, 7 or 8 files and ranks: the rules and texts of
    docs/reference/certificate-format.md, section 3.2. This file is part of the trusted base. *)

From Coq Require Import List Bool String Ascii.
From Coq Require Import Uint63.
From Shomei Require Import Game.
From Shomei Require Export Men.
Import ListNotations.
Local Open Scope uint63_scope.

(** * Connected men *)

(** A word and the squares beside its squares: all but those of file a, or of file h, have a
    neighbour to the left, or to the right. *)
Definition beside (w : int) : int :=
  w lor ((w << 1) land 0xFEFEFEFE) lor ((w >> 1) land 0x7F7F7F7F).

(** A set and its neighbours in all eight directions. *)
Definition spread (a : squares) : squares :=
  let l := beside (low a) in
  let h := beside (high a) in
  Squares (l lor ((l << 8) land 0xFFFFFFFF) lor (l >> 8) lor ((h << 24) land 0xFF000000))
    (h lor ((h << 8) land 0xFFFFFFFF) lor (h >> 8) lor (l >> 24)).

Definition some_square (a : squares) : squares :=
  if low a =? 0 then Squares 0 (lowest_bit (high a)) else Squares (lowest_bit (low a)) 0.

(** The men of [men] that are joined to [group]; a path has at most 64 squares. *)
Fixpoint grow (steps : nat) (men group : squares) : squares :=
  match steps with
  | O => group
  | S less =>
      let bigger := both (spread group) men in
      if same_squares bigger group then group else grow less men bigger
  end.

Definition joined (men : squares) : bool := same_squares (grow 64 men (some_square men)) men.

(** * Lines *)

Definition distance (a b : int) : int := if a <=? b then b - a else a - b.

(** The number of steps of a king. *)
Definition steps '((x, y) : int * int) '((u, v) : int * int) : int :=
  let dx := distance x u in
  let dy := distance y v in
  if dx <=? dy then dy else dx.

(** Are two squares on one rank, file, rising or falling diagonal? *)
Definition lines : list (int * int -> int * int -> bool) :=
  [fun '(x, y) '(u, v) => y =? v;
   fun '(x, y) '(u, v) => x =? u;
   fun '(x, y) '(u, v) => x + v =? u + y;
   fun '(x, y) '(u, v) => x + y =? u + v].

Definition set_of (l : list (int * int)) : squares :=
  fold_left (fun s '(x, y) => union s (square x y)) l none.

(** [spread] adds the squares that a king reaches in one step. *)
Example spread_is_a_step_of_a_king :
  forallb (fun s =>
    same_squares (spread (set_of [s])) (set_of (filter (fun t => steps s t <=? 1) (board 8))))
    (board 8) = true.
Proof. vm_compute; reflexivity. Qed.

(** A way from one square to another along a line of the board. *)
Record way := Way {
  origin : squares;
  target : squares;
  whole_line : squares;
  between : squares;
  length : int
}.

(** The ways from [o] to [t]: one, or none if no line joins them. *)
Definition ways_to (n : int) (o t : int * int) : list way :=
  let far := steps o t in
  if far =? 0 then []
  else
    map (fun on_line =>
        let line := filter (on_line o) (board n) in
        let inner :=
          filter (fun s => (steps o s + steps s t =? far) && negb (steps o s =? 0)
            && negb (steps s t =? 0)) line in
        Way (square (fst o) (snd o)) (square (fst t) (snd t)) (set_of line) (set_of inner) far)
      (filter (fun on_line => on_line o t) lines).

(** Every square of the board, and the ways from it, by destination. *)
Definition all_ways (n : int) : list (squares * list way) :=
  map (fun o => (square (fst o) (snd o), flat_map (ways_to n o) (board n))) (board n).

(** * Positions and moves *)

Inductive move := Pass | Jump (w : way).

(** A man moves as many squares as there are men on the line. It jumps over its own side only, and
    does not land on it. *)
Definition can_go (own enemy : squares) (w : way) : bool :=
  negb (meet (target w) own) && negb (meet (between w) enemy)
  && (count (both (whole_line w) (union own enemy)) =? length w).

Definition jumps (table : list (squares * list way)) (p : position) : list way :=
  let own := men (side p) p in
  let enemy := men (other (side p)) p in
  flat_map (fun '(s, ways) => if meet s own then filter (can_go own enemy) ways else []) table.

(** Is [jumps] not empty? *)
Definition can_jump (table : list (squares * list way)) (p : position) : bool :=
  let own := men (side p) p in
  let enemy := men (other (side p)) p in
  existsb (fun '(s, ways) => meet s own && existsb (can_go own enemy) ways) table.

Definition play (p : position) (m : move) : position :=
  match m with
  | Pass => Position (black p) (white p) (other (side p))
  | Jump w =>
      match side p with
      | Black =>
          Position (union (without (black p) (origin w)) (target w))
            (without (white p) (target w)) White
      | White =>
          Position (without (black p) (target w))
            (union (without (white p) (origin w)) (target w)) Black
      end
  end.

(** * The rules *)

(** If a move joins both sides: a draw, or a win of the side that moved. *)
Inductive simultaneous := Draw | MoverWins.

(** A side without a move passes, or has lost. *)
Inductive no_move := Passes | Loses.

Record rules := Rules { if_both : simultaneous; if_stuck : no_move; size : int }.

Definition olympiad (n : int) : rules := Rules Draw Passes n.
Definition sackson (n : int) : rules := Rules MoverWins Loses n.

Inductive result := Goes_on | Won_by (c : color) | Drawn.

Definition result_of (r : rules) (table : list (squares * list way)) (p : position) : result :=
  match joined (black p), joined (white p) with
  | true, true =>
      match if_both r with Draw => Drawn | MoverWins => Won_by (other (side p)) end
  | true, false => Won_by Black
  | false, true => Won_by White
  | false, false =>
      match if_stuck r with
      | Passes => Goes_on
      | Loses => if can_jump table p then Goes_on else Won_by (other (side p))
      end
  end.

(** Lines of Action under the rules [r], where [attacker] tries to win. *)
Definition loa (r : rules) (attacker : color) : game position move :=
  let table := all_ways (size r) in
  {| status_of p :=
       match result_of r table p with
       | Goes_on => Open
       | Won_by c => if is_color c attacker then Won else Failed
       | Drawn => Failed
       end;
     role_of p := if is_color (side p) attacker then Attacker else Defender;
     moves p := match jumps table p with [] => [Pass] | ways => map Jump ways end;
     Game.play := play;
     Game.same := same;
     Game.same_spec := same_spec;
     own_moves_win := Unknown;
     may_repeat := true;
     Game.key := key |}.

(** * Texts *)

Definition read_rules (text : string) : option rules :=
  let names :=
    [("olympiad", Rules Draw Passes); ("sackson", Rules MoverWins Loses);
     ("simultaneous=draw,no-move=loss", Rules Draw Loses);
     ("simultaneous=mover-wins,no-move=pass", Rules MoverWins Passes)]%string in
  let boards := [("", 8); (",board=5", 5); (",board=6", 6); (",board=7", 7)]%string in
  let all := list_prod names boards in
  match find (fun '((name, _), (board, _)) => String.eqb text (name ++ board)) all with
  | Some ((_, with_size), (_, n)) => Some (with_size n)
  | None => None
  end.

(** Both sides have men. *)
Definition read_position (n : int) (text : string) : option position :=
  match read_men (Letters "." "x" "o") n text with
  | Some p => if is_none (black p) || is_none (white p) then None else Some p
  | None => None
  end.

Definition read : reader := fun rules_text attacker_text root_text =>
  match read_rules rules_text, read_color "black" "white" attacker_text with
  | Some r, Some attacker =>
      match read_position (size r) root_text with
      | Some root => Some (Problem position move (loa r attacker) root)
      | None => None
      end
  | _, _ => None
  end.
