import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { resolve } from 'node:path'

import type { Config } from '../platform/config.server.ts'

type Place = Pick<Config, 'data_folder' | 'storage_url'>

const stores = new WeakMap<Place, Promise<Disk>>()

/** Where uploaded pictures lie: below the data folder, or in the bucket that `STORAGE_URL` names. */
export function storeOf(config: Place): Promise<Disk> {
  const known = stores.get(config)
  if (known) return known
  const opened = open(config)
  stores.set(config, opened)
  return opened
}

async function open({ data_folder, storage_url }: Place): Promise<Disk> {
  if (storage_url === undefined)
    return new Disk(new FSDriver({ location: resolve(data_folder, 'pictures'), visibility: 'public' }))
  // Only who keeps pictures there loads what speaks to it.
  const { S3Driver } = await import('flydrive/drivers/s3')
  const { hostname, host, pathname, username, password, searchParams } = new URL(storage_url)
  return new Disk(
    new S3Driver({
      bucket: pathname.slice(1),
      visibility: 'private',
      supportsACL: false,
      region: searchParams.get('region') ?? 'us-east-1',
      endpoint: `${searchParams.get('plain') === 'yes' ? 'http' : 'https'}://${host}`,
      // Buckets of Amazon answer below their own name, those of most others on the way.
      forcePathStyle: !hostname.endsWith('.amazonaws.com'),
      // Without a key in the address the usual places are looked at: environment, files, the machine's role.
      ...(username && {
        credentials: {
          accessKeyId: decodeURIComponent(username),
          secretAccessKey: decodeURIComponent(password),
        },
      }),
    }),
  )
}
