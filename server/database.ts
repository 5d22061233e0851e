import { startEmbeddedPostgres } from './embedded-postgres.ts'

export type Database = {
  /** For `connect` of the platform. */
  url: string
  /** Call it after the pools are ended; stops the embedded server when nobody else uses it. */
  close(): Promise<void>
}

/** The operator's server where `databaseUrl` names one, otherwise the embedded one with its data in `dataFolder`. */
export async function openDatabase(options: {
  databaseUrl: string | undefined
  dataFolder: string
  log: (line: string) => void
}): Promise<Database> {
  if (options.databaseUrl) return { url: options.databaseUrl, close: async () => {} }
  const embedded = await startEmbeddedPostgres({ folder: options.dataFolder, log: options.log })
  return { url: embedded.url, close: embedded.stop }
}
