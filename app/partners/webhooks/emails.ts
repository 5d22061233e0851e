import { z } from 'zod'

import { type EmailKind, plainEmail } from '../../mail/email.ts'

/** The email that tells the owners of a webhook, a vineyard or a reseller, that it was switched off because deliveries failed. */
export const webhookEmails: Record<string, EmailKind> = {
  webhook_disabled: plainEmail({
    payload: z.object({
      /** The id of the webhook, or null for a reseller's webhook, because resellers have no page for webhooks. */
      webhook_id: z.uuid().nullable(),
      name: z.string(),
      vineyard_name: z.string(),
      host: z.string(),
      reason: z.enum(['gone', 'failing']),
    }),
    compose: ({ webhook_id, name, vineyard_name, host, reason }, { site_url }) => ({
      subject: `A webhook of ${vineyard_name} is switched off`,
      preview: `${host} no longer gets our messages.`,
      heading: 'A webhook is switched off',
      parts: [
        {
          kind: 'text',
          text:
            reason === 'gone'
              ? `${name}, ${host} told us that it no longer wants our messages (410 Gone), so we’ve stopped sending them.`
              : `${name}, we tried for three days to send ${host} our messages and never got through, so we’ve stopped.`,
        },
        {
          kind: 'text',
          text: 'Your bookings are not affected. Once the program works again, switch the webhook back on. Waiting messages are then sent, and you can resend the messages that failed.',
        },
        ...(webhook_id === null
          ? []
          : [
              {
                kind: 'button' as const,
                label: 'Open the webhook',
                href: `${site_url}/winemaker/integrations/webhooks/${webhook_id}`,
              },
            ]),
      ],
      reason: `You’re receiving this email because this webhook of ${vineyard_name} on Chalk & Vine is yours.`,
    }),
    sample: {
      webhook_id: '11111111-1111-4111-8111-111111111111',
      name: 'Grace Hopper',
      vineyard_name: 'Windover Hill Estate',
      host: 'hooks.example.com',
      reason: 'failing',
    },
  }),
}
