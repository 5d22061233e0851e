// A process of its own, in production mode: the cost of rendering a page, compared with peers of the same parts.
import { registerHooks } from 'node:module'

import { readConfig } from '../../app/platform/config.server.ts'
import { connect } from '../../app/platform/database.server.ts'
import { createLog } from '../../app/platform/log.server.ts'
import { median } from '../booking/table.ts'

const contestants = ['site', 'plain', 'shortest', 'tree'] as const
type Contestant = (typeof contestants)[number]

/** Median processor time in milliseconds, by page. */
export type Rendered = (Record<Contestant, number> & { page: string; bytes: number })[]

const watched = new URL('./watched-router.ts', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'react-router' && context.parentURL?.includes('/build/server/')
      ? { url: watched, shortCircuit: true }
      : next(specifier, context),
})

/** Pages in a row per contestant, so that its garbage collection counts as its own. */
const each = 8
/** Changes the order each turn, or one contestant would always collect the same one's garbage. */
const inSomeOrder = (): Contestant[] =>
  contestants
    .map((who) => ({ who, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ who }) => who)

/** Turns that only warm up, so that all code is compiled. */
const warmUp = 20

type Order = { databaseUrl: string; paths: Record<string, string>; turns: number }

process.once('message', (order: Order) => {
  void run(order).then((rendered) => process.send?.(rendered, () => process.exit(0)))
})

async function run({ databaseUrl, paths, turns }: Order): Promise<Rendered> {
  const builtServer = '../../build/server/index.js'
  const { createApp }: typeof import('../../app/handler.server.ts') = await import(builtServer)
  const { seen } = await import('./watched-router.ts')
  const { renderers } = await import('./renderers.ts')
  const config = readConfig({
    NODE_ENV: 'production',
    SITE_URL: 'http://site.test',
    DATABASE_URL: databaseUrl,
    LIMIT_SEARCHES: '1000000',
  })
  const sql = connect(databaseUrl, { max: 4 })
  const app = createApp({ sql, now: () => new Date(), config, log: createLog('error') })
  const site = async (url: string) => {
    const answer = await app.fetch(new Request(url, { headers: { 'X-Forwarded-For': '10.0.0.1' } }))
    if (answer.status !== 200) throw new Error(`${url} got status ${answer.status}.`)
    return answer.text()
  }
  const rendered: Rendered = []
  for (const [page, path] of Object.entries(paths)) {
    const url = `http://site.test${path}`
    const bytes = (await site(url)).length
    const { tree, ...others } = renderers(seen as Required<typeof seen>)
    const makers: Record<Contestant, (url: string) => Promise<unknown>> = {
      site,
      ...others,
      tree: await tree(url),
    }
    const took: Record<Contestant, number[]> = { site: [], plain: [], shortest: [], tree: [] }
    for (let turn = -warmUp; turn < turns; turn++)
      for (const who of inSomeOrder()) {
        const before = process.cpuUsage()
        for (let n = 0; n < each; n++) await makers[who](url)
        const { user, system } = process.cpuUsage(before)
        if (turn >= 0) took[who].push((user + system) / 1000 / each)
      }
    const of = (who: Contestant) => median(took[who])
    rendered.push({
      page,
      bytes,
      site: of('site'),
      plain: of('plain'),
      shortest: of('shortest'),
      tree: of('tree'),
    })
  }
  await sql.end({ timeout: 5 })
  return rendered
}
