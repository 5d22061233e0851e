import { type Logger, pino } from 'pino'

import { activityFields } from './telemetry.server.ts'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>

/** Names of fields that are never logged, in any object. */
const secretFields =
  'authorization cookie password password_hash secret token session_token access_token refresh_token guest_name guest_email guest_phone'

/**
 * Returns a log that writes JSON lines without personal data to standard output, or to `to`. Errors lose the values that they
 * quote, email addresses are masked, and paths lose their ids, because an id may open a booking. Each line names its request or
 * job.
 */
export function createLog(level: string, to?: { write: (line: string) => void }): Logger {
  return pino(
    {
      level,
      mixin: activityFields,
      redact: secretFields.split(' ').flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      serializers: { err: describeError, path: redactPath },
      hooks: { streamWrite: maskSecrets },
    },
    to,
  )
}

/** The job queue reports some errors as plain objects. */
type ErrorLike = Pick<Error, 'message'> & Partial<Error>

const isErrorLike = (error: unknown): error is ErrorLike =>
  error instanceof Error ||
  (typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string')

function describeError(error: unknown): unknown {
  if (!isErrorLike(error)) return typeof error
  const { code } = error as { code?: unknown }
  // The first lines of a stack repeat the message.
  const stack = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name ?? 'Error',
    message: withoutQuotes(error, code),
    code,
    ...databaseNames(error),
    stack: stack.join('\n'),
    ...(isErrorLike(error.cause) && { cause: describeError(error.cause) }),
  }
}

/** Removes the parts of the input that parsers and database errors of class 22 quote. */
function withoutQuotes({ name, message }: ErrorLike, code: unknown): string {
  const quotes = name === 'SyntaxError' || (typeof code === 'string' && /^22...$/.test(code))
  return quotes ? message.replace(/["'`:].*/s, '…') : message
}

/** Returns the table, column and constraint of a database error. */
function databaseNames(error: ErrorLike): Record<string, unknown> {
  const names = ['table_name', 'column_name', 'constraint_name', 'routine'] as const
  const known = error as Partial<Record<(typeof names)[number], unknown>>
  return Object.fromEntries(names.flatMap((name) => (known[name] === undefined ? [] : [[name, known[name]]])))
}

/** Removes the query, and segments that may contain an id, a name or a secret. */
function redactPath(path: unknown): unknown {
  if (typeof path !== 'string') return path
  const [pathname = ''] = path.split(/[?#]/)
  return pathname
    .split('/')
    .map((segment) => (/^[a-z][a-z._-]{0,30}$|^$/i.test(segment) ? segment : '…'))
    .join('/')
}

/** Masks email addresses, ids in URLs, tokens, keys and password hashes. */
function maskSecrets(line: string): string {
  return line
    .replace(/\b(cv_(?:live|test)|whsec)_[\w+/-]+=*/g, '$1_…')
    .replace(/\$argon2\w+\$[\w$=,+/-]+/g, '$$argon2…')
    .replace(/(?<![\w-])[\w-]{43}(?![\w-])/g, '…')
    .replace(/(?<![^\s@<>"'\\,;:=()[\]{}])[^\s@<>"'\\,;:=()[\]{}]+@[^\s@<>"'\\,;:=()[\]{}]+/g, '…@…')
    .replace(/(?<=[/=])[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\w-])/gi, '…')
}

/** Logs an error that nothing handled, and ends the process with exit code 1. The supervisor starts a new process. */
export function logCrashes(log: Pick<Log, 'fatal'>): void {
  // A rejection that nothing handles arrives here too.
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'The process crashed')
    process.exit(1)
  })
}

/** Sends console warnings and errors of libraries through the log, so that they are redacted as well. */
export function redirectConsole(log: Pick<Log, 'warn' | 'error'>): void {
  const print =
    (level: 'warn' | 'error') =>
    (...parts: unknown[]) => {
      const text = parts.filter((part) => typeof part === 'string').map(redactPaths)
      const err = parts.find((part) => part instanceof Error)
      log[level](err ? { err } : {}, text.join(' '))
    }
  console.warn = print('warn')
  console.error = print('error')
}

function redactPaths(text: string): string {
  return text.replace(/(?<=^|["'`\s(])\/[^\s"'`)]*/g, (path) => String(redactPath(path)))
}
