// How long a test waits for a condition, in milliseconds: for a machine ten times slower than ours.
// A test that passes never waits that long.

/** For one condition. */
export const LIMIT = 60_000;

/** For one test. */
export const TEST_LIMIT = 600_000;
