import type { Queryable } from '../platform/database.server.ts'
import type { Actor } from './actor.ts'

/** The signed-in user, as `GET /api/me` shows them. */
export type Me =
  | {
      actor: 'winemaker'
      id: string
      vineyard_id: string
      name: string
      email: string
      position: string | null
    }
  | { actor: 'admin'; id: string; name: string; email: string; two_step: boolean }
  | { actor: 'guest'; id: string; email: string }

/** Who somebody is, undefined for nobody. */
export async function findMe(sql: Queryable, { actor, actor_id }: Actor): Promise<Me | undefined> {
  if (actor_id === null) return undefined
  const [me] =
    actor === 'winemaker'
      ? await sql<Me[]>`
          select ${actor} as actor, id, vineyard_id, name, email, position from winemakers where id = ${actor_id}`
      : actor === 'admin'
        ? await sql<Me[]>`
            select ${actor} as actor, id, name, email, two_step_since is not null as two_step
            from admins where id = ${actor_id}`
        : await sql<Me[]>`select ${actor} as actor, id, email from users where id = ${actor_id}`
  return me
}
