import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'

import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/**
 * What staff see in the place of a page that could not be loaded; the way about stays where it is. It asks for the error
 * itself: a boundary that a page only passes on is handed none.
 */
export function PageFailure({ title = 'This page could not be shown' }: { title?: string }) {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  const said =
    isRouteErrorResponse(error) && typeof error.data?.message === 'string'
      ? error.data.message
      : 'Something went wrong.'
  return (
    <div className="stack">
      <h1>{title}</h1>
      <Notice tone="bad">{said}</Notice>
      <Button type="button" look="do" disabled={state === 'loading'} onClick={() => void revalidate()}>
        Try Again
      </Button>
    </div>
  )
}
