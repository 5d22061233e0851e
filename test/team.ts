import type { startApp } from './app.ts'
import { makeVineyard, makeWinemaker, signedIn } from './make.ts'

type Signed = { token: string }

/** A hash that is well-formed but that no password matches. */
export const somePasswordHash = `$argon2id$v=19$m=1,t=1,p=1$${'a'.repeat(22)}$${'a'.repeat(43)}`

/** Returns functions that call the team endpoints of a test's own app. */
export function teamsOf({ sql, visit }: Awaited<ReturnType<typeof startApp>>) {
  const send = (who: Signed | null, method: string, path: string, body?: object) =>
    visit(`/api/${path}`, {
      method,
      headers: { ...(who && signedIn(who)), ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  return {
    send,
    /** Returns the status and the title of a refusal. */
    refusal: async (sent: Promise<Response>): Promise<[number, string]> => {
      const response = await sent
      return [response.status, (await response.json()).title]
    },
    /** Makes an owner, a manager and a colleague at the gate of one vineyard. */
    makeTeam: async () => {
      const { id: vineyard_id } = await makeVineyard(sql)
      const member = (role: string) =>
        makeWinemaker(sql, { vineyard_id, role, name: role, password_hash: somePasswordHash })
      return {
        vineyard_id,
        owner: await member('owner'),
        manager: await member('manager'),
        gate: await member('gate'),
      }
    },
    invite: (who: Signed, email: string, role = 'gate') =>
      send(who, 'POST', 'team', { name: 'Ines', email, role }),
    namesOf: async (who: Signed): Promise<string[]> =>
      (await (await send(who, 'GET', 'team')).json()).items.map(({ name }: { name: string }) => name),
    /** Returns the role of a signed-in person, or the status of a refusal. */
    roleOf: async (who: Signed): Promise<string | number> => {
      const me = await send(who, 'GET', 'me')
      return me.status === 200 ? (await me.json()).role : me.status
    },
    /** Sets a password with the newest link that was emailed to an address. */
    setPassword: async (email: string, password = 'three unrelated words') => {
      const [mail] = await sql<[{ link: string }]>`
        select payload ->> 'link' as link from emails where to_address = ${email} order by created_at desc, id limit 1`
      return send(null, 'POST', 'links/password/use', { token: mail.link.split('#')[1], password })
    },
  }
}

export function someAddress(): string {
  return `${crypto.randomUUID().slice(0, 8)}@example.com`
}
