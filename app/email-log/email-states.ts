import type { IconName } from '../ui/icons.ts'
import type { StatusTone } from '../ui/status-pill.tsx'
import type { EmailState } from '../emails/outbox.server.ts'
import type { MailEntry } from './email-log.server.ts'

/** A mail as the API gives it. */
export type LoggedMail = {
  [Field in keyof MailEntry]: MailEntry[Field] extends Date
    ? string
    : MailEntry[Field] extends Date | null
      ? string | null
      : MailEntry[Field]
}

/** How a state of a mail looks, and whether staff may have it sent again. */
export const mailStates: Record<
  EmailState,
  { label: string; tone: StatusTone; icon: IconName; again: boolean }
> = {
  waiting: { label: 'Waiting', tone: 'wait', icon: 'clock', again: false },
  sending: { label: 'Being sent', tone: 'wait', icon: 'clock', again: false },
  sent: { label: 'Sent', tone: 'good', icon: 'tick', again: false },
  failed: { label: 'Tried again', tone: 'wait', icon: 'alert', again: false },
  dead: { label: 'Given up', tone: 'off', icon: 'cross', again: true },
  superseded: { label: 'Out of date, not sent', tone: 'done', icon: 'flag', again: false },
  kept: { label: 'Kept', tone: 'done', icon: 'flag', again: true },
}
