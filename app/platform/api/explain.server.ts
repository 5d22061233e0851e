import type { z } from 'zod'

/** What is wrong with one field, and what would be right: 'capacity must be at least 1'. */
export type FieldProblem = { field: string; message: string }

/** The field names and sentences for all that was wrong with an input. */
export function explain(issues: readonly z.core.$ZodIssue[]): FieldProblem[] {
  return issues.flatMap((issue) => {
    const field = issue.path.join('.')
    if (issue.code !== 'unrecognized_keys') return [{ field, message: sentence(field, issue.message) }]
    return issue.keys.map((key) => {
      const unknown = [...issue.path, key].join('.')
      return { field: unknown, message: sentence(unknown, 'is nothing that can be given here') }
    })
  })
}

/** The words for what zod notices by itself; what our own checks say, they say. */
export function wording(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${nameOf(issue.expected)}`
    case 'invalid_value':
      return `must be ${issue.values
        .map(String)
        .join(', ')
        .replace(/, ([^,]*)$/, ' or $1')}`
    case 'too_small':
      return `must ${amounts[issue.origin]?.(`at least ${issue.minimum}`) ?? `be at least ${issue.minimum}`}`
    case 'too_big':
      return `must ${amounts[issue.origin]?.(`at most ${issue.maximum}`) ?? `be at most ${issue.maximum}`}`
    case 'invalid_union':
      return 'is none of the forms this can have'
    default:
      return undefined
  }
}

const amounts: Record<string, (bound: string) => string> = {
  string: (bound) => `have ${bound} characters`,
  array: (bound) => `name ${bound}`,
}

const names: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

function nameOf(expected: string): string {
  return names[expected] ?? expected
}

function sentence(field: string, predicate: string): string {
  const words = `${field || 'The body'} ${predicate}`
  return words.endsWith('.') ? words : `${words}.`
}
