import { DOMParser as SchemaParser, Slice } from '@tiptap/pm/model'
import type { EditorProps, EditorView } from '@tiptap/pm/view'

type Policy = { createHTML(html: string): string }
type Factory = { createPolicy(name: string, rules: Policy): Policy }

let policy: Policy | undefined

/**
 * What is pasted or dropped in. The site's own policy lets no markup through, so that the editor's way of reading it finds
 * nothing; here it is read into a document that runs and loads nothing, of which only the parts a post may have are taken.
 */
export const pasting: EditorProps = {
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
