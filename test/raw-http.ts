import { connect } from 'node:net'

/** Sends raw text, and returns everything that arrives until the server closes the connection. */
export async function sendRaw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(text)
  let received = ''
  socket.setEncoding('latin1').on('data', (part) => (received += part))
  await new Promise((closed) => socket.on('close', closed))
  return received
}
