import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { expect, test } from 'vitest'

import { ErrorScreen } from './error-screen.tsx'

const shown = (error: unknown, at = '/vineyard/1') =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={[at]}>
      <ErrorScreen error={error} />
    </MemoryRouter>,
  )

test('what nobody foresaw is "Something went wrong." with the same page to try again', () => {
  const html = shown(new Error('secret detail'), '/explore?search=kent')
  expect(html).toContain('<h1>Something went wrong.</h1>')
  expect(html).toMatch(/<a [^>]*href="\/explore\?search=kent"[^>]*>Try Again<\/a>/)
  expect(html).not.toContain('secret detail')
})

test('a refusal shows its heading, its sentence and its way on', () => {
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

test('a plain sentence is the heading', () => {
  const html = shown(new ErrorResponse(400, '', 'Experience ID is missing.'))
  expect(html).toContain('<h1>Experience ID is missing.</h1>')
  expect(html.match(/Experience ID is missing\./g)).toHaveLength(1)
})
