import { expect, type Locator, type Page, test } from './journey.ts'

import { addDays, dayOf, formatWeekdayBrief, weekdayNumber } from '../../app/platform/days.ts'
import { isAnswering } from './arrive.ts'
import { makeGate, openToday, rowOf } from './gate.ts'
import { onSiteDatabase } from './site-database.ts'

/** Counts presses: a tap is one, and so is the text typed into a field. */
function countPresses() {
  let presses = 0
  return {
    press: async (target: Locator) => {
      presses++
      await target.tap()
    },
    type: async (field: Locator, text: string) => {
      presses++
      await field.pressSequentially(text)
    },
    /** The presses since the last call. */
    take: () => {
      const taken = presses
      presses = 0
      return taken
    },
  }
}

/** The first Saturday after today, and its label on buttons and chips. */
function nextSaturday() {
  const today = dayOf(new Date())
  const date = addDays(today, ((12 - weekdayNumber(today)) % 7) + 1)
  return { date, label: formatWeekdayBrief(date, today) }
}

const heading = (page: Page) => page.locator('.result-bar h2')

test('a visit near Brighton next Saturday for 4 under £40 is found in 6 presses and booked in 6 more', {
  tag: '@phone-only',
}, async ({ page }) => {
  const { press, type, take } = countPresses()
  const saturday = nextSaturday()
  await page.goto('/')
  await isAnswering(page)

  await type(page.getByLabel('Search by location or Vineyard name'), 'brighton')
  await press(page.getByRole('option', { name: /^Brighton / }))
  await press(page.getByRole('button', { name: saturday.label }))
  await type(page.getByLabel('Guests'), '4')
  await press(page.getByRole('button', { name: 'Find Vineyards' }))
  await expect(heading(page)).toHaveText(/, places for 4, \d+ within 25 miles of Brighton$/)
  await press(page.getByRole('link', { name: 'up to £40' }))
  await expect(page).toHaveURL(new RegExp(`\\?date=${saturday.date}&guests=4&maxPrice=40&near=Brighton&lat=`))
  await expect(page.getByRole('heading', { name: /^Within 25 miles [1-9]/ })).toBeVisible()
  const first = page.locator('.card').first()
  await expect(first.getByRole('heading')).toBeInViewport()
  expect(take()).toBeLessThanOrEqual(6)

  await expect(first.locator('.next-slot')).toContainText(saturday.label)
  await press(first)
  const times = page.getByRole('list', { name: /^Next times for / }).first()
  await press(times.getByRole('link', { name: saturday.label }).first())
  await expect(page.getByRole('radio', { checked: true }).last()).toBeChecked()
  await type(page.getByLabel('Full name'), 'Priya Anand')
  await type(page.getByLabel('Email'), 'priya@example.com')
  await type(page.getByLabel('Phone'), '07700 900461')
  await press(page.getByRole('button', { name: 'Book for 4 guests' }))
  await expect(page.getByText('Please arrive 15 minutes early.')).toBeVisible()
  expect(take()).toBeLessThanOrEqual(6)
})

test('a booking by phone takes 5 presses from Today and leads back there; so does the keyboard', {
  tag: '@phone-only',
}, async ({ context }) => {
  const { press, type, take } = countPresses()
  const { winemaker, vineyard_id } = await makeGate(1)
  const page = await openToday(context, winemaker)
  const openForm = () => page.getByRole('link', { name: 'Phone booking' })
  // In the last half hour of the day no session is still to come, so none is chosen.
  const late = page.getByRole('radio', { name: /11:29 PM/ })
  const begun = Date.now()

  await press(openForm())
  await expect(late.or(page.getByRole('radio', { name: /12:01 AM/ })).first()).toBeFocused()
  const extra = (await late.isChecked()) ? 0 : 1
  if (extra > 0) await press(late)
  await type(page.getByLabel('Guests'), '3')
  await type(page.getByLabel('Full name'), 'Mary Anning')
  await type(page.getByLabel('Phone'), '01297 123456')
  await press(page.getByRole('button', { name: 'Book and confirm' }))
  await expect(page).toHaveURL(/\/winemaker\/today$/)
  await expect(page.getByText('Booked: Mary Anning, 3 guests.')).toBeVisible()
  expect(take()).toBe(5 + extra)
  expect(Date.now() - begun).toBeLessThan(20_000)
  const referenceOf = async (guest_name: string) => {
    const [row] = await onSiteDatabase(
      (sql) => sql<{ reference: string }[]>`
        select reference from bookings where vineyard_id = ${vineyard_id} and guest_name = ${guest_name}`,
    )
    return row?.reference ?? ''
  }
  await expect(rowOf(page, await referenceOf('Mary Anning'))).toContainText('3 guests')

  await openForm().focus()
  await page.keyboard.press('Enter')
  await expect(late.or(page.getByRole('radio', { name: /12:01 AM/ })).first()).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.type('4')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Joseph Banks')
  await page.keyboard.press('Tab')
  await page.keyboard.type('01297 123457')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Booked: Joseph Banks, 4 guests.')).toBeVisible()
  await expect(rowOf(page, await referenceOf('Joseph Banks'))).toContainText('4 guests')
})
