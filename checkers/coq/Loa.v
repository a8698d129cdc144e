(** Lines of Action on boards of 5, 6, 7 or 8 files and ranks: the rules and texts of
    docs/reference/certificate-format.md, section 3.2. This file is part of the trusted base. *)

From Coq Require Import List Bool String Ascii.
From Coq Require Import Uint63.
From Shomei Require Import Game Perft.
Import ListNotations.
Local Open Scope uint63_scope.

(** * Squares

    The square in file [x] and rank [y], both from 0, has bit x + 8 (y mod 4) of [low] if y < 4,
    and of [high] otherwise. Smaller boards leave files and ranks out. *)

Record squares := Squares { low : int; high : int }.

Definition none : squares := Squares 0 0.

Definition square (x y : int) : squares :=
  if y <? 4 then Squares (1 << (x + 8 * y)) 0 else Squares 0 (1 << (x + 8 * (y - 4))).

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

(** The number of bits of a word, if it has at most as many as [most]. *)
Fixpoint bits (most : nat) (w : int) : int :=
  match most with
  | O => 0
  | S less => if w =? 0 then 0 else 1 + bits less (w land (w - 1))
  end.

Definition count (a : squares) : int := bits 32 (low a) + bits 32 (high a).

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

Definition lowest_bit (w : int) : int := w land (0 - w).

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

(** All squares of a board of [n] files and ranks, in the order of the document: a1, b1, ... *)
Definition board (n : int) : list (int * int) :=
  let range := filter (fun i => i <? n) [0; 1; 2; 3; 4; 5; 6; 7] in
  flat_map (fun y => map (fun x => (x, y)) range) range.

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

Inductive color := Black | White.

Record position := Position { black : squares; white : squares; side : color }.

Definition other (c : color) : color := match c with Black => White | White => Black end.

Definition men (c : color) (p : position) : squares :=
  match c with Black => black p | White => white p end.

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

Definition is_color (a b : color) : bool :=
  match a, b with Black, Black | White, White => true | _, _ => false end.

Definition same (p q : position) : bool :=
  same_squares (black p) (black q) && same_squares (white p) (white q)
  && is_color (side p) (side q).

Definition key (p : position) : int :=
  let h := low (black p) * 0x1E3779B97F4A7C15 + low (white p) in
  let h := h * 0x3F58476D1CE4E5B9 + high (black p) in
  let h := h * 0x14D049BB133111EB + high (white p) in
  let h := match side p with Black => h | White => h + 0x2545F4914F6CDD1D end in
  h lxor (h >> 29).

Lemma same_squares_spec a b : reflect (a = b) (same_squares a b).
Proof.
  destruct a as [l h], b as [l' h']; unfold same_squares; cbn.
  destruct (eqb_spec l l') as [eq ne]; destruct (l =? l'); cbn.
  - destruct (eqb_spec h h') as [eq' ne']; destruct (h =? h'); constructor.
    + rewrite (eq eq_refl), (eq' eq_refl); reflexivity.
    + intros [= _ differ]; now discriminate ne'.
  - constructor; intros [= differ _]; now discriminate ne.
Qed.

Lemma same_spec p q : reflect (p = q) (same p q).
Proof.
  destruct p as [b w s], q as [b' w' s']; unfold same; cbn.
  destruct (same_squares_spec b b'), (same_squares_spec w w'); cbn;
    try (constructor; congruence).
  destruct s, s'; constructor; congruence.
Qed.

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

Definition read_color (black_text white_text text : string) : option color :=
  if String.eqb text black_text then Some Black
  else if String.eqb text white_text then Some White else None.

(** Reads the squares of [at_] from the text, and then the side to move. *)
Fixpoint read_squares (at_ : list (int * int)) (text : string) (b w : squares)
    : option position :=
  match at_, text with
  | [], _ =>
      match read_color " x" " o" text with
      | Some c => if is_none b || is_none w then None else Some (Position b w c)
      | None => None
      end
  | (x, y) :: rest, String letter more =>
      if Ascii.eqb letter "." then read_squares rest more b w
      else if Ascii.eqb letter "x" then read_squares rest more (union b (square x y)) w
      else if Ascii.eqb letter "o" then read_squares rest more b (union w (square x y))
      else None
  | _ :: _, EmptyString => None
  end.

Definition read_position (n : int) (text : string) : option position :=
  read_squares (board n) text none none.

Definition read : reader := fun rules_text attacker_text root_text =>
  match read_rules rules_text, read_color "black" "white" attacker_text with
  | Some r, Some attacker =>
      match read_position (size r) root_text with
      | Some root => Some (Problem position move (loa r attacker) root)
      | None => None
      end
  | _, _ => None
  end.

(** * Agreement with corpus/loa.perft *)

(** The number of move paths from a position of the text form. *)
Definition paths (rules_text root_text : string) (depth : nat) : option int :=
  match read rules_text "black"%string root_text with
  | Some (Problem _ _ g root) => Some (perft g depth root)
  | None => None
  end.

Definition start_8 : string := ".xxxxxx.o......oo......oo......oo......oo......oo......o.xxxxxx. x".
Definition diagram_4 : string :=
  "...x....o.................oxx....o..ooo....ox................... x".
Definition start_5 : string := ".xxx.o...oo...oo...o.xxx. x".
Definition start_6 : string := ".xxxx.o....oo....oo....oo....o.xxxx. x".
Definition start_7 : string := ".xxxxx.o.....oo.....oo.....oo.....oo.....o.xxxxx. x".

Example perft_8 : map (paths "olympiad" start_8) [1; 2; 3]%nat = map Some [36; 1244; 44952].
Proof. vm_compute; reflexivity. Qed.

Example perft_diagram_4 : map (paths "olympiad" diagram_4) [1; 2; 3]%nat = map Some [15; 538; 8998].
Proof. vm_compute; reflexivity. Qed.

Example perft_olympiad_5 :
  map (paths "olympiad,board=5" start_5) [1; 2; 3; 4]%nat = map Some [18; 280; 4164; 56108].
Proof. vm_compute; reflexivity. Qed.

Example perft_sackson_5 :
  map (paths "sackson,board=5" start_5) [1; 2; 3; 4]%nat = map Some [18; 280; 4164; 56108].
Proof. vm_compute; reflexivity. Qed.

Example perft_6 :
  map (paths "olympiad,board=6" start_6) [1; 2; 3]%nat = map Some [24; 524; 11440].
Proof. vm_compute; reflexivity. Qed.

Example perft_7 :
  map (paths "olympiad,board=7" start_7) [1; 2; 3]%nat = map Some [30; 848; 25012].
Proof. vm_compute; reflexivity. Qed.

(** Black has no move: it passes, or has lost. Not of the corpus; counted by two other programs. *)
Definition blocked : string := "..o.o.ooo..ox.o...o.o.oox x".

Example perft_pass :
  map (paths "olympiad,board=5" blocked) [1; 2; 3; 4]%nat = map Some [1; 19; 15; 245].
Proof. vm_compute; reflexivity. Qed.

Example perft_no_pass : map (paths "sackson,board=5" blocked) [1; 2]%nat = map Some [0; 0].
Proof. vm_compute; reflexivity. Qed.
