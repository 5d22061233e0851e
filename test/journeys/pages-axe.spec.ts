import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@playwright/test'

const estate = '/vineyard/de510001-0000-4000-8000-000000000000'
const form = '/book-now/de510001-0000-4000-8000-000000000000?experience=de510001-0000-4000-8000-000000000002'

const pages = {
  home: '/',
  explore: '/explore?search=kent',
  'explore without a hit': '/explore?search=zzz',
  vineyard: estate,
  'vineyard that is not there': '/vineyard/nonsense',
  claim: `${estate}/claim`,
  'booking form': form,
  'booking form without experience': '/book-now/de510001-0000-4000-8000-000000000000',
  'booking that is not there': '/booking/nonsense',
  'my bookings': '/my-bookings',
  favourites: '/favourites',
  itineraries: '/itineraries',
  blog: '/blog',
  contact: '/contact',
  privacy: '/privacy',
  terms: '/terms',
  sources: '/sources',
  'page that is not there': '/nowhere',
} as const

// Written as data: each page is a row, and its test says which one it is.
for (const [name, path] of Object.entries(pages))
  test(`axe finds nothing on ${name}, light and dark, and it does not scroll sideways`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(path)
    await page.evaluate(() => document.fonts.ready)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      // A colour on its way from one scheme to the other has the contrast of neither.
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      )
      await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
        [],
      )
    }
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(wider).toBe(0)
  })
