import { arrive } from './arrive.ts'
import { expect, test } from './journey.ts'
import { enterAsAdmin } from './own-estate.ts'

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
