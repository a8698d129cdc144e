(** Hex and Connect Four: counts of move paths, as in examples/boards/tests/boards.rs. *)

From Coq Require Import List Uint63.
From Shomei Require Import Perft.
From Shomei Require Hex ConnectFour.
Import ListNotations.
Local Open Scope uint63_scope.

Module HexCounts.
  Import Hex.

  Definition paths (n : int) (depth : nat) : int := perft (hex n First) depth empty_board.

  Example perft_2 : paths 2 4 = 12.
  Proof. vm_compute; reflexivity. Qed.

  Example perft_3 : map (paths 3) [5; 6; 7; 8]%nat = [15120; 54720; 146880; 207360].
  Proof. vm_compute; reflexivity. Qed.

  Example perft_4 : paths 4 4 = 43680.
  Proof. vm_compute; reflexivity. Qed.
End HexCounts.

Module ConnectFourCounts.
  Import ConnectFour.

  Definition paths (b : size) (depth : nat) : int :=
    perft (connect_four b First) depth empty_board.

  Example perft_5x4 :
    map (paths (Size 5 4)) [1; 2; 3; 4; 5; 6; 7; 8]%nat
    = [5; 25; 125; 625; 3120; 15500; 76300; 363308].
  Proof. vm_compute; reflexivity. Qed.

  Example perft_4x5 :
    map (paths (Size 4 5)) [1; 2; 3; 4; 5; 6; 7; 8]%nat
    = [4; 16; 64; 256; 1024; 4092; 16296; 63420].
  Proof. vm_compute; reflexivity. Qed.
End ConnectFourCounts.
