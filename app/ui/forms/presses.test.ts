import { afterEach, expect, test, vi } from 'vitest'

import { atFirstPress } from '../page/lazy-part.tsx'
import { ignoreRepeatedSubmits } from './presses.ts'

afterEach(() => vi.unstubAllGlobals())

/** Replaces the window's events. Returns a function that sends an event, such as a press, to the window. */
function openWindow() {
  const ground = new EventTarget()
  vi.stubGlobal('addEventListener', ground.addEventListener.bind(ground))
  return (what: string) => ground.dispatchEvent(new Event(what))
}

test('atFirstPress calls its function once, at the first pointer or key press', () => {
  const press = openWindow()
  const act = vi.fn()
  atFirstPress(act)
  press('pointermove')
  expect(act).not.toHaveBeenCalled()
  for (const what of ['keydown', 'keydown', 'pointerdown']) press(what)
  expect(act).toHaveBeenCalledOnce()
})

test('atFirstPress does not call its function after it was cancelled', () => {
  const press = openWindow()
  const act = vi.fn()
  atFirstPress(act)()
  press('pointerdown')
  expect(act).not.toHaveBeenCalled()
})

/** Returns functions that press a form's button at a given millisecond, type in the form, and count its submits. */
function makeForm() {
  const form = new EventTarget()
  let sent = 0
  const leave = ignoreRepeatedSubmits(form)
  form.addEventListener('submit', (event) => {
    if (!event.defaultPrevented) sent++
  })
  const press = (at: number, submitter: unknown = 'save') => {
    const event = Object.assign(new Event('submit', { cancelable: true }), { submitter })
    Object.defineProperty(event, 'timeStamp', { value: at })
    form.dispatchEvent(event)
  }
  return { press, leave, type: () => form.dispatchEvent(new Event('input')), sent: () => sent }
}

test('a double click or held key submits once', () => {
  const { press, sent } = makeForm()
  for (const at of [1000, 1120, 1240, 1360, 1480]) press(at)
  expect(sent()).toBe(1)
})

test('a later press, or another button, submits again', () => {
  const { press, sent } = makeForm()
  press(1000)
  press(1300)
  expect(sent()).toBe(2)
  press(1310, 'remove')
  expect(sent()).toBe(3)
})

test('typing between two presses allows another submit', () => {
  const { press, type, sent } = makeForm()
  press(1000)
  type()
  press(1100)
  expect(sent()).toBe(2)
})

test('after the listeners are removed, every press submits the form', () => {
  const { press, leave, sent } = makeForm()
  press(1000)
  leave()
  press(1100)
  expect(sent()).toBe(2)
})
