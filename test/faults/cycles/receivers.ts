// This process receives webhooks and emails for `stack.ts`. Each message is written to a file before it is accepted.
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'

import { openMailServer } from '../../mail-server.ts'
import { accept, startReceiver } from '../../webhook-receiver.ts'

/** A webhook that arrived. `verified` says whether it was signed with the secret of the vineyard that it names. */
export type ArrivedWebhook = { id: string; type: string; reference: string; verified: boolean }
export type ArrivedEmail = { message_id: string; to: string }
/** The addresses that the process reports when it is ready. */
export type Receivers = { webhooks: string; smtp: string }

const [folder = '', port = '0'] = process.argv.slice(2)
const note = (file: string, line: object) => appendFileSync(join(folder, file), `${JSON.stringify(line)}\n`)

const smtp = await openMailServer({
  note: ({ raw, to }) => {
    const message_id = /^Message-ID:\s*(\S+)/im.exec(raw)?.[1] ?? ''
    note('emails.jsonl', { message_id, to: to.join() } satisfies ArrivedEmail)
  },
})
const receiver = await startReceiver(Number(port))
receiver.answer = (one, response) => {
  const { id, headers, body, message } = one
  const secrets = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as Record<string, string>
  const secret = secrets[String(message.data.vineyard_id)] ?? ''
  let verified = true
  try {
    new Webhook(secret).verify(body, headers)
  } catch {
    verified = false
  }
  const reference = String(message.data.reference ?? '')
  note('webhooks.jsonl', { id, type: message.type, reference, verified } satisfies ArrivedWebhook)
  // All messages are in the file, so they need not stay in memory.
  receiver.received.length = 0
  accept(one, response)
}
process.send?.({ webhooks: receiver.url, smtp: smtp.url } satisfies Receivers)
process.on('disconnect', () => process.exit(0))
