import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makeExperience, makePattern, makeVineyard } from '../../../test/make.ts'

const { sql, visit, visitOn, visitWithoutDatabase, expectErrors } = await startApp()

await makeVineyard(sql, { name: 'Walnut Bank', city: 'Faversham', region: 'Kent' })
await makeVineyard(sql, { name: 'Ash Row', city: 'Kentisbury', region: 'Devon', is_verified: true })
await makeVineyard(sql, { name: "Miller's 100% Rows", city: 'Bow_Hill', region: 'Dorset' })
await makeVineyard(sql, { name: 'Hidden Kent Field', region: 'Kent', is_visible: false })
await makeVineyard(sql, { name: 'ŴYNN Hill', city: 'Usk', region: 'Monmouthshire', is_demo: true })

async function search(term: string) {
  const response = await visit(`/explore?${new URLSearchParams({ search: term })}`)
  const html = (await response.text()).replaceAll('<!-- -->', '')
  const names = [...html.matchAll(/<h3><a [^>]*>([^<]+)<\/a>/g)].map(([, name = '']) => name)
  return { status: response.status, html, names, count: /<h2>([^<]*found[^<]*)<\/h2>/.exec(html)?.[1] }
}

test('without a search term, lists every visible vineyard by name', async () => {
  const { status, names, count } = await search('')
  expect(status).toBe(200)
  expect(names).toEqual(['Ash Row', 'Miller&#x27;s 100% Rows', 'Walnut Bank', 'ŴYNN Hill'])
  expect(count).toBe('4 vineyards found')
})

test('finds a term in name, city or region, ignoring case and surrounding spaces', async () => {
  const { names, count, html } = await search(' kENt ')
  expect(names).toEqual(['Ash Row', 'Walnut Bank'])
  expect(count).toBe('2 vineyards found for kENt')
  expect(html).toContain('value="kENt"')
  expect((await search('walnut')).count).toBe('1 vineyard found for walnut')
  expect((await search('ŵynn')).names).toEqual(['ŴYNN Hill'])
})

test('never finds hidden vineyards', async () => {
  expect((await search('Hidden')).names).toEqual([])
})

// ASVS 1.2.4 1.2.9
test('takes percent, underscore, backslash and quote literally', async () => {
  expect((await search('%')).names).toEqual(['Miller&#x27;s 100% Rows'])
  expect((await search('w_h')).names).toEqual(['Miller&#x27;s 100% Rows'])
  expect((await search("miller's")).names).toEqual(['Miller&#x27;s 100% Rows'])
  expect((await search('\\')).names).toEqual([])
  expect((await search("'; drop table vineyards; --")).names).toEqual([])
})

// ASVS 15.3.7
test('uses the first of repeated terms, and finds nothing for an absurd term', async () => {
  const twice = await visit('/explore?search=walnut&search=ash')
  expect(await twice.text()).toContain('1 vineyard found for walnut')
  expect(await search('x'.repeat(10_000))).toMatchObject({ status: 200, names: [] })
  expect(await search('a\u0000b')).toMatchObject({ status: 200, names: [] })
})

// ASVS 1.1.1
test('decodes a term and a path once', async () => {
  expect((await visit('/explore?search=%2541sh')).status).toBe(200)
  expect(await (await visit('/explore?search=%2541sh')).text()).toContain('value="%41sh"')
  expect((await visit('/%65xplore')).status).toBe(200)
  expect((await visit('/%2565xplore')).status).toBe(404)
})

// ASVS 1.1.2 1.2.1 3.2.2
test('shows the term as text, never as markup', async () => {
  const { html } = await search('<script>alert(1)</script>')
  expect(html).not.toContain('<script>alert(1)')
  expect(html).toContain('&lt;script&gt;alert(1)')
})

test('has the search form of the home page, and the form works without JavaScript', async () => {
  const { html } = await search('')
  expect(html).toMatch(/<form [^>]*action="\/explore"/)
  expect(html).toContain('placeholder="Search by location or Vineyard name"')
  expect(html).toMatch(/<button [^>]*>Find Vineyards<\/button>/)
  expect(html).toMatch(/<input [^>]*name="search"/)
})

test('an empty result links back to the whole list', async () => {
  const { html, count } = await search('Atlantis')
  expect(count).toBe('0 vineyards found for Atlantis')
  expect(html).toMatch(/<a [^>]*href="\/explore"[^>]*>Clear the search<\/a>/)
})

test('a card shows the lowest price, and whether the vineyard is verified or a demonstration estate', async () => {
  const { id } = await makeVineyard(sql, { name: 'Priced', city: null, region: 'Norfolk', is_demo: true })
  await makeExperience(sql, { vineyard_id: id, price_per_person: 30 })
  await makeExperience(sql, { vineyard_id: id, price_per_person: 12.5 })
  await makeExperience(sql, { vineyard_id: id, price_per_person: 5, is_active: false })

  const { html } = await search('Priced')
  expect(html).toContain('Demonstration estate')
  expect(html).not.toMatch(/erified<\/span>/)
  await sql`update vineyards set is_demo = false where id = ${id}`
  expect((await search('Priced')).html).toContain('Unverified</span>')
  expect(html).toContain('from <strong class="num">£12.50</strong> a person')
  expect(html).toContain('View Details')
  expect((await search('Ash Row')).html).toContain('>Verified</span>'.slice(1))
})

test('cards beside each other show different drawings, and a photograph replaces the drawing of its vineyard', async () => {
  const ids = []
  for (const name of ['Drawn A', 'Drawn B', 'Drawn C', 'Drawn D']) {
    const { id } = await makeVineyard(sql, { name, city: 'Drawnton' })
    await makeExperience(sql, { vineyard_id: id, title: 'Wine tasting' })
    ids.push(id)
  }
  const drawn = async () =>
    [...(await search('Drawnton')).html.matchAll(/src="\/scenes\/([a-z]+)-\d+\.\d+\.svg"/g)].map(
      ([, kind]) => kind,
    )
  expect(new Set(await drawn()).size).toBe(4)
  const photograph = `/media/${'0'.repeat(32)}-1600x1000.webp`
  await sql`update vineyards set cover_image_url = ${photograph} where id = ${ids[1]!}`
  expect(await drawn()).toHaveLength(3)
  expect((await search('Drawnton')).html).toContain(photograph.replace('.webp', '-960.webp'))
})

test('a card links to its vineyard once, with the day and the party of the search', async () => {
  const { id: experience_id, vineyard_id: id } = await makeExperience(sql)
  await makePattern(sql, { experience_id })
  await sql`update vineyards set name = 'Onelink' where id = ${id}`
  const page = await (await visit('/explore?search=Onelink&date=2026-06-13&guests=4&junk=1')).text()
  const links = [...page.matchAll(/href="(\/vineyard\/[^"]+)"/g)].map(([, link]) => link)
  expect(links).toEqual([`/vineyard/${id}?date=2026-06-13&amp;guests=4`])
})

test('bookable vineyards come first, under a heading with their number, unless the list is sorted by name', async () => {
  const { id: experience_id, vineyard_id } = await makeExperience(sql)
  await makePattern(sql, { experience_id })
  await sql`update vineyards set name = 'Zenith', region = 'Rutland' where id = ${vineyard_id}`
  await makeVineyard(sql, { name: 'Acre', region: 'Rutland' })
  const { html, names, count } = await search('rutland')
  expect(count).toBe('2 vineyards found for rutland')
  expect(names).toEqual(['Zenith', 'Acre'])
  const [bookable = '', directory = ''] = html.split('Also in the directory')
  expect(bookable).toMatch(/Bookable visits <span[^>]*>1 vineyard<\/span>/)
  expect(directory).toMatch(/^ <span[^>]*>1 vineyard<\/span>.*cards compact/)
  expect(directory).toContain('Acre')

  const byName = await (await visit('/explore?search=rutland&sort=name')).text()
  expect(byName.indexOf('>Acre<')).toBeLessThan(byName.indexOf('>Zenith<'))
  expect(byName).not.toMatch(/Also in the directory|Bookable visits/)
})

test('a card shows the cover in several sizes, or drawn grapes in place of a missing cover', async () => {
  expect((await search('Walnut')).html).toMatch(/<use href="[^"]*#figure"/)
  await makeVineyard(sql, {
    name: 'Covered',
    cover_image_url: '/pictures/downs-960.webp',
    description: 'Tall vines.',
  })
  const { html } = await search('')
  expect(html).toContain('/pictures/downs-480.avif 480w')
  expect((await search('Covered')).html).toContain('<p class="clamp">Tall vines.</p>')
})

test('answers 503 and offers to try again if the list cannot be read', async () => {
  const response = await visitWithoutDatabase('/explore?search=kent')
  const html = await response.text()
  expect(response.status).toBe(503)
  expect(html).toContain('The vineyards could not be loaded.')
  expect(html).toMatch(/<a [^>]*href="\/explore\?search=kent"[^>]*>Try Again<\/a>/)
  expect(html).not.toContain('vineyards found')
  expect(html).toContain('<option value="" selected="">All regions</option></select>')
  // The third error is about the railway station that the words may name.
  const errors = expectErrors()
  expect(errors).toHaveLength(3)
  expect(errors.join()).toContain('Error fetching filter options:')
})

test('shows the list with empty dropdowns if only the options cannot be read', async () => {
  await makeVineyard(sql, { name: 'Still listed', region: 'Kent' })
  // Only the statements that read the options fail.
  const refusing = new Proxy(sql, {
    apply: (target, self, args) =>
      String((args[0] as TemplateStringsArray)?.raw ?? '').includes('select distinct')
        ? Promise.reject(new Error('canceling statement due to statement timeout'))
        : Reflect.apply(target as never, self, args),
  })
  const response = await visitOn(refusing)('/explore?search=still+listed')
  const html = await response.text()
  expect(response.status).toBe(200)
  expect(html).toContain('Still listed')
  expect(html).toContain('<option value="" selected="">All regions</option></select>')
  expect(html).toContain('<option value="" selected="">All types</option></select>')
  expect(expectErrors()).toEqual([expect.stringContaining('Error fetching filter options:')])
})

test('the head has title, canonical URL and sharing image', async () => {
  const { html } = await search('kent')
  expect(html).toContain('<title>Vineyards for kent · Chalk &amp; Vine</title>')
  expect(html).toContain('<link rel="canonical" href="http://site.test/explore?search=kent"/>')
  expect(html).toContain('property="og:title"')
  expect((await search('')).html).toContain('<link rel="canonical" href="http://site.test/explore"/>')
})
