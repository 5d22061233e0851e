import fc from 'fast-check'

/**
 * Properties ask the same of every commit, so that what fails is the commit's and not the day's luck; their long forms (`npm run test:long`)
 * ask something new every time. `SEED=1 npx vitest run …` tries another one.
 */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 20_261_122) })
