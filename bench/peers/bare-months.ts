// Serves a month of slots and nothing else, over our connection pool: the least that a site can cost.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

import { serveContestant } from '../booking/contestant.ts'
import { readMonth } from '../booking/months.ts'

await serveContestant((sql) =>
  createServer(async (request, response) => {
    if (request.method === 'GET') return response.end('ok')
    const body = JSON.stringify(await readMonth(sql, JSON.parse(await text(request))))
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
    response.end(body)
  }),
)
