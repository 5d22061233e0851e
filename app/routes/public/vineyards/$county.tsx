import { readLocationPage } from '../../../explore/location-page/location-page.server.ts'
import { locationHead } from '../../../explore/location-page/location-head.tsx'
import { LocationView } from '../../../explore/location-page/location-view.tsx'
import type { Route } from './+types/$county.ts'

export function loader({ context, params }: Route.LoaderArgs) {
  return readLocationPage(context, params)
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? locationHead(loaderData, matches) : []

/** The page of a county or of one of its towns. */
export default function LocationPage({ loaderData }: Route.ComponentProps) {
  return <LocationView page={loaderData} />
}
