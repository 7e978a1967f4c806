import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { bundledFile, type Program } from './programs.ts';

/** A process started by a test. */
export interface StartedProcess {
  child: ChildProcess;
  /** The output so far, of both streams. */
  output: () => string;
  stdout: () => string;
  /** Resolves with the exit code, or null after a signal. */
  ended: Promise<number | null>;
  /** Waits until the output contains a text; throws with the output if the process ends before. */
  waitForOutput: (text: string) => Promise<void>;
}

/** For processes that live a second or two: skipping optimized compilation saves half of their cost. */
const shortLived = ['--liftoff-only', '--no-opt'];

/** Runs a server program in a separate process, for a second or two unless `flags` of Node.js say otherwise. */
export async function startProcess(
  program: Program,
  args: readonly string[],
  env: Record<string, string>,
  flags: readonly string[] = shortLived,
): Promise<StartedProcess> {
  const child = spawn(process.execPath, [...flags, await bundledFile(program), ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ended = once(child, 'close').then(() => child.exitCode);
  const waitForOutput = async (text: string) => {
    while (!output.includes(text)) {
      const more = await Promise.race([
        once(child.stdout, 'data'),
        once(child.stderr, 'data'),
        ended.then(() => undefined),
      ]);
      if (more === undefined && !output.includes(text)) {
        throw new Error(`The process ended without printing "${text}":\n${output}`);
      }
    }
  };
  return { child, output: () => output, stdout: () => stdout, ended, waitForOutput };
}

/** Runs a command to its end. */
export async function runCommand(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number | null; stdout: string; output: string }> {
  const started = await startProcess('main', args, env);
  const code = await started.ended;
  return { code, stdout: started.stdout(), output: started.output() };
}

/** A free port. */
export async function findPort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, 'localhost'), 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('The system assigned no port.');
  return address.port;
}
