(** Lines of Action: counts of move paths, as in corpus/loa.perft. *)

From Coq Require Import List String Uint63.
From Shomei Require Import Games.
Import ListNotations.
Local Open Scope uint63_scope.

Definition paths rules root := count_paths "loa" rules "black" root.

Definition start_8 : string := ".xxxxxx.o......oo......oo......oo......oo......oo......o.xxxxxx. x".
Definition diagram_4 : string :=
  "...x....o.................oxx....o..ooo....ox................... x".
Definition start_5 : string := ".xxx.o...oo...oo...o.xxx. x".
Definition start_6 : string := ".xxxx.o....oo....oo....oo....o.xxxx. x".
Definition start_7 : string := ".xxxxx.o.....oo.....oo.....oo.....oo.....o.xxxxx. x".

Example perft_8 : map (paths "olympiad" start_8) [1; 2; 3]%nat = map Some [36; 1244; 44952].
Proof. vm_compute; reflexivity. Qed.

Example perft_diagram_4 : map (paths "olympiad" diagram_4) [1; 2; 3]%nat = map Some [15; 538; 8998].
Proof. vm_compute; reflexivity. Qed.

Example perft_olympiad_5 :
  map (paths "olympiad,board=5" start_5) [1; 2; 3; 4]%nat = map Some [18; 280; 4164; 56108].
Proof. vm_compute; reflexivity. Qed.

Example perft_sackson_5 :
  map (paths "sackson,board=5" start_5) [1; 2; 3; 4]%nat = map Some [18; 280; 4164; 56108].
Proof. vm_compute; reflexivity. Qed.

Example perft_6 :
  map (paths "olympiad,board=6" start_6) [1; 2; 3]%nat = map Some [24; 524; 11440].
Proof. vm_compute; reflexivity. Qed.

Example perft_7 :
  map (paths "olympiad,board=7" start_7) [1; 2; 3]%nat = map Some [30; 848; 25012].
Proof. vm_compute; reflexivity. Qed.

(** Black has no move: it passes, or has lost. Not of the corpus; counted by two other programs. *)
Definition blocked : string := "..o.o.ooo..ox.o...o.o.oox x".

Example perft_pass :
  map (paths "olympiad,board=5" blocked) [1; 2; 3; 4]%nat = map Some [1; 19; 15; 245].
Proof. vm_compute; reflexivity. Qed.

Example perft_no_pass : map (paths "sackson,board=5" blocked) [1; 2]%nat = map Some [0; 0].
Proof. vm_compute; reflexivity. Qed.
