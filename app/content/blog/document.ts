import type { Block, Inline, ListItem, PostDocument } from './document.shapes.ts'
import { hyphenated } from './post.ts'

/** A heading that can be linked to; `id` is unique within the document. */
export type Heading = { id: string; level: 2 | 3; text: string }

const wordsPerMinute = 220
/** A table of contents is shown for documents with at least this many chapters. */
const chaptersWorthListing = 4

/** Returns the plain text of a document. */
export function plainTextOf(content: (Block | ListItem | Inline)[] | undefined): string {
  return (content ?? [])
    .map((part) => {
      if (part.type === 'text') return part.text
      if (part.type === 'hardBreak') return ' '
      if (!('content' in part)) return ''
      const inner = plainTextOf(part.content)
      return part.type === 'paragraph' || part.type === 'heading' ? `${inner} ` : inner
    })
    .join('')
}

/** Returns the reading time in whole minutes, at least one. */
export function readingMinutes({ content }: PostDocument): number {
  const words = plainTextOf(content).match(/\S+/g)?.length ?? 0
  return Math.max(1, Math.round(words / wordsPerMinute))
}

/** Returns the headings by block, with unique ids even for equal texts. */
export function headingsOf({ content }: PostDocument): Map<Block, Heading> {
  const taken = new Set<string>()
  const headings = new Map<Block, Heading>()
  for (const block of content) {
    if (block.type !== 'heading') continue
    const text = plainTextOf(block.content).trim()
    headings.set(block, { id: freeId(text, taken), level: block.attrs.level, text })
  }
  return headings
}

/** Returns the table of contents; empty for a short document. */
export function contentsOf(document: PostDocument): Heading[] {
  const chapters = [...headingsOf(document).values()].filter(({ level }) => level === 2)
  return chapters.length >= chaptersWorthListing ? chapters : []
}

/** Returns the ids of the vineyards in a document, each once, in order. */
export function vineyardsIn({ content }: PostDocument): string[] {
  return [...new Set(content.flatMap((block) => (block.type === 'vineyard' ? [block.attrs.id] : [])))]
}

function freeId(text: string, taken: Set<string>): string {
  const base = hyphenated(text) || 'part'
  let id = base
  for (let n = 2; taken.has(id); n++) id = `${base}-${n}`
  taken.add(id)
  return id
}
