// The fastest server that Node allows: it sends the same bytes for every request.
import { createServer } from 'node:http'

const bytes = Buffer.from(process.env.BENCH_BODY ?? '', 'base64')
const head = [
  ...(JSON.parse(process.env.BENCH_HEAD ?? '[]') as string[]),
  'Content-Length',
  String(bytes.length),
]
createServer((_request, response) => response.writeHead(200, head).end(bytes)).listen(
  Number(process.env.PORT),
  '127.0.0.1',
  () => process.send?.('ready'),
)
