import { expect, test } from 'vitest'

import type { PostDocument } from './document.shapes.ts'
import { contentsOf, headingsOf, readingMinutes, plainTextOf, vineyardsIn } from './document.ts'
import { readHref } from '../../platform/text/safe-links.ts'

const paragraph = (text: string) => ({
  type: 'paragraph' as const,
  content: [{ type: 'text' as const, text }],
})
const heading = (level: 2 | 3, text: string) => ({
  ...paragraph(text),
  type: 'heading' as const,
  attrs: { level },
})
const documentOf = (...content: PostDocument['content']): PostDocument => ({ type: 'doc', content })

test('the plain text contains all parts, with spaces between them', () => {
  const document = documentOf(heading(2, 'In the rows'), {
    type: 'bulletList',
    content: [
      { type: 'listItem', content: [paragraph('Boots.')] },
      { type: 'listItem', content: [paragraph('Gloves.')] },
    ],
  })
  expect(plainTextOf(document.content).trim().split(/\s+/)).toEqual([
    'In',
    'the',
    'rows',
    'Boots.',
    'Gloves.',
  ])
})

test('the reading time grows with the number of words and is at least a minute', () => {
  expect(readingMinutes(documentOf())).toBe(1)
  expect(readingMinutes(documentOf(paragraph('word '.repeat(660))))).toBe(3)
})

test('headings have unique ids', () => {
  const document = documentOf(
    heading(2, 'Véraison'),
    heading(3, 'Véraison'),
    heading(2, '!?'),
    heading(2, 'véraison 2'),
  )
  expect([...headingsOf(document).values()].map(({ id }) => id)).toEqual([
    'veraison',
    'veraison-2',
    'part',
    'veraison-2-2',
  ])
})

test('only a long document has a table of contents', () => {
  const chapters = ['One', 'Two', 'Three'].map((text) => heading(2, text))
  expect(contentsOf(documentOf(...chapters))).toEqual([])
  expect(
    contentsOf(documentOf(...chapters, heading(3, 'Part'), heading(2, 'Four'))).map(({ text }) => text),
  ).toEqual(['One', 'Two', 'Three', 'Four'])
})

test('lists a vineyard only once, even if it appears twice', () => {
  const card = (id: string) => ({ type: 'vineyard' as const, attrs: { id } })
  expect(vineyardsIn(documentOf(card('a'), paragraph('x'), card('b'), card('a')))).toEqual(['a', 'b'])
})

// ASVS 1.2.2
test('accepts only site, web and mailto links', () => {
  for (const href of [
    '/explore',
    '/explore?search=kent',
    '#chapter',
    'https://example.org/a',
    'mailto:a@example.org',
  ])
    expect(readHref(href), href).toBe(href)
  for (const href of [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVaScRiPt:x',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    'explore',
    'https://a b',
    'https://user:pw@example.org/',
    'https://example.org@evil.example',
    'https://:pw@example.org',
    '',
  ])
    expect(readHref(href), href).toBeUndefined()
})
