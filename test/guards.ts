import { scenarios } from './faults/scenarios.ts'
import { forms } from './long/forms.ts'
import { namesGuarding } from './recorded-run.ts'

/** Returns the names of the long tests that guard at least one of the files. */
export function guardsOf(files: readonly string[]): string[] {
  return namesGuarding(files, forms)
}

/** Returns the commands that run the long tests and the faults that guard at least one of the files. */
export function guardCommands(files: readonly string[]): string[] {
  const commands = { 'test:long': guardsOf(files), 'test:faults': namesGuarding(files, scenarios) }
  return Object.entries(commands).flatMap(([script, names]) =>
    names.length > 0 ? [`npm run ${script} -- ${names.join(' ')}`] : [],
  )
}
