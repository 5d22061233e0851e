import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from './journey.ts'

import { book, makeDailyExperience } from '../book.ts'
import { openSite, type Site } from '../faults/site.ts'
import { makeAdmin, makeWinemaker } from '../make.ts'
import { payload, poison } from '../poison.ts'
import { adminSession } from './admin-session.ts'
import { arrive } from './arrive.ts'
import { watch } from './browser-watch.ts'

test.describe.configure({ mode: 'serial' })

let site: Site
let pages: string[]
let staff: { token: string; refresh_token: string; id: string; pages: string[] }
test.beforeAll(async () => {
  site = await openSite({ CONTACT_EMAIL: 'hello@example.com' })
  ;({ pages, staff } = await furnish(site))
})
test.afterAll(() => site.close())

/** Fills every text column with script payloads. Returns the pages that show them. */
async function furnish({ sql }: Site) {
  const { experience, on } = await makeDailyExperience(sql, {
    experience: { description: 'A walk', included: 'A glass' },
  })
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const booking = await book(sql, experience, on(day), 2, new Date())
  await sql`update vineyards set latitude = 51, longitude = 0.5, is_verified = true, featured_at = now()`
  const [post] = await sql<[{ slug: string }]>`
    insert into blog_posts (slug, title, summary, author, published_at)
    values ('a-post', 'A post', 'About', 'Ada', now() - interval '1 day') returning slug`
  const [plan] = await sql<[{ id: string }]>`
    insert into itineraries (title, summary, is_curated, published_at) values ('A day', 'Out', true, now() - interval '1 day')
    returning id`
  await sql`
    insert into itinerary_stops (itinerary_id, place, vineyard_id, name, note)
    values (${plan.id}, 1, ${experience.vineyard_id}, 'A stop', 'A note')`
  await sql`
    insert into contact_messages (name, email, subject, message, form_key)
    values ('Ada', 'ada@example.com', 'Hello', 'Words', ${randomUUID()})`
  await sql`
    insert into vineyard_claims (vineyard_id, name, email, role, message, form_key)
    values (${experience.vineyard_id}, 'Ada', 'ada@example.com', 'Owner', 'Words', ${randomUUID()})`

  await sql`
    insert into hosts (vineyard_id, name, capacity) values (${experience.vineyard_id}, 'A room', 9)`
  await makeWinemaker(sql, { vineyard_id: experience.vineyard_id })
  const { id, token, refresh_token } = await makeAdmin(sql)

  const written = await poison(sql)
  // The customer's id follows from the email address, which has changed.
  const [customer] = await sql<[{ id: string }]>`
    select customer_id(vineyard_id, guest_email) as id from bookings where id = ${booking}`
  for (const column of [
    'vineyards.name',
    'vineyards.website',
    'vineyards.cover_image_url',
    'experiences.title',
    'bookings.guest_name',
    'bookings.special_requests',
    'blog_posts.title',
    'itinerary_stops.note',
  ])
    expect(written).toContain(column)

  const term = encodeURIComponent(payload('address'))
  const pages = [
    '/',
    '/explore',
    `/explore?search=${term}`,
    `/explore?region=${encodeURIComponent(payload('vineyards.region'))}&type=${term}&near=${term}`,
    '/explore?view=map',
    `/vineyard/${experience.vineyard_id}`,
    `/vineyard/${experience.vineyard_id}/claim`,
    `/book-now/${experience.vineyard_id}?experience=${experience.id}`,
    `/booking/${booking}`,
    `/booking-confirmation/${booking}`,
    '/itineraries',
    `/itinerary/${plan.id}`,
    '/itinerary/create',
    '/blog',
    `/blog?tag=${term}`,
    `/blog/${post.slug}`,
    `/contact?subject=${term}`,
    `/${term}`,
  ]
  const vineyard = `/admin/vineyards/${experience.vineyard_id}`
  const staffPages = [
    '/admin/dashboard',
    '/admin/bookings',
    `/admin/bookings/${booking}`,
    `/admin/calendar?vineyard_id=${experience.vineyard_id}`,
    '/admin/vineyards',
    vineyard,
    `${vineyard}/edit`,
    `${vineyard}/experiences`,
    `${vineyard}/experiences/${experience.id}`,
    `${vineyard}/experiences/${experience.id}/edit`,
    `${vineyard}/experiences/${experience.id}/availability`,
    `${vineyard}/hosts`,
    '/admin/winemakers',
    '/admin/claims',
    '/admin/messages',
    '/admin/mail',
    '/admin/audit',
    '/admin/blog',
    `/admin/customers?vineyard_id=${experience.vineyard_id}`,
    `/admin/customers/${customer.id}?vineyard_id=${experience.vineyard_id}`,
  ]
  return { pages, staff: { id, token, refresh_token, pages: staffPages } }
}

/** Attributes and links that could run a payload when clicked, focused or printed. */
const traps = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes]
        .filter(
          ({ name, value }) =>
            name.startsWith('on') ||
            name === 'srcdoc' ||
            /^\s*(javascript|vbscript|data):/i.test(value) ||
            // A link may lead to another site; only fetching from there is forbidden.
            (/^(src|srcset|action|formaction|data|poster)$/.test(name) && value.includes('evil.example')),
        )
        .map(({ name, value }) => `${element.localName} ${name}=${value}`),
    ),
  )

// ASVS 1.2.1 1.2.3 3.2.2
test('stored text never runs as script on visitor pages, and no policy has to block it', async ({
  context,
}) => {
  const report = await watch(context)
  const page = await context.newPage()
  for (const path of pages) {
    const answer = await arrive(page, `http://127.0.0.1:${site.port}${path}`)
    expect(answer?.status(), path).toBe(path === pages.at(-1) ? 404 : 200)
    expect(await traps(page), path).toEqual([])
    expect(await page.evaluate(() => document.baseURI), path).toMatch(/^http:\/\/127\.0\.0\.1/)
  }
  expect(report.executed).toEqual([])
  expect(report.complaints.filter((line) => !/status of 404/.test(line))).toEqual([])
  expect([...report.origins]).toEqual([`http://127.0.0.1:${site.port}`])
})

test('stored text never runs after client-side navigation', async ({ context }) => {
  const report = await watch(context)
  const page = await context.newPage()
  await arrive(page, `http://127.0.0.1:${site.port}/privacy`)
  await page.getByRole('link', { name: 'Vineyards' }).first().click()
  await page.locator('.card h3 a, .card h2 a').first().click()
  await expect(page).toHaveURL(/\/vineyard\//)
  await expect(page.getByRole('heading', { level: 1 })).toContainText("noteExecuted('vineyards.name')")
  await page
    .getByRole('link', { name: /Book Now/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText("noteExecuted('experiences.title')")
  await page.getByRole('link', { name: 'Blog' }).first().click()
  await page
    .getByRole('link', { name: /blog_posts.title/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText("noteExecuted('blog_posts.title')")
  expect(await traps(page)).toEqual([])
  expect(report.executed).toEqual([])
  expect(report.complaints).toEqual([])
})

// ASVS 1.2.1 3.2.2
test('stored text never runs on staff pages', async ({ context }) => {
  test.slow()
  const report = await watch(context)
  await context.addInitScript((session) => {
    // An empty frame has no storage.
    if (location.protocol === 'http:') localStorage.setItem('admin_session', session)
  }, adminSession(staff))
  const page = await context.newPage()
  for (const path of staff.pages) {
    await arrive(page, `http://127.0.0.1:${site.port}${path}`)
    expect(new URL(page.url()).pathname, 'nobody was sent to sign in').toBe(path.split('?')[0])
    await expect(page.getByRole('main').getByRole('heading').first(), path).toBeVisible()
    await expect(page.getByText('This page could not be shown'), path).toHaveCount(0)
    await page.evaluate(() => {
      for (const folded of document.querySelectorAll('details')) folded.open = true
    })
    expect(await traps(page), path).toEqual([])
    expect(await page.evaluate(() => document.baseURI), path).toMatch(/^http:\/\/127\.0\.0\.1/)
  }
  await expect(page.getByText('noteExecuted').first()).toBeVisible()
  expect(report.executed).toEqual([])
  expect(report.complaints).toEqual([])
  expect([...report.origins]).toEqual([`http://127.0.0.1:${site.port}`])
})

test('negative control: the same text runs in unescaped HTML', async ({ context }) => {
  const report = await watch(context)
  const page = await context.newPage()
  await page.setContent(`<title>x</title><p>${payload('control')}</p>`)
  await expect.poll(() => report.executed).toContain('control')
})

// ASVS 1.2.2
test('the database rejects javascript: URLs in every URL column', async () => {
  for (const address of [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'https://x.example/"onclick="x',
    '//evil.example',
  ])
    for (const column of [
      'website',
      'facebook_url',
      'instagram_url',
      'twitter_url',
      'linkedin_url',
      'youtube_url',
      'tiktok_url',
      'cover_image_url',
      'logo_url',
    ])
      await expect(
        site.sql`update vineyards set ${site.sql(column)} = ${address}`.then(() => 'written'),
        `${column} ${address}`,
      ).rejects.toMatchObject({ code: '23514' })
})
