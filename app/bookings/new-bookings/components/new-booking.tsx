import { useEffect, useRef, useState } from 'react'
import { href, Link } from 'react-router'

import type { ActionResult } from '../../../staff-client/action-result.tsx'
import { formatGroup, largestParty, mostBeyondLimits } from '../../../catalogue/experiences/experience.ts'
import { experienceLinks } from '../../../catalogue/experiences/experience-links.tsx'
import type { StaffArea } from '../../../staff-client/staff-area.ts'
import { formatDay } from '../../../platform/days.ts'
import { formatMoney } from '../../../platform/money.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/lists/empty.tsx'
import { CheckField } from '../../../ui/forms/check-field.tsx'
import { TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import { FollowedField, FollowedSelect, useSubmitChoices } from '../../../ui/forms/followed-field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormButton, HiddenFields } from '../../../ui/forms/form-parts.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { StaffHead } from '../../../ui/page/staff-head.tsx'
import { ChooseVineyard } from './choose-vineyard.tsx'
import { bookingsLink, fromToday, newBookingLink } from '../../staff-links.tsx'
import { type OverbookRefusal, OverbookAnyway, SessionChoice } from './session-choice.tsx'
import type { loadNewBooking } from '../../booking-actions.tsx'
import { TagChoice } from '../../notes/components/tag-choice.tsx'
import '../../components/staff-bookings.css'

type Loaded = Awaited<ReturnType<typeof loadNewBooking>>
type NewBookingProps = Extract<Loaded, { kind: 'new' }>
type Chosen = { chosen: NonNullable<NewBookingProps['chosen']> }

/** The form in which staff book for a guest who phones, or for a party at the gate. */
export function NewBooking({
  refusal,
  ...props
}: NewBookingProps & { refusal: (ActionResult & { overbooking: OverbookRefusal | null }) | undefined }) {
  const { area, vineyard_id, chosen, isToday, isFromToday } = props
  return (
    <>
      <Head area={area} isFromToday={isFromToday} />
      {refusal && !refusal.overbooking && Object.keys(refusal.fields).length === 0 && (
        <Notice tone="bad">{refusal.message}</Notice>
      )}
      {refusal?.overbooking && <OverbookAnyway overbooking={refusal.overbooking} />}
      {chosen ? (
        <div className="new-booking stack">
          <Choice {...props} chosen={chosen} />
          <Details key={String(isToday)} {...props} chosen={chosen} refusal={refusal} />
        </div>
      ) : (
        <Empty
          title="Nothing can be booked here yet"
          action={
            <ButtonLink variant="primary" to={experienceLinks(area, vineyard_id).list}>
              Go to experiences
            </ButtonLink>
          }
        >
          Add an experience or make one active, then add its first booking.
        </Empty>
      )}
    </>
  )
}

/** The step in which an admin chooses the vineyard, before the booking form. */
export function NewBookingVineyard({ area, parameters, ...choice }: Extract<Loaded, { kind: 'where' }>) {
  return (
    <>
      <Head area={area} />
      <section className="panel" aria-labelledby="where">
        <h2 id="where">At which vineyard?</h2>
        <ChooseVineyard
          {...choice}
          parameters={parameters}
          to={(vineyard_id) => newBookingLink(area, { vineyard_id, ...parameters })}
        />
      </section>
    </>
  )
}

function Head({ area, isFromToday = false }: { area: StaffArea; isFromToday?: boolean }) {
  return (
    <StaffHead
      above={
        <p className="small">
          {isFromToday ? (
            <Link to={href('/winemaker/today')} reloadDocument>
              Today
            </Link>
          ) : (
            <Link to={bookingsLink(area)}>All bookings</Link>
          )}
        </p>
      }
      title="Add a booking"
    />
  )
}

function Choice({ area, vineyard_id, experiences, chosen, day, isFromToday }: NewBookingProps & Chosen) {
  return (
    <Form className="panel pair" aria-label="What and when" onChange={useSubmitChoices()}>
      <HiddenFields
        values={{
          new: '1',
          ...(isFromToday && { from: fromToday }),
          ...(area === 'admin' && { vineyard_id }),
        }}
      />
      <FollowedSelect
        label="Experience"
        name="experience_id"
        value={chosen.id}
        options={Object.fromEntries(experiences.map(({ id, title }) => [id, title]))}
      />
      <FollowedField label="Day" name="day" type="date" value={day} required />
    </Form>
  )
}

const contactFields = [
  {
    name: 'guest_phone',
    other: 'guest_email',
    label: 'Phone',
    type: 'tel',
    hint: 'A phone number or an email address is needed.',
    'data-missing': 'Please enter a phone number or an email address.',
  },
  {
    name: 'guest_email',
    other: 'guest_phone',
    label: 'Email',
    type: 'email',
    hint: 'Without an email address, we send no emails.',
  },
]

function Details({
  chosen,
  day,
  sessions,
  slot,
  walkInSlot,
  isToday,
  isFromToday,
  refusal,
}: NewBookingProps & Chosen & Pick<Parameters<typeof NewBooking>[0], 'refusal'>) {
  const form = useRef<HTMLFormElement>(null)
  // The second step names the limit already.
  const fields = refusal?.overbooking ? {} : (refusal?.fields ?? {})
  // Focuses the choice of a time, the first field, so that staff on the phone can go on by keyboard.
  useEffect(() => {
    if (isFromToday) form.current?.querySelector<HTMLElement>('[name="slot"]:checked, [name="slot"]')?.focus()
  }, [isFromToday])
  const [key] = useState(() => crypto.randomUUID())
  const most = largestParty(chosen)
  const [isWalkIn, setWalkIn] = useState(false)
  const [picked, setPicked] = useState<string | null>(null)
  const [given, setGiven] = useState<ReadonlySet<string>>(new Set())
  return (
    <Form
      ref={form}
      refused={refusal}
      method="post"
      className="panel stack"
      preventScrollReset
      draft={`booking ${chosen.id}`}
      onInput={({ currentTarget, target }) => {
        const typed = new FormData(currentTarget)
        setWalkIn(typed.has('walk_in'))
        if ((target as HTMLInputElement).name === 'slot') setPicked((target as HTMLInputElement).value)
        setGiven(new Set(contactFields.map(({ name }) => name).filter((name) => typed.get(name))))
      }}
    >
      {isToday && <CheckField label="Walk-in: the party is here now" name="walk_in" />}
      <SessionChoice
        key={`${chosen.id} ${day} ${isWalkIn}`}
        sessions={sessions}
        chosen={picked ?? (isWalkIn ? walkInSlot : slot)}
        label={`Time on ${formatDay(day)}`}
      />
      <div className="pair">
        <TextField
          label="Guests"
          name="number_of_guests"
          type="number"
          inputMode="numeric"
          min={1}
          max={mostBeyondLimits}
          defaultValue={Math.min(Math.max(2, chosen.min_group_size), most)}
          hint={`Parties of ${formatGroup(chosen)}, ${formatMoney(chosen.price_per_person, chosen.currency)} each, paid at the vineyard`}
          error={fields.number_of_guests}
          onFocus={({ currentTarget }) => currentTarget.select()}
          required
        />
        <TextField
          label="Full name"
          name="guest_name"
          maxLength={120}
          error={fields.guest_name}
          autoComplete="off"
          optional={isWalkIn}
          required={!isWalkIn}
        />
        {!isWalkIn &&
          contactFields.map(({ name, other, ...field }) => (
            <TextField
              key={name}
              {...field}
              name={name}
              error={fields[name]}
              autoComplete="off"
              required={name === 'guest_phone' && !given.has(other)}
            />
          ))}
      </div>
      {isWalkIn ? (
        <p className="soft small">The party is booked as arrived. No emails are sent.</p>
      ) : (
        <>
          <TextAreaField
            label="Special requests"
            optional
            name="special_requests"
            rows={2}
            maxLength={1000}
            error={fields.special_requests}
          />
          <TagChoice name="tags" chosen={[]} error={fields.tags} />
        </>
      )}
      <FormButton variant="primary" busy="Booking …">
        {isWalkIn ? 'Add the walk-in' : 'Book and confirm'}
      </FormButton>
      <HiddenFields values={{ idempotency_key: key, experience_id: chosen.id, day }} />
    </Form>
  )
}
