import { useState } from 'react'

import { fileTextOf } from '../../staff-client/call.ts'
import { apiFor, type StaffArea } from '../../staff-client/staff-area.ts'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import type { customerApi } from '../customer.api.ts'

/** Takes the customers home that the list is about, all pages of them. */
export function SaveCustomers({ area, meant }: { area: StaffArea; meant: Record<string, string> }) {
  const [state, setState] = useState<'still' | 'busy' | 'failed'>('still')
  const save = async () => {
    setState('busy')
    const customers = apiFor<typeof customerApi>(area, '/api/customers')
    const file = await fileTextOf(customers.file.$get({ query: meant }))
    if (file !== null) saveFile('customers.csv', file)
    setState(file === null ? 'failed' : 'still')
  }
  return (
    <Button type="button" small icon="download" disabled={state === 'busy'} onClick={() => void save()}>
      {state === 'failed' ? 'Not saved. Try Again' : 'Save as CSV'}
    </Button>
  )
}
