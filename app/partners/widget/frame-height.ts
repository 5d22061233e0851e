/** Returns the height that the page in a frame sends by message, or null for any other message. */
export function heightIn({ origin, source, data }: MessageEvent, frame: HTMLIFrameElement): number | null {
  if (origin !== location.origin || source !== frame.contentWindow) return null
  const height = Number((data as { chalkVineHeight?: unknown } | null)?.chalkVineHeight)
  return height > 0 && height < 100_000 ? Math.ceil(height) : null
}

/** Tells the website how tall the page is, now and after every change. Returns a function that stops the messages. */
export function reportHeight(page: HTMLElement): (() => void) | undefined {
  if (window.parent === window) return undefined
  const observer = new ResizeObserver(() => {
    // The target is "*", because any website may know the height.
    window.parent.postMessage({ chalkVineHeight: Math.ceil(page.getBoundingClientRect().height) }, '*')
  })
  observer.observe(page)
  return () => observer.disconnect()
}
