(** Theorems about tsume-shogi (mating problems) of the folder corpus.

    The kernel of Coq checks the certificates of Mates.v by computation. To know what a theorem
    says, read Game.v, Within.v, Squares.v, ShogiBoard.v, Shogi.v and ShogiText.v, not the checker.

    [mates_in] states the exact number of plies: up to 5 by a search of all lines. For longer mates
    the certificate of [mates] shows that the defender cannot resist for longer against its moves,
    and a certificate of version 2 that no mate is shorter. *)

From Coq Require Import List Bool String Uint63 NArith Lia.
Import ListNotations.
From Shomei Require Import Game Within Guided Certificate Bytes Format Stored ShogiText Mates.
From Shomei Require Import NoShorter.
Local Open Scope uint63_scope.

(** * Statements *)

(** The attacker can mate in the position with this SFEN. *)
Definition mates (r : rules) (attacker : color) (sfen : string) : Prop :=
  exists p, read_position sfen = Some p /\ wins (shogi r attacker) p.

Definition cannot_mate (r : rules) (attacker : color) (sfen : string) : Prop :=
  exists p, read_position sfen = Some p /\ ~ wins (shogi r attacker) p.

(** It can, in at most [n] plies. *)
Definition mates_within (n : nat) (r : rules) (attacker : color) (sfen : string) : Prop :=
  exists p, read_position sfen = Some p /\ wins_within (shogi r attacker) n p.

(** It can, and the shortest mate takes [n] plies. *)
Definition mates_in (n : nat) (r : rules) (attacker : color) (sfen : string) : Prop :=
  exists p, read_position sfen = Some p /\ shortest_win (shogi r attacker) n p.

(** * Proofs by certificates and by search *)

Definition rules_name (r : rules) : string :=
  match r with Tsume => "tsume" | Tsume_mudaai => "tsume-mudaai" | Full => "full" end.

Definition color_name (c : color) : string :=
  match c with Black => "black" | White => "white" end.

Definition header_of (claim : claim) (r : rules) (c : color) (sfen : string) : header :=
  Header claim "shogi" (rules_name r) (color_name c) sfen.

Lemma holds_shogi claim r c sfen :
  holds Games.find_game (header_of claim r c sfen) ->
  exists p, read_position sfen = Some p /\
    match claim with
    | Proved => wins (shogi r c) p
    | Disproved => ~ wins (shogi r c) p
    end.
Proof.
  unfold holds; change (Games.find_game _) with (Some read); unfold read.
  change (read_rules _) with (read_rules (rules_name r)).
  change (read_color _ _ _) with (read_color "black" "white" (color_name c)).
  change (root_text _) with sfen.
  replace (read_rules (rules_name r)) with (Some r) by now destruct r.
  replace (read_color "black" "white" (color_name c)) with (Some c) by now destruct c.
  destruct (read_position sfen) as [p|]; [|intros []].
  intros claimed; exists p; split; [reflexivity|exact claimed].
Qed.

Lemma mates_by s r c sfen : shows s (header_of Proved r c sfen) = true -> mates r c sfen.
Proof. intros shown; exact (holds_shogi Proved r c sfen (shows_sound s _ shown)). Qed.

Lemma cannot_mate_by s r c sfen :
  shows s (header_of Disproved r c sfen) = true -> cannot_mate r c sfen.
Proof. intros shown; exact (holds_shogi Disproved r c sfen (shows_sound s _ shown)). Qed.

(** Does the search of all lines find a mate in [n] + 1 plies, and none in [n]? *)
Definition search_finds (n : nat) (r : rules) (c : color) (sfen : string) : bool :=
  match read_position sfen with
  | Some p => search_all (shogi r c) (S n) p && negb (search_all (shogi r c) n p)
  | None => false
  end.

Lemma mates_in_by n r c sfen : search_finds n r c sfen = true -> mates_in (S n) r c sfen.
Proof.
  unfold search_finds, mates_in; destruct (read_position sfen) as [p|]; [|discriminate].
  intros [found not_before]%andb_prop; exists p; split; [reflexivity|].
  apply shortest_win_found; [exact found|now apply Bool.negb_true_iff in not_before].
Qed.

(** Does the certificate [s] lead to a mate in at most [n] plies? *)
Definition guide_finds (s : stored) (n : nat) (r : rules) (c : color) (sfen : string) : bool :=
  match read_position sfen, unpacked s with
  | Some p, (_, raw) :: _ =>
      let g := shogi r c in
      let hint := hints g p raw in
      guided g hint n p
  | _, _ => false
  end.

Lemma mates_within_by s n r c sfen : guide_finds s n r c sfen = true -> mates_within n r c sfen.
Proof.
  unfold guide_finds, mates_within; destruct (read_position sfen) as [p|]; [|discriminate].
  destruct (unpacked s) as [|[at_ raw] blocks]; [discriminate|].
  intros found; exists p; split; [reflexivity|now apply guided_sound in found].
Qed.

(** ** The exact number of plies by two certificates *)

Definition cannot_mate_within (n : nat) (r : rules) (attacker : color) (sfen : string) : Prop :=
  exists p, read_position sfen = Some p /\ ~ wins_within (shogi r attacker) n p.

Definition header_within (n : nat) (r : rules) (c : color) (sfen : string) : header :=
  Header_within Disproved (Some (N.of_nat n)) "shogi" (rules_name r) (color_name c) sfen.

Lemma cannot_mate_within_by s n r c sfen :
  shows s (header_within n r c sfen) = true -> cannot_mate_within n r c sfen.
Proof.
  intros shown; apply shows_sound in shown; revert shown.
  unfold holds; change (Games.find_game _) with (Some read); unfold read.
  change (read_rules _) with (read_rules (rules_name r)).
  change (read_color _ _ _) with (read_color "black" "white" (color_name c)).
  change (root_text _) with sfen.
  replace (read_rules (rules_name r)) with (Some r) by now destruct r.
  replace (read_color "black" "white" (color_name c)) with (Some c) by now destruct c.
  unfold cannot_mate_within; destruct (read_position sfen) as [p|]; [|intros []].
  intros claimed; exists p; split; [reflexivity|]; intros win; apply claimed.
  cbn [header_within plies]; now rewrite Nnat.Nat2N.id.
Qed.

(** No mate takes an even number of plies if the attacker is to move. *)
Lemma even_is_fewer r c n p :
  side p = c -> Nat.odd n = true ->
  wins_within (shogi r c) (S n) p -> wins_within (shogi r c) n p.
Proof.
  intros turn odd; apply right_parity.
  - intros q m; cbn; unfold role_for, attacks_now; rewrite side_play.
    now destruct (side q), c.
  - intros q; cbn; unfold role_for, status_for.
    destruct (attacks_now c q); [|discriminate]; destruct (existsb _ _), r; discriminate.
  - cbn; unfold role_for, attacks_now; rewrite turn.
    rewrite PeanoNat.Nat.odd_succ, <- PeanoNat.Nat.negb_odd, odd; now destruct c.
Qed.

(** Do both certificates show a mate in [n] + 2 plies, with the attacker to move? *)
Definition certificates_show (s s' : stored) (n : nat) (r : rules) (c : color) (sfen : string) :=
  Nat.odd n
  && match read_position sfen with Some p => is_color (side p) c | None => false end
  && guide_finds s (S (S n)) r c sfen && shows s' (header_within n r c sfen).

Lemma mates_in_by_both s s' n r c sfen :
  certificates_show s s' n r c sfen = true -> mates_in (S (S n)) r c sfen.
Proof.
  intros [[[odd turn]%andb_prop above]%andb_prop below]%andb_prop.
  destruct (mates_within_by s _ r c sfen above) as (p & read & win).
  destruct (cannot_mate_within_by s' n r c sfen below) as (q & again & none).
  rewrite read in again, turn; injection again as <-.
  exists p; split; [exact read|]; split; [exact win|].
  intros less fewer shorter; apply none, (even_is_fewer r c n p).
  - now destruct (side p), c.
  - exact odd.
  - apply (wins_within_more _ less (S n) p); [lia|exact shorter].
Qed.

Ltac by_certificate lemma s := apply (lemma s); vm_cast_no_check (eq_refl true).
Ltac by_both s s' := apply (mates_in_by_both s s'); vm_cast_no_check (eq_refl true).
Ltac by_search := apply mates_in_by; vm_cast_no_check (eq_refl true).

(** * Mates of 3 plies *)

(** The attacker's king helps. *)
Definition king_helps_sfen : string := "3k5/9/3K5/4+R4/9/9/9/9/3L5 b - 1".

Theorem king_helps_mates : mates Tsume Black king_helps_sfen.
Proof. by_certificate mates_by king_helps. Qed.

Theorem king_helps_in_3 : mates_in 3 Tsume Black king_helps_sfen.
Proof. by_search. Qed.

Definition lured_gold_sfen : string := "6gk1/9/7P1/7L1/9/9/9/9/9 b G 1".

Theorem lured_gold_mates : mates Tsume Black lured_gold_sfen.
Proof. by_certificate mates_by lured_gold. Qed.

Theorem lured_gold_in_3 : mates_in 3 Tsume Black lured_gold_sfen.
Proof. by_search. Qed.

(** White is the attacker. *)
Definition white_mates_sfen : string := "9/9/9/9/9/9/7p1/9/7K1 w rs 1".

Theorem white_mates : mates Tsume White white_mates_sfen.
Proof. by_certificate mates_by Mates.white_mates. Qed.

Theorem white_mates_in_3 : mates_in 3 Tsume White white_mates_sfen.
Proof. by_search. Qed.

(** * Mates of 5 plies *)

(** A king on an empty board, against a rook and two golds in hand. *)
Definition lone_king_sfen : string := "4k4/9/9/9/9/9/9/9/9 b R2G 1".

Lemma lone_king_is_read :
  read_position lone_king_sfen =
    Some (Position (put empty_board White King (square 4 0)) (one Rook + 2 * one Gold) 0 Black).
Proof. vm_compute; reflexivity. Qed.

Theorem lone_king_mates : mates Tsume Black lone_king_sfen.
Proof. by_certificate mates_by lone_king. Qed.

Theorem lone_king_in_5 : mates_in 5 Tsume Black lone_king_sfen.
Proof. by_search. Qed.

(** The attacker's king moves away and opens the line of a rook. *)
Definition opened_file_sfen : string := "k8/9/1G7/9/K8/9/9/9/R8 b - 1".

Theorem opened_file_mates : mates Tsume Black opened_file_sfen.
Proof. by_certificate mates_by opened_file. Qed.

Theorem opened_file_in_5 : mates_in 5 Tsume Black opened_file_sfen.
Proof. by_search. Qed.

(** * A mate of 7 plies *)

Definition rook_and_silvers_sfen : string := "4k4/9/2S3S2/9/9/9/9/9/9 b R 1".

Theorem rook_and_silvers_mate : mates Tsume Black rook_and_silvers_sfen.
Proof. by_certificate mates_by rook_and_silvers. Qed.

Theorem rook_and_silvers_in_7 : mates_in 7 Tsume Black rook_and_silvers_sfen.
Proof. by_both rook_and_silvers rook_and_silvers_no_shorter. Qed.

(** * A mate of 9 plies

    A check can be repeated for ever here, but play that never ends is no win. *)

Definition nine_plies_sfen : string := "4+B4/6k2/4+R4/4r4/9/9/9/9/9 b P 1".

Theorem nine_plies_mate : mates Tsume Black nine_plies_sfen.
Proof. by_certificate mates_by nine_plies. Qed.

Theorem nine_plies_in_9 : mates_in 9 Tsume Black nine_plies_sfen.
Proof. by_both nine_plies nine_plies_no_shorter. Qed.

(** * A mate of 11 plies, or of 3 if wasted interpositions do not count

    The dragon moves away, and the bishop mates from afar; pieces that White drops in between are
    captured. *)

Definition interpositions_sfen : string := "7k1/5G3/9/1B4+R2/9/9/9/9/9 b rb3g4s4n4l18p 1".

Theorem interpositions_mate : mates Tsume Black interpositions_sfen.
Proof. by_certificate mates_by interpositions. Qed.

Theorem interpositions_in_11 : mates_in 11 Tsume Black interpositions_sfen.
Proof. by_both interpositions interpositions_no_shorter. Qed.

Theorem wasted_interpositions_mate : mates Tsume_mudaai Black interpositions_sfen.
Proof. by_certificate mates_by wasted_interpositions. Qed.

Theorem wasted_interpositions_in_3 : mates_in 3 Tsume_mudaai Black interpositions_sfen.
Proof. by_search. Qed.

(** * A dropped pawn may not mate *)

(** P*9b would be mate, but is not allowed. G-8b is mate. *)
Definition gold_not_pawn_sfen : string := "k1G6/9/KG7/9/9/9/9/9/9 b P 1".

Theorem gold_not_pawn_mates : mates Tsume Black gold_not_pawn_sfen.
Proof. by_certificate mates_by gold_not_pawn. Qed.

(** * No mates *)

Theorem pawns_cannot_mate : cannot_mate Tsume Black "k8/9/P8/9/9/9/9/9/9 b P 1".
Proof. by_certificate cannot_mate_by pawns_only. Qed.

Theorem gold_and_knight_cannot_mate : cannot_mate Tsume Black "6bnk/8p/9/8L/9/9/9/9/9 b GN 1".
Proof. by_certificate cannot_mate_by gold_and_knight. Qed.
