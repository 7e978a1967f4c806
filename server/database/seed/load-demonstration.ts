import type { z } from 'zod';
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

/** The people of the demonstration, and its organizations by key. */
export interface Demonstration {
  people: PersonSeed[];
  organizations: ReadonlyMap<string, OrganizationFiles>;
}

/** Loads the demonstration from the files beside this one, which are bundled. */
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
 * Reads the demonstration. `people.yaml` lists the people, and each folder is an organization: its YAML files contain
 * its parts (lists and maps of several files are joined in path order), and each Markdown file the pages of one space.
 * Throws an error with the file name, and the line if known.
 */
export function readDemonstration(files: SeedFiles): Demonstration {
  const people = readYaml(peopleSchema, 'people.yaml', files['people.yaml'] ?? '');
  const partSchema = partSchemaFor(new Set(people.map(({ key }) => key)));
  const folders = new Set(Object.keys(files).flatMap((path) => path.match(/^[^/]+(?=\/)/) ?? []));
  const organizations = new Map(
    [...folders].map((folder) => [folder, readOrganization(folder, files, partSchema)]),
  );
  return { people, organizations };
}

type Part = Partial<z.infer<typeof organizationSchema>>;

/** The schema of one file of an organization: any of its parts, naming only these people. */
function partSchemaFor(people: ReadonlySet<string>): z.ZodType<Part> {
  return organizationSchema.partial().superRefine((part, context) => {
    for (const { path, key } of findPersonKeys(part)) {
      if (!people.has(key)) context.addIssue({ code: 'custom', path, message: `There is no person ${key}` });
    }
  });
}

/** The fields that name people, alone or in lists. */
const PERSON_FIELDS: ReadonlySet<unknown> = new Set(['by', 'person', 'people', 'owners', 'members']);

function findPersonKeys(value: unknown, path: PropertyKey[] = []): { path: PropertyKey[]; key: string }[] {
  if (typeof value === 'string') {
    const field = path.findLast((step) => typeof step === 'string');
    return PERSON_FIELDS.has(field) || path.includes('reactions') ? [{ path, key: value }] : [];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => findPersonKeys(item, [...path, index]));
  if (!isMap(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => findPersonKeys(inner, [...path, name]));
}

function readOrganization(folder: string, files: SeedFiles, partSchema: z.ZodType<Part>): OrganizationFiles {
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
  const withoutFile = [...spaces].find((key) => !pages.has(key));
  if (withoutFile !== undefined)
    throw new Error(`${folder}: The space ${withoutFile} has no file ${withoutFile}.md`);
  const withoutSpace = [...pages.keys()].find((key) => !spaces.has(key));
  if (withoutSpace !== undefined) throw new Error(`${folder}: ${withoutSpace}.md has no space`);
  const history = Object.keys(data.histories).find((key) => !spaces.has(key));
  if (history !== undefined) throw new Error(`${folder}: histories.${history} has no space`);
  return { ...data, pages };
}

/** Adds the parts of one file to those of the previous files. */
function addParts(parts: Record<string, unknown>, more: Part, file: string): void {
  for (const [name, value] of Object.entries(more)) {
    const before = parts[name];
    if (before === undefined) parts[name] = value;
    else if (Array.isArray(before) && Array.isArray(value)) parts[name] = [...before, ...value];
    else if (isMap(before) && isMap(value)) {
      const twice = Object.keys(value).find((key) => key in before);
      if (twice !== undefined)
        throw new Error(`${file}: ${name}.${twice} is already defined in another file`);
      parts[name] = { ...before, ...value };
    } else throw new Error(`${file}: ${name} is already defined in another file`);
  }
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function spaceKeys(items: readonly ContentSeed[]): string[] {
  return items.flatMap((item) => (item.kind === 'space' ? [item.key] : spaceKeys(item.items)));
}
