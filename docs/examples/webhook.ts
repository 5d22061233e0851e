// Receives webhooks: checks that each message is ours, and handles each event once.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

type Message = { type: string; timestamp: string; data: { reference?: string; status?: string } }

const webhook = new Webhook(`${process.env.SECRET}`)
// Keep these in your database. An event whose answer we did not get comes again, with the same id.
const handled = new Set<string>()

createServer(async (request, response) => {
  const headers = request.headers as Record<string, string>
  let message: Message
  try {
    message = webhook.verify(await text(request), headers) as Message
  } catch {
    response.writeHead(401).end()
    return
  }
  const id = `${headers['webhook-id']}`
  if (!handled.has(id)) console.log(message.type, message.data.reference ?? '', message.data.status ?? '')
  handled.add(id)
  // Answer within ten seconds, and do long work afterwards.
  response.writeHead(204).end()
}).listen(Number(process.env.PORT), () => console.log('Listening'))
