import { afterAll } from 'vitest'

import { openMailServer } from './mail-server.ts'

/** A real SMTP server for one test file. */
export async function startSmtp(how: Parameters<typeof openMailServer>[0] = {}) {
  const smtp = await openMailServer(how)
  afterAll(() => smtp.goDown().catch(() => {}))
  return smtp
}
