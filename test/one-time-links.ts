import type { Sql } from '../app/platform/database/database.server.ts'
import type { startApp } from './app.ts'

/** Returns functions that call an app's API and read the one-time links that the app emailed. */
export function linkCalls(app: Awaited<ReturnType<typeof startApp>>) {
  async function post(path: string, content: object, headers: Record<string, string> = {}) {
    const response = await app.visit(`/api/${path}`, {
      method: 'POST',
      body: JSON.stringify(content),
      headers: { 'Content-Type': 'application/json', ...headers },
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, answer: text ? JSON.parse(text) : null }
  }

  /** Returns the tokens of the links emailed to an address, oldest first. */
  async function mailed(to: string): Promise<string[]> {
    const mails = await app.sql<{ link: string }[]>`
      select payload ->> 'link' as link from emails where to_address = ${to} order by created_at`
    return mails.map(({ link }) => link.split(/[/#]/).at(-1) ?? '')
  }
  return { post, mailed, lastMailed: async (to: string) => (await mailed(to)).at(-1) ?? '' }
}

/** Returns the path of the newest link emailed to an address. */
export async function findMailed(sql: Sql, to: string): Promise<string> {
  const [{ link }] = await sql<[{ link: string }]>`
    select payload ->> 'link' as link from emails
    where to_address = ${to} and payload ? 'link' order by created_at desc, id desc limit 1`
  return new URL(link).pathname
}
