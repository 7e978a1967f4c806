import { pick, hashNumber } from './names.ts';
import { PAGES_PER_SPACE } from './page-texts.ts';

/** How many items to create. Any content needs at least one space. */
export interface ScaleCounts {
  members: number;
  spaces: number;
  sections: number;
  changeRequests: number;
  comments: number;
}

/** A planned revision of a space; `variants` maps changed pages to their variant. */
export interface PlannedRevision {
  index: number;
  type: 'edits' | 'merge';
  parents: number[];
  variants: ReadonlyMap<number, number>;
  /** The number of its change request. */
  request?: number;
  daysAgo: number;
}

/** A planned change request; revisions by their index in the space. */
export interface PlannedRequest {
  number: number;
  status: 'open' | 'draft' | 'merged' | 'archived';
  base: number;
  tip: number;
  merged?: number;
  page: number;
  daysAgo: number;
}

export interface PlannedSpace {
  revisions: PlannedRevision[];
  requests: PlannedRequest[];
  head: number;
}

const STATUSES = [
  'open',
  'open',
  'open',
  'open',
  'draft',
  'draft',
  'merged',
  'merged',
  'archived',
  'archived',
] as const;

/** The number of change requests of one space, if they are distributed evenly. */
export function requestsOf({ changeRequests, spaces }: ScaleCounts, space: number): number {
  return Math.floor(changeRequests / spaces) + (space < changeRequests % spaces ? 1 : 0);
}

/**
 * Plans one space: each change request starts at the current revision and rewrites one page; merged ones update the
 * space and leave the others outdated, some of them in conflict because they rewrite the same page.
 */
export function planSpace(counts: ScaleCounts, space: number): PlannedSpace {
  const first: PlannedRevision = { index: 0, type: 'edits', parents: [], variants: new Map(), daysAgo: 400 };
  const plan: PlannedSpace = { revisions: [first], requests: [], head: 0 };
  let head = first;
  const add = (fields: Omit<PlannedRevision, 'index'>) => {
    const revision = { index: plan.revisions.length, ...fields };
    plan.revisions.push(revision);
    return revision;
  };
  const total = requestsOf(counts, space);
  for (let number = 1; number <= total; number += 1) {
    const page = hashNumber(space, 60 + number) % PAGES_PER_SPACE;
    const daysAgo = 180 * (1 - number / (total + 1));
    const variants = new Map([...head.variants, [page, number]]);
    const tip = add({ type: 'edits', parents: [head.index], variants, request: number, daysAgo });
    const status = pick(STATUSES, hashNumber(space, 90 + number));
    const request: PlannedRequest = { number, status, base: head.index, tip: tip.index, page, daysAgo };
    if (status === 'merged') {
      head = add({ type: 'merge', parents: [head.index, tip.index], variants, daysAgo: daysAgo * 0.98 });
      request.merged = head.index;
    }
    plan.requests.push(request);
  }
  plan.head = head.index;
  return plan;
}

/** A planned comment: on a space or on one of its change requests. */
export interface PlannedComment {
  space: number;
  request: number | null;
  page: number | null;
  resolved: boolean;
  replies: number;
}

export function planComment(counts: ScaleCounts, index: number): PlannedComment {
  const space = hashNumber(index, 40) % counts.spaces;
  const requests = requestsOf(counts, space);
  const onRequest = requests > 0 && hashNumber(index, 41) % 10 < 4;
  return {
    space,
    request: onRequest ? 1 + (hashNumber(index, 42) % requests) : null,
    page: hashNumber(index, 43) % 2 === 0 ? hashNumber(index, 44) % PAGES_PER_SPACE : null,
    resolved: hashNumber(index, 45) % 100 < 35,
    replies: Math.max(0, (hashNumber(index, 46) % 4) - 1),
  };
}

/** Open comments by space, and by change request as `space/number`. */
export function countOpenComments(counts: ScaleCounts): Map<string, number> {
  const open = new Map<string, number>();
  for (let index = 0; index < counts.comments; index += 1) {
    const { space, request, resolved } = planComment(counts, index);
    const key = request === null ? String(space) : `${space}/${request}`;
    if (!resolved) open.set(key, (open.get(key) ?? 0) + 1);
  }
  return open;
}
