/** Imports: how long 1,000 pages and 500 MB of pictures take, and what somebody else notices of it. */
import { zipSync, type Zippable } from 'fflate';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type RunningServer, startServer } from '../../e2e/support/server.ts';
import { atMost, type Check } from '../goals.ts';
import type { Part } from '../part.ts';
import { memoryOf, request } from '../requests.ts';
import { quantile, round } from '../statistics.ts';
import { type ReaderReport, startReader } from './reader.ts';

interface ImportResult {
  seconds: number;
  /** Of the bystander, in ms. */
  p99: number;
  /** The most memory of the server so far, in MB. */
  memory: number;
}

interface ImportResults {
  quiet: ImportResult;
  pages: ImportResult;
  pictures: ImportResult;
}

const PAGES = 1000;
const PICTURES = 5000;
const PICTURE_BYTES = 100_000;
const PIECE_BYTES = 16 * 1024 * 1024;
const QUIET_MS = 20_000;
/** So many times as long a bystander may wait, and so many MB the server may take above what it takes idle. */
const TIMES_QUIET = 5;
const ABOVE_IDLE_MB = 250;

export const importsPart: Part<ImportResults> = {
  name: 'imports',
  description: 'imports of 1,000 pages and of 500 MB of pictures: time, reads of others, memory',
  isOnDemand: true,
  measure: ({ isSmall }) => measureImports(isSmall ? 0.02 : 1),
  goals({ quiet, pages, pictures }): Check[] {
    const rest = [pages, pictures];
    const p99 = Math.max(...rest.map((result) => result.p99));
    const memory = Math.max(...rest.map((result) => result.memory));
    return [
      atMost('PGlite: p99 of another caller’s reads', p99, round(TIMES_QUIET * quiet.p99), 'ms'),
      atMost('PGlite: memory of the server', memory, quiet.memory + ABOVE_IDLE_MB, 'MB'),
    ];
  },
  tables: ({ pages, pictures }) => [
    `1,000 pages took ${pages.seconds} s, and 500 MB of pictures ${pictures.seconds} s.`,
  ],
};

async function measureImports(scale: number): Promise<ImportResults> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'bindery-imports-'));
  const server = await startServer({ dataFolder });
  const [{ id }] = (await request(server, 'GET', '/v1/orgs')).items;
  const organization = `/v1/orgs/${id}`;
  const reader = startReader(`${server.url}${organization}/members?limit=50`, server.token);
  await wait(3000);
  await reader.report();
  const measure = async (act: () => Promise<unknown>): Promise<ImportResult> => {
    const begun = performance.now();
    await act();
    const seconds = round((performance.now() - begun) / 1000);
    const { times }: ReaderReport = await reader.report();
    return {
      seconds,
      p99: round(quantile(times, 0.99)),
      memory: Math.round(memoryOf(server.process.pid, 'VmHWM')),
    };
  };
  const results = {
    quiet: await measure(() => wait(QUIET_MS * scale)),
    pages: await measure(() => importArchive(server, organization, writePages(PAGES * scale))),
    pictures: await measure(() => importArchive(server, organization, writePictures(PICTURES * scale))),
  };
  reader.stop();
  await server.stop();
  rmSync(dataFolder, { recursive: true, force: true });
  return results;
}

function writePages(count: number): Uint8Array {
  const section = (page: number, part: number) =>
    `## Part ${part}\n\n${'The tide table keeps every harbor in order. '.repeat(8)}[Next](page-${(page + part) % count}.md)\n\n`;
  const files: Zippable = {};
  for (let page = 0; page < count; page += 1) {
    const text = Array.from({ length: 14 }, (_, part) => section(page, part)).join('');
    files[`page-${page}.md`] = Buffer.from(`# Page ${page}\n\n${text}`);
  }
  return zipSync(files);
}

const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452000002800000000a0806000000', 'hex');

function writePictures(count: number): Uint8Array {
  const names = Array.from({ length: count }, (_, picture) => `img/${picture}.png`);
  const files: Zippable = {
    'README.md': Buffer.from(`# Pictures\n\n${names.map((name) => `![](${name})`).join('\n')}\n`),
  };
  for (const name of names)
    files[name] = [Buffer.concat([PNG_START, randomBytes(PICTURE_BYTES)]), { level: 0 }];
  return zipSync(files);
}

async function importArchive(server: RunningServer, organization: string, bytes: Uint8Array): Promise<void> {
  const upload = { name: 'docs.zip', size: bytes.length };
  const { id, url } = await request(server, 'POST', `${organization}/import-uploads`, upload);
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const headers = { 'upload-offset': String(at) };
    const body = Buffer.from(bytes.subarray(at, at + PIECE_BYTES));
    const { status } = await fetch(url, { method: 'PUT', headers, body });
    if (status !== 204) throw new Error(`The upload of an archive was answered with ${status}.`);
  }
  let run = await request(server, 'POST', `${organization}/imports`, { uploads: [id] });
  while (run.state === 'waiting' || run.state === 'running') {
    await wait(500);
    run = await request(server, 'GET', `${organization}/imports/${run.id}`);
  }
  if (run.state !== 'done') throw new Error(`The import ${run.state}: ${run.problem}`);
}
