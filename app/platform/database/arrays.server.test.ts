import { expect, test } from 'vitest'

import { formatArray, parseArray } from './arrays.server.ts'

test('parses numbers, text and an empty array', () => {
  expect(parseArray('{}', String)).toEqual([])
  expect(parseArray('{1,-2,3.50}', Number)).toEqual([1, -2, 3.5])
  expect(parseArray('{red,NULL,"NULL"}', String)).toEqual(['red', null, 'NULL'])
})

test('parses quotes, backslashes, commas, braces, line breaks and empty strings', () => {
  expect(parseArray(String.raw`{"a \"b\"","c\\d","e,f","{g}","",é}`, String)).toEqual([
    'a "b"',
    String.raw`c\d`,
    'e,f',
    '{g}',
    '',
    'é',
  ])
  expect(parseArray('{"two\nlines"}', String)).toEqual(['two\nlines'])
})

test('parses dimensions and arrays that do not start at 1', () => {
  expect(parseArray('{{1,2},{3,NULL}}', Number)).toEqual([
    [1, 2],
    [3, null],
  ])
  expect(parseArray('[0:1]={7,8}', Number)).toEqual([7, 8])
})

// ASVS 1.2.4
test('quotes elements that Postgres could misread', () => {
  expect(formatArray([], String)).toBe('{}')
  expect(formatArray(['a', null, 'NULL', '"', '\\'], String)).toBe(String.raw`{"a",NULL,"NULL","\"","\\"}`)
  expect(formatArray([[1], [2]], String)).toBe('{{"1"},{"2"}}')
})
