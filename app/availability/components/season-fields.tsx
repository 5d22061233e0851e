import { type ComponentProps, type ReactNode, useId, useState } from 'react'

import { type Day, formatMonthName } from '../../platform/days.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/forms/check-field.tsx'
import { FieldError, TextField } from '../../ui/forms/field.tsx'
import {
  changeYear,
  formatSeasonDates,
  makeSingle,
  makeYearly,
  type SeasonYear,
  seasonsAhead,
} from '../season.ts'
import type { DraftStart } from '../plan.shapes.ts'

/** A start in the editor, with the messages about its fields. */
export type StartFieldsProps = {
  today: Day
  start: DraftStart
  problems: Record<string, string>
  onChange: (changes: Partial<DraftStart>) => void
}
type Season = NonNullable<DraftStart['yearly_season']>

/** Fields for the season of a weekly start: from one date to another, or between two days of every year. */
export function SeasonFields({ today, start, problems, onChange }: StartFieldsProps) {
  const kinds = useId()
  const season = start.yearly_season ?? null
  const change = (yearly_season: Season) => onChange({ yearly_season })
  return (
    <>
      <fieldset>
        <legend className="label">Season</legend>
        <div className="season-kinds">
          <CheckField
            type="radio"
            name={kinds}
            label="From a date"
            checked={season === null}
            onChange={() => onChange(makeSingle(start, today))}
          />
          <CheckField
            type="radio"
            name={kinds}
            label="Every year"
            checked={season !== null}
            onChange={() => onChange(makeYearly(start))}
          />
        </div>
      </fieldset>
      {season && (
        <>
          <div className="season-days">
            <DayOfYear label="First day" field="from" season={season} onChange={change} />
            <DayOfYear label="Last day" field="until" season={season} onChange={change} />
          </div>
          <YearList
            season={season}
            years={seasonsAhead(start, today)}
            problems={problems}
            onChange={change}
          />
        </>
      )}
      <div className="start-pair">
        <TextField
          label={season ? 'Not before' : 'From'}
          name="valid_from"
          type="date"
          required
          value={start.valid_from}
          error={problems.valid_from}
          onChange={({ target }) => onChange({ valid_from: target.value as Day })}
        />
        <TextField
          label={season ? 'Not after' : 'Until'}
          name="valid_until"
          type="date"
          optional
          value={start.valid_until ?? ''}
          error={problems.valid_until}
          onChange={({ target }) => onChange({ valid_until: target.value || null })}
        />
      </div>
    </>
  )
}

/** Returns the number of days in a month of a leap year, so that 29 February can be chosen. */
const daysIn = (month: string) => new Date(Date.UTC(2028, Number(month), 0)).getUTCDate()

/** Two lists, for the day and the month of the season's first or last day. */
function DayOfYear({
  label,
  field,
  season,
  onChange,
}: {
  label: string
  field: 'from' | 'until'
  season: Season
  onChange: (season: Season) => void
}) {
  const [month = '', day = ''] = season[field].split('-')
  const list = (part: string, chosen: string, count: number, nameOf: (option: string) => ReactNode) => (
    <select
      className="in"
      aria-label={`${label}: ${part}`}
      value={chosen}
      onChange={({ target }) => {
        const to = { month, day, [part]: target.value }
        const last = String(daysIn(to.month))
        onChange({ ...season, [field]: `${to.month}-${to.day < last ? to.day : last}` })
      }}
    >
      {Array.from({ length: count }, (_, n) => String(n + 1).padStart(2, '0')).map((option) => (
        <option key={option} value={option}>
          {nameOf(option)}
        </option>
      ))}
    </select>
  )
  return (
    <fieldset className="day-of-year">
      <legend className="label">{label}</legend>
      {list('day', day, daysIn(month), Number)}
      {list('month', month, 12, (number) => formatMonthName(`2028-${number}`))}
    </fieldset>
  )
}

/** Lists the next seasons, each with buttons to leave it out, change its dates or restore its usual dates. */
function YearList({
  season,
  years,
  problems,
  onChange,
}: {
  season: Season
  years: SeasonYear[]
  problems: Record<string, string>
  onChange: (season: Season) => void
}) {
  const [open, setOpen] = useState<number | null>(null)
  const heading = useId()
  const change = (...[year, dates]: [number, Parameters<typeof changeYear>[2]]) =>
    onChange(changeYear(season, year, dates))
  return (
    <section aria-labelledby={heading}>
      <h4 className="label" id={heading}>
        Next seasons
      </h4>
      {years.length === 0 && <p className="soft small">There are no seasons between these dates.</p>}
      <ul className="season-years plain">
        {years.map(({ year, dates, isChanged }) => {
          const at = season.changes.findIndex((entry) => entry.year === year)
          const problem = (field: string) => problems[`yearly_season.changes.${at}.${field}`]
          const isOpen =
            dates !== null && isChanged && (open === year || Boolean(problem('from') ?? problem('until')))
          return (
            <li key={year}>
              <span>
                <b className="num">{year}</b>{' '}
                {dates === null ? 'Left out' : formatSeasonDates(dates, { isBrief: true })}
              </span>
              <span className="row">
                {dates !== null && (
                  <YearButton
                    year={year}
                    aria-expanded={isOpen}
                    onClick={() => {
                      setOpen(isOpen ? null : year)
                      if (!isChanged) change(year, dates)
                    }}
                  >
                    {isOpen ? 'Done' : 'Change'}
                  </YearButton>
                )}
                <YearButton year={year} onClick={() => change(year, isChanged ? undefined : null)}>
                  {isChanged ? 'Undo' : 'Leave out'}
                </YearButton>
              </span>
              {isOpen && (
                <div className="start-pair">
                  <TextField
                    label={`First day in ${year}`}
                    type="date"
                    required
                    min={`${year}-01-01`}
                    max={`${year}-12-31`}
                    value={dates.from}
                    error={problem('from')}
                    onChange={({ target }) => change(year, { ...dates, from: target.value })}
                  />
                  <TextField
                    label="Last day"
                    type="date"
                    required
                    min={dates.from}
                    value={dates.until}
                    error={problem('until')}
                    onChange={({ target }) => change(year, { ...dates, until: target.value })}
                  />
                </div>
              )}
            </li>
          )
        })}
      </ul>
      {problems['yearly_season.changes'] && (
        <FieldError id={`${heading}-error`}>{problems['yearly_season.changes']}</FieldError>
      )}
    </section>
  )
}

function YearButton({ year, children, ...button }: { year: number } & ComponentProps<typeof Button>) {
  return (
    <Button type="button" variant="text" {...button}>
      {children}
      <span className="sr"> {year}</span>
    </Button>
  )
}
