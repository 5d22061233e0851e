import { useEffect, useRef, useState } from 'react'
import { href, useMatches } from 'react-router'

import { ButtonLink } from '../../../ui/button.tsx'
import { CheckField } from '../../../ui/forms/check-field.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormButton, HiddenFields } from '../../../ui/forms/form-parts.tsx'
import { siteOf } from '../../../ui/page/head.ts'
import { Notice } from '../../../ui/page/notice.tsx'
import { heightIn } from '../frame-height.ts'
import { linkSnippet, widgetSnippet } from '../snippets.ts'
import { maxSites } from '../widget.ts'
import type { WidgetResult, WidgetView } from '../widget-actions.tsx'
import './own-website.css'

/** The site's claret, which the colour field shows while the vineyard has no accent colour. */
const usualColour = '#74192f'

/** The section "On your own website": the code to paste there, and a preview of the widget. */
export function OwnWebsite({
  widget: { vineyard, experiences, settings },
  outcome,
}: {
  widget: WidgetView
  outcome: WidgetResult | undefined
}) {
  const site = siteOf(useMatches()) ?? ''
  const [experience, setExperience] = useState<string | null>(null)
  const offer = { vineyard, experience }
  return (
    <section className="stack-sm" aria-labelledby="own-website">
      <h2 id="own-website" className="page-part">
        On your own website
      </h2>
      <p className="soft measure">
        Guests book on your pages, and the bookings arrive here. Paste the lines below where the form should
        appear, or send them to the person who looks after your website.
      </p>
      {!vineyard.is_shown && (
        <Notice tone="wait">
          The widget works once your vineyard is verified and visible. Until then it shows a link.
        </Notice>
      )}
      <div className="own-website">
        <div className="stack">
          <SelectField
            label="What can be booked"
            value={experience ?? ''}
            onChange={(event) => setExperience(event.currentTarget.value || null)}
            options={experiences.map(({ id, title }) => [id, title])}
          >
            <option value="">All experiences, guests choose</option>
          </SelectField>
          <CopyField label="Booking widget" text={widgetSnippet(site, offer)} rows={8} />
          <CopyField
            label="Or a plain link"
            text={linkSnippet(site, offer)}
            rows={4}
            hint="The link opens the booking form on our site."
          />
          <div>
            <ButtonLink icon="print" to={href('/winemaker/integrations/poster')}>
              Poster to print
            </ButtonLink>
          </div>
        </div>
        <WidgetForm key={settings.version} vineyardId={vineyard.id} settings={settings} outcome={outcome} />
        <Preview
          // A new key reloads the frame after the settings are saved.
          key={settings.version}
          address={
            href('/embed/:vineyard', { vineyard: vineyard.id }) +
            (experience === null ? '' : `?experience=${experience}`)
          }
        />
      </div>
    </section>
  )
}

/** Shows the widget as another website would show it. */
function Preview({ address }: { address: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(640)
  useEffect(() => {
    const listen = (event: MessageEvent) => {
      const told = frame.current && heightIn(event, frame.current)
      if (told) setHeight(told)
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [])
  return (
    <div className="widget-preview">
      <h3>Preview</h3>
      <p className="soft small">Try the form. Its bookings take real places until you cancel them.</p>
      <iframe
        ref={frame}
        src={address}
        height={height}
        title="Preview of the booking widget"
        loading="lazy"
      />
    </div>
  )
}

function CopyField({
  label,
  text,
  rows,
  hint,
}: {
  label: string
  text: string
  rows: number
  hint?: string
}) {
  return (
    <div className="copy-field">
      <TextAreaField
        label={label}
        readOnly
        rows={rows}
        value={text}
        hint={hint}
        spellCheck={false}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyButton text={text} of={label} />
    </div>
  )
}

function WidgetForm({
  vineyardId,
  settings,
  outcome,
}: {
  vineyardId: string
  settings: WidgetView['settings']
  outcome: WidgetResult | undefined
}) {
  const [isOwn, setOwn] = useState(settings.accent_colour !== null)
  const problems = outcome?.fields ?? {}
  return (
    <Form method="post" className="stack" preventScrollReset refused={outcome?.failed && outcome}>
      <HiddenFields values={{ vineyard_id: vineyardId, version: settings.version }} />
      <CheckField
        name="own_colour"
        label="Use your own colour"
        hint="For buttons, links and chosen items. We darken or lighten the colour where text would be hard to read."
        checked={isOwn}
        onChange={(event) => setOwn(event.currentTarget.checked)}
      />
      {isOwn && (
        <TextField
          label="Colour"
          name="accent_colour"
          type="color"
          defaultValue={settings.accent_colour ?? usualColour}
          error={problems.accent_colour}
        />
      )}
      <TextAreaField
        label="Websites that may show the widget"
        optional
        name="sites"
        rows={3}
        spellCheck={false}
        defaultValue={settings.sites.join('\n')}
        hint={`One website per line, at most ${maxSites}, such as https://www.example.co.uk. If left blank, any https site may show it.`}
        error={problems.sites}
      />
      <div>
        <FormButton name="intent" value="widget" busy="Saving …">
          Save
        </FormButton>
      </div>
    </Form>
  )
}
