import { respond } from '../../staff-client/action-result.tsx'
import { winemakerState } from '../../staff-client/account-types.ts'
import { load } from '../../staff-client/load.ts'
import { dayOf, formatDayInList } from '../../platform/days.ts'
import { StatusPill } from '../../ui/badge.tsx'
import { type Column, DataTable, TwoLines } from '../../ui/lists/data-table.tsx'
import { unlistedHead } from '../../ui/page/head.ts'
import { StaffHead } from '../../ui/page/staff-head.tsx'
import { MailAddress } from '../../ui/mail-link.tsx'
import { Toast } from '../../ui/page/toast.tsx'
import { ColleagueActions, RoleChoice } from '../../people/team/components/colleague-actions.tsx'
import { InviteForm } from '../../people/team/components/invite-form.tsx'
import { winemakerLabels } from '../../people/team/components/winemaker-entry.tsx'
import { changeTeam, team, type TeamResult } from '../../people/team/team-actions.tsx'
import { roleLabels } from '../../people/team/team.ts'
import type { Route } from './+types/team.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Team')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return load(request, team.index.$get())
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  return respond(await changeTeam(request))
}

type Row = Route.ComponentProps['loaderData']['items'][number]

const columnsAfter = (outcome: TeamResult | undefined): Column<Row>[] => [
  {
    head: 'Colleague',
    place: 'name',
    cell: (colleague) => {
      const invitation = invitationOf(colleague)
      const below = (
        <>
          <MailAddress>{colleague.email}</MailAddress>
          {invitation && <br />}
          {invitation}
        </>
      )
      return <TwoLines below={below}>{colleague.name + (colleague.is_you ? ' (you)' : '')}</TwoLines>
    },
  },
  { head: 'Role', labelled: true, cell: ({ role }) => roleLabels[role].label },
  {
    head: 'Last active',
    labelled: true,
    cell: ({ last_used_at }) => (last_used_at ? formatDayInList(dayOf(new Date(last_used_at))) : 'Never'),
  },
  {
    head: 'State',
    place: 'status',
    cell: (colleague) => <StatusPill {...winemakerLabels[winemakerState(colleague)]} />,
  },
  {
    head: 'Actions',
    hiddenHead: true,
    place: 'actions',
    cell: (colleague) => <ColleagueActions colleague={colleague} outcome={outcome} />,
  },
]

/** Says who invited a colleague and until when the link works. Null once the colleague has a password. */
function invitationOf(colleague: Row): string | null {
  const { invited_by, link_expires_at } = colleague
  if (winemakerState(colleague) !== 'invited') return null
  const end = link_expires_at
    ? `The link works until ${formatDayInList(dayOf(new Date(link_expires_at)))}.`
    : 'The link has expired.'
  return invited_by ? `Invited by ${invited_by}. ${end}` : end
}

/** Returns whether a dialog or a field shows the refusal. On a phone, a toast would cover that dialog or field. */
function isShownElsewhere(result: TeamResult | undefined): boolean {
  return result !== undefined && result.failed && (result.in_dialog || Object.keys(result.fields).length > 0)
}

export default function WinemakerTeam({ loaderData: { items }, actionData }: Route.ComponentProps) {
  const invited = actionData?.intent === 'invite' ? actionData : undefined
  return (
    <>
      <StaffHead
        title="Team"
        below={
          items.length === 1
            ? 'Only you work here so far. Invite the colleagues who help you.'
            : 'The people who work at your vineyard, and what each may do.'
        }
      />
      <section aria-label="All colleagues">
        <DataTable caption="Colleagues" columns={columnsAfter(actionData)} rows={items} sort="name" />
      </section>
      <section className="panel space-above" aria-labelledby="invite">
        <h2 id="invite">Invite a colleague</h2>
        <InviteForm
          // A new key empties the form after an invitation.
          key={invited?.failed === false ? invited.message : 'again'}
          outcome={invited}
        >
          <RoleChoice chosen="manager" />
        </InviteForm>
      </section>
      <Toast about={isShownElsewhere(actionData) ? undefined : actionData} />
    </>
  )
}
