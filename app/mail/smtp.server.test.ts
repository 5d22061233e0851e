import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'

import { startSmtp } from '../../test/smtp.ts'
import { type Transport, createMailTransport } from './smtp.server.ts'

const [plain, tls] = await Promise.all([startSmtp(), startSmtp({ secure: true })])
const transports: Transport[] = []
afterAll(() => {
  for (const transport of transports) transport.close()
})
const transportOf = (settings: Parameters<typeof createMailTransport>[0]) => {
  const transport = createMailTransport(settings)
  transports.push(transport)
  return transport
}
const outgoing = {
  from: 'Chalk & Vine <bookings@vines.test>',
  to: 'ada@example.com',
  subject: 'Tomorrow: a  tasting, é',
  html: '<p>At half past two.   </p>\n\n',
  text: 'At half past two.\n\n',
  message_id: '<1@vines.test>',
  date: new Date('2026-06-01T09:00:00Z'),
}
const yes = async () => true

// ASVS 12.3.2
test('sends over TLS and refuses an untrusted certificate', async () => {
  const trusting = transportOf({ smtp_url: `${tls.url}?tls.rejectUnauthorized=false` })
  expect(await trusting.send(outgoing, yes)).toEqual({ ok: true })
  expect(tls.arrived).toHaveLength(1)

  const careful = transportOf({ smtp_url: tls.url })
  expect(await careful.send(outgoing, yes)).toMatchObject({
    ok: false,
    given: false,
    permanent: false,
    error: expect.stringContaining('certificate'),
  })
  expect(tls.arrived).toHaveLength(1)
})

test('does not finish sending a message if `mayGo` returns false', async () => {
  plain.arrived.splice(0)
  const sent = await transportOf({ smtp_url: plain.url }).send(outgoing, async () => false)
  expect(sent).toMatchObject({ ok: false, given: false })
  expect(plain.arrived).toHaveLength(0)
})

test('signs emails with DKIM, and the signature is valid on arrival', async () => {
  plain.arrived.splice(0)
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const dkim = { domain: 'vines.test', selector: 'autumn', key }
  expect(await transportOf({ smtp_url: plain.url, dkim }).send(outgoing, yes)).toEqual({ ok: true })

  const { raw = '' } = plain.arrived[0] ?? {}
  const end = raw.indexOf('\r\n\r\n')
  const headers = raw
    .slice(0, end)
    .split(/\r\n(?![ \t])/)
    .map(relaxed)
  const signed = headers.find((header) => header.startsWith('dkim-signature:')) ?? ''
  const tag = (name: string) =>
    new RegExp(`[:;] ?${name}=([^;]*)`).exec(signed)?.[1]?.replaceAll(' ', '') ?? ''
  expect([tag('d'), tag('s'), tag('a'), tag('c')]).toEqual([
    'vines.test',
    'autumn',
    'rsa-sha256',
    'relaxed/relaxed',
  ])
  expect(tag('h').split(':')).toEqual(expect.arrayContaining(['from', 'to', 'subject', 'date', 'message-id']))

  // RFC 6376 §3.4: reduces runs of spaces to one space, and removes spaces at ends of lines and empty lines at the end.
  const body = raw
    .slice(end + 4)
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ \r\n/g, '\r\n')
    .replace(/(\r\n)+$/, '\r\n')
  expect(createHash('sha256').update(body).digest('base64')).toBe(tag('bh'))
  const header = tag('h')
    .split(':')
    .flatMap((name) => headers.filter((header) => header.startsWith(`${name}:`)))
  const text = [...header, signed.replace(/([:;] ?b=)[^;]*/, '$1')].join('\r\n')
  expect(verify('sha256', Buffer.from(text), publicKey, Buffer.from(tag('b'), 'base64'))).toBe(true)
})

function relaxed(header: string): string {
  const [name = '', ...rest] = header.split(':')
  return `${name.toLowerCase().trim()}:${rest.join(':').replaceAll(/\s+/g, ' ').trim()}`
}
