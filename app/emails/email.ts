import type { ZodType } from 'zod'

import type { Queryable } from '../platform/database.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'

/** A part of an email's body. Both HTML and text are made from the parts, so they say the same. All values are plain text. */
export type EmailPart =
  | { kind: 'text'; text: string }
  | { kind: 'facts'; facts: { label: string; value: string }[] }
  /** The main action. */
  | { kind: 'button'; label: string; href: string }
  | { kind: 'links'; links: { label: string; href: string }[] }
  /** Highlighted. */
  | { kind: 'notice'; text: string }
  | { kind: 'quote'; text: string }
  /** Items with a number in front. */
  | { kind: 'list'; heading: string; items: { number: string; title: string; lines: string[] }[] }

export type Email = {
  subject: string
  /** The preview in an inbox. */
  preview: string
  heading: string
  parts: EmailPart[]
  /** Why the recipient gets it, shown at the end. */
  reason: string
  reply_to?: string
  /** The link for one-click unsubscribing (RFC 8058). */
  unsubscribe?: string
  calendar?: { method: 'PUBLISH' | 'CANCEL'; content: string }
}

/** The row of an email, as its template reads it. */
export type MailRow = {
  id: string
  email_type: string
  to_address: string
  booking_id: string | null
  payload: unknown
}

/** The site's public URL and its sender. */
export type Site = { site_url: string; mail_from: string }

/** Why an email cannot be written: its type is unknown, its payload not valid, or what it was about is gone. */
export type Unwritable = 'unknown_type' | 'payload' | 'gone'

/** An email template: writes the email of a row, or a sample. */
export type EmailKind = {
  write: (sql: Queryable, row: MailRow, site: Site) => Promise<Result<Email, Unwritable>>
  /** Returns the email with made-up data. */
  sample: (site: Site) => Email
}

export function emailKind<Payload, Facts>(kind: {
  payload: ZodType<Payload>
  facts: (sql: Queryable, row: MailRow, payload: Payload, site: Site) => Promise<Facts | undefined>
  compose: (payload: Payload, facts: Facts, site: Site) => Email
  sample: (site: Site) => { payload: Payload; facts: Facts }
}): EmailKind {
  return {
    write: async (sql, row, site) => {
      const payload = kind.payload.safeParse(row.payload)
      if (!payload.success) return refused('payload')
      const facts = await kind.facts(sql, row, payload.data, site)
      return facts === undefined ? refused('gone') : ok(kind.compose(payload.data, facts, site))
    },
    sample: (site) => {
      const { payload, facts } = kind.sample(site)
      return kind.compose(payload, facts, site)
    },
  }
}

/** Returns a template that needs only its payload. */
export function plainEmail<Payload>(kind: {
  payload: ZodType<Payload>
  compose: (payload: Payload, site: Site) => Email
  sample: Payload
}): EmailKind {
  return emailKind({
    payload: kind.payload,
    facts: async () => null,
    compose: (payload, _, site) => kind.compose(payload, site),
    sample: () => ({ payload: kind.sample, facts: null }),
  })
}
