import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { resolve } from 'node:path'

import type { Config } from '../config.server.ts'

type StoreConfig = Pick<Config, 'data_folder' | 'storage_url'>

const stores = new WeakMap<StoreConfig, Promise<Disk>>()

/** Returns the store of uploaded pictures: the data folder, or the bucket of `STORAGE_URL`. */
export function storeOf(config: StoreConfig): Promise<Disk> {
  const known = stores.get(config)
  if (known) return known
  const opened = open(config)
  stores.set(config, opened)
  return opened
}

async function open({ data_folder, storage_url }: StoreConfig): Promise<Disk> {
  if (storage_url === undefined)
    return new Disk(new FSDriver({ location: resolve(data_folder, 'pictures'), visibility: 'public' }))
  // Loads the S3 client only if needed.
  const { S3Driver } = await import('flydrive/drivers/s3')
  const { hostname, host, pathname, username, password, searchParams } = new URL(storage_url)
  return new Disk(
    new S3Driver({
      bucket: pathname.slice(1),
      visibility: 'private',
      supportsACL: false,
      region: searchParams.get('region') ?? 'us-east-1',
      endpoint: `${searchParams.get('plain') === 'yes' ? 'http' : 'https'}://${host}`,
      // Amazon uses the bucket as part of the host name, most other providers as part of the path.
      forcePathStyle: !hostname.endsWith('.amazonaws.com'),
      // Without a key in the URL, the client uses the environment, files or the machine's role.
      ...(username && {
        credentials: {
          accessKeyId: decodeURIComponent(username),
          secretAccessKey: decodeURIComponent(password),
        },
      }),
    }),
  )
}
