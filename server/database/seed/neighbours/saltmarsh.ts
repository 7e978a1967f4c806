import type { OrganizationSeed } from '../model/seed-data.ts';
import { thread } from '../model/thread.ts';
import { saltmarshClients, saltmarshMethod } from '../texts/saltmarsh.ts';

/** The third organization: somebody else's, for whom the other two must not exist. */
export const saltmarsh: OrganizationSeed = {
  key: 'saltmarsh',
  title: 'Saltmarsh Consulting',
  hostname: 'saltmarsh',
  type: 'business',
  useCase: 'teamKnowledgeBase',
  plan: 'plus_2024',
  emailDomains: ['saltmarsh.example'],
  defaultRole: null,
  interval: 'monthly',
  made: 260,
  members: [
    { person: 'outsider', role: 'admin', joined: 260, seen: 0.7 },
    { person: 'callum', role: 'edit', joined: 120, seen: 3.8 },
  ],
  teams: [{ key: 'surveyors', title: 'Surveyors', made: 118, owners: ['outsider'], members: ['callum'] }],
  content: [
    {
      kind: 'collection',
      key: 'practice',
      title: 'Practice',
      made: 250,
      level: 'comment',
      items: [
        {
          kind: 'space',
          key: 'saltmarsh-method',
          title: 'Our method',
          emoji: '🦆',
          pages: saltmarshMethod,
          made: 248,
          by: 'outsider',
        },
      ],
    },
    {
      kind: 'space',
      key: 'saltmarsh-clients',
      title: 'Clients',
      emoji: '🤝',
      pages: saltmarshClients,
      made: 200,
      by: 'outsider',
    },
  ],
  histories: {
    'saltmarsh-method': [
      {
        step: 'proposed',
        ago: 4.6,
        by: 'callum',
        name: 'tea',
        subject: 'Tea is not an instrument',
        edits: [{ edit: 'instruments', find: ', tea.', replace: '.' }],
      },
    ],
  },
  comments: [
    thread({ space: 'saltmarsh-method', change: 'tea' }, 'outsider', 4.2, 'It is.', {
      reactions: { '🫖': ['callum'] },
    }),
  ],
  grants: [{ on: 'saltmarsh-method', team: 'surveyors', level: 'review' }],
  sites: [
    {
      key: 'saltmarsh',
      title: 'How we survey',
      type: 'basic',
      visibility: 'unlisted',
      published: false,
      made: 100,
      basename: 'method',
      spaces: [{ space: 'saltmarsh-method' }],
    },
  ],
  customFields: [],
  fieldValues: {},
  translations: [],
  apiSpecs: [],
  samlProviders: [],
  linkInvites: [],
  audit: [
    {
      ago: 30,
      by: 'outsider',
      action: 'createSpace',
      targetKind: 'space',
      target: ['space', 'saltmarsh-clients'],
      summary: 'Created the space Clients.',
    },
  ],
};
