(** Loops and maps for the checker: fast after extraction, and with a bounded stack. *)

From Coq Require Import List Bool.
From Coq Require Import Uint63.
Import ListNotations.

(** * Loops *)

Section Loop.
  Context {state result : Type} (step : state -> state + result).

  (** Repeats [step] until it returns a result, at most 2^depth times. *)
  Fixpoint loop (depth : nat) (s : state) : state + result :=
    match depth with
    | O => step s
    | S less =>
        match loop less s with
        | inl next => loop less next
        | inr r => inr r
        end
    end.

  Lemma loop_invariant (holds : state -> Prop) (good : result -> Prop) :
    (forall s, holds s ->
      match step s with inl next => holds next | inr r => good r end) ->
    forall depth s, holds s ->
      match loop depth s with inl next => holds next | inr r => good r end.
  Proof.
    intros one_step; induction depth as [|less IH]; intros s start; cbn.
    - now apply one_step.
    - specialize (IH s start) as first; destruct (loop less s) as [next|r].
      + now apply IH.
      + exact first.
  Qed.
End Loop.

(** Enough for any loop: 2^62 steps. *)
Definition endless : nat := 62.

(** * Maps from integers: big-endian Patricia trees (Okasaki and Gill, 1998)

    A branch holds some key of its subtree and the highest bit in which keys of its two subtrees
    differ. No theorem needs this: they only need that no value is lost or invented. *)

Inductive map (value : Type) :=
  | Empty
  | Leaf (k : int) (v : value)
  | Branch (some_key bit : int) (zero one : map value).

Arguments Empty {value}.
Arguments Leaf {value}.
Arguments Branch {value}.

(** The highest bit of a number that is not 0. *)
Definition highest_bit (x : int) : int :=
  let x := (x lor (x >> 1))%uint63 in
  let x := (x lor (x >> 2))%uint63 in
  let x := (x lor (x >> 4))%uint63 in
  let x := (x lor (x >> 8))%uint63 in
  let x := (x lor (x >> 16))%uint63 in
  let x := (x lor (x >> 32))%uint63 in
  (x lxor (x >> 1))%uint63.

Definition has_bit (k bit : int) : bool := negb ((k land bit) =? 0)%uint63.

(** Do two keys agree in all bits above [bit]? *)
Definition agree_above (bit j k : int) : bool := ((j lxor k) <=? (bit + bit - 1))%uint63.

Section Map.
  Context {value : Type}.

  Fixpoint get (k : int) (m : map value) : option value :=
    match m with
    | Empty => None
    | Leaf j v => if (j =? k)%uint63 then Some v else None
    | Branch _ bit zero one => if has_bit k bit then get k one else get k zero
    end.

  (** A branch of two maps; [j] is a key of [m], and [k] of [n]. *)
  Definition join (j : int) (m : map value) (k : int) (n : map value) : map value :=
    let bit := highest_bit (j lxor k) in
    if has_bit j bit then Branch j bit n m else Branch j bit m n.

  (** Sets the value of a key. *)
  Fixpoint set (k : int) (v : value) (m : map value) : map value :=
    match m with
    | Empty => Leaf k v
    | Leaf j _ => if (j =? k)%uint63 then Leaf k v else join k (Leaf k v) j m
    | Branch j bit zero one =>
        if agree_above bit j k then
          if has_bit k bit then Branch j bit zero (set k v one) else Branch j bit (set k v zero) one
        else join k (Leaf k v) j m
    end.

  (** The same for a key that is not in the map. *)
  Fixpoint add_new (k : int) (v : value) (m : map value) : map value :=
    match m with
    | Empty => Leaf k v
    | Leaf j _ => join k (Leaf k v) j m
    | Branch j bit zero one =>
        if agree_above bit j k then
          if has_bit k bit then Branch j bit zero (add_new k v one)
          else Branch j bit (add_new k v zero) one
        else join k (Leaf k v) j m
    end.

  Definition branch (j bit : int) (zero one : map value) : map value :=
    match zero, one with
    | Empty, _ => one
    | _, Empty => zero
    | _, _ => Branch j bit zero one
    end.

  (** Removes a key and returns its value. *)
  Fixpoint take (k : int) (m : map value) : option (value * map value) :=
    match m with
    | Empty => None
    | Leaf j v => if (j =? k)%uint63 then Some (v, Empty) else None
    | Branch j bit zero one =>
        if has_bit k bit then
          match take k one with
          | Some (v, rest) => Some (v, branch j bit zero rest)
          | None => None
          end
        else
          match take k zero with
          | Some (v, rest) => Some (v, branch j bit rest one)
          | None => None
          end
    end.

  Definition is_empty (m : map value) : bool := match m with Empty => true | _ => false end.

  (** A value is in a map, for some key. *)
  Fixpoint occurs (v : value) (m : map value) : Prop :=
    match m with
    | Empty => False
    | Leaf _ w => v = w
    | Branch _ _ zero one => occurs v zero \/ occurs v one
    end.

  Lemma get_occurs k m v : get k m = Some v -> occurs v m.
  Proof.
    induction m as [|j w|j bit zero IHz one IHo]; cbn; try discriminate.
    - destruct (j =? k)%uint63; congruence.
    - destruct (has_bit k bit); auto.
  Qed.

  Lemma occurs_join v j m k n : occurs v (join j m k n) <-> occurs v m \/ occurs v n.
  Proof. unfold join; destruct has_bit; cbn; tauto. Qed.

  Lemma set_only k v m w : occurs w (set k v m) -> w = v \/ occurs w m.
  Proof.
    induction m as [|j u|j bit zero IHz one IHo]; cbn [set].
    - cbn; auto.
    - destruct (j =? k)%uint63; [cbn; auto|]; intros [here|here]%occurs_join; auto.
    - destruct (agree_above bit j k); [|intros [here|here]%occurs_join; auto].
      destruct (has_bit k bit); cbn; tauto.
  Qed.

  Lemma occurs_set k v m : occurs v (set k v m).
  Proof.
    induction m as [|j u|j bit zero IHz one IHo]; cbn [set].
    - reflexivity.
    - destruct (j =? k)%uint63; [reflexivity|]; rewrite occurs_join; cbn; auto.
    - destruct (agree_above bit j k); [|rewrite occurs_join; cbn; auto].
      destruct (has_bit k bit); cbn; auto.
  Qed.

  (** Only the old value of the key is lost. *)
  Lemma set_keeps k v m old w :
    get k m = Some old -> occurs w m -> w = old \/ occurs w (set k v m).
  Proof.
    induction m as [|j u|j bit zero IHz one IHo]; cbn [get set].
    - discriminate.
    - destruct (j =? k)%uint63; [|discriminate]; intros [= <-]; cbn; auto.
    - destruct (agree_above bit j k).
      + destruct (has_bit k bit); intros found [here|here]; cbn; auto.
        * destruct (IHo found here); auto.
        * destruct (IHz found here); auto.
      + intros _ here; right; apply occurs_join; auto.
  Qed.

  Lemma occurs_add_new k v m w : occurs w (add_new k v m) <-> w = v \/ occurs w m.
  Proof.
    induction m as [|j u|j bit zero IHz one IHo]; cbn [add_new].
    - cbn; tauto.
    - rewrite occurs_join; cbn; tauto.
    - destruct (agree_above bit j k); [|rewrite occurs_join; cbn; tauto].
      destruct (has_bit k bit); cbn; tauto.
  Qed.

  Lemma occurs_branch v j bit zero one :
    occurs v (branch j bit zero one) <-> occurs v zero \/ occurs v one.
  Proof. destruct zero, one; cbn; tauto. Qed.

  Lemma take_keeps k m v rest w : take k m = Some (v, rest) -> occurs w m -> w = v \/ occurs w rest.
  Proof.
    revert rest; induction m as [|j u|j bit zero IHz one IHo]; cbn [take]; intros rest.
    - discriminate.
    - destruct (j =? k)%uint63; [|discriminate]; intros [= <- <-]; cbn; auto.
    - destruct (has_bit k bit).
      + destruct (take k one) as [[u less]|]; [|discriminate]; intros [= <- <-] [here|here];
          rewrite occurs_branch; auto; destruct (IHo less eq_refl here); auto.
      + destruct (take k zero) as [[u less]|]; [|discriminate]; intros [= <- <-] [here|here];
          rewrite occurs_branch; auto; destruct (IHz less eq_refl here); auto.
  Qed.

  Lemma take_only k m v rest w :
    take k m = Some (v, rest) -> w = v \/ occurs w rest -> occurs w m.
  Proof.
    revert rest; induction m as [|j u|j bit zero IHz one IHo]; cbn [take]; intros rest.
    - discriminate.
    - destruct (j =? k)%uint63; [|discriminate]; intros [= <- <-]; cbn; tauto.
    - destruct (has_bit k bit).
      + destruct (take k one) as [[u less]|]; [|discriminate]; intros [= <- <-].
        rewrite occurs_branch; cbn; specialize (IHo less eq_refl); tauto.
      + destruct (take k zero) as [[u less]|]; [|discriminate]; intros [= <- <-].
        rewrite occurs_branch; cbn; specialize (IHz less eq_refl); tauto.
  Qed.

  Lemma is_empty_occurs m v : is_empty m = true -> ~ occurs v m.
  Proof. destruct m; cbn; try discriminate; auto. Qed.
End Map.
