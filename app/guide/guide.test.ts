import { globSync } from 'node:fs'
import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { findGuidePage, guidePaths, listGuide } from './guide.server.ts'
import { type GuideReader, readers } from './guide.ts'

const { visit } = await startApp()
const listed = (Object.keys(readers) as GuideReader[]).flatMap((reader) =>
  listGuide(reader).flatMap(({ pages }) => pages.map(({ name }) => `${reader}/${name}`)),
)

test('every file of the guide is a page, in the list of its reader', () => {
  const files = globSync('docs/guide/*/*.md').map((file) => file.slice('docs/guide/'.length, -'.md'.length))
  expect(files.length).toBeGreaterThan(15)
  expect(guidePaths.toSorted()).toEqual(files.toSorted())
  expect(listed.toSorted()).toEqual(files.toSorted())
})

test('every page is shown, and its links lead to pages and sections that exist', async () => {
  const [index, sitemap] = await Promise.all(
    ['/guide', '/sitemap/pages.xml'].map(async (at) => (await visit(at)).text()),
  )
  for (const path of listed) {
    const response = await visit(`/guide/${path}`)
    const html = await response.text()
    expect([path, response.status]).toEqual([path, 200])
    expect(html).toContain(`<link rel="canonical" href="http://site.test/guide/${path}"/>`)
    expect(html).toContain('property="og:title"')
    expect(index).toContain(`href="/guide/${path}"`)
    expect(sitemap).toContain(`<loc>http://site.test/guide/${path}</loc>`)
    for (const [, page = path, section = ''] of articleIn(html).matchAll(
      /href="(?:\/guide\/(\w+\/[\w-]+))?(?:#([\w-]+))?"/g,
    )) {
      expect(listed, `${path} links`).toContain(page)
      const [reader = '', name = ''] = page.split('/')
      const anchors = findGuidePage(reader, name)?.blocks.flatMap((block) =>
        block.type === 'heading' ? [block.id] : [],
      )
      if (section !== '') expect(anchors, `${path} links ${page}`).toContain(section)
    }
  }
})

const articleIn = (html: string) => html.slice(html.indexOf('<article'), html.indexOf('</article>'))

test('unknown readers and pages are not found', async () => {
  for (const path of ['/guide/run/nothing', '/guide/nobody/start', '/guide/toString/start', '/guide/run'])
    expect((await visit(path)).status, path).toBe(404)
})
