import type { SchemaView, TypeView } from '../specifications/reference-view.ts';
import { fillLabel, type ReferenceLabels } from './reference-labels.ts';

/** The type of a schema in words. */
export function describeType({ type, isNullable, format }: SchemaView, labels: ReferenceLabels): string {
  const text = typeText(type, labels);
  const typed = isNullable && text !== labels.apiAny ? fillLabel(labels.apiNullable, text) : text;
  return format === '' ? typed : `${typed} (${format})`;
}

function typeText(type: TypeView, labels: ReferenceLabels): string {
  switch (type.kind) {
    case 'name':
      return type.name === '' ? labels.apiAny : type.name === 'never' ? labels.apiNever : type.name;
    case 'array':
      return fillLabel(labels.apiArrayOf, typeText(type.of, labels));
    case 'map':
      return fillLabel(labels.apiMapOf, typeText(type.of, labels));
    case 'either':
      return type.types.map((one) => typeText(one, labels)).join(` ${labels.apiOr} `);
  }
}

/** The address of the definition of a type: its own, or that of its items. */
export function hrefOfType({ href, item }: SchemaView): string | undefined {
  return href ?? (item && hrefOfType(item));
}

/** The schema whose fields are those of a value: of a list or map, that of its items. */
export function innerSchema(schema: SchemaView): SchemaView {
  return schema.item && schema.fields.length === 0 ? innerSchema(schema.item) : schema;
}

/** Whether there is something to show below the first line of a schema. */
export function hasInside({ fields, choices, tuple, item }: SchemaView): boolean {
  return (
    fields.length > 0 || choices.length > 0 || tuple.length > 0 || (item !== undefined && hasDetails(item))
  );
}

/** Whether a schema says more than its type. */
export function hasDetails(schema: SchemaView): boolean {
  const { description, limits, values, example } = schema;
  return (
    description !== '' || limits.length > 0 || values.length > 0 || example !== undefined || hasInside(schema)
  );
}
