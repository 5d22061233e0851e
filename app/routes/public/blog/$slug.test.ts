import { expect, test } from 'vitest'

import { startApp } from '../../../../test/app.ts'
import { makeVineyard } from '../../../../test/make.ts'
import type { Block } from '../../../content/blog/document.shapes.ts'

const { sql, visit, expectErrors } = await startApp({ now: '2026-06-01T09:00:00Z' })

const words = (text: string): Block => ({ type: 'paragraph', content: [{ type: 'text', text }] })
async function makePost(
  changes: Record<string, unknown>,
  content: Block[] = [words('First.'), words('Second.')],
) {
  const post = { slug: 'a', title: 'A post', published_at: '2026-05-01T09:00:00Z', ...changes } as Record<
    string,
    string
  >
  await sql`insert into blog_posts ${sql({ ...post, body: sql.json({ type: 'doc', content }) })}`
}
const read = async (path: string) => (await visit(path)).text()

test('lists published posts newest first, or says that there are none', async () => {
  expect(await read('/blog')).toContain('No posts yet')
  await makePost({ slug: 'older', title: 'Older post', tags: ['harvest', 'getting there'] })
  await makePost({
    slug: 'newer',
    title: 'Newer post',
    tags: ['harvest'],
    published_at: '2026-06-01T09:00:00Z',
  })
  await makePost({
    slug: 'later',
    title: 'Later post',
    tags: ['secret'],
    published_at: '2026-06-01T09:00:01Z',
  })
  await makePost({ slug: 'draft', title: 'Draft post', tags: ['secret'], published_at: null })
  const page = await read('/blog')
  expect(page.indexOf('Newer post')).toBeLessThan(page.indexOf('Older post'))
  for (const hidden of ['Later post', 'Draft post', 'secret']) expect(page).not.toContain(hidden)
})

test('a tag filters the list, and for an unknown tag the page says that there are no posts about it', async () => {
  const page = await read('/blog?tag=Getting+There')
  expect(page).toContain('Older post')
  expect(page).not.toContain('Newer post')
  expect(page).toContain('href="/blog?tag=harvest"')
  expect(await read('/blog?tag=none')).toContain('Nothing about “none” yet')
})

test('shows published posts, and answers 404 for other posts', async () => {
  const page = await visit('/blog/newer')
  expect(page.status).toBe(200)
  expect(await page.text()).toMatch(/<p>First\.<\/p><p>Second\.<\/p>/)
  for (const slug of ['draft', 'later', 'nothing', '%00', 'A', '..%2f..']) {
    const response = await visit(`/blog/${slug}`)
    expect(response.status, slug).toBe(404)
    expect(await response.text()).toContain('Oops! Page not found')
  }
})

test('a post shows the cards of its visible vineyards, and no cards of hidden vineyards', async () => {
  const shown = await makeVineyard(sql, { name: 'Shown Hill' })
  const hidden = await makeVineyard(sql, { name: 'Hidden Hill', is_visible: false })
  await makePost(
    { slug: 'cards', title: 'Cards' },
    [shown, hidden].map(({ id }) => ({ type: 'vineyard', attrs: { id } })),
  )
  const page = await read('/blog/cards')
  expect(page).toContain(`href="/vineyard/${shown.id}"`)
  expect(page).not.toContain('Hidden Hill')
})

// ASVS 1.2.1 1.2.2 1.3.1 1.3.5
test('escapes markup in posts and shows script links as plain text', async () => {
  const link = (href: string): Block => ({
    type: 'paragraph',
    content: [{ type: 'text', text: 'press', marks: [{ type: 'link', attrs: { href } }] }],
  })
  const unknown = { type: 'script', content: [{ type: 'text', text: 'alert(2)' }] } as unknown as Block
  await makePost({ slug: 'sly', title: 'Sly' }, [
    words('<img src=x onerror=alert(1)>'),
    link('javascript:alert(3)'),
    unknown,
  ])
  const article = /<article class="post">.*<\/article>/s.exec(await read('/blog/sly'))?.[0] ?? ''
  expect(article).toContain('<p>&lt;img src=x onerror=alert(1)&gt;</p><p>press</p>')
  expect(article).not.toContain('alert(2)')
})

test('a long post shows its chapters and reading time', async () => {
  const chapters = ['One', 'Two', 'Three', 'Four'].flatMap((text): Block[] => [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text }] },
    words('word '.repeat(110)),
  ])
  await makePost({ slug: 'long', title: 'Long' }, chapters)
  const page = await read('/blog/long')
  expect(page).toContain('<a href="#three">Three</a>')
  expect(page).toContain('<h2 id="three">Three</h2>')
  expect(page).toContain('2<!-- --> min read')
})

test('related posts with a shared tag come first', async () => {
  const related = /id="related">.*/s.exec(await read('/blog/newer'))?.[0] ?? ''
  expect(related.indexOf('Older post')).toBeGreaterThan(-1)
  for (const other of ['Cards', 'Sly', 'Long'])
    if (related.includes(`>${other}<`))
      expect(related.indexOf('Older post')).toBeLessThan(related.indexOf(`>${other}<`))
})

test('related posts never include unpublished posts', async () => {
  await makePost({ slug: 'here', title: 'Of here', tags: ['moonlight'] })
  await makePost({
    slug: 'still-to-come',
    title: 'Still to come',
    tags: ['moonlight'],
    published_at: '2026-06-01T09:00:01Z',
  })
  await sql`
    insert into blog_posts (slug, title, body, tags) values ('draft-of-it', 'Draft of it', ${sql.json({ type: 'doc', content: [] })}, '{moonlight}')`
  const page = await read('/blog/here')
  expect(page).toContain('id="related"')
  expect(page).not.toMatch(/Still to come|Draft of it/)
})

test('the structured data of a post names its headline, date and keywords', async () => {
  const page = await read('/blog/newer')
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? ''
  expect(JSON.parse(json)['@graph']).toContainEqual(
    expect.objectContaining({
      '@type': 'Article',
      headline: 'Newer post',
      datePublished: '2026-06-01T09:00:00.000Z',
      keywords: 'harvest',
    }),
  )
})

// ASVS 1.2.1
test('the RSS and Atom feeds contain the full published posts with absolute URLs', async () => {
  await makePost({ slug: 'linked', title: 'Linked & <bold>' }, [
    {
      type: 'paragraph',
      content: [{ type: 'text', text: 'us', marks: [{ type: 'link', attrs: { href: '/contact' } }] }],
    },
  ])
  for (const format of ['rss', 'atom']) {
    const feed = await visit(`/blog/feed/${format}`)
    expect(feed.headers.get('Content-Type')).toBe(`application/${format}+xml; charset=utf-8`)
    const text = await feed.text()
    expect(text).toContain('Newer post')
    expect(text).not.toContain('Later post')
    expect(text).toMatch(/href="https?:\/\/[^"/]+\/contact"/)
    expect(text).not.toContain('<title>Linked & <bold>')
  }
  expect((await visit('/blog/feed/json')).status).toBe(404)
})

test('the RSS feed names authors as dc:creator, since its author element must be an email address', async () => {
  await makePost({ slug: 'signed', title: 'Signed', author: 'Ada & Charles' })
  const [rss, atom] = [await read('/blog/feed/rss'), await read('/blog/feed/atom')]
  expect(rss).toMatch(
    /<dc:creator xmlns:dc="http:\/\/purl.org\/dc\/elements\/1.1\/">Ada &amp; Charles<\/dc:creator>/,
  )
  expect(rss).not.toContain('<author>')
  expect(atom).toMatch(/<author>\s*<name>Ada &amp; Charles<\/name>/)
})

test('splits the list into pages with plain links, and shows the last page for a page number out of range', async () => {
  for (let n = 0; n < 12; n++)
    await makePost({ slug: `n-${n}`, title: `Number ${n}`, published_at: '2026-01-01T09:00:00Z' })
  expect(await read('/blog')).toContain('href="/blog?page=2"')
  const last = await read('/blog?page=999')
  expect(last).toContain('Page <!-- -->2<!-- --> of <!-- -->2')
  expect(last).toContain('Newer posts')
})

test('answers 503 with a message when the list cannot be read', async () => {
  await sql`alter table blog_posts rename to blog_posts_away`
  const failed = await visit('/blog')
  const feed = await visit('/blog/feed/rss')
  await sql`alter table blog_posts_away rename to blog_posts`
  expect([failed.status, feed.status]).toEqual([503, 503])
  expect(await failed.text()).toContain('The blog could not be loaded.')
  expect(expectErrors()).toEqual([
    expect.stringContaining('Blog posts could not be read'),
    expect.stringContaining('The feed of the blog could not be read'),
  ])
})
