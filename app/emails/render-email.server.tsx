import { render } from '@react-email/render'

import type { Email, Site } from './email.ts'
import { EmailFrame } from './email-frame.tsx'
import { emailText } from './email-text.ts'

/** A letter ready to go: what only the sender still adds is to whom, from whom and when. */
export type Message = Pick<Email, 'subject' | 'reply_to' | 'calendar' | 'unsubscribe'> & {
  html: string
  text: string
}

export async function renderEmail(email: Email, site: Site): Promise<Message> {
  const { subject, reply_to, calendar, unsubscribe } = email
  const html = await render(<EmailFrame letter={email} site_url={site.site_url} />)
  return { subject, reply_to, calendar, unsubscribe, html, text: emailText(email, site) }
}
