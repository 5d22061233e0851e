import { fork, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'

import { ownDatabase } from '../test/database.ts'
import { makeOffer } from '../test/faults/offer.ts'
import { openSite } from '../test/faults/site.ts'
import { openMailServer } from '../test/mail-server.ts'
import { startReceiver } from '../test/webhook-receiver.ts'
import { makeWebhook } from '../test/webhooks.ts'

const database = await ownDatabase()

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Attribute[]
}
type Export = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[] }

/** Starts a receiver of OTLP that stores the spans of each service. */
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

test('one trace connects a request, its SQL statements, its email and its webhook, and has no personal data', async () => {
  const [collector, smtp, receiver] = [await openCollector(), await openMailServer(), await startReceiver()]
  onTestFinished(receiver.close)
  const env = {
    DATABASE_URL: database.url,
    SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    SMTP_URL: smtp.url,
    LOCAL_WEBHOOKS: 'yes',
  }
  const site = await openSite(env)
  onTestFinished(site.close)
  const offer = await makeOffer(site, 20)
  await makeWebhook(site.sql, offer.vineyard_id, receiver.url, ['booking.created'])
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
  const book = async (traceparent: string, idempotencyKey: string = randomUUID()) => {
    const headers = {
      'Content-Type': 'application/json',
      'Idempotency-Key': idempotencyKey,
      traceparent,
    }
    const answer = await fetch(`http://127.0.0.1:${site.port}/api/bookings`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    expect([answer.status, await answer.text()]).toEqual([201, expect.any(String)])
  }
  await book(`00-${traceId}-00f067aa0ba902b7-01`, key)
  const traceparents = async () =>
    (
      await database<{ traceparent: string | null }[]>`select traceparent from emails order by created_at`
    ).map((row) => row.traceparent)
  expect(await traceparents()).toEqual([expect.stringContaining(traceId)])
  // A request without a trace stores no trace with its email.
  await book(`00-${traceId.replace('4', '5')}-00f067aa0ba902b7-00`)
  expect(await traceparents()).toEqual([expect.stringContaining(traceId), null])

  const inRush = [...'12abcdef'].map((digit) => digit.repeat(32))
  const waiting = async () =>
    /^chalk_booking_queue_waiting (\d+)$/m.exec(
      await (await fetch(`http://127.0.0.1:${site.port}/metrics`)).text(),
    )?.[1]
  const rush = await site.sql.begin(async (sql) => {
    await sql`select from slots where pattern_id = ${offer.pattern_id} for update`
    const booked = inRush.map((id) => book(`00-${id}-00f067aa0ba902b7-01`))
    await expect.poll(waiting).toBe('3')
    return { booked }
  })
  await Promise.all(rush.booked)

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
  for (let tries = 0; (smtp.arrived.length === 0 || receiver.received.length === 0) && tries < 600; tries++)
    await sleep(50)
  await sleep(200)
  worker.kill('SIGTERM')
  await once(worker, 'exit')
  await site.restart()
  await smtp.goDown()

  const trace = collector.spans().filter((span) => span.traceId === traceId)
  const [request] = trace.filter(({ name }) => name === 'POST /api/bookings')
  expect(request).toMatchObject({ service: 'chalk-and-vine-site', parentSpanId: '00f067aa0ba902b7' })
  const [booking] = trace.filter(({ sql }) => sql.includes('create_booking($1)'))
  expect(booking).toMatchObject({ name: 'select', parentSpanId: request?.spanId })
  const [job] = trace.filter(({ name }) => name === 'job email')
  expect(job).toMatchObject({ service: 'chalk-and-vine-worker', parentSpanId: request?.spanId })
  expect(
    trace.filter(({ sql, parentSpanId }) => sql.includes('claim_next_email') && parentSpanId === job?.spanId),
  ).toHaveLength(1)

  const [delivery] = trace.filter(({ name }) => name === 'job webhook')
  expect(delivery).toMatchObject({ service: 'chalk-and-vine-worker', parentSpanId: request?.spanId })
  // A booking that waited in the queue also belongs to the trace of its own request.
  const booked = collector.spans().filter(({ sql }) => sql.includes('create_booking($1)'))
  expect(booked.map((span) => span.traceId).toSorted()).toEqual([traceId, ...inRush].toSorted())

  const exported = collector.bodies.join('\n')
  for (const secret of ['Lovelace', 'ada.traced', '960111', key, offer.experience_id])
    expect(exported).not.toContain(secret)
})

test('does not load the SDK without an endpoint', () => {
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

test('stops within seconds if the collector does not answer, and traces all requests if no share is set', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => {
    silent.close()
    silent.closeAllConnections()
  })
  const code = `
    const { startTracing } = await import('./server/tracing.ts')
    const { startSpan } = await import('./app/platform/telemetry.server.ts')
    const end = await startTracing('site', process.env)
    const span = startSpan('request', { kind: 1, is_root: true })
    const isTraced = span.isRecording()
    span.end()
    const started = performance.now()
    await end()
    console.log(JSON.stringify({ isTraced, isQuick: performance.now() - started < 8000 }))
    process.exit()`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    env: {
      ...process.env,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      OTEL_TRACES_SAMPLER_ARG: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Without a limit, the exporter would wait for ten seconds.
  expect(JSON.parse(await text(child.stdout))).toEqual({ isTraced: true, isQuick: true })
})
