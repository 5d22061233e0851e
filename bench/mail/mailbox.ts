// The bench's mail server. It is a process of its own, because in production it would be another machine.
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
    // About as long as a real server takes.
    stream.on('end', () => setTimeout(() => done(), 50))
    arrived++
  },
})
const listening = smtp.listen(0, '127.0.0.1', () => {
  process.send?.((listening.address() as AddressInfo).port)
})
process.on('message', () => process.send?.(arrived))
process.on('disconnect', () => process.exit(0))
