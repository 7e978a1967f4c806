/**
 * Names by number. Lists are combined before a name is reused with a numeral, so that thousands of rows look realistic.
 */

const FIRST_NAMES =
  'Aino Akira Alma Amadou Amina Anders Aneta Anouk Ariel Asha Astrid Ayşe Béla Birgit Bruno Carmen Chloé Cormac Dagny Dai Daria Diego Dora Eamon Ebba Eilidh Elias Élodie Emre Erik Esther Farah Felipe Fiona Florin Freja Gábor Gerda Giorgos Goran Greta Habib Haruto Heidi Hiroko Hugo Ida Ilse Imani Ingeborg Ismail Ivo Jana Jasmin Joana Jorun Juan Jun Kaja Kamal Karin Kiri Klaus Lars Laszlo Leena Li Liv Lorenzo Luca Magda Maja Malik Marek Mariam Matti Mei Milan Mira Nadja Nahla Niamh Nikolai Noa Nora Odile Olga Olu Omar Orla Ottar Paavo Petra Pia Quentin Rasmus Renata Rhys Rohan Rosa Saana Samir Sara Sigrid Simone Siri Soren Tamar Tariq Teresa Timo Tuva Uma Una Vera Viggo Wang Wera Xavier Yara Yuki Zainab Zoran'.split(
    ' ',
  );

const LAST_NAMES =
  'Aalto Abebe Acosta Adler Ahmed Amundsen Andrade Araki Bach Bakke Bala Barros Bauer Beck Bernard Bianchi Blom Borges Brandt Braun Brekke Byrne Campos Carvalho Castro Chen Cohen Costa Dahl Danielsen Delgado Demir Diallo Dietrich Dubois Duran Eide Ekström Engel Farkas Ferrari Fischer Flores Fontaine Fraser Fujita Garcia Gashi Gil Greco Grøn Haddad Hagen Hansen Hassan Haugen Heikkinen Hernández Holmberg Horn Ibrahim Ito Ivanova Jansen Jensen Jónsson Kaplan Karlsen Kato Kaya Keller Khan Kiss Klein Kovács Kruse Kumar Laine Larsen Lebedev Lefebvre Li Lindgren Lopes Lund Madsen Mahlangu Marin Martín Mazur Meier Mensah Molnár Moreau Moser Mwangi Nagy Nakano Navarro Nguyen Nielsen Nilsen Novak Nyberg Oduya Ohana Okada Olsen Osman Pálsson Park Pavlov Pereira Petit Popa Quist Rossi Roux Ruiz Saar Saito Salonen Sand Santos Sato Schmid Silva Sørensen Strand Suzuki Svensson Szabo Takeda Tamm Tanaka Toth Ueda Urban Vasile Vega Virta Vogel Wagner Wang Weiss Wirth Wolf Yamada Yilmaz Ziegler'.split(
    ' ',
  );

const RIVER_BEGINNINGS =
  'Alder Ash Birch Black Bright Clear Cold Crane Dun East Elm Fern Grey Hazel Heron Iron Long Mill North Otter Raven Red Salmon Stone Willow'.split(
    ' ',
  );
const RIVER_ENDINGS = 'beck bourne brook burn dale fleet ford mere wash water'.split(' ');

const SPACE_KINDS = [
  'gauging handbook',
  'flood plan',
  'station log',
  'rating curves',
  'site safety',
  'low-flow report',
  'maintenance plan',
  'warning marks',
  'bridge permits',
  'data quality',
  'winter notes',
  'sediment survey',
  'telemetry notes',
  'pump operation',
  'weir inspections',
  'public page texts',
  'contact list',
  'exercise reports',
  'history of floods',
  'fish passage',
];

const TEAM_KINDS = [
  'field crew',
  'hydrologists',
  'duty officers',
  'data editors',
  'instrument workshop',
  'flood wardens',
  'public relations',
  'archive',
];

const SECTION_KINDS = ['levels', 'warnings', 'stations', 'history'];

/** A deterministic 32-bit hash of two numbers. */
export function hashNumber(index: number, salt: number): number {
  let value = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  value = Math.imul(value ^ (value >>> 15), 0x735a2d97);
  return (value ^ (value >>> 15)) >>> 0;
}

export function pick<T>(list: readonly [T, ...T[]] | readonly T[], index: number): T {
  const name = list[index % list.length];
  if (name === undefined) throw new RangeError('There is nothing to choose from');
  return name;
}

/** Adds a numeral to repeated names. */
function numbered(name: string, round: number): string {
  return round === 0 ? name : `${name} ${round + 1}`;
}

/** A person's name: unique for the first half million. */
export function personName(index: number): string {
  const first = pick(FIRST_NAMES, hashNumber(index, 1));
  const last = pick(LAST_NAMES, hashNumber(index, 2));
  const middle = String.fromCharCode(65 + (hashNumber(index, 3) % 26));
  return index % 3 === 0 ? `${first} ${last}` : `${first} ${middle}. ${last}`;
}

/** A river name: 250 of them, then with numerals. */
export function riverName(index: number): string {
  const count = RIVER_BEGINNINGS.length * RIVER_ENDINGS.length;
  const position = (index * 7) % count;
  const ending = pick(RIVER_ENDINGS, Math.floor(position / RIVER_BEGINNINGS.length));
  return numbered(`${pick(RIVER_BEGINNINGS, position)}${ending}`, Math.floor(index / count));
}

/** A title about a river: every river once, then every river with the next kind. */
function riverTitle(kinds: readonly string[], index: number): string {
  const rivers = RIVER_BEGINNINGS.length * RIVER_ENDINGS.length;
  const round = Math.floor(index / rivers);
  return numbered(`${riverName(index % rivers)} ${pick(kinds, round)}`, Math.floor(round / kinds.length));
}

/** A unique space title of at most 50 characters. */
export const spaceTitle = (index: number): string => riverTitle(SPACE_KINDS, index);
/** A unique team title of at most 64 characters. */
export const teamTitle = (index: number): string => riverTitle(TEAM_KINDS, index);
/** A unique section title of at most 64 characters. */
export const sectionTitle = (index: number): string => riverTitle(SECTION_KINDS, index);

/** A path segment of a title with Latin letters, digits and spaces. */
export function pathOf(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}
