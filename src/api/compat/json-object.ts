export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The kinds that `adapters.ts` converts; our own server returns none of them. */
export const adaptedKinds = ['document', 'change-request-review', 'translation'] as const;
