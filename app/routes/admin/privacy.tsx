import { href, Link, useLocation } from 'react-router'

import { respond } from '../../staff-client/action-result.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormButton } from '../../ui/forms/form-parts.tsx'
import { unlistedHead } from '../../ui/page/head.ts'
import { emailFrom } from '../../bookings/customers/components/stored-data-link.tsx'
import {
  eraseGuestOfBooking,
  erasePersonalData,
  exportPersonalData,
  signPeopleOut,
} from '../../staff/personal-data/person-actions.tsx'
import { differentReference } from '../../staff/personal-data/person.ts'
import { StoredData } from '../../staff/personal-data/components/stored-data.tsx'
import { StaffHead } from '../../ui/page/staff-head.tsx'
import { Toast } from '../../ui/page/toast.tsx'
import type { Route } from './+types/privacy.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Privacy')

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  switch (String(form.get('intent'))) {
    case 'forget_booking':
      return respond({ ...(await eraseGuestOfBooking(request, form)), part: 'booking' as const })
    case 'sign_out':
      return respond({
        ...(await signPeopleOut(request, form)),
        part: form.has('everybody') ? ('everybody' as const) : ('person' as const),
      })
    case 'forget':
      return respond({ ...(await erasePersonalData(request, form)), part: 'stored' as const })
    default:
      return respond({ ...(await exportPersonalData(request, form)), part: 'stored' as const })
  }
}

export default function AdminPrivacy({ actionData }: Route.ComponentProps) {
  const { key, state } = useLocation()
  const refusalOf = (part: string) =>
    actionData?.failed && actionData.part === part ? actionData : undefined
  const [refused, ofBooking] = [refusalOf('stored'), refusalOf('booking')]
  const [ofPerson, ofEverybody] = [refusalOf('person'), refusalOf('everybody')]
  const done = actionData?.failed === false && actionData.part !== 'stored' ? actionData : undefined
  const copy = actionData && 'copy' in actionData ? actionData.copy : null
  return (
    <div className="stack">
      <StaffHead title="Privacy" />
      <p>
        Anyone may ask what we store about them, get a copy, or have it erased. First make sure that the
        request comes from the owner of the address. Every export is recorded in the{' '}
        <Link to={`${href('/admin/audit')}?noun=person`}>audit log</Link>.
      </p>
      <Form method="post" className="panel stack" refused={refused}>
        <TextField
          label="Email address"
          name="email"
          type="email"
          autoComplete="off"
          required
          defaultValue={emailFrom(state)}
          error={refused && (refused.fields.email ?? refused.message)}
        />
        <div>
          <FormButton variant="primary" name="intent" value="look" busy="Searching …">
            Show stored data
          </FormButton>
        </div>
      </Form>
      {copy && <StoredData key={key} copy={copy} />}
      <section
        aria-labelledby="without-email"
        className="stack"
        // After a success, the new key empties the fields.
        key={done?.part === 'booking' ? `booking ${key}` : 'booking'}
      >
        <h2 id="without-email">Guests without an email address</h2>
        <Form method="post" className="panel stack" refused={ofBooking}>
          <p>
            Walk-ins and guests who booked by phone may have given no email address. After the visit, their
            name, phone number and requests are erased from this booking, from other bookings with the same
            phone number at that vineyard, and from bookings of guests whom the vineyard merged with this
            guest. This cannot be undone. Pay any refund first: afterwards nothing shows whose money it is.
          </p>
          <TextField
            label="Booking reference"
            name="reference"
            autoComplete="off"
            maxLength={20}
            required
            error={
              ofBooking &&
              (ofBooking.fields.reference ??
                (ofBooking.fields.reference_again ? undefined : ofBooking.message))
            }
          />
          <TextField
            label="The same reference again"
            name="reference_again"
            autoComplete="off"
            maxLength={20}
            required
            error={ofBooking?.fields.reference_again && differentReference}
          />
          <div>
            <FormButton variant="danger" name="intent" value="forget_booking" busy="Erasing …">
              Erase the guest of this booking
            </FormButton>
          </div>
        </Form>
      </section>
      <section aria-labelledby="sign-out" className="stack">
        <h2 id="sign-out">Sign people out</h2>
        <p>
          People are signed out in every browser. They can sign in again, unless their account is disabled.
        </p>
        <Form method="post" className="panel stack" preventScrollReset refused={ofPerson}>
          <h3>One person</h3>
          <TextField
            label="Email address of the account"
            name="email"
            type="email"
            autoComplete="off"
            required
            error={ofPerson && (ofPerson.fields.email ?? ofPerson.message)}
          />
          <div>
            <FormButton name="intent" value="sign_out">
              Sign this person out everywhere
            </FormButton>
          </div>
        </Form>
        <Form
          method="post"
          className="panel stack"
          preventScrollReset
          refused={ofEverybody}
          // After a success, the new key empties the password field.
          key={done && done.part !== 'booking' ? done.message : 'again'}
        >
          <h3>Everybody</h3>
          <p>
            Use this after a breach, for example. All visitors, winemakers and admins are signed out. You stay
            signed in, but only in this browser.
          </p>
          <input type="hidden" name="everybody" value="yes" />
          <TextField
            label="Your password"
            name="current_password"
            type="password"
            autoComplete="current-password"
            required
            maxLength={1000}
            error={ofEverybody && (ofEverybody.fields.current_password ?? ofEverybody.message)}
          />
          <div>
            <FormButton variant="danger" name="intent" value="sign_out">
              Sign everybody out
            </FormButton>
          </div>
        </Form>
      </section>
      <Toast about={done} />
    </div>
  )
}
