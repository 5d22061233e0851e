import type { CSSProperties } from 'react'

import { colours, darkRules, narrowRules } from './email-colours.ts'
import { EmailSheet } from './email-sheet.tsx'
import type { Email } from './email.ts'

/**
 * A letter as old readers can show it: tables, inline styles, no pictures, no fonts to fetch. The one style sheet
 * holds nothing but the colours of the dark and the narrow margin of a phone.
 */
export function EmailFrame({ letter: email, site_url }: { letter: Email; site_url: string }) {
  return (
    <html lang="en-GB" dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        <title>{email.subject}</title>
        <style>{`@media(prefers-color-scheme:dark){${darkRules}}${narrowRules}`}</style>
      </head>
      <body className="bg-page" style={{ margin: 0, padding: 0, backgroundColor: colours.page[0] }}>
        <div style={hidden}>{email.preview}</div>
        <EmailSheet letter={email} site_url={site_url} />
      </body>
    </html>
  )
}

const hidden: CSSProperties = {
  display: 'none',
  maxHeight: 0,
  overflow: 'hidden',
  fontSize: 1,
  lineHeight: '1px',
}
