// The mail server of the bench, as a process of its own: elsewhere it would be another machine.
import type { AddressInfo } from 'node:net'
import { setPriority } from 'node:os'
import { SMTPServer } from 'smtp-server'

setPriority(19)
let arrived = 0
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  logger: false,
  onData: (stream, _, done) => {
    stream.resume()
    // As long as a real one takes.
    stream.on('end', () => setTimeout(() => done(), 50))
    arrived++
  },
})
const listening = smtp.listen(0, '127.0.0.1', () => {
  process.send?.((listening.address() as AddressInfo).port)
})
process.on('message', () => process.send?.(arrived))
process.on('disconnect', () => process.exit(0))
