import { useState } from 'react'

import { problemSentence, resultOf } from '../../../staff-client/call.ts'
import { useSearchAnswer } from '../../../ui/forms/search-answer.ts'
import { apiFor, type StaffArea } from '../../../staff-client/staff-area.ts'
import { formatMoment } from '../../../platform/days.ts'
import { countOf } from '../../../platform/text/counts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, useAsking } from '../../../ui/dialog.tsx'
import { CheckField, CheckGroup } from '../../../ui/forms/check-field.tsx'
import { DialogForm } from '../../../ui/forms/dialog-form.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormButton, HiddenFields } from '../../../ui/forms/form-parts.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import type { CustomerResult } from '../customer-actions.tsx'
import type { customerApi } from '../customer.api.ts'
import type { CustomerContact } from '../customer.shapes.ts'
import type { Customer } from '../customer.ts'

type MergeCandidate = Pick<Customer, 'id' | 'name' | 'email' | 'phone' | 'bookings'>

const shownAs = ({ email, phone }: { email: string; phone: string }) => email || phone

/** The email addresses and telephone numbers of a customer, with buttons to separate a contact and to merge another customer. */
export function CustomerContacts({
  area,
  customer,
  contacts,
  result,
}: {
  area: StaffArea
  customer: Customer
  /** The contacts, the main contact first. */
  contacts: CustomerContact[]
  result: CustomerResult | undefined
}) {
  const { asking, refused, ask, close } = useAsking<'merge', CustomerResult>(
    result?.intent === 'merge' ? result : undefined,
  )
  return (
    <section className="panel stack" aria-labelledby="contacts">
      <h2 id="contacts">Contact details</h2>
      {contacts.length === 1 ? (
        <p className="soft">
          The same person may also have booked with another email address or by phone. If so, merge the two
          customers to see all visits here.
        </p>
      ) : (
        <ul className="history">
          {contacts.map((contact) => (
            <li key={contact.id} className="between">
              <div>
                <strong>{shownAs(contact)}</strong>
                {contact.is_main && ' (main)'}
                <br />
                <span className="soft small">
                  {contact.name}
                  {contact.merged_at &&
                    `. Merged by ${contact.merged_by ?? 'former staff'}, ${formatMoment(contact.merged_at)}`}
                </span>
              </div>
              {!contact.is_main && (
                <Form method="post" preventScrollReset>
                  <HiddenFields values={{ contact_id: contact.id, main_id: customer.id }} />
                  <FormButton small variant="text" name="intent" value="separate">
                    Separate<span className="sr"> {shownAs(contact)}</span>
                  </FormButton>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
      <p>
        <FormButton type="button" onClick={() => ask('merge')}>
          Merge with another customer …
        </FormButton>
      </p>
      <Dialog open={asking !== null} onClose={close} title={`Merge ${customer.name} with another customer`}>
        {asking && <MergeForm area={area} customer={customer} refused={refused} onClose={close} />}
      </Dialog>
    </section>
  )
}

function MergeForm({
  area,
  customer,
  refused,
  onClose,
}: {
  area: StaffArea
  customer: Customer
  refused: CustomerResult | undefined
  onClose: () => void
}) {
  const [other, setOther] = useState<MergeCandidate | null>(null)
  if (other === null)
    return <FindCustomer area={area} customer={customer} onPick={setOther} onClose={onClose} />
  return (
    <DialogForm
      refusal={refused?.message}
      safe="Choose somebody else"
      onClose={() => setOther(null)}
      send="Merge customers"
      busy="Merging …"
    >
      <CheckGroup legend="Which is the main contact?">
        {[customer, other].map((each, n) => (
          <CheckField
            key={each.id}
            type="radio"
            name="main_id"
            value={each.id}
            defaultChecked={n === 0}
            label={shownAs(each)}
            hint={`${each.name}, ${countOf(each.bookings, 'booking')}`}
          />
        ))}
      </CheckGroup>
      <p>
        You’ll see their visits, notes and tags together. Each booking keeps its own contact details, and
        nobody is emailed. Erasing either customer erases both.
      </p>
      <HiddenFields values={{ ids: `${customer.id} ${other.id}`, intent: 'merge' }} />
    </DialogForm>
  )
}

function FindCustomer({
  area,
  customer: { id, vineyard_id },
  onPick,
  onClose,
}: {
  area: StaffArea
  customer: Customer
  onPick: (other: MergeCandidate) => void
  onClose: () => void
}) {
  const [term, setTerm] = useState('')
  const search = term.trim()
  const result = useSearchAnswer(search, vineyard_id, (search) => {
    const query = { search, vineyard_id, limit: '6', sort: '-bookings' } as const
    return resultOf(apiFor<typeof customerApi>(area, '/api/customers').index.$get({ query }))
  })
  const found = result?.ok ? result.value.items.filter((each) => each.id !== id) : []
  const problem = result && !result.ok && problemSentence(result.problem)
  return (
    <div className="stack">
      <TextField
        label="Find the other customer"
        type="search"
        autoComplete="off"
        maxLength={200}
        value={term}
        onChange={(event) => setTerm(event.target.value)}
        hint="A name, an email address, a phone number or a reference."
      />
      <p className="sr" role="status">
        {result && (problem || `${found.length} found`)}
      </p>
      {problem && <Notice tone="bad">{problem}</Notice>}
      {result?.ok && found.length === 0 && <p className="soft">No other customer matches “{search}”.</p>}
      <ul className="history" aria-label="Customers">
        {found.map((each) => (
          <li key={each.id} className="between">
            <div>
              <strong>{each.name}</strong>
              <br />
              <span className="soft small">
                {shownAs(each)}, {countOf(each.bookings, 'booking')}
              </span>
            </div>
            <Button small type="button" onClick={() => onPick(each)}>
              Choose
              <span className="sr">{` ${each.name}, ${shownAs(each)}`}</span>
            </Button>
          </li>
        ))}
      </ul>
      <div>
        <Button type="button" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
