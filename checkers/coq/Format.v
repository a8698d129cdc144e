(** From the bytes of a file to its verdict: docs/reference/certificate-format.md, section 5. *)

From Coq Require Import List Bool String Ascii NArith.
From Coq Require Import Uint63.
From Shomei Require Import Game Tools Plies Certificate Sound Bytes.
From Shomei Require Export Body.
Import ListNotations.
Local Open Scope uint63_scope.

(** * The header (section 5.1) *)

(** [plies] is the number of version 2. *)
Record header := Header_within {
  the_claim : claim;
  plies : option N;
  game_name : string;
  rules_text : string;
  attacker_text : string;
  root_text : string
}.

(** A header of version 1. *)
Definition Header (c : claim) : string -> string -> string -> string -> header :=
  Header_within c None.

Definition ascii_of_byte (b : int) : ascii :=
  let bit n := negb ((b >> n) land 1 =? 0) in
  Ascii (bit 0) (bit 1) (bit 2) (bit 3) (bit 4) (bit 5) (bit 6) (bit 7).

Record text_state := Text { text_end : int; text_so_far : string }.

Definition text_step (b : bytes) (from : int) (s : text_state) : text_state + string :=
  if text_end s <=? from then inr (text_so_far s)
  else
    let before := text_end s - 1 in
    inl (Text before (String (ascii_of_byte (byte b before)) (text_so_far s))).

(** The games known here have no longer texts. *)
Definition longest_text : int := 1024.

(** A text of the header, at most [most] bytes long, and the offset after it. *)
Definition read_text (b : bytes) (most at_ : int) : (string * int) + problem_at :=
  if negb (has b at_ 4) then fault "the file is cut off in its header"
  else
    let n := u32 b at_ in
    let from := at_ + 4 in
    if most <? n then fault "a text of the header is too long"
    else if negb (has b from n) then fault "the file is cut off in its header"
    else if longest_text <? n then
      inr (At None (Refused "a text of the header is longer than those of the games known here"))
    else
      match loop (text_step b from) endless (Text (from + n) "") with
      | inl _ => fault "a text of the header is too long"
      | inr text => inl (text, from + n)
      end.

Definition magic : list int := [0x89; 0x73; 0x68; 0x6f; 0x6d; 0x65; 0x69; 0x0a].

(** The number of plies of a version, and the offset after it. *)
Definition read_plies (b : bytes) (version at_ : int) : (option N * int) + problem_at :=
  if version =? 1 then inl (None, at_)
  else if negb (has b at_ 4) then fault "the file is cut off in its header"
  else if 65535 <? u32 b at_ then fault "the claim has too many plies"
  else inl (Some (number_of 16 (u32 b at_)), at_ + 4).

(** The header of a file, and the offset after it. *)
Definition read_header (b : bytes) : (header * int) + problem_at :=
  if negb (has b 0 11) then fault "the file is cut off in its header"
  else if negb (bytes_are b 0 magic) then fault "this is no certificate"
  else if negb ((u16 b 8 =? 1) || (u16 b 8 =? 2)) then
    inr (At None (Refused "this version of the format is unknown"))
  else
    let claim_byte := byte b 10 in
    if negb ((claim_byte =? 1) || (claim_byte =? 2)) then
      fault "the claim is neither proved nor disproved"
    else
      match read_plies b (u16 b 8) 11 with
      | inr t => inr t
      | inl (n, at_) =>
      match read_text b 64 at_ with
      | inr t => inr t
      | inl (name, at_) =>
      match read_text b 1048576 at_ with
      | inr t => inr t
      | inl (rules, at_) =>
      match read_text b 64 at_ with
      | inr t => inr t
      | inl (attacker, at_) =>
      match read_text b 65536 at_ with
      | inr t => inr t
      | inl (root, at_) =>
          if crc_fits b 0 at_ then
            let c := if claim_byte =? 1 then Proved else Disproved in
            inl (Header_within c n name rules attacker root, at_ + 4)
          else fault "the checksum of the header is wrong"
      end
      end
      end
      end
      end.

(** * A whole file *)

(** What was counted. *)
Record counts := Counts { records : int; all_edges : int; searched : int; all_nodes : int }.

(** The verdict. [Not_accepted] has the header if it could be read. *)
Inductive verdict :=
  | Accepted (h : header) (n : counts)
  | Not_accepted (h : option header) (p : problem_at).

(** The readers of the games, by name. *)
Definition games := string -> option reader.

(** What a header claims. *)
Definition holds (find : games) (h : header) : Prop :=
  match find (game_name h) with
  | None => False
  | Some read =>
      match read (rules_text h) (attacker_text h) (root_text h) with
      | None => False
      | Some what =>
          match the_claim h, plies h with
          | Proved, None => proved what
          | Disproved, None => disproved what
          | Proved, Some n => proved_within (N.to_nat n) what
          | Disproved, Some n => disproved_within (N.to_nat n) what
          end
      end
  end.

Definition counts_of {position} (result : @checked position + problem_at) : counts + problem_at :=
  match result with
  | inl s => inl (Counts (number s) (edges s) (resolved s) (nodes s))
  | inr p => inr p
  end.

(** All bytes after the header, which ends at [at_]. *)
Definition check_problem (what : problem) (c : claim) (n : option N) (lim : limits)
    (unpack : int -> int -> int -> option bytes) (file : bytes) (at_ : int)
    : counts + problem_at :=
  match what with
  | Problem _ _ g root =>
      match n with
      | None => counts_of (check_body g c (by_position g c) lim unpack file root at_)
      | Some n =>
          if possible_plies g root n then
            counts_of (check_body (timed g) c (by_plies g c) lim unpack file (root, n) at_)
          else fault "the root cannot have this number of plies"
      end
  end.

(** Checks a file. [unpack] gets the offset and the length of a packed block and its raw length. *)
Definition check_file (find : games) (lim : limits) (unpack : int -> int -> int -> option bytes)
    (file : bytes) : verdict :=
  match read_header file with
  | inr p => Not_accepted None p
  | inl (h, at_) =>
      match find (game_name h) with
      | None =>
          Not_accepted (Some h) (At None (Refused "the rules of this game are not known here"))
      | Some read =>
          match read (rules_text h) (attacker_text h) (root_text h) with
          | None =>
              Not_accepted (Some h)
                (At None (Wrong "the game has no such rules, attacker or root position"))
          | Some what =>
              match check_problem what (the_claim h) (plies h) lim unpack file at_ with
              | inl n => Accepted h n
              | inr p => Not_accepted (Some h) p
              end
          end
      end
  end.

(** What a claim says about a problem. *)
Lemma check_problem_right what c n lim unpack file at_ result :
  check_problem what c n lim unpack file at_ = inl result ->
  match c, n with
  | Proved, None => proved what
  | Disproved, None => disproved what
  | Proved, Some n => proved_within (N.to_nat n) what
  | Disproved, Some n => disproved_within (N.to_nat n) what
  end.
Proof.
  destruct what as [position move g root]; unfold check_problem; destruct n as [n|].
  - destruct (possible_plies g root n); [|discriminate].
    destruct (check_body _ _ _ _ _ _ _ _) as [s|] eqn:body; [|discriminate]; intros _.
    pose proof (by_plies_right g c) as naming.
    apply check_body_right, claimed_worth in body; [|exact naming|exact naming].
    destruct c; cbn in *; [now apply timed_wins|]; intros win; now apply body, timed_wins.
  - destruct (check_body _ _ _ _ _ _ _ _) as [s|] eqn:body; [|discriminate]; intros _.
    pose proof (by_position_right g c) as naming.
    apply check_body_right, claimed_worth in body; [|exact naming|exact naming].
    now destruct c.
Qed.

(** The claim of an accepted file is true. *)
Theorem check_file_sound find lim unpack file h n :
  check_file find lim unpack file = Accepted h n -> holds find h.
Proof.
  unfold check_file, holds; destruct (read_header file) as [[h' at_]|]; [|discriminate].
  destruct (find (game_name h')) as [read|] eqn:found; [|discriminate].
  destruct (read _ _ _) as [what|] eqn:opened; [|discriminate].
  destruct (check_problem what _ _ _ _ _ _) as [n'|] eqn:checked; [|discriminate].
  intros [= <- <-]; rewrite found, opened; now apply check_problem_right in checked.
Qed.
