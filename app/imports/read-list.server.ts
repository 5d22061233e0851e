import type { Day } from '../platform/days.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { type FileRefusal, readSentFile } from '../platform/thread.server.ts'
import { readBookingRow } from './booking-list.ts'
import { type DateOrder, findDateOrder } from './cells.ts'
import { bookingHeadings, type BookingColumn, experienceHeadings, type ExperienceColumn } from './columns.ts'
import { readExperienceRow } from './experience-list.server.ts'
import { readImport, type UploadedFile } from './list.server.ts'

/** Reads the rows of a list of bookings. `today` words its dates. */
function readBookings(
  file: UploadedFile<BookingColumn> & { date_order?: DateOrder | undefined },
  today: Day,
) {
  const list = readImport(file, bookingHeadings)
  if (!list.ok) return list
  const { rows, ...about } = list.value
  const dates = findDateOrder(rows.map(({ cell }) => cell('date')))
  const order = file.date_order ?? (dates === 'unclear' || dates === 'mixed' ? null : dates)
  const read = rows.map((row) => ({
    line: row.line,
    name: row.cell('guest_name').slice(0, 60),
    result: readBookingRow(row, order, today),
  }))
  return ok({ ...about, dates: file.date_order ?? dates, read })
}

/** Reads the rows of a list of experiences. */
function readExperiences(file: UploadedFile<ExperienceColumn>) {
  const list = readImport(file, experienceHeadings)
  if (!list.ok) return list
  const { rows, ...about } = list.value
  const read = rows.map((row) => ({
    line: row.line,
    name: row.cell('title').slice(0, 60),
    result: readExperienceRow(row),
  }))
  return ok({ ...about, read })
}

const readers = { bookings: readBookings, experiences: readExperiences }
type Readers = typeof readers
export type ListKind = keyof Readers
type ListOf<Kind extends ListKind> = Extract<ReturnType<Readers[Kind]>, { ok: true }>['value']

/** Reads a list at once. Takes and returns plain data, so that a thread can do it. */
export function readListNow<Kind extends ListKind>(
  kind: Kind,
  ...about: Parameters<Readers[Kind]>
): Result<ListOf<Kind>, string> {
  const read = readers[kind] as (...about: Parameters<Readers[Kind]>) => Result<ListOf<Kind>, string>
  return read(...about)
}

/** Reads a list, a large one in a thread. */
export async function readSentList<Kind extends ListKind>(
  kind: Kind,
  ...about: Parameters<Readers[Kind]>
): Promise<Result<ListOf<Kind>, FileRefusal>> {
  const read = await readSentFile(
    about[0].bytes,
    () => readListNow(kind, ...about),
    'app/imports/list-thread.server.ts',
    [kind, ...about],
  )
  if (!read.ok) return read
  return read.value.ok ? read.value : refused({ kind: 'unreadable', message: read.value.problem })
}
