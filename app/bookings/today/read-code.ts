import decodeQR from 'qr/decode.js'

/** Milliseconds between two searches of the camera's picture for a code. */
const pause = 120
/** The longer side of the searched picture in pixels. A larger picture takes longer without revealing more codes. */
const longestSide = 720

/** Shows the camera's picture in `video`, and calls back with the text of the first QR code that is found. */
export async function readCode(
  video: HTMLVideoElement,
  onRead: (text: string) => void,
  stopped: AbortSignal,
): Promise<void> {
  if (!navigator.mediaDevices) throw new DOMException('No camera', 'NotFoundError')
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (stopped.aborted) return stop()
  stopped.addEventListener('abort', stop)
  video.srcObject = stream
  await video.play().catch((error: unknown) => {
    stop()
    throw error
  })
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  while (!stopped.aborted && context) {
    const text = readPicture(video, canvas, context)
    if (text !== undefined) {
      stop()
      return onRead(text)
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

function readPicture(video: HTMLVideoElement, canvas: HTMLCanvasElement, context: CanvasRenderingContext2D) {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0) return undefined
  const scale = Math.min(1, longestSide / Math.max(videoWidth, videoHeight))
  canvas.width = Math.round(videoWidth * scale)
  canvas.height = Math.round(videoHeight * scale)
  context.drawImage(video, 0, 0, canvas.width, canvas.height)
  try {
    return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height))
  } catch {
    // There is no code in this picture.
    return undefined
  }
}
