const id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** A visitor's page brings what it says along, which nobody has asked for. */
const isStaffs = /^\/(admin|winemaker)\//

/** Of staff's pages one of each kind, the first: those of two bookings have the same code. */
export function kindsOfPages(paths: string[]): string[] {
  const kinds = new Map<string, string>()
  for (const path of paths) {
    const kind = path.replaceAll(id, ':id')
    if (isStaffs.test(path) && !kinds.has(kind)) kinds.set(kind, path)
  }
  return [...kinds.values()]
}
