/** Requests that prepare what is measured, and the memory and time of the process that answers. */
import { readFileSync } from 'node:fs';
import type { RunningServer } from '../e2e/support/server.ts';

/** Sends a request as the first administrator; returns the body of the response, and throws where it has failed. */
export async function request(
  { url, token }: Pick<RunningServer, 'url' | 'token'>,
  method: string,
  path: string,
  body?: object,
): Promise<ReturnType<typeof JSON.parse>> {
  const authorization = `Bearer ${token}`;
  const response = await fetch(url + path, {
    method,
    headers: body ? { authorization, 'content-type': 'application/json' } : { authorization },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** Megabytes of memory that a process holds now, or at most so far. */
export function memoryOf(pid: number | undefined, value: 'VmRSS' | 'VmHWM'): number {
  const [, kilobytes] =
    new RegExp(`${value}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** Seconds of processor time that a process has used, of all its threads, to hundredths. */
export function processorTimeOf(pid: number | undefined): number {
  // Source: proc_pid_stat(5). The name, which may have blanks, ends with the last bracket; a tick is a hundredth.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
