import { href, Link, NavLink, Outlet, useMatch } from 'react-router'

import { respond } from '../../../staff-client/action-result.tsx'
import { locationOf } from '../../../catalogue/vineyards/vineyard.ts'
import { loadAdminVineyard } from '../../../catalogue/vineyards/vineyard-save.tsx'
import { unlistedHead } from '../../../ui/page/head.ts'
import { Tabs } from '../../../ui/lists/list-tools.tsx'
import { Toasts } from '../../../ui/page/toast.tsx'
import { HiddenVineyard } from '../../../catalogue/vineyards/components/hidden-vineyard.tsx'
import {
  decideOnVineyard,
  VineyardSwitches,
} from '../../../catalogue/vineyards/components/vineyard-switches.tsx'
import type { Route } from './+types/$id.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => unlistedHead(`${loaderData?.name ?? 'Vineyard'}`)

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadAdminVineyard(request, params.id)
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  return respond(await decideOnVineyard(request))
}

/** The layout of a vineyard's admin pages: its name, switches and tabs. */
export default function AdminVineyardLayout({ loaderData: vineyard }: Route.ComponentProps) {
  const isOverview = useMatch(href('/admin/vineyards/:id', { id: vineyard?.id ?? '' })) !== null
  if (!vineyard) return <Outlet context={null} />
  const { id, name } = vineyard
  const Name = isOverview ? 'h1' : 'p'
  return (
    <Toasts>
      <div className="staff-head frame-head">
        <div>
          <p className="small">
            <Link to={href('/admin/vineyards')}>Vineyards</Link>
          </p>
          <Name className="frame-name">{name}</Name>
          <p className="soft small">
            {locationOf(vineyard) || 'No location yet'}
            {vineyard.is_visible && (
              <>
                {' · '}
                <Link to={href('/vineyard/:id', { id })}>View as a visitor</Link>
              </>
            )}
          </p>
        </div>
        <VineyardSwitches vineyard={vineyard} />
      </div>
      <Tabs label={name}>
        <NavLink to={href('/admin/vineyards/:id', { id })} end>
          Overview
        </NavLink>
        <NavLink to={href('/admin/vineyards/:id/edit', { id })}>Edit</NavLink>
        <NavLink to={href('/admin/vineyards/:id/facts', { id })}>Facts</NavLink>
        <NavLink to={href('/admin/vineyards/:id/bookings', { id })}>Bookings</NavLink>
        <NavLink to={href('/admin/vineyards/:id/experiences', { id })}>Experiences</NavLink>
        <NavLink to={href('/admin/vineyards/:id/hosts', { id })}>Hosts</NavLink>
      </Tabs>
      {!vineyard.is_visible && !isOverview && (
        <HiddenVineyard switchUrl={href('/admin/vineyards/:id', { id })} />
      )}
      <Outlet context={vineyard} />
    </Toasts>
  )
}
