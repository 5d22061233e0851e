import type { Server } from 'node:http'
import { createServer } from 'node:net'

import { invalidSetting } from '../app/platform/config-error.ts'

/** Rejects with the sentence of a bad setting where this machine does not have the address to listen on. */
export function checkHost(host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const trial = createServer()
    trial.once('error', () => reject(invalidSetting(`HOST: ${host} is not an address of this machine`)))
    trial.listen({ port: 0, host }, () => trial.close(() => resolve()))
  })
}

/** Starts to listen, or fails with one sentence that says what to do about it. */
export function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const sentence = {
        EADDRINUSE: `Port ${port} is taken by another program. Set PORT to a free one, for example PORT=${port + 1} npm start.`,
        EACCES: `Port ${port} may not be used by this user. Set PORT to one above 1023.`,
      }[error.code ?? '']
      reject(sentence ? new Error(sentence) : error)
    })
    // A rush knocks all at once; what the kernel can not queue would come back a second later.
    server.listen({ port, host, backlog: 4096 }, () => resolve())
  })
}
