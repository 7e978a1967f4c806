import type { AdaptiveClaim, AdaptiveJsonSchema } from '#src/api/generated/types.gen.ts';

/** One fact about visitors. */
export interface Claim {
  /** `isPartner`, or `unsigned.isDeveloper` for one that visitors tell about themselves. */
  name: string;
  description: string;
}

/** The claims of a schema in their order, those of groups behind them with the group's name in front. */
export function listClaims({ properties }: Pick<AdaptiveJsonSchema, 'properties'>, prefix = ''): Claim[] {
  const claims = claimsIn(properties);
  const own = claims.filter(([, claim]) => claim.type !== 'object');
  const groups = claims.filter(([, claim]) => claim.type === 'object');
  return [
    ...own.map(([name, { description }]) => ({ name: prefix + name, description: description ?? '' })),
    ...groups.flatMap(([name, group]) =>
      listClaims({ properties: group.properties ?? {} }, `${prefix}${name}.`),
    ),
  ];
}

/** The claims that are described. A server may name one whose description is null. */
function claimsIn(
  properties: Record<string, AdaptiveClaim | null> | null | undefined,
): [string, AdaptiveClaim][] {
  return Object.entries(properties ?? {}).map(([name, claim]) => [name, claim ?? { type: 'boolean' }]);
}

/** A schema in which a claim is put in the place of another, at the end where there is none, or is left out. */
export function withClaim(
  schema: AdaptiveJsonSchema,
  old: string | null,
  next: Claim | null,
): AdaptiveJsonSchema {
  const stays = next !== null && old !== null && groupOf(old) === groupOf(next.name);
  const kept =
    old === null ? schema : changeGroup(schema, old, (all, name) => replace(all, name, stays ? next : null));
  if (next === null || stays) return kept;
  return changeGroup(kept, next.name, (all, name) => ({ ...all, [name]: toProperty(next) }));
}

const groupOf = (name: string) => (name.includes('.') ? name.slice(0, name.indexOf('.')) : null);
const lastOf = (name: string) => name.slice(name.indexOf('.') + 1);
const toProperty = ({ description }: Claim): AdaptiveClaim => ({
  type: 'boolean',
  ...(description === '' ? {} : { description }),
});

type Properties = Record<string, AdaptiveClaim>;

function replace(all: Properties, name: string, next: Claim | null): Properties {
  return Object.fromEntries(
    Object.entries(all).flatMap(([key, value]) => {
      if (key !== name) return [[key, value] as const];
      return next === null ? [] : [[lastOf(next.name), { ...value, ...toProperty(next) }] as const];
    }),
  );
}

function changeGroup(
  schema: AdaptiveJsonSchema,
  name: string,
  change: (properties: Properties, own: string) => Properties,
): AdaptiveJsonSchema {
  const group = groupOf(name);
  if (group === null) return { ...schema, properties: change(schema.properties, name) };
  const before: AdaptiveClaim = schema.properties[group] ?? { type: 'object', additionalProperties: false };
  const after = { ...before, properties: change(before.properties ?? {}, lastOf(name)) };
  return { ...schema, properties: { ...schema.properties, [group]: after } };
}

/** What is wrong with the name of a new claim, as a sentence, or null. @param taken the names of the others */
export function nameProblem(name: string, taken: readonly string[]): string | null {
  if (name === '') return 'Fill this in.';
  if (!/^(unsigned\.)?[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    return 'Letters, digits and _ only, and no digit at the beginning; “unsigned.” may stand in front.';
  if (name === 'unsigned') return 'This is the name of the group of unsigned claims.';
  return taken.includes(name) ? 'There is a claim of this name already.' : null;
}
