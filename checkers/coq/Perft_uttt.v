(** Ultimate tic-tac-toe: counts of move paths, as in corpus/uttt.perft. *)

From Coq Require Import String Ascii List Bool ZArith Uint63.
From Shomei Require Import Game Perft Uttt.
Import ListNotations.
Local Open Scope uint63_scope.

(** The position after moves from the start, such as "ea ag", if they are legal. *)
Fixpoint after (g : game position move) (p : position) (text : string) : option position :=
  match text with
  | EmptyString => Some p
  | String " " more => after g p more
  | String b (String c more) =>
      let number letter := of_Z (Z.of_nat (nat_of_ascii letter) - 97) in
      let is_it m := (board m =? number b) && (cell m =? number c) in
      match status_of g p, find is_it (moves p) with
      | Open, Some m => after g (Game.play g p m) more
      | _, _ => None
      end
  | _ => None
  end.

(** The numbers of move paths with 1, 2, ... moves after given moves from the start. *)
Definition counts_agree (r : rules) '((played, counts) : string * list int) : bool :=
  let g := uttt r X in
  match after g start played with
  | Some p =>
      forallb (fun '(depth, n) => perft g depth p =? n) (combine (seq 1 (length counts)) counts)
  | None => false
  end.

Example perft_standard :
  forallb (counts_agree (to_the_end standard)) [
    ("", [81; 720; 6336; 55080; 473256]);
    ("dd dc cf fh hb ba ah hf fd db bi ii ih he ec cd di ib bh hh", [5; 35; 241; 1669]);
    ("fe ea ab bc ca af fa ai ie ei ih hg gg gi ib bg ga aa ad dh hd de eg ge eh hi da ah hf " ++
      "fi",
      [45; 379; 3661; 31603]);
    ("fe ef fh hd df fg ga ae ec cf ff fi ib bd de ed da ab bi ii ia ad db be eb ba af fd dh " ++
      "hb bb bc ch hh hg gg gf fb",
      [3; 13; 99; 740]);
    ("hb bd da ae ea ab bb bg gi ia ac cg ge ef fc ca af fg gc cc cf fe ee eh hh hg gg id dc " ++
      "ci ii ig de eg db be ei bh hf fd fi cd aa ai",
      [16; 143; 1122; 7870]);
    ("ic cf fa ag gc ca af fi ig gg gf fg gd dh ha ae ea ai ia ac cd di ie eg gb bf fc ce ei " ++
      "ee eh hf fe ef fb ba cc ch hg ge ed dg gh hc cg ga hd ec",
      [2; 16; 87; 391]);
    ("bd db bg gf fd di ic cb bc ce eh he ed dh hb ba ai ie ec ci ii ig gc cd dd da af fc cg " ++
      "gd df ff fe ei if fg gg gi fh ha ad dc cc ca ae eg gh hh hd be",
      [4; 27; 204; 1482]);
    ("ge ei ie ef fd db be ea ad da aa ai id df fa ab bi ih hb bb bg gf fc ca ah hh ha ac cg " ++
      "gb bd dh hf fb bf ff fg ga ag gc cc cd de ec cb ic ci ia hd dd dg ib",
      [9; 32; 155; 270])
  ]%string = true.
Proof. vm_compute; reflexivity. Qed.

Example perft_open :
  forallb (counts_agree (to_the_end open_boards)) [
    ("", [81; 720; 6336; 55080; 473256]);
    ("df ff fa ah hd da ac cb bf fe ed de eb bd db bh he ef fd dd di ic cc cd dh hg gh hb bb " ++
      "ba ai ia ab be ec ce eg gf fc ci ih hc cf fg gd dg ga ae ei id dc cg gb bg gg gi ii ib " ++
      "bi",
      [3; 8; 22; 83]);
    ("ed df fe ei if fc ch hh hc ca ae ea ag gg ga af fi ih hd dh hg gi ia ad",
      [7; 45; 286; 1776]);
    ("cf fd db bd di if fg gi ie eh hb bg ge ea ag ga ad dd dg gg gd dc", [8; 51; 335; 2175]);
    ("di ii ib be ef fe ec cb bc cf fi ic ch ha ab bg gi if fa ae eh hg ge ee eg gb ba ah hb " ++
      "bh he eb bd dc ci ig ga ac ce ed db",
      [3; 12; 55; 247]);
    ("fi ie ec ch hc ci ii ig gf fh hf fc cd dg gc ca ag gi if fb bh hi ic", [5; 31; 206; 1338]);
    ("bc ch he ei ii if fb bg ga ae ef ff fi id de eh hf fd dc ca ai ig gf fe eg gd df fg gh " ++
      "hh hi",
      [5; 31; 174; 950]);
    ("ei ie ef fg gf fc ch hf fd di ic cc cb bf ff fe eg gb bh hc cg gi ig gg ge ec ci ih hi " ++
      "id da ad dc cf fb bb bi ib ba ai ia ab",
      [4; 18; 89; 402]);
    ("bi ib bf fc ch hd di ia ag gh hg gg gf fb be ed dd dg gc ca af ff fe", [8; 51; 322; 2007]);
    ("bf fi if fa ai ie eb be eg ge ed dc cg gh hi ic ci ib bb bh hg gf fe ec cb bi ia af fh " ++
      "ha ad db bd dg gg gi ig gc ch hf ff fg gb ba ae ef",
      [3; 13; 52; 201]);
    ("fd dg gc ce ee ei ie ed da af ff fe ec cc cf fa ab bh hd dd db bc cg ga ae eh hf fc ch " ++
      "hi ia ac ci id de ef fh he eg gf fi ii ih ha aa ag ge eb bf fg",
      [5; 18; 63; 220])
  ]%string = true.
Proof. vm_compute; reflexivity. Qed.

