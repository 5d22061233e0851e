import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { expect, test } from 'vitest'

import { failureOf } from '../failure.tsx'
import ErrorScreen from './error-screen.tsx'

const shown = (error: unknown, at = '/vineyard/1') =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={[at]}>
      <ErrorScreen error={error} />
    </MemoryRouter>,
  )

test('an unexpected error shows "Something went wrong." and a link to retry', () => {
  const html = shown(new Error('secret detail'), '/explore?search=kent')
  expect(html).toContain('<h1>Something went wrong.</h1>')
  expect(html).toMatch(/<a [^>]*href="\/explore\?search=kent"[^>]*>Try Again<\/a>/)
  expect(html).not.toContain('secret detail')
})

test('a refusal shows its heading, message and link', () => {
  const refusal = {
    title: 'Vineyard Not Found',
    message: 'Vineyard not found',
    to: '/explore',
    label: 'Back to Explore',
  }
  const html = shown(new ErrorResponse(404, '', refusal))
  expect(html).toContain('<h1>Vineyard Not Found</h1>')
  expect(html).toContain('Vineyard not found</p>')
  expect(html).toMatch(/<a [^>]*href="\/explore"[^>]*>Back to Explore<\/a>/)
})

test('a plain message becomes the heading', () => {
  const html = shown(new ErrorResponse(400, '', 'Experience ID is missing.'))
  expect(html).toContain('<h1>Experience ID is missing.</h1>')
  expect(html.match(/Experience ID is missing\./g)).toHaveLength(1)
})

const thrown = (status: number, data: unknown) => new ErrorResponse(status, '', data)

test('shows a thrown message', () => {
  expect(failureOf(thrown(400, 'Vineyard ID is missing.'))).toEqual({
    kind: 'refused',
    refusal: { message: 'Vineyard ID is missing.' },
  })
})

test('a thrown refusal keeps its heading, message and link', () => {
  const refusal = {
    title: 'Vineyard Not Found',
    message: 'Vineyard not found',
    to: '/explore',
    label: 'Back to Explore',
  }
  expect(failureOf(thrown(404, refusal))).toEqual({ kind: 'refused', refusal })
})

test('a 404 without a message shows the 404 screen', () => {
  expect(failureOf(thrown(404, null))).toEqual({ kind: 'not-found' })
  expect(failureOf(thrown(404, 'Error: No route matches URL "/x"'))).toEqual({ kind: 'not-found' })
})

// ASVS 16.5.1
test("hides developers' messages from visitors", () => {
  expect(
    failureOf(thrown(405, 'Error: You made a POST request to "/" but did not provide an `action`')),
  ).toEqual({
    kind: 'failed',
  })
  expect(failureOf(new Error('connect ECONNREFUSED'))).toEqual({ kind: 'failed' })
  expect(failureOf('odd')).toEqual({ kind: 'failed' })
})
