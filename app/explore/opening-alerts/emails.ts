import { z } from 'zod'

import { type EmailKind, plainEmail } from '../../mail/email.ts'
import { exampleDay, formatDay, formatTime } from '../../platform/days.ts'

const alertLink = plainEmail({
  payload: z.object({ link: z.url(), vineyard_name: z.string(), days: z.int() }),
  compose: ({ link, vineyard_name, days }) => ({
    subject: `Confirm: tell me when ${vineyard_name} opens for booking`,
    preview: `Please confirm within ${days} days.`,
    heading: 'Is this your address?',
    parts: [
      {
        kind: 'text',
        text: `Someone, probably you, asked us to email this address when ${vineyard_name} opens for booking. Confirm the address, and we’ll send one email on that day. Then we delete the address.`,
      },
      { kind: 'button', label: 'Yes, tell me', href: link },
      {
        kind: 'notice',
        text: `Please confirm within ${days} days. You can withdraw your request with the same link at any time.`,
      },
    ],
    reason:
      'If you didn’t ask for this, you can ignore this email. Unless you confirm, we delete this address and send nothing more.',
  }),
  sample: {
    link: 'https://vines.example.com/opening-alert/sample',
    vineyard_name: 'Windover Hill Estate',
    days: 3,
  },
})

const opening = plainEmail({
  payload: z.object({
    vineyard_id: z.uuid(),
    vineyard_name: z.string(),
    slot_date: z.iso.date(),
    start_time: z.iso.time(),
  }),
  compose: ({ vineyard_id, vineyard_name, slot_date, start_time }, { site_url }) => ({
    subject: `${vineyard_name} is open for booking`,
    preview: `The first visit with places: ${formatDay(slot_date)}, ${formatTime(start_time)}.`,
    heading: `You can now book a visit to ${vineyard_name}`,
    parts: [
      { kind: 'text', text: 'You asked us to tell you when this vineyard opens for booking.' },
      {
        kind: 'facts',
        facts: [{ label: 'First visit', value: `${formatDay(slot_date)}, ${formatTime(start_time)}` }],
      },
      { kind: 'button', label: 'See times and prices', href: `${site_url}/vineyard/${vineyard_id}` },
    ],
    reason: `You’re receiving this email because you asked for it once. We’ve now deleted your address from the list for ${vineyard_name}.`,
  }),
  sample: (today) => ({
    vineyard_id: '11111111-1111-4111-8111-111111111111',
    vineyard_name: 'Windover Hill Estate',
    slot_date: exampleDay(today),
    start_time: '14:30:00',
  }),
})

/** The emails of opening alerts. The `link` is a secret: it proves who owns the address. */
export const openingAlertEmails: Record<string, EmailKind> = {
  opening_alert_link: alertLink,
  opening_alert: opening,
}
