/** What was parsed from JSON and has members. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The kinds that `adapters.ts` knows. Our own server answers with none of them. */
export const adaptedKinds = ['document', 'change-request-review', 'translation'] as const;
