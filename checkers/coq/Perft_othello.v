(** Othello: counts of move paths, as in corpus/othello.perft. *)

From Coq Require Import List Bool ZArith String Ascii Uint63.
From Shomei Require Import Game Othello.
Import ListNotations.
Local Open Scope uint63_scope.

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
