// npm run test:long -- enumeration: sign-in never reveals by text, status or duration which addresses have an account.
import { beforeAll, expect, test } from 'vitest'

import { hashPassword } from '../../app/people/accounts/password.server.ts'
import { startApp } from '../app.ts'
import { makeAdmin, makeVineyard, makeVisitor, makeWinemaker } from '../make.ts'
import { makeChance, permutationTest } from './permutation.ts'

const pairs = 150
const chance = makeChance(1)
const app = await startApp({
  env: { LIMIT_SIGN_INS_PER_ADDRESS: '100000', LIMIT_LINKS_PER_ADDRESS: '100000' },
})
const { sql } = app

let password_hash = ''
let vineyard_id = ''
beforeAll(async () => {
  const hashed = await hashPassword('tenterden-hop-garden')
  password_hash = hashed.ok ? hashed.value : ''
  vineyard_id = (await makeVineyard(sql)).id
})

type Sample = { took: number; answer: string }

async function ask(path: string, content: object): Promise<Sample> {
  const started = performance.now()
  const response = await app.visit(`/api/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(content),
  })
  const text = await response.text()
  return { took: performance.now() - started, answer: `${response.status} ${text}` }
}

/** Compares requests with a known and with an unknown address. Each pair is sent in a random order. */
async function compare(
  path: string,
  known: () => Promise<{ email: string }>,
  content: (email: string) => object,
) {
  const [there, absent]: [Sample[], Sample[]] = [[], []]
  for (let n = -5; n < pairs; n++) {
    const { email } = await known()
    const asks = [
      async () => there.push(await ask(path, content(email))),
      async () => absent.push(await ask(path, content(`nobody.${n}.${email}`))),
    ]
    if (chance() < 0.5) asks.reverse()
    for (const one of asks) await one()
  }
  // The first requests only warm up the process.
  const [a, b] = [there.slice(5), absent.slice(5)]
  return {
    answers: [...new Set([...a, ...b].map(({ answer }) => answer))],
    times: [a.map(({ took }) => took), b.map(({ took }) => took)] as const,
  }
}

const wrong = 'not-the-password-at-all'

// ASVS 6.3.8 11.2.4
test.each([
  {
    form: 'the sign-in form of winemakers',
    path: 'rpc/authenticate_winemaker',
    known: () => makeWinemaker(sql, { vineyard_id, password_hash }),
    content: (email: string) => ({ email_param: email, password_param: wrong }),
  },
  {
    form: 'the sign-in form of admins',
    path: 'admin_sessions',
    known: () => makeAdmin(sql, { password_hash }),
    content: (email: string) => ({ email, password: wrong }),
  },
  {
    form: 'the form for a forgotten password',
    path: 'links/password',
    known: () => makeWinemaker(sql, { vineyard_id, password_hash }),
    content: (email: string) => ({ email }),
  },
  {
    form: 'the form for a visitor’s link',
    path: 'links/sign_in',
    known: () => makeVisitor(sql),
    content: (email: string) => ({ email }),
  },
])(
  '$form gives every address the same answer in the same time',
  async ({ path, known, content }) => {
    const { answers, times } = await compare(path, known, content)
    expect(answers, 'one status and one text').toHaveLength(1)
    const [there, absent] = times
    expect(permutationTest(there, absent, chance)).toBeGreaterThan(0.001)
    // Negative control: the test detects a delay of 10 ms that is added to these times.
    expect(
      permutationTest(
        there.map((took) => took + 10),
        absent,
        chance,
      ),
    ).toBeLessThan(0.001)
  },
  900_000,
)
