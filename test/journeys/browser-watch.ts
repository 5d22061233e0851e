import type { BrowserContext, Page } from '@playwright/test'

/** What a browser told of itself while somebody went through pages. */
export type Watch = {
  /** Refusals of the pages' own policy, and whatever a page wrote to the console as an error. */
  complaints: string[]
  /** The origins of everything that was asked for over the network. */
  origins: Set<string>
  /** What payloads did that got to run. */
  executed: string[]
}

/** Watches the open and future pages of a context. Call it before anything is visited. */
export async function watch(context: BrowserContext): Promise<Watch> {
  const seen: Watch = { complaints: [], origins: new Set(), executed: [] }
  await context.exposeBinding('noteComplaint', (_source, text: string) => void seen.complaints.push(text))
  await context.exposeBinding('noteExecuted', (_source, text: string) => void seen.executed.push(text))
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
    if (protocol !== 'data:' && protocol !== 'blob:') seen.origins.add(origin)
  })
  // The page of the test's own fixture is open already.
  for (const page of context.pages()) listen(page, seen)
  context.on('page', (page) => listen(page, seen))
  return seen
}

function listen(page: Page, seen: Watch) {
  page.on('console', (message) => {
    if (message.type() === 'error') seen.complaints.push(`error: ${message.text()} on ${page.url()}`)
  })
  page.on('pageerror', (error) => seen.complaints.push(`thrown: ${error.message} on ${page.url()}`))
  page.on('dialog', (dialog) => {
    seen.executed.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
}
