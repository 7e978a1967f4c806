/**
 * `npm run check`: all checks that need no browser and no database. Arguments select checks: `npm run check -- types
 * lint`.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { delimiter, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A command; local binaries are on its path. */
export interface Task {
  name: string;
  command: string;
  env?: Record<string, string>;
  /** Run with low priority. */
  hasLowPriority?: boolean;
}

/** How a part ended. `output` holds both streams in the order they came. */
export interface TaskResult {
  task: Task;
  ok: boolean;
  seconds: number;
  output: string;
}

const path = [resolve('node_modules/.bin'), process.env.PATH].join(delimiter);

/** Runs a command. Never rejects: one that can't be started is a failed result. */
export function runTask(task: Task, live = false): Promise<TaskResult> {
  const started = performance.now();
  return new Promise((done) => {
    let output = '';
    const child = spawn(task.command, {
      shell: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH: path, NO_COLOR: '1', ...task.env },
    });
    if (task.hasLowPriority === true && child.pid !== undefined) setPriority(child.pid, 15);
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
      if (live) process.stdout.write(chunk);
    };
    const end = (ok: boolean): void =>
      done({ task, ok, seconds: (performance.now() - started) / 1000, output });
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => {
      output += `${error.message}\n`;
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}

/**
 * Runs all parts, by default as many at a time as there are processors; prints
 * what failed. Returns the results in the order of `tasks`.
 */
export async function runTasks(tasks: Task[], concurrency = availableParallelism()): Promise<TaskResult[]> {
  const results: TaskResult[] = [];
  const queue = tasks.map((task, index) => ({ task, index }));
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const result = await runTask(next.task);
      results[next.index] = result;
      printResult(result);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  printFailures(results);
  return results;
}

function printResult({ task, ok, seconds }: TaskResult): void {
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${task.name.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s`);
}

function printFailures(results: TaskResult[]): void {
  for (const { task, ok, output } of results)
    if (!ok) console.log(`\n--- ${task.name} failed: ${task.command}\n${output.trim()}`);
}

/** Slow checks start first, so that no processor idles at the end. */
const slowestFirst = ['size', 'unit', 'generated', 'lint', 'types', 'layers', 'unused'];

/** The parts of the check, in the order in which they best run. */
export function listChecks(): Task[] {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));
  const checks = Object.entries(scripts).flatMap(([script, command]) => {
    const [kind, name] = script.split(':');
    return kind === 'check' && name !== undefined ? [{ name, command }] : [];
  });
  const rank = ({ name }: Task): number =>
    slowestFirst.includes(name) ? slowestFirst.indexOf(name) : slowestFirst.length;
  return checks.toSorted((a, b) => rank(a) - rank(b));
}

async function main(names: string[]): Promise<void> {
  const checks = listChecks();
  const unknown = names.filter((name) => !checks.some((check) => check.name === name));
  if (unknown.length > 0) {
    const known = checks.map(({ name }) => name).join(', ');
    console.error(`Unknown check: ${unknown.join(', ')}. Available: ${known}.`);
    process.exitCode = 2;
    return;
  }
  const started = performance.now();
  const results = await runTasks(checks.filter(({ name }) => names.length === 0 || names.includes(name)));
  const failed = results.filter(({ ok }) => !ok).map(({ task }) => task.name);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    failed.length === 0
      ? `\n${results.length} checks passed (${seconds} s).`
      : `\n${failed.length} of ${results.length} checks failed (${seconds} s): ${failed.join(', ')}`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
