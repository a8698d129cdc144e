(** The blocks, the index and the trailer of a file: docs/reference/certificate-format.md,
    sections 5.2, 5.4 and 5.5.

    The packed bytes of the blocks are unpacked by a function [unpack] that is a parameter. Nothing
    is assumed about it: a file that is accepted after wrong unpacking shows its claim, too. *)

From Coq Require Import List Bool String.
From Coq Require Import Uint63.
From Shomei Require Import Game Tools Certificate Sound Bytes.
Import ListNotations.
Local Open Scope uint63_scope.

(** Limits of a checker (section 3): nodes of one record and of all, and edges. [goes_on n] is asked
    before record [n] is checked: a program can stop there, or note the number. *)
Record limits := Limits {
  most_nodes : int;
  most_nodes_in_all : int;
  most_edges : int;
  goes_on : int -> bool
}.

(** Where a block begins, and its first record. *)
Record block := Block { offset : int; first : int }.

Section Body.
  Context {position move : Type} (g : game position move) (c : claim).
  Variable way : naming position.
  Variable lim : limits.
  Variable unpack : int -> int -> int -> option bytes.
  Variable file : bytes.

  Notation checked := (@checked position).

  Record in_block := In_block { left_in_block : int; record_at : int; block_state : checked }.

  Definition at_record (s : checked) (t : trouble) : problem_at := At (Some (number s)) t.

  Definition within_limits (s : checked) : bool :=
    (edges s <=? most_edges lim) && (nodes s <=? most_nodes_in_all lim).

  Definition record_step (raw : bytes) (s : in_block) : in_block + (checked + problem_at) :=
    let now := block_state s in
    if left_in_block s =? 0 then
      inr (if record_at s =? size raw then inl now
           else fault "there are bytes after the records of a block")
    else if (size raw <=? record_at s) || (65536 <=? record_at s) then
      inr (inr (at_record now (Wrong "the record begins too late in its block")))
    else if negb (goes_on lim (number now)) then
      inr (inr (at_record now (Refused "the check was stopped")))
    else
      match read_record raw (number now) (record_at s) with
      | inr t => inr (inr (at_record now t))
      | inl (r, after) =>
          match check_next g c way (most_nodes lim) r now with
          | inr t => inr (inr (at_record now t))
          | inl next =>
              if within_limits next then inl (In_block (left_in_block s - 1) after next)
              else inr (inr (at_record now (Refused "more nodes or edges than the limit")))
          end
      end.

  Definition check_records (raw : bytes) (n : int) (s : checked) : checked + problem_at :=
    match loop (record_step raw) endless (In_block n 0 s) with
    | inl _ => fault "too many records"
    | inr result => result
    end.

  (** A block, from its letter on: the state and the offset after it. *)
  Definition check_block (at_ : int) (s : checked) : (checked * int) + problem_at :=
    if negb (has file at_ 21) then fault "the file is cut off in a block"
    else
      let first_record := u64 file (at_ + 1) in
      let n := u32 file (at_ + 9) in
      let raw_length := u32 file (at_ + 13) in
      let packed_length := u32 file (at_ + 17) in
      if negb (first_record =? number s) || (n =? 0) then
        fault "a block does not begin with the next record, or has none"
      else if (raw_length =? 0) || (16777216 <? raw_length) || (16908288 <? packed_length) then
        fault "a block is empty or too long"
      else if negb (has file at_ (packed_length + 25)) then fault "the file is cut off in a block"
      else if negb (crc_fits file at_ (at_ + 21 + packed_length)) then
        fault "the checksum of a block is wrong"
      else
        match unpack (at_ + 21) packed_length raw_length with
        | None => fault "a block cannot be unpacked"
        | Some raw =>
            if negb (size raw =? raw_length) then fault "a block unpacks to another length"
            else
              match check_records raw n s with
              | inl next => inl (next, at_ + 25 + packed_length)
              | inr t => inr t
              end
        end.

  Fixpoint index_agrees (at_ : int) (blocks : list block) : bool :=
    match blocks with
    | [] => true
    | b :: rest =>
        (u64 file at_ =? offset b) && (u64 file (at_ + 8) =? first b)
        && index_agrees (at_ + 16) rest
    end.

  Fixpoint all_equal (at_ : int) (numbers : list int) : bool :=
    match numbers with
    | [] => true
    | n :: rest => (u64 file at_ =? n) && all_equal (at_ + 8) rest
    end.

  Definition qed : list int := [0x89; 0x71; 0x65; 0x64; 0x0a].

  Fixpoint bytes_are (at_ : int) (expected : list int) : bool :=
    match expected with
    | [] => true
    | b :: rest => (byte file at_ =? b) && bytes_are (at_ + 1) rest
    end.

  (** The index, from its letter on, and the trailer. *)
  Definition check_end (at_ blocks_seen : int) (blocks : list block) (s : checked)
      : checked + problem_at :=
    let trailer := at_ + 5 + 16 * blocks_seen in
    if negb ((trailer <=? size file) && (size file - trailer =? 58)) then
      fault "the index and the trailer do not have the right length"
    else if negb (index_agrees (at_ + 1) blocks) then fault "the index does not fit the blocks"
    else if negb (crc_fits file at_ (trailer - 4)) then fault "the checksum of the index is wrong"
    else if negb (byte file trailer =? 0x54) then fault "the trailer does not begin after the index"
    else if negb (all_equal (trailer + 1)
      [at_; blocks_seen; number s; edges s; terminals s; resolved s]) then
      fault "the trailer does not contain what was counted"
    else if negb (crc_fits file trailer (trailer + 49)) then
      fault "the checksum of the trailer is wrong"
    else if negb (bytes_are (trailer + 53) qed) then fault "the file does not end as it must"
    else if complete s then inl s
    else fault "a record is named and missing".

  Record body := Body {
    body_at : int;
    blocks_so_far : int;
    reversed_blocks : list block;
    body_state : checked
  }.

  Definition body_step (s : body) : body + (checked + problem_at) :=
    if negb (has file (body_at s) 1) then inr (fault "the file is cut off")
    else
      let tag := byte file (body_at s) in
      let now := body_state s in
      if tag =? 0x42 then
        match check_block (body_at s) now with
        | inl (next, after) =>
            inl (Body after (blocks_so_far s + 1)
              (Block (body_at s) (number now) :: reversed_blocks s) next)
        | inr t => inr (inr t)
        end
      else if tag =? 0x49 then
        inr (check_end (body_at s) (blocks_so_far s) (rev_append (reversed_blocks s) []) now)
      else inr (fault "neither a block nor the index begins where one should").

  (** All bytes after the header, which ends at [at_]. *)
  Definition check_body (root : position) (at_ : int) : checked + problem_at :=
    match start g c root with
    | inr t => inr (At None t)
    | inl s =>
        match loop body_step endless (Body at_ 0 [] s) with
        | inl _ => fault "too many blocks"
        | inr result => result
        end
    end.

  (** ** Soundness *)

  Hypothesis way_right : right_naming g c way.
  Variable root : position.

  Definition good_result (r : checked + problem_at) : Prop :=
    match r with inl s => so_far g c way root s | inr _ => True end.

  Lemma record_step_right raw s :
    so_far g c way root (block_state s) ->
    match record_step raw s with
    | inl next => so_far g c way root (block_state next)
    | inr r => good_result r
    end.
  Proof.
    intros so; unfold record_step, fault.
    destruct (left_in_block s =? 0); [now destruct (record_at s =? size raw)|].
    destruct (_ || _); [exact I|]; destruct (negb _); [exact I|].
    destruct (read_record raw _ _) as [[r after]|t]; [|exact I].
    destruct (check_next g c way _ r (block_state s)) as [next|t] eqn:one; [|exact I].
    destruct (within_limits next); [|exact I].
    now apply (check_next_right g c way _ way_right root r (block_state s)) in one.
  Qed.

  Lemma check_records_right raw n s :
    so_far g c way root s -> good_result (check_records raw n s).
  Proof.
    intros so; unfold check_records, fault.
    pose proof (loop_invariant (record_step raw) (fun s => so_far g c way root (block_state s))
      good_result (record_step_right raw) endless (In_block n 0 s) so) as last.
    destruct loop; [exact I|exact last].
  Qed.

  Lemma check_block_right at_ s next after :
    check_block at_ s = inl (next, after) -> so_far g c way root s -> so_far g c way root next.
  Proof.
    unfold check_block, fault.
    repeat match goal with |- (if ?test then _ else _) = _ -> _ =>
      destruct test; [discriminate|]
    end.
    destruct unpack as [raw|]; [|discriminate]; destruct (negb _); [discriminate|].
    destruct (check_records raw _ s) as [last|] eqn:result; [|discriminate].
    intros [= <- _] so; generalize (check_records_right raw (u32 file (at_ + 9)) s so).
    now rewrite result.
  Qed.

  Definition good_end (r : checked + problem_at) : Prop :=
    match r with inl s => claimed g c way root | inr _ => True end.

  Lemma check_end_right at_ n blocks s :
    so_far g c way root s -> good_end (check_end at_ n blocks s).
  Proof.
    intros so; unfold check_end, fault.
    repeat match goal with |- good_end (if negb ?test then _ else _) =>
      destruct (negb test); [exact I|]
    end.
    destruct (complete s) eqn:all; [|exact I]; now apply (complete_right g c way way_right root s).
  Qed.

  Lemma body_step_right s :
    so_far g c way root (body_state s) ->
    match body_step s with
    | inl next => so_far g c way root (body_state next)
    | inr r => good_end r
    end.
  Proof.
    intros so; unfold body_step; destruct (negb _); [exact I|].
    destruct (_ =? _).
    - destruct (check_block (body_at s) (body_state s)) as [[next after]|t] eqn:block; [|exact I].
      now apply check_block_right in block.
    - destruct (_ =? _); [now apply check_end_right|exact I].
  Qed.

  Theorem check_body_right at_ s : check_body root at_ = inl s -> claimed g c way root.
  Proof.
    unfold check_body, fault; destruct (start g c root) as [s0|t] eqn:first; [|discriminate].
    pose proof (loop_invariant body_step (fun s => so_far g c way root (body_state s)) good_end
      body_step_right endless (Body at_ 0 [] s0)
      (start_right g c way way_right root s0 first)) as last.
    destruct loop as [|result]; [discriminate|]; now intros ->.
  Qed.
End Body.
