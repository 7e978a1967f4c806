import type { SectionSeed, SiteSeed, SiteSpaceSeed } from '../model/seed-data.ts';

type SectionExtra = Partial<Omit<SectionSeed, 'kind' | 'title' | 'spaces' | 'icon'>>;

function section(
  title: string,
  icon: string,
  spaces: (string | SiteSpaceSeed)[],
  extra: SectionExtra = {},
): SectionSeed {
  return {
    kind: 'section',
    title,
    icon,
    spaces: spaces.map((space) => (typeof space === 'string' ? { space } : space)),
    ...extra,
  };
}

/** What visitors of the help centre may tell about themselves. */
const visitorSchema = {
  $id: 'https://help.skerry.example/visitor.schema.json',
  type: 'object',
  properties: {
    isBetaTester: { type: 'boolean', description: 'Takes part in the early firmware channel' },
    isPartner: { type: 'boolean', description: 'Service partner with a signed agreement' },
    hasEdgeLicense: { type: 'boolean', description: 'Runs Tideline Edge on premises' },
    hasGannet: { type: 'boolean', description: 'Owns at least one buoy' },
    unsigned: {
      type: 'object',
      description: 'Unsigned claims of the site visitor',
      properties: {
        prefersMetric: { type: 'boolean', description: 'Wants units in metres' },
        isDeveloper: { type: 'boolean', description: 'Chose "I write code" on the start page' },
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

const helpStyling = {
  title: 'Skerry help',
  styling: {
    theme: 'clean',
    primaryColor: { light: '#3D6F93', dark: '#7FB2D6' },
    corners: 'rounded',
    font: 'Inter',
  },
  internationalization: { locale: 'en' },
};

/** The sites of Skerry Instruments: with groups, with sections, flat, by share link, and one not yet published. */
export const skerrySites: SiteSeed[] = [
  {
    key: 'help',
    title: 'Skerry help centre',
    type: 'premium',
    visibility: 'public',
    published: true,
    made: 720,
    basename: 'help',
    hostname: 'help.skerry.example',
    customization: helpStyling,
    adaptiveSchema: visitorSchema,
    features: [{ id: 'sites-sections', plan: 'basic', frozen: false }],
    structure: [
      section('Start', 'compass', ['start-here', 'sensors-index'], {
        default: true,
        description: 'Find the right page',
      }),
      {
        kind: 'group',
        title: 'Instruments',
        icon: 'gauge',
        sections: [
          section(
            'Heron',
            'waves',
            [
              { space: 'heron-guide', path: 'en' },
              { space: 'heron-de', path: 'de' },
              { space: 'heron-fr', path: 'fr' },
              { space: 'heron-ja', path: 'ja' },
              { space: 'heron-ar', path: 'ar', condition: 'visitor.claims.isBetaTester' },
            ],
            { description: 'The radar level gauge, in five languages' },
          ),
          section('Gannet', 'life-buoy', ['gannet-guide', 'gannet-mooring'], {
            condition: 'visitor.claims.hasGannet || visitor.claims.isPartner',
          }),
          section('Plover', 'test-tube', ['plover']),
          section('Heron reference', 'ruler', ['heron-reference'], { path: 'reference' }),
        ],
      },
      {
        kind: 'group',
        title: 'On the bank',
        icon: 'radio-tower',
        sections: [
          section('Perch', 'router', ['perch-guide']),
          section('Power', 'battery-charging', ['solar-sizing']),
        ],
      },
      {
        kind: 'group',
        title: 'Tideline',
        icon: 'globe',
        sections: [
          section('Using Tideline', 'layout-dashboard', ['tideline-guide']),
          section(
            'Edge',
            'server',
            [
              'tideline-edge',
              {
                space: 'platform-architecture',
                condition: 'visitor.claims.isPartner && visitor.claims.hasEdgeLicense',
              },
            ],
            { condition: 'visitor.claims.hasEdgeLicense' },
          ),
          section('Release notes', 'newspaper', ['release-notes'], { path: 'releases' }),
        ],
      },
      section('Service partners', 'wrench', ['heron-service', 'fieldwork-safety'], {
        condition: 'visitor.claims.isPartner === true',
        description: 'For technicians who have passed the course',
      }),
      section('Retired products', 'archive', ['heron-mk1'], { path: 'retired' }),
    ],
  },
  {
    key: 'developers',
    title: 'Tideline for developers',
    type: 'basic',
    visibility: 'public',
    published: true,
    made: 610,
    basename: 'developers',
    hostname: 'developers.tideline.example',
    proxy: 'tideline.example/docs/developers',
    structure: [
      section('Guide', 'book-open', ['api-guide'], { default: true }),
      section('Webhooks', 'webhook', ['webhooks']),
      section('Libraries', 'package', [
        { space: 'sdk-python', path: 'python' },
        { space: 'sdk-js', path: 'javascript', default: true },
      ]),
      section('Command line', 'terminal', ['cli'], { path: 'tide' }),
      section('Data formats', 'table', ['data-formats']),
      section('Changes', 'newspaper', ['release-notes']),
    ],
  },
  {
    key: 'handbook',
    title: 'Skerry handbook',
    type: 'basic',
    visibility: 'visitor-auth',
    published: true,
    made: 400,
    basename: 'handbook',
    spaces: [
      { space: 'handbook', default: true },
      { space: 'first-ninety-days' },
      { space: 'policies' },
      { space: 'fieldwork-safety' },
      { space: 'brand', condition: 'visitor.claims.unsigned.isDeveloper !== true' },
    ],
  },
  {
    key: 'partners',
    title: 'Harbour projects',
    type: 'basic',
    visibility: 'share-link',
    published: true,
    made: 180,
    basename: 'harbours',
    structure: [
      section('Aldersund', 'anchor', ['aldersund-harbour'], { default: true }),
      section('Mooring design', 'link', ['gannet-mooring', 'gannet-guide']),
    ],
  },
  {
    key: 'next',
    title: 'Help centre, next edition',
    type: 'basic',
    visibility: 'unlisted',
    published: false,
    made: 21,
    basename: 'help-next',
    spaces: [{ space: 'heron-guide' }, { space: 'tideline-guide' }, { space: 'gannet-guide' }],
  },
];
