import type { JSONContent } from '@tiptap/core'

import type { Block, PostDocument, Inline, ListItem, TextMark } from '../document.shapes.ts'
import { readHref } from '../../../platform/text/safe-links.ts'

/** Returns the editor's content as a document that can be stored, with only the allowed parts and attributes. */
export function toDocument({ content = [] }: JSONContent): PostDocument {
  const blocks = content.flatMap(blockOf)
  // Drops the empty paragraphs at the end.
  const last = blocks.findLastIndex((block) => block.type !== 'paragraph' || block.content !== undefined)
  return { type: 'doc', content: blocks.slice(0, last + 1) }
}

function blockOf({ type, attrs = {}, content = [] }: JSONContent): Block[] {
  switch (type) {
    case 'paragraph':
      return [{ type, ...inlineIn(content) }]
    case 'heading':
      return [{ type, attrs: { level: attrs.level === 3 ? 3 : 2 }, ...inlineIn(content) }]
    case 'bulletList':
      return [{ type, content: content.flatMap(itemOf) }]
    case 'orderedList': {
      const start =
        Number.isInteger(attrs.start) && attrs.start !== 1 ? { attrs: { start: attrs.start } } : {}
      return [{ type, ...start, content: content.flatMap(itemOf) }]
    }
    case 'blockquote':
      return [{ type, content: content.flatMap(blockOf) }]
    case 'horizontalRule':
      return [{ type }]
    case 'image': {
      const title = attrs.title ? { title: String(attrs.title) } : {}
      return [{ type, attrs: { src: String(attrs.src), alt: String(attrs.alt ?? ''), ...title } }]
    }
    case 'vineyard':
      return [{ type, attrs: { id: String(attrs.id) } }]
    default:
      return []
  }
}

function itemOf({ type, content = [] }: JSONContent): ListItem[] {
  return type === 'listItem' ? [{ type, content: content.flatMap(blockOf) }] : []
}

function inlineIn(content: JSONContent[]): { content?: Inline[] } {
  const parts = content.flatMap(inlineOf)
  return parts.length > 0 ? { content: parts } : {}
}

function inlineOf({ type, text, marks = [] }: JSONContent): Inline[] {
  if (type === 'hardBreak') return [{ type }]
  if (type !== 'text' || !text) return []
  const allowed = marks.flatMap(markOf)
  return [{ type, text, ...(allowed.length > 0 && { marks: allowed }) }]
}

function markOf({ type, attrs }: NonNullable<JSONContent['marks']>[number]): TextMark[] {
  if (type === 'bold' || type === 'italic') return [{ type }]
  const href = type === 'link' ? readHref(String(attrs?.href ?? '')) : undefined
  return href === undefined ? [] : [{ type: 'link', attrs: { href } }]
}
