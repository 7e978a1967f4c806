/**
 * `npm run licences`: the licences of everything that is installed or delivered, as tab-separated lines; with `--texts`
 * also their texts. `--check` fails if one of them does not allow the use.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isAllowedLicence } from './licence-expression.ts';

interface LockedPackage {
  version: string;
  license?: string;
  dev?: boolean;
}

/** Development dependencies of which the build delivers something: a font, colors, style rules. */
const deliveredPackages = ['@fontsource-variable/inter', '@radix-ui/colors', 'tailwindcss'];

/** Packages that name their licence in a file only, or not as SPDX does; the texts were read. */
const licencesInFiles: Record<string, { licence: string; firstLine: string }> = {
  duck: { licence: 'BSD-2-Clause', firstLine: 'Copyright (c) 2013, Michael Williamson' },
  'png-js': { licence: 'MIT', firstLine: 'MIT License' },
};

interface Licensed {
  name: string;
  version: string;
  /** An SPDX expression; empty if unknown. */
  licence: string;
  folder: string;
}

function listLicensed(): Licensed[] {
  const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
    readFileSync('package-lock.json', 'utf8'),
  );
  return Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([folder, found]) => ({ ...found, folder, name: folder.replace(/^.*node_modules\//, '') }))
    .filter(({ name, dev = false }) => !dev || deliveredPackages.includes(name))
    .map(({ name, version, folder, license }) => ({
      name,
      version,
      folder,
      licence: licencesInFiles[name] ? licenceInFile(name, folder) : (license ?? ''),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'));
}

/** Empty if the file no longer has the text that was reviewed. */
function licenceInFile(name: string, folder: string): string {
  const fileLicence = licencesInFiles[name];
  return fileLicence && textOf(folder).startsWith(fileLicence.firstLine) ? fileLicence.licence : '';
}

/** The licence files of a package; empty where it has none, or is for another system and not installed. */
function textOf(folder: string): string {
  try {
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
    return files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
  } catch {
    return '';
  }
}

const { values } = parseArgs({ options: { check: { type: 'boolean' }, texts: { type: 'boolean' } } });
const all = listLicensed();
if (values.check === true) {
  const rejected = all.filter(({ licence }) => !isAllowedLicence(licence));
  for (const { name, version, licence } of rejected)
    console.error(`${name}@${version}: ${licence === '' ? 'no licence' : licence} is not allowed.`);
  console.log(`${all.length} packages, ${rejected.length} without an allowed licence.`);
  process.exitCode = rejected.length === 0 ? 0 : 1;
} else {
  for (const { name, version, licence, folder } of all) {
    console.log([name, version, licence].join('\t'));
    if (values.texts === true) console.log(`\n${textOf(folder)}\n`);
  }
}
