import { readPlacePage } from '../../../../explore/location-page/place-page.server.ts'
import { placeHead } from '../../../../explore/location-page/place-head.tsx'
import { PlaceView } from '../../../../explore/location-page/place-view.tsx'
import type { Route } from './+types/$town.ts'

export function loader({ context, params }: Route.LoaderArgs) {
  return readPlacePage(context, params)
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? placeHead(loaderData, matches) : []

export default function TownPage({ loaderData }: Route.ComponentProps) {
  return <PlaceView page={loaderData} />
}
