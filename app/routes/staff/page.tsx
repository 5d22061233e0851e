import { Outlet, useOutletContext } from 'react-router'

import { failureTitle } from '../../staff-client/page-failure.tsx'
import { unlistedHead } from '../../ui/page/head.ts'
import { keepAnswers } from '../../ui/page/missing-answer.tsx'
import type { Route } from './+types/page.ts'

// This route surrounds every page of the staff areas. If a page cannot be loaded, its failure is shown beside the menu.
export { PageFailure as ErrorBoundary } from '../../staff-client/page-failure.tsx'

/** The head of a page that failed. React Router leaves out the failed page's own head. */
export const meta: Route.MetaFunction = ({ error }) =>
  error === undefined ? [] : unlistedHead(failureTitle(error))

export const clientMiddleware = [keepAnswers]

export default function StaffPage() {
  return <Outlet context={useOutletContext()} />
}
