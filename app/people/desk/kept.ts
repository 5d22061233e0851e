/** What the browser keeps for us under `key`; null where there is nothing, or the browser keeps nothing at all. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // A full or forbidden store: one is then signed in until the page is left.
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept, then.
  }
}

/** Calls back when another tab changes or removes what is kept under `key`. Returns how to stop listening. */
export function watch(key: string, changed: (value: string | null) => void): () => void {
  const listen = (event: StorageEvent) => {
    // The key is null when everything was removed at once.
    if (event.key === key || event.key === null) changed(recall(key))
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
