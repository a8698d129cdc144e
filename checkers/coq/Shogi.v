(** Shogi and tsume-shogi (mating problems), the moves and rules. This file is part of the trusted
    base. *)

From Coq Require Import List Bool.
From Coq Require Import Uint63.
From Shomei Require Import Game.
From Shomei Require Export ShogiBoard.
Import ListNotations.
Local Open Scope uint63_scope.

(** * Moves, in the order of the document *)

(** With promotion, without, or either, in this order. *)
Definition forms (c : color) (k : kind) (o t : squares) : list bool :=
  let may_promote :=
    match promoted k with Some _ => meet (zone c) (union o t) | None => false end in
  (if may_promote then [true] else []) ++ (if meet (stuck c k) t then [] else [false]).

(** The moves of the piece on [o], by destination. *)
Definition walks_from (b : board) (c : color) (o : squares) : list move :=
  let k := kind_at b o in
  flat_map (fun t => map (Walk o t) (forms c k o t))
    (each (without (attacks c k (occupied b) o) (men b c))).

Definition king_moves (b : board) (c : color) : list move :=
  flat_map (walks_from b c) (each (king b c)).

(** By origin, then by destination. *)
Definition other_moves (b : board) (c : color) : list move :=
  flat_map (walks_from b c) (each (without (men b c) (kings b))).

(** The moves of pieces but the king onto the squares [targets], which have no piece of [c]: by
    destination, then by origin. *)
Definition moves_onto (b : board) (c : color) (targets : squares) : list move :=
  flat_map
    (fun t =>
      flat_map (fun o => map (Walk o t) (forms c (kind_at b o) o t))
        (each (without (attackers b c t) (kings b))))
    (each targets).

Definition files : list squares :=
  map (fun x => Squares (low (square x 0) * 0x1FF) (high (square x 0) * 0x1FF))
    [0; 1; 2; 3; 4; 5; 6; 7; 8].

(** The squares on which [c] may drop a piece: empty, not one from which it could never move, and
    for a pawn not in a file with another one. *)
Definition room (b : board) (c : color) (k : kind) : squares :=
  let free := without (without all (occupied b)) (stuck c k) in
  match k with
  | Pawn =>
      let own := both (pawns b) (men b c) in
      fold_left (fun s file => if meet file own then without s file else s) files free
  | _ => free
  end.

Definition has_in_hand (p : position) (k : kind) : bool := negb (in_hand (hand p (side p)) k =? 0).

(** The drops of the pieces of the hand, by kind and then by square. *)
Definition drops (p : position) (kinds : list kind) (targets : kind -> squares) : list move :=
  flat_map
    (fun k =>
      if has_in_hand p k then
        map (Drop k) (each (both (targets k) (room (the_board p) (side p) k)))
      else [])
    kinds.

(** The squares between [at_] and [target], from [at_] on; [None] if they are not on one line in
    this direction. *)
Fixpoint path_to (most : nat) (step : squares -> squares) (target at_ : squares)
    : option (list squares) :=
  match most with
  | O => None
  | S less =>
      let next := step at_ in
      if is_none next then None
      else if meet next target then Some []
      else
        match path_to less step target next with
        | Some l => Some (next :: l)
        | None => None
        end
  end.

Definition between (at_ target : squares) : list squares :=
  flat_map
    (fun step => match path_to 8 step target at_ with Some l => l | None => [] end)
    ([up; down; higher; lower] ++ diagonal_steps).

Definition set_of (l : list squares) : squares := fold_left union l none.

(** The moves below are candidates: they may leave the own king in check, or mate by a dropped
    pawn. *)

(** List 1: checks by drops, and all other moves. A drop gives check from the squares that a piece
    of its kind and of the other color attacks from the square of the king. *)
Definition attacking (p : position) : list move :=
  let b := the_board p in
  let c := side p in
  let goal := king b (other c) in
  drops p [Gold; Silver; Rook; Bishop; Lance; Knight; Pawn]
    (fun k => attacks (other c) k (occupied b) goal)
  ++ other_moves b c ++ king_moves b c.

(** List 2. *)
Definition unchecked (p : position) : list move :=
  let b := the_board p in
  let c := side p in
  king_moves b c ++ other_moves b c
  ++ drops p [Rook; Bishop; Gold; Silver; Knight; Lance; Pawn] (fun _ => all).

(** List 3, against the checks of [by_]: all but the drops, and the drops. *)
Definition evading (p : position) (by_ : squares) : list move :=
  let b := the_board p in
  let c := side p in
  king_moves b c
  ++ (if is_none (others by_) then moves_onto b c (union by_ (set_of (between (king b c) by_)))
      else []).

Definition interposing (p : position) (by_ : squares) : list move :=
  if is_none (others by_) then
    flat_map (fun s => drops p [Pawn; Lance; Knight; Silver; Gold; Bishop; Rook] (fun _ => s))
      (between (king (the_board p) (side p)) by_)
  else [].

(** * Legal moves *)

(** A move must not leave the own king in check. *)
Definition safe (p : position) (m : move) : bool :=
  negb (in_check (the_board (play p m)) (side p)).

Definition gives_check (p : position) (m : move) : bool :=
  in_check (the_board (play p m)) (other (side p)).

(** Can a side in check move a piece of the board? *)
Definition can_evade (p : position) : bool :=
  existsb (safe p) (evading p (checkers (the_board p) (side p))).

(** A dropped pawn mates if the opponent is in check and without a move. A check from the next
    square leaves no square for a drop. *)
Definition pawn_mates (p : position) (m : move) : bool :=
  match m with
  | Drop Pawn _ => gives_check p m && negb (can_evade (play p m))
  | _ => false
  end.

Definition legal (p : position) (m : move) : bool := safe p m && negb (pawn_mates p m).

(** * The rules *)

Inductive rules := Tsume | Tsume_mudaai | Full.

(** The candidates of a position and the test that they must pass. [checks_only]: the side to move
    may only give check. *)
Definition candidates (checks_only : bool) (p : position) : list move :=
  if checks_only then attacking p
  else
    let by_ := checkers (the_board p) (side p) in
    if is_none by_ then unchecked p else evading p by_ ++ interposing p by_.

Definition passes (checks_only : bool) (p : position) (m : move) : bool :=
  if checks_only then gives_check p m && legal p m else legal p m.

(** ** Wasted interpositions

    A position with the defender to move is mate, too, if one piece checks from afar, all legal
    moves are drops, and on each square between, the piece could capture what is dropped there, so
    that the position is again mate by this rule, or next to the king by the usual one. A drop is
    considered on every square between, whatever the hand, and a captured piece goes back. So the
    capture is a move onto an empty square. *)

Definition with_side (p : position) (c : color) : position :=
  Position (the_board p) (black_hand p) (white_hand p) c.

Fixpoint wasted (most : nat) (p : position) : bool :=
  match most with
  | O => false
  | S less =>
      let b := the_board p in
      let c := side p in
      let by_ := checkers b c in
      let squares_between := between (king b c) by_ in
      let capture_is_mate (next_to_king : bool) (s : squares) :=
        let before := with_side p (other c) in
        existsb
          (fun promotes =>
            let m := Walk by_ s promotes in
            let after := play before m in
            safe before m && in_check (the_board after) c
            && if next_to_king then negb (can_evade after) else wasted less after)
          (forms (other c) (kind_at b by_) by_ s) in
      is_none (others by_)
      && negb (can_evade p)
      && match squares_between with
         | [] => false
         | first :: rest =>
             capture_is_mate true first && forallb (capture_is_mate false) rest
         end
  end.

Definition same_board (a b : board) : bool :=
  same_squares (bit_1 a) (bit_1 b) && same_squares (bit_2 a) (bit_2 b)
  && same_squares (bit_4 a) (bit_4 b) && same_squares (bit_8 a) (bit_8 b)
  && same_squares (whites a) (whites b).

Definition same (p q : position) : bool :=
  same_board (the_board p) (the_board q) && (black_hand p =? black_hand q)
  && (white_hand p =? white_hand q) && is_color (side p) (side q).

Definition mix (h w : int) : int := let h := h * 0x1E3779B97F4A7C15 + w in h lxor (h >> 29).

Definition mix_squares (h : int) (s : squares) : int := mix (mix h (low s)) (high s).

Definition key (p : position) : int :=
  let b := the_board p in
  let h := match side p with Black => 1 | White => 2 end in
  let h := mix_squares (mix_squares h (bit_1 b)) (bit_2 b) in
  let h := mix_squares (mix_squares h (bit_4 b)) (bit_8 b) in
  mix (mix (mix_squares h (whites b)) (black_hand p)) (white_hand p).

Lemma same_board_spec a b : reflect (a = b) (same_board a b).
Proof.
  destruct a as [a1 a2 a4 a8 aw], b as [b1 b2 b4 b8 bw]; unfold same_board; cbn.
  destruct (same_squares_spec a1 b1), (same_squares_spec a2 b2), (same_squares_spec a4 b4),
    (same_squares_spec a8 b8), (same_squares_spec aw bw); constructor; congruence.
Qed.

Lemma same_spec p q : reflect (p = q) (same p q).
Proof.
  destruct p as [b h w s], q as [b' h' w' s']; unfold same; cbn.
  destruct (same_board_spec b b'), (same_int_spec h h'), (same_int_spec w w'); cbn;
    try (constructor; congruence).
  destruct s, s'; constructor; congruence.
Qed.

(** The status of a position: a side without a move has lost, in check or not. Under [Tsume] and
    [Tsume_mudaai] the attacker may only give check. *)
Definition attacks_now (attacker : color) (p : position) : bool := is_color (side p) attacker.

Definition checks_only (r : rules) (attacker : color) (p : position) : bool :=
  match r with Full => false | _ => attacks_now attacker p end.

Definition status_for (r : rules) (attacker : color) (p : position) : status :=
  let only := checks_only r attacker p in
  if existsb (passes only p) (candidates only p) then
    match r with
    | Tsume_mudaai => if negb (attacks_now attacker p) && wasted 8 p then Won else Open
    | _ => Open
    end
  else if attacks_now attacker p then Failed else Won.

Definition role_for (attacker : color) (p : position) : role :=
  if attacks_now attacker p then Attacker else Defender.

Lemma side_play p m : side (play p m) = other (side p).
Proof. unfold play; destruct m, (side p); try reflexivity; now destruct (meet _ _). Qed.

(** The sides take turns, and a position with the attacker to move is never won. *)
Lemma own_moves_win r attacker p m :
  role_for attacker p = Defender -> status_for r attacker (play p m) <> Won.
Proof.
  unfold role_for, status_for, attacks_now; rewrite side_play.
  destruct (side p), attacker; try discriminate; intros _; cbn [other is_color];
    destruct (existsb _ _), r; discriminate.
Qed.

(** Shogi under the rules [r], where [attacker] tries to mate. *)
Definition shogi (r : rules) (attacker : color) : game position move :=
  {| status_of := status_for r attacker;
     role_of := role_for attacker;
     moves p :=
       let only := checks_only r attacker p in
       filter (passes only p) (candidates only p);
     Game.play := play;
     Game.same := same;
     Game.same_spec := same_spec;
     Game.own_moves_win :=
       Shown (fun p m _ defends _ => own_moves_win r attacker p m defends);
     may_repeat := true;
     Game.key := key |}.
