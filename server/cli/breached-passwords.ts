// npm run breached-passwords -- FILE.txt [TARGET]   replaces the list of refused passwords. The file has one password on each
// line.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { fingerprintsOf } from '../../app/people/accounts/breached-passwords.server.ts'
import { countOf } from '../../app/platform/text/counts.ts'
import { fail, runCommand, say } from './command.ts'

const usual = join(import.meta.dirname, '../../app/people/accounts/breached-passwords.generated.ts')

await runCommand(import.meta, async ([file, target = usual]) => {
  if (file === undefined) return fail('Usage: npm run breached-passwords -- FILE.txt [TARGET]')
  const fingerprints = fingerprintsOf((await readFile(file, 'utf8')).split(/\r?\n/))
  const source = `// Written by \`npm run breached-passwords\`.\nexport const fingerprints =\n  '${fingerprints.toString('base64')}'\n`
  await writeFile(target, source)
  say(
    `${countOf(fingerprints.length / 4, 'password is', 'passwords are')} refused. Build the site to use them.`,
  )
  return 0
})
