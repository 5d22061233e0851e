import { type BrowserContext, expect, type Page, test } from './journey.ts'

import { arrive, waitUntilHydrated } from './arrive.ts'
import { axeFindsNothing } from './axe.ts'
import { makeEstate, weekendAhead } from './own-estate.ts'
import { signInByEmail } from './printed.ts'
import { onSiteDatabase } from './site-database.ts'

type Estate = Awaited<ReturnType<typeof makeEstate>>

async function sendForm(page: Page, { vineyard, walk }: Estate, day = weekendAhead().saturday) {
  await arrive(page, `/book-now/${vineyard.id}?experience=${walk.id}&date=${day}`)
  await page
    .getByRole('group', { name: /What time on/ })
    .getByRole('radio', { name: /11:00 AM/ })
    .check({ force: true })
  await page.getByLabel('Full name').fill('Ada Lovelace')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Phone').fill('07700 900461')
  await page.getByRole('button', { name: /^Book for/ }).click()
}

/** Books the walk with its form, waits until the ticket is saved, and returns the id of the booking. */
async function bookWalk(page: Page, estate: Estate, day?: string) {
  await sendForm(page, estate, day)
  await expect(page).toHaveURL(/\/booking-confirmation\/[\da-f-]{36}$/)
  await expect(page.getByText('Your ticket is saved in this browser.')).toBeVisible()
  return page.url().split('/').at(-1) ?? ''
}

const savedOn = (page: Page) => page.getByText(/^Saved on \w+day \d+ \w+ 20\d\d at \d+:\d\d [AP]M$/)

/** Returns the paths of the pages that the browser has stored. */
const storedIn = (page: Page) =>
  page.evaluate(async () => {
    const stored = await (await caches.open('saved-tickets')).keys()
    return stored.map(({ url }) => new URL(url).pathname)
  })

/**
 * Opens My bookings online and presses a button there. If the server needs more than four seconds, the saved list is shown.
 * In this case, opens the page again.
 */
async function openMyBookings(page: Page, name: string) {
  const button = page.getByRole('button', { name })
  await expect(async () => {
    await page.goto('/my-bookings')
    await expect(button).toBeVisible({ timeout: 5000 })
  }).toPass()
  await waitUntilHydrated(page)
  await button.click()
}

async function openOffline(context: BrowserContext, page: Page, path: string) {
  await context.setOffline(true)
  await page.goto(path)
}

test('a saved ticket and My bookings open offline until the booking is removed', { tag: '@phone' }, async ({
  context,
  page,
}) => {
  const estate = await makeEstate()
  const id = await bookWalk(page, estate)
  const reference = (await page.getByText(/^CV-/).textContent()) ?? ''

  await test.step('the ticket says that it is saved, and contains nothing that needs a connection', async () => {
    await openOffline(context, page, `/booking/${id}`)
    await expect(savedOn(page)).toBeVisible()
    await expect(page.getByRole('img', { name: `QR code of booking ${reference}` })).toBeVisible()
    await expect(page.getByRole('time')).toContainText('11:00 AM')
    await expect(page.getByRole('link', { name: 'Change Booking' })).toBeHidden()
    await expect(page.getByRole('link', { name: 'Cancel Booking' })).toBeHidden()
    await axeFindsNothing(page)
  })

  await test.step('pages that change the booking lead back to the ticket', async () => {
    await page.goto(`/booking/${id}/change`)
    await expect(page.getByText('Changes need a connection.')).toBeVisible()
    await axeFindsNothing(page)
    await page.getByRole('link', { name: 'Open Your Ticket' }).click()
    await expect(savedOn(page)).toBeVisible()
  })

  await test.step('My bookings lists the ticket', async () => {
    await page.goto('/my-bookings')
    await expect(page.getByText('These bookings are saved in this browser.')).toBeVisible()
    await expect(savedOn(page)).toBeVisible()
    await axeFindsNothing(page)
    await page.getByRole('link', { name: 'Walk of the rows' }).click()
    await expect(page.getByRole('heading', { name: 'Walk of the rows' })).toBeVisible()
  })

  await test.step('online, the page comes from the server again', async () => {
    await context.setOffline(false)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('link', { name: 'Change Booking' })).toBeVisible()
    await expect(savedOn(page)).toBeHidden()
  })

  await test.step('a removed booking no longer opens offline', async () => {
    await openMyBookings(page, 'Remove from this browser Walk of the rows')
    await expect(page.getByRole('group', { name: /^Remove Walk of the rows/ })).toBeFocused()
    await page.getByRole('button', { name: 'Remove it' }).click()
    await expect(page.getByText('No bookings on this device yet')).toBeVisible()
    await openOffline(context, page, '/my-bookings')
    await expect(page.getByText('no booking is saved in this browser')).toBeVisible()
    await page.goto(`/booking/${id}`)
    await expect(page.getByText('This booking is not saved in this browser.')).toBeVisible()
    await expect(page.getByText('Walk of the rows')).toHaveCount(0)
  })
})

test('when the connection is lost, reloading the confirmation page shows the ticket', async ({
  context,
  page,
}) => {
  await bookWalk(page, await makeEstate())
  await context.setOffline(true)
  await page.reload()
  await expect(savedOn(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Walk of the rows' })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: 'Change Booking' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/book-now\//)
  await waitUntilHydrated(page)
})

test('a saved ticket is shown when the server is slow or fails, until the visitor signs out', async ({
  context,
  page,
}) => {
  const id = await bookWalk(page, await makeEstate())
  await test.step('after four seconds without an answer, the ticket is shown', async () => {
    const late = Promise.withResolvers<void>()
    await context.route(`**/booking/${id}`, async (route) => {
      await late.promise
      await route.continue()
    })
    await page.goto(`/booking/${id}`)
    await expect(savedOn(page)).toBeVisible()
    late.resolve()
    await context.unrouteAll({ behavior: 'wait' })
  })
  await test.step('an error of the server is shown, and deletes no ticket', async () => {
    await context.route(`**/booking/${id}`, (route) => route.fulfill({ status: 503, body: 'Down' }))
    expect((await page.goto(`/booking/${id}`))?.status()).toBe(503)
    await context.unroute(`**/booking/${id}`)
    expect(await storedIn(page)).toContain(`/booking/${id}`)
  })
  await test.step('signing in deletes no ticket, but signing out does', async () => {
    await signInByLink(page)
    expect(await storedIn(page)).toContain(`/booking/${id}`)
    await openMyBookings(page, 'Log out')
    await expect(page).toHaveURL(/\/sign-in/)
    expect(await storedIn(page)).toEqual([])
  })
})

/** Signs a new visitor in with an emailed link. */
async function signInByLink(page: Page) {
  await page.goto('/sign-in')
  await signInByEmail(page, `offline-${Date.now()}@example.com`)
  await expect(page).toHaveURL(/\/my-bookings$/)
}

test("somebody else's booking is not stored, and a missing or erased booking is removed", async ({
  browser,
  page,
}) => {
  const estate = await makeEstate()
  const id = await bookWalk(page, estate)

  await test.step('opening the link in another browser stores nothing', async () => {
    const other = await browser.newContext()
    const opened = await other.newPage()
    await arrive(opened, `/booking/${id}`)
    await expect(opened.getByRole('heading', { name: 'Walk of the rows' })).toBeVisible()
    expect(await storedIn(opened)).toEqual([])
    expect(await opened.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
      0,
    )
    await other.close()
  })

  await test.step('an erased booking is removed', async () => {
    const erased = await bookWalk(page, estate, weekendAhead().sunday)
    expect(await storedIn(page)).toContain(`/booking/${erased}`)
    await onSiteDatabase((sql) => sql`update bookings set guest_name = 'Erased' where id = ${erased}`)
    await page.goto(`/booking/${erased}`)
    await expect.poll(() => storedIn(page)).not.toContain(`/booking/${erased}`)
  })

  await test.step('a booking that the server no longer has is removed', async () => {
    expect(await storedIn(page)).toContain(`/booking/${id}`)
    await onSiteDatabase((sql) =>
      sql.begin(async (transaction) => {
        await transaction`set local session_replication_role = replica`
        await transaction`delete from bookings where id = ${id}`
      }),
    )
    expect((await page.goto(`/booking/${id}`))?.status()).toBe(404)
    await expect.poll(() => storedIn(page)).not.toContain(`/booking/${id}`)
  })
})

test('the service worker controls only booking pages, and once its file is gone, it deletes its tickets and itself', async ({
  context,
  page,
}) => {
  const id = await bookWalk(page, await makeEstate())
  const scopes = () =>
    page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname).sort(),
    )
  expect(await scopes()).toEqual(['/booking', '/my-bookings'])
  await page.goto('/explore')
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()

  await context.route('**/ticket-worker.js', (route) => route.fulfill({ status: 404 }))
  await page.goto(`/booking/${id}`)
  await page.goto('/my-bookings')
  await page.goto('/explore')
  await expect.poll(scopes).toEqual([])
  expect(await page.evaluate(() => caches.has('saved-tickets'))).toBe(false)
})

test('a browser that cannot store pages can also book', async ({ page }) => {
  await page.addInitScript(() => {
    CacheStorage.prototype.open = () => Promise.reject(new DOMException('Full', 'QuotaExceededError'))
  })
  await sendForm(page, await makeEstate())
  await expect(page.getByRole('link', { name: 'Change Booking' })).toBeVisible()
  await waitUntilHydrated(page)
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('Your ticket is saved in this browser.')).toBeHidden()
})

/** Returns a text of this length, or slightly shorter if it would end with a space. */
const long = (length: number) => 'Chardonnay from the steep south field '.repeat(40).slice(0, length).trim()

test('a ticket with the longest texts is printed on one page of A4, letter and A5', { tag: '@long' }, async ({
  page,
}) => {
  const { vineyard, walk } = await makeEstate([
    {
      name: 'Wilhelmina '.repeat(10).slice(0, 100),
      day: weekendAhead().saturday,
      guests: 8,
      notes: long(1000),
    },
  ])
  const id = await onSiteDatabase(async (sql) => {
    await sql`
      update vineyards set name = ${long(100)}, address = ${long(120)}, phone = '01323 555 0199', email = 'cellar@example.com'
      where id = ${vineyard.id}`
    await sql`
      update experiences set title = ${long(100)}, included = ${long(500)}, parking = ${long(200)}, station = ${long(200)},
        food = ${long(200)}, step_free = 'partly', dogs = 'on_lead', children = 'with_adult'
      where id = ${walk.id}`
    const [booking] = await sql<[{ id: string }]>`select id from bookings where vineyard_id = ${vineyard.id}`
    return booking.id
  })
  await arrive(page, `/booking/${id}`)
  for (const format of ['A4', 'Letter', 'A5']) {
    const pdf = await page.pdf({
      format,
      margin: { top: '10mm', bottom: '10mm', left: '10mm', right: '10mm' },
    })
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g), format).toHaveLength(1)
  }
  // This is the size of an A5 page without its margins. The box of the ticket cuts off whatever does not fit.
  await page.setViewportSize({ width: 483, height: 718 })
  await page.emulateMedia({ media: 'print' })
  for (const part of [/^CV-/, 'To pay at the vineyard', '£180.00', '01323 555 0199', /Free to cancel until/])
    await expect(page.getByText(part, { exact: typeof part === 'string' }).first()).toBeVisible()
  const ends = await page
    .locator('.ticket, .ticket .place')
    .evaluateAll((found) => found.map((part) => part.getBoundingClientRect().bottom))
  expect(ends).toHaveLength(2)
  expect(ends[1]).toBeLessThanOrEqual(ends[0] ?? 0)
})
