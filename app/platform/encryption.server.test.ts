import fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'

import { isEncrypted, isReencrypted, encrypt, decrypt } from './encryption.server.ts'

const [first, second] = [randomBytes(32), randomBytes(32)]

test('what is sealed opens again with the key and for whom it was sealed, and with nothing else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.string(), (text, about, other) => {
      const encrypted = encrypt([first], text, about) ?? ''
      expect(isEncrypted(encrypted)).toBe(true)
      expect(decrypt([first], encrypted, about)).toBe(text)
      expect(decrypt([second], encrypted, about)).toBeUndefined()
      if (other !== about) expect(decrypt([first], encrypted, other)).toBeUndefined()
    }),
    { numRuns: 30 },
  )
})

test('the same text is never sealed alike, and says nothing of itself but its length', () => {
  const encrypted = Array.from({ length: 50 }, () => encrypt([first], 'JBSWY3DPEHPK3PXP', 'ada') ?? '')
  expect(new Set(encrypted).size).toBe(50)
  for (const one of encrypted) expect(one).not.toContain('JBSWY3')
})

test('a sealed text with any bit changed, cut or empty does not open', () => {
  const encrypted = encrypt([first], 'JBSWY3DPEHPK3PXP', 'ada') ?? ''
  const [mark, name, body = ''] = encrypted.split(':')
  const bytes = Buffer.from(body, 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const bent = Buffer.from(bytes)
    bent.writeUInt8(bent.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
    expect(decrypt([first], `${mark}:${name}:${bent.toString('base64url')}`, 'ada')).toBeUndefined()
  }
  for (const cut of ['', 'sealed', `${mark}:${name}:`, encrypted.slice(0, -4), 'JBSWY3DPEHPK3PXP'])
    expect(decrypt([first], cut, 'ada')).toBeUndefined()
})

test('a new key seals while the old one still opens', () => {
  const encrypted = encrypt([first], 'secret', 'ada') ?? ''
  expect(decrypt([second, first], encrypted, 'ada')).toBe('secret')
  expect([isReencrypted([first, second], encrypted), isReencrypted([second, first], encrypted)]).toEqual([
    true,
    false,
  ])
  expect(isReencrypted([second, first], encrypt([second, first], 'secret', 'ada') ?? '')).toBe(true)
})

test('without a key nothing is sealed', () => {
  expect(encrypt([], 'secret', 'ada')).toBeUndefined()
})
