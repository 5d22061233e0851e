import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'

import { freshNonce, hashInlineScripts } from './inline-scripts.server.ts'

const source = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

test('scripts that carry the nonce are named by their hash, in whatever order their attributes stand', () => {
  const { html, sources } = hashInlineScripts(
    '<script nonce="n">one()</script><script type="module" nonce="n" async="">two()\n</script><link nonce="n"/>',
    'n',
  )
  expect(sources).toEqual([source('one()'), source('two()\n')])
  expect(html).toBe('<script>one()</script><script type="module" async="">two()\n</script><link/>')
})

test('a script without this nonce is not named: somebody else wrote it', () => {
  const strange =
    '<script>alert(1)</script><script nonce="other">alert(2)</script><script src="x" nonce="n"></script>'
  expect(hashInlineScripts(strange, 'n').sources).toEqual([])
})

test('no two renderings share a nonce', () => {
  const drawn = new Set(Array.from({ length: 100 }, freshNonce))
  expect(drawn.size).toBe(100)
})
