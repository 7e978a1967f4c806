type Json = unknown;
type JsonObject = { [key: string]: Json };

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Longest name of a member in a map: long enough for every e-mail address. */
const LONGEST_NAME = 320;

/** Rewrites one object whose members are rewritten already. */
function finishObject(value: JsonObject): JsonObject {
  const finished: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    // A reference may have neighbours since OpenAPI 3.1, so the wrapper around it is not needed.
    if (key === 'allOf' && Array.isArray(member) && member.length === 1 && isObject(member[0])) {
      Object.assign(finished, member[0]);
    } else if (key === 'unevaluatedProperties') {
      // Nothing here is composed with allOf, and then the older keyword means the same to more tools.
      finished.additionalProperties = member;
    } else if (key === 'x-max-properties') {
      // TypeSpec has a decorator for the number of a list's items, but none for the number of a map's members.
      finished.maxProperties = member;
      finished.propertyNames = { type: 'string', maxLength: LONGEST_NAME };
    } else if (!(key === 'explode' && member === false)) {
      finished[key] = member;
    }
  }
  return finished;
}

function finish(value: Json): Json {
  if (Array.isArray(value)) return value.map(finish);
  if (!isObject(value)) return value;
  return finishObject(
    Object.fromEntries(Object.entries(value).map(([key, member]) => [key, finish(member)])),
  );
}

/**
 * Simplifies what the TypeSpec compiler writes and adds what it cannot express.
 *
 * @param contract an OpenAPI 3.1 document
 * @returns the same document with plain references, `additionalProperties` only, and a licence identifier
 */
export function finishContract(contract: Json): JsonObject {
  const finished = finish(contract);
  if (!isObject(finished) || !isObject(finished.info)) throw new Error('This is not an OpenAPI document.');
  finished.info.license = { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' };
  return finished;
}
