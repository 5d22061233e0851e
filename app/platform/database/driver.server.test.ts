import { globSync, readFileSync } from 'node:fs'
import postgres from 'postgres'
import { expect, test } from 'vitest'

import type { Sql } from './database.server.ts'
import {
  addArrayType,
  isStatement,
  openLike,
  plannedForItsValues,
  sendAgainIf,
  sender,
  sendThrough,
  type Statement,
} from './driver.server.ts'

// These clients never connect.
const asText = { to: 1082, from: [1082], serialize: String, parse: (text: string) => `day ${text}` }
const template = postgres('postgres://nobody@localhost/none', {
  max: 1,
  types: { date: asText },
}) as unknown as Sql

test('an awaited statement calls its handler once, and the handler can refuse the statement', async () => {
  const made = template`select ${1}`
  expect(isStatement(made)).toBe(true)
  expect(isStatement(template(['a', 'b']))).toBe(false)
  const statement = made as unknown as Statement
  expect(statement).toMatchObject({ tagged: true, options: {}, cursor: expect.any(Function) })
  const sent: Statement[] = []
  sendThrough(statement, (one) => {
    sent.push(one)
    one.reject(new Error('refused'))
  })
  expect(sent).toEqual([])
  await expect(made).rejects.toThrow('refused')
  await expect(made).rejects.toThrow('refused')
  expect(sent).toHaveLength(1)
})

test('sends a statement once more after a temporary error, and rejects the statement after any other error', async () => {
  const refused = (...errors: string[]) => {
    const made = template`select 1`
    const refuse = (one: Statement) => one.reject(new Error(errors.shift()))
    sendThrough(made as unknown as Statement, (one) => {
      sendAgainIf(one, (error) => (error as Error).message === 'passing', refuse)
      refuse(one)
    })
    return made
  }
  await expect(refused('passing', 'other')).rejects.toThrow('other')
  await expect(refused('passing', 'passing')).rejects.toThrow('passing')
  await expect(refused('other', 'passing')).rejects.toThrow('other')
})

test('an option that is set for one statement does not apply to other statements', () => {
  expect(plannedForItsValues(template`select 1`)).toMatchObject({ options: { prepare: false } })
  expect(template`select 1`).toHaveProperty('options', {})
})

test('all statements of a client share one sender, and another client has its own sender', () => {
  const other = openLike(template, () => {})
  expect(sender(template)).toBe(sender(template))
  expect(sender(other)).not.toBe(sender(template))
})

test('a client that is opened like another client shares the other’s tables of types, and reports when it closes', () => {
  const onclose = () => {}
  const other = openLike(template, onclose)
  expect(other.options).toMatchObject({ max: 1, host: ['localhost'], database: 'none', onclose })
  const numbers = { array_type: 1182, element: 1082, base: 1082 }
  addArrayType(
    other,
    numbers,
    (text, parse) => text.split(' ').map(parse),
    (days, format) => days.map(format).join('+'),
  )
  for (const { options } of [template, other]) {
    expect(options.parsers[1182]?.('1 2')).toEqual(['day 1', 'day 2'])
    expect(options.serializers[1182]?.([3, 4])).toBe('3+4')
    expect(options).toHaveProperty('shared.typeArrayMap', { 1082: 1182 })
  }
})

test('only driver.server.ts uses the internals of postgres.js', () => {
  const touches =
    /\bas unknown as Statement\)?\.|\b(?:sql|client|template|transaction)\.options\b|\.handler = |\btypeArrayMap\b/
  const files = globSync('{app,server}/**/*.ts').filter((file) => !file.includes('.test.'))
  const found = files.filter((file) => touches.test(readFileSync(file, 'utf8')))
  expect(found).toEqual(['app/platform/database/driver.server.ts'])
})
