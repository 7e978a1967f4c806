/**
 * Names in package-lock.json every package for another operating system or processor that a tool lists as optional.
 * npm leaves out those that its registry cannot serve on the day of the install, and `npm ci` then refuses the file.
 * Run it after every `npm install`; with `--check` it only says what is missing, and fails.
 */
import { readFileSync, writeFileSync } from 'node:fs';

interface LockedPackage {
  version?: string;
  cpu?: string[];
  dev?: boolean;
  optional?: boolean;
  libc?: string[];
  optionalDependencies?: Record<string, string>;
  os?: string[];
}

const systems = new Set(['aix', 'android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']);
const processors = new Set(['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32']);

/** What a package such as `@oxlint/binding-linux-x64-musl` runs on, read from its name. */
function readPlatform(name: string): Pick<LockedPackage, 'cpu' | 'libc' | 'os'> {
  const words = name.split(/[/-]/);
  const cpu = words.filter((word) => processors.has(word));
  const os = words.filter((word) => systems.has(word));
  const libc = words.at(-1) === 'musl' ? ['musl'] : words.at(-1) === 'gnu' ? ['glibc'] : [];
  if (cpu.length === 0)
    throw new Error(`The name ${name} tells no processor: add it to package-lock.json by hand.`);
  return {
    cpu,
    ...(libc.length > 0 ? { libc } : {}),
    ...(os.length > 0 ? { os } : {}),
  };
}

/** Whether the package at `from` finds `name` in its own folder of packages or one above. */
function finds(packages: Record<string, LockedPackage>, from: string, name: string): boolean {
  for (let folder = from; ;) {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true;
    if (folder === '') return false;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')));
  }
}

const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
);
const missing = Object.entries(lock.packages).flatMap(([from, { dev, optionalDependencies = {} }]) =>
  Object.entries(optionalDependencies)
    .filter(([name]) => !finds(lock.packages, from, name))
    .map(([name, version]) => ({ name, version, dev })),
);

if (missing.length > 0 && process.argv.includes('--check')) {
  console.error(
    `package-lock.json lacks ${missing.map(({ name }) => name).join(', ')}.\nRun: npx tsx scripts/lock-platforms.ts`,
  );
  process.exitCode = 1;
} else if (missing.length > 0) {
  for (const { name, version, dev } of missing) {
    if (!/^\d+\.\d+\.\d+$/.test(version))
      throw new Error(`${name} is asked for as ${version}, not as one version.`);
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(dev ? { dev } : {}),
      optional: true,
      ...readPlatform(name),
    };
  }
  const entries = Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(
    'package-lock.json',
    `${JSON.stringify({ ...lock, packages: Object.fromEntries(entries) }, null, 2)}\n`,
  );
  console.log(`Added ${missing.length} packages for other systems.`);
}
