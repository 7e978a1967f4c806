import { isSmallValue, limitText } from './limit-text.ts';
import { prettyJson } from './pretty-json.ts';
import type { ExampleView } from './reference-view.ts';
import { readShape, type Shape } from './schema-shape.ts';
import type { Direction } from './schema-tree.ts';
import { entriesOf, isObject, memberOf, type SpecSource, textIn } from './spec-source.ts';

const MAX_DEPTH = 6;
/** Values in one example; more are left out. */
const MAX_VALUES = 120;
const MAX_ITEMS = 3;
const MAX_TEXT_LENGTH = 200;
/** Longer examples of a specification are cut. */
const MAX_EXAMPLE_LENGTH = 6000;
const MAX_EXAMPLES = 5;

/** A value that fits a schema: what the specification shows, else the simplest one. Always the same for a schema. */
export function exampleValue(source: SpecSource, schema: unknown, direction: Direction): unknown {
  return new ExampleMaker(source, direction).make(schema, []);
}

class ExampleMaker {
  readonly #source: SpecSource;
  readonly #direction: Direction;
  #left = MAX_VALUES;

  constructor(source: SpecSource, direction: Direction) {
    this.#source = source;
    this.#direction = direction;
  }

  /** `above`: the keys of the definitions that it is in. Undefined where a value would never end. */
  make(schema: unknown, above: readonly (string | undefined)[]): unknown {
    this.#left -= 1;
    const shape = readShape(this.#source, schema);
    const isRepeated = shape.key !== undefined && above.includes(shape.key);
    if (shape.isNothing || isRepeated || above.length > MAX_DEPTH || this.#left < 0) return undefined;
    const shownValue = this.#shownValue(shape);
    if (shownValue) return shownValue.value;
    const below = [...above, shape.key];
    const type = shape.types[0] ?? (shape.choices.length > 0 ? 'object' : '');
    const variant = this.#chosen(shape, below);
    if (type === 'array') return this.#list(shape, below);
    if (variant !== undefined && !isObject(variant)) return variant;
    if (type === 'object') return { ...(variant as object | undefined), ...this.#object(shape, below) };
    return variant ?? simpleValue(shape, type);
  }

  /** A value of the specification that is small enough to be shown. */
  #shownValue({ examples, default: fallback, values = [], types }: Shape): { value: unknown } | undefined {
    const isInside = types.includes('object') || types.includes('array');
    const candidates = [
      ...examples.slice(0, 1),
      ...(fallback && !isInside ? [fallback.value] : []),
      ...values.slice(0, 1),
    ];
    const example = candidates.find((value) => isSmallValue(value, MAX_EXAMPLE_LENGTH));
    return example === undefined ? undefined : { value: example };
  }

  #chosen({ choices }: Shape, above: readonly (string | undefined)[]): unknown {
    for (const { kind, options, discriminator } of choices) {
      if (kind === 'not') continue;
      for (const option of options.slice(0, MAX_ITEMS)) {
        const value = this.make(option, above);
        if (value === undefined) continue;
        if (!discriminator || !isObject(value)) return value;
        const { key = '', name } = readShape(this.#source, option);
        const variantName = discriminator.values.get(key) ?? name;
        return variantName === undefined ? value : { ...value, [discriminator.field]: variantName };
      }
    }
    return undefined;
  }

  #list({ items, tuple, limits }: Shape, above: readonly (string | undefined)[]): unknown[] {
    const first = tuple.slice(0, MAX_ITEMS).map((item) => this.make(item, above) ?? null);
    const itemCount = Math.min(MAX_ITEMS, Math.max(1, Number(limits.get('minItems') ?? 1)));
    if (items === undefined || first.length >= itemCount) return first;
    const rest = Array.from({ length: itemCount - first.length }, () => this.make(items, above));
    return [...first, ...rest.filter((item) => item !== undefined)];
  }

  #object(shape: Shape, above: readonly (string | undefined)[]): Record<string, unknown> {
    const members: [string, unknown][] = [];
    for (const [name, schema] of shape.properties) {
      if (this.#left <= 0) break;
      const { isReadOnly, isWriteOnly, isDeprecated } = readShape(this.#source, schema);
      const isOmitted = this.#direction === 'request' ? isReadOnly : isWriteOnly;
      if (isOmitted || (isDeprecated && !shape.required.has(name))) continue;
      const value = this.make(schema, above);
      if (value !== undefined) members.push([name, value]);
    }
    if (members.length === 0 && isObject(shape.additional)) {
      const value = this.make(shape.additional, above);
      if (value !== undefined) members.push(['key', value]);
    }
    return Object.fromEntries(members);
  }
}

function simpleValue(shape: Shape, type: string): unknown {
  switch (type) {
    case 'string':
      return simpleText(shape);
    case 'integer':
    case 'number':
      return simpleNumber(shape, type === 'integer');
    case 'boolean':
      return true;
    default:
      return shape.isNullable ? null : type === '' ? undefined : simpleText(shape);
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-15T09:30:00Z',
  date: '2026-01-15',
  time: '09:30:00Z',
  duration: 'P1D',
  email: 'name@example.com',
  'idn-email': 'name@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com',
  url: 'https://example.com',
  'uri-reference': '/path',
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  byte: 'U3dhZ2dlcg==',
  binary: '…',
  password: '********',
};

function simpleText({ format, limits }: Shape): string {
  const formatExample = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (formatExample !== undefined) return formatExample;
  const least = Math.min(MAX_TEXT_LENGTH, Number(limits.get('minLength') ?? 0));
  const most = Number(limits.get('maxLength') ?? MAX_TEXT_LENGTH);
  return 'string'.repeat(Math.ceil(Math.max(least, 1) / 6)).slice(0, Math.max(least, Math.min(6, most)));
}

/** The number nearest to zero that the limits allow. */
function simpleNumber({ limits }: Shape, isWhole: boolean): number {
  const step = Number(limits.get('multipleOf') ?? (isWhole ? 1 : 0.5));
  const above = limits.get('exclusiveMinimum');
  const below = limits.get('exclusiveMaximum');
  const least = typeof above === 'number' ? above + step : Number(limits.get('minimum') ?? -Infinity);
  const most = typeof below === 'number' ? below - step : Number(limits.get('maximum') ?? Infinity);
  const near = Math.min(Math.max(0, least), most);
  const isRounded = limits.has('multipleOf') && Number.isFinite(near / step);
  const rounded = isRounded ? Math.ceil(near / step) * step : near;
  return Number.isFinite(rounded) ? rounded + 0 : 0;
}

/** The examples of a media type, or one made from its schema. `shown`: what stands beside the schema. */
export function readExamples(
  source: SpecSource,
  { type, content, direction }: { type: string; content: unknown; direction: Direction },
): ExampleView[] {
  const language = languageOf(type);
  const toView = (title: string, value: unknown): ExampleView[] => {
    const text = exampleText(type, value);
    return text === '' ? [] : [{ title, language, text }];
  };
  const single = memberOf(content, 'example');
  if (single !== undefined) return toView('', single);
  const namedExamples = entriesOf(memberOf(content, 'examples'))
    .slice(0, MAX_EXAMPLES)
    .flatMap(([name, written]) => {
      const example = source.resolve(written).value;
      const summary = textIn(example, 'summary');
      const title = limitText(summary === '' ? name : summary, MAX_TEXT_LENGTH);
      return toView(title, memberOf(example, 'value'));
    });
  if (namedExamples.length > 0) return namedExamples;
  const schema = memberOf(content, 'schema');
  // Of pictures and archives there is nothing to show.
  const isText = isJson(type) || isForm(type) || /^text\//i.test(type);
  return schema === undefined || !isText ? [] : toView('', exampleValue(source, schema, direction));
}

export const isJson = (type: string): boolean => /[/+]json\b|^\*\/\*$|^application\/\*$/i.test(type);
export const isForm = (type: string): boolean =>
  /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type);

function languageOf(type: string): string {
  if (isJson(type)) return 'json';
  return /[/+](xml|yaml|html)\b/i.exec(type)?.[1]?.toLowerCase().replace('html', 'xml') ?? '';
}

/** An example in the form that is sent. Values without a plain form of the type are left out. */
function exampleText(type: string, value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'string' && !isJson(type)) return cutLines(value);
  if (isForm(type) && isObject(value)) {
    return cutLines(
      formFields(value)
        .map(([name, text]) => `${name}=${text}`)
        .join('\n'),
    );
  }
  const isShown = isJson(type) || /^(application\/(x-)?(ndjson|jsonl)|text\/)/i.test(type);
  if (!isShown) return '';
  return isSmallValue(value, MAX_EXAMPLE_LENGTH) ? cutLines(prettyJson(value)) : '…';
}

/** The fields of a form as texts. */
export function formFields(value: unknown): [string, string][] {
  return entriesOf(value).map(([name, field]) => [
    name,
    typeof field === 'string' ? field : (JSON.stringify(field) ?? ''),
  ]);
}

function cutLines(text: string): string {
  if (text.length <= MAX_EXAMPLE_LENGTH) return text;
  return `${limitText(text, MAX_EXAMPLE_LENGTH - 1).replace(/\n[^\n]*$/, '')}\n…`;
}
