import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeVineyard } from '../../../test/make.ts'

const { sql, visit } = await startApp()

const readPage = async (path: string) => (await visit(path)).text()

test('page 2 of a list has its own canonical URL, and a page after the last is noindex and says how many pages there are', async () => {
  for (let n = 0; n < 25; n++) {
    await makeVineyard(sql, { name: `Listed ${n}`, city: 'Listed' })
    await sql`insert into blog_posts (slug, title, tags, published_at)
      values (${`listed-${n}`}, 'Listed', '{listed}', '2026-01-01T09:00:00Z')`
  }
  const headOf = async (path: string) => {
    const text = await readPage(path)
    return [
      /rel="canonical" href="http:\/\/site\.test([^"]*)"/.exec(text)?.[1],
      text.includes('content="noindex"'),
    ]
  }
  expect(await headOf('/explore?near=Canterbury&page=2')).toEqual([
    '/explore?near=Canterbury&amp;page=2',
    false,
  ])
  expect(await headOf('/explore?page=2&sort=name')).toEqual(['/explore', false])
  for (const path of ['/explore?', '/blog?', '/blog?tag=listed&']) {
    expect(await headOf(`${path}page=2`)).toEqual([`${path.replace('&', '&amp;')}page=2`, false])
    const past = await readPage(`${path}page=9999`)
    expect(past).toMatch(/That page doesn’t exist\. There are \d pages, and the last one is shown\./)
    expect(past).toContain('content="noindex"')
    const malformed = await readPage(`${path}page=last`)
    expect(malformed).toMatch(/That page doesn’t exist\. There are \d pages, and the first one is shown\./)
  }
  expect(await readPage('/explore?search=listed+24&page=2')).toContain(
    'That page doesn’t exist. There is only one, which is shown.',
  )
})
