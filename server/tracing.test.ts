import { fork, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'

import { ownDatabase } from '../test/database.ts'
import { makeOffer } from '../test/faults/offer.ts'
import { openSite } from '../test/faults/site.ts'
import { openMailServer } from '../test/mail-server.ts'

const database = await ownDatabase()

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Span = { traceId: string; spanId: string; parentSpanId?: string; name: string; attributes: Attribute[] }
type Export = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[] }

/** A receiver of OTLP that keeps the spans of each service. */
async function openCollector() {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    bodies.push(body)
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    spans: () =>
      bodies.flatMap((body) =>
        (JSON.parse(body) as Export).resourceSpans.flatMap(({ resource, scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) =>
            spans.map((span) => ({
              ...span,
              service: textOf(resource.attributes, 'service.name'),
              sql: textOf(span.attributes, 'db.query.text'),
            })),
          ),
        ),
      ),
  }
}

const textOf = (attributes: Attribute[], name: string) =>
  attributes.find(({ key }) => key === name)?.value.stringValue ?? ''

test('one trace leads from the request over its statements to the email it causes, without personal data', async () => {
  const [collector, smtp] = [await openCollector(), await openMailServer()]
  const env = {
    DATABASE_URL: database.url,
    SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    SMTP_URL: smtp.url,
  }
  const site = await openSite(env)
  onTestFinished(site.close)
  const offer = await makeOffer(site, 10)
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const body = {
    vineyard_id: offer.vineyard_id,
    experience_id: offer.experience_id,
    booking_date: offer.date,
    start_time: '14:30',
    number_of_guests: 2,
    total_price: 2 * offer.price_per_person,
    guest_name: 'Ada Lovelace',
    guest_email: 'ada.traced@example.com',
    guest_phone: '01632 960111',
  }
  const key = randomUUID()
  const headers = {
    'Content-Type': 'application/json',
    'Idempotency-Key': key,
    traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
  }
  const answer = await fetch(`http://127.0.0.1:${site.port}/api/bookings`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  expect([answer.status, await answer.text()]).toEqual([201, expect.any(String)])
  const [email] = await database<{ traceparent: string }[]>`select traceparent from emails`
  expect(email?.traceparent).toContain(traceId)

  const worker = fork('server/worker.ts', {
    env: {
      ...process.env,
      ...env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'fatal',
      SITE_URL: `http://localhost:${site.port}`,
    },
    silent: true,
  })
  for (let tries = 0; smtp.arrived.length === 0 && tries < 600; tries++) await sleep(50)
  await sleep(200)
  worker.kill('SIGTERM')
  await once(worker, 'exit')
  await site.restart()
  await smtp.goDown()

  const trace = collector.spans().filter((span) => span.traceId === traceId)
  const [request] = trace.filter(({ name }) => name === 'POST /api/bookings')
  expect(request).toMatchObject({ service: 'chalk-and-vine-site', parentSpanId: '00f067aa0ba902b7' })
  const [booking] = trace.filter(({ sql }) => sql.includes('create_bookings($1)'))
  expect(booking).toMatchObject({ name: 'select', parentSpanId: request?.spanId })
  const [job] = trace.filter(({ name }) => name === 'job email')
  expect(job).toMatchObject({ service: 'chalk-and-vine-worker', parentSpanId: request?.spanId })
  expect(
    trace.filter(({ sql, parentSpanId }) => sql.includes('claim_next_email') && parentSpanId === job?.spanId),
  ).toHaveLength(1)

  const exported = collector.bodies.join('\n')
  for (const secret of ['Lovelace', 'ada.traced', '960111', key, offer.experience_id])
    expect(exported).not.toContain(secret)
})

test('loads nothing of the SDK without an endpoint', () => {
  const code = (endpoint: string) => `
    import { registerHooks } from 'node:module'
    const loaded = new Set()
    registerHooks({ resolve: (name, context, next) => (loaded.add(name), next(name, context)) })
    const { startTracing } = await import('./server/tracing.ts')
    const end = await startTracing('site', { OTEL_EXPORTER_OTLP_ENDPOINT: '${endpoint}' })
    await end()
    console.log([...loaded].filter((name) => name.startsWith('@opentelemetry/')).join(' '))`
  const loadedWith = (endpoint: string) =>
    spawnSync(process.execPath, ['--input-type=module', '--eval', code(endpoint)], {
      encoding: 'utf8',
    }).stdout.trim()
  expect(loadedWith('')).toBe('@opentelemetry/api')
  expect(loadedWith('http://127.0.0.1:9')).toContain('@opentelemetry/sdk-trace')
})
