import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { forgetDraftsAt, forgetDraftsOf } from './drafts.ts'
import { openDraft } from './form-draft.tsx'

const twoWeeks = 1_209_600_000
const key = 'draft:winemaker:wyn:/notes:note'
const stored = new Map<string, string>()
const page = { pathname: '/notes', search: '' }

class Field extends EventTarget {
  name = ''
  type = 'text'
  dataset = {}
  text = ''
  get value() {
    return this.text
  }
  set value(text: string) {
    this.text = text
  }
}
class Choice extends Field {}

beforeEach(() => {
  vi.useFakeTimers()
  stored.clear()
  Object.assign(page, { pathname: '/notes', search: '' })
  vi.stubGlobal('HTMLInputElement', Field)
  vi.stubGlobal('HTMLSelectElement', Choice)
  vi.stubGlobal('HTMLTextAreaElement', class {})
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('location', page)
  stubStorage((name, text) => stored.set(name, text))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Stubs local storage. As in a browser, its keys are properties of the object. */
function stubStorage(setItem: (name: string, text: string) => void) {
  const methods = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem,
    removeItem: (name: string) => stored.delete(name),
  }
  const getOwnPropertyDescriptor = () => ({ enumerable: true, configurable: true })
  const keys = { ownKeys: () => [...stored.keys()], getOwnPropertyDescriptor }
  vi.stubGlobal('localStorage', new Proxy(methods, keys))
}

function makeField(name: string, text: string, type = 'text', Type = Field) {
  return Object.assign(new Type(), { name, text, type })
}

/** Mounts a form that shows saved text, with the result of its last submission. */
function mount(saved: Record<string, string> = { note: 'saved' }, result?: unknown) {
  const elements = Object.entries(saved).map(([name, text]) => makeField(name, text))
  const shown: unknown[] = []
  const form = { current: { elements, closest: () => null } as never as HTMLFormElement | null }
  const draft = openDraft(key, form, (restored) => shown.push(restored))
  const end = draft.start(result)
  for (const element of elements) element.addEventListener('input', draft.touch)
  const type = (text: string, index = 0) => {
    elements[index]!.text = text
    draft.touch()
  }
  const unmount = () => {
    draft.storePending()
    end()
  }
  return { draft, form, elements, shown, type, unmount, text: () => elements.map(({ text }) => text) }
}

const fields = () => JSON.parse(stored.get(key) ?? 'null')?.fields ?? null
function store(draft: Record<string, { was: string; is: string }>, age = 0) {
  const at = performance.timeOrigin + performance.now() - age
  stored.set(key, JSON.stringify({ at, fields: draft }))
}

test('stores the changed fields when typing pauses, and nothing after they are changed back', () => {
  const { type } = mount({ note: 'saved', other: 'same' })
  type('t')
  vi.advanceTimersByTime(150)
  type('typed')
  vi.advanceTimersByTime(150)
  expect(fields()).toBe(null)
  vi.advanceTimersByTime(50)
  expect(fields()).toEqual({ 'note 0': { was: 'saved', is: 'typed' } })
  type('saved')
  vi.advanceTimersByTime(200)
  expect(stored.size).toBe(0)
})

test('never stores a password', () => {
  const { elements, draft } = mount()
  elements.push(makeField('password', 'secret', 'password'))
  draft.touch()
  vi.advanceTimersByTime(200)
  expect(stored.size).toBe(0)
})

test('stores the last typed text when the form is removed or the page is hidden', () => {
  const removed = mount()
  removed.type('typed')
  removed.unmount()
  expect(fields()).toEqual({ 'note 0': { was: 'saved', is: 'typed' } })
  stored.clear()
  const hidden = mount()
  hidden.type('hidden')
  window.dispatchEvent(new Event('pagehide'))
  expect(fields()).toEqual({ 'note 0': { was: 'saved', is: 'hidden' } })
})

test('a form that was removed stores nothing when the page is hidden', () => {
  const { type, unmount } = mount()
  unmount()
  type('of another form')
  window.dispatchEvent(new Event('pagehide'))
  expect(stored.size).toBe(0)
})

test('removing a form in which nothing was typed leaves the draft unchanged', () => {
  const untouched = mount()
  store({ 'note 0': { was: 'saved', is: 'typed in another tab' } })
  untouched.unmount()
  const gone = mount()
  gone.type('saved')
  gone.form.current = null
  vi.advanceTimersByTime(200)
  expect(fields()).toEqual({ 'note 0': { was: 'saved', is: 'typed in another tab' } })
})

test('a removed form restores nothing later', () => {
  store({ 'note 0': { was: 'saved', is: 'typed' } })
  const { elements, unmount, text } = mount()
  elements[0]!.text = 'of the next page'
  unmount()
  vi.runAllTimers()
  expect(text()).toEqual(['of the next page'])
})

test('restores a draft and says so', () => {
  store({ 'note 0': { was: 'saved', is: 'typed' }, 'gone 0': { was: '', is: 'lost' } })
  const { text, shown } = mount()
  expect(text()).toEqual(['typed'])
  expect(shown).toEqual(['whole'])
})

test('also restores fields that appear only after a choice is restored', () => {
  store({ 'kind 0': { was: 'a', is: 'b' }, 'size 0': { was: '', is: '9' } })
  const { text, elements, shown } = mount({ kind: 'a' })
  elements.push(makeField('size', ''))
  vi.runAllTimers()
  expect(text()).toEqual(['b', '9'])
  expect(shown).toEqual(['whole', 'whole'])
})

test('still says that somebody else changed a field when more fields are restored later', () => {
  store({ 'kind 0': { was: 'older', is: 'b' }, 'size 0': { was: '', is: '9' } })
  const { elements, shown } = mount({ kind: 'a' })
  elements.push(makeField('size', ''))
  vi.runAllTimers()
  expect(shown).toEqual(['overtaken', 'overtaken'])
})

test('restores nothing that is saved already, and no field that is gone', () => {
  store({ 'note 0': { was: 'older', is: 'saved' }, 'gone 0': { was: '', is: 'lost' } })
  expect(mount().shown).toEqual([])
})

test('deletes drafts that are older than two weeks or unreadable', () => {
  store({ 'note 0': { was: 'saved', is: 'typed' } }, twoWeeks - 1000)
  expect(mount().text()).toEqual(['typed'])
  store({ 'note 0': { was: 'saved', is: 'typed' } }, twoWeeks + 1000)
  expect(mount().text()).toEqual(['saved'])
  expect(stored.size).toBe(0)
  stored.set(key, '{')
  mount()
  expect(stored.size).toBe(0)
})

test('when local storage is full, typing still works', () => {
  stubStorage(() => {
    throw new Error('The storage is full')
  })
  const { type, text } = mount()
  type('typed')
  vi.advanceTimersByTime(200)
  expect(text()).toEqual(['typed'])
})

test('deletes a draft when its submission succeeded, and not before', () => {
  const { draft, type } = mount()
  type('typed')
  draft.send(undefined)
  draft.settle(true, undefined)
  draft.settle(false, undefined)
  expect(fields()).toEqual({ 'note 0': { was: 'saved', is: 'typed' } })
  draft.settle(true, { saved_at: 'now' })
  expect(stored.size).toBe(0)
  // What is typed from now on differs from the text that was saved.
  type('saved')
  vi.advanceTimersByTime(200)
  expect(fields()).toEqual({ 'note 0': { was: 'typed', is: 'saved' } })
})

test('deletes a draft whose submission ended between two renders', () => {
  const { draft, type } = mount()
  type('typed')
  draft.send(undefined)
  draft.settle(true, { saved_at: 'now' })
  expect(stored.size).toBe(0)
})

test('keeps the draft of a refused submission, for every way of refusing', () => {
  const { draft, type } = mount()
  type('typed')
  const refuse = (result: unknown) => {
    draft.send(undefined)
    draft.settle(true, result)
    expect(stored.size).toBe(1)
  }
  refuse({ failed: true })
  refuse({ problem: 'stale' })
  refuse({ saved_at: null })
  draft.settle(false, undefined)
  draft.settle(true, undefined)
  expect(stored.size).toBe(1)
})

test('a form that remounts after saving does not restore its own text', () => {
  const before = mount()
  before.type('typed')
  before.draft.send(undefined)
  before.unmount()
  const after = mount({ note: 'typed, tidied' }, { saved_at: 'now' })
  expect(after.text()).toEqual(['typed, tidied'])
  expect(stored.size).toBe(0)
})

test('a form that remounts after a refusal restores its text', () => {
  const before = mount()
  before.type('typed')
  before.draft.send(undefined)
  before.unmount()
  expect(mount({ note: 'saved' }, { problem: 'stale' }).text()).toEqual(['typed'])
  const again = mount()
  again.draft.send(undefined)
  again.unmount()
  expect(mount().text()).toEqual(['typed'])
  expect(mount({ note: 'saved' }, { saved_at: 'now' }).text()).toEqual(['typed'])
})

test('deletes the draft when saving leads to another page, but not when it leads to the sign-in page', () => {
  const ended = mount()
  ended.type('typed')
  ended.draft.send(undefined)
  Object.assign(page, { pathname: '/login', search: '?ended=1' })
  ended.unmount()
  expect(stored.size).toBe(1)
  Object.assign(page, { pathname: '/notes', search: '' })
  const saved = mount()
  saved.draft.send(undefined)
  page.pathname = '/note/1'
  saved.unmount()
  expect(stored.size).toBe(0)
})

test('keeps the draft of somebody who follows a link without submitting', () => {
  const { type, unmount } = mount()
  type('typed')
  page.pathname = '/elsewhere'
  unmount()
  expect(stored.size).toBe(1)
})

test('discarding shows the saved text and deletes the draft', () => {
  store({ 'note 0': { was: 'saved', is: 'typed' } })
  const { draft, text, shown } = mount()
  vi.runAllTimers()
  draft.discard()
  expect(text()).toEqual(['saved'])
  expect(shown).toEqual(['whole', null])
  vi.runAllTimers()
  expect(stored.size).toBe(0)
})

test('sign-out deletes only the drafts of its role, and leaving a page unsaved deletes only the drafts of this page', () => {
  const [own, other] = ['draft:winemaker:wyn:/notes:note', 'draft:winemaker:wyn:/notes/1:note']
  const all = [own, other, 'draft:admin:ada:/notes:note', 'seen:/notes:']
  for (const name of all) stored.set(name, '')
  forgetDraftsAt('/notes')
  expect([...stored.keys()]).toEqual([other, 'seen:/notes:'])
  stored.set('draft:admin:ada:/notes:note', '')
  forgetDraftsOf('winemaker')
  expect([...stored.keys()]).toEqual(['seen:/notes:', all[2], 'drafts_deleted:winemaker'])
})
