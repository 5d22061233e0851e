import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves a page of another site. Its strict policy allows only our script, its own `bundle` and our frames. */
export async function openWebsite(ours: string, bundle = '') {
  let content = ''
  const policy = [
    "default-src 'none'",
    `script-src ${ours} 'self'`,
    `frame-src ${ours}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  const server = createServer((request, response) => {
    if (request.url === '/bundle.js')
      return void response.setHeader('Content-Type', 'text/javascript').end(bundle)
    response
      .setHeader('Content-Type', 'text/html; charset=utf-8')
      .setHeader('Content-Security-Policy', policy)
      .end(
        '<!doctype html><html lang="en-GB"><meta name="viewport" content="width=device-width, initial-scale=1">' +
          `<title>Our vineyard</title><main><h1>Our vineyard</h1>${content}<p>Below</p></main></html>`,
      )
  }).listen(0)
  await once(server, 'listening')
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    show: (html: string) => (content = html),
    [Symbol.dispose]: () => server.close(),
  }
}
