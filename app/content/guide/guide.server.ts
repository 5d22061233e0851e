import { marked, type Token, type Tokens } from 'marked'

import { anchorOf, guideTextOf } from './guide.ts'
import type { GuideBlock, GuidePage, GuideText, GuideReader } from './guide.ts'

const docs = '../../../docs'

/** The texts of the guide and of the site's other text pages, by path. They are read when the site is built. */
const texts = import.meta.glob<string>(['../../../docs/guide/*/*.md', '../../../docs/pages/*.md'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The pictures that pages of the guide show, each in 1280 × 900 pixels and, for phones, in 390 × 844 pixels */
const pictures = import.meta.glob<string>(
  ['../../../docs/screenshots/*.webp', '!../../../docs/screenshots/explore-explore-*'],
  { query: '?url', import: 'default', eager: true },
)

/** The chapters for each kind of reader, with their pages in the order of reading */
const chapters: Record<GuideReader, { label: string; pages: string[] }[]> = {
  run: [
    { label: 'First steps', pages: ['start', 'settings', 'commands', 'accounts'] },
    { label: 'Machines', pages: ['containers', 'systemd', 'proxy', 'several-processes'] },
    {
      label: 'Every day',
      pages: ['admins', 'worker-and-email', 'monitoring', 'alerts', 'outages', 'security'],
    },
    {
      label: 'Data',
      pages: ['backups', 'upgrades', 'pictures', 'maps-and-routing', 'lists', 'personal-data'],
    },
    { label: 'Checks', pages: ['tests'] },
  ],
  vineyard: [
    { label: 'Set up', pages: ['getting-started', 'your-page', 'experiences', 'availability', 'moving-in'] },
    { label: 'Every day', pages: ['bookings', 'today', 'till', 'calendar', 'emails'] },
    { label: 'People', pages: ['customers', 'team'] },
    { label: 'Sell more', pages: ['your-website', 'resellers', 'reports'] },
  ],
  build: [
    { label: 'Start', pages: ['start', 'keys'] },
    { label: 'Connect', pages: ['octo', 'webhooks', 'feeds'] },
    { label: 'Rules', pages: ['errors-and-limits'] },
  ],
}

const parsed = new Map<string, GuidePage>()

/**
 * Returns a page of the guide, or undefined if there is no such page. Throws if the text has a part that the guide cannot show.
 */
export function findGuidePage(reader: string, name: string): GuidePage | undefined {
  const path = `${docs}/guide/${reader}/${name}.md`
  const text = texts[path]
  if (text === undefined) return undefined
  const page = parsed.get(path) ?? readPage(text, reader)
  parsed.set(path, page)
  return page
}

/**
 * Returns a page of docs/pages, such as `privacy`, with `values` in place of their names in braces. If a value is null, leaves
 * out the paragraphs and list items that contain its name.
 */
export function readTextPage(name: string, values: Record<string, string | number | null> = {}): GuidePage {
  const text = texts[`${docs}/pages/${name}.md`]
  if (text === undefined) throw new Error(`docs/pages/${name}.md is missing.`)
  const missing = Object.keys(values).filter((name) => values[name] === null)
  const shown = text
    .split(/\n(?=- |\n)/)
    .filter((part) => !missing.some((name) => part.includes(`{${name}}`)))
    .join('\n')
  return readPage(
    shown.replaceAll(/\{(\w+)\}/g, (braces, name) => String(values[name] ?? braces)),
    '',
  )
}

/** Returns the chapters for a kind of reader, with their pages. Throws if a page has no file. */
export function listGuide(reader: GuideReader) {
  return chapters[reader].map(({ label, pages }) => ({
    label,
    pages: pages.map((name) => {
      const page = findGuidePage(reader, name)
      if (!page) throw new Error(`docs/guide/${reader}/${name}.md is missing.`)
      return { name, title: page.title, gist: page.gist }
    }),
  }))
}

/** The paths of all pages below docs/guide, without `.md`. */
export const guidePaths = Object.keys(texts).flatMap((path) => /\/guide\/(.+)\.md$/.exec(path)?.[1] ?? [])

function readPage(text: string, reader: string): GuidePage {
  const [title, gist, ...rest] = marked.lexer(text).filter(({ type }) => type !== 'space')
  if (title?.type !== 'heading' || gist?.type !== 'paragraph')
    throw new Error(`A page of the guide must start with a title and a paragraph: ${text.slice(0, 80)}`)
  return {
    title: guideTextOf(inlinesOf(title.tokens, reader)),
    gist: guideTextOf(inlinesOf(gist.tokens, reader)),
    blocks: rest.map((token) => blockOf(token, reader)),
  }
}

function blockOf(token: Token, reader: string): GuideBlock {
  switch (token.type) {
    case 'heading': {
      const { depth, tokens, text: written } = token as Tokens.Heading
      if (depth !== 2 && depth !== 3) throw unknown(token)
      // A heading may name its anchor, as in 'Book through OCTO {#octo}'.
      const [suffix = '', anchor] = / \{#([\w-]+)\}$/.exec(written) ?? []
      const text = inlinesOf(tokens, reader).map((inline) =>
        typeof inline === 'string' ? inline.replace(suffix, '') : inline,
      )
      return { type: 'heading', level: depth, id: anchor ?? anchorOf(guideTextOf(text)), text }
    }
    case 'paragraph': {
      const [only, ...others] = token.tokens ?? []
      return only?.type === 'image' && others.length === 0
        ? pictureOf(only as Tokens.Image)
        : { type: 'paragraph', text: inlinesOf(token.tokens, reader) }
    }
    // If no blank lines separate the items of a list, the parser reports their text as `text` instead of as a
    // paragraph.
    case 'text':
      return { type: 'paragraph', text: inlinesOf(token.tokens, reader) }
    case 'list': {
      const { ordered, items } = token as Tokens.List
      const blocks = (item: Tokens.ListItem) =>
        item.tokens.filter(({ type }) => type !== 'space').map((inner) => blockOf(inner, reader))
      return { type: 'list', ordered, items: items.map(blocks) }
    }
    case 'code': {
      const { lang = '', text } = token as Tokens.Code
      const untested = /\buntested="([^"]+)"/.exec(lang)?.[1] ?? null
      return { type: 'code', language: lang.split(' ')[0] ?? '', text, untested }
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table
      const cells = (row: Tokens.TableCell[]) => row.map(({ tokens }) => inlinesOf(tokens, reader))
      return { type: 'table', head: cells(header), rows: rows.map(cells) }
    }
    default:
      throw unknown(token)
  }
}

function inlinesOf(tokens: Token[] = [], reader: string): GuideText[] {
  return tokens.map((token): GuideText => {
    switch (token.type) {
      case 'text':
      case 'escape':
        return (token as Tokens.Text).text.replaceAll('\n', ' ')
      case 'codespan':
        return { code: (token as Tokens.Codespan).text.replaceAll('\n', ' ') }
      case 'strong':
      case 'em':
        return { mark: token.type, text: inlinesOf(token.tokens, reader) }
      case 'link':
        return { link: addressOf((token as Tokens.Link).href, reader), text: inlinesOf(token.tokens, reader) }
      default:
        throw unknown(token)
    }
  })
}

/**
 * Returns the address of a link. A file name without a folder, such as `settings.md#limits`, is a guide page for the same reader.
 * Returns null for files that are not pages of the guide.
 */
function addressOf(target: string, reader: string): string | null {
  if (/^(https:\/\/|\/|#)/.test(target)) return target
  const [, folder = reader, name, section = ''] =
    /^(?:\.\.\/(run|vineyard|build)\/)?([\w-]+)\.md(#[\w-]+)?$/.exec(target) ?? []
  return `${docs}/guide/${folder}/${name}.md` in texts ? `/guide/${folder}/${name}${section}` : null
}

function pictureOf({ href, text: alt }: Tokens.Image): GuideBlock {
  const [, name = href] = /^\.\.\/\.\.\/screenshots\/([\w-]+)-1280\.webp$/.exec(href) ?? []
  return { type: 'picture', alt, ...picturesOfScreen(name) }
}

/** Returns the URLs of the pictures of a screen, 1280 and 390 pixels wide. Throws unless both exist. */
export function picturesOfScreen(name: string): { wide: string; narrow: string } {
  const at = (width: number) => pictures[`../../../docs/screenshots/${name}-${width}.webp`]
  const [wide, narrow] = [at(1280), at(390)]
  if (!wide || !narrow) throw new Error(`There must be a picture of ${name} for each of the two widths.`)
  return { wide, narrow }
}

const unknown = ({ raw }: Token) => new Error(`A page of the guide cannot contain this: ${raw}`)
