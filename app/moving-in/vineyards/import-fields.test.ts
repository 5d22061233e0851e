import { expect, test } from 'vitest'

import {
  readDescription,
  readEmail,
  readPhone,
  readImportPosition,
  readImportPostcode,
  readText,
  readTitle,
  readWebsite,
} from './vineyard-import.ts'

const good = (value: unknown) => ({ ok: true, value })
const bad = (problem: string) => ({ ok: false, problem })

test('trims names, merges spaces and combines accents with their letters (NFC)', () => {
  expect(readTitle('  Gwinllan\u00a0  Lla\u0302n ', 120)).toEqual(good('Gwinllan Llân'))
})

test('changes long names in capitals to title case, and keeps short names and names in mixed case', () => {
  expect(readTitle("A'BECKETT'S VINEYARD", 120)).toEqual(good("A'Beckett's Vineyard"))
  expect(readTitle("CAIRN O'MOHR", 120)).toEqual(good("Cairn O'Mohr"))
  expect(readTitle('STOW-ON-THE-WOLD', 120)).toEqual(good('Stow-on-the-Wold'))
  expect(readTitle('THE VINEYARD OF (NORTH) WALES', 120)).toEqual(good('The Vineyard of (North) Wales'))
  expect(readTitle('BURY ST EDMUNDS', 120)).toEqual(good('Bury St Edmunds'))
  expect(readTitle('MDC', 120)).toEqual(good('MDC'))
  expect(readTitle('JoJo’s Vineyard', 120)).toEqual(good('JoJo’s Vineyard'))
})

test('joins line breaks inside a cell and refuses other control characters', () => {
  expect(readText('The Mill,\r\nMill Lane\nCranbrook', 200, ', ')).toEqual(
    good('The Mill, Mill Lane, Cranbrook'),
  )
  expect(readText(' One ,\n\r\n,\n Two,\n, Three,', 200, '; ')).toEqual(good('One; Two; , Three,'))
  expect(readText(`${' '.repeat(40_000)}x`, 120)).toEqual(bad('is longer than 120 characters'))
  expect(readText('Bell\u0007 Vineyard', 120)).toEqual(bad('contains a control character'))
  expect(readText('x'.repeat(121), 120)).toEqual(bad('is longer than 120 characters'))
  expect(readText('   ', 120)).toEqual(good(null))
})

test('keeps the paragraphs of a description', () => {
  expect(readDescription(' One.\r\n\r\nTwo. ', 5000)).toEqual(good('One.\n\nTwo.'))
  expect(readDescription('', 5000)).toEqual(good(null))
})

test('formats postcodes, keeps outcodes and refuses anything else', () => {
  expect(readImportPostcode('gu321nj')).toEqual(good('GU32 1NJ'))
  expect(readImportPostcode(' pl30  5lg ')).toEqual(good('PL30 5LG'))
  expect(readImportPostcode('SW1A')).toEqual(good('SW1A'))
  expect(readImportPostcode('M11AA')).toEqual(good('M1 1AA'))
  expect(readImportPostcode('90210')).toEqual(bad('is not a UK postcode'))
})

test("adds a website's scheme, removes a lone slash, and requires http or https with a real host", () => {
  expect(readWebsite('www.camelvalley.com')).toEqual(good('https://www.camelvalley.com'))
  expect(readWebsite('HTTP://Example.com/')).toEqual(good('http://example.com'))
  expect(readWebsite('https://example.com/visit?day=1')).toEqual(good('https://example.com/visit?day=1'))
  expect(readWebsite('')).toEqual(good(null))
  const refused = bad('is not an http or https address')
  expect(readWebsite('javascript:alert(1)')).toEqual(refused)
  expect(readWebsite('ftp://example.com')).toEqual(refused)
  expect(readWebsite('see our leaflet')).toEqual(refused)
  expect(readWebsite('https://admin:secret@example.com')).toEqual(refused)
  expect(readWebsite('https://example.com/"onload=')).toEqual(refused)
})

test('says that a website is a private or IP address', () => {
  const refused = bad('is a private or IP address')
  expect(readWebsite('https://localhost')).toEqual(refused)
  expect(readWebsite('http://10.0.0.1')).toEqual(refused)
  expect(readWebsite('https://203.0.113.7/')).toEqual(refused)
  expect(readWebsite('http://[::1]:8080')).toEqual(refused)
})

test('keeps phone numbers as written and requires both parts of an email address', () => {
  expect(readPhone('01632 960 123')).toEqual(good('01632 960 123'))
  expect(readPhone('+44 (0)1632 960123')).toEqual(good('+44 (0)1632 960123'))
  expect(readPhone('ask Bev')).toEqual(bad('is not a phone number'))
  expect(readEmail('cellar@example.com')).toEqual(good('cellar@example.com'))
  expect(readEmail('cellar@')).toEqual(bad('is not an email address'))
})

test('a position consists of two numbers other than zero, inside the United Kingdom', () => {
  expect(readImportPosition('51.0409', ' 0.6984 ')).toEqual(good({ latitude: 51.0409, longitude: 0.6984 }))
  expect(readImportPosition('51.12345678', '-1')).toEqual(good({ latitude: 51.123457, longitude: -1 }))
  expect(readImportPosition('', '')).toEqual(good(null))
  expect(readImportPosition('0', '0.000')).toEqual(good(null))
  expect(readImportPosition('51.04', '')).toEqual(bad('the position has only one of latitude and longitude'))
  expect(readImportPosition('999', '0')).toEqual(bad('the position 999, 0 is outside the United Kingdom'))
  expect(readImportPosition('51,04', '0.69')).toEqual(bad('the position is not a pair of numbers'))
  expect(readImportPosition('48.85', '2.35')).toEqual(
    bad('the position 48.85, 2.35 is outside the United Kingdom'),
  )
  expect(readImportPosition('-1.5', '52.1')).toEqual(
    bad('the position -1.5, 52.1 is outside the United Kingdom; latitude and longitude look swapped'),
  )
})
