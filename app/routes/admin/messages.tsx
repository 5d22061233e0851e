import type { adminsApi } from '../../people/accounts/account.api.ts'
import { resultOf, ifMatch } from '../../staff-client/call.ts'
import { apiFor } from '../../staff-client/staff-area.ts'
import { load, loadList } from '../../staff-client/load.ts'
import { tallyOf } from '../../platform/text/counts.ts'
import {
  type ActionResult,
  ifEmailed,
  toActionResult,
  respond,
  readCurrent,
  readFormText,
} from '../../staff-client/action-result.tsx'
import { href } from 'react-router'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { unlistedHead } from '../../ui/page/head.ts'
import { ListFilter, ListTools, Pager, usePinned } from '../../ui/lists/list-tools.tsx'
import { Toast } from '../../ui/page/toast.tsx'
import type { messageApi } from '../../content/messages/message.api.ts'
import {
  MessageEntry,
  type MessageState,
  messageStates,
} from '../../content/messages/components/message-entry.tsx'
import { StaffHead } from '../../ui/page/staff-head.tsx'
import type { Route } from './+types/messages.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Messages')

const messageCalls = apiFor<typeof messageApi>('admin', '/api/contact_messages')
const colleagues = apiFor<typeof adminsApi>('admin', '/api/admins')

const filters = ['state', 'assigned_to'] as const

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const [messages, admins] = await Promise.all([
    loadList(request, messageCalls.index.$get, filters),
    load(request, colleagues.index.$get()),
  ])
  return { ...messages, admins }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const [act, id] = [await actOnMessage(request, form), readFormText(form, 'id')]
  const now = await readCurrent(act, () => resultOf(messageCalls[':id'].$get({ param: { id } })))
  return respond({ ...act, about: id, now })
}

async function actOnMessage(request: Request, form: FormData): Promise<ActionResult> {
  const text = (name: string) => readFormText(form, name)
  const [param, version, subject] = [{ id: text('id') }, ifMatch(text('version')), `“${text('subject')}”`]
  if (form.has('answer')) {
    const json = { answer: text('answer') }
    const sent = await resultOf(messageCalls[':id'].answer.$post({ param, json }, version))
    return toActionResult(request, sent, ifEmailed(`Your answer is being emailed to ${text('name')}.`))
  }
  const isAssignment = form.has('assigned_to')
  const json = isAssignment
    ? { assigned_to: text('assigned_to') || null }
    : { state: text('state') as MessageState }
  const changed = await resultOf(messageCalls[':id'].$patch({ param, json }, version))
  const news = isAssignment ? 'has been assigned' : `is ${text('state')}`
  return toActionResult(request, changed, `${subject} ${news}.`)
}

export default function AdminMessages({ loaderData, actionData }: Route.ComponentProps) {
  const { total, admins, isFiltered } = loaderData
  const items = usePinned(loaderData.items, actionData)
  return (
    <>
      <StaffHead title={tallyOf(total, 'message')} />
      <ListTools label="Name, address or subject">
        <ListFilter label="State" name="state" options={messageStates} />
        <ListFilter
          label="Assigned to"
          name="assigned_to"
          all="Everybody"
          options={Object.fromEntries(admins.map(({ id, name }) => [id, name]))}
        />
      </ListTools>
      {items.length === 0 ? (
        <Empty
          title={isFiltered ? 'No messages match that' : 'No messages'}
          action={
            isFiltered && <ButtonLink to={href('/admin/messages')}>Clear search and filters</ButtonLink>
          }
        >
          {isFiltered ? 'Try another word or fewer filters.' : 'Messages from the contact page appear here.'}
        </Empty>
      ) : (
        <ol className="events">
          {items.map((message) => (
            <li key={message.id}>
              <MessageEntry message={message} admins={admins} outcome={actionData} />
            </li>
          ))}
        </ol>
      )}
      <Pager {...loaderData} />
      <Toast about={actionData} />
    </>
  )
}
