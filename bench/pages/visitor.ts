import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A keep-alive connection that requests one page repeatedly, and reads a response only to find its end. */
export class Visitor {
  readonly #socket: Socket
  readonly #question: string
  #answered: ((status: number) => void) | undefined
  #received = ''
  /** The bytes of the last response's body. */
  body = ''

  private constructor(socket: Socket, path: string, fields: Record<string, string>) {
    this.#socket = socket
    const lines = Object.entries({ Host: '127.0.0.1', 'Accept-Encoding': 'br', ...fields })
    this.#question = `GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => this.#take(text))
  }

  static async open(port: number, path: string, fields: Record<string, string> = {}): Promise<Visitor> {
    const socket = connect({ port, host: '127.0.0.1' })
    await once(socket, 'connect')
    return new Visitor(socket, path, fields)
  }

  ask(): Promise<number> {
    return new Promise((resolve) => {
      this.#answered = resolve
      this.#socket.write(this.#question)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(text: string): void {
    this.#received += text
    const end = this.#received.indexOf('\r\n\r\n')
    if (end < 0) return
    const status = Number(this.#received.slice(9, 12))
    const length =
      status === 304 ? 0 : Number(/\ncontent-length: (\d+)/i.exec(this.#received.slice(0, end))?.[1])
    if (Number.isNaN(length)) throw new Error('An answer did not say how long it is.')
    if (this.#received.length < end + 4 + length) return
    this.body = this.#received.slice(end + 4, end + 4 + length)
    this.#received = ''
    this.#answered?.(status)
  }
}
