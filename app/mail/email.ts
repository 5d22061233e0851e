import { z } from 'zod'

import { failureReasons } from './failure.ts'
import type { Queryable } from '../platform/database/database.server.ts'
import type { Day } from '../platform/days.ts'
import { ok, type Result, refused } from '../platform/result.ts'

const text = z.string()
const link = z.object({ label: text, href: text })

const part = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('text'), text }),
    z.object({ kind: z.literal('facts'), facts: z.array(z.object({ label: text, value: text })) }),
    /** The button for the main action. */
    link.extend({ kind: z.literal('button') }),
    z.object({ kind: z.literal('links'), links: z.array(link) }),
    /** A highlighted text. */
    z.object({ kind: z.literal('notice'), text }),
    z.object({ kind: z.literal('quote'), text }),
    /** A JPEG of 960 × 400 pixels, unless a width in pixels is given. `caption` is shown below the picture. */
    z.object({
      kind: z.literal('picture'),
      src: text,
      alt: text,
      caption: text.optional(),
      width: z.int().optional(),
    }),
    /** A list whose items have numbers. */
    z.object({
      kind: z.literal('list'),
      heading: text,
      items: z.array(z.object({ number: text, title: text, lines: z.array(text) })),
    }),
  ])
  .meta({ id: 'LetterPart' })

/** A part of an email's body. HTML and plain text are made from the same parts. All values are plain text. */
export type EmailPart = z.infer<typeof part>

/** The visible parts of an email. */
export const emailSchema = z.object({ subject: text, heading: text, parts: z.array(part), reason: text })

/**
 * The states of an email: waiting → sending → sent, or sending → failed → sending … → dead. `kept`: stored but not sent, usually
 * because there is no mail server. `superseded`: not sent, because a newer event made it untrue, or because staff removed the
 * guest's address.
 */
export const emailStates = ['waiting', 'sending', 'sent', 'failed', 'dead', 'kept', 'superseded'] as const
export type EmailState = (typeof emailStates)[number]

/** Why an email was not delivered, from the reply of the mail server. */
export const emailFailure = z
  .object({
    reason: z.enum(failureReasons),
    retried_until: text
      .nullable()
      .describe('The time until which delivery is retried; null if it is not retried.'),
  })
  .meta({ id: 'EmailFailure' })

/** An email about a booking as staff see it, without id and time. */
export const emailOfBooking = z.object({
  email_type: z.string(),
  to_address: z.string(),
  state: z.string(),
  failure: emailFailure.nullable(),
  server_reply: text.nullable().describe('The last reply of the mail server; for admins only.'),
  may_send_again: z.boolean(),
})

export type Email = {
  subject: string
  /** The preview text in an inbox. */
  preview: string
  heading: string
  parts: EmailPart[]
  /** The reason why the recipient gets the email, shown at its end. */
  reason: string
  reply_to?: string
  /** The link for one-click unsubscribing (RFC 8058). */
  unsubscribe?: string
  calendar?: { method: 'PUBLISH' | 'CANCEL'; content: string }
}

/** The row of a stored email, from which its template writes the email. */
export type MailRow = {
  id: string
  email_type: string
  to_address: string
  booking_id: string | null
  payload: unknown
}

/** The site's public URL and its sender. */
export type Site = { site_url: string; mail_from: string }

/** Returns the address of a sender: 'bookings@example.com' for 'Chalk & Vine <bookings@example.com>'. */
export function senderAddress(sender: string): string {
  return /<([^<>]+)>/.exec(sender)?.[1] ?? sender
}

/** Returns the domain of a sender: 'example.com' for 'Chalk & Vine <bookings@example.com>'. */
export function senderDomain(sender: string): string {
  return senderAddress(sender).split('@')[1] ?? 'localhost'
}

/**
 * Why an email cannot be written: its type is unknown, its payload is invalid, or the row that it is about was deleted (`gone`).
 */
export const unwritableReasons = ['unknown_type', 'payload', 'gone'] as const
export type Unwritable = (typeof unwritableReasons)[number]

/** An email template. It writes the email of a stored row, or a sample email. */
export type EmailKind = {
  write: (sql: Queryable, row: MailRow, site: Site) => Promise<Result<Email, Unwritable>>
  /** Returns the email with made-up data. */
  sample: (site: Site, today: Day) => Email
}

export function emailKind<Payload, Facts>(kind: {
  payload: z.ZodType<Payload>
  facts: (sql: Queryable, row: MailRow, payload: Payload, site: Site) => Promise<Facts | undefined>
  compose: (payload: Payload, facts: Facts, site: Site) => Email
  sample: (site: Site, today: Day) => { payload: Payload; facts: Facts }
}): EmailKind {
  return {
    write: async (sql, row, site) => {
      const payload = kind.payload.safeParse(row.payload)
      if (!payload.success) return refused('payload')
      const facts = await kind.facts(sql, row, payload.data, site)
      return facts === undefined ? refused('gone') : ok(kind.compose(payload.data, facts, site))
    },
    sample: (site, today) => {
      const { payload, facts } = kind.sample(site, today)
      return kind.compose(payload, facts, site)
    },
  }
}

/** Returns a template whose emails need only the payload, and no rows of the database. */
export function plainEmail<Payload extends object>(kind: {
  payload: z.ZodType<Payload>
  compose: (payload: Payload, site: Site) => Email
  sample: Payload | ((today: Day) => Payload)
}): EmailKind {
  return emailKind({
    payload: kind.payload,
    facts: async () => null,
    compose: (payload, _, site) => kind.compose(payload, site),
    sample: (_, today) => ({
      payload: typeof kind.sample === 'function' ? kind.sample(today) : kind.sample,
      facts: null,
    }),
  })
}
