import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Cluster } from './cluster.ts'
import { superuser } from './initdb.ts'

export const databaseName = 'chalk_and_vine'

/** The number in the socket's file name; no port is opened. */
export const socketPort = 5432

// sun_path holds 104 bytes on macOS and 108 on Linux, the closing zero included.
const longestSocketPath = 103

/** Where `connect` of the platform finds the cluster: a socket's folder is percent-encoded in the host's place. */
export function address(cluster: Cluster): string {
  const { password, port } = cluster.settings
  const host = usesSocket(cluster) ? `${encodeURIComponent(cluster.data)}:${socketPort}` : `127.0.0.1:${port}`
  return `postgres://${superuser}:${password}@${host}/${databaseName}`
}

/**
 * The socket lies in the data folder, which is 0700: only its owner and root get at it. TCP on the loopback, with
 * the same password, where the path is too long for a socket or the system has none.
 */
export function usesSocket(cluster: Cluster): boolean {
  const path = join(cluster.data, `.s.PGSQL.${socketPort}`)
  return process.platform !== 'win32' && Buffer.byteLength(path) <= longestSocketPath
}

/** The port of last time if it is free, so that open pools find the server again; else any. */
export function freePort(wanted: number | null): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const probe = createServer()
  probe.on('error', (error) => (wanted === null ? reject(error) : resolve(freePort(null))))
  probe.listen(wanted ?? 0, '127.0.0.1', () => {
    const bound = probe.address()
    probe.close(() => resolve(bound !== null && typeof bound === 'object' ? bound.port : 0))
  })
  return promise
}
