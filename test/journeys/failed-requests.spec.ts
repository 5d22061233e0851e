import { arrive } from './arrive.ts'
import { expect, test } from './journey.ts'
import { enterAsAdmin, makeEstate, weekendAhead } from './own-estate.ts'

test.use({ expectedErrors: [/decode turbo-stream|Something went wrong/] })

const request_id = '1a2b3c4d5e6f7a8b'
const reference = `If you contact us, please quote ${request_id}.`

test("a page that the browser could not load shows the request's id until it loads", async ({ page }) => {
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

test("a staff page that could not be loaded shows the request's id", async ({ page, context }) => {
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

test('a filter that gets no answer keeps the list and the choice, offline and when the server fails', async ({
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
})

test('another page that is opened without a connection says so', async ({ page }) => {
  await arrive(page, '/explore')
  await page.route(/\/sources\.data/, (route) => route.abort('internetdisconnected'))
  await page.getByRole('link', { name: 'Data and sources' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection just now.')
})

test('a day whose times fail to load keeps the booking form', async ({ page }) => {
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

test('a message that could not be sent stays in the form', async ({ page }) => {
  await arrive(page, '/contact')
  await page.getByLabel('Name').fill('Priya Anand')
  await page.getByLabel('Email').fill('priya@example.com')
  await page.getByLabel('Subject').fill('Parking')
  await page.getByLabel('Message').fill('Is there room for a coach?')
  await page.route(/\/contact\.data/, (route) => route.fulfill(failing))
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('alert')).toContainText('That didn’t work just now.')
  await expect(page.getByLabel('Message')).toHaveValue('Is there room for a coach?')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Thank you for your message.')).toBeVisible()
})

test('a list of the staff stays when its next view fails to load', async ({ page, context }) => {
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
