import { nameOf, type Contract, type Schema } from '../contract.ts';

/** Realistic texts by field name, or model and field. */
const exampleTexts: Record<string, string> = {
  'ApiSpec.slug': 'billing-api',
  'CustomField.name': 'owner',
  'CustomField.title': 'Owner',
  'CustomFieldCreate.name': 'owner',
  'CustomFieldCreate.title': 'Owner',
  'DraftedGroup.id': 'new:products',
  'DraftedSection.id': 'new:guides',
  'DraftedSection.siteSpaceId': 'new:handbook',
  'DraftedSiteSpace.id': 'new:handbook',
  'ErrorDetail.path': 'body.title',
  'Organization.title': 'Northwind Robotics',
  'Page.title': 'Quick tour',
  'ServerInfo.name': 'bindery',
  'SiteSection.title': 'Guides',
  'SiteSection.path': 'guides',
  'SiteSectionGroup.title': 'Products',
  'Team.title': 'Technical writers',
  'TeamCreate.title': 'Technical writers',
  app: 'https://docs.example.com/app',
  basename: 'handbook',
  condition: 'visitor.claims.isBetaUser',
  contentType: 'image/png',
  description: 'How we build, ship and support our products.',
  displayName: 'Ada Moreno',
  downloadURL: 'https://docs.example.com/files/architecture.png',
  email: 'ada.moreno@example.com',
  emoji: '📘',
  entityID: 'https://login.example.com/metadata',
  hostname: 'docs.example.com',
  icon: 'book-open',
  label: 'Company login',
  locale: 'en',
  location: 'https://docs.example.com/v1',
  markdown: 'Start with the **quick tour**.',
  message: 'The title is too long.',
  name: 'architecture.png',
  path: 'getting-started',
  photoURL: 'https://docs.example.com/people/ada.png',
  placeholder: 'Team or person',
  proxy: 'example.com/docs',
  repoName: 'northwind/handbook',
  screen: 'members',
  slug: 'getting-started',
  spec: 'billing-api',
  subject: 'Describe the new sign-in',
  title: 'Product handbook',
  url: 'https://docs.example.com/start',
};

/** A fixed identifier for a field: it looks random but is the same in every build. */
function toIdentifier(seed: string): string {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz';
  let state = Array.from(seed).reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 65_521, 7);
  return Array.from({ length: 20 }, () => {
    state = (state * 75 + 74) % 65_537;
    return alphabet[state % alphabet.length];
  }).join('');
}

function textFor(field: string, schema: Schema, model: string | undefined): string {
  if (schema.format === 'date-time') return '2026-03-14T09:26:53.589Z';
  if (schema.format === 'color') return '#2f6f6b';
  const exampleText = exampleTexts[`${model}.${field}`] ?? exampleTexts[field] ?? toIdentifier(field);
  if (schema.format === 'uri' && !exampleText.startsWith('https:')) return 'https://docs.example.com';
  return schema.maxLength !== undefined && exampleText.length > Number(schema.maxLength)
    ? toIdentifier(field)
    : exampleText;
}

/**
 * An example of a schema.
 *
 * @param contract the contract, to resolve references
 * @param schema the schema to fill
 * @param field name of the field with the value, which determines the text
 * @param seen names of the models around the value: a recursive model stays empty
 */
export function toExample(
  contract: Contract,
  schema: Schema,
  field = '',
  seen: readonly string[] = [],
): unknown {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    const target = contract.components.schemas[name];
    if (!target || seen.includes(name)) return {};
    return toExample(contract, target, field, target.properties ? [...seen, name] : seen);
  }
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return toExample(contract, schema.anyOf[0], field, seen);
  if (schema.type === 'array') return exampleItems(contract, schema.items ?? {}, field, seen);
  if (schema.type === 'integer' || schema.type === 'number') return exampleNumber(field);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'string') return textFor(field, schema, seen.at(-1));
  return exampleObject(contract, schema, seen);
}

function exampleNumber(field: string): number {
  return field === 'code' ? 400 : (Array.from(field).length % 9) + 1;
}

function exampleItems(contract: Contract, items: Schema, field: string, seen: readonly string[]): unknown[] {
  const isInsideItself = items.$ref !== undefined && seen.includes(nameOf(items.$ref));
  return isInsideItself ? [] : [toExample(contract, items, field.replace(/s$/, ''), seen)];
}

function exampleObject(contract: Contract, schema: Schema, seen: readonly string[]): Record<string, unknown> {
  const fields = Object.entries(schema.properties ?? {}).filter(([, field]) => {
    const isInsideItself = field.$ref !== undefined && seen.includes(nameOf(field.$ref));
    return !isInsideItself && field.deprecated !== true;
  });
  return Object.fromEntries(fields.map(([name, field]) => [name, toExample(contract, field, name, seen)]));
}
