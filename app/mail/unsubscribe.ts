/** The emails with a link to unsubscribe, and their descriptions. */
export const unsubscribable = {
  thank_you: 'thank-you emails after a visit',
  vineyard_daily_sheet: 'the daily email about today’s guests',
  vineyard_waiting: 'the daily reminder of bookings that wait for an answer',
} as const

export type Unsubscribable = keyof typeof unsubscribable

export const unsubscribableTypes = Object.keys(unsubscribable) as Unsubscribable[]

export function isUnsubscribable(email_type: string): email_type is Unsubscribable {
  return Object.hasOwn(unsubscribable, email_type)
}
