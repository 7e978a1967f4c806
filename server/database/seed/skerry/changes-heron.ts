import type { OrganizationSeed } from '../model/seed-data.ts';

/** What happened lately to the Heron manuals; among it changes that wait, lag behind and collide. */
export const heronChanges: OrganizationSeed['histories'] = {
  'heron-guide': [
    {
      step: 'proposed',
      ago: 63,
      by: 'henrik.nygaard',
      name: 'feet',
      subject: 'Give distances in feet as well',
      status: 'archived',
      edits: [
        {
          edit: 'in-the-box',
          find: '| HRN-15-S | 0.3 to 15 m |',
          replace: '| HRN-15-S | 0.3 to 15 m (1 to 49 ft) |',
        },
        {
          edit: 'in-the-box',
          find: '| HRN-15-M | 0.3 to 15 m |',
          replace: '| HRN-15-M | 0.3 to 15 m (1 to 49 ft) |',
        },
      ],
    },
    {
      step: 'proposed',
      ago: 41,
      by: 'owner',
      name: 'desiccant',
      subject: 'Say what to do when the desiccant is pink',
      edits: [
        {
          edit: 'look-after-it/yearly-visit',
          find: 'blue is dry, pink means a seal leaks.',
          replace:
            'blue is dry, pink means a seal leaks. Dry the sachet at 120 °C for two hours and note the date; pink again at the next visit means the seal must be changed.',
        },
      ],
    },
    { step: 'merged', ago: 38.2, by: 'reviewer', name: 'desiccant' },
    {
      step: 'proposed',
      ago: 30.4,
      by: 'beatriz.nunes',
      name: 'intervals',
      subject: 'Battery life measured again, with firmware 4.2',
      edits: [
        { edit: 'measuring-intervals', find: '| 5 min | 26 months |', replace: '| 5 min | 30 months |' },
        { edit: 'measuring-intervals', find: '| 1 min | 8 months |', replace: '| 1 min | 9 months |' },
        { append: 'measuring-intervals', text: 'Measured at 10 °C with two packs each, over eleven weeks.' },
      ],
    },
    {
      step: 'proposed',
      ago: 25.1,
      by: 'freya.macleod',
      name: 'snow',
      subject: 'Snow on the lens is not ice',
      edits: [
        {
          edit: 'status-light',
          find: '| slow red | no echo | look for ice, foam or a branch |',
          replace: '| slow red | no echo | brush snow off the lens, then look for ice, foam or a branch |',
        },
        {
          append: 'when-something-is-wrong/levels-that-jump',
          text: 'Wet snow on the lens makes the echo fade over an hour and come back as suddenly as the snow falls off.',
        },
      ],
    },
    {
      step: 'edited',
      ago: 20.3,
      by: 'creator',
      message: 'Status light: wording of the service desk',
      edits: [
        {
          edit: 'status-light',
          find: '| slow red | no echo | look for ice, foam or a branch |',
          replace:
            '| slow red | no echo for three readings | look for ice, foam or a branch, then read [Levels that jump](page:when-something-is-wrong/levels-that-jump) |',
        },
      ],
    },
    {
      step: 'proposed',
      ago: 9.2,
      by: 'magnus.thorsen',
      name: 'lightning',
      subject: 'Lightning gets a page of its own',
      files: ['lightning.svg'],
      edits: [
        {
          add: {
            title: 'Lightning protection',
            description: 'Earth, bonding, surge arresters',
            text: `Every gauge that we have lost to lightning had one of three faults: no earth, a long lead, or an arrester that had done its work years before.

1. Bond the bracket to the structure's earth with at least 16 mm² copper.
2. No earth? Drive a rod of 1.5 m and keep the lead under 3 m, without a loop.
3. Fit an arrester at the gateway's end of every cable longer than 20 m.
4. Check the arrester's window on each visit: red means replace.

![From the bracket to the rod](file:lightning.svg)

| Cable | Arrester |
| --- | --- |
| RS-485 | \`ARR-485\` |
| SDI-12 | \`ARR-12\` |
| supply | \`ARR-24\` |`,
          },
          into: 'install',
          at: 2,
        },
        {
          edit: 'install/mount-the-gauge',
          find: "Bond the bracket to the structure's earth with at least 16 mm² copper. Where no earth is available, drive a rod and keep the lead under 3 m.",
          replace: 'See [Lightning protection](page:install/lightning-protection) before you close the box.',
        },
      ],
    },
    {
      step: 'revised',
      ago: 7.4,
      by: 'editor',
      name: 'lightning',
      edits: [
        {
          edit: 'install/lightning-protection',
          find: '| supply | `ARR-24` |',
          replace: '| supply | `ARR-24`, one for each battery |',
        },
      ],
    },
    {
      step: 'proposed',
      ago: 5.3,
      by: 'editor',
      name: 'structure',
      subject: 'Settings after installing, not between',
      status: 'draft',
      edits: [
        { move: 'connect-to-tideline', into: 'install' },
        { add: { title: 'Settings', emoji: '⚙️', pages: [] }, at: 3 },
        { move: 'measuring-intervals', into: 'settings' },
        { move: 'status-light', into: 'when-something-is-wrong', at: 0 },
        { rename: 'when-something-is-wrong', title: 'Signs of trouble' },
      ],
    },
  ],
  'heron-reference': [
    {
      step: 'proposed',
      ago: 52.3,
      by: 'laszlo.nagy',
      name: 'accuracy',
      subject: 'Accuracy over moving water',
      edits: [
        {
          append: 'accuracy',
          text: '## Moving water\n\nA surface that moves at 2 m/s widens the echo; add 1 mm per m/s. Below a weir do not expect better than 10 mm.',
        },
      ],
    },
    {
      step: 'proposed',
      ago: 50.1,
      by: 'kenji.mori',
      name: 'japan',
      subject: 'Approval for Japan has come',
      edits: [
        {
          edit: 'radio-approvals',
          find: '| Japan | ARIB STD-T73 | in progress |',
          replace: '| Japan | ARIB STD-T73 | 211-260314 |',
        },
      ],
    },
    { step: 'merged', ago: 47.6, by: 'ana.kovacevic', name: 'japan' },
    { step: 'updated', ago: 44.2, by: 'laszlo.nagy', name: 'accuracy' },
    {
      step: 'proposed',
      ago: 12.5,
      by: 'hana.novakova',
      name: 'lora-3',
      subject: 'LoRa payload version 3',
      status: 'draft',
      edits: [
        { edit: 'lora-payload', find: '| 0 | version, now `2` |', replace: '| 0 | version, now `3` |' },
        {
          edit: 'lora-payload',
          find: '| 10 | counter |',
          replace: '| 10–11 | counter, unsigned |\n| 12 | tilt, ° |',
        },
        { rename: 'lora-payload', title: 'LoRa payload, versions 2 and 3' },
      ],
    },
    {
      step: 'proposed',
      ago: 6.1,
      by: 'daniel.osei',
      name: 'register-10',
      subject: 'Input register 10: number of echoes',
      edits: [
        {
          edit: 'modbus/input-registers',
          find: '| 9 | age of reading | uint16 | s |',
          replace: '| 9 | age of reading | uint16 | s |\n| 10 | echoes used | uint16 | 0 to 32 |',
        },
        {
          edit: 'firmware-history',
          find: '| 4.2.1 | this autumn |',
          replace: '| 4.3.0 | next spring | Modbus register 10 |\n| 4.2.1 | this autumn |',
        },
      ],
    },
  ],
  'heron-service': [
    {
      step: 'proposed',
      ago: 16.8,
      by: 'owner',
      name: 'torque',
      subject: 'Cap screws: 2.0 N·m for the new seal',
      edits: [
        {
          edit: 'open-and-close',
          find: 'Screws crosswise to **1.8 N·m**, then once around.',
          replace: 'Screws crosswise to **2.0 N·m** (seal kit SK3) or **1.8 N·m** (SK2), then once around.',
        },
      ],
    },
    {
      step: 'proposed',
      ago: 4.4,
      by: 'rosa.alvarez',
      name: 'permit-pt',
      subject: 'Permit letter in Portuguese',
      status: 'draft',
      edits: [
        {
          append: 'permits',
          text: '> Solicitamos autorização para instalar um limnímetro de 1,4 kg com quatro buchas M8 na face de jusante da ponte …',
        },
      ],
    },
  ],
};
