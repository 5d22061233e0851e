import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request as ask } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** What the other process is asked for over the line between the two. */
export type Asked =
  | { act: 'open'; site: string; url: string; env: Record<string, string> }
  | { act: 'close'; site: string }
  | { act: 'errors' }

/** What time it is for the site that is asked, as an instant. */
export const clockHeader = 'x-clock'

/** One serves all files of this run: to read the built site takes as long as many tests. */
let started: Promise<ChildProcess> | undefined
let turns = 0

/** A site like that of this process in another one, on the same database and folder. */
export async function openElsewhere({
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
  const port = await tell<number>(child, { act: 'open', site, url, env })
  return {
    visit: async (request: Request) => responseOf(await send(port, request, now())),
    /** What was logged as an error in the other process since this was asked last. */
    takeErrors: () => tell<string[]>(child, { act: 'errors' }),
    close: () => tell(child, { act: 'close', site }),
  }
}

async function startProcess(): Promise<ChildProcess> {
  const child = fork(new URL('second-process.ts', import.meta.url), { execArgv: [] })
  child.setMaxListeners(0)
  await once(child, 'message')
  // Whoever runs the tests ends when they are over; the other process ends with it.
  child.unref()
  child.channel?.unref()
  return child
}

function tell<Answer>(child: ChildProcess, asked: Asked): Promise<Answer> {
  const turn = ++turns
  return new Promise((resolve, reject) => {
    const stop = () => {
      child.off('message', hear)
      child.off('exit', gone)
    }
    const hear = (told: { turn: number; answer: Answer }) => {
      if (told.turn !== turn) return
      stop()
      resolve(told.answer)
    }
    const gone = () => {
      stop()
      reject(new Error('The other process of the site has ended.'))
    }
    child.on('message', hear)
    child.on('exit', gone)
    child.send({ ...asked, turn })
  })
}

async function send(port: number, request: Request, now: Date): Promise<IncomingMessage> {
  const { host, pathname, search } = new URL(request.url)
  const headers = {
    ...Object.fromEntries(request.headers),
    host,
    [clockHeader]: now.toISOString(),
    // Node leaves out where a body ends that comes with a method which seldom has one.
    ...(request.body && !request.headers.has('Content-Length') && { 'Transfer-Encoding': 'chunked' }),
  }
  const asked = ask({
    port,
    host: '127.0.0.1',
    method: request.method,
    path: pathname + search,
    headers,
    agent: false,
    signal: request.signal,
  })
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>
  // Who is refused before all of it was read may find the line closed: what was answered counts.
  asked.on('error', () => undefined)
  if (request.body) void pipeline(Readable.fromWeb(request.body as never), asked).catch(() => undefined)
  else asked.end()
  const [answer] = await answered
  return answer
}

/** What the line adds of its own stands in no answer of the site. */
const ofTheLine = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date'])

function responseOf(answer: IncomingMessage): Response {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(answer.headersDistinct))
    if (!ofTheLine.has(name)) for (const value of values) headers.append(name, value)
  const status = answer.statusCode ?? 0
  const hasNone = [204, 205, 304].includes(status)
  if (hasNone) answer.resume()
  return new Response(hasNone ? null : (Readable.toWeb(answer) as ReadableStream), { status, headers })
}
