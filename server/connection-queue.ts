import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/** Requests that one connection may send ahead; those beyond are not answered, and beyond the second limit it is cut. */
export type PipelineLimits = { waiting: number; dropped: number }

const usual: PipelineLimits = { waiting: 100, dropped: 1000 }

type Connection = { current: ServerResponse | null; waiting: Parameters<Handle>[]; dropped: number }

/**
 * Handles the pipelined requests of a connection one after another, each once the response before it was sent. Node would
 * handle all of them at once, and keep the responses of a slow reader in memory.
 */
export function createConnectionQueue(handle: Handle, limits = usual) {
  const connections = new WeakMap<object, Connection>()

  const begin = (connection: Connection, request: IncomingMessage, response: ServerResponse) => {
    connection.current = response
    response.once('close', () => {
      connection.current = null
      // Other connections get their turn in between.
      if (connection.waiting.length > 0) setImmediate(goOn, connection, request.socket)
    })
    handle(request, response)
  }

  const goOn = (connection: Connection, socket: Socket) => {
    const next = connection.waiting.shift()
    if (next && !socket.destroyed) begin(connection, ...next)
  }

  const drop = (connection: Connection, socket: Socket) => {
    const last = connection.waiting.at(-1)?.[1]
    // The client learns from this which of its requests were not handled (RFC 9112 §9.6).
    if (last && connection.dropped === 0) last.shouldKeepAlive = false
    connection.dropped += 1
    if (connection.dropped > limits.dropped) socket.destroy()
  }

  return {
    take: (request: IncomingMessage, response: ServerResponse): void => {
      const { socket } = request
      let connection = connections.get(socket)
      if (!connection) connections.set(socket, (connection = { current: null, waiting: [], dropped: 0 }))
      const isFree = connection.current === null && connection.waiting.length === 0
      if (isFree && connection.dropped === 0) begin(connection, request, response)
      else if (connection.waiting.length < limits.waiting && connection.dropped === 0)
        connection.waiting.push([request, response])
      else drop(connection, socket)
    },
    /** Whether an error may be written to a connection: nothing else is due before it, and nothing was written of its answer. */
    mayRefuse: (socket: object): boolean => {
      const { current = null, waiting = [] } = connections.get(socket) ?? {}
      return waiting.length === 0 && (current === null || (!current.req.complete && !current.headersSent))
    },
  }
}
