/** Texts and files of published sites come from many hands and may share the console's origin. */
import type { Page, Response } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importSpaceContent, listSiteSpaces, updateSite } from '#api/generated/sdk.gen.ts';
import { startDnsServer } from '#server/test/dns-server.ts';
import { findFreePort } from '../../scripts/free-port.ts';
import { expect, type Organization, test } from '../fixtures.ts';
import { createOrganization } from '../support/organizations.ts';
import { createPublishedSite, giveHostname, type PublishedTestSite } from '../support/published-sites.ts';
import { removeData, startServer } from '../support/server.ts';

/** Tries every attack that a drawing can make when it is opened directly. */
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

/** A server whose imports may read the archives of `serveArchive`. */
const WITH_IMPORTS = { ALLOW_PRIVATE_FETCH: 'true' };

/** A document server of one archive with the text and the drawing. */
async function serveArchive(origin: string): Promise<{ url: string; close: () => void }> {
  const archive = zipSync({
    'tries.md': strToU8(`# Tries\n${text(origin)}`),
    'drawing.svg': strToU8(drawing),
  });
  const documents = createServer((_, response) => response.end(archive));
  await new Promise<void>((resolve) => documents.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an address with a port.
  const { port } = documents.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/docs.zip`, close: () => documents.close() };
}

/** A published site with the text and the drawing, also below another site. */
async function publishTries(organization: Organization, url: string): Promise<PublishedTestSite> {
  const { client } = organization.admin;
  const site = await createPublishedSite(organization, { Guide: ['Pages'] }, {});
  const { data } = await listSiteSpaces({ client, path: site.path, throwOnError: true });
  const path = { spaceId: data.items[0]?.space.id ?? '' };
  await importSpaceContent({ client, path, body: { url, source: 'zip' }, throwOnError: true });
  await updateSite({
    client,
    path: site.path,
    body: { proxy: 'elsewhere.example/docs' },
    throwOnError: true,
  });
  return site;
}

const PROXIED = '~/proxied/';
/** The files of a proxied page are at the other site, which does not exist. */
const NO_PROXY = /Refused to (apply style|execute script) from 'http:[^']+\/docs\/~\//;

test('nothing in a published text or file reaches the console of its reader', async ({ page, problems }) => {
  test.setTimeout(300_000);
  // Refusals of the server and of the reader's policy.
  problems.expect(
    /status of 40[134]/,
    /Content Security Policy/,
    /Blocked script execution/,
    /^csp /,
    NO_PROXY,
  );
  const server = await startServer({ empty: true, env: WITH_IMPORTS });
  const documents = await serveArchive(server.url);
  try {
    const organization = await createOrganization('Tries', server);
    const site = await publishTries(organization, documents.url);
    await page.request.post(`${server.url}/auth/session`, { data: { token: organization.admin.token } });
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

    // A script of the page itself, if there ever was a way to get one in; also below another site.
    for (const place of [url, url + PROXIED]) {
      await page.goto(place);
      await expect(page.getByText('Before.')).toBeVisible();
      answers.length = 0;
      await tryAsScript(page, server.url);
      const refused = answers.filter(isOfConsole);
      expect(refused.length, place).toBeGreaterThanOrEqual(6);
      expect(refused.filter(isSuccess).map(describeAnswer), place).toEqual([]);
    }
    await expectSession(page, `${server.url}/o/${organization.id}`);
  } finally {
    documents.close();
    await server.stop();
    removeData(server);
  }
});

test('nor from hosts of their own, although browsers call them the same site @details', async ({
  page,
  problems,
}) => {
  test.setTimeout(300_000);
  problems.expect(
    /status of 40[1345]/,
    /Content Security Policy/,
    /CORS policy/,
    /Cross-Origin-Opener-Policy header/,
    /^csp /,
    /ERR_FAILED|ERR_BLOCKED/,
    NO_PROXY,
  );
  const dns = await startDnsServer();
  const port = await findFreePort();
  const at = (name: string) => `http://${name}.press.example:${port}`;
  const [console, reader] = [at('console'), at('pages')];
  const env = { ...WITH_IMPORTS, PUBLIC_URL: console, PUBLISHED_URL: reader, DNS_SERVERS: dns.address };
  const server = await startServer({ empty: true, port, env });
  const documents = await serveArchive(console);
  try {
    const organization = await createOrganization('Tries elsewhere', server);
    const site = await publishTries(organization, documents.url);
    const urls = await publishTries(organization, documents.url);
    const hostname = 'docs.press.example';
    const host = await giveHostname(organization, urls, { dns, hostname });
    await page.goto(`${console}/login`);
    const status = await page.evaluate(async (token) => {
      const headers = { 'content-type': 'application/json', 'x-requested-with': 'console' };
      return (await fetch('/auth/session', { method: 'POST', headers, body: JSON.stringify({ token }) }))
        .status;
    }, organization.admin.token);
    expect(status).toBe(200);
    const answers = recordAnswers(page);
    for (const place of [reader + site.base, reader + site.base + PROXIED, host]) {
      await page.goto(place);
      await expect(page.getByText('Before.')).toBeVisible();
      answers.length = 0;
      await tryAsScript(page, console);
      const refused = answers.filter(isOfConsole);
      expect(refused.length, place).toBeGreaterThanOrEqual(3);
      expect(refused.filter(isSuccess).map(describeAnswer), place).toEqual([]);
    }
    await expectSession(page, `${console}/o/${organization.id}`);
  } finally {
    documents.close();
    dns.close();
    await server.stop();
    removeData(server);
  }
});

/** Signed-in people stay signed in. */
async function expectSession(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page).not.toHaveURL(/login/);
  // It still fetches ahead.
  await page.close();
}

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

/** Answers to requests for permission send nothing. */
const isSuccess = (response: Response) =>
  response.status() < 400 && response.request().method() !== 'OPTIONS';

/**
 * The requests that a script without the console's secrets could send to its own origin and to the console's:
 * elements, beacons and requests.
 */
async function tryAsScript(page: Page, origin: string): Promise<void> {
  await page.evaluate(async (console) => {
    const include = { credentials: 'include' } as const;
    const headers = { 'X-Requested-With': 'console' };
    const send = (base: string) => [
      fetch(`${base}/auth/refresh`, { method: 'POST', ...include }),
      fetch(`${base}/auth/refresh`, { method: 'POST', headers, ...include }),
      fetch(`${base}/auth/session`, { method: 'DELETE', headers, ...include }),
      fetch(`${base}/auth/refresh`, { method: 'POST', referrerPolicy: 'no-referrer', ...include }),
      fetch(`${base}/v1/user`, include),
    ];
    await Promise.allSettled([...send(''), ...send(console)]);
    navigator.sendBeacon('/auth/refresh');
    navigator.sendBeacon(`${console}/auth/refresh`);
    const picture = new Image();
    const loaded = new Promise((resolve) => {
      picture.onload = resolve;
      picture.onerror = resolve;
    });
    picture.src = '/v1/orgs';
    await loaded;
  }, origin);
  const form = page.evaluate(() => {
    const element = document.createElement('form');
    Object.assign(element, { action: '/auth/refresh', method: 'post' });
    document.body.append(element);
    element.submit();
  });
  // The beacon's response may come later than the form is sent.
  await Promise.all([page.waitForURL('**/auth/refresh'), form]);
}
