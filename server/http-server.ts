import { getRequestListener, RequestError } from '@hono/node-server'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { BlockList, createServer as createSocketServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

import { invalidSettings } from '../app/platform/config.server.ts'
import { serverHeaders } from '../app/platform/http/security-headers.server.ts'
import { currentActivity, nameRoute, newRequestId } from '../app/platform/telemetry.server.ts'
import { createRequestObserver } from './request-observer.ts'
import type { Web } from './web.ts'

/** Limits in ms for the head of a request, a whole request and silence. `checks` is the time between checks of these limits. */
type Timeouts = { head: number; request: number; silence: number; checks: number }

/** The usual limits. A picture of 10 MB over a slow connection takes two minutes. */
const usualTimeouts: Timeouts = { head: 15_000, request: 120_000, silence: 60_000, checks: 2000 }

/**
 * Returns the HTTP server of the site, which does not listen yet. The server sends cached pages first, ends slow
 * connections, and handles pipelined requests one at a time. Once `close` is called, `/readyz` answers 503, so that a
 * balancer stops sending requests. Only trusted proxies can set the ids and traces of requests.
 */
export function createHttpServer(
  web: Pick<Web, 'fetch' | 'respondFromCache' | 'isDatabaseAway'>,
  { head, request, silence, checks }: Timeouts = usualTimeouts,
  { trusted_proxies, ...config }: Parameters<typeof serverHeaders>[0] & { trusted_proxies?: BlockList } = {
    production: false,
    site_url: '',
  },
) {
  const headers = serverHeaders(config)
  const listener = getRequestListener(web.fetch, {
    errorHandler: (error) => answerUnreadable(error, headers),
  })
  let closing = false
  const limits = {
    headersTimeout: head,
    requestTimeout: request,
    connectionsCheckingInterval: checks,
    // Node leaves requests without a Host header to `rejectInvalid`, which refuses them with our security headers.
    requireHostHeader: false,
  }
  const observe = createRequestObserver(trusted_proxies ?? new BlockList())
  const handle: Handle = (incoming, response) => {
    // The connection ends after this response, so that the client's next request goes to another process.
    if (closing) response.shouldKeepAlive = false
    if (rejectInvalid(incoming, response, headers)) return
    if (incoming.url === '/readyz')
      sendState(response, closing ? 'closing' : web.isDatabaseAway() ? 'away' : 'ready', headers)
    else if (!web.respondFromCache(incoming, response)) {
      nameRequest(response)
      void listener(incoming, response)
    }
  }
  const queue = createConnectionQueue((incoming, response) =>
    observe(incoming, response, () => handle(incoming, response)),
  )
  const server = createServer(limits, queue.take)
  const close = (socket: Duplex, status: string) =>
    rejectAndClose(socket, status, queue.mayReject(socket), headers)
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) =>
    close(socket, statuses[code] ?? '400 Bad Request'),
  )
  server.on('connect', (_, socket) => close(socket, notAllowed))
  server.timeout = silence
  return {
    server,
    /**
     * Serves for another `grace` ms, so that every balancer notices the change of `/readyz`. Then finishes pending requests
     * and closes.
     */
    close: async (grace: number): Promise<void> => {
      closing = true
      if (!server.listening) return
      await sleep(grace)
      await new Promise((done) => server.close(done).closeIdleConnections())
    },
  }
}

/**
 * A process without the database stays in service, because the other processes lack the database too, and all of them
 * can still send cached pages.
 */
const states = {
  ready: { status: 200, text: 'ready' },
  away: { status: 200, text: 'ready, but the database is away' },
  closing: { status: 503, text: 'leaving' },
}

type Headers = Record<string, string>

/** Answers 400 if the host or target of a request is unreadable, and 500 after an unhandled error. */
function answerUnreadable(error: unknown, headers: Headers): Response {
  const [status, title] =
    error instanceof RequestError
      ? [400, 'The address of this request cannot be read.']
      : [500, 'Something went wrong.']
  return new Response(title, { status, headers: { 'Content-Type': 'text/plain; charset=UTF-8', ...headers } })
}

function sendState(response: ServerResponse, state: keyof typeof states, headers: Headers): void {
  const { status, text } = states[state]
  nameRequest(response)
  nameRoute('/readyz')
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=UTF-8', ...headers })
  response.end(text)
}

/** Rejects with a configuration error if this machine does not have the address on which to listen. */
export function checkHost(host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const trial = createSocketServer()
    trial.once('error', () => reject(invalidSettings(`HOST: ${host} is not an address of this machine`)))
    trial.listen({ port: 0, host }, () => trial.close(() => resolve()))
  })
}

/** Starts to listen, or rejects with a sentence that says what to do. `setting` is the name of the port's setting. */
export function listen(server: Server, host: string, port: number, setting = 'PORT'): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const message = {
        EADDRINUSE: `Port ${port} is used by another program. Set ${setting} to a free port, for example ${setting}=${port + 1} npm start.`,
        EACCES: `Port ${port} may not be used by this user. Set ${setting} to a port above 1023.`,
      }[error.code ?? '']
      reject(message ? new Error(message) : error)
    })
    // The backlog is long, because a client that does not fit into the kernel's queue retries only after a second.
    server.listen({ port, host, backlog: 4096 }, () => resolve())
  })
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/**
 * The limits of a connection. At most `waiting` requests are queued. The first request beyond them is dropped, and so are
 * all later requests; the connection closes after the queued requests are answered. After `dropped` dropped
 * requests, the next request cuts the connection.
 */
const pipelineLimits = { waiting: 10, dropped: 1000 }

type Connection = { current: ServerResponse | null; waiting: Parameters<Handle>[]; dropped: number }

/**
 * Handles the pipelined requests of a connection one after another. Node would handle them all at once, and keep the
 * responses for a slow reader in memory.
 */
function createConnectionQueue(handle: Handle) {
  const connections = new WeakMap<object, Connection>()

  const begin = (connection: Connection, request: IncomingMessage, response: ServerResponse) => {
    connection.current = response
    response.once('close', () => {
      connection.current = null
      // The next request starts later, so that other connections can go first.
      if (connection.waiting.length > 0) setImmediate(beginNext, connection, request.socket)
    })
    handle(request, response)
  }

  const beginNext = (connection: Connection, socket: Socket) => {
    const next = connection.waiting.shift()
    if (next && !socket.destroyed) begin(connection, ...next)
  }

  const drop = (connection: Connection, socket: Socket) => {
    const last = connection.waiting.at(-1)?.[1]
    // `Connection: close` tells the client that its later requests were not handled (RFC 9112 §9.6).
    if (last && connection.dropped === 0) last.shouldKeepAlive = false
    connection.dropped += 1
    if (connection.dropped > pipelineLimits.dropped) socket.destroy()
  }

  return {
    take: (request: IncomingMessage, response: ServerResponse): void => {
      const { socket } = request
      let connection = connections.get(socket)
      if (!connection) connections.set(socket, (connection = { current: null, waiting: [], dropped: 0 }))
      const isFree = connection.current === null && connection.waiting.length === 0
      if (isFree && connection.dropped === 0) begin(connection, request, response)
      else if (connection.waiting.length < pipelineLimits.waiting && connection.dropped === 0)
        connection.waiting.push([request, response])
      else drop(connection, socket)
    },
    /** Returns whether an error may be written to a connection now: no other response is half written or due first. */
    mayReject: (socket: object): boolean => {
      const { current = null, waiting = [] } = connections.get(socket) ?? {}
      return waiting.length === 0 && (current === null || (!current.req.complete && !current.headersSent))
    },
  }
}

const pageMethods = 'GET, HEAD, POST'
const allMethods = 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT'
const knownMethods = new Set(allMethods.split(', '))
const readMethods = new Set(['GET', 'HEAD'])

/**
 * Rejects unsupported methods, unknown transfer codings and two Host headers (RFC 9112 §6.1, §3.2). Returns whether the
 * request was rejected.
 */
function rejectInvalid(request: IncomingMessage, response: ServerResponse, headers: Headers): boolean {
  const isState = request.url === '/readyz'
  if (!(isState ? readMethods : knownMethods).has(request.method ?? '')) {
    const allow = isState ? 'GET, HEAD' : request.url?.startsWith('/api/') ? allMethods : pageMethods
    const title = `${request.method} is not supported here.`
    sendProblem(request, response, 405, title, { ...headers, Allow: allow })
    return true
  }
  if (!/^(chunked)?$/i.test(request.headers['transfer-encoding'] ?? '')) {
    response.shouldKeepAlive = false
    sendProblem(request, response, 400, 'The only transfer coding is chunked.', headers)
    return true
  }
  if (hasOneHost(request)) return false
  sendProblem(request, response, 400, 'A request must have exactly one Host header.', headers)
  return true
}

function sendProblem(
  { url }: IncomingMessage,
  response: ServerResponse,
  status: number,
  title: string,
  headers: Headers,
): void {
  const isApi = url?.startsWith('/api/')
  const request_id = nameRequest(response)
  const problem = { type: 'about:blank', title, status, error: title, request_id }
  response.writeHead(status, {
    'Content-Type': isApi ? 'application/problem+json' : 'text/plain; charset=UTF-8',
    ...headers,
  })
  response.end(isApi ? JSON.stringify(problem) : title)
}

/** Sets the header `X-Request-Id` and returns its id. */
function nameRequest(response: ServerResponse): string | undefined {
  const { request_id } = currentActivity() ?? {}
  if (request_id) response.setHeader('X-Request-Id', request_id)
  return request_id
}

/** Returns whether there is exactly one Host header. Reads the raw headers, because Node drops a second Host header. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

const notAllowed = `405 Method Not Allowed\r\nAllow: ${pageMethods}`

/** The statuses with which Node answers these errors by default, and 405 for methods that its parser does not know. */
const statuses: Record<string, string> = {
  HPE_INVALID_METHOD: notAllowed,
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/**
 * Refuses a request that Node leaves to this server, such as one that cannot be parsed, and closes the connection. If another
 * response is due first, only closes.
 */
function rejectAndClose(socket: Duplex, status: string, mayAnswer: boolean, headers: Headers): void {
  if (!mayAnswer || !socket.writable) return void socket.destroy()
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `HTTP/1.1 ${status}\r\n${lines.join('')}Connection: close\r\nContent-Length: 0\r\nX-Request-Id: ${newRequestId()}\r\n\r\n`
  socket.end(head, () => socket.destroy())
}
