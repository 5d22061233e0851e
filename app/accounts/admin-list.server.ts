import type { Queryable } from '../platform/database.server.ts'

/** An admin as the others see them. */
export type AdminName = { id: string; name: string }

/** Everybody who runs the marketplace now, by name. */
export async function listAdmins(sql: Queryable): Promise<AdminName[]> {
  return sql<AdminName[]>`select id, name from admins where is_active order by name, id`
}
