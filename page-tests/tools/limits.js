// How long a test waits for a condition, in milliseconds: for a machine ten times slower than ours.
// A test that passes never waits that long.

/** For one condition. */
export const LIMIT = Number(process.env.SIXFOLD_LIMIT ?? 60_000);

/** For one test. */
export const TEST_LIMIT = 600_000;

/** For an engine that solves a small board. */
export const SOLVE_LIMIT = Number(process.env.SIXFOLD_SOLVE_LIMIT ?? 300_000);
