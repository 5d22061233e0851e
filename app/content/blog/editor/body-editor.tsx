import { EditorContent, useEditor } from '@tiptap/react'
import { useMemo, useState } from 'react'
import { DOMParser as SchemaParser, Slice } from '@tiptap/pm/model'
import type { EditorProps, EditorView } from '@tiptap/pm/view'

import { FieldError } from '../../../ui/forms/field.tsx'
import type { PostDocument } from '../document.shapes.ts'
import { LinkDialog, PictureDialog, VineyardDialog } from './insert-dialogs.tsx'
import { partsOf } from './parts.ts'
import { toDocument } from './to-document.ts'
import { type Inserting, Toolbar } from './toolbar.tsx'
import './editor.css'

/** The editor of a post's text. */
export function BodyEditor({
  body,
  names,
  problem,
  onChange,
  onNamed,
}: {
  /** The text with which the editor opens */
  body: PostDocument
  /** The names of the vineyards in the text, by id. */
  names: Record<string, string>
  problem: string | undefined
  onChange: (body: PostDocument) => void
  /** Called with the name of an inserted vineyard. */
  onNamed: (vineyard: { id: string; name: string }) => void
}) {
  const [inserting, setInserting] = useState<Inserting | null>(null)
  const [known] = useState(() => new Map(Object.entries(names)))
  const extensions = useMemo(() => partsOf((id) => known.get(id) ?? 'A vineyard'), [known])
  const editor = useEditor({
    extensions,
    // The toolbar would not work in an editor without a paragraph, so an empty text gets one.
    content: body.content.length > 0 ? body : { type: 'doc', content: [{ type: 'paragraph' }] },
    immediatelyRender: false,
    // The content policy blocks inline styles, so the editor must not add any.
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
 * Reads pasted and dropped HTML. Trusted types block the editor's own parser, so the HTML is parsed into an inert document,
 * from which only allowed parts are taken.
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
