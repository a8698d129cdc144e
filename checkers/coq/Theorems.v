(** Theorems about whole games, each by a certificate of the folder results.

    The kernel of Coq checks the certificates by computation. To know what a theorem says, read
    Game.v and the rules of the game (Loa.v, Men.v, Squares.v), not the checker. *)

From Coq Require Import List String Uint63.
Import ListNotations.
From Shomei Require Import Game Certificate Format Stored Certificates Loa.
Local Open Scope uint63_scope.

(** * Lines of Action on 5 by 5 squares

    Black moves first from the usual position:
<<
      a b c d e
    5 . x x x . 5
    4 o . . . o 4
    3 o . . . o 3
    2 o . . . o 2
    1 . x x x . 1
      a b c d e
>>
    The text has the squares a1 to e1, then a2 to e2, up to e5. *)

Definition start_text : string := ".xxx.o...oo...oo...o.xxx. x".

Definition start : position :=
  Position
    (set_of [(1, 0); (2, 0); (3, 0); (1, 4); (2, 4); (3, 4)])
    (set_of [(0, 1); (0, 2); (0, 3); (4, 1); (4, 2); (4, 3)])
    Black.

Lemma start_is_read : read_position 5 start_text = Some start.
Proof. reflexivity. Qed.

(** ** The rules of the Mind Sports Olympiad: a move that joins both sides is a draw *)

Theorem olympiad_black_wins : wins (loa (olympiad 5) Black) start.
Proof.
  apply (shows_sound loa_5x5_olympiad_black_wins
    (Header Proved "loa" "olympiad,board=5" "black" start_text)).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem olympiad_white_cannot : ~ wins (loa (olympiad 5) White) start.
Proof.
  apply (shows_sound loa_5x5_olympiad_white_cannot
    (Header Disproved "loa" "olympiad,board=5" "white" start_text)).
  vm_cast_no_check (eq_refl true).
Qed.

(** ** The rules of Sid Sackson: such a move wins, and a side without a move has lost *)

Theorem sackson_black_wins : wins (loa (sackson 5) Black) start.
Proof.
  apply (shows_sound loa_5x5_sackson_black_wins
    (Header Proved "loa" "sackson,board=5" "black" start_text)).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem sackson_white_cannot : ~ wins (loa (sackson 5) White) start.
Proof.
  apply (shows_sound loa_5x5_sackson_white_cannot
    (Header Disproved "loa" "sackson,board=5" "white" start_text)).
  vm_cast_no_check (eq_refl true).
Qed.

(** The value under both rules: Black wins. *)
Theorem value_of_5x5 :
  (wins (loa (olympiad 5) Black) start /\ ~ wins (loa (olympiad 5) White) start) /\
  (wins (loa (sackson 5) Black) start /\ ~ wins (loa (sackson 5) White) start).
Proof.
  exact (conj (conj olympiad_black_wins olympiad_white_cannot)
    (conj sackson_black_wins sackson_white_cannot)).
Qed.
