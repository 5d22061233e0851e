import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'

import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { TryAgain } from './try-again.tsx'

/**
 * What staff see in the place of a page that could not be loaded; the way about stays where it is. Trying again helps where
 * the moment was wrong; where the address was, the way leads back to the part it belongs to. It asks for the error itself:
 * a boundary that a page only passes on is handed none.
 */
export function PageFailure({ title = 'This page could not be shown' }: { title?: string }) {
  const error = useRouteError()
  const { pathname } = useLocation()
  const said =
    isRouteErrorResponse(error) && typeof error.data?.message === 'string'
      ? error.data.message
      : 'Something went wrong.'
  const part = isRouteErrorResponse(error) && isOfTheAddress(error) ? partOf(pathname) : undefined
  return (
    <div className="stack">
      <h1>{title}</h1>
      <Notice tone="bad">{said}</Notice>
      <p className="row">
        {part && (
          <ButtonLink variant="primary" icon="back" to={part.to}>
            Back to {part.name}
          </ButtonLink>
        )}
        <TryAgain variant={part ? 'line' : 'primary'} />
      </p>
    </div>
  )
}

/** Whether the address names something that is not there, or that can not be. */
function isOfTheAddress({ status }: { status: number }): boolean {
  return [400, 404, 422].includes(status)
}

/** The list that an address below it belongs to: of '/winemaker/customers/…' the customers. */
function partOf(pathname: string): { to: string; name: string } | undefined {
  const [, area, part] = pathname.split('/')
  return part ? { to: `/${area}/${part}`, name: part.replace('-', ' ') } : undefined
}
