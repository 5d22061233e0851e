import { Form, href, Link } from 'react-router'

import { resultOf } from '../../staff-client/call.ts'
import { apiFor } from '../../staff-client/staff-area.ts'
import { load, loadList } from '../../staff-client/load.ts'
import { tallyOf } from '../../platform/text/counts.ts'
import { formatMoment } from '../../platform/days.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { FormButton, HiddenFields } from '../../ui/forms/form-parts.tsx'
import { type Column, DataTable } from '../../ui/lists/data-table.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { unlistedHead } from '../../ui/page/head.ts'
import { MailAddress } from '../../ui/mail-link.tsx'
import { ListFilter, ListTools, Pager } from '../../ui/lists/list-tools.tsx'
import { StatusPill } from '../../ui/badge.tsx'
import type { emailLogApi } from '../../operations/email-log/email-log.api.ts'
import { EmailPanel } from '../../operations/email-log/components/email-panel.tsx'
import { type LoggedMail, mailStates } from '../../operations/email-log/email-states.ts'
import { toActionResult, respond, readFormText, ifEmailed } from '../../staff-client/action-result.tsx'
import { Toast } from '../../ui/page/toast.tsx'
import { StaffHead } from '../../ui/page/staff-head.tsx'
import type { Route } from './+types/mail.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Email log')

const mailLog = apiFor<ReturnType<typeof emailLogApi>>('admin', '/api/emails')

const filters = ['state', 'email_type', 'booking_id'] as const

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const id = searchParams.get('mail')
  const [list, open] = await Promise.all([
    loadList(request, mailLog.index.$get, filters),
    id ? load(request, mailLog[':id'].$get({ param: { id } })) : null,
  ])
  return { ...list, open, look: searchParams.get('look') ?? '' }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const sent = await resultOf(mailLog[':id'].send_again.$post({ param: { id: readFormText(form, 'id') } }))
  return respond(
    toActionResult(request, sent, ifEmailed(`The email is being sent to ${readFormText(form, 'to')} again.`)),
  )
}

export default function AdminMail({ loaderData, actionData }: Route.ComponentProps) {
  const { items, total, query, isFiltered, open, look } = loaderData
  return (
    <>
      <StaffHead title={tallyOf(total, 'email')} />
      {open && <EmailPanel mail={open} view={look} back={`?${new URLSearchParams(query)}`} />}
      <ListTools label="Address, guest, phone or reference" keep={['email_type', 'booking_id', 'sort']}>
        <ListFilter label="State" name="state" options={mailStates} />
      </ListTools>
      {items.length === 0 ? (
        <Empty
          title={isFiltered ? 'No matching emails' : 'No emails yet'}
          action={isFiltered && <ButtonLink to={href('/admin/mail')}>Clear the filters</ButtonLink>}
        >
          Every email that the site writes appears here, sent or not.
        </Empty>
      ) : (
        <DataTable
          caption="Emails"
          columns={columns(query)}
          rows={items}
          sort={query.sort ?? '-created_at'}
        />
      )}
      <Pager {...loaderData} />
      <Toast about={actionData} />
    </>
  )
}

function columns(query: Record<string, string>): Column<LoggedMail>[] {
  const to = (more: Record<string, string>) => `?${new URLSearchParams({ ...query, ...more })}`
  return [
    {
      head: 'To',
      sort: 'to_address',
      place: 'name',
      cell: ({ id, to_address }) => (
        <Link to={to({ mail: id })} preventScrollReset={false} aria-label={to_address}>
          <MailAddress>{to_address}</MailAddress>
        </Link>
      ),
    },
    {
      head: 'Kind',
      sort: 'email_type',
      place: 'what',
      cell: ({ email_type }) => (
        <Link to={to({ email_type, page: '1' })}>{email_type.replaceAll('_', ' ')}</Link>
      ),
    },
    {
      head: 'Written',
      sort: 'created_at',
      cell: ({ created_at }) => <span className="nowrap">{formatMoment(created_at)}</span>,
    },
    {
      head: 'State',
      sort: 'state',
      place: 'status',
      cell: ({ state, last_error }) => (
        <>
          <StatusPill {...mailStates[state]} />
          {last_error && <span className="failure-reason">{last_error}</span>}
        </>
      ),
    },
    {
      head: 'Actions',
      hiddenHead: true,
      place: 'actions',
      cell: ({ id, to_address, state }) => {
        const { send } = mailStates[state]
        return (
          send && (
            <Form method="post" preventScrollReset>
              <HiddenFields values={{ id, to: to_address }} />
              <FormButton small>
                {send}
                <span className="sr"> to {to_address}</span>
              </FormButton>
            </Form>
          )
        )
      },
    },
  ]
}
