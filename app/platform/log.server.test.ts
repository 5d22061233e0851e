import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

import { ownDatabase } from '../../test/database.ts'
import { createLog, redirectConsole } from './log.server.ts'

const lines: string[] = []
const log = createLog('debug', { write: (line) => void lines.push(line) })
const sql = await ownDatabase()

/** Logs the error that `work` throws. Returns the line of the log as text and parsed. */
async function logged(work: () => unknown) {
  try {
    await work()
  } catch (error) {
    log.error({ err: error, path: '/booking/5e0cbf5c-7c5e-4f9c-9c1e-6a1c8f0d7b21' }, 'A page failed')
  }
  const text = lines.splice(0).join('')
  return { text, line: JSON.parse(text) as { err: Record<string, unknown>; path: string; msg: string } }
}

// ASVS 16.2.5
test('logs database errors without their values', async () => {
  const word = 'zqada'
  await sql`create table guests (email text primary key, age integer check (age < 100))`
  await sql`insert into guests values (${`${word}@example.com`}, 1)`
  const failures = [
    () => sql`insert into guests values (${`${word}@example.com`}, 2)`,
    () => sql`insert into guests values (${word}, 200)`,
    () => sql`select ${word}::text::uuid`,
    () => sql`select ${word}::text::int`,
    () => sql`select ${`{"name": ${word}`}::text::jsonb`,
    () => sql`select ${word}::text::date`,
    () => sql.unsafe(`select '${word}' from nowhere`),
    () => sql.unsafe(`do $$ begin raise exception 'no % here', '${word}@example.com'; end $$`),
  ]
  for (const failure of failures) {
    const { text, line } = await logged(failure)
    expect(text).not.toContain(word)
    expect(line.err.code).toMatch(/^[0-9A-Z]{5}$/)
    expect(line.err.stack).toMatch(/^\s+at /)
  }
  expect((await logged(failures[0] ?? (() => {}))).line.err).toMatchObject({
    table_name: 'guests',
    constraint_name: 'guests_pkey',
  })
})

test('logs a parse error without its input, even if the parse error is the cause of another error', async () => {
  const word = 'zqbody'
  const parse = () => JSON.parse(`{"guest_name": ${word}`)
  expect((await logged(parse)).text).not.toContain(word)
  const { text, line } = await logged(() => {
    try {
      parse()
    } catch (cause) {
      throw new Error('The form could not be read', { cause })
    }
  })
  expect(text).not.toContain(word)
  expect(line.err).toMatchObject({ message: 'The form could not be read', cause: { type: 'SyntaxError' } })
})

test('logs an error that the job queue reports as a plain object', async () => {
  const { stack, message } = new Error('zqada@example.com: connect ECONNREFUSED')
  const { text, line } = await logged(() => {
    throw { message, stack, code: 'ECONNREFUSED', queue: 'emails', guest_name: 'zqada' }
  })
  expect(line.err).toMatchObject({ message: '…@…: connect ECONNREFUSED', code: 'ECONNREFUSED' })
  expect(line.err.stack).toMatch(/^\s+at /)
  expect(text).not.toContain('zqada')
})

test('masks email addresses everywhere and ids in paths', async () => {
  const { text, line } = await logged(() => {
    throw Object.assign(new Error('550 5.1.1 <zqada+x@mail.example.com>: no such user'), {
      rejected: ['zqada@example.com'],
    })
  })
  expect(text).not.toContain('zqada')
  expect(line.err.message).toBe('550 5.1.1 <…@…>: no such user')
  expect(line.path).toBe('/booking/…')
  log.warn(
    { guest_email: 'x', nested: { guest_name: 'zqada' }, note: 'to zqada@example.com' },
    'for zqada@example.com',
  )
  expect(lines.splice(0).join('')).not.toContain('zqada')
})

// ASVS 16.2.4
test('writes valid JSON and omits thrown values that are not errors', async () => {
  const { line } = await logged(() => {
    // oxlint-disable-next-line no-throw-literal
    throw { guest_name: 'zqada' }
  })
  expect(line).toMatchObject({ msg: 'A page failed', err: 'object' })
})

// ASVS 16.2.5
test('redacts ids and secrets in paths, whatever their encoding', () => {
  const id = '5e0cbf5c-7c5e-4f9c-9c1e-6a1c8f0d7b21'
  const token = 'k3Jv0nQw7Zr1tYb5Lx9Pc2Md8Fh4Gs6Ea0Ui3Oq1Wn5'
  for (const [path, shown] of [
    [`/booking/${id}/calendar.ics`, '/booking/…/calendar.ics'],
    [`/booking/${id.toUpperCase()}`, '/booking/…'],
    [`/booking/${id.replaceAll('-', '%2D')}`, '/booking/…'],
    [`/booking/%35${id.slice(1)}/%ff`, '/booking/…/…'],
    [`/feeds/${token}.ics`, '/feeds/…'],
    [`/booking/${id}?key=${token}`, '/booking/…'],
  ]) {
    log.error({ path }, 'A page failed')
    expect(JSON.parse(lines.splice(0).join(''))).toMatchObject({ path: shown })
  }
})

test('redacts ids and keys in URLs of error messages', () => {
  const id = '5e0cbf5c-7c5e-4f9c-9c1e-6a1c8f0d7b21'
  const token = 'k3Jv0nQw7Zr1tYb5Lx9Pc2Md8Fh4Gs6Ea0Ui3Oq1Wn5'
  log.error({ err: new Error(`No route matches "/booking/${id}?key=${token}#x"`) }, 'A page failed')
  const text = lines.splice(0).join('')
  expect(text).not.toContain(id)
  expect(text).not.toContain(token)
  expect(text).toContain('No route matches')
})

// ASVS 16.2.5
test('logs no password, token, key or hash, whatever field or text contains the secret', () => {
  const token = 'k3Jv0nQw7Zr1tYb5Lx9Pc2Md8Fh4Gs6Ea0Ui3Oq1Wn5'
  const hash = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaA'
  log.warn(
    {
      password: 'zqsecret',
      body: { password: 'zqsecret', session_token: token },
      req: { headers: { authorization: `Bearer ${token}`, cookie: 'a=zqsecret' } },
      text: `${token} cv_live_${token} cv_test_${token} whsec_abc+/zqsecret= ${hash}`,
      list: [token],
    },
    `Bearer ${token}, postgres://chalk:zqsecret@db.internal/chalk`,
  )
  const text = lines.splice(0).join('')
  for (const secret of [token, 'zqsecret', 'c2FsdHNhbHRzYWx0c2FsdA', 'aGFzaGhhc2g'])
    expect(text).not.toContain(secret)
  expect(JSON.parse(text)).toMatchObject({ level: 40, text: '… cv_live_… cv_test_… whsec_… $argon2…' })
})

// ASVS 16.4.1
test('input with line breaks and control characters stays in one line', () => {
  const forged = 'x\r\n{"level":30,"msg":"forged"}\u2028\u0000\u001b[31m'
  log.warn({ path: `/${forged}`, note: forged }, forged)
  const text = lines.splice(0).join('')
  expect(text.split('\n')).toHaveLength(2)
  expect(text).not.toMatch(/\r|\p{Cc}(?<!\n)/u)
  expect(JSON.parse(text)).toMatchObject({ level: 40, msg: forged, note: forged })
})

// ASVS 16.2.1 16.2.2
test('a line has the time in UTC, the process, the severity, the path and the error', async () => {
  const before = Date.now()
  const { line } = await logged(() => {
    throw new TypeError('No slot')
  })
  expect(line).toMatchObject({
    level: 50,
    pid: process.pid,
    hostname: expect.any(String),
    path: '/booking/…',
    msg: 'A page failed',
    err: { type: 'TypeError' },
  })
  // Milliseconds since 1970 in UTC.
  const { time } = line as unknown as { time: number }
  expect([time >= before, time <= Date.now()]).toEqual([true, true])
})

// ASVS 16.2.5 16.5.4
test.each(['throw error', 'Promise.reject(error)'])(
  'logs an unhandled error without its values: %s',
  (act) => {
    const program = `
    import { createLog, logCrashes } from './app/platform/log.server.ts'
    logCrashes(createLog('info'))
    const error = Object.assign(new Error('invalid input "zqada"'), { code: '22P02', detail: 'zqada' })
    setTimeout(() => { ${act} })`
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([1, ''])
    expect(JSON.parse(stdout)).toMatchObject({
      level: 60,
      msg: 'The process crashed',
      err: { code: '22P02' },
    })
    expect(stdout).not.toContain('zqada')
  },
)

test('sends console output of libraries through the log', () => {
  const [warn, error] = [console.warn, console.error]
  try {
    redirectConsole(log)
    console.warn('The URL path "/booking/%35e0cbf5c-7c5e-4f9c-9c1e-6a1c8f0d7b21/%ff" could not be decoded.')
    console.error('React caught', new TypeError('zqada@example.com is no function'))
  } finally {
    Object.assign(console, { warn, error })
  }
  const [warned, failed] = lines.splice(0).map((line) => JSON.parse(line))
  expect(warned).toMatchObject({ level: 40, msg: 'The URL path "/booking/…/…" could not be decoded.' })
  expect(failed).toMatchObject({ level: 50, msg: 'React caught', err: { message: '…@… is no function' } })
})
