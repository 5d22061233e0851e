import fc from 'fast-check'

// Property tests use one seed, so that a failure is caused by the commit. `npm run test:long` draws a new one; SEED sets one.
fc.configureGlobal({ seed: Number(process.env.SEED ?? 20_261_122) })
