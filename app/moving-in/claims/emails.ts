import { z } from 'zod'

import { linkEmail, vineyardLink } from '../../people/accounts/emails.ts'
import { type EmailKind, plainEmail } from '../../mail/email.ts'

const claimLink = linkEmail({
  ...vineyardLink,
  expiry: 'expires',
  compose: ({ vineyard_name }) => ({
    subject: `Confirm your claim of ${vineyard_name}`,
    heading: 'Thank you for your claim',
    opening: `You told us that ${vineyard_name} is yours. Use this link to show us that this email address is yours. We’ll then review your claim and write back to you.`,
    label: 'Confirm my address',
    reason: `You’re receiving this email because someone claimed ${vineyard_name} with this address.`,
  }),
  sample: { ...vineyardLink.sample, link: 'https://vines.example.com/claim/sample', days: 3 },
})

const claimApproved = linkEmail({
  ...vineyardLink,
  compose: ({ name, vineyard_name }) => ({
    subject: `You can now manage ${vineyard_name}`,
    heading: `Welcome, ${name}`,
    opening: `We’ve approved your claim, and you can now manage ${vineyard_name}. Choose a password to get started.`,
    label: 'Choose a password',
    reason: `You’re receiving this email because you claimed ${vineyard_name}.`,
  }),
})

const claimRefused = plainEmail({
  payload: z.object({ name: z.string(), vineyard_name: z.string(), reason: z.string() }),
  compose: ({ name, vineyard_name, reason }, { site_url }) => ({
    subject: `Your claim of ${vineyard_name}`,
    preview: 'We couldn’t verify it.',
    heading: 'We couldn’t verify your claim',
    parts: [
      {
        kind: 'text',
        text: `${name}, we’ve reviewed your claim of ${vineyard_name} and couldn’t verify it.`,
      },
      ...(reason === '' ? [] : [{ kind: 'quote' as const, text: reason }]),
      {
        kind: 'text',
        text: 'If this is a mistake, please contact us, ideally from the vineyard’s own email address.',
      },
      { kind: 'links', links: [{ label: 'Contact us', href: `${site_url}/contact` }] },
    ],
    reason: `You’re receiving this email because you claimed ${vineyard_name}.`,
  }),
  sample: {
    name: 'Grace Hopper',
    vineyard_name: 'Windover Hill Estate',
    reason: 'The website names other people.',
  },
})

const claimReceived = plainEmail({
  payload: z.object({
    name: z.string(),
    email: z.string(),
    role: z.string(),
    message: z.string(),
    vineyard_name: z.string(),
  }),
  compose: ({ name, email, role, message, vineyard_name }, { site_url }) => ({
    subject: `Claim: ${vineyard_name}`,
    preview: `By ${name}, ${role}`,
    heading: `New claim of ${vineyard_name}`,
    parts: [
      {
        kind: 'facts',
        facts: [
          { label: 'By', value: name },
          { label: 'Role', value: role },
          { label: 'Email', value: email },
        ],
      },
      { kind: 'quote', text: message },
      { kind: 'button', label: 'Open the claims', href: `${site_url}/admin/claims` },
    ],
    reason: 'You’re receiving this email because you’re an admin of Chalk & Vine.',
    reply_to: email,
  }),
  sample: {
    name: 'Grace Hopper',
    email: 'grace@windover.example.com',
    role: 'Owner',
    message: 'We planted it in 1998.',
    vineyard_name: 'Windover Hill Estate',
  },
})

/** The emails about claims: several to the claimant and one to the admins. Each `link` is a secret. */
export const claimEmails: Record<string, EmailKind> = {
  claim_received: claimReceived,
  claim_link: claimLink,
  claim_approved: claimApproved,
  claim_refused: claimRefused,
}
