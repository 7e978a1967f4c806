import { test } from './fixtures.ts';
import { faultCases } from './support/fault-cases.ts';
import { type FaultProxy, startFaultProxy } from './support/fault-proxy.ts';
import { expectResumption, expectSurvival } from './support/fault-run.ts';

let proxy: FaultProxy;
test.beforeEach(async () => {
  proxy = await startFaultProxy(process.env.BINDERY_URL ?? '');
});
test.afterEach(() => proxy.close());

test.describe('whatever the server or the line does', () => {
  for (const one of faultCases) {
    test(`${one.name} loses nothing, claims nothing and is done once`, async ({
      page,
      context,
      organization,
      problems,
    }) => {
      await expectSurvival({ page, context, proxy, organization, problems }, one);
    });
  }
});

test.describe('when the session ends meanwhile', () => {
  for (const one of faultCases) {
    test(`${one.name} goes on after signing in again`, async ({ page, context, organization, problems }) => {
      await expectResumption({ page, context, proxy, organization, problems }, one);
    });
  }
});
