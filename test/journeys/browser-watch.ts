import type { BrowserContext, Page } from '@playwright/test'

/** What a browser reported while it visited pages. */
export type Watch = {
  /** Violations of the content policy, and console errors. */
  complaints: string[]
  /** The origins of all network requests. */
  origins: Set<string>
  /** Payloads that ran as script. */
  executed: string[]
}

/** Watches the open and future pages of a context. Call it before the first visit. */
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
  for (const page of context.pages()) listen(page, report)
  context.on('page', (page) => listen(page, report))
  return report
}

function listen(page: Page, report: Watch) {
  page.on('console', (message) => {
    if (message.type() === 'error') report.complaints.push(`error: ${message.text()} on ${page.url()}`)
  })
  page.on('pageerror', (error) => report.complaints.push(`thrown: ${error.message} on ${page.url()}`))
  page.on('dialog', (dialog) => {
    report.executed.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
}
