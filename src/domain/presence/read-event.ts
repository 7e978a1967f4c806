import type { ChangeRequestEditor, User } from '#api/generated/types.gen.ts';
import type { StreamEvent } from '#src/lib/text/event-stream.ts';

/** An event of a change request's stream. */
export type ChangeRequestEvent =
  | { kind: 'editors'; editors: readonly ChangeRequestEditor[] }
  /** Null where several people made changes. */
  | { kind: 'change'; userId: string | null };

/** The contract's limit on the editors of an event. */
const maxEditors = 100;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isUser = (value: unknown): value is User =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  typeof value['displayName'] === 'string' &&
  (value['photoURL'] === undefined || typeof value['photoURL'] === 'string');

const isEditor = (value: unknown): value is ChangeRequestEditor =>
  isObject(value) && typeof value['page'] === 'string' && isUser(value['user']);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** An event of the stream; null if this console doesn't know it, or if its data isn't what the contract says. */
export function readEvent({ name, data }: StreamEvent): ChangeRequestEvent | null {
  if (name !== 'editors' && name !== 'change') return null;
  const value = parseJson(data);
  if (!isObject(value)) return null;
  if (name === 'change') {
    const { user } = value;
    return { kind: 'change', userId: typeof user === 'string' ? user : null };
  }
  const { editors } = value;
  if (!Array.isArray(editors)) return null;
  return { kind: 'editors', editors: editors.filter((editor) => isEditor(editor)).slice(0, maxEditors) };
}
