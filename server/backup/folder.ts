import { chown, copyFile, lstat, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'

export type CopiedFiles = { files: number; bytes: number }

/**
 * Copies what lies in a folder that others may be writing in: what vanishes meanwhile is left out, as are sockets. `leave`
 * says by its path below the folder what is not copied.
 */
export async function copyFolder(
  from: string,
  to: string,
  leave: (path: string) => boolean = () => false,
): Promise<CopiedFiles> {
  const copied = { files: 0, bytes: 0 }
  const copyAll = async (below: string): Promise<void> => {
    const place = await lstat(join(from, below))
    await mkdir(join(to, below), { recursive: true, mode: place.mode & 0o777 })
    await own(join(to, below), place)
    for (const { name } of await readdir(join(from, below), { withFileTypes: true })) {
      const path = join(below, name)
      if (!leave(path)) await copyOne(path)
    }
  }
  const copyOne = async (path: string): Promise<void> => {
    try {
      const found = await lstat(join(from, path))
      if (found.isDirectory()) return await copyAll(path)
      if (!found.isFile()) return
      await copyFile(join(from, path), join(to, path))
      await own(join(to, path), found)
      copied.files++
      copied.bytes += found.size
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  await copyAll('')
  return copied
}

/** Only root can give files away, and only root finds files of others. */
async function own(path: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  if (process.getuid?.() === 0) await chown(path, uid, gid)
}
