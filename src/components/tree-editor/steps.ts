/** The calls of a change: what a step is, which request it sends, and how several of them run as a unit. */

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

interface AnyCall {
  call(path: unknown, body: unknown): Promise<Answer>;
}

type RequestTable = Readonly<Record<string, AnyCall['call']>>;

type RequestBy<Operation, Call> = Call extends (path: infer Path, body: infer Body) => unknown
  ? { readonly operation: Operation; readonly path: Path } & (undefined extends Body
      ? { readonly body?: undefined }
      : { readonly body: Body })
  : never;

/** A request as plain data: an operation of the table with its path parameters and its body. */
export type RequestOf<Table extends RequestTable> = {
  [Operation in keyof Table]: RequestBy<Operation, Table[Operation]>;
}[keyof Table];

/** Sends requests by a table. */
export function createSend<Table extends RequestTable>(table: Table): Send<RequestOf<Table>> {
  return ({ operation, path, body }) => {
    const call = table[operation];
    if (!call) throw new Error(`No call for ${String(operation)}`);
    return call(path, body);
  };
}

/** What a call answers whose answer does not matter. */
export async function noAnswer(sent: Promise<unknown>): Promise<Answer> {
  await sent;
  return {};
}

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

const NO_TEXTS: ReadonlySet<string> = new Set();

/**
 * Plain data with provisional or replaced ids exchanged for the ids that the server knows.
 *
 * @param texts the names of members that hold texts of people, which may read like an id and stay as they are
 */
export function withIds<Data>(data: Data, ids: ReadonlyMap<string, string>, texts = NO_TEXTS): Data {
  if (ids.size === 0) return data;
  const latest = (id: string): string => {
    const next = ids.get(id);
    return next === undefined ? id : latest(next);
  };
  const exchanged: Data = JSON.parse(JSON.stringify(data), (name, value: unknown) =>
    typeof value === 'string' && !texts.has(name) ? latest(value) : value,
  );
  return exchanged;
}

/** An id for what the server has yet to create. */
export function provisionalId(): string {
  return `new:${crypto.randomUUID()}`;
}

interface Unit<Tree, Request> {
  /** The tree that the steps were planned for. */
  tree: Tree;
  steps: readonly Step<Tree, Request>[];
  send: Send<Request>;
  /** See `withIds`. */
  texts?: ReadonlySet<string> | undefined;
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
    const answer = await send(withIds(request, ids, unit.texts));
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
