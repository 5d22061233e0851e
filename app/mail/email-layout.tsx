import type { CSSProperties, ReactNode } from 'react'

import { type Colour, colours } from './email-colours.ts'
import type { Email, EmailPart } from './email.ts'

const serif = "Besley, Rockwell, Georgia, 'Times New Roman', serif"
const sans = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

/** The visible parts of an email. */
export type ShownEmail = Pick<Email, 'heading' | 'parts' | 'reason'>

/** The body of an email, in tables with inline styles. The classes set the colours in dark mode. */
export function EmailSheet({ email, site_url }: { email: ShownEmail; site_url: string }) {
  return (
    <LayoutTable className="bg-page" style={{ backgroundColor: colours.page[0] }}>
      <tr>
        <td
          align="center"
          style={{ padding: '24px 12px', overflowWrap: 'anywhere', wordBreak: 'break-word' }}
        >
          <LayoutTable width={600} style={{ maxWidth: 600, width: '100%' }}>
            <Row fill="deep">
              <a href={site_url} {...inked('chalk', brand)}>
                Chalk &amp; Vine
              </a>
            </Row>
            <Hill fill="near" height={5} />
            <Hill fill="far" height={4} />
            <Hill fill="sky" height={3} />
            <Row fill="paper" padding="28px 36px 12px">
              <h1 {...inked('ink', heading)}>{email.heading}</h1>
              {email.parts.map((part, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change
                <Part key={at} part={part} />
              ))}
            </Row>
            <Row padding="18px 36px 8px">
              <p {...inked('soft', footnote)}>{email.reason}</p>
              <p {...inked('soft', footnote)}>
                <a href={site_url} {...inked('soft')}>
                  Chalk &amp; Vine
                </a>
                {' · Vineyards of the United Kingdom'}
              </p>
            </Row>
          </LayoutTable>
        </td>
      </tr>
    </LayoutTable>
  )
}

function Row({
  fill,
  padding = '22px 36px',
  children,
}: {
  fill?: Colour
  padding?: string
  children: ReactNode
}) {
  const ground = fill && { backgroundColor: colours[fill][0] }
  return (
    <tr>
      <td className={fill ? `side bg-${fill}` : 'side'} style={{ padding, fontFamily: sans, ...ground }}>
        {children}
      </td>
    </tr>
  )
}

function Hill({ fill, height }: { fill: Colour; height: number }) {
  return (
    <tr>
      <td
        className={`bg-${fill}`}
        height={height}
        style={{ height, fontSize: 0, lineHeight: `${height}px`, backgroundColor: colours[fill][0] }}
      >
        {'\u00a0'}
      </td>
    </tr>
  )
}

const brand: CSSProperties = { fontFamily: serif, fontSize: 22, fontWeight: 600, textDecoration: 'none' }
const heading: CSSProperties = {
  margin: '0 0 16px',
  fontFamily: serif,
  fontSize: 26,
  lineHeight: '32px',
  fontWeight: 600,
}
const footnote: CSSProperties = { margin: '0 0 8px', fontSize: 13, lineHeight: '20px' }

/** Renders one part of an email, with only the HTML that every email reader supports. */
function Part({ part }: { part: EmailPart }) {
  switch (part.kind) {
    case 'text':
      return (
        <p {...inked('ink', text)}>
          <Lines of={part.text} />
        </p>
      )
    case 'notice':
      return <Box fill="wash" ink="straw" words={part.text} />
    case 'quote':
      return <Box fill="sunken" ink="ink" words={part.text} />
    case 'button':
      return (
        <LayoutTable width="snug" style={{ margin: '4px 0 20px' }}>
          <tr>
            <td className="bg-fill" style={{ backgroundColor: colours.fill[0], borderRadius: 6 }}>
              <a href={part.href} {...inked('on_fill', button)}>
                {part.label}
              </a>
            </td>
          </tr>
        </LayoutTable>
      )
    case 'links':
      return (
        <p {...inked('ink', text)}>
          {part.links.map(({ label, href }, at) => (
            <span key={href}>
              {at > 0 && ' · '}
              <a href={href} {...inked('vine')}>
                {label}
              </a>
            </span>
          ))}
        </p>
      )
    case 'picture':
      // Sets the width attribute for Outlook, which ignores the width in the style.
      return (
        <p {...inked('soft', { ...footnote, margin: '4px 0 20px' })}>
          <img
            src={part.src}
            alt={part.alt}
            width={part.width ?? 528}
            style={part.width ? { ...picture, width: part.width } : picture}
          />
          {part.caption}
        </p>
      )
    case 'facts':
      return <Facts facts={part.facts} />
    case 'list':
      return <List {...part} />
  }
}

function Facts({ facts }: { facts: { label: string; value: string }[] }) {
  return (
    <LayoutTable style={{ margin: '4px 0 20px' }}>
      {facts.map(({ label, value }) => (
        <tr key={label}>
          <td width={110} {...ruledCell('soft', { padding: '9px 0', ...small, lineHeight: '27px' })}>
            {label}
          </td>
          <td {...ruledCell('ink', { padding: '9px 0', ...text, margin: 0 })}>
            <Lines of={value} />
          </td>
        </tr>
      ))}
    </LayoutTable>
  )
}

function List({ heading, items }: Extract<EmailPart, { kind: 'list' }>) {
  return (
    <>
      <h2 {...inked('ink', { ...text, margin: '16px 0 6px', fontWeight: 700 })}>{heading}</h2>
      <LayoutTable style={{ margin: '0 0 20px' }}>
        {items.map(({ number, title, lines }) => (
          <tr key={title + lines.join()}>
            <td width={44} {...ruledCell('ink', { padding: '10px 0', ...leading })}>
              {number}
            </td>
            <td {...ruledCell('ink', { padding: '10px 0', ...small })}>
              <strong>{title}</strong>
              {lines.map((line) => (
                <span key={line}>
                  <br />
                  <Lines of={line} />
                </span>
              ))}
            </td>
          </tr>
        ))}
      </LayoutTable>
    </>
  )
}

function Box({ fill, ink, words }: { fill: Colour; ink: Colour; words: string }) {
  const { className, style } = inked(ink, { ...text, margin: 0, padding: '12px 16px', borderRadius: 6 })
  return (
    <LayoutTable style={{ margin: '4px 0 20px' }}>
      <tr>
        <td className={`bg-${fill} ${className}`} style={{ ...style, backgroundColor: colours[fill][0] }}>
          <Lines of={words} />
        </td>
      </tr>
    </LayoutTable>
  )
}

function Lines({ of }: { of: string }) {
  return of.split('\n').map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text never change
    <span key={at}>
      {at > 0 && <br />}
      {line}
    </span>
  ))
}

const text: CSSProperties = { margin: '0 0 16px', fontSize: 17, lineHeight: '27px', wordBreak: 'break-word' }
const picture: CSSProperties = { display: 'block', width: '100%', height: 'auto', borderRadius: 6 }
const small: CSSProperties = { fontSize: 15, lineHeight: '22px', wordBreak: 'break-word' }
const leading: CSSProperties = { fontSize: 20, lineHeight: '22px', fontWeight: 600 }
const button: CSSProperties = {
  display: 'inline-block',
  padding: '13px 22px',
  fontSize: 17,
  lineHeight: '22px',
  fontWeight: 600,
  textDecoration: 'none',
}

/** A layout table of full width, of a width in pixels or, if `snug`, as narrow as its content. */
function LayoutTable(props: {
  className?: string
  width?: number | 'snug'
  style?: CSSProperties
  children: ReactNode
}) {
  const { children, width = '100%', ...rest } = props
  return (
    <table
      role="presentation"
      width={width === 'snug' ? undefined : width}
      cellPadding={0}
      cellSpacing={0}
      border={0}
      {...rest}
    >
      <tbody>{children}</tbody>
    </table>
  )
}

/** Returns the props of a text in a colour. The class sets the colour in dark mode. */
function inked(ink: Colour, style: CSSProperties = {}) {
  return { className: `c-${ink}`, style: { ...style, color: colours[ink][0] } }
}

/** Returns the props of a table cell with a line above it. */
function ruledCell(ink: Colour, style: CSSProperties) {
  const ruled = { borderTop: '1px solid', borderColor: colours.line[0], verticalAlign: 'top' } as const
  return { ...inked(ink, { ...ruled, ...style }), className: `b-line c-${ink}` }
}
