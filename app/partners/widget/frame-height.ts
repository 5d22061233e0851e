/** Returns the height that the page in a frame reports by a message, or null if the message comes from elsewhere. */
export function heightIn({ origin, source, data }: MessageEvent, frame: HTMLIFrameElement): number | null {
  if (origin !== location.origin || source !== frame.contentWindow) return null
  const height = Number((data as { chalkVineHeight?: unknown } | null)?.chalkVineHeight)
  return height > 0 && height < 100_000 ? Math.ceil(height) : null
}

/** Tells the website how tall the page is, now and after every change. Returns a function that stops the reports. */
export function reportHeight(page: HTMLElement): (() => void) | undefined {
  if (window.parent === window) return undefined
  const observer = new ResizeObserver(() => {
    // The target is "*", because the height is no secret from any website.
    window.parent.postMessage({ chalkVineHeight: Math.ceil(page.getBoundingClientRect().height) }, '*')
  })
  observer.observe(page)
  return () => observer.disconnect()
}
