import { type Browser, chromium } from '@playwright/test';
/**
 * Takes screenshots of the built console with demonstration data into docs/screens: 1440×900 and 390×844, light and
 * dark. Arguments select screens; `kitchen` is the one of all components.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { chromiumArgs, findChromium } from '../../scripts/chromium.ts';
import { kitchenOverlays, kitchenScreens } from '../kitchen/overlay-names.ts';
import { startNewServers } from '../sign-in/new-server.ts';
import { type SignInScreen, signInScreens } from '../sign-in/screens.ts';
import { type Demonstration, openDemonstration } from '../support/demonstration.ts';
import { openedInKitchen, startKitchen } from '../support/kitchen.ts';
import { trackRequests, untilQuiet } from '../support/quiet.ts';
import { removeData, startServer } from '../support/server.ts';
import type { Screen } from './screen.ts';
import { screens } from './screens.ts';

const folder = process.env.SCREENS_FOLDER ?? 'docs/screens';
const sizes = [
  { suffix: '', width: 1440, height: 900 },
  { suffix: '-phone', width: 390, height: 844 },
];
const themes = ['light', 'dark'] as const;

let shotCount = 0;

async function takeScreenshots(
  browser: Browser,
  demonstration: Demonstration,
  wanted: readonly Screen[],
): Promise<void> {
  for (const { suffix, width, height } of sizes)
    for (const colorScheme of themes) {
      const context = await browser.newContext({
        baseURL: demonstration.url,
        viewport: { width, height },
        colorScheme,
        reducedMotion: 'reduce',
      });
      await demonstration.signIn(context);
      const page = await context.newPage();
      trackRequests(page);
      for (const screen of wanted) {
        await page.goto(await screen.path(demonstration));
        await page.getByText(screen.expectedText).first().waitFor({ state: 'attached' });
        await screen.prepare?.(page);
        await untilQuiet(page);
        await page.screenshot({ path: `${folder}/${screen.name}-${colorScheme}${suffix}.png` });
        shotCount += 1;
      }
      await context.close();
    }
}

/** The screens before the console, on servers of their own. */
async function takeSignIn(browser: Browser, wanted: readonly SignInScreen[]): Promise<void> {
  const servers = await startNewServers();
  try {
    for (const { suffix, width, height } of sizes)
      for (const colorScheme of themes) {
        const page = await browser.newPage({
          viewport: { width, height },
          colorScheme,
          reducedMotion: 'reduce',
        });
        trackRequests(page);
        for (const { name, expectedText, open } of wanted) {
          await open(page, servers);
          await page.getByText(expectedText).first().waitFor({ state: 'attached' });
          await untilQuiet(page);
          await page.screenshot({ path: `${folder}/${name}-${colorScheme}${suffix}.png` });
          shotCount += 1;
        }
        await page.close();
      }
  } finally {
    await servers.close();
  }
}

/** All components in both themes, and what lies over a screen in each. */
async function takeKitchen(browser: Browser): Promise<void> {
  const kitchen = await startKitchen();
  for (const { suffix, width, height } of sizes) {
    const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce' });
    await page.goto(kitchen.url);
    await page.getByRole('toolbar').first().waitFor();
    await page.screenshot({ path: `${folder}/kitchen${suffix}.png`, fullPage: true });
    shotCount += 1;
    for (const overlay of [...kitchenOverlays, ...kitchenScreens])
      for (const theme of themes) {
        await page.goto(`${kitchen.url}?open=${overlay}&theme=${theme}`);
        await page.locator(openedInKitchen).first().waitFor();
        await page.screenshot({ path: `${folder}/kitchen-${overlay}-${theme}${suffix}.png` });
        shotCount += 1;
      }
    await page.close();
  }
  await kitchen.stop();
}

const names = process.argv.slice(2);
const isWanted = ({ name }: { name: string }) => names.length === 0 || names.includes(name);
const matchingScreens = screens.filter(isWanted);
const wantedSignIn = signInScreens.filter(isWanted);
execFileSync(process.execPath, ['scripts/build-if-stale.mjs'], { stdio: 'inherit' });
mkdirSync(folder, { recursive: true });
const server = await startServer();
const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs });
try {
  await takeScreenshots(browser, await openDemonstration(server), matchingScreens);
  if (wantedSignIn.length > 0) await takeSignIn(browser, wantedSignIn);
  if (names.length === 0 || names.includes('kitchen')) await takeKitchen(browser);
  console.log(`${shotCount} screenshots in ${folder}`);
} finally {
  await browser.close();
  await server.stop();
  removeData(server);
}
