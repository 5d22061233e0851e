// Tests the proxy of deploy/Caddyfile in front of two processes of the site.
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { request, type RequestOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import { makeBookable } from '../make.ts'
import { freePort } from '../faults/site.ts'
import { checkBodyLimits } from './body-limits.ts'
import { openPostgres, startProcess } from './sites.ts'
import { bookByForm, type Figures, need, run, start, type Running } from './tools.ts'

const caddyfile = 'deploy/Caddyfile'
/** An address of this machine that no other test uses. */
const visitor = '127.0.0.5'

export async function testProxy(): Promise<Figures> {
  need('caddy')
  assert.equal(
    run('caddy', ['fmt', caddyfile]),
    readFileSync(caddyfile, 'utf8').trim(),
    'the file is formatted',
  )
  const postgres = await openPostgres()
  const running = new Set<Running>()
  try {
    const ports = [await freePort(), await freePort()]
    const [plain, secure, admin] = [await freePort(), await freePort(), await freePort()]
    const origin = `https://localhost:${secure}`
    const open = async (port: number) => {
      const site = await startProcess('server/main.ts', {
        PORT: String(port),
        SITE_URL: origin,
        DATABASE_URL: postgres.url,
        DATA_FOLDER: postgres.folder,
        LEAVE_SECONDS: '4',
        LIMIT_BOOKINGS: '100000',
        LIMIT_BOOKING_EMAILS: '0',
        LIMIT_SEARCHES: '100000',
      })
      running.add(site)
      return site
    }
    const sites = await Promise.all(ports.map(open))
    const openCaddy = async (upstreams: number[], [http, https, api]: number[]) => {
      const caddy = await start('caddy', ['run', '--config', caddyfile, '--adapter', 'caddyfile'], {
        ready: /serving initial configuration/,
        env: {
          PATH: process.env.PATH,
          XDG_DATA_HOME: join(postgres.folder, 'caddy'),
          XDG_CONFIG_HOME: join(postgres.folder, 'caddy'),
          SITE_HOST: 'localhost',
          SITES: upstreams.map((port) => `127.0.0.1:${port}`).join(' '),
          HTTP_PORT: String(http),
          HTTPS_PORT: String(https),
          CADDY_ADMIN: `localhost:${api}`,
        },
      })
      running.add(caddy)
    }
    await openCaddy(ports, [plain, secure, admin])
    const authority = join(postgres.folder, 'caddy/caddy/pki/authorities/local/root.crt')
    setDefaultCACertificates([...getCACertificates('default'), readFileSync(authority, 'utf8')])
    const { experience, pattern, path, answers } = await makeBookable(postgres.sql, {
      experience: { max_group_size: 8 },
      pattern: { capacity: 10_000 },
      date: inThirtyDays(),
    })
    const proxy = { origin, port: secure }

    await check('http redirects to https', () => redirectsToHttps(plain))
    await check('a visit is booked over https', () => bookByForm(origin, path, answers()))
    await check('headers and bodies are passed on', () => passesOn(proxy, ports[0] ?? 0))
    await check('a range of the map is passed on', () => passesRange(proxy))
    await check("the site sees the visitor's address, not a forged one", () =>
      seesAddress(proxy, postgres.sql),
    )
    await check('the proxy drops request ids and trace headers that visitors send', async () => {
      const echo = createServer((incoming, response) => response.end(JSON.stringify(incoming.headers)))
      await once(echo.listen(0, '127.0.0.1'), 'listening')
      const [http, https, api] = [await freePort(), await freePort(), await freePort()]
      try {
        await openCaddy([(echo.address() as AddressInfo).port], [http, https, api])
        await dropsClientIds(proxy, ports[0] ?? 0, { origin: `https://localhost:${https}`, port: https })
      } finally {
        echo.close()
      }
    })
    await check('/metrics is refused from outside', () => hidesMetrics(proxy, ports[0] ?? 0))
    await check('large headers are refused', () => limitsHeaders(proxy))
    await check('a body of the largest accepted size passes, and one byte more is refused', () =>
      checkBodyLimits(`http://127.0.0.1:${ports[0]}`, origin, postgres.sql),
    )

    const traffic = startTraffic(origin, {
      vineyard_id: experience.vineyard_id,
      experience_id: experience.id,
      booking_date: answers().date,
      start_time: '14:30',
      number_of_guests: 1,
      total_price: experience.price_per_person,
    })
    const began = performance.now()
    for (const [index, site] of sites.entries()) {
      await sleep(2000)
      assert.equal(await site.stop(), 0, 'the site ends cleanly')
      running.delete(site)
      await open(ports[index] ?? 0)
    }
    await sleep(3000)
    const { pages, bookings, failures } = await traffic.end()
    assert.deepEqual(failures, [], 'no request failed')
    const [{ booked }] = await postgres.sql<[{ booked: number }]>`
      select count(*)::integer as booked from bookings where pattern_id = ${pattern.id}`
    assert.equal(booked, bookings + 1, 'each booking that was answered is stored')
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    console.log(
      `  restarted both processes in ${seconds} s: ${pages} pages and ${bookings} bookings, none failed`,
    )
    return {
      proxy: run('caddy', ['version']).split(' ')[0] ?? '',
      'rolling restart': `${pages} pages and ${bookings} bookings in ${seconds} s, none failed`,
    }
  } finally {
    await Promise.all([...running].map((one) => one.stop()))
    await postgres.close()
  }
}

type Proxy = { origin: string; port: number }

async function check(what: string, act: () => Promise<unknown>): Promise<void> {
  await act()
  console.log(`  ${what}`)
}

const inThirtyDays = () => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

async function redirectsToHttps(plain: number): Promise<void> {
  const answer = await fetch(`http://localhost:${plain}/explore?q=a`, { redirect: 'manual' })
  assert.equal(answer.status, 308)
  assert.equal(answer.headers.get('Location'), 'https://localhost/explore?q=a')
}

async function passesOn({ origin }: Proxy, port: number): Promise<void> {
  const headers = { 'Accept-Encoding': 'gzip' }
  const [through, direct] = await Promise.all(
    [origin, `http://127.0.0.1:${port}`].map((base) => fetch(`${base}/about`, { headers })),
  )
  assert.equal(
    through?.headers.get('Strict-Transport-Security')?.startsWith('max-age=31536000'),
    true,
    'HSTS',
  )
  assert.equal(through?.headers.get('Content-Encoding'), 'gzip', 'compressed once, by the site')
  const [policy, own] = [through, direct].map(
    (answer) => answer?.headers.get('Content-Security-Policy') ?? '',
  )
  const nonce = /'nonce-([\w-]+)'/
  assert.equal(policy?.replace(nonce, ''), own?.replace(nonce, ''), 'the policy of the page')
  const [, value = ''] = nonce.exec(policy ?? '') ?? []
  assert.ok(value && (await through?.text())?.includes(`nonce="${value}"`), 'the page belongs to its policy')
}

async function passesRange({ origin }: Proxy): Promise<void> {
  const [map = ''] = globSync('build/client/assets/*.pmtiles')
  const answer = await fetch(`${origin}/assets/${basename(map)}`, { headers: { Range: 'bytes=0-126' } })
  assert.equal(answer.status, 206)
  assert.match(answer.headers.get('Content-Range') ?? '', /^bytes 0-126\//)
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), readFileSync(map).subarray(0, 127))
}

async function seesAddress(
  proxy: Proxy,
  sql: Awaited<ReturnType<typeof openPostgres>>['sql'],
): Promise<void> {
  const forged = '203.0.113.9'
  const message = { name: 'Ada', email: 'ada@example.com', subject: 'Tours', message: 'Hello.' }
  const body = new URLSearchParams({ ...message, form_key: randomUUID() })
  const { status } = await send(proxy, '/contact', {
    method: 'POST',
    localAddress: visitor,
    headers: {
      Origin: proxy.origin,
      'X-Forwarded-For': forged,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: body.toString(),
  })
  assert.ok(status < 400, `the message is accepted, not answered with ${status}`)
  // The site counts messages under the hash of the client address.
  const counted = async (address: string) => {
    const key = createHash('sha256').update(`messages ${address}`).digest()
    return (await sql`select tries from attempts where key = ${key}`).length
  }
  assert.equal(await counted(visitor), 1)
  assert.equal(await counted(forged), 0)
}

/**
 * Expects the proxy to drop request ids and traces of clients. `echo` is a server that answers with the headers that it
 * received.
 */
async function dropsClientIds(proxy: Proxy, port: number, echo: Proxy): Promise<void> {
  const headers = {
    'X-Request-Id': 'chosen-by-a-visitor',
    traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
  }
  const idOf = async (origin: string) =>
    (await fetch(`${origin}/api/vineyards`, { headers })).headers.get('X-Request-Id')
  assert.equal(await idOf(`http://127.0.0.1:${port}`), headers['X-Request-Id'], 'the site believes its proxy')
  const id = await idOf(proxy.origin)
  assert.ok(id, 'the request has an id')
  assert.notEqual(id, headers['X-Request-Id'])
  const { text } = await send(echo, '/', { headers: { ...headers, 'X-Other': 'passed on' } })
  const passed = JSON.parse(text) as Record<string, string>
  assert.equal(passed['x-other'], 'passed on')
  assert.deepEqual([passed['x-request-id'], passed.traceparent], [undefined, undefined])
}

async function hidesMetrics(proxy: Proxy, port: number): Promise<void> {
  const own = await fetch(`http://127.0.0.1:${port}/metrics`)
  assert.match(await own.text(), /^chalk_/m, 'the site itself answers on this machine')
  for (const path of [
    '/metrics',
    '/metrics/',
    '/metrics?a=b',
    '//metrics',
    '/METRICS',
    '/%6Detrics',
    '/a/../metrics',
  ]) {
    const { status, text } = await send(proxy, path)
    assert.ok(status >= 300, `${path} is answered with ${status}`)
    assert.doesNotMatch(text, /chalk_/, path)
  }
}

async function limitsHeaders(proxy: Proxy): Promise<void> {
  const wide = await send(proxy, '/', { headers: { 'X-Wide': 'a'.repeat(32 * 1024) } })
  assert.equal(wide.status, 431)
}

/** Sends a path exactly as it is written. Does not use `fetch`, which would normalise the path. */
async function send(
  { port }: Proxy,
  path: string,
  { body, ...options }: RequestOptions & { body?: string } = {},
): Promise<{ status: number; text: string }> {
  const headers = { Host: `localhost:${port}`, ...options.headers }
  const call = request({ host: '127.0.0.1', servername: 'localhost', port, path, ...options, headers })
  call.end(body)
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  let text = ''
  for await (const part of answer) text += part
  return { status: answer.statusCode ?? 0, text }
}

/** Lets four visitors read pages and four visitors book until `end` is called. None of them retries. */
function startTraffic(origin: string, visit: Record<string, unknown>) {
  const failures: string[] = []
  const counts = { pages: 0, bookings: 0 }
  let over = false
  const repeat = async (what: keyof typeof counts, ask: () => Promise<Response>, expected: number) => {
    while (!over) {
      const answer = await ask().catch((error: Error) => error)
      const status = answer instanceof Response ? answer.status : `${answer.message}: ${String(answer.cause)}`
      if (answer instanceof Response) await answer.arrayBuffer()
      if (status === expected) counts[what]++
      else failures.push(`${what}: ${status}`)
      await sleep(20)
    }
  }
  const read = () => fetch(`${origin}/explore`)
  const book = () =>
    fetch(`${origin}/api/bookings`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
      body: JSON.stringify({
        ...visit,
        guest_name: 'Ada Lovelace',
        guest_email: 'ada@example.com',
        guest_phone: '01632 960123',
      }),
    })
  const visitors = [1, 2, 3, 4].flatMap(() => [repeat('pages', read, 200), repeat('bookings', book, 201)])
  return {
    end: async () => {
      over = true
      await Promise.all(visitors)
      return { ...counts, failures }
    },
  }
}
