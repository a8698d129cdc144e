(* The program shomei-verified: reads files, unpacks blocks, and prints the verdicts of the
   extracted checker. Nothing here decides whether a certificate is accepted. *)

open Verified

type file = (char, Bigarray.int8_unsigned_elt, Bigarray.c_layout) Bigarray.Array1.t

external unpack_frame : file -> int -> int -> Bytes.t -> bool = "verified_unpack"

let usage =
  "Usage: shomei-verified [--nodes N] [--memory MiB] FILE.proof [...]\n\
   Checks certificates with a checker that is verified in Coq.\n\
   shomei-verified --perft GAME RULES ATTACKER POSITION DEPTH   Counts move paths.\n\
   --nodes N     nodes of plain search that one record may need (10,000,000)\n\
   --memory MiB  memory for the check of a file, about (4096)\n\
   Exit code 0: all are accepted, 1: one is rejected, 2: one could not be checked."

(* A text of a file in printable ASCII and not too long. *)
let shown text =
  let escaped = String.escaped text in
  if String.length escaped <= 160 then escaped else String.sub escaped 0 160 ^ "..."

let map_file name : file =
  let descriptor = Unix.openfile name [ Unix.O_RDONLY ] 0 in
  Fun.protect
    ~finally:(fun () -> Unix.close descriptor)
    (fun () ->
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
    most_edges = 10_000_000 + (24 * size) }

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

(* The exit code and the words about a file. *)
let verdict name nodes memory =
  let refused why = (2, "not checked: " ^ why) in
  try
    let file = map_file name in
    let size = Bigarray.Array1.dim file in
    let check () = check_file find_game (limits size nodes) (unpack file) (bytes_of_file file) in
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
        let place =
          match which_record with Some n -> Printf.sprintf "record %d: " n | None -> ""
        in
        let claim = match h with Some h -> title h | None -> "" in
        (code, Printf.sprintf "%s%s: %s%s" claim word place reason)
  with
  | Unix.Unix_error (error, _, _) -> refused (Unix.error_message error)
  | Sys_error message -> refused (shown message)
  | Too_much_memory | Out_of_memory -> refused "it needs more memory than --memory allows"
  | Stack_overflow -> refused "it needs more stack than the system allows"
  | error -> refused (shown (Printexc.to_string error))

let misused () = prerr_endline usage; exit 2

let print_paths game rules attacker root depth =
  let rec nat n = if n <= 0 then O else S (nat (n - 1)) in
  match int_of_string_opt depth with
  | Some depth when depth >= 0 && depth <= 64 -> (
      match count_paths game rules attacker root (nat depth) with
      | Some paths -> Printf.printf "%d\n" paths
      | None -> prerr_endline "the game, rules, attacker or position is unknown"; exit 2)
  | _ -> misused ()

let check_files () =
  let files = ref [] and nodes = ref 10_000_000 and memory = ref 4096 in
  let options =
    [ ("--nodes", Arg.Set_int nodes, ""); ("--memory", Arg.Set_int memory, "") ]
  in
  (try Arg.parse_argv Sys.argv options (fun name -> files := name :: !files) usage with
   | Arg.Bad _ -> misused ()
   | Arg.Help _ -> print_endline usage; exit 0);
  if !files = [] then misused ();
  let codes =
    List.map
      (fun name ->
        let code, words = verdict name !nodes !memory in
        Printf.printf "%s: %s\n%!" (shown name) words;
        code)
      (List.rev !files)
  in
  exit (if List.mem 1 codes then 1 else List.fold_left max 0 codes)

let () =
  if not arithmetic_is_right then (
    prerr_endline "The arithmetic of this build is not that of Coq."; exit 2);
  match Sys.argv with
  | [| _; "--perft"; game; rules; attacker; root; depth |] ->
      print_paths game rules attacker root depth
  | _ -> check_files ()
