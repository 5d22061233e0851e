import { expect, test } from 'vitest'
import { phoneLink } from './phone-link.ts'
import { isPhone, readPhoneNumber } from './phone.ts'

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

test('a telephone number gets ASCII digits and hyphens and keeps its extension', () => {
  const read = (raw: string) => readPhoneNumber(raw)
  expect(read('01632–960—123')).toEqual({ ok: true, value: '01632-960-123' })
  expect(read('\u202A+44 1632 960123\u202C')).toEqual({ ok: true, value: '+44 1632 960123' })
  expect(read('٠١٦٣٢ ٩٦٠١٢٣')).toEqual({ ok: true, value: '01632 960123' })
  expect(read('०१६३२ ९६०१२३')).toEqual({ ok: true, value: '01632 960123' })
  expect(read('（０１６３２）９６０１２３')).toEqual({ ok: true, value: '(01632)960123' })
  expect(read('01632 960123 ext 4')).toEqual({ ok: true, value: '01632 960123 ext 4' })
})

test('phone links add the country code to British numbers', () => {
  expect(phoneLink('01632 960123')).toBe('tel:+441632960123')
  expect(phoneLink('+44 (0)1632 960123')).toBe('tel:+441632960123')
  expect(phoneLink('+353 1 555 0100')).toBe('tel:+35315550100')
})
