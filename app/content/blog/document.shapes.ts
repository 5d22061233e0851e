import { z } from 'zod'

import { isId } from '../../platform/ids.ts'
import { cleanLine } from '../../platform/text/text.ts'
import { readHref } from '../../platform/text/safe-links.ts'

const href = z
  .string()
  .max(2000)
  .refine((address) => readHref(address) !== undefined, 'is not an address that a post may link to')
const mark = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('bold') }),
  z.strictObject({ type: z.literal('italic') }),
  z.strictObject({ type: z.literal('link'), attrs: z.strictObject({ href }) }),
])
const inline = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('text'),
    text: z.string().min(1),
    marks: z.array(mark).max(3).optional(),
  }),
  z.strictObject({ type: z.literal('hardBreak') }),
])
const listItem = z.strictObject({
  type: z.literal('listItem'),
  get content() {
    return z.array(block)
  },
})
const block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('paragraph'), content: z.array(inline).optional() }),
  z.strictObject({
    type: z.literal('heading'),
    attrs: z.strictObject({ level: z.union([z.literal(2), z.literal(3)]) }),
    content: z.array(inline).optional(),
  }),
  z.strictObject({ type: z.literal('bulletList'), content: z.array(listItem) }),
  z.strictObject({
    type: z.literal('orderedList'),
    attrs: z.strictObject({ start: z.int().min(0).optional() }).optional(),
    content: z.array(listItem),
  }),
  z.strictObject({
    type: z.literal('blockquote'),
    get content() {
      return z.array(block)
    },
  }),
  z.strictObject({ type: z.literal('horizontalRule') }),
  z.strictObject({
    type: z.literal('image'),
    attrs: z.strictObject({
      src: z
        .string()
        .max(2000)
        .refine((src) => /^(\/(?![/\\])|https:\/\/)\S+$/.test(src), 'is not the address of a picture'),
      alt: z.string().max(500).overwrite(cleanLine),
      title: z.string().max(500).overwrite(cleanLine).nullish(),
    }),
  }),
  z.strictObject({
    type: z.literal('vineyard'),
    attrs: z.strictObject({ id: z.string().refine((text): boolean => isId(text), 'is not an id') }),
  }),
])

/**
 * The text of a post as ProseMirror JSON. It has only known parts, safe links, and pictures with a description.
 * `DocumentView` skips unknown parts, so that a page loaded before an update can show newer documents.
 */
export const documentSchema = z.strictObject({
  type: z.literal('doc'),
  content: z.array(block).max(2000),
})

export type PostDocument = z.infer<typeof documentSchema>
export type Block = z.infer<typeof block>
export type ListItem = z.infer<typeof listItem>
export type Inline = z.infer<typeof inline>
export type TextMark = z.infer<typeof mark>
