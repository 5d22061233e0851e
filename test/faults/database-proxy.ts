import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A cut of the connection before or after the database runs the next statement that contains `text`. */
type Cut = { text: string; when: 'before' | 'after' }

export type DatabaseProxy = Awaited<ReturnType<typeof openDatabaseProxy>>

/**
 * Opens a TCP proxy to the database at `url`. A test connects to the proxy's `url`, and can slow the proxy down, silence
 * it or cut its connections.
 */
export async function openDatabaseProxy(url: string) {
  const address = new URL(url)
  const host = decodeURIComponent(address.hostname)
  const target = host.startsWith('/')
    ? { path: `${host}/.s.PGSQL.${address.port}` }
    : { host, port: Number(address.port) }
  const sockets = new Set<Socket>()
  let cut: Cut | undefined

  const forward = (from: Socket, to: Socket, passes: (chunk: Buffer) => boolean) => {
    let previous = Promise.resolve()
    from.on('data', (chunk: Buffer) => {
      // Messages stay in their order.
      previous = previous.then(async () => {
        if (proxy.delay_ms > 0) await sleep(proxy.delay_ms)
        if (!proxy.silent && passes(chunk) && !to.destroyed) to.write(chunk)
      })
    })
    from.on('close', () => void previous.then(() => to.destroy()))
    from.on('error', () => to.destroy())
  }

  const server = createServer((near) => {
    if (proxy.away) return near.destroy()
    const far = connect(target)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.setNoDelay()
      socket.on('close', () => sockets.delete(socket))
    }
    let answerIsLost = false
    const cutNow = () => {
      cut = undefined
      proxy.cuts++
      near.destroy()
      far.destroy()
      if (proxy.away) proxy.cutAll()
      return false
    }
    forward(near, far, (chunk) => {
      if (!cut || !chunk.includes(cut.text)) return true
      if (cut.when === 'before') return cutNow()
      answerIsLost = true
      return true
    })
    // The database answers only after the commit.
    forward(far, near, () => (answerIsLost ? cutNow() : true))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  address.hostname = '127.0.0.1'
  address.port = String((server.address() as AddressInfo).port)

  const proxy = {
    url: address.href,
    /** The delay of each message in milliseconds, in both directions. */
    delay_ms: 0,
    /** Drops all messages and keeps the connections open. */
    silent: false,
    /** Refuses new connections. Open connections continue until the next cut. */
    away: false,
    /** The number of connections that `cutNext` has cut. */
    cuts: 0,
    cutNext: (next: Cut) => {
      cut = next
    },
    cutAll: () => {
      for (const socket of sockets) socket.destroy()
    },
    close: async () => {
      proxy.cutAll()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}
