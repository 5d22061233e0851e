// The fastest that Node's server can be: it sends the same bytes for every request.
import { createServer } from 'node:http'

process.once('message', ({ head, body, etag }: { head: string[]; body: string; etag: string }) => {
  const bytes = Buffer.from(body, 'base64')
  const server = createServer((request, response) => {
    if (request.headers['if-none-match'] === etag) return response.writeHead(304, head).end()
    return response.writeHead(200, [...head, 'Content-Length', String(bytes.length)]).end(bytes)
  })
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
})
