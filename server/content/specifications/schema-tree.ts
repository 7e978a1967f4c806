import { isSmallValue, limitText } from './limit-text.ts';
import { ReadingBudget, type ReadingSize } from './reading-budget.ts';
import type { ChoiceView, FieldView, OptionView, SchemaView, TypeView } from './reference-view.ts';
import { LIMITS, readShape, type Shape, type ShapeChoice } from './schema-shape.ts';
import type { SpecSource } from './spec-source.ts';

/** Schemas in one another; deeper ones are named only. */
const MAX_DEPTH = 12;
/** Definitions below this level are links to where they are shown. */
const MAX_LINKED_DEPTH = 3;
/** A definition that is larger, about 300 KB as HTML, is a link, too. */
const LINKED_SIZE = { schemas: 900, characters: 75_000 };
const MAX_VALUES = 40;
const MAX_OPTIONS = 12;
/** Of more options, none is named in the type. */
const MAX_TYPES = 3;
const MAX_NAME_LENGTH = 200;
const MAX_VALUE_LENGTH = 300;
const MAX_DESCRIPTION_LENGTH = 2000;

/** Who sends a value: fields that only the other side sends are left out. Without it, all are shown. */
export type Direction = 'request' | 'response' | undefined;

interface TreeOptions {
  source: SpecSource;
  /** The addresses of definitions, by key. */
  links: ReadonlyMap<string, string>;
  budget: ReadingBudget;
  direction: Direction;
  /** Whether only the size matters: the budget is spent, and content of definitions is left out. */
  isMeasured?: boolean | undefined;
  /** Whether all definitions inside are links to where they are shown. */
  isFlat?: boolean;
  /** Whether the schema itself is shown here and has no size at which it is a link. */
  isWhole?: boolean;
}

/** A definition that is described, and whose content waits for the rest of the budget. */
interface PendingDefinition {
  view: SchemaView;
  schema: unknown;
  shape: Shape;
  /** The keys of the definitions that it is in. */
  above: readonly (string | undefined)[];
}

/**
 * A schema as a tree. Ends at definitions that contain themselves, at the greatest depth and where the budget ends. What
 * is written in the schema itself comes first, then level by level the definitions that it refers to: each whole, or as a
 * link to its own address where it does not fit any more. The work is in proportion to what is shown.
 */
export function readSchemaTree(schema: unknown, options: TreeOptions): SchemaView {
  return new TreeReader(options).readTree(schema);
}

class TreeReader {
  readonly #options: TreeOptions;
  #budget: ReadingBudget;
  readonly #pending: PendingDefinition[] = [];
  /** Definitions that are links to where they are shown. */
  readonly linked: PendingDefinition[] = [];

  constructor(options: TreeOptions) {
    this.#options = options;
    this.#budget = options.budget;
  }

  readTree(schema: unknown): SchemaView {
    const view = this.#read(schema, []);
    if (this.#pending.length === 0) return view;
    const outer = this.#budget;
    const budget = outer.within(LINKED_SIZE);
    this.#budget = budget;
    // The list grows with the definitions of the next level.
    for (const pending of this.#pending) this.#expand(pending);
    outer.spend(budget.size);
    this.#budget = outer;
    return view;
  }

  #expand({ view, schema, shape, above }: PendingDefinition): void {
    const size = flatSizeOf(schema, this.#options);
    if (!size || !this.#budget.fits(size)) return;
    const inside = [...above, shape.key];
    if (this.#options.isMeasured === true) {
      this.#budget.spend(size);
      for (const below of size.linked) this.#measureBelow(below, inside);
    } else if (this.#budget.takeSchema()) {
      Object.assign(view, this.#readInside(shape, inside), { isCut: false });
    }
  }

  #measureBelow(definition: PendingDefinition, inside: PendingDefinition['above']): void {
    const above = [...inside, ...definition.above.slice(1)];
    const isShown = above.length < MAX_LINKED_DEPTH && !above.includes(definition.shape.key);
    if (isShown) this.#pending.push({ ...definition, above });
  }

  /** `above`: the keys of the definitions that it is in, undefined for schemas without one. */
  #read(schema: unknown, above: readonly (string | undefined)[]): SchemaView {
    const { source, links, isFlat = false, isWhole = false } = this.#options;
    const shape = readShape(source, schema);
    const href = shape.key === undefined ? undefined : links.get(shape.key);
    const view = this.#describe(shape, href, above);
    if (!hasInside(shape)) return view;
    const isRepeated = shape.key !== undefined && above.includes(shape.key);
    const isElsewhere = href !== undefined && above.length >= (isFlat ? 1 : MAX_LINKED_DEPTH);
    if (isElsewhere) this.linked.push({ view, schema, shape, above });
    if (isRepeated || isElsewhere || above.length >= MAX_DEPTH) return { ...view, isCut: true };
    const isRoot = above.length === 0 && (isFlat || isWhole);
    if (href !== undefined && !isRoot) {
      view.isCut = true;
      this.#pending.push({ view, schema, shape, above });
      return view;
    }
    if (!this.#budget.takeSchema()) return { ...view, isCut: true };
    return { ...view, ...this.#readInside(shape, [...above, shape.key]) };
  }

  #describe(shape: Shape, href: string | undefined, above: readonly (string | undefined)[]): SchemaView {
    const budget = this.#budget;
    const valueTexts = (shape.values ?? [])
      .slice(0, MAX_VALUES)
      .map(valueText)
      .filter((text) => budget.takeText(text));
    const [example] = shape.examples;
    const isScalar = !hasInside(shape);
    return {
      type: this.#typeOf(shape, above.length),
      isNullable: shape.isNullable,
      format: limitText(shape.format, MAX_NAME_LENGTH),
      description: budget.cut(shape.description, MAX_DESCRIPTION_LENGTH),
      isDeprecated: shape.isDeprecated,
      isReadOnly: shape.isReadOnly,
      isWriteOnly: shape.isWriteOnly,
      limits: LIMITS.flatMap((kind) => {
        const value = shape.limits.get(kind);
        if (value === undefined) return [];
        return [{ kind, value: value === true ? '' : limitText(String(value), MAX_VALUE_LENGTH) }];
      }),
      values: valueTexts,
      moreValues: (shape.values?.length ?? 0) - valueTexts.length,
      ...(shape.default && { default: valueText(shape.default.value) }),
      // Examples of objects are long, and in the samples.
      ...(isScalar && example !== undefined && { example: valueText(example) }),
      fields: [],
      moreFields: 0,
      tuple: [],
      choices: [],
      ...(shape.name !== undefined && { name: limitText(shape.name, MAX_NAME_LENGTH) }),
      ...(href !== undefined && { href }),
      isCut: false,
    };
  }

  #readInside(
    shape: Shape,
    above: readonly (string | undefined)[],
  ): Pick<SchemaView, 'fields' | 'moreFields' | 'item' | 'tuple' | 'choices'> {
    const { fields, moreFields } = this.#readFields(shape, above);
    const inner = shape.types.includes('array') || shape.items !== undefined ? shape.items : shape.additional;
    return {
      fields,
      moreFields,
      ...(inner !== undefined && { item: this.#read(inner, above) }),
      tuple: shape.tuple.slice(0, MAX_OPTIONS).map((item) => this.#read(item, above)),
      choices: shape.choices.map((choice) => this.#readChoice(choice, above)),
    };
  }

  #readFields(
    { properties, required }: Shape,
    above: readonly (string | undefined)[],
  ): { fields: FieldView[]; moreFields: number } {
    const { direction, source } = this.#options;
    const budget = this.#budget;
    const fields: FieldView[] = [];
    let characters = 0;
    for (const [name, schema] of properties) {
      if (!budget.takeSchema()) break;
      characters += 1;
      const { isReadOnly, isWriteOnly } = readShape(source, schema);
      if (direction === 'request' ? isReadOnly : direction === 'response' && isWriteOnly) continue;
      const isRequired = required.has(name);
      fields.push({ name: limitText(name, MAX_NAME_LENGTH), isRequired, schema: this.#read(schema, above) });
    }
    return { fields, moreFields: properties.size - characters };
  }

  #readChoice(
    { kind, options, discriminator }: ShapeChoice,
    above: readonly (string | undefined)[],
  ): ChoiceView {
    const { source } = this.#options;
    const budget = this.#budget;
    const views: OptionView[] = [];
    for (const option of options.slice(0, MAX_OPTIONS)) {
      if (!budget.takeSchema()) break;
      const schema = this.#read(option, above);
      const { key, name = '', title } = readShape(source, option);
      const value =
        discriminator && (discriminator.values.get(key ?? '') ?? (name === '' ? undefined : name));
      views.push({
        title: limitText(title === '' ? name : title, MAX_NAME_LENGTH),
        ...(value !== undefined && { value: limitText(value, MAX_NAME_LENGTH) }),
        schema,
      });
    }
    return {
      kind,
      options: views,
      moreOptions: options.length - views.length,
      ...(discriminator && { field: limitText(discriminator.field, MAX_NAME_LENGTH) }),
    };
  }

  #typeOf(shape: Shape, depth: number): TypeView {
    if (shape.isNothing) return { kind: 'name', name: 'never' };
    const listed = [...new Set(shape.types)];
    const types = listed.map((type): TypeView => {
      const inner = type === 'array' ? shape.items : shape.additional;
      const isMap = type === 'object' && shape.properties.size === 0 && inner !== undefined;
      if (type === 'array' || isMap) {
        const of: TypeView = isNamed(inner, depth)
          ? this.#typeOf(readShape(this.#options.source, inner), depth + listed.length)
          : ANY;
        return type === 'array' ? { kind: 'array', of } : { kind: 'map', of };
      }
      return type === 'object'
        ? nameOf(shape, 'object')
        : { kind: 'name', name: limitText(type, MAX_NAME_LENGTH) };
    });
    // A definition has a name; anything else is what it may be.
    const either = types.length === 0 && shape.name === undefined ? this.#typesOfChoice(shape, depth) : types;
    const [only = nameOf(shape, ''), ...others] = either;
    return others.length === 0 ? only : { kind: 'either', types: either };
  }

  #typesOfChoice({ choices }: Shape, depth: number): TypeView[] {
    const [{ kind, options } = { kind: 'not', options: [] }] = choices;
    if (kind === 'not' || options.length > MAX_TYPES || depth >= MAX_DEPTH) return [];
    return options.map((option) => this.#typeOf(readShape(this.#options.source, option), MAX_DEPTH));
  }
}

/** A definition without the content of those that it refers to. */
interface FlatSize extends ReadingSize {
  linked: readonly PendingDefinition[];
}

/** By direction and key; undefined for those that are links everywhere. */
const flatSizes = new WeakMap<SpecSource, Map<string, FlatSize | undefined>>();

function flatSizeOf(schema: unknown, { source, links, direction }: TreeOptions): FlatSize | undefined {
  const sizes = flatSizes.get(source) ?? new Map<string, FlatSize | undefined>();
  flatSizes.set(source, sizes);
  // What stands beside a reference belongs to this use of it.
  const isPlain = Object.keys(Object(schema)).length === 1;
  const name = isPlain ? `${direction ?? ''} ${source.resolve(schema).key}` : '';
  if (isPlain && sizes.has(name)) return sizes.get(name);
  const budget = new ReadingBudget(LINKED_SIZE);
  const reader = new TreeReader({ source, links, direction, budget, isFlat: true });
  reader.readTree(schema);
  const size = budget.isExceeded ? undefined : { ...budget.size, linked: reader.linked };
  if (isPlain) sizes.set(name, size);
  return size;
}

const ANY: TypeView = { kind: 'name', name: '' };

function isNamed(inner: unknown, depth: number): boolean {
  return inner !== undefined && depth < MAX_DEPTH;
}

function nameOf({ name, title }: Shape, fallback: string): TypeView {
  const typeName = name ?? (/^[\w.-]+$/.test(title) ? title : fallback);
  return { kind: 'name', name: limitText(typeName, MAX_NAME_LENGTH) };
}

/** Whether a schema has others in it. */
function hasInside({ properties, items, additional, tuple, choices }: Shape): boolean {
  const isOpen = additional !== undefined && additional !== true;
  return properties.size > 0 || items !== undefined || isOpen || tuple.length > 0 || choices.length > 0;
}

/** A value as JSON; a text without quotation marks. One that is too large to be shown is `…`. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return limitText(value, MAX_VALUE_LENGTH);
  return isSmallValue(value, MAX_VALUE_LENGTH)
    ? limitText(JSON.stringify(value) ?? '', MAX_VALUE_LENGTH)
    : '…';
}
