import { expect, type Page, test } from './journey.ts'

import { makeWorld, type Things } from '../permissions/world.ts'
import { adminSession } from './admin-session.ts'
import { axeFindsNothing } from './axe.ts'
import { onSiteDatabase } from './site-database.ts'
import { addressOf, screensOf } from './staff-screens.ts'

/** Opens each screen as whoever is signed in: it is there, axe finds nothing, and it does not scroll sideways. */
async function lookAtEach(page: Page, screens: readonly string[], things: Things) {
  for (const screen of screens)
    await test.step(screen, async () => {
      await page.goto(addressOf(screen, things))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCount(0)
      await axeFindsNothing(page)
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(beyond, `${screen} at ${width}`).toBeLessThanOrEqual(0)
      }
    })
}

/** One of everything; what is booked was booked in June. */
const furnish = () =>
  onSiteDatabase(async (sql) => {
    const { callers } = await makeWorld(sql, new Date('2026-06-01T12:00:00Z'))
    const own = callers['winemaker A']
    const admin = callers.admin
    if (!own?.token || !admin?.token) throw new Error('Nobody is signed in')
    // The journeys of the map count what they find; those of others have no position either.
    const made = [own.own, own.foreign].flatMap(({ vineyards, empty_vineyard }) => [
      vineyards,
      empty_vineyard,
    ])
    await sql`update vineyards set is_visible = false where id = any (${made})`
    await sql`update itineraries set is_curated = true where id = ${own.own.itineraries}`
    return { things: own.own, winemaker: own.token, admin: admin.token }
  })

const seen = screensOf('winemaker')

for (const [area, screens] of [
  ['a winemaker', [...seen.values()]],
  // What both areas show is looked at in the one.
  ['an admin', [...screensOf('admin')].filter(([file]) => !seen.has(file)).map(([, screen]) => screen)],
] as const)
  test(`axe finds nothing on any screen of ${area}, light and dark, and none scrolls sideways`, {
    tag: '@once',
  }, async ({ page, context }) => {
    test.slow()
    const { things, winemaker, admin } = await furnish()
    await context.addInitScript(
      (kept) => {
        // An empty tab has no storage.
        if (location.protocol === 'http:') for (const [key, value] of kept) localStorage.setItem(key, value)
      },
      [
        ['winemaker_session_token', winemaker],
        ['admin_session', adminSession({ token: admin })],
      ] as const,
    )
    await lookAtEach(page, screens, things)
  })
