import { afterAll } from 'vitest'

import { openMailServer } from './mail-server.ts'

/** An SMTP server for a test file, closed after its tests. */
export async function startSmtp(how: Parameters<typeof openMailServer>[0] = {}) {
  const smtp = await openMailServer(how)
  afterAll(() => smtp.goDown().catch(() => {}))
  return smtp
}
