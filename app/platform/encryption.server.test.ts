import fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'

import { isSealed, isSealedAnew, seal, unseal } from './encryption.server.ts'

const [first, second] = [randomBytes(32), randomBytes(32)]

test('what is sealed opens again with the key and for whom it was sealed, and with nothing else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.string(), (text, about, other) => {
      const sealed = seal([first], text, about) ?? ''
      expect(isSealed(sealed)).toBe(true)
      expect(unseal([first], sealed, about)).toBe(text)
      expect(unseal([second], sealed, about)).toBeUndefined()
      if (other !== about) expect(unseal([first], sealed, other)).toBeUndefined()
    }),
    { numRuns: 30 },
  )
})

test('the same text is never sealed alike, and says nothing of itself but its length', () => {
  const sealed = Array.from({ length: 50 }, () => seal([first], 'JBSWY3DPEHPK3PXP', 'ada') ?? '')
  expect(new Set(sealed).size).toBe(50)
  for (const one of sealed) expect(one).not.toContain('JBSWY3')
})

test('a sealed text with any bit changed, cut or empty does not open', () => {
  const sealed = seal([first], 'JBSWY3DPEHPK3PXP', 'ada') ?? ''
  const [mark, name, body = ''] = sealed.split(':')
  const bytes = Buffer.from(body, 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const bent = Buffer.from(bytes)
    bent.writeUInt8(bent.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
    expect(unseal([first], `${mark}:${name}:${bent.toString('base64url')}`, 'ada')).toBeUndefined()
  }
  for (const cut of ['', 'sealed', `${mark}:${name}:`, sealed.slice(0, -4), 'JBSWY3DPEHPK3PXP'])
    expect(unseal([first], cut, 'ada')).toBeUndefined()
})

test('a new key seals while the old one still opens', () => {
  const sealed = seal([first], 'secret', 'ada') ?? ''
  expect(unseal([second, first], sealed, 'ada')).toBe('secret')
  expect([isSealedAnew([first, second], sealed), isSealedAnew([second, first], sealed)]).toEqual([
    true,
    false,
  ])
  expect(isSealedAnew([second, first], seal([second, first], 'secret', 'ada') ?? '')).toBe(true)
})

test('without a key nothing is sealed', () => {
  expect(seal([], 'secret', 'ada')).toBeUndefined()
})
