import { Transform } from 'node:stream'

import { createTransport, type NodemailerError } from 'nodemailer'
import DKIM from 'nodemailer/lib/dkim'

import type { Message } from './render-email.server.tsx'
import { senderAddress } from './sender.ts'

/** What is sent, to exactly one address. */
export type OutgoingMessage = Message & { from: string; to: string; message_id: string; date: Date }

/**
 * What came of sending. `answered`: the other side refused it in so many words, so it has not got it; otherwise the line
 * was lost. `given`: all of it had gone by then. A lost line after that leaves a doubt, which nothing here can resolve.
 */
export type Sent =
  | { ok: true }
  | { ok: false; error: string; permanent: boolean; answered: boolean; given: boolean }

export type Transport = {
  /** `mayGo` is asked when all but the message's end has gone; unless it says true, the message is never ended. */
  send(outgoing: OutgoingMessage, mayGo: () => Promise<boolean>): Promise<Sent>
  close(): void
}

type Settings = {
  smtp_url: string
  dkim?: { domain: string; selector: string; key: string } | undefined
  connections?: number
  /** Milliseconds that a server may stay silent. */
  patience?: number
}

/** RFC 8058 asks that both headers by which a reader unsubscribes are signed. */
const signedHeaders =
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Content-Transfer-Encoding:' +
  'In-Reply-To:References:List-Unsubscribe:List-Unsubscribe-Post'

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** A pool of connections to one SMTP server. Where it signs in elsewhere than on this machine, only over TLS. */
export function createMailTransport({
  smtp_url,
  dkim,
  connections = 5,
  patience = 20_000,
}: Settings): Transport {
  const url = new URL(smtp_url)
  const secret = url.username !== '' && !loopback.test(url.hostname)
  const transport = createTransport({
    url: smtp_url,
    pool: true,
    maxConnections: connections,
    connectionTimeout: Math.min(patience, 10_000),
    greetingTimeout: Math.min(patience, 10_000),
    dnsTimeout: 10_000,
    socketTimeout: patience,
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
              done(may ? null : new Error('Another attempt has this mail now.'))
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
    // The envelope alone decides who gets it, whatever the headers hold.
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

/** A reply that begins with 5 is for good, save where it concerns our own sign-in, which an operator may put right. */
function readFailure({ message, responseCode, permanent, code }: NodemailerError) {
  return {
    error: message,
    answered: responseCode !== undefined,
    permanent: permanent === true && (code === 'EENVELOPE' || code === 'EMESSAGE'),
  }
}
