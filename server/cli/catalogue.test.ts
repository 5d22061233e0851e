import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { runHere, spawnCommand } from '../../test/command.ts'
import { ownDatabase } from '../../test/database.ts'
import { catalogueCommand } from './catalogue.ts'

const sql = await ownDatabase()
const folder = await mkdtemp(join(tmpdir(), 'chalk-catalogue-'))
afterAll(() => rm(folder, { recursive: true }))

const env = { DATABASE_URL: sql.url, NODE_ENV: 'development', CATALOGUE: 'demo' }
const catalogue = (...words: string[]) => runHere(catalogueCommand, words, env)

async function file(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text)
  return join(folder, name)
}

test('an import of vineyards reports what it loaded and names each bad row, and a second import changes nothing', async () => {
  const list = await file(
    'list.csv',
    'name,town,web,rating\nOne,Ely,one.example.com,5\nTwo,Ely,nonsense,3\nThree,Ely,,\n',
  )
  // The command runs in a process of its own, as an operator runs it.
  const first = await spawnCommand('server/cli/catalogue.ts', ['import', list], env)
  expect(first).toMatchObject({ code: 0 })
  expect(first.out).toContain('3 rows read\nColumns ignored: rating\n2 loaded, 0 unchanged, 1 rejected\n')
  expect(first.err).toBe('  line 3 (Two): website is not an http or https address\n')
  expect((await catalogue('import', list)).out).toContain('0 loaded, 2 unchanged, 1 rejected')
  expect(await sql`select name, source from vineyards order by name`).toEqual([
    { name: 'One', source: 'import of list.csv' },
    { name: 'Three', source: 'import of list.csv' },
  ])
})

test('exits with 1 for an unreadable file or a file without a valid row', async () => {
  const missing = await catalogue('import', join(folder, 'missing.csv'))
  expect(missing).toMatchObject({
    code: 1,
    err: expect.stringContaining('missing.csv cannot be read: ENOENT'),
  })
  const bad = await catalogue('import', await file('bad.csv', 'name,town\n,Ely\n'))
  expect(bad).toMatchObject({
    code: 1,
    err: '  line 2: the name is missing\nNo row was imported, 1 rejected\n',
  })
})

test('“load” loads the lists that CATALOGUE names, and an unknown command prints the usage', async () => {
  expect(await catalogue('load')).toMatchObject({
    code: 0,
    out: [
      'Catalogue: 8 demonstration estates loaded',
      'Catalogue: 3 itineraries loaded',
      'Catalogue: 5 blog posts loaded\n',
    ].join('\n'),
  })
  expect(await catalogue('shuffle')).toMatchObject({
    code: 1,
    err: expect.stringContaining('npm run catalogue -- import FILE.csv'),
  })
})
