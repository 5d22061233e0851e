/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- most browsers drop the
   roles of a table shown as blocks */
import { createContext, Fragment, type ReactNode, use } from 'react'
import { Link } from 'react-router'

import { CodeExample } from '../../../ui/code-example.tsx'
import { type GuideBlock, type GuideText, guideTextOf } from '../guide.ts'
import './guide.css'

/** The elements that replace names in braces, such as `{company}`, in the text of a page */
type Parts = Record<string, ReactNode>
const PartsOfPage = createContext<Parts>({})

/** Renders the text of a page as elements. Nothing in the text is treated as markup. `parts` replace names in braces. */
export function GuideBlocks({ blocks, parts = {} }: { blocks: GuideBlock[]; parts?: Parts }): ReactNode {
  const tables = blocks.filter(({ type }) => type === 'table')
  return (
    <PartsOfPage value={parts}>
      {blocks.map((block, n) => (
        <BlockView key={n} block={block} number={tables.indexOf(block) + 1} />
      ))}
    </PartsOfPage>
  )
}

/** Renders one block. `number` is the number of the table on the page, or 0 for other blocks. */
function BlockView({ block, number }: { block: GuideBlock; number: number }): ReactNode {
  const parts = use(PartsOfPage)
  switch (block.type) {
    case 'heading': {
      const Tag = block.level === 2 ? 'h2' : 'h3'
      return (
        <Tag id={block.id}>
          <Text of={block.text} />{' '}
          <a className="heading-link no-print" href={`#${block.id}`} aria-label="Link to this section">
            #
          </a>
        </Tag>
      )
    }
    case 'paragraph':
      // A part that is alone in its paragraph may be a list, which must not be inside a <p>.
      return isPart(block.text, parts) ? (
        <Text of={block.text} />
      ) : (
        <p>
          <Text of={block.text} />
        </p>
      )
    case 'list': {
      const Tag = block.ordered ? 'ol' : 'ul'
      return (
        <Tag>
          {block.items.map((item, n) => (
            <li key={n}>
              {item.map((inner, part) =>
                inner.type === 'paragraph' ? (
                  <Text key={part} of={inner.text} />
                ) : (
                  <BlockView key={part} block={inner} number={number} />
                ),
              )}
            </li>
          ))}
        </Tag>
      )
    }
    case 'code':
      return <CodeExample name={captionOf(block)} code={block.text} />
    case 'table':
      return <GuideTable head={block.head} rows={block.rows} number={number} />
    case 'picture':
      return (
        <figure className="guide-picture">
          <picture>
            <source media="(max-width: 40rem)" srcSet={block.narrow} width={390} height={844} />
            <img src={block.wide} width={1280} height={900} alt={block.alt} loading="lazy" decoding="async" />
          </picture>
        </figure>
      )
  }
}

function isPart([only, ...others]: GuideText[], parts: Parts): boolean {
  const [, name] = typeof only === 'string' ? (/^\{([\w.]+)\}$/.exec(only) ?? []) : []
  return others.length === 0 && name !== undefined && name in parts
}

const captions: Partial<Record<string, string>> = {
  sh: 'Terminal',
  env: 'Settings',
  ts: 'TypeScript',
  json: 'JSON',
  html: 'HTML',
  http: 'HTTP',
}

function captionOf({ language, untested }: Extract<GuideBlock, { type: 'code' }>): string {
  const caption = captions[language] ?? 'File'
  return untested === null ? caption : `${caption} (not tested: ${untested})`
}

function GuideTable({ head, rows, number }: { head: GuideText[][]; rows: GuideText[][][]; number: number }) {
  return (
    // The table takes the focus, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="table-scroll" tabIndex={0} role="region" aria-label={`Table ${number}`}>
      <table role="table">
        <thead role="rowgroup">
          <tr role="row">
            {head.map((cell, n) => (
              <th key={n} scope="col" role="columnheader">
                <Text of={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, n) => (
            <tr key={n} role="row">
              {row.map((cell, column) => (
                <td key={column} role="cell" data-label={guideTextOf(head[column] ?? [])}>
                  <Text of={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Text({ of: inlines }: { of: GuideText[] }): ReactNode {
  return inlines.map((inline, n) => <Fragment key={n}>{elementOf(inline)}</Fragment>)
}

/** Renders a text with the page's parts in place of their names in braces. */
function Filled({ text }: { text: string }): ReactNode {
  const parts = use(PartsOfPage)
  return text
    .split(/\{([\w.]+)\}/)
    .map((piece, n) => (
      <Fragment key={n}>{n % 2 === 0 ? piece : piece in parts ? parts[piece] : `{${piece}}`}</Fragment>
    ))
}

function elementOf(inline: GuideText): ReactNode {
  if (typeof inline === 'string') return <Filled text={inline} />
  if ('code' in inline) return <code>{inline.code}</code>
  const text = <Text of={inline.text} />
  if ('mark' in inline) return <inline.mark>{text}</inline.mark>
  if (inline.link === null) return text
  // Addresses of the API are not pages of the site, so the router must not open them.
  return /^(https:|#|\/api\/|\/octo\/)|\.txt$/.test(inline.link) ? (
    <a href={inline.link}>{text}</a>
  ) : (
    <Link to={inline.link}>{text}</Link>
  )
}
