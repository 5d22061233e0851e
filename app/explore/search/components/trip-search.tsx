import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Form, href, useNavigate } from 'react-router'

import type { Day } from '../../../platform/days.ts'
import { paramsNear } from '../near.ts'
import { emptySearch, tidyQuery } from '../search-url.ts'
import { DateFilter } from './date-filter.tsx'
import {
  fieldsOf,
  GuestsField,
  NearMe,
  LocationBox,
  type LocationChoice,
  searchId,
  urlOfSuggestion,
} from './location-search.tsx'

/** The search of the home page, by location, day and party. With JavaScript a picked suggestion replaces the term. */
export default function TripSearch({ today, quick }: { today: Day; quick: Day[] }) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [date, setDate] = useState<Day | null>(null)
  const [chosen, setChosen] = useState<Record<string, string> | null>(null)
  // Takes over a day picked in the native field before hydration.
  useEffect(() => setDate((form.current && fieldsOf(form.current).date) || null), [])

  const search = (where: Record<string, string> | null) => {
    if (!form.current) return
    const fields = { ...fieldsOf(form.current), ...(where && { search: '', ...where }) }
    void navigate(href('/explore') + tidyQuery(fields))
  }
  const onPick = ({ suggestion }: LocationChoice) => {
    if (suggestion.kind === 'vineyard') return void navigate(urlOfSuggestion(emptySearch, suggestion))
    const field = document.getElementById(searchId)
    if (field instanceof HTMLInputElement) field.value = suggestion.label
    if (suggestion.kind === 'area') return setChosen(null)
    setChosen(
      'near' in suggestion
        ? paramsNear({ ...suggestion, label: suggestion.near })
        : { region: suggestion.label },
    )
  }
  return (
    <Form
      action={href('/explore')}
      ref={form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        search(chosen)
      }}
      onInput={({ target }) => {
        if (target instanceof HTMLInputElement && target.id === searchId) setChosen(null)
      }}
    >
      <LocationBox onPick={onPick}>
        <DateFilter {...{ date, today, quick }} onPick={setDate} />
        <GuestsField guests={null} />
      </LocationBox>
      <div className="location-row">
        <NearMe
          query={emptySearch}
          open={(url) => search(Object.fromEntries(new URL(url, location.origin).searchParams))}
        />
      </div>
    </Form>
  )
}
