// npm run screenshots -- [part of a name]: takes the pictures in docs/screenshots from a running site (SITE, default
// http://localhost:3000), at phone and desktop width, as WebP of at most 80 KB.
import { mkdir, writeFile } from 'node:fs/promises'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'

const site = process.env.SITE ?? 'http://localhost:3000'
const folder = 'docs/screenshots'
const largest = 80 * 1024
const estate = '/vineyard/de510001-0000-4000-8000-000000000000'
const form = '/book-now/de510001-0000-4000-8000-000000000000?experience=de510001-0000-4000-8000-000000000002'

/** The pages by the name of their picture. */
const screens = {
  'site-home': '/',
  'explore-explore': '/explore',
  'explore-explore-empty': '/explore?search=zzz',
  'explore-filters': '/explore?region=Kent',
  'explore-map': '/explore?view=map',
  'explore-map-popup': '/explore?search=flintmere&view=map',
  'explore-vineyard': estate,
  'explore-claim': '/explore',
  'bookings-book-now': form,
  'explore-favourites': '/favourites',
  'itineraries-list': '/itineraries',
  'itineraries-day': '/itinerary/da500000-0000-4000-8000-000000000001',
  'blog-list': '/blog',
  'blog-post': '/blog/a-vineyard-through-the-year',
  'people-login': '/login',
  'people-winemaker-login': '/winemaker/login',
  'site-contact': '/contact',
  'site-sources': '/sources',
  'site-not-found': '/nowhere',
} as const

/** Staff screens, taken if WINEMAKER_PASSWORD or ADMIN_PASSWORD is set. */
const staffScreens = {
  winemaker: {
    dashboard: '/winemaker/dashboard',
    bookings: '/winemaker/bookings',
    'new-booking': '/winemaker/bookings?new=1',
    calendar: '/winemaker/calendar',
    'calendar-week': '/winemaker/calendar?view=week',
    'calendar-day': '/winemaker/calendar?view=day',
    experiences: '/winemaker/experiences',
    'new-experience': '/winemaker/experiences/new',
    hosts: '/winemaker/hosts',
    customers: '/winemaker/customers',
    today: '/winemaker/today',
    till: '/winemaker/till',
    team: '/winemaker/team',
    vineyard: '/winemaker/vineyard',
    'vineyard-edit': '/winemaker/vineyard/edit',
    'calendar-sync': '/winemaker/calendar-sync',
    reports: '/winemaker/reports',
  },
  admin: {
    dashboard: '/admin/dashboard',
    bookings: '/admin/bookings',
    calendar: '/admin/calendar',
    vineyards: '/admin/vineyards',
    'new-vineyard': '/admin/vineyards/new',
    'import-vineyards': '/admin/vineyards/import',
    vineyard: `/admin${estate.replace('vineyard', 'vineyards')}`,
    'vineyard-edit': `/admin${estate.replace('vineyard', 'vineyards')}/edit`,
    'vineyard-experiences': `/admin${estate.replace('vineyard', 'vineyards')}/experiences`,
    'vineyard-hosts': `/admin${estate.replace('vineyard', 'vineyards')}/hosts`,
    'vineyard-bookings': `/admin${estate.replace('vineyard', 'vineyards')}/bookings`,
    'new-experience': `/admin${estate.replace('vineyard', 'vineyards')}/experiences/new`,
    'vineyard-calendar': `/admin/calendar?vineyard_id=${estate.split('/').at(-1)}`,
    experiences: '/admin/experiences',
    customers: '/admin/customers',
    'calendar-sync': '/admin/calendar-sync',
    itineraries: '/admin/itineraries',
    'new-itinerary': '/admin/itineraries/create',
    blog: '/admin/blog',
    'new-post': '/admin/blog/new',
    claims: '/admin/claims',
    mail: '/admin/mail',
    messages: '/admin/messages',
    privacy: '/admin/privacy',
    system: '/admin/system',
    audit: '/admin/audit',
    winemakers: '/admin/winemakers',
  },
} as const

/** Screens whose id is unknown. The first link with this name leads to the screen. */
const reached: Record<string, { name: string; first: string }[]> = {
  'winemaker-bookings': [{ name: 'winemaker-booking', first: 'table tbody th a' }],
  'winemaker-experiences': [
    { name: 'winemaker-experience', first: '.offer h2 a' },
    { name: 'winemaker-experience-edit', first: '.offer a[href$="/edit"]' },
    { name: 'winemaker-availability', first: '.offer a[href$="/availability"]' },
  ],
  'winemaker-customers': [{ name: 'winemaker-customer', first: 'table tbody th a' }],
  'admin-bookings': [{ name: 'admin-booking', first: 'table tbody th a' }],
  'admin-customers': [{ name: 'admin-customer', first: 'table tbody th a' }],
  'admin-blog': [{ name: 'admin-post-edit', first: 'table tbody th a' }],
  'admin-itineraries': [{ name: 'admin-itinerary-edit', first: 'table tbody th a' }],
  'admin-vineyard-experiences': [
    { name: 'admin-experience', first: '.offer h2 a' },
    { name: 'admin-experience-edit', first: '.offer a[href$="/edit"]' },
    { name: 'admin-availability', first: '.offer a[href$="/availability"]' },
  ],
}

/** Screens that appear while a day is planned and booked. */
const ofADay = [
  'itineraries-plan',
  'itineraries-booked',
  'itineraries-edit',
  'itineraries-own',
  'bookings-my-bookings',
]

/** Screens that are too long for a full-page picture. */
const tall = [
  'site-home',
  'explore-vineyard',
  'explore-explore',
  'explore-filters',
  'explore-map',
  'explore-map-popup',
  'itineraries-day',
  'blog-post',
]

const [part = ''] = process.argv.slice(2)
await mkdir(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--no-first-run',
    '--disable-background-networking',
  ],
})

for (const width of [390, 1280]) {
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 844 : 900 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  const page = await context.newPage()
  for (const [name, path] of Object.entries(screens)) {
    if (!name.includes(part)) continue
    await page.goto(site + path, { waitUntil: 'networkidle' })
    if (name === 'explore-claim') {
      await page.goto(`${site}/explore?search=kent`)
      const unverified = page.locator('.card', { hasText: 'Unverified' }).getByRole('link').first()
      await page.goto(`${site}${await unverified.getAttribute('href')}/claim`, { waitUntil: 'networkidle' })
    }
    if (name === 'explore-favourites') await likeSome(page)
    if (name === 'itineraries-day') await openTheDaysMap(page)
    if (name === 'explore-filters') {
      // Filters are a sheet only on a phone.
      if (width > 800) continue
      await page.getByRole('button', { name: /^Filters/ }).click()
    }
    if (name.startsWith('explore-map')) await showMap(page, name === 'explore-map-popup')
    await keep(await page.screenshot({ fullPage: !tall.includes(name) }), `${name}-${width}`)
  }
  for (const area of ['winemaker', 'admin'] as const) {
    const password = process.env[`${area.toUpperCase()}_PASSWORD`]
    if (password) await takeStaffScreens(page, width, area, password)
  }
  if ('bookings-confirmation'.includes(part)) {
    await page.goto(site + form, { waitUntil: 'networkidle' })
    await page.getByRole('table').getByRole('radio').last().check({ force: true })
    await page
      .getByRole('group', { name: /What time on/ })
      .getByRole('radio', { disabled: false })
      .first()
      .check({ force: true })
    await page.getByLabel('Full name').fill('Priya Anand')
    await page.getByLabel('Email').fill('priya@example.com')
    await page.getByLabel('Phone').fill('07700 900461')
    await page.getByRole('button', { name: /^Book for/ }).click()
    await page.getByText('Please arrive 15 minutes early.').waitFor()
    await keep(await page.screenshot({ fullPage: true }), `bookings-confirmation-${width}`)
    await page.getByRole('link', { name: 'Cancel Booking' }).click()
    await page.getByRole('dialog').waitFor()
    await keep(await page.screenshot(), `bookings-cancel-${width}`)
    await page.getByRole('button', { name: 'Yes, Cancel Booking' }).click()
    await page.getByRole('heading', { name: 'This booking is cancelled' }).waitFor()
  }
  if (ofADay.some((name) => name.includes(part))) await takeADay(page, width)
  await context.close()
}
await browser.close()

/** Adds vineyards to the favourites. */
async function likeSome(page: Page) {
  for (const path of [estate, estate.replace('0001-', '0003-')]) {
    await page.goto(site + path, { waitUntil: 'networkidle' })
    const heart = page.getByRole('button', { name: 'Save to Favorites' })
    if (await heart.isVisible()) await heart.click()
  }
  await page.goto(`${site}/favourites`, { waitUntil: 'networkidle' })
}

async function openTheDaysMap(page: Page) {
  await page.getByRole('button', { name: 'Open the map' }).click()
  await page.locator('.day-stop').first().waitFor()
  await page.locator('.day-map').scrollIntoViewIfNeeded()
  await page.waitForTimeout(12_000)
}

/** Plans, books and changes a day, with a picture of each step. */
async function takeADay(page: Page, width: number) {
  const saturday = new Date()
  saturday.setUTCDate(saturday.getUTCDate() + ((6 - saturday.getUTCDay() + 7) % 7) + (width < 600 ? 14 : 21))
  const date = saturday.toISOString().slice(0, 10)
  await page.goto(`${site}/itinerary/create?near=Lewes&date=${date}&guests=2`, { waitUntil: 'networkidle' })
  await keep(await page.screenshot({ fullPage: true }), `itineraries-plan-${width}`)
  await page.getByLabel('Full name').fill('Priya Anand')
  await page.getByLabel('Email').fill('priya@example.com')
  await page.getByLabel('Phone').fill('07700 900461')
  await page.getByRole('button', { name: /^Book all/ }).click()
  await page.getByText(/visits are booked/).waitFor()
  await page.getByRole('button', { name: 'Create a link' }).click()
  await page.getByRole('button', { name: 'Stop sharing' }).waitFor()
  await keep(await page.screenshot({ fullPage: true }), `itineraries-booked-${width}`)
  await page.getByRole('link', { name: 'Edit this day' }).click()
  await page.getByLabel('What’s it called?').waitFor()
  await keep(await page.screenshot({ fullPage: true }), `itineraries-edit-${width}`)
  for (const [name, path] of [
    ['itineraries-own', '/my-itineraries'],
    ['bookings-my-bookings', '/my-bookings'],
  ] as const) {
    await page.goto(site + path, { waitUntil: 'networkidle' })
    await keep(await page.screenshot({ fullPage: true }), `${name}-${width}`)
  }
}

/** Scrolls to the map once it is drawn. */
async function showMap(page: Page, open: boolean) {
  await page.locator('.map-place button').first().waitFor()
  await page.locator('.result-bar').evaluate((bar) => bar.scrollIntoView())
  if (open) await page.locator('.map-place button').first().click({ force: true })
  await page.waitForTimeout(5000)
}

async function keep(picture: Buffer, name: string) {
  for (const [quality, width] of [
    [80, 1280],
    [60, 1280],
    [40, 1280],
    [20, 1280],
    [25, 960],
    [20, 720],
  ] as const) {
    const webp = await sharp(picture)
      .resize({ width, withoutEnlargement: true })
      .webp({ quality, effort: 6 })
      .toBuffer()
    if (webp.length > largest) continue
    await writeFile(`${folder}/${name}.webp`, webp)
    console.log(`${name}.webp, ${Math.round(webp.length / 1024)} KB`)
    return
  }
  throw new Error(`${name} does not fit into ${largest} bytes`)
}

/** Takes the pictures of a staff area. */
async function takeStaffScreens(
  page: Page,
  width: number,
  area: keyof typeof staffScreens,
  password: string,
) {
  await page.goto(site + (area === 'admin' ? '/login' : '/winemaker/login'), { waitUntil: 'networkidle' })
  await page.getByLabel('Email').fill(`${area}@example.com`)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/dashboard/)
  for (const [screen, path] of Object.entries(staffScreens[area])) {
    const name = `${area}-${screen}`
    const wanted = [{ name, first: null }, ...(reached[name] ?? [])].filter((one) => one.name.includes(part))
    for (const one of wanted) {
      await page.goto(site + path, { waitUntil: 'networkidle' })
      if (one.first) {
        await page.locator(one.first).first().click()
        await page.waitForURL((url) => url.pathname !== path)
        await page.waitForLoadState('networkidle')
      }
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' })
      await keep(await page.screenshot(), `${one.name}-${width}`)
    }
  }
}
