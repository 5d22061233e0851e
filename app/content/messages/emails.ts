import { z } from 'zod'

import { type EmailKind, plainEmail } from '../../mail/email.ts'

const contactMessage = plainEmail({
  payload: z.object({ name: z.string(), email: z.string(), subject: z.string(), message: z.string() }),
  compose: ({ name, email, subject, message }, { site_url }) => ({
    subject: `Message: ${subject}`,
    preview: `From ${name}`,
    heading: subject,
    parts: [
      {
        kind: 'facts',
        facts: [
          { label: 'From', value: name },
          { label: 'Email', value: email },
        ],
      },
      { kind: 'quote', text: message },
      { kind: 'text', text: `Replies to this email go to ${name}.` },
      { kind: 'button', label: 'Open the messages', href: `${site_url}/admin/messages` },
    ],
    reason: 'You’re receiving this email because you’re an admin of Chalk & Vine.',
    reply_to: email,
  }),
  sample: {
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    subject: 'A wheelchair among vines',
    message: 'Dear all,\n\nwhich of your vineyards can be visited in a wheelchair?\n\nAda',
  },
})

const contactAnswer = plainEmail({
  payload: z.object({ name: z.string(), subject: z.string(), message: z.string(), answer: z.string() }),
  // Nobody has verified the sender's address, so the email contains no text that the sender typed.
  compose: ({ answer }) => ({
    subject: 'Our answer to your message',
    preview: 'You wrote to us through the contact page.',
    heading: 'Thank you for writing to us',
    parts: [{ kind: 'text', text: answer }],
    reason: 'You’re receiving this email because you wrote to us through the contact page.',
  }),
  sample: {
    name: 'Ada Lovelace',
    subject: 'A wheelchair among vines',
    message: 'Which of your vineyards can be visited in a wheelchair?',
    answer: 'Three of them, and each says so on its page.\n\nWith good wishes,\nChalk & Vine',
  },
})

/** The emails of the contact page: the message to the admins, and the answer to the sender */
export const messageEmails: Record<string, EmailKind> = {
  contact_message: contactMessage,
  contact_answer: contactAnswer,
}
