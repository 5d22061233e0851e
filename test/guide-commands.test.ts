import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import { afterAll, expect, test } from 'vitest'

import { readConfig } from '../app/platform/config.server.ts'
import { startApp } from './app.ts'
import { blocksIn, commandsOf, commandsOfFirstDay, makeClone } from './guide-commands.ts'
import { makeApiKey, makeBookable } from './make.ts'
import { markPerson } from './marked-person.ts'

const { sql, visit } = await startApp({ now: new Date().toISOString() })
const clone = makeClone()
afterAll(() => rmSync(clone, { recursive: true }))

const texts = new Map(
  globSync('docs/guide/{run,build}/*.md').map((file) => [file, readFileSync(file, 'utf8')]),
)
const pages = [...texts.keys()].map((file) => file.slice('docs/guide/'.length, -'.md'.length))
const allBlocks = pages.flatMap((page) => commandsOf(page).map((block) => ({ page, ...block })))

/**
 * Runs the blocks of a page unchanged in one shell, and returns the output. Blocks that name another test or
 * are marked as untested are left out.
 */
async function runPage(page: string, more: Record<string, string> = {}): Promise<string> {
  const script = commandsOf(page)
    .filter(({ test: other, untested }) => other === null && untested === null)
    .flatMap(({ lines }) => lines)
    .join('\n')
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], {
    cwd: clone,
    env: {
      HOME: clone,
      PATH: `${join(clone, 'node_modules/.bin')}:${process.env.PATH}`,
      DATABASE_URL: sql.url,
      DATA_FOLDER: join(clone, 'data'),
      ...more,
    },
  })
  return stdout
}

const long = test.runIf(process.env.LONG)

long(
  'the commands on the page about signing in create an admin, print links and disable the admin',
  async () => {
    const output = await runPage('run/accounts')
    expect(output.match(/set-password/g)).toHaveLength(2)
    expect(output).toMatch(/^[\w+/]{43}=$/m)
    const rows = await sql`select name, is_active from admins where email = 'ada@vines.example.com'`
    expect([...rows]).toEqual([{ name: 'Ada Lovelace', is_active: false }])
  },
)

long('the commands on the page about lists import vineyards, postcodes and stops', async () => {
  const output = await runPage('run/lists')
  expect(output).toContain('1 loaded')
  const [row] = await sql`
    select (select count(*)::int from vineyards where name = 'Hollowdown') as vineyards,
      (select count(*)::int from postcodes) as postcodes,
      (select count(*)::int from stations where source = 'naptan') as stops`
  expect(row).toEqual({ vineyards: 1, postcodes: 2, stops: 1 })
})

long('the commands on the page about personal data export and erase a person', async () => {
  await markPerson(sql, 'ada', ['2026-02-01'], new Date('2026-01-01T09:00:00Z'))
  await sql`update bookings set guest_email = 'ada@example.com' where guest_email like '%ada%'`
  await runPage('run/personal-data')
  const exported = JSON.parse(readFileSync(join(clone, 'ada.json'), 'utf8'))
  expect(exported.bookings).toHaveLength(1)
  expect(await sql`select from bookings where guest_email = 'ada@example.com'`).toHaveLength(0)
})

long('the commands on the page of commands load, clean, check and fill a database', async () => {
  await runPage('run/commands')
  expect(existsSync(join(clone, '.data/mail-preview'))).toBe(true)
  const [row] = await sql<[{ bookings: number }]>`select count(*)::int as bookings from bookings`
  expect(row.bookings).toBeGreaterThan(15)
})

long('the requests on the pages for developers succeed', async () => {
  const server = serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url, headers }) => visit(new URL(url).pathname + new URL(url).search, { headers }),
  })
  afterAll(() => server.close())
  await once(server, 'listening')
  const { vineyard_id } = (await makeBookable(sql, { experience: { sold_by_resellers: true } })).experience
  const permissions = ['availability:read', 'bookings:read', 'bookings:write']
  const { token } = await makeApiKey(sql, { vineyard_id, permissions })
  const address = server.address()
  const SITE = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const run = (page: string) => runPage(`build/${page}`, { SITE, KEY: token, VINEYARD: vineyard_id })
  expect(JSON.parse(await run('start'))).toMatchObject({
    items: [expect.anything()],
    total: expect.any(Number),
  })
  expect(JSON.parse(await run('keys'))).toMatchObject({ items: expect.any(Array), total: expect.any(Number) })
  expect(await run('octo')).toMatch(/^\{"id":.*\}\s*\[/s)
  expect(await run('feeds')).toMatch(/<rss[\s\S]*<feed[\s\S]*<sitemapindex/)
  expect(JSON.parse(await run('errors-and-limits'))).toMatchObject({ status: 400, error: expect.any(String) })
})

test('every block of commands is run here, is run by the test that it names, or is marked as untested', () => {
  const here = [
    'run/accounts',
    'run/lists',
    'run/personal-data',
    'run/commands',
    'build/start',
    'build/keys',
    'build/octo',
    'build/feeds',
    'build/errors-and-limits',
  ]
  const elsewhere = allBlocks.filter(({ test: other }) => other !== null)
  expect(elsewhere.flatMap(({ lines, test: other, page }) => notRunBy(other ?? '', page, lines))).toEqual([])
  const unnamed = allBlocks.filter(({ test: other, untested }) => other === null && untested === null)
  expect([...new Set(unnamed.map(({ page }) => page))].toSorted()).toEqual(here.toSorted())
  expect(notRunBy('test/docs.test.ts', 'run/start', ['npm start'])).toEqual([
    'run/start: test/docs.test.ts does not run "npm start"',
  ])
  // The file test/long.ts contains this command only as a part of longer commands.
  expect(notRunBy('test/long.ts', 'run/tests', ['npm run test:long'])).toHaveLength(1)
  expect(notRunBy('test/none.test.ts', 'run/start', ['npm start'])).toHaveLength(1)
  expect(() => blocksIn('```sh sometimes\nls\n```\n')).toThrow('sometimes')
})

test('finds the commands of CONTRIBUTING.md in its blocks and in its sentences', () => {
  const text =
    '```sh\nnpm start   # the site\n```\n\n```sh untested="long"\nnpm test\n```\n\nRun `npm run check`, not `npm start` or `npm run test:long -- a`.'
  expect(commandsOfFirstDay(`${text}\n`)).toEqual({ first: ['npm start'], others: ['npm run check'] })
  const { first, others } = commandsOfFirstDay()
  expect(first).toEqual(expect.arrayContaining(['npm start', 'npm run dev', 'npm run check']))
  const tried = ['npm run schema', 'npm run notices', 'npm run asvs', 'npm run test:long -- --status']
  expect(others).toEqual(expect.arrayContaining(tried))
  expect(others.filter((line) => /journeys|bench/.test(line))).toEqual([])
})

/** Returns the lines that a test does not run. A test counts as running a line if its file quotes the line exactly. */
function notRunBy(file: string, page: string, lines: string[]): string[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return lines
    .filter((line) => !["'", '"', '`'].some((mark) => text.includes(mark + line.trim() + mark)))
    .map((line) => `${page}: ${file} does not run "${line}"`)
}

test('each command that no test runs is listed once, with a reason', () => {
  const [, list = ''] = (texts.get('docs/guide/run/tests.md') ?? '').split('## Commands that no test runs')
  const listed = [...list.matchAll(/^\| `([^`]+)` +\| (.+?) +\|$/gm)].map(
    ([, line, why]) => `${line}: ${why}`,
  )
  const untested = allBlocks.flatMap(({ lines, untested: why }) =>
    why ? lines.map((line) => `${line}: ${why}`) : [],
  )
  expect(listed.toSorted()).toEqual([...new Set(untested)].toSorted())
  expect(listed.length).toBeGreaterThan(3)
})

test('every command that a sentence or table mentions is in a block of commands', () => {
  const inBlocks = allBlocks.flatMap(({ lines }) => lines).join('\n')
  const mentioned = new Set([...texts.values()].flatMap((text) => text.match(/(?<=`)npm run [\w:-]+/g) ?? []))
  expect(mentioned.size).toBeGreaterThan(10)
  expect([...mentioned].filter((name) => !new RegExp(`${name}(?![\\w:-])`).test(inBlocks))).toEqual([])
})

test('the site accepts every block of settings', () => {
  const blocks = [...texts.values()].flatMap((text) => [...text.matchAll(/^```env\n([\s\S]*?)^```$/gm)])
  expect(blocks.length).toBeGreaterThan(4)
  for (const [, block = ''] of blocks) {
    const settings = [...block.matchAll(/^([A-Z_]+)="?(.*?)"?$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ])
    expect(settings).toHaveLength(block.trim().split('\n').length)
    const config = readConfig(Object.fromEntries(settings)) as Record<string, unknown>
    expect(settings.filter(([name = '']) => !(name.toLowerCase() in config))).toEqual([])
  }
})
