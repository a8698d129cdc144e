(** The program: [check_file] as OCaml. The words of Uint63 become native integers of OCaml by
    ocaml/uint63.ml, texts become strings by Coq's ExtrOcamlNativeString. *)

From Coq Require Import Uint63 Extraction ExtrOcamlBasic ExtrOcamlNativeString.
From Shomei Require Import Format Games Arithmetic.

(** [Game.same_spec] is in [Set], so its proofs are extracted, but nothing calls them. *)
Set Warnings "-extraction-opaque-accessed".

Extract Inlined Constant PrimInt63.int => "int".
Extract Inlined Constant PrimInt63.add => "Uint63.add".
Extract Inlined Constant PrimInt63.sub => "Uint63.sub".
Extract Inlined Constant PrimInt63.mul => "Uint63.mul".
Extract Inlined Constant PrimInt63.div => "Uint63.div".
Extract Inlined Constant PrimInt63.mod => "Uint63.modulo".
Extract Inlined Constant PrimInt63.land => "Uint63.logand".
Extract Inlined Constant PrimInt63.lor => "Uint63.logor".
Extract Inlined Constant PrimInt63.lxor => "Uint63.logxor".
Extract Inlined Constant PrimInt63.lsl => "Uint63.shift_left".
Extract Inlined Constant PrimInt63.lsr => "Uint63.shift_right".
Extract Inlined Constant PrimInt63.eqb => "Uint63.equal".
Extract Inlined Constant PrimInt63.ltb => "Uint63.less".
Extract Inlined Constant PrimInt63.leb => "Uint63.less_or_equal".

Extraction "verified.ml" check_file find_game count_paths arithmetic_is_right.
