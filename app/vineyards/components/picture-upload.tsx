import { useEffect, useId, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'

import { refuseFile, type Upload, sendPicture } from '../../media/send-picture.ts'
import { type StaffArea, sessionAt } from '../../staff-client/staff-area.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import type { ShownAs } from '../vineyard-picture.ts'

type State =
  | { kind: 'ready'; said: string | null }
  | { kind: 'sending'; share: number }
  | { kind: 'refused'; why: string }

/** Chooses a picture and sends it at once: a bar shows how much has gone, and it can be stopped. */
export function PictureSender({
  area,
  vineyard_id,
  shown_as,
  label,
  done,
  onSent,
}: {
  area: StaffArea
  /** Whose it is; a post's is nobody's. */
  vineyard_id?: string
  shown_as: ShownAs
  label: string
  /** Said when it has arrived. */
  done: string
  /** What is done with its address; without it the page is read anew. */
  onSent?: (address: string) => void
}) {
  const field = useId()
  const [state, setState] = useState<State>({ kind: 'ready', said: null })
  const sending = useRef<Upload>(null)
  const { revalidate } = useRevalidator()
  useEffect(() => () => sending.current?.cancel(), [])

  const send = async (file: File) => {
    const refusal = refuseFile(file)
    if (refusal) return setState({ kind: 'refused', why: refusal })
    setState({ kind: 'sending', share: 0 })
    const token = await sessionAt(area).token()
    const progress = (share: number) => setState({ kind: 'sending', share })
    sending.current = sendPicture(
      file,
      { ...(vineyard_id !== undefined && { vineyard_id }), shown_as },
      { token, progress },
    )
    const sent = await sending.current.done
    if (sent.ok) {
      if (onSent) onSent(sent.value.address)
      else await revalidate()
      setState({ kind: 'ready', said: done })
    } else
      setState(sent.problem === null ? { kind: 'ready', said: null } : { kind: 'refused', why: sent.problem })
  }

  return (
    <div className="uploader">
      <label htmlFor={field} className="btn btn-line">
        {label}
      </label>
      <input
        id={field}
        type="file"
        className="sr"
        accept="image/jpeg,image/png,image/webp,image/avif"
        disabled={state.kind === 'sending'}
        aria-describedby={state.kind === 'refused' ? `${field}-error` : `${field}-hint`}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file again is a choice, too.
          target.value = ''
          if (file) void send(file)
        }}
      />
      <span className="hint" id={`${field}-hint`}>
        JPEG, PNG, WebP or AVIF, 10 MB at the most.
      </span>
      {state.kind === 'sending' && <Progress share={state.share} cancel={() => sending.current?.cancel()} />}
      <p role="status" className="small">
        {state.kind === 'ready' && state.said}
        {state.kind === 'sending' && state.share === 1 && 'It has arrived and is being prepared.'}
      </p>
      {state.kind === 'refused' && (
        <div role="alert">
          <FieldError id={`${field}-error`}>{state.why}</FieldError>
        </div>
      )}
    </div>
  )
}

function Progress({ share, cancel }: { share: number; cancel: () => void }) {
  const percent = Math.round(share * 100)
  return (
    <div className="row">
      <progress max={100} value={percent} aria-label="Sending the picture">
        {percent}%
      </progress>
      <Button type="button" variant="text" onClick={cancel}>
        Cancel
      </Button>
    </div>
  )
}
