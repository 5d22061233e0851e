import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, data, StaticRouterProvider } from 'react-router'
import { expect, test } from 'vitest'

import { PageFailure } from './page-failure.tsx'

/** What stands in the place of a page whose loader was answered so. */
async function shownFor(path: string, status: number, message: string, title?: string): Promise<string> {
  const routes = [
    {
      path: '*',
      loader: () => Promise.reject(data({ message }, { status })),
      element: null,
      errorElement: <PageFailure {...(title && { title })} />,
    },
  ]
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(`http://site.test${path}`))
  if (context instanceof Response) throw new Error('It answered by itself')
  const router = createStaticRouter(handler.dataRoutes, context)
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />)
}

test('what is not there leads back to the list it would stand in', async () => {
  const shown = await shownFor('/winemaker/customers/1', 404, 'Customer not found')
  expect(shown).toContain('Customer not found')
  expect(shown).toMatch(/href="\/winemaker\/customers"[^]*Back to customers/)
  expect(await shownFor('/admin/calendar-sync/1', 404, 'Gone')).toContain('Back to calendar sync')
})

test('where only the moment was wrong one tries again, below the title that the page gives', async () => {
  const shown = await shownFor(
    '/winemaker/bookings/1',
    503,
    'Not just now.',
    'Failed to load booking details',
  )
  expect(shown).toContain('<h1>Failed to load booking details</h1>')
  expect(shown).toContain('Not just now.')
  expect(shown).toContain('Try Again')
  expect(shown).not.toContain('Back to')
})
