/**
 * A merge happens exactly when the rules say so: random histories of reviews, edits, comments, newer changes of the space,
 * members of teams and rules, against a model.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { createWrittenSpace, storedPages } from '#server/test/content-factories.ts';
import { rewritePages } from '#server/test/contract/page-lists.ts';
import type { TestMember } from '#server/test/factories.ts';
import { createMember } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { as } from '#server/test/test-app.ts';

const RUNS = Number(process.env.MERGE_HISTORIES ?? 12);
/** On a busy machine. */
const MAX_RUN_MS = 10_000;

type Scope = 'organization' | 'space';

interface ModelRules {
  approvals: number;
  ofTeam: boolean;
  owners: boolean;
  currentApprovals: boolean;
  commentsResolved: boolean;
  upToDate: boolean;
}

type Step =
  | { kind: 'review'; person: number; approves: boolean }
  | { kind: 'edit'; page: 'start' | 'deep' | 'other' }
  | { kind: 'comment' | 'resolve' | 'space' | 'update' | 'merge' }
  | { kind: 'team'; person: number }
  | { kind: 'rules'; scope: Scope; rules: ModelRules };

const NO_RULES: ModelRules = {
  approvals: 0,
  ofTeam: false,
  owners: false,
  currentApprovals: false,
  commentsResolved: false,
  upToDate: false,
};

const person = fc.nat({ max: 2 });
const rules = fc.record({
  approvals: fc.nat({ max: 2 }),
  ofTeam: fc.boolean(),
  owners: fc.boolean(),
  currentApprovals: fc.boolean(),
  commentsResolved: fc.boolean(),
  upToDate: fc.boolean(),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('review'), person, approves: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('edit'),
      page: fc.constantFrom('start' as const, 'deep' as const, 'other' as const),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom('comment', 'resolve', 'space', 'update', 'merge', 'merge'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('team'), person }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('rules'),
      scope: fc.constantFrom('organization', 'space'),
      rules,
    }),
  },
) as fc.Arbitrary<Step>;

/** An attempt to merge: the rules that are not met, as the model, the readiness and the merge name them. */
interface Attempt {
  unmet: string[];
  shown: number;
  /** The details of the error; `merge` where it was merged. */
  outcome: string[];
}

const attempts: Attempt[] = [];

let w: OrganizationFixture;
let reviewers: TestMember[];
beforeAll(async () => {
  w = await createOrganizationFixture();
  reviewers = [
    w.reviewer,
    w.creator,
    await createMember({ organizationId: w.organization.id, role: 'review' }),
  ];
});

/** What has happened, as far as rules ask. */
class Model {
  revision = 0;
  reviews = new Map<number, { approves: boolean; revision: number }>();
  comments: string[] = [];
  isOutdated = false;
  pages = new Set<string>();
  readonly team = new Set<number>();
  readonly rules: Record<Scope, ModelRules> = { organization: NO_RULES, space: NO_RULES };

  /** The rules that are not met, as the details of an error name them. */
  unmet(): string[] {
    return (['organization', 'space'] as const).flatMap((scope) =>
      this.#unmetOf(this.rules[scope]).map((rule) => `${scope}.mergeRules.${rule}`),
    );
  }

  #unmetOf(asked: ModelRules): string[] {
    const approving = [...this.reviews]
      .filter(
        ([, { approves, revision }]) => approves && !(asked.currentApprovals && revision < this.revision),
      )
      .map(([index]) => index);
    const ofTeam = asked.ofTeam ? approving.filter((index) => this.team.has(index)) : approving;
    // The first reviewer owns the page “start” with those below, the second one everything else.
    const needsFirst = asked.owners && (this.pages.has('start') || this.pages.has('deep'));
    const needsSecond = asked.owners && this.pages.has('other');
    return [
      ...(ofTeam.length < asked.approvals ? ['approvals'] : []),
      ...(needsFirst && !approving.includes(0) ? ['owners["start"]'] : []),
      ...(needsSecond && !approving.includes(1) ? ['owners[""]'] : []),
      ...(asked.commentsResolved && this.comments.length > 0 ? ['commentsResolved'] : []),
      ...(asked.upToDate && this.isOutdated ? ['upToDate'] : []),
    ];
  }
}

/** The same history on the server. */
class History {
  readonly model = new Model();
  readonly #written: Awaited<ReturnType<typeof createWrittenSpace>>;
  readonly #list: string;
  #url = '';
  #edits = 0;

  constructor(written: Awaited<ReturnType<typeof createWrittenSpace>>) {
    this.#written = written;
    this.#list = `/v1/spaces/${written.space.id}`;
  }

  async open(): Promise<void> {
    const { model } = this;
    const body = await this.#send(as(w.editor).post(`${this.#list}/change-requests`, { subject: 'Shorter' }));
    this.#url = `${this.#list}/change-requests/${body.id}`;
    model.reviews.clear();
    model.comments = [];
    model.pages.clear();
    model.isOutdated = false;
  }

  async run(next: Step): Promise<void> {
    const { model } = this;
    if (next.kind === 'review') {
      const { approves } = next;
      const status = approves ? 'approved' : 'changes-requested';
      await this.#send(as(reviewerAt(next.person)).post(`${this.#url}/reviews`, { status }));
      model.reviews.set(next.person, { approves, revision: model.revision });
    } else if (next.kind === 'edit') await this.#edit(next.page);
    else if (next.kind === 'rules') await this.setRules(next.scope, next.rules);
    else if (next.kind === 'team') await this.#toggleTeam(next.person);
    else if (next.kind === 'comment') {
      const body = { body: { markdown: 'Why?' } };
      model.comments.push((await this.#send(as(w.commenter).post(`${this.#url}/comments`, body))).id);
    } else if (next.kind === 'resolve') {
      const id = model.comments.pop();
      if (id !== undefined)
        await this.#send(as(w.editor).put(`${this.#url}/comments/${id}`, { resolved: true }));
    } else if (next.kind === 'space') {
      const call = { params: { spaceId: this.#written.space.id } };
      await rewritePages(call, (pages) => [
        ...pages,
        ...storedPages([{ title: `Group ${newId().toLowerCase()}` }]),
      ]);
      model.isOutdated = true;
    } else if (next.kind === 'update') {
      await this.#send(as(w.editor).post(`${this.#url}/update`));
      if (model.isOutdated) model.revision += 1;
      model.isOutdated = false;
    } else await this.merge();
  }

  async #edit(page: 'start' | 'deep' | 'other'): Promise<void> {
    this.#edits += 1;
    const document = { markdown: `# Text ${this.#edits}\n` };
    const changes = [{ operation: 'update_page', page: this.#written[page].id, document }];
    await this.#send(as(w.editor).post(`${this.#url}/content`, { changes }));
    this.model.pages.add(page);
    this.model.revision += 1;
  }

  async #toggleTeam(index: number): Promise<void> {
    const { team } = this.model;
    const key = reviewerAt(index).id;
    const body = team.has(index) ? { remove: [key] } : { add: [key] };
    await this.#send(as(w.admin).put(`${w.base}/teams/${w.team.id}/members`, body));
    if (!team.delete(index)) team.add(index);
  }

  async setRules(scope: Scope, next: ModelRules): Promise<void> {
    const { ofTeam, owners, ...others } = next;
    const url = scope === 'space' ? `${this.#list}/merge-rules` : `${w.base}/merge-rules`;
    await this.#send(
      as(w.admin).patch(url, {
        ...others,
        teams: ofTeam ? [w.team.id] : [],
        owners: owners
          ? [
              { pagePath: 'start', users: [reviewerAt(0).id] },
              { pagePath: '', users: [reviewerAt(1).id] },
            ]
          : [],
      }),
    );
    this.model.rules[scope] = next;
  }

  async merge(): Promise<void> {
    const unmet = this.model.unmet();
    const readiness = await this.#send(as(w.reader).get(`${this.#url}/merge-rules`));
    const states: { met: boolean }[] = readiness.rules;
    const { status, body } = await as(w.admin).post(`${this.#url}/merge`);
    const details: { path: string }[] = body.error?.details ?? [];
    const outcome = status === 409 ? details.map(({ path }) => path) : [String(body.result)];
    attempts.push({ unmet, shown: states.filter(({ met }) => !met).length, outcome });
    if (unmet.length === 0) await this.open();
  }

  async #send(response: ReturnType<ReturnType<typeof as>['get']>) {
    const { status, body } = await response;
    if (status >= 300) throw new Error(`The answer is ${status}: ${JSON.stringify(body)}.`);
    return body;
  }
}

function reviewerAt(index: number): TestMember {
  const reviewer = reviewers[index];
  if (!reviewer) throw new Error(`There is no reviewer ${index}.`);
  return reviewer;
}

describe('a merge', () => {
  it('happens exactly when all rules are met', { timeout: RUNS * MAX_RUN_MS }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        const fields = { organizationId: w.organization.id, defaultLevel: 'inherit' } as const;
        const history = new History(await createWrittenSpace(fields));
        await history.open();
        for (const next of steps) await history.run(next);
        await history.merge();
        for (const { unmet, shown, outcome } of attempts)
          expect({ shown, outcome }).toEqual({
            shown: unmet.length,
            outcome: unmet.length > 0 ? unmet : ['merge'],
          });
        await history.setRules('organization', NO_RULES);
        for (const index of [...history.model.team]) await history.run({ kind: 'team', person: index });
      }),
      // Each run changes rules of the same organization, so a failed one would disturb what shrinks it.
      { numRuns: RUNS, endOnFailure: true },
    );
    const isMerged = ({ unmet }: Attempt) => unmet.length === 0;
    expect([attempts.some(isMerged), attempts.every(isMerged)]).toEqual([true, false]);
  });
});
