import { callAsAdmin } from '../../people/desk/admin-browser.ts'
import type { Page } from '../../platform/api/listing.server.ts'
import { formatTotal } from '../../platform/counts.ts'
import { readAsAdmin } from '../../staff/shell/read.tsx'
import { outcomeOf, textOf } from '../../staff/shell/outcome.tsx'
import { Said } from '../../staff/shell/said.tsx'
import { Filter } from '../../staff/shell/filter.tsx'
import { Empty } from '../../ui/empty.tsx'
import { siteName } from '../../ui/head.ts'
import { askedBy, ListTools } from '../../ui/list-tools.tsx'
import { Pager } from '../../ui/pager.tsx'
import type { Colleague } from '../assign-form.tsx'
import { type Message, MessageEntry, messageStates } from '../message-entry.tsx'
import type { Route } from './+types/admin-messages.ts'

export { PageFailure as ErrorBoundary } from '../../people/desk/page-failure.tsx'

export const meta: Route.MetaFunction = () => [
  { title: `Messages · ${siteName}` },
  { name: 'robots', content: 'noindex' },
]

const filters = ['state', 'assigned_to'] as const

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const asked = askedBy<Record<string, string>>(request, filters)
  const [messages, admins] = await Promise.all([
    readAsAdmin<Page<Message>>(request, `contact_messages?${new URLSearchParams(asked)}`),
    readAsAdmin<Colleague[]>(request, 'admins'),
  ])
  return { ...messages, asked, admins }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const text = (name: string) => textOf(form, name)
  const at = `contact_messages/${text('id')}`
  const [seen, subject] = [text('version'), `“${text('subject')}”`]
  if (form.has('answer')) {
    const answered = await callAsAdmin(`${at}/answer`, {
      method: 'POST',
      body: { answer: text('answer') },
      seen,
    })
    return outcomeOf(request, answered, `Your answer is on its way to ${text('name')}.`)
  }
  const isGiven = form.has('assigned_to')
  const body = isGiven ? { assigned_to: text('assigned_to') || null } : { state: text('state') }
  const changed = await callAsAdmin(at, { method: 'PATCH', body, seen })
  return outcomeOf(request, changed, `${subject} ${isGiven ? 'is passed on' : `is ${text('state')}`}.`)
}

export default function AdminMessages({ loaderData, actionData }: Route.ComponentProps) {
  const { items, total, asked, admins } = loaderData
  return (
    <>
      <div className="staff-head">
        <h1>{total === 1 ? 'One message' : `${formatTotal(total)} messages`}</h1>
      </div>
      <ListTools label="Name, address or subject" search={asked.search ?? ''}>
        <Filter
          label="State"
          name="state"
          value={asked.state ?? ''}
          options={Object.fromEntries(
            Object.entries(messageStates).map(([state, { label }]) => [state, label]),
          )}
        />
        <Filter
          label="Who sees to it"
          name="assigned_to"
          value={asked.assigned_to ?? ''}
          all="Everybody"
          options={Object.fromEntries(admins.map(({ id, name }) => [id, name]))}
        />
      </ListTools>
      {items.length === 0 ? (
        <Empty title="No message here">Whatever visitors write through the contact page appears here.</Empty>
      ) : (
        <ol className="events">
          {items.map((message) => (
            <li key={message.id}>
              <MessageEntry message={message} admins={admins} />
            </li>
          ))}
        </ol>
      )}
      <Pager {...loaderData} />
      <Said outcome={actionData} />
    </>
  )
}
