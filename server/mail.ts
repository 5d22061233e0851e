// npm run mail -- preview [FOLDER]   writes every mail there is as .html and .txt, about people who do not exist, and
// index.html, which shows all of them as wide as a phone and as a desk; a browser in the dark shows them in the dark.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { readConfig } from '../app/platform/config.server.ts'

const builtLetters = '../build/server/letters.js'

const [act, folder = '.data/mail-preview'] = process.argv.slice(2)
if (act === 'preview') await preview(folder)
else {
  console.error('Say what to do: npm run mail -- preview [FOLDER]   writes every mail as .html and .txt')
  process.exitCode = 1
}

async function preview(to: string) {
  const { sampleMessages }: typeof import('../app/email-templates.server.ts') = await import(builtLetters)
  await mkdir(to, { recursive: true })
  const samples = await sampleMessages(readConfig(process.env))
  await writeFile(join(to, 'index.html'), sheet(samples.map(({ email_type }) => email_type)))
  for (const { email_type, message } of samples) {
    await writeFile(join(to, `${email_type}.html`), message.html)
    await writeFile(join(to, `${email_type}.txt`), `Subject: ${message.subject}\n\n${message.text}`)
    console.log(`${email_type}: ${message.subject}`)
  }
  console.log(`Written to ${to}`)
}

function sheet(kinds: string[]): string {
  const shown = kinds.map((kind) =>
    [360, 800]
      .map((width) => `<iframe src="${kind}.html" title="${kind}" width="${width}" height="900"></iframe>`)
      .join(''),
  )
  return `<!doctype html><meta charset="utf-8"><title>Every mail</title>${shown.join('<hr>')}\n`
}
