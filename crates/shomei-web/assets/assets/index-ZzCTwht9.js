var e=null;function t(t){e=t}function n(){if(e===null)throw Error(`the page has no backend yet`);return e}function r(e){if(e===``)return[];let t=e.split(`.`);return t.length>1e4||!t.every(e=>/^\d{1,6}$/.test(e))?null:t.map(Number)}function i(e){return e.join(`.`)}function a(e,t){return e.length<=t.length&&e.every((e,n)=>e===t[n])}function o(e,t){return e.length===t.length&&a(e,t)}var s=[250,500,1e3,2e3,4e3,8e3,8e3];function c(e,t){return new Promise((n,r)=>{let i=setTimeout(()=>{t?.removeEventListener(`abort`,a),n()},e),a=()=>{clearTimeout(i),r(t?.reason)};t?.aborted===!0?a():t?.addEventListener(`abort`,a,{once:!0})})}async function l(e,t,n,r=c){for(let i of s){try{return await e()}catch(e){if(!t(e))throw e}await r(i,n)}return e()}var u=class{constructor(e){this.value=e}valueOf(){return this.value}},d=class extends u{constructor(e=`???`){super(e)}toString(e){return`{${this.value}}`}},f=class extends u{constructor(e,t={}){super(e),this.opts=t}toString(e){if(e)try{return e.memoizeIntlObject(Intl.NumberFormat,this.opts).format(this.value)}catch(t){e.reportError(t)}return this.value.toString(10)}},p=class e extends u{static supportsValue(t){if(typeof t==`number`||t instanceof Date)return!0;if(t instanceof u)return e.supportsValue(t.valueOf());if(`Temporal`in globalThis){let e=globalThis.Temporal;if(t instanceof e.Instant||t instanceof e.PlainDateTime||t instanceof e.PlainDate||t instanceof e.PlainMonthDay||t instanceof e.PlainTime||t instanceof e.PlainYearMonth)return!0}return!1}constructor(t,n={}){t instanceof e?(n={...t.opts,...n},t=t.value):t instanceof u&&(t=t.valueOf()),typeof t==`object`&&`calendarId`in t&&n.calendar===void 0&&(n={...n,calendar:t.calendarId}),super(t),this.opts=n}[Symbol.toPrimitive](e){return e===`string`?this.toString():this.toNumber()}toNumber(){let e=this.value;if(typeof e==`number`)return e;if(e instanceof Date)return e.getTime();if(`epochMilliseconds`in e)return e.epochMilliseconds;if(`toZonedDateTime`in e)return e.toZonedDateTime(`UTC`).epochMilliseconds;throw TypeError(`Unwrapping a non-number value as a number`)}toString(e){if(e)try{return e.memoizeIntlObject(Intl.DateTimeFormat,this.opts).format(this.value)}catch(t){e.reportError(t)}return typeof this.value==`number`||this.value instanceof Date?new Date(this.value).toISOString():this.value.toString()}},ee=100,te=`⁨`,ne=`⁩`;function re(e,t,n){return n===t||n instanceof f&&t instanceof f&&n.value===t.value||t instanceof f&&typeof n==`string`&&n===e.memoizeIntlObject(Intl.PluralRules,t.opts).select(t.value)}function m(e,t,n){return t[n]?_(e,t[n].value):(e.reportError(RangeError(`No default`)),new d)}function ie(e,t){let n=[],r=Object.create(null);for(let i of t)i.type===`narg`?r[i.name]=h(e,i.value):n.push(h(e,i));return{positional:n,named:r}}function h(e,t){switch(t.type){case`str`:return t.value;case`num`:return new f(t.value,{minimumFractionDigits:t.precision});case`var`:return ae(e,t);case`mesg`:return g(e,t);case`term`:return oe(e,t);case`func`:return se(e,t);case`select`:return ce(e,t);default:return new d}}function ae(e,{name:t}){let n;if(e.params){if(Object.prototype.hasOwnProperty.call(e.params,t))n=e.params[t];else return new d(`$${t}`)}else if(e.args&&Object.prototype.hasOwnProperty.call(e.args,t))n=e.args[t];else return e.reportError(ReferenceError(`Unknown variable: $${t}`)),new d(`$${t}`);if(n instanceof u)return n;switch(typeof n){case`string`:return n;case`number`:return new f(n);case`object`:if(p.supportsValue(n))return new p(n);default:return e.reportError(TypeError(`Variable type not supported: $${t}, ${typeof n}`)),new d(`$${t}`)}}function g(e,{name:t,attr:n}){let r=e.bundle._messages.get(t);if(!r)return e.reportError(ReferenceError(`Unknown message: ${t}`)),new d(t);if(n){let i=r.attributes[n];return i?_(e,i):(e.reportError(ReferenceError(`Unknown attribute: ${n}`)),new d(`${t}.${n}`))}return r.value?_(e,r.value):(e.reportError(ReferenceError(`No value: ${t}`)),new d(t))}function oe(e,{name:t,attr:n,args:r}){let i=`-${t}`,a=e.bundle._terms.get(i);if(!a)return e.reportError(ReferenceError(`Unknown term: ${i}`)),new d(i);if(n){let t=a.attributes[n];if(t){e.params=ie(e,r).named;let n=_(e,t);return e.params=null,n}return e.reportError(ReferenceError(`Unknown attribute: ${n}`)),new d(`${i}.${n}`)}e.params=ie(e,r).named;let o=_(e,a.value);return e.params=null,o}function se(e,{name:t,args:n}){let r=e.bundle._functions[t];if(!r)return e.reportError(ReferenceError(`Unknown function: ${t}()`)),new d(`${t}()`);if(typeof r!=`function`)return e.reportError(TypeError(`Function ${t}() is not callable`)),new d(`${t}()`);try{let t=ie(e,n);return r(t.positional,t.named)}catch(n){return e.reportError(n),new d(`${t}()`)}}function ce(e,{selector:t,variants:n,star:r}){let i=h(e,t);if(i instanceof d)return m(e,n,r);for(let t of n)if(re(e,i,h(e,t.key)))return _(e,t.value);return m(e,n,r)}function le(e,t){if(e.dirty.has(t))return e.reportError(RangeError(`Cyclic reference`)),new d;e.dirty.add(t);let n=[],r=e.bundle._useIsolating&&t.length>1;for(let i of t)if(typeof i==`string`)n.push(e.bundle._transform(i));else{if(e.placeables++,e.placeables>ee)throw e.dirty.delete(t),RangeError(`Too many placeables expanded: ${e.placeables}, max allowed is ${ee}`);r&&n.push(te),n.push(h(e,i).toString(e)),r&&n.push(ne)}return e.dirty.delete(t),n.join(``)}function _(e,t){return typeof t==`string`?e.bundle._transform(t):le(e,t)}var ue=class{constructor(e,t,n){this.dirty=new WeakSet,this.params=null,this.placeables=0,this.bundle=e,this.errors=t,this.args=n}reportError(e){if(!this.errors||!(e instanceof Error))throw e;this.errors.push(e)}memoizeIntlObject(e,t){let n=this.bundle._intls.get(e);n||(n={},this.bundle._intls.set(e,n));let r=JSON.stringify(t);return n[r]||(n[r]=new e(this.bundle.locales,t)),n[r]}};function de(e,t){let n=Object.create(null);for(let[r,i]of Object.entries(e))t.includes(r)&&(n[r]=i.valueOf());return n}var fe=[`unitDisplay`,`currencyDisplay`,`useGrouping`,`minimumIntegerDigits`,`minimumFractionDigits`,`maximumFractionDigits`,`minimumSignificantDigits`,`maximumSignificantDigits`];function pe(e,t){let n=e[0];if(n instanceof d)return new d(`NUMBER(${n.valueOf()})`);if(n instanceof f)return new f(n.valueOf(),{...n.opts,...de(t,fe)});if(n instanceof p)return new f(n.toNumber(),{...de(t,fe)});throw TypeError(`Invalid argument to NUMBER`)}var me=[`dateStyle`,`timeStyle`,`fractionalSecondDigits`,`dayPeriod`,`hour12`,`weekday`,`era`,`year`,`month`,`day`,`hour`,`minute`,`second`,`timeZoneName`];function he(e,t){let n=e[0];if(n instanceof d)return new d(`DATETIME(${n.valueOf()})`);if(n instanceof p||n instanceof f)return new p(n,de(t,me));throw TypeError(`Invalid argument to DATETIME`)}var ge=new Map;function _e(e){let t=Array.isArray(e)?e.join(` `):e,n=ge.get(t);return n===void 0&&(n=new Map,ge.set(t,n)),n}var ve=class{constructor(e,{functions:t,useIsolating:n=!0,transform:r=e=>e}={}){this._terms=new Map,this._messages=new Map,this.locales=Array.isArray(e)?e:[e],this._functions={NUMBER:pe,DATETIME:he,...t},this._useIsolating=n,this._transform=r,this._intls=_e(e)}hasMessage(e){return this._messages.has(e)}getMessage(e){return this._messages.get(e)}addResource(e,{allowOverrides:t=!1}={}){let n=[];for(let r=0;r<e.body.length;r++){let i=e.body[r];if(i.id.startsWith(`-`)){if(t===!1&&this._terms.has(i.id)){n.push(Error(`Attempt to override an existing term: "${i.id}"`));continue}this._terms.set(i.id,i)}else{if(t===!1&&this._messages.has(i.id)){n.push(Error(`Attempt to override an existing message: "${i.id}"`));continue}this._messages.set(i.id,i)}}return n}formatPattern(e,t=null,n=null){if(typeof e==`string`)return this._transform(e);let r=new ue(this,n,t);try{return le(r,e).toString(r)}catch(e){if(r.errors&&e instanceof Error)return r.errors.push(e),new d().toString(r);throw e}}},ye=/^(-?[a-zA-Z][\w-]*) *= */gm,be=/\.([a-zA-Z][\w-]*) *= */y,xe=/\*?\[/y,Se=/(-?[0-9]+(?:\.([0-9]+))?)/y,Ce=/([a-zA-Z][\w-]*)/y,we=/([$-])?([a-zA-Z][\w-]*)(?:\.([a-zA-Z][\w-]*))?/y,Te=/^[A-Z][A-Z0-9_-]*$/,v=/([^{}\n\r]+)/y,Ee=/([^\\"\n\r]*)/y,De=/\\([\\"])/y,Oe=/\\u([a-fA-F0-9]{4})|\\U([a-fA-F0-9]{6})/y,ke=/^\n+/,Ae=/ +$/,je=/ *\r?\n/g,Me=/( *)$/,Ne=/{\s*/y,Pe=/\s*}/y,Fe=/\[\s*/y,Ie=/\s*] */y,Le=/\s*\(\s*/y,Re=/\s*->\s*/y,ze=/\s*:\s*/y,Be=/\s*,?\s*/y,Ve=/\s+/y,He=class{constructor(e){this.body=[],ye.lastIndex=0;let t=0;for(;;){let n=ye.exec(e);if(n===null)break;t=ye.lastIndex;try{this.body.push(s(n[1]))}catch(e){if(e instanceof SyntaxError)continue;throw e}}function n(n){return n.lastIndex=t,n.test(e)}function r(n,r){if(e[t]===n)return t++,!0;if(r)throw new r(`Expected ${n}`);return!1}function i(e,r){if(n(e))return t=e.lastIndex,!0;if(r)throw new r(`Expected ${e.toString()}`);return!1}function a(n){n.lastIndex=t;let r=n.exec(e);if(r===null)throw SyntaxError(`Expected ${n.toString()}`);return t=n.lastIndex,r}function o(e){return a(e)[1]}function s(e){let t=l(),n=c();if(t===null&&Object.keys(n).length===0)throw SyntaxError(`Expected message value or attributes`);return{id:e,value:t,attributes:n}}function c(){let e=Object.create(null);for(;n(be);){let t=o(be),n=l();if(n===null)throw SyntaxError(`Expected attribute value`);e[t]=n}return e}function l(){let r;if(n(v)&&(r=o(v)),e[t]===`{`||e[t]===`}`)return u(r?[r]:[],1/0);let i=ae();return i?r?u([r,i],i.length):(i.value=g(i.value,ke),u([i],i.length)):r?g(r,Ae):null}function u(r=[],i){for(;;){if(n(v)){r.push(o(v));continue}if(e[t]===`{`){r.push(d());continue}if(e[t]===`}`)throw SyntaxError(`Unbalanced closing brace`);let a=ae();if(a)r.push(a),i=Math.min(i,a.length);else break}let a=r.length-1,s=r[a];typeof s==`string`&&(r[a]=g(s,Ae));let c=[];for(let e of r)e instanceof Ue&&(e=e.value.slice(0,e.value.length-i)),e&&c.push(e);return c}function d(){i(Ne,SyntaxError);let e=f();if(i(Pe))return e;if(i(Re)){let t=te();return i(Pe,SyntaxError),{type:`select`,selector:e,...t}}throw SyntaxError(`Unclosed placeable`)}function f(){if(e[t]===`{`)return d();if(n(we)){let[,e,t,n=null]=a(we);if(e===`$`)return{type:`var`,name:t};if(i(Le)){let r=p();if(e===`-`)return{type:`term`,name:t,attr:n,args:r};if(Te.test(t))return{type:`func`,name:t,args:r};throw SyntaxError(`Function names must be all upper-case`)}return e===`-`?{type:`term`,name:t,attr:n,args:[]}:{type:`mesg`,name:t,attr:n}}return re()}function p(){let n=[];for(;;){switch(e[t]){case`)`:return t++,n;case void 0:throw SyntaxError(`Unclosed argument list`)}n.push(ee()),i(Be)}}function ee(){let e=f();return e.type===`mesg`&&i(ze)?{type:`narg`,name:e.name,value:re()}:e}function te(){let e=[],t=0,i;for(;n(xe);){r(`*`)&&(i=t);let n=ne(),a=l();if(a===null)throw SyntaxError(`Expected variant value`);e[t++]={key:n,value:a}}if(t===0)return null;if(i===void 0)throw SyntaxError(`Expected default variant`);return{variants:e,star:i}}function ne(){i(Fe,SyntaxError);let e;return e=n(Se)?m():{type:`str`,value:o(Ce)},i(Ie,SyntaxError),e}function re(){if(n(Se))return m();if(e[t]===`"`)return ie();throw SyntaxError(`Invalid expression`)}function m(){let[,e,t=``]=a(Se),n=t.length;return{type:`num`,value:parseFloat(e),precision:n}}function ie(){r(`"`,SyntaxError);let n=``;for(;;)if(n+=o(Ee),e[t]===`\\`)n+=h();else{if(r(`"`))return{type:`str`,value:n};throw SyntaxError(`Unclosed string literal`)}}function h(){if(n(De))return o(De);if(n(Oe)){let[,e,t]=a(Oe),n=parseInt(e||t,16);return n<=55295||57344<=n?String.fromCodePoint(n):`�`}throw SyntaxError(`Unknown escape sequence`)}function ae(){let n=t;switch(i(Ve),e[t]){case`.`:case`[`:case`*`:case`}`:case void 0:return!1;case`{`:return oe(e.slice(n,t))}return e[t-1]===` `&&oe(e.slice(n,t))}function g(e,t){return e.replace(t,``)}function oe(e){let t=e.replace(je,`
`),n=Me.exec(e)[1].length;return new Ue(t,n)}}},Ue=class{constructor(e,t){this.value=e,this.length=t}},We={en:`language-name = English
language-label = Language
page-missing = Page not found
page-missing-hint = The address may be incomplete, or this certificate is no longer kept.
page-loading = Loading…
solver-link = Ask a question
dialog-close = Close
error-connection = The server does not answer. Is it still running?
error-fault = The work has failed in this tab, perhaps because its memory did not suffice ({ $reason }).
error-status = The server answered with status { $status } and gave no reason.
error-foreign =
    { $type ->
        [usage] This request is not valid
        [input] The input cannot be read
        [limit] A limit was reached
       *[other] An error occurred
    }{ $where }.
error-original = Original text:
error-suggestion = Did you mean “{ $name }”?
error-file-size = The file is larger than { $most }.
place-line = line { $line }
place-column = column { $column }
place-line-column = line { $line }, column { $column }
place-square = square { $square }
place-move = move { $move }
place-separator = {"; "}
place-list = {" "}({ $places })
claim-kind = Claim
claim-kind-proof = Proof
claim-kind-disproof = Disproof
check-waiting = Not checked yet
check-running = Checked: { $value } of { $of } positions
check-accepted = Accepted: all { $count } positions checked
check-rejected = Rejected
check-unfinished = Check not finished
check-accepted-hint = The rules of the game alone confirm the claim.
check-waiting-hint = So far the claim is only what the file states.
check-rejected-hint = This file does not prove its claim.
check-unfinished-hint = The check has ended early. The file is neither accepted nor rejected.
check-again = Check again
facts-title = About this certificate
facts-file = File
facts-game = Game
facts-rules = Rules
facts-attacker = Attacker
facts-root = Initial position
facts-positions = Positions in the certificate
facts-moves = Moves
facts-terminals = Finished positions
facts-resolved = Positions that the checker searches itself
facts-sizes-making = Line lengths and tree sizes are being counted.
facts-sizes-failed = Line lengths and tree sizes could not be counted.
board-label = Board
board-as-text = Board as text
board-no-picture = There is no picture of this position.
copy-button = Copy
copy-done = Copied
moves-label = Moves
move-answer = answer
move-ends = ends the game
move-out-of-plies = no plies remain
move-longest =
    { $plies ->
        [one] { $plies } ply
       *[other] { $plies } plies
    }
move-longest-hint = longest recorded line from here; a re-solved position ends it
move-tree = tree of { $count } positions
move-tree-hint = positions below this move, counted as a tree: each line counts its positions separately
move-cycle = can repeat positions
move-repeats = repeats the position after ply { $ply }
move-repeats-start = repeats the initial position
move-transposes = other lines
move-transposes-hint = Other lines to the position after { $move }
moves-to-here = Reached by { $count } moves
moves-silent =
    { $count ->
        [one] One more legal move is not in the certificate: one winning move is enough here.
       *[other] { $count } more legal moves are not in the certificate: one winning move is enough here.
    }
move-silent = not in the certificate
moves-none = There are no further moves.
move-resolved = The checker decides it with a search of { $nodes } nodes.
move-separator = {", "}
moves-pick =
    { $square }: { $count ->
        [one] { $count } move
       *[other] { $count } moves
    }. Choose the other square.
line-label = Line
line-start = Start
line-ply = Go to ply
line-go = Go
line-first = Initial position
line-after = Position after ply { $ply }
line-back = Back
line-forward = Forward
line-last = End of the line
line-to-end = Play to the end
line-to-end-hint = Along the longest defence
line-came-back = The line returns to the position after ply { $ply }.
line-ended = The line ends here.
line-position = Ply { $ply } of { $of }
transpositions-title = Other lines to the position after { $move }
transpositions-more = There are more; only the first are shown.
transpositions-plies =
    { $plies ->
        [one] { $plies } ply, last move
       *[other] { $plies } plies, last move
    }
find-title = Find a position
find-hint = Any format that the game reads.
find-button = Find
find-running = Searched: { $value } of { $of } positions
find-found = Found.
find-none = This position is not in the certificate.
find-stopped = The search was stopped.
export-title = Export
export-certificate = Whole certificate: PROOF
link-copy = Copy link
link-copied = The link is copied.
keys-title = Keyboard shortcuts
key-forward = Play the selected move
key-back = One ply back
key-select = Select a move
key-first = Initial position
key-last = End of the line
key-end = Play to the end along the longest defence
key-ply = Go to a ply
key-find = Find a position
key-transpositions = Other lines to the position after the selected move
key-text = Board as text
key-link = Copy the link to this position
key-language = Next language
key-help = This list
key-board-move = On the board: select a square
key-board-place = On the board: select a piece and place it
key-board-remove = On the board: clear the square
setup-title = Position
setup-game = Game
setup-position = Position
setup-position-hint =
    { $count ->
        [0] Paste a board diagram or a list of moves.
       *[other] Paste a position in any of these formats: { $forms }, board diagrams, lists of moves.
    }
setup-position-own = Write a position in the notation of the game, such as { $example }
setup-start = Initial position
setup-pieces =
    { $game ->
        [othello] Discs
       *[other] Pieces
    }
setup-eraser = Empty square
setup-mover = To move
setup-target = Must play in board
setup-any-board = any
setup-hint =
    { $game ->
        [othello] Select a disc, then click squares.
       *[other] Select a piece, then click squares.
    }
setup-hint-hands = Select a piece, then click squares or hands; a click on a hand adds the piece. Pieces can also be dragged.
setup-hint-play = Click a piece, then its target square. Drop pieces from the hands.
setup-hint-play-square = Click the square of the move.
setup-mode = Clicks
setup-mode-edit = place pieces
setup-mode-play = play moves
setup-undo = Undo
setup-clear = Clear
setup-rest = Rest to the other hand
setup-example = Example
setup-illegal = { $move } is not a legal move.
setup-promotion = Promote?
setup-promote = Promote
setup-keep = Do not promote
setup-missing =
    { $game ->
        [othello] Enter a position, or place discs on the board.
       *[other] Enter a position, or place pieces on the board.
    }
setup-keys-hint =
    { $game ->
        [othello] Arrow keys select a square, Enter places the disc, Delete clears the square, digits select a disc.
       *[other] Arrow keys select a square, Enter places the piece, Delete clears the square, digits select a piece.
    }
setup-square = Square { $square }: { $piece }
setup-changed = { $square }: { $piece }
setup-emptied = empty
setup-rules = Rules
setup-record-moves =
    { $count ->
        [0] The record has no moves. The position is its initial position.
        [one] The record has one move. The position is its initial position.
       *[other] The record has { $count } moves. The position is its initial position.
    }
drop-hint = Drop or paste files here: a record, problems, a folder, a certificate, a bundle.
drop-most = The page reads at most { $most } files at a time and left out the others.
drop-unread = Not readable: { $names }.
drop-empty = The dropped items contain no file.
drop-kinds = One record opens as a position. A certificate opens in the explorer. A bundle is checked, and its results are shown. Lists, folders and several files are solved one after the other, in the order of their names.
certificate-unsupported = This server cannot open certificates. Use the command: shomei explore FILE
rules-help-loa =
    olympiad (the default: simultaneous=draw,no-move=pass) or sackson (simultaneous=mover-wins,no-move=loss). simultaneous=draw|mover-wins is the result when a move connects both sides; no-move=pass|loss is what happens to a side without a move. Both can be given alone or after a name, separated by commas. board=5|6|7|8 is the size of the board (default 8).
rules-help-othello =
    standard (more discs win; equal numbers are a draw). black>=N or white>=N: that side wins with a margin of at least N discs at the end, otherwise the other side wins. N is between -64 and 64; 0 means not to lose. Empty squares count for the winner. After a comma, board=6 selects the 6x6 board (default 8), where N is between -36 and 36.
rules-help-shogi =
    tsume (the default: the attacker may only give check), tsume-mudaai (the same, and a position where only wasted interpositions are left counts as mate) or full (all legal moves).
rules-help-uttt =
    standard or open (a board that is decided stays open while it has empty cells; it belongs to the side that completed a line first). After a comma, play-out also searches positions in which the attacker can no longer complete a line to their end (for experiments).
rules-loa-olympiad = Olympiad (standard)
rules-loa-sackson = Sackson (original)
rules-othello-standard = Standard, 8×8
rules-othello-six = Standard, 6×6
rules-shogi-tsume = Tsume: the attacker must give check
rules-shogi-mudaai = Tsume, ignoring wasted interpositions
rules-shogi-full = All legal moves
rules-uttt-standard = Standard
rules-uttt-open = Decided boards stay open
rules-other = Other rules
rules-text = Rules as text
ask-title = Question
ask-legend = What do you want to know?
ask-win = Can this side win?
ask-win-shogi = Is there a mate?
ask-value = Win, draw or loss?
ask-moves = What is the result of each move?
ask-score = What is the score?
ask-shortest = What is the shortest win?
ask-shortest-shogi = What is the shortest mate?
ask-others = Are there other solutions?
ask-win-hint = The answer has one certificate.
ask-value-hint = For the side to move, with best play of both sides.
ask-moves-hint = The result of every legal move.
ask-score-hint = The margin with best play of both sides. The answer has two certificates.
ask-shortest-hint = The smallest number of plies that forces the win.
ask-others-hint = Whether the problem has exactly one solution.
ask-side = Side
ask-side-mover = the side to move
ask-limits = Limits
ask-seconds = Seconds
ask-threads = Threads
ask-memory = Memory, MiB
ask-solve = Solve
ask-no-token = To ask questions, open the page with the address that the server printed.
answers-title = Questions
answers-none = Your questions and their answers appear here.
state-searching = Searching…
state-waiting = Waiting…
state-stopping = Stopping…
state-stopped = stopped
stop-button = Stop
card-remove = Remove
card-again = Ask again
progress-pn = Proof number
progress-dn = Disproof number
progress-nodes = Nodes
progress-time = Time
progress-speed = { $seconds } s · { $nodes } per second
trace-axes = over time, logarithmic scale
figure-nodes = { $nodes } nodes
figure-seconds = { $seconds } s
value-win = win
value-draw = draw
value-loss = loss
value-mate = mate
value-no-mate = no mate
value-open = undecided
answer-line = Line
answer-line-cut = The line is cut here.
answer-certificates = Certificates
answer-explore = Walk through the proof
answer-gone = This certificate is no longer kept. Ask the question again.
answer-gone-hint = The certificates of answers are kept while there is room.
answer-move = Move
answer-value = Result
answer-nodes = Nodes
answer-others = Other winning moves: { $moves }
answer-open = Undecided moves: { $moves }
answer-at-move = move { $number } { $move }
answer-other =
    move { $number } { $move } ({ $kind ->
        [shorter] shorter
        [equal] same length
        [promotion] promotion choice
        [order-of-moves] order of moves
        [longer] longer
        [length-not-found] length not found
        [last-move] last move
        [detour] detour
       *[other] { $kind }
    })
answer-over = The game is over: { $reason }.
answer-problem = In addition:
ask-failed = The question failed:
ask-lost = The connection to the server broke, which ended the search.
ask-turn = This question waits for its turn: the page asks { $most } at a time.
ask-unasked = Stopped before it was asked.
ask-stopped = The search was stopped.
batch-title = Problems from files
batch-name = Name
batch-board = Board
batch-answer = Answer
batch-moves = Moves
batch-nodes = Nodes
batch-time = Time
batch-progress = { $done } of { $of } done
batch-done = All { $of } done
batch-stop = Stop
batch-download = Download as TSV
batch-clear = Remove
choose-files = Choose files
choose-folder = Choose a folder
compose-link = Composing
compose-this = Compose
compose-hint = Every change is judged at once. Pieces that leave the board go to the defender's hand, and new pieces come from there.
compose-verdict = Verdict
compose-mate =
    { $plies ->
        [one] Mate in { $plies } ply
       *[other] Mate in { $plies } plies
    }
compose-no-mate = No mate
compose-open = Not decided ({ $length })
compose-invalid = A legal position has a verdict.
compose-variants = Variants
compose-changes = Changes
compose-change-move = move a piece by one square
compose-change-add = add a piece
compose-change-remove = remove a piece
compose-change-exchange = exchange a piece
compose-change-hand = change the hand
compose-change-shift = shift all
compose-change-mirror = mirror
compose-vary = Examine the variants
compose-progress =
    { $of ->
        [0] No variants
       *[other] { $done } of { $of } variants examined, { $sound } sound
    }
compose-cut = { $done } of { $of } variants examined, { $sound } sound; the others were not reached
compose-show = Show
compose-show-all = all
compose-show-mates = with a mate
compose-show-sound = sound
compose-change = Change
compose-length = Length
compose-flaw = First flaw
compose-itself = The problem itself
answer-bundle = All certificates as one bundle
bundle-title = Bundle
bundle-checking = The bundle is being checked…
bundle-accepted = Accepted: { $count } certificates
bundle-accepted-hint = The results follow from the certificates and the rules of the game alone.
bundle-rejected-hint = This file does not prove its results.
bundle-results = Results
bundle-note = Note
bundle-position = This position
bundle-verdict = Solution: { $verdict }
bundle-more = { $count } more
bundle-download = Download the bundle`,ja:`language-name = 日本語
language-label = 言語
page-missing = ページが見つかりません
page-missing-hint = アドレスが途中で切れているか、証明が残っていません。
page-loading = 読み込み中…
solver-link = 質問する
dialog-close = 閉じる
error-connection = サーバーが応答しません。起動しているか確認してください。
error-fault = このタブでの処理に失敗しました。メモリ不足の可能性があります（{ $reason }）。
error-status = サーバーから理由のない応答がありました（状態コード{ $status }）。
error-foreign =
    { $type ->
        [usage] この指定は使えません
        [input] 入力を読めません
        [limit] 上限に達しました
       *[other] エラーが起きました
    }{ $where }。
error-original = 原文：
error-suggestion = 「{ $name }」のことですか。
error-file-size = ファイルが{ $most }を超えています。
place-line = { $line }行目
place-column = { $column }文字目
place-line-column = { $line }行目{ $column }文字目
place-square = マス{ $square }
place-move = 指し手{ $move }
place-separator = 、
place-list = （{ $places }）
claim-kind = 主張
claim-kind-proof = 証明
claim-kind-disproof = 反証
check-waiting = 未検証
check-running = 検証中：{ $of }局面中{ $value }局面
check-accepted = 検証済み：全{ $count }局面
check-rejected = 不合格
check-unfinished = 検証未完了
check-accepted-hint = ゲームのルールだけで主張を確認しました。
check-waiting-hint = 主張はまだ確認されていません。
check-rejected-hint = このファイルは主張の証明になっていません。
check-unfinished-hint = 検証が途中で終わりました。合格でも不合格でもありません。
check-again = もう一度検証
facts-title = この証明について
facts-file = ファイル
facts-game = ゲーム
facts-rules = ルール
facts-attacker = 攻方
facts-root = 初期局面
facts-positions = 証明の局面数
facts-moves = 指し手数
facts-terminals = 終局数
facts-resolved = 検証時に探索する局面数
facts-sizes-making = 手数と局面数を数えています。
facts-sizes-failed = 手数と局面数を数えられませんでした。
board-label = 盤面
board-as-text = 盤面（テキスト）
board-no-picture = この局面の図はありません。
copy-button = コピー
copy-done = コピーしました
moves-label = 指し手
move-answer = 応手
move-ends = 終局
move-out-of-plies = 手数の上限
move-longest = { $plies }手
move-longest-hint = ここからの最長の記録手順（再探索の局面で終わる）
move-tree = ツリー{ $count }局面
move-tree-hint = この手より先の局面数。手順ごとに別々に数えます
move-cycle = 循環あり
move-repeats = { $ply }手目の局面に戻る
move-repeats-start = 初期局面に戻る
move-transposes = 別手順あり
move-transposes-hint = { $move }の後の局面に至る別手順
moves-to-here = { $count }通りの手で到達
moves-silent = ほかの合法手{ $count }手は証明にありません。ここでは勝つ手が一つあれば十分です。
move-silent = 証明になし
moves-none = これより先の手はありません。
move-resolved = 検証時に{ $nodes }局面の探索で決まります。
move-separator = 、
moves-pick = { $square }：{ $count }手。もう一方のマスを選んでください。
line-label = 手順
line-start = 開始
line-ply = 手数を指定
line-go = 移動
line-first = 初期局面
line-after = { $ply }手目の局面
line-back = 1手戻る
line-forward = 1手進む
line-last = 手順の最後
line-to-end = 最後まで進む
line-to-end-hint = 最長手順に沿って
line-came-back = 手順は{ $ply }手目の局面に戻ります。
line-ended = 手順はここで終わりです。
line-position = { $of }手中{ $ply }手目
transpositions-title = { $move }の後の局面に至る別手順
transpositions-more = ほかにもあります。最初のものだけを表示しています。
transpositions-plies = { $plies }手、最終手
find-title = 局面検索
find-hint = ゲームが読めるどの形式でも使えます。
find-button = 検索
find-running = 検索中：{ $of }局面中{ $value }局面
find-found = 見つかりました。
find-none = この局面は証明にありません。
find-stopped = 検索を中止しました。
export-title = 書き出し
export-certificate = 証明全体：PROOF
link-copy = リンクをコピー
link-copied = リンクをコピーしました。
keys-title = キー操作
key-forward = 選択中の手を進める
key-back = 1手戻る
key-select = 手を選ぶ
key-first = 初期局面
key-last = 手順の最後
key-end = 最長手順に沿って最後まで進む
key-ply = 手数を指定して移動
key-find = 局面検索
key-transpositions = 選択中の手の後の局面に至る別手順
key-text = 盤面（テキスト）
key-link = この局面へのリンクをコピー
key-language = 言語の切り替え
key-help = この一覧
key-board-move = 盤上：マスを選ぶ
key-board-place = 盤上：駒や石を選んで置く
key-board-remove = 盤上：マスを空にする
setup-title = 局面
setup-game = ゲーム
setup-position = 局面
setup-position-hint =
    { $count ->
        [0] 盤面図や手順を貼り付けられます。
       *[other] { $forms }、盤面図、手順を貼り付けられます。
    }
setup-position-own = このゲームの表記で局面を入力してください。例：{ $example }
setup-start = 初期局面
setup-pieces =
    { $game ->
        [othello] 石
       *[other] 駒
    }
setup-eraser = 空きマス
setup-mover = 手番
setup-target = 打つべき盤
setup-any-board = 自由
setup-hint =
    { $game ->
        [othello] 石を選び、マスをクリックしてください。
       *[other] 駒を選び、マスをクリックしてください。
    }
setup-hint-hands = 駒を選び、マスか駒台をクリックしてください。駒台をクリックすると持駒が増えます。駒はドラッグでも動かせます。
setup-hint-play = 動かす駒、移動先のマスの順にクリックしてください。持駒は駒台から打てます。
setup-hint-play-square = 着手するマスをクリックしてください。
setup-mode = クリック操作
setup-mode-edit = 配置
setup-mode-play = 着手
setup-undo = 元に戻す
setup-clear = 盤を空にする
setup-rest = 残りを相手の持駒に
setup-example = 例題
setup-illegal = { $move }は合法手ではありません。
setup-promotion = 成りますか
setup-promote = 成
setup-keep = 不成
setup-missing =
    { $game ->
        [othello] 局面を入力するか、盤に石を置いてください。
       *[other] 局面を入力するか、盤に駒を置いてください。
    }
setup-keys-hint =
    { $game ->
        [othello] 矢印キーでマスを選び、Enterで石を置き、Deleteでマスを空にし、数字キーで石を選びます。
       *[other] 矢印キーでマスを選び、Enterで駒を置き、Deleteでマスを空にし、数字キーで駒を選びます。
    }
setup-square = マス{ $square }：{ $piece }
setup-changed = { $square }：{ $piece }
setup-emptied = 空き
setup-rules = ルール
setup-record-moves =
    { $count ->
        [0] 棋譜に指し手はありません。局面は初期局面です。
       *[other] 棋譜は{ $count }手です。局面は初期局面です。
    }
drop-hint = 棋譜、問題のファイルやフォルダ、証明のファイル、証明の束をここにドロップするか、貼り付けてください。
drop-most = 一度に読めるのは{ $most }ファイルまでです。残りは読んでいません。
drop-unread = 読めませんでした：{ $names }
drop-empty = ドロップされたものの中にファイルがありません。
drop-kinds = 棋譜1つは局面として、証明のファイルは証明の画面で開きます。証明の束は検証して結果を表示します。局面の一覧、フォルダ、複数のファイルは、名前の順に1問ずつ解きます。
certificate-unsupported = このサーバーは証明のファイルを開けません。コマンド shomei explore FILE を使ってください。
rules-help-loa =
    olympiad（既定：simultaneous=draw,no-move=pass）または sackson（simultaneous=mover-wins,no-move=loss）。simultaneous=draw|mover-wins は1手で双方が連結したときの結果（引き分け・手番の側の勝ち）、no-move=pass|loss は指す手のない側の扱い（パス・負け）。どちらも単独でも名前の後でも、コンマで区切って指定できます。board=5|6|7|8 は盤の大きさです（既定は8）。
rules-help-othello =
    standard（石の多い側の勝ち、同数は引き分け）。black>=N または white>=N は、終局時にその側がN石以上多ければ勝ち、そうでなければ相手の勝ち。Nは-64から64までで、0は負けないことを表します。空きマスは勝った側に数えます。コンマの後の board=6 は6×6の盤で（既定は8）、Nは-36から36までです。
rules-help-shogi =
    tsume（既定：攻方は王手のみ）、tsume-mudaai（王手のみ、無駄合しかない局面も詰み）、full（すべての合法手）。
rules-help-uttt =
    standard または open（勝負のついた盤にも空きマスがある限り打てます。盤は先に列を作った側のものです）。コンマの後の play-out は、攻方がもう列を作れない局面も終局まで探索します（実験用）。
rules-loa-olympiad = オリンピアード（標準）
rules-loa-sackson = サクソン（原型）
rules-othello-standard = 標準（8×8）
rules-othello-six = 標準（6×6）
rules-shogi-tsume = 詰将棋（攻方は王手のみ）
rules-shogi-mudaai = 詰将棋（無駄合を数えない）
rules-shogi-full = すべての合法手
rules-uttt-standard = 標準
rules-uttt-open = 決着した盤にも打てる
rules-other = その他のルール
rules-text = ルールの記述
ask-title = 質問
ask-legend = 調べること
ask-win = 勝てるか
ask-win-shogi = 詰むか
ask-value = 勝ち・引き分け・負け
ask-moves = 各着手の結果
ask-score = 石差
ask-shortest = 最短手数
ask-shortest-shogi = 最短手数
ask-others = 余詰の有無
ask-win-hint = 証明が1つ付きます。
ask-value-hint = 双方最善のとき、手番の側から見た結果です。
ask-moves-hint = すべての合法手の結果を調べます。
ask-score-hint = 双方最善のときの石差です。証明が2つ付きます。
ask-shortest-hint = 勝ちまでの最短の手数を調べます。
ask-others-hint = 作意のほかに解があるかを調べます。
ask-side = 対象
ask-side-mover = 手番の側
ask-limits = 上限
ask-seconds = 秒数
ask-threads = スレッド数
ask-memory = メモリ（MiB）
ask-solve = 解く
ask-no-token = 質問するには、サーバーが表示したアドレスでこのページを開いてください。
answers-title = 質問と答え
answers-none = 質問とその答えがここに並びます。
state-searching = 探索中…
state-waiting = 待機中…
state-stopping = 中止しています…
state-stopped = 中止
stop-button = 中止
card-remove = 削除
card-again = もう一度質問
progress-pn = 証明数
progress-dn = 反証数
progress-nodes = 局面数
progress-time = 時間
progress-speed = { $seconds }秒（毎秒{ $nodes }局面）
trace-axes = 時間変化（対数目盛）
figure-nodes = { $nodes }局面
figure-seconds = { $seconds }秒
value-win = 勝ち
value-draw = 引き分け
value-loss = 負け
value-mate = 詰み
value-no-mate = 不詰
value-open = 未解決
answer-line = 手順
answer-line-cut = 手順はここで省略されています。
answer-certificates = 証明
answer-explore = 証明をたどる
answer-gone = この証明は残っていません。もう一度質問してください。
answer-gone-hint = 答えの証明は、容量の許す限り保存されます。
answer-move = 指し手
answer-value = 結果
answer-nodes = 局面数
answer-others = ほかに勝つ手：{ $moves }
answer-open = 未解決の手：{ $moves }
answer-at-move = { $number }手目 { $move }
answer-other =
    { $number }手目 { $move }（{ $kind ->
        [shorter] 早詰
        [equal] 同手数
        [promotion] 成生非限定
        [order-of-moves] 手順前後
        [longer] 長手数
        [length-not-found] 手数不明
        [last-move] 最終手
        [detour] 迂回手順
       *[other] { $kind }
    }）
answer-over = 終局：{ $reason }。
answer-problem = 補足：
ask-failed = 質問に失敗しました：
ask-lost = サーバーとの接続が切れ、探索が終わりました。
ask-turn = 順番を待っています。このページが同時に送る質問は{ $most }つまでです。
ask-unasked = 質問の前に中止しました。
ask-stopped = 探索を中止しました。
batch-title = ファイルの問題
batch-name = 名前
batch-board = 盤面
batch-answer = 答え
batch-moves = 手数
batch-nodes = 局面数
batch-time = 時間
batch-progress = { $of }問中{ $done }問終了
batch-done = 全{ $of }問終了
batch-stop = 中止
batch-download = TSVで保存
batch-clear = 削除
choose-files = ファイルを選ぶ
choose-folder = フォルダを選ぶ
compose-link = 創作
compose-this = 創作で開く
compose-hint = 図を変えるたびに判定します。盤から除いた駒は玉方の持駒になり、加える駒は玉方の持駒から取ります。
compose-verdict = 判定
compose-mate = { $plies }手詰
compose-no-mate = 不詰
compose-open = 未確定（{ $length }）
compose-invalid = 正しい局面になると判定します。
compose-variants = 変更した図
compose-changes = 変更の種類
compose-change-move = 駒を1マス動かす
compose-change-add = 駒を加える
compose-change-remove = 駒を除く
compose-change-exchange = 駒を替える
compose-change-hand = 持駒を変える
compose-change-shift = 全体をずらす
compose-change-mirror = 左右反転
compose-vary = 変更した図を調べる
compose-progress =
    { $of ->
        [0] 変更した図はありません
       *[other] { $of }図中{ $done }図を検討、完全{ $sound }
    }
compose-cut = { $of }図中{ $done }図を検討、完全{ $sound }。残りは調べていません
compose-show = 表示
compose-show-all = すべて
compose-show-mates = 詰むもの
compose-show-sound = 完全なもの
compose-change = 変更
compose-length = 手数
compose-flaw = 最も重い傷
compose-itself = 原図
answer-bundle = 証明の束（すべての証明）
bundle-title = 証明の束
bundle-checking = 証明の束を検証しています…
bundle-accepted = 検証済み：証明{ $count }個
bundle-accepted-hint = 結果は、証明とゲームのルールだけから導かれます。
bundle-rejected-hint = このファイルは結果の証明になっていません。
bundle-results = 結果
bundle-note = 備考
bundle-position = この局面
bundle-verdict = 解：{ $verdict }
bundle-more = ほか{ $count }個
bundle-download = 証明の束を保存`},y=Object.keys(We),b=`en`,Ge=`shomei-lang`,x=b,Ke=y,qe=new Map;function Je(e){let t=qe.get(e);if(t!==void 0)return t;let n=new ve(e,{useIsolating:!1});return n.addResource(new He(We[e])),qe.set(e,n),n}function S(e,...t){return Ye(x,e,...t)}function Ye(e,t,...n){let r=Je(e),i=r.getMessage(t)?.value;return i==null?t:r.formatPattern(i,n[0]??null)}function Xe(e,t){let n=e=>e in We;return e!==null&&n(e)?e:t.map(e=>e.toLowerCase().split(`-`)[0]??``).find(n)??b}function Ze(){et(Xe($e(),navigator.languages))}function Qe(e){try{localStorage.setItem(Ge,e)}catch{}et(e)}function $e(){try{return localStorage.getItem(Ge)}catch{return null}}function et(e){tt(e),document.documentElement.lang=x}function tt(e){x=e}function C(){return x}function nt(){return y[(y.indexOf(x)+1)%y.length]??b}function rt(e){return Ye(e,`language-name`)}function w(e){return e[x]??e[b]??``}function it(e){Ke=e}function T(){return Ke.includes(x)?x:b}function at(e){return/[\u3040-\u30ff\u4e00-\u9fff]/.test(e)?`ja`:T()===`ja`?b:T()}var E=class extends Error{trouble;status;constructor(e,t){super(e.message),this.trouble=e,this.status=t}};function D(e){return e instanceof E?e.trouble:{type:`run`,message:e instanceof Error?e.message:String(e)}}var ot=`connection`,st=`status`,ct=`unsupported`,lt=`missing`;function ut(e){return ft(e)||e instanceof E&&e.status===503&&e.trouble.type===`status`}function O(e){return e instanceof E&&(e.status===404||e.status===410)}var dt=`fault`;function ft(e){return e instanceof E&&e.status===429}function k(){return n().token}function A(e,t={},r){return n().get(e,{...t,lang:T()},r)}function j(e,t,r,i){return n().post(e,{...t,lang:T()},r,i)}var M=e=>`/api/certificates/${encodeURIComponent(e)}`,pt=()=>A(`/api/about`),mt=e=>A(M(e)),ht=e=>A(`${M(e)}/check`),gt=e=>j(`${M(e)}/check`,{},``,`text/plain`);function _t(e,t,n,r){let a={path:i(t),line:n?1:void 0};return A(`${M(e)}/node`,a,r)}function vt(e,t,n){return A(`${M(e)}/line`,{path:i(t)},n)}function yt(e,t,n){return A(`${M(e)}/parents`,{number:t},n)}var bt=(e,t,n)=>A(`${M(e)}/find`,{position:t},n);function xt(e,t,r){return n().download(`${M(e)}/export`,{path:i(t),form:r,lang:T()})}function St(e,t){return j(`/api/certificates`,{name:e},t,`application/octet-stream`)}var Ct=e=>`/api/bundles/${encodeURIComponent(e)}`,wt=(e,t)=>A(Ct(e),{},t),Tt=e=>n().download(`${Ct(e)}/file`,{}),Et=(e,t)=>j(`${Ct(e)}/certificates/${encodeURIComponent(t)}`,{},``,`text/plain`),N=(e,t)=>A(`/api/board`,{...e,last:t});function P(e,t,n){return A(`/api/edit`,{...e,square:t,piece:n??void 0})}function Dt(e,t,n,r){return l(()=>j(`/api/read`,{game:e,rules:t,name:n},r,`application/octet-stream`),ut)}function F(e,t={},...n){let r=document.createElement(e);for(let[e,n]of Object.entries(t))typeof n==`function`?r.addEventListener(e,n):n!==void 0&&n!==!1&&r.setAttribute(e,n===!0?``:String(n));return r.append(...Ot(n)),r}function I(e,...t){e.replaceChildren(...Ot(t))}function Ot(e){return e.filter(e=>e!=null&&e!==!1)}function L(e,t,n={}){return F(`button`,{type:`button`,...n,click:()=>t()},e)}function R(e,t,n,r={}){return F(`option`,{value:e,selected:n,...r},t)}function kt(e,t,...n){let r=F(`table`,{},F(`thead`,{},F(`tr`,{},...Ot(t).map(e=>F(`th`,{scope:`col`},e)))),...n);return F(`div`,{class:`table-frame`,tabindex:0,role:`group`,"aria-label":e},r)}function z(e){let t=document.getElementById(`live`);t!==null&&(t.textContent=e)}var At=0;function B(e){return At+=1,`${e}-${At}`}var jt=`http://www.w3.org/2000/svg`,Mt=new Set([`svg`,`g`,`rect`,`circle`,`ellipse`,`line`,`path`,`polygon`,`polyline`,`text`,`tspan`,`title`,`desc`]),Nt=new Set([`x`,`y`,`x1`,`y1`,`x2`,`y2`,`cx`,`cy`,`r`,`rx`,`ry`,`dx`,`dy`,`width`,`height`,`stroke-width`,`opacity`,`fill-opacity`,`stroke-opacity`,`font-size`,`stroke-miterlimit`,`textLength`,`letter-spacing`]),Pt=new Set([`d`,`points`,`transform`,`viewBox`,`preserveAspectRatio`,`fill`,`stroke`,`stroke-linecap`,`stroke-linejoin`,`stroke-dasharray`,`fill-rule`,`font-family`,`font-weight`,`font-style`,`text-anchor`,`dominant-baseline`,`lengthAdjust`,`pointer-events`,`shape-rendering`,`writing-mode`]),Ft=new Set([`data-square`,`data-hand`,`data-piece`,`role`,`aria-label`,`aria-hidden`,`xml:lang`,`lang`]);function It(e,t){return e===jt&&Mt.has(t)}function Lt(e,t){return t.length>2e4?!1:Nt.has(e)?/^[-+.\d\s,e]*(px|em|%)?$/.test(t):Pt.has(e)?/^[-+.,#()%'"\w\s]*$/.test(t)&&!/url\s*\(/i.test(t):Ft.has(e)}function Rt(e){return typeof e==`object`&&!!e&&`nodeType`in e&&e.nodeType===1}function zt(e){return typeof e==`object`&&e&&`nodeType`in e&&e.nodeType===3&&`nodeValue`in e&&typeof e.nodeValue==`string`?e.nodeValue:null}function Bt(e,t){if(!It(e.namespaceURI,e.localName))return null;let n=t.element(e.localName);for(let{name:r,value:i}of e.attributes)Lt(r,i)&&t.attribute(n,r,i);for(let r of e.childNodes){let e=Rt(r)?Bt(r,t):zt(r);e!==null&&t.child(n,e)}return n}var Vt={element:e=>document.createElementNS(jt,e),attribute:(e,t,n)=>e.setAttribute(t,n),child:(e,t)=>e.append(t)};function Ht(e){if(e===``)return null;let t=new DOMParser().parseFromString(e,`image/svg+xml`).documentElement,n=t.localName===`svg`?Bt(t,Vt):null;return n instanceof SVGElement?n:null}function Ut(e,t,n){let r=n===`left`||n===`right`?`x`:`y`,i=r===`x`?`y`:`x`,a=n===`right`||n===`down`?1:-1,o=t,s=1/0;for(let n of e){let e=(n[r]-t[r])*a,c=e+3*Math.abs(n[i]-t[i]);e>.5&&c<s&&(o=n,s=c)}return o}function Wt(e,t){let n=Math.max(0,...[...t].map(e=>e.length)),r=[],i=0;for(;i<e.length;){let a=Math.min(n,e.length-i);for(;a>0&&!t.has(e.slice(i,i+a));)--a;a>0&&r.push(e.slice(i,i+a)),i+=Math.max(a,1)}return r}function V(e,t){let n=e===null?null:Ht(e.svg);if(e!==null&&n===null&&e.text.trim()!==``)return F(`pre`,{class:`text-board`,"aria-label":t,tabindex:0},e.text);if(e===null||n===null)return F(`p`,{class:`no-picture`},S(`board-no-picture`));n.setAttribute(`role`,`img`),n.setAttribute(`aria-label`,t),n.setAttribute(`class`,`drawing`);for(let e of n.querySelectorAll(`[role],[aria-label]`))e.removeAttribute(`role`),e.removeAttribute(`aria-label`);for(let e of n.querySelectorAll(`title`))e.remove();return F(`div`,{class:`picture`},n)}function H(e){let t=new Map;for(let n of e.querySelectorAll(`[data-square],[data-hand]`)){let e=n.getAttribute(`data-hand`);t.set(e===null?n.getAttribute(`data-square`)??``:`hand:${e}`,n)}return t}function Gt(e){return[...H(e)].map(([e,t])=>{let n=t.getBoundingClientRect();return{name:e,x:n.x+n.width/2,y:n.y+n.height/2}})}function Kt(e){let t=e.target instanceof Element?e.target.closest(`[data-square],[data-hand]`):null;if(t===null)return null;let n=t.getAttribute(`data-hand`);return n===null?t.getAttribute(`data-square`):`hand:${n}`}function U(e,t,n){for(let[r,i]of H(e))i.classList.toggle(n,t.includes(r))}var qt=[];function Jt(e){qt=e}function W(e){return qt.find(t=>t.name===e)}function G(e){return e.pieces.length>0||e.start!==null}function K(e,t){let n=W(t),r=n?.side_names[n.sides.indexOf(e)],i=r===void 0?e:w(r);return i.charAt(0).toUpperCase()+i.slice(1)}function Yt(e){return e.name===`shogi`&&G(e)}var Xt=1e6;function q(e){return e<Xt?J(Math.round(e)):new Intl.NumberFormat(C(),{notation:`compact`,compactDisplay:`long`}).format(e)}function J(e){return e.toLocaleString(C())}function Zt(e){let t=[`B`,`kB`,`MB`,`GB`,`TB`],n=0,r=e;for(;r>=1e3&&n<t.length-1;)r/=1e3,n+=1;return`${r.toLocaleString(C(),{maximumFractionDigits:+(r<10&&n>0)})} ${t[n]??``}`}function Qt(e){let t=e<.1?3:e<10?2:0;return e.toLocaleString(C(),{minimumFractionDigits:t,maximumFractionDigits:t})}var $t=`too-large`;function en(e){return new E({type:$t,message:Zt(e)},413)}function Y(e){return at(e)===C()?e:tn(e)}function tn(e){return F(`span`,{class:`original`},`${S(`error-original`)} `,F(`span`,{lang:at(e)},e))}var nn=/^(line|column|square|move|board)\b/;function rn(e){let{text:t,original:n}=an(e);return n===null?t:`${t} ${S(`error-original`)} ${n}`}function X(e){let{text:t,original:n}=an(e);return n===null?[t]:[`${t} `,tn(n)]}function an(e){switch(e.type){case ot:return{text:S(`error-connection`),original:null};case st:return{text:S(`error-status`,{status:e.message}),original:null};case ct:return{text:S(`certificate-unsupported`),original:null};case dt:return{text:S(`error-fault`,{reason:e.message}),original:null};case lt:return{text:S(`setup-missing`,{game:e.message}),original:null};case $t:return{text:S(`error-file-size`,{most:e.message}),original:null}}let t=e.message!==``&&at(e.message)!==C(),n=sn(e),r=C()===`en`?nn.test(e.message):n.some(t=>e.message.includes(t)),i=n.length>0&&(t||!r)?S(`place-list`,{places:n.join(S(`place-separator`))}):``;return{text:`${t?S(`error-foreign`,{type:e.type,where:i}):`${e.message}${i}`}${e.suggestion?` ${S(`error-suggestion`,{name:e.suggestion})}`:``}`,original:t?e.message:null}}function on(e){let[t,n]=[e.charCodeAt(0),e.charCodeAt(1)];return C()===`ja`&&/^[1-9][a-i]$/.test(e)?String.fromCharCode(t+65248)+`一二三四五六七八九`.charAt(n-97):e}function sn({line:e,column:t,square:n,move:r}){let i=[];return e!=null&&t!=null?i.push(S(`place-line-column`,{line:e,column:t})):e==null?t!=null&&i.push(S(`place-column`,{column:t})):i.push(S(`place-line`,{line:e})),n&&i.push(S(`place-square`,{square:on(n)})),r&&i.push(S(`place-move`,{move:r})),i}function Z(e){return e.state===`waiting`||e.state===`running`}function cn(e){switch(e.state){case`waiting`:return S(`check-waiting`);case`running`:return S(`check-running`,{value:q(e.records),of:q(e.of)});case`accepted`:return S(`check-accepted`,{count:q(e.of)});case`rejected`:return S(`check-rejected`);case`unfinished`:return S(`check-unfinished`)}}var ln={waiting:`…`,running:`…`,accepted:`✓`,rejected:`✗`,unfinished:`?`};function un(e,t){return F(`span`,{class:`badge`},F(`span`,{class:`sign`,"aria-hidden":`true`},ln[e]),t)}function dn(e){switch(e.state){case`accepted`:return S(`check-accepted-hint`);case`rejected`:return S(`check-rejected-hint`);case`unfinished`:return S(`check-unfinished-hint`);default:return S(`check-waiting-hint`)}}function fn(e,t){let n=cn(e);return F(`div`,{class:`check check-${e.state}`},un(e.state,n),e.state===`running`&&F(`progress`,{max:Math.max(e.of,1),value:e.records,"aria-label":n}),F(`span`,{class:`hint`},dn(e)),e.reason?F(`span`,{class:`reason`},Y(e.reason)):null,e.can_repeat&&t!==null&&L(S(`check-again`),t))}function pn(e,t,n){let r=[[S(`facts-file`),n?`${e.name}, ${Zt(e.bytes)}`:Zt(e.bytes)],[S(`facts-game`),t===void 0?e.game:w(t.title)],[S(`facts-rules`),e.rules],[S(`facts-attacker`),K(e.attacker,e.game)],[S(`facts-root`),e.position],[S(`facts-positions`),J(e.records)],[S(`facts-moves`),J(e.moves)],[S(`facts-terminals`),J(e.terminals)],[S(`facts-resolved`),J(e.resolved)]],i=F(`dl`,{});for(let[e,t]of r)i.append(F(`div`,{},F(`dt`,{},e),F(`dd`,{},t)));let a={making:S(`facts-sizes-making`),ready:``,failed:S(`facts-sizes-failed`)}[e.sizes];return F(`details`,{class:`facts`},F(`summary`,{},S(`facts-title`)),i,a!==``&&F(`p`,{},a))}function mn(e){let t=e.claim===`proved`?S(`claim-kind-proof`):S(`claim-kind-disproof`);return F(`div`,{class:`claim-words`},F(`span`,{class:`kind`},e.check.state===`accepted`?t:S(`claim-kind`)),F(`h1`,{},e.words))}function hn(e){return e.map((e,t)=>`${t+1}. ${e}`)}function gn(e,t=null){let n=hn(e).join(`  `);return n!==``&&F(`p`,{class:`answer-line`},F(`b`,{},S(`answer-line`)),` ${n}`,t)}function _n(e){let t=e.replace(/^#/,``).replace(/^\//,``);if(t===``)return{page:`start`};let n=new URLSearchParams(t.replaceAll(`+`,`%2B`)),[i,a]=[n.get(`game`),n.get(`position`)];if(i!==null&&a!==null)return{page:`question`,game:i,rules:n.get(`rules`),position:a,ask:n.get(`ask`)};let[o,s,c=``,...l]=t.split(`/`);if(o===`compose`&&c===``&&l.length===0)return{page:`compose`,position:s?vn(s):null};if(o===`b`&&s&&/^\d{1,16}$/.test(s)&&c===``&&l.length===0)return{page:`bundle`,id:s};let u=r(c);return o!==`c`||!s||!/^[\w-]{1,64}$/.test(s)||l.length>0||u===null?{page:`unknown`}:{page:`certificate`,id:s,path:u}}function Q(e){switch(e.page){case`certificate`:return`#/c/${e.id}/${i(e.path)}`;case`bundle`:return`#/b/${e.id}`;case`question`:return`#${Object.entries({game:e.game,rules:e.rules,position:e.position,ask:e.ask}).flatMap(([e,t])=>t===null?[]:`${e}=${encodeURIComponent(t)}`).join(`&`)}`;case`compose`:return e.position===null?`#/compose`:`#/compose/${encodeURIComponent(e.position)}`;default:return`#/`}}function vn(e){try{return decodeURIComponent(e)}catch{return e}}function $(e,t){return Q({page:`certificate`,id:e,path:t})}function yn(e){let t=/(^#?|[&?])t=([\w-]{1,128})/.exec(e);if(t===null)return{token:null,hash:e};let n=e.replace(t[0],t[1]?.startsWith(`#`)?`#`:``).replace(/^#?&?/,`#`);return{token:t[2]??null,hash:n===`#`?`#/`:n}}var[bn,xn]=[100,2e3],Sn=3,Cn=class{element=F(`div`,{class:`bundle`});id;#e=new AbortController;#t=F(`p`,{class:`error`,role:`alert`});#n=null;#r=null;#i=0;#a=!1;constructor(e){this.id=e}get title(){return`shomei – ${S(`bundle-title`)}`}async open(){let{signal:e}=this.#e;for(let t=bn;!e.aborted;t=Math.min(2*t,xn)){if(await this.#o(),this.#a){z(this.#n===null?``:Tn(this.#n));return}await c(t,e).catch(()=>void 0)}}async translate(){this.#s(),await this.#o()}close(){this.#e.abort()}async#o(){this.#i+=1;let e=this.#i,{signal:t}=this.#e,n=()=>e===this.#i&&!t.aborted;try{let e=await wt(this.id,t);n()&&(this.#a=e.state!==`waiting`&&e.state!==`running`,this.#n=e,this.#r=null,this.#s())}catch(e){n()&&(this.#a||=O(e),this.#n=O(e)?null:this.#n,this.#r=D(e),this.#s())}}#s(){let e=this.#n;if(I(this.#t,...this.#r===null?[]:X(this.#r)),e===null)return I(this.element,this.#t,this.#r===null&&F(`p`,{class:`hint`},S(`page-loading`)));let{results:t}=e;return I(this.element,this.#t,F(`header`,{class:`claim`},F(`div`,{class:`claim-words`},F(`span`,{class:`kind`},S(`bundle-title`)),F(`h1`,{},t?.question??e.name),t!==null&&F(`p`,{class:`hint`},e.name)),Dn(e)),t!==null&&this.#c(t))}#c(e){let t=W(e.game);return F(`div`,{class:`bundle-grid`},F(`div`,{class:`board-side`},V(e.board,e.board.title),F(`p`,{},[t===void 0?e.game:w(t.title),e.rules].filter(e=>e!==``).join(` · `)),F(`code`,{},e.position),gn(e.line),e.verdict!==null&&F(`p`,{class:`headline`},S(`bundle-verdict`,{verdict:e.verdict})),F(`p`,{class:`buttons`},F(`a`,{class:`button`,...Tt(this.id)},S(`bundle-download`)))),F(`div`,{class:`bundle-results`},F(`h2`,{},S(`bundle-results`)),this.#l(e.rows)))}#l(e){let t=e.some(({note:e})=>e!==``),n=[S(`answer-move`),S(`answer-value`),t?S(`bundle-note`):null,S(`answer-certificates`)],r=e.map(e=>F(`tr`,{},F(`th`,{scope:`row`},wn(e)),F(`td`,{},e.result),t&&F(`td`,{},e.note),F(`td`,{},...this.#u(e.certificates))));return kt(S(`bundle-results`),n,F(`tbody`,{},...r))}#u(e){let t=e.map(e=>L(e,()=>void this.#d(e),{class:`link`}));if(t.length<=4)return t;let n=F(`details`,{},F(`summary`,{},S(`bundle-more`,{count:t.length-Sn})),...t.slice(Sn));return[...t.slice(0,Sn),n]}async#d(e){try{let{id:t}=await Et(this.id,e);location.hash=$(String(t),[])}catch(e){this.#r=D(e),I(this.#t,...X(this.#r))}}};function wn({number:e,name:t}){let n=t??S(`bundle-position`);return e===null?n:`${e}. ${n}`}function Tn({state:e,results:t}){switch(e){case`waiting`:case`running`:return S(`bundle-checking`);case`accepted`:return S(`bundle-accepted`,{count:q(t?.certificates??0)});case`rejected`:return S(`check-rejected`);case`unfinished`:return S(`check-unfinished`)}}function En({state:e}){switch(e){case`accepted`:return S(`bundle-accepted-hint`);case`rejected`:return S(`bundle-rejected-hint`);case`unfinished`:return S(`check-unfinished-hint`);default:return``}}function Dn(e){return F(`div`,{class:`check check-${e.state}`},un(e.state,Tn(e)),F(`span`,{class:`hint`},En(e)),e.reason!==null&&F(`span`,{class:`reason`},Y(e.reason)))}function On(e,t){let n=e.search(/\S/);if(n>0&&!e.trim().includes(`
`)){let r=On(e.slice(n),t);return r===null?null:{from:n+r.from,to:n+r.to}}if(t.move){let n=e.indexOf(t.move);return n<0?null:{from:n,to:n+t.move.length}}if(t.line==null&&t.column==null){let n=t.square?kn(e,t.square):null;return n===null?null:{from:n,to:n+1}}let r=e.split(`
`),i=(t.line??1)-1,a=r[i];if(a===void 0)return null;let o=r.slice(0,i).reduce((e,t)=>e+t.length+1,0);if(t.column==null)return{from:o,to:o+a.length};let s=Array.from(a),c=s.slice(0,t.column-1).join(``).length,l=s[t.column-1]??``;return{from:o+c,to:o+c+l.length}}function kn(e,t){let[n,r]=[t.charCodeAt(0)-97,t.charCodeAt(1)],i=e.search(/\S/),a=Math.sqrt(e.slice(i).split(/\s/,1)[0]?.length??0);if(/^[a-h][1-8]$/.test(t)&&[5,6,7,8].includes(a)&&Math.max(n,r-49)<a)return i+(r-49)*a+n;let o=e.indexOf(`;`,e.indexOf(`;`)+1)+1;return/^[a-i]{2}$/.test(t)&&o>0&&/^([^/]{9}(\/|$)){9}/.test(e.slice(o).trimEnd())?o+n*10+(r-97):null}function An(e,t,n){let[r,i,a]=[B(`field`),B(`hint`),B(`error`)],o=F(`textarea`,{id:r,rows:n,spellcheck:`false`,autocapitalize:`off`,autocomplete:`off`,"aria-describedby":`${i} ${a}`}),s=F(`div`,{class:`marks`,"aria-hidden":`true`}),c=F(`p`,{id:a,class:`error`,role:`alert`}),l=()=>{s.scrollTop=o.scrollTop,s.scrollLeft=o.scrollLeft};o.addEventListener(`scroll`,l);let u=e=>{let t=e===null?null:On(o.value,e);if(o.setAttribute(`aria-invalid`,e===null?`false`:`true`),I(c,...e===null?[]:X(e)),t===null)I(s);else{let e=o.value,n=F(`mark`,{},t.to>t.from?e.slice(t.from,t.to):` `);I(s,e.slice(0,t.from),n,e.slice(t.to))}l()};return o.addEventListener(`input`,()=>u(null)),{element:F(`div`,{class:`field`},F(`label`,{for:r},e),F(`div`,{class:`marked`},s,o),F(`p`,{id:i,class:`hint`},t),c),input:o,complain:u}}var jn=32,Mn=class{#e;#t=Promise.resolve();#n=0;#r=0;constructor(e){this.#e=e}get done(){return this.#t}take(e){if(this.#n>=jn)return this.#t;let t=this.#r,n=()=>t===this.#r;return this.#n+=1,this.#t=this.#t.then(()=>n()?e(n):void 0).catch(e=>{n()&&this.#e(e)}).finally(()=>{n()&&--this.#n}),this.#t}clear(){this.#r+=1,this.#n=0}},Nn={R:2,B:2,G:4,S:4,N:4,L:4,P:18};function Pn(e,t){switch(e){case`shogi`:return`9/9/9/9/9/9/9/9/9 ${t.split(` `)[1]??`b`} - 1`;case`loa`:return t.replace(/[xo](?=.* )/g,`.`);case`othello`:return t.replace(/[XO](?=.* )/g,`-`);case`uttt`:return`${t.charAt(0)};.........;${Array(9).fill(`.........`).join(`/`)}`;default:return null}}function Fn(e){return e===`shogi`}function In(e){let[t,n,r]=e.split(` `);if(t===void 0||r===void 0||n!==`b`&&n!==`w`)return null;let i=new Map;for(let[,e,t=``]of r.matchAll(/(\d*)([a-zA-Z])/g))i.set(t,(i.get(t)??0)+Number(e||1));return{board:t,mover:n,held:i}}function Ln(e){let t=In(e);if(t===null)return null;let{board:n,held:r}=t,i=e=>[...n].filter(t=>t.toUpperCase()===e).length,a=e=>i(e)+(r.get(e)??0)+(r.get(e.toLowerCase())??0);return Object.fromEntries(Object.keys(Nn).map(e=>[e,a(e)]))}function Rn(e,t){let[n,r]=[In(e),Ln(e)];if(n===null||r===null)return null;let{board:i,mover:a,held:o}=n,s=Object.keys(Nn);for(let e of s){let n=a===`b`?e.toLowerCase():e;o.set(n,Math.max(0,(o.get(n)??0)+(t[e]??0)-(r[e]??0)))}return`${i} ${a} ${[...s,...s.map(e=>e.toLowerCase())].map(e=>{let t=o.get(e)??0;return t===0?``:`${t>1?t:``}${e}`}).join(``)||`-`} 1`}function zn(e){return Rn(e,Nn)}function Bn(e,t){let n=Ln(e);if(n===null||Vn(e,t))return null;let r=Rn(t,n);return r===null||Hn(Ln(t),Ln(r))?null:r}function Vn(e,t){let[n,r]=[e,t].map(e=>{let t=In(e),n=e=>e===e.toUpperCase()==(t?.mover===`b`),r=[...t?.held??[]].filter(([e])=>n(e)).sort();return JSON.stringify([t?.board,t?.mover,r])});return n===r}function Hn(e,t){return JSON.stringify(e)===JSON.stringify(t)}function Un(e){return e===`othello`||e===`uttt`}function Wn(e,t,n){if(Un(e))return[n];if(t===null||n.startsWith(`hand:`))return[];if(e===`shogi`){let e=/^hand:\w+:(\w)$/.exec(t)?.[1];return e===void 0?[`${t}${n}`,`${t}${n}+`]:[`${e.toUpperCase()}*${n}`]}return[`${t}-${n}`,`${t}x${n}`]}function Gn(e,t,n,r){let i=B(`choice`),a=t.map(({value:e,text:t})=>F(`label`,{class:`choice`},F(`input`,{type:`radio`,name:i,value:e,checked:e===n,change:()=>r(e)}),F(`span`,{},t)));return F(`fieldset`,{class:`inline`},F(`legend`,{},e),...a)}var Kn=class{element=F(`div`,{class:`modes`});hint=F(`p`,{class:`hint`});mode=`edit`;#e;constructor(e){this.#e=e}draw(e,t){let n=[{value:`edit`,text:S(`setup-mode-edit`)},{value:`play`,text:S(`setup-mode-play`)}];I(this.element,Gn(S(`setup-mode`),n,this.mode,e=>this.#t(e)));let r=Fn(e.name)?S(`setup-hint-hands`):S(`setup-hint`,{game:e.name}),i=Un(e.name)?S(`setup-hint-play-square`):S(`setup-hint-play`);I(this.hint,this.mode===`edit`?r:i),this.element.hidden=!t,this.hint.hidden=!t}#t(e){this.mode=e,this.#e(),this.element.querySelector(`input:checked`)?.focus()}};function qn(e,t,n){let r=e.sides.map(t=>({value:t,text:K(t,e.name)}));return Gn(S(`setup-mover`),r,t,n)}function Jn(e,t){let n=B(`target`),r=e.split(`;`)[1]?.search(/[@xo]/)??-1,i=F(`select`,{id:n,change:()=>t(i.value===``?null:i.value)},R(``,S(`setup-any-board`),r<0),...Array.from(`abcdefghi`,(e,t)=>R(e,e,t===r)));return F(`div`,{class:`row`},F(`label`,{for:n},S(`setup-target`)),i)}var Yn={ArrowRight:1,ArrowDown:1,ArrowLeft:-1,ArrowUp:-1},Xn=class{element=F(`div`,{class:`palette`,role:`radiogroup`});#e;#t;#n;constructor(e){this.#t=e.name,this.#e=e.pieces,this.#n=e.pieces[0]?.id??``}get selected(){return this.#n}set game(e){this.#t=e.name,this.#e=e.pieces,this.#n=e.pieces[0]?.id??``,this.draw()}draw(){let e=(e,t,n,r)=>F(`button`,{type:`button`,role:`radio`,class:`piece`,"aria-checked":String(e===this.#n),"aria-label":t,title:n<9?`${t} (${n+1})`:t,tabindex:e===this.#n?0:-1,click:()=>this.select(e),keydown:e=>this.#i(e)},r),t=this.#e.map((t,n)=>e(t.id,w(t.name),n,this.picture(t.id)??t.id));this.element.setAttribute(`aria-label`,S(`setup-pieces`,{game:this.#t})),I(this.element,...t,e(``,S(`setup-eraser`),t.length,`×`))}select(e){this.#n=e;let t=this.element.contains(document.activeElement);this.draw(),t&&this.element.querySelector(`[aria-checked=true]`)?.focus()}selectNumber(e){let t=this.#r[e-1];return t!==void 0&&this.select(t),t!==void 0}picture(e){return Ht(this.#e.find(t=>t.id===e)?.svg??``)}name(e){let t=this.#e.find(t=>t.id===e);return t===void 0?e===``?S(`setup-emptied`):e:w(t.name)}get#r(){return[...this.#e.map(e=>e.id),``]}#i(e){let t=Yn[e.key],n=this.#r,r=t===void 0?void 0:n[(n.indexOf(this.#n)+t+n.length)%n.length];r!==void 0&&(e.preventDefault(),this.select(r))}};function Zn(e,t,n,r){let[i,a]=t.split(`:`);return i===`hand`?n===``?P(e,t,null):P(e,`hand:${a??``}`,n):P(e,t,n===``||n===r?null:n)}async function Qn(e,t,n,r){let i=n?.startsWith(`hand:`)===!0?n.split(`:`).slice(0,2).join(`:`):n;if(r===``||i!==null&&t.startsWith(`${i}:`))return null;let a=await P(e,t,null);return i===null?a:P({...e,position:a.position},i,r)}function $n(e,t){return P(e,`mover`,t)}var er={loa:`...........oo.........x....x.........xoo.x..xo.................. x`,othello:`OOOO-XO-OOOOXOOXOOOXOOOOOOXOOOO-OOOOXOO--OXX-X-OOOOXXXX-XXXXXX-- X`,shogi:`7kg/8s/9/7S1/9/9/9/9/9 b 2GS2r2bgs4n4l18p 1`,uttt:`X;.@.X..X..;XOOO..X../OX.O..X../X.XX..O../O.OXXX.O./.O..OX.../...O.OO.X/.OOXXXXO./.X....OX./X.......O`};function tr(e){return er[e.name]??null}var nr=class{#e=[];get isEmpty(){return this.#e.length===0}clear(){this.#e=[]}push(e,t){e!==null&&e.read.position!==t.position&&(this.#e=[...this.#e,e].slice(-200))}pop(){let e=this.#e.at(-1);return this.#e=this.#e.slice(0,-1),e}},rr=[{keys:[`ArrowRight`,`Enter`],action:`forward`,label:`key-forward`},{keys:[`ArrowLeft`,`Backspace`],action:`back`,label:`key-back`},{keys:[`ArrowDown`,`j`],action:`select-next`,label:`key-select`},{keys:[`ArrowUp`,`k`],action:`select-previous`,label:`key-select`},{keys:[`Home`],action:`first`,label:`key-first`},{keys:[`End`],action:`last`,label:`key-last`},{keys:[`e`],action:`end`,label:`key-end`},{keys:[`g`],action:`ply`,label:`key-ply`},{keys:[`/`,`f`],action:`find`,label:`key-find`},{keys:[`a`],action:`others`,label:`key-transpositions`},{keys:[`b`],action:`text`,label:`key-text`},{keys:[`c`],action:`link`,label:`key-link`},{keys:[`l`],action:`lang`,label:`key-language`},{keys:[`?`],action:`help`,label:`key-help`}];function ir(e){if(e.ctrlKey||e.metaKey||e.altKey)return null;let t=e.key.length===1?e.key.toLowerCase():e.key;return rr.find(({keys:e})=>e.includes(t))?.action??null}function ar(e,t){if(!(e instanceof Element))return!1;if(e.closest(`input,textarea,select,dialog,[contenteditable]`)!==null)return!0;let n=e.closest(`button,a,summary`)!==null;return e.closest(`.scroller`)!==null&&/^(Arrow(Up|Down)|Home|End)$/.test(t)||n&&(t===`Enter`||t===` `)}var or={ArrowRight:`→`,ArrowLeft:`←`,ArrowUp:`↑`,ArrowDown:`↓`};function sr(){let e=[[[`→`,`←`,`↑`,`↓`],S(`key-board-move`)],[[`1 … 9`,`Enter`],S(`key-board-place`)],[[`Delete`],S(`key-board-remove`)]],t=rr.map(({keys:e,label:t})=>[e.map(e=>or[e]??e),S(t)]),n=F(`dl`,{class:`keys`});for(let[r,i]of[...t,...e]){let e=r.map(e=>F(`kbd`,{},e));n.append(F(`div`,{},F(`dt`,{},...e),F(`dd`,{},i)))}cr(S(`keys-title`),n)}function cr(e,...t){let n=F(`h2`,{tabindex:-1},e),r=F(`dialog`,{"aria-label":e,close:()=>r.remove(),click:e=>{e.target===r&&r.close()}},F(`div`,{class:`dialog`},F(`header`,{},n,L(S(`dialog-close`),()=>r.close())),...t));return document.body.append(r),r.showModal(),r}function lr(e){return new Promise(t=>{let n=e.map(e=>L(e.mv.endsWith(`+`)?S(`setup-promote`):S(`setup-keep`),()=>{t(e),r.close()})),r=cr(S(`setup-promotion`),F(`p`,{class:`buttons`},...n));r.addEventListener(`close`,()=>t(void 0)),n[0]?.focus()})}async function ur(e,t,n){let r=[];for(let i of Wn(e.game,t,n)){let t=`${e.position} moves ${i}`,n=await N({...e,position:t},i).catch(dr);n!==null&&!r.some(e=>e.read.position===n.position)&&r.push({mv:i,read:n})}return r}function dr(e){if(e instanceof E&&e.status===422)return null;throw e}async function fr(e,t,n){let r=await ur(e,t,n),[i,...a]=r;return i===void 0?`illegal`:a.length===0?i:await lr(r)??null}function pr(e,t){return S(`setup-illegal`,{move:[e,t].filter(e=>e!==null).map(e=>e.replace(/^hand:/,``)).join(`–`)})}var mr={loa:`rules-help-loa`,othello:`rules-help-othello`,shogi:`rules-help-shogi`,uttt:`rules-help-uttt`};function hr(e){let t=mr[e.name];return t===void 0?e.rules_help:S(t)}var gr={loa:[{rules:`olympiad`,label:`rules-loa-olympiad`},{rules:`sackson`,label:`rules-loa-sackson`}],othello:[{rules:`standard`,label:`rules-othello-standard`},{rules:`board=6`,label:`rules-othello-six`}],shogi:[{rules:`tsume`,label:`rules-shogi-tsume`},{rules:`tsume-mudaai`,label:`rules-shogi-mudaai`},{rules:`full`,label:`rules-shogi-full`}],uttt:[{rules:`standard`,label:`rules-uttt-standard`},{rules:`open`,label:`rules-uttt-open`}]},_r=`other`,vr=class{element=F(`div`,{class:`rules`});#e;#t;#n;#r;#i=null;#a=F(`p`,{class:`error`,role:`alert`,id:B(`rules-error`)});#o=null;constructor(e,t){this.#t=e,this.#e=t,this.#n=e.rules,this.#r=this.#s.length===0}get rules(){return this.#n}get isWrong(){return this.#i!==null}set game(e){this.#t=e,this.use(e.rules)}use(e){this.#n=e,this.#r=!this.#s.some(t=>t.rules===e),this.#i=null,this.draw()}get#s(){return gr[this.#t.name]??[]}draw(){if(this.#s.length===0&&this.#t.rules_help===``){I(this.element);return}let[e,t,n]=[B(`rules`),B(`rules`),B(`help`)],r=F(`select`,{id:e,change:()=>this.#c(r.value)},...this.#s.map(({rules:e,label:t})=>R(e,S(t),!this.#r&&e===this.#n)),R(_r,S(`rules-other`),this.#r)),i=F(`input`,{id:t,value:this.#n,spellcheck:`false`,autocomplete:`off`,autocapitalize:`off`,"aria-describedby":`${n} ${this.#a.id}`,change:()=>this.#l(i.value.trim())});this.#o=i;let a=S(`setup-rules`);I(this.element,this.#s.length>0&&F(`div`,{class:`row`},F(`label`,{for:e},a),r),this.#r&&F(`div`,{class:`row`},F(`label`,{for:t},this.#s.length>0?S(`rules-text`):a),i),this.#a,this.#r&&F(`pre`,{id:n,class:`hint`},hr(this.#t))),this.complain(this.#i)}complain(e){this.#i=e,I(this.#a,...e===null?[]:X(e)),this.#o?.setAttribute(`aria-invalid`,String(e!==null))}focus(){this.element.querySelector(this.#r?`input`:`select`)?.focus()}#c(e){e===_r?(this.#r=!0,this.draw(),this.#o?.focus()):(this.#r=!1,this.draw(),this.#l(e),this.focus())}#l(e){this.#i=null,this.complain(null),this.#n=e,this.#e()}},yr=6;function br(e,t,n){let r=document.elementFromPoint(t,n)?.closest(`[data-square],[data-hand]`)??null;if(r===null||!e.contains(r))return null;let i=r.getAttribute(`data-hand`);return i===null?r.getAttribute(`data-square`):`hand:${i}`}function xr(e,t){let n=null,r=()=>{n?.ghost?.remove(),n=null};e.addEventListener(`pointerdown`,r=>{let i=r.button===0?br(e,r.clientX,r.clientY):null;i!==null&&t.picture(i)!==null&&(n={from:i,x:r.clientX,y:r.clientY,ghost:null})}),addEventListener(`pointermove`,e=>{if(n!==null){if(n.ghost===null&&Math.hypot(e.clientX-n.x,e.clientY-n.y)>=yr){let e=t.picture(n.from);n.ghost=F(`div`,{class:`ghost`,"aria-hidden":`true`},e),document.body.append(n.ghost)}n.ghost?.style.setProperty(`left`,`${e.clientX}px`),n.ghost?.style.setProperty(`top`,`${e.clientY}px`)}}),addEventListener(`pointerup`,i=>{let a=n;if(r(),a?.ghost!=null){let n=br(e,i.clientX,i.clientY);n!==a.from&&t.dropped(a.from,n)}}),addEventListener(`pointercancel`,r)}var Sr={ArrowUp:`up`,ArrowDown:`down`,ArrowLeft:`left`,ArrowRight:`right`},Cr=class{element=F(`div`,{class:`board editable`,tabindex:0,role:`application`,click:e=>this.#i(e),keydown:e=>this.#a(e),focus:()=>this.#c(),blur:()=>this.#l()});#e;#t=null;#n=null;#r=``;constructor(e){this.#e=e,xr(this.element,{picture:t=>e.picture(this.pieceAt(t)),dropped:e.dropped})}begin(e){this.#r=e,this.#t=null,this.#n=null}get from(){return this.#n}set from(e){this.#n=e,this.#l()}show(e,t){this.element.setAttribute(`aria-label`,t);let n=F(`p`,{class:`hint`},S(`page-loading`));I(this.element,e===void 0?n:V(e,e?.title??``)),document.activeElement===this.element?this.#c():this.#l()}markWrong(e){U(this.element,e===null?[]:[e],`wrong`)}pieceAt(e){let[,t,n]=/^hand:(\w+):(\w)$/.exec(e)??[];return n===void 0?H(this.element).get(e)?.getAttribute(`data-piece`)??``:t===this.#r?n.toUpperCase():n.toLowerCase()}#i(e){let t=Kt(e);t!==null&&(this.#t=t,this.#e.act(t))}#a(e){let t=e.key.toLowerCase()===`z`&&(e.ctrlKey||e.metaKey)&&!e.shiftKey;if(t||!e.ctrlKey&&!e.metaKey&&!e.altKey){if(t)this.#e.undo();else if(!this.#o(e.key))return;e.preventDefault()}}#o(e){let t=this.#t,n=Sr[e];if(n!==void 0)this.#s(n);else if(t!==null&&(e===`Enter`||e===` `))this.#e.act(t);else if(t!==null&&(e===`Delete`||e===`Backspace`))this.#e.remove(t);else if(e===`Escape`&&this.#n!==null)this.from=null;else return/^[1-9]$/.test(e)&&this.#e.digit(Number(e));return!0}#s(e){let t=Gt(this.element),n=t.find(e=>e.name===this.#t)??t[0];n!==void 0&&(this.#t=this.#t===null?n.name:Ut(t,n,e).name,this.#c())}#c(){let e=H(this.element);this.#t!==null&&e.has(this.#t)||(this.#t=e.keys().next().value??null),this.#l(),this.#t!==null&&z(S(`setup-square`,{square:this.#t,piece:this.#e.name(this.pieceAt(this.#t))}))}#l(){let e=document.activeElement===this.element;U(this.element,e&&this.#t!==null?[this.#t]:[],`cursor`),U(this.element,this.#n===null?[]:[this.#n],`hinted`)}},wr=350,Tr=class{element=F(`section`,{class:`set-up`});#e;#t;#n=null;#r=new nr;#i=``;#a=0;#o=Promise.resolve();#s=new Mn(e=>this.#A(D(e),!1));#c;#l=!1;#u;#d;#f;#p=F(`div`,{class:`movers`});#m=new Kn(()=>{this.#u.from=null,this.#N(),this.#j()});#h=L(``,()=>this.#I(()=>this.#k()));#g=F(`p`,{class:`hint over`,role:`status`});#_;constructor(e,t={}){this.#t=e,this.#e=t,this.#d=new Xn(e),this.#f=new vr(e,()=>void this.#C()),this.#_=this.#x(),this.#u=new Cr({act:e=>this.#F(e,this.#d.selected),remove:e=>this.#m.mode===`edit`&&this.#F(e,``),dropped:(e,t)=>this.#I(()=>this.#R(e,t)),undo:()=>this.#I(()=>this.#k()),digit:e=>this.#d.selectNumber(e),picture:e=>this.#m.mode===`edit`?this.#d.picture(e):null,name:e=>this.#d.name(e)}),this.#u.begin(e.sides[0]??``),this.#i=e.sides[0]??``,this.draw(),t.first==null?this.#b():this.show(t.first)}get game(){return this.#t}get rules(){return this.#f.rules}async settled(){if(this.#c!==void 0&&(this.#o=this.#w(this.#_.input.value)),await this.#o,await this.#s.done,this.#f.isWrong)return this.#f.focus(),null;if(this.#_.input.value.trim()===``)this.#_.complain({type:lt,message:this.#t.name});else if(!this.#l&&this.#v!==null&&!this.#v.refused)return this.#v;return this.#_.input.focus(),null}set game(e){this.#y(),this.#t=e,this.#d.game=e,this.#f.game=e,this.#m.mode=`edit`,this.#u.begin(e.sides[0]??``),this.#i=e.sides[0]??``,this.#n=null,this.#r.clear(),this.#_=this.#x(),this.draw(),this.#b()}draw(){let e=this.#_.input.value;this.#_=this.#x(),this.#_.input.value=e,this.#d.draw(),this.#f.draw(),this.#N(),this.#j(),this.#h.textContent=S(`setup-undo`);let t=[this.#h,this.#P&&L(S(`setup-clear`),()=>this.#I(()=>this.#B(Pn))),Fn(this.#t.name)&&L(S(`setup-rest`),()=>this.#I(()=>this.#B((e,t)=>zn(t)))),L(S(`setup-start`),()=>void this.show(this.#t.start??``)),tr(this.#t)!==null&&L(S(`setup-example`),()=>this.#b()),...this.#e.extra?.(this.#t)??[]];I(this.element,F(`h2`,{},S(`setup-title`)),F(`div`,{class:`set-up-grid`},F(`div`,{class:`board-side`},this.#u.element,this.#e.below,this.#m.hint,F(`div`,{class:`buttons`},...t)),F(`div`,{class:`position-side`},this.#m.element,this.#p,this.#d.element,this.#_.element,this.#g,this.#f.element)))}translate(){this.draw();let e=this.#v,t=this.#_.input.value;this.#c!==void 0||this.#l&&t.trim()!==``?this.#o=this.#w(t):e?.refused?this.#_.complain({type:`input`,message:e.refused}):e!==null&&(this.#o=this.#D(()=>N(this.#S(e.position)),`kept`))}async show(e){this.#y(),this.#o=this.#D(()=>N(this.#S(e)),`replaced`),await this.#o}async paste(e,t=null){this.#y(),t!==null&&this.#f.use(t),this.#_.input.value=e,this.#o=this.#w(e),await this.#o}get#v(){return this.#n?.read??null}#y(){clearTimeout(this.#c),this.#c=void 0,this.#s.clear()}#b(){this.#f.rules!==this.#t.rules&&this.#f.use(this.#t.rules),this.show(tr(this.#t)??this.#t.start??``)}#x(){let{reads:e,start:t}=this.#t,n=e.join(S(`move-separator`)),r=this.#P?S(`setup-position-hint`,{count:e.length,forms:n}):S(`setup-position-own`,{example:t??``}),i=An(S(`setup-position`),r,3);return i.input.addEventListener(`input`,()=>{this.#a+=1,clearTimeout(this.#c),this.#c=setTimeout(()=>{this.#o=this.#w(i.input.value)},wr)}),i}#S(e){return{game:this.#t.name,rules:this.#f.rules,position:e}}async#C(){this.#y();let e=this.#_.input.value.trim(),t=e!==``&&(this.#v===null||this.#l),n=async()=>{try{return await N(this.#S(e||(this.#t.start??``)))}catch(e){if(!(e instanceof E)||e.trouble.type!==`input`||t)throw e;return N(this.#S(`start`))}};this.#o=this.#D(n,`replaced`),await this.#o}async#w(e){clearTimeout(this.#c),this.#c=void 0;let t=e.trim();t===``?this.#_.complain(null):(await this.#D(()=>t.includes(`
`)?this.#T(e):N(this.#S(t)),`kept`),this.#l&&t.includes(`
`)&&await this.#e.openList?.(e)===!0&&this.#E())}async#T(e){let t=await Dt(this.#t.name,this.#f.rules,``,new Blob([e]));return N(this.#S(t.position))}#E(){this.#l=!1,this.#_.complain(null),this.#_.input.value=this.#v?.position??``}async#D(e,t){this.#a+=1;let n=this.#a;try{let r=await e();n===this.#a&&this.#O(r,t===`replaced`)}catch(e){n===this.#a&&(this.#l||=t===`kept`||this.#v===null,this.#A(D(e),e instanceof E))}}#O(e,t){this.#r.push(this.#n,e),this.#n={read:e,lang:C()},this.#i=e.mover??this.#i,this.#l=!1,this.#u.from=null,this.#f.complain(null),this.#_.complain(null),t&&(this.#_.input.value=e.position),this.#j(),e.refused&&this.#_.complain({type:`input`,message:e.refused}),this.#e.changed?.(e)}async#k(){let e=this.#r.pop();e!==void 0&&(this.#n=null,e.lang===C()?(this.#a+=1,this.#O(e.read,!0)):await this.#D(()=>$n(this.#S(e.read.position),e.read.mover??this.#i),`replaced`))}#A(e,t){e.type===`usage`?this.#f.complain(e):(this.#_.complain(t?e:{type:e.type,message:e.message}),this.#u.markWrong(e.square??null))}#j(){let e=this.#v,t=this.#P?S(`setup-keys-hint`,{game:this.#t.name}):``;this.#u.show(e===null?void 0:e.board,`${S(`board-label`)}. ${t}`),this.#u.element.classList.toggle(`playing`,this.#m.mode===`play`),this.#h.disabled=this.#r.isEmpty,I(this.#g,e?.over??``),this.#M()}#M(){let{name:e}=this.#t,t=qn(this.#t,this.#i,e=>{this.#i=e,this.#I(()=>this.#z(`mover`,e))});I(this.#p,this.#P&&t,e===`uttt`&&Jn(this.#v?.position??``,e=>this.#I(()=>this.#z(`target`,e))))}#N(){this.#m.draw(this.#t,this.#P),this.#d.element.hidden=this.#m.mode===`play`||!this.#P}get#P(){return this.#t.pieces.length>0}#F(e,t){this.#P&&this.#I(()=>this.#m.mode===`edit`?this.#L(e,t):this.#H(e))}#I(e){this.#s.take(e)}async#L(e,t){let n=this.#u.pieceAt(e);await this.#V(r=>Zn(r,e,t,n)),z(S(`setup-changed`,{square:e,piece:this.#d.name(this.#u.pieceAt(e))}))}async#R(e,t){let n=this.#u.pieceAt(e);await this.#V(r=>Qn(r,e,t,n)),z(S(`setup-changed`,{square:t??e,piece:this.#d.name(t===null?``:n)}))}async#z(e,t){await this.#V(n=>P(n,e,t))}async#B(e){await this.#V(async t=>{let n=e(t.game,t.position);return n===null?null:$n({...t,position:n},this.#i)})}async#V(e){let t=this.#v;t!==null&&await this.#D(async()=>{let n=await e(this.#S(t.position))??t,r=this.#e.keepsSet===!0?Bn(t.position,n.position):null;return r===null?n:$n(this.#S(r),this.#i)},`replaced`)}async#H(e){let t=this.#v?.position,n=this.#u.from,r=this.#u.pieceAt(e)===``;if(t===void 0)return;if(!Un(this.#t.name)&&(n===null||n===e)){this.#u.from=n===e||r?null:e;return}let i=await fr(this.#S(t),n,e);i!==null&&(i===`illegal`?(this.#u.from=r||Un(this.#t.name)?null:e,I(this.#g,pr(n,e))):(this.#a+=1,this.#O(i.read,!0),z(`${i.mv}. ${i.read.board?.title??``}`)))}};function Er(e,t={},r=null){return n().ask(e,t,r)}var Dr=e=>n().answerAgain(e);function Or(e){return e.expanded+(e.leaf_nodes??0)}function kr({kind:e}){return{sound:`is-proved`,flawed:`is-flawed`,"no-win":`is-disproved`,open:`is-unknown`}[e]}function Ar(e){if(e.kind===`no-win`)return S(`compose-no-mate`);let{length:t}=e;return t===null?S(`compose-open`,{length:w(e.length_text)}):S(`compose-mate`,{plies:t})}function jr(e){return e.kind===`no-win`?S(`compose-no-mate`):w(e.length_text)}function Mr({flaw_text:e}){return e===void 0?``:w(e)}function Nr({line_names:e}){return gn(e?.[C()]??e?.en??[])}var Pr=[`move`,`add`,`remove`,`exchange`,`hand`,`shift`,`mirror`],Fr={move:`compose-change-move`,add:`compose-change-add`,remove:`compose-change-remove`,exchange:`compose-change-exchange`,hand:`compose-change-hand`,shift:`compose-change-shift`,mirror:`compose-change-mirror`},Ir=[`all`,`mates`,`sound`],Lr={all:`compose-show-all`,mates:`compose-show-mates`,sound:`compose-show-sound`},Rr=class{element=F(`div`,{class:`variants`});#e;#t=F(`p`,{class:`state`,role:`status`});#n=F(`tbody`,{});#r=new Set([`move`,`remove`,`exchange`,`hand`]);#i=`all`;#a=[];#o=null;#s=``;#c=null;#l=null;constructor(e){this.#e=e,this.draw()}mark(e){this.#s=e;for(let e of this.element.querySelectorAll(`tr[data-position]`))this.#v(e)}stop(){this.#c?.stop()}async#u(){let e=await this.#e.question();if(e===null)return;this.stop(),this.#a=[],this.#l=null,this.#o=e.position;let t=()=>this.#c===n,n=Er({...e,changes:Pr.filter(e=>this.#r.has(e))},{row:e=>t()&&this.#d(e)});this.#c=n,this.draw();let r=await n.end;if(t()){this.#c=null,this.#l=r;let e=this.element.contains(document.activeElement);this.draw(),e&&this.element.querySelector(`.buttons button`)?.focus({preventScroll:!0}),z(this.#f())}}#d(e){this.#a.push(e),zr(e,this.#i)&&this.#n.append(this.#_(e)),I(this.#t,this.#f())}draw(){let e=this.#c!==null;I(this.element,this.#p(),F(`p`,{class:`buttons`},e?L(S(`stop-button`),()=>this.stop()):L(S(`compose-vary`),()=>void this.#u(),{class:`primary`})),this.#l?.kind===`failed`||this.#l?.kind===`busy`?F(`p`,{class:`error`},...X(this.#l.trouble)):this.#t,this.#o!==null&&this.#m(),this.#o!==null&&this.#h(this.#o)),I(this.#t,this.#f())}#f(){if(this.#o===null)return``;let e=this.#a.length,t=this.#a.at(-1)?.of??0,n={done:e,of:t,sound:this.#a.filter(({kind:e})=>e===`sound`).length};return this.#l?.kind===`lost`?S(`ask-lost`):this.#c===null&&e<t?S(`compose-cut`,n):S(`compose-progress`,n)}#p(){let e=Pr.map(e=>{let t=F(`input`,{type:`checkbox`,value:e,checked:this.#r.has(e),change:()=>t.checked?this.#r.add(e):this.#r.delete(e)});return F(`label`,{class:`choice`},t,F(`span`,{},S(Fr[e])))});return F(`fieldset`,{class:`inline`},F(`legend`,{},S(`compose-changes`)),...e)}#m(){let e=Ir.map(e=>({value:e,text:S(Lr[e])}));return Gn(S(`compose-show`),e,this.#i,e=>{this.#i=e,this.#g()})}#h(e){let t=[S(`compose-change`),S(`compose-length`),S(`compose-flaw`)],n=F(`tr`,{"data-position":e},F(`th`,{scope:`row`,colspan:3},this.#y(S(`compose-itself`),e)));return this.#v(n),this.#g(),kt(S(`compose-variants`),t,F(`tbody`,{},n),this.#n)}#g(){I(this.#n,...this.#a.filter(e=>zr(e,this.#i)).map(e=>this.#_(e)))}#_(e){let t=F(`tr`,{class:kr(e),"data-position":e.position},F(`th`,{scope:`row`},this.#y(e.change_text,e.position)),F(`td`,{class:`length`},jr(e)),F(`td`,{},Mr(e)));return this.#v(t),t}#v(e){e.querySelector(`button`)?.setAttribute(`aria-pressed`,String(e.dataset.position===this.#s))}#y(e,t){return L(typeof e==`string`?e:w(e),()=>this.#e.show(t),{class:`link`})}};function zr(e,t){return t===`all`||e.kind===`sound`||t===`mates`&&e.kind===`flawed`}var Br=new Set;function Vr(e){Br.add(e)}function Hr(e,t){let n=F(`span`,{class:`to-certificate`}),r=()=>I(n,Br.has(e)?F(`span`,{class:`gone`,tabindex:-1},S(`answer-gone`)):i),i=F(`a`,{...t,href:$(e,[]),click:e=>{let{button:t,ctrlKey:n,metaKey:r,shiftKey:i,altKey:o}=e;t!==0||n||r||i||o||(e.preventDefault(),a())}},S(`answer-explore`)),a=async()=>{try{await ht(e)}catch(t){if(O(t)){Vr(e),r(),n.querySelector(`.gone`)?.focus(),z(S(`answer-gone`));return}}i.isConnected&&(location.hash=$(e,[]))};return r(),n}var Ur={win:`ask-win`,value:`ask-value`,moves:`ask-moves`,score:`ask-score`,shortest:`ask-shortest`,others:`ask-others`},Wr={win:`ask-win-shogi`,shortest:`ask-shortest-shogi`},Gr={win:`ask-win-hint`,value:`ask-value-hint`,moves:`ask-moves-hint`,score:`ask-score-hint`,shortest:`ask-shortest-hint`,others:`ask-others-hint`};function Kr(e,t){return S((t===`shogi`?Wr[e]:void 0)??Ur[e])}function qr(e){return e.name===`shogi`?[`win`,`shortest`,`others`,`moves`]:e.scored?[`win`,`value`,`moves`,`score`,`shortest`]:[`win`,`value`,`moves`,`shortest`]}function Jr(e){return e===`win`||e===`shortest`}var Yr=1<<20,Xr=class{element;#e;#t;#n=`win`;#r=``;#i;#a;#o;constructor(e,t,n){this.#t=e,this.#e=t,this.#i=Math.min(60,t.seconds),this.#a=Math.min(1,t.threads),this.#o=Math.min(256,Math.floor(t.memory/Yr)),this.element=F(`form`,{class:`ask`,submit:e=>{e.preventDefault(),n(this.wanted)}}),this.draw()}get wanted(){let e={seconds:this.#i,threads:this.#a,memory:this.#o*Yr},t=Jr(this.#n)&&this.#r!==``?{side:this.#r}:{};return{ask:this.#n,...t,...e}}set game(e){this.#t=e,this.#r=``,qr(e).includes(this.#n)||(this.#n=`win`),this.draw()}select(e){let t=qr(this.#t).find(t=>t===e);return this.#n=t??this.#n,this.draw(),t!==void 0}draw(){let e=B(`ask`),t=qr(this.#t).map(t=>F(`label`,{class:`choice`},F(`input`,{type:`radio`,name:e,value:t,checked:t===this.#n,change:()=>{this.#n=t,this.draw(),this.element.querySelector(`input[value=${t}]`)?.focus()}}),F(`span`,{},Kr(t,this.#t.name))));I(this.element,F(`fieldset`,{},F(`legend`,{},S(`ask-legend`)),...t,F(`p`,{class:`hint`},S(Gr[this.#n]))),Jr(this.#n)&&this.#s(),this.#c(),F(`button`,{type:`submit`,class:`primary`},S(`ask-solve`)))}#s(){let e=B(`side`),t=F(`select`,{id:e,change:()=>this.#r=t.value},R(``,S(`ask-side-mover`),this.#r===``),...this.#t.sides.map(e=>R(e,K(e,this.#t.name),e===this.#r)));return F(`div`,{class:`row`},F(`label`,{for:e},S(`ask-side`)),t)}#c(){let e=this.#e,t=(e,t,n,r)=>{let i=B(`limit`),a=F(`input`,{id:i,type:`number`,min:1,max:n,value:t,required:!0,input:()=>{a.validity.valid&&r(a.valueAsNumber)}});return F(`div`,{class:`row`},F(`label`,{for:i},e),a,F(`span`,{class:`hint`},`≤ ${J(n)}`))};return F(`details`,{class:`limits`},F(`summary`,{},S(`ask-limits`)),t(S(`ask-seconds`),this.#i,Math.floor(e.seconds),e=>this.#i=e),e.threads>1&&t(S(`ask-threads`),this.#a,e.threads,e=>this.#a=e),t(S(`ask-memory`),this.#o,Math.floor(e.memory/Yr),e=>this.#o=e))}};function Zr({value:e,answer:t},n){return n===`shogi`&&(e!=null||t!==void 0)?S(e===`win`||t===`proved`?`value-mate`:e===`draw`||e===`loss`||t===`disproved`?`value-no-mate`:`value-open`):e==null?t===`proved`?S(`value-win`):t===`disproved`?`–`:S(`value-open`):{win:S(`value-win`),draw:S(`value-draw`),loss:S(`value-loss`)}[e]}function Qr(e){let{over:t,yozume:n}=e.data,r=[];if(n!==void 0){if(n.others.length>0){let e=n.others.map(({number:e,move:t,name:n,kind:r})=>S(`answer-other`,{number:e,move:n??t,kind:r.replaceAll(` `,`-`)}));r.push(S(`answer-others`,{moves:e.join(S(`move-separator`))}))}if(n.open.length>0){let e=n.open.map(({number:e,move:t,name:n})=>S(`answer-at-move`,{number:e,move:n??t}));r.push(S(`answer-open`,{moves:e.join(S(`move-separator`))}))}}return t!==void 0&&r.push(S(`answer-over`,{reason:t})),r}function $r(e,t){let{data:n}=e,r=F(`div`,{class:`answer-view`},F(`p`,{class:`headline is-${n.answer}`,lang:t},e.words),...Qr(e).map(e=>F(`p`,{class:`remark`},e)),...(e.problems??[]).map(e=>F(`p`,{class:`remark`},`${S(`answer-problem`)} `,Y(e))),gn(n.line_names??n.line,n.line_complete===!1&&` … ${S(`answer-line-cut`)}`),n.moves===void 0?null:ri(n.moves,n.game),ii(Or(n),n.seconds));if(e.isGone===!0&&r.append(F(`p`,{class:`gone`},S(`answer-gone`))),e.certificates.length>0){let n=e.certificates.map(({id:n,name:r})=>F(`li`,{},Hr(String(n),{class:`button`}),e.certificates.length>1&&F(`span`,{class:`hint`,lang:t},r)));r.append(F(`ul`,{class:`certificates`,"aria-label":S(`answer-certificates`)},...n))}if(e.bundle!=null){let t=Q({page:`bundle`,id:e.bundle});r.append(F(`p`,{},F(`a`,{class:`to-bundle`,href:t},S(`answer-bundle`))))}return r}function ei({value:e,answer:t,line:n}){let r=e??{proved:`win`,disproved:`loss`,unknown:null}[t??`unknown`],i=Math.min(n.length,ti);return r===`win`?i-3*ti:r===`draw`?-ti:r===`loss`?2*ti-i:0}var ti=1e4;function ni(e){return[...e].sort((e,t)=>ei(e)-ei(t))}function ri(e,t){let n=ni(e).map(e=>F(`tr`,{class:`value-${e.value??e.answer??`open`}`},F(`th`,{scope:`row`},e.name??e.move),F(`td`,{},Zr(e,t)),F(`td`,{class:`figure`},q(Or(e))))),r=[S(`answer-move`),S(`answer-value`),S(`answer-nodes`)];return kt(Kr(`moves`,t),r,F(`tbody`,{},...n))}function ii(e,t){return F(`p`,{class:`hint figures`},[S(`figure-nodes`,{nodes:q(e)}),S(`figure-seconds`,{seconds:Qt(t)})].join(` · `))}var ai=150,oi=class{element=F(`section`,{class:`verdict`});#e={kind:`none`};#t=null;#n;constructor(){this.draw()}judge(e){this.#r(),this.#a({kind:`searching`,nodes:null}),this.#n=setTimeout(()=>void this.#i(e),ai)}clear(){this.#r(),this.#a({kind:`none`})}#r(){clearTimeout(this.#n),this.#t?.stop(),this.#t=null}async#i(e){let t=()=>this.#t===n,n=Er(e,{progress:({nodes:e})=>t()&&this.#a({kind:`searching`,nodes:e})});this.#t=n;let r=await n.end;t()&&(this.#t=null,this.#a({kind:`end`,end:r}),r.kind===`answer`&&z(r.answer.words))}#a(e){this.#e=e,this.draw()}draw(){let e=this.#e;switch(this.element.dataset.state=e.kind,this.element.setAttribute(`aria-label`,S(`compose-verdict`)),e.kind){case`none`:return I(this.element,F(`p`,{class:`hint`},S(`compose-invalid`)));case`searching`:return I(this.element,F(`p`,{class:`state`},F(`span`,{class:`spinner`,"aria-hidden":`true`}),S(`state-searching`)),e.nodes!==null&&F(`p`,{class:`hint figures`},S(`figure-nodes`,{nodes:q(e.nodes)})));case`end`:return I(this.element,...si(e.end))}}};function si(e){switch(e.kind){case`answer`:return[ci(e.answer.data)];case`busy`:case`failed`:return[F(`p`,{class:`error`},...X(e.trouble))];default:return[F(`p`,{class:`error`},S(`ask-lost`))]}}function ci(e){return F(`div`,{class:`answer-view`},F(`p`,{class:`headline ${kr(e)}`},Ar(e)),F(`p`,{class:`flaw`},Mr(e)),Nr(e),ii(e.nodes,e.seconds))}var[li,ui]=[60,64<<20],di=class{element=F(`div`,{class:`solver composer`});#e;#t;#n=new oi;#r;#i=`${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;#a=null;constructor(e,t,n){this.#e=e,this.#r=new Rr({question:()=>this.#c(),show:e=>void this.#t.show(e)}),this.#t=new Tr(t,{changed:e=>this.#s(e),keepsSet:!0,below:this.#n.element,first:n}),this.#o()}get title(){return`shomei – ${S(`compose-link`)}`}async translate(){this.#t.translate(),this.#n.draw(),this.#r.draw(),this.#o()}again(e){e!==null&&e!==this.#a?.position?this.#t.show(e):this.#a!==null&&this.#s(this.#a)}close(){this.#n.clear(),this.#r.stop()}#o(){I(this.element,F(`h1`,{},S(`compose-link`)),F(`p`,{class:`hint`},S(`compose-hint`)),F(`div`,{class:`solver-grid`},this.#t.element,F(`section`,{class:`asking`},F(`h2`,{},S(`compose-variants`)),k()===``?F(`p`,{class:`error`},S(`ask-no-token`)):this.#r.element)))}#s(e){this.#a=e,this.#r.mark(e.position),this.element.isConnected&&(history.replaceState(null,``,Q({page:`compose`,position:e.position})),e.refused||k()===``?this.#n.clear():this.#n.judge(this.#l(`judge`,e)))}async#c(){let e=await this.#t.settled();return e===null?null:this.#l(`vary`,e)}#l(e,{position:t}){let{limits:n}=this.#e,{game:r,rules:i}=this.#t;return{game:r.name,rules:i,position:t,ask:e,bench:this.#i,seconds:e===`vary`?n.seconds:Math.min(li,n.seconds),memory:Math.min(ui,n.memory)}}},fi={path:[],moves:[]};function pi(e,t){return a(t,e.path)}function mi(e,t,n,r){let i=[...t,n];return pi(e,i)?e:{path:i,moves:[...e.moves.slice(0,t.length),r]}}function hi(e,t){return pi(e,t)?e.path[t.length]??null:null}var gi=80,_i=5e3,vi=class{#e=-1/0;#t;become(e){this.keep();let t=()=>{this.#e=performance.now();try{history.pushState(null,``,e)}catch{this.#t=setTimeout(t,_i)}},n=this.#e+gi-performance.now();n<=0?t():this.#t=setTimeout(t,n)}keep(){clearTimeout(this.#t)}},yi=300,bi={found:`find-found`,none:`find-none`,stopped:`find-stopped`};function xi(e,t){let n=An(S(`setup-position`),S(`find-hint`),2),i=F(`p`,{class:`state`,role:`status`}),a=0,o=async()=>{a+=1;let o=a;n.complain(null),I(i,S(`page-loading`));try{for(;;){let s=await bt(e,n.input.value.trim());if(o!==a)return;if(s.state===`running`){let e=F(`progress`,{max:Math.max(1,s.of),value:s.records,"aria-label":S(`find-button`)});I(i,e,S(`find-running`,{value:q(s.records),of:q(s.of)})),await c(yi);continue}let l=S(bi[s.state]);I(i,l,...s.reason?[` `,Y(s.reason)]:[]);let u=s.state===`found`?r(s.path??``):null;u!==null&&t(u);return}}catch(e){o===a&&(I(i),n.complain(D(e)),n.input.focus())}},s=F(`form`,{submit:e=>{e.preventDefault(),o()}},n.element,F(`button`,{type:`submit`},S(`find-button`)),i);n.input.addEventListener(`keydown`,e=>{e.key===`Enter`&&!e.shiftKey&&(e.preventDefault(),o())});let l=F(`details`,{class:`find`},F(`summary`,{},S(`find-title`)),s);return{element:l,open:()=>{l.open=!0,n.input.focus()},close:()=>{a+=1}}}function Si(e){let t=Math.floor(e.scrollTop/e.row)-6,n=Math.ceil((e.scrollTop+e.height)/e.row)+6,r=t=>Math.min(Math.max(t,0),e.count);return{first:r(t),end:Math.max(r(t),r(n))}}function Ci(e,t){let n=t*e.row;if(n>=e.scrollTop&&n+e.row<=e.scrollTop+e.height)return e.scrollTop;let r=Math.max(0,e.count*e.row-e.height);return Math.min(Math.max(0,Math.round(n-(e.height-e.row)/2)),r)}var wi=class{#e;#t;#n=!1;constructor(e,t){this.#e=new Float64Array(e),this.#t=t}set(e,t){t>0&&e<this.#e.length&&(this.#n||(this.#n=!0,this.#t=t),this.#e[e]=t)}between(e,t){let n=0;for(let r=e;r<t;r+=1)n+=this.#r(r);return n}visible(e,t){let n=this.#e.length,r=0,i=0;for(;r<n&&i+this.#r(r)<=e;)i+=this.#r(r),r+=1;let a=r;for(;r<n&&i<e+t;)i+=this.#r(r),r+=1;return{first:Math.max(0,a-6),end:Math.min(n,r+6)}}#r(e){return this.#e[e]||this.#t}};function Ti(e,t){let n={path:[],moves:[]},r=-1,i=``,a=F(`ol`,{class:`rows`}),o=F(`div`,{class:`scroller`,tabindex:0,scroll:()=>d(!1)},a),s=F(`p`,{class:`printed`}),c=F(`div`,{class:`line`},o,s),l=new ResizeObserver(()=>d(!0));l.observe(o),t.addEventListener(`abort`,()=>l.disconnect());let u=()=>({scrollTop:o.scrollTop,height:o.clientHeight,row:30,count:n.moves.length+1});function d(t){if(r<0)return;let{first:o,end:s}=Si(u()),c=`${o}-${s}`;if(!t&&c===i)return;i=c,a.style.setProperty(`height`,`${(n.moves.length+1)*30}px`);let l=[];for(let t=o;t<s;t+=1)l.push(Ei(t,n.moves[t-1],t===r,n.moves.length+1,e));I(a,...l)}function f(e,t){let i=e===n;n=e,r=t,o.setAttribute(`aria-label`,S(`line-label`)),a.style.setProperty(`height`,`${(n.moves.length+1)*30}px`),o.scrollTop=Ci(u(),r),d(!0),i||(s.textContent=``)}let p=matchMedia(`print`);return p.addEventListener(`change`,()=>{let e=p.matches?hn(n.moves.map(({name:e})=>e)):[];I(s,...e.flatMap(e=>[F(`span`,{},e),` `]))},{signal:t}),{element:c,show:f}}function Ei(e,t,n,r,i){let a=t?.name??S(`line-start`),o=F(`li`,{class:`row mover-${e%2}`,"aria-setsize":r,"aria-posinset":e+1},F(`button`,{type:`button`,class:n?`here`:``,"aria-current":n&&`step`,tabindex:-1,click:()=>i(e)},F(`span`,{class:`number`},String(e)),F(`span`,{class:`name`},a)));return o.style.setProperty(`top`,`${e*30}px`),o}function Di(e){return e.moves.filter(e=>e.child!==null)}function Oi(e,t){let n=Di(e);return n.find(e=>e.child===t)??n[0]??null}function ki(e){let t=[];if(e.back!==null)t.push(e.back===0?S(`move-repeats-start`):S(`move-repeats`,{ply:e.back}));else if(e.finished)t.push(S(e.out_of_plies?`move-out-of-plies`:`move-ends`));else if(e.size!==null){let{longest_line:n,as_tree:r}=e.size;t.push(n===null?S(`move-cycle`):S(`move-longest`,{plies:n})),r!==null&&t.push(S(`move-tree`,{count:q(r)}))}return t}function Ai(e,t,n){let r=Di(e),i=e.moves.filter(e=>e.child===null);if(e.moves.length===0)return F(`div`,{class:`moves`},F(`p`,{class:`hint`},S(`moves-none`)));let a=F(`ul`,{role:`tree`,class:`tree`,"aria-label":S(`moves-label`)}),o=(i,a,...o)=>F(`li`,{role:`treeitem`,class:`move`,"aria-level":e.ply+1,"aria-setsize":r.length,"aria-posinset":a+1,"aria-selected":i===t?`true`:`false`,tabindex:i===t?0:-1,"data-move":i.mv,focus:()=>n.select(i),click:e=>{e.target instanceof Element&&e.target.closest(`button`)!==null||n.play(i)}},...o);r.forEach((t,r)=>{a.append(o(t,r,...ji(t,e,n)))});let s=F(`div`,{class:`moves`},a);if(i.length>0){let e=S(`moves-silent`,{count:i.length}),t=i.map(e=>{let t=F(`span`,{class:`hidden`},` (${S(`move-silent`)})`);return F(`li`,{class:`move silent`,"data-move":e.mv},F(`span`,{class:`name`},e.name),t)});s.append(F(`p`,{class:`silence hint`},e),F(`ul`,{class:`tree`,"aria-label":e},...t))}return s}function ji(e,t,n){let r=t.says===`all`;return[F(`span`,{class:`name`},e.name),e.answer!==null&&r?F(`span`,{class:`answer`},F(`span`,{class:`hint`},`${S(`move-answer`)} `),e.answer.name):null,F(`span`,{class:`facts`},...ki(e).map((t,n)=>{let r=[S(`move-longest-hint`),S(`move-tree-hint`)],i=e.back!==null||e.finished?void 0:r[n];return F(`span`,{class:e.back===null?`fact`:`fact repeat`,title:i},t)})),e.also&&L(S(`move-transposes`),()=>n.others(e),{class:`link also`,title:S(`move-transposes-hint`,{move:e.name}),tabindex:-1})]}async function Mi(e,t,n,i){let a=F(`div`,{class:`others`,"aria-live":`polite`},F(`p`,{class:`hint`},S(`page-loading`))),o=cr(S(`transpositions-title`,{move:n}),a),s=new AbortController;o.addEventListener(`close`,()=>s.abort()),i.addEventListener(`abort`,()=>o.close(),{signal:s.signal});try{let n=await yt(e,t,s.signal);I(a,F(`ol`,{},...n.parents.map(t=>{let n=r(t.path)??[],i=F(`a`,{href:$(e,n),click:()=>o.close()});return i.append(F(`span`,{class:`hint`},`${S(`transpositions-plies`,{plies:n.length})} `),t.name),F(`li`,{},i)})),n.more&&F(`p`,{class:`hint`},S(`transpositions-more`)))}catch(e){s.signal.aborted||I(a,F(`p`,{class:`error`},...X(D(e))))}}var Ni=class{element=F(`div`,{class:`board`,click:e=>this.#i(Kt(e))});#e;#t=null;#n=new Set;#r=null;constructor(e){this.#e=e}show(e){this.#t=e,this.#r=null,I(this.element,V(e.board,`${S(`board-label`)}. ${e.board?.title??``}`)),this.#n=new Set(H(this.element).keys())}markMove(e){let t=e===null?[]:Wt(e.mv,this.#n);U(this.element,this.#r===null?t:[this.#r],`hinted`)}#i(e){let t=this.#t;if(e===null||t===null)return;let n=e=>Di(t).filter(t=>e.every(e=>Wt(t.mv,this.#n).includes(e))),r=this.#r===null||this.#r===e?[]:n([this.#r,e]),i=r.length>0?r:n([e]),[a,...o]=i;a!==void 0&&o.length===0&&(r.length===1||Wt(a.mv,this.#n).length===1)?this.#e.play(a):(this.#r=a===void 0?null:e,a!==void 0&&this.#e.choose(a),z(S(`moves-pick`,{square:e,count:i.length})))}},Pi=48,Fi=class{#e;#t;#n=new Map;#r=fi;#i=0;constructor(e,t=_t){this.#e=e,this.#t=t}get spine(){return this.#r}forget(){this.#n=new Map}forgetAll(){this.forget(),this.#i+=1,this.#r=fi}follow(e,t,n){t.child!==null&&pi(this.#r,e)&&(this.#r=mi(this.#r,e,t.child,{mv:t.mv,name:t.name,mover:n}))}async at(e,t){let n=i(e),a=pi(this.#r,e),o=this.#n.get(n);if(o!==void 0&&a)return Ii(this.#n,n,o),o;let[s,c]=[this.#n,this.#i],l=await this.#t(this.#e,e,!a,t);if(c!==this.#i||t?.aborted===!0)return l;a||(this.#r={path:r(l.path)??e,moves:l.line??[]});let{line:u,...d}=l;return Ii(s,n,d),d}};function Ii(e,t,n){e.delete(t),e.set(t,n);let r=e.keys().next();e.size>Pi&&r.done!==!0&&e.delete(r.value)}var Li=class{element=F(`figure`,{class:`printed-start`});caption=F(`p`,{class:`printed-caption`});#e;#t=!1;constructor(e){this.#e=e}forget(){this.#t=!1}async follow(e,t){if(this.element.hidden=t.length===0,I(this.caption,t.length===0?S(`line-first`):S(`line-after`,{ply:t.length})),!this.#t){this.#t=!0;try{let{board:n}=t.length===0?e:await this.#e([]);I(this.element,V(n,S(`line-first`)),F(`figcaption`,{},S(`line-first`)))}catch{this.#t=!1}}}};function Ri(e){return[...(e?.exports??[]).map(({form:e,name:t})=>[e,w(t)]),[`proof`,S(`export-certificate`)]]}function zi(e,t,n){return F(`ul`,{class:`links`},...Ri(n).map(([n,r])=>F(`li`,{},F(`a`,xt(e,t,n),r))))}var Bi=class{element=F(`div`,{class:`tools`});#e;#t;constructor(e,t){this.#e=e,this.#t=t}toggleText(){this.element.querySelector(`details`)?.toggleAttribute(`open`)}show(e,t,n){let[r,i]=[...this.element.querySelectorAll(`details`)].map(e=>e.open),a=F(`details`,{class:`as-text`,open:r===!0},F(`summary`,{},S(`board-as-text`)),F(`pre`,{tabindex:0},e.board?.text??S(`board-no-picture`)),F(`p`,{},F(`code`,{},e.position)),L(S(`copy-button`),()=>this.#t.copy(e.position,S(`copy-done`)))),o=F(`details`,{class:`exports`,open:i===!0},F(`summary`,{},S(`export-title`)),zi(this.#e,t,n)),s=[L(S(`link-copy`),this.#t.copyLink),this.#n(e)];I(this.element,a,o,F(`p`,{class:`buttons`},...s))}#n(e){let{number:t,size:n}=e;return t===null||n===null||n.parents<2?null:L(S(`moves-to-here`,{count:q(n.parents)}),()=>this.#t.others(t))}},Vi=400,Hi=1e3,Ui=1e4,Wi=1e4,Gi=class{element=F(`div`,{class:`explorer`});#e;#t;#n=new AbortController;#r=null;#i=null;#a=[];#o=[];#s=[];#c=null;#l=null;#u=new Mn(e=>this.#k(e));#d=new vi;#f=null;#p=F(`section`,{class:`claim`});#m=F(`div`,{class:`check-place`});#h=new Ni({play:e=>this.#U(()=>this.#G(e)),choose:e=>this.#V(e,!1)});#g=F(`nav`,{class:`steering`});#_=F(`p`,{class:`says`});#v=F(`p`,{class:`came-back`});#y=F(`div`,{class:`move-list`});#b=Ti(e=>this.#U(()=>this.#W(this.#t.spine.path.slice(0,e))),this.#n.signal);#x=new Li(e=>this.#t.at(e,this.#n.signal));#S=F(`div`,{class:`jump`});#C;#w=F(`p`,{class:`error`,role:`alert`});#T=null;#E=!1;#D=-1/0;constructor(e){this.#e=e,this.#t=new Fi(e.id),this.#C=new Bi(e.id,{copy:(e,t)=>void this.#Q(e,t),copyLink:()=>this.#X(`link`),others:e=>void Mi(this.id,e,this.#H(),this.#n.signal)}),document.addEventListener(`keydown`,e=>this.#Y(e),{signal:this.#n.signal})}get title(){return this.#r===null?`shomei`:`${this.#r.words} · shomei`}get id(){return this.#e.id}close(){this.#n.abort(),this.#u.clear(),this.#d.keep(),this.#l?.abort(),this.#f?.close()}async open(e){this.#o=e,this.#P();try{await this.#O()}catch(e){this.#k(e)}this.#r===null||this.#n.signal.aborted||(this.#$(),this.#ne(),await this.go(this.#o))}async#O(){for(let e=null;e!==C();){e=C();let t=await mt(this.id);if(this.#n.signal.aborted)return;if(e===C()){let e=this.#r?.check,n=e!==void 0&&!Z(e)&&Z(t.check)?e:t.check;this.#r={...t,check:n}}}this.#F(),document.title=this.title}#k(e){if(!this.#n.signal.aborted){if(O(e)&&Vr(this.id),O(e)&&this.#r===null)return this.#E=!0,this.#j();this.#A(e)}}#A(e){this.#T=e,I(this.#w,...e===null?[]:X(D(e)))}#j(){let e=this.#e.about.mode===`serve`;I(this.element,F(`div`,{class:`not-found`},F(`h1`,{},S(e?`answer-gone`:`page-missing`)),F(`p`,{},S(e?`answer-gone-hint`:`page-missing-hint`)),e&&F(`p`,{},F(`a`,{class:`button`,href:`#/`},S(`solver-link`)))))}async go(e){this.#o=e,this.#r!==null&&(this.#u.clear(),this.#d.keep(),this.#l?.abort(),await this.#u.take(()=>this.#M(e)))}async#M(e){this.#o=e;let t=new AbortController;this.#l=t;try{let n=await this.#t.at(e,t.signal);t.signal.aborted||(this.#A(null),this.#L(n,e))}catch(e){t.signal.aborted||this.#k(e)}}async translate(){let e=this.#t.spine.path;if(this.#s=e.length>0?e:this.#s,this.#t.forgetAll(),this.#x.forget(),this.#E)return this.#j();if(this.#P(),this.#A(this.#T),this.#r!==null){this.#u.clear(),this.#l?.abort(),this.#U(e=>this.#N(e));try{await this.#O()}catch(e){this.#k(e)}}}async#N(e){let t=this.#o;this.#s.length>t.length&&a(t,this.#s)&&await this.#t.at(this.#s,this.#n.signal).catch(()=>void 0),e()&&await this.#M(t)}#P(){let e=(e,t,n,r=e)=>L(``,()=>this.#X(n),{class:`steer steer-${n}`,title:r,"aria-label":e,"data-sign":t});I(this.#g,e(S(`line-first`),`⇤`,`first`),e(S(`line-back`),`←`,`back`),e(S(`line-forward`),`→`,`forward`),e(S(`line-last`),`⇥`,`last`),L(S(`line-to-end`),()=>this.#X(`end`),{class:`steer-end`,title:S(`line-to-end-hint`)})),this.#g.setAttribute(`aria-label`,S(`line-label`));let t=F(`input`,{type:`number`,min:0,inputmode:`numeric`,id:`ply`,"aria-label":S(`line-ply`)}),n=F(`form`,{submit:e=>{e.preventDefault(),this.#q(t.value)}},F(`label`,{for:`ply`},S(`line-ply`)),t,F(`button`,{type:`submit`},S(`line-go`)));I(this.#S,n),I(this.#v),this.#f?.close(),this.#f=xi(this.id,e=>this.#U(()=>this.#W(e)));let r=e=>F(`h2`,{},e),i=(e,t,...n)=>F(`section`,{class:`${e}-column`,"aria-label":t},...n);I(this.element,this.#p,this.#w,F(`div`,{class:`place`},this.#x.element,i(`board`,S(`board-label`),this.#h.element,this.#x.caption,this.#g),i(`moves`,S(`moves-label`),r(S(`moves-label`)),this.#_,this.#v,this.#y),i(`line`,S(`line-label`),r(S(`line-label`)),this.#b.element,this.#S)),F(`section`,{class:`more`},this.#f.element,this.#C.element))}#F(){let e=this.#r;if(e===null)return;this.#ee(e.check);let t=this.#p.querySelector(`details`)?.open??!1,n=pn(e,this.#I(),this.#e.about.mode===`explore`);n.toggleAttribute(`open`,t),I(this.#p,mn(e),this.#m,n)}#I(){return this.#e.about.games.find(e=>e.name===this.#r?.game)}#L(e,t){let n=this.#y.contains(document.activeElement);o(t,this.#a)||I(this.#v),this.#i=e,this.#a=t,this.element.classList.add(`has-place`),this.#c=Oi(e,hi(this.#t.spine,t));let r=e.board?.title??``;this.#h.show(e);let i=e.says===`resolved`?S(`move-resolved`,{nodes:q(e.resolved_nodes??0)}):``;I(this.#_,`${e.words} ${i}`.trimEnd()),this.#x.follow(e,t),this.#z(n),this.#b.show(this.#t.spine,t.length),this.#C.show(e,t,this.#I());let a=this.#t.spine.moves[t.length-1];z(`${S(`line-position`,{ply:t.length,of:this.#t.spine.moves.length})}. ${a===void 0?``:`${a.name}. `}${r}. ${e.words}`),this.#R(e);let s=t.length===0;for(let[e,t]of[[`first`,s],[`back`,s],[`forward`,this.#c===null]])this.#g.querySelector(`.steer-${e}`)?.setAttribute(`aria-disabled`,String(t))}#R(e){let t=e.size===null&&e.number!==null&&(e.says===`choice`||e.says===`all`),n=performance.now();t&&this.#r?.sizes===`ready`&&n-this.#D>Ui&&(this.#D=n,this.#r={...this.#r,sizes:`making`},this.#ne())}#z(e){let t=this.#i;if(t===null)return;let n=Ai(t,this.#c,{play:e=>this.#U(()=>this.#G(e)),select:e=>this.#V(e,!1),others:e=>void this.#K(e)});I(this.#y,n),this.#h.markMove(this.#c),e&&this.#B()}#B(){this.#y.querySelector(`[aria-selected=true]`)?.focus({preventScroll:!1})}#V(e,t){this.#c=e;for(let t of this.#y.querySelectorAll(`[role=treeitem]`)){let n=t.dataset.move===e.mv;t.setAttribute(`aria-selected`,String(n)),t.tabIndex=n?0:-1}this.#h.markMove(this.#c),t&&this.#B()}#H(){return this.#t.spine.moves[this.#a.length-1]?.name??S(`line-start`)}#U(e){this.#u.take(e)}async#W(e){this.#d.become($(this.id,e)),await this.#M(e)}async#G(e){let t=this.#i;t!==null&&e.child!==null&&t.moves.includes(e)&&(e.back===null?(this.#t.follow(this.#a,e,t.mover),await this.#W([...this.#a,e.child])):(await this.#W(this.#a.slice(0,e.back)),z(S(`line-came-back`,{ply:e.back}))))}async#K(e){e!==null&&e.to!==null&&e.also&&await Mi(this.id,e.to,e.name,this.#n.signal)}#q(e){let t=Number.parseInt(e,10);if(Number.isInteger(t)){let e=this.#t.spine.path;this.#U(()=>this.#W(e.slice(0,Math.min(Math.max(t,0),e.length)))),this.#B()}}async#J(e){let t=new AbortController;this.#l=t;try{let n=await vt(this.id,this.#a,t.signal);if(!e())return;let a=r(n.path);a!==null&&i(a)!==i(this.#a)&&await this.#W(a);let o=n.back;if(o!=null&&e()){z(S(`line-came-back`,{ply:o}));let e=this.#a.slice(0,o),t=F(`a`,{href:$(this.id,e)},S(`line-came-back`,{ply:o}));I(this.#v,t)}}catch(t){e()&&this.#k(t)}}#Y(e){let t=ir(e);t===null||ar(e.target,e.key)||(e.preventDefault(),this.#X(t))}#X(e){switch(e){case`forward`:return this.#U(async()=>this.#c===null?z(S(`line-ended`)):this.#G(this.#c));case`back`:return this.#U(async()=>{this.#a.length>0&&await this.#W(this.#a.slice(0,-1))});case`first`:return this.#U(()=>this.#W([]));case`last`:return this.#U(()=>this.#W(this.#t.spine.path));case`end`:return this.#U(e=>this.#J(e));case`select-next`:return this.#Z(1);case`select-previous`:return this.#Z(-1);case`ply`:return this.element.querySelector(`#ply`)?.focus();case`find`:return this.#f?.open();case`others`:this.#K(this.#c);return;case`text`:return this.#C.toggleText();case`link`:this.#Q(new URL($(this.id,this.#a),location.href).href,S(`link-copied`));return;case`lang`:return this.#e.switchLang();case`help`:return sr()}}#Z(e){let t=this.#i===null?[]:Di(this.#i),n=this.#c===null?-1:t.indexOf(this.#c),r=t[Math.min(Math.max(n+e,0),t.length-1)];r!==void 0&&this.#V(r,!0)}async#Q(e,t){try{await navigator.clipboard.writeText(e),z(t),this.element.dataset.copied=t}catch(e){this.#A(e)}}async#$(){await this.#re(Vi,async()=>{if(this.#r===null||!Z(this.#r.check))return!1;let e=await ht(this.id);return!this.#n.signal.aborted&&(this.#r={...this.#r,check:e},this.#ee(e),Z(e)||(this.#F(),z(cn(e))),Z(e))})}#ee(e){I(this.#m,fn(e,k()===``?null:()=>void this.#te()))}async#te(){try{let e=await gt(this.id);if(this.#r===null||this.#n.signal.aborted)return;this.#r={...this.#r,check:e},await this.#O()}catch(e){return this.#k(e)}this.#$(),this.#ne()}async#ne(){await this.#re(Hi,async()=>{if(this.#r?.sizes!==`making`)return!1;let{sizes:e}=await mt(this.id);return!this.#n.signal.aborted&&(e!==`making`&&(this.#r={...this.#r,sizes:e},this.#F(),this.#t.forget(),this.#U(()=>this.#M(this.#o))),e===`making`)})}async#re(e,t){let n=!0,r=e,i;for(;n;){if(await c(r,this.#n.signal).catch(()=>void 0),this.#n.signal.aborted)return;try{n=await t(),r=e,this.#T===i&&this.#A(null)}catch(e){if(this.#n.signal.aborted)return;if(O(e))return this.#k(e);i=e,this.#A(e),r=Math.min(2*r,Wi)}}}},Ki=6e4;function qi(e,t){let n=URL.createObjectURL(t);F(`a`,{href:n,download:e}).click(),setTimeout(()=>URL.revokeObjectURL(n),Ki)}var Ji=100,Yi=class{#e;#t=new Map;constructor(e=N){this.#e=e}get(e){return this.#t.get(Xi(e))}put(e,t){let n=Xi(e);this.#t.delete(n),this.#t.set(n,t);let r=this.#t.keys().next();this.#t.size>Ji&&r.done!==!0&&this.#t.delete(r.value)}async fetch(e){let t=C(),n=await this.#e(e).then(e=>e.board,()=>null);t===C()&&this.put(e,n)}};function Xi({game:e,rules:t,position:n}){return[C(),e,t,n].join(`
`)}function Zi(e){return[e.line,e.column,e.square,e.move].some(e=>e!=null)}async function Qi(e,t,n,r=W,i=Dt){let a=n.readAs??n.name;try{return{game:e,rules:t,read:await i(e.name,t,a,n.file)}}catch(t){if(!(t instanceof E)||t.status!==422)throw t;try{let t=await i(``,``,a,n.file),o=r(t.game);if(o!==void 0&&G(o)&&o.name!==e.name)return{game:o,rules:o.rules,read:t}}catch(e){throw Zi(D(e))?e:t}throw t}}var $i=150,ea=class{frame=F(`div`,{class:`table-frame`,tabindex:0,role:`group`});#e;#t;#n;#r;#i=matchMedia(`print`);#a=ta();#o=F(`tbody`,{class:`rows-in-sight`});#s=ta();#c=new Map;#l=0;constructor(e,t,n){this.#e=e,this.#t=t,this.#n=n,this.#r=new wi(e,$i),this.frame.addEventListener(`scroll`,()=>{this.#l=this.frame.scrollTop,this.draw()}),new ResizeObserver(()=>{this.frame.isConnected&&(this.frame.scrollTop=this.#l,this.draw())}).observe(this.frame),this.#i.addEventListener(`change`,()=>{this.frame.isConnected&&this.draw()})}get inSight(){return[...this.#c.keys()].sort((e,t)=>e-t)}begin(e,t){let n=F(`tr`,{"aria-rowindex":1},...e.map(e=>F(`th`,{scope:`col`},e)));this.#c.clear(),this.#o.replaceChildren(),this.frame.setAttribute(`aria-label`,t),this.frame.replaceChildren(F(`table`,{"aria-rowcount":this.#e+1},F(`thead`,{},n),this.#a,this.#o,this.#s)),this.draw(),this.frame.scrollTop=this.#l}update(e){let t=this.#c.get(e);if(t!==void 0){let n=this.#u(e);this.#c.set(e,n),t.replaceWith(n),this.#d()}}draw(){let{first:e,end:t}=this.#i.matches?{first:0,end:this.#e}:this.#r.visible(this.#l,this.frame.clientHeight);for(let[n,r]of this.#c)(n<e||n>=t)&&(r.remove(),this.#c.delete(n));for(let n=e;n<t;n+=1){let t=this.#c.get(n),r=t??this.#u(n);t===void 0&&(this.#c.set(n,r),this.#o.insertBefore(r,this.#o.children[n-e]??null))}this.#d(),this.#n()}#u(e){let t=this.#t(e);return t.setAttribute(`aria-rowindex`,String(e+2)),t}#d(){for(let[e,t]of this.#c)this.#r.set(e,t.offsetHeight);let e=this.inSight,[t,n]=[e[0]??0,e.at(-1)??-1];na(this.#a,this.#r.between(0,t)),na(this.#s,this.#r.between(n+1,this.#e))}};function ta(){return F(`tbody`,{class:`spacer`,"aria-hidden":`true`},F(`tr`,{},F(`td`,{colspan:6})))}function na(e,t){e.hidden=t===0,e.querySelector(`td`)?.style.setProperty(`height`,`${t}px`)}var ra=new Set([`waiting`,`searching`]);function ia(e){return e.map(e=>ra.has(e.state)?{...e,state:`stopped`}:e)}function aa(e){let t=e=>e.replace(/[\t\r\n]+/g,` `),n=[`name`,`position`,`answer`,`moves`,`nodes`,`seconds`,`line`,`error`],r=e.map(e=>{let n=e.answered?.data,r=n===void 0?[e.position?.position??``,e.state,``,``,``,``,oa(e)]:[n.position,sa(e),String(n.line.length),String(Or(n)),n.seconds.toFixed(3),n.line.join(` `),``];return[e.name,...r].map(t).join(`	`)});return`${[n.join(`	`),...r].join(`
`)}\n`}function oa(e){return e.state===`lost`?S(`ask-lost`):e.trouble===void 0?``:rn(e.trouble)}function sa(e){let t=e.answered?.data;return t===void 0?``:String(t.score??t.value??t.answer)}function ca(e,t){let n=e.answered?.data,r=e.answered?.certificates??[],i={waiting:S(`state-waiting`),searching:S(`state-searching`),stopped:S(`state-stopped`),answered:``,failed:``,lost:``}[e.state],a=e.state===`lost`?[S(`ask-lost`)]:e.trouble===void 0?[]:X(e.trouble);return F(`tr`,{class:`is-${e.state}`},F(`th`,{scope:`row`},e.name),F(`td`,{class:`small-board`},t!==null&&V(t,`${e.name}. ${t.title}`)),F(`td`,{},e.answered===void 0?i:F(`span`,{lang:e.language},e.answered.words),...(e.answered?.problems??[]).map(e=>F(`span`,{class:`error`},`${S(`answer-problem`)} `,Y(e))),e.answered?.isGone===!0&&F(`span`,{class:`gone block`},S(`answer-gone`)),a.length>0&&F(`span`,{class:`error`},...a),...r.map(({id:e})=>Hr(String(e),{class:`block`}))),F(`td`,{class:`figure`},n===void 0?``:String(n.line.length)),F(`td`,{class:`figure`},n===void 0?``:q(Or(n))),F(`td`,{class:`figure`},n===void 0?``:S(`figure-seconds`,{seconds:Qt(n.seconds)})))}var[la,ua]=[500,8e3],da=80,fa=[`batch-name`,`batch-board`,`batch-answer`,`batch-moves`,`batch-nodes`,`batch-time`],pa=class{element=F(`section`,{class:`batch`});#e;#t;#n;#r;#i;#a=F(`header`,{});#o=F(`p`,{class:`state`,role:`status`});#s=F(`progress`,{});#c=new Yi;#l;#u;#d=0;#f=null;#p=new AbortController;#m;#h=!1;#g=new Set;constructor(e,t,n,r,i){this.#t=t,this.#n=n,this.#r=r,this.#i=i,`kind`in e?(this.#e=[],this.#u=ia(e.rows),this.#d=this.#u.length):(this.#e=e,this.#u=e.map(e=>({name:e.name,state:`waiting`}))),this.#l=new ea(this.#u.length,e=>this.#v(e),()=>this.#C()),this.translate(),this.#_||this.#y()}get stored(){return{kind:`batch`,game:this.#t.name,wish:this.#n,rows:this.#u}}stop(){this.#p.abort(),this.#f?.stop()}get#_(){return this.#d===this.#u.length}translate(){this.#D(),I(this.element,this.#a,this.#l.frame),this.#l.begin(fa.map(e=>S(e)),S(`batch-title`))}again(){this.#l.inSight.forEach(e=>this.#l.update(e))}#v(e){let t=this.#u[e]??{name:``,state:`waiting`};return ca(t,(t.position&&this.#c.get(t.position))??null)}async#y(){for(let[e,t]of this.#e.entries())this.#p.signal.aborted?this.#S(e,{state:`stopped`}):await this.#b(e,t),this.#d+=1,this.#i.changed(),this.#p.signal.aborted||this.#O();this.#D(),z(S(`batch-done`,{of:this.#e.length}))}async#b(e,t){try{if(t.file.size>this.#r.body)throw en(this.#r.body);let{game:n,rules:r,read:i}=await Qi(this.#t,this.#n.rules,t),a={game:n.name,rules:r,position:i.position};this.#c.put(a,i.board),this.#S(e,{position:a});let o=await this.#x(e,{...this.#n,...a});switch(o.kind){case`answer`:return this.#S(e,{state:`answered`,answered:o.answer,language:o.lang}),o.id===null?void 0:this.#S(e,{question:o.id});case`unasked`:case`stopped`:return this.#S(e,{state:`stopped`});case`lost`:return this.#S(e,{state:`lost`});default:return this.#S(e,{state:`failed`,trouble:o.trouble})}}catch(t){this.#S(e,{state:`failed`,trouble:D(t)})}finally{this.#f=null}}async#x(e,t){for(let n=la;!this.#p.signal.aborted;n=Math.min(2*n,ua)){this.#f=Er(t,{asked:()=>this.#S(e,{state:`searching`})});let r=await this.#f.end;if(r.kind!==`busy`)return r;this.#S(e,{state:`waiting`}),await c(n,this.#p.signal).catch(()=>void 0)}return{kind:`unasked`}}#S(e,t){let n=this.#u[e];n!==void 0&&(this.#u[e]={...n,...t},this.#l.update(e))}#C(){clearTimeout(this.#m),this.#m=setTimeout(()=>void this.#w(),da)}async#w(){if(!this.#h){this.#h=!0;for(let e=this.#T();e!==void 0;e=this.#T()){let t=this.#u[e];t?.position!==void 0&&this.#c.get(t.position)===void 0?await this.#c.fetch(t.position):t?.question!==void 0&&await this.#E(e,t.question),this.#l.update(e)}this.#h=!1}}#T(){return this.#l.inSight.find(e=>{let{position:t,question:n,language:r}=this.#u[e]??{};return t!==void 0&&this.#c.get(t)===void 0||n!==void 0&&r!==T()&&!this.#g.has(n)})}async#E(e,t){let n=await Dr(t);n?.kind===`answer`?this.#S(e,{answered:n.answer,language:n.lang}):this.#g.add(t)}#D(){I(this.#a,F(`h3`,{},S(`batch-title`)),this.#o,this.#s,F(`p`,{class:`buttons`},this.#_?L(S(`batch-clear`),()=>this.#i.remove(this)):L(S(`batch-stop`),()=>this.stop()),L(S(`batch-download`),()=>qi(`shomei.tsv`,new Blob([aa(this.#u)],{type:`text/tab-separated-values`}))))),this.#s.setAttribute(`aria-label`,S(`batch-title`)),this.#O()}#O(){let e=this.#u.length,t={done:this.#d,of:e};I(this.#o,this.#_?S(`batch-done`,{of:e}):S(`batch-progress`,t)),this.#s.max=Math.max(e,1),this.#s.value=this.#d}},ma=120,ha=240,ga=48,_a=`http://www.w3.org/2000/svg`;function va(e){return e.length<ma?[...e]:e.filter((e,t)=>t%2==0)}function ya(e,t){let n=Math.log10(Math.max(t,1)+1),r=Math.max(e.length-1,1);return e.map((e,t)=>{let i=t/r*ha,a=46-Math.log10(Math.max(e,0)+1)/n*44;return`${i.toFixed(1)},${a.toFixed(1)}`}).join(` `)}var ba=class{#e=[];add(e,t){e!==null&&t!==null&&(this.#e=va(this.#e),this.#e.push([e,t]))}element(){let e=document.createElementNS(_a,`svg`);e.setAttribute(`viewBox`,`0 0 ${ha} ${ga}`),e.setAttribute(`class`,`trace`),e.setAttribute(`aria-hidden`,`true`),e.setAttribute(`preserveAspectRatio`,`none`);let t=Math.max(1,...this.#e.flat());for(let[n,r]of[[0,`trace-curve-pn`],[1,`trace-curve-dn`]]){let i=document.createElementNS(_a,`polyline`);i.setAttribute(`points`,ya(this.#e.map(e=>e[n]),t)),i.setAttribute(`class`,r),e.append(i)}let n=(e,t)=>F(`span`,{class:`key`},F(`span`,{class:`swatch ${e}`}),t);return F(`figure`,{class:`trace-figure`},e,F(`figcaption`,{class:`legend`},n(`swatch-pn`,S(`progress-pn`)),n(`swatch-dn`,S(`progress-dn`)),F(`span`,{},S(`trace-axes`))))}},xa=200;function Sa(e){switch(e.kind){case`answer`:return e.answer.words;case`busy`:case`failed`:return`${S(`ask-failed`)} ${rn(e.trouble)}`;case`unasked`:return S(`ask-unasked`);case`stopped`:return S(`ask-stopped`);case`lost`:return S(`ask-lost`)}}function Ca(e){return e.kind===`answer`?$r(e.answer,e.lang):`trouble`in e?F(`p`,{class:`error`},`${S(`ask-failed`)} `,...X(e.trouble)):F(`p`,{class:e.kind===`lost`?`error`:`hint`},Sa(e))}var wa=class{element=F(`article`,{class:`card`,tabindex:-1});#e;#t;#n;#r=null;#i=new ba;#a=new Map;#o=null;#s;#c;#l=!1;#u;#d=!1;#f=F(`div`,{class:`numbers`});constructor(e,t,n,r){this.#e=e,this.#t=n,this.#n=r===void 0?{lang:C(),board:t}:null,this.#s=r?.id??null,this.#c=r?.end??null,this.#c===null&&this.#p(),this.#v(),this.#_()}get stored(){return{kind:`card`,question:this.#e,id:this.#s,end:this.#c}}get certificates(){return this.#c?.kind===`answer`?this.#c.answer.certificates.map(({id:e})=>String(e)):[]}#p(){let e=Er(this.#e,{asked:()=>this.#m(),numbered:e=>{this.#s=e,this.#t.changed()},progress:e=>this.#h(e),row:e=>{this.#a.set(e.move,e),this.#y()}},this.#s);this.#r=e,this.#u=setTimeout(()=>{this.#s===null&&(this.#d=!0,this.#v(),z(S(`ask-turn`,{most:n().most})))},xa),e.end.then(e=>{clearTimeout(this.#u),this.#c=e,this.#v(),this.#t.changed(),z(Sa(e))})}#m(){clearTimeout(this.#u),this.#d=!1,this.#v()}#h(e){let t=this.#o===null;this.#o=e,this.#i.add(e.pn,e.dn),t?this.#v():this.#y()}stop(){this.#l=!0,this.#r?.stop(),this.#v()}translate(){this.#v(),this.#g(),this.#_()}again(){this.#v()}async#g(){let e=this.#c;if(e?.kind===`answer`&&e.id!==null&&e.lang!==T()){let t=await Dr(e.id);t?.kind===`answer`&&t.lang===T()&&(this.#c=t,this.#t.changed(),this.#v())}}async#_(){let e=C();if(this.#n?.lang!==e)try{let{game:t,rules:n,position:r}=this.#e,{board:i}=await N({game:t,rules:n,position:r});e===C()&&(this.#n={lang:e,board:i},this.#v())}catch{}}#v(){let e=this.#c,{game:t,side:r}=this.#e,i=r===void 0?``:` ${K(r,t)}.`,a=`${Kr(this.#e.ask,t)}${i}`,o=F(`div`,{class:`card-body`},F(`h3`,{},a));if(e===null){this.#y();let e=this.#o===null?S(`state-waiting`):S(`state-searching`),t=this.#l?S(`state-stopping`):e;o.append(F(`p`,{class:`state`},F(`span`,{class:`spinner`,"aria-hidden":`true`}),t),...this.#d?[F(`p`,{class:`hint turn`},S(`ask-turn`,{most:n().most}))]:[],this.#f,L(S(`stop-button`),()=>this.stop(),{disabled:this.#l}))}else o.append(Ca(e)),o.append(F(`p`,{class:`buttons`},L(S(`card-again`),()=>this.#t.again(this.#e),{class:`link`}),L(S(`card-remove`),()=>this.#t.remove(this),{class:`link`})));let s=this.#n?.board??null,c=this.#n===null?F(`div`,{class:`board-space`}):V(s,s?.title??``),l=this.element.contains(document.activeElement);I(this.element,F(`div`,{class:`card-board`},c),o),l&&(this.element.querySelector(`button:not(:disabled), a`)??this.element).focus({preventScroll:!0}),this.element.dataset.state=e?.kind??`running`,this.element.setAttribute(`aria-label`,a)}#y(){let e=this.#o,t=[...this.#a.values()],n=t.length>0&&ri(t,this.#e.game);if(e===null){I(this.#f,n);return}let r=e=>e===null?`…`:q(e),i=e.seconds>0?e.nodes/e.seconds:0,a=[[S(`progress-pn`),r(e.pn)],[S(`progress-dn`),r(e.dn)],[S(`progress-nodes`),q(e.nodes)],[S(`progress-time`),S(`progress-speed`,{seconds:Qt(e.seconds),nodes:q(i)})]].map(([e,t])=>F(`div`,{},F(`dt`,{},e),F(`dd`,{},t)));I(this.#f,F(`dl`,{},...a),this.#i.element(),n)}},Ta=[[137,115,104,111,109,101,105,10],[80,75,3,4]];async function Ea(e){let t=new Uint8Array(await e.slice(0,8).arrayBuffer());return Ta.some(e=>e.every((e,n)=>t[n]===e))}async function Da(e,t){try{return(await St(e,t)).address}catch(e){throw e instanceof E&&(e.status===404||e.status===405)?new E({type:ct,message:``},e.status):e}}function Oa(e,t){let n=e.trim(),r=n.startsWith(`#/c/`)?n:ka(n,t);return r!==null&&_n(r).page===`certificate`?r:null}function ka(e,t){if(/\s/.test(e)||!/^https?:\/\//.test(e))return null;try{let n=new URL(e);return n.origin===new URL(t).origin?n.hash:null}catch{return null}}var Aa=1e4;function ja(e,t){return e.localeCompare(t,`en`,{numeric:!0,sensitivity:`base`})||(e<t?-1:+(e>t))}function Ma(e){return e.split(`/`).some(e=>e.startsWith(`.`)||e===`Thumbs.db`)}function Na(e){return Fa([...e].map(e=>({name:e.webkitRelativePath||e.name,file:e})),[])}async function Pa(e){let t=[...e.items].map(e=>e.webkitGetAsEntry()).filter(e=>e!==null);if(t.length===0)return Na(e.files);let n=[],r=[];for(let e of t)await Ia(e,n,r);return Fa(n,r)}function Fa(e,t){let n=e.filter(e=>!Ma(e.name)).sort((e,t)=>ja(e.name,t.name));return{items:n.slice(0,Aa),isCut:n.length>Aa,unread:t}}async function Ia(e,t,n){if(t.length>1e4||Ma(e.name))return;let r=e.fullPath.replace(/^\//,``);try{if(e.isFile){let n=await new Promise((t,n)=>e.file(t,n));t.push({name:r,file:n});return}let i=e.createReader();for(;;){let e=await new Promise((e,t)=>i.readEntries(e,t));if(e.length===0)return;for(let r of e)await Ia(r,t,n)}}catch{n.push(r)}}function La(e,t){let n=t.replace(/^\ufeff/,``).trimStart(),r=n.startsWith(`(;`)?za(n):Ra(n);if(r.length<2)return[];let i=e===``?``:`${e}:`;return r.map(({number:e,text:t})=>({name:`${i}${e}`,readAs:``,file:new Blob([t])}))}function Ra(e){return e.split(/\r\n|\r|\n/).map((e,t)=>({number:t+1,text:(e.split(` ; `)[0]??``).trim()})).filter(e=>e.text!==``&&!e.text.startsWith(`#`))}function za(e){let t=[],[n,r,i]=[0,0,!1];for(let a=0;a<e.length;a+=1){let o=e[a];i?(a+=+(o===`\\`),i=o!==`]`):o===`[`?i=!0:o===`(`?(r=n===0?a:r,n+=1):o===`)`&&(--n,n===0&&t.push(e.slice(r,a+1)))}return t.map((e,t)=>({number:t+1,text:e}))}var Ba=`shomei-answers`;function Va(e,t=n().storage,r=k()){for(let n=e.length;n>=0;n=n===0?-1:Math.floor(n/2))try{t.setItem(Ba,JSON.stringify({token:r,items:e.slice(0,n)}));return}catch{}}function Ha(e=n().storage,t=k()){try{let n=JSON.parse(e.getItem(Ba)??`null`);return n===null?[]:n.token===t?n.items:n.items.map(Ua)}catch{return[]}}function Ua(e){if(e.kind===`card`){let t=e.end??{kind:`lost`};return{...e,id:null,end:t.kind===`answer`?{...t,id:null,answer:Wa(t.answer)}:t}}let t=e.rows.map(({question:e,...t})=>t.answered===void 0?t:{...t,answered:Wa(t.answered)});return{...e,rows:t}}function Wa(e){let t=e.certificates.length>0||e.bundle!=null||e.isGone===!0;return{...e,certificates:[],bundle:null,isGone:t}}var Ga=32<<20,Ka=3,qa=3,Ja=200,Ya=class{element=F(`div`,{class:`solver`});#e;#t;#n;#r=F(`div`,{class:`cards`});#i=F(`div`,{class:`games`});#a=F(`p`,{class:`error file-error`,role:`alert`});#o=()=>[];#s=0;#c=[];#l;constructor(e,t){this.#e=e,this.#t=new Tr(t,{openList:e=>this.#y(``,e),extra:e=>[Yt(e)&&L(S(`compose-this`),()=>void this.#C()),L(S(`link-copy`),()=>void this.#w())]}),this.#n=new Xr(t,e.limits,e=>void this.#T(e)),this.#m(),this.#h(),this.#N(),this.#u(),document.addEventListener(`keydown`,e=>{e.key===`?`&&!Za(e.target)&&this.element.isConnected&&sr()})}get title(){return`shomei`}async translate(){this.#t.translate(),this.#n.draw(),this.#S(this.#o);for(let e of this.#c)e.translate();this.#u()}async follow(e,t){this.#f(t),this.#d(),await this.#t.paste(e.position,e.rules),e.ask!==null&&this.#n.select(e.ask)&&await this.#T(this.#n.wanted)}again(){this.#c.forEach(e=>e.again())}close(){}#u(){this.#d();let e=k()!==``;I(this.element,F(`h1`,{class:`hidden`},S(`solver-link`)),this.#i,F(`div`,{class:`solver-grid`},this.#t.element,F(`section`,{class:`asking`},F(`h2`,{},S(`ask-title`)),e?this.#n.element:F(`p`,{class:`error`},S(`ask-no-token`)),this.#p())),F(`section`,{class:`answers`},F(`h2`,{},S(`answers-title`)),this.#r)),this.#A()}#d(){let e=B(`game`),t=this.#e.games.filter(G).map(t=>F(`label`,{class:`tab`},F(`input`,{type:`radio`,name:e,value:t.name,checked:t.name===this.#t.game.name,change:()=>this.#f(t)}),F(`span`,{},w(t.title))));I(this.#i,F(`fieldset`,{},F(`legend`,{class:`hidden`},S(`setup-game`)),...t))}#f(e){this.#t.game=e,this.#n.game=e}#p(){let e=e=>{this.#_(Na(e.files??[])),e.value=``},t=(t,n)=>{let r=F(`input`,{type:`file`,...n,change:()=>e(r)});return F(`label`,{class:`button`},t,r)};return F(`div`,{class:`drop`},F(`p`,{},S(`drop-hint`)),F(`p`,{class:`buttons`},t(S(`choose-files`),{multiple:!0}),t(S(`choose-folder`),{webkitdirectory:!0})),F(`p`,{class:`hint`},S(`drop-kinds`)),this.#a)}#m(){this.element.addEventListener(`dragover`,e=>{e.preventDefault(),this.element.classList.add(`dragging`)}),this.element.addEventListener(`dragleave`,e=>{e.relatedTarget===null&&this.element.classList.remove(`dragging`)}),this.element.addEventListener(`drop`,e=>{e.preventDefault(),this.element.classList.remove(`dragging`);let t=e.dataTransfer;if(t===null)return;let n=t.getData(`text/plain`);t.files.length===0&&n!==``?this.#g(n):Pa(t).then(e=>this.#_(e))})}#h(){document.addEventListener(`paste`,e=>{let t=e.clipboardData;if(t===null||!this.element.isConnected)return;let n=t.getData(`text/plain`);t.files.length>0?(e.preventDefault(),this.#_(Na(t.files))):(Oa(n,location.href)!==null||!Xa(e.target)&&n.trim()!==``)&&(e.preventDefault(),this.#g(n))})}#g(e){let t=Oa(e,location.href);t===null?this.#t.paste(e):location.hash=t}#_({items:e,isCut:t,unread:n}){let r=e[0],i=n.length>Ka?[...n.slice(0,Ka),`…`]:n;this.#S(()=>[t&&`${S(`drop-most`,{most:1e4})} `,i.length>0&&S(`drop-unread`,{names:i.join(S(`move-separator`))})]),r===void 0?n.length===0&&z(S(`drop-empty`)):e.length===1?this.#b(r):this.#v(e)}#v(e){let{game:t,rules:n}=this.#t,r={...this.#n.wanted,rules:n};this.#O(new pa(e,t,r,this.#e.limits,this.#D))}async#y(e,t){let n=La(e,t),{game:r,rules:i}=this.#t;for(let e of n.slice(0,qa))if(await Qi(r,i,e).then(()=>!0,()=>!1))return this.#v(n),!0;return!1}async#b(e){this.#s+=1;let t=this.#s;try{if(await Ea(e.file)){let n=await Da(e.name,e.file);t===this.#s&&(location.hash=n);return}await this.#x(e,()=>t===this.#s)}catch(n){let r=e.file.size<=Ga&&await this.#y(e.name,await e.file.text());if(t===this.#s&&!r){let t=D(n);this.#S(()=>[`${e.name}: `,...X(t)])}}}async#x(e,t){if(e.file.size>this.#e.limits.body)throw en(this.#e.limits.body);let{game:n,read:r}=await Qi(this.#t.game,this.#t.rules,e);if(!t())return;n.name!==this.#t.game.name&&(this.#f(n),this.#d());let i=this.#o;this.#S(()=>[...i(),...r.warnings.map(e=>F(`span`,{class:`block`},Y(e)))]),z(`${w(n.title)}. ${S(`setup-record-moves`,{count:r.moves.length})}`),await this.#t.show(r.position)}#S(e){this.#o=e,I(this.#a,...e())}async#C(){let e=await this.#t.settled();e!==null&&(location.hash=Q({page:`compose`,position:e.position}))}async#w(){let e=await this.#t.settled();if(e===null)return;let{game:t,rules:n}=this.#t,{ask:r}=this.#n.wanted,i=Q({page:`question`,game:t.name,rules:n===t.rules?null:n,position:e.position,ask:r}),a=new URL(i,location.href).href;await navigator.clipboard.writeText(a).then(()=>z(S(`link-copied`)),e=>z(rn(D(e))))}async#T(e){let t=await this.#t.settled(),{game:n,rules:r}=this.#t;if(t!==null){let i={...e,game:n.name,rules:r,position:t.position};this.#O(new wa(i,t.board,this.#E))}}get#E(){return{remove:e=>this.#k(e),changed:()=>this.#j(),again:e=>this.#O(new wa(e,null,this.#E))}}get#D(){return{remove:e=>this.#k(e),changed:()=>this.#j()}}#O(e){this.#c=[e,...this.#c],this.#j(),this.#A(),e.element.scrollIntoView({block:`nearest`})}#k(e){this.#c=this.#c.filter(t=>t!==e),this.#j(),this.#A()}#A(){let e=F(`p`,{class:`hint`},S(`answers-none`));I(this.#r,...this.#c.length===0?[e]:this.#c.map(e=>e.element))}#j(){clearTimeout(this.#l),this.#l=setTimeout(()=>this.#M(),Ja)}#M(){Va(this.#c.map(e=>e.stored))}#N(){addEventListener(`pagehide`,()=>this.#M()),this.#c=Ha().flatMap(e=>this.#P(e)??[]),this.#F()}#P(e){if(e.kind===`card`)return new wa(e.question,null,this.#E,e);let t=W(e.game);return t===void 0?void 0:new pa(e,t,e.wish,this.#e.limits,this.#D)}async#F(){for(let e of this.#c.filter(e=>e instanceof wa))for(let t of e.certificates)await ht(t).catch(n=>{O(n)&&(Vr(t),e.again())})}};function Xa(e){return e instanceof Element&&e.closest(`textarea,input:not([type=radio],[type=file]),[contenteditable]`)!==null}function Za(e){return e instanceof Element&&e.closest(`input,textarea,select,dialog`)!==null}var Qa=class{#e;#t;#n=null;#r=null;#i=null;constructor(e,t,n){this.#e=e,this.#t=t,addEventListener(`hashchange`,()=>{n(),this.show(_n(location.hash))})}async show(e){let t=this.#e.certificates[0];if(e.page===`start`&&this.#e.mode===`explore`&&t!==void 0)return history.replaceState(null,``,$(String(t.id),[])),this.show({page:`certificate`,id:String(t.id),path:[]});let n=this.#e.bundles[0];if(e.page===`start`&&this.#e.mode===`explore`&&n!==void 0){location.replace(Q({page:`bundle`,id:n.id}));return}if(e.page===`certificate`)return this.#s(e.id,e.path);if(e.page===`bundle`){let t=new Cn(e.id);return this.#c(t),t.open()}if(e.page===`compose`&&this.#a!==void 0)return this.#o(this.#a,e.position);let r=this.#e.games.filter(G),i=e.page===`question`?r.find(({name:t})=>t===e.game):r[0];if(e.page===`compose`||e.page===`unknown`||i===void 0||this.#e.mode===`explore`)this.#c(eo());else if(this.#r??=new Ya(this.#e,i),this.#c(this.#r),this.#r.again(),e.page===`question`)return history.replaceState(null,``,Q({page:`start`})),this.#r.follow(e,i)}get#a(){return this.#e.mode===`serve`?this.#e.games.find(Yt):void 0}#o(e,t){let n=this.#i===null;this.#i??=new di(this.#e,e,t),this.#n!==this.#i&&this.#c(this.#i),n||this.#i.again(t)}async#s(e,t){if(this.#n instanceof Gi&&this.#n.id===e)return this.#n.go(t);let n=new Gi({id:e,about:this.#e,switchLang:()=>void this.switchLang(nt())});return this.#c(n),n.open(t)}#c(e){this.#n?.close(),this.#n=e,I(this.#t,e.element),document.title=e.title,scrollTo(0,0),this.drawBar()}async switchLang(e){Qe(e),this.drawBar();for(let e of new Set([this.#n,this.#r,this.#i]))await e?.translate();document.title=this.#n?.title??document.title}drawBar(){let e=document.getElementById(`bar`);if(e===null)return;let t=F(`a`,{class:`brand`,href:`#/`},`shomei `,F(`span`,{lang:`ja`},`証明`)),n=this.#e.mode===`serve`&&this.#n!==this.#r,r=this.#a!==void 0&&this.#n!==this.#i;I(e,t,n&&F(`a`,{href:`#/`,class:`to-solver`},S(`solver-link`)),r&&F(`a`,{href:`#/compose`,class:`to-composer`},S(`compose-link`)),F(`span`,{class:`space`}),L(`?`,()=>sr(),{class:`plain`,"aria-label":S(`keys-title`),title:S(`keys-title`)}),$a(e=>void this.switchLang(e)))}};function $a(e){let[t,...n]=y.filter(e=>e!==C());if(t!==void 0&&n.length===0)return L(rt(t),()=>e(t),{class:`plain lang-switch`,lang:t});let r=y.map(e=>R(e,rt(e),e===C(),{lang:e})),i=F(`select`,{class:`lang-switch`,"aria-label":S(`language-label`),change:()=>e(i.value)},...r);return i}function eo(){let e=F(`div`,{class:`not-found`}),t=()=>I(e,F(`h1`,{},S(`page-missing`)),F(`p`,{},S(`page-missing-hint`)));return t(),{element:e,title:`shomei`,translate:async()=>t(),close:()=>void 0}}async function to(e,n){let r=document.getElementById(`main`);if(r!==null){Ze(),I(r,F(`p`,{class:`hint`},S(`page-loading`)));try{n(),t(await e());let i=await pt();Jt(i.games),it(Object.keys(i.games[0]?.title??{})),await new Qa(i,r,n).show(_n(location.hash))}catch(e){I(r,F(`p`,{class:`error`,role:`alert`},...X(D(e))))}}}var no=class{#e;#t=[];constructor(e){this.#e=e}async take(e){e?.throwIfAborted(),this.#e>0?--this.#e:await new Promise((t,n)=>{let r=()=>{e?.removeEventListener(`abort`,i),t()},i=()=>{this.#t=this.#t.filter(e=>e!==r),n(e?.reason)};e?.addEventListener(`abort`,i,{once:!0}),this.#t.push(r)});let t=!0;return()=>{t&&(t=!1,this.#n())}}#n(){let e=this.#t.shift();e===void 0?this.#e+=1:e()}};function ro(e,t,n,r){return new Promise((i,a)=>{let o=new AbortController,s=()=>{o.abort(),a(r?.reason)};if(r?.aborted===!0)return s();r?.addEventListener(`abort`,s,{once:!0});let c=()=>{if(!o.signal.aborted)return r?.removeEventListener(`abort`,s),o.abort(),new Promise(e=>i(e))};for(let r=0;r<n;r+=1)e.request(`${t}-${r}`,{signal:o.signal},c).catch(()=>void 0)})}var io=`shomei-token`;function ao(e){sessionStorage.setItem(io,e)}function oo(){return sessionStorage.getItem(io)??``}function so(e,t={}){let n=new URLSearchParams;for(let[e,r]of Object.entries(t))r!==void 0&&n.set(e,String(r));let r=n.toString();return r===``?e:`${e}?${r}`}function co(e,t){let n;try{n=JSON.parse(t)}catch{n=null}if(!e.ok||n===null)throw new E(lo(n)??{type:`status`,message:String(e.status)},e.status);return n}function lo(e){if(typeof e!=`object`||!e||!(`error`in e))return null;let t=e.error;return typeof t==`object`&&t&&`message`in t?t:null}async function uo(e,t){let n,r;try{n=await fetch(e,t),r=await n.text()}catch(e){throw t.signal?.aborted===!0?e:new E({type:ot,message:e instanceof Error?e.message:String(e)},0)}return co(n,r)}function fo(e,t,n){let r=so(e,t);return l(()=>uo(r,n===void 0?{}:{signal:n}),ut,n)}function po(e,t,n,r){let i={"content-type":r,"x-shomei-token":oo()};return uo(so(e,t),{method:`POST`,headers:i,body:n})}var mo=new no(3);async function ho(e){let t=await mo.take(e),n=globalThis.navigator?.locks;if(n===void 0)return t;try{let r=await ro(n,`shomei-stream`,3,e);return()=>{r(),t()}}catch(e){throw t(),e}}function go(e,t,n){let r=n,i=new AbortController,a=()=>{r!==null&&po(`/api/questions/${encodeURIComponent(r)}/stop`,{lang:T()},``,`application/json`).catch(()=>void 0)},o=async()=>{try{r=(await po(`/api/questions`,{lang:T()},JSON.stringify(e),`application/json`)).id,t.numbered?.(r)}catch(e){return{kind:ft(e)?`busy`:`failed`,trouble:D(e)}}return i.signal.aborted&&a(),bo(r,t)};return{stop:()=>{i.abort(),a()},end:n===null?(async()=>{let e;try{e=await ho(i.signal)}catch{return{kind:`unasked`}}try{return t.asked?.(),await o()}finally{e()}})():bo(n,t)}}var _o=300,vo=new no(1);async function yo(e){let t=await vo.take();try{let t=await bo(e);return t.kind===`answer`?t:null}finally{t()}}function bo(e,t={}){let n=T(),r=so(`/api/questions/${encodeURIComponent(e)}/events`,{token:oo(),lang:n}),i=new EventSource(r);return new Promise(r=>{let a=(e,t)=>i.addEventListener(e,e=>t(JSON.parse(e.data))),o=e=>{i.close(),r(e)};a(`progress`,e=>t.progress?.(e)),a(`row`,e=>t.row?.(e)),a(`answer`,t=>o({kind:`answer`,answer:t,lang:n,id:e})),a(`failed`,({error:e})=>o({kind:`failed`,trouble:e})),i.addEventListener(`error`,()=>{i.close(),setTimeout(()=>r({kind:`lost`}),_o)})})}var xo={get token(){return oo()},get storage(){return sessionStorage},most:3,get:fo,post:po,download:(e,t)=>({href:so(e,t),download:!0}),ask:go,answerAgain:yo};function So(){let{token:e,hash:t}=yn(location.hash);e!==null&&(ao(e),history.replaceState(null,``,t))}to(async()=>xo,So);