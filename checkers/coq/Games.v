(** The games that the checker knows, by the names in the header of a certificate. *)

From Coq Require Import String Uint63.
From Shomei Require Import Game Perft Format.
From Shomei Require Loa Othello ShogiText UtttText Hex ConnectFour.
Local Open Scope string_scope.

Definition find_game : games := fun name =>
  if String.eqb name "loa" then Some Loa.read
  else if String.eqb name "othello" then Some Othello.read
  else if String.eqb name "shogi" then Some ShogiText.read
  else if String.eqb name "uttt" then Some UtttText.read
  else if String.eqb name "hex" then Some Hex.read
  else if String.eqb name "connect-four" then Some ConnectFour.read
  else None.

(** The number of move paths of length [depth] from the position of the texts, if they are read. *)
Definition count_paths (name rules attacker root : string) (depth : nat) : option int :=
  match find_game name with
  | None => None
  | Some read =>
      match read rules attacker root with
      | None => None
      | Some (Problem _ _ g p) => Some (perft g depth p)
      end
  end.
