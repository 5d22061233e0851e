import { type Logger, pino, stdSerializers } from 'pino'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>

/**
 * Structured lines on standard output. Errors keep their message, code and stack but not the query's parameters:
 * those are names and addresses.
 */
export function createLog(level: string): Logger {
  return pino({
    level,
    redact: [
      'req.headers.authorization',
      'req.headers.cookie',
      '*.guest_name',
      '*.guest_email',
      '*.guest_phone',
    ],
    serializers: { err: describeError },
  })
}

function describeError(error: unknown) {
  if (!(error instanceof Error)) return error
  const { type, message, stack } = stdSerializers.err(error)
  return { type, message, stack, code: 'code' in error ? error.code : undefined }
}
