import { CheckField, CheckGroup } from '../../../ui/forms/check-field.tsx'
import { FieldError, TextField } from '../../../ui/forms/field.tsx'
import { type WebhookEventType, webhookEventTypes } from '../webhook.ts'

/** The names of the events. `label` is the plural in the choice of events; `one` names a single event. */
export const eventLabels: Record<WebhookEventType, { label: string; one: string; hint: string }> = {
  'booking.created': {
    label: 'New bookings',
    one: 'New booking',
    hint: 'Online, by phone, at the gate or from a reseller.',
  },
  'booking.changed': {
    label: 'Changed bookings',
    one: 'Booking changed',
    hint: 'Confirmed, moved, completed or called off.',
  },
  'booking.cancelled': {
    label: 'Cancelled bookings',
    one: 'Booking cancelled',
    hint: 'By the guest or by you.',
  },
  'booking.attended': {
    label: 'Attendance',
    one: 'Attendance recorded',
    hint: 'A party arrived or did not come.',
  },
  'availability.changed': {
    label: 'Availability',
    one: 'Availability changed',
    hint: 'Places left, start times or closed days.',
  },
}

/** The fields for the address and the events of a webhook. */
export function WebhookFields({
  url,
  eventTypes,
  problems,
}: {
  url?: string
  eventTypes: readonly WebhookEventType[]
  problems: Record<string, string>
}) {
  return (
    <>
      <TextField
        label="Address"
        name="url"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        required
        maxLength={2000}
        wide
        defaultValue={url}
        hint="The address at which the other program receives messages. It must begin with https://."
        error={problems.url}
      />
      <CheckGroup legend="Send messages about" wide>
        {webhookEventTypes.map((type) => (
          <CheckField
            key={type}
            name="event_types"
            value={type}
            defaultChecked={eventTypes.includes(type)}
            label={eventLabels[type].label}
            hint={eventLabels[type].hint}
          />
        ))}
        {problems.event_types && <FieldError id="event-types-error">Choose at least one event.</FieldError>}
      </CheckGroup>
    </>
  )
}
