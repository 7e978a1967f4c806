import type { OrganizationSeed } from '../model/seed-data.ts';

/** What happened lately to the spaces about other instruments and to the translations. */
export const instrumentChanges: OrganizationSeed['histories'] = {
  'gannet-guide': [
    {
      step: 'proposed',
      ago: 58.2,
      by: 'thandiwe.nkosi',
      name: 'lantern',
      subject: 'Lantern: two flashes in ten seconds south of the line',
      edits: [
        {
          edit: 'prepare-ashore',
          find: 'yellow, one flash in five seconds.',
          replace: 'yellow, one flash in five seconds; in region A south, two in ten.',
        },
      ],
    },
    { step: 'merged', ago: 55.9, by: 'bjork.stefansdottir', name: 'lantern' },
    {
      step: 'proposed',
      ago: 33.7,
      by: 'pilar.ibanez',
      name: 'fouling',
      subject: 'Fouling moves to the service manual',
      edits: [
        { remove: 'fouling' },
        {
          edit: 'recover',
          find: 'Rinse with fresh water before anything dries on it,',
          replace: 'Scrape off the growth, rinse with fresh water before anything dries on it,',
        },
      ],
    },
    {
      step: 'edited',
      ago: 28.5,
      by: 'bjork.stefansdottir',
      message: 'Fouling: what the copper rings did last year',
      edits: [
        {
          edit: 'fouling',
          find: 'Copper rings around the sensors double that.',
          replace: 'Copper rings around the sensors doubled that in Aldersund and did nothing in Lisbon.',
        },
      ],
    },
    {
      step: 'proposed',
      ago: 2.9,
      by: 'sunniva.dahl',
      name: 'satellite',
      subject: 'Satellite only: what changes',
      edits: [
        {
          add: {
            title: 'Satellite only',
            emoji: '🛰️',
            description: 'Beyond the last mast',
            text: `From firmware 1.9 a Gannet can live without LTE-M.

| | LTE-M | Satellite |
| --- | --- | --- |
| interval | 10 min | 60 min |
| spectra | all | hourly mean |
| position alarm | at once | up to 15 min late |

The watch circle must be 20 % wider. Tell [support](space:support-playbook) before you deploy: the terminal has to be activated.`,
          },
          at: 4,
        },
      ],
    },
  ],
  plover: [
    {
      step: 'proposed',
      ago: 36.6,
      by: 'hana.novakova',
      name: 'wiper',
      subject: 'Part number of the new wiper blade',
      edits: [
        {
          edit: 'wiper-and-caps',
          find: 'Change the wiper blade when it leaves a streak.',
          replace: 'Change the wiper blade (`PLV-WB2`) when it leaves a streak.',
        },
      ],
    },
    { step: 'merged', ago: 35.1, by: 'ana.kovacevic', name: 'wiper' },
    {
      step: 'proposed',
      ago: 27.3,
      by: 'matteo.ricci',
      name: 'ph',
      subject: 'pH: three buffers where the river is acid',
      edits: [
        {
          edit: 'calibrate-in-the-field',
          find: '2. **pH**: rinse, buffer 7.00, rinse, buffer 10.01.',
          replace: '2. **pH**: rinse, buffer 7.00, rinse, buffer 10.01; below pH 6.5 also 4.01.',
        },
      ],
    },
    {
      step: 'edited',
      ago: 18.4,
      by: 'ana.kovacevic',
      message: 'pH before oxygen costs nothing and saves the cap',
      edits: [
        {
          edit: 'calibrate-in-the-field',
          find: '2. **pH**: rinse, buffer 7.00, rinse, buffer 10.01.',
          replace: '2. **pH**: rinse twice, buffer 7.00, rinse twice, buffer 10.01.',
        },
      ],
    },
  ],
  calibration: [
    {
      step: 'proposed',
      ago: 11.2,
      by: 'dmitri.sokolov',
      name: 'edition-6',
      subject: 'CAL-07, edition 6: 200 readings at each point',
      edits: [
        {
          edit: 'procedure-radar-gauges',
          find: 'Take 21 points up and 21 down, 100 readings each.',
          replace: 'Take 21 points up and 21 down, 200 readings each.',
        },
        {
          edit: 'uncertainty-budget',
          find: '| gauge repeatability | 0.20 mm |',
          replace: '| gauge repeatability | 0.14 mm |',
        },
        {
          edit: 'uncertainty-budget',
          find: '| combined, k = 2 | **0.6 mm** |',
          replace: '| combined, k = 2 | **0.5 mm** |',
        },
      ],
    },
  ],
  'perch-guide': [
    {
      step: 'proposed',
      ago: 70.4,
      by: 'jihoon.park',
      name: 'scan-json',
      subject: 'Show the JSON form of the bus scan',
      status: 'archived',
      edits: [
        { append: 'bus-scan', text: '```json\n[{ "bus": "A", "address": 1, "device": "HRN-15-M" }]\n```' },
      ],
    },
    {
      step: 'proposed',
      ago: 8.6,
      by: 'marta.zielinska',
      name: 'two-sims',
      subject: 'Two SIMs: which slot, which order',
      edits: [
        {
          edit: 'install-a-perch',
          find: '3. Insert the SIM until it clicks.',
          replace: '3. Insert the SIM into slot 1 until it clicks; a second one goes into slot 2.',
        },
        {
          append: 'store-and-forward',
          text: 'With two SIMs the second is used after ten minutes without the first, and tried back every six hours.',
        },
      ],
    },
  ],
  'heron-de': [
    {
      step: 'proposed',
      ago: 3.6,
      by: 'clara.desmet',
      name: 'stoerungen',
      subject: 'Störungen: E02, E06 und E07 ergänzen',
      edits: [
        {
          append: 'stoerungen',
          text: '| `E02` | zwei gleich starke Echos |\n| `E06` | Uhr nicht gestellt |\n| `E07` | Speicher verbraucht |',
        },
      ],
    },
  ],
  'heron-ja': [
    {
      step: 'proposed',
      ago: 7.9,
      by: 'aiko.nakamura',
      name: 'radio',
      subject: '電波法の認証番号を追加',
      status: 'draft',
      edits: [{ append: 'introduction', text: '本製品は電波法に基づく認証（211-260314）を受けています。' }],
    },
  ],
};
