import fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'

import { isEncrypted, hasCurrentKey, encrypt, decrypt } from './encryption.server.ts'

const [first, second] = [randomBytes(32), randomBytes(32)]

test('decrypts only with the same key and for the same owner', () => {
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

// ASVS 11.3.4
test('encrypts the same text differently each time, and the result does not contain the text', () => {
  const encrypted = Array.from({ length: 50 }, () => encrypt([first], 'JBSWY3DPEHPK3PXP', 'ada') ?? '')
  expect(new Set(encrypted).size).toBe(50)
  for (const one of encrypted) expect(one).not.toContain('JBSWY3')
})

// ASVS 11.2.5 11.3.3
test('rejects a changed, shortened or empty ciphertext', () => {
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

test('encrypts with a new key and still decrypts with the old one', () => {
  const encrypted = encrypt([first], 'secret', 'ada') ?? ''
  expect(decrypt([second, first], encrypted, 'ada')).toBe('secret')
  expect([hasCurrentKey([first, second], encrypted), hasCurrentKey([second, first], encrypted)]).toEqual([
    true,
    false,
  ])
  expect(hasCurrentKey([second, first], encrypt([second, first], 'secret', 'ada') ?? '')).toBe(true)
})

test('encrypts nothing without a key', () => {
  expect(encrypt([], 'secret', 'ada')).toBeUndefined()
})
