(** Plain search, which decides the position of a resolved record: section 4 of
    docs/reference/certificate-format.md. SearchSound.v proves that it is exact. *)

From Coq Require Import List Bool.
From Coq Require Import Uint63.
From Shomei Require Import Game Tools.
Import ListNotations.
Local Open Scope uint63_scope.

Definition is_role (a b : role) : bool :=
  match a, b with Attacker, Attacker | Defender, Defender => true | _, _ => false end.

Section Search.
  Context {position move : Type} (g : game position move).

  (** * Sets of positions, by the hash of the game *)

  Definition positions := map (list position).

  Definition bucket (k : int) (s : positions) : list position :=
    match get k s with Some l => l | None => [] end.

  Definition member (p : position) (s : positions) : bool :=
    existsb (same g p) (bucket (key g p) s).

  Definition add (p : position) (s : positions) : positions :=
    set (key g p) (p :: bucket (key g p) s) s.

  (** * Plain search (section 4)

      The recursion of the document is a loop over a stack of frames, one for each position of the
      path. A loop needs no deep stack of the machine. *)

  Record frame := Frame {
    at_position : position;
    mover : role;
    untried : list move;
    path_before : positions
  }.

  Inductive task := Enter (p : position) | Return (won : bool).

  Record search := Search {
    now : task;
    stack : list frame;
    path : positions;
    depth : int;
    nodes_left : int
  }.

  (** The result of a search and the nodes that are left. *)
  Inductive answer := Decided (won : bool) (unused : int) | Undecided.

  Definition deepest : int := 262144.

  (** The value [won] of a move ends the search of a position in which [r] is to move. *)
  Definition decides (won : bool) (r : role) : bool :=
    match r with Attacker => won | Defender => negb won end.

  (** The next move of the frame [f]; without one, the position is lost for its mover. [now_path]
      and [now_depth] include the position of the frame. *)
  Definition next_move (f : frame) (rest : list frame) (now_path : positions)
      (now_depth left : int) : search :=
    match f with
    | Frame p r [] before => Search (Return (is_role r Defender)) rest before (now_depth - 1) left
    | Frame p r (m :: others) before =>
        Search (Enter (play g p m)) (Frame p r others before :: rest) now_path now_depth left
    end.

  Definition enter (p : position) (s : search) : search + answer :=
    if (nodes_left s =? 0) || (depth s =? deepest) then inr Undecided
    else
      let left := nodes_left s - 1 in
      let return_ won := inl (Search (Return won) (stack s) (path s) (depth s) left) in
      match status_of g p with
      | Won => return_ true
      | Failed => return_ false
      | Open =>
          if may_repeat g && member p (path s) then return_ false
          else
            match moves g p with
            | [] => inr Undecided
            | ms =>
                let longer := if may_repeat g then add p (path s) else path s in
                inl (next_move (Frame p (role_of g p) ms (path s)) (stack s) longer (depth s + 1)
                  left)
            end
      end.

  Definition search_step (s : search) : search + answer :=
    match now s with
    | Enter p => enter p s
    | Return won =>
        match stack s with
        | [] => inr (Decided won (nodes_left s))
        | f :: rest =>
            if decides won (mover f) then
              inl (Search (Return won) rest (path_before f) (depth s - 1) (nodes_left s))
            else inl (next_move f rest (path s) (depth s) (nodes_left s))
        end
    end.

  Definition plain_search (p : position) (nodes : int) : answer :=
    match loop search_step endless (Search (Enter p) [] Empty 0 nodes) with
    | inl _ => Undecided
    | inr a => a
    end.
End Search.
