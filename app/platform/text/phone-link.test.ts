import { expect, test } from 'vitest'
import { phoneLink } from './phone-link.ts'

test('phone links add the country code to British numbers', () => {
  expect(phoneLink('01632 960123')).toBe('tel:+441632960123')
  expect(phoneLink('+44 (0)1632 960123')).toBe('tel:+441632960123')
  expect(phoneLink('+353 1 555 0100')).toBe('tel:+35315550100')
})
