/* The spaces of Saltmarsh Consulting. */
import type { PageText } from '../model/seed-data.ts';

export const saltmarshMethod: PageText[] = [
  {
    title: 'How we survey',
    emoji: '🦆',
    description: 'Marshes, at low water',
    text: `We walk the creeks at spring low water, twice, with a level and patience. Each line is closed; a misclosure over 8 mm is walked again.`,
  },
  {
    title: 'Instruments',
    emoji: '📏',
    description: 'What we carry',
    text: `Digital level, invar staff, two [Heron](https://www.skerry.example/heron) gauges on tripods, tea.`,
  },
  {
    title: 'Reports',
    emoji: '📄',
    description: 'What a client gets',
    text: `A map, a table, five pages of text, and the raw data. Never only the map.`,
  },
];

export const saltmarshClients: PageText[] = [
  {
    title: 'Starting with a client',
    emoji: '🤝',
    description: 'First call to first boot',
    text: `1. What will be decided with the result?
2. Who owns the land?
3. When is low water?`,
  },
  {
    title: 'Prices',
    emoji: '💷',
    description: 'By the day',
    text: `A day is a tide. Travel at cost. Nothing for the first call.`,
  },
  {
    title: 'Checklist',
    emoji: '✅',
    description: 'Before we leave',
    text: `Tide table, permission, spare battery, second boots.`,
  },
];
