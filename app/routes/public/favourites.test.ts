import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makeVineyard } from '../../../test/make.ts'

const { sql, visit, visitWithoutDatabase, expectErrors } = await startApp()

test('without JavaScript the page explains where favourites are stored', async () => {
  const response = await visit('/favourites')
  const page = await response.text()
  expect(response.status).toBe(200)
  expect(page).toContain('<h1>Favourites</h1>')
  expect(page).toMatch(/<noscript>.*Favourites are stored in this browser. Showing them needs JavaScript/)
  expect(page).toContain('content="noindex"')
})

test('returns the visible vineyards of the given ids', async () => {
  const [b, a, hidden] = [
    await makeVineyard(sql, { name: 'Bramble' }),
    await makeVineyard(sql, { name: 'Aspen' }),
    await makeVineyard(sql, { name: 'Secret', is_visible: false }),
  ]
  const ids = [b.id, hidden.id, randomUUID(), 'nonsense', a.id].join(',')
  const answer = await (await visit(`/favourites.data?ids=${ids}`)).text()
  expect(answer).toContain('Bramble')
  expect(answer).toContain('Aspen')
  expect(answer).not.toContain('Secret')
})

test('answers 503 if the vineyards cannot be read', async () => {
  expect((await visitWithoutDatabase(`/favourites?ids=${randomUUID()}`)).status).toBe(503)
  expect(expectErrors()).toHaveLength(1)
})

test('without JavaScript, shows the visible vineyards of a shared list, or says that none of them is listed any more', async () => {
  const [shared, hidden] = [
    await makeVineyard(sql, { name: 'Dogwood' }),
    await makeVineyard(sql, { name: 'Veiled', is_visible: false }),
  ]
  const page = await (await visit(`/favourites?ids=${shared.id},${hidden.id}`)).text()
  expect(page).toContain('<h1>A shared list of vineyards</h1>')
  expect(page).toContain(`href="/vineyard/${shared.id}"`)
  expect(page).not.toContain('Veiled')
  expect(page).toContain('Your favourites')
  const gone = await (await visit(`/favourites?ids=${hidden.id}`)).text()
  expect(gone).toContain('These vineyards are no longer listed')
})
