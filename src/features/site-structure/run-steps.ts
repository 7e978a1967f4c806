/** Carries out the calls of one change as a unit: all of them, or back to where it began. */
import { changesBack, planChange } from './changes.ts';
import type { Abilities } from './plan-move.ts';
import { applyStep, type Step } from './steps.ts';
import { requestOf, type StepRequest } from './step-requests.ts';
import type { SiteStructure } from './structure.ts';

/** What of an answer matters: the id of what was created, and of the first site space of a new section. */
export interface Answer {
  readonly id?: string;
  readonly firstSiteSpace?: string;
}

/** Sends one request; rejects when the server refuses it. */
export type Send = (request: StepRequest) => Promise<Answer>;

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

async function runStep(step: Step, ids: Map<string, string>, send: Send): Promise<void> {
  const answer = await send(requestOf(step, (id) => ids.get(id) ?? id));
  if (!('as' in step)) return;
  if (answer.id !== undefined) ids.set(step.as, answer.id);
  if (step.op === 'create-section' && answer.firstSiteSpace !== undefined)
    ids.set(step.firstAs, answer.firstSiteSpace);
}

/** Takes back what was done; best effort, because whatever refused the unit may refuse this too. */
async function compensate(
  before: SiteStructure,
  reached: SiteStructure,
  ids: Map<string, string>,
  send: Send,
  abilities: Abilities,
): Promise<boolean> {
  const lost = [...before.nodes.keys()].some((id) => !reached.nodes.has(id));
  try {
    for (const step of planChange(reached, changesBack(reached, before), abilities))
      await runStep(step, ids, send);
    return !lost;
  } catch {
    return false;
  }
}

/**
 * Runs the steps one after another. Resolves with the ids that the server gave to what was created;
 * rejects with a `UnitError` after taking back the steps that had succeeded.
 */
export async function runSteps(
  structure: SiteStructure,
  steps: readonly Step[],
  send: Send,
  abilities: Abilities,
  onProgress?: (done: number, total: number) => void,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  let reached = structure;
  for (const [index, step] of steps.entries()) {
    try {
      await runStep(step, ids, send);
    } catch (error) {
      const undone = index === 0 || (await compensate(structure, reached, ids, send, abilities));
      throw new UnitError(error, undone);
    }
    reached = applyStep(reached, step);
    onProgress?.(index + 1, steps.length);
  }
  return ids;
}
