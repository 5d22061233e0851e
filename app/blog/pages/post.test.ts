import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'

const { sql, visit } = await startApp({ now: '2026-06-01T09:00:00Z' })

const makePost = (changes: Record<string, string | Date | null>) =>
  sql`insert into blog_posts ${sql({ slug: 'a', title: 'A post', body: 'First.\n\nSecond.', published_at: '2026-05-01T09:00:00Z', ...changes })}`

test('the blog lists what is published, the newest first, and says so when there is nothing', async () => {
  expect(await (await visit('/blog')).text()).toContain('Nothing written yet')
  await makePost({ slug: 'older', title: 'Older post' })
  await makePost({ slug: 'newer', title: 'Newer post', published_at: '2026-06-01T09:00:00Z' })
  await makePost({ slug: 'later', title: 'Later post', published_at: '2026-06-01T09:00:01Z' })
  await makePost({ slug: 'draft', title: 'Draft post', published_at: null })
  const page = await (await visit('/blog')).text()
  expect(page.indexOf('Newer post')).toBeLessThan(page.indexOf('Older post'))
  expect(page).not.toContain('Later post')
  expect(page).not.toContain('Draft post')
})

test('a published post is read, anything else is the 404 page', async () => {
  const page = await visit('/blog/newer')
  expect(page.status).toBe(200)
  expect(await page.text()).toMatch(/<p>First\.<\/p><p>Second\.<\/p>/)
  for (const slug of ['draft', 'later', 'nothing', '%00', 'A', '..%2f..']) {
    const response = await visit(`/blog/${slug}`)
    expect(response.status, slug).toBe(404)
    expect(await response.text()).toContain('Oops! Page not found')
  }
})
