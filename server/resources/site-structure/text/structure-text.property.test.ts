// @module-tag drafts
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { createSpace } from '#server/test/factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { choice, openTwin, toStep } from '#server/test/structure/random-steps.ts';
import { as } from '#server/test/test-app.ts';

const STATES = Math.ceil(Number(process.env.DRAFTS ?? 30) / 2);

let w: OrganizationFixture;
const spaces: string[] = [];
beforeAll(async () => {
  w = await createOrganizationFixture();
  for (let index = 0; index < 8; index += 1)
    spaces.push((await createSpace({ organizationId: w.organization.id, title: `Space ${index}` })).id);
});

const textOf = async (url: string) => (await as(w.creator).get(`${url}/structure/text`)).body;

const plan = async (url: string, text: string) =>
  (await as(w.creator).post(`${url}/structure/text/plan`, { text })).body;

/** Makes a text the structure, through its draft. */
async function apply(url: string, text: string): Promise<void> {
  const drafted = await as(w.creator).put(`${url}/structure/text`, { text });
  expect([drafted.status, drafted.body.error?.message]).toEqual([200, undefined]);
  if (drafted.body.changes.length === 0) return;
  const applied = await as(w.creator).post(`${url}/structure/draft/apply`, {});
  expect([applied.status, applied.body.error?.message]).toEqual([200, undefined]);
}

const withoutKeys = (text: string) => text.replaceAll(/^ *(?:- )?key: .*\n/gm, '');

it('becomes the same structure, on its site and on another one', { timeout: 60 * 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(choice, { maxLength: 12 }),
      fc.array(choice, { maxLength: 6 }),
      async (choices, others) => {
        const [site, other] = [await openTwin(w, spaces), await openTwin(w, spaces)];
        const change = async (twin: typeof site, list: typeof choices) => {
          let serial = 0;
          const names = {
            sections: ['s0', 's1', 's2'],
            groups: ['g0'],
            siteSpaces: ['p0', 'p1', 'p2', 'p3'],
          };
          for (const each of list)
            await twin.send(toStep(each, { names, spaces, added: () => `name:${(serial += 1)}` }));
        };
        await change(site, choices);
        await change(other, others);
        const { text } = await textOf(site.url);
        expect(await plan(site.url, text)).toMatchObject({ changes: [], problems: [] });
        const foreign = text.replace(/^ {2}title: .*\n/m, '');
        await apply(other.url, foreign);
        expect(withoutKeys((await textOf(other.url)).text)).toBe(
          withoutKeys(text).replace(
            /^ {2}title: .*$/m,
            /^ {2}title: .*$/m.exec((await textOf(other.url)).text)?.[0] ?? '',
          ),
        );
      },
    ),
    { numRuns: STATES },
  );
});
