import { execFileSync } from 'node:child_process'

/** Process ids of the model processes below a process, however deep. */
export function modelProcesses(ancestor: number): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n')
  const processes = lines.map(line => {
    const [pid, ppid, ...args] = line.trim().split(/\s+/u)
    return { pid: Number(pid), ppid: Number(ppid), args: args.join(' ') }
  })
  const below = new Set([ancestor])
  for (let before = 0; before !== below.size; ) {
    before = below.size
    for (const { pid, ppid } of processes) if (below.has(ppid)) below.add(pid)
  }
  return processes
    .filter(({ pid, args }) => below.has(pid) && args.includes('model-process'))
    .map(({ pid }) => pid)
}

/** Whether a process still runs; one that has ended and only waits to be collected by its parent does not. */
export function isAlive(pid: number): boolean {
  try {
    const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return state !== '' && !state.startsWith('Z')
  } catch {
    return false
  }
}
