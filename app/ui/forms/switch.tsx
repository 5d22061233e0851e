import { useEffect } from 'react'
import { Form, useFetcher } from 'react-router'

import { useReportToast } from '../page/toast.tsx'
import { HiddenFields } from './form-parts.tsx'
import '../lists/lists.css'

/**
 * A switch that submits at once: its form sends `fields`, and `to` as 'true' or 'false'. `of` names the subject of the
 * switch. Must be rendered inside `Toasts`, which shows the result.
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
  const { formData, state } = useFetcher({ key })
  const report = useReportToast()
  // The toast of the previous press may disappear between this press and its request.
  useEffect(() => {
    if (state !== 'idle') report(key)
  }, [state, key, report])
  const to = formData?.get('to')
  const now = to ? to === 'true' : on
  return (
    <Form method="post" navigate={false} fetcherKey={key} onSubmit={() => report(key)}>
      <HiddenFields values={{ ...fields, to: String(!now) }} />
      <button className="switch" role="switch" aria-checked={now} aria-label={`${label}: ${of}`}>
        <span className="switch-track" aria-hidden="true" />
        <span aria-hidden="true">{label}</span>
      </button>
    </Form>
  )
}
