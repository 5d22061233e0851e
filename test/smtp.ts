import { afterAll } from 'vitest'

import { openMailServer } from './mail-server.ts'

/** Starts an SMTP server for a test file, and closes the server after the tests. */
export async function startSmtp(how: Parameters<typeof openMailServer>[0] = {}) {
  const smtp = await openMailServer(how)
  afterAll(() => smtp.goDown().catch(() => {}))
  return smtp
}
