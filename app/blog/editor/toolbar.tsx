import type { ChainedCommands, Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'

import { Button } from '../../ui/button.tsx'

/** Parts that are inserted through a dialog. */
export type Inserting = 'link' | 'picture' | 'vineyard'

type Tool = {
  label: string
  /** Whether it applies to the text at the cursor. */
  on?: (editor: Editor) => boolean
  press: (chain: ChainedCommands) => ChainedCommands
}

const tools: Tool[] = [
  { label: 'Bold', on: (editor) => editor.isActive('bold'), press: (chain) => chain.toggleBold() },
  { label: 'Italic', on: (editor) => editor.isActive('italic'), press: (chain) => chain.toggleItalic() },
  {
    label: 'Heading',
    on: (editor) => editor.isActive('heading', { level: 2 }),
    press: (chain) => chain.toggleHeading({ level: 2 }),
  },
  {
    label: 'Subheading',
    on: (editor) => editor.isActive('heading', { level: 3 }),
    press: (chain) => chain.toggleHeading({ level: 3 }),
  },
  {
    label: 'List',
    on: (editor) => editor.isActive('bulletList'),
    press: (chain) => chain.toggleBulletList(),
  },
  {
    label: 'Numbered list',
    on: (editor) => editor.isActive('orderedList'),
    press: (chain) => chain.toggleOrderedList(),
  },
  {
    label: 'Quote',
    on: (editor) => editor.isActive('blockquote'),
    press: (chain) => chain.toggleBlockquote(),
  },
  { label: 'Divider', press: (chain) => chain.setHorizontalRule() },
  { label: 'Undo', press: (chain) => chain.undo() },
  { label: 'Redo', press: (chain) => chain.redo() },
]

/** The toolbar. Pressed buttons show the format at the cursor. */
export function Toolbar({ editor, onInsert }: { editor: Editor; onInsert: (what: Inserting) => void }) {
  const state = useEditorState({
    editor,
    selector: ({ editor }) => ({
      on: tools.map(({ on }) => on?.(editor) ?? false),
      link: editor.isActive('link'),
      picture: editor.isActive('image'),
    }),
  })
  return (
    <div role="group" aria-label="Formatting" className="editor-tools">
      {tools.map(({ label, on, press }, n) => (
        <Button
          key={label}
          type="button"
          small
          {...(on && { 'aria-pressed': state.on[n] })}
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
