/** Carries out the calls of one change as a unit: all of them, or back to where it began. */

/** One call to the server. */
export interface Step<Tree, Request> {
  /** Ids in it may be provisional: of what an earlier step of the same change creates. */
  readonly request: Request;
  /** What the call makes of the tree. Total: unknown ids change nothing. */
  readonly apply: (tree: Tree) => Tree;
  /** Provisional ids of what it creates, by the member of the answer that tells the real one. */
  readonly creates?: Readonly<Record<string, string>>;
}

/** What of an answer matters: the ids of what was created. */
export type Answer = Readonly<Record<string, string | undefined>>;

/** Sends one request; rejects when the server refuses it. */
export type Send<Request> = (request: Request) => Promise<Answer>;

/** A unit that failed, and what became of the calls before the one that was refused. */
export class UnitError extends Error {
  /** True when nothing of the unit is left on the server. */
  readonly undone: boolean;

  constructor(cause: unknown, undone: boolean) {
    super(cause instanceof Error ? cause.message : 'The server refused the change.', { cause });
    this.name = 'UnitError';
    this.undone = undone;
  }
}

/** Plain data with provisional or replaced ids exchanged for the ids that the server knows. */
export function withIds<Data>(data: Data, ids: ReadonlyMap<string, string>): Data {
  if (ids.size === 0) return data;
  const latest = (id: string): string => {
    const next = ids.get(id);
    return next === undefined ? id : latest(next);
  };
  const exchanged: Data = JSON.parse(JSON.stringify(data), (_name, value: unknown) =>
    typeof value === 'string' ? latest(value) : value,
  );
  return exchanged;
}

/** An id for what the server has yet to create. Nobody has it in a text of theirs. */
export function provisionalId(): string {
  return `new:${crypto.randomUUID()}`;
}

interface Unit<Tree, Request> {
  /** The tree that the steps were planned for. */
  tree: Tree;
  steps: readonly Step<Tree, Request>[];
  send: Send<Request>;
  /** The steps back from what was reached, and whether they lead back entirely. */
  planBack: (reached: Tree) => { steps: readonly Step<Tree, Request>[]; isWhole: boolean };
  onProgress?: (done: number, total: number) => void;
}

/**
 * Runs the steps one after another. Resolves with the ids that the server gave to what was created;
 * rejects with a `UnitError` after taking back the steps that had succeeded.
 */
export async function runSteps<Tree, Request>(unit: Unit<Tree, Request>): Promise<Map<string, string>> {
  const { tree, steps, send } = unit;
  const ids = new Map<string, string>();
  const run = async ({ request, creates = {} }: Step<Tree, Request>) => {
    const answer = await send(withIds(request, ids));
    for (const [member, provisional] of Object.entries(creates)) {
      const id = answer[member];
      if (id !== undefined) ids.set(provisional, id);
    }
  };
  /** Best effort, because whatever refused the unit may refuse this too. */
  const takeBack = async (reached: Tree): Promise<boolean> => {
    try {
      const back = unit.planBack(reached);
      for (const step of back.steps) await run(step);
      return back.isWhole;
    } catch {
      return false;
    }
  };
  let reached = tree;
  for (const [index, step] of steps.entries()) {
    try {
      await run(step);
    } catch (error) {
      throw new UnitError(error, index === 0 || (await takeBack(reached)));
    }
    reached = step.apply(reached);
    unit.onProgress?.(index + 1, steps.length);
  }
  return ids;
}
