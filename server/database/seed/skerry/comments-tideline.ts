import type { CommentSeed } from '../model/seed-data.ts';
import { thread } from '../model/thread.ts';

const guide = (page: string, block?: string) => ({ space: 'tideline-guide', page, block });
const api = (page: string, block?: string) => ({ space: 'api-guide', page, block });

/** Comments on the spaces about Tideline. */
export const tidelineComments: CommentSeed[] = [
  thread(
    { space: 'tideline-guide' },
    'giulia.romano',
    27.4,
    'Could every page say since which version its feature exists?',
    { reactions: { '👍': ['commenter', 'pilar.ibanez'] } },
  ),
  thread(
    guide('first-steps/sign-in'),
    'yusuf.demir',
    47.9,
    'The link works for thirty minutes, not fifteen.',
    {
      resolved: { by: 'ines.moreau', ago: 47.1 },
      replies: [{ by: 'ines.moreau', ago: 47.4, text: 'It was thirty until May. Fifteen is right.' }],
    },
  ),
  thread(
    guide('first-steps/your-first-station', 'Then set'),
    'leila.haddad',
    13.7,
    'Nobody does it in that order. Perhaps the application should ask?',
    { reactions: { '💡': ['caoimhe.byrne', 'eero.virtanen'] } },
  ),
  thread(
    guide('readings/charts'),
    'tove.ostergaard',
    25.5,
    '“Drag to zoom” does not work on a phone; there it is two fingers.',
  ),
  thread(
    guide('readings/quality-checks', '| Check'),
    'dougal',
    95.1,
    'Ice at Millbrae: the neighbour check saved us from a seventh warning.',
    { reactions: { '🎉': ['ruth.kimani', 'caoimhe.byrne'] } },
  ),
  thread(
    guide('readings/quality-checks', 'Alerts ignore'),
    'elif.yildiz',
    30.1,
    'In which order are they checked? A value can fail two.',
    {
      replies: [
        {
          by: 'eero.virtanen',
          ago: 29.8,
          text: 'From the top; the first failure counts. Would you write it?',
        },
        { by: 'elif.yildiz', ago: 29.5, text: 'On it.' },
      ],
    },
  ),
  thread(
    guide('readings/rating-curves'),
    'ana.kovacevic',
    20.4,
    'The exponent is usually between 1.5 and 3. Outside that, look at the section again.',
    { edited: 20.2 },
  ),
  thread(
    guide('readings/export', '**Series → Export**'),
    'matteo.ricci',
    11.9,
    'What happens to `missing` in NetCDF?',
    {
      replies: [{ by: 'eero.virtanen', ago: 11.4, text: 'Fill value and flag 3. See *Data formats*.' }],
      resolved: { by: 'matteo.ricci', ago: 11.2 },
    },
  ),
  thread(
    guide('alerts/rules', 'Set the way back'),
    'commenter',
    9.7,
    'Forty is not an exaggeration. I counted forty-three.',
    { reactions: { '😱': ['ruth.kimani'], '😂': ['elif.yildiz'] } },
  ),
  thread(
    guide('alerts/who-is-told'),
    'marit',
    40.2,
    'Does “everybody in the roster” include those on holiday?',
    { replies: [{ by: 'ruth.kimani', ago: 39.9, text: 'No. Who is away in the roster is not called.' }] },
  ),
  thread(
    guide('alerts/test-an-alert'),
    'owner',
    17.3,
    'Please say that TEST is spoken too, in the phone call. Somebody did not wait for it.',
    { reactions: { '👍': ['caoimhe.byrne'] } },
  ),
  thread(
    guide('public-pages', 'Embed it:'),
    'viktor.horvath',
    7.5,
    'The frame needs `loading="lazy"`, or a town’s page with thirty of them takes a minute.',
    { reactions: { '🚀': ['nadia.benali'] } },
  ),
  thread(
    guide('organization/single-sign-on'),
    'anders.bjornstad',
    33.2,
    'Link to the certificate’s expiry? Aldersund’s ends in December.',
    { replies: [{ by: 'admin', ago: 32.7, text: 'I have written to them.' }] },
  ),
  thread(
    guide('keyboard'),
    'jakub.wisniewski',
    7.7,
    '`Shift ←` jumps a year back. Where is that documented?',
    {
      replies: [{ by: 'leila.haddad', ago: 7.2, text: 'Nowhere, until today.' }],
      resolved: { by: 'leila.haddad', ago: 6.6 },
    },
  ),
  thread({ space: 'release-notes' }, 'tadeusz.kaminski', 10.9, 'Can I subscribe to these by e-mail?', {
    replies: [{ by: 'caoimhe.byrne', ago: 10.5, text: 'By feed. By e-mail from next year.' }],
  }),
  thread(
    { space: 'release-notes', page: 'tideline/tideline-26-22' },
    'aiko.nakamura',
    3.8,
    '日本語の公開ページ、とても読みやすくなりました。',
    { reactions: { '🎉': ['caoimhe.byrne', 'kenji.mori'] } },
  ),
  thread(
    { space: 'release-notes', page: 'tideline/tideline-26-21' },
    'eero.virtanen',
    16.2,
    'The rename of the time axis belongs under **Mind** as well.',
    { reactions: { '👍': ['matteo.ricci'] } },
  ),
  thread({ space: 'release-notes', page: 'tideline/tideline-26-17' }, 'pieter', 60.4, 'You are welcome.', {
    reactions: { '❤️': ['caoimhe.byrne', 'ruth.kimani', 'marit'] },
  }),
  thread(
    { space: 'release-notes', page: 'heron-firmware/heron-4-2-1' },
    'ragnhild.moe',
    24.9,
    'Updated eleven gauges at −23 °C. Works.',
    { reactions: { '🥶': ['daniel.osei'], '👏': ['kenji.mori', 'magnus.thorsen'] } },
  ),
  thread({ space: 'api-guide' }, 'hassan.rahimi', 34.8, 'A partner asks for a Postman collection.', {
    replies: [
      {
        by: 'chen.wei',
        ago: 34.1,
        text: 'The specification can be imported. Let us say so on the reference page.',
      },
    ],
  }),
  thread(
    api('quick-start', '1. Make a token'),
    'viktor.horvath',
    12.7,
    'On Windows the line break needs a `^`. Perhaps put it on one line.',
    { reactions: { '👍': ['minh.nguyen'] } },
  ),
  thread(
    api('authentication', '| Scope'),
    'nadia.benali',
    10.8,
    'Two scopes are missing: `rosters:read` and `webhooks:write`.',
    {
      replies: [
        { by: 'chen.wei', ago: 10.6, text: 'Make a change request?' },
        { by: 'nadia.benali', ago: 10.2, text: 'Done.' },
      ],
    },
  ),
  thread(
    api('concepts/readings'),
    'arjun',
    42.6,
    'How does a client learn the version of a reading that it replaced?',
    { replies: [{ by: 'eero.virtanen', ago: 42.1, text: 'It is in the answer, `replaced[].version`.' }] },
  ),
  thread(
    api('concepts/errors', '```json'),
    'minh.nguyen',
    41.2,
    'The `request` should be explained: people send us screenshots instead.',
    { resolved: { by: 'kwame.mensah', ago: 37.3 } },
  ),
  thread(
    api('concepts/rate-limits'),
    'ivan.petrov',
    32.4,
    'Is the limit per token or per organization? Sales says one, support says the other.',
    { replies: [{ by: 'chen.wei', ago: 31.6, text: 'Both have limits. I will write the second one down.' }] },
  ),
  thread(
    api('how-to/import-history'),
    'emma.rasmussen',
    26.1,
    'Four minutes for a year is from before the new partitions: three now.',
  ),
  thread(
    api('how-to/migrate-from-v1', '| v1'),
    'grace',
    15.3,
    'The foundation’s bridge still uses `flag`. Until when, exactly?',
    { replies: [{ by: 'chen.wei', ago: 14.9, text: 'Until the end of June, last day included.' }] },
  ),
  thread(
    api('versions-and-deprecation'),
    'kwame.mensah',
    5.4,
    'We promised ninety days’ notice; `latest` got eighty-four.',
    { reactions: { '👀': ['chen.wei'] } },
  ),
  thread(
    { space: 'webhooks', page: 'events', block: '| Event' },
    'oluwaseun.adeyemi',
    13.9,
    '`alert.escalated` is missing. It exists since 26.12.',
  ),
  thread(
    { space: 'webhooks', page: 'verify-the-signature' },
    'minh.nguyen',
    14.2,
    'Half of our callers are in Python.',
    {
      resolved: { by: 'eero.virtanen', ago: 13 },
      replies: [{ by: 'eero.virtanen', ago: 13.6, text: 'I will add it.' }],
    },
  ),
  thread({ space: 'data-formats', page: 'netcdf' }, 'arjun', 9.3, 'CF-1.11 is out. Anything against it?', {
    replies: [{ by: 'eero.virtanen', ago: 8.8, text: 'Two archives refuse it. Next year.' }],
  }),
  thread(
    { space: 'sdk-python', page: 'readings-as-a-data-frame' },
    'matteo.ricci',
    7.4,
    'With polars too, please!',
    { reactions: { '🐻': ['nadia.benali', 'viktor.horvath'] } },
  ),
  thread(
    { space: 'tideline-edge', page: 'requirements' },
    'oluwaseun.adeyemi',
    8.9,
    'Debian 13 passes all tests. Shall we say “12 or 13”?',
    { reactions: { '👍': ['marta.zielinska', 'chen.wei'] } },
  ),
];
