import { acceptedTypes, largestUpload } from './upload.ts'

/** The longest edge of a picture that is shrunk, in pixels: twice that of a stored photograph. */
const longest = 3200

/** Returns the size of a picture after shrinking, in pixels, with the same shape. */
export function shrunkSize({ width, height }: { width: number; height: number }): {
  width: number
  height: number
} {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** Shrinks a picture that is too large to send. Returns any other file, and one that the browser cannot read, as it is. */
export async function shrinkPicture(file: File): Promise<File> {
  if (file.size <= largestUpload || !(acceptedTypes as readonly string[]).includes(file.type)) return file
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return file
  const canvas = Object.assign(document.createElement('canvas'), shrunkSize(picture))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const type = file.type === 'image/jpeg' ? file.type : 'image/webp'
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9))
  return blob && blob.size < file.size ? new File([blob], file.name, { type: blob.type }) : file
}
