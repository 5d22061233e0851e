import { data, useLocation } from 'react-router'

import { staffAreaOf } from '../../staff-client/staff-area.ts'
import { vineyardAt } from '../../staff-client/staff-vineyard.tsx'
import { answered } from '../../staff-client/guard.tsx'
import { tallyOf } from '../../platform/counts.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Empty } from '../../ui/empty.tsx'
import { siteName } from '../../ui/head.ts'
import { Toast } from '../../ui/toast.tsx'
import { hostsOf } from '../../experiences/experience-save.ts'
import { changeHost } from '../../experiences/host-actions.tsx'
import { HostForm } from '../../experiences/components/host-form.tsx'
import { experienceLinks } from '../../experiences/experience-links.tsx'
import type { Route } from './+types/hosts.ts'
import '../../experiences/components/staff-experiences.css'

export { PageFailure as ErrorBoundary } from '../../staff-client/page-failure.tsx'

export const meta: Route.MetaFunction = () => [{ title: `Hosts · ${siteName}` }]

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const area = staffAreaOf(request.url)
  const vineyard_id = await vineyardAt(area, request, params.id)
  const { items } = await answered(request, hostsOf(area, vineyard_id))
  return { vineyard_id, hosts: items }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const done = await changeHost(request)
  // A refusal loads nothing anew: what is typed stays.
  return data(done, { status: done.failed ? 422 : 200 })
}

export default function Hosts({ loaderData, actionData }: Route.ComponentProps) {
  const { vineyard_id, hosts } = loaderData
  const { list } = experienceLinks(staffAreaOf(useLocation().pathname), vineyard_id)
  const outcomeOf = (id: string | null) => (actionData?.id === id ? actionData : undefined)
  return (
    <>
      <Breadcrumb trail={[{ to: list, label: 'Experiences' }]} here="Hosts" />
      <div className="staff-head">
        <div>
          <h1>{tallyOf(hosts.length, 'host')}</h1>
          <p className="soft small">
            One guide or one room. Experiences that share a host never hold more people at once than it takes.
          </p>
        </div>
      </div>
      {hosts.length === 0 ? (
        <Empty title="No host yet">
          Without one, each experience only counts its own places. Add one where two share a guide or a room.
        </Empty>
      ) : (
        <ul className="offers plain space-above">
          {hosts.map((host) => (
            <li className="host" key={host.version}>
              <HostForm host={host} vineyardId={vineyard_id} outcome={outcomeOf(host.id)} />
            </li>
          ))}
        </ul>
      )}
      <section className="panel space-above" aria-labelledby="add">
        <h2 id="add">Add a host</h2>
        <HostForm key={hosts.length} vineyardId={vineyard_id} outcome={outcomeOf(null)} />
      </section>
      <Toast about={actionData?.failed ? undefined : actionData} />
    </>
  )
}
