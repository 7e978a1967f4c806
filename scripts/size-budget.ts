/**
 * Measures the built console as a browser loads it: the first screen, and what each other screen adds. Fails above the
 * budgets; builds first if stale.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { collectClosure, listScreens, ownModules, screenModules, type Manifest } from './build-manifest.ts';

const kilobyte = 1024;
const organizationScreens = '_shell/o.$organizationId/';
const firstScreen = `src/routes/${organizationScreens}members.tsx`;
/**
 * `routes`: the routes of all other screens, loaded after the first one. `screen`: what a screen adds to both;
 * `opened`: what it needs with its layouts when opened directly. `readerStyle`, `readerScript`: what a page of a
 * published site loads; `referenceStyle`, `blocksStyle`: what one with an API reference or with blocks loads beside them. `editor`: what the field that
 * edits pages adds to its screen, loaded when a page is opened and the plain field stands in for it; `visual`: what its
 * visual view adds, loaded when a person chose it; `signs`: the names and drawings of all emoji and icons, loaded when a person looks for one or
 * a text has one.
 */
const budgets = {
  // With the announcement above every page.
  readerStyle: 4.6,
  referenceStyle: 1.5,
  blocksStyle: 1.5,
  readerScript: 8,
  // Some hundred bytes vary with the path of the checkout, of which the names of files are made.
  // The bell adds its place and an entry of the navigation, the state of a person the names under which it is stored, operators
  // the question whether one is signed in.
  script: 140.5,
  routes: 20.5,
  style: 15,
  requests: 9,
  // That of the page editor has the names, attributes and snippets of all blocks, the checks of variables, and the
  // reader of links, which shows paths for ids before the text is painted. Its pages viewed are stored for a person. It
  // changes between source and visual view, which shares small files with it.
  screen: 80,
  // With what the tree of pages beside the text and the list of suggestions below it, which are loaded later, share with the screen, and the
  // button for emoji and icons.
  editorScreen: 89,
  openedDirectly: 120,
  // The editor and its visual view together may have 150. The view has the distances of published pages. The view has the settings of pictures, as Markdown and as HTML, draws icons
  // and emoji among words, makes steps of lists, and marks commented words in cells of tables.
  editor: 111,
  visual: 34.5,
  signs: 82,
};

/** Screens whose first opening is measured by the benchmark: how many scripts they and their layouts add. */
const scriptBudgets = new Map([
  ['teams/route.tsx', 5],
  ['sites_/$siteId.structure.tsx', 24],
  ['spaces.$spaceId_.changes/$changeRequest.index.tsx', 18],
  // More than the others: what the editor shares with its visual view, the tree of pages, suggestions, and the lists of findings.
  ['spaces.$spaceId_.changes/$changeRequest.content.$pageId.edit.tsx', 42],
]);
/** The same of every other screen. */
const scriptsOfAScreen = 36;

/** API requests: session, organization, members. */
const apiRequests = 3;

const folder = 'dist/console';
const readerFolder = '../reader';

/** Compressed size of a built file, in KB. */
function compressedSize(file: string): number {
  const path = join(folder, file);
  const bytes = existsSync(`${path}.br`)
    ? readFileSync(`${path}.br`)
    : brotliCompressSync(readFileSync(path));
  return bytes.length / kilobyte;
}

const total = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + compressedSize(file), 0);

execFileSync(process.execPath, ['scripts/build-if-stale.mjs'], { stdio: 'inherit' });
const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
const page = readFileSync(join(folder, 'index.html'), 'utf8');

/** Everything index.html requests. */
const pageFiles = [...page.matchAll(/(?:src|href)="\/([^"]+)"/g)]
  .flatMap(([, file]) => file ?? [])
  // The browser fetches the icon last.
  .filter((file) => !file.startsWith('favicon'));
const filesWithSuffix = (files: Iterable<string>, suffix: string): string[] =>
  [...files].filter((file) => file.endsWith(suffix));

const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry === true);
const first = collectClosure(manifest, [...entries, ...screenModules(manifest, firstScreen)]);
const firstFiles = new Set([...pageFiles, ...first]);
const scripts = filesWithSuffix(firstFiles, '.js');
const inlineScripts = [...page.matchAll(/<script>([^]*?)<\/script>/g)]
  .map(([, source = '']) => source)
  .join('');
const inlineSize = brotliCompressSync(inlineScripts).length / kilobyte;
const styles = filesWithSuffix(firstFiles, '.css');
const requests = 1 + firstFiles.size + apiRequests;

const routesChunk = Object.keys(manifest).filter((key) => key.startsWith('_routes-'));
const routes = [...collectClosure(manifest, routesChunk)].filter((file) => !firstFiles.has(file));

const screens = listScreens(manifest).map((screen) => {
  const scriptsOf = (modules: string[]): string[] =>
    filesWithSuffix(collectClosure(manifest, modules), '.js').filter(
      (file) => !firstFiles.has(file) && !routes.includes(file),
    );
  const scriptsOpened = scriptsOf(screenModules(manifest, screen));
  return {
    screen,
    size: total(scriptsOf(ownModules(manifest, screen))),
    opened: total(scriptsOpened),
    count: scriptsOpened.length,
  };
});

const problems: string[] = [];
function checkBudget(label: string, value: number, limit: number, unit: string): void {
  console.log(`${label.padEnd(64)} ${value.toFixed(1).padStart(7)} of ${limit}${unit}`);
  if (value > limit) problems.push(`${label}: ${value.toFixed(1)}${unit}, limit ${limit}${unit}.`);
}

checkBudget('members, JavaScript until rows are visible', inlineSize + total(scripts), budgets.script, ' KB');
checkBudget('routes of all other screens', total(routes), budgets.routes, ' KB');
checkBudget('members, CSS', total(styles), budgets.style, ' KB');
checkBudget('members, requests until rows are visible', requests, budgets.requests, '');
checkBudget('published site, CSS', compressedSize(`${readerFolder}/reader.css`), budgets.readerStyle, ' KB');
checkBudget(
  'published site, CSS of API references',
  compressedSize(`${readerFolder}/reference.css`),
  budgets.referenceStyle,
  ' KB',
);
checkBudget(
  'published site, CSS of blocks',
  compressedSize(`${readerFolder}/blocks.css`),
  budgets.blocksStyle,
  ' KB',
);
checkBudget(
  'published site, JavaScript',
  compressedSize(`${readerFolder}/reader.js`),
  budgets.readerScript,
  ' KB',
);
for (const { screen, size, opened, count } of screens.toSorted((a, b) => b.opened - a.opened)) {
  const name = screen.replace('src/routes/', '');
  checkBudget(
    `+ ${name}`,
    size,
    name.endsWith('content.$pageId.edit.tsx') ? budgets.editorScreen : budgets.screen,
    ' KB',
  );
  if (opened > size) checkBudget(`  ${name}, with its layouts`, opened, budgets.openedDirectly, ' KB');
  checkBudget(
    `  ${name}, scripts`,
    count,
    scriptBudgets.get(name.replace(organizationScreens, '')) ?? scriptsOfAScreen,
    '',
  );
}

const editorScreen = screens.find(({ screen }) => screen.endsWith('content.$pageId.edit.tsx'))?.screen ?? '';
const beforeEditor = new Set([
  ...firstFiles,
  ...routes,
  ...collectClosure(manifest, screenModules(manifest, editorScreen)),
]);
const editorFiles = [...collectClosure(manifest, ['src/features/page-editor/field/code-field.ts'])].filter(
  (file) => !beforeEditor.has(file),
);
checkBudget('editor of pages, JavaScript', total(editorFiles), budgets.editor, ' KB');
const visualFiles = [...collectClosure(manifest, ['src/features/page-editor/visual/visual-view.ts'])].filter(
  (file) => !beforeEditor.has(file) && !editorFiles.includes(file),
);
checkBudget('visual view of the editor, JavaScript', total(visualFiles), budgets.visual, ' KB');
const signs = ['field/sign-completion.ts', 'dialogs/sign-dialog.tsx'];
const signFiles = [
  ...collectClosure(
    manifest,
    signs.map((file) => `src/features/page-editor/${file}`),
  ),
].filter((file) => !beforeEditor.has(file) && !editorFiles.includes(file) && !visualFiles.includes(file));
checkBudget('emoji and icons of the editor, JavaScript', total(signFiles), budgets.signs, ' KB');
if (editorFiles.length === 0) problems.push('The field of the editor is not loaded later than its screen.');

const otherHosts = [...page.matchAll(/(?:src|href)="((?:https?:)?\/\/[^"]+)"/g)].map(([, url]) => url);
if (otherHosts.length > 0) problems.push(`The page requests other hosts: ${otherHosts.join(', ')}.`);
const ofKitchen = Object.keys(manifest).filter((key) => key.includes('kitchen'));
if (ofKitchen.length > 0 || existsSync(join(folder, 'e2e')))
  problems.push(`The kitchen is for development only, and the build contains it: ${ofKitchen.join(', ')}.`);
if (routes.length === 0) problems.push('The routes are not a file of their own.');
if (screens.length === 0) problems.push('No screens in the manifest; nothing was measured.');

if (problems.length > 0) {
  console.error(`\n${problems.join('\n')}\n`);
  for (const file of scripts) console.error(`${compressedSize(file).toFixed(1).padStart(8)} KB ${file}`);
  process.exitCode = 1;
}
