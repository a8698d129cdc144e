(** Certificates, and their executable check: docs/reference/certificate-format.md, sections 2
    and 3. Sound.v proves that the check is right. *)

From Coq Require Import List Bool String.
From Coq Require Import Uint63.
From Coq Require Import NArith.
From Shomei Require Import Game Tools Search Plies.
Import ListNotations.
Local Open Scope uint63_scope.

(** * Records *)

Inductive claim := Proved | Disproved.

Inductive child := Terminal | Named (record : int).

Inductive record :=
  | Choice (move : int) (target : child)
  | All (targets : list child)
  | Resolved (nodes : int).

Definition chooser (c : claim) : role :=
  match c with Proved => Attacker | Disproved => Defender end.

Definition is_end (c : claim) (s : status) : bool :=
  match c, s with Proved, Won | Disproved, Failed => true | _, _ => false end.

(** Why a certificate is not accepted: it breaks a rule of the format, or it exceeds a limit. *)
Inductive trouble := Wrong (why : string) | Refused (why : string).

(** A record is named for the position [q], and now for [p]: the two positions differ, the record
    serves both, or it serves both only if it answers [p]. *)
Inductive meeting := Apart | Serves | Sharper.

(** How records may be named (conditions 5 and 8). [rises]: later ones only. A record that was read
    answers its position, so only one that is still pending can become sharper. *)
Record naming (position : Type) := Naming { rises : bool; meet : position -> position -> meeting }.

Arguments Naming {position}.
Arguments rises {position}.
Arguments meet {position}.

(** Version 1 of the format. *)
Definition by_position {position move} (g : game position move) (c : claim) : naming position :=
  Naming (match c with Proved => true | Disproved => false end)
    (fun q p => if same g q p then Serves else Apart).

(** Version 2: the smallest number of remaining plies in a proof, the largest in a disproof. *)
Definition by_plies {position move} (g : game position move) (c : claim)
    : naming (position * N) :=
  Naming (match c with Proved => true | Disproved => false end) (fun q p =>
    if same g (fst q) (fst p) then
      let enough :=
        match c with
        | Proved => N.leb (snd q) (snd p)
        | Disproved => N.leb (snd p) (snd q)
        end in
      if enough then Serves else Sharper
    else Apart).

Section Certificate.
  Context {position move : Type} (g : game position move).

  (** * The check of the records (section 3), from front to back *)

  (** The positions of the records that are named and not yet read; if children can have smaller
      numbers, also those of the records that were read. *)
  Record checked := Checked {
    pending : map position;
    done : map position;
    number : int;
    edges : int;
    terminals : int;
    resolved : int;
    nodes : int
  }.

  Variable c : claim.
  Variable way : naming position.

  Definition wrong {A : Type} (why : string) : A + trouble := inr (Wrong why).

  (** Condition 2: the root. *)
  Definition start (root : position) : checked + trouble :=
    let none := Checked Empty Empty 0 0 0 0 0 in
    if is_end c (status_of g root) then inl none
    else
      match status_of g root with
      | Open => inl (Checked (Leaf 0 root) Empty 0 0 0 0 0)
      | _ => wrong "the root is finished otherwise than claimed"
      end.

  Definition count_edge (terminal : bool) (pending' : map position) (s : checked) : checked :=
    Checked pending' (done s) (number s) (edges s + 1)
      (if terminal then terminals s + 1 else terminals s) (resolved s) (nodes s).

  (** Conditions 5, 7 and 8 for one child, whose position is [p]. *)
  Definition check_child (p : position) (target : child) (s : checked) : checked + trouble :=
    match target with
    | Terminal =>
        if is_end c (status_of g p) then inl (count_edge true (pending s) s)
        else wrong "a terminal child is open or finished otherwise than claimed"
    | Named n =>
        match status_of g p with
        | Open =>
            let unread := rises way || (number s <? n) in
            let known := if unread then get n (pending s) else get n (done s) in
            match known with
            | Some q =>
                match meet way q p with
                | Serves => inl (count_edge false (pending s) s)
                | Sharper =>
                    if unread then inl (count_edge false (set n p (pending s)) s)
                    else wrong "a child names a record that has too few plies"
                | Apart => wrong "a child names a record of another position"
                end
            | None =>
                if number s <? n then inl (count_edge false (add_new n p (pending s)) s)
                else wrong "a child is not after its record"
            end
        | _ => wrong "a child with a record is finished"
        end
    end.

  Fixpoint check_children (p : position) (ms : list move) (targets : list child) (s : checked)
      : checked + trouble :=
    match ms, targets with
    | [], [] => inl s
    | m :: others, t :: rest =>
        match check_child (play g p m) t s with
        | inl next => check_children p others rest next
        | inr t => inr t
        end
    | _, _ => wrong "the number of children is not the number of legal moves"
    end.

  Fixpoint nth_move (n : int) (ms : list move) : option move :=
    match ms with
    | [] => None
    | m :: others => if n =? 0 then Some m else nth_move (n - 1) others
    end.

  Definition count_resolved (used : int) (s : checked) : checked :=
    Checked (pending s) (done s) (number s) (edges s) (terminals s) (resolved s + 1)
      (nodes s + used).

  (** [most] is the greatest number of nodes that one record may need. *)
  Variable most : int.

  Definition check_resolved (p : position) (n : int) (s : checked) : checked + trouble :=
    if most <? n then inr (Refused "plain search needs more nodes than the limit")
    else
      match plain_search g p n with
      | Decided won unused =>
          if Bool.eqb won (match c with Proved => true | Disproved => false end)
          then inl (count_resolved (n - unused) s)
          else wrong "plain search finds the opposite value"
      | Undecided => wrong "plain search is undecided"
      end.

  (** Conditions 6 to 9 for a record of the position [p]. *)
  Definition check_record (p : position) (r : record) (s : checked) : checked + trouble :=
    match r with
    | Choice n target =>
        if is_role (role_of g p) (chooser c) then
          match nth_move n (moves g p) with
          | Some m => check_child (play g p m) target s
          | None => wrong "the move of a choice is not less than the number of legal moves"
          end
        else wrong "a choice where the other role is to move"
    | All [] => wrong "a record without children"
    | All targets =>
        if is_role (role_of g p) (chooser c) then wrong "all moves where the chooser is to move"
        else check_children p (moves g p) targets s
    | Resolved n => check_resolved p n s
    end.

  (** The state while the record of [p] is read; [others] are the other pending positions. *)
  Definition reading (p : position) (others : map position) (s : checked) : checked :=
    let done' := if rises way then done s else add_new (number s) p (done s) in
    Checked others done' (number s) (edges s) (terminals s) (resolved s) (nodes s).

  (** Conditions 3 to 9 for the next record. *)
  Definition check_next (r : record) (s : checked) : checked + trouble :=
    match take (number s) (pending s) with
    | None => wrong "no record before it names it"
    | Some (p, others) =>
        match check_record p r (reading p others s) with
        | inl next =>
            inl (Checked (pending next) (done next) (number s + 1) (edges next) (terminals next)
              (resolved next) (nodes next))
        | inr t => inr t
        end
    end.

  (** Condition 4, after the last record. *)
  Definition complete (s : checked) : bool := is_empty (pending s).

  Fixpoint check_all (rs : list record) (s : checked) : checked + trouble :=
    match rs with
    | [] => inl s
    | r :: rest =>
        match check_next r s with
        | inl next => check_all rest next
        | inr t => inr t
        end
    end.

  (** Are [rs] the records of a certificate for [root]? *)
  Definition check (root : position) (rs : list record) : bool :=
    match start root with
    | inl s => match check_all rs s with inl last => complete last | inr _ => false end
    | inr _ => false
    end.
End Certificate.

(** The checks of version 1. *)
Definition check_proof {position move} (g : game position move) (root : position) most rs : bool :=
  check g Proved (by_position g Proved) most root rs.

Definition check_disproof {position move} (g : game position move) (root : position) most rs
    : bool :=
  check g Disproved (by_position g Disproved) most root rs.

(** The checks of version 2, within [n] plies. *)
Definition check_within {position move} (g : game position move) c (n : nat) (root : position)
    most rs : bool :=
  possible_plies g root (N.of_nat n)
  && check (timed g) c (by_plies g c) most (root, N.of_nat n) rs.

Definition check_proof_within {position move} (g : game position move) :=
  check_within g Proved.

Definition check_disproof_within {position move} (g : game position move) :=
  check_within g Disproved.
