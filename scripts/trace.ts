/**
 * `npm run trace < trace.txt`: reads a stack trace of the built console or server, and prints it with the files and lines
 * of the sources. It needs the build that the trace is of.
 */
import { TraceMap } from '@jridgewell/trace-mapping';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { translateTrace } from './translate-trace.ts';

/** Where the files of a build are. */
const folders = ['dist/console/assets', 'dist/server/assets', 'dist/server'];

function mapOf(name: string): TraceMap | null {
  const path = folders
    .map((folder) => join(folder, `${name}.map`))
    .find((candidate) => existsSync(candidate));
  return path === undefined ? null : new TraceMap(readFileSync(path, 'utf8'), resolve(path));
}

const trace = await text(process.stdin);
const translated = translateTrace(trace, mapOf, process.cwd());
process.stdout.write(translated);
if (translated === trace) {
  console.error(
    'No line of it belongs to this build. Build the version that the trace is of: npm run build.',
  );
  process.exitCode = 1;
}
