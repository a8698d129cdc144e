(* The operations of Coq's Uint63, unsigned integers of 63 bits, on OCaml's native integers. This
   file is part of the trusted base of the extracted program. *)

let () = assert (Sys.int_size = 63)

let of_int (x : int) = x
let add (x : int) (y : int) = x + y
let sub (x : int) (y : int) = x - y
let mul (x : int) (y : int) = x * y
let logand (x : int) (y : int) = x land y
let logor (x : int) (y : int) = x lor y
let logxor (x : int) (y : int) = x lxor y

(* A shift by 63 or more, as an unsigned number, gives 0. *)
let shift_left (x : int) (n : int) = if n >= 0 && n < 63 then x lsl n else 0
let shift_right (x : int) (n : int) = if n >= 0 && n < 63 then x lsr n else 0

(* The order of unsigned numbers is that of signed ones with the highest bit changed. *)
let equal (x : int) (y : int) = x = y
let less (x : int) (y : int) = x lxor min_int < y lxor min_int
let less_or_equal (x : int) (y : int) = x lxor min_int <= y lxor min_int

(* Division by 0 gives 0, and the remainder is then the dividend. For a dividend or divisor of 2^62
   or more, half the dividend gives the quotient up to 1. *)
let div (x : int) (y : int) =
  if y = 0 then 0
  else if y < 0 then if less x y then 0 else 1
  else if x >= 0 then x / y
  else
    let q = (x lsr 1 / y) lsl 1 in
    if less (x - (q * y)) y then q else q + 1

let modulo (x : int) (y : int) = x - (div x y * y)
