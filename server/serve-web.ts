import { getRequestListener } from '@hono/node-server'
import { createServer, type Server } from 'node:http'

import type { Web } from './web.ts'

/** A server that sends what stands ready, and asks the site for everything else. It does not listen yet. */
export function serveWeb(web: Web): Server {
  const listener = getRequestListener(web.fetch)
  return createServer((asked, answer) => {
    if (!web.answerAtOnce(asked, answer)) void listener(asked, answer)
  })
}
