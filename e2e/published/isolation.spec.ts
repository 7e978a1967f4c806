/** Texts and files of published sites come from many hands and may share the console's origin. */
import type { Page, Response } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importSpaceContent, listSiteSpaces } from '#api/generated/sdk.gen.ts';
import { expect, test } from '../fixtures.ts';
import { createOrganization } from '../support/organizations.ts';
import { createPublishedSite } from '../support/published-sites.ts';
import { removeData, startServer } from '../support/server.ts';

/** Tries everything that a drawing can do when it is opened by itself. */
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="80" height="80"
  onload="fetch('/auth/refresh', { method: 'POST', headers: { 'X-Requested-With': 'console' } })">
  <script>fetch('/auth/refresh', { method: 'POST', headers: { 'X-Requested-With': 'console' } })</script>
  <script href="/v1"></script>
  <image href="/v1/orgs" width="8" height="8"/>
  <foreignObject width="80" height="80"><iframe xmlns="http://www.w3.org/1999/xhtml" src="/auth/saml?email=a"></iframe>
    <form xmlns="http://www.w3.org/1999/xhtml" action="/auth/refresh" method="post"><button>Send</button></form>
  </foreignObject>
  <a href="javascript:fetch('/auth/refresh', { method: 'POST' })"><rect width="80" height="80"/></a>
</svg>`;

/** Tries everything that a text can say. \`origin\` is the console's. */
const text = (origin: string) => `
Before.

<script>fetch('/auth/refresh', { method: 'POST', headers: { 'X-Requested-With': 'console' } })</script>
<img src="/auth/refresh" alt="One"> <img src="${origin}/v1/user" alt="Two" onerror="fetch('/auth/refresh')">
<form action="/auth/refresh" method="post"><button>Send a form</button></form>
<iframe src="/login"></iframe> <object data="/v1/user"></object> <embed src="/v1/user">
<video src="/v1/user" poster="/v1/user"></video> <link rel="stylesheet" href="/v1/user">
<meta http-equiv="refresh" content="0;url=/auth/saml"> <base href="/auth/">
<a href="/auth/saml?email=a@example.com" ping="/auth/refresh" referrerpolicy="no-referrer">Link with a ping</a>
<a href="${origin}/auth/saml?email=a@example.com" rel="noreferrer">Link to a sign-on</a>
<svg onload="fetch('/auth/refresh')"><use href="/v1/user"/></svg>
<details open ontoggle="fetch('/auth/refresh')"><summary>More</summary>Text</details>

![Picture](/v1/orgs) ![Whole](${origin}/v1/orgs) ![Data](data:image/svg+xml;base64,AAAA)

[Interface](/v1/user) [Whole interface](${origin}/v1/user) [Script](javascript:fetch('/auth/refresh'))
[Session](${origin}/auth/session) [Relative](../../../../auth/saml) [Slashes](//auth/refresh)

![Drawing](drawing.svg)
`;

test('nothing in a published text or file reaches the console of whoever reads it', async ({
  page,
  problems,
}) => {
  test.setTimeout(300_000);
  // Refusals of the server and of the reader's policy.
  problems.expect(/status of 40[134]/, /Content Security Policy/, /Blocked script execution/, /^csp /);
  let archive = zipSync({});
  const documents = createServer((_, response) => response.end(archive));
  await new Promise<void>((resolve) => documents.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an address with a port.
  const { port } = documents.address() as AddressInfo;
  const server = await startServer({ empty: true, env: { ALLOW_PRIVATE_FETCH: 'true' } });
  try {
    archive = zipSync({
      'tries.md': strToU8(`# Tries\n${text(server.url)}`),
      'drawing.svg': strToU8(drawing),
    });
    const organization = await createOrganization('Tries', server);
    const { client, token } = organization.admin;
    const site = await createPublishedSite(organization, { Guide: ['Pages'] }, {});
    const { data } = await listSiteSpaces({ client, path: site.path, throwOnError: true });
    await importSpaceContent({
      client,
      path: { spaceId: data.items[0]?.space.id ?? '' },
      body: { url: `http://127.0.0.1:${port}/docs.zip`, source: 'zip' },
      throwOnError: true,
    });
    await page.request.post(`${server.url}/auth/session`, { data: { token } });
    const answers = recordAnswers(page);
    const url = `${server.url}${site.base}`;
    await page.goto(url);
    await expect(page.getByText('Before.')).toBeVisible();
    await followEveryLink(page, url);
    const source = await page.getByRole('img', { name: 'Drawing' }).getAttribute('src');
    await page.goto(server.url + source);
    await page.mouse.click(40, 40);
    await page.goto(url);
    expect(answers.filter(isOfConsole).map(describeAnswer)).toEqual([]);

    // A script of the page itself, if there ever was a way to get one in.
    answers.length = 0;
    await tryAsScript(page);
    const refused = answers.filter(isOfConsole);
    expect(refused.length).toBeGreaterThanOrEqual(6);
    expect(refused.filter((response) => response.status() < 400).map(describeAnswer)).toEqual([]);

    await page.goto(`${server.url}/o/${organization.id}`);
    await expect(page.getByRole('main')).toBeVisible();
    await expect(page).not.toHaveURL(/login/);
    // It still fetches ahead.
    await page.close();
  } finally {
    documents.close();
    await server.stop();
    removeData(server);
  }
});

function recordAnswers(page: Page): Response[] {
  const answers: Response[] = [];
  page.context().on('response', (response) => answers.push(response));
  return answers;
}

const isOfConsole = (response: Response) => /^\/(auth|v1)(\/|$)/.test(new URL(response.url()).pathname);

const describeAnswer = (response: Response) =>
  `${response.status()} ${response.request().method()} ${response.url()}`;

/** Follows the links of the text, each from the page itself. */
async function followEveryLink(page: Page, url: string): Promise<void> {
  const links = page.getByRole('article').getByRole('link');
  for (let at = 0; at < (await links.count()); at += 1) {
    await links.nth(at).click();
    await page.goto(url);
  }
}

/** What a script without the console's secrets could send: elements, beacons and requests. */
async function tryAsScript(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await Promise.allSettled([
      fetch('/auth/refresh', { method: 'POST' }),
      fetch('/auth/refresh', { method: 'POST', headers: { 'X-Requested-With': 'console' } }),
      fetch('/auth/session', { method: 'DELETE', headers: { 'X-Requested-With': 'console' } }),
      fetch('/auth/refresh', { method: 'POST', referrerPolicy: 'no-referrer' }),
      fetch('/v1/user'),
    ]);
    navigator.sendBeacon('/auth/refresh');
    const picture = new Image();
    const loaded = new Promise((resolve) => {
      picture.onload = resolve;
      picture.onerror = resolve;
    });
    picture.src = '/v1/orgs';
    await loaded;
  });
  const form = page.evaluate(() => {
    const element = document.createElement('form');
    Object.assign(element, { action: '/auth/refresh', method: 'post' });
    document.body.append(element);
    element.submit();
  });
  // The beacon's response may come later than the form is sent.
  await Promise.all([page.waitForURL('**/auth/refresh'), form]);
}
