import { expect, test } from './journey.ts'

import { axeFindsNothing } from './axe.ts'

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
  'the admins’ door': '/login',
  'the winemakers’ door': '/winemaker/login',
  'the visitors’ door': '/sign-in',
  'a forgotten password': '/forgotten-password',
  'a password without its link': '/set-password',
  'page that is not there': '/nowhere',
} as const

// One walk: a browser of its own for each page takes longer than the page.
test('visitor pages pass axe in light and dark, and none scrolls sideways', { tag: '@phone' }, async ({
  page,
}) => {
  for (const [name, path] of Object.entries(pages))
    await test.step(name, async () => {
      await page.goto(path)
      // What a script draws, such as the doors of staff, is there a moment later.
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await axeFindsNothing(page)
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(wider, name).toBe(0)
    })
})

// Long, and the same at every width but for its breaks.
test('the API documentation passes axe in light and dark', async ({ page }) => {
  await page.goto('/api/docs')
  await axeFindsNothing(page)
})
