import { Outlet, useOutletContext } from 'react-router'

import { keepAnswers } from '../../ui/page/missing-answer.tsx'

// Every page of the staff areas has this frame. If a page cannot be loaded, its failure is shown inside the menu.
export { PageFailure as ErrorBoundary } from '../../staff-client/page-failure.tsx'

export const clientMiddleware = [keepAnswers]

export default function StaffPage() {
  return <Outlet context={useOutletContext()} />
}
