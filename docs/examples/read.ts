// Prints what a vineyard offers in the next seven days, and where to book it.
const { SITE, VINEYARD } = process.env

async function get<T>(path: string, query: Record<string, string>): Promise<T> {
  const response = await fetch(`${SITE}/api/${path}?${new URLSearchParams(query)}`)
  if (!response.ok) throw new Error((await response.json()).error)
  return response.json()
}

type List<Item> = { items: Item[] }
type Experience = { id: string; title: string; price_per_person: number }
type Slot = { slot_date: string; start_time: string; remaining: number }

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const experiences = await get<List<Experience>>('experiences', { vineyard_id: `${VINEYARD}` })
for (const { id, title, price_per_person } of experiences.items) {
  console.log(`${title}, £${price_per_person} per person`)
  const slots = await get<List<Slot>>('slots', { experience_id: id, from: inDays(0), until: inDays(7) })
  for (const { slot_date, start_time, remaining } of slots.items) {
    const book = new URLSearchParams({ experience: id, date: slot_date })
    console.log(`  ${slot_date} ${start_time}, ${remaining} left: ${SITE}/book-now/${VINEYARD}?${book}`)
  }
}

export {}
