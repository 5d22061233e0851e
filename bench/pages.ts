// npm run bench:pages   cached pages compared with a bare server, rendering compared with a plain React Router app; two minutes
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import type { Sql } from '../app/platform/database.server.ts'
import { dayOf } from '../app/platform/days.ts'
import { raisePageVersion } from '../app/platform/http/page-cache/page-version.server.ts'
import { createLog } from '../app/platform/log.server.ts'
import { makeVineyard } from '../test/make.ts'
import { type Running, startServer } from './booking/processes.ts'
import { median, table } from './booking/table.ts'
import { withDatabase } from './database.ts'
import { makeVineyards } from './explore/market.ts'
import { pace, type Pace } from './pages/measure.ts'
import { herdOf, untilSeen } from './pages/news.ts'
import type { Rendered } from './pages/render.ts'
import { Visitor } from './pages/visitor.ts'

const full = process.argv.includes('--full')
const rounds = full ? 15 : 5
const aims = { share: 0.8, shown: 300, rendering: 1 }
const say = (line: string) => console.log(line)
let met = true

const main = new URL('../server/main.ts', import.meta.url)
await withDatabase({ max: 4 }, async ({ sql, url, folder }) => {
  await makeVineyards(sql, 200, dayOf(new Date()))
  const processes = [await startServer(main, folder, 4), await startServer(main, folder, 4)] as const
  try {
    await besideBare(processes[0])
    await cold(sql, processes[0])
    await news(sql, processes)
    await making(sql, url)
  } finally {
    await Promise.all(processes.map(({ stop }) => stop()))
  }
})
if (!met) process.exitCode = 1

/** Compares the cached list, requested by 32 visitors, with a server that sends the same bytes. */
async function besideBare(site: Running) {
  const { head, body, etag } = await answerOf(site)
  const child = fork(fileURLToPath(new URL('./pages/bare.ts', import.meta.url)))
  child.send({ head, body, etag })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const contestants = { site, bare: { port, pid: child.pid ?? 0 } }
  const rows = [['', 'answers a second', 'of bare', 'processor ms for 1,000', 'bare']]
  for (const [name, fields] of [
    ['the list, 200', {}],
    ['the list, 304', { 'If-None-Match': etag }],
  ] as [string, Record<string, string>][]) {
    const paces: Record<'site' | 'bare', Pace[]> = { site: [], bare: [] }
    // The first round warms both up.
    for (let round = 0; round <= rounds; round++)
      for (const who of ['site', 'bare'] as const) {
        const one = await pace(contestants[who], '/explore', fields, {
          visitors: 32,
          milliseconds: full ? 1500 : 1000,
        })
        if (round > 0) paces[who].push(one)
      }
    const of = (who: 'site' | 'bare', what: keyof Pace) => median(paces[who].map((one) => one[what]))
    const share = of('site', 'rate') / of('bare', 'rate')
    if (share < aims.share) met = false
    rows.push([
      name,
      of('site', 'rate').toFixed(0),
      `${share.toFixed(2)} ×`,
      of('site', 'work').toFixed(0),
      of('bare', 'work').toFixed(0),
    ])
  }
  child.kill()
  say(
    `A page of ${body.length} base64 characters. Aim: at least ${aims.share} × the bare server.\n${table(rows)}`,
  )
}

/** Returns the headers and the body of the cached list. */
async function answerOf({ port }: Running) {
  const visitor = await Visitor.open(port, '/explore')
  // The first request renders the page, the second gets the cached one.
  for (let n = 0; n < 3; n++) {
    await visitor.ask()
    await sleep(200)
  }
  visitor.close()
  const { headers } = await fetch(`http://127.0.0.1:${port}/explore`, {
    headers: { 'Accept-Encoding': 'br' },
  })
  const own = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'])
  const head = [...headers].filter(([name]) => !own.has(name)).flat()
  const etag = headers.get('ETag')
  if (!etag) throw new Error('The list is not cached.')
  return { head, etag, body: Buffer.from(visitor.body, 'latin1').toString('base64') }
}

/** Measures a page that is not cached yet: one request, and 64 at once. */
async function cold(sql: Sql, site: Running) {
  const vineyards = await sql<
    { id: string }[]
  >`select id from vineyards where is_visible order by id limit 40`
  const paths = vineyards.map(({ id }) => `/vineyard/${id}`)
  const alone: Awaited<ReturnType<typeof herdOf>>[] = []
  const herds: typeof alone = []
  for (const [n, path] of paths.entries()) {
    if (n % 2 === 0) alone.push(await herdOf(site, path, 1))
    else herds.push(await herdOf(site, path, 64))
  }
  const of = (all: typeof alone, what: 'last' | 'work') => median(all.map((one) => one[what])).toFixed(0)
  say(
    `\nA page not cached yet: ${of(alone, 'last')} ms for one request (${of(alone, 'work')} ms of processor), ` +
      `${of(herds, 'last')} ms for the last of 64 at once (${of(herds, 'work')} ms)`,
  )
}

/** Measures how long until both processes show an edit by staff. A sale shows after at most five seconds. */
async function news(sql: Sql, processes: readonly Running[]) {
  const { id } = await makeVineyard(sql)
  const edits: number[] = []
  for (let n = 0; n < 16; n++) {
    const name = `Renamed ${n}`
    const edit = async () => {
      await sql`update vineyards set name = ${name} where id = ${id}`
      await raisePageVersion({ sql, log: createLog('silent') })
    }
    edits.push(await untilSeen(processes, `/vineyard/${id}`, edit, (html) => html.includes(name)))
  }
  const longest = Math.max(...edits)
  if (!(longest <= aims.shown)) met = false
  say(
    `Until both of two processes show an edit: ${median(edits).toFixed(0)} ms, ` +
      `the longest of ${edits.length} ${longest.toFixed(0)} ms (aim: at most ${aims.shown})`,
  )
}

/** Measures rendering: the site, a plain React Router app of the same parts, and React alone. */
async function making(sql: Sql, databaseUrl: string) {
  const [{ id }] = await sql<[{ id: string }]>`
    select vineyard_id as id from experiences group by vineyard_id order by count(*) desc, vineyard_id limit 1`
  const child = fork(fileURLToPath(new URL('./pages/render.ts', import.meta.url)), {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  child.send({
    databaseUrl,
    paths: { home: '/', 'the list': '/explore', 'a vineyard': `/vineyard/${id}`, terms: '/terms' },
    turns: 4 * rounds,
  })
  const [rendered] = (await once(child, 'message')) as [Rendered]
  const rows = rendered.map(({ page, bytes, site, ...others }) => [
    page,
    (bytes / 1000).toFixed(0),
    site.toFixed(1),
    ...[others.plain, others.shortest, others.tree].flatMap((other) => [
      other.toFixed(1),
      `${(other / site).toFixed(2)} ×`,
    ]),
  ])
  const all = median(rendered.map(({ site, plain }) => plain / site))
  if (all < aims.rendering) met = false
  say(
    `\nRendering a page, ms of processor: the site; a plain React Router app with the framework's own entry and the same` +
      `\nroutes, loaders and markup (aim: ${aims.rendering} ×, median ${all.toFixed(2)}); the same app with the shortest possible entry; and React's` +
      `\nrenderToString of the tree with its data loaded.\n` +
      table([
        ['', 'kB', 'site', 'plain app', 'as often', 'shortest', 'as often', 'tree alone', 'as often'],
        ...rows,
      ]),
  )
}
