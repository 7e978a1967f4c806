import type { ContentSeed, PageText } from './model/content-schemas.ts';
import {
  type OrganizationFiles,
  organizationSchema,
  peopleSchema,
  type PersonSeed,
} from './model/organization-schemas.ts';
import { readPages, readYaml } from './model/read-files.ts';

/** Texts of files by their path below this folder, in the order of the paths. */
export type SeedFiles = Readonly<Record<string, string>>;

/** Everybody in the demonstration, and the organizations by key. */
export interface Demonstration {
  people: PersonSeed[];
  organizations: ReadonlyMap<string, OrganizationFiles>;
}

/** The demonstration as it stands in the files beside this one, which the build puts into the bundle. */
export function loadDemonstration(): Demonstration {
  const files = import.meta.glob<string>(['./*.yaml', './*/**/*.{md,yaml}'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  return readDemonstration(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path.replace('./', ''), text])),
  );
}

/**
 * Reads the demonstration. `people.yaml` lists everybody, and each folder is an organization: its YAML files hold parts
 * of it (lists and maps that stand in several files are joined in the order of the paths), its markdown files the pages
 * of one space each. Throws an error that names the file, and the line where there is one.
 */
export function readDemonstration(files: SeedFiles): Demonstration {
  const people = readYaml(peopleSchema, 'people.yaml', files['people.yaml'] ?? '');
  const folders = new Set(Object.keys(files).flatMap((path) => path.match(/^[^/]+(?=\/)/) ?? []));
  const organizations = new Map([...folders].map((folder) => [folder, readOrganization(folder, files)]));
  return { people, organizations };
}

/** What one file of an organization may say: any of its parts. */
const partSchema = organizationSchema.partial();

function readOrganization(folder: string, files: SeedFiles): OrganizationFiles {
  const parts: Record<string, unknown> = {};
  const pages = new Map<string, PageText[]>();
  for (const [file, text] of Object.entries(files)) {
    if (!file.startsWith(`${folder}/`)) continue;
    if (file.endsWith('.md')) pages.set(file.replace(/^.*\/|\.md$/g, ''), readPages(file, text));
    else addParts(parts, readYaml(partSchema, file, text), file);
  }
  const { data, error } = organizationSchema.safeParse(parts);
  if (!data) throw new Error(`${folder}: ${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}`);
  const spaces = new Set(spaceKeys(data.content));
  const lonely = [...spaces].find((key) => !pages.has(key));
  if (lonely !== undefined) throw new Error(`${folder}: The space ${lonely} has no file ${lonely}.md`);
  const homeless = [...pages.keys()].find((key) => !spaces.has(key));
  if (homeless !== undefined) throw new Error(`${folder}: ${homeless}.md belongs to no space`);
  return { ...data, pages };
}

/** Adds the parts that one file holds to those of the files before it. */
function addParts(parts: Record<string, unknown>, more: Record<string, unknown>, file: string): void {
  for (const [name, value] of Object.entries(more)) {
    const before = parts[name];
    if (before === undefined) parts[name] = value;
    else if (Array.isArray(before) && Array.isArray(value)) parts[name] = [...before, ...value];
    else if (isMap(before) && isMap(value)) parts[name] = { ...before, ...value };
    else throw new Error(`${file}:1: ${name} stands in another file already`);
  }
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function spaceKeys(items: readonly ContentSeed[]): string[] {
  return items.flatMap((item) => (item.kind === 'space' ? [item.key] : spaceKeys(item.items)));
}
