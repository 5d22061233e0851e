import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { makeExperience, makePattern, makeWinemaker, signedIn } from '../../test/make.ts'

const { sql, visit } = await startApp()
const winemaker = await makeWinemaker(sql)
const { id: experience_id } = await makeExperience(sql, { vineyard_id: winemaker.vineyard_id })
await makePattern(sql, { experience_id })

const json = { 'Content-Type': 'application/json' }
const post = (path: string, body: unknown, headers = {}) =>
  visit(path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) })

type Call = {
  first: string
  last: string
  refused: number
  ask: (from: string, until: string) => Promise<Response>
}
const list = (noun: string): Call => ({
  first: 'from',
  last: 'until',
  refused: 400,
  ask: (from, until) =>
    visit(`/api/${noun}?${new URLSearchParams({ experience_id, from, until })}`) as Promise<Response>,
})
const calls: Record<string, Call> = {
  slots: list('slots'),
  'open days': list('open_days'),
  'single starts': list('availability'),
  'the remote function': {
    first: 'p_start_date',
    last: 'p_end_date',
    refused: 400,
    ask: (p_start_date, p_end_date) =>
      post('/api/rpc/generate_availability_from_patterns', {
        p_experience_id: experience_id,
        p_start_date,
        p_end_date,
      }) as Promise<Response>,
  },
  'a preview of a plan': {
    first: 'from',
    last: 'until',
    refused: 422,
    ask: (from, until) =>
      post(
        `/api/availability_plans/${experience_id}/preview`,
        { patterns: [], from, until },
        signedIn(winemaker),
      ) as Promise<Response>,
  },
}

// ASVS 15.2.2
test.each(Object.entries(calls))('%s: rejects a span that is invalid or too long', async (_name, call) => {
  const { first, last, refused, ask } = call
  for (const [from, until, sentence] of [
    ['2026-02-29', '2026-03-02', `${first} must be a valid day, as yyyy-MM-dd.`],
    ['2026-06-01', '01/07/2026', `${last} must be a valid day, as yyyy-MM-dd.`],
    ['2026-06-02', '2026-06-01', `${last} must not be before ${first}.`],
    ['2026-06-06', '2027-07-12', `${last} must be at most 400 days after ${first}.`],
  ] as const) {
    const answer = await ask(from, until)
    expect([answer.status, (await answer.json()).error], `${from} to ${until}`).toEqual([refused, sentence])
  }
  for (const [from, until] of [
    ['2026-06-06', '2027-07-11'],
    ['2026-06-06', '2026-06-06'],
    ['2028-02-29', '2028-02-29'],
  ] as const)
    expect((await ask(from, until)).status, `${from} to ${until}`).toBe(200)
})
