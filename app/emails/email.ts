import type { ZodType } from 'zod'

import type { Queryable } from '../platform/database.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'

/**
 * What a mail says, part by part. Its HTML and its text are both made from these, so that neither can say less than the
 * other. Everything is plain text and escaped where it is drawn.
 */
export type EmailPart =
  | { kind: 'text'; text: string }
  | { kind: 'facts'; facts: { label: string; value: string }[] }
  /** The one thing to do next. */
  | { kind: 'button'; label: string; href: string }
  | { kind: 'links'; links: { label: string; href: string }[] }
  /** What must not be missed. */
  | { kind: 'notice'; text: string }
  | { kind: 'quote'; text: string }
  /** People or things in a row, each with a number in front. */
  | { kind: 'list'; heading: string; items: { number: string; title: string; lines: string[] }[] }

export type Email = {
  subject: string
  /** What a list of mails shows behind the subject. */
  preview: string
  heading: string
  parts: EmailPart[]
  /** Why the reader has it, said below. */
  reason: string
  reply_to?: string
  /** Where its reader unsubscribes, by one click (RFC 8058). */
  unsubscribe?: string
  calendar?: { method: 'PUBLISH' | 'CANCEL'; content: string }
}

/** A mail row as its letter is written from it. */
export type MailRow = {
  id: string
  email_type: string
  to_address: string
  booking_id: string | null
  payload: unknown
}

/** What every letter may name: the site's public address and its own sender. */
export type Site = { site_url: string; mail_from: string }

/** Why a mail can never be written: nobody knows its type, its payload has another shape, what it was about is gone. */
export type Unwritable = 'unknown_type' | 'payload' | 'gone'

/** One kind of mail: who reads its payload, what else it needs to know, and what it says. */
export type EmailKind = {
  write: (sql: Queryable, row: MailRow, site: Site) => Promise<Result<Email, Unwritable>>
  /** The same about people who do not exist, to look at. */
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

/** A kind whose payload says all there is. */
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
