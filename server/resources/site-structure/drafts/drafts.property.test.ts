// @module-tag drafts
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { createSpace } from '#server/test/factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { choice, openTwins, toStep } from '#server/test/structure/random-steps.ts';
import { as } from '#server/test/test-app.ts';

const DRAFTS = Number(process.env.DRAFTS ?? 30);
const SPACES = 8;

let w: OrganizationFixture;
const spaces: string[] = [];
beforeAll(async () => {
  w = await createOrganizationFixture();
  for (let index = 0; index < SPACES; index += 1)
    spaces.push((await createSpace({ organizationId: w.organization.id, title: `Space ${index}` })).id);
});

it(
  'applying a draft is applying its changes one by one, after what others changed meanwhile',
  { timeout: 60 * 60_000 },
  async () => {
    const changes = fc.record({
      // Of many random changes one is nearly always refused, and the draft with it.
      draft: fc.oneof(
        fc.array(fc.array(choice, { minLength: 1, maxLength: 1 }), { minLength: 1, maxLength: 3 }),
        fc.array(fc.array(choice, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
      ),
      others: fc.array(choice, { maxLength: 3 }),
    });
    let [applied, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(changes, async ({ draft, others }) => {
        const { drafted, direct, names } = await openTwins(w, spaces);
        let serial = 0;
        const added = () => `new:${(serial += 1)}`;
        const ofOthers = { ...names, sections: [...names.sections], siteSpaces: [...names.siteSpaces] };
        const gathered = draft.map((choices) =>
          choices.map((each) => toStep(each, { names, spaces, added })),
        );
        for (const [index, steps] of gathered.entries()) {
          const body = { summary: `Change ${index + 1}`, steps: steps.map((step) => drafted.real(step)) };
          const { status } = await as(w.creator).post(`${drafted.url}/structure/draft/changes`, body);
          expect(status).toBe(201);
        }
        for (const each of others) {
          const step = toStep(each, {
            names: ofOthers,
            spaces,
            added: () => `other:${(serial += 1)}`,
          });
          expect(await drafted.send(step)).toBe(await direct.send(step));
        }
        const before = await drafted.read();
        expect(await direct.read()).toEqual(before);
        const response = await as(w.creator).post(`${drafted.url}/structure/draft/apply`, {});
        let problem: string | null = null;
        let failedAt = 0;
        for (const [index, steps] of gathered.entries()) {
          for (const step of steps) if (problem === null) problem = await direct.send(step);
          if (problem !== null) break;
          failedAt = index + 1;
        }
        if (problem === null) {
          applied += 1;
          expect([response.status, response.body.error?.message]).toEqual([200, undefined]);
          for (const { draftedId, id } of response.body.added) drafted.ids.set(draftedId, id);
          expect(await drafted.read()).toEqual(await direct.read());
        } else {
          refused += 1;
          expect(response.status).toBe(409);
          expect(response.body.error.message).toBe(
            `Change ${failedAt + 1}, “Change ${failedAt + 1}”, can’t be made: ${problem}`,
          );
          expect(await drafted.read()).toEqual(before);
        }
      }),
      { numRuns: DRAFTS },
    );
    // Both happen often enough to mean something.
    expect(applied).toBeGreaterThan(DRAFTS / 10);
    expect(refused).toBeGreaterThan(DRAFTS / 10);
  },
);
