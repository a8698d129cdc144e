(** The words of ultimate tic-tac-toe store the marks of every board. *)

From Coq Require Import Lia List Bool.
From Coq Require Import Uint63.
From Shomei Require Import Uttt Bits.
Import ListNotations.
Local Open Scope uint63_scope.

Definition within_nine (m : pair) : Prop :=
  of_x m land everything = of_x m /\ of_o m land everything = of_o m.

Lemma outside s i : s land everything = s -> (9 <=? i) = true -> bit s i = false.
Proof.
  intros <- large; rewrite land_spec; destruct (digits <=? i) eqn:size.
  - now rewrite !bit_M.
  - apply bit_position in size; each_position size; try discriminate large;
      now rewrite andb_comm.
Qed.

(** Compares the bits of two words that consist of parts of [word], [x] and [o]. *)
Ltac compare_bits word x o hx ho :=
  apply equal_bits; intros i at_;
  repeat rewrite ?land_spec, ?lor_spec, ?bit_lsr, ?bit_lsl;
  generalize dependent (bit word); generalize dependent (bit x);
  generalize dependent (bit o); clear - at_; intros g ho f hx w;
  each_position at_; vm_compute;
  repeat match goal with
  | |- context [f ?k] => rewrite (hx k eq_refl)
  | |- context [g ?k] => rewrite (ho k eq_refl)
  end;
  repeat match goal with
  | |- context [f ?k] => destruct (f k)
  | |- context [g ?k] => destruct (g k)
  | |- context [w ?k] => destruct (w k)
  end; reflexivity.

Lemma get_set_same n m word :
  In n [0; 1; 2] -> within_nine m -> get_third n (set_third n m word) = m.
Proof.
  destruct m as [x o]; intros third [nx no]; cbn in nx, no.
  assert (forall i, (9 <=? i) = true -> bit x i = false) as hx by (intros; now apply outside).
  assert (forall i, (9 <=? i) = true -> bit o i = false) as ho by (intros; now apply outside).
  clear nx no; unfold get_third, set_third; cbn [of_x of_o].
  f_equal; destruct third as [<-|[<-|[<-|[]]]]; compare_bits word x o hx ho.
Qed.

Lemma get_set_other n k m word :
  In n [0; 1; 2] -> In k [0; 1; 2] -> n <> k -> within_nine m ->
  get_third k (set_third n m word) = get_third k word.
Proof.
  destruct m as [x o]; intros third third' differ [nx no]; cbn in nx, no.
  assert (forall i, (9 <=? i) = true -> bit x i = false) as hx by (intros; now apply outside).
  assert (forall i, (9 <=? i) = true -> bit o i = false) as ho by (intros; now apply outside).
  clear nx no; unfold get_third, set_third; cbn [of_x of_o].
  f_equal; destruct third as [<-|[<-|[<-|[]]]], third' as [<-|[<-|[<-|[]]]]; try congruence;
    clear differ; compare_bits word x o hx ho.
Qed.

(** The marks that are set are read, and those of the other boards remain. *)
Theorem marks_of_set_marks b c m all :
  In b numbers -> In c numbers -> within_nine m ->
  marks c (set_marks b m all) = if b =? c then m else marks c all.
Proof.
  intros hb hc nine; destruct all as [w1 w2 w3].
  repeat (destruct hb as [<-|hb]; [|]); try destruct hb;
    repeat (destruct hc as [<-|hc]; [|]); try destruct hc; unfold marks, set_marks;
    cbn -[set_third get_third];
    first
      [ reflexivity
      | apply get_set_same; [cbn; tauto | exact nine]
      | apply get_set_other; [cbn; tauto | cbn; tauto | | exact nine];
        intros equal%(f_equal to_Z); discriminate ].
Qed.
