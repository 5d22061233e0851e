import type { Random } from '../../server/simulate/random.ts'
import type { FuzzedRequest } from './operations.ts'

/** Texts that try to break SQL, HTML, headers, paths, formats or memory. */
const texts = [
  "' or '1'='1",
  "'; drop table bookings; --",
  '1); select pg_sleep(9); --',
  "\\'; copy (select 1) to program 'id'; --",
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'a\r\nSet-Cookie: x=1',
  'a\nBcc: all@example.com',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud83d',
  '\u202emoc.elpmaxe',
  '\ufeff\u200b\u2028',
  'İ'.repeat(300),
  '👩‍👩‍👧‍👦'.repeat(400),
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '%00',
  '%c0%ae%c0%ae',
  '${jndi:ldap://x}',
  '{{7*7}}',
  '__proto__',
  'constructor',
  '=cmd|calc!A1',
  '9'.repeat(400),
  '-0',
  '1e999',
  'NaN',
  '0x10',
  '9999-99-99',
  '0001-01-01',
  '+275760-09-13',
  '24:00:00',
  'x'.repeat(30_000),
  ' '.repeat(5000),
  'a@b',
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'javascript:alert(1)',
]

/** Values that have a wrong type, are huge or are deeply nested. */
const values: ((random: Random) => unknown)[] = [
  (random) => random.pick(texts),
  (random) => random.pick(texts),
  (random) => random.pick(texts),
  () => null,
  () => true,
  () => -1,
  () => 0.1 + 0.2,
  () => Number.MAX_SAFE_INTEGER + 2,
  () => 1e308,
  () => [],
  () => ({}),
  (random) => Array.from({ length: 2000 }, () => random.pick(texts.slice(0, 9))),
  (random) => nested(random.whole(50, 3000)),
  (random) => ({ [random.pick(texts)]: random.pick(texts), toString: 1, length: -1 }),
  (random) => [[random.pick(texts)], [[null]]],
]

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let n = 0; n < depth; n++) value = n % 2 ? [value] : { a: value }
  return value
}

const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'CONNECT',
  'get',
  'BREW',
]
const types = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/json; charset=utf-16',
  'application/json, text/html',
  'application/xml',
  'image/png',
  '',
  '*/*',
  'application/json;'.repeat(50),
]
/** Headers that make a server wait for more bytes or for another protocol. */
const lengths: [string, string][] = [
  ['Transfer-Encoding', 'chunked'],
  ['Transfer-Encoding', 'gzip, chunked'],
  ['Transfer-Encoding', 'identity'],
  ['Content-Length', '0'],
  ['Content-Length', '-1'],
  ['Content-Length', '99999999999999999999'],
  ['Expect', '100-continue'],
  ['Upgrade', 'websocket'],
  ['Connection', 'Upgrade, close'],
]
const strangeHeaders: [string, string][] = [
  ['Content-Encoding', 'gzip'],
  ['Content-Encoding', 'nonsense'],
  ['Expect', 'something'],
  ['Host', ''],
  ['Host', 'evil.example:99999'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Forwarded-For', "1.2.3.4, ' or 1=1"],
  ['X-Forwarded-For', '::ffff:999.1.1.1'],
  ['X-Forwarded-Proto', 'javascript'],
  ['X-Forwarded-Host', 'evil.example'],
  ['Range', 'bytes=9-0,-1,a-b'],
  ['If-Match', '"' + 'x'.repeat(5000) + '"'],
  ['If-None-Match', '*'],
  ['If-Modified-Since', 'yesterday'],
  ['Accept', 'text/html;q=abc, */*;q=-1'],
  ['Accept-Language', 'x'.repeat(3000)],
  ['Accept-Encoding', 'br;q=0, identity;q=0, *;q=0'],
  ['Cookie', 'session=%00; __Host-session=\u00ff; a=' + 'b'.repeat(4000)],
  ['Authorization', 'Basic !!!'],
  ['Authorization', 'Bearer'],
  ['Authorization', `Bearer ${'a'.repeat(9000)}`],
  ['Idempotency-Key', "' or 1=1"],
  ['Idempotency-Key', '00000000-0000-0000-0000-000000000000'],
  ['Origin', 'null'],
  ['Origin', 'https://evil.example'],
  ['Sec-Fetch-Site', 'cross-site'],
  ['Octo-Capabilities', 'octo/pricing,,'.repeat(200)],
  ['traceparent', '00-zz-zz-01'],
  ['X-Request-Id', '<script>"\t'],
  ['User-Agent', '\u0001'],
  ['X-Long', 'x'.repeat(20_000)],
]

/** The bytes of a hostile request. With `is_whole`, the request is complete and must be answered. */
export type RawRequest = { about: string; bytes: Buffer; is_whole: boolean }

/** Spoils one to three parts of a request. */
export function spoil(request: FuzzedRequest, random: Random, address: string): RawRequest {
  let { method, path } = request
  let body: Uint8Array | undefined = request.body === undefined ? undefined : Buffer.from(request.body)
  let headers: [string, string][] = [['Host', 'localhost'], ['X-Forwarded-For', address], ...request.headers]
  let isTruncated = false
  const spoilers: (() => void)[] = [
    () => (body = spoilField(request.body, random)),
    () => (body = spoilField(request.body, random)),
    () => (body = spoilField(request.body, random)),
    () => (body = Buffer.from(Array.from({ length: random.whole(1, 400) }, () => random.whole(0, 255)))),
    () => (body = Buffer.from(JSON.stringify(random.pick(values)(random)) ?? 'undefined')),
    () => (path = spoilPath(path, random)),
    () => (path = spoilPath(path, random)),
    () => (path += `${path.includes('?') ? '&' : '?'}${spoiltQuery(random)}`),
    () => (path += `${path.includes('?') ? '&' : '?'}${spoiltQuery(random)}`),
    () => (method = random.pick(methods)),
    () =>
      (headers = [
        ...headers.filter(([name]) => name !== 'Content-Type'),
        ['Content-Type', random.pick(types)],
      ]),
    () => headers.push(random.pick(strangeHeaders)),
    () => headers.push(random.pick(strangeHeaders)),
    () => headers.push(random.pick(lengths)),
    () => headers.push(random.pick(headers)),
    () => (isTruncated = true),
  ]
  for (let times = random.whole(1, 3); times > 0; times--) random.pick(spoilers)()
  const length = (body?.length ?? 0) + (isTruncated ? random.whole(1, 500) : 0)
  if (body !== undefined || isTruncated) headers.push(['Content-Length', String(length)])
  headers.push(['Connection', 'close'])
  // Here, the value of a header may contain any byte of Latin-1, including forbidden bytes.
  const head = `${method} ${path} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  return {
    about: `${method} ${path.slice(0, 300)} (${request.name})`,
    bytes: Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)]),
    is_whole: !isTruncated && !headers.some((header) => lengths.includes(header)) && method !== 'CONNECT',
  }
}

/** Returns the body with one field replaced, with one field added, or with wrong values in all fields. */
function spoilField(text: string | undefined, random: Random): Buffer {
  const hostile = () => random.pick(values)(random)
  let parsed: unknown
  try {
    parsed = JSON.parse(text ?? '{}')
  } catch {
    parsed = {}
  }
  if (parsed === null || typeof parsed !== 'object') return Buffer.from(JSON.stringify(hostile()) ?? '')
  const fields = Object.keys(parsed)
  const which = random.share()
  const field = which < 0.8 && fields.length > 0 ? random.pick(fields) : random.pick(texts)
  const spoilt =
    which > 0.95
      ? Object.fromEntries(fields.map((name) => [name, hostile()]))
      : { ...parsed, [field]: hostile() }
  return Buffer.from(JSON.stringify(spoilt))
}

/** Returns a path with a hostile text in place of one segment. The text may contain bytes that every browser would encode. */
function spoilPath(path: string, random: Random): string {
  const [before = '', query] = path.split('?')
  const segments = before.split('/')
  const hostile = random.pick(texts).slice(0, 8000).toWellFormed()
  segments[random.whole(1, segments.length - 1)] =
    random.share() < 0.7 ? encodeURIComponent(hostile) : hostile.replaceAll(/[\r\n\s]/g, '%')
  return segments.join('/') + (query === undefined ? '' : `?${query}`)
}

function spoiltQuery(random: Random): string {
  const names = [
    'limit',
    'page',
    'order',
    'q',
    'date',
    'vineyard_id',
    'from',
    'a[]',
    'a[b]',
    '__proto__',
    '%',
    '',
  ]
  const hostile = random.pick(texts).slice(0, 6000).toWellFormed()
  return `${random.pick(names)}=${random.share() < 0.8 ? encodeURIComponent(hostile) : hostile.replaceAll(/[\r\n\s]/g, '+')}`
}
