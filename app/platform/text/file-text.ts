/** Returns a sentence for staff if a file is not CSV, for example an Excel file, whatever its name says; otherwise undefined. */
export function whyNoCsv(bytes: Uint8Array): string | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const startsWith = (...start: number[]) => start.every((byte, n) => file[n] === byte)
  if (startsWith(0x50, 0x4b, 3, 4)) {
    if (file.includes('xl/workbook')) return excelFile
    if (file.includes('opendocument'))
      return 'This is an OpenDocument file. In LibreOffice choose Save as, Text CSV.'
    if (file.includes('Index/Document.iwa'))
      return 'This is a Numbers file. In Numbers choose File, Export to, CSV.'
    return 'This is a ZIP file. Unpack it, and choose the CSV file in it.'
  }
  if (startsWith(0xd0, 0xcf, 0x11, 0xe0)) return excelFile
  if (startsWith(0x25, 0x50, 0x44, 0x46)) return 'This is a PDF file. Please export the list as CSV.'
  const start = decodeText(bytes.subarray(0, 1000))
    .replace(/^\uFEFF/, '')
    .trimStart()
    .slice(0, 40)
    .toLowerCase()
  if (/^<(?:!doctype|html|table|meta|\?xml)/.test(start))
    return 'This is a web page in spite of its name. Open it in Excel, and choose Save as, CSV.'
  return decodeText(bytes).includes('\0')
    ? 'This is not a text file. Please export the list as CSV.'
    : undefined
}

const excelFile = 'This is an Excel file. In Excel choose Save as, CSV.'

/** Returns the text of a file in UTF-8, or in UTF-16 or Windows-1252, which spreadsheets also write. */
export function decodeText(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes)
  if (utf16 !== undefined) return new TextDecoder(utf16).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Recognises UTF-16 by the byte order mark of a file or, if it has none, by the zeros between its Latin letters. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 200)
  const zeros = [0, 0]
  for (const [n, byte] of start.entries()) if (byte === 0) zeros[n % 2] = (zeros[n % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) * 4 < start.length || start.length < 4) return undefined
  if (even === 0) return 'utf-16le'
  return odd === 0 ? 'utf-16be' : undefined
}
