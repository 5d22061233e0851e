import { expect, test } from 'vitest'

import { type ToastMessage, linesAfter, linesWithout, linesWithoutFailures, noToastLines } from './toast.tsx'

const deleted = (title: string): ToastMessage => ({
  message: `“${title}” is deleted.`,
  failed: false,
  undo: { title },
})
const saidIn = ({ shown }: typeof noToastLines) => shown.map(({ done }) => done.message)

test('after two deletions, offers Undo for each of them', () => {
  const both = linesAfter(linesAfter(noToastLines, deleted('Chalk'), null), deleted('Clay'), null)
  expect(saidIn(both)).toEqual(['“Chalk” is deleted.', '“Clay” is deleted.'])
  expect(new Set(both.shown.map(({ n }) => n)).size).toBe(2)
  expect(both.shown.map(({ n }) => n)).not.toContain(both.next)
  expect(saidIn(linesWithout(both, both.shown[0]?.n ?? -1))).toEqual(['“Clay” is deleted.'])
})

test('the result of an Undo replaces the toast whose Undo was pressed, and other toasts stay', () => {
  const chalk = deleted('Chalk')
  const both = linesAfter(linesAfter(noToastLines, chalk, null), deleted('Clay'), null)
  const after = linesAfter(both, { message: '“Chalk” is there again.', failed: false }, chalk)
  expect(saidIn(after)).toEqual(['“Chalk” is there again.', '“Clay” is deleted.'])
})

test('the next toast replaces a toast without Undo', () => {
  const sent = { message: 'It is sent.', failed: false, undo: null }
  const refused = { message: 'No connection just now.', failed: true }
  expect(saidIn(linesAfter(linesAfter(noToastLines, sent, null), refused, null))).toEqual([refused.message])
  expect(saidIn(linesAfter(linesAfter(noToastLines, refused, null), sent, null))).toEqual([sent.message])
})

test('shows only the latest toast of a subject', () => {
  const off = { message: 'It is closed.', failed: false, undo: { to: 'open' }, about: 'Saturday' }
  const on = { message: 'It is open again.', failed: false, undo: { to: 'closed' }, about: 'Saturday' }
  expect(saidIn(linesAfter(linesAfter(noToastLines, off, null), on, null))).toEqual([on.message])
})

test('when the page itself shows a result, the toast of a failure is removed and a toast with Undo stays', () => {
  const refused = { message: 'This address belongs to a private network.', failed: true }
  const both = linesAfter(linesAfter(noToastLines, deleted('Chalk'), null), refused, null)
  expect(saidIn(linesWithoutFailures(both))).toEqual(['“Chalk” is deleted.'])
})
