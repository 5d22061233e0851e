import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'otplib'
import { afterAll, expect, onTestFinished, test } from 'vitest'

import { hashPassword } from '../../app/people/accounts/password.server.ts'
import { ownDatabase } from '../database.ts'
import { makeAdmin, makeWinemaker, signedIn } from '../make.ts'
import { accept, startReceiver } from '../webhook-receiver.ts'
import { openSite } from '../faults/site.ts'

const sql = await ownDatabase()
const [key, otherKey] = [0, 1].map(() => randomBytes(32).toString('base64')) as [string, string]
const folder = await mkdtemp(join(tmpdir(), 'chalk-secrets-'))
const receiver = await startReceiver()
receiver.answer = accept
afterAll(async () => {
  receiver.close()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a program. Returns its exit code and everything that it printed. */
async function startAlone(program: string, settings: Record<string, string>) {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, NODE_ENV: 'test', DATABASE_URL: '', PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  const [code] = await once(child, 'exit')
  return { code, output }
}

const damages: [string, string | null][] = [
  ['empty', ''],
  ['long', `${randomBytes(64).toString('base64')}\n`],
  ['binary', '\u0000\u0001\u0002'],
  ['a folder', null],
]
test.each(['server/main.ts', 'server/worker.ts'])(
  'if secrets.key is damaged, %s does not start and says what to do in one line',
  async (program) => {
    const outcomes = await Promise.all(
      damages.map(async ([about, text]) => {
        const data = join(folder, `${program.replaceAll('/', '-')} ${about}`)
        const file = join(data, 'secrets.key')
        await mkdir(data, { recursive: true })
        await (text === null ? mkdir(file) : writeFile(file, text))
        return startAlone(program, { DATA_FOLDER: data })
      }),
    )
    for (const [n, { code, output }] of outcomes.entries()) {
      const [about, text] = damages[n] ?? []
      expect(code, about).toBe(1)
      expect(output, about).toMatch(
        text === null
          ? /^\S.*secrets\.key cannot be read: .+\n$/
          : /^\S.*secrets\.key holds no key of 32 bytes in base64\. Restore it from a backup\. .+\n$/,
      )
    }
  },
)

test('with a SECRETS_KEY of the wrong length, the site does not start and names the setting', async () => {
  for (const SECRETS_KEY of [randomBytes(16).toString('base64'), `${key},${key.slice(4)}`])
    expect(await startAlone('server/main.ts', { DATA_FOLDER: folder, SECRETS_KEY })).toMatchObject({
      code: 1,
      output: expect.stringMatching(
        /^These settings are not valid:\n {2}SECRETS_KEY: must be 32 random bytes/,
      ),
    })
})

const password = 'greensand-and-clay-7'
const hashed = await hashPassword(password)

/** Starts a site and a worker with this key. */
async function start(SECRETS_KEY: string) {
  const settings = { DATABASE_URL: sql.url, SECRETS_KEY, LOCAL_WEBHOOKS: 'yes', LOG_LEVEL: 'warn' }
  const site = await openSite({
    ...settings,
    LIMIT_SIGN_INS_PER_ACCOUNT: '1000',
    LIMIT_SIGN_INS_PER_ADDRESS: '1000',
  })
  const worker = spawn(process.execPath, ['server/worker.ts'], {
    env: { ...process.env, NODE_ENV: 'test', DATA_FOLDER: folder, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const close = async () => {
    const ended = once(worker, 'exit')
    worker.kill('SIGTERM')
    await Promise.all([ended, site.close()])
  }
  const call = async (token: string | null, method: string, path: string, body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${site.port}/api/${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...(token && signedIn({ token })) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, answer: text === '' ? null : JSON.parse(text) }
  }
  return { site, call, close, isRunning: () => worker.exitCode === null && worker.signalCode === null }
}
type Started = Awaited<ReturnType<typeof start>>

/** Makes an admin who signs in with an authenticator app. */
async function makeTwoStepAdmin({ call }: Started) {
  const admin = await makeAdmin(sql, { password_hash: hashed.ok ? hashed.value : '' })
  const offer = await call(admin.token, 'POST', 'account/two_step/offer', { current_password: password })
  const { secret } = offer.answer as { secret: string }
  const code = () => generate({ secret, epoch: Date.now() / 1000 })
  const on = await call(admin.token, 'POST', 'account/two_step', { code: await code() })
  const [recovery] = on.answer.recovery_codes as string[]
  const signIn = async ({ call }: Started, typed?: string) => {
    // The used code is allowed again, because the next code would come only after half a minute.
    await sql`update admins set two_step_spent = 0 where id = ${admin.id}`
    const signIn = { email: admin.email, password, code: typed ?? (await code()) }
    return (await call(null, 'POST', 'admin_sessions', signIn)).status
  }
  return { id: admin.id, recovery, signIn }
}

/** Makes a webhook. `deliver` sends a test event, and returns the problem, or null if the event arrives. */
async function makeTestedWebhook({ call }: Started) {
  const { token, vineyard_id } = await makeWinemaker(sql, { role: 'owner' })
  const wanted = { vineyard_id, url: receiver.url, event_types: ['booking.created'] }
  const added = await call(token, 'POST', 'webhooks', wanted)
  const { id } = added.answer as { id: string }
  const deliver = async ({ call }: Started) => {
    const sent = await call(token, 'POST', `webhooks/${id}/test`)
    expect(sent.status).toBe(202)
    const state = async () =>
      (await sql`select state, problem from webhook_deliveries where id = ${sent.answer.id}`)[0]
    await expect.poll(async () => (await state())?.state).not.toBe('waiting')
    return (await state())?.problem
  }
  const renew = async ({ call }: Started) => (await call(token, 'POST', `webhooks/${id}/secret`)).status
  return { id, deliver, renew }
}

test('with a wrong SECRETS_KEY, only webhooks and authenticator codes fail, until the right key is added', async () => {
  const right = await start(key)
  const [admin, webhook, second] = [
    await makeTwoStepAdmin(right),
    await makeTestedWebhook(right),
    await makeTestedWebhook(right),
  ]
  expect([await admin.signIn(right), await webhook.deliver(right)]).toEqual([200, null])
  await right.close()

  const wrong = await start(otherKey)
  expect(wrong.site.output()).toContain('Secrets of authenticator apps cannot be decrypted with SECRETS_KEY')
  expect(wrong.site.output()).toContain('Secrets of webhooks cannot be decrypted with SECRETS_KEY')
  expect(await admin.signIn(wrong)).toBe(401)
  expect(await admin.signIn(wrong, admin.recovery)).toBe(200)
  expect(await webhook.deliver(wrong)).toBe('no_secret')
  expect([await second.renew(wrong), await second.deliver(wrong)]).toEqual([201, null])
  expect((await fetch(`http://127.0.0.1:${wrong.site.port}/explore`)).status).toBe(200)
  expect(wrong.isRunning()).toBe(true)
  await wrong.close()

  const both = await start(`${otherKey},${key}`)
  expect(both.site.output()).not.toContain('cannot be decrypted')
  expect([await admin.signIn(both), await webhook.deliver(both), await second.deliver(both)]).toEqual([
    200,
    null,
    null,
  ])
  await both.close()
})

test('a damaged secret in the database affects only its owner, even at the start of the site', async () => {
  let site = await start(key)
  onTestFinished(() => site.close())
  const [hurt, well] = [await makeTwoStepAdmin(site), await makeTwoStepAdmin(site)]
  const [torn, whole] = [await makeTestedWebhook(site), await makeTestedWebhook(site)]
  const [stored] = await sql`select two_step_secret as secret from admins where id = ${hurt.id}`
  const values = ['sealed:', 'sealed:x:y', `${stored?.secret.slice(0, -4)}AAAA`, 'JBSWY3DP!', '', '\u00e9']
  for (const value of values) {
    await sql`update admins set two_step_secret = ${value} where id = ${hurt.id}`
    expect(await hurt.signIn(site), `“${value}”`).toBe(401)
  }
  await sql`update webhooks set secret = left(secret, 60) where id = ${torn.id}`
  expect(await torn.deliver(site)).toBe('no_secret')
  await site.close()
  site = await start(key)
  expect(await hurt.signIn(site)).toBe(401)
  expect(await hurt.signIn(site, hurt.recovery)).toBe(200)
  expect(await well.signIn(site)).toBe(200)
  expect([await torn.deliver(site), await whole.deliver(site)]).toEqual(['no_secret', null])
  expect([await torn.renew(site), await torn.deliver(site)]).toEqual([201, null])
})
