import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** How the server treats emails. For example, it accepts, delays or rejects each email, or cuts the connection. */
type Mood = 'up' | 'slow' | 'busy' | 'refusing' | 'refusing_to' | 'cutting' | 'cutting_early' | 'silent'

export type Arrived = { raw: string; from: string; to: string[] }

/** Opens an SMTP server whose `mood` a test sets. `note` gets each email before it is accepted. `goDown` stops it. */
export async function openMailServer({
  secure = false,
  note = () => {},
}: {
  secure?: boolean
  note?: (arrived: Arrived) => void
} = {}) {
  const arrived: Arrived[] = []
  let attempts = 0
  const made = () => {
    const server = new SMTPServer({
      secure,
      authOptional: true,
      disabledCommands: secure ? ['AUTH'] : ['AUTH', 'STARTTLS'],
      logger: false,
      onRcptTo: (_, __, done) =>
        smtp.mood === 'refusing_to' ? done(reply(550, '5.1.1 Nobody of that name')) : done(),
      onData: (stream, session, done) => {
        attempts++
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          if (smtp.mood === 'cutting_early') cut(session.id)
        })
        stream.on('error', () => {})
        stream.on('end', async () => {
          const { mood } = smtp
          if (mood === 'busy') return done(reply(451, '4.3.0 Try again later'))
          if (mood === 'refusing') return done(reply(554, '5.7.1 Not wanted'))
          if (mood === 'silent') return
          if (mood === 'slow') await sleep(smtp.delay)
          const { mailFrom, rcptTo } = session.envelope
          const one = {
            raw: Buffer.concat(chunks).toString('utf8'),
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
          }
          arrived.push(one)
          note(one)
          if (mood === 'cutting') cut(session.id)
          else done()
        })
      },
    })
    server.on('error', () => {})
    return server
  }
  let server = made()
  let port = 0
  const cut = (id: string) => {
    for (const connection of server.connections as Set<{ id: string; _socket: { destroy(): void } }>)
      if (connection.id === id) connection._socket.destroy()
  }
  const listen = () =>
    new Promise<void>((done) => {
      const listening = server.listen(port, '127.0.0.1', () => {
        port = (listening.address() as AddressInfo).port
        done()
      })
    })
  const smtp = {
    mood: 'up' as Mood,
    delay: 300,
    arrived,
    url: '',
    attempts: () => attempts,
    parsed: (): Promise<Email[]> => Promise.all(arrived.map(({ raw }) => PostalMime.parse(raw))),
    goDown: () =>
      new Promise<void>((done) => {
        for (const connection of server.connections as Set<{ _socket: { destroy(): void } }>)
          connection._socket.destroy()
        server.close(done)
      }),
    comeBack: () => {
      server = made()
      return listen()
    },
  }
  await listen()
  smtp.url = `${secure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`
  return smtp
}

function reply(responseCode: number, sentence: string): Error {
  return Object.assign(new Error(sentence), { responseCode })
}
