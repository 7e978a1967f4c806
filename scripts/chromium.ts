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

/**
 * The popups of the address bar, which a full build draws beside each new window, in half a second of processor time.
 * The flag replaces that of Playwright, whose features follow.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
];

/** Flags for tests, which open many windows that live for seconds. */
export const testArgs = [
  ...chromiumArgs,
  `--disable-features=${disabledFeatures.join(',')}`,
  // Optimizing compilation would cost more processor time than it saves.
  '--js-flags=--no-opt --no-maglev',
];

/** A window of the headless build takes a third of the processor time. */
const headlessName = 'chromium-headless-shell';

const programNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The executable: `CHROMIUM_PATH`, Playwright's, the system's, or the distribution's package if it can be installed; with
 * `prefersHeadless` also in the place of a full build. Throws with instructions otherwise.
 */
export async function findChromium({ prefersHeadless = false } = {}): Promise<string> {
  const configured = process.env.CHROMIUM_PATH;
  if (configured !== undefined && configured !== '') {
    if (isProgram(configured)) return configured;
    throw new Error(`CHROMIUM_PATH is ${configured}, which isn’t an executable file.`);
  }
  const playwrightPath = chromium.executablePath();
  if (isProgram(playwrightPath)) return playwrightPath;
  const headless = findOnPath(headlessName);
  if (headless !== undefined) return headless;
  if (prefersHeadless && (await installDebianPackage(headlessName))) return findChromium();
  const program = findOnPath(...programNames) ?? (await installChromium());
  if (program !== undefined) return program;
  throw new Error(
    'Chromium not found. Install it (npx playwright install chromium, or your system’s package) or set CHROMIUM_PATH.',
  );
}

/** Older Debian releases have no headless package. */
async function installChromium(): Promise<string | undefined> {
  const isInstalled = (await installDebianPackage(headlessName)) || (await installDebianPackage('chromium'));
  return isInstalled ? findOnPath(headlessName, ...programNames) : undefined;
}
