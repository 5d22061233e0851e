import type { Queryable } from '../platform/database.server.ts'

/** Forgets what the audit says about a person; that something was changed, by whom and when, stays. Counts the values. */
export async function redactAudit(sql: Queryable, email: string, now: Date): Promise<number> {
  const [{ gone }] = await sql<[{ gone: number }]>`select redact_audit(${email}, ${now}) as gone`
  return gone
}
