import type { Socket } from 'node:net'

/** Sends one value as a line of JSON; does nothing on a socket that is closed. */
export function sendFrame(socket: Socket, value: unknown): void {
  if (socket.writable) socket.write(`${JSON.stringify(value)}\n`)
}

/** Calls `onFrame` for every line of JSON that arrives. */
export function receiveFrames(socket: Socket, onFrame: (value: unknown) => void): void {
  // Text of an unfinished line, in pieces, so that a long line is not copied with every packet.
  let pieces: string[] = []
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    const lines = chunk.split('\n')
    for (const line of lines.slice(0, -1)) {
      const text = pieces.join('') + line
      pieces = []
      onFrame(JSON.parse(text))
    }
    const rest = lines.at(-1) as string
    if (rest !== '') pieces.push(rest)
  })
}
