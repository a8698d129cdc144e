(** A test of ocaml/uint63.ml: the program evaluates [arithmetic_is_right] when it starts, and stops
    if its value is not the one that Coq computes. *)

From Coq Require Import List.
From Coq Require Import Uint63.
Import ListNotations.
Local Open Scope uint63_scope.

Definition operands : list int :=
  [0; 1; 2; 3; 7; 8; 31; 61; 62; 63; 64; 255; 1000003; 0xFFFFFFFF; 0x123456789ABCDEF;
   0x3FFFFFFFFFFFFFFE; 0x3FFFFFFFFFFFFFFF; 0x4000000000000000; 0x4000000000000001;
   0x5DEECE66DFEDCBA9; 0x7FFFFFFFFFFFFFFE; 0x7FFFFFFFFFFFFFFF].

Definition flag (b : bool) : int := if b then 1 else 0.

Definition results (x y : int) : list int :=
  [x + y; x - y; x * y; x / y; x mod y; x land y; x lor y; x lxor y; x << y; x >> y;
   flag (x =? y); flag (x <? y); flag (x <=? y)].

Definition mix (h x : int) : int := (h lxor x) * 0x100000001B3 + (h >> 32).

Definition digest : int :=
  fold_left (fun h x => fold_left (fun h y => fold_left mix (results x y) h) operands h) operands 1.

Definition arithmetic_is_right : bool := digest =? 0x27A3121701F005DE.

Lemma it_is_right : arithmetic_is_right = true.
Proof. vm_compute; reflexivity. Qed.
