(** The number of move paths of a length. Finished positions have no moves, and repetitions are not
    looked at. The rules of a game are compared with corpus/*.perft by this function. *)

From Coq Require Import List.
From Coq Require Import Uint63.
From Shomei Require Import Game.

Section Perft.
  Context {position move : Type} (g : game position move).

  Fixpoint perft (depth : nat) (p : position) : int :=
    match depth with
    | O => 1
    | S less =>
        match status_of g p with
        | Open => fold_left (fun sum m => sum + perft less (play g p m))%uint63 (moves g p) 0%uint63
        | _ => 0%uint63
        end
    end.
End Perft.
