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
              <a href={site_url} className="c-chalk" style={{ ...brand, color: colours.chalk[0] }}>
                Chalk &amp; Vine
              </a>
            </Row>
            <Hill fill="near" height={5} />
            <Hill fill="far" height={4} />
            <Hill fill="sky" height={3} />
            <Row fill="paper" padding="28px 36px 12px">
              <h1 className="c-ink" style={{ ...heading, color: colours.ink[0] }}>
                {email.heading}
              </h1>
              {email.parts.map((part, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change
                <Part key={at} part={part} />
              ))}
            </Row>
            <Row padding="18px 36px 8px">
              <p className="c-soft" style={{ ...footnote, color: colours.soft[0] }}>
                {email.reason}
              </p>
              <p className="c-soft" style={{ ...footnote, color: colours.soft[0] }}>
                <a href={site_url} className="c-soft" style={{ color: colours.soft[0] }}>
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
        <p className="c-ink" style={{ ...text, color: colours.ink[0] }}>
          <Lines of={part.text} />
        </p>
      )
    case 'notice':
      return (
        <Box name="wash" ink="straw">
          <Lines of={part.text} />
        </Box>
      )
    case 'quote':
      return (
        <Box name="sunken" ink="ink">
          <Lines of={part.text} />
        </Box>
      )
    case 'button':
      return (
        <LayoutTable width="snug" style={{ margin: '4px 0 20px' }}>
          <tr>
            <td className="bg-fill" style={{ backgroundColor: colours.fill[0], borderRadius: 6 }}>
              <a href={part.href} className="c-on_fill" style={{ ...button, color: colours.on_fill[0] }}>
                {part.label}
              </a>
            </td>
          </tr>
        </LayoutTable>
      )
    case 'links':
      return (
        <p className="c-ink" style={{ ...text, color: colours.ink[0] }}>
          {part.links.map(({ label, href }, at) => (
            <span key={href}>
              {at > 0 && ' · '}
              <a href={href} className="c-vine" style={{ color: colours.vine[0] }}>
                {label}
              </a>
            </span>
          ))}
        </p>
      )
    case 'picture':
      // Sets the width attribute for Outlook, which ignores the width in the style.
      return (
        <p className="c-soft" style={{ ...footnote, margin: '4px 0 20px', color: colours.soft[0] }}>
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
  const cell = { ...ruled, padding: '9px 0' }
  return (
    <LayoutTable style={{ margin: '4px 0 20px' }}>
      {facts.map(({ label, value }) => (
        <tr key={label}>
          <td
            className="b-line c-soft"
            width={110}
            style={{ ...cell, ...small, lineHeight: '27px', color: colours.soft[0] }}
          >
            {label}
          </td>
          <td className="b-line c-ink" style={{ ...cell, ...text, margin: 0, color: colours.ink[0] }}>
            <Lines of={value} />
          </td>
        </tr>
      ))}
    </LayoutTable>
  )
}

function List({ heading, items }: Extract<EmailPart, { kind: 'list' }>) {
  const cell = { ...ruled, padding: '10px 0' }
  return (
    <>
      <h2 className="c-ink" style={{ ...text, margin: '16px 0 6px', fontWeight: 700, color: colours.ink[0] }}>
        {heading}
      </h2>
      <LayoutTable style={{ margin: '0 0 20px' }}>
        {items.map(({ number, title, lines }) => (
          <tr key={title + lines.join()}>
            <td className="b-line c-ink" width={44} style={{ ...cell, ...leading, color: colours.ink[0] }}>
              {number}
            </td>
            <td className="b-line c-ink" style={{ ...cell, ...small, color: colours.ink[0] }}>
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

function Box({
  name,
  ink,
  children,
}: {
  name: 'wash' | 'sunken'
  ink: 'straw' | 'ink'
  children: React.ReactNode
}) {
  return (
    <LayoutTable style={{ margin: '4px 0 20px' }}>
      <tr>
        <td
          className={`bg-${name} c-${ink}`}
          style={{
            ...text,
            margin: 0,
            padding: '12px 16px',
            borderRadius: 6,
            backgroundColor: colours[name][0],
            color: colours[ink][0],
          }}
        >
          {children}
        </td>
      </tr>
    </LayoutTable>
  )
}

function Lines({ of }: { of: string }) {
  return of.split('\n').map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that is drawn once
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

/** A layout table: full width by default, or as narrow as its content. */
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

/** The style of a table cell with a line above it. */
const ruled = {
  borderTop: '1px solid',
  borderColor: colours.line[0],
  verticalAlign: 'top',
} as const satisfies CSSProperties
