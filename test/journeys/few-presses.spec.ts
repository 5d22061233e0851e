import { randomUUID } from 'node:crypto'

import { expect, type Locator, type Page, test } from './journey.ts'

import { makeLink } from '../../app/people/accounts/one-time-link.server.ts'
import { addDays, dayOf, formatWeekdayBrief, weekdayNumber } from '../../app/platform/days.ts'
import { makeVineyard, makeWinemaker } from '../make.ts'
import { waitUntilHydrated } from './arrive.ts'
import { axeFindsNothing } from './axe.ts'
import { makeGate, openToday, rowOf } from './gate.ts'
import { onSiteDatabase } from './site-database.ts'

/** Returns a counter of presses. A tap counts as one press, and so does typing a text into a field. */
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
    /** Returns the number of presses since the last call. */
    take: () => {
      const taken = presses
      presses = 0
      return taken
    },
  }
}

/** Returns the first Saturday after today, with its label on buttons and chips. */
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
  await waitUntilHydrated(page)

  await type(page.getByLabel('Search by location or Vineyard name'), 'brighton')
  // Until the whole word has been searched, the Scottish village Brightons may be suggested before Brighton.
  await expect(page.getByRole('option').first()).toHaveText(/^Brighton(?!s)/)
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

test('a booking by phone takes 5 presses from Today and leads back to Today, also by keyboard', {
  tag: '@phone-only',
}, async ({ context }) => {
  const { press, type, take } = countPresses()
  const { winemaker, vineyard_id } = await makeGate(1)
  const page = await openToday(context, winemaker)
  const openForm = () => page.getByRole('link', { name: 'Phone booking' })
  // In the last minutes of the day, all sessions have started, so none is chosen.
  const late = page.getByRole('radio', { name: /11:58 PM/ })
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

test('an approved claim leads to the first bookable slot in 8 presses, and a test booking takes 2 more', {
  tag: '@phone-only',
}, async ({ page }) => {
  const { press, type, take } = countPresses()
  const email = `claimed-${randomUUID().slice(0, 8)}@example.com`
  const password = 'chalk-hazel-and-flint'
  const { vineyard, link } = await onSiteDatabase(async (sql) => {
    const vineyard = await makeVineyard(sql, { latitude: 50.94, longitude: 0.36, is_verified: true })
    const { id } = await makeWinemaker(sql, { vineyard_id: vineyard.id, email })
    const config = { site_url: process.env.JOURNEY_SITE ?? '' }
    const recipient = { purpose: 'winemaker', winemaker_id: id } as const
    return { vineyard, ...(await makeLink({ sql, config }, 'claim_approved', recipient, new Date())) }
  })

  await page.goto(link)
  await type(page.getByLabel('New password'), password)
  await press(page.getByRole('button', { name: 'Set the password' }))
  await expect(page).toHaveURL(/\/winemaker\/login\?set/)
  await type(page.getByLabel('Email'), email)
  await type(page.getByLabel('Password'), password)
  await press(page.getByRole('button', { name: 'Sign in' }))
  await expect(page.getByRole('heading', { name: 'Until guests can book' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Set up: 0 of 5' })).toBeVisible()
  await axeFindsNothing(page)
  await type(page.getByLabel('Title'), 'Tour of the young vines')
  await type(page.getByLabel('Price per person'), '25')
  await press(page.getByRole('button', { name: 'Put on sale' }))
  await expect(page.getByRole('heading', { name: 'Guests can book. 3 steps left' })).toBeVisible()
  expect(take()).toBe(8)
  const visitor = await page.context().newPage()
  await visitor.goto(`/vineyard/${vineyard.id}`)
  const times = visitor.getByRole('list', { name: 'Next times for Tour of the young vines' })
  await expect(times.getByRole('link').first()).toContainText('11:00 AM')
  await visitor.close()

  await press(page.getByRole('button', { name: 'Make a test booking' }))
  await press(page.getByRole('button', { name: 'Cancel the test booking' }))
  await expect(page.getByRole('heading', { name: 'Guests can book. 2 steps left' })).toBeVisible()
  expect(take()).toBe(2)
  await axeFindsNothing(page)
  await page.getByRole('button', { name: 'Skip Your page' }).click()
  await page.getByRole('button', { name: 'Skip Tell people' }).click()
  await expect(page.getByRole('link', { name: /^Set up/ })).toBeHidden()
})
