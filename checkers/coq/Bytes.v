(** Bytes, checksums, and the records in an unpacked block: docs/reference/certificate-format.md,
    sections 5 and 5.3. *)

From Coq Require Import List Bool String NArith.
From Coq Require Import Uint63.
From Shomei Require Import Tools Certificate.
Import ListNotations.
Local Open Scope uint63_scope.

(** * Bytes *)

(** The bytes of a file or of an unpacked block, by their offset. *)
Record bytes := Bytes { size : int; byte : int -> int }.

(** Why a file is not accepted, and at which record. *)
Record problem_at := At { which_record : option int; why : trouble }.

Definition fault {A : Type} (reason : string) : A + problem_at := inr (At None (Wrong reason)).

(** Are there [n] bytes at [at_]? *)
Definition has (b : bytes) (at_ n : int) : bool := (at_ <=? size b) && (n <=? size b - at_).

(** The number in [n] bytes, low bytes first. *)
Fixpoint little_endian (n : nat) (b : bytes) (at_ : int) : int :=
  match n with
  | O => 0
  | S less => byte b at_ lor (little_endian less b (at_ + 1) << 8)
  end.

Definition u16 := little_endian 2.
Definition u32 := little_endian 4.

(** A number of eight bytes. Those of 2^63 and more exceed every count and offset; they are read as
    2^63 - 1, which does so, too. *)
Definition u64 (b : bytes) (at_ : int) : int :=
  if byte b (at_ + 7) <? 128 then little_endian 8 b at_ else 0x7FFFFFFFFFFFFFFF.

(** The number in the low bits of a word, as a binary number of Coq. *)
Fixpoint number_of (bits : nat) (w : int) : N :=
  match bits with
  | O => N0
  | S less =>
      let rest := number_of less (w >> 1) in
      if w land 1 =? 0 then N.double rest else N.succ_double rest
  end.

(** ** CRC-32 *)

Fixpoint crc_bits (n : nat) (c : int) : int :=
  match n with
  | O => c
  | S less => crc_bits less (if c land 1 =? 0 then c >> 1 else (c >> 1) lxor 0xEDB88320)
  end.

Record crc_state := Crc { crc_at : int; crc_so_far : int }.

Definition crc_step (b : bytes) (end_ : int) (s : crc_state) : crc_state + int :=
  if end_ <=? crc_at s then inr (crc_so_far s lxor 0xFFFFFFFF)
  else inl (Crc (crc_at s + 1) (crc_bits 8 (crc_so_far s lxor byte b (crc_at s)))).

(** Does the CRC at [end_] fit the bytes from [from] on? *)
Definition crc_fits (b : bytes) (from end_ : int) : bool :=
  match loop (crc_step b end_) endless (Crc from 0xFFFFFFFF) with
  | inl _ => false
  | inr crc => has b end_ 4 && (crc =? u32 b end_)
  end.

(** * Records (section 5.3) *)

(** A varint and the offset after it. [Big]: from 2^63 to 2^64 - 1. *)
Inductive varint := Number (value next : int) | Big | Malformed.

Fixpoint varint_from (bytes_left : nat) (b : bytes) (at_ shift value : int) : varint :=
  if size b <=? at_ then Malformed
  else
    let d := byte b at_ in
    match bytes_left with
    | O => if d =? 1 then Big else Malformed
    | S less =>
        let value := value lor ((d land 127) << shift) in
        if 128 <=? d then varint_from less b (at_ + 1) (shift + 7) value
        else if (d =? 0) && negb (shift =? 0) then Malformed
        else Number value (at_ + 1)
    end.

Definition read_varint (b : bytes) (at_ : int) : varint := varint_from 9 b at_ 0 0.

Definition bad {A : Type} (reason : string) : A + trouble := inr (Wrong reason).

(** The number of a record that a child names by the varint [v], which is not 0, from [base]. *)
Definition named_record (base v : int) : option int :=
  let f := v - 1 in
  let half := f >> 1 in
  if f land 1 =? 0 then
    if base + half <? 0x4000000000000000 then Some (base + half) else None
  else if half + 1 <=? base then Some (base - (half + 1)) else None.

Record children := Children {
  to_read : int;
  next_at : int;
  base : int;
  read_so_far : list child
}.

Definition child_step (b : bytes) (s : children)
    : children + ((list child * int) + trouble) :=
  if to_read s =? 0 then inr (inl (read_so_far s, next_at s))
  else
    match read_varint b (next_at s) with
    | Number v next =>
        if v =? 0 then
          inl (Children (to_read s - 1) next (base s) (Terminal :: read_so_far s))
        else
          match named_record (base s) v with
          | Some n => inl (Children (to_read s - 1) next n (Named n :: read_so_far s))
          | None => inr (bad "a child has no possible number")
          end
    | Big => inr (bad "a child has no possible number")
    | Malformed => inr (bad "a child is cut off, or not written with the fewest bytes")
    end.

(** Reads [n] children of the record [number], and the offset after them. *)
Definition read_children (b : bytes) (number n at_ : int) : (list child * int) + trouble :=
  match loop (child_step b) endless (Children n at_ number []) with
  | inl _ => bad "too many children"
  | inr (inl (reversed, next)) => inl (rev_append reversed [], next)
  | inr (inr t) => inr t
  end.

(** Reads the record [number], and the offset after it. *)
Definition read_record (b : bytes) (number at_ : int) : (record * int) + trouble :=
  let kind := byte b at_ in
  match read_varint b (at_ + 1) with
  | Malformed => bad "a number is cut off, or not written with the fewest bytes"
  | Big =>
      if kind =? 2 then inr (Refused "plain search needs more nodes than the limit")
      else bad "a move or a number of children is too large"
  | Number n next =>
      if kind =? 0 then
        if 0xFFFFFFFF <? n then bad "a move is too large"
        else
          match read_children b number 1 next with
          | inl (target :: _, after) => inl (Choice n target, after)
          | inl ([], _) => bad "a choice without a child"
          | inr t => inr t
          end
      else if kind =? 1 then
        if (n =? 0) || (1048576 <? n) then bad "no children, or too many"
        else
          match read_children b number n next with
          | inl (targets, after) => inl (All targets, after)
          | inr t => inr t
          end
      else if kind =? 2 then inl (Resolved n, next)
      else bad "an unknown kind of record"
  end.
