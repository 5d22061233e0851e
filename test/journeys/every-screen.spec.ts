import type { RouteConfigEntry } from '@react-router/dev/routes'

import routes from '../../app/routes.ts'
import { expect, type Page, test } from './journey.ts'

import { book } from '../book.ts'
import { openSite, type Site } from '../faults/site.ts'
import { makeWorld, type RowIds } from '../permissions/world.ts'
import { fillTextColumns } from '../poison.ts'
import { adminSession } from './admin-session.ts'
import { arrive } from './arrive.ts'
import { axeFindsNothing } from './axe.ts'
import { logOut, stored } from './signing-in.ts'

const place = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'
const word = place.repeat(3)

/** Texts without spaces, for each kind of text column. */
const unbroken = {
  one_line: () => word.slice(0, 120),
  prose: () => word.repeat(3),
  web_address: () => `https://${place}.example/${word}`,
  email_address: (where: string) => `${where}${word.slice(0, 60)}@${word.slice(0, 60)}.example`.toLowerCase(),
}

/** Makes a row in every table, with unbroken words in every text column and bookings up to five days ahead. */
async function fillSite({ sql }: Site) {
  const { callers } = await makeWorld(sql, new Date('2026-06-01T12:00:00Z'))
  const [own, admin] = [callers['winemaker A'], callers.admin]
  if (!own?.token || !admin?.token) throw new Error('No session was created')
  const ids: RowIds = own.own
  const [experience] = await sql<[{ id: string; vineyard_id: string; price_per_person: number }]>`
    select id, vineyard_id, price_per_person from experiences where id = ${ids.experiences}`
  for (const days of [0, 1, 5]) {
    const slot_date = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const at = { pattern_id: ids.availability_patterns, slot_date }
    await book(sql, experience, at, 2, new Date(Date.now() - 3 * 86_400_000))
  }
  await sql`update vineyards set latitude = 51, longitude = 0.5, featured_at = now() where id = ${experience.vineyard_id}`
  await sql`update itineraries set is_curated = true, published_at = now() where id = ${ids.itineraries}`
  await sql`
    insert into itinerary_stops (itinerary_id, place, vineyard_id, name, note)
    values (${ids.itineraries}, 1, ${experience.vineyard_id}, 'A stop', 'A note')`
  const written = await fillTextColumns(sql, unbroken)
  for (const column of ['vineyards.name', 'vineyards.city', 'experiences.title', 'bookings.guest_name'])
    expect(written).toContain(column)
  await sql`update blog_posts set tags = array[${word.slice(0, 40)}]`
  const [booking] = await sql<[{ id: string; customer: string }]>`
    select id, customer_id(vineyard_id, guest_email) as customer from bookings
    where vineyard_id = ${experience.vineyard_id} order by booking_date desc limit 1`
  return {
    ids: { ...ids, customers: booking.customer, bookings: booking.id },
    winemaker: own.token,
    admin: admin.token,
  }
}

let site: Site
let rows: Awaited<ReturnType<typeof fillSite>>
test.beforeAll(async () => {
  site = await openSite({ CONTACT_EMAIL: 'hello@example.com' })
  rows = await fillSite(site)
})
test.afterAll(() => site.close())

/** Opens a page, waits for its content, and expects no sideways scrolling at three widths. */
async function openAndMeasure(page: Page, path: string) {
  await arrive(page, `http://127.0.0.1:${site.port}${path}`)
  await expect(page.getByRole('heading').first(), path).toBeVisible()
  await expect(page.getByRole('status', { name: /^Loading/ }), path).toHaveCount(0)
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect.soft(await page.evaluate(tooWide), `${path} at ${width}`).toEqual([])
  }
}

/** The table whose row id fills a URL parameter. */
const rowOfParameter: Record<string, keyof RowIds> = {
  experienceId: 'experiences',
  customerId: 'customers',
  'vineyards/:id': 'vineyards',
  'bookings/:id': 'bookings',
  'itineraries/:id': 'itineraries',
  'blog/:id': 'blog_posts',
  'webhooks/:id': 'webhooks',
}

/** Maps each screen file of a staff area to its first URL. */
function screensOf(area: string): Map<string, string> {
  const screens = new Map<string, string>()
  const walk = (entries: RouteConfigEntry[], above: string) => {
    for (const { path, file, index, children } of entries) {
      const here = path ? `${above}/${path}` : above
      if (children) walk(children, here)
      else if ((index || path) && here.startsWith(`/${area}/`) && !screens.has(file)) screens.set(file, here)
    }
  }
  walk(routes, '')
  return screens
}

/** Fills the parameters of a URL with `ids`. */
function urlOf(screen: string, ids: RowIds): string {
  return screen.replace(/([\w-]+)\/:(\w+)/g, (_, before, name) => {
    const noun = rowOfParameter[name] ?? rowOfParameter[`${before}/:${name}`]
    if (!noun) throw new Error(`Add :${name} of ${screen} to rowOfParameter`)
    return `${before}/${ids[noun]}`
  })
}

/** Describes the innermost elements that are wider than the page. */
function tooWide(): string[] {
  const page = document.documentElement
  if (page.scrollWidth <= window.innerWidth) return []
  const beyond = [...document.querySelectorAll<HTMLElement>('body :not(svg *)')].filter((element) => {
    const { right, width } = element.getBoundingClientRect()
    return width > 0 && right > window.innerWidth + 1
  })
  const innermost = beyond.filter(
    (element) => !beyond.some((other) => element !== other && element.contains(other)),
  )
  return [
    `${page.scrollWidth} px`,
    ...innermost
      .slice(0, 4)
      .map(
        (element) =>
          `${element.localName}.${element.className} in ${element.parentElement?.localName}.${element.parentElement?.className}`,
      ),
  ]
}

test('no visitor page scrolls sideways with unbroken words', async ({ page }) => {
  test.slow()
  const { vineyards, experiences, bookings, itineraries, blog_slug } = rows.ids
  const paths = [
    '/',
    '/explore',
    `/explore?search=${word.slice(0, 100)}`,
    `/explore?near=${place}&guests=2`,
    `/explore?region=${word.slice(0, 120)}&type=${word.slice(0, 120)}`,
    '/explore?view=map',
    `/vineyard/${vineyards}`,
    `/vineyard/${vineyards}/claim`,
    `/vineyard/${vineyards}/opening-alert`,
    `/book-now/${vineyards}?experience=${experiences}`,
    `/booking/${bookings}`,
    `/booking/${bookings}?cancel=yes`,
    `/booking/${bookings}/change`,
    '/my-bookings',
    '/itineraries',
    `/itinerary/${itineraries}`,
    '/itinerary/create',
    '/blog',
    `/blog/${blog_slug}`,
    `/contact?subject=${word}`,
    `/${word}`,
  ]
  for (const path of paths) await openAndMeasure(page, path)
})

/** It has no menu; its list has one. */
const withoutMenu = '/admin/bookings/:id'

const winemakerScreens = screensOf('winemaker')

for (const area of ['winemaker', 'admin'] as const) {
  // ASVS 7.4.4 14.3.3
  test(`${area} screens pass axe, offer to log out, store only the session, and never scroll sideways`, async ({
    page,
    context,
  }) => {
    test.slow()
    const key = area === 'admin' ? 'admin_session' : 'winemaker_session_token'
    const value = area === 'admin' ? adminSession({ token: rows.admin }) : rows.winemaker
    await context.addInitScript(
      ([name, text]) => {
        // An empty tab has no storage.
        if (location.protocol === 'http:') localStorage.setItem(name, text)
      },
      [key, value] as const,
    )
    for (const [file, screen] of screensOf(area))
      await test.step(screen, async () => {
        await openAndMeasure(page, urlOf(screen, rows.ids))
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCount(0)
        // Screens of both areas are checked in the winemaker's.
        if (area === 'winemaker' || !winemakerScreens.has(file)) await axeFindsNothing(page)
        if (screen.endsWith('/today')) await page.locator('summary', { hasText: 'Menu' }).click()
        if (screen !== withoutMenu) await expect(logOut(page)).toBeVisible()
        const { local, session, databases } = await stored(page)
        expect(local.filter((name) => name !== 'known_browser')).toEqual([key])
        expect(session).toEqual([])
        if (!screen.endsWith('/today')) expect(databases).toEqual([])
        // Today stores the day's parties for the gate.
        else
          await page.evaluate(async () =>
            (await indexedDB.databases()).map(({ name = '' }) => indexedDB.deleteDatabase(name)),
          )
      })
  })
}
