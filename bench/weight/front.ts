import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

import { withoutScripts } from '../../app/platform/http/without-scripts.ts'

const squeeze = promisify(brotliCompress)
const effort = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export type Front = {
  base: string
  aim: (port: number) => void
  /** Returns the number of compressed bytes since the last call, of scripts and of all answers. */
  bytes: () => { scripts: number; all: number }
  close: () => void
}

/**
 * Opens a proxy in front of the site that keeps or removes the site's scripts, so that both variants go through an
 * equal proxy. Once the site has started, call `aim` with its port.
 */
export async function openFront(scripts: 'kept' | 'removed'): Promise<Front> {
  let target = 0
  const bytes = { scripts: 0, all: 0 }
  const pass = (asked: IncomingMessage, answer: ServerResponse) => {
    const { method, url: path, headers } = asked
    const isPage = scripts === 'removed' && headers.accept?.includes('text/html')
    if (isPage) headers['accept-encoding'] = 'identity'
    const onwards = request({ port: target, host: '127.0.0.1', method, path, headers })
    onwards.on('response', (told) => {
      if (isPage) return void handWithoutScripts(told, answer)
      told.on('data', (part: Buffer) => {
        bytes.all += part.length
        if (path?.endsWith('.js')) bytes.scripts += part.length
      })
      answer.writeHead(told.statusCode ?? 502, told.headers)
      told.pipe(answer)
    })
    onwards.on('error', () => answer.destroy())
    asked.pipe(onwards)
  }
  const server = createServer(pass).listen(0, 'localhost')
  await once(server, 'listening')
  const bound = server.address()
  const port = bound !== null && typeof bound === 'object' ? bound.port : 0
  return {
    base: `http://localhost:${port}`,
    aim: (site) => {
      target = site
    },
    bytes: () => {
      const sent = { ...bytes }
      Object.assign(bytes, { scripts: 0, all: 0 })
      return sent
    },
    close: () => server.close().closeAllConnections(),
  }
}

async function handWithoutScripts(told: IncomingMessage, answer: ServerResponse): Promise<void> {
  const html = Buffer.concat(await told.toArray()).toString()
  const sent = await squeeze(withoutScripts(html), effort)
  answer.writeHead(told.statusCode ?? 502, {
    'Content-Type': told.headers['content-type'] ?? 'text/html',
    'Content-Security-Policy': told.headers['content-security-policy'] ?? '',
    'Content-Encoding': 'br',
    'Content-Length': sent.length,
  })
  answer.end(sent)
}
