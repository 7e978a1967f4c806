import { nameOf, type Contract, type Schema } from '../contract.ts';
import { html, renderMarkdown, type Markup, type Renderable } from './markup.ts';

/** Whether a model is the envelope of a list and nothing else. */
export function isEnvelope(schema: Schema): boolean {
  return Object.keys(schema.properties ?? {}).join() === 'next,count,items';
}

/** Whether a schema has its own section in the reference: models and enumerations do. */
export function isModel(schema: Schema): boolean {
  return (
    !isEnvelope(schema) && (schema.properties !== undefined || schema.type === 'object' || isUnion(schema))
  );
}

function isUnion(schema: Schema): boolean {
  return schema.enum !== undefined || schema.anyOf !== undefined;
}

function join(parts: Renderable[], separator: string): Renderable[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
}

/** The type of a schema in words, with links to models. */
export function toType(contract: Contract, schema: Schema): Renderable {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    const target = contract.components.schemas[name] ?? {};
    if (isModel(target)) return html`<a href="#model-${name}">${name}</a>`;
    if (isEnvelope(target)) return ['list of ', toType(contract, target.properties?.items?.items ?? {})];
    return toType(contract, target);
  }
  if (schema.anyOf)
    return join(
      schema.anyOf.map((variant) => toType(contract, variant)),
      ' or ',
    );
  if (schema.enum)
    return join(
      schema.enum.map((member) => html`<code>${JSON.stringify(member)}</code>`),
      ' or ',
    );
  if (schema.type === 'array') return ['array of ', toType(contract, schema.items ?? {})];
  const values = schema.additionalProperties;
  if (schema.type === 'object' && typeof values === 'object' && !schema.properties) {
    return ['object of ', toType(contract, values)];
  }
  if (schema.format === 'date-time') return 'date-time';
  if (schema.format === 'uri') return 'URL';
  return schema.type ?? 'anything';
}

/** The schema with the limits of a value: follows references, ignores `null`. */
function withLimits(contract: Contract, schema: Schema): Schema {
  const target = schema.$ref === undefined ? undefined : contract.components.schemas[nameOf(schema.$ref)];
  if (target) return isModel(target) ? schema : { ...withLimits(contract, target), ...schema };
  const variants = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  const [only] = variants;
  return only && variants.length === 1 ? withLimits(contract, only) : schema;
}

function range(minimum: unknown, maximum: unknown, unit: string): string | undefined {
  if (minimum === undefined && maximum === undefined) return undefined;
  if (maximum === undefined) return `at least ${minimum}${unit}`;
  return minimum === undefined ? `at most ${maximum}${unit}` : `${minimum} to ${maximum}${unit}`;
}

function limitsOf(contract: Contract, schema: Schema): Renderable[] {
  const limited = withLimits(contract, schema);
  const members = contract.components.schemas[nameOf(limited.$ref ?? '')]?.enum;
  return [
    members &&
      join(
        members.map((member) => html`<code>${member}</code>`),
        ', ',
      ),
    range(limited.minLength, limited.maxLength, ' characters'),
    range(limited.minItems, limited.maxItems, ' items'),
    range(limited.minimum, limited.maximum, ''),
    limited.pattern !== undefined && html`pattern <code>${String(limited.pattern)}</code>`,
    schema.default !== undefined && html`default <code>${JSON.stringify(schema.default)}</code>`,
  ].filter((part) => part !== undefined && part !== false);
}

/** A field or parameter to show. */
interface Field {
  name: string;
  schema: Schema;
  required: boolean;
  description: string;
}

function fieldItem(contract: Contract, { name, schema, required, description }: Field): Markup {
  const limits = limitsOf(contract, schema);
  return html`<li>
    <p class="field">
      <code>${name}</code> <span class="type">${toType(contract, schema)}</span>${
        required && html` <span class="required">required</span>`
      }${schema.deprecated === true && html` <span class="deprecated">deprecated</span>`}
    </p>
    ${renderMarkdown(description)} ${limits.length > 0 && html`<p class="limits">${join(limits, ' · ')}</p>`}
  </li> `;
}

/** A list of fields or parameters. */
export function fieldList(contract: Contract, fields: Field[]): Markup {
  return html`<ul class="fields">
    ${fields.map((field) => fieldItem(contract, field))}
  </ul>`;
}

/** The fields of a model. */
export function modelFields(schema: Schema): Field[] {
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    schema: field,
    required: schema.required?.includes(name) ?? false,
    description: field.description ?? '',
  }));
}
