import { type Logger, pino } from 'pino'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>

/**
 * Structured lines on standard output (or where `to` says), without whom they are about: of an error only what happened
 * and where, of a database's refusal never the row, and whatever looks like a mail address is covered before it is
 * written. An id in a path may be the key to a booking, so paths show only their plain words.
 */
export function createLog(level: string, to?: { write: (line: string) => void }): Logger {
  return pino(
    {
      level,
      redact: [
        'req.headers.authorization',
        'req.headers.cookie',
        '*.guest_name',
        '*.guest_email',
        '*.guest_phone',
      ],
      serializers: { err: describeError, path: plainPath },
      hooks: { streamWrite: withoutSecrets },
    },
    to,
  )
}

type Described = {
  type: string
  message: string
  code?: unknown
  stack: string
  cause?: Described
  [databaseNames: string]: unknown
}

function describeError(error: unknown): unknown {
  return error instanceof Error ? described(error) : typeof error
}

function described(error: Error): Described {
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: sentenceOf(error, code),
    code,
    ...databaseNames(error),
    // The first lines of a stack repeat the message.
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(error.cause instanceof Error ? { cause: described(error.cause) } : {}),
  }
}

/** What of an error's own words may be written: parsers and the database's class 22 quote what they were given. */
function sentenceOf({ name, message }: Error, code: unknown): string {
  const quotes = name === 'SyntaxError' || (typeof code === 'string' && /^22...$/.test(code))
  return quotes ? message.replace(/["'`:].*/s, '…') : message
}

/** Which table, column or constraint a database's refusal is about. */
function databaseNames(error: Error): Record<string, unknown> {
  const names = ['table_name', 'column_name', 'constraint_name', 'routine'] as const
  const known = error as Partial<Record<(typeof names)[number], unknown>>
  return Object.fromEntries(
    names.filter((name) => known[name] !== undefined).map((name) => [name, known[name]]),
  )
}

/** Segments that may hold an id, a name or a secret are left out, and so is the query. */
function plainPath(path: unknown): unknown {
  if (typeof path !== 'string') return path
  const [pathname = ''] = path.split(/[?#]/)
  return pathname
    .split('/')
    .map((segment) => (/^[a-z][a-z._-]{0,30}$|^$/i.test(segment) ? segment : '…'))
    .join('/')
}

/** Covers mail addresses, and ids and keys where they stand in an address. */
function withoutSecrets(line: string): string {
  return line
    .replace(/[^\s@<>"'\\,;:=()[\]{}]+@[^\s@<>"'\\,;:=()[\]{}]+/g, '…@…')
    .replace(/(?<=[/=])([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\w-]{43})(?![\w-])/gi, '…')
}

/** Sends what libraries print as a warning or an error through the log, so that it is redacted as well. */
export function redirectConsole(log: Pick<Log, 'warn' | 'error'>): void {
  const print =
    (level: 'warn' | 'error') =>
    (...parts: unknown[]) => {
      const text = parts.filter((part) => typeof part === 'string').map(withPlainPaths)
      const err = parts.find((part) => part instanceof Error)
      log[level](err ? { err } : {}, text.join(' '))
    }
  console.warn = print('warn')
  console.error = print('error')
}

function withPlainPaths(text: string): string {
  return text.replace(/(?<=^|["'`\s(])\/[^\s"'`)]*/g, (path) => String(plainPath(path)))
}
