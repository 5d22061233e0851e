import { expect, test } from 'vitest'

import {
  contentsOf,
  type PostDocument,
  headingsOf,
  readHref,
  readingMinutes,
  plainTextOf,
  vineyardsIn,
} from './document.ts'

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

test('the words of a document are those of all its parts, apart from each other', () => {
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

test('reading takes at least a minute, and longer texts as long as they have words', () => {
  expect(readingMinutes(documentOf())).toBe(1)
  expect(readingMinutes(documentOf(paragraph('word '.repeat(660))))).toBe(3)
})

test('every heading has an id of its own, whatever it is called', () => {
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

test('a long document lists its chapters, a short one does not', () => {
  const chapters = ['One', 'Two', 'Three'].map((text) => heading(2, text))
  expect(contentsOf(documentOf(...chapters))).toEqual([])
  expect(
    contentsOf(documentOf(...chapters, heading(3, 'Part'), heading(2, 'Four'))).map(({ text }) => text),
  ).toEqual(['One', 'Two', 'Three', 'Four'])
})

test('a vineyard shown twice is asked for once', () => {
  const card = (id: string) => ({ type: 'vineyard' as const, attrs: { id } })
  expect(vineyardsIn(documentOf(card('a'), paragraph('x'), card('b'), card('a')))).toEqual(['a', 'b'])
})

test('links lead within the site, to the web or to a mail address, and nowhere else', () => {
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
    '',
  ])
    expect(readHref(href), href).toBeUndefined()
})
