import { expect, test } from './journey.ts'

import { axeFindsNothing } from './axe.ts'

const estate = '/vineyard/de510001-0000-4000-8000-000000000000'
const form = '/book-now/de510001-0000-4000-8000-000000000000?experience=de510001-0000-4000-8000-000000000002'

const pages = {
  home: '/',
  explore: '/explore?search=kent',
  'explore without a hit': '/explore?search=zzz',
  'explore around a place': '/explore?near=Brighton',
  county: '/vineyards/kent',
  town: '/vineyards/kent/tenterden',
  vineyard: estate,
  'unknown vineyard': '/vineyard/nonsense',
  claim: `${estate}/claim`,
  'opening alert': `${estate}/opening-alert`,
  'opening alert with a spent link': '/opening-alert/nonsense',
  'booking form': form,
  'booking form without experience': '/book-now/de510001-0000-4000-8000-000000000000',
  'unknown booking': '/booking/nonsense',
  'my bookings': '/my-bookings',
  favourites: '/favourites',
  itineraries: '/itineraries',
  blog: '/blog',
  contact: '/contact',
  privacy: '/privacy',
  terms: '/terms',
  sources: '/sources',
  developers: '/developers',
  guide: '/guide',
  'guide with tables': '/guide/run/settings',
  'guide with code': '/guide/run/containers',
  'guide with pictures': '/guide/vineyard/till',
  'guide to errors': '/guide/build/errors-and-limits',
  'unknown page of the guide': '/guide/run/nowhere',
  'admin sign-in': '/login',
  'winemaker sign-in': '/winemaker/login',
  'visitor sign-in': '/sign-in',
  'forgotten password': '/forgotten-password',
  'set password without a link': '/set-password',
  'unknown page': '/nowhere',
} as const

// One test, because a new browser for each page takes longer than the page.
test('visitor pages pass axe in light and dark, and none scrolls sideways', { tag: '@phone' }, async ({
  page,
}) => {
  for (const [name, path] of Object.entries(pages))
    await test.step(name, async () => {
      await page.goto(path)
      // Content that a script renders, such as the sign-in forms of staff, comes a moment later.
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await axeFindsNothing(page)
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(wider, name).toBe(0)
    })
})

// Only at one width, because it is long and its layout hardly changes.
test('the API documentation passes axe in light and dark', async ({ page }) => {
  await page.goto('/api/docs')
  await axeFindsNothing(page)
})
