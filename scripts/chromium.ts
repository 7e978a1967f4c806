/** Finds a Chromium for the browser tests and measurements. */
import { chromium } from 'playwright';
import { findOnPath, installDebianPackage, isProgram } from './system-packages.ts';

/** Flags for headless Chromium on a desktop, in a container and as root. */
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

/** In order of preference. The headless build makes browser tests a third faster. */
const programNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/**
 * The executable: `CHROMIUM_PATH`, Playwright's, the system's, or the distribution's package if it can be installed.
 * Throws with instructions otherwise.
 */
export async function findChromium(): Promise<string> {
  const configured = process.env.CHROMIUM_PATH;
  if (configured !== undefined && configured !== '') {
    if (isProgram(configured)) return configured;
    throw new Error(`CHROMIUM_PATH is ${configured}, which isn’t an executable file.`);
  }
  const playwrightPath = chromium.executablePath();
  if (isProgram(playwrightPath)) return playwrightPath;
  const program = findOnPath(...programNames) ?? (await installChromium());
  if (program !== undefined) return program;
  throw new Error(
    'Chromium not found. Install it (npx playwright install chromium, or your system’s package) or set CHROMIUM_PATH.',
  );
}

/** Older Debian releases have no headless package. */
async function installChromium(): Promise<string | undefined> {
  const isInstalled =
    (await installDebianPackage('chromium-headless-shell')) || (await installDebianPackage('chromium'));
  return isInstalled ? findOnPath(...programNames) : undefined;
}
