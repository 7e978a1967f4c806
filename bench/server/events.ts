/** Event streams: what open ones cost, how soon a change reaches all, and what they take from writes. */
import { readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { createOrganization, type Organization } from '../../e2e/support/organizations.ts';
import { type RunningServer, startServer } from '../../e2e/support/server.ts';
import { atLeast, atMost } from '../goals.ts';
import type { Part } from '../part.ts';
import { memoryOf } from '../requests.ts';
import { quantile, round } from '../statistics.ts';
import { runHttpLoad } from './http-load.ts';

/** The server's limit for a person. */
const STREAMS_PER_PERSON = 20;
/** Each stream is checked, and says that it is there, so often. */
const BEAT_SECONDS = 15;
/** Clock ticks in a second, in the figures of processes. */
const TICKS = 100;

interface EventsResult {
  memory: number;
  /** Per cent of a processor, beside that without streams. */
  processor: number;
  p95: number;
  /** Writes with 100 streams beside those with none. */
  writes: number;
}

export const eventsPart: Part<EventsResult> = {
  name: 'events',
  description: '1,000 event streams: memory, processor, delay of changes, writes beside them',
  isOnDemand: true,
  measure: async ({ isSmall }) => {
    const server = await startServer({ empty: true, isLasting: true, env: { RATE_LIMIT: '1000000' } });
    try {
      return await measureEvents(server, isSmall ? 0.1 : 1);
    } finally {
      await server.stop();
    }
  },
  goals: ({ memory, processor, p95, writes }) => [
    atMost('1,000 quiet streams: memory', memory, 60, 'MB'),
    atMost('1,000 quiet streams: processor', processor, 5, '%'),
    atMost('a change reaches all of 1,000 streams: p95', p95, 500, 'ms'),
    atLeast('creates with 100 streams open', writes, 0.9, '× without'),
  ],
};

async function measureEvents(server: RunningServer, scale: number): Promise<EventsResult> {
  const pid = server.process.pid ?? 0;
  const organization = await createOrganization('Streams', server);
  const seconds = 20 * scale;
  // The first requests compile what they need.
  await createTeams(server, organization, 20 * scale);
  const rates: Record<'without' | 'beside', number[]> = { without: [], beside: [] };
  for (let turn = 0; turn < 10; turn += 1) {
    // Each goes first as often as the other: the table grows, and the database tidies up from time to time.
    for (const kind of turn % 2 === 0 ? (['without', 'beside'] as const) : (['beside', 'without'] as const)) {
      const few = kind === 'beside' ? await openStreams(server, organization, 100, false) : undefined;
      rates[kind].push(await createTeams(server, organization, 3 * scale));
      few?.close();
    }
  }
  const idle = await processorOf(pid, seconds);
  const memory = memoryOf(pid, 'VmRSS');
  const many = await openStreams(server, organization, 1000 * scale, true);
  // Opening them is no quiet: until each has had its first beat.
  await wait(BEAT_SECONDS * 1000 * scale);
  const processor = (await processorOf(pid, seconds)) - idle;
  const added = memoryOf(pid, 'VmRSS') - memory;
  const delays: number[] = [];
  for (let change = 0; change < 100 * scale; change += 1) {
    const sentAt = performance.now();
    await createTeam(server, organization, `Change ${change}`);
    await many.untilAllHave(change + 1);
    delays.push(performance.now() - sentAt);
  }
  many.close();
  return {
    memory: round(added),
    processor: round(processor),
    p95: round(quantile(delays, 0.95)),
    writes: round(quantile(rates.beside, 0.5) / quantile(rates.without, 0.5), 2),
  };
}

async function openStreams(
  { url }: RunningServer,
  organization: Organization,
  count: number,
  isCounted: boolean,
) {
  const agent = new Agent({ maxSockets: Infinity });
  const events: number[] = [];
  const open: IncomingMessage[] = [];
  for (let index = 0; index < count; index += STREAMS_PER_PERSON) {
    const { token } = await organization.addPerson('read', `Reader ${'abcdefghij'[index % 10]}`);
    const headers = { authorization: `Bearer ${token}` };
    const streams = Array.from({ length: Math.min(STREAMS_PER_PERSON, count - index) }, async (_, offset) => {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        get(`${url}/v1/orgs/${organization.id}/events`, { agent, headers }, resolve).on('error', reject);
      });
      events[index + offset] = 0;
      // Where this process also sends the writes that are measured, reading must not keep it from that.
      if (!isCounted) response.resume();
      else
        response.setEncoding('utf8').on('data', (text: string) => {
          events[index + offset] =
            (events[index + offset] ?? 0) + text.split('"action":"createTeam"').length - 1;
        });
      response.on('error', () => undefined);
      open.push(response);
    });
    await Promise.all(streams);
  }
  await wait(1000);
  events.fill(0);
  return {
    untilAllHave: async (expected: number) => {
      while (events.some((received) => received < expected)) await wait(2);
    },
    close: () => open.forEach((response) => response.destroy()),
  };
}

let created = 0;
const bodyOf = (title: string) => JSON.stringify({ title, members: [] });

async function createTeam({ url }: RunningServer, { id, admin }: Organization, title: string): Promise<void> {
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' };
  await fetch(`${url}/v1/orgs/${id}/teams`, { method: 'PUT', headers, body: bodyOf(title) });
}

/** Creates teams over four connections; how many in a second. */
async function createTeams({ url }: RunningServer, { id, admin }: Organization, seconds: number) {
  const headers = { authorization: `Bearer ${admin.token}` };
  const createRequest = () => ({
    method: 'PUT' as const,
    path: `/v1/orgs/${id}/teams`,
    body: bodyOf(`Team ${(created += 1)}`),
  });
  return (await runHttpLoad({ origin: url, connections: 4, seconds, headers, createRequest })).rate;
}

/** The processor time of a process, in per cent. */
async function processorOf(pid: number, seconds: number): Promise<number> {
  const ticks = () => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  };
  const before = ticks();
  await wait(seconds * 1000);
  return (((ticks() - before) / TICKS) * 100) / seconds;
}
