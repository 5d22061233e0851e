import { EditorContent, useEditor } from '@tiptap/react'
import { useMemo, useState } from 'react'

import { FieldError } from '../../ui/field.tsx'
import type { PostDocument } from '../document.ts'
import { LinkDialog, PictureDialog, VineyardDialog } from './insert-dialogs.tsx'
import { partsOf } from './parts.ts'
import { pasting } from './pasting.ts'
import { toDocument } from './to-document.ts'
import { type Inserting, Toolbar } from './toolbar.tsx'
import './editor.css'

/** The text of a post as it is written: what is pressed and typed becomes a document of the parts a post may have. */
export function BodyEditor({
  body,
  names,
  problem,
  onChange,
  onNamed,
}: {
  /** As it was when the editor opened. */
  body: PostDocument
  /** What the vineyards in it are called, by id. */
  names: Record<string, string>
  problem: string | undefined
  onChange: (body: PostDocument) => void
  /** Told what a vineyard that was put in is called. */
  onNamed: (vineyard: { id: string; name: string }) => void
}) {
  const [inserting, setInserting] = useState<Inserting | null>(null)
  const [known] = useState(() => new Map(Object.entries(names)))
  const extensions = useMemo(() => partsOf((id) => known.get(id) ?? 'A vineyard'), [known])
  const editor = useEditor({
    extensions,
    // An editor without a line to write on does nothing of what is pressed.
    content: body.content.length > 0 ? body : { type: 'doc', content: [{ type: 'paragraph' }] },
    immediatelyRender: false,
    // No style but our own files' is let in.
    injectCSS: false,
    editorProps: {
      ...pasting,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': 'body-label',
        class: 'prose editor-text',
      },
    },
    onUpdate: ({ editor }) => onChange(toDocument(editor.getJSON())),
  })
  const close = () => {
    setInserting(null)
    editor?.commands.focus()
  }
  return (
    <div className="field full">
      <span className="label" id="body-label">
        Text
      </span>
      {editor && <Toolbar editor={editor} onInsert={setInserting} />}
      <EditorContent editor={editor} className="editor-page" />
      {problem && <FieldError id="body-error">{problem}</FieldError>}
      {editor && inserting === 'link' && <LinkDialog editor={editor} close={close} />}
      {editor && inserting === 'picture' && <PictureDialog editor={editor} close={close} />}
      {editor && inserting === 'vineyard' && (
        <VineyardDialog
          editor={editor}
          close={close}
          onNamed={(vineyard) => {
            known.set(vineyard.id, vineyard.name)
            onNamed(vineyard)
          }}
        />
      )}
    </div>
  )
}
