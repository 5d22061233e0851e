import { expect, test } from 'vitest'

import { hashPassword, verifyPassword } from './password.server.ts'

async function hashed(password: string): Promise<string> {
  const hash = await hashPassword(password)
  if (!hash.ok) throw new Error('The queue is full.')
  return hash.value
}

// ASVS 11.2.2 11.4.2
test("hashes with argon2id, with at least OWASP's memory and iterations, and with a new salt each time", async () => {
  const [one, two] = [await hashed('under the old oak'), await hashed('under the old oak')]
  const [, memory, passes, lanes, salt = '', tag = ''] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(one) ?? []
  expect([Number(memory) >= 19 * 1024, Number(passes) >= 2, Number(lanes)]).toEqual([true, true, 1])
  expect([Buffer.from(salt, 'base64').length, Buffer.from(tag, 'base64').length]).toEqual([16, 32])
  expect(two.split('$')[4]).not.toBe(salt)
  expect(two.split('$')[5]).not.toBe(tag)
  expect(await verifyPassword('under the old oak', one)).toEqual({ ok: true, value: true })
  expect(await verifyPassword('under the old Oak', one)).toEqual({ ok: true, value: false })
})

// ASVS 15.2.2
test('refuses a sign-in while 66 others are being checked or are waiting', async () => {
  const hash = await hashed('under the old oak')
  const answers = await Promise.all(Array.from({ length: 80 }, () => verifyPassword('guess', hash)))
  const refused = answers.filter(({ ok }) => !ok)
  expect(refused.length).toBeGreaterThanOrEqual(14)
  expect(answers.filter((answer) => answer.ok && answer.value)).toEqual([])
})
