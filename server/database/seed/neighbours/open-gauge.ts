import type { OrganizationSeed } from '../model/seed-data.ts';
import { thread } from '../model/thread.ts';
import { gaugeGrants, gaugekit, ogpContributing, ogpGovernance, ogpSpec } from '../texts/open-gauge.ts';

/** A self-signed certificate made for the demonstration, expired on 1 September 2026; nobody keeps its private key. */
const EXPIRED_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIC9zCCAd8CBFweB6YwDQYJKoZIhvcNAQELBQAwQDEeMBwGA1UEAwwVc3NvLm9w
ZW5nYXVnZS5leGFtcGxlMR4wHAYDVQQKDBVPcGVuIEdhdWdlIEZvdW5kYXRpb24w
HhcNMjQwMzAxMDgwMDAwWhcNMjYwOTAxMDgwMDAwWjBAMR4wHAYDVQQDDBVzc28u
b3BlbmdhdWdlLmV4YW1wbGUxHjAcBgNVBAoMFU9wZW4gR2F1Z2UgRm91bmRhdGlv
bjCCASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEBAPDdPyLLD+NDD9fT3n8o
NIdPEbZJRuZD/ArNLPA9uTiySXqGemF+RJ3HbH1N5VEAM2EdOjypWedrYONRHPg6
qsUIdyGZhBxuUnHKyIw9eVK7rNLTjtDcTTXOfATwLuY0IEoSwkiJY0pS4bIg1aW3
Q4c7wwjn+IlLrowvIxRycbhf7Ji2+Z65Egn957BGytUl6BU6rfbH9eB/H4LR5pvC
UqYBlDFOCfQNnxfudoLkqzdawjbHcl3LpkXQfDc8Fn4OiA1RjeaKmZoQFyyhXR93
uz9BsQ8wmI5vCFda2wMFF7kIgLHMaF8xk9/vD7fh1aYSkm3MW8/TQNu4EXoZffF5
9vsCAwEAATANBgkqhkiG9w0BAQsFAAOCAQEAEwruDafqFBB/XbfuF0n04KVMEhCE
0Tc3Otq78KXusTC7vR6zK7FXLDNlXzDfPPjZOUpy4HqYlWwQ+HJ8laWUUUbfFUBe
wLR6wW0bx9MqIo/cRUeH4zBBncH1kcyOiBELBUCViuO/5KVIZLdcQGUJ/e8QlIYr
7mEUtpptAqcIL7oEpssHopWTZVcJVkrM4q8NzsojV+Lf+U4BYbgOxfHQUZDhYujl
8J4oTccuKNuE/xTMyQifUlfsfK/Tmgp4Gu2tcA5wibd1R/C0+yakibp6je8hjFry
gLR3W2+2mOtGWl2bgO+eoGAe6LPXtFK/c4kGFMkg7sX77wfC6NDJ4sDOWw==
-----END CERTIFICATE-----
`;

const pub = { visibility: 'public', by: 'grace' };

/** The second organization: the foundation that keeps the open protocol which Skerry's gauges speak. */
export const openGauge: OrganizationSeed = {
  key: 'open-gauge',
  title: 'Open Gauge Foundation',
  hostname: 'open-gauge',
  type: 'community',
  useCase: 'openSourceDocs',
  communityType: 'openSource',
  plan: 'free_2024',
  emailDomains: ['opengauge.example'],
  defaultRole: 'comment',
  defaultSite: 'open-gauge',
  interval: 'monthly',
  made: 820,
  members: [
    { person: 'admin', role: 'admin', joined: 815, seen: 2.1 },
    { person: 'grace', role: 'admin', joined: 820, seen: 0.4 },
    { person: 'bogdan', role: 'create', joined: 640, seen: 1.7 },
    { person: 'mireille', role: 'review', joined: 512, seen: 6.3 },
    { person: 'arjun', role: 'edit', joined: 300, seen: 9.2 },
    { person: 'tui', role: 'edit', joined: 244, seen: 0.8 },
    { person: 'zofia', role: 'comment', joined: 139, seen: 71 },
    { person: 'eero.virtanen', role: 'review', joined: 420, seen: 4.4 },
    { person: 'reviewer', role: 'review', joined: 333, seen: 11.5 },
    { person: 'callum', role: 'read', joined: 60, seen: null },
    { person: 'dougal', role: null, joined: 45, seen: 45 },
  ],
  teams: [
    { key: 'board', title: 'Board', made: 800, owners: ['grace'], members: ['admin', 'mireille', 'bogdan'] },
    {
      key: 'maintainers',
      title: 'Maintainers of gaugekit',
      made: 610,
      owners: ['bogdan'],
      members: ['tui', 'arjun', 'eero.virtanen'],
    },
    {
      key: 'grants',
      title: 'Grants committee',
      made: 290,
      owners: ['mireille'],
      members: ['tui', 'zofia', 'grace'],
    },
  ],
  content: [
    {
      kind: 'collection',
      key: 'protocol',
      title: 'Protocol',
      description: 'OGP and how it grows',
      made: 810,
      items: [
        {
          kind: 'space',
          key: 'ogp-spec',
          title: 'Open Gauge Protocol',
          emoji: '📜',
          pages: ogpSpec,
          made: 809,
          ...pub,
        },
        {
          kind: 'space',
          key: 'ogp-contributing',
          title: 'Contributing',
          emoji: '🤲',
          pages: ogpContributing,
          made: 700,
          ...pub,
        },
        {
          kind: 'collection',
          key: 'software',
          title: 'Software',
          description: 'The reference library',
          made: 600,
          level: 'review',
          items: [
            {
              kind: 'space',
              key: 'gaugekit',
              title: 'gaugekit',
              emoji: '🧰',
              pages: gaugekit,
              made: 600,
              visibility: 'public',
              by: 'bogdan',
            },
          ],
        },
      ],
    },
    {
      kind: 'collection',
      key: 'foundation',
      title: 'Foundation',
      description: 'Charter, board, money',
      made: 805,
      level: 'read',
      items: [
        {
          kind: 'space',
          key: 'ogp-governance',
          title: 'Governance',
          emoji: '🏛️',
          pages: ogpGovernance,
          made: 800,
          visibility: 'public',
          by: 'grace',
          locked: true,
        },
        {
          kind: 'space',
          key: 'gauge-grants',
          title: 'Small grants',
          emoji: '🌱',
          pages: gaugeGrants,
          made: 280,
          visibility: 'unlisted',
          by: 'mireille',
          level: null,
        },
      ],
    },
  ],
  histories: {
    'ogp-spec': [
      {
        step: 'proposed',
        ago: 43.2,
        by: 'tui',
        name: 'ice',
        subject: 'Quality for ice-affected readings',
        edits: [
          {
            append: 'data-model',
            text: 'A reading that is affected by ice SHOULD carry quality `suspect` and the reason `ice`.',
          },
        ],
      },
      { step: 'merged', ago: 12.4, by: 'grace', name: 'ice' },
      {
        step: 'proposed',
        ago: 20.6,
        by: 'arjun',
        name: 'size',
        subject: 'Documents up to 4 MiB',
        edits: [
          {
            edit: 'transport',
            find: 'Documents SHOULD be smaller than 1 MiB.',
            replace: 'Documents SHOULD be smaller than 4 MiB.',
          },
        ],
      },
    ],
    gaugekit: [
      {
        step: 'proposed',
        ago: 5.5,
        by: 'bogdan',
        name: '0-10',
        subject: 'Notes for 0.10',
        status: 'draft',
        edits: [
          {
            edit: 'releases',
            find: '- **0.9**: versions of readings',
            replace: '- **0.10**: reasons beside quality\n- **0.9**: versions of readings',
          },
        ],
      },
    ],
  },
  comments: [
    thread(
      { space: 'ogp-spec', change: 'size' },
      'zofia',
      18.1,
      'Small loggers have 2 MiB of memory in all.',
      { replies: [{ by: 'arjun', ago: 17.4, text: 'Then a MAY for receivers that announce it?' }] },
    ),
    thread(
      { space: 'ogp-spec', change: 'ice' },
      'mireille',
      30.2,
      'Is `ice` the first of a list of reasons?',
      { replies: [{ by: 'tui', ago: 29.6, text: 'Yes, four so far.' }], resolved: { by: 'tui', ago: 13 } },
    ),
    thread(
      { space: 'ogp-spec', page: 'signatures' },
      'eero.virtanen',
      8.8,
      'Key rotation is not said anywhere.',
      { reactions: { '👍': ['bogdan', 'grace'] } },
    ),
    thread(
      { space: 'gaugekit', page: 'command-line', block: '```sh' },
      'tui',
      3.3,
      '`convert` reads from standard input as well.',
    ),
    thread({ space: 'ogp-governance', page: 'elections' }, 'admin', 9.9, 'Skerry will not stand this year.', {
      reactions: { '🙏': ['grace'] },
    }),
  ],
  grants: [
    { on: 'gauge-grants', team: 'grants', level: 'edit' },
    { on: 'gaugekit', team: 'maintainers', level: 'create' },
    { on: 'foundation', team: 'board', level: 'review' },
  ],
  sites: [
    {
      key: 'open-gauge',
      title: 'Open Gauge',
      type: 'sponsored',
      visibility: 'public',
      published: true,
      made: 500,
      basename: 'docs',
      hostname: 'docs.opengauge.example',
      ads: { status: 'pending', submittable: true },
      structure: [
        {
          kind: 'section',
          title: 'Protocol',
          icon: 'scroll',
          default: true,
          spaces: [{ space: 'ogp-spec' }, { space: 'ogp-contributing' }],
        },
        { kind: 'section', title: 'gaugekit', icon: 'package', spaces: [{ space: 'gaugekit' }] },
        { kind: 'section', title: 'Foundation', icon: 'landmark', spaces: [{ space: 'ogp-governance' }] },
      ],
    },
  ],
  customFields: [
    {
      name: 'stability',
      title: 'Stability',
      type: 'select:single',
      options: ['experimental', 'stable', 'final'],
      made: 410,
    },
    { name: 'editors', title: 'Editors', description: 'Who keeps the text', type: 'tags', made: 410 },
  ],
  fieldValues: {
    'ogp-spec': { stability: 'stable', editors: ['grace', 'bogdan'] },
    gaugekit: { stability: 'experimental', editors: ['bogdan'] },
  },
  translations: [{ title: 'Protocol in French', languages: ['fr'], made: 130 }],
  apiSpecs: [],
  samlProviders: [
    {
      label: 'Foundation sign-in',
      entityId: 'https://sso.opengauge.example',
      ssoUrl: 'https://sso.opengauge.example/saml',
      certificate: EXPIRED_CERTIFICATE,
      role: 'comment',
      status: 'active',
      made: 540,
    },
  ],
  linkInvites: [{ role: 'comment', by: 'grace', made: 77 }],
  audit: [
    {
      ago: 8,
      by: 'grace',
      action: 'updateSite',
      targetKind: 'site',
      target: ['site', 'open-gauge'],
      summary: 'Changed the title of the site Open Gauge.',
      before: { title: 'OGP' },
      after: { title: 'Open Gauge' },
    },
    {
      ago: 45,
      by: 'admin',
      action: 'updateMember',
      targetKind: 'member',
      target: ['person', 'dougal'],
      summary: 'Changed the role of Dougal Rennie from reader to guest.',
      before: { role: 'read' },
      after: { role: null },
    },
  ],
};
