import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { forgetDraftsOf, settleSent } from './drafts.ts'
import { openDraft } from './form-draft.tsx'

const stored = new Map<string, string>()
const page = { pathname: '/notes', search: '' }

class Field extends EventTarget {
  dataset = {}
  name = ''
  type = ''
  text = ''
  // Restoring a draft uses the setter of the prototype.
  get value() {
    return this.text
  }
  set value(text: string) {
    this.text = text
  }
}

const makeField = (name: string, type: string, text: string) =>
  Object.assign(new Field(), { name, type, text })

beforeEach(() => {
  vi.useFakeTimers()
  stored.clear()
  vi.stubGlobal('HTMLInputElement', Field)
  vi.stubGlobal('HTMLSelectElement', class {})
  vi.stubGlobal('HTMLTextAreaElement', class {})
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('location', page)
  page.search = ''
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Mounts a form without a draft name, which sends the id of a row. */
function mountUnnamed(id: string, method = 'post') {
  const elements = [makeField('note', 'text', 'saved'), makeField('id', 'hidden', id)]
  const shown: unknown[] = []
  const form = { current: { elements, method, getAttribute: () => method, closest: () => null } as never }
  const draft = openDraft('draft:winemaker:wyn:/notes:', form, (restored) => shown.push(restored), false)
  draft.start(undefined)
  const send = (text: string, isPrevented?: boolean) => {
    elements[0]!.value = text
    draft.touch()
    draft.send(undefined, isPrevented)
    vi.runAllTimers()
  }
  const type = (text: string) => (elements[0]!.value = text)
  return { draft, shown, send, type, text: () => elements[0]!.value }
}

test('a form without a draft name restores its text only if the sign-in ended before the form was saved', () => {
  mountUnnamed('1').send('typed')
  settleSent(false)
  mountUnnamed('1', 'get').send('searched')
  settleSent(true)
  expect(stored.size).toBe(0)
  mountUnnamed('1', 'get').send('typed', true)
  expect(stored.size).toBe(0)
  settleSent(true)
  expect(mountUnnamed('2').text()).toBe('saved')
  const back = mountUnnamed('1')
  expect([back.text(), ...back.shown]).toEqual(['typed', 'whole'])
  back.draft.discard()
  expect([back.text(), stored.size]).toEqual(['saved', 0])
})

test('a form without a draft name restores its text if the sign-in ended by itself, but not if somebody logged out', () => {
  const opened = mountUnnamed('1')
  opened.type('typed')
  opened.draft.storePending()
  expect(stored.size).toBe(0)
  page.search = '?ended='
  opened.draft.storePending()
  expect(mountUnnamed('1').text()).toBe('typed')

  stored.clear()
  vi.advanceTimersByTime(1)
  forgetDraftsOf('winemaker')
  opened.draft.storePending()
  expect(mountUnnamed('1').text()).toBe('saved')
  vi.advanceTimersByTime(1)
  const again = mountUnnamed('1')
  again.type('typed again')
  again.draft.storePending()
  expect(mountUnnamed('1').text()).toBe('typed again')
})
