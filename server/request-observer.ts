import { type Span, SpanKind } from '@opentelemetry/api'
import { Gauge, register } from 'prom-client'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BlockList } from 'node:net'

import { isTrusted } from '../app/platform/http/client-address.server.ts'
import { durationBuckets, histogram } from '../app/platform/metrics.server.ts'
import {
  type Activity,
  endSpan,
  newRequestId,
  runAs,
  startSpan,
  within,
} from '../app/platform/telemetry.server.ts'

// The names and labels follow OpenTelemetry's conventions for HTTP servers.
const durations = histogram(
  'http_server_request_duration_seconds',
  'Duration of requests until the response was handed to the network, by the pattern of their route.',
  ['http_request_method', 'http_route', 'http_response_status_code'],
  durationBuckets,
)
const activeName = 'http_server_active_requests'
const active =
  (register.getSingleMetric(activeName) as Gauge | undefined) ??
  new Gauge({ name: activeName, help: 'Requests that have no response yet.' })

const knownMethods = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'])
/** The status if the client left before the response began, as in nginx. */
const clientLeft = 499
const requestId = /^[\w.-]{1,128}$/

/** Returns a function that gives a request its id, handles it, and counts, times and traces it. */
export function createRequestObserver(trusted: BlockList) {
  return (incoming: IncomingMessage, response: ServerResponse, handle: () => void): void => {
    const started = performance.now()
    const { 'x-request-id': givenId, traceparent } = incoming.headers
    const isBelieved =
      (givenId !== undefined || traceparent !== undefined) &&
      isTrusted(trusted, incoming.socket.remoteAddress)
    const method = knownMethods.has(incoming.method ?? '') ? String(incoming.method) : '_OTHER'
    const activity: Activity = {
      request_id:
        isBelieved && typeof givenId === 'string' && requestId.test(givenId) ? givenId : newRequestId(),
      is_read: method === 'GET' || method === 'HEAD',
    }
    const span = startSpan(method, {
      kind: SpanKind.SERVER,
      is_root: true,
      traceparent: isBelieved && typeof traceparent === 'string' ? traceparent : undefined,
    })
    active.inc()
    response.once('close', () => {
      active.dec()
      const status = response.headersSent ? response.statusCode : clientLeft
      // An unknown path counts under an empty route, because there could be any number of such paths.
      const route = activity.route ?? ''
      durations.observe(
        { http_request_method: method, http_route: route, http_response_status_code: status },
        (performance.now() - started) / 1000,
      )
      if (span) endRequestSpan(span, { activity, method, route, status })
    })
    runAs(activity, () => within(span, handle))
  }
}

function endRequestSpan(
  span: Span,
  request: { activity: Activity; method: string; route: string; status: number },
): void {
  const { activity, method, route, status } = request
  span.updateName(`${method} ${route}`.trim())
  span.setAttributes({
    'http.request.method': method,
    'http.response.status_code': status,
    'chalk.request_id': activity.request_id ?? '',
    ...(route && { 'http.route': route }),
  })
  endSpan(span, status >= 500 ? { code: status } : undefined)
}
