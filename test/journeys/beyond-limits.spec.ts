import { addException } from '../../app/bookings/sessions/closure.server.ts'
import { axeFindsNothing } from './axe.ts'
import { countPresses, makeGate, openToday } from './gate.ts'
import { expect, type Page, test } from './journey.ts'
import { enterAs, makeEstate, weekendAhead } from './own-estate.ts'
import { onSiteDatabase } from './site-database.ts'

test.use({ viewport: { width: 390, height: 844 } })

const book = (page: Page) => page.getByRole('button', { name: 'Book and confirm' }).click()
const bookAnyway = (page: Page) => page.getByRole('button', { name: 'Book anyway' })
const badge = (page: Page) => page.getByText('Beyond the limits', { exact: true })

async function fillGuest(page: Page, guests: string) {
  await page.getByLabel('Guests', { exact: true }).fill(guests)
  await page.getByLabel('Full name').fill('Ada Lovelace')
  await page.getByLabel('Phone').fill('01632 960123')
}

test('staff book 9 guests on a walk for 1 to 8, change the party to 12, and book on a closed day', async ({
  page,
}) => {
  const { vineyard, winemaker, walk } = await makeEstate([], 30)
  const { saturday, sunday } = weekendAhead()
  await enterAs(page.context(), winemaker)
  await page.goto(`/winemaker/bookings?new=1&day=${saturday}`)
  await page.getByRole('radio', { name: /11:00 AM/ }).check()
  await fillGuest(page, '9')
  await test.step('a party above the limit takes one more press', async () => {
    await book(page)
    await expect(page.getByRole('alert').filter({ hasText: 'parties of 1 to 8' })).toBeVisible()
    await axeFindsNothing(page)
    // The question is about 9 guests, so another number of guests must be sent first.
    await page.getByLabel('Guests', { exact: true }).fill('10')
    await expect(bookAnyway(page)).toBeHidden()
    await page.getByLabel('Guests', { exact: true }).fill('9')
    await book(page)
    expect(await countPresses(page, () => bookAnyway(page).click())).toBe(1)
    await expect(badge(page)).toBeVisible()
    await expect(
      page.getByText('Beyond the limits on purpose: 9 guests, for parties of 1 to 8'),
    ).toBeVisible()
  })
  await test.step('the change to a larger party needs the same confirmation', async () => {
    await page.getByRole('link', { name: 'Change date, time or party' }).click()
    await page.getByLabel('Guests', { exact: true }).fill('12')
    await page.getByRole('button', { name: 'Change the booking' }).click()
    await expect(bookAnyway(page)).toBeInViewport()
    await expect(page.getByText(/1 to 8/)).toHaveCount(2)
    await bookAnyway(page).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Ada Lovelace, 12 guests' })).toBeVisible()
  })
  await test.step('a closed day is still closed for guests', async () => {
    await onSiteDatabase((sql) =>
      addException(
        sql,
        { vineyard_id: vineyard.id, starts_on: sunday, ends_on: sunday, capacity: null },
        { by: { actor: 'system' }, bookings: 'keep' },
        new Date(),
      ),
    )
    await page.goto(`/winemaker/bookings?new=1&day=${sunday}`)
    await page.getByRole('button', { name: 'Book the party that day anyway' }).click()
    await page.getByLabel('Start for this party alone').fill('11:30')
    await fillGuest(page, '4')
    await axeFindsNothing(page)
    await book(page)
    await expect(page.getByText(/, 11:30 AM/).first()).toBeVisible()
    await expect(badge(page)).toBeVisible()
    await page.goto(`/book-now/${vineyard.id}?experience=${walk.id}&date=${sunday}`)
    await expect(page.getByText('11:30 AM')).toBeHidden()
    await page.goto(`/winemaker/calendar?view=day&on=${sunday}`)
    await expect(page.getByText('closed, 4 guests booked', { exact: true })).toBeVisible()
  })
})

test('the gate adds a walk-in of one guest to a tour for parties of 2 to 12, also offline', async ({
  page,
  context,
}) => {
  const { vineyard_id, winemaker, tour, today: day } = await makeGate(2, { role: 'gate' })
  await onSiteDatabase(
    (sql) => sql`update experiences set min_group_size = 2, max_group_size = 12 where id = ${tour.id}`,
  )
  await page.close()
  const today = await openToday(context, winemaker)
  const sheet = today.getByRole('dialog', { name: 'Walk-in' })
  const addOne = async () => {
    await today.getByRole('button', { name: 'Walk-in', exact: true }).click()
    await sheet.getByLabel('Another number of guests').fill('1')
    await sheet.getByRole('button', { name: 'Add', exact: true }).click()
  }
  await addOne()
  await expect(sheet.getByRole('alert')).toContainText('This is for parties of 2 to 12.')
  await axeFindsNothing(today)
  await sheet.getByLabel('Another number of guests').fill('2')
  await expect(sheet.getByRole('alert')).toBeHidden()
  await sheet.getByLabel('Another number of guests').fill('1')
  await sheet.getByRole('button', { name: 'Add', exact: true }).click()
  await sheet.getByRole('button', { name: 'Book anyway' }).click()
  await expect(today.getByText('1 of 3 parties')).toBeVisible()

  await context.setOffline(true)
  await today.reload()
  await expect(today.getByText('Offline since')).toBeVisible()
  await addOne()
  await expect(sheet).toBeHidden()
  await expect(today.getByText('2 of 4 parties')).toBeVisible()
  await context.setOffline(false)
  const walkIns = () =>
    onSiteDatabase(
      (sql) => sql`
        select b.number_of_guests, b.beyond_limits, e.changes -> 'beyond_limits' ->> 1 as limits
        from bookings b left join booking_events e on e.booking_id = b.id and e.kind = 'beyond_limits'
        where b.vineyard_id = ${vineyard_id} and b.channel = 'walk_in'`,
    )
  const one = { number_of_guests: 1, beyond_limits: true, limits: '2 to 12' }
  await expect.poll(async () => [...(await walkIns())]).toEqual([one, one])

  await test.step('on a closed day, the party gets a session of its own', async () => {
    const closure = { vineyard_id, starts_on: day, ends_on: day, capacity: null }
    await onSiteDatabase((sql) =>
      addException(sql, closure, { by: { actor: 'system' }, bookings: 'keep' }, new Date()),
    )
    // The screen first shows the stored day, on which the session is still open.
    const current = today.waitForResponse((answer) => /\/api\/today(\?|$)/.test(answer.url()))
    await today.reload()
    await current
    await today.getByRole('button', { name: 'Walk-in', exact: true }).click()
    await sheet.getByRole('button', { name: '3 guests' }).click()
    await expect(sheet.getByRole('alert')).toContainText('No sessions are open today')
    await sheet.getByRole('button', { name: 'Book anyway' }).click()
    await expect(today.getByText('3 of 5 parties')).toBeVisible()
    await expect
      .poll(() =>
        onSiteDatabase(
          (sql) => sql`
            select s.booked from slots s
            where s.vineyard_id = ${vineyard_id} and s.is_for_one_party and not is_open(s)`,
        ),
      )
      .toEqual([{ booked: 3 }])
  })
})
