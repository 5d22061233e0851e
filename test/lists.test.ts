import { beforeAll, expect, test } from 'vitest'

import { startApp } from './app.ts'
import { makeAdmin, signedIn } from './make.ts'
import { requests } from './permissions/requests.ts'
import { makeWorld } from './permissions/world.ts'

/*
 * Checks every list of the API in the same way. The lists are the endpoints of the OpenAPI document whose answers
 * contain items and their total.
 */

type Schema = { type?: string; enum?: unknown[]; minimum?: number; maximum?: number; $ref?: string }
type Parameter = { name: string; in: string; required?: boolean; schema: Schema }
type Operation = {
  parameters?: Parameter[]
  responses: Record<string, { content?: Record<string, { schema?: { properties?: object } }> }>
}
type Item = Record<string, unknown>
type Page = { items: Item[]; total: number; page: number; limit: number }
type List = { path: string; parameters: Parameter[]; needed: Record<string, string>; as: { token: string } }

const app = await startApp()
let lists: List[] = []

beforeAll(async () => {
  const world = await makeWorld(app.sql, app.now)
  const { guest, admin } = world.callers
  if (!guest?.token || !admin?.token) throw new Error('There is no guest or no admin.')
  const { paths }: { paths: Record<string, Record<string, Operation>> } = await (
    await app.visit('/api/openapi.json')
  ).json()
  lists = Object.entries(paths).flatMap(([path, { get }]) => {
    if (!get || !isList(get)) return []
    const parameters = (get.parameters ?? []).filter((one) => one.in === 'query')
    const query = requests[`GET ${path}`]?.(admin.own).query ?? {}
    // Only required parameters are sent, so that most lists have several rows.
    const needed = Object.fromEntries(
      Object.entries(query).filter(([name]) => parameters.some((one) => one.name === name && one.required)),
    )
    const as = { token: (/^\/(me|favourites|itineraries)\b/.test(path) ? guest.token : admin.token) ?? '' }
    return [{ path, parameters, needed, as }]
  })
  await makeAdmin(app.sql)
})

function isList({ responses }: Operation): boolean {
  const answer = Object.values(responses[200]?.content ?? {})[0]?.schema?.properties ?? {}
  return 'items' in answer && 'total' in answer
}

async function ask({ path, needed, as }: List, more: Record<string, string> = {}) {
  const query = new URLSearchParams({ ...needed, ...more })
  const answer = await app.visit(`/api${path}?${query}`, { headers: signedIn(as) })
  return { status: answer.status, page: (await answer.json()) as Page }
}

const sortsOf = ({ parameters }: List) =>
  (parameters.find(({ name }) => name === 'sort')?.schema.enum ?? []) as string[]
const keyOf = (item: Item) => JSON.stringify(item)
/** Returns, by list, the faults that `check` finds. */
async function faultsIn(check: (list: List) => Promise<string[]>) {
  const found = await Promise.all(lists.map(async (list) => [list.path, await check(list)] as const))
  return Object.fromEntries(found.filter(([, faults]) => faults.length > 0))
}

test('every list documents page, limit and sort in the same way', async () => {
  expect(lists.length).toBeGreaterThan(18)
  const faults = await faultsIn(async (list) => {
    const named = Object.fromEntries(list.parameters.map(({ name, schema }) => [name, schema]))
    const { page, limit } = named
    const wrong = [
      page?.type === 'integer' && page.minimum === 1 ? '' : 'page',
      limit?.type === 'integer' && limit.minimum === 1 && limit.maximum === 100 ? '' : 'limit',
      ...sortsOf(list).map((sort) =>
        sortsOf(list).includes(sort.startsWith('-') ? sort.slice(1) : `-${sort}`) ? '' : `sort ${sort}`,
      ),
      sortsOf(list).length >= 2 ? '' : 'sort',
    ]
    return wrong.filter((one) => one !== '')
  })
  expect(faults).toEqual({})
})

test('every list returns 25 rows unless a limit is given, and its pages contain each row once', async () => {
  let many = 0
  const faults = await faultsIn(async (list) => {
    const { status, page: whole } = await ask(list)
    if (status !== 200) return [`${status}`]
    const wrong = whole.page === 1 && whole.limit === 25 ? [] : ['the first page']
    const one = (at: number) => ask(list, { limit: '1', page: String(at) })
    const single = await Promise.all(whole.items.map((_, at) => one(at + 1)))
    if (whole.items.length > 1) many++
    if (single.some(({ page }) => page.items.length !== 1 || page.total !== whole.total)) wrong.push('limit')
    const parts = single.flatMap(({ page }) => page.items.map(keyOf))
    if (JSON.stringify(parts) !== JSON.stringify(whole.items.map(keyOf))) wrong.push('pages')
    const { page: beyond } = await ask(list, { page: String(whole.total + 2), limit: '100' })
    if (beyond.items.length > 0 || beyond.total !== whole.total) wrong.push('beyond the last page')
    return wrong
  })
  expect(faults).toEqual({})
  expect(many, 'lists with more than one row').toBeGreaterThan(10)
})

test('every list sorts by each documented field in both directions', async () => {
  let compared = 0
  const faults = await faultsIn(async (list) => {
    const wrong: string[] = []
    for (const field of sortsOf(list).filter((sort) => !sort.startsWith('-'))) {
      const [up, down] = [await ask(list, { sort: field }), await ask(list, { sort: `-${field}` })]
      if (up.status !== 200 || down.status !== 200) wrong.push(`${field} ${up.status} ${down.status}`)
      if (!up.page.items.every((item) => field in item)) continue
      const values = ({ items }: Page) => items.map((item) => item[field])
      const [rising, falling] = [values(up.page), values(down.page)]
      const known = (of: unknown[]) => of.filter((value) => value !== null)
      if (new Set(known(rising)).size > 1) compared++
      if (JSON.stringify(known(rising)) !== JSON.stringify(known(falling).toReversed())) wrong.push(field)
      for (const way of [rising, falling])
        if (way.includes(null) && way.slice(way.indexOf(null)).some((value) => value !== null))
          wrong.push(`${field}: unknown values must come last`)
    }
    return wrong
  })
  expect(faults).toEqual({})
  expect(compared, 'sorts that had something to sort').toBeGreaterThan(15)
})

test('every filter returns exactly the matching rows', async () => {
  let tried = 0
  const faults = await faultsIn(async (list) => {
    const wrong: string[] = []
    const { page: whole } = await ask(list)
    for (const { name } of list.parameters) {
      const of = whole.items.find((item) => !['page', 'limit', 'sort'].includes(name) && name in item)
      const value = of?.[name]
      if (value === undefined || value === null || typeof value === 'object') continue
      const { status, page } = await ask(list, { [name]: String(value) })
      if (status !== 200) wrong.push(`${name} ${status}`)
      else if (!page.items.every((item) => item[name] === value)) wrong.push(name)
      else if (!page.items.some((item) => keyOf(item) === keyOf(of ?? {}))) wrong.push(`${name} loses a row`)
      else tried++
    }
    return wrong
  })
  expect(faults).toEqual({})
  expect(tried, 'filters that were tried').toBeGreaterThan(12)
})

// ASVS 2.2.1
test('every list rejects invalid pages, limits and orders, and unknown filters', async () => {
  const faults = await faultsIn(async (list) => {
    const invalid: Record<string, string>[] = [
      { page: '0' },
      { limit: '101' },
      { limit: 'all' },
      { sort: 'nonsense' },
      { colour: 'red' },
    ]
    const answers = await Promise.all(invalid.map((query) => ask(list, query)))
    return answers.flatMap(({ status }, n) =>
      status === 400 ? [] : [`${JSON.stringify(invalid[n])} ${status}`],
    )
  })
  expect(faults).toEqual({})
})
