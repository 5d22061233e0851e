import { marked, type Token, type Tokens } from 'marked'

import type {
  Block,
  PostDocument,
  Inline,
  ListItem,
  TextMark,
} from '../../../app/content/blog/document.shapes.ts'

/** Returns the id of the vineyard with this name and town, or undefined if the catalogue lacks it. */
export type FindVineyard = (name: string, city: string) => string | undefined

/**
 * Returns Markdown as a document: chapters (##, ###), paragraphs, lists, quotes, rules, bold, italic and links. A paragraph
 * `::vineyard Name, Town` becomes that vineyard's card, or is dropped if the vineyard is unknown. Throws on anything else.
 */
export function readMarkdown(text: string, findVineyard: FindVineyard): PostDocument {
  return { type: 'doc', content: marked.lexer(text).flatMap((token) => blockOf(token, findVineyard)) }
}

function blockOf(token: Token, findVineyard: FindVineyard): Block[] {
  const inner = (tokens: Token[] | undefined) =>
    (tokens ?? []).flatMap((child) => blockOf(child, findVineyard))
  switch (token.type) {
    case 'space':
      return []
    case 'hr':
      return [{ type: 'horizontalRule' }]
    case 'heading': {
      const { depth, tokens } = token as Tokens.Heading
      if (depth !== 2 && depth !== 3) throw new Error(`A post has no heading of level ${depth}: ${token.raw}`)
      return [{ type: 'heading', attrs: { level: depth }, content: inlinesOf(tokens) }]
    }
    case 'paragraph': {
      const card = /^::vineyard (.+), ([^,]+)$/.exec(token.raw.trim())
      if (!card) return [{ type: 'paragraph', content: inlinesOf(token.tokens) }]
      const id = findVineyard(card[1] ?? '', card[2] ?? '')
      return id === undefined ? [] : [{ type: 'vineyard', attrs: { id } }]
    }
    // The text of an item in a list without blank lines.
    case 'text':
      return [{ type: 'paragraph', content: inlinesOf(token.tokens) }]
    case 'blockquote':
      return [{ type: 'blockquote', content: inner(token.tokens) }]
    case 'list': {
      const { ordered, items } = token as Tokens.List
      const content: ListItem[] = items.map(({ tokens }) => ({ type: 'listItem', content: inner(tokens) }))
      return [{ type: ordered ? 'orderedList' : 'bulletList', content }]
    }
    default:
      throw new Error(`A post cannot contain this: ${token.raw}`)
  }
}

function inlinesOf(tokens: Token[] = [], marks: TextMark[] = []): Inline[] {
  return tokens.flatMap((token): Inline[] => {
    switch (token.type) {
      case 'text':
      case 'escape': {
        const text = (token as Tokens.Text).text.replaceAll('\n', ' ')
        return [marks.length > 0 ? { type: 'text', text, marks } : { type: 'text', text }]
      }
      case 'br':
        return [{ type: 'hardBreak' }]
      case 'strong':
        return inlinesOf(token.tokens, [...marks, { type: 'bold' }])
      case 'em':
        return inlinesOf(token.tokens, [...marks, { type: 'italic' }])
      case 'link':
        return inlinesOf(token.tokens, [
          ...marks,
          { type: 'link', attrs: { href: (token as Tokens.Link).href } },
        ])
      default:
        throw new Error(`A post cannot contain this: ${token.raw}`)
    }
  })
}
