import { useState } from 'react'
import { href, useMatches } from 'react-router'

import { vineyardAt } from '../../../staff-client/load.ts'
import { Breadcrumb } from '../../../ui/page/breadcrumb.tsx'
import { Button } from '../../../ui/button.tsx'
import { Figure } from '../../../ui/pictures/drawings.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { siteName, siteOf, unlistedHead } from '../../../ui/page/head.ts'
import { QrCode } from '../../../ui/pictures/qr-code.tsx'
import { qrPath } from '../../../ui/pictures/qr-path.ts'
import { StaffHead } from '../../../ui/page/staff-head.tsx'
import { bookingAddress } from '../../../partners/widget/snippets.ts'
import { loadWidget } from '../../../partners/widget/widget-actions.tsx'
import '../../../partners/widget/components/poster.css'
import type { Route } from './+types/poster.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Poster')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadWidget(request, await vineyardAt(request))
}

/** An A4 poster for the gate or the shop, with the QR code that opens the booking form. */
export default function Poster({ loaderData: { vineyard, experiences } }: Route.ComponentProps) {
  const site = siteOf(useMatches()) ?? ''
  const [line, setLine] = useState('Tours and tastings')
  const [experience, setExperience] = useState<string | null>(null)
  const address = bookingAddress(site, { vineyard, experience })
  return (
    <>
      <div className="no-print">
        <StaffHead
          above={
            <Breadcrumb
              trail={[{ to: href('/winemaker/integrations'), label: 'Integrations' }]}
              here="Poster"
            />
          }
          title="Poster"
          below="This is one page of A4. Its QR code opens the booking form."
        >
          <Button type="button" variant="primary" icon="print" onClick={() => window.print()}>
            Print
          </Button>
        </StaffHead>
        <div className="form-grid">
          <TextField
            label="Line of text"
            value={line}
            maxLength={80}
            onChange={(event) => setLine(event.currentTarget.value)}
          />
          <SelectField
            label="What can be booked"
            value={experience ?? ''}
            onChange={(event) => setExperience(event.currentTarget.value || null)}
            options={Object.fromEntries(experiences.map(({ id, title }) => [id, title]))}
          >
            <option value="">All experiences</option>
          </SelectField>
        </div>
      </div>
      <article className="poster" aria-label={`Poster of ${vineyard.name}`}>
        <Figure />
        <h2>{vineyard.name}</h2>
        {line && <p className="poster-line">{line}</p>}
        <QrCode code={qrPath(address)} label={`QR code: ${address}`} />
        <p className="poster-call">Scan to book</p>
        <p className="poster-foot">
          Booking by {siteName}
          <br />
          {site.replace(/^https?:\/\//, '')}
        </p>
      </article>
    </>
  )
}
