/*
 * A webhook is the URL of another program to which we send events (Standard Webhooks). A delivery is one event for one
 * webhook. It has the same id at every attempt.
 */

/** The types of events that can be chosen for a webhook. */
export const webhookEventTypes = [
  'booking.created',
  'booking.changed',
  'booking.cancelled',
  'booking.attended',
  'availability.changed',
] as const
export type WebhookEventType = (typeof webhookEventTypes)[number]

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** The sentences that say why an attempt failed. */
export const attemptProblems = {
  unknown_host: 'There is no server with that name.',
  not_public: 'The address does not lead to the public internet.',
  unreachable: 'We could not reach the server, or it ended the connection.',
  certificate: 'The server’s certificate is not valid.',
  slow: 'The server took longer than ten seconds.',
  redirect: 'The server redirected us. Please enter the address it leads to.',
  gone: 'The server said that the address is gone.',
  refused: 'The server did not accept the message.',
  no_secret: 'We could not read the signing secret. Please make a new one.',
} as const
export type AttemptProblem = keyof typeof attemptProblems

/** The reasons why a webhook is switched off. */
export const disabledReasons = ['staff', 'gone', 'failing'] as const

/** The most webhooks that a vineyard may have. */
export const maxWebhooks = 10

/** The number of days for which a delivery stays in the log. */
export const deliveryDays = 30

/** The pause before the first retry and the longest pause, in milliseconds. */
export type RetryPauses = { first: number; longest: number }

export const retryPauses: RetryPauses = { first: 5000, longest: 4 * 3_600_000 }

/**
 * Returns the milliseconds until the next attempt: the first pause, doubled for each further failure, up to the longest
 * pause. `chance` (0–1) varies the pause by a fifth, so that retries are not sent together.
 */
export function retryPause(failures: number, chance: number, { first, longest }: RetryPauses): number {
  return Math.round(Math.min(first * 2 ** failures, longest) * (0.8 + 0.4 * chance))
}

/** The payload of a delivery. It contains only ids and states. */
export type WebhookPayload = {
  type: WebhookEventType | 'test'
  timestamp: string
  data: Record<string, unknown>
}
