/** What the browser keeps for us under `key`; null where there is nothing, or the browser keeps nothing at all. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // A full or forbidden store: one is then signed in until the page is left.
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept, then.
  }
}

/**
 * Calls back when another tab keeps or removes something under `key`, and at once where it has gone before anybody watched:
 * between asking who is there and watching a page is drawn. Returns how to stop listening.
 */
export function watchStored(key: string, changed: (isKept: boolean) => void): () => void {
  const look = () => readStored(key) !== null
  const listen = (event: StorageEvent) => {
    // The key is null when everything was removed at once.
    if (event.key === key || event.key === null) changed(look())
  }
  if (!look()) changed(false)
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
