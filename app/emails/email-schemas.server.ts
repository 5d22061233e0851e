import { z } from 'zod'

const text = z.string()
const link = z.object({ label: text, href: text })

const part = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('text'), text }),
    z.object({ kind: z.literal('facts'), facts: z.array(z.object({ label: text, value: text })) }),
    link.extend({ kind: z.literal('button') }),
    z.object({ kind: z.literal('links'), links: z.array(link) }),
    z.object({ kind: z.literal('notice'), text }),
    z.object({ kind: z.literal('quote'), text }),
    z.object({
      kind: z.literal('list'),
      heading: text,
      items: z.array(z.object({ number: text, title: text, lines: z.array(text) })),
    }),
  ])
  .meta({ id: 'LetterPart' })

/** What of a letter is drawn, as the API tells it. */
export const emailSchema = z.object({ subject: text, heading: text, parts: z.array(part), reason: text })
