(** Certificates inside Coq: bytes as lists of words, so that a theorem needs no file. The script
    store.py writes them from files. *)

From Coq Require Import List Bool String NArith.
From Coq Require Import Uint63.
From Shomei Require Import Game Tools Certificate Bytes Format Games.
Import ListNotations.
Local Open Scope uint63_scope.

Fixpoint index_words (n : int) (words : list int) (m : map int) : map int :=
  match words with
  | [] => m
  | w :: rest => index_words (n + 1) rest (set n w m)
  end.

(** [length] bytes, four in each word, low bytes first. *)
Definition bytes_of_words (length : int) (words : list int) : bytes :=
  let m := index_words 0 words Empty in
  Bytes length (fun i =>
    match get (i >> 2) m with
    | Some w => (w >> (8 * (i land 3))) land 255
    | None => 0
    end).

(** A file, and its blocks unpacked, with the offsets of the packed ones. *)
Record stored := Stored { file : bytes; unpacked : list (int * bytes) }.

Definition unpack_stored (s : stored) (at_ packed_length raw_length : int) : option bytes :=
  match find (fun b => fst b =? at_) (unpacked s) with
  | Some (_, raw) => Some raw
  | None => None
  end.

(** The limits of the document for small files. *)
Definition usual_limits : limits := Limits 10000000 20000000 10000000 (fun _ => true).

Definition same_claim (a b : claim) : bool :=
  match a, b with Proved, Proved | Disproved, Disproved => true | _, _ => false end.

Definition same_plies (a b : option N) : bool :=
  match a, b with Some m, Some n => N.eqb m n | None, None => true | _, _ => false end.

Definition same_header (a b : header) : bool :=
  same_claim (the_claim a) (the_claim b) && same_plies (plies a) (plies b)
  && String.eqb (game_name a) (game_name b)
  && String.eqb (rules_text a) (rules_text b) && String.eqb (attacker_text a) (attacker_text b)
  && String.eqb (root_text a) (root_text b).

(** Is [s] an accepted certificate with the header [h]? *)
Definition shows (s : stored) (h : header) : bool :=
  match check_file find_game usual_limits (unpack_stored s) (file s) with
  | Accepted claimed _ => same_header claimed h
  | Not_accepted _ _ => false
  end.

Theorem shows_sound s h : shows s h = true -> holds find_game h.
Proof.
  unfold shows; destruct (check_file _ _ _ _) as [claimed n|] eqn:checked; [|discriminate].
  apply check_file_sound in checked; intros same.
  destruct claimed as [c m name rules attacker root], h as [c' m' name' rules' attacker' root'].
  unfold same_header in same; cbn in same.
  apply andb_prop in same as [same r%String.eqb_eq].
  apply andb_prop in same as [same a%String.eqb_eq].
  apply andb_prop in same as [same s'%String.eqb_eq].
  apply andb_prop in same as [same n'%String.eqb_eq].
  apply andb_prop in same as [same p].
  assert (m = m') as <- by
    (destruct m, m'; cbn in p; try discriminate; [apply N.eqb_eq in p; now subst|reflexivity]).
  subst; destruct c, c'; try discriminate; exact checked.
Qed.
