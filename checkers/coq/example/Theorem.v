(** The records of one certificate as a list, and the theorem that they show.

    `make example` builds this file and Records.v, which records.py has written from
    results/loa-5x5-olympiad-black-wins.proof. *)

From Coq Require Import List Uint63.
Import ListNotations.
From Shomei Require Import Game Certificate Sound Loa.
From Shomei.example Require Import Records.
Local Open Scope uint63_scope.

(** Lines of Action on 5 by 5 squares: Black on the first and the last rank, White on the first and
    the last file, the corners empty, Black to move. *)
Definition start : position :=
  Position
    (set_of [(1, 0); (2, 0); (3, 0); (1, 4); (2, 4); (3, 4)])
    (set_of [(0, 1); (0, 2); (0, 3); (4, 1); (4, 2); (4, 3)])
    Black.

(** The limit of nodes of plain search for one record. *)
Definition most : int := 10000000.

Theorem black_wins : wins (loa (olympiad 5) Black) start.
Proof.
  apply (check_proof_sound _ _ most records).
  vm_cast_no_check (eq_refl true).
Qed.

Print Assumptions black_wins.
