/**
 * Keeps the installation lean: few packages, little disk, and a written reason for every package that ships.
 * A number here is raised only together with a decision record.
 */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const mostPackages = 600;
const mostMegabytes = 500;
const records = 'docs/decisions';

/** What tools keep beside the packages; it was not installed. */
const caches = new Set(['.cache', '.vite', '.vite-temp']);

/** Bytes that `folder` takes on the disk, as `du` counts them, without what tools keep there for themselves (`.cache`, `.vite`). */
function measureFolder(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (caches.has(entry.name)) continue;
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? measureFolder(path) : lstatSync(path).blocks * 512;
  }
  return bytes;
}

/** Names of the packages that npm really installed; those for other systems are in the lock file only. */
function listInstalled(): string[] {
  const { packages } = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8'));
  return Object.keys(packages);
}

/** The runtime dependencies that no decision record about dependencies names between backticks. */
function listUnexplained(): string[] {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const written = readdirSync(records)
    .filter((name) => /dependenc/.test(name) && name.endsWith('.md'))
    .map((name) => readFileSync(join(records, name), 'utf8'))
    .join('\n');
  return Object.keys(dependencies).filter((name) => !written.includes(`\`${name}\``));
}

const packages = listInstalled().length;
const megabytes = measureFolder('node_modules') / 1024 ** 2;
const unexplained = listUnexplained();
console.log(
  `${packages} packages (at most ${mostPackages}), ${megabytes.toFixed(0)} MB (at most ${mostMegabytes})`,
);

const complaints = [
  ...(packages > mostPackages ? [`${packages} packages are installed, ${mostPackages} is the limit.`] : []),
  ...(megabytes > mostMegabytes
    ? [`node_modules holds ${megabytes.toFixed(0)} MB, ${mostMegabytes} is the limit.`]
    : []),
  ...unexplained.map(
    (name) => `${name} ships, but no record ${records}/*dependencies*.md says what it saves.`,
  ),
];
if (complaints.length > 0) {
  console.error(complaints.join('\n'));
  process.exitCode = 1;
}
