import type { JSONParsed } from 'hono/utils/types'

import type { IconName } from '../ui/icons.ts'
import type { StatusTone } from '../ui/badge.tsx'
import type { EmailState } from '../emails/outbox.server.ts'
import type { MailEntry } from './email-log.server.ts'

/** An email as the API returns it. */
export type LoggedMail = JSONParsed<MailEntry>

/** The label of each state, and whether staff may send the email again. */
export const mailStates: Record<
  EmailState,
  { label: string; tone: StatusTone; icon: IconName; again: boolean }
> = {
  waiting: { label: 'Waiting', tone: 'wait', icon: 'clock', again: false },
  sending: { label: 'Sending', tone: 'wait', icon: 'clock', again: false },
  sent: { label: 'Sent', tone: 'good', icon: 'tick', again: false },
  failed: { label: 'Retrying', tone: 'wait', icon: 'alert', again: false },
  dead: { label: 'Given up', tone: 'off', icon: 'cross', again: true },
  superseded: { label: 'Out of date, not sent', tone: 'done', icon: 'flag', again: false },
  kept: { label: 'Stored, not sent', tone: 'done', icon: 'flag', again: true },
}
