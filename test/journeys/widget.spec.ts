import { axeFindsNothing } from './axe.ts'
import { type Browser, expect, type Page, test, type TestInfo } from './journey.ts'
import { enterAs, makeEstate, weekendAhead } from './own-estate.ts'
import { onSiteDatabase } from './site-database.ts'
import { openWebsite } from './website.ts'

const { saturday, sunday } = weekendAhead()

/** Makes an estate with a widget that guests can use. */
async function makeOpenEstate() {
  const estate = await makeEstate()
  await onSiteDatabase((sql) => sql`update vineyards set is_verified = true where id = ${estate.vineyard.id}`)
  return estate
}

/** Returns the HTML of the widget as `/winemaker/integrations` shows it. */
const snippet = (ours: string, vineyard: string) =>
  `<script src="${ours}/embed.js" async></script>\n<chalk-vine-booking vineyard="${vineyard}">\n  <a href="${ours}/vineyard/${vineyard}">Book a visit</a>\n</chalk-vine-booking>`

/** Opens a new browser on a wide screen or, in the phone project, on the narrowest screen. */
async function guestPage(browser: Browser, { project }: TestInfo, options: object = {}): Promise<Page> {
  const narrow = project.name === 'phone'
  const viewport = { width: narrow ? 320 : 1280, height: 800 }
  const context = await browser.newContext({ locale: 'en-GB', viewport, ...options })
  return context.newPage()
}

const frameOn = (page: Page) => page.frameLocator('chalk-vine-booking iframe')
const frameHeight = (page: Page) =>
  page.locator('chalk-vine-booking iframe').evaluate((frame) => frame.getBoundingClientRect().height)

/** Waits until the frame is as tall as its page, so that nothing moves while a guest presses. */
async function isAsTallAsItsPage(page: Page) {
  const overflow = () =>
    frameOn(page)
      .locator('html')
      .evaluate((html) => {
        const content = html.querySelector('.booking-frame')?.getBoundingClientRect().height ?? 0
        return Math.ceil(content) - innerHeight
      })
  await expect.poll(overflow).toBe(0)
}

async function sayWho(page: Page) {
  const frame = frameOn(page)
  await frame.getByLabel('Full name').fill('Priya Anand')
  await frame.getByLabel('Email').fill('priya@example.com')
  await frame.getByLabel('Phone').fill('07700 900461')
}

async function chooseDay(page: Page, day: string) {
  const frame = frameOn(page)
  await isAsTallAsItsPage(page)
  const radio = frame.locator(`input[name="date"][value="${day}"]`)
  if ((await radio.count()) === 0) {
    const month = frame.getByRole('button', { name: /^\w+ \d{4}$/ }).last()
    await month.click()
  }
  await radio.check()
  const times = frame.getByRole('group', { name: /What time on/ })
  await expect(times).toHaveAttribute('aria-busy', 'false')
  await times.getByRole('radio', { disabled: false }).first().check()
}

// ASVS 3.5.5
test(
  'a web designer puts the widget on a page, and a guest books there',
  { tag: '@phone' },
  async ({ page, context, browser, baseURL: ours = '' }, info) => {
    using website = await openWebsite(ours)
    const { vineyard, winemaker } = await makeOpenEstate()
    await enterAs(context, winemaker)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/winemaker/account')
    await page.goto('/winemaker/integrations')
    await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Walk of the rows' })).toBeVisible()
    await axeFindsNothing(page, '[aria-labelledby="own-website"]')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.getByLabel('Use your own colour').check()
    await page.getByLabel('Colour', { exact: true }).fill('#ffd500')
    await page.getByLabel('Websites that may show the widget').fill('http://example.co.uk')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('not http://example.co.uk').first()).toBeVisible()
    await page.getByLabel('Websites that may show the widget').fill(website.address)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('The widget has been saved.')).toBeVisible()
    await page.getByRole('button', { name: 'Copy Booking widget' }).click()
    website.show(await page.evaluate(() => navigator.clipboard.readText()))

    const guest = await guestPage(browser, info)
    await guest.goto(website.address)
    const frame = frameOn(guest)
    await expect(frame.getByRole('heading', { name: 'Walk of the rows' })).toBeVisible()
    await expect(guest.getByRole('link', { name: 'Book a visit' })).toBeHidden()
    await expect.poll(() => frameHeight(guest)).toBeGreaterThan(900)
    await isAsTallAsItsPage(guest)
    const wide = await guest.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
    // A message from the website itself has no effect.
    const before = await frameHeight(guest)
    await guest.evaluate(() => {
      const heard = new Promise((hear) => addEventListener('message', hear, { once: true }))
      window.postMessage({ chalkVineHeight: 4321 }, '*')
      return heard.then(() => {})
    })
    expect(await frameHeight(guest)).toBe(before)

    await chooseDay(guest, saturday)
    await sayWho(guest)
    await frame.getByRole('button', { name: 'Book for 2 guests' }).click()
    await expect(frame.getByText('Please arrive 15 minutes early.')).toBeVisible()
    await expect(frame.getByRole('heading', { level: 1 })).toBeFocused()
    expect(await guest.context().cookies()).toEqual([])
    await expect.poll(() => frameHeight(guest)).not.toBe(before)

    await page.goto(`/winemaker/bookings`)
    const row = page.getByRole('row', { name: /Priya Anand/ })
    await expect(row).toContainText('Widget')

    await frame.getByRole('link', { name: 'Change Booking' }).click()
    await expect(frame.getByRole('heading', { name: 'Change your booking' })).toBeVisible()
    await chooseDay(guest, sunday)
    await frame.getByRole('button', { name: 'Change Booking' }).last().click()
    await expect(frame.getByText('Your booking has been changed.')).toBeVisible()

    await frame.getByRole('link', { name: 'Cancel Booking' }).click()
    await expect(frame.getByRole('group', { name: 'Cancel this booking?' })).toBeFocused()
    await frame.getByRole('button', { name: 'Yes, Cancel Booking' }).click()
    await expect(frame.getByRole('link', { name: 'Book again' })).toBeVisible()
    const [booking] = await onSiteDatabase(
      (sql) =>
        sql`select status, channel, booking_date::text from bookings where vineyard_id = ${vineyard.id}`,
    )
    expect(booking).toEqual({ status: 'cancelled', channel: 'widget', booking_date: sunday })
    expect(guest.url()).toBe(`${website.address}/`)
    await guest.context().close()
  },
)

test('a site that is not allowed to show the widget shows a link, and so does a page without scripts', async ({
  browser,
  baseURL: ours = '',
}, info) => {
  using website = await openWebsite(ours)
  const { vineyard } = await makeOpenEstate()
  website.show(snippet(ours, vineyard.id))
  const unscripted = await guestPage(browser, info, { javaScriptEnabled: false })
  await unscripted.goto(website.address)
  await expect(unscripted.getByRole('link', { name: 'Book a visit' })).toBeVisible()
  await unscripted.context().close()

  await onSiteDatabase(
    (sql) => sql`update vineyards set widget_sites = '{https://www.example.co.uk}' where id = ${vineyard.id}`,
  )
  const guest = await guestPage(browser, info)
  const said = (words: string) => guest.waitForEvent('console', (message) => message.text().includes(words))
  const [refused, explained] = [said('frame-ancestors'), said('under “Websites that may show the widget”?')]
  await guest.goto(website.address)
  await refused
  await explained
  expect(await frameHeight(guest)).toBe(0)
  await expect(guest.getByRole('link', { name: 'Book a visit' })).toBeVisible()
  await expect(frameOn(guest).getByRole('heading')).toHaveCount(0)
  await guest.context().close()
})
test.use({ expectedErrors: [/frame-ancestors/] })

test('a guest books by keyboard where storage is blocked', async ({ browser, baseURL: ours = '' }, info) => {
  using website = await openWebsite(ours)
  const { vineyard, walk } = await makeOpenEstate()
  await onSiteDatabase((sql) => sql`update vineyards set accent_colour = '#ffd500' where id = ${vineyard.id}`)
  website.show(snippet(ours, vineyard.id))
  const guest = await guestPage(browser, info)
  await guest.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'cookieStore'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
  })
  await guest.goto(website.address)
  const frame = frameOn(guest)
  await expect(frame.getByRole('button', { name: 'Choose a time first' })).toBeDisabled()
  await axeFindsNothing(guest, 'main')
  await guest.emulateMedia({ colorScheme: 'dark' })

  const press = (key: string) => guest.keyboard.press(key)
  await guest.getByRole('heading', { name: 'Our vineyard' }).click()
  // Tab moves the focus past the party size and the calendar to the times.
  const times = frame.getByRole('group', { name: /What time on/ })
  for (
    let stop = 0;
    stop < 30 &&
    !(await times
      .getByRole('radio')
      .first()
      .evaluate((radio) => radio === document.activeElement));
    stop++
  )
    await press('Tab')
  await press('Space')
  await expect(times.getByRole('radio').first()).toBeChecked()
  for (const text of ['Priya Anand', 'priya@example.com', '07700 900461']) {
    await press('Tab')
    await guest.keyboard.type(text)
  }
  await press('Enter')
  await expect(frame.getByText('Please arrive 15 minutes early.')).toBeVisible()
  await expect(frame.getByRole('heading', { level: 1 })).toBeFocused()
  await axeFindsNothing(guest, 'main')

  // The website now chooses one experience and the dark theme for the widget.
  await guest.evaluate((experience) => {
    const widget = document.querySelector('chalk-vine-booking')
    widget?.setAttribute('theme', 'dark')
    widget?.setAttribute('experience', experience)
  }, walk.id)
  await guest.emulateMedia({ colorScheme: 'light' })
  await expect(frame.getByRole('heading', { name: 'Which day?' })).toBeVisible()
  await expect(frame.locator('body')).toHaveCSS('background-color', 'oklch(0.19 0.016 168)')
  await guest.context().close()
})

test(
  'a guest books twice in the widget on one page',
  { tag: '@long' },
  async ({ browser, baseURL: ours = '' }, info) => {
    using website = await openWebsite(ours)
    const { vineyard, walk } = await makeOpenEstate()
    website.show(snippet(ours, vineyard.id))
    const guest = await guestPage(browser, info)
    // In private windows, only frames of the same site can use storage. All ports of one host are the same site.
    await guest.goto(website.address.replace('localhost', '127.0.0.1'))
    const frame = frameOn(guest)
    const book = async (day: string) => {
      await chooseDay(guest, day)
      await sayWho(guest)
      await frame.getByRole('button', { name: 'Book for 2 guests' }).click()
      await expect(frame.getByText('Please arrive 15 minutes early.')).toBeVisible()
    }
    await book(saturday)
    await guest.evaluate(
      (experience) => document.querySelector('chalk-vine-booking')?.setAttribute('experience', experience),
      walk.id,
    )
    await expect(frame.getByLabel('Full name')).toHaveValue('Priya Anand')
    await book(sunday)
    await guest.context().close()
  },
)

test('the poster prints as one page of A4', { tag: '@long' }, async ({ page, context }) => {
  const { winemaker, vineyard } = await makeOpenEstate()
  await enterAs(context, winemaker)
  await page.goto('/winemaker/integrations/poster')
  await page
    .getByLabel('Line of text')
    .fill('Tours and tastings, every Saturday from April until the harvest')
  await expect(
    page.getByRole('img', { name: new RegExp(`QR code: .*/vineyard/${vineyard.id}`) }),
  ).toBeVisible()
  await axeFindsNothing(page, 'main')
  const file = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(file.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  expect(/MediaBox\s*\[0 0 594\.9\d+ 841\.9\d+\]/.test(file)).toBe(true)
})

// A module in a bundle has no `document.currentScript`, and no script on the page has a URL that ends in /embed.js.
test(
  "if a website's own bundle contains the widget's script, the script finds our site by the link in the element",
  { tag: '@long' },
  async ({ browser, baseURL: ours = '' }, info) => {
    const code = await (await fetch(`${ours}/embed.js`)).text()
    using website = await openWebsite(ours, code)
    const { vineyard } = await makeOpenEstate()
    const [, element] = snippet(ours, vineyard.id).split('</script>')
    website.show(`${element}<script type="module" src="/bundle.js"></script>`)
    const guest = await guestPage(browser, info)
    await guest.goto(website.address)
    await expect(frameOn(guest).getByLabel('Full name')).toBeVisible()
    await guest.context().close()
  },
)
