import { render } from '@react-email/render'

import type { Letter, Site } from './email.ts'
import { LetterFrame } from './email-frame.tsx'
import { letterText } from './email-text.ts'

/** A letter ready to go: what only the sender still adds is to whom, from whom and when. */
export type Message = Pick<Letter, 'subject' | 'reply_to' | 'calendar' | 'unsubscribe'> & {
  html: string
  text: string
}

export async function renderLetter(letter: Letter, site: Site): Promise<Message> {
  const { subject, reply_to, calendar, unsubscribe } = letter
  const html = await render(<LetterFrame letter={letter} site_url={site.site_url} />)
  return { subject, reply_to, calendar, unsubscribe, html, text: letterText(letter, site) }
}
