import { readdir, readFile } from 'node:fs/promises'

import { getSchema } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import { expect, test } from 'vitest'

import { readMarkdown } from '../../../../db/catalogue/posts/markdown.ts'
import type { Block, PostDocument } from '../document.shapes.ts'
import { documentSchema } from '../document.shapes.ts'
import { partsOf } from './parts.ts'
import { toDocument } from './to-document.ts'

const vineyard = 'de510001-0000-4000-8000-000000000000'
const schema = getSchema(partsOf(() => 'A vineyard'))

/** Returns the document after opening it in the editor without typing. */
function opened(document: PostDocument): PostDocument {
  const node = Node.fromJSON(schema, document)
  node.check()
  return toDocument(node.toJSON())
}

test('the editor leaves the catalogue posts unchanged', async () => {
  const folder = 'db/catalogue/posts'
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md'))
  expect(files.length).toBeGreaterThanOrEqual(5)
  for (const file of files) {
    const document = readMarkdown(await readFile(`${folder}/${file}`, 'utf8'), () => vineyard)
    expect(opened(document), file).toEqual(document)
  }
})

test('keeps every allowed part unchanged', () => {
  const words = (text: string): Block => ({ type: 'paragraph', content: [{ type: 'text', text }] })
  const document: PostDocument = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: 'A' }] },
      {
        type: 'orderedList',
        attrs: { start: 3 },
        content: [{ type: 'listItem', content: [words('one'), { type: 'bulletList', content: [] }] }],
      },
      { type: 'orderedList', content: [{ type: 'listItem', content: [words('two')] }] },
      { type: 'blockquote', content: [words('quoted')] },
      { type: 'horizontalRule' },
      { type: 'image', attrs: { src: '/media/a.webp', alt: 'Rows', title: 'In June' } },
      { type: 'vineyard', attrs: { id: vineyard } },
      {
        type: 'paragraph',
        content: [
          {
            type: 'text',
            text: 'all',
            marks: [{ type: 'link', attrs: { href: '/explore' } }, { type: 'bold' }, { type: 'italic' }],
          },
          { type: 'hardBreak' },
          { type: 'text', text: 'plain' },
        ],
      },
    ],
  }
  expect(toDocument(document)).toEqual(document)
})

// ASVS 1.3.1
test('removes parts that a post may not contain, so that the result is always valid', () => {
  const sly = {
    type: 'doc',
    content: [
      { type: 'script', content: [{ type: 'text', text: 'alert(1)' }] },
      {
        type: 'paragraph',
        attrs: { style: 'x' },
        content: [
          { type: 'text', text: 'a', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] },
          { type: 'text', text: 'b', marks: [{ type: 'strike' }] },
          { type: 'text', text: '' },
        ],
      },
      { type: 'heading', attrs: { level: 7 } },
      { type: 'paragraph' },
    ],
  }
  const kept = toDocument(sly)
  expect(documentSchema.safeParse(kept).success).toBe(true)
  expect(kept.content).toEqual([
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    },
    { type: 'heading', attrs: { level: 2 } },
  ])
})

test('an empty editor gives an empty document', () => {
  expect(toDocument({ type: 'doc', content: [{ type: 'paragraph' }] })).toEqual({ type: 'doc', content: [] })
})
