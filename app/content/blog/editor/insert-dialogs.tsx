import type { Editor } from '@tiptap/core'
import { type FormEvent, useState } from 'react'

import { pictureOf } from '../../../platform/media/picture.ts'
import { resultOf } from '../../../staff-client/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { PictureFrame } from '../../../ui/pictures/picture-frame.tsx'
import { PictureUpload } from '../../../catalogue/pictures/components/picture-upload.tsx'
import { vineyardsAt } from '../../../catalogue/vineyards/vineyard-save.tsx'
import { locationOf } from '../../../catalogue/vineyards/vineyard.ts'
import { readHref } from '../../../platform/text/safe-links.ts'

type InsertDialogProps = { editor: Editor; close: () => void }

/** The dialog that inserts or changes a link */
export function LinkDialog({ editor, close }: InsertDialogProps) {
  const current = String(editor.getAttributes('link').href ?? '')
  const [problem, setProblem] = useState<string>()
  const [address, setAddress] = useState(current)
  const insert = () => {
    const href = readHref(address.trim())
    if (href === undefined) return setProblem('An address must start with https://, mailto: or /.')
    const chain = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && current === '')
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
    close()
  }
  return (
    <Dialog open onClose={close} title="Link to">
      <TextField
        label="Address"
        value={address}
        onChange={({ target }) => setAddress(target.value)}
        onKeyDown={onEnter(insert)}
        hint="https://…, or a page of this site such as /explore"
        error={problem}
        maxLength={2000}
      />
      <div className="row">
        <Button type="button" onClick={close}>
          Cancel
        </Button>
        {current !== '' && (
          <Button
            type="button"
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run()
              close()
            }}
          >
            Remove link
          </Button>
        )}
        <Button type="button" variant="primary" onClick={insert}>
          Link
        </Button>
      </div>
    </Dialog>
  )
}

/** The dialog for a picture and its description. If a picture is selected, the dialog edits it. */
export function PictureDialog({ editor, close }: InsertDialogProps) {
  const chosen = editor.isActive('image') ? editor.getAttributes('image') : {}
  const [src, setSrc] = useState(String(chosen.src ?? ''))
  const [alt, setAlt] = useState(String(chosen.alt ?? ''))
  const [title, setTitle] = useState(String(chosen.title ?? ''))
  const [problem, setProblem] = useState<string>()
  const insert = () => {
    if (alt.trim() === '') return setProblem('Please describe the picture.')
    const attrs = { src, alt: alt.trim(), title: title.trim() || null }
    if (chosen.src) editor.chain().focus().updateAttributes('image', attrs).run()
    else putIn(editor, { type: 'image', attrs })
    close()
  }
  return (
    <Dialog open onClose={close} title={chosen.src ? 'Change picture' : 'Insert a picture'}>
      {src !== '' && <PictureFrame picture={pictureOf(src)} alt={alt} sizes="20rem" />}
      <PictureUpload
        area="admin"
        shown_as="post"
        label={src === '' ? 'Choose a picture' : 'Choose another'}
        done="Picture uploaded. Now describe it."
        onUpload={setSrc}
      />
      <TextField
        label="What it shows"
        hint="For readers who can’t see the picture."
        value={alt}
        onChange={({ target }) => setAlt(target.value)}
        maxLength={300}
        error={problem}
      />
      <TextField
        label="Caption"
        optional
        value={title}
        onChange={({ target }) => setTitle(target.value)}
        onKeyDown={onEnter(insert)}
        maxLength={300}
      />
      <div className="row">
        <Button type="button" onClick={close}>
          Cancel
        </Button>
        <Button type="button" variant="primary" disabled={src === ''} onClick={insert}>
          {src === '' ? 'Choose a picture first' : chosen.src ? 'Save' : 'Insert'}
        </Button>
      </div>
    </Dialog>
  )
}

type VineyardMatch = { id: string; name: string; city: string | null; region: string | null }

/** The dialog to insert a vineyard's card. */
export function VineyardDialog({
  editor,
  close,
  onNamed,
}: InsertDialogProps & { onNamed: (vineyard: { id: string; name: string }) => void }) {
  const [search, setSearch] = useState('')
  const [found, setFound] = useState<VineyardMatch[] | 'failed' | null>(null)
  const find = async () => {
    const query = { search: search.trim(), is_visible: 'true', limit: '8' } as const
    const answer = await resultOf(vineyardsAt('admin').index.$get({ query }))
    setFound(answer.ok ? answer.value.items : 'failed')
  }
  const pick = (vineyard: VineyardMatch) => {
    onNamed(vineyard)
    putIn(editor, { type: 'vineyard', attrs: { id: vineyard.id } })
    close()
  }
  return (
    <Dialog open onClose={close} title="Insert a vineyard">
      <TextField
        label="Name, town or county"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        onKeyDown={onEnter(() => void find())}
        maxLength={200}
      />
      <div role="status">
        {found === 'failed' && <p>The vineyards could not be loaded. Please try again.</p>}
        {Array.isArray(found) && found.length === 0 && <p>No vineyards match that.</p>}
        {Array.isArray(found) && found.length > 0 && (
          <ul className="plain editor-results">
            {found.map((vineyard) => (
              <li key={vineyard.id}>
                <Button type="button" small onClick={() => pick(vineyard)}>
                  {vineyard.name}
                </Button>{' '}
                <span className="soft small">{locationOf(vineyard)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="row">
        <Button type="button" onClick={close}>
          Cancel
        </Button>
        <Button type="button" variant="primary" disabled={search.trim() === ''} onClick={() => void find()}>
          Search
        </Button>
      </div>
    </Dialog>
  )
}

/** Inserts after the selection instead of replacing it, because a card or picture stays selected after it was inserted. */
function putIn(editor: Editor, part: { type: 'image' | 'vineyard'; attrs: object }): void {
  editor.chain().focus().insertContentAt(editor.state.selection.to, part).run()
}

/** Makes Enter press the dialog's button instead of submitting the surrounding form. */
function onEnter(press: () => void) {
  return (event: { key: string } & Pick<FormEvent, 'preventDefault'>) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    press()
  }
}
