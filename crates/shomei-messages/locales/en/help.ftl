### The help pages. A test of shomei-cli writes this file from the declarations of the
### commands: SHOMEI_RECORD_HELP=1 cargo test -p shomei-cli --all-features help

algorithm-alpha-beta =
    depth-first search with iterative deepening and a minimal window

algorithm-df-pn =
    depth-first proof-number search with a table that can lose entries

algorithm-pds =
    depth-first search with both numbers, by multiple iterative deepening

algorithm-pds-pn =
    PDS whose leaves are evaluated by proof-number searches

algorithm-pn =
    best-first proof-number search with the whole tree in memory

algorithm-pn-star =
    depth-first iterative deepening on the proof number alone (PN*)

algorithm-pn2 =
    proof-number search whose leaves are evaluated by proof-number searches

argument-algorithms-name =
    Describe this algorithm and its options

argument-at =
    Ask about another position of the record: after N moves, N.B, start, last or empties=N

argument-at-long =
    Select another position of a record of play, or of a text with moves after its position. N is the position after N moves of the main line. N.B is the position after N moves in branch B; `shomei show` prints the numbers of the branches. start is the position before all moves; files of problems often contain the solution after the position. last is the position after all moves. empties=N is the first position with N empty squares, in games that count them

argument-attacker =
    The side that has to force a win [default: the side to move; in shogi, if only one side has a king, the other side]

argument-bench-game =
    The game

argument-bench-memory =
    Memory for the tables

argument-changes =
    The changes, separated by commas: move, add, remove, exchange, hand, shift, mirror; or all

argument-changes-long =
    The changes, separated by commas: move (a piece by one square), add, remove, exchange (a piece for one of another kind), hand (one piece in the attacker's hand), shift (the whole position by one square), mirror; or all. none examines only the problem itself

argument-check =
    Check each certificate, and keep its file only if it is accepted

argument-check-memory =
    The maximum memory for checks and for the lengths of lines, of all certificates together [default: 256MiB]

argument-check-time =
    The time limit for checking the certificate of an answer: 60s, 5m, or a number of seconds [default: 10m]

argument-checkpoint =
    Write the state of the search to FILE at intervals, and continue from it

argument-checkpoint-long =
    Write the state of the search to FILE at intervals, and when a limit, Ctrl-C or SIGTERM ends the search without an answer. If FILE is a checkpoint of the same question, the search continues from it, with the memory of the checkpoint; another --memory is refused. This option needs df-pn

argument-command =
    The command whose page is printed [default: the page of the program]

argument-compose-check-json =
    Print one JSON object per result and nothing else

argument-compose-check-threads =
    The number of threads; only df-pn can use more than one

argument-convert-json =
    Print a JSON object for each record, with everything that the form cannot express. If the record goes to standard output, the object goes to standard error

argument-depth =
    The maximum length of the paths, in plies

argument-divide =
    Also count the paths that begin with each move

argument-edges =
    The maximum number of edges, the moves of all records [default: 10M, plus 24 for each byte of the file]

argument-every =
    The time between two checkpoints

argument-explore-file =
    The certificate, or a bundle of certificates

argument-explore-memory =
    The maximum memory for positions during the check, and later for the lengths of lines [default: 256MiB]

argument-explore-time =
    The time limit of the check: 60s, 5m, or a number of seconds [default: 1h]

argument-file =
    The store

argument-files =
    The certificates and bundles. For several files, the command prints one line for each. The exit code is 2 if a file cannot be read, else 1 if one is rejected, else 3 after an interrupt

argument-force =
    Replace any existing file or link, but never a directory or a file that the command reads

argument-game =
    The game; `shomei games` lists them

argument-games-name =
    Describe this game

argument-gtp-memory-long =
    Memory for the tables: 64MiB, 1GiB, ... The tables keep their entries for the next position [default: 64MiB]

argument-gtp-time =
    The time limit for a move: 60s, 5m, or a number of seconds [default: 10s]

argument-gtp-time-long =
    The time limit for a move, a hint or the score of a position: 60s, 5m, or a number of seconds. When it is reached, the evaluation chooses the move. Without this option, a move takes at most 10 seconds, or what the clock of GTP leaves for it, and a hint ends when it is complete or when the next command arrives

argument-held =
    The maximum memory for positions [default: 256MiB, plus 1KiB for each byte of the file, at most 4GiB]

argument-henka =
    Also report other defences (henka): those of the same length, and those after which a longer line also looks like a solution

argument-henka-long =
    Also report other defences along the line: those that last as long as the line and leave no piece in hand (hendō), and those after which a longer line of the attacker also looks like a solution (henka-betsu)

argument-hints =
    Hints of the game to the search, which affect speed only, never the answer; `shomei games GAME` describes them

argument-host =
    Listen on this address. With the default, only this machine can connect

argument-input =
    The record: a file, a folder of records, or - for standard input

argument-input-long =
    The record: a file, - for standard input, or a folder for all records in it and in its subfolders. The name can begin with @, as in other commands

argument-jobs =
    Solve N positions of a list at the same time

argument-jobs-long =
    Solve N positions of a list at the same time. They share the memory. Results are printed in the order of the list. Each search has the number of threads that --threads gives

argument-journal =
    Write the results of a list to FILE, and continue from it

argument-journal-long =
    Write each result of a list to FILE as soon as it is known. After an interrupt, the same command continues from FILE. A journal is valid only for the same question with the same limits

argument-json =
    Print one JSON object

argument-lang =
    The language of results, errors and help, not of JSON and protocols: en or ja [default: ja if the locale (LC_ALL, LC_MESSAGES or LANG) is Japanese, else en]

argument-leaf-nodes =
    The maximum number of nodes that are searched for one record [default: 10M]

argument-lengths =
    Show only mates of this number of plies: 11, 9..13, 9.. or ..13

argument-lengths-long =
    Show only mates of this number of plies: 11, 9..13, 9.. or ..13. Other variants are not searched to the end

argument-memory =
    Memory for the tables: 64MiB, 1GiB, ... [default: 64MiB]

argument-memory-long =
    Memory for the tables: 64MiB, 1GiB, ... Certificates take at most 64 MiB more, retrograde analysis at most a quarter [default: 64MiB]

argument-missing =
    If there is no win, report what is missing: the defences that refute each move, and the pieces that would win

argument-missing-long =
    If there is no win, or none was found, report what is missing: the defences that refute each move of the attacker, the longest resistance first, and in shogi each single piece that would win if the attacker had it in hand, with --shortest in how many plies. --nodes limits each of these questions, --time all of them together

argument-most =
    Examine at most N problems

argument-most-listed =
    Print at most N flaws and N repairs

argument-moves =
    Find the value of every legal move for the side to move

argument-moves-long =
    Find the value of every legal move for the side to move, and so the value of the position. With --attacker, find for each move whether that side can force a win after it. With --score, find the score of each move

argument-mudaai =
    Do not count wasted interpositions (mudaai)

argument-mudaai-long =
    Do not count wasted interpositions (mudaai), as with --rules tsume-mudaai. A position counts as mate if every legal move is an interposed drop that the checking piece can capture with mate. The command also reports the length without the wasted interpositions in the middle of the line

argument-name =
    The algorithm; `shomei algorithms` lists them [default: auto, the best for the game]

argument-name-long =
    The algorithm; `shomei algorithms` lists them. The default, auto, is the best algorithm for the game

argument-nboard-memory-long =
    Memory for the tables: 64MiB, 1GiB, ... The tables keep their entries for the next position [default: 64MiB]

argument-nboard-time =
    The time limit for a move: 60s, 5m, or a number of seconds [default: 10s]

argument-nboard-time-long =
    The time limit for a move, a hint or the score of a position: 60s, 5m, or a number of seconds. When it is reached, the evaluation chooses the move. Without this option, a move takes at most 10 seconds, or what the clock of GTP leaves for it, and a hint ends when it is complete or when the next command arrives

argument-no-open =
    Print the address without opening a browser

argument-no-yozume =
    Do not look for other solutions

argument-no-yozume-long =
    Do not look for other solutions. Without --shortest the command then searches as solve does, and any algorithm can be used

argument-nodes =
    Stop after N nodes: 1000000, 500k, 5M

argument-nodes-each =
    Search at most N nodes for each problem: 100k, 5M [default: 300k]

argument-nodes-long =
    Stop after N nodes: 1000000, 500k, 5M. The limit includes the nodes that are searched for the line of play and for the certificate. If a question needs several searches, each of them has this limit

argument-options =
    Set an option of the algorithm; `shomei algorithms NAME` lists them

argument-options-long =
    Set an option of the algorithm, such as epsilon=1; can be given several times. `shomei algorithms NAME` describes the options of an algorithm

argument-out =
    Write the pages of all commands to this folder, instead of printing one

argument-output =
    The file to write, or a directory if INPUT is a folder [default: standard output]

argument-output-long =
    The file to write; its extension selects the form. Without OUTPUT, or with -, the record goes to standard output. If INPUT is a folder or a file of several games, OUTPUT must be a directory; the files in it have the names of the records

argument-perft-position =
    The position as text; or - for one position from standard input, which can also be a diagram

argument-port =
    Listen on this port; 0 selects a free one

argument-position =
    The position as text; or - for standard input, @FILE for a list or a record of play, @FOLDER for all files in it

argument-position-long =
    The position as text, or one of these. -: one position from standard input, which can also be a diagram or a record of play. @FILE (@- for standard input): a list with one position per line, or a record of play, whose first position is solved. A line of a list can also contain the attacker and known values (POSITION ; attacker=SIDE ; value=proved ; ...). @FOLDER: all files in the folder

argument-positions =
    Solve these positions of the store again: a text, -, @FILE or @FOLDER

argument-positions-long =
    Solve these positions of the store again, without using the store: a position as text, - for one position from standard input, @FILE for a list with one position per line, or @FOLDER for all files in a folder

argument-problem =
    The problem as text; or - for one position from standard input, which can also be a diagram or a record of play; or @FILE for a record of play

argument-proof =
    Write a certificate of the answer to FILE

argument-proof-long =
    Write a certificate of the answer to FILE. A draw and a score need two certificates. From x.proof their names are x.black.proof and x.white.proof for a draw, x.at-least.proof and x.at-most.proof for a score. If the name ends in .zip, FILE is a bundle: all certificates that the answer needs, and a manifest with the results that they prove together. --moves needs a bundle. For a list of positions, FILE must be a directory; a certificate in it has the number of its line (0007.proof) or the name of its file

argument-questions =
    The maximum number of questions at the same time [default: 2]

argument-quick =
    Search only the first few positions

argument-record =
    Write the solution to FILE as a record of play; the extension selects the form

argument-record-long =
    Write the solution to FILE as a record of play. The extension of FILE selects the form; `shomei games GAME` lists the forms. For a list of positions or a folder, FILE must be a directory; the records in it have the names of the problems. A record holds the answer for one attacker, so --value, --moves and --score have none: ask whether a side reaches the score, as in --rules "black>=N" --attacker black

argument-refutation =
    If there is no win, print the answers of the defender to a depth of N plies

argument-refutation-long =
    If there is no win, print the answers of the defender to a depth of N plies (1 to 200). With --proof, these are the answers in the certificate

argument-report =
    Write the results to FILE as a page with boards

argument-report-long =
    Write the results to FILE as one HTML page with boards, for reading and printing. For a list of positions or a folder, the page has a table with a board in each row. FILE must not be in a folder that the command reads

argument-review-attacker =
    The side whose forced win is asked about [default: the value for both sides; in mating problems the side to move]

argument-review-json =
    Print one JSON object per result and nothing else

argument-review-position =
    The game: a list of moves, a position followed by `moves ...`, - for standard input, @FILE for a record or a file of games, or @FOLDER

argument-review-proof =
    Write a bundle (x.zip) that proves what each move loses, or all certificates into a directory (see below)

argument-review-threads =
    The number of threads; only df-pn can use more than one

argument-rows-as-json =
    Print one JSON object per result and nothing else

argument-rules =
    The rules as text or @FILE; `shomei games GAME` describes them

argument-score =
    Find the score for the side to move, in games with scores

argument-score-long =
    Find the exact score for the side to move, in games with scores. The command asks repeatedly whether the score is at least N. If it reaches a limit, it prints the bounds found so far

argument-search-nodes =
    The maximum number of nodes that are searched for all records [default: 20M, plus 4,096 for each byte of the file, at most 10000M]

argument-serve-memory =
    The memory of all searches together [default: 512MiB]

argument-serve-threads =
    The number of threads of all searches together [default: one per core]

argument-serve-time =
    The time limit of one question: 60s, 5m, or a number of seconds [default: 10m]

argument-shell =
    The shell

argument-shortest =
    With --no-yozume: find the fewest plies in which the attacker can force a win

argument-shortest-long =
    With --no-yozume: find the fewest plies in which the attacker can force a win, as solve --shortest does

argument-show-position =
    The position as text; or - for one position from standard input, which can also be a diagram or a record of play; or @FILE for a record of play

argument-small-proof =
    Make the certificate smaller, with additional searches

argument-small-proof-long =
    Make the certificate smaller. The command looks for moves that need fewer records, and leaves small parts to the search of the checker. The searches for moves take at most a million additional nodes, or 128 for each record if that is more. If a limit ends the work, the command writes the smallest certificate found so far. The lines of the certificate can be longer than the printed line

argument-solve-json =
    Print one JSON object per result and nothing else

argument-solve-shortest =
    Find the fewest plies in which the attacker can force a win

argument-solve-shortest-long =
    Find the fewest plies in which the attacker can force a win, prove that no win is shorter, and print a line of exactly that length. If the command reaches a limit, it prints bounds of the length. With --proof FILE, a second certificate, FILE with the word no-shorter, proves that no win is shorter. This option needs df-pn with one thread

argument-solve-threads =
    The number of threads; only df-pn can use more than one

argument-store-export-out =
    The text file to write

argument-store-file =
    Use the positions of this store, and add solved positions that took much work

argument-store-file-long =
    Use the solved positions of this store. During the search, add solved positions that took much work. A missing store is created. A store belongs to one game under one set of rules. It makes later searches shorter, but it proves nothing; only a certificate does. This option needs df-pn

argument-store-import-file =
    The store; a missing one is created

argument-store-verify-memory =
    Memory for the tables: 64MiB, 1GiB, ...

argument-store-verify-nodes =
    The maximum number of nodes for each position: 1000000, 500k, 5M

argument-store-verify-time =
    The time limit for each position: 60s, 5m, or a number of seconds

argument-store-work =
    Add only positions to the store that took at least N nodes: 1000, 50k

argument-summary =
    Print a table of all problems at the end; FORM is table, tsv or markdown

argument-summary-long =
    Print a table of all problems at the end; with --json it goes to standard error. FORM is table (the default), markdown, or tsv for other programs, which has times in seconds and English words

argument-table-memory =
    Memory for the tables: 64MiB, 1GiB, ...

argument-text =
    The text file to read

argument-threads =
    The number of threads

argument-time =
    Stop after this time: 60s, 5m, or a number of seconds

argument-time-each =
    Stop each position of a list after this time

argument-time-long =
    Stop after this time: 60s, 5m, or a number of seconds. The limit includes the time for lines of play, for certificates and for checking them. For a list it limits all positions together; positions that are not reached in time stay unknown

argument-time-of-all =
    Stop after this time: 60s, 5m, or a number of seconds. The results up to then are printed

argument-time-of-each =
    Stop the search of each problem after this time

argument-to =
    The form, instead of the one of the extension of OUTPUT; `shomei games GAME` lists the forms

argument-tolerate =
    The flaws that a sound problem can have: none, all, or a list separated by commas

argument-tolerate-long =
    The flaws that a sound problem can have, separated by commas: last-move, detour, same-length, henka-betsu, promotion, order, surplus, two-longer, longer-defence. none tolerates no flaw, and examines other defences as --henka does; all tolerates every flaw in this list

argument-unique =
    Show only variants without a flaw

argument-value =
    Find the value for the side to move: win, draw or loss

argument-value-long =
    Find the value for the side to move: win, draw or loss. This takes two searches: one finds whether this side can force a win, the other whether its opponent can

argument-variants-journal =
    Write the results to FILE, and continue from it

argument-variants-journal-long =
    Write each result to FILE as soon as it is known. After an interrupt, the same command continues from FILE. A journal is valid only for the same problem with the same options

argument-variants-report =
    Write the problem and the shown variants to FILE as a page with boards

argument-variations =
    Omit defences from the record that lose in fewer than PLIES plies, the defence included

argument-verify-json =
    Print one JSON object per certificate

argument-verify-positions =
    The maximum number of positions in memory at once [default: 1M, plus 4 for each byte of the file]

argument-verify-time =
    The time limit for each certificate or bundle: 60s, 5m, or a number of seconds [default: 1h]

argument-warm =
    Keep the table from one position of a list to the next

argument-warm-long =
    Keep the table from one position of a list to the next if both have the same rules. The answers stay the same, but node counts and lines of play then depend on the order of the list. This option needs df-pn

argument-weights =
    A file with weights for the game's evaluation, instead of the built-in weights

argument-yozume-nodes =
    The maximum number of nodes for each other move of the attacker: 100k, 5M

command-algorithms =
    List the algorithms, or describe one and its options

command-bench =
    Search a fixed set of positions, and compare the node counts with recorded ones

command-completions =
    Print the completion script for a shell

command-compose =
    Check composed problems: find other solutions, other defences and missing pieces, and judge them

command-compose-back =
    Find the problems two plies longer whose solution leads to this one

command-compose-back-after =
    The command takes back an answer of the defender and the check before it, in every legal way: moves, captures, promotions and drops. It prints the problems that are two plies longer and whose solution leads to the given one, those without a flaw first.

command-compose-check =
    Check a problem: find its length, other solutions and other defences, and judge it

command-compose-check-after =
    The command finds the shortest win, the other moves of the attacker along its line that also win (yozume) with their lengths, whether the problem has only one solution, and the pieces that the attacker has left at the end. It also checks the moves after the position, such as the author's solution. The command needs df-pn with one thread, and starts each position with an empty table. Therefore --algorithm, --threads, --warm and --store-file are refused, except with --no-yozume and without --shortest.

command-compose-flaw =
    List the flaws of a problem, and single changes that repair it

command-compose-flaw-after =
    The command lists the flaws that `compose check` finds, each with its position in the solution and the line that shows it. Then it examines the variants in which one piece is moved, removed or exchanged, or the attacker's hand is changed by one piece, and prints those without a flaw. Without `--nodes`, the search of the problem itself has no limit on nodes.

command-compose-trim =
    Find the pieces that can be removed, alone and together, without changing the solution

command-compose-trim-after =
    The command removes pieces from the board one after the other, into the defender's hand, as long as the line of the solution and the verdict on its uniqueness stay the same. It prints every problem that it reaches, and marks those from which no further piece can be removed.

command-compose-vary =
    Examine all variants of a problem that one change makes, such as a moved piece

command-compose-vary-after =
    The command makes every legal position that differs from the problem by one change. Removed and exchanged pieces go to the defender's hand, and added pieces come from there. For the problem and each variant it finds whether there is a mate, its length, and the most serious flaw in the terms of `compose check`. All variants share the tables, so similar ones take little time. The search of a variant ends at its first independent other solution.

command-convert =
    Convert records of play to another form, and report what that form cannot express

command-explore =
    Explore a certificate or bundle in the browser: the board, every move, and the answer to it

command-explore-after =
    The page opens at once and shows the progress of the check. A check that reaches a limit is unfinished: the certificate is neither accepted nor rejected. `shomei verify` has larger limits.

command-games =
    List the games, or describe one

command-gtp =
    Solve and play Othello for a program that speaks the Go Text Protocol, such as GoGui

command-man =
    Print a page of the manual, or write all pages to a folder

command-nboard =
    Solve and play Othello for the graphical program NBoard

command-perft =
    Count move paths (perft), the usual test of a move generator

command-review =
    Prove the value of each move of a game, and report the mistakes

command-review-after =
    The command solves the positions of the game in reverse order, from the last one to the one that --at selects. The default of --at is the first position with 16 empty squares in games with scores, and the first position in other games. --proof x.zip writes a bundle that proves what each move loses. If --proof names a directory, the certificates of all positions go there; those of the position after 41 moves are 041.at-least.proof and 041.at-most.proof.

command-serve =
    Set up and solve positions in the browser

command-shomei =
    Proves and refutes game positions by proof-number search, with certificates.

command-shomei-after =
    Exit codes: 0 proved or disproved (verify: accepted), 1 error while running (verify: rejected), 2 usage or input error, 3 unknown because a limit was reached. For a list or a folder, the exit code is 2 if a position cannot be read, else 1 after an error, else 3 if an answer is unknown.

command-show =
    Show a position with its legal moves

command-solve =
    Prove or refute a position: can a side force a win?

command-store =
    Show, export, import and check stores of solved positions

command-store-export =
    Write a store as text, one JSON object per line

command-store-import =
    Add exported positions to a store; a missing store is created

command-store-info =
    Show the game and the contents of a store

command-store-verify =
    Check the integrity of a store, and solve positions of it again

command-usi =
    Solve tsume-shogi for a graphical program that speaks USI

command-verify =
    Check a certificate with the rules of the game alone

command-verify-after =
    The limits protect against malicious files. A certificate that exceeds a limit is rejected, with the limit as the reason; it may still be correct. The default limits do not affect certificates of this program: these have 1 to 4 edges and up to 2.3 records per byte, and the check of a million records takes 2 to 4 s. A malicious file of one megabyte is rejected after about 35M edges (1 to 20 s, depending on the game) or 5M positions (150 MiB in the game tree, 1.2 GiB in shogi). The search for one record, of 10M nodes, takes 2 to 10 s. The searches for all records of a megabyte can take minutes. Ctrl-C ends a check.

game-loa-positions =
    64 squares (25, 36 or 49 with board=5, 6 or 7), a1 to h1 first, and the side to move; a diagram of 8 rows, row 8 first; "start"; any of these followed by "moves d1-b3 ..."; a game record with move numbers; SGF, on one line or several

game-loa-rules =
    olympiad (the default: simultaneous=draw,no-move=pass) or sackson (simultaneous=mover-wins,no-move=loss). simultaneous=draw|mover-wins is the result if a move joins the pieces of both sides; no-move=pass|loss is the result for a side without a legal move. Both can be given alone or after a name, separated by commas. So can board=5|6|7|8, the size of the board (default 8)

game-loa-summary =
    Lines of Action: join all your pieces into one unit

game-othello-hints =
    settings separated by commas. leaf=N (0 to 12, usually 10): alpha-beta solves positions with at most N empty squares when they are generated. split=N or split=auto (N from 0 to 60, usually 0): alpha-beta also solves positions with at most N empty squares when df-pn expands them; auto chooses N for the root. h=naive|double|smooth|both (usually both): how the sigmoids of --set init=eval were fitted. h=costs: the initial numbers are instead the nodes that alpha-beta is predicted to need, with slope=N (in percent, usually 200: how strongly they change with the evaluation) and size=N (8 to 30, usually 20: the number of empty squares for which they are predicted; 0: that of each position). cost=N (-1000 to 1000, usually -1): the cost of a move with --set edge-costs=on. simd=on|off (usually on): whether alpha-beta uses instructions that only some processors have

game-othello-positions =
    64 squares (36 on the board of 6x6), a1 to h1 first, on one line or in rows (X or * black, O white, - empty), and the side to move (X or O; Black if it is missing), optionally followed by scores of moves and a comment, as in "; G8:+18; H1:-12; % text"; a diagram as "shomei show" prints it; "start"; any of these followed by "moves f5 d6 ..."; moves alone from the start: F5D6C3 or f5 d6 c3 on one line, or 1.f5 2.d6 (a pass is -- or omitted); a game record in GGF, (;GM[Othello]...;), or SGF, (;GM[2]...)

game-othello-rules =
    standard: the side with more discs wins, and equal numbers are a draw. black>=N or white>=N: this side wins if it is at least N discs ahead at the end (N from -64 to 64), else its opponent wins; with N = 0 the side has to avoid a loss. Empty squares at the end count for the winner. After a comma, board=6 selects the board of 6x6 squares (default 8x8), where N is from -36 to 36

game-othello-summary =
    Othello: the side with more discs at the end wins

game-shogi-positions =
    SFEN: the board from 9a, the side to move, the hands, the move number; "startpos"; one of these after "position" or "sfen"; a diagram as "shomei show" prints it; any of these followed by "moves 7g7f ..." with any legal moves, and by an end such as "resign"; SFEN with _ or %20 instead of spaces; the address of a board at lishogi.org

game-shogi-rules =
    tsume (the default): every move of the attacker has to give check. tsume-mudaai: the same, and a position in which only wasted interpositions are left is mate. full: every legal move is allowed

game-shogi-summary =
    Tsume-shogi: mate with checks alone

game-tree-positions =
    the name of a node, alone or followed by its definition as "shomei show" prints it

game-tree-rules =
    the graph: "root = OR {"{"} a, Won {"}"}  a = AND {"{"} root, Failed {"}"}"

game-tree-summary =
    a graph of positions written as text, for tests and teaching

game-uttt-positions =
    SIDE;GLOBAL;B0/B1/.../B8, such as X;..@...O..;X.O.O.X../... : the side to move (X or O), the global board (. open, X or O won, # drawn, @ the board of the next move; under "open" a small x or o if that board is won), nine local boards of nine cells (X, O or .); a diagram as "shomei show" prints it; "start"; any of these followed by "moves ee ea ..."; moves alone from the start, on one line. A move is a board and a cell, each a to i by rows

game-uttt-rules =
    standard; or open: a won board stays open, and has to be played in while it has an empty cell; it belongs to the side with the first line. After a comma, play-out also searches positions in which the attacker can no longer complete a line to the end of the game, for experiments

game-uttt-summary =
    ultimate tic-tac-toe: win three local boards in a line

option-a-help =
    the number of nodes of the first level at which the second level may have half as many

option-a-values =
    NUMBER of nodes above 0

option-b-help =
    how gradually the second level grows around this size; a larger number is slower

option-b-values =
    NUMBER of nodes above 0

option-cache-help =
    whether second-level trees are kept, with up to a tenth of N nodes, and used again when their nodes are expanded

option-delete-help =
    whether the second level deletes solved subtrees and can therefore continue

option-edge-costs-help =
    whether the edge costs of the game are added (df-pn+, Nagai and Imai 1999)

option-entries-default =
    (as many as fit in memory)

option-entries-help =
    the number of entries of the table, with the replacement scheme TwoBig

option-entries-values =
    NUMBER of entries, at least 1

option-epsilon-help =
    how far a raised threshold exceeds the number, as a fraction of the number, in multiples of 1/1024 (Pawlewicz and Lew 2006, for example 0.0625); 0 counts as 1/1024, with which PDS is plain for numbers up to 1024

option-epsilon-values =
    NUMBER from 0 to 1024

option-fixpoint-help =
    whether retrograde analysis (Thompson 1986) solves the graph of the positions if the search revisits the same few positions again and again

option-gc-help =
    garbage collection before the table is full: none, or of the entries below decided nodes (SiblingGC, after Nagai 1999; with one thread). With sibling, `stored` is the peak number of entries

option-history-help =
    whether moves are ordered by how often similar moves were decisive (Schaeffer 1983)

option-init-help =
    the initial numbers of a child that is not in the table: 1 and 1 (unit), the number of moves (mobility), the estimate of the game (eval), or learned numbers

option-killers-help =
    whether the last two decisive moves at the same ply are tried early (killer moves, Akl and Newborn 1977)

option-of-alpha-beta-entries-help =
    the number of entries of the transposition table, with the replacement scheme TwoDeep (Breuker 1998)

option-of-alpha-beta-proved-table-help =
    the number of entries, of 64 bits each, for nodes that the proof-number search proves

option-of-df-pn-epsilon-help =
    how far the number of a child may exceed that of the second best child, as a fraction of the latter, in multiples of 1/1024 (Pawlewicz and Lew 2006); 0 is plain df-pn

option-of-df-pn-init-help =
    the initial numbers of a new leaf: 1 and 1 (unit), the number of moves (mobility, Winands and Uiterwijk 2001), the estimate of the game (eval, Nagai and Imai 1999), or learned numbers

option-of-pds-pn-init-help =
    the initial numbers, on the first level, of a child that is not in the table; the second level always begins with the number of moves

option-of-pds-pn-store-default =
    (the number of entries)

option-of-pn-init-help =
    the initial numbers of a new leaf: 1 and 1 (unit), the number of moves (mobility, Winands and Uiterwijk 2001), the estimate of the game (eval), or learned numbers

option-of-pn-star-epsilon-help =
    how far a raised threshold exceeds the number, as a fraction of the number, in multiples of 1/1024; 0 counts as 1/1024, with which PN* is plain for numbers up to 1024 and can be slow if positions repeat and the table is small

option-of-pn-store-help =
    the maximum number of nodes in memory; the search stops when the memory is full

option-of-pn2-init-help =
    the initial numbers of a new leaf: 1 and 1 (unit), the number of moves (mobility, Winands and Uiterwijk 2001), the estimate of the game (eval), or learned numbers

option-ordering-help =
    the order of the children: by their proof numbers (dynamic), or as the game lists them (none) (Winands and Uiterwijk 2001)

option-path-dependence-help =
    whether disproofs that depend on a repetition are stored separately (Kishimoto and Mueller 2004); if off, a disproof without a certificate can be wrong

option-pn-nodes-help =
    the number of nodes of a proof-number search that runs first; alpha-beta uses the nodes that it proves (Winands, Uiterwijk and van den Herik 2001); 0 for none

option-pn-nodes-values =
    NUMBER of generated nodes

option-pn-store-help =
    the maximum number of nodes in memory for the proof-number search

option-pn-store-values =
    NUMBER of nodes, at least 1

option-proved-table-help =
    the number of entries, of 64 bits each, for proved nodes, in which new leaves are looked up (Winands and Uiterwijk 2001); 0 for none

option-proved-table-values =
    NUMBER of entries

option-quit-help =
    whether a second-level search at an OR node ends when its proof number is above twice its disproof number, both above 100

option-rule-help =
    how the numbers of the children are combined. sum: their sum. weak: the maximum plus the number of the other children (weak proof-number search, Ueda et al. 2008). branch: the best plus the number of the other children (branch numbers, after Okabe 2005). partition: the sum, in which children that share work count only by their largest number (Nagai 2002, Kakinoki 2005)

option-schedule-default =
    (the value of --set rule)

option-schedule-help =
    rules that replace --set rule and can change during the search. RULES is PROOF/DISPROOF, such as sum/weak, or one rule for both numbers. With +larger-dn the attacker searches the child with the largest disproof number among those with the least proof number, not the first of them. With +split-groups the groups of moves are smaller, so fewer moves are deferred. The RULES after a colon replace the earlier ones after NUMBER expansions; several threads count their expansions together, and in the tree that they share near the root, partition counts as sum and +larger-dn has no effect. Example: sum/weak+larger-dn,2000000:sum

option-schedule-values =
    RULES or RULES,NUMBER:RULES,...

option-share-help =
    with several threads, the number of expansions after which a thread looks for other work; if this option is set, a single thread works in the same way

option-share-values =
    NUMBER from 1

option-store-default =
    (as many as fit in memory)

option-store-help =
    the maximum number N of nodes in memory, of both levels together

option-store-values =
    NUMBER of nodes, at least 1

option-threads-help =
    the number of threads that search together (after Pawlewicz and Hayward 2013)

option-threads-values =
    NUMBER from 1 to 1024

option-threshold-control-help =
    whether old children raise the thresholds (Kishimoto 2010); if off, the search of a game with repetitions may not terminate
