import { render } from '@react-email/render'
import type { CSSProperties } from 'react'

import type { Email, Site } from './email.ts'
import { colours, darkRules, narrowRules } from './email-colours.ts'
import { EmailSheet } from './email-layout.tsx'
import { emailText } from './email-text.ts'

/** A rendered email without sender, recipient and date. */
export type Message = Pick<Email, 'subject' | 'reply_to' | 'calendar' | 'unsubscribe'> & {
  html: string
  text: string
}

export async function renderEmail(email: Email, site: Site): Promise<Message> {
  const { subject, reply_to, calendar, unsubscribe } = email
  const html = await render(<EmailDocument email={email} site_url={site.site_url} />)
  return { subject, reply_to, calendar, unsubscribe, html, text: emailText(email, site) }
}

/**
 * An email as an HTML document that old email readers also support. Its style sheet has only rules for dark mode and for margins
 * on phones.
 */
function EmailDocument({ email, site_url }: { email: Email; site_url: string }) {
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
        <EmailSheet email={email} site_url={site_url} />
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
