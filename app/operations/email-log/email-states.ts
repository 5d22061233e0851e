import type { z } from 'zod'

import type { IconName } from '../../ui/pictures/icons.ts'
import type { StatusTone } from '../../ui/badge.tsx'
import type { EmailState } from '../../mail/email.ts'
import type { loggedMail } from './email-log.shapes.ts'

/** An email as the API returns it. */
export type LoggedMail = z.infer<typeof loggedMail>

/**
 * The label of each state. If staff may send the email, `send` is the label of the button. A stored email was
 * never sent, so its button says "Send".
 */
export const mailStates: Record<
  EmailState,
  { label: string; tone: StatusTone; icon: IconName; send?: 'Send' | 'Send again' }
> = {
  waiting: { label: 'Waiting', tone: 'wait', icon: 'clock' },
  sending: { label: 'Sending', tone: 'wait', icon: 'clock' },
  sent: { label: 'Sent', tone: 'good', icon: 'tick' },
  failed: { label: 'Retrying', tone: 'wait', icon: 'alert' },
  dead: { label: 'Given up', tone: 'off', icon: 'cross', send: 'Send again' },
  superseded: { label: 'Out of date, not sent', tone: 'done', icon: 'flag' },
  kept: { label: 'Stored, not sent', tone: 'done', icon: 'flag', send: 'Send' },
}
