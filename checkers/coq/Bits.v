(** Lemmas about the bits of words, for the files that prove what the operations of the rules on
    words mean. No theorem about a game depends on them: they are for readers of the rules. *)

From Coq Require Import ZArith Lia List Bool.
From Coq Require Import Uint63.
Import ListNotations.
Local Open Scope uint63_scope.

Definition positions_of_bits : list int :=
  map (fun n => of_Z (Z.of_nat n)) (seq 0 63).

Lemma bit_position i : (digits <=? i) = false -> In i positions_of_bits.
Proof.
  intros small; apply in_map_iff; exists (Z.to_nat (to_Z i)).
  pose proof (to_Z_bounded i) as [low _].
  assert (to_Z i < 63)%Z as high.
  { destruct (Z.ltb_spec (to_Z i) 63) as [|big]; [assumption|].
    rewrite (proj2 (leb_spec digits i)) in small; [discriminate|exact big]. }
  split.
  - rewrite Z2Nat.id, of_to_Z; trivial.
  - apply in_seq; lia.
Qed.

Lemma bit_place s i : bit s i = true -> In i positions_of_bits.
Proof.
  intros set; apply bit_position; destruct (digits <=? i) eqn:size; [|reflexivity].
  now rewrite bit_M in set.
Qed.

(** Words are equal if their 63 bits are. *)
Lemma equal_bits x y : (forall i, In i positions_of_bits -> bit x i = bit y i) -> x = y.
Proof.
  intros same; apply bit_ext; intros i; destruct (digits <=? i) eqn:size.
  - now rewrite !bit_M.
  - now apply same, bit_position.
Qed.

Lemma nonzero_bits w : negb (w =? 0) = existsb (bit w) positions_of_bits.
Proof.
  destruct (existsb (bit w) positions_of_bits) eqn:some.
  - apply existsb_exists in some as [i [_ set]]; destruct (w =? 0) eqn:zero; [|reflexivity].
    apply eqb_correct in zero; subst; now rewrite bit_0 in set.
  - assert (w = 0) as ->; [|reflexivity].
    apply equal_bits; intros i at_; rewrite bit_0.
    destruct (bit w i) eqn:set; [|reflexivity].
    rewrite <- some; symmetry; apply existsb_exists; eauto.
Qed.

Lemma eqb_In i l : existsb (eqb i) l = true -> In i l.
Proof.
  rewrite existsb_exists; intros [j [here same]]; apply eqb_correct in same; now subst.
Qed.

(** Splits a statement about all positions of bits. *)
Ltac each_position H :=
  vm_compute in H; repeat (destruct H as [<-|H]); [..|destruct H].
