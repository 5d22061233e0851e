import { expect, test } from 'vitest'

import type { PostDocument } from './document.shapes.ts'
import { documentSchema } from './document.shapes.ts'

const holding = (block: object) => ({ type: 'doc', content: [block] })
const text = (text: string, marks?: object[]) => ({
  type: 'paragraph',
  content: [{ type: 'text', text, ...(marks && { marks }) }],
})

test('accepts a document of known parts and leaves it unchanged', () => {
  const document: PostDocument = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'A' }] },
      {
        type: 'blockquote',
        content: [
          {
            type: 'orderedList',
            attrs: { start: 3 },
            content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }],
          },
        ],
      },
      { type: 'image', attrs: { src: '/pictures/a-960.webp', alt: 'Rows in mist' } },
      { type: 'vineyard', attrs: { id: 'de510001-0000-4000-8000-000000000000' } },
      {
        type: 'paragraph',
        content: [
          {
            type: 'text',
            text: 'B',
            marks: [{ type: 'bold' }, { type: 'link', attrs: { href: '/contact' } }],
          },
          { type: 'hardBreak' },
        ],
      },
      { type: 'horizontalRule' },
    ],
  }
  expect(documentSchema.parse(document)).toEqual(document)
})

// ASVS 1.3.1 3.2.3
test('rejects unknown parts, unknown fields, script links, and pictures with an unsafe source or without a description', () => {
  const bad = [
    holding({ type: 'script', content: [] }),
    holding({ type: 'heading', attrs: { level: 1 } }),
    holding({ ...text('a'), onclick: 'x' }),
    holding(text('a', [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }])),
    holding(text('a', [{ type: 'link', attrs: { href: '/a', onclick: 'x' } }])),
    holding({ type: 'image', attrs: { src: 'javascript:alert(1)', alt: '' } }),
    holding({ type: 'image', attrs: { src: '//evil.example/a.png', alt: '' } }),
    holding({ type: 'image', attrs: { src: '/a.png' } }),
    holding({ type: 'vineyard', attrs: { id: 'x' } }),
    { type: 'paragraph' },
    'text',
    null,
  ]
  for (const document of bad)
    expect(documentSchema.safeParse(document).success, JSON.stringify(document)).toBe(false)
})
