import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Sql } from '../../../app/platform/database/database.server.ts'
import { webhookEventTypes } from '../../../app/partners/webhooks/webhook.ts'
import { makeApiKey, makeExperience, makePattern, makeVineyard, makeWinemaker, signedIn } from '../../make.ts'

/** An experience with one start each day, and its number of places. */
export type Offered = { experience_id: string; pattern_id: string; places: number; price: number }
/** A vineyard with its owner's sign-in token, an API key and a webhook. */
export type Estate = { vineyard_id: string; owner: string; key: string; tour: Offered; gate: Offered }
export type World = { estates: Estate[] }

const tourPlaces = 30
const gatePlaces = 10_000

/**
 * Makes two vineyards. One confirms instantly and sells through resellers, and the other confirms by hand. Each has a
 * tour with few places, and a session at the end of every day for the gate. Writes the secrets of the webhooks to a
 * file for the receivers.
 */
export async function makeWorld(sql: Sql, base: string, folder: string, receiver: string): Promise<World> {
  const estates: Estate[] = []
  const secrets: Record<string, string> = {}
  for (const is_instant of [true, false]) {
    const vineyard_id = (await makeVineyard(sql, supplier)).id
    const offer = async (places: number, start: Record<string, string>): Promise<Offered> => {
      const experience = await makeExperience(sql, {
        vineyard_id,
        is_instant,
        sold_by_resellers: is_instant,
        description: 'Barrels.',
        children: 'welcome',
        duration_minutes: 20,
      })
      const { id: experience_id, price_per_person: price } = experience
      const pattern = await makePattern(sql, { experience_id, capacity: places, ...start })
      return { experience_id, pattern_id: pattern.id, places, price }
    }
    const { token } = await makeWinemaker(sql, { vineyard_id, role: 'owner' })
    const { token: key } = await makeApiKey(sql, { vineyard_id })
    const tour = await offer(tourPlaces, { start_time: '14:30' })
    const gate = await offer(gatePlaces, { start_time: '23:30' })
    estates.push({ vineyard_id, owner: token, key, tour, gate })
    const added = await fetch(`${base}/api/webhooks`, {
      method: 'POST',
      headers: { ...signedIn({ token }), 'Content-Type': 'application/json' },
      body: JSON.stringify({ vineyard_id, url: receiver, event_types: webhookEventTypes }),
    })
    if (added.status !== 201) throw new Error(`No webhook was added: ${await added.text()}`)
    secrets[vineyard_id] = ((await added.json()) as { secret: string }).secret
  }
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify(secrets))
  return { estates }
}

/** The details of a vineyard that resellers need. */
const supplier = {
  is_verified: true,
  email: 'cellar@example.com',
  website: 'https://estate.example',
  phone: '01632 960100',
  address: 'Vine Lane',
  postcode: 'BN26 5XX',
  latitude: 50.8,
  longitude: 0.1,
}
