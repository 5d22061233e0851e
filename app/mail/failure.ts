import type { SqlEnums } from '../platform/database/sql-enums.generated.ts'
import { formatMoment } from '../platform/days.ts'

/** Why an email was not delivered. `email_failure_of` in SQL decides the reason. `retried_until` is set during retries. */
export type EmailFailure = { reason: FailureReason; retried_until: string | null }
export const failureReasons = [
  'no_mailbox',
  'mailbox_full',
  'refused',
  'undelivered',
  'retrying',
] as const satisfies SqlEnums['email_failure'][]
type FailureReason = (typeof failureReasons)[number]

const sentences: Record<Exclude<FailureReason, 'retrying'>, string> = {
  no_mailbox: 'mailbox does not exist',
  mailbox_full: 'mailbox is full',
  refused: 'was refused',
  undelivered: 'could not be delivered',
}

/** Returns why an email was not delivered, such as 'mailbox is full'. */
export function failureSentence({ reason, retried_until }: EmailFailure): string {
  if (reason !== 'retrying') return sentences[reason]
  return `not delivered yet, we keep trying until ${retried_until === null ? 'tomorrow' : formatMoment(retried_until)}`
}
