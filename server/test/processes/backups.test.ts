// @module-tag embedded-only
// @module-tag kills
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from './child-process.ts';
import { KillableServer, listAll, ServerData } from './killable-server.ts';

/** 300 kills come with 20 backups. */
const BACKUPS = Math.ceil(Number(process.env.KILLS ?? 6) / 15);
const CLIENTS = 4;
const CHANGES_BETWEEN = 40;

describe.runIf(process.env.TEST_ENGINE !== 'postgres')('a backup that is made while people write', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'bindery-backups-'));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it(
    `has a beginning of what each of them was told is done, ${BACKUPS} times`,
    async () => {
      const data = await ServerData.create();
      const server = await KillableServer.start(data);
      const [{ id }] = (await server.expect('GET', '/v1/orgs')).items;
      const teams = `/v1/orgs/${id}/teams`;
      /** The number of acknowledged changes of each client; each makes one after the other. */
      const acknowledged = Array.from({ length: CLIENTS }, () => 0);
      const isOver = { value: false };
      const clients = acknowledged.map(async (_, client) => {
        while (!isOver.value) {
          await server.expect('PUT', teams, { title: `${client}-${acknowledged[client]}` });
          acknowledged[client] = (acknowledged[client] ?? 0) + 1;
        }
      });
      const total = () => acknowledged.reduce((sum, count) => sum + count, 0);
      for (let backup = 0; backup < BACKUPS; backup += 1) {
        const enough = total() + CHANGES_BETWEEN;
        while (total() < enough) await server.expect('GET', '/readyz');
        const before = [...acknowledged];
        const file = join(root, `${backup}.tar.gz`);
        const made = await runCommand(['backup', '--to', file], data.environment);
        expect(made.code, made.output).toBe(0);
        const after = [...acknowledged];
        expect(statSync(file).mode & 0o777).toBe(0o600);
        await expectBeginning(file, teams, before, after);
        rmSync(file);
      }
      isOver.value = true;
      await Promise.all(clients);
      await data.close();
    },
    120_000 + BACKUPS * 60_000,
  );
});

/** Restores a backup, and expects of each client its first changes, at least those done before the backup began. */
async function expectBeginning(
  file: string,
  teams: string,
  before: number[],
  after: number[],
): Promise<void> {
  const restored = await ServerData.create('nothing');
  const done = await runCommand(['restore', '--from', file], restored.environment);
  expect(done.code, done.output).toBe(0);
  const server = await KillableServer.start(restored);
  const titles = (await listAll<{ title: string }>(server, `${teams}?`)).map(({ title }) => title);
  for (const [client, least] of before.entries()) {
    const ownNumbers = titles
      .filter((title) => title.startsWith(`${client}-`))
      .map((title) => Number(title.split('-')[1]));
    expect(ownNumbers.toSorted((a, b) => a - b)).toEqual(ownNumbers.map((_, index) => index));
    expect(ownNumbers.length).toBeGreaterThanOrEqual(least);
    // One may have been under way.
    expect(ownNumbers.length).toBeLessThanOrEqual((after[client] ?? 0) + 1);
  }
  await restored.close();
}
