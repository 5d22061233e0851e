import { useState } from 'react'
import { data, useLocation } from 'react-router'

import { staffAreaOf } from '../../staff-client/staff-area.ts'
import { resultOf } from '../../staff-client/call.ts'
import { loadResult, vineyardAt } from '../../staff-client/load.ts'
import { tallyOf } from '../../platform/text/counts.ts'
import { Breadcrumb } from '../../ui/page/breadcrumb.tsx'
import { Button } from '../../ui/button.tsx'
import { FormButton } from '../../ui/forms/form-parts.tsx'
import { EditRefusal } from '../../ui/forms/edit-form.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { unlistedHead } from '../../ui/page/head.ts'
import { NewSecret } from '../../ui/new-secret.tsx'
import { pictureOf } from '../../platform/media/picture.ts'
import { CheckField } from '../../ui/forms/check-field.tsx'
import { PictureFrame } from '../../ui/pictures/picture-frame.tsx'
import { RemovedNotice, usePictureChange } from '../../catalogue/pictures/components/picture-editor.tsx'
import { PictureUpload } from '../../catalogue/pictures/components/picture-upload.tsx'
import { picturesAt } from '../../catalogue/vineyards/vineyard-save.tsx'
import { Toast } from '../../ui/page/toast.tsx'
import {
  changeHost,
  type HostResult,
  type HostVersion,
  readHosts,
} from '../../catalogue/hosts/host-actions.tsx'
import { hostKindLabels } from '../../catalogue/hosts/host.ts'
import { experienceLinks } from '../../catalogue/experiences/experience-links.tsx'
import { StaffHead } from '../../ui/page/staff-head.tsx'
import type { Route } from './+types/hosts.ts'
import '../../catalogue/experiences/components/staff-experiences.css'

export const meta: Route.MetaFunction = () => unlistedHead('Hosts')

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const area = staffAreaOf(request.url)
  const vineyard_id = await vineyardAt(request, params.id)
  const { items } = await loadResult(request, readHosts(area, vineyard_id))
  return { vineyard_id, hosts: items }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const result = await changeHost(request)
  // Status 422 prevents a reload, so the form keeps its input.
  return data(result, { status: result.failed ? 422 : 200 })
}

export default function Hosts({ loaderData, actionData }: Route.ComponentProps) {
  const { vineyard_id, hosts } = loaderData
  const { list } = experienceLinks(staffAreaOf(useLocation().pathname), vineyard_id)
  const resultFor = (id: string | null) => (actionData?.id === id ? actionData : undefined)
  return (
    <>
      <StaffHead
        above={<Breadcrumb trail={[{ to: list, label: 'Experiences' }]} here="Hosts" />}
        title={tallyOf(hosts.length, 'host')}
        below="A host is a guide or a room. Experiences that share a host never have more people at once than the host can take."
      />
      {hosts.length === 0 ? (
        <Empty title="No host yet">
          Without hosts, each experience counts only its own places. Add a host if two experiences share a
          guide or a room.
        </Empty>
      ) : (
        <ul className="plain space-above">
          {hosts.map((host) => (
            <li className="host" key={host.version}>
              <HostForm host={host} vineyardId={vineyard_id} result={resultFor(host.id)} />
              {host.kind === 'person' && <HostPicture host={host} vineyardId={vineyard_id} />}
            </li>
          ))}
        </ul>
      )}
      <section className="panel space-above" aria-labelledby="add">
        <h2 id="add">Add a host</h2>
        <HostForm key={hosts.length} vineyardId={vineyard_id} result={resultFor(null)} />
      </section>
      <Toast about={actionData?.failed ? undefined : actionData} />
    </>
  )
}

/** The photograph of a person, with buttons to replace and to remove it. Each change is saved straight away. */
function HostPicture({ host, vineyardId }: { host: HostVersion; vineyardId: string }) {
  const area = staffAreaOf(useLocation().pathname)
  const { problem, run } = usePictureChange()
  const [removed, setRemoved] = useState<string | null>(null)
  const { picture, picture_id } = host
  const remove = (id: string) => resultOf(picturesAt(area)[':id'].$delete({ param: { id } }))
  return (
    <div className="row host-picture">
      {picture && <PictureFrame className="face" picture={pictureOf(picture)} alt={host.name} sizes="5rem" />}
      <PictureUpload
        // A new key after a removal clears the message about the upload.
        key={removed}
        area={area}
        vineyard_id={vineyardId}
        host_id={host.id}
        shown_as="host"
        label={`${picture ? 'Replace the' : 'Add a'} photograph of ${host.name}`}
        done={host.is_shown ? 'The photograph is on your page.' : 'The photograph is stored.'}
      />
      {picture_id && (
        <Button
          type="button"
          small
          variant="danger"
          onClick={() => void run(remove(picture_id), () => setRemoved(picture_id))}
        >
          Remove the photograph<span className="sr"> of {host.name}</span>
        </Button>
      )}
      {!picture_id && removed !== null && (
        <RemovedNotice area={area} id={removed} onUndo={() => setRemoved(null)} />
      )}
      {problem && <p role="alert">{problem}</p>}
    </div>
  )
}

/** The form that adds or changes a host. */
function HostForm({
  host,
  vineyardId,
  result,
}: {
  host?: HostVersion
  vineyardId: string
  result: HostResult | undefined
}) {
  const refused = result?.failed ? result : undefined
  const field = (name: string) => ({ name, error: refused?.fields[name] })
  return (
    <Form
      method="post"
      className="host-form"
      preventScrollReset
      refused={refused}
      draft={host ? `host ${host.id}` : 'new host'}
    >
      <input type="hidden" name="vineyard_id" value={vineyardId} />
      {host && <input type="hidden" name="seen" value={JSON.stringify(host)} />}
      {refused && (
        <div className="full">
          <EditRefusal
            refused={refused}
            over={overrides[refused.intent === 'remove' ? 'remove' : 'change']}
          />
        </div>
      )}
      <TextField
        label="Name"
        required
        maxLength={200}
        autoComplete="off"
        defaultValue={host?.name}
        {...field('name')}
      />
      <SelectField
        label="Kind"
        defaultValue={host?.kind ?? 'person'}
        options={hostKindLabels}
        {...field('kind')}
      />
      <TextField
        label="People at once"
        type="number"
        required
        min={1}
        max={10_000}
        defaultValue={host?.capacity}
        {...field('capacity')}
      />
      {(host?.kind ?? 'person') === 'person' && (
        <>
          <div className="full">
            <TextField
              label="Introduction for visitors"
              optional
              maxLength={160}
              defaultValue={host?.introduction ?? ''}
              {...field('introduction')}
              hint="Two lines: “Planted the first rows in 2009. Pours without hurry.”"
            />
          </div>
          <div className="full">
            <CheckField
              name="is_shown"
              value="true"
              defaultChecked={host?.is_shown}
              label="Show to visitors"
              hint="Your page then shows these words and the photograph. Ask the person first."
            />
          </div>
        </>
      )}
      <div className="row">
        <FormButton variant={host ? 'line' : 'primary'} name="intent" value={host ? 'change' : 'add'}>
          {host ? 'Save' : 'Add'}
          {host && <span className="sr"> {host.name}</span>}
        </FormButton>
        {host && (
          <FormButton variant="danger" name="intent" value="remove" formNoValidate>
            Remove<span className="sr"> {host.name}</span>
          </FormButton>
        )}
        {host && (
          <FormButton variant="text" icon="calendar" name="intent" value="feed" formNoValidate>
            {host.feed_renewed_at ? 'Renew the calendar link' : 'Calendar link'}
            <span className="sr"> of {host.name}</span>
          </FormButton>
        )}
        {host?.feed_renewed_at && (
          <FormButton variant="text" name="intent" value="end-feed" formNoValidate>
            End the link<span className="sr"> of {host.name}</span>
          </FormButton>
        )}
      </div>
      {result?.link && (
        <div className="full">
          <NewSecret
            label={`Calendar link of ${host?.name}`}
            secret={result.link}
            hint="Add the link to the calendar of the host now: we will not show it again."
          />
        </div>
      )}
    </Form>
  )
}

const overrides = {
  change: { words: 'Save my changes with theirs', does: 'change ' },
  remove: { words: 'Remove it anyway', does: 'remove ' },
}
