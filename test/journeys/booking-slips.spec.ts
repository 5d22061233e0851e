import { expect, type Page, test } from './journey.ts'

import { arrive, waitUntilHydrated } from './arrive.ts'
import { makeEstate, weekendAhead } from './own-estate.ts'
import { onSiteDatabase } from './site-database.ts'

async function openForm(page: Page, query = '') {
  const { vineyard, walk } = await makeEstate()
  await arrive(page, `/book-now/${vineyard.id}?experience=${walk.id}${query}`)
}

async function fillIn(page: Page) {
  await page.getByLabel('Full name').fill('Priya Anand')
  await page.getByLabel('Email').fill('priya@example.com')
  await page.getByLabel('Phone').fill('07700 900461')
}

async function bookAVisit(page: Page) {
  const { saturday } = weekendAhead()
  await openForm(page, `&date=${saturday}`)
  await page.getByRole('radio', { name: /^11:00 AM/ }).check({ force: true })
  await fillIn(page)
  await page.getByRole('button', { name: 'Book for 2 guests' }).click()
  await expect(page.getByText('Please arrive 15 minutes early.')).toBeVisible()
}

test('a field error disappears once the field is corrected, and choosing another day keeps the chosen time', async ({
  page,
}) => {
  const { saturday, sunday } = weekendAhead()
  await openForm(page, `&date=${saturday}`)
  await page.getByRole('radio', { name: /^11:00 AM/ }).check({ force: true })
  await fillIn(page)
  const email = page.getByLabel('Email')
  await email.fill('priya@')
  await page.getByRole('button', { name: 'Book for 2 guests' }).click()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await email.pressSequentially('example.com')
  await expect(email).not.toHaveAttribute('aria-invalid')
  await expect(email).toHaveAccessibleDescription('The vineyard can reach you at this address.')
  await email.fill('priya@')
  await page.getByRole('button', { name: 'Book for 2 guests' }).click()
  await expect(email).toHaveAttribute('aria-invalid', 'true')

  await page.getByRole('radio', { name: /^3:00 PM/ }).check({ force: true })
  await page.locator(`input[name="date"][value="${sunday}"]`).check({ force: true })
  await expect(page.getByRole('group', { name: /What time on Sunday/ })).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByRole('radio', { name: /^3:00 PM/ })).toBeChecked()
  await expect(page.getByRole('button', { name: 'Book for 2 guests' })).toBeEnabled()
})

test('if a visit is taken off sale meanwhile, the form keeps the typed text and links to other visits', async ({
  page,
}) => {
  const { saturday } = weekendAhead()
  const { vineyard, walk } = await makeEstate()
  await arrive(page, `/book-now/${vineyard.id}?experience=${walk.id}&date=${saturday}`)
  await page.getByRole('radio', { name: /^11:00 AM/ }).check({ force: true })
  await fillIn(page)
  await onSiteDatabase((sql) => sql`update experiences set is_active = false where id = ${walk.id}`)
  await page.getByRole('button', { name: 'Book for 2 guests' }).click()
  await expect(page.getByRole('alert')).toContainText('This visit is no longer on sale. Nothing was booked.')
  await expect(page.getByLabel('Full name')).toHaveValue('Priya Anand')
  await page.getByRole('link', { name: `Other visits at ${vineyard.name}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: vineyard.name })).toBeVisible()
})

test('every day of the calendar has a name in the accessibility tree', { tag: '@long' }, async ({ page }) => {
  const { saturday } = weekendAhead()
  await openForm(page, `&date=${saturday}`)
  const browser = await page.context().newCDPSession(page)
  const { nodes } = await browser.send('Accessibility.getFullAXTree')
  const names = nodes.filter(({ role }) => role?.value === 'radio').map(({ name }) => String(name?.value))
  const days = names.filter((name) => !/^(11:00 AM|3:00 PM)/.test(name))
  expect(days.length).toBeGreaterThan(0)
  for (const name of days) expect(name).toMatch(/^\w+day \d{1,2} [A-Z][a-z]+( \d{4})?, 20 places left$/)
})

test('a guest who opens the form again can book another time or party, but never books the same visit twice', async ({
  page,
}) => {
  const { saturday } = weekendAhead()
  const { vineyard, walk } = await makeEstate()
  const form = `/book-now/${vineyard.id}?experience=${walk.id}&date=${saturday}`
  const heading = page.getByRole('heading', { level: 1, name: 'Thank you, Priya' })
  const bookAt = async (time: RegExp) => {
    await page.getByRole('radio', { name: time }).check({ force: true })
    await page.getByRole('button', { name: 'Book for 2 guests' }).click()
    await expect(heading).toBeVisible()
    return page.url()
  }
  await arrive(page, form)
  await fillIn(page)
  const first = await bookAt(/^11:00 AM/)

  await arrive(page, form)
  await expect(page.getByLabel('Full name')).toHaveValue('Priya Anand')
  const second = await bookAt(/^3:00 PM/)
  expect(second).not.toBe(first)
  await arrive(page, form)
  expect(await bookAt(/^11:00 AM/)).toBe(first)

  // From the vineyard's page, the form opens without a reload.
  await arrive(page, `/vineyard/${vineyard.id}?date=${saturday}&guests=3`)
  await page.getByRole('link', { name: /^Book Now/ }).click()
  await page.getByRole('radio', { name: /^3:00 PM/ }).check({ force: true })
  await page.getByRole('button', { name: 'Book for 3 guests' }).click()
  await expect(heading).toBeVisible()
  expect([first, second]).not.toContain(page.url())
})

test('a reload keeps the day, the time, the party and the typed text', async ({ page }) => {
  await openForm(page, `&date=${weekendAhead().saturday}`)
  await waitUntilHydrated(page)
  await page.getByRole('button', { name: 'One guest more' }).click()
  await page.getByRole('radio', { name: /^3:00 PM/ }).check({ force: true })
  await page.getByLabel('Full name').fill('Priya Anand')
  await page.reload()
  await expect(page.getByRole('radio', { name: /^3:00 PM/ })).toBeChecked()
  await expect(page.getByLabel('Full name')).toHaveValue('Priya Anand')
  await expect(page.getByRole('button', { name: 'Book for 3 guests' })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'One guest fewer' })).toHaveAttribute(
    'aria-disabled',
    'false',
  )
})

test('after Back and a reload, a form that was already sent links to its booking before it books another visit', async ({
  page,
}) => {
  await bookAVisit(page)
  await page.goBack()
  await page.reload()
  await waitUntilHydrated(page)
  const { sunday } = weekendAhead()
  await page.locator(`input[name="date"][value="${sunday}"]`).check({ force: true })
  const times = page.getByRole('group', { name: /What time on Sunday/ })
  await expect(times).toHaveAttribute('aria-busy', 'false')
  await times.getByRole('radio', { name: /^3:00 PM/ }).check({ force: true })
  await page.getByRole('button', { name: 'Book for 2 guests' }).click()
  await expect(page.getByRole('link', { name: 'See that booking' })).toBeVisible()
  await page.getByRole('button', { name: 'Book another' }).click()
  await expect(page.getByText('Please arrive 15 minutes early.')).toBeVisible()
})

test('if a cancellation fails at a proxy, the page stays', async ({ page }) => {
  await bookAVisit(page)
  for (const path of [page.url(), page.url().replace('booking-confirmation', 'booking')]) {
    await arrive(page, path)
    await page.route(/\/booking(-confirmation)?\//, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
        : route.continue(),
    )
    await page.getByRole('link', { name: 'Cancel Booking' }).click()
    await page.getByRole('button', { name: 'Yes, Cancel Booking' }).click()
    await expect(page.getByRole('alert')).toHaveText(
      'Failed to cancel booking. Please try again or contact support.',
    )
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Priya')
    await page.unroute(/\/booking(-confirmation)?\//)
  }
  await page.getByRole('link', { name: 'Cancel Booking' }).click()
  await page.getByRole('button', { name: 'Yes, Cancel Booking' }).click()
  await expect(page.getByRole('heading', { name: 'This booking is cancelled' })).toBeVisible()
})

test('after any unexpected answer with status 200, the sign-in form shows an error and keeps its fields', async ({
  page,
}) => {
  for (const [path, call] of [
    ['/winemaker/login', '**/api/rpc/authenticate_winemaker'],
    ['/login', '**/api/admin_sessions'],
  ] as const) {
    await arrive(page, path)
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password').fill('the long rows')
    const foreign = ['null', '{}', '"welcome"', '7', '[7]', '[{}]', '<h1>Welcome</h1>']
    for (const body of foreign) {
      await page.route(call, (route) => route.fulfill({ status: 200, contentType: 'application/json', body }))
      const response = page.waitForResponse(call)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await response
      await expect(page.getByRole('alert'), body).toHaveText('Login failed. Please try again.')
      await expect(page.getByLabel('Email')).toHaveValue('ada@example.com')
      await expect(page.getByLabel('Password')).toHaveValue('the long rows')
      expect(new URL(page.url()).pathname).toBe(path)
      await page.unroute(call)
    }
  }
})

test('the heading of a booking takes the focus after booking, but not when the page is opened directly', async ({
  page,
}) => {
  await bookAVisit(page)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeFocused()
  await page.goto(page.url())
  await waitUntilHydrated(page)
  await expect(heading).not.toBeFocused()
})

test('a printed booking shows its code dark on light, but shows neither the cancel section nor a focus ring', {
  tag: '@long',
}, async ({ page }) => {
  await bookAVisit(page)
  await page.keyboard.press('Tab')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByText('Plans changed?')).toBeHidden()
  await expect(page.getByRole('img', { name: /^QR code of booking CV-/ })).toHaveCSS('fill', 'rgb(0, 0, 0)')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', /^oklch\(0\.2/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('outline-style', 'none')
})

test('a printed ticket with a request shows every fact about the visit, on A4 and on A5', async ({
  page,
}) => {
  // Requests make tickets longer.
  const bookings = await onSiteDatabase(
    (sql) => sql<{ id: string }[]>`
      select id from bookings
      where external_reference like 'demonstration %' and status = 'confirmed' and starts_at > now() and special_requests is not null`,
  )
  expect(bookings.length).toBeGreaterThan(2)
  // The pages of paper without the usual margins. The box of the ticket cuts off whatever does not fit.
  const papers = [
    { width: 718, height: 1047 },
    { width: 483, height: 718 },
  ]
  const bottoms = (selector: string) =>
    page.locator(selector).evaluateAll((found) => found.map((part) => part.getBoundingClientRect().bottom))
  for (const { id } of bookings) {
    await page.emulateMedia({ media: 'screen' })
    await arrive(page, `/booking/${id}`)
    await page.emulateMedia({ media: 'print' })
    for (const paper of papers) {
      await page.setViewportSize(paper)
      const [end = 0] = await bottoms('.ticket')
      expect(end).toBeLessThanOrEqual(paper.height)
      const facts = await bottoms('.ticket :is(.fact-subjects dd, .stated-when)')
      expect(facts.length).toBeGreaterThan(10)
      expect(Math.max(...facts)).toBeLessThanOrEqual(end)
    }
  }
})

test('the bar with the total does not cover a zoomed page', { tag: '@long' }, async ({ page }) => {
  await openForm(page)
  const bar = page.locator('.pay')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(bar).toHaveCSS('position', 'sticky')
  // This is the size of a window of 1280 × 900 at a zoom of 400 %.
  await page.setViewportSize({ width: 320, height: 225 })
  await expect(bar).toHaveCSS('position', 'static')
})
