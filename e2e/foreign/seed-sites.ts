/** Sites of every visibility: with sections, with site spaces only, and empty ones. */
import type { JsonObject } from './json.ts';
import type { Seeding } from './seeding.ts';

export function seedSites(seeding: Seeding): void {
  const { state, examples, path } = seeding;
  const titles = ['Help', 'Handbook', 'Notes', 'Empty site'];
  const sites = examples.values('SiteVisibility').map((visibility, index) =>
    examples.item('Site', {
      id: `site${index}`,
      title: titles[index] ?? `Site ${index}`,
      visibility,
      published: index !== 2,
      siteSpaces: index === 0 ? 3 : 1,
      createdAt: '2025-11-01T09:00:00.000Z',
      adaptiveContent: { enabled: index === 0 },
      urls: {
        location: 'https://docs.example/site',
        app: 'https://docs.example/site',
        ...(index !== 2 && { published: `https://site${index}.tideline.example/` }),
      },
    }),
  );
  state.lists.set(path('/sites'), sites);
  for (const [index, { id }] of sites.entries()) seedSite(seeding, path(`/sites/${String(id)}`), index);
}

function seedSite({ state, examples, definition, path }: Seeding, base: string, index: number): void {
  const spaces = state.list(path('/spaces')) ?? [];
  const siteSpace = (at: number, known: JsonObject = {}) =>
    examples.item('SiteSpace', {
      id: `sitespace${index}-${at}`,
      path: `v${at}`,
      title: String(spaces[at]?.title),
      space: spaces[at],
      default: at === 0,
      ...known,
    });
  const section = (at: number, siteSpaces: JsonObject[], known: JsonObject = {}) =>
    examples.item('SiteSection', {
      id: `section${index}-${at}`,
      title: `Section ${at}`,
      path: `section-${at}`,
      default: at === 0,
      siteSpaces,
      icon: 'book',
      ...known,
    });
  const condition = 'visitor.claims.plan == "pro"';
  const sections = index === 0;
  const grouped = { sectionGroup: `group${index}` };
  const siteSpaces = [siteSpace(0), siteSpace(1), siteSpace(2, { condition })];
  const list = sections
    ? [
        section(0, [{ ...siteSpaces[0], section: `section${index}-0` }]),
        section(1, [{ ...siteSpaces[1], section: `section${index}-1` }], { condition, ...grouped }),
        section(2, [{ ...siteSpaces[2], section: `section${index}-2` }], grouped),
      ]
    : [];
  state.lists.set(`${base}/sections`, list);
  state.lists.set(
    `${base}/section-groups`,
    sections
      ? [
          examples.item('SiteSectionGroup', { id: `group${index}`, title: 'Group', sections: list.slice(1) }),
          examples.item('SiteSectionGroup', {
            id: `empty-group${index}`,
            title: 'Empty group',
            sections: [],
          }),
        ]
      : [],
  );
  state.lists.set(
    `${base}/site-spaces`,
    sections ? list.flatMap(({ siteSpaces: own }) => own as JsonObject[]) : index === 3 ? [] : [siteSpace(0)],
  );
  state.singles.set(`${base}/adaptive-schema`, {
    object: 'site-adaptive-schema',
    jsonSchema: claimsSchema(),
    updatedAt: '2026-01-05T09:00:00.000Z',
  });
  state.lists.set(`${base}/redirects`, []);
  if (sections && definition.schema('SiteExternalLink'))
    state.lists.set(`${base}/external-links`, [
      examples.item('SiteExternalLink', { id: 'link0', title: 'Status', url: 'https://docs.example/status' }),
    ]);
}

/** Claims of every kind: texts, enumerations, numbers, true or false, lists and objects, and unsigned ones. */
function claimsSchema(): JsonObject {
  return {
    type: 'object',
    properties: {
      plan: { type: 'string', description: 'Their plan', enum: ['free', 'pro'] },
      company: { type: 'string', description: 'Their company' },
      seats: { type: 'number', description: 'How many seats' },
      isBetaUser: { type: 'boolean', description: 'Takes part in the beta' },
      tags: { type: 'array', description: 'Labels', items: { type: 'string', description: 'A label' } },
      address: {
        type: 'object',
        description: 'Where they are',
        properties: { country: { type: 'string', description: 'Country' } },
        additionalProperties: false,
      },
      unsigned: {
        type: 'object',
        description: 'Unsigned claims of the site visitor.',
        properties: { language: { type: 'string', description: 'Their language' } },
        additionalProperties: false,
      },
    },
    additionalProperties: false,
  };
}
