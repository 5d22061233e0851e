// npm run mail -- preview [FOLDER]   writes every mail there is as .html and .txt, about people who do not exist
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
  const { sampleMessages }: typeof import('../app/letters.server.ts') = await import(builtLetters)
  await mkdir(to, { recursive: true })
  for (const { email_type, message } of await sampleMessages(readConfig(process.env))) {
    await writeFile(join(to, `${email_type}.html`), message.html)
    await writeFile(join(to, `${email_type}.txt`), `Subject: ${message.subject}\n\n${message.text}`)
    console.log(`${email_type}: ${message.subject}`)
  }
  console.log(`Written to ${to}`)
}
