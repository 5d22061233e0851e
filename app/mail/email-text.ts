import type { Email, EmailPart } from './email.ts'

const width = 72

/** Returns the plain text of an email. Paragraphs, notices and the foot have lines of at most 72 characters. */
export function emailText(email: Email, site: { site_url: string }): string {
  const parts = [email.heading, ...email.parts.map(partText).filter((part) => part !== '')]
  const foot = `-- \n${[email.reason, `Chalk & Vine · ${site.site_url}`].map(wrap).join('\n')}`
  return `${[...parts, foot].join('\n\n')}\n`
}

function partText(part: EmailPart): string {
  switch (part.kind) {
    case 'text':
      return wrap(part.text)
    case 'picture':
      return ''
    case 'facts':
      return part.facts.map(({ label, value }) => indent(`${label}: ${value}`)).join('\n')
    case 'button':
      return `${part.label}:\n${part.href}`
    case 'links':
      return part.links.map(({ label, href }) => `${label}:\n${href}`).join('\n')
    case 'notice':
      return wrap(`* ${part.text}`)
    case 'quote':
      return part.text.replaceAll(/^/gm, '> ')
    case 'list':
      return [part.heading, ...part.items.map(itemText)].join('\n\n')
  }
}

function itemText({ number, title, lines }: { number: string; title: string; lines: string[] }): string {
  return [`${number}  ${title}`, ...lines].map(indent).join('\n  ')
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ')
}

/** Breaks a text into lines between words. Words longer than a line, such as URLs, stay whole. */
function wrap(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      line.split(' ').reduce((lines, word) => {
        const last = lines.slice(lines.lastIndexOf('\n') + 1)
        if (lines === '') return word
        return lines + (last.length + 1 + word.length > width ? '\n' : ' ') + word
      }, ''),
    )
    .join('\n')
}
