import { useEffect, useId, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'

import { refuseFile, type Upload, sendPicture } from '../../media/send-picture.ts'
import { type StaffArea, sessionAt } from '../../staff-client/staff-area.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'

/** A file on its way. `share` of it has gone, from 0 to 1. */
type Sent = {
  key: string
  name: string
  share: number
  state: 'waits' | 'goes' | 'there' | 'stopped' | { why: string }
}

const said = { waits: 'waits', goes: 'is on its way', there: 'stands on your page', stopped: 'was not sent' }

/** Chooses several pictures and sends them one after the other, each with its own bar; what is refused says why. */
export function PicturesSender({ area, asked }: { area: StaffArea; asked: Record<string, string> }) {
  const field = useId()
  const [files, setFiles] = useState<Sent[]>([])
  const sending = useRef<Upload>(null)
  const stopped = useRef(false)
  const { revalidate } = useRevalidator()
  useEffect(() => () => sending.current?.cancel(), [])
  const busy = files.some(({ state }) => state === 'waits' || state === 'goes')
  const put = (key: string, change: Partial<Sent>) =>
    setFiles((before) => before.map((one) => (one.key === key ? { ...one, ...change } : one)))

  const sendOne = async (file: File, key: string) => {
    const refusal = refuseFile(file)
    if (refusal) return put(key, { state: { why: refusal } })
    if (stopped.current) return put(key, { state: 'stopped' })
    put(key, { state: 'goes' })
    const token = await sessionAt(area).token()
    sending.current = sendPicture(file, asked, { token, progress: (share) => put(key, { share }) })
    const sent = await sending.current.done
    if (sent.ok) put(key, { state: 'there', share: 1 })
    else put(key, { state: sent.problem === null ? 'stopped' : { why: sent.problem } })
  }

  const sendAll = async (chosen: File[]) => {
    stopped.current = false
    const keyed = chosen.map((file) => ({ file, key: crypto.randomUUID() }))
    setFiles(keyed.map(({ file, key }) => ({ key, name: file.name, share: 0, state: 'waits' })))
    for (const { file, key } of keyed) {
      await sendOne(file, key)
      await revalidate()
    }
  }

  return (
    <div className="uploader">
      <label htmlFor={field} className="btn btn-line">
        Add pictures
      </label>
      <input
        id={field}
        type="file"
        multiple
        className="sr"
        accept="image/jpeg,image/png,image/webp,image/avif"
        disabled={busy}
        aria-describedby={`${field}-hint`}
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])]
          // The same file again is a choice, too.
          target.value = ''
          if (chosen.length > 0) void sendAll(chosen)
        }}
      />
      <span className="hint" id={`${field}-hint`}>
        JPEG, PNG, WebP or AVIF, 10 MB each at the most.
      </span>
      {files.length > 0 && (
        <ul className="upload-list plain">
          {files.map(({ key, name, share, state }) => (
            <li key={key}>
              {typeof state === 'string' ? (
                <>
                  {name}{' '}
                  <span className="soft">
                    {share === 1 && state === 'goes' ? 'is being prepared' : said[state]}
                  </span>
                </>
              ) : (
                <FieldError id={`${key}-error`}>
                  {name}: {state.why}
                </FieldError>
              )}
              {state === 'goes' && (
                <progress max={100} value={Math.round(share * 100)} aria-label={`Sending ${name}`} />
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
        {!busy && files.length > 0 && toldOf(files)}
      </p>
    </div>
  )
}

function toldOf(files: Sent[]): string {
  const there = files.filter(({ state }) => state === 'there').length
  return there === files.length
    ? `${there === 1 ? 'The picture stands' : `All ${there} pictures stand`} on your page.`
    : `${there} of ${files.length} pictures were sent.`
}
