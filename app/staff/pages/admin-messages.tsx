import { Form } from 'react-router'

import { callAsAdmin } from '../../people/desk/admin-browser.ts'
import type { Page } from '../../platform/api/listing.server.ts'
import { formatCount } from '../../platform/counts.ts'
import { formatMoment } from '../../platform/days.ts'
import { Button, ButtonAnchor } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { siteName } from '../../ui/head.ts'
import type { IconName } from '../../ui/icons.ts'
import { StatusPill, type StatusTone } from '../../ui/status-pill.tsx'
import { AssignForm, type Colleague } from '../people/assign-form.tsx'
import { readAsAdmin } from '../shell/read.tsx'
import { outcomeOf, textOf } from '../shell/outcome.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Said } from '../shell/said.tsx'
import { Filter } from '../shell/filter.tsx'
import { ListTools, askedBy } from '../../ui/list-tools.tsx'
import type { Route } from './+types/admin-messages.ts'

export const meta: Route.MetaFunction = () => [
  { title: `Messages · ${siteName}` },
  { name: 'robots', content: 'noindex' },
]

type State = 'new' | 'read' | 'answered'
type Message = {
  id: string
  name: string
  email: string
  subject: string
  message: string
  state: State
  assigned_to: string | null
  assigned_name: string | null
  created_at: string
  version: string
}

/** How a state looks, and what can be made of it. */
const states: Record<State, { label: string; tone: StatusTone; icon: IconName; next: [State, string][] }> = {
  new: {
    label: 'New',
    tone: 'wait',
    icon: 'mail',
    next: [
      ['read', 'Mark as read'],
      ['answered', 'Mark as answered'],
    ],
  },
  read: { label: 'Read', tone: 'done', icon: 'flag', next: [['answered', 'Mark as answered']] },
  answered: { label: 'Answered', tone: 'good', icon: 'tick', next: [['read', 'Open again']] },
}
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
  const isGiven = form.has('assigned_to')
  const body = isGiven ? { assigned_to: text('assigned_to') || null } : { state: text('state') }
  const changed = await callAsAdmin(`contact_messages/${text('id')}`, {
    method: 'PATCH',
    body,
    seen: text('version'),
  })
  const said = isGiven ? 'is passed on' : `is ${text('state')}`
  return outcomeOf(request, changed, `“${text('subject')}” ${said}.`)
}

export default function AdminMessages({ loaderData, actionData }: Route.ComponentProps) {
  const { items, total, asked, admins } = loaderData
  return (
    <>
      <div className="staff-head">
        <h1>{total === 1 ? 'One message' : `${formatCount(total)} messages`}</h1>
      </div>
      <ListTools label="Name, address or subject" search={asked.search ?? ''}>
        <Filter
          label="State"
          name="state"
          value={asked.state ?? ''}
          options={Object.fromEntries(Object.entries(states).map(([state, { label }]) => [state, label]))}
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

function MessageEntry({ message, admins }: { message: Message; admins: Colleague[] }) {
  const { id, name, email, subject, state, assigned_to, assigned_name, created_at, version } = message
  const reply = `mailto:${email}?${new URLSearchParams({ subject: `Re: ${subject}` }).toString().replaceAll('+', '%20')}`
  return (
    <details>
      <summary>
        <StatusPill {...states[state]} /> <strong>{subject}</strong>
        <br />
        <span className="soft small">
          {name}, {formatMoment(created_at)}
          {assigned_name && `, seen to by ${assigned_name}`}
        </span>
      </summary>
      <p className="letter">{message.message}</p>
      <div className="row">
        <ButtonAnchor small icon="mail" href={reply}>
          Write to {email}
        </ButtonAnchor>
        <Form method="post" className="row" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="subject" value={subject} />
          {states[state].next.map(([to, label]) => (
            <Button key={to} small name="state" value={to}>
              {label}
            </Button>
          ))}
        </Form>
        <AssignForm
          key={assigned_to}
          id={id}
          version={version}
          subject={subject}
          assigned_to={assigned_to}
          admins={admins}
        />
      </div>
    </details>
  )
}
