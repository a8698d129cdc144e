(** Shogi, the texts of a header. This file is part of the trusted base. *)

From Coq Require Import List Bool String Ascii.
From Coq Require Import Uint63.
From Shomei Require Import Game Perft.
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

Definition read_color (black_text white_text text : string) : option color :=
  if String.eqb text black_text then Some Black
  else if String.eqb text white_text then Some White else None.

Definition read : reader := fun rules_text attacker_text root_text =>
  let attacker_read := read_color "black" "white" attacker_text in
  match read_rules rules_text, attacker_read, read_position root_text with
  | Some r, Some attacker, Some root => Some (Problem position move (shogi r attacker) root)
  | _, _, _ => None
  end.

(** * Agreement with corpus/shogi.perft *)

(** The number of move paths from a position of the text form. *)
Definition paths (rules_text root_text : string) (depth : nat) : option int :=
  match read rules_text "black"%string root_text with
  | Some (Problem _ _ g root) => Some (perft g depth root)
  | None => None
  end.

(** The starting position. *)
Example perft_1 :
  map
    (paths "full"
      "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1")
    [1; 2]%nat
  = map Some [30; 900].
Proof. vm_compute; reflexivity. Qed.

(** In check, promotions and drops. *)
Example perft_2 :
  map
    (paths "full"
      "2s+P+P3l/6sk1/l1B6/p3grpp1/1pp+B3n1/P3p1G1p/1PP1G1P1N/L2p3RL/1NG1SKSP1 b NP2p 1")
    [1; 2]%nat
  = map Some [19; 929].
Proof. vm_compute; reflexivity. Qed.

(** White in check. *)
Example perft_3 :
  map
    (paths "full"
      "l2g4l/2g2r1k1/p2s1p2p/1ppp2pp1/1P1P5/P3G1PPP/1K2nP2L/L1R6/BNS2GSN1 w N2Pbsp 1")
    [1; 2]%nat
  = map Some [19; 1700].
Proof. vm_compute; reflexivity. Qed.

(** 235 moves. *)
Example perft_4 :
  map
    (paths "full"
      "ln3g1nl/bs7/p2k2s2/2Pp1pp2/PpgNP1b1p/1P3P1PP/3PG1P2/4r4/L4KS1L w 3Prgsn 1")
    [1; 2]%nat
  = map Some [235; 5931].
Proof. vm_compute; reflexivity. Qed.

(** A dropped pawn would mate. *)
Example perft_5 :
  map
    (paths "full"
      "2sp+Ns1nl/l3P+S2P/prngpg3/1ppP2ppp/2P6/PP1k+b1KP1/6P1r/5P1B1/L3G2NL w gsp 1")
    [1; 2]%nat
  = map Some [150; 3376].
Proof. vm_compute; reflexivity. Qed.

(** Two pins. *)
Example perft_6 :
  map
    (paths "full"
      "2s6/lr1g4k/ppp1p3p/l2p2g2/2P1gB3/bPs3K1L/P1NP+nPPP1/L3R1S2/2SG1+n3 w 4Pnp 1")
    [1; 2]%nat
  = map Some [104; 4383].
Proof. vm_compute; reflexivity. Qed.

(** A pin and many checks. *)
Example perft_7 :
  map
    (paths "full"
      "Sn2k3l/l1sgg2P1/1p1p+R4/p+Bp3p1p/9/1P5pP/2PPK1P2/g1+n4SR/LN1S1+pGNL w 2Pb2p 1")
    [1; 2]%nat
  = map Some [90; 5093].
Proof. vm_compute; reflexivity. Qed.

(** Seven promoted pieces. *)
Example perft_8 :
  map
    (paths "full"
      "2sp1+P1+Pl/l8/p1+Sgkpn1n/r1p2g2p/1p5PN/3+p3+B1/PPPPPPp1P/L1GSG3R/1+l1K2S+b1 w n 1")
    [1; 2]%nat
  = map Some [74; 3056].
Proof. vm_compute; reflexivity. Qed.

(** Checks against a castle. *)
Example perft_9 :
  map
    (paths "tsume"
      "ln1gk1snl/1r1s1g3/p1ppppbpp/9/1p7/9/9/9/8K b RBG2SNLP 1")
    [1; 2; 3; 4; 5]%nat
  = map Some [7; 24; 128; 414; 2286].
Proof. vm_compute; reflexivity. Qed.

(** Everything may be put between. *)
Example perft_10 :
  map
    (paths "tsume"
      "9/9/9/9/4k4/9/9/9/K8 b RBGS2Nrb3g3s2n4l9p 1")
    [1; 2]%nat
  = map Some [44; 583].
Proof. vm_compute; reflexivity. Qed.

(** Pawns that may not mate. *)
Example perft_11 :
  map
    (paths "tsume"
      "7nk/6r2/4b2G1/5S3/9/2B6/9/9/3K5 b RN3Pg2sl8p 1")
    [1; 2; 3; 4]%nat
  = map Some [11; 132; 585; 2219].
Proof. vm_compute; reflexivity. Qed.

(** The attacker in check. *)
Example perft_12 :
  map
    (paths "tsume"
      "9/9/4r4/9/9/3k5/9/4K4/9 b B2G2N2Prb2g8p 1")
    [1; 2; 3; 4]%nat
  = map Some [4; 25; 278; 1804].
Proof. vm_compute; reflexivity. Qed.

(** A dropped pawn may not mate: P*9b is no move. (Not in the file of the corpus.) *)
Example perft_pawn_mate :
  map (paths "tsume" "k1G6/9/KG7/9/9/9/9/9/9 b P 1") [1; 2; 3]%nat = map Some [3; 1; 4].
Proof. vm_compute; reflexivity. Qed.
