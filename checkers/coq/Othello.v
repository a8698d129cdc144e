(** Othello on boards of 8x8 and 6x6 squares: the rules and texts of
    docs/reference/certificate-format.md, section 3.2. This file is part of the trusted base. *)

From Coq Require Import List Bool ZArith String Ascii.
From Coq Require Import Uint63.
From Shomei Require Import Game.
Import ListNotations.
Local Open Scope uint63_scope.

(** * Squares

    The square in file [x] and row [y], both from 0, has bit x + 8 (y mod 4) of [low] if y < 4, and
    of [high] otherwise. So [low] is the upper half of the board of 8x8 squares: a1, the upper left
    corner, is its lowest bit. The board of 6x6 squares leaves two files and two rows out. *)

Record squares := Squares { low : int; high : int }.

Definition none : squares := Squares 0 0.

Definition square (x y : int) : squares :=
  if y <? 4 then Squares (1 << (x + 8 * y)) 0 else Squares 0 (1 << (x + 8 * (y - 4))).

Definition union (a b : squares) : squares :=
  Squares (low a lor low b) (high a lor high b).

(** [a] without [b], where [b] is a part of [a]. *)
Definition without (a b : squares) : squares :=
  Squares (low a lxor low b) (high a lxor high b).

Definition is_none (a : squares) : bool := (low a lor high a) =? 0.

Definition same_squares (a b : squares) : bool := (low a =? low b) && (high a =? high b).

(** Do two sets have a square in common? *)
Definition meet (a b : squares) : bool :=
  negb (((low a land low b) lor (high a land high b)) =? 0).

(** The number of bits of a word, if it has at most as many as [most]. *)
Fixpoint bits (most : nat) (w : int) : int :=
  match most with
  | O => 0
  | S less => if w =? 0 then 0 else 1 + bits less (w land (w - 1))
  end.

Definition count (a : squares) : int := bits 32 (low a) + bits 32 (high a).

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

Inductive color := Black | White.

Record position := Position { black : squares; white : squares; side : color }.

Definition other (c : color) : color := match c with Black => White | White => Black end.

Definition discs (c : color) (p : position) : squares :=
  match c with Black => black p | White => white p end.

(** A disc is placed on a square and flips others. *)
Inductive move := Pass | Place (at_ flipped : squares).

(** All squares of a board of [n] files and rows, in the order of the document: a1, b1, ... *)
Definition board (n : int) : list (int * int) :=
  let range := filter (fun i => i <? n) [0; 1; 2; 3; 4; 5; 6; 7] in
  flat_map (fun y => map (fun x => (x, y)) range) range.

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
  let own := discs (side p) p in
  let enemy := discs (other (side p)) p in
  negb (can_place own enemy all) && negb (can_place enemy own all).

Definition moves (all : list squares) (p : position) : list move :=
  match placements (discs (side p) p) (discs (other (side p)) p) all with
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
  let own := count (discs c p) in
  let enemy := count (discs (other c) p) in
  if enemy <? own then n * n - enemy else own.

Definition is_color (a b : color) : bool :=
  match a, b with Black, Black | White, White => true | _, _ => false end.

(** Has [c] reached its goal in a position in which the game is over? *)
Definition reached (r : rules) (c : color) (p : position) : bool :=
  match goal_of r with
  | More_discs => score (files r) (other c) p <? score (files r) c p
  | Ahead d n =>
      let ahead := score (files r) (other d) p + n <=? score (files r) d p + 64 in
      if is_color c d then ahead else negb ahead
  end.

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

Definition read_color (black_text white_text text : string) : option color :=
  if String.eqb text black_text then Some Black
  else if String.eqb text white_text then Some White else None.

(** Reads the squares of [at_] from the text, and then the side to move. *)
Fixpoint read_squares (at_ : list (int * int)) (text : string) (b w : squares)
    : option position :=
  match at_, text with
  | [], _ =>
      match read_color " X" " O" text with
      | Some c => if is_none (union b w) then None else Some (Position b w c)
      | None => None
      end
  | (x, y) :: rest, String letter more =>
      if Ascii.eqb letter "-" then read_squares rest more b w
      else if Ascii.eqb letter "X" then read_squares rest more (union b (square x y)) w
      else if Ascii.eqb letter "O" then read_squares rest more b (union w (square x y))
      else None
  | _ :: _, EmptyString => None
  end.

Definition read_position (n : int) (text : string) : option position :=
  read_squares (board n) text none none.

Definition read : reader := fun rules_text attacker_text root_text =>
  match read_rules rules_text, read_color "black" "white" attacker_text with
  | Some r, Some attacker =>
      match read_position (files r) root_text with
      | Some root => Some (Problem position move (othello r attacker) root)
      | None => None
      end
  | _, _ => None
  end.

(** * Agreement with corpus/othello.perft *)

(** The number of move paths of a length; there, a game that is over earlier counts as one path. *)
Fixpoint paths_from (g : game position move) (depth : nat) (p : position) : int :=
  match depth with
  | O => 1
  | S less =>
      match status_of g p with
      | Open =>
          fold_left (fun sum m => sum + paths_from g less (Game.play g p m)) (Game.moves g p) 0
      | _ => 1
      end
  end.

(** Plays moves: a letter and a digit name a square, "--" is a pass. *)
Fixpoint after (g : game position move) (record : string) (p : position) : option position :=
  match record with
  | EmptyString => Some p
  | String file (String row rest) =>
      let number c first := of_Z (Z.of_nat (nat_of_ascii c - nat_of_ascii first)) in
      let s := square (number file "A"%char) (number row "1"%char) in
      let is_it (m : move) :=
        match m with
        | Pass => String.eqb (String file (String row "")) "--"
        | Place at_ _ => same_squares at_ s && negb (Ascii.eqb file "-")
        end in
      match find is_it (Game.moves g p) with
      | Some m => after g rest (Game.play g p m)
      | None => None
      end
  | _ => None
  end.

Definition paths (rules_text root_text record : string) (depth : nat) : option int :=
  match read_rules rules_text with
  | Some r =>
      let g := othello r Black in
      match read_position (files r) root_text with
      | Some p =>
          match after g record p with
          | Some q => Some (paths_from g depth q)
          | None => None
          end
      | None => None
      end
  | None => None
  end.

Definition start : string := "---------------------------OX------XO--------------------------- X".
Definition start_6 : string := "--------------OX----XO-------------- X".

Example perft_start :
  map (paths "standard" start "") [1; 2; 3; 4; 5]%nat = map Some [4; 12; 56; 244; 1396].
Proof. vm_compute; reflexivity. Qed.

Example perft_game_2 :
  map
    (paths "standard" start
      ("C4E3F5B4D3F4E2E6D6F6A4C6G3C2C7F3G4F2G7B3B2E1F1H3D2B8D7G1F7A2B7H8H2B1G2C5B5A8G5D1H7G8"
      ++ "G6D8A7C8C3A6E8E7C1")%string)
    [1; 2; 3; 4]%nat
  = map Some [8; 40; 241; 1010].
Proof. vm_compute; reflexivity. Qed.

Example perft_game_3 :
  map
    (paths "standard" start
      "C4E3F5E6D3B3E7F4E2D6B4B5F6F7C6D2A6F1C3D8G5B7G8B6F3B2C7C5D1D7A7G2G6C2A3E1A4C1")
    [1; 2; 3]%nat
  = map Some [5; 68; 436].
Proof. vm_compute; reflexivity. Qed.

Example perft_game_4 :
  map
    (paths "standard" start
      "C4C3D3E3F2F3B2D6F4A1C5B5C7G4B6B7D2E6G5D1B3H6C6B4A5A6D7E7E8F5")
    [1; 2]%nat
  = map Some [11; 114].
Proof. vm_compute; reflexivity. Qed.

Example perft_game_5 :
  map
    (paths "standard" start
      ("E6D6C3F3C6C4C5F6D3E7F8B6D7B3G5B5F4E8G2F5A5A6D8C8F7A4B4G7B8C2G8E3B2G3H8H5H2B1F2D2G4H7"
      ++ "B7F1E1D1C1C7G6H4A1H6A2H3G1A7A3")%string)
    [1; 2; 3; 4; 5]%nat
  = map Some [2; 3; 3; 3; 3].
Proof. vm_compute; reflexivity. Qed.

Example perft_game_6 :
  map
    (paths "standard" start
      ("C4C3D3E3B2B4F6D6E2B3C5B1C2E6A5A3A2C1A1D2F7A4B6F4E1F1C6B5D1A7F2F3G1G8A6D7G4B7D8G3H2H3"
      ++ "B8H4C7A8G5F5E7G6H6F8G2C8E8")%string)
    [1; 2; 3; 4; 5; 6; 7]%nat
  = map Some [4; 7; 19; 22; 25; 25; 25].
Proof. vm_compute; reflexivity. Qed.

Example perft_game_7 :
  map
    (paths "standard" start
      ("E6F4G3C6C5F6C4H2G7C3G4D6B6G5C2B5A6C7D7B4H4B7A4F3F5E7A7C1A8A3C8B8E3H5D8E8G2H3G6H1G1A5"
      ++ "D3F2E2H6F7H8F1E1F8D2H7G8D1B3A2")%string)
    [1; 2; 3; 4; 5]%nat
  = map Some [1; 2; 4; 4; 4].
Proof. vm_compute; reflexivity. Qed.

Example perft_game_8 :
  map
    (paths "standard" start
      ("F5D6C7D7C4D3E6F4D2C3B3C2F6E2E1C6C5A4B2B4F2E7F3C1C8G6G7D8H6F1B6B7B8A2A5G5G4H8G3D1G8A7"
      ++ "E3F7A3B5B1A8G1A1E8F8--")%string)
    [1; 2; 3; 4; 5]%nat
  = map Some [8; 22; 118; 314; 1188].
Proof. vm_compute; reflexivity. Qed.

Example perft_game_9 :
  map
    (paths "standard" start
      ("E6D6C7F6C4B8C6C3F5D7G7B4C5F7F8B5B2G4A5G8G6H7H6E8B7H5D3A3B3B6A6A7G5E3A2F4E7B1C8D8A4H8"
      ++ "A8")%string)
    [1; 2; 3; 4; 5]%nat
  = map Some [1; 9; 34; 282; 1395].
Proof. vm_compute; reflexivity. Qed.

Example perft_game_10 :
  map
    (paths "standard" start
      "E6F6D3E7E8D8G7F8--E3F3G6F7H7G8H8H6F5G4C4B5G2D6B4H1H5B3G5F4D2C3B2D1A3C5A5A2H4A4D7")
    [1; 2; 3]%nat
  = map Some [7; 52; 321].
Proof. vm_compute; reflexivity. Qed.

Example perft_position_11 :
  map
    (paths "standard"
      "XO------------------------------------------------------XO------ X" "")
    [1; 2; 3; 4]%nat
  = map Some [2; 2; 2; 2].
Proof. vm_compute; reflexivity. Qed.

Example perft_position_12 :
  map
    (paths "standard"
      "X-------O------------------------------------------------------- O" "")
    [1; 2; 3]%nat
  = map Some [1; 1; 1].
Proof. vm_compute; reflexivity. Qed.

Example perft_position_13 :
  map
    (paths "standard"
      "OXXXXXX-----------------------------------------------OOOOOO--XX X" "")
    [1; 2; 3; 4; 5; 6]%nat
  = map Some [3; 6; 16; 37; 134; 398].
Proof. vm_compute; reflexivity. Qed.

Example perft_6x6 :
  map (paths "standard,board=6" start_6 "") [1; 2; 3; 4; 5]%nat = map Some [4; 12; 56; 244; 1364].
Proof. vm_compute; reflexivity. Qed.
