import { Transform } from 'node:stream'

import { createTransport, type NodemailerError } from 'nodemailer'
import DKIM from 'nodemailer/lib/dkim'

import type { Message } from './render-email.server.tsx'
import { senderAddress } from './email.ts'

/** An email to send to exactly one address. */
export type OutgoingMessage = Message & { from: string; to: string; message_id: string; date: Date }

/**
 * The outcome of sending. `answered`: the server answered that it refuses the message. `given`: the whole message was sent, so
 * without an answer it may have arrived.
 */
export type SendResult =
  | { ok: true }
  | { ok: false; error: string; permanent: boolean; answered: boolean; given: boolean }

export type Transport = {
  /** Calls `mayGo` when all but the end of the message is sent, and sends the end only if `mayGo` returns true. */
  send(outgoing: OutgoingMessage, mayGo: () => Promise<boolean>): Promise<SendResult>
  close(): void
}

type Settings = {
  smtp_url: string
  dkim?: { domain: string; selector: string; key: string } | undefined
  connections?: number
  /** Milliseconds to wait for a response from the server. */
  timeout?: number
}

/** The headers that DKIM signs. RFC 8058 requires signing both List-Unsubscribe headers. */
const signedHeaders =
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Content-Transfer-Encoding:' +
  'In-Reply-To:References:List-Unsubscribe:List-Unsubscribe-Post'

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Returns a pool of connections to one SMTP server. Signs in to servers on other machines only over TLS. */
export function createMailTransport({
  smtp_url,
  dkim,
  connections = 5,
  timeout = 20_000,
}: Settings): Transport {
  const url = new URL(smtp_url)
  const secret = url.username !== '' && !loopback.test(url.hostname)
  const transport = createTransport({
    url: smtp_url,
    pool: true,
    maxConnections: connections,
    connectionTimeout: Math.min(timeout, 10_000),
    greetingTimeout: Math.min(timeout, 10_000),
    dnsTimeout: 10_000,
    socketTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(secret ? { requireTLS: true } : {}),
  })
  const signer =
    dkim &&
    new DKIM({
      domainName: dkim.domain,
      keySelector: dkim.selector,
      privateKey: dkim.key,
      headerFieldNames: signedHeaders,
    })
  transport.use('stream', ({ message, data }, done) => {
    if (signer) message.processFunc((raw) => signer.sign(raw))
    message.processFunc((raw) => raw.pipe((data as unknown as Gated).gate()))
    done()
  })

  return {
    close: () => transport.close(),
    async send(outgoing, mayGo) {
      let given = false
      const gate = () =>
        new Transform({
          transform: (chunk, _, done) => done(null, chunk),
          flush: (done) => {
            mayGo().then((may) => {
              given = may
              done(may ? null : new Error('Another attempt has claimed this email.'))
            }, done)
          },
        })
      try {
        await transport.sendMail({ ...mailOf(outgoing), gate } as ReturnType<typeof mailOf>)
        return { ok: true }
      } catch (error) {
        return { ok: false, given, ...readFailure(error as NodemailerError) }
      }
    },
  }
}

type Gated = { gate: () => Transform }

function mailOf({
  from,
  to,
  message_id,
  date,
  subject,
  reply_to,
  html,
  text,
  calendar,
  unsubscribe,
}: OutgoingMessage) {
  return {
    // The envelope, not the headers, decides who gets the message.
    envelope: { from: senderAddress(from), to: [to] },
    from,
    to: { name: '', address: to },
    ...(reply_to ? { replyTo: { name: '', address: reply_to } } : {}),
    subject,
    html,
    text,
    messageId: message_id,
    date,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(unsubscribe
        ? {
            'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
    },
    ...(calendar ? { icalEvent: { ...calendar, filename: 'booking.ics' } } : {}),
  }
}

/** Returns why sending failed. A 5xx reply is permanent, unless it refuses our sign-in, which an operator can fix. */
function readFailure({ message, responseCode, permanent, code }: NodemailerError) {
  return {
    error: message,
    answered: responseCode !== undefined,
    permanent: permanent === true && (code === 'EENVELOPE' || code === 'EMESSAGE'),
  }
}
