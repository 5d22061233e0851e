import { useEffect, useId, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { refuseFile, type Upload, sendPicture, shrinkPicture } from '../../../platform/media/send-picture.ts'
import { type StaffArea, sessionAt } from '../../../staff-client/staff-area.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/forms/field.tsx'
import type { ShownAs } from '../vineyard-picture.ts'
import '../../vineyards/components/vineyards.css'

type State =
  | { kind: 'ready'; message: string | null }
  | { kind: 'sending'; share: number }
  | { kind: 'refused'; reason: string }

/** A field to choose and upload one picture, with a progress bar and a button to cancel. */
export function PictureUpload({
  area,
  vineyard_id,
  host_id,
  shown_as,
  label,
  done,
  onUpload,
}: {
  area: StaffArea
  /** The vineyard of the picture. It is absent for pictures of posts. */
  vineyard_id?: string
  host_id?: string
  shown_as: ShownAs
  label: string
  /** The message that is shown when the upload has finished. */
  done: string
  /** Called with the picture's URL. If absent, the page reloads its data instead. */
  onUpload?: (url: string) => void
}) {
  const field = useId()
  const [state, setState] = useState<State>({ kind: 'ready', message: null })
  const sending = useRef<Upload>(null)
  const { revalidate } = useRevalidator()
  useEffect(() => () => sending.current?.cancel(), [])

  const send = async (chosen: File) => {
    setState({ kind: 'sending', share: 0 })
    const file = await shrinkPicture(chosen)
    const refusal = refuseFile(file)
    if (refusal) return setState({ kind: 'refused', reason: refusal })
    const token = await sessionAt(area).token()
    const progress = (share: number) => setState({ kind: 'sending', share })
    const target = { ...(vineyard_id && { vineyard_id }), ...(host_id && { host_id }), shown_as }
    sending.current = sendPicture(file, target, { token, progress })
    const sent = await sending.current.done
    if (sent.ok) {
      if (onUpload) onUpload(sent.value.address)
      else await revalidate()
      setState({ kind: 'ready', message: done })
    } else if (sent.problem === null) setState({ kind: 'ready', message: null })
    else setState({ kind: 'refused', reason: sent.problem })
  }

  const percent = state.kind === 'sending' ? Math.round(state.share * 100) : 0
  return (
    <div className="uploader">
      <FileField
        id={field}
        label={label}
        disabled={state.kind === 'sending'}
        isRefused={state.kind === 'refused'}
        onChoose={([file]) => void (file && send(file))}
      />
      {state.kind === 'sending' && (
        <div className="row">
          <progress max={100} value={percent} aria-label="Uploading the picture">
            {percent}%
          </progress>
          <Button type="button" variant="text" onClick={() => sending.current?.cancel()}>
            Cancel
          </Button>
        </div>
      )}
      <p role="status" className="small">
        {state.kind === 'ready' && state.message}
        {state.kind === 'sending' && state.share === 1 && 'Uploaded. Preparing the picture …'}
      </p>
      {state.kind === 'refused' && (
        <div role="alert">
          <FieldError id={`${field}-error`}>{state.reason}</FieldError>
        </div>
      )}
    </div>
  )
}

/** A field to choose picture files. While a file is refused, the field refers to the message with the id `<id>-error`. */
function FileField({
  id,
  label,
  isRefused = false,
  onChoose,
  ...input
}: {
  id: string
  label: string
  multiple?: boolean
  disabled: boolean
  isRefused?: boolean
  onChoose: (files: File[]) => void
}) {
  return (
    <>
      <label htmlFor={id} className="btn btn-line">
        {label}
      </label>
      <input
        {...input}
        id={id}
        type="file"
        className="sr"
        accept="image/jpeg,image/png,image/webp,image/avif"
        aria-describedby={isRefused ? `${id}-error` : `${id}-hint`}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Empties the field: otherwise choosing the same file again would fire no event.
          target.value = ''
          if (files.length > 0) onChoose(files)
        }}
      />
      <span className="hint" id={`${id}-hint`}>
        JPEG, PNG, WebP or AVIF. We shrink files larger than 10 MB before sending them.
      </span>
    </>
  )
}

/** A file that is being uploaded. `share` is the part that has been sent, from 0 to 1. */
type FileUpload = {
  key: string
  name: string
  share: number
  state: 'waiting' | 'uploading' | 'done' | 'stopped' | { reason: string }
}

const stateLabels = {
  waiting: 'waiting',
  uploading: 'uploading',
  done: 'is on your page',
  stopped: 'was not uploaded',
}

/** A field to choose several pictures, which are uploaded one after another. Shows the progress or refusal of each. */
export function PicturesUpload({ area, target }: { area: StaffArea; target: Record<string, string> }) {
  const field = useId()
  const [files, setFiles] = useState<FileUpload[]>([])
  const sending = useRef<Upload>(null)
  const stopped = useRef(false)
  const { revalidate } = useRevalidator()
  useEffect(() => () => sending.current?.cancel(), [])
  const busy = files.some(({ state }) => state === 'waiting' || state === 'uploading')
  const update = (key: string, change: Partial<FileUpload>) =>
    setFiles((before) => before.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)))

  const sendOne = async (chosen: File, key: string) => {
    const file = await shrinkPicture(chosen)
    const refusal = refuseFile(file)
    if (refusal) return update(key, { state: { reason: refusal } })
    if (stopped.current) return update(key, { state: 'stopped' })
    update(key, { state: 'uploading' })
    const token = await sessionAt(area).token()
    sending.current = sendPicture(file, target, { token, progress: (share) => update(key, { share }) })
    const sent = await sending.current.done
    if (sent.ok) update(key, { state: 'done', share: 1 })
    else update(key, { state: sent.problem === null ? 'stopped' : { reason: sent.problem } })
  }

  const sendAll = async (chosen: File[]) => {
    stopped.current = false
    const keyed = chosen.map((file) => ({ file, key: crypto.randomUUID() }))
    setFiles(keyed.map(({ file, key }) => ({ key, name: file.name, share: 0, state: 'waiting' })))
    for (const { file, key } of keyed) {
      await sendOne(file, key)
      await revalidate()
    }
  }

  return (
    <div className="uploader">
      <FileField id={field} label="Add pictures" multiple disabled={busy} onChoose={sendAll} />
      {files.length > 0 && (
        <ul className="upload-list plain">
          {files.map(({ key, name, share, state }) => (
            <li key={key}>
              {typeof state === 'string' ? (
                <>
                  {name}{' '}
                  <span className="soft">
                    {share === 1 && state === 'uploading' ? 'preparing' : stateLabels[state]}
                  </span>
                </>
              ) : (
                <FieldError id={`${key}-error`}>
                  {name}: {state.reason}
                </FieldError>
              )}
              {state === 'uploading' && (
                <progress max={100} value={Math.round(share * 100)} aria-label={`Uploading ${name}`} />
              )}
            </li>
          ))}
        </ul>
      )}
      {busy && (
        <Button
          type="button"
          variant="text"
          onClick={() => {
            stopped.current = true
            sending.current?.cancel()
          }}
        >
          Stop
        </Button>
      )}
      <p role="status" className="sr">
        {!busy && files.length > 0 && summaryOf(files)}
      </p>
    </div>
  )
}

function summaryOf(files: FileUpload[]): string {
  const done = files.filter(({ state }) => state === 'done').length
  return done === files.length
    ? `${done === 1 ? 'The picture is' : `All ${done} pictures are`} on your page.`
    : `${done} of ${files.length} pictures were uploaded.`
}
