import type { RowIds } from '../permissions/world.ts'
import { hostileLine, longLocation, longWord } from '../poison.ts'
import { arrive, waitUntilHydrated } from './arrive.ts'
import { axeFindsNothingIn, takesFirst, schemes } from './axe.ts'
import { type Watch, watch } from './browser-watch.ts'
import { sharedDayPaths, test } from './filled-site.ts'
import { expect, type Page } from './journey.ts'
import { estate } from './demonstration.ts'
import { keepInStorage } from './own-estate.ts'
import { hostileColumns, layoutChecks, printedControls, traps } from './screen-checks.ts'
import { patternOf, staffScreens, unvisitedScreens, urlOf } from './screens.ts'
import { logOut, stored } from './signing-in.ts'

// Each screen is opened once for all checks, because opening a screen takes longer than checking it.
test.slow()
// One worker opens the filled site and runs all tests of this file.
test.describe.configure({ mode: 'default' })

const desktop = { width: 1280, height: 900 }
/** Axe checks screens in light at 1280 px and in dark at 390 px by turns. With LONG, it checks all combinations. */
const schemesAt = (width: number) =>
  process.env.LONG ? schemes : width === 1280 ? (['light'] as const) : (['dark'] as const)

/** Opens a page once and checks the rules for every page. Returns the columns whose hostile text the page shows. */
async function openAndCheck(page: Page, url: string, { status = 200, axe = [1280, 390] } = {}) {
  const path = new URL(url).pathname
  await page.setViewportSize(desktop)
  expect((await page.goto(url))?.status(), path).toBe(status)
  await waitUntilHydrated(page)
  await expect(page.getByRole('heading').first(), path).toBeVisible()
  await expect(page.getByRole('status', { name: /^Loading/ }), path).toHaveCount(0)
  const checked = process.env.LONG || axe.length < 2 ? axe : [axe[takesFirst() ? 0 : 1]]
  await page.waitForLoadState('networkidle')
  for (const width of [1280, 320, 390]) {
    await page.setViewportSize({ ...desktop, width })
    if (checked.includes(width)) await axeFindsNothingIn(schemesAt(width), page)
    await page.evaluate(() => new Promise(requestAnimationFrame))
    const where = `${path} at ${width}`
    for (const check of layoutChecks) expect.soft(await page.evaluate(check), where).toEqual([])
  }
  await page.emulateMedia({ media: 'print' })
  expect.soft(await page.evaluate(printedControls), `${path} on paper`).toEqual([])
  await page.emulateMedia({ media: null })
  expect(await page.evaluate(() => document.baseURI), path).toMatch(/^http:\/\/127\.0\.0\.1/)
  const columns = await page.evaluate(hostileColumns)
  expect(await page.evaluate(traps), path).toEqual([])
  return columns
}

/** Expects that no payload ran, no policy was violated, no error occurred, and no other origin got a request. */
function expectCleanRun({ executed, complaints, origins }: Watch, ...expected: string[]) {
  expect(executed).toEqual([])
  expect(complaints.filter((line) => !/status of (400|404)/.test(line))).toEqual([])
  expect([...origins].toSorted()).toEqual(expected.toSorted())
}

/** Returns the paths that show rows of the filled site. Their status is 200. */
const filledPaths = ({
  vineyards,
  empty_vineyard,
  experiences,
  bookings,
  itineraries,
  blog_slug,
}: RowIds) => {
  const term = encodeURIComponent(hostileLine('address'))
  const words = encodeURIComponent(longWord.slice(0, 100))
  const region = encodeURIComponent(hostileLine('vineyards.region'))
  return [
    '/',
    `/explore?search=${words}&region=${region}&type=${term}&near=${term}`,
    '/explore',
    `/explore?search=${term}`,
    `/explore?near=${longLocation}&guests=2`,
    '/explore?view=map',
    `/vineyard/${vineyards}`,
    `/vineyard/${empty_vineyard}/claim`,
    `/vineyard/${vineyards}/opening-alert`,
    `/book-now/${vineyards}?experience=${experiences}`,
    `/booking/${bookings}`,
    `/booking/${bookings}?cancel=yes`,
    `/booking-confirmation/${bookings}`,
    `/booking/${bookings}/change`,
    `/booking/${bookings}/called-off`,
    `/booking/${bookings}/new-time`,
    `/booking/${bookings}/review`,
    '/my-bookings',
    '/my-itineraries',
    '/itineraries',
    `/itinerary/${itineraries}`,
    `/itinerary/${itineraries}/answer`,
    '/itinerary/create',
    '/blog',
    `/blog?tag=${term}`,
    `/blog/${blog_slug}`,
    `/contact?subject=${term}`,
    `/embed/${vineyards}`,
    `/embed/${vineyards}/book?experience=${experiences}`,
    `/embed/${vineyards}/booking/${bookings}`,
    `/embed/${vineyards}/booking/${bookings}/change`,
    `/embed/${vineyards}/booking/${bookings}/called-off`,
  ]
}

const form = '/book-now/de510001-0000-4000-8000-000000000000'
/** Paths whose page is the same on every site, each with its status. */
const samePaths = {
  '/privacy': 200,
  '/terms': 200,
  '/sources': 200,
  '/for-vineyards': 200,
  '/for-vineyards?search=hollow': 200,
  '/for-vineyards/add': 200,
  '/developers': 200,
  '/guide': 200,
  '/guide/run/settings': 200,
  '/guide/run/containers': 200,
  '/guide/vineyard/till': 200,
  '/guide/build/errors-and-limits': 200,
  '/guide/run/nowhere': 404,
}

/** Paths of the journeys' own site, each with its status. This site has many vineyards. */
const fullPaths = {
  '/': 200,
  '/explore?search=kent': 200,
  '/explore?search=zzz': 200,
  '/explore?near=Brighton': 200,
  '/vineyards/kent': 200,
  '/vineyards/kent/tenterden': 200,
  [estate]: 200,
  '/vineyard/nonsense': 404,
  '/my-bookings/nonsense': 404,
  '/opening-alert/nonsense': 404,
  [`${form}?experience=de510001-0000-4000-8000-000000000002`]: 200,
  [form]: 400,
  '/booking/nonsense': 404,
  '/booking/nonsense/confirm': 404,
  '/favourites': 200,
  '/login': 200,
  '/winemaker/login': 200,
  '/sign-in': 200,
  '/forgotten-password': 200,
  '/set-password': 200,
  '/claim': 200,
  '/unsubscribe/nonsense': 404,
  '/nowhere': 404,
}

/** Paths that show one of the screens above, with their status. Axe skips them, because it has checked the screen. */
const repeatedPaths = {
  '/explore?search=kent&minPrice=20&maxPrice=60&date=2027-06-05': 200,
  '/book-now': 400,
  '/itinerary/nonsense': 404,
  '/itinerary/nonsense/edit': 404,
  '/blog/nonsense': 404,
  '/winemaker/dashboard': 200,
  '/admin/dashboard': 200,
  '/account': 200,
}

/** Returns one path of each screen. With LONG, returns all paths, even if they repeat a screen with other text. */
const onceEach = (paths: string[]) =>
  process.env.LONG ? paths : [...Map.groupBy(paths, patternOf).values()].flatMap((same) => same.slice(0, 1))

test('the paths of this file include every visitor screen', ({ filled }) => {
  const statics = [samePaths, fullPaths, repeatedPaths].flatMap(Object.keys)
  expect(unvisitedScreens([...filledPaths(filled.ids), ...sharedDayPaths, ...statics, '/api/docs'])).toEqual(
    [],
  )
})

// ASVS 1.2.1 1.2.3 3.2.2
test('visitor pages with hostile text pass axe, never scroll sideways and run none of the text', async ({
  page,
  context,
  filled,
}) => {
  const report = await watch(context)
  const shown = new Set<string>()
  const visit = (path: string, options: Parameters<typeof openAndCheck>[2]) =>
    test.step(path, async () => {
      for (const column of await openAndCheck(page, `${filled.address}${path}`, options)) shown.add(column)
    })
  // Axe checks each screen only once.
  const checked = new Set(Object.keys(fullPaths).map(patternOf))
  for (const path of [...onceEach(filledPaths(filled.ids)), ...sharedDayPaths]) {
    const pattern = patternOf(path)
    await visit(path, checked.has(pattern) ? { axe: [] } : {})
    checked.add(pattern)
  }
  for (const path of onceEach(Object.keys(samePaths)))
    await visit(path, { status: samePaths[path as keyof typeof samePaths] })
  await visit(`/${encodeURIComponent(hostileLine('address'))}`, { status: 404, axe: [] })
  const columns = ['vineyards.name', 'experiences.title', 'blog_posts.title', 'itinerary_stops.note']
  columns.push('itinerary_answers.name', 'itinerary_answers.needs')
  expect([...shown]).toEqual(expect.arrayContaining(columns))
  expectCleanRun(report, filled.address)
})

// ASVS 14.2.3
test('visitor pages with many vineyards pass axe, violate no policy and request no other origin', async ({
  page,
  context,
  baseURL,
}) => {
  const site = new URL(baseURL ?? '').origin
  const report = await watch(context)
  const visit = (path: string, options: Parameters<typeof openAndCheck>[2]) =>
    test.step(path, () => openAndCheck(page, `${site}${path}`, options))
  const statuses: Record<string, number> = { ...fullPaths, ...repeatedPaths }
  for (const path of onceEach(Object.keys(statuses)))
    await visit(path, { status: statuses[path], ...(path in repeatedPaths && { axe: [] }) })
  // The API documentation is checked at one width, because it is long and its layout hardly changes.
  await visit('/api/docs', { axe: [1280] })
  expectCleanRun(report, site)
})

/** The only screen without a menu. The list of bookings, from which this screen opens, has the menu. */
const withoutMenu = '/admin/bookings/:id'

/** Shared screens that are also opened in the admin area, because the test expects their hostile text in both areas. */
const openedTwice = ['/admin/bookings', withoutMenu, '/admin/vineyards/:id/experiences']

for (const area of ['winemaker', 'admin'] as const) {
  // ASVS 1.2.1 3.2.2 7.4.4 14.3.3
  test(`${area} screens pass axe, offer to log out, store only the session, never scroll sideways and run no stored text`, async ({
    page,
    context,
    filled,
  }) => {
    const report = await watch(context)
    await keepInStorage(context, ...filled.sessions[area])
    const shown = new Set<string>()
    const winemakers = staffScreens('winemaker').map(({ file }) => file)
    for (const { file, pattern } of staffScreens(area)) {
      // In the admin area, shared screens are opened without axe, and only with LONG or if they are in `openedTwice`.
      const isRepeated = area === 'admin' && winemakers.includes(file)
      if (isRepeated && !process.env.LONG && !openedTwice.includes(pattern)) continue
      const axe = isRepeated ? [] : [1280]
      await test.step(pattern, async () => {
        const path = urlOf(pattern, filled.ids)
        for (const column of await openAndCheck(page, `${filled.address}${path}`, { axe })) shown.add(column)
        expect(new URL(page.url()).pathname, 'nobody was redirected').toBe(path.split('?')[0])
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.getByText('This page could not be shown')).toHaveCount(0)
        await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCount(0)
        if (pattern !== withoutMenu) await expect(logOut(page)).toBeVisible()
        const { local, session, databases } = await stored(page)
        const kept = local.filter((name) => !/^(known_browser|winemaker_id)$/.test(name))
        expect({ kept, session }).toEqual({ kept: [filled.sessions[area][0]], session: [] })
        if (!pattern.endsWith('/today')) expect(databases).toEqual([])
        // Today stores the day's parties for the gate.
        else
          await page.evaluate(async () =>
            (await indexedDB.databases()).map(({ name = '' }) => indexedDB.deleteDatabase(name)),
          )
      })
    }
    expect([...shown]).toEqual(
      expect.arrayContaining(['bookings.guest_name', 'bookings.special_requests', 'experiences.title']),
    )
    expectCleanRun(report, filled.address)
  })
}

test('client-side navigation runs no stored text and violates no policy', async ({
  page,
  context,
  filled,
}) => {
  const report = await watch(context)
  await arrive(page, `${filled.address}/privacy`)
  await page.evaluate(() => {
    document.documentElement.dataset.stays = 'yes'
  })
  const title = page.getByRole('heading', { level: 1 })
  await page.getByRole('link', { name: 'Chalk & Vine' }).first().click()
  await page.getByRole('combobox').first().fill(longLocation)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/explore\?search=/)
  await page.locator('.card h3 a, .card h2 a').first().click()
  await expect(title).toContainText("noteExecuted('vineyards.name')")
  // React rendered this page in the browser.
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(1)
  await page
    .getByRole('link', { name: /Book Now/ })
    .first()
    .click()
  await expect(title).toContainText("noteExecuted('experiences.title')")
  await page.getByRole('link', { name: 'Blog' }).first().click()
  await page
    .getByRole('link', { name: /blog_posts.title/ })
    .first()
    .click()
  await expect(title).toContainText("noteExecuted('blog_posts.title')")
  expect(await page.evaluate(traps)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.dataset.stays)).toBe('yes')
  expectCleanRun(report, filled.address)
})
