import fc from 'fast-check'
import { Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { expect, test } from 'vitest'

import { ExactPathRouter } from './exact-path-router.server.ts'

const part = fc.constantFrom('api', 'slots', 'vines', ':id', ':id{[0-9]+}', ':maybe?', '*')
const route = fc.tuple(
  fc.constantFrom('GET', 'POST', 'ALL'),
  fc.array(part, { maxLength: 3 }).map((parts) => `/${parts.join('/')}`),
)
const call = fc.tuple(
  fc.constantFrom('GET', 'POST', 'PATCH'),
  fc
    .array(fc.constantFrom('api', 'slots', 'vines', '7', ':id', '*'), { maxLength: 3 })
    .map((parts) => `/${parts.join('/')}`),
)

test('whatever was asked before, the same answers an address as without a memory', () => {
  fc.assert(
    fc.property(
      fc.array(route, { minLength: 1, maxLength: 8 }),
      fc.array(call, { maxLength: 12 }),
      (routes, calls) => {
        const known = new ExactPathRouter<string>()
        const plain = new TrieRouter<string>()
        routes.forEach(([method, path], n) => {
          for (const router of [known, plain]) router.add(method, path, `${method} ${path} ${n}`)
          for (const [asked, at] of calls.slice(0, 2)) known.match(asked, at)
        })
        for (const [method, path] of [...calls, ...calls.toReversed()])
          expect(known.match(method, path)).toEqual(plain.match(method, path))
      },
    ),
  )
})

test('an address answers who calls it, with what stands before it and with its own words', async () => {
  const site = new Hono({ router: new ExactPathRouter() })
    .use('/api/*', async (c, next) => {
      await next()
      c.header('X-Seen', c.req.path)
    })
    .get('/api/slots', (c) => c.text('slots'))
    .post('/api/slots', async (c) => c.text(`made ${await c.req.text()}`))
    .get('/api/:noun', (c) => c.text(c.req.param('noun')))
  for (const _ of [1, 2, 3]) {
    expect(await (await site.request('/api/slots')).text()).toBe('slots')
    expect(await (await site.request('/api/slots', { method: 'POST', body: 'one' })).text()).toBe('made one')
    expect(await (await site.request('/api/vines')).text()).toBe('vines')
    expect(await (await site.request('/api/hosts')).text()).toBe('hosts')
    expect((await site.request('/api/slots')).headers.get('X-Seen')).toBe('/api/slots')
  }
})
