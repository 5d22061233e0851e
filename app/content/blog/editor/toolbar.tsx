import type { ChainedCommands, Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'

import { Button } from '../../../ui/button.tsx'

/** Parts that are inserted through a dialog. */
export type Inserting = 'link' | 'picture' | 'vineyard'

type Tool = {
  label: string
  /** The format that the button turns on or off, and the attributes of the format */
  format?: [name: string, attributes?: object]
  press: (chain: ChainedCommands) => ChainedCommands
}

const tools: Tool[] = [
  { label: 'Bold', format: ['bold'], press: (chain) => chain.toggleBold() },
  { label: 'Italic', format: ['italic'], press: (chain) => chain.toggleItalic() },
  {
    label: 'Heading',
    format: ['heading', { level: 2 }],
    press: (chain) => chain.toggleHeading({ level: 2 }),
  },
  {
    label: 'Subheading',
    format: ['heading', { level: 3 }],
    press: (chain) => chain.toggleHeading({ level: 3 }),
  },
  { label: 'List', format: ['bulletList'], press: (chain) => chain.toggleBulletList() },
  { label: 'Numbered list', format: ['orderedList'], press: (chain) => chain.toggleOrderedList() },
  { label: 'Quote', format: ['blockquote'], press: (chain) => chain.toggleBlockquote() },
  { label: 'Divider', press: (chain) => chain.setHorizontalRule() },
  { label: 'Undo', press: (chain) => chain.undo() },
  { label: 'Redo', press: (chain) => chain.redo() },
]

/** The toolbar. A button is shown as pressed if its format applies at the cursor. */
export function Toolbar({ editor, onInsert }: { editor: Editor; onInsert: (what: Inserting) => void }) {
  const state = useEditorState({
    editor,
    selector: ({ editor }) => ({
      active: tools.map(({ format }) => format !== undefined && editor.isActive(...format)),
      link: editor.isActive('link'),
      picture: editor.isActive('image'),
    }),
  })
  return (
    <div role="group" aria-label="Formatting" className="editor-tools">
      {tools.map(({ label, format, press }, n) => (
        <Button
          key={label}
          type="button"
          small
          {...(format && { 'aria-pressed': state.active[n] })}
          onClick={() => press(editor.chain().focus()).run()}
        >
          {label}
        </Button>
      ))}
      <Button type="button" small aria-pressed={state.link} onClick={() => onInsert('link')}>
        Link
      </Button>
      <Button type="button" small onClick={() => onInsert('picture')}>
        {state.picture ? 'Change picture' : 'Picture'}
      </Button>
      <Button type="button" small icon="pin" onClick={() => onInsert('vineyard')}>
        Vineyard
      </Button>
    </div>
  )
}
