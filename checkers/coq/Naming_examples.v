(** Examples of version 2: which records a child may name.

    Positions are numbers, and a move is the number of the next position. 9 is won. *)

From Coq Require Import List Bool NArith String.
From Coq Require Import Uint63.
From Shomei Require Import Game Tools Within Plies Certificate.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.

Definition graph (r : nat -> role) (next : nat -> list nat) : game nat nat :=
  {| status_of p := if Nat.eqb p 9 then Won else Open;
     role_of := r;
     moves := next;
     play _ m := m;
     same := Nat.eqb;
     same_spec := PeanoNat.Nat.eqb_spec;
     own_moves_win := Unknown;
     may_repeat := true;
     key _ := 0%uint63 |}.

(** Why records of a claim within [n] plies about the position 0 are not accepted. *)
Definition trouble_within (g : game nat nat) c (n : N) (rs : list record) : option trouble :=
  match start (timed g) c (0, n) with
  | inl s =>
      match check_all (timed g) c (by_plies g c) 0 rs s with
      | inl last => if complete last then None else Some (Wrong "a record is missing")
      | inr t => Some t
      end
  | inr t => Some t
  end.

(** From 0 to 1 and back. *)
Definition circle (r : nat -> role) : game nat nat := graph r (fun p => [1 - p]).

Example a_disproof_may_lead_back :
  check_disproof_within (circle (fun p => if Nat.eqb p 0 then Attacker else Defender)) 7 0 0
    [All [Named 1]; Choice 0 (Named 0)] = true.
Proof. reflexivity. Qed.

Example a_proof_may_not_lead_back :
  trouble_within (circle (fun _ => Defender)) Proved 7 [All [Named 1]; All [Named 0]]
    = Some (Wrong "a child is not after its record").
Proof. reflexivity. Qed.

(** The attacker moves from 0 to 2, 4, 6 and 8, or to 5, 6 and 8, and then to [last]. *)
Definition roads (last : nat) : game nat nat :=
  graph (fun _ => Attacker) (fun p =>
    match p with 0 => [2; 5] | 2 => [4] | 4 | 5 => [6] | 6 => [8] | _ => [last] end).

(** The record 3 has one ply, but the short road leads there with two. *)
Example a_record_can_have_too_few_plies :
  trouble_within (roads 9) Disproved 4
    [All [Named 1; Named 4]; All [Named 2]; All [Named 3]; All [Terminal]; All [Named 3]]
    = Some (Wrong "a child names a record that has too few plies").
Proof. reflexivity. Qed.

Example the_short_road_wins : search_all (roads 9) 4 0 = true.
Proof. reflexivity. Qed.

(** The record 4 has the larger number of plies, since both namers are read before it. *)
Example a_later_record_has_enough_plies :
  List.map (fun last => trouble_within (roads last) Disproved 4
    [All [Named 1; Named 3]; All [Named 2]; All [Named 4]; All [Named 4]; All [Named 5];
     All [Terminal]]) [9; 0]
    = [Some (Wrong "a terminal child is open or finished otherwise than claimed"); None].
Proof. reflexivity. Qed.
