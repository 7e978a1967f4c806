import type { OrganizationSeed } from '../model/seed-data.ts';

/** What happened lately to the spaces about Tideline. */
export const tidelineChanges: OrganizationSeed['histories'] = {
  'tideline-guide': [
    {
      step: 'proposed',
      ago: 74.1,
      by: 'helena.duarte',
      name: 'yearly-billing',
      subject: 'Prices for a year in advance',
      status: 'archived',
      edits: [
        {
          append: 'organization/billing',
          text: 'Paid for a year in advance, twelve months cost as much as eleven.',
        },
      ],
    },
    {
      step: 'proposed',
      ago: 49.3,
      by: 'ines.moreau',
      name: 'passkeys',
      subject: 'Passkeys on the sign-in page',
      edits: [
        {
          edit: 'first-steps/sign-in',
          find: 'Turn on a second factor under',
          replace: 'Add a passkey, or turn on a second factor, under',
        },
      ],
    },
    { step: 'merged', ago: 46.7, by: 'caoimhe.byrne', name: 'passkeys' },
    {
      step: 'proposed',
      ago: 29.4,
      by: 'elif.yildiz',
      name: 'quality-order',
      subject: 'Say in which order quality is checked',
      edits: [
        {
          edit: 'readings/quality-checks',
          find: 'Each reading is checked when it arrives.',
          replace:
            'Each reading is checked when it arrives, from the top of the table down; the first failure counts.',
        },
        {
          append: 'alerts/rules',
          text: 'A rule on a series without quality checks shows a hint; take it seriously.',
        },
      ],
    },
    {
      step: 'edited',
      ago: 22.8,
      by: 'caoimhe.byrne',
      message: 'The neighbour check waits for both neighbours',
      edits: [
        {
          edit: 'readings/quality-checks',
          find: 'Alerts ignore `bad`,',
          replace: 'The neighbour check waits up to ten minutes for both neighbours. Alerts ignore `bad`,',
        },
      ],
    },
    {
      step: 'proposed',
      ago: 6.7,
      by: 'leila.haddad',
      name: 'keys',
      subject: 'Two keys that nobody knew',
      edits: [
        {
          edit: 'keyboard',
          find: '| `←` `→` | earlier, later |',
          replace:
            '| `←` `→` | earlier, later |\n| `Shift` `←` | the same period a year before |\n| `n` | note on the chart |',
        },
      ],
    },
    {
      step: 'proposed',
      ago: 3.2,
      by: 'caoimhe.byrne',
      name: 'forecasts',
      subject: 'Forecasts behind readings',
      status: 'draft',
      edits: [
        {
          add: {
            title: 'Forecasts',
            description: 'What the models expect, behind what was measured',
            text: `A forecast is drawn as a band behind the curve: half of all runs inside the dark part, nine tenths inside the light one.

Rules do not use forecasts unless you tick **May use forecasts**; their alerts then carry the word FORECAST.`,
          },
          into: 'readings',
        },
        { move: 'public-pages', into: null, at: 3 },
      ],
    },
    {
      step: 'revised',
      ago: 1.4,
      by: 'creator',
      name: 'forecasts',
      edits: [
        {
          append: 'readings/forecasts',
          text: '## Sources\n\n- Norway: hourly, 66 hours\n- Ireland: six-hourly, five days',
        },
      ],
    },
  ],
  'release-notes': [
    {
      step: 'proposed',
      ago: 15.5,
      by: 'commenter',
      name: 'typo',
      subject: 'NetCDF, not netCDF',
      edits: [
        { edit: 'tideline/tideline-26-21', find: 'exports to NetCDF named', replace: 'NetCDF exports named' },
      ],
    },
    { step: 'merged', ago: 15.1, by: 'caoimhe.byrne', name: 'typo' },
    {
      step: 'proposed',
      ago: 2.2,
      by: 'eero.virtanen',
      name: '26-23',
      subject: 'Tideline 26.23',
      status: 'draft',
      edits: [
        {
          add: {
            title: 'Tideline 26.23',
            description: 'Shared rosters',
            text: '- **New**: a roster can be shared between organizations.\n- **Better**: the station list opens in half the time.\n- **Mind**: `GET /stations/{slug}/latest` sends a `Sunset` header.',
          },
          into: 'tideline',
          at: 0,
        },
      ],
    },
    {
      step: 'proposed',
      ago: 1.3,
      by: 'daniel.osei',
      name: 'heron-4-2-2',
      subject: 'Heron 4.2.2: clock after a brown-out',
      edits: [
        {
          add: {
            title: 'Heron 4.2.2',
            description: 'Clock after a brown-out',
            text: '- **Fixed**: after a brown-out of the supply the clock could stand still until the next contact.',
          },
          into: 'heron-firmware',
          at: 0,
        },
      ],
    },
  ],
  'api-guide': [
    {
      step: 'proposed',
      ago: 39.8,
      by: 'minh.nguyen',
      name: 'request-id',
      subject: 'Tell people to send us the request id',
      edits: [
        {
          edit: 'concepts/errors',
          find: '| 429 | too fast,',
          replace: '| 5xx | our fault; send us the `request` |\n| 429 | too fast,',
        },
      ],
    },
    { step: 'merged', ago: 37.4, by: 'kwame.mensah', name: 'request-id' },
    {
      step: 'proposed',
      ago: 31.9,
      by: 'oluwaseun.adeyemi',
      name: 'burst',
      subject: 'Rate limits: bursts',
      edits: [
        {
          edit: 'concepts/rate-limits',
          find: 'Each token has 600 requests per minute.',
          replace: 'Each token has 600 requests per minute and may spend 100 of them at once.',
        },
      ],
    },
    {
      step: 'edited',
      ago: 24.6,
      by: 'chen.wei',
      message: 'Rate limits are per token and organization',
      edits: [
        {
          edit: 'concepts/rate-limits',
          find: 'Each token has 600 requests per minute.',
          replace: 'Each token has 600 requests per minute; all tokens of an organization together 3,000.',
        },
      ],
    },
    {
      step: 'proposed',
      ago: 10.3,
      by: 'nadia.benali',
      name: 'scopes',
      subject: 'Scopes for rosters and webhooks',
      edits: [
        {
          edit: 'authentication',
          find: '| `alerts:write` | acknowledge and close |',
          replace:
            '| `alerts:write` | acknowledge and close |\n| `rosters:read` | read rosters |\n| `webhooks:write` | add and remove webhooks |',
        },
      ],
    },
    {
      step: 'proposed',
      ago: 4.9,
      by: 'chen.wei',
      name: 'without-v1',
      subject: 'Take v1 out of the guide',
      status: 'draft',
      edits: [
        { remove: 'how-to/migrate-from-v1' },
        { edit: 'versions-and-deprecation', find: '| API v1 | end of next June | v2 |\n', replace: '' },
        { move: 'how-to/import-history', into: 'how-to', at: 0 },
      ],
    },
  ],
  webhooks: [
    {
      step: 'proposed',
      ago: 13.1,
      by: 'eero.virtanen',
      name: 'python',
      subject: 'Verify the signature in Python too',
      edits: [
        {
          append: 'verify-the-signature',
          text: '```python\nimport hashlib, hmac\n\ndef is_ours(t, v1, body, secret):\n    mine = hmac.new(secret, f"{t}.".encode() + body, hashlib.sha256).hexdigest()\n    return hmac.compare_digest(mine, v1)\n```',
        },
      ],
    },
  ],
  cli: [
    {
      step: 'proposed',
      ago: 0.8,
      by: 'minh.nguyen',
      name: 'completion',
      subject: 'Shell completion',
      status: 'draft',
      edits: [],
    },
  ],
};
