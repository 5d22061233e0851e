import { expect, test } from '@playwright/test'

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

// Written as data: each page is a row, and its test says which one it is.
for (const [name, path] of Object.entries(pages))
  test(`axe finds nothing on ${name}, light and dark, and it does not scroll sideways`, async ({ page }) => {
    await page.goto(path)
    await axeFindsNothing(page)
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(wider).toBe(0)
  })

// Long, and the same at every width but for its breaks.
test('axe finds nothing on the documentation of the API, light and dark', { tag: '@once' }, async ({
  page,
}) => {
  await page.goto('/api/docs')
  await axeFindsNothing(page)
})
