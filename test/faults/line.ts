import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What the line does with the next statement that holds the text: loses it on its way there, or its answer. */
type Cut = { holds: string; when: 'before' | 'after' }

export type Line = Awaited<ReturnType<typeof openLine>>

/**
 * A line between the site and the database at `url`, in this process, which a test makes slow, silent or cuts. `url` of what
 * it gives back leads through it.
 */
export async function openLine(url: string) {
  const address = new URL(url)
  const host = decodeURIComponent(address.hostname)
  const target = host.startsWith('/')
    ? { path: `${host}/.s.PGSQL.${address.port}` }
    : { host, port: Number(address.port) }
  const sockets = new Set<Socket>()
  let cut: Cut | undefined

  const carry = (from: Socket, to: Socket, look: (chunk: Buffer) => boolean) => {
    let way = Promise.resolve()
    from.on('data', (chunk: Buffer) => {
      // What is said comes in its order, however slow the line is.
      way = way.then(async () => {
        if (line.delay_ms > 0) await sleep(line.delay_ms)
        if (!line.silent && look(chunk) && !to.destroyed) to.write(chunk)
      })
    })
    from.on('close', () => void way.then(() => to.destroy()))
    from.on('error', () => to.destroy())
  }

  const server = createServer((near) => {
    if (line.away) return near.destroy()
    const far = connect(target)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.setNoDelay()
      socket.on('close', () => sockets.delete(socket))
    }
    let answerIsLost = false
    const lose = () => {
      cut = undefined
      line.cuts++
      near.destroy()
      far.destroy()
      return false
    }
    carry(near, far, (chunk) => {
      if (!cut || !chunk.includes(cut.holds)) return true
      if (cut.when === 'before') return lose()
      answerIsLost = true
      return true
    })
    // The database answers when it has committed.
    carry(far, near, () => (answerIsLost ? lose() : true))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  address.hostname = '127.0.0.1'
  address.port = String((server.address() as AddressInfo).port)

  const line = {
    url: address.href,
    /** In milliseconds, each way. */
    delay_ms: 0,
    /** Nothing comes through any more, and nobody is told. */
    silent: false,
    /** Nobody new gets through; lines that stand go on. */
    away: false,
    /** How often it was cut. */
    cuts: 0,
    cutNext: (next: Cut) => {
      cut = next
    },
    cutAll: () => {
      for (const socket of sockets) socket.destroy()
    },
    close: async () => {
      line.cutAll()
      server.close()
      await once(server, 'close')
    },
  }
  return line
}
