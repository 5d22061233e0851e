import { randomUUID } from 'node:crypto'

import { arrive } from './arrive.ts'
import { callOff } from '../../app/bookings/sessions/call-off.server.ts'
import { expect, type Page, test } from './journey.ts'
import { enterAsAdmin, makeEstate, weekendAhead } from './own-estate.ts'
import { onSiteDatabase } from './site-database.ts'

test.use({ expectedErrors: [/decode turbo-stream|Something went wrong/] })

const request_id = '1a2b3c4d5e6f7a8b'
const reference = `If you contact us, please quote ${request_id}.`

test('if a page fails to load, an error with the id of the request is shown until another page loads', async ({
  page,
}) => {
  await arrive(page, '/')
  const data = /\/explore\.data/
  await page.route(data, (route) =>
    route.fulfill({ status: 500, headers: { 'X-Request-Id': request_id }, body: 'Something went wrong.' }),
  )
  await page.getByRole('link', { name: 'Explore' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong.')
  await expect(page.getByText(reference)).toBeVisible()
  await page.unroute(data)
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page.getByText(reference)).toBeHidden()
})

test('if a staff page fails to load, an error with the id of the request is shown until a retry succeeds', async ({
  page,
  context,
}) => {
  await enterAsAdmin(context)
  await page.route(/\/api\/bookings\?/, (route) =>
    route.fulfill({ status: 500, json: { title: 'Something went wrong.', status: 500, request_id } }),
  )
  await arrive(page, '/admin/bookings')
  await expect(page.getByText(reference)).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText(reference)).toBeHidden()
})

const failing = { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }

test('if the request for a filtered list or for another page fails, a message says so, and the list and the filter stay', async ({
  page,
  context,
}) => {
  await arrive(page, '/explore')
  const count = page.getByRole('heading', { name: / vineyards found/ })
  const before = (await count.textContent()) ?? ''
  const region = page.getByRole('combobox', { name: 'Region' })
  await context.setOffline(true)
  await region.selectOption('Kent')
  await expect(page.getByRole('alert')).toContainText('No connection just now.')
  await expect(count).toHaveText(before)
  await expect(region).toHaveValue('Kent')
  await context.setOffline(false)
  await page.route(/\/explore\.data/, (route) => route.fulfill(failing))
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('alert')).toContainText('That didn’t work just now.')
  await expect(count).toHaveText(before)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(count).not.toHaveText(before)

  await test.step('without a connection, a link leaves the page as it is', async () => {
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Data and sources' }).click()
    await expect(page.getByRole('alert')).toContainText('No connection just now.')
    await expect(count).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Close' }).click()
  })
  await page.route(/\/sources\.data/, (route) => route.abort('internetdisconnected'))
  await page.getByRole('link', { name: 'Data and sources' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection just now.')
})

test('if the times of a day fail to load, the booking form keeps its text and the day', async ({ page }) => {
  const { saturday, sunday } = weekendAhead()
  const { vineyard, walk } = await makeEstate()
  await arrive(page, `/book-now/${vineyard.id}?experience=${walk.id}&date=${saturday}`)
  await page.getByLabel('Full name').fill('Priya Anand')
  await page.route(/\/book-now\/.*\.data/, (route) => route.fulfill(failing))
  await page.locator(`input[name="date"][value="${sunday}"]`).check({ force: true })
  await expect(page.getByText('Times could not be loaded. Please choose the day again.')).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue('Priya Anand')
  await expect(page.locator(`input[name="date"][value="${sunday}"]`)).toBeChecked()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('radio', { name: /^11:00 AM/ })).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue('Priya Anand')
})

test('the form says that it is booking until the confirmation is shown, and My bookings already lists the booking', async ({
  page,
}) => {
  const { saturday } = weekendAhead()
  const { vineyard, walk } = await makeEstate()
  await arrive(page, `/book-now/${vineyard.id}?experience=${walk.id}&date=${saturday}`)
  await page.getByRole('radio', { name: /^11:00 AM/ }).check({ force: true })
  await page.getByLabel('Full name').fill('Priya Anand')
  await page.getByLabel('Email').fill('priya@example.com')
  await page.getByLabel('Phone').fill('07700 900461')
  // The request for the confirmation page is never answered.
  await page.route(/\/booking-confirmation\/.*\.data/, () => {})
  const asked = page.waitForRequest(/\/booking-confirmation\/.*\.data/)
  await page.getByRole('button', { name: /^Book for / }).click()
  await asked
  await expect(page.getByRole('button', { name: 'Booking …' })).toBeDisabled()
  await page.goto('/my-bookings')
  await expect(page.getByRole('link', { name: 'Walk of the rows', exact: true })).toBeVisible()
})

test('a message that could not be sent stays in the form', async ({ page }) => {
  await arrive(page, '/contact')
  await page.getByLabel('Name').fill('Priya Anand')
  await page.getByLabel('Email').fill('priya@example.com')
  await page.getByLabel('Subject').fill('Parking')
  await page.getByLabel('Message').fill('Is there room for a coach?')
  await page.route(/\/contact\.data/, (route) => route.abort())
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('alert')).toContainText('No connection just now.')
  await page.route(/\/contact\.data/, (route) => route.fulfill(failing))
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('alert')).toContainText('That didn’t work just now.')
  await expect(page.getByLabel('Message')).toHaveValue('Is there room for a coach?')
  const key = page.locator('input[name="form_key"]')
  const first = await key.inputValue()
  await page.unrouteAll()
  const read = page.waitForResponse(/\/contact\.data/)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await (await read).finished()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(await key.inputValue()).toBe(first)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Thank you for your message.')).toBeVisible()
  await page.getByRole('link', { name: 'Write Another Message' }).click()
  await expect(page.getByLabel('Message')).toHaveValue('')
})

test('if a search in a staff list fails, the rows stay', { tag: '@long' }, async ({ page, context }) => {
  await enterAsAdmin(context)
  await arrive(page, '/admin/vineyards')
  const rows = page.getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  const shown = await rows.count()
  await page.route(/\/api\/vineyards\?/, (route) =>
    route.fulfill({ status: 503, json: { title: 'Something went wrong.', status: 503 } }),
  )
  await page.getByRole('searchbox').last().fill('hollowdown')
  await page.getByRole('searchbox').last().press('Enter')
  await expect(page.getByRole('alert')).toContainText('That didn’t work just now.')
  await expect(rows).toHaveCount(shown)
})

test('if later times for a called-off booking fail to load, the shown times stay', { tag: '@long' }, async ({
  page,
}) => {
  const { saturday } = weekendAhead()
  const { vineyard } = await makeEstate([{ name: 'Priya Anand', day: saturday, guests: 2 }])
  const id = await onSiteDatabase(async (sql) => {
    const facts = {
      vineyard_id: vineyard.id,
      day: saturday,
      slots: null,
      reason: 'weather',
      message: '',
    } as const
    // The session was called off a minute ago, so that staff can no longer undo the call-off.
    const calledOff = new Date(Date.now() - 60_000)
    await callOff(sql, facts, { by: { actor: 'admin', actor_id: randomUUID() } }, calledOff)
    const [booking] = await sql<[{ id: string }]>`select id from bookings where vineyard_id = ${vineyard.id}`
    return booking.id
  })
  await arrive(page, `/booking/${id}/called-off`)
  const times = page.getByRole('region', { name: 'Times with places for your party of 2' })
  const before = await times.textContent()
  await page.route(/\/called-off\.data/, (route) => route.fulfill(failing))
  await page.getByRole('link', { name: 'Later times' }).click()
  await expect(page.getByRole('alert')).toContainText('That didn’t work just now.')
  await expect(times).toHaveText(before ?? '')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(times).not.toHaveText(before ?? '')
})

test('if the home page, the blog or a vineyard fails to load with a new query, the open page stays', {
  tag: '@long',
}, async ({ page }) => {
  const { vineyard, walk } = await makeEstate()
  await page.route(/\.data\?/, (route) => route.fulfill(failing))
  const heading = page.getByRole('heading', { level: 1 })
  for (const path of ['/', '/blog', `/vineyard/${vineyard.id}`]) {
    await arrive(page, path)
    const shown = (await heading.textContent()) ?? ''
    await askAgain(page, '?page=2&guests=3')
    await expect(page.getByRole('alert')).toContainText('That didn’t work just now.')
    await expect(heading).toHaveText(shown)
  }
  await expect(page.getByRole('heading', { name: walk.title })).toBeVisible()
})

/** Opens the current page with another query through the router. */
const askAgain = (page: Page, search: string) =>
  page.evaluate((to) => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { navigate: (to: string) => Promise<void> }
    }
    return router.navigate(to)
  }, search)

test('if favourites cannot be loaded, the page says so, and a list that is already shown stays', {
  tag: '@long',
}, async ({ page, context }) => {
  const [{ vineyard }, other] = [await makeEstate(), await makeEstate()]
  await context.addInitScript(
    (ids) => localStorage.setItem('favourite_vineyards', JSON.stringify(ids)),
    [vineyard.id, other.vineyard.id],
  )
  await page.route(/\/favourites\.data/, (route) => route.fulfill(failing))
  await page.goto('/favourites')
  await expect(page.getByText('Your favourites could not be loaded.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try Again' }).first().click()
  await expect(page.getByRole('heading', { name: vineyard.name })).toBeVisible()
  await page.route(/\/favourites\.data/, (route) => route.abort('internetdisconnected'))
  await page
    .getByRole('button', { name: /Favorites/ })
    .first()
    .click()
  await expect(page.getByRole('alert')).toContainText('No connection just now.')
  await expect(page.getByRole('heading', { name: vineyard.name })).toBeVisible()
})
