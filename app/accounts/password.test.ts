import { expect, test } from 'vitest'

import { readNewPassword } from './password.ts'

test("refuses the product's name as a password, however it is written", () => {
  for (const name of [
    'chalk and vine',
    'Chalk & Vine',
    'Chalk&Vines2026',
    'chalkandvine',
    'chalk-and-vine!',
    'Chalk + Vine 1',
    'ChalkVine123',
    'ch4lk_4nd_v1n3',
    'chalk n vine 26',
    'chalkvinechalkvine',
    'The Chalk & Vine',
  ])
    expect(readNewPassword(name), name).toMatchObject({ ok: false })
})

test('accepts a sentence that mentions the name', () => {
  for (const sentence of [
    'chalk and vine in a blue barn',
    'my vine grows on chalk',
    'hampshire-chalk-stream',
  ])
    expect(readNewPassword(sentence), sentence).toMatchObject({ ok: true })
})
