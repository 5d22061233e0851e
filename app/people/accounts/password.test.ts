import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

import { ownDatabase } from '../../../test/database.ts'
import { makeClone } from '../../../test/guide-commands.ts'
import { makeAdmin, makeVineyard, makeWinemaker } from '../../../test/make.ts'
import { fingerprintsOf, isBreached } from './breached-passwords.server.ts'
import { passwordSentences, readNewPassword } from './password.ts'
import { checkNewPassword, hashPassword, ownWordsOf, verifyPassword } from './password.server.ts'

const sql = await ownDatabase()
const check = async (password: string, words: string[] = []) => {
  const checked = await checkNewPassword(password, words)
  return checked.ok ? 'accepted' : checked.problem.message
}

// ASVS 6.2.11
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
    'Sussex Wine 2026',
    'welcome-admin',
    'EnglishVineyards!',
  ])
    expect(readNewPassword(name), name).toMatchObject({ ok: false })
})

test("accepts a longer password that contains words of the product's name", () => {
  for (const sentence of [
    'chalk and vine in a blue barn',
    'my vine grows on chalk',
    'hampshire-chalk-stream',
    'kentish-ragstone-wall',
  ])
    expect(readNewPassword(sentence), sentence).toMatchObject({ ok: true })
})

// ASVS 6.2.11
test("refuses passwords that consist of the person's or the vineyard's own words", async () => {
  const vineyard = await makeVineyard(sql, { name: 'Windover Hill Estate', city: 'Alfriston' })
  const winemaker = await makeWinemaker(sql, {
    vineyard_id: vineyard.id,
    name: 'Zoë Okafor',
    email: 'zoe.cellar@quarrymill.example',
  })
  const admin = await makeAdmin(sql, { name: 'Marguerite Duval', email: 'marguerite@duval.example' })
  const words = await ownWordsOf(sql, 'winemaker', winemaker.id)
  for (const own of [
    'Windover-Hill-26',
    'w1nd0verh1ll',
    'Alfriston2026',
    'ZoeOkafor1999',
    'zoe.cellar@quarrymill',
  ])
    expect(await check(own, words), own).toBe(passwordSentences.own_words)
  expect(await check('windover hill has owls', words)).toBe('accepted')
  expect(await check('Windover-Hill-26', await ownWordsOf(sql, 'admin', admin.id))).toBe('accepted')
  expect(await check('MargueriteDuval7', await ownWordsOf(sql, 'admin', admin.id))).toBe(
    passwordSentences.own_words,
  )
})

// ASVS 6.2.4 6.2.12
test('refuses well-known and breached passwords in small and in capital letters', async () => {
  for (const known of ['1q2w3e4r5t', '4815162342', 'basketball', 'BASKETBALL', 'manchester', 'iloveyou123'])
    expect(await check(known), known).toBe(passwordSentences.breached)
})

test('hardly ever refuses an unlisted password, and leaves short and repeated passwords out of the list', async () => {
  const others = Array.from({ length: 2000 }, (_, n) => `unlisted sentence ${n}`)
  const mistaken = (await Promise.all(others.map(isBreached))).filter(Boolean)
  expect(mistaken.length).toBeLessThan(3)
  const list = ['a-first-password', 'Second-Password', 'second-password', 'short', 'a-third-password']
  expect(fingerprintsOf(list)).toHaveLength(3 * 4)
})

test('npm run breached-passwords makes the list of refused passwords from a file', async () => {
  const clone = makeClone()
  const written = join(clone, 'written.ts')
  await writeFile(join(clone, 'passwords.txt'), 'only-this-password\nshort\n')
  const run = (command: string) => promisify(execFile)('bash', ['-euc', command], { cwd: clone })
  const command = 'npm run breached-passwords -- passwords.txt'
  expect((await run(`${command} ${written}`)).stdout).toContain('1 password is refused.')
  const [, fingerprints = ''] = /'(.*)'/.exec(await readFile(written, 'utf8')) ?? []
  expect(Buffer.from(fingerprints, 'base64')).toEqual(fingerprintsOf(['only-this-password']))
  await expect(run('npm run breached-passwords')).rejects.toMatchObject({ code: 1 })
  await rm(clone, { recursive: true })
})

// ASVS 6.2.1 6.2.5 6.2.9
test('a password has 10 to 200 characters of any kind', async () => {
  expect(await check('ninechars')).toBe(passwordSentences.short)
  for (const fine of [
    'oak barrel',
    'ÄÖÜ ßçñ 日本語 🍇',
    '7!x#Q%z&1p',
    'oak '.repeat(16),
    'ab cd '.repeat(33),
  ])
    expect(await check(fine), fine).toBe('accepted')
  expect(await check('oak barrel '.repeat(20))).toBe(passwordSentences.long)
})

// ASVS 6.2.8
test('a password is compared in all its characters, including case and spaces', async () => {
  const password = ` ${'Oak Barrel '.repeat(16)}end `
  const hashed = await hashPassword(password)
  const hash = hashed.ok ? hashed.value : ''
  const verify = (typed: string) => verifyPassword(typed, hash)
  expect(await verify(password)).toEqual({ ok: true, value: true })
  for (const other of [password.trim(), password.toLowerCase(), password.slice(0, 72), `${password}x`])
    expect(await verify(other), other).toEqual({ ok: true, value: false })
})
