import type { Table } from '#src/lib/text/csv.ts';
import { type IgnoredColumn, matchColumns } from '#src/lib/text/table-columns.ts';

/** The content of a column of a members CSV. `login` stands in where the email address is empty. */
export type ColumnKey = 'email' | 'login' | 'id' | 'role' | 'sso' | 'teams' | 'leaves' | 'remove';

export const knownColumns = ['email', 'id', 'role', 'sso', 'add to teams', 'leave teams', 'remove'];

/** A heading without case, accents, marks like “[Required]”, and what separates its words. */
export const plainHeading = (heading: string): string =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\[[^\]]*\]|\([^)]*\)/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** How directories and spreadsheets name the column of email addresses, the preferred one first. */
const addressNames = [
  ...['email', 'mail', 'primary email', 'email address', 'primary email address', 'mail address', 'emails'],
  ...['user email', 'work email', 'business email', 'email id', 'e-mail 1 - value', 'smtp address'],
  ...['E-Mail-Adresse', 'Mailadresse', 'courriel', 'adresse e-mail', 'adresse mail', 'adresse électronique'],
  ...['adresse courriel', 'mél', 'correo', 'correo electrónico', 'dirección de correo', 'e-mailadres'],
  ...['dirección de correo electrónico', 'endereço de e-mail', 'correio eletrónico', 'indirizzo e-mail'],
  ...['posta elettronica', 'e-post', 'e-postadress', 'e-postadresse', 'sähköposti', 'sähköpostiosoite'],
  ...['adres e-mail', 'e-mailová adresa', 'e-mail cím', 'e-posta', 'e-posta adresi', 'adresă de e-mail'],
  ...['почта', 'эл. почта', 'электронная почта', 'адрес электронной почты', 'електронна пошта'],
  ...['メール', 'メールアドレス', '电子邮件', '电子邮箱', '邮箱', '電子郵件', '이메일', '이메일 주소'],
].map(plainHeading);

/** Headings of logins at other services, which often are the address. */
const loginNames = [
  ...['user principal name', 'UPN', 'login', 'login name', 'sign-in name', 'user name', 'user'],
  ...['Benutzerprinzipalname', 'Anmeldename', 'Benutzername', "nom d'utilisateur", 'nombre de usuario'],
].map(plainHeading);

const roleNames = new Set(
  [
    ...['role', 'member role', 'org role', 'organization role', 'Rolle', 'rôle', 'rol', 'ruolo', 'papel'],
    ...['função', 'roll', 'rooli', 'rola', 'role v organizaci', 'роль', '役割', 'ロール', '角色', '역할'],
  ].map(plainHeading),
);

/** Ids that other systems give to people. */
const foreignIdNames = new Set(
  [
    ...['object id', 'azure ad object id', 'entra object id', 'external id', 'immutable id', 'okta id'],
    ...['on-premises immutable id', 'employee id', 'sid', 'guid', 'uuid', 'google id', 'Objekt-ID'],
  ].map(plainHeading),
);

const groupNames = new Set(
  [
    ...['group', 'groups', 'group name', 'Gruppe', 'Gruppen', 'groupe', 'groupes', 'grupo', 'grupos'],
    ...['gruppo', 'gruppi', 'equipe', 'équipes', 'equipo', 'equipos', 'squad', 'Mannschaft', 'команда'],
  ].map(plainHeading),
);

const columnsByName = new Map<string, ColumnKey>([
  ['id', 'id'],
  ['userid', 'id'],
  ['sso', 'sso'],
  ['addtoteams', 'teams'],
  ['leaveteams', 'leaves'],
  ['remove', 'remove'],
]);

/** The suggested use of a column, by its heading. */
export const keyOfKnown = (heading: string): ColumnKey | undefined =>
  heading === 'email' || heading === 'role' ? heading : columnsByName.get(plainHeading(heading));

/** Addresses that are for something else. */
const isSecondary = (name: string) =>
  /recovery|second|alternat|other|manager|personal|private|proxy|notif|backup|forward/.test(name);

const isAddress = (cell: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell.trim());

/** Whether most cells of a column that are filled are email addresses. */
function holdsAddresses({ lines }: Table, index: number): boolean {
  const filled = lines.map(({ cells }) => cells[index] ?? '').filter(Boolean);
  return filled.length > 0 && filled.filter(isAddress).length * 2 > filled.length;
}

/** Index of the column of addresses, by its name, else by what it holds; undefined if there is none. */
function findAddresses(table: Table, names: readonly string[]): number | undefined {
  const byName = addressNames.map((name) => names.indexOf(name)).find((index) => index >= 0);
  if (byName !== undefined) return byName;
  const holding = names.flatMap((name, index) =>
    !isSecondary(name) && holdsAddresses(table, index) ? [index] : [],
  );
  const isNamed = (pattern: (name: string) => boolean) =>
    holding.find((index) => pattern(names[index] ?? ''));
  const mailColumn = isNamed((name) => name.includes('mail')) ?? isNamed((name) => loginNames.includes(name));
  return mailColumn ?? (names.includes('id') ? undefined : holding[0]);
}

interface MemberColumns {
  indexes: ReadonlyMap<ColumnKey, number>;
  /** Unknown columns, to be accepted before the import. */
  ignored: IgnoredColumn[];
  /** Headings of other addresses, which nothing is sent to. */
  otherAddresses: string[];
  /** Headings of ids of other systems. */
  foreignIds: string[];
}

/**
 * Finds the columns of a members CSV, from our own export or from a directory.
 *
 * @param chosen what the person said some columns are, by their index
 */
export function matchMemberColumns(table: Table, chosen: ReadonlyMap<number, ColumnKey>): MemberColumns {
  const names = table.headings.map(plainHeading);
  const choices = [...chosen];
  const chosenAt = (key: ColumnKey) => choices.find(([, used]) => used === key)?.[0];
  const addresses = chosenAt('email') ?? findAddresses(table, names);
  const isForeignId = (index: number) => foreignIdNames.has(names[index] ?? '') || holdsUuids(table, index);
  const find = (heading: string, index: number): ColumnKey | undefined => {
    const said = chosen.get(index);
    if (said !== undefined) return said;
    const name = plainHeading(heading);
    if (addresses !== undefined && (index === addresses || name === names[addresses])) return 'email';
    if (loginNames.includes(name) && addresses !== undefined && holdsAddresses(table, index)) return 'login';
    const key = roleNames.has(name) ? 'role' : columnsByName.get(name);
    if (key === 'id' && addresses !== undefined && isForeignId(index)) return undefined;
    // Another column was said to be that.
    return key !== undefined && chosenAt(key) !== undefined ? undefined : key;
  };
  const { indexes, ignored } = matchColumns(table, find, knownColumns);
  const isOther = (column: IgnoredColumn) => {
    const name = plainHeading(column.heading);
    return addresses !== undefined && (addressNames.includes(name) || loginNames.includes(name));
  };
  const unknown = ignored.filter(
    ({ reason, heading }) =>
      reason === 'unknown' || (reason === 'repeated' && loginNames.includes(plainHeading(heading))),
  );
  const others = unknown.filter((column) => isOther(column) && !isForeignId(column.number - 1));
  const ids = unknown.filter(({ number }) => isForeignId(number - 1));
  return {
    indexes,
    ignored: ignored
      .filter((column) => !others.includes(column) && !ids.includes(column))
      .map((column) => ({ ...column, suggestion: suggestionFor(column) })),
    otherAddresses: others.map(({ heading }) => heading),
    foreignIds: ids.map(({ heading }) => heading),
  };
}

const suggestionFor = ({ heading, reason, suggestion }: IgnoredColumn) =>
  reason === 'unknown' && groupNames.has(plainHeading(heading)) ? 'add to teams' : suggestion;

const uuid = /^\{?[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}\}?$/i;

function holdsUuids({ lines }: Table, index: number): boolean {
  const filled = lines.map(({ cells }) => cells[index] ?? '').filter(Boolean);
  return filled.length > 0 && filled.every((cell) => uuid.test(cell.trim()));
}
