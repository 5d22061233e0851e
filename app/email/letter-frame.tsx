import type { CSSProperties, ReactNode } from 'react'

import { type Colour, colours, darkRules } from './letter-colours.ts'
import { LetterPart } from './letter-part.tsx'
import type { Letter } from './letter.ts'

const serif = "Besley, Rockwell, Georgia, 'Times New Roman', serif"
const sans = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

/**
 * A letter as old readers can show it: tables, inline styles, no pictures, no fonts to fetch. The one style sheet
 * holds nothing but the colours of the dark and the narrow margin of a phone.
 */
export function LetterFrame({ letter, site_url }: { letter: Letter; site_url: string }) {
  return (
    <html lang="en-GB" dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        <title>{letter.subject}</title>
        <style>{`@media(prefers-color-scheme:dark){${darkRules}}@media(max-width:480px){.side{padding-left:20px!important;padding-right:20px!important}}`}</style>
      </head>
      <body className="bg-page" style={{ margin: 0, padding: 0, backgroundColor: colours.page[0] }}>
        <div style={hidden}>{letter.preview}</div>
        <Table className="bg-page" style={{ backgroundColor: colours.page[0] }}>
          <tr>
            <td align="center" style={{ padding: '24px 12px' }}>
              <Table width={600} style={{ maxWidth: 600, width: '100%' }}>
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
                    {letter.heading}
                  </h1>
                  {letter.parts.map((part, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a letter is drawn once
                    <LetterPart key={at} part={part} />
                  ))}
                </Row>
                <Row padding="18px 36px 8px">
                  <p className="c-soft" style={{ ...small, color: colours.soft[0] }}>
                    {letter.reason}
                  </p>
                  <p className="c-soft" style={{ ...small, color: colours.soft[0] }}>
                    <a href={site_url} className="c-soft" style={{ color: colours.soft[0] }}>
                      Chalk &amp; Vine
                    </a>
                    {' · Vineyards of the United Kingdom'}
                  </p>
                </Row>
              </Table>
            </td>
          </tr>
        </Table>
      </body>
    </html>
  )
}

function Table(props: { className?: string; width?: number; style?: CSSProperties; children: ReactNode }) {
  const { children, width = '100%', ...rest } = props
  return (
    <table role="presentation" width={width} cellPadding={0} cellSpacing={0} border={0} {...rest}>
      <tbody>{children}</tbody>
    </table>
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
const small: CSSProperties = { margin: '0 0 8px', fontSize: 13, lineHeight: '20px' }
const hidden: CSSProperties = {
  display: 'none',
  maxHeight: 0,
  overflow: 'hidden',
  fontSize: 1,
  lineHeight: '1px',
}
