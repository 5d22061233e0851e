import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, data, StaticRouterProvider } from 'react-router'
import { expect, test } from 'vitest'

import { messageOf, PageFailure } from './page-failure.tsx'

/** Returns the markup that replaces a page whose loader throws this status and message. */
async function render(
  path: string,
  status: number,
  message: string,
  { title, ...details }: { title?: string; request_id?: string } = {},
): Promise<string> {
  const routes = [
    {
      path: '*',
      loader: () => Promise.reject(data({ message, ...details }, { status })),
      element: null,
      errorElement: <PageFailure {...(title && { title })} />,
    },
  ]
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(`http://site.test${path}`))
  if (context instanceof Response) throw new Error('The handler returned a response')
  const router = createStaticRouter(handler.dataRoutes, context)
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />)
}

test('links back to the list when the page does not exist', async () => {
  const markup = await render('/winemaker/customers/1', 404, 'Customer not found')
  expect(markup).toContain('Customer not found')
  expect(markup).toMatch(/href="\/winemaker\/customers"[^]*Back to customers/)
  expect(await render('/admin/calendar-sync/1', 404, 'Gone')).toContain('Back to calendar sync')
})

test('offers to try again, below the title of the page', async () => {
  const markup = await render('/winemaker/bookings/1', 503, 'Not just now.', {
    title: 'Failed to load booking details',
  })
  expect(markup).toContain('<h1>Failed to load booking details</h1>')
  expect(markup).toContain('Not just now.')
  expect(markup).toContain('Try Again')
  expect(markup).not.toContain('Back to')
})

test('shows the id to quote when the server failed', async () => {
  const markup = await render('/winemaker/bookings', 500, 'Something went wrong.', { request_id: '1a2b' })
  expect(markup).toContain('If you contact us, please quote 1a2b.')
  expect(await render('/winemaker/bookings', 503, 'No connection just now.')).not.toContain('quote')
})

test('a lost connection has its own sentence in every browser, and an unforeseen error has none', () => {
  for (const message of ['Failed to fetch', 'NetworkError when attempting to fetch resource.', 'Load failed'])
    expect(messageOf(new TypeError(message))).toBe('No connection just now. Please try again.')
  expect(messageOf(new TypeError('x is undefined'))).toBeNull()
})
