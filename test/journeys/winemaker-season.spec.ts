import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Page, test } from './journey.ts'

import { axeFindsNothing } from './axe.ts'
import { makeEstate, weekendAhead } from './own-estate.ts'
import { sendCover } from './sending-pictures.ts'

/** Each test has its own client address, so that wrong passwords in one test do not delay another. */
test.beforeEach(async ({ context }, { testId, retry }) => {
  const ends = Buffer.from(testId).subarray(-3)
  await context.setExtraHTTPHeaders({
    'X-Forwarded-For': `10.${[...ends].join('.')}`,
    'X-Try': String(retry),
  })
})

const { saturday, sunday } = weekendAhead()
const parties = [
  { name: 'Ana Waits', day: saturday, guests: 2 },
  { name: 'Ben Moves', day: saturday, guests: 3 },
  { name: 'Cai Sunday', day: sunday, guests: 2 },
  { name: 'Dee Sunday', day: sunday, guests: 5 },
]

test('a winemaker manages bookings, closes a Sunday, adds an experience and a cover, and reads the reports', {
  tag: '@phone',
}, async ({ page, browser }) => {
  const { winemaker, walk, vineyard } = await makeEstate(parties)
  await test.step('sign in', () => signIn(page, winemaker))
  await test.step('confirm a waiting booking', () => confirmOne(page))
  await test.step('move another booking', () => moveAnother(page))
  await test.step('book by phone', () => bookByPhone(page))
  await test.step('see a colleague’s change before overwriting it', () => meetColleague(page))
  await test.step('close a Sunday that has bookings', () => closeSunday(page, walk.id))
  const book = await test.step('add an experience with availability', () => addExperience(page))
  await test.step('book the new experience as a visitor', () => visit(browser, vineyard.id, book))
  await test.step('print the day', () => printDay(page))
  await test.step('lose the connection and get it back', () => loseConnection(page))
  await test.step('upload a cover', () => sendCover(page, browser, vineyard.id))
  await test.step('read the report', () => readReport(page))
})

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/winemaker')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/winemaker\/dashboard$/)
}

async function confirmOne(page: Page) {
  await page.getByRole('button', { name: 'Confirm Ana Waits' }).click()
  await expect(
    page.getByText('Confirmed. No mail server is set, so emails stay in the email log.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm Ana Waits' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Confirm Ben Moves' })).toBeVisible()
}

async function openBooking(page: Page, guest: string) {
  await page
    .getByRole('link', { name: /^Bookings/ })
    .locator('visible=true')
    .first()
    .click()
  await page.getByLabel('Name, phone, email or reference').fill(guest)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: guest }).click()
}

async function moveAnother(page: Page) {
  await openBooking(page, 'Ben Moves')
  await page.getByRole('link', { name: 'Change date, time or party' }).click()
  await page.getByRole('spinbutton', { name: 'Guests' }).fill('4')
  await page
    .getByRole('group', { name: 'Time' })
    .getByRole('radio', { name: /3:00 PM/ })
    .check()
  await axeFindsNothing(page)
  await page.getByRole('button', { name: 'Change the booking' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ben Moves, 4 guests')
  await expect(page.getByText(/3 guests changed to 4/)).toBeVisible()
}

async function bookByPhone(page: Page) {
  await page.goto(`/winemaker/bookings?new=1&day=${saturday}`)
  await page
    .getByRole('group', { name: /^Time on/ })
    .getByRole('radio', { name: /11:00 AM/ })
    .check()
  await page.getByLabel('Full name').fill('Dafydd Rings')
  await page.getByLabel('Email').fill('dafydd@example.com')
  await page.getByLabel('Phone').fill('01632 960123')
  await page.getByRole('button', { name: 'Book and confirm' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dafydd Rings, 2 guests')
}

async function setStatus(page: Page, status: string) {
  await page.getByLabel('Status').selectOption({ label: status })
  await page.getByRole('button', { name: 'Set status' }).click()
}

async function meetColleague(page: Page) {
  await expect(page.getByText('You can mark arrivals on the day of the visit.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Arrived' })).toHaveCount(0)
  const colleague = await page.context().newPage()
  await colleague.goto(page.url())
  await setStatus(colleague, 'Completed')
  await colleague.getByRole('button', { name: 'Complete it now' }).click()
  await expect(colleague.getByText('Completed. Nobody was emailed.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  await page.getByLabel('Reason').selectOption('Other')
  await page.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(page.getByRole('alert')).toHaveText('This booking is now completed.')
  await colleague.close()
}

async function closeSunday(page: Page, experience_id: string) {
  await page.goto(`/winemaker/experiences/${experience_id}/availability?day=${sunday}`)
  await expect(page.getByText('Visitors can book this day.')).toBeVisible()
  await page.getByRole('button', { name: 'Close this day …' }).click()
  await page.getByLabel('Reason').fill('The press barn is let')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('There are 2 bookings (7 guests) at that time')
  await axeFindsNothing(page)
  await question.getByRole('button', { name: 'Do not close' }).click()
  await expect(page.getByText('Visitors can book this day.')).toBeVisible()

  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await question.getByRole('button', { name: 'Close and keep the bookings' }).click()
  await expect(page.getByText('is closed. 2 bookings are kept.')).toBeVisible()
  await expect(page.getByText(/11:00 AM is closed by an exception for this experience/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('is open again.')).toBeVisible()
  await expect(page.getByText('Visitors can book this day.')).toBeVisible()

  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await question.getByRole('button', { name: 'Cancel the bookings …' }).click()
  await question.getByLabel('Reason').selectOption('We are closed')
  await question.getByRole('button', { name: 'Close and cancel the bookings' }).click()
  await expect(
    page.getByText(
      'is closed. 2 bookings are cancelled. No mail server is set, so emails stay in the email log.',
    ),
  ).toBeVisible()
}

/** Adds an experience with availability. Returns the URL of its booking form. */
async function addExperience(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Experiences', exact: true }).locator('visible=true').first().click()
  await page.getByRole('link', { name: 'Add an experience' }).click()
  await page.getByLabel('Title').fill('Barrel talk')
  await page.getByLabel('Price per person').fill('30')
  await page.getByLabel('Smallest party').fill('12')
  await page.getByLabel('Which station is nearest?').fill('Battle, 10 minutes on foot')
  await page.getByRole('button', { name: 'Add and plan start times' }).click()
  // The server rejects the experience. The typed text stays, and the message is at the invalid field.
  await expect(page.getByLabel('Smallest party')).toBeFocused()
  await expect(page.getByLabel('Title')).toHaveValue('Barrel talk')
  await axeFindsNothing(page)
  await page.getByLabel('Smallest party').fill('1')
  await page.getByRole('button', { name: 'Add and plan start times' }).click()

  await expect(page.getByRole('heading', { name: 'No start times yet' })).toBeVisible()
  // On the last day of a month, that month may have no day left to plan.
  await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByRole('button', { name: 'Add a start time' }).first().click()
  await page.getByLabel('Start', { exact: true }).fill('12:15')
  await page.getByLabel('Places').fill('6')
  await page.getByLabel('Every year').check()
  await page.getByLabel('First day: month').selectOption('January')
  await page.getByLabel('Last day: month').selectOption('December')
  await page
    .getByRole('button', { name: /^Leave out/ })
    .last()
    .click()
  await axeFindsNothing(page)
  // The calendar shows unsaved changes, and a warning appears before the page is left.
  await expect(page.getByRole('button', { name: /0\/6/ }).first()).toBeVisible()
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await page.getByRole('button', { name: 'Save start times' }).click()
  await expect(page.getByText('Saved just now')).toBeVisible()
  await expect(page.getByText(/1 January to 31 December, every year except 20\d\d$/)).toBeVisible()
  return (await page.getByRole('link', { name: 'View booking page' }).getAttribute('href')) ?? ''
}

async function visit(browser: Browser, vineyard_id: string, book: string) {
  const visitor = await browser.newPage()
  await visitor.goto(`/vineyard/${vineyard_id}`)
  await expect(visitor.getByRole('heading', { name: 'Barrel talk' })).toBeVisible()
  await expect(visitor.getByText('Battle, 10 minutes on foot').first()).toBeVisible()
  await visitor.goto(`${book}&date=${saturday}`)
  await visitor.getByRole('radio', { name: /12:15 PM/ }).check()
  await visitor.getByLabel('Full name').fill('Ines Visits')
  await visitor.getByLabel('Email').fill('ines@example.com')
  await visitor.getByLabel('Phone').fill('01632 960123')
  await visitor.getByRole('button', { name: /^Book/ }).click()
  await expect(visitor).toHaveURL(/booking-confirmation/)
  await visitor.close()
}

/** Expects that the printed day shows phone numbers, but neither the menu nor the form for emails. */
async function printDay(page: Page) {
  await page.goto(`/winemaker/calendar?view=day&on=${saturday}`)
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes')
  })
  const more = page.getByRole('button', { name: 'More …' })
  const print = page.getByRole('button', { name: 'Print the day' })
  await expect(more.or(print).first()).toBeVisible()
  if (await more.isVisible()) await more.click()
  await print.click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')
  const telephone = page
    .getByRole('row', { name: 'Dafydd Rings', includeHidden: true })
    .getByText('01632 960123')
  await expect(telephone).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(telephone).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Staff' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Email your guests' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
}

/** Expects that typed text stays, and that the layout stays around a page that cannot load. */
async function loseConnection(page: Page) {
  const message = page.getByLabel('Message')
  await message.fill('The lane is flooded: please come by the mill.')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Preview …' }).click()
  await expect(page.getByRole('alert')).toHaveText('No connection just now. Please try again.')
  await expect(message).toHaveValue('The lane is flooded: please come by the mill.')
  const dashboard = page.getByRole('link', { name: 'Dashboard', exact: true }).locator('visible=true').first()
  await dashboard.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be shown')
  await expect(page.getByRole('alert')).toHaveText('No connection just now. Please try again.')
  await expect(dashboard).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Tomorrow' })).toBeVisible()
}

/**
 * Compares the report with figures that were calculated by hand. The walk has 8 guests at £22.50 (Ana 2, Ben 4, Dafydd
 * 2) in the 20 places of Saturday; Sunday is closed. Dafydd's visit is completed (£45.00). Cai's and Dee's bookings are
 * cancelled. The talk has 2 guests, for £60.00.
 */
async function readReport(page: Page) {
  await page.goto(`/winemaker/reports?from=${saturday}&until=${sunday}&by=experience`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    '£45.00 earned and £195.00 expected from 10 guests',
  )
  const lines = page.getByRole('region', { name: 'Details as a table' })
  const walk = lines.getByRole('row', { name: 'Walk of the rows' }).getByRole('cell')
  await expect(walk).toHaveText([
    / 3$/,
    / 8 \(2 not marked\)$/,
    / £45\.00$/,
    / £135\.00$/,
    / £0\.00$/,
    / 8 of 20 \(40%\)$/,
    /day/,
    / 2$/,
    / 0$/,
  ])
  const talk = lines.getByRole('row', { name: 'Barrel talk' }).getByRole('cell')
  await expect(talk).toHaveText([
    / 1$/,
    / 2$/,
    / £0\.00$/,
    / £60\.00$/,
    / £0\.00$/,
    / 2 of \d+ \(\d+%\)$/,
    /day/,
    / 0$/,
    / 0$/,
  ])
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('report.csv')
  const lineOf = (title: string) =>
    csv
      .find((line) => line.startsWith(title))
      ?.split(',')
      .slice(0, 8)
  const csv = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(csv[0]).toMatch(
    /^\uFEFF?Experience,Bookings,Guests,Guests not marked,Earned in pounds,Expected in pounds,Taken in pounds,Cancelled,/,
  )
  expect(lineOf('Walk of the rows')).toEqual(['Walk of the rows', '3', '8', '2', '45', '135', '0', '2'])
  expect(lineOf('Barrel talk')).toEqual(['Barrel talk', '1', '2', '0', '0', '60', '0', '0'])
}
