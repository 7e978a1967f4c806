/** Finds a Chromium for the browser tests and measurements. */
import { chromium } from 'playwright';
import { findOnPath, installDebianPackage, isProgram } from './system-packages.ts';

/** Switches under which a headless Chromium runs alike on a desk, in a container and as root. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Best first. The headless build has no windows of its own to draw, which takes a third off the browser tests. */
const programNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/**
 * The executable to use: `CHROMIUM_PATH`, else the one that Playwright installed, else one of the system, else the
 * distribution's package where we may install it. Throws a sentence that says what to do when there is none.
 */
export async function findChromium(): Promise<string> {
  const configured = process.env.CHROMIUM_PATH;
  if (configured !== undefined && configured !== '') {
    if (isProgram(configured)) return configured;
    throw new Error(`CHROMIUM_PATH is ${configured}, which isn’t an executable file.`);
  }
  const playwrightPath = chromium.executablePath();
  if (isProgram(playwrightPath)) return playwrightPath;
  const found = findOnPath(...programNames) ?? (await installChromium());
  if (found !== undefined) return found;
  throw new Error(
    'Chromium not found. Install it (npx playwright install chromium, or your system’s package) or set CHROMIUM_PATH.',
  );
}

/** Debian's package; older releases have only the one with windows. */
async function installChromium(): Promise<string | undefined> {
  const isInstalled =
    (await installDebianPackage('chromium-headless-shell')) || (await installDebianPackage('chromium'));
  return isInstalled ? findOnPath(...programNames) : undefined;
}
