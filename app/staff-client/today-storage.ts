import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'

/** An entry that staff made at the gate, stored until it is sent: a POST of `body` to `path`, idempotent by `key`. */
export type StoredEntry = {
  key: string
  kind: 'mark' | 'walk_in' | 'walk_in_undo' | 'payment' | 'correction' | 'sale' | 'sale_correction'
  /** The id of the person who made the entry. */
  owner: string
  /** The vineyard at which the entry was made. */
  vineyard_id?: string | undefined
  made_at: string
  path: string
  body: Record<string, unknown>
  /** The label that staff read, such as 'Ada Lovelace: Arrived'. */
  label: string
  /** Why the server refused the entry, or null if it was not refused. */
  refusal: string | null
  /** The fields with which the server would accept a refused entry; null if there are none. */
  anyway: Record<string, boolean> | null
}

/** Today's list as the server last sent it. `session` is a fingerprint of the sign-in with which the list was read. */
type StoredDay = { session: string; day: unknown }

type TodaySchema = DBSchema & {
  day: { key: 'day'; value: StoredDay }
  entries: { key: number; value: StoredEntry; indexes: { key: string } }
}

const name = 'today'
let opened: Promise<IDBPDatabase<TodaySchema>> | undefined

function open(): Promise<IDBPDatabase<TodaySchema>> {
  opened ??= openDB<TodaySchema>(name, 1, {
    upgrade(database) {
      database.createObjectStore('day')
      // Entries are sent in the order in which they were made.
      database
        .createObjectStore('entries', { autoIncrement: true })
        .createIndex('key', 'key', { unique: true })
    },
    blocking: () => void close(),
    terminated: () => void (opened = undefined),
  })
  return opened
}

async function close() {
  const database = await opened
  opened = undefined
  database?.close()
}

export async function readStoredDay(): Promise<StoredDay | undefined> {
  return (await open()).get('day', 'day')
}

export async function storeDay(day: StoredDay): Promise<void> {
  await (await open()).put('day', day, 'day')
}

/** Deletes the day's list of parties from this device. Entries stay until they are sent or staff delete them. */
export async function wipeStoredDay(): Promise<void> {
  await (await open()).clear('day')
}

export async function storedEntries(): Promise<StoredEntry[]> {
  return (await open()).getAll('entries')
}

export async function addEntry(entry: StoredEntry): Promise<void> {
  await (await open()).add('entries', entry)
  // Without this request, a browser that needs space may delete unsent entries.
  void navigator.storage?.persist?.()
}

/** Changes an entry, or deletes it if `entry` is null. */
export async function changeEntry(key: string, entry: StoredEntry | null): Promise<void> {
  const transaction = (await open()).transaction('entries', 'readwrite')
  const cursor = await transaction.store.index('key').openCursor(key)
  await (entry === null ? cursor?.delete() : cursor?.update(entry))
  await transaction.done
}

/** Deletes the day's list of parties and the entries of `owner` from this device. The entries of other people stay. */
export async function deleteTodayStorage(owner: string | null): Promise<void> {
  await wipeStoredDay()
  for (const entry of await storedEntries()) if (entry.owner === owner) await changeEntry(entry.key, null)
  if ((await storedEntries()).length > 0) return
  await close()
  await deleteDB(name)
}
