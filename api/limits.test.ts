import { expect, test } from 'vitest';
import { nameOf, readContract, type Schema } from './contract.ts';

const { schemas } = readContract().components;

/** The schema with the limits of a field, without references and `null`. */
function follow(schema: Schema): Schema {
  const target = schema.$ref === undefined ? undefined : schemas[nameOf(schema.$ref)];
  if (target) return follow(target);
  const [nonNull, ...others] = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return nonNull && others.length === 0 ? follow(nonNull) : schema;
}

function field(path: string): Schema {
  const [model = '', name = ''] = path.split('.');
  const schema = schemas[model]?.properties?.[name];
  if (!schema) throw new Error(`${path} is not in the contract`);
  return follow(schema);
}

test.each([
  ['SpaceUpdate.title', undefined, 50],
  ['SpaceUpdate.emoji', undefined, 50],
  ['CollectionCreate.title', undefined, 50],
  ['CollectionUpdate.title', undefined, 50],
  ['CollectionUpdate.description', undefined, 100],
  ['Site.hostname', undefined, 512],
  ['SiteCreate.title', 2, 128],
  ['SiteUpdate.title', 2, 128],
  ['SiteUpdate.basename', 1, 100],
  ['SiteUpdate.proxy', undefined, 512],
  ['SiteSectionCreate.title', 2, 64],
  ['SiteSectionUpdate.title', 2, 128],
  ['SiteSectionUpdate.path', 1, 100],
  ['SiteSectionUpdate.description', undefined, 256],
  ['SiteSectionUpdate.condition', 1, 1024],
  ['SiteSectionUpdate.icon', undefined, 50],
  ['SiteSectionGroupCreate.title', 1, 100],
  ['SiteSectionGroupCreate.icon', undefined, 50],
  ['SiteSectionGroupUpdate.title', 1, 100],
  ['SiteSpaceUpdate.path', 1, 100],
  ['SiteSpaceUpdate.condition', 1, 1024],
  ['CustomFieldCreate.name', 1, 50],
  ['CustomFieldCreate.title', undefined, 100],
  ['CustomFieldCreate.description', undefined, 200],
  ['CustomFieldCreate.placeholder', undefined, 100],
  ['OrganizationUpdate.title', 2, 255],
  ['OrganizationUpdate.hostname', 3, 32],
  ['OrganizationUpdate.logo', undefined, 2048],
  ['SamlProviderCreate.label', 1, 30],
  ['SamlProviderCreate.entityID', undefined, 1024],
  ['SamlProviderCreate.certificate', undefined, 10_000],
  ['SamlProviderCreate.ssoURL', undefined, 2048],
  ['TeamCreate.title', 1, 64],
  ['TeamUpdate.title', 1, 64],
  ['ChangeRequestUpdate.subject', undefined, 100],
  ['ApiSpecCreate.slug', 1, 100],
  ['ApiSpec.sourceURL', undefined, 2048],
  ['TranslationInput.title', 1, 100],
])('%s has between %s and %s characters', (path, minimum, maximum) => {
  expect([field(path).minLength, field(path).maxLength]).toEqual([minimum, maximum]);
});

test('the options of a custom field number 1 to 50', () => {
  expect(field('CustomFieldCreate.options')).toMatchObject({ minItems: 1, maxItems: 50 });
});

test.each([
  ['CustomFieldCreate.name', 'api-owner_2', 'API owner'],
  ['ApiSpecCreate.slug', 'billing-api-2', 'billing--api'],
  ['SiteUpdate.proxy', 'www.example.com/docs/v2', 'www.example.com'],
  ['Site.hostname', 'docs.example.com', 'example.com'],
])('%s accepts %j and rejects %j', (path, good, bad) => {
  const pattern = new RegExp(String(field(path).pattern), 'u');
  expect([pattern.test(good), pattern.test(bad)]).toEqual([true, false]);
});

test.each([
  ['MemberUpdate.role'],
  ['OrganizationUpdate.defaultRole'],
  ['OrganizationUpdate.defaultContent'],
  ['OrganizationUpdate.logo'],
  ['CollectionUpdate.defaultLevel'],
  ['SpaceUpdate.defaultLevel'],
  ['SiteUpdate.proxy'],
  ['SiteSectionUpdate.condition'],
  ['SiteSectionUpdate.icon'],
  ['SiteSectionUpdate.description'],
  ['SiteSpaceUpdate.condition'],
  ['ContentMove.parent'],
])('%s can be null', (path) => {
  const [model = '', name = ''] = path.split('.');
  const variants = schemas[model]?.properties?.[name]?.anyOf;
  expect(variants).toContainEqual({ type: 'null' });
});
