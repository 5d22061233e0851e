import { afterEach, expect, test, vi } from 'vitest'

import { atFirstPress } from './first-press.ts'

afterEach(() => vi.unstubAllGlobals())

/** A window of its own, and what is pressed in it. */
function openWindow() {
  const ground = new EventTarget()
  vi.stubGlobal('addEventListener', ground.addEventListener.bind(ground))
  return (what: string) => ground.dispatchEvent(new Event(what))
}

test('something is done once, with the first press of a pointer or a key', () => {
  const press = openWindow()
  const act = vi.fn()
  atFirstPress(act)
  press('pointermove')
  expect(act).not.toHaveBeenCalled()
  for (const what of ['keydown', 'keydown', 'pointerdown']) press(what)
  expect(act).toHaveBeenCalledOnce()
})

test('what is called off is not done', () => {
  const press = openWindow()
  const act = vi.fn()
  atFirstPress(act)()
  press('pointerdown')
  expect(act).not.toHaveBeenCalled()
})
