import type { CustomField, CustomFieldType } from '#api/generated/types.gen.ts';

interface TypeLabel {
  label: string;
  /** Which values it takes, as a sentence. */
  description: string;
}

const typeLabels: Record<CustomFieldType, TypeLabel> = {
  text: { label: 'Text', description: 'One line of up to 256 characters.' },
  number: { label: 'Number', description: 'A whole or decimal number, can be negative.' },
  boolean: { label: 'Yes or no', description: 'Yes, no or empty.' },
  tags: { label: 'Tags', description: 'Up to 100 custom tags.' },
  'select:single': { label: 'Single select', description: 'One of the options listed below.' },
  'select:multi': {
    label: 'Multi-select',
    description: 'Any of the options listed below.',
  },
};

const isKnown = (type: string): type is CustomFieldType => Object.hasOwn(typeLabels, type);

/** The types of custom fields, in the order in which they are offered. */
export const fieldTypes = Object.keys(typeLabels).filter(isKnown);

/** What a type is called, and which values it takes. A type of a newer server is shown as it is written. */
export function typeLabelOf(type: string): TypeLabel {
  return isKnown(type) ? typeLabels[type] : { label: type, description: 'Unknown type.' };
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
