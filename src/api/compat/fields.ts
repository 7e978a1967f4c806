/** What was parsed from JSON and has members. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The kinds that `adapters.ts` knows. Our own server answers with none of them. */
export const adaptedKinds = ['document', 'change-request-review', 'translation'] as const;
