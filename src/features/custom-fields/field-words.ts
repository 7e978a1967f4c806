import type { CustomField, CustomFieldType } from '#api/generated/types.gen.ts';

interface TypeWords {
  label: string;
  /** Which values it takes, as a sentence. */
  rule: string;
}

const words: Record<CustomFieldType, TypeWords> = {
  text: { label: 'Text', rule: 'One line of up to 256 characters.' },
  number: { label: 'Number', rule: 'A whole or decimal number, can be negative.' },
  boolean: { label: 'Yes or no', rule: 'Yes, no or empty.' },
  tags: { label: 'Tags', rule: 'Up to 100 custom tags.' },
  'select:single': { label: 'Single select', rule: 'One of the options listed below.' },
  'select:multi': {
    label: 'Multi-select',
    rule: 'Any of the options listed below.',
  },
};

const isKnown = (type: string): type is CustomFieldType => Object.hasOwn(words, type);

/** The types of custom fields, in the order in which they are offered. */
export const fieldTypes = Object.keys(words).filter(isKnown);

/** What a type is called, and which values it takes. A type of a newer server is shown as it is written. */
export function wordsOfType(type: string): TypeWords {
  return isKnown(type) ? words[type] : { label: type, rule: 'Unknown type.' };
}

/** Whether fields of a type offer a list of options. */
export const hasOptions = (type: string): boolean => type === 'select:single' || type === 'select:multi';

/** What a field is called: its title, else its name. */
export const fieldTitle = ({ title, name }: Pick<CustomField, 'title' | 'name'>): string => title || name;

/** Whether somebody may change a field. Some servers do not tell before it is tried. */
export function mayEditField(field: CustomField): boolean {
  const { permissions }: Partial<CustomField> = field;
  return permissions?.edit ?? true;
}
