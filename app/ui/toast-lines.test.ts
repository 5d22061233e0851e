import { expect, test } from 'vitest'

import { type ToastMessage, linesAfter, linesWithout, noToastLines } from './toast-lines.ts'

const deleted = (title: string): ToastMessage => ({
  said: `“${title}” is deleted.`,
  failed: false,
  undo: { title },
})
const saidIn = ({ shown }: typeof noToastLines) => shown.map(({ done }) => done.said)

test('of two that are deleted one after another both can be taken back', () => {
  const both = linesAfter(linesAfter(noToastLines, deleted('Chalk'), null), deleted('Clay'), null)
  expect(saidIn(both)).toEqual(['“Chalk” is deleted.', '“Clay” is deleted.'])
  expect(new Set(both.shown.map(({ n }) => n)).size).toBe(2)
  expect(both.shown.map(({ n }) => n)).not.toContain(both.next)
  expect(saidIn(linesWithout(both, both.shown[0]?.n ?? -1))).toEqual(['“Clay” is deleted.'])
})

test('what an Undo came to stands in the place of what it took back, and leaves the others', () => {
  const chalk = deleted('Chalk')
  const both = linesAfter(linesAfter(noToastLines, chalk, null), deleted('Clay'), null)
  const after = linesAfter(both, { said: '“Chalk” is there again.', failed: false }, chalk)
  expect(saidIn(after)).toEqual(['“Chalk” is there again.', '“Clay” is deleted.'])
})

test('what can not be taken back gives way to what comes next', () => {
  const sent = { said: 'It is sent.', failed: false, undo: null }
  const refused = { said: 'No connection just now.', failed: true }
  expect(saidIn(linesAfter(linesAfter(noToastLines, sent, null), refused, null))).toEqual([refused.said])
  expect(saidIn(linesAfter(linesAfter(noToastLines, refused, null), sent, null))).toEqual([sent.said])
})

test('of one thing only the latest is said', () => {
  const off = { said: 'It is closed.', failed: false, undo: { to: 'open' }, about: 'Saturday' }
  const on = { said: 'It is open again.', failed: false, undo: { to: 'closed' }, about: 'Saturday' }
  expect(saidIn(linesAfter(linesAfter(noToastLines, off, null), on, null))).toEqual([on.said])
})
