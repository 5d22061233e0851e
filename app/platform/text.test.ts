import { expect, test } from 'vitest'

import { isEmail, isPhone, readLine, readProse } from './text.ts'

test('trims, folds and composes a line', () => {
  expect(readLine('  Ada   Lovelace ', 50)).toEqual({ ok: true, value: 'Ada Lovelace' })
  expect(readLine('Zoe\u0308', 50)).toEqual({ ok: true, value: 'Zoë' })
})

test('refuses a line that is empty, too long or has control characters', () => {
  expect(readLine('   ', 50)).toEqual({ ok: false, problem: 'missing' })
  expect(readLine(null, 50)).toEqual({ ok: false, problem: 'missing' })
  expect(readLine('x'.repeat(51), 50)).toEqual({ ok: false, problem: 'long' })
  for (const bad of ['a\u0000b', 'a\nb', 'a\r\nb', 'a\u0007b', 'a\u2028b', 'a\u0085b'])
    expect(readLine(bad, 50), JSON.stringify(bad)).toEqual({ ok: false, problem: 'control' })
})

test('keeps line breaks and refuses other control characters', () => {
  expect(readProse('one\r\ntwo\n', 50)).toEqual({ ok: true, value: 'one\ntwo' })
  expect(readProse('\t one\t\ttwo', 50)).toEqual({ ok: true, value: 'one two' })
  expect(readProse('', 50)).toEqual({ ok: true, value: '' })
  expect(readProse('a\u0000', 50)).toEqual({ ok: false, problem: 'control' })
})

test('accepts exactly one email address', () => {
  for (const good of ['ada@example.com', "o'neil+x@sub.example.co.uk", 'ada@exämple.de'])
    expect(isEmail(good), good).toBe(true)
  for (const bad of [
    'ada',
    'ada@',
    '@example.com',
    'a b@example.com',
    'a@b',
    'a@example.com,b@example.com',
    'a@example.',
    '<a@example.com>',
  ])
    expect(isEmail(bad), bad).toBe(false)
})

test('requires 6–15 digits in a phone number', () => {
  for (const good of ['01632 960123', '+44 1632 960123', '(01632) 960-123', '07700 900461 x12'])
    expect(isPhone(good), good).toBe(true)
  for (const bad of ['12345', 'call me', '+', '1'.repeat(16), '01632;960123'])
    expect(isPhone(bad), bad).toBe(false)
})
