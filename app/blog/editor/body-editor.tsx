import { EditorContent, useEditor } from '@tiptap/react'
import { useMemo, useState } from 'react'
import { DOMParser as SchemaParser, Slice } from '@tiptap/pm/model'
import type { EditorProps, EditorView } from '@tiptap/pm/view'

import { FieldError } from '../../ui/field.tsx'
import type { PostDocument } from '../document.ts'
import { LinkDialog, PictureDialog, VineyardDialog } from './insert-dialogs.tsx'
import { partsOf } from './parts.ts'
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

type Policy = { createHTML(html: string): string }
type Factory = { createPolicy(name: string, rules: Policy): Policy }

let policy: Policy | undefined

/**
 * What is pasted or dropped in. The site's own policy lets no markup through, so that the editor's way of reading it finds
 * nothing; here it is read into a document that runs and loads nothing, of which only the parts a post may have are taken.
 */
const pasting: EditorProps = {
  handlePaste: (view, event) => takeOver(view, event.clipboardData?.getData('text/html')),
  handleDrop: (view, event, _slice, moved) =>
    !moved && takeOver(view, event.dataTransfer?.getData('text/html')),
}

function takeOver(view: EditorView, html: string | undefined): boolean {
  if (!html) return false
  const parsed = new DOMParser().parseFromString(asTrusted(html), 'text/html')
  const slice = SchemaParser.fromSchema(view.state.schema).parseSlice(parsed.body)
  view.dispatch(view.state.tr.replaceSelection(Slice.maxOpen(slice.content)).scrollIntoView())
  return true
}

function asTrusted(html: string): string {
  const factory = (window as { trustedTypes?: Factory }).trustedTypes
  policy ??= factory?.createPolicy('pasted-text', { createHTML: (text) => text })
  return policy?.createHTML(html) ?? html
}
