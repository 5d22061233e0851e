import { beforeAll, expect, test } from 'vitest'

import type { RouteConfigEntry } from '@react-router/dev/routes'

import routes from '../app/routes.ts'
import { startApp } from './app.ts'
import { endpointsOf, requestOf } from './permissions/asking.ts'
import { undoing } from './permissions/undone.ts'
import { type Caller, makeWorld, type Things } from './permissions/world.ts'

/*
 * Every endpoint and every page, asked by everybody about what is theirs, another's and nobody's, held against one table:
 * test/permissions.md. What is new is not in it and fails; `vitest run test/permissions.test.ts -u` writes it down, to be
 * read before it is committed.
 */

type Answer = { status: number; title: string; count: number | string | undefined; changed: boolean }
type Row = { name: string; by: Record<string, [own: Answer, foreign: Answer, absent: Answer]> }

const app = await startApp()
const rows: Row[] = []
const guarded = new Set<string>()

beforeAll(async () => {
  const world = await makeWorld(app.sql, app.now)
  const { handle, undone } = await undoing(app.sql)
  const visit = app.visitOn(handle)

  const ask = async (name: string, caller: Caller, things: Things): Promise<Answer> => {
    const { path, init } = requestOf(name, things)
    const headers = new Headers(init.headers)
    if (caller.token) headers.set('Authorization', `Bearer ${caller.token}`)
    const { outcome, changed } = await undone(async () => {
      const response = await visit(path, { ...init, headers })
      return { status: response.status, text: await response.text() }
    })
    const json = parsed(outcome.text)
    return {
      status: outcome.status,
      title: json?.title ?? '',
      count: countOf(json),
      changed,
    }
  }

  const endpoints = await endpointsOf(app.visit)
  for (const { name, isGuarded } of endpoints) if (isGuarded) guarded.add(name)
  for (const name of [...endpoints.map(({ name }) => name), ...new Set(pagesOf(routes, ''))]) {
    const row: Row = { name, by: {} }
    for (const [who, caller] of Object.entries(world.callers)) {
      const about = (things: Things) => ask(name, caller, things)
      row.by[who] = [await about(caller.own), await about(caller.foreign), await about(world.absent)]
    }
    rows.push(row)
  }
}, 1_800_000)

function pagesOf(entries: RouteConfigEntry[], above: string): string[] {
  return entries.flatMap(({ path, index, children = [] }) => {
    const here = path ? `${above}/${path}` : above
    const below = pagesOf(children, here)
    return path !== undefined || index ? [`page ${here || '/'}`, ...below] : below
  })
}

function parsed(
  text: string,
): { title?: string; total?: number; items?: unknown[]; length?: number } | undefined {
  return /^[[{]/.test(text) ? JSON.parse(text) : undefined
}

/** How many things are in a list; where its total tells another number, both. */
function countOf(list: ReturnType<typeof parsed>): number | string | undefined {
  const { items, total = items?.length } = list ?? {}
  if (items === undefined) return list?.length
  return items.length === total ? total : `${items.length}/${total}`
}

const show = ({ status, count }: Answer) => (count === undefined ? String(status) : `${status}×${count}`)
const answers = () =>
  rows.flatMap(({ name, by }) => Object.entries(by).map(([who, cells]) => ({ name, who, cells })))
const ofApi = ({ name }: { name: string }) => !name.startsWith('page')

test('everybody is answered as the table says', async () => {
  const whos = Object.keys(rows[0]?.by ?? {})
  const lines = rows.map(({ name, by }) => [
    name.replace(' /', name.startsWith('page') ? ' /' : ' /api/'),
    ...whos.map((who) => by[who]?.map(show).join(' ')),
  ])
  const table = [['', ...whos], ...lines]
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? []
  const text = table.map((line) => `| ${line.map((cell, n) => cell?.padEnd(widths[n] ?? 0)).join(' | ')} |`)
  text.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`)
  await expect(`${preface}\n${text.join('\n')}\n`).toMatchFileSnapshot('permissions.md')
})

test('what answers below /api stands in the document', () => {
  const documented = new Set(rows.map(({ name }) => name))
  const answering = app.routes
    // The page about the API is a page, and stands among them.
    .filter(({ method, path }) => method !== 'ALL' && /^\/api\/(?!docs)/.test(path))
    .map(({ method, path }) => `${method} ${path.slice('/api'.length).replaceAll(/:(\w+)/g, '{$1}')}`)
  expect([...new Set(answering)].filter((name) => !documented.has(name))).toEqual([])
})

test('what is refused changes nothing', () => {
  const changed = answers().filter(({ cells }) =>
    cells.some(({ status, changed }) => status >= 400 && changed),
  )
  expect(changed.map(({ name, who }) => `${who}: ${name}`)).toEqual([])
})

test('nothing fails, and nothing but writing changes anything', () => {
  const failed = answers().filter(({ cells }) => cells.some(({ status }) => status >= 500))
  expect(failed.map(({ name, who }) => `${who}: ${name}`)).toEqual([])
  const reading = answers().filter(
    ({ name, cells }) => /^(GET|page) /.test(name) && cells.some(({ changed }) => changed),
  )
  expect(reading.map(({ name, who }) => `${who}: ${name}`)).toEqual([])
})

test('whoever is disabled is told so wherever they ask, and nobody asks in vain for what is open to all', () => {
  const told = answers().filter((row) => ofApi(row) && row.who === 'disabled')
  expect(new Set(told.flatMap(({ cells }) => cells.map(({ status }) => status)))).toEqual(new Set([401]))
  // Where one signs in, 401 says that what was brought along is wrong.
  const doors = new Set(['POST /admin_sessions', 'POST /admin_sessions/refresh'])
  for (const { name, who, cells } of answers().filter((row) => row.who === 'nobody' && !doors.has(row.name)))
    expect(
      cells.some(({ status }) => status === 401),
      `${who}: ${name}`,
    ).toBe(guarded.has(name))
})

test("two vineyards' staff are treated alike", () => {
  for (const { name, by } of rows)
    expect(by['winemaker B']?.map(show), name).toEqual(by['winemaker A']?.map(show))
})

test('what is guarded and belongs to others can not be told from what is not there', () => {
  for (const { name, who, cells } of answers()) {
    if (!guarded.has(name) || !['winemaker A', 'guest'].includes(who)) continue
    const [, foreign, absent] = cells
    // A favourite is kept of any vineyard that can be seen: its owner is the visitor, not the vineyard.
    if (name === 'PUT /favourites/{id}' && who === 'guest') continue
    expect([show(foreign), foreign.title], `${who}: ${name}`).toEqual([show(absent), absent.title])
  }
})

const preface = `# Who is answered what

Made by \`test/permissions.test.ts\`, which asks every endpoint and every page in the name of everybody and fails where an
answer is not the one below. In each cell: about one's own thing, another's, and one that is not there. A vineyard's things
are its staff's own, to a guest those of a vineyard with a booking of theirs, to everybody else those of the same one. \`×\`
counts what a list holds.

404 is what is not there or out of reach, 403 a missing right, 401 no session.
`
