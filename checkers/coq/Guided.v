(** Upper bounds on the length of a win: a search of the attacker's moves that a certificate has,
    and of all moves of the defender. *)

From Coq Require Import List Bool.
From Coq Require Import Uint63.
From Shomei Require Import Game Tools Certificate Sound Bytes Within.
Import ListNotations.
Local Open Scope uint63_scope.

Section Guided.
  Context {position move : Type} (g : game position move).

  (** [hint] is the number of the attacker's move. *)
  Fixpoint guided (hint : position -> int) (n : nat) (p : position) : bool :=
    match status_of g p, n with
    | Won, _ => true
    | Failed, _ => false
    | Open, O => false
    | Open, S less =>
        match role_of g p, moves g p with
        | Attacker, ms =>
            match nth_move (hint p) ms with
            | Some m => guided hint less (play g p m)
            | None => false
            end
        | Defender, [] => false
        | Defender, ms => forallb (fun m => guided hint less (play g p m)) ms
        end
    end.

  Theorem guided_sound hint n p : guided hint n p = true -> wins_within g n p.
  Proof.
    revert p; induction n as [|less IH]; intros p; cbn [guided];
      destruct (status_of g p) eqn:now; try discriminate;
      try (intros _; now apply within_at_once).
    destruct (role_of g p) eqn:mover.
    - destruct (nth_move (hint p) (moves g p)) as [m|] eqn:legal; [|discriminate].
      intros found; apply (within_by_a_move g less p m); auto; now apply nth_move_in in legal.
    - destruct (moves g p) as [|m ms] eqn:some; [discriminate|]; rewrite <- some.
      intros found; rewrite forallb_forall in found; apply within_after_all_moves; auto.
      rewrite some; discriminate.
  Qed.

  (** ** Hints from the records of a proof

      No theorem depends on this: with wrong hints the search fails. *)

  Definition name_record (target : child) (p : position) (pending : map position)
      : map position :=
    match target with Named n => set n p pending | Terminal => pending end.

  (** The moves of the records from [number] on, by the hash of their positions. *)
  Fixpoint hints_from (most : nat) (raw : bytes) (at_ number : int) (pending : map position)
      (found : map int) : map int :=
    match most with
    | O => found
    | S less =>
        match take number pending, read_record raw number at_ with
        | Some (p, rest), inl (Choice n target, after) =>
            let named :=
              match nth_move n (moves g p) with
              | Some m => name_record target (play g p m) rest
              | None => rest
              end in
            hints_from less raw after (number + 1) named (set (key g p) n found)
        | Some (p, rest), inl (All targets, after) =>
            let named :=
              fold_left (fun map '(m, target) => name_record target (play g p m) map)
                (combine (moves g p) targets) rest in
            hints_from less raw after (number + 1) named found
        | _, _ => found
        end
    end.

  (** The hints of the first 1,000 records of an unpacked block. They are found once. *)
  Definition hints (root : position) (raw : bytes) : position -> int :=
    let found := hints_from 1000 raw 0 0 (Leaf 0 root) Empty in
    fun p => match get (key g p) found with Some n => n | None => 0 end.
End Guided.
