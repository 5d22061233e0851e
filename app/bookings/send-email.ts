import type { BookingPayload } from './emails.ts'

/** The mails that may be asked for, and the status that each belongs to. */
export const askable = { received: 'pending', confirmed: 'confirmed', cancelled: 'cancelled' } as const
export type AskableEmail = keyof typeof askable

/** What is said when a mail could not be asked for, in the specification's words. */
export const sendEmailSentences: Record<AskableEmail, string> = {
  received: 'Failed to send booking received email',
  confirmed: 'Failed to send confirmation email',
  cancelled: 'Failed to send cancellation email',
}

/** The fields in which what was sent is not the booking's. An address that is not known may be sent as nothing or ''. */
export function payloadDifferences(sent: BookingPayload, ours: BookingPayload): (keyof BookingPayload)[] {
  const names = Object.keys(ours) as (keyof BookingPayload)[]
  return names.filter((name) => settle(name, sent[name]) !== settle(name, ours[name]))
}

function settle(name: keyof BookingPayload, value: string | number | null): string | number {
  if (typeof value === 'number') return Math.round(value * 100)
  const text = (value ?? '').normalize('NFC').trim()
  return name === 'guestEmail' ? text.toLowerCase() : text
}
