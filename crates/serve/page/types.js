// @ts-check
/**
 * The types that the parts of the page share. `Line`, `Family` and the results are those of `docs/schema.json`; only
 * the fields that the page uses are named here.
 */

/** @typedef {[number, number]} Cell axial coordinates `[q, r]` */
/** @typedef {{name: string, value: string}} Setting */
/** @typedef {{word: string, meaning: string}} Term */
/** @typedef {{code: string, cells: Cell[], message: string}} Violation */
/** @typedef {{message: string, line?: number | null, column?: number | null, help?: string | null}} Failure */
/** @typedef {"nothing" | "found" | "complete" | "certified"} Claim */
/** @typedef {"light" | "dark" | "print"} Theme */

/**
 * An option of an engine or a maker.
 * @typedef {object} OptionRow
 * @property {string} name
 * @property {string} meaning
 * @property {"integer" | "choice" | "text" | "unit" | "file" | "program"} kind
 * @property {string | null} default
 * @property {string} range `a..b`, words with `|` between them, or a word in capitals for any text
 * @property {boolean} restricts
 * @property {"program" | "file" | null} outside
 */

/**
 * @typedef {object} Engine
 * @property {string} name
 * @property {string} description
 * @property {"production" | "classic"} role
 * @property {string[]} powers
 * @property {OptionRow[]} options
 */

/** @typedef {{description: string, options: OptionRow[], largest: number}} Maker */
/** @typedef {{name: string, description: string}} Format */

/**
 * A family of puzzles, as `list` describes it.
 * @typedef {object} Family
 * @property {string} family
 * @property {string} description
 * @property {string[]} explanation the rules for a first visitor
 * @property {string | null} example full name of a small solved example, if there is one
 * @property {"rows" | "strokes"} answer how a solution is edited
 * @property {string | null} objective
 * @property {number} least_order
 * @property {Term[]} tokens
 * @property {string} solution
 * @property {Term[]} settings
 * @property {Term[]} rules
 * @property {Term[]} reasons
 * @property {Term[]} bounds
 * @property {Term[]} views
 * @property {Engine[]} engines
 * @property {Maker | null} maker
 * @property {Format[]} formats
 * @property {string[]} presets
 * @property {string[]} examples
 */

/**
 * A word of the text and the cell that it stands for.
 * @typedef {object} CellWord
 * @property {Cell} cell
 * @property {"puzzle" | "solution"} layer
 * @property {string} word
 * @property {number} line from 1, in the text that was sent
 * @property {number} column from 1, in characters
 * @property {number} length in characters
 */
/** @typedef {CellWord} CellToken */

/** @typedef {{of: string, by: string, parts: {key: number, value: number, exact: boolean}[]}} Breakdown */

/**
 * The verdict of the verifier.
 * @typedef {object} CheckResult
 * @property {boolean} ok whether no rule is broken as far as the board goes
 * @property {boolean} complete
 * @property {number | null} objective
 * @property {Violation[]} violations
 * @property {Breakdown[]} [breakdowns]
 */

/**
 * The words that an editor offers for a cell; the first of each list clears it.
 * @typedef {object} LookPalette
 * @property {string[]} puzzle
 * @property {string[]} solution empty if a solution is no rows
 * @property {boolean} each_once every word stands on the board exactly once, so placing one exchanges two
 */

/**
 * Everything that the workbench shows of a text.
 * @typedef {object} LookResult
 * @property {string} family
 * @property {number} order
 * @property {Setting[]} settings
 * @property {"satisfy" | "minimise" | "maximise"} goal
 * @property {string} text canonical text of the whole document
 * @property {"rows" | "strokes"} answer how a solution is edited
 * @property {boolean} solution whether the text has one
 * @property {string | null} draft the whole document with the solution with which an editor begins
 * @property {CellWord[]} cells
 * @property {LookPalette} palette
 * @property {number | null} steps
 * @property {CheckResult} check
 * @property {string} words
 * @property {number} symmetries
 * @property {string} svg
 */

/**
 * @typedef {object} RecordResult
 * @property {string} record
 * @property {boolean} ok
 * @property {string | null} claim
 * @property {string | null} command
 * @property {string | null} date
 * @property {string | null} version
 * @property {number | null} objective
 */

/**
 * A made puzzle.
 * @typedef {object} MakeResult
 * @property {string} family
 * @property {string | null} text
 * @property {boolean | null} unique
 * @property {string} words
 */

/** @typedef {{type: "begin", schema: 1, data: Record<string, any>}} BeginLine */
/** @typedef {{type: "progress", schema: 1, data: {phase: string, done?: number, total?: number, unit?: string, rates: Record<string, number>, [counter: string]: any}}} ProgressLine */
/** @typedef {{type: "improved", schema: 1, data: {objective: number | null, solution: string}}} ImprovedLine */
/** @typedef {{type: "bound", schema: 1, data: {bound: number}}} BoundLine */
/** @typedef {{type: "result", schema: 1, data: Record<string, any>}} ResultLine */
/** @typedef {{type: "end", schema: 1, data: {exit: number}}} EndLine */
/** @typedef {{type: "error", schema: 1, data: Failure}} ErrorLine */
/** @typedef {BeginLine | ProgressLine | ImprovedLine | BoundLine | ResultLine | EndLine | ErrorLine} Line */

/** @typedef {{verb: string, [field: string]: any}} Request */

/**
 * A run, as the list of runs shows it.
 * @typedef {object} JobEntry
 * @property {string} job
 * @property {"running" | "finished" | "stopped" | "failed"} state
 * @property {boolean} resumable
 * @property {number} begun milliseconds since 1970
 * @property {number} seconds
 * @property {Request} request
 * @property {string} title
 * @property {string | null} words
 * @property {number} events
 */

/** @typedef {{number: number, at: number, line: Line}} JobEvent */

/**
 * Where the page lives.
 * @typedef {object} About
 * @property {"server" | "static"} life
 * @property {string} version
 * @property {number} cores
 * @property {string[]} engines_without what the engines do without here, such as a SAT solver
 * @property {boolean} proofs whether new proofs can be made
 */

/** @typedef {"reachable" | "gone" | "refused"} Reach */

/**
 * What the page talks to: a server, or a Worker. Promises are rejected with an `Unreachable` if the other side cannot
 * be reached, and with a `Refused`, which is a `Failure`, if it will not do what it was asked.
 * @typedef {object} Interface
 * @property {(request: Request) => Promise<Line[]>} ask a bad request resolves with an `error` line
 * @property {(request: Request) => Promise<{job: string}>} start
 * @property {() => Promise<JobEntry[]>} jobs
 * @property {(job: string, from: number, onEvent: (event: JobEvent) => void) => (() => void)} watch
 * @property {(job: string) => Promise<void>} stop
 * @property {(job: string) => Promise<{job: string}>} resume
 * @property {(job: string) => Promise<void>} forget
 * @property {(job: string) => Promise<Blob | null>} proof
 * @property {(request: Request, form: "png" | "gif") => Promise<Blob>} picture
 * @property {() => About} about
 * @property {(listener: (reach: Reach) => void) => void} onReach called when the other side goes and comes back
 */

/**
 * What a screen gives back to the router.
 * @typedef {{close(): void}} Screen
 */

export {};
