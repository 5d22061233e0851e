import { connect } from 'node:net'

/** Sends bytes as they are, and returns everything that was answered until the other side closed the connection. */
export async function sendRaw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(text)
  let answered = ''
  socket.setEncoding('latin1').on('data', (part) => (answered += part))
  await new Promise((closed) => socket.on('close', closed))
  return answered
}
