import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'

import { freshNonce, hashInlineScripts } from './inline-scripts.server.ts'

const source = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

test('hashes scripts with the nonce, whatever the order of their attributes', () => {
  const { html, sources } = hashInlineScripts(
    '<script nonce="n">one()</script><script type="module" nonce="n" async="">two()\n</script><link nonce="n"/>',
    'n',
  )
  expect(sources).toEqual([source('one()'), source('two()\n')])
  expect(html).toBe('<script>one()</script><script type="module" async="">two()\n</script><link/>')
})

test('does not hash scripts that lack this nonce or load a file', () => {
  const strange =
    '<script>alert(1)</script><script nonce="other">alert(2)</script><script src="x" nonce="n"></script>'
  expect(hashInlineScripts(strange, 'n').sources).toEqual([])
})

// ASVS 11.5.1
test('every rendering has its own nonce', () => {
  const drawn = new Set(Array.from({ length: 100 }, freshNonce))
  expect(drawn.size).toBe(100)
})
