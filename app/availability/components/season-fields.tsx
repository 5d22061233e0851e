import { useId, useState } from 'react'

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
      {season && <YearlyFields season={season} onChange={(yearly_season) => onChange({ yearly_season })} />}
      {season && (
        <YearList
          season={season}
          years={seasonsAhead(start, today)}
          problems={problems}
          onChange={(yearly_season) => onChange({ yearly_season })}
        />
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

function YearlyFields({ season, onChange }: { season: Season; onChange: (season: Season) => void }) {
  return (
    <div className="season-days">
      <DayOfYear label="First day" value={season.from} onChange={(from) => onChange({ ...season, from })} />
      <DayOfYear label="Last day" value={season.until} onChange={(until) => onChange({ ...season, until })} />
    </div>
  )
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => String(n + 1).padStart(2, '0'))

/** Returns the number of days in a month of a leap year, so that 29 February can be chosen. */
const daysIn = (month: string) => new Date(Date.UTC(2028, Number(month), 0)).getUTCDate()

/** Two lists to choose a day and a month. `value` is MM-dd. */
function DayOfYear({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  const [month = '', day = ''] = value.split('-')
  return (
    <fieldset className="day-of-year">
      <legend className="label">{label}</legend>
      <select
        className="in"
        aria-label={`${label}: day`}
        value={day}
        onChange={({ target }) => onChange(`${month}-${target.value}`)}
      >
        {numbers(daysIn(month)).map((number) => (
          <option key={number} value={number}>
            {Number(number)}
          </option>
        ))}
      </select>
      <select
        className="in"
        aria-label={`${label}: month`}
        value={month}
        onChange={({ target }) => {
          const last = String(daysIn(target.value))
          onChange(`${target.value}-${day < last ? day : last}`)
        }}
      >
        {numbers(12).map((number) => (
          <option key={number} value={number}>
            {formatMonthName(`2028-${number}`)}
          </option>
        ))}
      </select>
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
                    label={isOpen ? 'Done' : 'Change'}
                    expanded={isOpen}
                    onClick={() => {
                      setOpen(isOpen ? null : year)
                      if (!isChanged) change(year, dates)
                    }}
                  />
                )}
                {isChanged ? (
                  <YearButton year={year} label="Undo" onClick={() => change(year, undefined)} />
                ) : (
                  <YearButton year={year} label="Leave out" onClick={() => change(year, null)} />
                )}
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

function YearButton({
  year,
  label,
  expanded,
  onClick,
}: {
  year: number
  label: string
  expanded?: boolean
  onClick: () => void
}) {
  return (
    <Button type="button" variant="text" aria-expanded={expanded} onClick={onClick}>
      {label}
      <span className="sr"> {year}</span>
    </Button>
  )
}
