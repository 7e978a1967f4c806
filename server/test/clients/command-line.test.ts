// @module-tag clients
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { as } from '#server/test/test-app.ts';
import { listen } from './listen.ts';

const run = promisify(execFile);

/** Needs a registry and half a minute: `npm run test:deep -- clients`. */
const isRequested = process.env.CLIENTS !== undefined;

const client = '@gitbook/cli@0.25.1';

/** Installs the command line into a folder, without running anything of it. Undefined without a registry. */
async function install(folder: string): Promise<string | undefined> {
  const registry = await run('npm', ['view', client, 'name'], { cwd: folder }).catch((error: unknown) => {
    const text = String(Reflect.get(Object(error), 'stderr'));
    if (/ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|E404/.test(text)) return undefined;
    throw error;
  });
  if (!registry) return undefined;
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder];
  await run('npm', ['install', ...flags, client], { cwd: folder });
  return join(folder, 'node_modules', '.bin', 'gitbook');
}

describe.runIf(isRequested)('the command line of the public platform', () => {
  let w: OrganizationFixture;
  let folder: string;
  let command: string | undefined;
  let server: Awaited<ReturnType<typeof listen>>;

  beforeAll(async () => {
    w = await createOrganizationFixture();
    server = await listen();
    folder = await mkdtemp(join(tmpdir(), 'bindery-clients-'));
    command = await install(folder);
  }, 300_000);
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** The output of a command. It keeps its settings in the folder. */
  async function output(file: string, ...args: string[]): Promise<string> {
    const env = { PATH: process.env.PATH, HOME: folder, XDG_CONFIG_HOME: folder };
    const { stdout, stderr } = await run(file, args, { cwd: folder, env });
    return stdout + stderr;
  }

  it('signs in, says who it is and publishes an API specification', { timeout: 120_000 }, async (context) => {
    if (command === undefined) return context.skip(`No registry has ${client}.`);
    await output(command, 'auth', '--token', w.admin.token, '--endpoint', server.url);
    expect(await output(command, 'whoami')).toContain(w.admin.id);

    const specification = join(folder, 'harbour.yaml');
    const text = 'openapi: 3.0.3\ninfo: {title: Harbour, version: "1"}\npaths: {}\n';
    await writeFile(specification, text);
    const publish = ['openapi', 'publish', '--spec', 'harbour', '--organization', w.organization.id];
    await output(command, ...publish, specification);
    const { status, body } = await as(w.admin).get(`${w.base}/openapi/harbour`);
    expect({ status, slug: body.slug }).toEqual({ status: 200, slug: 'harbour' });

    const refused = output(command, 'auth', '--token', 'bnd_unknown', '--endpoint', server.url);
    await expect(refused).rejects.toMatchObject({ code: 1 });
  });
});
