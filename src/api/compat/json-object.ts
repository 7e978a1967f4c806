/** Whether a text is an emoji as code points: `1f4d8`, `1f468-200d-1f469`. */
export function isCodePoints(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{4,6}(-[0-9a-f]{4,6})*$/i.test(value);
}

/** The emoji of code points; other text unchanged. */
export function emojiOf(text: string): string {
  if (!isCodePoints(text)) return text;
  const points = text.split('-').map((point) => Number.parseInt(point, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : text;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The kinds that `adapters.ts` converts; of these, our own server returns documents only. */
export const adaptedKinds = ['document', 'change-request-review', 'translation'] as const;

/** Permissions that servers of other versions of the API omit, by kind; only such resources are converted. */
const untoldPermissions: Readonly<Record<string, readonly string[]>> = {
  organization: ['view', 'listMembers', 'listTeams', 'createOpenAPISpec'],
  team: ['view', 'admin'],
  comment: ['view', 'edit', 'delete', 'reply'],
  'comment-reply': ['view', 'edit', 'delete', 'reply'],
};

/** The permissions that a resource lacks in a response. */
export function missingPermissions({ object, permissions }: JsonObject): string[] {
  const names = typeof object === 'string' && Object.hasOwn(untoldPermissions, object);
  const flags = isJsonObject(permissions) ? permissions : {};
  return names ? (untoldPermissions[object] ?? []).filter((name) => !(name in flags)) : [];
}
