import { expect, test } from 'vitest'

import type { Sql } from '../app/platform/database/database.server.ts'
import { ownDatabase } from './database.ts'
import { raceOfClients } from './race.ts'

const sql = await ownDatabase()

// Negative control of the tests that expect no deadlock in a race: shows that they would notice a deadlock.
test('after a race, the database has counted the deadlocks of its clients', async () => {
  await sql`create table vines as select id from generate_series(1, 2) as id`
  const bothHaveOne = Promise.withResolvers<void>()
  let locked = 0
  const lockBoth = (first: number, second: number) => (client: Sql) =>
    client
      .begin(async (transaction) => {
        await transaction`select from vines where id = ${first} for update`
        if (++locked === 2) bothHaveOne.resolve()
        // Without this wait, the first client that wakes up may lock both rows before the other has locked one.
        await bothHaveOne.promise
        await transaction`select from vines where id = ${second} for update`
      })
      .then(
        () => 'locked',
        ({ code }: { code: string }) => code,
      )
  const outcomes = await raceOfClients(sql, (holder) => holder`select from vines for update`, [
    lockBoth(1, 2),
    lockBoth(2, 1),
  ])
  expect(outcomes.toSorted()).toEqual(['40P01', 'locked'])
  const [{ deadlocks }] = await sql<[{ deadlocks: number }]>`
    select deadlocks from pg_stat_database where datname = current_database()`
  expect(deadlocks).toBe(1)
})
