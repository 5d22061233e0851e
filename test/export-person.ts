import type { Queryable } from '../app/platform/database/database.server.ts'

/** Returns everything that is stored about the owner of an email address, without a record in the audit log. */
export async function exportPerson(sql: Queryable, email: string): Promise<Record<string, unknown>> {
  const [{ person }] = await sql<
    [{ person: Record<string, unknown> }]
  >`select export_person(${email}) as person`
  return person
}
