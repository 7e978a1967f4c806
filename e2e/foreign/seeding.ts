/** The parts that all seeds share. */
import type { Definition } from './definition.ts';
import type { Examples } from './examples.ts';
import type { JsonObject } from './json.ts';
import type { ForeignState } from './state.ts';

export const me = { object: 'user', id: 'ada', displayName: 'Ada Admin', email: 'ada@tideline.example' };

export interface Seeding {
  state: ForeignState;
  examples: Examples;
  definition: Definition;
  /** The path of a list or resource of the organization. */
  path: (rest: string) => string;
}

/** A link to each kind of target, in each state. */
export function linksOf(examples: Examples): JsonObject[] {
  const states = examples.values('ContentReferenceStatus');
  const here = examples.alternatives('ContentLocation').find(({ kind }) => kind === 'page');
  return examples
    .alternatives('ContentLocation')
    .map((target, index) =>
      examples.item('ContentReferenceUsage', {
        status: states[index % states.length],
        targetReference: target,
        locationReferences: [here],
      }),
    )
    .map((usage, index) => (index === 1 ? withoutMember(usage, 'targetReference') : usage));
}

export const withoutMember = (object: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
