import { parseExpressionAt, type AnyNode, type Expression, type Property, type SpreadElement } from 'acorn';
import { readYaml } from '../../source/yaml-values.ts';
import { folderOf, joinPath, resolvePath } from './paths.ts';
import type { SourceFiles } from './source-files.ts';

/** What an expression is that cannot be known without running it. */
export const UNREADABLE: unique symbol = Symbol('unreadable');

/** A call whose meaning the reader of a kind of settings knows: `starlight({…})`. */
export class StaticCall {
  readonly name: string;
  readonly args: unknown[];

  constructor(name: string, args: unknown[]) {
    this.name = name;
    this.args = args;
  }
}

/** Settings have fewer; a program that builds more is not data. */
const MAX_NODES = 200_000;
const MAX_DEPTH = 200;
const MAX_FILES = 20;
const MAX_MEMBERS = 200;

/** Settings in TypeScript without the notations that only say types. */
function withoutTypes(source: string): string {
  return source
    .replaceAll(/[ \t]+(?:as\s+const|satisfies\s+[\w.]+(?:<[\w., ]*>)?(?:\[\])?)(?=\s*[,;)\]}\n])/g, '')
    .replaceAll(/\((\w+)\s*:\s*[\w.]+\)(?=\s*=>)/g, '($1)');
}

/** Reads the default export of a module as data. Nothing is run: values that need it are {@link UNREADABLE}. */
export function readStaticModule(files: SourceFiles, path: string): unknown {
  return new StaticReader(files, { nodes: 0, files: 0 }, path).readExport();
}

/** Reads an expression as data; `constants` are the values of its names. */
export function readStaticExpression(source: string, constants: ReadonlyMap<string, unknown>): unknown {
  return new StaticReader(undefined, { nodes: 0, files: 0 }, '', { source, constants }).readExpression();
}

class StaticReader {
  readonly #files: SourceFiles | undefined;
  readonly #budget: { nodes: number; files: number };
  readonly #path: string;
  readonly #source: string;
  /** Values of constants; being read while undefined. */
  readonly #constants = new Map<string, unknown>();

  constructor(
    files: SourceFiles | undefined,
    budget: { nodes: number; files: number },
    path: string,
    expression?: { source: string; constants: ReadonlyMap<string, unknown> },
  ) {
    this.#files = files;
    this.#budget = budget;
    this.#path = path;
    this.#source = expression?.source ?? withoutTypes(files?.text(path) ?? '');
    for (const [name, value] of expression?.constants ?? []) this.#constants.set(name, value);
  }

  readExpression(): unknown {
    return this.#readAt(0);
  }

  readExport(): unknown {
    this.#budget.files += 1;
    if (this.#budget.files > MAX_FILES) return UNREADABLE;
    if (/\.json$/i.test(this.#path)) {
      const result = readYaml(this.#source);
      return 'problem' in result ? UNREADABLE : result.value;
    }
    const start = /^\s*(?:export\s+default|module\.exports\s*=|export\s*=)\s*/m.exec(this.#source);
    const value = start ? this.#readAt(start.index + start[0].length) : UNREADABLE;
    return value === UNREADABLE ? this.#readMembers() : value;
  }

  /** Of a module that is no data as a whole, the members of its objects that are. */
  #readMembers(): unknown {
    const members = new Map<string, unknown>();
    for (const match of this.#source.matchAll(/^(?: {2}| {4}|\t{1,2})(\w+):[ \t]*(?=\S)/gm)) {
      const name = match[1] ?? '';
      if (members.has(name) || members.size > MAX_MEMBERS) continue;
      const value = this.#readAt(match.index + match[0].length);
      if (value !== UNREADABLE) members.set(name, value);
    }
    return members.size === 0 ? UNREADABLE : Object.fromEntries(members);
  }

  #readAt(position: number): unknown {
    try {
      const options = { ecmaVersion: 'latest', sourceType: 'module' } as const;
      return this.#value(parseExpressionAt(this.#source, position, options), 0);
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof RangeError) return UNREADABLE;
      throw error;
    }
  }

  #value(node: AnyNode, depth: number): unknown {
    this.#budget.nodes += 1;
    if (depth > MAX_DEPTH || this.#budget.nodes > MAX_NODES) return UNREADABLE;
    switch (node.type) {
      case 'Literal':
        return node.value ?? null;
      case 'TemplateLiteral':
        return this.#template(
          node.quasis.map(({ value }) => value.cooked ?? ''),
          node.expressions,
          depth,
        );
      case 'ArrayExpression':
        return node.elements.flatMap((element) => this.#elements(element, depth + 1));
      case 'ObjectExpression':
        return this.#object(node.properties, depth + 1);
      case 'Identifier':
        return node.name === 'undefined' ? undefined : this.#constant(node.name);
      case 'CallExpression':
        return this.#call(node.callee, node.arguments, depth + 1);
      case 'MemberExpression':
        return this.#member(node.object, node.computed ? undefined : node.property, depth + 1);
      case 'UnaryExpression': {
        const value = this.#value(node.argument, depth + 1);
        if (node.operator === '!' && typeof value === 'boolean') return !value;
        return node.operator === '-' && typeof value === 'number' ? -value : UNREADABLE;
      }
      case 'BinaryExpression': {
        const [left, right] = [node.left, node.right].map((side) => this.#value(side, depth + 1));
        return node.operator === '+' && typeof left === 'string' && typeof right === 'string'
          ? left + right
          : UNREADABLE;
      }
      case 'ParenthesizedExpression':
        return this.#value(node.expression, depth + 1);
      default:
        return UNREADABLE;
    }
  }

  #template(texts: readonly string[], expressions: readonly Expression[], depth: number): unknown {
    const values = expressions.map((expression) => this.#value(expression, depth + 1));
    if (values.some((value) => typeof value !== 'string' && typeof value !== 'number')) return UNREADABLE;
    return texts.map((text, index) => text + (index < values.length ? String(values[index]) : '')).join('');
  }

  #elements(element: Expression | SpreadElement | null, depth: number): unknown[] {
    if (element === null) return [];
    if (element.type !== 'SpreadElement') return [this.#value(element, depth)];
    const spread = this.#value(element.argument, depth);
    return Array.isArray(spread) ? spread : [UNREADABLE];
  }

  #object(properties: readonly (Property | SpreadElement)[], depth: number): Record<string, unknown> {
    const object = new Map<string, unknown>();
    for (const property of properties) {
      if (property.type === 'SpreadElement') {
        const spread = this.#value(property.argument, depth);
        if (typeof spread === 'object' && spread !== null)
          for (const [name, value] of Object.entries(spread)) object.set(name, value);
        continue;
      }
      const { key } = property;
      const name = !property.computed && key.type === 'Identifier' ? key.name : this.#value(key, depth);
      if (typeof name === 'string' || typeof name === 'number')
        object.set(
          String(name),
          property.kind === 'init' && !property.method ? this.#value(property.value, depth) : UNREADABLE,
        );
    }
    return Object.fromEntries(object);
  }

  #call(callee: AnyNode, args: readonly (Expression | SpreadElement)[], depth: number): unknown {
    const name = callee.type === 'Identifier' ? callee.name : '';
    const [first] = args;
    if (name === 'require' && first?.type === 'Literal') return this.#module(String(first.value));
    // Functions that return what they are given.
    if (/^(?:define\w*|useBaseUrl|translate|withBase)$/.test(name) && first)
      return this.#elements(first, depth)[0];
    // `require.resolve('./x')`, `path.resolve(__dirname, '../docs')`.
    const method =
      callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : '';
    if (method === 'resolve' || method === 'join') {
      const parts = args
        .flatMap((arg) => this.#elements(arg, depth))
        .filter((part) => typeof part === 'string');
      return parts.join('/');
    }
    return name === ''
      ? UNREADABLE
      : new StaticCall(
          name,
          args.flatMap((arg) => this.#elements(arg, depth)),
        );
  }

  #member(object: AnyNode, property: AnyNode | undefined, depth: number): unknown {
    const value = this.#value(object, depth);
    if (
      typeof value === 'string' &&
      property?.type === 'Identifier' &&
      /^(?:default|src)$/.test(property.name)
    )
      return value;
    if (typeof value !== 'object' || value === null || property?.type !== 'Identifier') return UNREADABLE;
    return Object.hasOwn(value, property.name) ? Reflect.get(value, property.name) : UNREADABLE;
  }

  #constant(name: string): unknown {
    if (this.#constants.has(name)) return this.#constants.get(name);
    this.#constants.set(name, UNREADABLE);
    const escaped = name.replaceAll('$', String.raw`\$`);
    const declared = new RegExp(
      String.raw`^\s*(?:export\s+)?(?:const|let|var)\s+${escaped}\s*(?::[^=]+)?=\s*`,
      'm',
    ).exec(this.#source);
    const imported = new RegExp(
      String.raw`^\s*import\s+(?:type\s+)?(?:\*\s+as\s+)?${escaped}\s+from\s+['"]([^'"\n]+)['"]`,
      'm',
    ).exec(this.#source);
    let value: unknown = UNREADABLE;
    if (declared) value = this.#readAt(declared.index + declared[0].length);
    else if (imported?.[1] !== undefined) value = this.#module(imported[1]);
    this.#constants.set(name, value);
    return value;
  }

  #module(specifier: string): unknown {
    const files = this.#files;
    // A picture is its path.
    if (!files || /\.(?:png|jpe?g|gif|svg|webp|avif|ico|mp4|pdf)$/i.test(specifier)) return specifier;
    if (!specifier.startsWith('.')) return UNREADABLE;
    const path = resolvePath(specifier, joinPath(folderOf(this.#path), 'x'));
    const file =
      path === undefined
        ? undefined
        : files.findFirst([
            path,
            ...['.js', '.ts', '.mjs', '.cjs', '.json', '/index.js', '/index.ts'].map((end) => path + end),
          ]);
    return file === undefined ? UNREADABLE : new StaticReader(files, this.#budget, file).readExport();
  }
}
