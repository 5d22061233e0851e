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

// One test a page, so that a finding names it; written out because the pages are data, not behaviour.
for (const scheme of ['light', 'dark'] as const)
  for (const [name, path] of Object.entries(pages))
    test(`axe finds nothing on ${name}, ${scheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect(wider, 'nothing makes the page scroll sideways').toBe(0)
    })
