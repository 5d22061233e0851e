import { expect, test } from 'vitest'

import { startApp } from './app.ts'
import { endpointsOf, requestOf } from './permissions/requests.ts'
import { rollingBack } from './permissions/rollback.ts'
import { makeWorld } from './permissions/world.ts'

/*
 * The site identifies the caller when a request arrives. An admin may move the winemaker to another vineyard before the
 * request is carried out. This test calls every endpoint with which winemakers change something, as if that had happened:
 * the identified caller still has the old vineyard.
 */

const app = await startApp()
const { sql } = app

test('if a winemaker is moved to another vineyard during a request, the request fails and signs the winemaker out', async () => {
  const { callers } = await makeWorld(sql, app.now)
  const { token, own, foreign } = callers['winemaker A'] ?? {}
  if (!token || !own || !foreign) throw new Error('Nobody is signed in')
  const all = await endpointsOf(app.visit)
  const asker = async () => {
    const { handle, rolledBack } = await rollingBack(sql)
    const visit = app.visitOn(handle)
    return (name: string) =>
      rolledBack(async () => {
        const { path, init } = requestOf(name, own)
        const headers = new Headers(init.headers)
        headers.set('Authorization', `Bearer ${token}`)
        return (await visit(path, { ...init, headers })).status
      })
  }

  const ask = await asker()
  const acts: string[] = []
  for (const { name, isGuarded } of all)
    if (isGuarded && !isOfOneself(name) && (await ask(name)).changed) acts.push(name)
  expect(acts.length).toBeGreaterThan(25)

  await sql.unsafe(`
    create or replace function find_caller(p_token_hash bytea, p_now timestamptz)
    returns table (actor text, actor_id uuid, vineyard_id uuid, role text, session_id uuid)
    language sql as $$
      select 'winemaker', '${own.winemakers}'::uuid, '${own.vineyards}'::uuid, 'owner', null::uuid
    $$`)
  await sql`update winemakers set vineyard_id = ${foreign.vineyards} where id = ${own.winemakers}`
  const askAgain = await asker()
  const answers: [string, number, boolean][] = []
  for (const name of acts) {
    const { outcome, changed } = await askAgain(name)
    answers.push([name, outcome, changed])
  }
  expect(answers).toEqual(acts.map((name) => [name, 401, false]))
})

// Returns whether an action concerns the caller's own account. Such actions do not depend on the vineyard.
function isOfOneself(name: string): boolean {
  return / \/(account|me)\//.test(name)
}
