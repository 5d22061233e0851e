import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A message from the tests to the second process of the site. */
export type ProcessRequest =
  | { kind: 'open'; site: string; url: string; env: Record<string, string> }
  | { kind: 'close'; site: string }
  | { kind: 'errors' }

/** The name of the header that tells the site the current time. */
export const clockHeader = 'x-clock'

// One process serves all test files, because importing the built site is slow.
let started: Promise<ChildProcess> | undefined
let messages = 0

/** Opens the site in a second process, with the database and the settings of the test's own site. */
export async function openSecondProcess({
  url,
  env,
  now,
}: {
  url: string
  env: Record<string, string>
  now: () => Date
}) {
  started ??= startProcess()
  const child = await started
  const site = randomUUID()
  const port = await call<number>(child, { kind: 'open', site, url, env })
  return {
    visit: async (request: Request) => responseOf(await send(port, request, now())),
    /** Returns the errors that were logged since the last call. */
    takeErrors: () => call<string[]>(child, { kind: 'errors' }),
    close: () => call(child, { kind: 'close', site }),
  }
}

async function startProcess(): Promise<ChildProcess> {
  const child = fork(new URL('second-process.ts', import.meta.url), { execArgv: [] })
  child.setMaxListeners(0)
  await once(child, 'message')
  // The process does not prevent the test run from ending.
  child.unref()
  child.channel?.unref()
  return child
}

function call<Answer>(child: ChildProcess, request: ProcessRequest): Promise<Answer> {
  const id = ++messages
  return new Promise((resolve, reject) => {
    const stop = () => {
      child.off('message', listen)
      child.off('exit', gone)
    }
    const listen = (message: { id: number; answer: Answer }) => {
      if (message.id !== id) return
      stop()
      resolve(message.answer)
    }
    const gone = () => {
      stop()
      reject(new Error('The other process of the site has ended.'))
    }
    child.on('message', listen)
    child.on('exit', gone)
    child.send({ ...request, id })
  })
}

async function send(port: number, request: Request, now: Date): Promise<IncomingMessage> {
  const { host, pathname, search } = new URL(request.url)
  const headers = {
    ...Object.fromEntries(request.headers),
    host,
    [clockHeader]: now.toISOString(),
    // Node adds this header itself only for methods that usually have a body.
    ...(request.body && !request.headers.has('Content-Length') && { 'Transfer-Encoding': 'chunked' }),
  }
  const outgoing = httpRequest({
    port,
    host: '127.0.0.1',
    method: request.method,
    path: pathname + search,
    headers,
    agent: false,
    signal: request.signal,
  })
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
  // The site may close the connection of a request that it rejects early. Then only the answer matters.
  outgoing.on('error', () => undefined)
  if (request.body) void pipeline(Readable.fromWeb(request.body as never), outgoing).catch(() => undefined)
  else outgoing.end()
  const [answer] = await answered
  return answer
}

// Headers that come from Node's HTTP server and not from the site.
const connectionHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date'])

function responseOf(answer: IncomingMessage): Response {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(answer.headersDistinct))
    if (!connectionHeaders.has(name)) for (const value of values) headers.append(name, value)
  const status = answer.statusCode ?? 0
  const hasNone = [204, 205, 304].includes(status)
  if (hasNone) answer.resume()
  return new Response(hasNone ? null : (Readable.toWeb(answer) as ReadableStream), { status, headers })
}
