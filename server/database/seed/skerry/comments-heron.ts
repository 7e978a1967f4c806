import type { CommentSeed } from '../model/seed-data.ts';
import { thread } from '../model/thread.ts';

const heron = (page: string, block?: string) => ({ space: 'heron-guide', page, block });
const reference = (page: string, block?: string) => ({ space: 'heron-reference', page, block });
const service = (page: string, block?: string) => ({ space: 'heron-service', page, block });

/** Comments on the Heron manuals and their translations. */
export const heronComments: CommentSeed[] = [
  thread(
    { space: 'heron-guide' },
    'ruth.kimani',
    57.2,
    'Half of the calls about Heron end with A and B swapped. Could the guide say it on the first page?',
    {
      reactions: { '👍': ['commenter', 'leila.haddad', 'owner'], '😂': ['rosa.alvarez'] },
      replies: [
        {
          by: 'creator',
          ago: 56.9,
          text: 'It is in *No readings* as step 4. I will put a line under the wiring table as well.',
        },
        {
          by: 'ruth.kimani',
          ago: 56.8,
          text: 'Under the table is where they look. Thank you!',
          reactions: { '❤️': ['creator'] },
        },
      ],
      resolved: { by: 'creator', ago: 50.3 },
    },
  ),
  thread(
    { space: 'heron-guide' },
    'reader',
    6.4,
    'Is there a printable version of the whole guide? The bridge at Millbrae has no network.',
    {
      replies: [
        {
          by: 'caoimhe.byrne',
          ago: 6.1,
          text: 'The PDF of any change request has all pages. We should offer it on the site too.',
        },
      ],
    },
  ),
  thread(
    heron('about-this-guide', 'Heron is a radar'),
    'commenter',
    44.1,
    '“every few seconds” is not true at 15 minutes’ interval, is it?',
    {
      replies: [
        {
          by: 'editor',
          ago: 43.7,
          text: 'It measures every few seconds *within* a reading. I agree that it reads wrong.',
        },
      ],
    },
  ),
  thread(heron('in-the-box'), 'giulia.romano', 31.6, 'Since August the sachet lies loose in the box.', {
    resolved: { by: 'owner', ago: 30.9 },
    replies: [{ by: 'owner', ago: 31.1, text: 'Only the first two hundred; goods-in puts them in again.' }],
  }),
  thread(
    heron('in-the-box', '| Order code'),
    'ivan.petrov',
    12.2,
    'HRN-30-S is ordered by two customers a month and does not exist. Say so?',
    { reactions: { '👀': ['helena.duarte'] } },
  ),
  thread(
    heron('install/choose-a-site', 'The beam opens'),
    'laszlo.nagy',
    35.3,
    '0.14 × h is right for 4° to each side. For HRN-30 it is 3°, so 0.10 × h.',
    {
      replies: [
        {
          by: 'kenji.mori',
          ago: 35.1,
          text: 'Correct. The wider figure is the safe one, but the table in the reference should be named here.',
        },
        { by: 'creator', ago: 34.6, text: 'Will do.' },
      ],
    },
  ),
  thread(
    heron('install/choose-a-site'),
    'rosa.alvarez',
    21.5,
    'Add: *not above a fish pass*. We have moved three.',
    { reactions: { '🐟': ['thandiwe.nkosi', 'owner'], '👍': ['editor'] } },
  ),
  thread(
    heron('install/mount-the-gauge', '1. Fix the bracket'),
    'ragnhild.moe',
    17.8,
    'Which socket fits between bracket and pier? 13 mm deep ones do not.',
    { replies: [{ by: 'rosa.alvarez', ago: 17.5, text: 'A 13 mm ring spanner, cranked.' }], edited: 17.7 },
  ),
  thread(
    heron('install/mount-the-gauge', '## Lightning'),
    'magnus.thorsen',
    9.9,
    'Three gauges lost at one farm this summer. This paragraph is too short for that; I will propose a page.',
    { reactions: { '⚡': ['editor', 'daniel.osei'] }, resolved: { by: 'magnus.thorsen', ago: 9.1 } },
  ),
  thread(
    heron('install/wire-power-and-data', 'A gauge that is powered'),
    'leila.haddad',
    26.6,
    'My favourite sentence of the whole guide.',
    { reactions: { '😂': ['ruth.kimani', 'creator', 'elif.yildiz'], '💯': ['rosa.alvarez'] } },
  ),
  thread(
    heron('install/refer-to-a-datum', 'Read the staff gauge'),
    'dougal',
    90.2,
    'Three times in ten minutes is not enough on the Lorne below the dam: the level moves 8 cm in that time.',
    {
      replies: [
        {
          by: 'ana.kovacevic',
          ago: 89.5,
          text: 'Then wait for the turbines to stand. A sentence about regulated rivers is needed.',
        },
        { by: 'dougal', ago: 88.9, text: 'They never stand. But noon on Sunday is good.' },
      ],
    },
  ),
  thread(
    heron('connect-to-tideline'),
    'yusuf.demir',
    15.9,
    'The menu is called **Add device** since Tideline 26.20.',
    {
      resolved: { by: 'caoimhe.byrne', ago: 14.8 },
      replies: [
        { by: 'caoimhe.byrne', ago: 15.2, text: 'Only in the beta. It will be **Add station** again.' },
      ],
    },
  ),
  thread(
    heron('measuring-intervals', '| Interval'),
    'beatriz.nunes',
    33.3,
    'These lives are from firmware 3. With 4.2 the packs last longer; measuring now.',
    {
      replies: [{ by: 'daniel.osei', ago: 32.8, text: 'Take two packs each, please, the spread is large.' }],
    },
  ),
  thread(
    heron('status-light', '| Light'),
    'freya.macleod',
    28.2,
    'Two visits last week because of “slow red”, both times snow on the lens.',
    { reactions: { '❄️': ['ragnhild.moe', 'owner'] } },
  ),
  thread(
    heron('status-light'),
    'tove.ostergaard',
    11.3,
    'Colour-blind colleagues cannot tell slow red from slow green. Blink patterns differ, so please put the pattern first.',
    {
      reactions: { '👍': ['reviewer', 'creator', 'sunniva.dahl'] },
      replies: [
        {
          by: 'magnus.thorsen',
          ago: 10.9,
          text: 'From 4.3 the patterns will differ more: long-short for faults.',
        },
      ],
    },
  ),
  thread(
    heron('when-something-is-wrong/no-readings'),
    'commenter',
    23.4,
    'Step 3: most customers do not know how to find the address.',
    {
      replies: [
        { by: 'editor', ago: 23.1, text: 'Link to *Bus scan* of the Perch guide?' },
        { by: 'commenter', ago: 22.9, text: 'Yes please.' },
      ],
    },
  ),
  thread(
    heron('when-something-is-wrong/levels-that-jump', 'Compare with the'),
    'clara.desmet',
    18.7,
    'This link is dead. Was the checklist ever written?',
    {
      reactions: { '👀': ['creator'] },
      replies: [{ by: 'creator', ago: 18.2, text: 'It was on the old wiki. I have the text somewhere.' }],
    },
  ),
  thread(
    heron('when-something-is-wrong/error-codes'),
    'jakub.wisniewski',
    8.8,
    'The German page has four codes only. Who keeps them together?',
    { replies: [{ by: 'clara.desmet', ago: 8.3, text: 'I do. A change request is coming.' }] },
  ),
  thread(
    heron('look-after-it/yearly-visit'),
    'thandiwe.nkosi',
    29.5,
    'Twenty minutes without the walk. Fifty with it.',
    { reactions: { '😅': ['rosa.alvarez'] } },
  ),
  thread(
    heron('look-after-it/update-the-firmware', 'By cable:'),
    'minh.nguyen',
    14.4,
    'The name of the file has a build number since 4.2: `heron-4.2.1-b7.bin`.',
  ),
  thread(
    heron('look-after-it/return-a-gauge'),
    'elif.yildiz',
    5.7,
    'The portal asks for the return number before it gives one. Reported to the shop.',
    { reactions: { '🤦': ['leila.haddad', 'ruth.kimani'] } },
  ),
  thread(
    { space: 'heron-reference' },
    'nadia.benali',
    19.9,
    'Could the register tables be a file too? I paste them into code.',
    {
      replies: [
        { by: 'ana.kovacevic', ago: 19.2, text: 'They are made from a file; we can publish that one.' },
      ],
    },
  ),
  thread(
    reference('accuracy', 'The figure is'),
    'maria.papadopoulou',
    48.8,
    'The auditor asks for k. Two standard deviations = k 2, please write it.',
    { resolved: { by: 'ana.kovacevic', ago: 46.1 } },
  ),
  thread(
    reference('modbus/input-registers', 'Floats are big-endian'),
    'viktor.horvath',
    10.6,
    'Two integrators got the word order wrong this month. An example with bytes would help: `41 17 00 00` is 9.4375.',
    { reactions: { '👍': ['daniel.osei', 'nadia.benali'] } },
  ),
  thread(reference('modbus/holding-registers'), 'jihoon.park', 16.5, 'Register 101 = 2 needs firmware 4.1.'),
  thread(
    reference('sdi-12/commands'),
    'hana.novakova',
    37.4,
    '`0I!` answers with firmware 421, not S421. The S stands for the variant.',
    {
      resolved: { by: 'ana.kovacevic', ago: 36.2 },
      replies: [
        {
          by: 'ana.kovacevic',
          ago: 36.8,
          text: 'Right, and for M it is an M. Corrected in the source of the table.',
        },
      ],
    },
  ),
  thread(
    reference('lora-payload'),
    'oluwaseun.adeyemi',
    13.3,
    'Tideline decodes version 3 already, in rehearsal.',
    { reactions: { '🎉': ['hana.novakova'] } },
  ),
  thread(
    reference('radio-approvals', '| Region'),
    'kenji.mori',
    51.6,
    '日本の認証は来週届く予定です。The certificate for Japan is due next week.',
    { resolved: { by: 'kenji.mori', ago: 47.5 }, reactions: { '🎌': ['aiko.nakamura'] } },
  ),
  thread(
    service('tools-and-parts'),
    'rafael.santos',
    9.4,
    'HRN-SK2 is out of stock until January, SK3 fits all.',
    { replies: [{ by: 'owner', ago: 9, text: 'But with another torque, see my change request.' }] },
  ),
  thread(
    service('open-and-close', '1. Discharge yourself'),
    'henrik.nygaard',
    45.3,
    'A picture of the crosswise order, please. Newcomers go round in a circle.',
    { reactions: { '👍': ['owner', 'rosa.alvarez'] } },
  ),
  thread(
    service('check-on-the-corner-reflector'),
    'dmitri.sokolov',
    20.8,
    'At 3 m the floor reflects as well. Say: reflector at least 1 m above the ground.',
    { replies: [{ by: 'magnus.thorsen', ago: 20.1, text: 'Agreed.' }] },
  ),
  thread(
    { space: 'heron-ja', page: 'installation' },
    'kenji.mori',
    6.9,
    '「水準器」より「気泡管」のほうが現場では通じます。',
    { replies: [{ by: 'aiko.nakamura', ago: 6.5, text: 'ありがとうございます。直します。' }] },
  ),
  thread(
    { space: 'heron-ar', page: 'wiring' },
    'leila.haddad',
    5.1,
    'الجدول يظهر معكوسًا في الموقع. هل يمكن مراجعة الاتجاه؟',
    { replies: [{ by: 'fatima.zahrani', ago: 4.7, text: 'نعم، أبلغتُ فريق المنصة.' }] },
  ),
  thread(
    { space: 'heron-mk1', page: 'exchange-programme' },
    'hassan.rahimi',
    8.4,
    'The price list is gone. What do I send?',
    { replies: [{ by: 'helena.duarte', ago: 8, text: '40 % off the HRN-15 until the list is back.' }] },
  ),
];
