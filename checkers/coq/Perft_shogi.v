(** Shogi: counts of move paths, as in corpus/shogi.perft. *)

From Coq Require Import List String Uint63.
From Shomei Require Import Games.
Import ListNotations.
Local Open Scope uint63_scope.

Definition paths rules root := count_paths "shogi" rules "black" root.

(** The starting position. *)
Example perft_1 :
  map
    (paths "full"
      "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1")
    [1; 2]%nat
  = map Some [30; 900].
Proof. vm_compute; reflexivity. Qed.

(** In check, promotions and drops. *)
Example perft_2 :
  map
    (paths "full"
      "2s+P+P3l/6sk1/l1B6/p3grpp1/1pp+B3n1/P3p1G1p/1PP1G1P1N/L2p3RL/1NG1SKSP1 b NP2p 1")
    [1; 2]%nat
  = map Some [19; 929].
Proof. vm_compute; reflexivity. Qed.

(** White in check. *)
Example perft_3 :
  map
    (paths "full"
      "l2g4l/2g2r1k1/p2s1p2p/1ppp2pp1/1P1P5/P3G1PPP/1K2nP2L/L1R6/BNS2GSN1 w N2Pbsp 1")
    [1; 2]%nat
  = map Some [19; 1700].
Proof. vm_compute; reflexivity. Qed.

(** 235 moves. *)
Example perft_4 :
  map
    (paths "full"
      "ln3g1nl/bs7/p2k2s2/2Pp1pp2/PpgNP1b1p/1P3P1PP/3PG1P2/4r4/L4KS1L w 3Prgsn 1")
    [1; 2]%nat
  = map Some [235; 5931].
Proof. vm_compute; reflexivity. Qed.

(** A dropped pawn would mate. *)
Example perft_5 :
  map
    (paths "full"
      "2sp+Ns1nl/l3P+S2P/prngpg3/1ppP2ppp/2P6/PP1k+b1KP1/6P1r/5P1B1/L3G2NL w gsp 1")
    [1; 2]%nat
  = map Some [150; 3376].
Proof. vm_compute; reflexivity. Qed.

(** Two pins. *)
Example perft_6 :
  map
    (paths "full"
      "2s6/lr1g4k/ppp1p3p/l2p2g2/2P1gB3/bPs3K1L/P1NP+nPPP1/L3R1S2/2SG1+n3 w 4Pnp 1")
    [1; 2]%nat
  = map Some [104; 4383].
Proof. vm_compute; reflexivity. Qed.

(** A pin and many checks. *)
Example perft_7 :
  map
    (paths "full"
      "Sn2k3l/l1sgg2P1/1p1p+R4/p+Bp3p1p/9/1P5pP/2PPK1P2/g1+n4SR/LN1S1+pGNL w 2Pb2p 1")
    [1; 2]%nat
  = map Some [90; 5093].
Proof. vm_compute; reflexivity. Qed.

(** Seven promoted pieces. *)
Example perft_8 :
  map
    (paths "full"
      "2sp1+P1+Pl/l8/p1+Sgkpn1n/r1p2g2p/1p5PN/3+p3+B1/PPPPPPp1P/L1GSG3R/1+l1K2S+b1 w n 1")
    [1; 2]%nat
  = map Some [74; 3056].
Proof. vm_compute; reflexivity. Qed.

(** Checks against a castle. *)
Example perft_9 :
  map
    (paths "tsume"
      "ln1gk1snl/1r1s1g3/p1ppppbpp/9/1p7/9/9/9/8K b RBG2SNLP 1")
    [1; 2; 3; 4; 5]%nat
  = map Some [7; 24; 128; 414; 2286].
Proof. vm_compute; reflexivity. Qed.

(** Everything may be put between. *)
Example perft_10 :
  map
    (paths "tsume"
      "9/9/9/9/4k4/9/9/9/K8 b RBGS2Nrb3g3s2n4l9p 1")
    [1; 2]%nat
  = map Some [44; 583].
Proof. vm_compute; reflexivity. Qed.

(** Pawns that may not mate. *)
Example perft_11 :
  map
    (paths "tsume"
      "7nk/6r2/4b2G1/5S3/9/2B6/9/9/3K5 b RN3Pg2sl8p 1")
    [1; 2; 3; 4]%nat
  = map Some [11; 132; 585; 2219].
Proof. vm_compute; reflexivity. Qed.

(** The attacker in check. *)
Example perft_12 :
  map
    (paths "tsume"
      "9/9/4r4/9/9/3k5/9/4K4/9 b B2G2N2Prb2g8p 1")
    [1; 2; 3; 4]%nat
  = map Some [4; 25; 278; 1804].
Proof. vm_compute; reflexivity. Qed.

(** A dropped pawn may not mate: P*9b is no move. (Not in the file of the corpus.) *)
Example perft_pawn_mate :
  map (paths "tsume" "k1G6/9/KG7/9/9/9/9/9/9 b P 1") [1; 2; 3]%nat = map Some [3; 1; 4].
Proof. vm_compute; reflexivity. Qed.
