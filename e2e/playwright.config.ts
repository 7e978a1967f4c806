import { defineConfig } from '@playwright/test';
import { availableParallelism } from 'node:os';
import { findChromium, testArgs } from '../scripts/chromium.ts';
import { leftOutTitles } from '../scripts/vite/test-tags.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  // Set by `npm test`. Tests that are named are run.
  ...(process.env.REPEATS === 'none' ? { grepInvert: leftOutTitles } : {}),
  forbidOnly: process.env.CI !== undefined,
  // Without retries locally: a flaky test has found a bug. In CI a test is retried, so that a short CPU stall doesn't
  // block a change; the report lists it as flaky.
  retries: process.env.CI === undefined ? 0 : 2,
  // One more than there are processors, because tests also wait without using the CPU.
  workers: availableParallelism() + 1,
  // Generous, because no test may depend on the load of the machine.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['../scripts/playwright-reporter.ts']],
  use: {
    // Set by the global setup; the workers read this file again.
    baseURL: process.env.BINDERY_URL,
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    // Recording slows every action; a failed test is recorded when it is retried, or by `--trace on`.
    trace: 'on-first-retry',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // No motion: a test that clicks a moving element tests the animation.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    {
      name: 'chromium',
      use: {
        viewport: { width: 1440, height: 900 },
        launchOptions: {
          executablePath: await findChromium(),
          args: [
            ...testArgs,
            // The hostnames of sites lead to this machine.
            '--host-resolver-rules=MAP *.press.example 127.0.0.1',
          ],
        },
      },
    },
  ],
});
