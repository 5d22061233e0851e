import type { CSSProperties, ReactNode } from 'react'

import { type Colour, colours } from './email-colours.ts'
import { EmailPart } from './email-part.tsx'
import { LayoutTable } from './email-table.tsx'
import type { Email } from './email.ts'

const serif = "Besley, Rockwell, Georgia, 'Times New Roman', serif"
const sans = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

/** What of a letter is drawn. */
export type Sheet = Pick<Email, 'heading' | 'parts' | 'reason'>

/** What is seen of a letter, wherever it is shown. */
export function EmailSheet({ letter: email, site_url }: { letter: Sheet; site_url: string }) {
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
                // biome-ignore lint/suspicious/noArrayIndexKey: a letter is drawn once
                <EmailPart key={at} part={part} />
              ))}
            </Row>
            <Row padding="18px 36px 8px">
              <p className="c-soft" style={{ ...small, color: colours.soft[0] }}>
                {email.reason}
              </p>
              <p className="c-soft" style={{ ...small, color: colours.soft[0] }}>
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
const small: CSSProperties = { margin: '0 0 8px', fontSize: 13, lineHeight: '20px' }
