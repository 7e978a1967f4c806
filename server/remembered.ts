import { createHash } from 'node:crypto';

/**
 * Figures of organizations, remembered for a moment: counting 100,000 members costs more than reading a page of them. A
 * change made by this process forgets the organization's figures at once (`recordAudit` does it); of one made by another
 * process `SharedFigures` hears. Whatever nobody tells shows within `LIFETIME_MS`.
 */
const LIFETIME_MS = 2000;
const MOST_ORGANIZATIONS = 1000;
const MOST_FIGURES = 500;
/** Keys that are longer are hashed: as long as a hash of them. */
const LONGEST_KEY = 44;

interface Remembered<T> {
  figure: Promise<T>;
  until: number;
}

const kinds = new Set<RememberedFigures<unknown>>();

const hearers = new Set<(organizationId: string) => void>();

/** Forgets all figures of an organization, because this process has changed something in it. */
export function forgetFigures(organizationId: string): void {
  dropFigures(organizationId);
  for (const hear of hearers) hear(organizationId);
}

/** Forgets all figures of an organization, because another process has changed something in it. */
export function dropFigures(organizationId: string): void {
  for (const kind of kinds) kind.forget(organizationId);
}

/** Calls `hear` when this process has changed something in an organization; the returned function ends that. */
export function onFiguresForgotten(hear: (organizationId: string) => void): () => void {
  hearers.add(hear);
  return () => hearers.delete(hear);
}

/** A key of at most fixed size: filters and lists of ids are as long as callers like. */
function nameOf(key: string): string {
  return key.length <= LONGEST_KEY ? key : createHash('sha256').update(key).digest('base64');
}

/** Remembers one kind of figure for each organization and key. Make one at module scope; it lives as long as we do. */
export class RememberedFigures<T> {
  readonly #byOrganization = new Map<string, Map<string, Remembered<T>>>();

  constructor() {
    kinds.add(this);
  }

  /** The figure for `key` of an organization; `read` runs where it is not remembered. */
  get(organizationId: string, key: string, read: () => Promise<T>): Promise<T> {
    const now = performance.now();
    const figures = this.#figuresOf(organizationId);
    const name = nameOf(key);
    const known = figures.get(name);
    if (known && known.until > now) return known.figure;
    // The promise is kept, not the figure: whoever asks meanwhile waits for the same statement. A change drops the
    // whole map, so what was read before the change cannot be remembered after it.
    const figure = read();
    // All live equally long, so that the oldest stand in front.
    for (const [oldest, { until }] of figures) {
      if (until > now && figures.size < MOST_FIGURES) break;
      figures.delete(oldest);
    }
    figures.delete(name);
    figures.set(name, { figure, until: now + LIFETIME_MS });
    figure.catch(() => figures.delete(name));
    return figure;
  }

  forget(organizationId: string): void {
    this.#byOrganization.delete(organizationId);
  }

  #figuresOf(organizationId: string): Map<string, Remembered<T>> {
    const known = this.#byOrganization.get(organizationId);
    if (known) return known;
    if (this.#byOrganization.size >= MOST_ORGANIZATIONS) this.#byOrganization.clear();
    const figures = new Map<string, Remembered<T>>();
    this.#byOrganization.set(organizationId, figures);
    return figures;
  }
}
