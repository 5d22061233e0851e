import { expect, test } from 'vitest'

import { takeForOne } from './one-press.ts'

/** A form, and how often it was sent by presses at these milliseconds. */
function makeForm() {
  const form = new EventTarget()
  let sent = 0
  const leave = takeForOne(form)
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

test('a double click and a key held down send once', () => {
  const { press, sent } = makeForm()
  for (const at of [1000, 1120, 1240, 1360, 1480]) press(at)
  expect(sent()).toBe(1)
})

test('a press after a while sends again, and so does another button', () => {
  const { press, sent } = makeForm()
  press(1000)
  press(1300)
  expect(sent()).toBe(2)
  press(1310, 'remove')
  expect(sent()).toBe(3)
})

test('who typed in between means another sending', () => {
  const { press, type, sent } = makeForm()
  press(1000)
  type()
  press(1100)
  expect(sent()).toBe(2)
})

test('a page that was left takes nothing for anything any more', () => {
  const { press, leave, sent } = makeForm()
  press(1000)
  leave()
  press(1100)
  expect(sent()).toBe(2)
})
