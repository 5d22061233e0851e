import { type CsvColumn, toCsv } from '../platform/csv.server.ts'
import { cancelledShare, occupancyOf, type Report, type ReportLine } from './report.ts'
import { titleOf } from './report-words.ts'

const share = (part: number | null) => (part === null ? null : Math.round(part * 1000) / 10)

/** A report's lines as a spreadsheet opens them. */
export function reportFile({ lines, by }: Report): string {
  const columns: CsvColumn<ReportLine>[] = [
    { head: by === 'experience' ? 'Experience' : 'From', value: (line) => line.title ?? line.key },
    ...(by === 'experience' ? [] : [{ head: 'Days', value: (line: ReportLine) => titleOf(line, by) }]),
    { head: 'Bookings', value: ({ bookings }) => bookings },
    { head: 'Guests', value: ({ guests }) => guests },
    { head: 'Revenue in pounds', value: ({ revenue }) => revenue },
    { head: 'Cancelled', value: ({ cancelled }) => cancelled },
    { head: 'Cancelled in %', value: (line) => share(cancelledShare(line)) },
    { head: 'Places offered', value: ({ places }) => places },
    { head: 'Places taken', value: ({ taken }) => taken },
    { head: 'Occupancy in %', value: (line) => share(occupancyOf(line)) },
    { head: 'Days booked ahead', value: ({ lead }) => lead },
    { head: 'Refused', value: ({ refused }) => refused },
  ]
  return toCsv(columns, lines)
}
