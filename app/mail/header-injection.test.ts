import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { afterAll, expect, test } from 'vitest'

import { startSmtp } from '../../test/smtp.ts'
import { renderEmail } from './render-email.server.tsx'
import { createMailTransport } from './smtp.server.ts'

/** The number of random emails. The long run sets it to 20,000. */
const inputs = Number(process.env.MAIL_INJECTIONS ?? 150)
const smtp = await startSmtp()
const transport = createMailTransport({ smtp_url: smtp.url })
afterAll(() => transport.close())

const site = { site_url: 'https://vines.test', mail_from: 'Chalk & Vine <bookings@vines.test>' }

/** Random text with parts that could be mistaken for a header, an envelope or a body. */
const nasty = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\r\nBcc: eve@evil.test',
        '\nTo: eve@evil.test',
        '\r\n\r\n<p>body</p>',
        '\r\n.\r\nMAIL FROM:<eve@evil.test>\r\nRCPT TO:<eve@evil.test>\r\nDATA\r\n',
        '\u2028Cc: eve@evil.test',
        '%0d%0aBcc:eve@evil.test',
        '=?utf-8?q?=0D=0ABcc:_eve@evil.test?=',
        ', eve@evil.test',
        '<eve@evil.test>',
        '"; eve@evil.test',
        '\u0000',
        '\u0085Bcc: eve@evil.test',
        'Content-Type: text/html',
        '\r',
        '\t\r\n folded',
      ),
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join(''))
const reply = fc.option(
  nasty.map((text) => `ada${text.replaceAll(/[\s@<>",;:()[\]\\]/g, '')}@example.com`),
  { nil: undefined },
)

// ASVS 1.2.1 1.3.11 5.4.2
test(`typed text adds no recipient, header or part to an email, in ${inputs} random emails`, {
  timeout: 300_000 + inputs * 200,
}, async () => {
  await fc.assert(
    fc.asyncProperty(nasty, nasty, nasty, reply, async (subject, name, words, reply_to) => {
      smtp.arrived.splice(0)
      const email = {
        subject,
        preview: words,
        heading: name,
        parts: [
          { kind: 'text' as const, text: words },
          { kind: 'facts' as const, facts: [{ label: 'Name', value: name }] },
        ],
        reason: words,
        ...(reply_to ? { reply_to } : {}),
      }
      const sent = await transport.send(
        {
          ...(await renderEmail(email, site)),
          from: site.mail_from,
          to: 'ada@example.com',
          message_id: '<1@vines.test>',
          date: new Date('2026-06-01T09:00:00Z'),
        },
        async () => true,
      )
      expect(sent).toEqual({ ok: true })
      expect(smtp.arrived).toHaveLength(1)
      const { raw, from, to } = smtp.arrived[0] ?? { raw: '', from: '', to: [] }
      expect([from, to]).toEqual(['bookings@vines.test', ['ada@example.com']])

      const head = raw.slice(0, raw.indexOf('\r\n\r\n'))
      // The message has no Subject header if the subject is empty.
      const names = [...head.matchAll(/^([^\s:]+):/gm)].map(([, header = '']) => header.toLowerCase())
      expect(names.toSorted()).toEqual(
        [
          'auto-submitted',
          'content-type',
          'date',
          'from',
          'message-id',
          'mime-version',
          ...(reply_to ? ['reply-to'] : []),
          ...(/^Subject:/m.test(head) ? ['subject'] : []),
          'to',
          'x-auto-response-suppress',
        ].toSorted(),
      )
      // A message must not contain a bare CR or LF, because only some servers read it as the end of a line.
      expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      const mail = await PostalMime.parse(raw)
      expect([
        mail.to?.map(({ address }) => address),
        mail.cc ?? [],
        mail.bcc ?? [],
        mail.attachments,
      ]).toEqual([['ada@example.com'], [], [], []])
    }),
    { numRuns: inputs },
  )
})
