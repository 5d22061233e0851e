import { expect, test } from 'vitest'

import {
  cleanLine,
  isEmail,
  isPhone,
  mailboxOf,
  readEmailAddress,
  readLine,
  readPhoneNumber,
  readProse,
} from './text.ts'

test('trims a line, merges its spaces and joins accents with their letters', () => {
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

test('reads several lines with their line breaks, and refuses other control characters', () => {
  expect(readProse('one\r\ntwo\n', 50)).toEqual({ ok: true, value: 'one\ntwo' })
  expect(readProse('\t one\t\ttwo', 50)).toEqual({ ok: true, value: 'one two' })
  expect(readProse('', 50)).toEqual({ ok: true, value: '' })
  expect(readProse('a\u0000', 50)).toEqual({ ok: false, problem: 'control' })
})

test('accepts a text as an email address only if it is exactly one valid address', () => {
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
    'a..b@example.com',
    'a@example..com',
    '.a@example.com',
    'a.@example.com',
  ])
    expect(isEmail(bad), bad).toBe(false)
})

test('requires 6–15 digits in a phone number', () => {
  for (const good of [
    '01632 960123',
    '+44 1632 960123',
    '(01632) 960-123',
    '07700 900461 x12',
    '01632 960123 ext 4',
    '01632 960123 ext. 4',
    '01632 960123 Extension 12',
  ])
    expect(isPhone(good), good).toBe(true)
  for (const bad of [
    '12345',
    'call me',
    '+',
    '1'.repeat(16),
    '01632;960123',
    '01632 960123 ext',
    '016 ext 32960',
  ])
    expect(isPhone(bad), bad).toBe(false)
})

test('removes invisible characters from a line, and keeps joiners between letters', () => {
  expect(cleanLine('\u202EAda\u200B \u2066Love\u00ADlace\u2069\uFEFF')).toBe('Ada Lovelace')
  expect(cleanLine('\u200FAda\u200C \u200DLovelace\u200D')).toBe('Ada Lovelace')
  expect(cleanLine('علی\u200Cرضا')).toBe('علی\u200Cرضا')
  expect(cleanLine('ശ്രീ\u200Dകുമാർ')).toBe('ശ്രീ\u200Dകുമാർ')
  expect(readLine('\u200B\u202E', 50)).toEqual({ ok: false, problem: 'missing' })
})

test('refuses a text that is far longer than its field, without reading the text', () => {
  expect(readLine(' '.repeat(11_000), 50)).toEqual({ ok: false, problem: 'long' })
})

test('removes every zero-width character from an email address', () => {
  const clean = { ok: true, value: 'ada@example.com' }
  expect(readEmailAddress('ada@example.com\u200B')).toEqual(clean)
  expect(readEmailAddress('\u202Aada\u200D@exam\u200Cple.com\u202C')).toEqual(clean)
  expect(readEmailAddress('ada..l@example.com')).toEqual({ ok: false, problem: 'invalid' })
})

test('a telephone number gets ASCII digits and hyphens and keeps its extension', () => {
  const read = (raw: string) => readPhoneNumber(raw)
  expect(read('01632–960—123')).toEqual({ ok: true, value: '01632-960-123' })
  expect(read('\u202A+44 1632 960123\u202C')).toEqual({ ok: true, value: '+44 1632 960123' })
  expect(read('٠١٦٣٢ ٩٦٠١٢٣')).toEqual({ ok: true, value: '01632 960123' })
  expect(read('०१६३२ ९६०१२३')).toEqual({ ok: true, value: '01632 960123' })
  expect(read('（０１６３２）９６０１２３')).toEqual({ ok: true, value: '(01632)960123' })
  expect(read('01632 960123 ext 4')).toEqual({ ok: true, value: '01632 960123 ext 4' })
})

test('the mailbox of an address is in lower case and has no tag', () => {
  expect(mailboxOf('Ada+Wine+2@Example.com')).toBe('ada@example.com')
})
