type Json = unknown;
type JsonObject = { [key: string]: Json };

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The maximum length of an email address. */
const maxNameLength = 320;

/** By keyword: its replacement, or undefined to leave it unchanged. */
const rewrites: Record<string, (value: Json) => JsonObject | undefined> = {
  // Since OpenAPI 3.1 a reference may have siblings, so the wrapper isn't needed.
  allOf: (value) => (Array.isArray(value) && value.length === 1 && isObject(value[0]) ? value[0] : undefined),
  // Without allOf, the older keyword has the same meaning, and more tools support it.
  unevaluatedProperties: (value) => ({ additionalProperties: value }),
  // TypeSpec has a decorator for the number of a list's items, but none for the number of a map's members.
  'x-max-properties': (value) => ({
    maxProperties: value,
    propertyNames: { type: 'string', maxLength: maxNameLength },
  }),
  explode: (value) => (value === false ? {} : undefined),
};

const tagName = (tag: Json) => (isObject(tag) && typeof tag.name === 'string' ? tag.name : '');

/** Simplifies the compiled document and adds what TypeSpec can't express. */
export function finishContract(contract: Json): JsonObject {
  const unused = new Set(Object.keys(rewrites));
  const finish = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(finish);
    if (!isObject(value)) return value;
    const members = Object.entries(value).map(([key, member]): JsonObject => {
      const finished = finish(member);
      const rewritten = rewrites[key]?.(finished);
      if (rewritten) unused.delete(key);
      return rewritten ?? { [key]: finished };
    });
    return Object.assign({}, ...members);
  };
  const finished = finish(contract);
  if (!isObject(finished) || !isObject(finished.info)) throw new Error('Not an OpenAPI document.');
  if (unused.size > 0)
    throw new Error(`No ${[...unused].join(', ')} in the contract: update scripts/finish-contract.ts.`);
  // Each noun declares its tag, in the order in which files are imported.
  if (Array.isArray(finished.tags)) finished.tags.sort((a, b) => tagName(a).localeCompare(tagName(b)));
  finished.info.license = { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' };
  return finished;
}
