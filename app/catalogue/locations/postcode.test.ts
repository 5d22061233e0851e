import { expect, test } from 'vitest'
import { formatPostcode, readPostcode, readPostcodePrefix } from './postcode.ts'

test.each([
  ['CT1 2EH', 'CT12EH', 'CT1', 'CT1 2EH'],
  [' ct12eh ', 'CT12EH', 'CT1', 'CT1 2EH'],
  ['Ct 1 2 eH', 'CT12EH', 'CT1', 'CT1 2EH'],
  ['SW1A 1AA', 'SW1A1AA', 'SW1A', 'SW1A 1AA'],
  ['w1a0ax', 'W1A0AX', 'W1A', 'W1A 0AX'],
  ['m1 1ae', 'M11AE', 'M1', 'M1 1AE'],
  ['DN55 1PT', 'DN551PT', 'DN55', 'DN55 1PT'],
  ['ct1', 'CT1', 'CT1', 'CT1'],
  ['BN88', 'BN88', 'BN88', 'BN88'],
  ['EC1A', 'EC1A', 'EC1A', 'EC1A'],
  ['B1', 'B1', 'B1', 'B1'],
])('reads %j as %s in %s, formatted %s', (text, code, outcode, label) => {
  expect(readPostcode(text)).toEqual({ code, outcode, label })
  expect(formatPostcode(code)).toBe(label)
})

test.each([
  '',
  'Kent',
  'CT',
  '12',
  'CT1 2E',
  'CTX 2EH',
  'CT1 2EHX',
  'A1B2C3D4',
  'Ĉ1 2EH',
  'CT1%',
  'x'.repeat(10_000),
])('%j is not a postcode', (text) => {
  expect(readPostcode(text)).toBeNull()
})

test.each([
  ['ct1', 'CT1'],
  ['ct1 2', 'CT12'],
  ['CT1 2E', 'CT12E'],
  ['m1', 'M1'],
  ['ct', null],
  ['kent 1', null],
  ["ct1'", null],
])('the postcode prefix of %j is %s', (text, code) => {
  expect(readPostcodePrefix(text)).toBe(code)
})
