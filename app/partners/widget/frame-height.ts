/** The height that the page in a frame reports by a message; null for messages of others. */
export function heightIn({ origin, source, data }: MessageEvent, frame: HTMLIFrameElement): number | null {
  if (origin !== location.origin || source !== frame.contentWindow) return null
  const height = Number((data as { chalkVineHeight?: unknown } | null)?.chalkVineHeight)
  return height > 0 && height < 100_000 ? Math.ceil(height) : null
}

/** Tells the website how tall the page is, now and after every change. Returns the function that stops it. */
export function reportHeight(page: HTMLElement): (() => void) | undefined {
  if (window.parent === window) return undefined
  const observer = new ResizeObserver(() => {
    // Any website may know the height.
    window.parent.postMessage({ chalkVineHeight: Math.ceil(page.getBoundingClientRect().height) }, '*')
  })
  observer.observe(page)
  return () => observer.disconnect()
}
