// @module-tag embedded-only
// @module-tag worst
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setPage } from '../fake-web.ts';
import { createOrganizationFixture } from '../organization-fixture.ts';
import { sharedDatabase, startApp } from '../test-app.ts';
import { climb, type Genes } from './climb.ts';
import found from './found.json' with { type: 'json' };
import { createPlace, KINDS, type Place } from './kinds.ts';
import { measureCost } from './measure-cost.ts';

/** Inputs of each kind; the first is the worst one that was found before. */
const TRIES = Number(process.env.WORST_TRIES ?? 1);
const SEED = TRIES > 1 ? Date.now() % 2 ** 31 : 1;
const KEEPS = process.env.WORST_KEEP === '1';
/** The goals of docs/security.md, for one request. */
const MAX_TURN_MS = 250;
const MAX_MEMORY_MB = 250;

/** Without the checks of responses, which only tests do. */
let started: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  started = await startApp({ database: await sharedDatabase(), checkResponses: false });
});
afterAll(() => started.close());

const knownWorst = new Map<string, Genes>(Object.entries(found));

async function createTestPlace(): Promise<Place> {
  const { admin, organization } = await createOrganizationFixture();
  const headers = { authorization: `Bearer ${admin.token}` };
  let count = 0;
  return createPlace(
    async ({ method, path, body }) => {
      const request = { method, url: path, headers, ...(body && { payload: body }) };
      const response = await started.app.inject(request);
      // The response is not needed, and parsing it would be measured too.
      const isNeeded = method !== 'GET' && response.body.startsWith('{');
      return { status: response.statusCode, body: isNeeded ? response.json() : undefined };
    },
    `/v1/orgs/${organization.id}`,
    (content, contentType) => {
      const url = `https://worst.example/${(count += 1)}`;
      setPage(url, { contentType, body: Buffer.from(content) });
      return url;
    },
  );
}

describe.runIf(process.env.TEST_ENGINE !== 'postgres')('the worst input of a kind', () => {
  it.each(Object.keys(KINDS))(
    'holds up no other request: %s',
    async (name) => {
      const kind = KINDS[name];
      if (!kind) throw new Error('Unknown kind.');
      const place = await createTestPlace();
      // Code that is loaded and compiled with the first request is not the input's.
      await kind.run(
        place,
        Array.from({ length: kind.genes }, () => 0),
      );
      let memoryMb = 0;
      const statuses = new Set<number>();
      const measure = async (genes: Genes) => {
        const cost = await measureCost(async () => {
          for (const status of await kind.run(place, genes)) statuses.add(status);
        });
        memoryMb = Math.max(memoryMb, cost.memoryMb);
        return cost.turnMs;
      };
      const worst = await climb({
        seed: SEED,
        length: kind.genes,
        start: knownWorst.get(name),
        tries: TRIES,
        measure,
      });
      // Compiled code and garbage take part in a single time: what is reported happens again.
      const turnMs = Math.min(worst.cost, await measure(worst.genes));
      knownWorst.set(name, worst.genes);
      process.stdout.write(
        `${name}: ${TRIES} inputs (seed ${SEED}), the worst took ${Math.round(turnMs)} ms at once, ${Math.round(memoryMb)} MB; statuses ${[...statuses].toSorted((a, b) => a - b).join(', ')}\n`,
      );
      if (KEEPS)
        writeFileSync(
          join(import.meta.dirname, 'found.json'),
          `${JSON.stringify(Object.fromEntries(knownWorst), null, 2)}\n`,
        );
      expect([...statuses].filter((status) => status >= 500 && status !== 503)).toEqual([]);
      expect(turnMs).toBeLessThan(MAX_TURN_MS);
      expect(memoryMb).toBeLessThan(MAX_MEMORY_MB);
    },
    (TRIES + 3) * 120_000,
  );
});
