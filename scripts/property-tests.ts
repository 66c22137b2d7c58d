import fc from 'fast-check';

/**
 * Property tests draw the same values in each run, so that a run on the same code ends the same way. `PROPERTY_SEED=random` draws others;
 * a number repeats what a failed test told.
 */
const asked = process.env.PROPERTY_SEED;
if (asked !== 'random') fc.configureGlobal({ seed: Number(asked ?? 20_251) });
