import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { makeDailyExperience } from '../../../../test/book.ts'
import { makeExperience, makeVineyard } from '../../../../test/make.ts'

const app = await startApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
const { sql, visit, visitWithoutDatabase, expectErrors } = app

async function open(id: string, query = '') {
  const response = await visit(`/vineyard/${id}${query}`)
  return { status: response.status, html: (await response.text()).replaceAll('<!-- -->', '') }
}

const everything = {
  name: 'Hollowdown Estate',
  city: 'Alfriston',
  region: 'East Sussex',
  address: 'Combe Lane',
  postcode: 'BN00 1AA',
  description: 'Eleven acres of chalk.\n\nTwo people and a dog.',
  phone: '01632 960123',
  email: 'cellar@hollowdown.example.com',
  website: 'https://www.hollowdown.example.com/',
  latitude: 50.8,
  longitude: 0.15,
  cover_image_url: '/pictures/downs-960.webp',
  logo_url: '/logos/hollowdown.svg',
  is_verified: true,
  facebook_url: 'https://facebook.example.com/h',
  instagram_url: 'https://instagram.example.com/h',
  twitter_url: 'https://twitter.example.com/h',
  linkedin_url: 'https://linkedin.example.com/h',
  youtube_url: 'https://youtube.example.com/h',
  tiktok_url: 'https://tiktok.example.com/h',
}

test('shows all known facts of a vineyard', async () => {
  const { id } = await makeVineyard(sql, everything)
  const { status, html } = await open(id)
  expect(status).toBe(200)
  expect(html).toContain('<h1>Hollowdown Estate</h1>')
  expect(html).toContain('Verified</span>')
  expect(html).toContain('Alfriston, East Sussex')
  expect(html).toContain('<p>Eleven acres of chalk.</p><p>Two people and a dog.</p>')
  expect(html).toContain('Combe Lane, Alfriston, East Sussex, BN00 1AA')
  expect(html).toContain('<a href="tel:+441632960123">01632 960123</a>')
  expect(html).toContain(
    '<a href="mailto:cellar@hollowdown.example.com" aria-label="cellar@hollowdown.example.com">cellar<wbr/>@hollowdown.',
  )
  expect(html).toMatch(
    /<a href="https:\/\/www\.hollowdown\.example\.com\/" [^>]*>hollowdown\.example\.com<\/a>/,
  )
  expect(html).toContain('/pictures/downs-960.webp 960w')
  expect(html).toMatch(/<img src="\/logos\/hollowdown\.svg"[^>]* alt="Logo of Hollowdown Estate"/)
  expect(html).not.toContain('Claim This Vineyard')
  expect(html).not.toContain('Demonstration estate')
})

test('links to all six social networks', async () => {
  const { id } = await makeVineyard(sql, everything)
  const labels = [...(await open(id)).html.matchAll(/href="https:\/\/(\w+)\.example\.com\/h"/g)].map(
    ([, name]) => name,
  )
  expect(labels).toEqual(['facebook', 'instagram', 'twitter', 'linkedin', 'youtube', 'tiktok'])
})

test('the map shows the position, the surrounding towns and the data credit', async () => {
  const { id } = await makeVineyard(sql, everything)
  const { html } = await open(id)
  expect(html).toContain('aria-label="Map: Hollowdown Estate, near')
  expect(html).toContain('>Lewes</text>')
  expect(html).toContain('© OpenStreetMap contributors')
})

test('shows drawn grapes in place of a missing cover, and leaves out a missing logo', async () => {
  const { html } = await open((await makeVineyard(sql)).id)
  expect(html).toContain('class="cover bare-cover"')
  expect(html).not.toContain('alt="Logo of')
})

async function addPictures(vineyard_id: string, count: number) {
  await sql`
    insert into pictures (vineyard_id, shown_as, address, alt, rank)
    select ${vineyard_id}, 'more', '/media/' || md5(${vineyard_id} || n) || '-1600x1067.webp', 'Picture ' || n, n
    from generate_series(1, ${count}) as n`
}
const tiles = (html: string) =>
  [...html.matchAll(/<li><a href="(\/media\/[^"]+)">.*?<img[^>]*alt="([^"]*)"[^>]*>/gs)].map(
    ([img, href, alt]) => ({
      href,
      alt,
      hasSize: /width="960" height="640"/.test(img),
      isLazy: img.includes('lazy'),
    }),
  )

test('shows up to eight pictures, including the cover, each with a link to the large file', async () => {
  const { id } = await makeVineyard(sql, everything)
  await addPictures(id, 9)
  const { html } = await open(id)
  const shown = tiles(html)
  expect(shown.map(({ alt }) => alt)).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `Picture ${n}`))
  for (const { href, hasSize, isLazy } of shown) {
    expect(href).toMatch(/-1600x1067\.webp$/)
    expect([hasSize, isLazy]).toEqual([true, true])
  }
  expect(html).toMatch(/<a class="cover-open" href="#pictures">.*?8 pictures<\/a>/s)
  expect(html).toContain('id="pictures"')
})

test('a cover or a poster alone does not make a gallery', async () => {
  const covered = await makeVineyard(sql, everything)
  const drawn = await makeVineyard(sql)
  await sql`
    update vineyard_posters set address = '/media/poster-' || md5('x') || '-960x720.webp', drawing_version = 1
    where vineyard_id = ${drawn.id}`
  for (const { id } of [covered, drawn]) expect((await open(id)).html).not.toContain('id="pictures"')
  // With a poster and one picture, the gallery shows the picture, and the cover has no link to the gallery.
  await addPictures(drawn.id, 1)
  const { html } = await open(drawn.id)
  expect(tiles(html)).toHaveLength(1)
  expect(html).not.toContain('class="cover-open"')
})

test('a vineyard without a position has no map', async () => {
  const { id } = await makeVineyard(sql, { latitude: 0, longitude: 0.15 })
  expect((await open(id)).html).not.toContain('aria-label="Map:')
})

test('directions open in a new tab and lead to the full address or, without an address, to the position', async () => {
  const directions = async (changes: Parameters<typeof makeVineyard>[1]) => {
    const { html } = await open((await makeVineyard(sql, changes)).id)
    return /<a [^>]*href="([^"]+)"[^>]*>(?:<svg.*?<\/svg>)?Get Directions<\/a>/.exec(html)?.[0]
  }
  const full = await directions(everything)
  expect(full).toContain(
    'api=1&amp;destination=Combe%20Lane%2C%20Alfriston%2C%20East%20Sussex%2C%20BN00%201AA',
  )
  expect(full).toContain('target="_blank"')
  expect(full).toContain('rel="noopener"')
  expect(await directions({ latitude: 51.5, longitude: -1.25 })).toContain('destination=51.5%2C-1.25')
  expect(await directions({})).toBeUndefined()
})

test('offers to save the vineyard to favourites on the device', async () => {
  const { id } = await makeVineyard(sql)
  expect((await open(id)).html).toMatch(
    /<button [^>]*aria-pressed="false"[^>]*>.*?Save to Favorites<\/button>/,
  )
})

test('without a description the page says so', async () => {
  const { id } = await makeVineyard(sql, { description: ' ' })
  expect((await open(id)).html).toContain('No description available for this vineyard.')
})

test('lists experiences by price with their facts and links to the booking form', async () => {
  const { id } = await makeVineyard(sql)
  const dear = await makeExperience(sql, {
    vineyard_id: id,
    title: 'Lunch',
    price_per_person: 85,
    max_group_size: null,
  })
  const cheap = await makeExperience(sql, {
    vineyard_id: id,
    title: 'Tasting',
    type: 'wine_tasting',
    price_per_person: 18,
    min_group_size: 2,
  })
  await makeExperience(sql, { vineyard_id: id, title: 'Retired', is_active: false })
  await makeExperience(sql, { title: 'Elsewhere' })

  const { html } = await open(id)
  expect(html).toContain('Experiences &amp; Tours')
  const offers = html.slice(html.indexOf('Experiences &amp; Tours'))
  expect([...offers.matchAll(/<h3>([^<]+)<\/h3>/g)].map(([, title]) => title)).toEqual(['Tasting', 'Lunch'])
  expect(
    [...offers.matchAll(/aria-label="Book Now[^>]*href="(\/book-now\/[^"]+)"/g)].map(([, link]) => link),
  ).toEqual([`/book-now/${id}?experience=${cheap.id}`, `/book-now/${id}?experience=${dear.id}`])
  expect(offers).toContain('£18.00 <small>a person</small>')
  expect(offers).toContain('Wine tasting')
  expect(offers).toContain('1h 30min')
  expect(offers).toContain('2-8 guests')
  expect(offers).toContain('1+ guests')
  expect(offers).toContain('aria-label="Book Now: Tasting"')
})

test('shows no duration if it is unknown', async () => {
  const { vineyard_id } = await makeExperience(sql, { duration_minutes: null })
  expect((await open(vineyard_id)).html).not.toMatch(/>(\d+ min|\dh[^<]*)<\/span>/)
})

test('booking links pass on only the day and party', async () => {
  const { id, vineyard_id } = await makeExperience(sql)
  const { html } = await open(vineyard_id, '?date=2026-06-13&guests=4&x=1')
  expect(html).toContain(`/book-now/${vineyard_id}?experience=${id}&amp;date=2026-06-13&amp;guests=4"`)
})

test('says that there is nothing to book', async () => {
  const { id } = await makeVineyard(sql)
  expect((await open(id)).html).toContain('Nothing to book here yet')
})

test('while there is nothing to book, shows the three nearest vineyards with a free day', async () => {
  const { id } = await makeVineyard(sql, {
    latitude: 57.1,
    longitude: -4.7,
    region: 'Highland',
    postcode: 'PH32 4AA',
  })
  const neighbours = ['First', 'Second', 'Third', 'Fourth'].map((name, n) =>
    makeVineyard(sql, { name: `${name} Glen`, latitude: 57.2 + n / 10, longitude: -4.7 }),
  )
  for (const neighbour of await Promise.all(neighbours))
    await makeDailyExperience(sql, { experience: { vineyard_id: neighbour.id } })
  const closed = await makeVineyard(sql, { name: 'Closed Glen', latitude: 57.11, longitude: -4.7 })
  await makeDailyExperience(sql, {
    experience: { vineyard_id: closed.id },
    pattern: { valid_from: '2099-01-01' },
  })
  const { html } = await open(id, '?guests=2')
  const [, nearby = ''] = html.split('Nearest vineyards you can book')
  expect([...nearby.matchAll(/<h3><a [^>]*>([^<]+)<\/a><\/h3>/g)].map(([, name]) => name)).toEqual([
    'First Glen',
    'Second Glen',
    'Third Glen',
  ])
  expect(nearby).toContain('7 miles away')
  expect(nearby).toContain('10 places')
  expect(html).toMatch(/Nearest town<\/dt><dd>[^<]+, \d+ miles? away/)
  expect(html).toMatch(new RegExp(`<form[^>]*action="/vineyard/${id}/opening-alert"[^]*Tell Me`))
})

test('a bookable vineyard offers neither an opening alert nor other vineyards', async () => {
  const { experience } = await makeDailyExperience(sql)
  const { html } = await open(experience.vineyard_id)
  expect(html).not.toContain('Nearest vineyards you can book')
  expect(html).not.toContain('Tell Me')
})

test('links an unverified vineyard to the claim page', async () => {
  const { id } = await makeVineyard(sql)
  const { html } = await open(id)
  expect(html).toContain('Unverified</span>')
  expect(html).toMatch(new RegExp(`<a [^>]*href="/vineyard/${id}/claim"[^>]*>Claim This Vineyard</a>`))
})

test('labels a demonstration estate, and gives search engines no structured data about it', async () => {
  const { id } = await makeVineyard(sql, { is_demo: true })
  const { html } = await open(id)
  expect(html).toContain('Demonstration estate')
  expect(html).not.toContain('application/ld+json')
})

test('the head has the title, canonical URL, description and preview picture of the vineyard', async () => {
  const { id } = await makeVineyard(sql, everything)
  await makeExperience(sql, { vineyard_id: id })
  const { html } = await open(id, '?guests=4')
  expect(html).toContain('<title>Hollowdown Estate, Alfriston, East Sussex · Chalk &amp; Vine</title>')
  expect(html).toContain(`<link rel="canonical" href="http://site.test/vineyard/${id}"/>`)
  expect(html).toContain('<meta name="description" content="Eleven acres of chalk. Two people and a dog."/>')
  expect(html).toContain(`<meta property="og:image" content="http://site.test/vineyard/${id}/share.jpg"/>`)
})

test('shows markup in texts by staff as plain text', async () => {
  const { id } = await makeVineyard(sql, {
    name: '</script><b>Bold',
    description: '<img src=x onerror=alert(1)>',
  })
  const { html } = await open(id)
  expect(html).not.toContain('<b>Bold')
  expect(html).not.toContain('<img src=x')
})

test('gives the same 404 for an unknown, malformed and hidden vineyard', async () => {
  const hidden = await makeVineyard(sql, { is_visible: false })
  const answers = await Promise.all([
    open(randomUUID()),
    open('nonsense'),
    open('%27%20or%201'),
    open(hidden.id),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  const { html } = answers[3]!
  for (const part of ['<h1>Vineyard Not Found</h1>', 'Vineyard not found']) expect(html).toContain(part)
  expect(html).toMatch(/<a [^>]*href="\/explore"[^>]*>Back to Explore<\/a>/)
})

test('answers 503 with a retry link if the vineyard cannot be read', async () => {
  const { id } = await makeVineyard(sql)
  const response = await visitWithoutDatabase(`/vineyard/${id}`)
  const html = await response.text()
  expect(response.status).toBe(503)
  expect(html).toContain('Failed to load vineyard details')
  expect(html).toMatch(new RegExp(`<a [^>]*href="/vineyard/${id}"[^>]*>Try Again</a>`))
  expect(expectErrors()).toHaveLength(1)
})
