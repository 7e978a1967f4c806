import type { AdaptiveClaim, AdaptiveJsonSchema } from '#api/generated/types.gen.ts';

/** One fact about visitors. */
export interface Claim {
  /** `isPartner`, or `unsigned.isDeveloper` for one that visitors tell about themselves. */
  name: string;
  description: string;
  /** What values it has, where the schema tells exactly one JSON type. */
  type?: string;
  /** All values that it can have, where the schema lists them. */
  values?: readonly ClaimValue[];
}

export type ClaimValue = string | number | boolean | null;

/** The claims of a schema in their order, those of groups behind them with the group's name in front. */
export function listClaims({ properties }: Pick<AdaptiveJsonSchema, 'properties'>, prefix = ''): Claim[] {
  const claims = claimsIn(properties);
  const own = claims.filter(([, claim]) => claim?.type !== 'object');
  const groups = claims.filter(([, claim]) => claim?.type === 'object');
  return [
    ...own.map(([name, claim]) => ({
      name: prefix + name,
      description: claim?.description ?? '',
      ...valuesOf(claim ?? {}),
    })),
    ...groups.flatMap(([name, group]) =>
      listClaims({ properties: group?.properties ?? {} }, `${prefix}${name}.`),
    ),
  ];
}

/** A server may name a claim and say nothing of it. */
const claimsIn = (properties: Record<string, AdaptiveClaim | null> | null | undefined) =>
  Object.entries(properties ?? {});

/** What a schema says of the values of a claim. Other servers' schemas may say anything that JSON Schema knows. */
function valuesOf(claim: Readonly<Record<string, unknown>>): Pick<Claim, 'type' | 'values'> {
  const { type, enum: listed, const: only } = claim;
  const values: readonly unknown[] = Array.isArray(listed) ? listed : only === undefined ? [] : [only];
  return {
    ...(typeof type === 'string' ? { type } : {}),
    ...(values.length > 0 && values.every(isClaimValue) ? { values } : {}),
  };
}

const isClaimValue = (value: unknown): value is ClaimValue =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** A schema in which a claim is put in the place of another, at the end where there is none, or is left out. */
export function withClaim(
  schema: AdaptiveJsonSchema,
  previousName: string | null,
  next: Claim | null,
): AdaptiveJsonSchema {
  const isSameGroup = next !== null && previousName !== null && groupOf(previousName) === groupOf(next.name);
  const remaining =
    previousName === null
      ? schema
      : changeGroup(schema, previousName, (all, name) => replace(all, name, isSameGroup ? next : null));
  if (next === null || isSameGroup) return remaining;
  const property = toProperty(next, previousName === null ? null : propertyOf(schema, previousName));
  return changeGroup(remaining, next.name, (all, name) => ({ ...all, [name]: property }));
}

const groupOf = (name: string) => (name.includes('.') ? name.slice(0, name.indexOf('.')) : null);
const lastOf = (name: string) => name.slice(name.indexOf('.') + 1);

/** What a schema says of a claim, keeping what it said before but for the description. */
function toProperty({ description }: Claim, before: AdaptiveClaim | null): AdaptiveClaim {
  const { description: _old, ...kept } = before ?? { type: 'boolean' };
  return { ...kept, ...(description === '' ? {} : { description }) };
}

function propertyOf({ properties }: AdaptiveJsonSchema, name: string): AdaptiveClaim | null {
  const group = groupOf(name);
  return (group === null ? properties : properties[group]?.properties)?.[lastOf(name)] ?? null;
}

type Properties = Record<string, AdaptiveClaim>;

function replace(all: Properties, name: string, next: Claim | null): Properties {
  return Object.fromEntries(
    Object.entries(all).flatMap(([key, value]) => {
      if (key !== name) return [[key, value] as const];
      return next === null ? [] : [[lastOf(next.name), toProperty(next, value)] as const];
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
export function validateClaimName(name: string, taken: readonly string[]): string | null {
  if (name === '') return 'Required';
  if (!/^(unsigned\.)?[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    return 'Use letters, digits and _, not starting with a digit. The prefix “unsigned.” is allowed.';
  if (name === 'unsigned') return '“unsigned” is reserved for the group of unsigned claims.';
  return taken.includes(name) ? 'A claim with this name already exists.' : null;
}
