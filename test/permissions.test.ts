import { beforeAll, expect, test } from 'vitest'

import type { RouteConfigEntry } from '@react-router/dev/routes'

import routes from '../app/routes.ts'
import { startApp } from './app.ts'
import { endpointsOf, requestOf } from './permissions/requests.ts'
import { rollingBack } from './permissions/rollback.ts'
import { type Caller, makeWorld, type RowIds } from './permissions/world.ts'

// Requests every endpoint and page as every caller, about own, foreign and missing rows, and compares the answers with
// test/permissions.md. After a change run `npx vitest run test/permissions.test.ts -u` and review the diff.

type Answer = { status: number; title: string; count: number | string | undefined; changed: boolean }
type Row = { name: string; by: Record<string, [own: Answer, foreign: Answer, absent: Answer]> }

// One key sends many requests here.
const app = await startApp({ env: { LIMIT_KEY_REQUESTS: '100000' } })
const rows: Row[] = []
const guarded = new Set<string>()

beforeAll(async () => {
  const world = await makeWorld(app.sql, app.now)
  const { handle, rolledBack } = await rollingBack(app.sql)
  const visit = app.visitOn(handle)

  const answerOf = async (name: string, caller: Caller, ids: RowIds): Promise<Answer> => {
    const { path, init } = requestOf(name, ids)
    const headers = new Headers(init.headers)
    if (caller.token) headers.set('Authorization', `Bearer ${caller.token}`)
    const { outcome, changed } = await rolledBack(async () => {
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
      const answerAbout = (ids: RowIds) => answerOf(name, caller, ids)
      row.by[who] = [
        await answerAbout(caller.own),
        await answerAbout(caller.foreign),
        await answerAbout(world.absent),
      ]
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

/** The number of items in a list, and its total if that differs. */
function countOf(list: ReturnType<typeof parsed>): number | string | undefined {
  const { items, total = items?.length } = list ?? {}
  if (items === undefined) return list?.length
  return items.length === total ? total : `${items.length}/${total}`
}

const show = ({ status, count }: Answer) => (count === undefined ? String(status) : `${status}×${count}`)
const answers = () =>
  rows.flatMap(({ name, by }) => Object.entries(by).map(([who, cells]) => ({ name, who, cells })))
const ofApi = ({ name }: { name: string }) => !name.startsWith('page')

test('every caller gets the answers in permissions.md', async () => {
  const callers = Object.keys(rows[0]?.by ?? {})
  const lines = rows.map(({ name, by }) => [
    name.replace(' /', name.startsWith('page') ? ' /' : ' /api/'),
    ...callers.map((caller) => by[caller]?.map(show).join(' ')),
  ])
  const table = [['', ...callers], ...lines]
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? []
  const text = table.map((line) => `| ${line.map((cell, n) => cell?.padEnd(widths[n] ?? 0)).join(' | ')} |`)
  text.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`)
  await expect(`${preface}\n${text.join('\n')}\n`).toMatchFileSnapshot('permissions.md')
})

test('every /api endpoint is documented', () => {
  const documented = new Set(rows.map(({ name }) => name))
  const answering = app.routes
    // The documentation page is listed as a page.
    .filter(({ method, path }) => method !== 'ALL' && /^\/api\/(?!docs)/.test(path))
    .map(({ method, path }) => `${method} ${path.slice('/api'.length).replaceAll(/:(\w+)/g, '{$1}')}`)
  expect([...new Set(answering)].filter((name) => !documented.has(name))).toEqual([])
})

test('rejected requests change nothing', () => {
  const changed = answers().filter(({ cells }) =>
    cells.some(({ status, changed }) => status >= 400 && changed),
  )
  expect(changed.map(({ name, who }) => `${who}: ${name}`)).toEqual([])
})

test('no request fails with 5xx, and reads change nothing', () => {
  const failed = answers().filter(({ cells }) => cells.some(({ status }) => status >= 500))
  expect(failed.map(({ name, who }) => `${who}: ${name}`)).toEqual([])
  const reading = answers().filter(
    ({ name, cells }) => /^(GET|page) /.test(name) && cells.some(({ changed }) => changed),
  )
  expect(reading.map(({ name, who }) => `${who}: ${name}`)).toEqual([])
})

test('disabled accounts get 401 everywhere, and anonymous callers only from guarded endpoints', () => {
  const disabled = answers().filter((row) => ofApi(row) && row.who === 'disabled')
  expect(new Set(disabled.flatMap(({ cells }) => cells.map(({ status }) => status)))).toEqual(new Set([401]))
  // At sign-in 401 means wrong credentials.
  const signIns = new Set(['POST /admin_sessions', 'POST /admin_sessions/refresh'])
  for (const { name, who, cells } of answers().filter(
    (row) => row.who === 'nobody' && !signIns.has(row.name),
  ))
    expect(
      cells.some(({ status }) => status === 401),
      `${who}: ${name}`,
    ).toBe(guarded.has(name))
})

test('staff of two vineyards get the same answers', () => {
  for (const { name, by } of rows)
    expect(by['winemaker B']?.map(show), name).toEqual(by['winemaker A']?.map(show))
})

test('no role may more than an owner, and the gate no more than a manager', () => {
  const isAdmitted = (cells?: Answer[]) =>
    cells?.some(({ status }) => status < 400 || status === 404) ?? false
  for (const { name, by } of rows.filter(({ name }) => guarded.has(name))) {
    if (isAdmitted(by.manager)) expect(isAdmitted(by['winemaker A']), name).toBe(true)
    if (isAdmitted(by.gate)) expect(isAdmitted(by.manager), name).toBe(true)
  }
})

test('guarded rows of others look like missing rows', () => {
  for (const { name, who, cells } of answers()) {
    if (!guarded.has(name) || !['winemaker A', 'manager', 'gate', 'guest'].includes(who)) continue
    const [, foreign, absent] = cells
    // Any visible vineyard may be a favourite: the favourite belongs to the visitor.
    if (name === 'PUT /favourites/{id}' && who === 'guest') continue
    expect([show(foreign), foreign.title], `${who}: ${name}`).toEqual([show(absent), absent.title])
  }
})

const preface = `# Answers by caller

Written by \`test/permissions.test.ts\`, which requests every endpoint and page as every caller and fails if an answer differs.
Each cell has three answers: for the caller's own row, for another's, and for one that does not exist. Staff own the rows of
their vineyard, guests those of a vineyard they booked; for everybody else both count as the same. \`×\` counts the items of a
list.

404: missing or out of scope. 403: a missing right. 401: no session.
`
