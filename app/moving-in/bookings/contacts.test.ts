import { expect, test } from 'vitest'

import { readEmailCell, readPhoneCell } from './contacts.ts'

test('repairs phone numbers that a spreadsheet damaged, and says so', () => {
  expect(readPhoneCell('7700900123')).toEqual({
    value: '07700 900123',
    note: 'The phone number 7700900123 is read as 07700 900123.',
  })
  const read = (text: string) => readPhoneCell(text).value
  expect(read('1632960001')).toBe('01632 960001')
  expect(read('2079460958')).toBe('020 79460958')
  expect(read('447700900123')).toBe('+447700900123')
  expect(read('4.47700900123E+11')).toBe('+447700900123')
  expect(readPhoneCell('4.4771E+11')).toEqual({
    value: null,
    note: 'Excel has shortened the phone number “4.4771E+11”.',
  })
})

test('keeps the digits of phone numbers, and removes labels and the zero in brackets', () => {
  const read = (text: string) => readPhoneCell(text).value
  expect(read('+447700900123')).toBe('+447700900123')
  expect(read('07700 900123')).toBe('07700 900123')
  expect(read('+44 (0)7700 900123')).toBe('+44 7700 900123')
  expect(read('07700 900123 ext. 4')).toBe('07700 900123 x4')
  expect(read('Mobile: 07700 900123')).toBe('07700 900123')
  expect(read('07700 900123 (work)')).toBe('07700 900123')
  expect(read('+1 212 555 0100')).toBe('+1 212 555 0100')
  expect(readPhoneCell('n/a')).toEqual({ value: null })
})

test('reads the first of several contacts and keeps the whole cell as text', () => {
  const phones = '+44 (0)7700 900123 / 01632 960001'
  expect(readPhoneCell(phones)).toEqual({ value: '+44 7700 900123', rest: phones })
  const emails = 'ed@example.com; ed2@example.com'
  expect(readEmailCell(emails)).toEqual({ value: 'ed@example.com', rest: emails })
  expect(readEmailCell('fi.lee@example.com (work)').value).toBe('fi.lee@example.com')
  expect(readEmailCell('Fi Lee <fi@example.com>').value).toBe('fi@example.com')
  expect(readEmailCell('mailto:fi@example.com')).toEqual({ value: 'fi@example.com' })
  expect(readEmailCell('ada at example')).toEqual({ value: null, rest: 'ada at example' })
})
