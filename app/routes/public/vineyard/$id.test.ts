import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { makeExperience, makeVineyard } from '../../../../test/make.ts'

const { sql, visit, visitWithoutDatabase, expectErrors } = await startApp()

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

test('a page shows everything that is known of a vineyard', async () => {
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

test('all six networks are linked', async () => {
  const { id } = await makeVineyard(sql, everything)
  const labels = [...(await open(id)).html.matchAll(/href="https:\/\/(\w+)\.example\.com\/h"/g)].map(
    ([, name]) => name,
  )
  expect(labels).toEqual(['facebook', 'instagram', 'twitter', 'linkedin', 'youtube', 'tiktok'])
})

test('the map shows where it lies, with the towns around and who drew the data', async () => {
  const { id } = await makeVineyard(sql, everything)
  const { html } = await open(id)
  expect(html).toContain('aria-label="Map: Hollowdown Estate, near')
  expect(html).toContain('>Lewes</text>')
  expect(html).toContain('© OpenStreetMap contributors')
})

test('a vineyard without a cover shows the grapes, one without a logo none', async () => {
  const { html } = await open((await makeVineyard(sql)).id)
  expect(html).toContain('class="cover bare-cover"')
  expect(html).not.toContain('alt="Logo of')
})

test('a vineyard without a position has no map', async () => {
  const { id } = await makeVineyard(sql, { latitude: 0, longitude: 0.15 })
  expect((await open(id)).html).not.toContain('aria-label="Map:')
})

test('directions open the full address in a new tab, or the position, or are absent', async () => {
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

test('favourites are offered to be kept on the device', async () => {
  const { id } = await makeVineyard(sql)
  expect((await open(id)).html).toMatch(
    /<button [^>]*aria-pressed="false"[^>]*>.*?Save to Favorites<\/button>/,
  )
})

test('without a description the page says so', async () => {
  const { id } = await makeVineyard(sql, { description: ' ' })
  expect((await open(id)).html).toContain('No description available for this vineyard.')
})

test('experiences are listed by price with their facts, and lead to the form', async () => {
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
  expect([...offers.matchAll(/href="(\/book-now\/[^"]+)"/g)].map(([, link]) => link)).toEqual([
    `/book-now/${id}?experience=${cheap.id}`,
    `/book-now/${id}?experience=${dear.id}`,
  ])
  expect(offers).toContain('£18.00 <small>a person</small>')
  expect(offers).toContain('Wine tasting')
  expect(offers).toContain('1h 30min')
  expect(offers).toContain('2-8 guests')
  expect(offers).toContain('1+ guests')
  expect(offers).toContain('aria-label="Book Now: Tasting"')
})

test('an experience of unknown length shows none', async () => {
  const { vineyard_id } = await makeExperience(sql, { duration_minutes: null })
  expect((await open(vineyard_id)).html).not.toMatch(/>(\d+ min|\dh[^<]*)<\/span>/)
})

test('the day and the party travel on to the form, and nothing else does', async () => {
  const { id, vineyard_id } = await makeExperience(sql)
  const { html } = await open(vineyard_id, '?date=2026-06-13&guests=4&x=1')
  expect(html).toContain(`/book-now/${vineyard_id}?experience=${id}&amp;date=2026-06-13&amp;guests=4"`)
})

test('a vineyard with nothing to book says so', async () => {
  const { id } = await makeVineyard(sql)
  expect((await open(id)).html).toContain('Nothing to book here yet')
})

test('an unverified vineyard can be claimed on a page of ours', async () => {
  const { id } = await makeVineyard(sql)
  const { html } = await open(id)
  expect(html).toContain('Unverified</span>')
  expect(html).toMatch(new RegExp(`<a [^>]*href="/vineyard/${id}/claim"[^>]*>Claim This Vineyard</a>`))
})

test('a demonstration estate says what it is and is not offered to search engines as a place', async () => {
  const { id } = await makeVineyard(sql, { is_demo: true })
  const { html } = await open(id)
  expect(html).toContain('Demonstration estate')
  expect(html).not.toContain('application/ld+json')
})

test('the head says what the page says', async () => {
  const { id } = await makeVineyard(sql, everything)
  await makeExperience(sql, { vineyard_id: id })
  const { html } = await open(id, '?guests=4')
  expect(html).toContain('<title>Hollowdown Estate, Alfriston, East Sussex · Chalk &amp; Vine</title>')
  expect(html).toContain(`<link rel="canonical" href="http://site.test/vineyard/${id}"/>`)
  expect(html).toContain('<meta name="description" content="Eleven acres of chalk. Two people and a dog."/>')
  expect(html).toContain(`<meta property="og:image" content="http://site.test/vineyard/${id}/share.jpg"/>`)
})

test('what staff wrote is shown as text, never as markup', async () => {
  const { id } = await makeVineyard(sql, {
    name: '</script><b>Bold',
    description: '<img src=x onerror=alert(1)>',
  })
  const { html } = await open(id)
  expect(html).not.toContain('<b>Bold')
  expect(html).not.toContain('<img src=x')
})

test('an unknown, a malformed and a hidden vineyard are not found alike', async () => {
  const hidden = await makeVineyard(sql, { is_visible: false })
  const answers = await Promise.all([
    open(randomUUID()),
    open('nonsense'),
    open('%27%20or%201'),
    open(hidden.id),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  const { html } = answers[3]!
  expect(html).toContain('<h1>Vineyard Not Found</h1>')
  expect(html).toContain('Vineyard not found')
  expect(html).toMatch(/<a [^>]*href="\/explore"[^>]*>Back to Explore<\/a>/)
})

test('when the vineyard can not be read the page says so with 503 and offers to try again', async () => {
  const { id } = await makeVineyard(sql)
  const response = await visitWithoutDatabase(`/vineyard/${id}`)
  const html = await response.text()
  expect(response.status).toBe(503)
  expect(html).toContain('Failed to load vineyard details')
  expect(html).toMatch(new RegExp(`<a [^>]*href="/vineyard/${id}"[^>]*>Try Again</a>`))
  expect(expectErrors()).toHaveLength(1)
})

test('what a visitor wants to know before coming is told, and what nobody said is not', async () => {
  const { id: vineyard_id } = await makeVineyard(sql)
  await makeExperience(sql, {
    vineyard_id,
    station: 'Polegate, 20 minutes by taxi',
    step_free: 'partly',
    dogs: 'on_lead',
  })
  const { html } = await open(vineyard_id)
  expect(html).toContain('<dt>Station</dt><dd>Polegate, 20 minutes by taxi</dd>')
  expect(html).toContain('<dd>Step-free in parts</dd>')
  expect(html).toContain('<dd>Dogs on a lead</dd>')
  expect(html).not.toContain('<dt>Parking</dt>')
})
