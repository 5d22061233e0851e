import { globSync, readFileSync } from 'node:fs'
import { createMemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { rememberSent } from '../ui/forms/drafts.ts'
import { isAdminSignedIn } from './admin-session.ts'
import { requireSignIn } from './guard.ts'
import { isWinemakerSignedIn } from './winemaker-session.ts'

const areas = {
  winemaker: {
    isSignedIn: isWinemakerSignedIn,
    page: '/winemaker/vineyard/edit',
    login: '/winemaker/login',
    token: ['winemaker_session_token', 'spoiled'],
  },
  admin: {
    isSignedIn: isAdminSignedIn,
    page: '/admin/blog/1/edit',
    login: '/login',
    token: ['admin_session', '{}'],
  },
} as const

const storage = new Map<string, string>()

beforeEach(() => {
  storage.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  })
  // React Router submits a form only where there is a document.
  vi.stubGlobal('window', Object.assign(new EventTarget(), { document: { createElement: () => ({}) } }))
})
afterEach(() => vi.unstubAllGlobals())

/** Opens a page of an area. When a form is saved, the sign-in turns out to have ended, and the action returns a refusal. */
async function open(area: keyof typeof areas) {
  const { isSignedIn, page, login, token } = areas[area]
  const [key, value] = token
  storage.set(key, value)
  const refuse = () => {
    storage.delete(key)
    return { saved_at: null }
  }
  const routes = [
    {
      middleware: [requireSignIn(area, isSignedIn) as never],
      children: [{ path: page, loader: ({ request }: { request: Request }) => request.url, action: refuse }],
    },
    { path: login },
  ]
  const router = createMemoryRouter(routes, { initialEntries: [page] })
  router.initialize()
  await vi.waitFor(() =>
    expect(router.state).toMatchObject({ initialized: true, navigation: { state: 'idle' } }),
  )
  const address = () => router.state.location.pathname + router.state.location.search
  const formData = new FormData()
  const save = { formMethod: 'post', formData } as const
  return { router, address, page, save, key, ended: `${login}?from=${encodeURIComponent(page)}&ended=` }
}

test('the login tells a winemaker that the sign-in has ended, whatever the action returned', async () => {
  const { router, address, page, save, ended } = await open('winemaker')
  await router.navigate(page, save)
  expect(address()).toBe(ended)
})

test('the login tells an admin that the sign-in has ended, whatever the action returned', async () => {
  const { router, address, page, save, ended } = await open('admin')
  await router.navigate(page, save)
  expect(address()).toBe(ended)
})

test('if the sign-in has ended, a form that stays on its page also leads to the login, and the browser stores its text', async () => {
  const { router, address, page, save, ended } = await open('winemaker')
  const sent = router.fetch('save', router.state.matches[0]!.route.id, page, save)
  // When a component sends a form, the browser remembers the text only after the form was sent.
  rememberSent('draft:note', { 'note 0': { was: '', is: 'typed' } })
  await sent
  await vi.waitFor(() => expect(address()).toBe(ended))
  expect(storage.get('draft:note')).toContain('typed')
})

test('the login says that the sign-in has ended if the browser had already deleted the token before the form was sent', async () => {
  const { router, address, page, save, key, ended } = await open('winemaker')
  storage.delete(key)
  await router.navigate(page, save)
  expect(address()).toBe(ended)
})

test('the browser stores the text of a form that is sent after the token was deleted', async () => {
  const { router, address, page, save, key, ended } = await open('winemaker')
  storage.delete(key)
  const sent = router.fetch('save', router.state.matches[0]!.route.id, page, save)
  rememberSent('draft:note', { 'note 0': { was: '', is: 'typed' } })
  await sent
  await vi.waitFor(() => expect(address()).toBe(ended))
  expect(storage.get('draft:note')).toContain('typed')
})

test('the layouts of both areas require a sign-in', () => {
  expect(readFileSync('app/routes/winemaker/layout.tsx', 'utf8')).toMatch(
    /clientMiddleware.*\s+requireSignIn\(/,
  )
  expect(readFileSync('app/routes/admin/layout.tsx', 'utf8')).toMatch(/clientMiddleware.*\[requireSignIn\(/)
})

/** Forms of visitors, and of the Today page, which stores its entries itself. */
const otherPages =
  /^app\/(bookings\/(today|reviews\/components\/review-form|changes\/components\/correct-email)|people\/accounts\/components\/bookings-link-form)/

test('every staff form with a text field keeps its text when the sign-in ends', () => {
  const files = globSync(
    'app/{bookings,catalogue,content,moving-in,partners,people,staff,routes/{admin,staff,winemaker}}/**/*.tsx',
  )
  const lossy = files.filter((path) => {
    const code = readFileSync(path, 'utf8')
    const isOurs = /import \{[^}]*\bForm\b[^}]*\} from '[^']*\/forms\/form\.tsx'/.test(code)
    return code
      .matchAll(/<((?:\w+\.|Router)?Form|form)\b[^]*?<\/\1>/g)
      .some(
        ([form, name]) =>
          !(name === 'Form' && isOurs) &&
          /method="post"|onSubmit/.test(form) &&
          /<(textarea|Text(Area)?Field|(?!Hidden)\w+Fields)\b/.test(form),
      )
  })
  expect(lossy.filter((path) => !otherPages.test(path))).toEqual([])
})
