(* The program shomei-verified: reads files, unpacks blocks, and prints the verdicts of the
   extracted checker. Nothing here decides whether a certificate is accepted. *)

open Verified

type file = (char, Bigarray.int8_unsigned_elt, Bigarray.c_layout) Bigarray.Array1.t
type shared_number = (int, Bigarray.int_elt, Bigarray.c_layout) Bigarray.Array1.t

external unpack_frame : file -> int -> int -> Bytes.t -> bool = "verified_unpack"
external shared_number : unit -> shared_number = "verified_shared_number"
external end_with_parent : unit -> unit = "verified_end_with_parent"

(* The record that is checked, or -1. *)
let record : shared_number = shared_number ()

let usage =
  "Usage: shomei-verified [--nodes N] [--memory MiB] FILE.proof [...]\n\
   Checks certificates with a checker that is verified in Coq.\n\
   shomei-verified --perft GAME RULES ATTACKER POSITION DEPTH   Counts move paths.\n\
   --nodes N     nodes of plain search that one record may need (10000000)\n\
   --memory MiB  memory for the check of a file, about (4096)\n\
   Exit code 0: all are accepted, 1: one is rejected, 2: one could not be checked."

(* A text of a file in printable ASCII and not too long. *)
let shown text =
  let escaped = String.escaped text in
  if String.length escaped <= 160 then escaped else String.sub escaped 0 160 ^ "..."

exception Not_regular

(* A pipe without a writer must not block, so it is opened with O_NONBLOCK. *)
let map_file name : file =
  let descriptor = Unix.openfile name [ Unix.O_RDONLY; Unix.O_NONBLOCK ] 0 in
  Fun.protect
    ~finally:(fun () -> Unix.close descriptor)
    (fun () ->
      if (Unix.LargeFile.fstat descriptor).Unix.LargeFile.st_kind <> Unix.S_REG then
        raise Not_regular;
      Unix.map_file descriptor Bigarray.char Bigarray.c_layout false [| -1 |]
      |> Bigarray.array1_of_genarray)

let bytes_of_file (file : file) =
  let size = Bigarray.Array1.dim file in
  let byte i = if i >= 0 && i < size then Char.code (Bigarray.Array1.unsafe_get file i) else 0 in
  { size; byte }

let unpack (file : file) offset length raw_length =
  let raw = Bytes.create raw_length in
  let byte i =
    if i >= 0 && i < raw_length then Char.code (Bytes.unsafe_get raw i) else 0
  in
  if unpack_frame file offset length raw then Some { size = raw_length; byte } else None

(* The limits of the format document, section 3. *)
let limits size nodes =
  { most_nodes = nodes;
    most_nodes_in_all = min (20_000_000 + (4096 * size)) 10_000_000_000;
    most_edges = 10_000_000 + (24 * size);
    goes_on = (fun n -> record.{0} <- n; true) }

let rec int_of_positive = function
  | XH -> 1
  | XO p -> 2 * int_of_positive p
  | XI p -> (2 * int_of_positive p) + 1

let title h =
  let claim =
    match h.the_claim with Proved -> "wins" | Disproved -> "cannot force a win"
  in
  let plies =
    match h.plies with
    | None -> ""
    | Some N0 -> " within 0 plies"
    | Some (Npos n) -> Printf.sprintf " within %d plies" (int_of_positive n)
  in
  Printf.sprintf "%s, %s, %s: %s %s%s: " (shown h.game_name) (shown h.rules_text)
    (shown h.root_text) (shown h.attacker_text) claim plies

exception Too_much_memory

let with_memory mebibytes work =
  let words = mebibytes * 1024 * 1024 / (Sys.word_size / 8) in
  let stop () = if (Gc.quick_stat ()).Gc.heap_words > words then raise Too_much_memory in
  let alarm = Gc.create_alarm stop in
  Fun.protect ~finally:(fun () -> Gc.delete_alarm alarm) work

let place record =
  match record with Some n -> Printf.sprintf "record %d: " n | None -> ""

let refused why = (2, "not checked: " ^ why)

(* The check has ended early. *)
let stopped why = refused (place (if record.{0} < 0 then None else Some record.{0}) ^ why)

(* The exit code and the words about a file. *)
let verdict name nodes memory =
  try
    let file = map_file name in
    let limits = limits (Bigarray.Array1.dim file) nodes in
    let check () = check_file find_game limits (unpack file) (bytes_of_file file) in
    match with_memory memory check with
    | Accepted (h, n) ->
        ( 0,
          Printf.sprintf "%s%d records, %d children, %d nodes of plain search: accepted" (title h)
            n.records n.all_edges n.all_nodes )
    | Not_accepted (h, { which_record; why }) ->
        let code, word, reason =
          match why with
          | Wrong reason -> (1, "rejected", reason)
          | Refused reason -> (2, "not checked", reason)
        in
        let claim = match h with Some h -> title h | None -> "" in
        (code, Printf.sprintf "%s%s: %s%s" claim word (place which_record) reason)
  with
  | Not_regular -> refused "this is not a regular file"
  | Unix.Unix_error (error, _, _) -> refused (Unix.error_message error)
  | Sys_error message -> refused (shown message)
  | Too_much_memory -> stopped "it needs more memory than --memory allows"
  | Out_of_memory -> stopped "it needs more memory than the system allows"
  | Stack_overflow -> stopped "it needs more stack than the system allows"
  | error -> stopped (shown (Printexc.to_string error))

let print name words = Printf.printf "%s: %s\n%!" (shown name) words

(* Why a signal ended a check. The runtime system of OCaml aborts if it gets no memory. *)
let cause signal =
  if signal = Sys.sigabrt then "it needs more memory than the system allows"
  else if signal = Sys.sigbus then "the file was cut off during the check"
  else if signal = Sys.sigsegv then "it needs more stack than the system allows"
  else "the system ended the check, perhaps for want of memory"

let no_output = 3

(* Checks a file in a child process, so that there is a line even if the system ends the check.
   Returns the exit code. *)
let check name nodes memory =
  record.{0} <- -1;
  match Unix.fork () with
  | 0 -> (
      end_with_parent ();
      Unix.dup2 (Unix.openfile "/dev/null" [ Unix.O_WRONLY ] 0) Unix.stderr;
      let code, words = verdict name nodes memory in
      try print name words; Unix._exit code with
      | Sys_error _ -> Unix._exit no_output)
  | child -> (
      match snd (Unix.waitpid [] child) with
      | Unix.WEXITED code when code = no_output -> raise (Sys_error "the verdict is not printed")
      | Unix.WEXITED code -> code
      | Unix.WSIGNALED signal | Unix.WSTOPPED signal ->
          let code, words = stopped (cause signal) in
          print name words;
          code)

let misused why =
  prerr_endline ("shomei-verified: " ^ why ^ "\n" ^ usage);
  exit 2

(* A number of at most [digits] decimal digits, from [least] on. *)
let number what least digits text =
  let is_digit c = '0' <= c && c <= '9' in
  let length = String.length text in
  let is_number = 0 < length && length <= digits && String.for_all is_digit text in
  if is_number && int_of_string text >= least then int_of_string text
  else
    misused
      (Printf.sprintf "%s is a number from %d to %s, not %s" what least (String.make digits '9')
         (shown text))

let print_paths game rules attacker root depth =
  let rec nat n = if n = 0 then O else S (nat (n - 1)) in
  match count_paths game rules attacker root (nat (number "DEPTH" 0 2 depth)) with
  | Some paths -> Printf.printf "%d\n" paths
  | None -> prerr_endline "the game, rules, attacker or position is unknown"; exit 2

type options = { nodes : int; memory : int; names : string list }

(* The options and the files, in this order or mixed. After "--" there are only files. *)
let rec options_of options = function
  | [] -> { options with names = List.rev options.names }
  | ("--help" | "-h") :: _ -> print_endline usage; exit 0
  | "--nodes" :: n :: rest -> options_of { options with nodes = number "--nodes" 0 12 n } rest
  | "--memory" :: n :: rest -> options_of { options with memory = number "--memory" 1 12 n } rest
  | [ (("--nodes" | "--memory") as option) ] -> misused (option ^ " needs a number")
  | "--perft" :: _ -> misused "--perft needs five arguments"
  | "--" :: rest -> { options with names = List.rev_append options.names rest }
  | option :: _ when String.length option > 1 && option.[0] = '-' ->
      misused (shown option ^ " is an unknown option")
  | name :: rest -> options_of { options with names = name :: options.names } rest

let check_files arguments =
  let options = options_of { nodes = 10_000_000; memory = 4096; names = [] } arguments in
  if options.names = [] then misused "a file is needed";
  let codes = List.map (fun name -> check name options.nodes options.memory) options.names in
  exit (if List.mem 1 codes then 1 else List.fold_left max 0 codes)

let run () =
  if not arithmetic_is_right then (
    prerr_endline "The arithmetic of this build is not that of Coq."; exit 2);
  match List.tl (Array.to_list Sys.argv) with
  | [ "--perft"; game; rules; attacker; root; depth ] -> print_paths game rules attacker root depth
  | arguments -> check_files arguments

let () =
  try run () with
  | Sys_error message -> prerr_endline ("shomei-verified: " ^ message); exit 2
  | Unix.Unix_error (error, _, _) ->
      prerr_endline ("shomei-verified: " ^ Unix.error_message error);
      exit 2
