import type { CollectionSeed, ContentSeed, PageText, SpaceSeed } from '../model/seed-data.ts';
import { apiGuide } from '../texts/api-guide.ts';
import { cli, sdkJs, sdkPython } from '../texts/client-libraries.ts';
import { brand, fieldworkSafety, firstNinetyDays, policies } from '../texts/company.ts';
import { aldersundHarbour, presales, riverLorne, supportPlaybook } from '../texts/customers.ts';
import { oldWiki, sandboxJonas, summerParty } from '../texts/deleted.ts';
import { engineeringPractices, incidentReviews, oncall, platformArchitecture } from '../texts/engineering.ts';
import { roadmap, startHere } from '../texts/entrance.ts';
import { gannetGuide, gannetMooring } from '../texts/gannet.ts';
import { heronMk1, perchGuide, solarSizing } from '../texts/gateways.ts';
import { handbook } from '../texts/handbook.ts';
import { heronGuide } from '../texts/heron-guide.ts';
import { heronReference } from '../texts/heron-reference.ts';
import { heronAr, heronDe, heronFr, heronJa } from '../texts/heron-translations.ts';
import { dataFormats, tidelineEdge, webhooks } from '../texts/integration.ts';
import { releaseNotes } from '../texts/release-notes.ts';
import { runbooks } from '../texts/runbooks.ts';
import { auditEvidence, security, supplierReviews } from '../texts/security.ts';
import { calibration, heronService, plover, sensorsIndex } from '../texts/sensors.ts';
import { tidelineGuide } from '../texts/tideline-guide.ts';

type Extra = Partial<
  Pick<SpaceSeed, 'visibility' | 'locked' | 'level' | 'pictures' | 'deleted' | 'gitSync' | 'visitorAuth'>
>;

/** A space: key, emoji, title, pages, who made it and how many days ago. */
function space(
  key: string,
  emoji: string,
  title: string,
  pages: PageText[],
  by: string,
  made: number,
  extra: Extra = {},
): SpaceSeed {
  return { kind: 'space', key, emoji, title, pages, by, made, ...extra };
}

/** A collection of what is listed, in that order. */
function collection(
  key: string,
  title: string,
  made: number,
  fields: Pick<CollectionSeed, 'description' | 'level'>,
  items: ContentSeed[],
): CollectionSeed {
  return { kind: 'collection', key, title, made, ...fields, items };
}

const PUBLIC: Extra = { visibility: 'public' };

const sensors = collection(
  'sensors',
  'Sensors',
  1290,
  { description: 'Everything that touches, or watches, the water' },
  [
    space('sensors-index', '🧭', 'Which sensor?', sensorsIndex, 'creator', 700, PUBLIC),
    collection('heron', 'Heron', 1280, { description: 'The radar level gauge' }, [
      space('heron-guide', '🌊', 'Heron user guide', heronGuide, 'creator', 1210, {
        visibility: 'public',
        pictures: [
          { name: 'levels.png', kind: 'chart' },
          { name: 'signal-path.svg', kind: 'diagram', labels: ['Heron', 'Perch', 'Tideline', 'You'] },
          { name: 'lightning.svg', kind: 'diagram', labels: ['Bracket', '16 mm² lead', 'Earth rod'] },
        ],
        gitSync: {
          repoName: 'skerry/heron-guide',
          url: 'https://git.skerry.example/heron-guide',
          installationProvider: 'github',
        },
      }),
      space('heron-reference', '📐', 'Heron technical reference', heronReference, 'ana.kovacevic', 1150, {
        visibility: 'public',
        pictures: [{ name: 'chain.svg', kind: 'diagram', labels: ['Radar', 'Filter', 'Datum', 'Output'] }],
      }),
      space('heron-service', '🧰', 'Heron service manual', heronService, 'magnus.thorsen', 940, {
        pictures: [{ name: 'deviation.png', kind: 'chart' }],
      }),
    ]),
    collection('gannet', 'Gannet', 1020, { description: 'The moored buoy', level: 'comment' }, [
      space('gannet-guide', '🛟', 'Gannet buoy handbook', gannetGuide, 'bjork.stefansdottir', 1001, {
        visibility: 'public',
        pictures: [
          { name: 'deployment.svg', kind: 'diagram', labels: ['Buoy', 'Mooring', 'Anchor', 'Position'] },
        ],
      }),
      space('gannet-mooring', '⚓', 'Mooring design', gannetMooring, 'bjork.stefansdottir', 870, PUBLIC),
    ]),
    space('plover', '🧪', 'Plover water quality sonde', plover, 'ana.kovacevic', 610, PUBLIC),
    space('calibration', '⚖️', 'Calibration laboratory', calibration, 'dmitri.sokolov', 905, {
      locked: true,
      level: 'comment',
      pictures: [{ name: 'residuals.png', kind: 'chart' }],
    }),
  ],
);

const products = collection('products', 'Products', 1300, { description: 'Manuals of everything we build' }, [
  sensors,
  collection('gateways', 'Gateways and power', 1100, { description: 'What stands on the bank' }, [
    space('perch-guide', '📶', 'Perch gateway guide', perchGuide, 'creator', 1090, {
      visibility: 'public',
      pictures: [
        { name: 'data-path.svg', kind: 'diagram', labels: ['RS-485', 'Perch', 'LTE-M', 'Tideline'] },
      ],
    }),
    space('solar-sizing', '🔋', 'Power and solar', solarSizing, 'magnus.thorsen', 760, {
      visibility: 'public',
      level: 'comment',
    }),
  ]),
  collection(
    'translations',
    'Translations',
    520,
    { description: 'Heron in other languages', level: 'edit' },
    [
      space('heron-de', '🇩🇪', 'Heron Benutzerhandbuch', heronDe, 'clara.desmet', 500, PUBLIC),
      space('heron-fr', '🇫🇷', 'Heron : guide d’utilisation', heronFr, 'francois.lefevre', 490, PUBLIC),
      space('heron-ja', '🇯🇵', 'Heron ユーザーガイド', heronJa, 'aiko.nakamura', 410, PUBLIC),
      space('heron-ar', '🇦🇪', 'دليل مستخدم هيرون', heronAr, 'fatima.zahrani', 150, {
        visibility: 'unlisted',
      }),
    ],
  ),
]);

const tideline = collection(
  'tideline',
  'Tideline',
  1285,
  { description: 'The platform, for users and developers' },
  [
    space('tideline-guide', '🌐', 'Tideline user guide', tidelineGuide, 'caoimhe.byrne', 1188, {
      visibility: 'public',
      pictures: [
        { name: 'reading-life.svg', kind: 'diagram', labels: ['Arrives', 'Checked', 'Stored', 'Watched'] },
      ],
    }),
    space('release-notes', '🗞️', 'Release notes', releaseNotes, 'caoimhe.byrne', 1180, PUBLIC),
    collection(
      'developers',
      'Developers',
      990,
      { description: 'API, formats and libraries', level: 'comment' },
      [
        space('api-guide', '⚡', 'Tideline API guide', apiGuide, 'chen.wei', 985, {
          visibility: 'public',
          gitSync: {
            repoName: 'skerry/api-guide',
            url: 'https://git.skerry.example/api-guide',
            installationProvider: 'gitlab',
          },
        }),
        space('webhooks', '🪝', 'Webhooks and events', webhooks, 'eero.virtanen', 720, PUBLIC),
        space('data-formats', '🗂️', 'Data formats', dataFormats, 'eero.virtanen', 540, PUBLIC),
        collection(
          'sdks',
          'Client libraries',
          660,
          { description: 'Python, JavaScript, command line', level: 'review' },
          [
            space('sdk-python', '🐍', 'Python client', sdkPython, 'minh.nguyen', 655, PUBLIC),
            space('sdk-js', '🟨', 'JavaScript client', sdkJs, 'viktor.horvath', 630, PUBLIC),
            space('cli', '⌨️', 'The tide command', cli, 'minh.nguyen', 600, PUBLIC),
          ],
        ),
      ],
    ),
    space('tideline-edge', '🏭', 'Tideline Edge', tidelineEdge, 'oluwaseun.adeyemi', 430, {
      visibility: 'visitor-auth',
      visitorAuth: { backend: 'custom' },
      level: null,
      pictures: [{ name: 'edge.svg', kind: 'diagram', labels: ['Gateways', 'Edge', 'Cloud'] }],
    }),
    collection('operations', 'Operations', 980, { description: 'Running it, day and night' }, [
      space('runbooks', '📕', 'Tideline runbooks', runbooks, 'chen.wei', 975),
      space('incident-reviews', '🔍', 'Incident reviews', incidentReviews, 'emma.rasmussen', 610, {
        visibility: 'in-collection',
      }),
      space('platform-architecture', '🏗️', 'Platform architecture', platformArchitecture, 'chen.wei', 940, {
        pictures: [
          { name: 'services.svg', kind: 'diagram', labels: ['gate', 'ingest', 'series', 'rules', 'notify'] },
        ],
      }),
      space('oncall', '📟', 'On-call handbook', oncall, 'emma.rasmussen', 580),
    ]),
  ],
);

const company = collection('company', 'Company', 1400, { description: 'How we work' }, [
  space('handbook', '👋', 'Employee handbook', handbook, 'sofia.andersson', 680, {
    visibility: 'visitor-auth',
    visitorAuth: { backend: 'oidc' },
    pictures: [{ name: 'office.png', kind: 'cover' }],
  }),
  space('brand', '🎨', 'Brand and voice', brand, 'francois.lefevre', 620),
  space('engineering-practices', '🛠️', 'Engineering practices', engineeringPractices, 'kwame.mensah', 590),
  collection('people-policies', 'People and policies', 675, { description: 'Safety, policies, first days' }, [
    space('policies', '📜', 'Policies', policies, 'helena.duarte', 670, { locked: true }),
    space('fieldwork-safety', '🦺', 'Fieldwork safety', fieldworkSafety, 'owner', 655),
    space('first-ninety-days', '🌅', 'First ninety days', firstNinetyDays, 'sofia.andersson', 420),
  ]),
  collection(
    'security-compliance',
    'Security and compliance',
    720,
    { description: 'For those who need it', level: null },
    [
      space('security', '🛡️', 'Information security', security, 'anders.bjornstad', 715),
      space('supplier-reviews', '🤝', 'Supplier reviews', supplierReviews, 'anders.bjornstad', 505),
      collection('audits', 'Audits', 390, { description: 'Evidence for the auditors' }, [
        space('audit-evidence', '📋', 'ISO 27001 evidence', auditEvidence, 'maria.papadopoulou', 380),
      ]),
    ],
  ),
]);

const customers = collection('customers', 'Customers', 865, { description: 'Helping, selling, delivering' }, [
  space('support-playbook', '🎧', 'Support playbook', supportPlaybook, 'ruth.kimani', 390),
  space('presales', '💬', 'Answers before the sale', presales, 'helena.duarte', 370, { level: 'comment' }),
  collection('projects', 'Projects', 330, { description: 'One space for each project', level: null }, [
    space('aldersund-harbour', '⚓', 'Aldersund harbour', aldersundHarbour, 'ruth.kimani', 225, {
      visibility: 'share-link',
      pictures: [
        { name: 'harbour.svg', kind: 'diagram', labels: ['Lock', 'Pier A', 'North buoy', 'South buoy'] },
      ],
    }),
    space('river-lorne', '🌧️', 'River Lorne flood warning', riverLorne, 'ruth.kimani', 300),
  ]),
]);

/** The collections and spaces of Skerry Instruments, in their order. */
export const skerryContent: ContentSeed[] = [
  space('start-here', '🏠', 'Start here', startHere, 'creator', 1290, { level: 'read' }),
  products,
  tideline,
  company,
  customers,
  space('roadmap', '🗺️', 'Roadmap 2027', roadmap, 'creator', 210, { level: null }),
  collection('archive', 'Archive', 640, { description: 'No longer sold, still asked about', level: 'read' }, [
    space('heron-mk1', '🗄️', 'Heron Mk I (retired)', heronMk1, 'nils.soderberg', 1200, {
      visibility: 'unlisted',
      locked: true,
    }),
    space('old-wiki', '🧳', 'Old wiki import', oldWiki, 'nils.soderberg', 1190, { deleted: 6.2 }),
  ]),
  space('summer-party', '🍓', 'Summer party', summerParty, 'sofia.andersson', 170, { deleted: 3.4 }),
  space('sandbox-jonas', '🧪', 'Sandbox of Jonas', sandboxJonas, 'editor', 95, {
    deleted: 0.6,
    level: 'edit',
  }),
];
