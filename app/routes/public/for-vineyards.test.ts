import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeVineyard } from '../../../test/make.ts'
import { textOf } from '../../../test/page.ts'

const { sql, visit, visitWithoutDatabase, expectErrors } = await startApp()
const open = async (query = '') => textOf(await visit(`/for-vineyards${query}`))

test('a vineyard that is found by name has a link to claim it, and an unknown name leads to the form for a new entry', async () => {
  const { id } = await makeVineyard(sql, { name: 'Ridgeback Wines', city: 'Lewes' })
  await makeVineyard(sql, { name: 'Ridgeback Hidden', is_visible: false })
  const page = await open('?search=ridgeback')
  expect(page).toContain('Ridgeback Wines')
  expect(page).toContain(`href="/vineyard/${id}/claim"`)
  expect(page).not.toContain('Ridgeback Hidden')
  const none = await open('?search=Nowhere%20%3Cb%3E')
  expect(none).toContain('We list no vineyard named')
  expect(none).not.toContain('<b>')
  expect(none).toContain('/for-vineyards/add?name=Nowhere+')
  expect(await textOf(await visit('/for-vineyards/add?name=Mill+Rows'))).toContain('value="Mill Rows"')
})

test('the page for vineyards shows screens, says how long it takes, and leads to the sign-in and the guide', async () => {
  const page = await open()
  const shown = [...page.matchAll(/<img src="[^"]*\/([\w-]+?)-1280[^"]*"[^>]*>.*?<h2>([^<]*)<\/h2>/gs)]
  expect(shown.map(([, screen, title]) => [screen, title])).toEqual([
    ['winemaker-today', 'The day at the gate'],
    ['winemaker-calendar', 'One calendar'],
    ['explore-vineyard', 'Your page'],
    ['widget', 'Your own website'],
  ])
  expect(page).toMatch(/How long it takes<\/h2>.*two minutes.*about a quarter of an hour/s)
  for (const path of ['/winemaker/login', '/guide/vineyard/moving-in', '/guide#vineyard'])
    expect(page).toContain(`href="${path}"`)
})

test('the page for vineyards names no price unless the operator sets a price', async () => {
  expect(await open()).not.toContain('What it costs')
  const priced = await startApp({ env: { VINEYARD_PRICE: 'Free until <b> your first booking.' } })
  const page = await textOf(await priced.visit('/for-vineyards'))
  expect(page).toMatch(/What it costs.*Free until &lt;b&gt; your first booking\./s)
})

test('the footer of every page and the end of the home page lead to the page for vineyards', async () => {
  const linksOn = async (path: string) =>
    (await textOf(await visit(path))).split('href="/for-vineyards"').length - 1
  expect([await linksOn('/contact'), await linksOn('/')]).toEqual([1, 2])
})

test('opens without the database', async () => {
  expect((await visitWithoutDatabase('/for-vineyards?search=ridge')).status).toBe(200)
  expect(expectErrors().length).toBeGreaterThan(0)
})
