(** What a game is, and what it means that the attacker wins.

    This file is part of the trusted base: read it, and the file of the game in question, to know
    what a theorem says. The terms are those of docs/reference/certificate-format.md, sections 1
    to 3. Every file of a game defines one [game] for each of its rules and attackers. *)

From Coq Require Import List Bool String.
From Coq Require Import Uint63.

(** A position is won (the attacker has reached its goal), failed (no play leads to the goal any
    more), or open. *)
Inductive status := Won | Failed | Open.

(** The side to move is the attacker or the defender. *)
Inductive role := Attacker | Defender.

(** A property that was proved, or about which nothing is known. *)
Inductive property (P : Prop) := Shown (proof : P) | Unknown.

Arguments Shown {P}.
Arguments Unknown {P}.

(** A game with fixed rules and a fixed attacker. Positions have no history, the side to move is
    part of a position, and positions that the rules do not distinguish are equal (a game that
    ignores a detail must not store it). Only open positions have a role and moves. *)
Record game (position move : Type) := Game {
  status_of : position -> status;
  role_of : position -> role;

  (** The legal moves in the order of the document, section 3.1, each once. A forced pass is a
      move. *)
  moves : position -> list move;

  (** The position after a legal move. *)
  play : position -> move -> position;

  (** Equality of positions. *)
  same : position -> position -> bool;
  same_spec : forall p q, reflect (p = q) (same p q);

  (** Only moves of the attacker win. Certificates about a number of plies of such a game (shogi)
      use this property: section 2.1. [Unknown] is right for every game that the document does not
      name there. *)
  own_moves_win : property (forall p m,
    status_of p = Open -> role_of p = Defender -> In m (moves p) -> status_of (play p m) <> Won);

  (** The next two serve speed. No theorem depends on them, but the count of plain search does:
      [may_repeat] is [true] if play can return to an earlier position, and [key] is any hash. *)
  may_repeat : bool;
  key : position -> int
}.

Arguments status_of {position move}.
Arguments role_of {position move}.
Arguments moves {position move}.
Arguments play {position move}.
Arguments same {position move}.
Arguments same_spec {position move}.
Arguments own_moves_win {position move}.
Arguments may_repeat {position move}.
Arguments key {position move}.

(** The attacker wins: it can force a won position in finitely many moves. Play that never ends is
    therefore no win, so no rule of repetition is needed. A defender without a move (which an open
    position excludes) would not lose. *)
Inductive wins {position move} (g : game position move) : position -> Prop :=
  | wins_at_once p :
      status_of g p = Won -> wins g p
  | wins_by_a_move p m :
      status_of g p = Open -> role_of g p = Attacker ->
      In m (moves g p) -> wins g (play g p m) -> wins g p
  | wins_after_all_moves p :
      status_of g p = Open -> role_of g p = Defender -> moves g p <> nil ->
      (forall m, In m (moves g p) -> wins g (play g p m)) -> wins g p.

(** The attacker wins within [n] plies: it can force a won position in at most [n] moves, those of
    both sides counted together. *)
Inductive wins_within {position move} (g : game position move) : nat -> position -> Prop :=
  | within_at_once n p :
      status_of g p = Won -> wins_within g n p
  | within_by_a_move n p m :
      status_of g p = Open -> role_of g p = Attacker ->
      In m (moves g p) -> wins_within g n (play g p m) -> wins_within g (S n) p
  | within_after_all_moves n p :
      status_of g p = Open -> role_of g p = Defender -> moves g p <> nil ->
      (forall m, In m (moves g p) -> wins_within g n (play g p m)) -> wins_within g (S n) p.

(** A problem: a game and its root position. *)
Inductive problem :=
  Problem : forall position move : Type, game position move -> position -> problem.

(** The two claims of a certificate (section 1), and those within [n] plies. *)
Definition proved (what : problem) : Prop :=
  match what with Problem _ _ g root => wins g root end.

Definition disproved (what : problem) : Prop := ~ proved what.

Definition proved_within (n : nat) (what : problem) : Prop :=
  match what with Problem _ _ g root => wins_within g n root end.

Definition disproved_within (n : nat) (what : problem) : Prop := ~ proved_within n what.

(** How a game reads the texts of a header (section 3.2): rules, attacker and root position.
    [None]: a text is not in the form that the document requires. *)
Definition reader := string -> string -> string -> option problem.

(** For the proofs of [same_spec]. *)
Lemma same_int_spec (i j : int) : reflect (i = j) (i =? j)%uint63.
Proof. apply iff_reflect; symmetry; apply eqb_spec. Qed.
