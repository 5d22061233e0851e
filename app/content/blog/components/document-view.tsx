import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'

import { pictureOf } from '../../../platform/media/picture.ts'
import { PictureFrame } from '../../../ui/pictures/picture-frame.tsx'
import type { Block, PostDocument, Inline, TextMark } from '../document.shapes.ts'
import { type Heading, headingsOf } from '../document.ts'
import { readHref } from '../../../platform/text/safe-links.ts'

/** Renders the card of the vineyard with this id, which the text mentions. */
type Mention = (id: string) => ReactNode
type BlockContext = { headings: Map<Block, Heading>; mention: Mention }

/** Renders a document as elements. Text is never treated as markup, and unknown parts are left out. */
export function DocumentView({ document, mention }: { document: PostDocument; mention: Mention }) {
  return <div className="prose">{blocks(document.content, { headings: headingsOf(document), mention })}</div>
}

function blocks(content: Block[], context: BlockContext): ReactNode {
  return content.map((block, n) => <BlockView key={n} block={block} context={context} />)
}

function BlockView({ block, context }: { block: Block; context: BlockContext }): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return <p>{inlines(block.content)}</p>
    case 'heading': {
      const Tag = block.attrs.level === 2 ? 'h2' : 'h3'
      return <Tag id={context.headings.get(block)?.id}>{inlines(block.content)}</Tag>
    }
    case 'bulletList':
      return <ul>{items(block.content, context)}</ul>
    case 'orderedList':
      return <ol start={block.attrs?.start}>{items(block.content, context)}</ol>
    case 'blockquote':
      return <blockquote>{blocks(block.content, context)}</blockquote>
    case 'horizontalRule':
      return <hr />
    case 'image': {
      const picture = pictureOf(block.attrs.src)
      return (
        picture && (
          <figure>
            <PictureFrame picture={picture} alt={block.attrs.alt} sizes="(min-width: 44rem) 40rem, 100vw" />
            {block.attrs.title && <figcaption>{block.attrs.title}</figcaption>}
          </figure>
        )
      )
    }
    case 'vineyard':
      return context.mention(block.attrs.id)
    default:
      return null
  }
}

function items(content: { content: Block[] }[], context: BlockContext): ReactNode {
  return content.map((item, n) => <li key={n}>{blocks(item.content, context)}</li>)
}

function inlines(content: Inline[] = []): ReactNode {
  return content.map((part, n) => {
    if (part.type === 'hardBreak') return <br key={n} />
    if (part.type !== 'text') return null
    return <Fragment key={n}>{marked(part.text, part.marks ?? [])}</Fragment>
  })
}

function marked(text: ReactNode, marks: TextMark[]): ReactNode {
  const [mark, ...rest] = marks
  if (!mark) return text
  const inner = marked(text, rest)
  switch (mark.type) {
    case 'bold':
      return <strong>{inner}</strong>
    case 'italic':
      return <em>{inner}</em>
    case 'link':
      return <TextLink to={readHref(mark.attrs.href)}>{inner}</TextLink>
    default:
      return inner
  }
}

function TextLink({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (to === undefined) return children
  if (to.startsWith('/')) return <Link to={to}>{children}</Link>
  return (
    <a href={to} rel="noopener">
      {children}
    </a>
  )
}
