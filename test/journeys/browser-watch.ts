import type { BrowserContext, Page } from '@playwright/test'

/** The problems and the requests that a browser reported while it visited pages. */
export type Watch = {
  /** Violations of the content security policy, and console errors. */
  complaints: string[]
  /** The origins of all network requests. */
  origins: Set<string>
  /** The hostile texts that ran as script. */
  executed: string[]
}

/** Watches the open and the future pages of a context. Must be called before the first visit. */
export async function watch(context: BrowserContext): Promise<Watch> {
  const report: Watch = { complaints: [], origins: new Set(), executed: [] }
  await context.exposeBinding('noteComplaint', (_source, text: string) => void report.complaints.push(text))
  await context.exposeBinding('noteExecuted', (_source, text: string) => void report.executed.push(text))
  await context.addInitScript(() => {
    const note = (window as unknown as { noteComplaint: (text: string) => void }).noteComplaint
    document.addEventListener('securitypolicyviolation', (event) => {
      note(
        `${event.violatedDirective} refused ${event.blockedURI || 'inline'} ${event.sample} on ${document.URL} ` +
          `(${event.sourceFile}:${event.lineNumber})`,
      )
    })
  })
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== 'data:' && protocol !== 'blob:') report.origins.add(origin)
  })
  // The test's own page is already open.
  const causes = watchFailures(context)
  for (const page of context.pages()) listen(page, report, causes)
  context.on('page', (page) => listen(page, report, causes))
  return report
}

/** Returns a function that lists a context's failed requests and why they failed, for the message of an error. */
export function watchFailures(context: BrowserContext): () => string {
  const failed: string[] = []
  context.on('requestfailed', (request) => {
    const { range } = request.headers()
    failed.push(
      `${request.failure()?.errorText} of ${request.method()} ${request.url()}${range ? ` ${range}` : ''}`,
    )
  })
  return () => (failed.length > 0 ? `; failed requests: ${failed.slice(-5).join(', ')}` : '')
}

function listen(page: Page, report: Watch, causes: () => string) {
  page.on('console', (message) => {
    if (message.type() === 'error')
      report.complaints.push(`error: ${message.text()} on ${page.url()}${causes()}`)
  })
  page.on('pageerror', (error) => report.complaints.push(`thrown: ${error.message} on ${page.url()}`))
  page.on('dialog', (dialog) => {
    report.executed.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
}
