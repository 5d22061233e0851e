import { data } from 'react-router'

import { NotFoundScreen } from '../../content/site/components/error-screen.tsx'
import { failureHead } from '../../content/site/failure.tsx'

export function loader() {
  return data(null, { status: 404 })
}

export const meta = () => failureHead({ kind: 'not-found' })

export default function NotFound() {
  return <NotFoundScreen />
}
