import fc from 'fast-check'

// Property tests use a fixed seed, so that only a commit can cause a new failure. `npm run test:long` draws a random seed, and
// SEED sets the seed.
fc.configureGlobal({ seed: Number(process.env.SEED ?? 20_261_122) })
