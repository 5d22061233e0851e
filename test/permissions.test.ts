import { beforeAll, expect, test } from 'vitest'

import type { RouteConfigEntry } from '@react-router/dev/routes'

import routes from '../app/routes.ts'
import { startApp } from './app.ts'
import { makePassCertificates } from './pass-certificates.ts'
import { endpointsOf, requestOf } from './permissions/requests.ts'
import { rollingBack } from './permissions/rollback.ts'
import { type Caller, makeWorld, type RowIds } from './permissions/world.ts'

// Requests every endpoint and page as every caller, about the caller's rows, other rows and missing rows, and compares the
// answers with test/permissions.md. After a change, run `npm run vitest -- run test/permissions.test.ts -u` and review the diff.

type Answer = {
  status: number
  title: string
  count: number | string | undefined
  changed: boolean
  flaws: string[]
}
type Row = { name: string; by: Record<string, [own: Answer, foreign: Answer, absent: Answer]> }

const own = await makePassCertificates()
const passes = { PASS_CERTIFICATE: own.certificate + own.issuer, PASS_KEY: own.key }
// The tests send many requests with one key.
const app = await startApp({ env: { LIMIT_KEY_REQUESTS: '100000', ...passes } })
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
      const text = await response.text()
      return { status: response.status, text, flaws: flawsOf(response.headers, text) }
    })
    const json = parsed(outcome.text)
    return {
      status: outcome.status,
      title: json?.title ?? '',
      count: countOf(json),
      changed,
      flaws: outcome.flaws,
    }
  }

  const endpoints = await endpointsOf(app.visit)
  for (const { name, isGuarded } of endpoints) if (isGuarded) guarded.add(name)
  const octo = octoEndpointsOf(app.routes)
  for (const name of octo) guarded.add(name)
  for (const name of [...endpoints.map(({ name }) => name), ...octo, ...new Set(pagesOf(routes, ''))]) {
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

/** Returns the endpoints of OCTO among the routes of the app, such as 'GET /octo/:vineyard/products'. */
function octoEndpointsOf(routes: { method: string; path: string }[]): string[] {
  const named = routes.map(({ method, path }) => `${method} ${path}`)
  return [...new Set(named)].filter((name) => /^(?!ALL)\w+ \/octo\/:vineyard\/\w/.test(name))
}

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

/** Returns the number of items in a list, or `3/7` if the list contains only three of its seven items. */
function countOf(list: ReturnType<typeof parsed>): number | string | undefined {
  const { items, total = items?.length } = list ?? {}
  if (items === undefined) return list?.length
  return items.length === total ? total : `${items.length}/${total}`
}

const show = ({ status, count }: Answer) => (count === undefined ? String(status) : `${status}×${count}`)
const answers = () =>
  rows.flatMap(({ name, by }) => Object.entries(by).map(([who, cells]) => ({ name, who, cells })))
const isOcto = (name: string) => name.includes(' /octo/')
const ofApi = ({ name }: { name: string }) => !name.startsWith('page') && !isOcto(name)

// ASVS 8.2.1 8.2.2 8.3.1
test('every caller gets the answers in permissions.md', async () => {
  const callers = Object.keys(rows[0]?.by ?? {})
  const lines = rows.map(({ name, by }) => [
    ofApi({ name }) ? name.replace(' /', ' /api/') : name,
    ...callers.map((caller) => by[caller]?.map(show).join(' ')),
  ])
  const table = [['', ...callers], ...lines]
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? []
  const text = table.map((line) => `| ${line.map((cell, n) => cell?.padEnd(widths[n] ?? 0)).join(' | ')} |`)
  text.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`)
  await expect(`${preface}\n${text.join('\n')}\n`).toMatchFileSnapshot('permissions.md')
})

// ASVS 6.3.4
test('every /api endpoint is documented', () => {
  const documented = new Set(rows.map(({ name }) => name))
  const answering = app.routes
    // The documentation page is not an endpoint, but is listed as a page.
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

// ASVS 3.5.3
test('no request fails with 5xx, and GET requests and pages change nothing', () => {
  const failed = answers().filter(({ cells }) => cells.some(({ status }) => status >= 500))
  expect(failed.map(({ name, who }) => `${who}: ${name}`)).toEqual([])
  const reading = answers().filter(
    ({ name, cells }) => /^(GET|page) /.test(name) && cells.some(({ changed }) => changed),
  )
  expect(reading.map(({ name, who }) => `${who}: ${name}`)).toEqual([])
})

test('disabled accounts get 401 from every API endpoint, and anonymous callers get 401 only from guarded endpoints', () => {
  const disabled = answers().filter((row) => ofApi(row) && row.who === 'disabled')
  expect(new Set(disabled.flatMap(({ cells }) => cells.map(({ status }) => status)))).toEqual(new Set([401]))
  // At the endpoints for signing in, 401 means wrong credentials.
  const signIns = new Set(['POST /admin_sessions', 'POST /admin_sessions/refresh'])
  for (const { name, who, cells } of answers().filter(
    (row) => row.who === 'nobody' && !signIns.has(row.name),
  ))
    expect(
      cells.some(({ status }) => status === 401),
      `${who}: ${name}`,
    ).toBe(guarded.has(name))
})

test('the winemakers of two vineyards get the same answers', () => {
  for (const { name, by } of rows)
    expect(by['winemaker B']?.map(show), name).toEqual(by['winemaker A']?.map(show))
})

// ASVS 8.2.1
test('no role may do more than an owner, and the gate may not do more than a manager', () => {
  const isAdmitted = (cells?: Answer[]) =>
    cells?.some(({ status }) => status < 400 || status === 404) ?? false
  for (const { name, by } of rows.filter(({ name }) => guarded.has(name))) {
    if (isAdmitted(by.manager)) expect(isAdmitted(by['winemaker A']), name).toBe(true)
    if (isAdmitted(by.gate)) expect(isAdmitted(by.manager), name).toBe(true)
  }
})

// ASVS 8.2.1 8.4.1
test('OCTO serves only API keys: live keys at their own vineyards, test keys in the sandbox', () => {
  const octo = answers().filter(({ name }) => isOcto(name))
  expect(octo.length).toBeGreaterThan(100)
  for (const { name, who, cells } of octo) {
    const expected = who.endsWith('key')
      ? [200, 403, 403]
      : who === 'nobody'
        ? [401, 401, 401]
        : [403, 403, 403]
    expect(
      cells.map(({ status }) => status),
      `${who}: ${name}`,
    ).toEqual(expected)
  }
})

// ASVS 8.2.2 8.4.1
test('guarded rows of other owners look like missing rows', () => {
  for (const { name, who, cells } of answers()) {
    if (!guarded.has(name) || !['winemaker A', 'manager', 'gate', 'guest'].includes(who)) continue
    const [, foreign, absent] = cells
    // A guest may save any visible vineyard as a favourite, even if the guest never booked there.
    if (name === 'PUT /favourites/{id}' && who === 'guest') continue
    expect([show(foreign), foreign.title], `${who}: ${name}`).toEqual([show(absent), absent.title])
  }
})

// ASVS 3.3.1 3.3.2 3.3.3 3.3.4 3.3.5 3.4.3 3.4.4 3.4.5 3.4.6 3.4.7 3.4.8 3.5.6 3.5.7 3.7.1 3.7.2 3.7.3 4.1.1 5.4.1 5.4.2 13.4.6
test('no answer sets a cookie, is a script, redirects to another site or lacks a security header', () => {
  const flawed = answers().flatMap(({ name, who, cells }) =>
    cells.flatMap(({ flaws }) => flaws.map((flaw) => `${who}: ${name}: ${flaw}`)),
  )
  expect(flawed).toEqual([])
  expect(flawsOf(new Headers({ 'Set-Cookie': 'a=1', 'Content-Type': 'text/javascript' }), 'x')).toHaveLength(
    9,
  )
})

/** Returns the faults in the headers of an answer. The rules are the same for the whole site. */
function flawsOf(headers: Headers, text: string): string[] {
  const [type, policy] = ['Content-Type', 'Content-Security-Policy'].map((name) => headers.get(name) ?? '')
  const isHtml = type?.startsWith('text/html')
  return Object.entries({
    'sets a cookie': headers.has('Set-Cookie'),
    'names its software': headers.has('Server') || headers.has('X-Powered-By'),
    'is a script': /javascript/.test(type ?? ''),
    'has no type': text !== '' && !type,
    'has no character set': /^text\/|[/+]xml/.test(type ?? '') && !/; ?charset=utf-8(;|$)/i.test(type ?? ''),
    'may be sniffed': headers.get('X-Content-Type-Options') !== 'nosniff',
    'allows objects': !/(^|; )object-src 'none'/.test(policy ?? ''),
    'allows a base address': !/(^|; )base-uri 'none'/.test(policy ?? ''),
    'may be framed': !/(^|; )frame-ancestors ./.test(policy ?? ''),
    'reports no violation': !/(^|; )report-uri \/csp-reports/.test(policy ?? ''),
    // A picture contains no links.
    'sends its whole URL to other sites':
      !type?.startsWith('image/') &&
      !/^(no-referrer|strict-origin-when-cross-origin)$/.test(headers.get('Referrer-Policy') ?? ''),
    'shares its window': isHtml && headers.get('Cross-Origin-Opener-Policy') !== 'same-origin',
    'names no file':
      (headers.has('Content-Disposition') || type?.startsWith('text/csv')) &&
      !/^attachment; filename="[a-z0-9-]+\.(csv|ics|pkpass)"$/.test(headers.get('Content-Disposition') ?? ''),
    'redirects to another site': !/^(\/(?!\/)|http:\/\/site\.test\/)|^$/.test(headers.get('Location') ?? ''),
  }).flatMap(([flaw, isFlawed]) => (isFlawed ? [flaw] : []))
}

const preface = `# Answers by caller

Written by \`test/permissions.test.ts\`, which requests every endpoint and page as every caller, and fails if an answer
differs from this table. Each cell has three answers: for a row of the caller, for a row of somebody else, and for a row that
does not exist. Staff own the rows of their vineyard, and guests own the rows of the vineyard that they booked. Other callers
own no rows: their first two answers are for rows of two vineyards. The number after \`×\` counts the items of a list.

404: the row does not exist, or the caller may not reach it. 403: the caller lacks the permission. 401: the caller is not
signed in.
`

test('the check for changes notices inserted, updated and deleted rows, but not updates without new values', async () => {
  const { handle, rolledBack } = await rollingBack(app.sql)
  await app.sql`insert into unsubscribes (id, unsubscribed_at) values (${Buffer.alloc(16)}, now())`
  const notices = async (work: (sql: typeof handle) => Promise<unknown>) =>
    (await rolledBack(() => work(handle))).changed
  expect(
    await notices(
      (sql) =>
        sql`insert into hosts (vineyard_id, name, capacity) select vineyard_id, 'New', 1 from hosts limit 1`,
    ),
  ).toBe(true)
  expect(await notices((sql) => sql`update vineyards set name = name || '!'`)).toBe(true)
  expect(await notices((sql) => sql.begin((inside) => inside`update vineyards set name = name || '!'`))).toBe(
    true,
  )
  expect(await notices((sql) => sql`delete from unsubscribes`)).toBe(true)
  expect(await notices((sql) => sql`update vineyards set name = name`)).toBe(false)
  expect(await notices((sql) => sql`select from vineyards for update`)).toBe(false)
})
