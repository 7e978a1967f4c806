import type { CustomField, CustomFieldType } from '#api/generated/types.gen.ts';

interface TypeLabel {
  label: string;
  /** The values it accepts, as a sentence. */
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

/** Field types in display order. */
export const fieldTypes = Object.keys(typeLabels).filter(isKnown);

/** Label and description of a type. An unknown type is shown as the server names it. */
export function typeLabelOf(type: string): TypeLabel {
  return isKnown(type) ? typeLabels[type] : { label: type, description: 'Unknown type.' };
}

export const hasOptions = (type: string): boolean => type === 'select:single' || type === 'select:multi';

/** The title, or the name if there is none. */
export const fieldTitle = ({ title, name }: Pick<CustomField, 'title' | 'name'>): string => title || name;

/** Whether the user may edit a field. Some servers don't report it; then it is assumed. */
export function mayEditField(field: CustomField): boolean {
  const { permissions }: Partial<CustomField> = field;
  return permissions?.edit ?? true;
}
