import { randomUUID } from 'node:crypto'

import { expect, test } from './journey.ts'
import { makeEstate, weekendAhead } from './own-estate.ts'
import { linkSentTo } from './printed.ts'
import { onSiteDatabase } from './site-database.ts'

const { saturday } = weekendAhead()

test('a guest without JavaScript opens the list of their bookings by an emailed link, and closes the list @phone', async ({
  browser,
}, { project }) => {
  const { vineyard } = await makeEstate([{ name: 'Ines', day: saturday, guests: 2 }])
  const email = `no-script-${project.name}@example.com`
  const id = await onSiteDatabase(async (sql) => {
    const [booking] = await sql<[{ id: string }]>`
      update bookings set guest_email = ${email} where vineyard_id = ${vineyard.id} returning id`
    return booking.id
  })
  const { viewport = null } = project.use
  const context = await browser.newContext({ javaScriptEnabled: false, viewport })
  const page = await context.newPage()

  await page.goto('/my-bookings')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send me the link' }).click()
  await expect(page.getByText(`We can’t send a link to ${email}.`)).toBeVisible()

  await page.goto(await linkSentTo(email))
  await page.getByRole('button', { name: 'Show my bookings' }).click()
  await expect(page).toHaveURL(/\/my-bookings$/)
  await expect(page.getByText(/The list closes at \d+:\d\d [AP]M\./)).toBeVisible()
  await page.getByRole('link', { name: 'Walk of the rows', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/booking/${id}$`))
  await page.goBack()
  await page.getByRole('button', { name: 'Close the list now' }).click()
  await expect(page.getByRole('button', { name: 'Send me the link' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Walk of the rows', exact: true })).toHaveCount(0)
  expect(await context.cookies()).toEqual([])
  await context.close()
})

test("a browser with JavaScript shows the list that an emailed link opened, beside the browser's own bookings", async ({
  browser,
  page,
}) => {
  const { vineyard } = await makeEstate([{ name: 'Ines', day: saturday, guests: 2 }])
  const email = `script-and-link-${randomUUID()}@example.com`
  await onSiteDatabase(
    (sql) => sql`update bookings set guest_email = ${email} where vineyard_id = ${vineyard.id}`,
  )
  const unscripted = await browser.newContext({ javaScriptEnabled: false })
  const asking = await unscripted.newPage()
  await asking.goto('/sign-in')
  await asking.getByRole('textbox', { name: 'Email' }).fill(email)
  await asking.getByRole('button', { name: 'Send me the link' }).click()
  await unscripted.close()

  await page.goto(await linkSentTo(email))
  await page.getByRole('button', { name: 'Show my bookings' }).click()
  await page.getByRole('link', { name: 'Walk of the rows', exact: true }).click()
  await expect(page).toHaveURL(/\/booking\//)
  const id = page.url().split('/').at(-1) ?? ''
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain(id)
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Walk of the rows', exact: true })).toBeVisible()
  // The server's list now contains a booking that this browser also remembers.
  await page.reload()
  await expect(page.getByRole('button', { name: 'Remove from this browser' })).toBeVisible()
  await page.getByRole('button', { name: 'Close the list now' }).click()
  await expect(page.getByRole('link', { name: 'Sign in by email' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close the list now' })).toHaveCount(0)
})
