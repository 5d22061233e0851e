import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

const pageMethods = 'GET, HEAD, POST'
const allMethods = 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT'
const known = new Set(allMethods.split(', '))

/** Refuses what no page or endpoint may see: methods that nothing here has, and requests with two Host headers (RFC 9112 §3.2). */
export function refuseAtOnce(request: IncomingMessage, response: ServerResponse): boolean {
  if (!known.has(request.method ?? '')) {
    const allow = request.url?.startsWith('/api/') ? allMethods : pageMethods
    refuse(request, response, 405, `${request.method} is not supported here.`, { Allow: allow })
    return true
  }
  if (hasOneHost(request)) return false
  refuse(request, response, 400, 'A request has one Host header.')
  return true
}

function refuse(
  { url }: IncomingMessage,
  response: ServerResponse,
  status: number,
  title: string,
  headers: Record<string, string> = {},
): void {
  const isCall = url?.startsWith('/api/')
  const problem = { type: 'about:blank', title, status, error: title }
  response.writeHead(status, {
    'Content-Type': isCall ? 'application/problem+json' : 'text/plain; charset=UTF-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  })
  response.end(isCall ? JSON.stringify(problem) : title)
}

/** Node drops a second one, so `headers` does not tell. */
function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts < 2
}

const notAllowed = `405 Method Not Allowed\r\nAllow: ${pageMethods}`

/** What Node answers itself, and 405 for methods that its parser does not know. */
const statuses: Record<string, string> = {
  HPE_INVALID_METHOD: notAllowed,
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Answers what could not be parsed, and closes. While another answer is due it can only close. */
export function refuseUnparsed(error: NodeJS.ErrnoException, socket: Duplex, mayAnswer: boolean): void {
  if (mayAnswer && socket.writable) endWith(socket, statuses[error.code ?? ''] ?? '400 Bad Request')
  else socket.destroy()
}

/** Node hands over the connection of a CONNECT request, which this site does not take. */
export function refuseConnect(socket: Duplex, mayAnswer: boolean): void {
  if (mayAnswer) endWith(socket, notAllowed)
  else socket.destroy()
}

function endWith(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy())
}
