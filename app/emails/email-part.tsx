import type { CSSProperties } from 'react'

import { colours } from './email-colours.ts'
import { ruled, LayoutTable } from './email-table.tsx'
import type { EmailPart } from './email.ts'

/** One part of a letter, drawn with what every reader knows. */
export function EmailPart({ part }: { part: EmailPart }) {
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
