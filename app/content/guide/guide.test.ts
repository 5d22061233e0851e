import { globSync } from 'node:fs'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { guidePaths, listGuide, readTextPage } from './guide.server.ts'
import { type GuideReader, readers } from './guide.ts'

const { visit } = await startApp()
const listed = (Object.keys(readers) as GuideReader[]).flatMap((reader) =>
  listGuide(reader).flatMap(({ pages }) => pages.map(({ name }) => `${reader}/${name}`)),
)

test('every file of the guide is in the list of pages for its kind of reader', () => {
  const files = globSync('docs/guide/*/*.md').map((file) => file.slice('docs/guide/'.length, -'.md'.length))
  expect(files.length).toBeGreaterThan(15)
  expect(guidePaths.toSorted()).toEqual(files.toSorted())
  expect(listed.toSorted()).toEqual(files.toSorted())
})

test('every page is shown, and its links lead to pages and sections that exist', async () => {
  const [index, sitemap] = await Promise.all(
    ['/guide', '/sitemap/pages.xml'].map(async (at) => (await visit(at)).text()),
  )
  const opens = new Map<string, string>()
  for (const path of listed) {
    const html = await (await open(`/guide/${path}`)).text()
    expect(html).toContain(`<link rel="canonical" href="http://site.test/guide/${path}"/>`)
    expect(html).toContain('property="og:title"')
    expect(index).toContain(`href="/guide/${path}"`)
    expect(sitemap).toContain(`<loc>http://site.test/guide/${path}</loc>`)
    for (const [, target = `/guide/${path}`, section = ''] of articleIn(html).matchAll(
      /href="(\/[^"#]*)?(?:#([\w-]+))?"/g,
    )) {
      const opened = opens.get(target) ?? (await (await open(target)).text())
      opens.set(target, opened)
      if (section !== '') expect(opened, `${path} links ${target}#${section}`).toContain(` id="${section}"`)
    }
  }
  expect(opens.size).toBeGreaterThan(20)
})

/** Opens a page and expects it to exist. */
async function open(path: string): Promise<Response> {
  const response = await visit(path)
  expect([path, response.status]).toEqual([path, 200])
  return response
}

const articleIn = (html: string) => html.slice(html.indexOf('<article'), html.indexOf('</article>'))

test('answers 404 for unknown readers and pages', async () => {
  for (const path of ['/guide/run/nothing', '/guide/nobody/start', '/guide/toString/start', '/guide/run'])
    expect((await visit(path)).status, path).toBe(404)
})

test('every other text page has a value for each name in braces, and its links lead to pages that exist', async () => {
  const names = globSync('docs/pages/*.md').map((file) => file.slice('docs/pages/'.length, -'.md'.length))
  expect(names.toSorted()).toEqual(['developers', 'privacy', 'sources', 'terms'])
  for (const name of names) {
    const html = await (await open(`/${name}`)).text()
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>')).replaceAll(/<pre.*?<\/pre>/gs, '')
    expect(main.match(/\{[a-z_.]+\}/g), name).toBe(null)
    for (const [, target = ''] of main.matchAll(/href="(\/[^".#]*)["#]/g)) await open(target)
  }
})

test('a text page leaves out the paragraphs and list items whose value is missing', () => {
  const blocksWith = (postcode_year: number | null) =>
    JSON.stringify(readTextPage('sources', { postcode_year }).blocks)
  expect(blocksWith(2025)).toContain('database right 2025')
  expect(blocksWith(null)).not.toContain('Postcodes and their positions')
  expect(blocksWith(null)).toContain('The coastline is map data')
})
