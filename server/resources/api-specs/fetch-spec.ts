import { parseUrl } from '#server/base/parse-url.ts';
import type { SpecInput } from '#server/content/specifications/parse-spec.ts';
import { isUrl } from '#server/content/specifications/spec-members.ts';
import { runTask } from '#server/content/tasks/run-task.ts';
import { FetchError } from '#server/network/fetch-error.ts';
import type { Fetcher } from '#server/network/guarded-fetch.ts';

const ACCEPT = 'application/json, application/yaml, text/yaml, text/plain;q=0.9, */*;q=0.5';

/** Files beside the address of a specification. */
const MAX_FILES = 3000;
const MAX_BYTES = 20 * 1024 * 1024;
/** Files that name files, and so on. */
const MAX_ROUNDS = 20;
const MAX_TIME_MS = 5 * 60_000;
const FETCHES_AT_ONCE = 4;

/**
 * Fetches a specification with the files that it refers to. Those are on the same host; what cannot be had is noted with the
 * reason. Throws `FetchError` if the specification itself cannot be had.
 */
export async function fetchSpec(url: string, fetcher: Fetcher, organizationId: string): Promise<SpecInput> {
  const { body, url: base } = await fetcher(url, { accept: ACCEPT });
  const text = decode(body);
  const main = fileNameOf(base) ?? fileNameOf(url) ?? defaultFileName(text);
  const files = new SpecFiles(base, fetcher);
  files.add(main, text, body.length);
  let newFiles: Record<string, string> = { [main]: text };
  for (let round = 0; round < MAX_ROUNDS && Object.keys(newFiles).length > 0; round += 1) {
    const names = await runTask('listSpecFiles', { files: newFiles }, { organizationId });
    newFiles = await files.fetch(names);
  }
  return { files: Object.fromEntries(files.texts), main, missing: Object.fromEntries(files.missing) };
}

class SpecFiles {
  readonly texts = new Map<string, string>();
  readonly missing = new Map<string, string>();
  readonly #base: string;
  readonly #fetcher: Fetcher;
  readonly #signal = AbortSignal.timeout(MAX_TIME_MS);
  #bytes = 0;
  #requests = 0;

  constructor(base: string, fetcher: Fetcher) {
    this.#base = base;
    this.#fetcher = fetcher;
  }

  add(name: string, text: string, bytes: number): void {
    this.texts.set(name, text);
    this.#bytes += bytes;
  }

  /** Fetches those that are not here yet, a few at a time. */
  async fetch(names: readonly string[]): Promise<Record<string, string>> {
    const waiting = names.filter((name) => !this.texts.has(name) && !this.missing.has(name));
    const fetched: Record<string, string> = {};
    const work = async (): Promise<void> => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
        const text = await this.#fetchOne(name);
        if (text !== undefined) fetched[name] = text;
      }
    };
    await Promise.all(Array.from({ length: FETCHES_AT_ONCE }, work));
    return fetched;
  }

  async #fetchOne(name: string): Promise<string | undefined> {
    const url = this.#urlOf(name);
    if (url === undefined) return this.#miss(name, 'it is at another address.');
    if (this.#requests >= MAX_FILES) return this.#miss(name, `at most ${MAX_FILES} files are fetched.`);
    if (this.#bytes >= MAX_BYTES)
      return this.#miss(name, `at most ${MAX_BYTES / 1024 / 1024} MiB are fetched.`);
    if (this.#signal.aborted) return this.#miss(name, 'fetching all files took too long.');
    this.#requests += 1;
    try {
      const maxBytes = MAX_BYTES - this.#bytes;
      const { body, url: end } = await this.#fetcher(url, { accept: ACCEPT, signal: this.#signal, maxBytes });
      if (!isSameHost(end, this.#base)) return this.#miss(name, 'it leads to another address.');
      const text = decode(body);
      this.add(name, text, body.length);
      return text;
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      return this.#miss(name, error.message);
    }
  }

  #miss(name: string, reason: string): undefined {
    this.missing.set(name, reason);
  }

  /** The address of a file; undefined at another host. */
  #urlOf(name: string): string | undefined {
    const path = isUrl(name) ? name : name.split('/').map(encodeURIComponent).join('/');
    const url = parseUrl(path, this.#base);
    return url && isSameHost(url.href, this.#base) ? url.href : undefined;
  }
}

function isSameHost(a: string, b: string): boolean {
  return parseUrl(a)?.origin === parseUrl(b)?.origin;
}

/** Specifications are UTF-8; some are saved as UTF-16. */
function decode(body: Buffer): string {
  const isUtf16 = body[0] === 0xff && body[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(body);
}

/** The name of a file without one. */
export function defaultFileName(text: string): string {
  return `openapi.${text.trimStart().startsWith('{') ? 'json' : 'yaml'}`;
}

/** The file name of a URL, where it looks like a specification. */
function fileNameOf(url: string): string | undefined {
  const name = parseUrl(url)?.pathname.split('/').at(-1);
  return name !== undefined && /^[\w.-]{1,100}\.(json|ya?ml)$/i.test(name) ? name : undefined;
}
