import {
  findNodeAtLocation,
  type Node as JsonNode,
  parseTree,
  type ParseError,
  printParseErrorCode,
} from 'jsonc-parser';
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node as YamlNode,
  parseDocument,
} from 'yaml';

/** A place in a text, counted from one. */
export interface LinePlace {
  line: number;
  column: number;
}

/** A text as a document, with the lines of its values. */
export interface SpecText {
  document: unknown;
  /** What was odd in the text, but could be read. */
  warnings: { place: LinePlace; message: string }[];
  /** The place of a value, or of the nearest one around it. */
  placeOf: (path: readonly string[]) => LinePlace;
}

/** Why a text cannot be read. */
export class SpecTextError extends Error {
  readonly place: LinePlace | undefined;

  constructor(message: string, place?: LinePlace) {
    super(message);
    this.place = place;
  }
}

/** More than any real specification, and safe for recursive code. */
export const MAX_DEPTH = 200;

/** Aliases let a short YAML text expand to a huge one. */
const MAX_ALIASES = 1000;

/** Reads JSON or YAML. Throws `SpecTextError` where it is neither. */
export function readSpecText(text: string): SpecText {
  const content = text.replace(/^\uFEFF/, '');
  // A leading brace can be JSON or YAML flow style.
  return (/^\s*[{[]/.test(content) ? readJson(content) : undefined) ?? readYaml(content);
}

function readJson(text: string): SpecText | undefined {
  let tree: JsonNode | undefined;
  const nodeAt = (path: readonly string[]): JsonNode | undefined => {
    tree ??= parseTree(text, [], { allowTrailingComma: true });
    return tree && nearestJson(tree, path);
  };
  const placeOf = (path: readonly string[]) => placeAt(text, nodeAt(path)?.offset ?? 0);
  try {
    return { document: JSON.parse(text), warnings: [], placeOf };
  } catch {
    const errors: ParseError[] = [];
    const rest = parseTree(text, errors, { allowTrailingComma: true });
    // Comments and commas at the end of lists are no JSON, but often written.
    if (rest && errors.length === 0) {
      const warning = {
        place: { line: 1, column: 1 },
        message: 'The document is JSON with comments or trailing commas.',
      };
      return { document: jsonValue(rest), warnings: [warning], placeOf };
    }
    if (!/^\s*\{\s*"/.test(text)) return undefined;
    const [first] = errors;
    const problem = first ? spaced(printParseErrorCode(first.error)) : 'it cannot be read';
    throw new SpecTextError(`The document is not valid JSON: ${problem}.`, placeAt(text, first?.offset ?? 0));
  }
}

/** `PropertyNameExpected` as words. */
function spaced(code: string): string {
  return code.replaceAll(/(?<=.)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
}

function jsonValue(node: JsonNode): unknown {
  if (node.type === 'array') return (node.children ?? []).map(jsonValue);
  if (node.type !== 'object') return node.value;
  return Object.fromEntries(
    (node.children ?? []).map(({ children: [name, value] = [] }) => [
      String(name?.value),
      value && jsonValue(value),
    ]),
  );
}

function nearestJson(tree: JsonNode, path: readonly string[]): JsonNode {
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(tree, segmentsOf(tree, path.slice(0, length)));
    // The name of a member stands where people look for it.
    if (node) return node.parent?.type === 'property' ? (node.parent.children?.[0] ?? node) : node;
  }
  return tree;
}

/** Items of lists are addressed by numbers. */
function segmentsOf(tree: JsonNode, path: readonly string[]): (string | number)[] {
  let node: JsonNode | undefined = tree;
  return path.map((part) => {
    const segment = node?.type === 'array' ? Number(part) : part;
    node = node && findNodeAtLocation(node, [segment]);
    return segment;
  });
}

function placeAt(text: string, offset: number): LinePlace {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

function readYaml(text: string): SpecText {
  if (measureNesting(text) > MAX_DEPTH) throw new SpecTextError(TOO_DEEP);
  const lines = new LineCounter();
  const document = parseDocument(text, {
    version: '1.2',
    merge: true,
    uniqueKeys: true,
    logLevel: 'error',
    prettyErrors: false,
    lineCounter: lines,
  });
  const placeOfOffset = (offset: number): LinePlace => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const warnings: SpecText['warnings'] = [];
  for (const { code, message, pos } of document.errors) {
    const place = placeOfOffset(pos[0]);
    if (code === 'DUPLICATE_KEY')
      warnings.push({ place, message: 'This name is used twice. The last value counts.' });
    else if (code === 'MULTIPLE_DOCS')
      warnings.push({ place, message: 'The file has several documents. Only the first one is read.' });
    else throw new SpecTextError(`The document is not valid YAML: ${firstSentence(message)}`, place);
  }
  return {
    // Through JSON, so that aliases become copies and dates become strings, as in the JSON form of the same document.
    document: JSON.parse(JSON.stringify(toValue(document)) ?? 'null'),
    warnings,
    placeOf: (path) => placeOfOffset(nearestYaml(document, path)),
  };
}

export const TOO_DEEP = `The document is nested more than ${MAX_DEPTH} levels deep.`;

function firstSentence(message: string): string {
  const [line = ''] = message.split('\n', 1);
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

function toValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    throw new SpecTextError(error instanceof Error ? firstSentence(error.message) : String(error));
  }
}

/** The offset of the value at a path, or of the nearest one around it. */
function nearestYaml(document: Document, path: readonly string[]): number {
  let node: unknown = document.contents;
  let offset = startOf(node);
  for (const part of path) {
    const value = isAlias(node) ? node.resolve(document) : node;
    if (isMap(value)) {
      const pair = value.items.find(({ key }) => String(isScalar(key) ? key.value : key) === part);
      if (!pair) return offset;
      offset = startOf(pair.key) || offset;
      node = pair.value;
    } else if (isSeq(value)) {
      node = value.items[Number(part)];
      offset = startOf(node) || offset;
    } else return offset;
  }
  return offset;
}

function startOf(node: unknown): number {
  const range = (node as YamlNode | null | undefined)?.range;
  return range?.[0] ?? 0;
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
  let isScalarNext = false;
  for (const token of new Lexer().lex(text)) {
    if (isLineStart && !token.endsWith('\n')) openIndent(indents, /^ */.exec(token)?.[0].length ?? 0);
    isLineStart = token.endsWith('\n');
    if (isLineStart) onLine = 0;
    if (!isScalarNext && (token === '[' || token === '{')) flow += 1;
    else if (!isScalarNext && (token === ']' || token === '}')) flow = Math.max(0, flow - 1);
    // `- - -` and `? ? ?` open a collection each.
    else if (!isScalarNext && (token === '-' || token === '?')) onLine += 1;
    isScalarNext = token === SCALAR;
    deepest = Math.max(deepest, flow + onLine + indents.length);
  }
  return deepest;
}

function openIndent(indents: number[], indent: number): void {
  while ((indents.at(-1) ?? -1) > indent) indents.pop();
  if (indent > (indents.at(-1) ?? 0)) indents.push(indent);
}
