import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'

import { emptyDatabases } from '../../../test/empty-database.ts'

const empty = emptyDatabases()
const { write, writeFunctions, run, applied } = empty

/** Writes the SQL folder as the last of these versions has it. The versions before it are the earlier releases. */
async function writeVersion(body: string, ...versions: string[]) {
  const releases = versions.map((version) => ({ version }))
  await writeFile(join(empty.folder, 'releases.json'), JSON.stringify(releases))
  await writeFunctions(
    'grapes.sql',
    `create type grape as (name text);\ncreate function red() returns text language sql return '${body}';`,
  )
}
const answer = async () => (await empty.sql<[{ red: string }]>`select red()`)[0].red
const typeIds = async (...names: string[]) =>
  (
    await empty.sql<
      { id: number }[]
    >`select oid::int8 as id from pg_type where typname = any (${names}) order by 1`
  ).map(({ id }) => id)
const newer =
  'A newer version has brought the database up to date, and this version runs beside the newer one'

beforeEach(async () => {
  await write('0001_grapes.sql', 'create table grapes ();')
  await writeVersion('Rondo', '1.9.0')
  await run()
})

test('an older process that starts beside the next version changes nothing', async () => {
  await write('0002_vines.sql', 'create table vines ();')
  await writeVersion('Regent', '1.9.0', '1.10.0')
  await run()

  await writeVersion('Rondo', '1.9.0')
  expect(await run()).toEqual([newer])
  expect([await answer(), await applied()]).toEqual(['Regent', ['0001_grapes.sql', '0002_vines.sql']])
  // When the newer version starts again after its predecessor has run, it changes nothing either.
  await writeVersion('Regent', '1.9.0', '1.10.0')
  expect(await run()).toEqual([])
})

test('an older process changes nothing beside a newer version that did not change the SQL', async () => {
  await writeVersion('Rondo', '1.9.0', '1.10.0')
  expect(await run()).toEqual([])
  await writeVersion('Regent', '1.9.0')
  expect(await run()).toEqual([newer])
  expect(await answer()).toBe('Rondo')
})

test('refuses a process that is more than one release behind, and says why', async () => {
  await writeVersion('Regent', '1.9.0', '1.10.0', '2.0.0')
  await run()
  await writeVersion('Rondo', '1.9.0')
  await expect(run()).rejects.toThrow(
    'The database is of version 2.0.0, and this is version 1.9.0. Versions before 1.10.0 cannot use it. ' +
      'Start a newer version, or restore a backup made before the update.',
  )
  await writeVersion('Rondo', '1.9.0', '1.10.0')
  expect(await run()).toEqual([newer])
})

test('applies a change of the SQL within the same version', async () => {
  await writeVersion('Regent', '1.9.0')
  expect(await run()).toEqual(['Creating functions (1)'])
  expect(await answer()).toBe('Regent')
})

test('a new type leaves the ids of other types unchanged, because running processes know these ids', async () => {
  const [grape] = await typeIds('grape')
  await writeFunctions('vines.sql', 'create type vine as (row_number integer);')
  expect(await run()).toEqual(['Creating functions (2)'])
  expect(await typeIds('grape')).toEqual([grape])

  await writeFunctions('vines.sql', 'create type vine as (row_number integer, grows grape);')
  await run()
  const [, vine] = await typeIds('grape', 'vine')
  await writeFunctions('grapes.sql', `create type grape as (name text, colour text);`)
  await run()
  // Changing a type also recreates the types that contain it, with new ids.
  const after = await typeIds('grape', 'vine')
  expect([after.includes(grape ?? 0), after.includes(vine ?? 0)]).toEqual([false, false])
})
