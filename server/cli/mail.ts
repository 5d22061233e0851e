// npm run mail -- preview [FOLDER]   writes a sample of every email as .html and .txt, and an index.html that shows all of
// them at the widths of a phone and a desktop
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { readConfig } from '../../app/platform/config.server.ts'
import { dayOf } from '../../app/platform/days.ts'

const builtTemplates = '../../build/server/email-templates.js'

const [name, folder = '.data/mail-preview'] = process.argv.slice(2)
if (name === 'preview') await preview(folder)
else {
  console.error('Usage: npm run mail -- preview [FOLDER]   writes every email as .html and .txt')
  process.exitCode = 1
}

async function preview(to: string) {
  const { sampleMessages }: typeof import('../../app/email-templates.server.ts') = await import(
    builtTemplates
  )
  await mkdir(to, { recursive: true })
  const samples = await sampleMessages(readConfig(process.env), dayOf(new Date()))
  await writeFile(join(to, 'index.html'), renderIndex(samples.map(({ email_type }) => email_type)))
  for (const { email_type, message } of samples) {
    await writeFile(join(to, `${email_type}.html`), message.html)
    await writeFile(join(to, `${email_type}.txt`), `Subject: ${message.subject}\n\n${message.text}`)
    console.log(`${email_type}: ${message.subject}`)
  }
  console.log(`Written to ${to}`)
}

function renderIndex(types: string[]): string {
  const frames = types.map((type) =>
    [360, 800]
      .map((width) => `<iframe src="${type}.html" title="${type}" width="${width}" height="900"></iframe>`)
      .join(''),
  )
  return `<!doctype html><meta charset="utf-8"><title>Every email</title>${frames.join('<hr>')}\n`
}
