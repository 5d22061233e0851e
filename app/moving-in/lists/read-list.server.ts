import { type Result, refused } from '../../platform/result.ts'
import { type FileRefusal, readSentFile } from '../../platform/thread.server.ts'
import { readBookings } from '../bookings/booking-file.server.ts'
import { readExperiences } from '../experiences/experience-list.server.ts'
import { readList } from '../vineyards/vineyard-import.ts'

const readers = {
  bookings: readBookings,
  experiences: readExperiences,
  vineyards: ({ bytes }: { bytes: Uint8Array }, origin: string) => readList(bytes, origin),
}
type Readers = typeof readers
type ListKind = keyof Readers
type ListOf<Kind extends ListKind> = Extract<ReturnType<Readers[Kind]>, { ok: true }>['value']

/** Reads a list in the current thread. Takes and returns plain data, so that another thread can run this function. */
export function readListNow<Kind extends ListKind>(
  kind: Kind,
  ...about: Parameters<Readers[Kind]>
): Result<ListOf<Kind>, string> {
  const read = readers[kind] as (...about: Parameters<Readers[Kind]>) => Result<ListOf<Kind>, string>
  return read(...about)
}

/** Reads a list, in another thread if the list is large. */
export async function readSentList<Kind extends ListKind>(
  kind: Kind,
  ...about: Parameters<Readers[Kind]>
): Promise<Result<ListOf<Kind>, FileRefusal>> {
  const read = await readSentFile(
    about[0].bytes,
    () => readListNow(kind, ...about),
    'app/moving-in/lists/list-thread.server.ts',
    [kind, ...about],
  )
  if (!read.ok) return read
  return read.value.ok ? read.value : refused({ kind: 'unreadable', message: read.value.problem })
}
