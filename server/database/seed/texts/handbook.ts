import type { PageText } from '../model/seed-data.ts';

/** The handbook of the employees. */
export const handbook: PageText[] = [
  {
    title: 'Welcome',
    emoji: '👋',
    description: 'How we work at Skerry',
    text: `We are seventy people in Ålesund, Galway, Gdańsk and Yokohama who measure water. This handbook says how we work together. It is not law: if it hinders you, change it.

![The Ålesund office from the water](file:office.png)`,
  },
  {
    title: 'What we believe',
    emoji: '🧭',
    description: 'Five sentences',
    text: `1. A wrong level is worse than none.
2. The person in the waders is right.
3. Write it down, then talk.
4. Ship small, ship on Tuesdays.
5. Nobody drowns for a reading.`,
  },
  {
    title: 'Working hours and places',
    emoji: '🕘',
    pages: [
      {
        title: 'Hours',
        description: '37.5 a week, five of them together',
        text: `Between 10 and 15 Ålesund time you can be reached, unless your calendar says otherwise. The rest is yours to arrange. Overtime is agreed before, not after.`,
      },
      {
        title: 'Home and office',
        description: 'Your choice, with two exceptions',
        text: `Work where you work well. The laboratory and goods-in need people on the spot. We pay for a chair, a screen and half of the line.`,
      },
      {
        title: 'Holidays',
        description: 'Six weeks, take them',
        text: `Enter them by the end of March, move them when you must. Two weeks in one piece, please; the second person on every key is there so that you can.`,
      },
    ],
  },
  {
    title: 'Meetings',
    emoji: '🗓️',
    description: 'Few, short, with a page',
    text: `No page, no meeting. The page says what is to be decided. After it, one line says what was. Wednesdays have none.`,
  },
  {
    title: 'Money',
    emoji: '💶',
    pages: [
      {
        title: 'Salaries',
        description: 'Bands, open to all',
        text: `Every role has a band; the bands are on this page's [spreadsheet](file:!salary-bands.xlsx). You are told where you stand in it and why, each September.`,
      },
      {
        title: 'Expenses',
        description: 'Reasonable, with a photograph',
        text: `Photograph the receipt the same day. Under 500 kr nobody asks. Train before plane under six hours.`,
      },
      {
        title: 'Travel to stations',
        description: 'Two people, one plan',
        text: `See [Fieldwork safety](space:fieldwork-safety). The plan is filed before you leave and closed when you are back.`,
      },
    ],
  },
  {
    title: 'Growing',
    emoji: '🌱',
    description: 'Talks, courses, changing roles',
    text: `A talk with your lead each quarter, half an hour, prepared by you. 15,000 kr a year for courses, no form. Changing teams is normal: ask the team, then your lead.`,
  },
  {
    title: 'When something is wrong',
    emoji: '🆘',
    description: 'Whom to talk to',
    text: `Your lead, Sofia in People, or the safety delegate; in that order or any other. For what cannot be said with a name there is the [reporting channel](https://speak.skerry.example).`,
  },
  {
    title: 'Equipment',
    emoji: '💻',
    description: 'What you get and what you bring back',
    text: `Laptop of your choice from the list, new every four years. Lost or stolen: tell [security](space:security/lost-devices) within the hour, day or night.`,
  },
];
