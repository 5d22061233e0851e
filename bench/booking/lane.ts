import { connect, type Socket } from 'node:net'

export type Answer = { status: number; body: string }

/**
 * One keep-alive connection to a local server, one request at a time. Node's own client costs as much as the server it
 * measures, so this one reads only the HTTP that our server sends.
 */
export class Lane {
  #socket: Socket
  #received: Buffer = Buffer.alloc(0)
  #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (bytes: Buffer) => {
      this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes])
      const answer = this.#whole()
      if (answer) this.#settle()?.resolve(answer)
    })
    const lost = (error?: Error) =>
      this.#settle()?.reject(error ?? new Error('The server closed the connection.'))
    socket.on('error', lost)
    socket.on('close', () => lost())
  }

  static open(port: number): Promise<Lane> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' })
      socket.once('error', reject)
      socket.once('connect', () => resolve(new Lane(socket)))
    })
  }

  /** Each request has its own client address, because rate limits count by address. */
  post(path: string, type: string, body: string): Promise<Answer> {
    const length = Buffer.byteLength(body)
    return this.#ask(`POST ${path}`, `Content-Type: ${type}\r\nContent-Length: ${length}\r\n`, body)
  }

  /** A token makes the caller signed-in staff. */
  get(path: string, token?: string): Promise<Answer> {
    return this.#ask(`GET ${path}`, token ? `Authorization: Bearer ${token}\r\n` : '')
  }

  #ask(line: string, fields: string, body = ''): Promise<Answer> {
    const head =
      `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nSec-Fetch-Site: same-origin\r\nAccept: */*\r\n` +
      `X-Forwarded-For: ${someAddress()}\r\n${fields}\r\n`
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(head + body)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #settle() {
    const waiting = this.#waiting
    this.#waiting = undefined
    return waiting
  }

  #whole(): Answer | undefined {
    const end = this.#received.indexOf('\r\n\r\n')
    if (end < 0) return undefined
    const head = this.#received.toString('latin1', 0, end).toLowerCase()
    const status = Number(head.slice(9, 12))
    const length = /\ncontent-length: (\d+)/.exec(head)?.[1]
    const from = end + 4
    if (length !== undefined || !head.includes('\ntransfer-encoding: chunked')) {
      const until = from + Number(length ?? 0)
      return this.#received.length < until ? undefined : this.#take(status, from, until)
    }
    const last = this.#received.indexOf('0\r\n\r\n', from)
    const ends = last === from || (last > 0 && this.#received.toString('latin1', last - 2, last) === '\r\n')
    return ends ? this.#take(status, from, last + 5) : undefined
  }

  #take(status: number, from: number, until: number): Answer {
    const body = this.#received.toString('utf8', from, until)
    this.#received = this.#received.subarray(until)
    return { status, body }
  }
}

let visitors = 0
function someAddress(): string {
  visitors += 1
  return `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`
}
