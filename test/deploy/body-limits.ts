// Tests the largest bodies that the site accepts. The proxy in front of the site must have the same limits.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as openPlain, type IncomingMessage } from 'node:http'
import { request as openSecure } from 'node:https'

import { largestUpload, largestUploadBody } from '../../app/platform/media/upload.ts'
import type { Sql } from '../../app/platform/database/database.server.ts'
import { makeWinemaker, signedIn } from '../make.ts'

/** The most bytes of a body with an imported list, and the most bytes of other bodies without files. */
const [largestList, largestForm] = [3 * 1024 * 1024, 256 * 1024]

/** Sends bodies of the largest sizes, and bodies of one byte more, to a site and through the proxy in front of it. */
export async function checkBodyLimits(site: string, proxy: string, sql: Sql): Promise<void> {
  const winemaker = await makeWinemaker(sql)
  const headers = signedIn(winemaker)
  const pictures = `/api/pictures?vineyard_id=${winemaker.vineyard_id}&shown_as=cover`
  // If a body has no length, the proxy notices that the body is too large only while passing it to a site. These refusals
  // must not make the proxy stop using either of the two sites behind it.
  for (let time = 0; time < 4; time++) {
    const chunked = { ...headers, 'Transfer-Encoding': 'chunked' }
    assert.equal(await post(proxy + pictures, chunked, upload(largestUploadBody + 1)), 413)
  }
  // A body of the largest size is read to its end, and then refused because it contains neither a picture nor JSON.
  const cases = [
    [pictures, upload, largestUploadBody, 422],
    ['/api/experience_imports/preview', noJson, largestList, 400],
    ['/api/bookings', noJson, largestForm, 400],
  ] as const
  for (const [path, make, largest, read] of cases)
    for (const [bytes, status] of [
      [largest, read],
      [largest + 1, 413],
    ] as const)
      for (const origin of [site, proxy]) {
        const body = make(bytes)
        assert.equal(body.size, bytes)
        const answer = await post(origin + path, { ...headers, 'Content-Length': String(bytes) }, body)
        assert.equal(answer, status, `${bytes} bytes to ${origin}${path}`)
      }
}

const noJson = (bytes: number) => new Blob(['x'.repeat(bytes)], { type: 'application/json' })

/** Returns a form of this many bytes, with a file that is not a picture. */
function upload(bytes: number): Blob {
  const field = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"`
  const parts = [
    `${field('file')}; filename="a.jpg"\r\n\r\n`,
    `\r\n${field('note')}\r\n\r\n`,
    '\r\n--b--\r\n',
  ]
  const [start = '', middle = '', end = ''] = parts
  const note = 'x'.repeat(bytes - largestUpload - parts.join('').length)
  return new Blob([start, 'x'.repeat(largestUpload), middle, note, end], {
    type: 'multipart/form-data; boundary=b',
  })
}

/**
 * Returns the status. Does not use `fetch`: if the server answers before it has read the whole body, `fetch` reports a lost
 * connection.
 */
async function post(address: string, headers: Record<string, string>, body: Blob): Promise<number> {
  const open = address.startsWith('https:') ? openSecure : openPlain
  const call = open(address, { method: 'POST', headers: { ...headers, 'Content-Type': body.type } })
  // Errors after the answer do not matter, because a server that refuses a body may close the connection while the
  // body arrives.
  call.on('error', () => {})
  const answered = once(call, 'response')
  call.end(await body.bytes())
  const [answer] = (await answered) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode ?? 0
}
