import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

/** A message as the receiver got it. */
export type ReceivedWebhook = {
  id: string
  headers: Record<string, string>
  body: string
  message: { type: string; timestamp: string; data: Record<string, unknown> }
}

type Answer = (received: ReceivedWebhook, response: ServerResponse) => void

/** Accepts a message with status 204. */
export const accept: Answer = (_, response) => void response.writeHead(204).end()

/** Starts a server on this machine that receives webhooks. `answer` decides how the server treats each message. */
export async function startReceiver(port = 0) {
  const received: ReceivedWebhook[] = []
  const receiver = {
    received,
    answer: accept,
    url: '',
    /** Returns the ids in the order of arrival. */
    ids: () => received.map(({ id }) => id),
    verify: (secret: string, { body, headers }: ReceivedWebhook) => new Webhook(secret).verify(body, headers),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  const server = createServer(async (request: IncomingMessage, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const one = { id: headers['webhook-id'] ?? '', headers, body, message: JSON.parse(body) }
    received.push(one)
    receiver.answer(one, response)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  return receiver
}
