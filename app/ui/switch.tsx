import { Form, useFetcher } from 'react-router'

import { useThrown } from './toast.tsx'
import './switch.css'

/**
 * Something that is on or off, thrown at once: the button of its own form, which sends `fields` and `to`, 'true' or 'false'.
 * `of` is whose it is. It stands inside `Toasts`, which say what came of it.
 */
export function Switch({
  label,
  of,
  on,
  fields,
}: {
  label: string
  of: string
  on: boolean
  fields: Record<string, string>
}) {
  const key = JSON.stringify(fields)
  const { formData } = useFetcher({ key })
  const thrown = useThrown()
  const to = formData?.get('to')
  const now = to ? to === 'true' : on
  return (
    <Form method="post" navigate={false} fetcherKey={key} onSubmit={() => thrown(key)}>
      {Object.entries({ ...fields, to: String(!now) }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button className="switch" role="switch" aria-checked={now} aria-label={`${label}: ${of}`}>
        <span className="switch-track" aria-hidden="true" />
        <span aria-hidden="true">{label}</span>
      </button>
    </Form>
  )
}
