import { createHash } from 'node:crypto';
import { checkSpecification, type SpecFinding } from './check-spec.ts';
import { listReferences, pointerParts, resolveFile, type SpecPlace, toPointer } from './spec-members.ts';
import { childOf, isObject, memberOf } from './spec-source.ts';
import {
  type LinePlace,
  MAX_DEPTH,
  readSpecText,
  type SpecText,
  SpecTextError,
  TOO_DEEP,
} from './spec-text.ts';
import { toVisitorFiles, type VisitorFile } from './visitor-files.ts';

/** The files of a specification: texts by name, relative to the main file. */
export interface SpecInput {
  files: Readonly<Record<string, string>>;
  main: string;
  /** Files that could not be had, with the reason. */
  missing?: Readonly<Record<string, string>>;
}

/** What is wrong or odd at a place of a specification. */
export interface SpecProblem {
  message: string;
  file: string;
  line?: number;
  column?: number;
  /** A JSON pointer within the file. */
  path?: string;
}

export type ParseSpecResult =
  | {
      isValid: true;
      /** The `filesystem` of a version, as JSON. */
      filesystem: string;
      hash: string;
      /** As visitors download them. */
      files: VisitorFile[];
      /** The first ones; `warningCount` counts all. */
      warnings: SpecProblem[];
      warningCount: number;
    }
  | { isValid: false; problem: SpecProblem };

const MAX_CHARACTERS = 20 * 1024 * 1024;
const MAX_WARNINGS = 200;
const MAX_MESSAGE_LENGTH = 500;
const MAX_PATH_LENGTH = 1000;

/**
 * Reads an OpenAPI 2.0 or 3 specification (JSON or YAML, one or several files). What is odd becomes a warning; a
 * specification is invalid only if nothing of it can be read. Never throws.
 */
export async function parseSpec(input: SpecInput): Promise<ParseSpecResult> {
  const reader = new SpecReader(input);
  try {
    return await reader.read();
  } catch (error) {
    // Parsers recurse: what is far deeper than the limit ends them.
    const message =
      error instanceof RangeError ? TOO_DEEP : error instanceof Error ? error.message : String(error);
    const place = error instanceof SpecTextError ? error.place : undefined;
    return { isValid: false, problem: { message: cut(message), file: input.main, ...place } };
  }
}

/** The files that are named by files of a specification; those that cannot be read name none. */
export function listSpecFiles({ files }: Pick<SpecInput, 'files'>): string[] {
  const names = new Set<string>();
  for (const [file, text] of Object.entries(files)) {
    if (!isDocument(file)) continue;
    try {
      const read = readSpecText(text);
      checkDepth(read);
      for (const name of referencedFiles(file, read.document)) names.add(name);
    } catch (error) {
      if (!(error instanceof SpecTextError)) throw error;
    }
  }
  return [...names];
}

/** Every file that is not a text such as Markdown; addresses need no extension. */
function isDocument(file: string): boolean {
  return !/\.(md|markdown|txt|html?)$/i.test(file);
}

function referencedFiles(file: string, document: unknown): Set<string> {
  return new Set(listReferences(file, document).map(({ target }) => resolveFile(target, file)));
}

class SpecReader {
  readonly #input: SpecInput;
  readonly #texts = new Map<string, SpecText>();
  readonly #warnings: SpecProblem[] = [];
  #count = 0;

  constructor(input: SpecInput) {
    this.#input = input;
  }

  async read(): Promise<ParseSpecResult> {
    const { main, files } = this.#input;
    const documents: Record<string, unknown> = { [main]: this.#readMain(files[main] ?? '') };
    const waiting = [main];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      for (const name of referencedFiles(file, documents[file])) {
        if (Object.hasOwn(documents, name) || !Object.hasOwn(files, name)) continue;
        documents[name] = this.#readFile(name, files[name] ?? '');
        waiting.push(name);
      }
    }
    const visitorFiles = toVisitorFiles(files, documents, main);
    for (const file of Object.keys(documents)) inlineTexts(documents, file);
    const findings = await checkSpecification(documents, main, this.#input.missing ?? {});
    for (const finding of findings) this.#warn(finding, this.#placeOf(finding));
    const filesystem = this.#storable(JSON.stringify(documents));
    return {
      isValid: true,
      filesystem,
      hash: createHash('sha256').update(filesystem).digest('hex'),
      files: visitorFiles,
      warnings: this.#warnings,
      warningCount: this.#count,
    };
  }

  #readMain(text: string): unknown {
    const read = readSpecText(text);
    const { document } = read;
    if (!isObject(document))
      throw new SpecTextError('The document is not an object, so it is no OpenAPI document.', {
        line: 1,
        column: 1,
      });
    checkDepth(read);
    requireVersion(read);
    this.#note(this.#input.main, read);
    return document;
  }

  /** A file that cannot be read is left out; texts such as Markdown are themselves. */
  #readFile(file: string, text: string): unknown {
    if (!isDocument(file)) return text;
    try {
      const read = readSpecText(text);
      checkDepth(read);
      this.#note(file, read);
      return read.document;
    } catch (error) {
      if (!(error instanceof SpecTextError)) throw error;
      this.#warn({ file, path: [], message: error.message }, error.place);
      return {};
    }
  }

  #note(file: string, read: SpecText): void {
    this.#texts.set(file, read);
    for (const { place, message } of read.warnings) this.#warn({ file, path: [], message }, place);
  }

  #placeOf({ file, path }: SpecPlace): LinePlace | undefined {
    return this.#count >= MAX_WARNINGS ? undefined : this.#texts.get(file)?.placeOf(path);
  }

  #warn({ file, path, message }: SpecFinding, place: LinePlace | undefined): void {
    this.#count += 1;
    if (this.#warnings.length >= MAX_WARNINGS) return;
    const pointer = path.length === 0 ? undefined : toPointer(path).slice(0, MAX_PATH_LENGTH);
    this.#warnings.push({ message: cut(message), file, ...place, ...(pointer && { path: pointer }) });
  }

  /** The database cannot store NUL or lone surrogates; JSON writes both as escapes. */
  #storable(json: string): string {
    if (json.length > MAX_CHARACTERS)
      throw new SpecTextError(
        `The specification has more than ${MAX_CHARACTERS / 1024 / 1024} million characters.`,
      );
    if (!UNSTORABLE.test(json)) return json;
    const message = 'The document has characters that cannot be stored. They are shown as �.';
    this.#warn({ file: this.#input.main, path: [], message }, undefined);
    return json.replaceAll(new RegExp(UNSTORABLE, 'g'), (_escape, before: string) => `${before}\uFFFD`);
  }
}

const UNSTORABLE = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][\da-f]{2})/;

function cut(message: string): string {
  return message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH - 1)}…` : message;
}

/** Refuses documents that are something else, or of a version without the parts that are shown. */
function requireVersion({ document, placeOf }: SpecText): void {
  const version = memberOf(document, 'openapi') ?? memberOf(document, 'swagger');
  const hasParts = ['paths', 'webhooks', 'components', 'definitions'].some((name) =>
    isObject(memberOf(document, name)),
  );
  if (hasParts) return;
  if (
    version !== undefined &&
    (isObject(memberOf(document, 'info')) || memberOf(document, 'swagger') === undefined)
  ) {
    const place = placeOf([]);
    throw new SpecTextError(
      'The document has neither paths, webhooks nor components, so there is nothing to show.',
      place,
    );
  }
  throw new SpecTextError(
    'This is not an OpenAPI document: neither `openapi` or `swagger` with a version nor `paths` is in it.',
    { line: 1, column: 1 },
  );
}

function checkDepth({ document, placeOf }: SpecText): void {
  let level: { value: unknown; path: string[] }[] = [{ value: document, path: [] }];
  for (let depth = 0; level.length > 0; depth += 1) {
    const [first] = level;
    if (depth > MAX_DEPTH) throw new SpecTextError(TOO_DEEP, placeOf(first?.path.slice(0, 5) ?? []));
    level = level.flatMap(({ value, path }) =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).map(([name, member]) => ({
            value: member,
            path: depth < 5 ? [...path, name] : path,
          }))
        : [],
    );
  }
}

/** References to texts, such as a description in a Markdown file, become these texts. */
function inlineTexts(documents: Readonly<Record<string, unknown>>, file: string): void {
  for (const { path, target } of listReferences(file, documents[file])) {
    const parts = pointerParts(target);
    const name = resolveFile(target, file);
    if (!parts || path.length === 0 || !Object.hasOwn(documents, name)) continue;
    const text = parts.reduce<unknown>(childOf, documents[name]);
    if (typeof text !== 'string') continue;
    const parent = path.slice(0, -1).reduce<unknown>(childOf, documents[file]);
    const last = path.at(-1) ?? '';
    if (typeof parent === 'object' && parent !== null) Reflect.set(parent, last, text);
  }
}
