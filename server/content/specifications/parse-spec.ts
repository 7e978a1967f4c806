import { Validator } from '@seriousme/openapi-schema-validator';
import { createHash } from 'node:crypto';
import { Lexer, parseDocument } from 'yaml';

/** The source text and the file name to store it under. */
export interface SpecInput {
  text: string;
  fileName: string;
}

export type ParseSpecResult =
  | { isValid: true; /** The `filesystem` of a version, as JSON. */ filesystem: string; hash: string }
  | { isValid: false; problem: string };

/** More than any real specification, and safe for recursive code. */
const MAX_DEPTH = 200;

const TOO_DEEP = 'The document is nested too deeply.';

/** Aliases let a short YAML text expand to a huge one. */
const MAX_ALIASES = 100;

const MAX_CHARACTERS = 20 * 1024 * 1024;

const validator = new Validator();

/**
 * Parses an OpenAPI 2.0, 3.0 or 3.1 document (JSON or YAML) and validates it against the schema of its version.
 * References to other files stay as they are. Never throws.
 */
export async function parseSpec(input: SpecInput): Promise<ParseSpecResult> {
  try {
    const document = parseText(input.text);
    checkDepth(document);
    await checkSchema(document);
    const filesystem = JSON.stringify({ [input.fileName]: document });
    if (filesystem.length > MAX_CHARACTERS) throw new Error('The document is too large after parsing.');
    checkCharacters(filesystem);
    return { isValid: true, filesystem, hash: createHash('sha256').update(filesystem).digest('hex') };
  } catch (error) {
    return { isValid: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

function parseText(text: string): Record<string, unknown> {
  const trimmed = text.replace(/^\uFEFF/, '').trimStart();
  const value: unknown = trimmed.startsWith('{') ? parseJsonOrYaml(trimmed) : parseYaml(text);
  if (!isRecord(value)) throw new Error('The document is not an object.');
  return value;
}

/** A leading brace can be JSON or YAML flow style. */
function parseJsonOrYaml(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parseYaml(text);
  }
}

function parseYaml(text: string): unknown {
  if (measureNesting(text) > MAX_DEPTH) throw new Error(TOO_DEEP);
  const document = parseDocument(text, { version: '1.2', merge: true, uniqueKeys: true, logLevel: 'silent' });
  const [problem] = document.errors;
  if (problem) throw problem;
  // Via JSON, so that aliases become copies and dates become strings, as in the JSON form of the same document.
  return JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: MAX_ALIASES })));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checkDepth(document: unknown): void {
  let level: unknown[] = [document];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw new Error(TOO_DEEP);
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
}

async function checkSchema(document: Record<string, unknown>): Promise<void> {
  const { valid, errors } = await validator.validate(document);
  if (valid) return;
  if (typeof errors === 'string') {
    if (errors.includes('only internal refs are supported')) return;
    throw new Error(errors);
  }
  const [first] = errors ?? [];
  throw new Error(`${first?.instancePath ?? ''} ${first?.message ?? 'is not valid'}`.trim());
}

/** The database cannot store NUL or lone surrogates; JSON writes both as escapes. */
function checkCharacters(json: string): void {
  if (/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(json))
    throw new Error('The document contains characters that cannot be stored.');
}

/** The lexer's prefix of a scalar, whose text may be anything. */
const SCALAR = '\u001F';

/**
 * The maximum nesting depth of a YAML text, without building it. The parser recurses per level and may overflow the
 * stack, so deeply nested texts must not reach it.
 */
function measureNesting(text: string): number {
  const indents: number[] = [];
  let deepest = 0;
  let flow = 0;
  let onLine = 0;
  let isLineStart = true;
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    if (isLineStart && !token.endsWith('\n')) openIndent(indents, /^ */.exec(token)?.[0].length ?? 0);
    isLineStart = token.endsWith('\n');
    if (isLineStart) onLine = 0;
    if (!isScalar && (token === '[' || token === '{')) flow += 1;
    else if (!isScalar && (token === ']' || token === '}')) flow = Math.max(0, flow - 1);
    // `- - -` and `? ? ?` open a collection each.
    else if (!isScalar && (token === '-' || token === '?')) onLine += 1;
    isScalar = token === SCALAR;
    deepest = Math.max(deepest, flow + onLine + indents.length);
  }
  return deepest;
}

function openIndent(indents: number[], indent: number): void {
  while ((indents.at(-1) ?? -1) > indent) indents.pop();
  if (indent > (indents.at(-1) ?? 0)) indents.push(indent);
}
