/** A response body as the screens got it, with the server's tag for it. */
export interface KnownBody {
  tag: string;
  body: unknown;
  /** Bytes that it took on the line. */
  size: number;
}

/** The latest bodies by user and URL, the least recently used first. In memory only: they are private. */
const bodies = new Map<string, KnownBody>();

const maxBodies = 200;
const maxSize = 4_000_000;

/** The latest body of a key, which is then the most recently used one. */
export function knownBody(key: string): KnownBody | undefined {
  const cachedBody = bodies.get(key);
  if (cachedBody) {
    bodies.delete(key);
    bodies.set(key, cachedBody);
  }
  return cachedBody;
}

/** Remembers a body; returns it. */
export function rememberBody(key: string, known: KnownBody): unknown {
  bodies.delete(key);
  bodies.set(key, known);
  let total = 0;
  for (const [other, { size }] of [...bodies].toReversed()) {
    total += size;
    if (total > maxSize) bodies.delete(other);
  }
  const [oldest] = bodies.keys();
  if (bodies.size > maxBodies && oldest !== undefined) bodies.delete(oldest);
  return known.body;
}

/** Records that a body, as the screens got it, now stands for what the server has under another tag. */
export function changeTag(body: unknown, tag: string): void {
  for (const entry of bodies.values()) if (entry.body === body) entry.tag = tag;
}

/** A tag without the mark of tags of compressed responses. */
export const plainTag = (tag: string): string => tag.replace(/^W\//, '');

/** Forgets all bodies when the user changes. */
export function forgetBodies(): void {
  bodies.clear();
}
