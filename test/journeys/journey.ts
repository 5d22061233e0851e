import { type BrowserContext, expect, test as base } from '@playwright/test'

import { watchFailures } from './browser-watch.ts'

export * from '@playwright/test'

/** Console errors about an error status or a lost connection. The journeys check how the page handles both. */
const refusal = /^Failed to load resource:|^Failed to fetch manifest patches TypeError: Failed to fetch/

/**
 * The router throws this error when a visitor leaves for an undiscovered page before a fetcher's response has arrived.
 * Only this response is lost, and it belonged to the page that the visitor left.
 */
const leftEarly = /^Didn't find any matches after fetcher action/

/** Playwright's `test`, which also fails if a page throws an uncaught error or logs an error to the console. */
export const test = base.extend<{ expectedErrors: RegExp[]; pageErrors: string[] }>({
  expectedErrors: [[], { option: true }],
  pageErrors: [
    async ({ browser, expectedErrors }, use) => {
      const errors: string[] = []
      const listen = (context: BrowserContext) => {
        const causes = watchFailures(context)
        context.on('weberror', (thrown) => {
          const { message } = thrown.error()
          if (!leftEarly.test(message)) errors.push(`${message} (${thrown.page()?.url()})`)
        })
        context.on('console', (message) => {
          if (message.type() === 'error' && !refusal.test(message.text()))
            errors.push(`${message.text()} (${message.page()?.url()})${causes()}`)
        })
      }
      for (const context of browser.contexts()) listen(context)
      browser.on('context', listen)
      await use(errors)
      browser.off('context', listen)
      expect(errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)))).toEqual([])
    },
    { auto: true },
  ],
})
