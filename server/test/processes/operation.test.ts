// @module-tag operation
// @module-tag embedded-only
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { findPort, startProcess } from './child-process.ts';

const root = join(import.meta.dirname, '../../..');
const token = 'a-token-of-those-who-watch';
const MINUTE_MS = 60_000;

const isInstalled = (program: string) => spawnSync('which', [program]).status === 0;

/** Says which programs are missing, so that nobody takes a skipped test for a passed one. */
function lacks(what: string, ...programs: string[]): boolean {
  const missing = programs.filter((program) => !isInstalled(program));
  if (missing.length > 0) console.warn(`SKIPPED: ${what}. Missing: ${missing.join(', ')}.`);
  return missing.length > 0;
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bindery-operation-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function untilAnswered(url: string, headers: Record<string, string> = {}): Promise<Response> {
  for (;;) {
    const response = await fetch(url, { headers }).catch(() => undefined);
    if (response?.ok) return response;
    await wait(200);
  }
}

describe.skipIf(lacks('Prometheus reads the metrics', 'prometheus', 'promtool'))('Prometheus', () => {
  const rules = join(root, 'docs/operation/alerts.yaml');

  it('accepts the alert rules', () => {
    expect(execFileSync('promtool', ['check', 'rules', rules], { encoding: 'utf8' })).toContain('SUCCESS');
  });

  it(
    'finds each sample of a scrape well formed, and no alert fires',
    async () => {
      const port = await findPort();
      const server = await startProcess('main', ['serve', '--empty'], {
        DATA_DIR: join(folder, 'data'),
        PORT: String(port),
        METRICS_TOKEN: token,
      });
      await server.waitForOutput('Set up');
      const scraped = await untilAnswered(`http://localhost:${port}/metrics`, {
        authorization: `Bearer ${token}`,
      });
      const { status, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: await scraped.text() });
      expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' });

      const configuration = join(folder, 'prometheus.yml');
      writeFileSync(
        configuration,
        JSON.stringify({
          global: { scrape_interval: '1s', evaluation_interval: '1s' },
          rule_files: [rules],
          scrape_configs: [
            {
              job_name: 'bindery',
              authorization: { credentials: token },
              static_configs: [{ targets: [`localhost:${port}`] }],
            },
          ],
        }),
      );
      const ownPort = await findPort();
      const prometheus = spawn(
        'prometheus',
        [
          `--config.file=${configuration}`,
          `--storage.tsdb.path=${join(folder, 'prometheus')}`,
          `--web.listen-address=localhost:${ownPort}`,
        ],
        { stdio: 'ignore' },
      );
      const query = async (text: string) => {
        const url = `http://localhost:${ownPort}/api/v1/query?query=${encodeURIComponent(text)}`;
        return (await (await untilAnswered(url)).json()).data.result;
      };
      while ((await query('bindery_database_up == 1')).length === 0) await wait(200);
      expect(await query('ALERTS')).toEqual([]);
      expect(
        await query('bindery_http_request_duration_seconds_count{operation="GET /metrics"}'),
      ).toHaveLength(1);
      prometheus.kill();
      server.child.kill('SIGTERM');
      expect(await server.ended).toBe(0);
    },
    MINUTE_MS,
  );
});

/** Types of the published schemas of Kubernetes: what they don't know is an error, as at `kubectl apply --validate=strict`. */
const SCHEMAS = 'kubernetes-models@5.1.0';

/** Installs the types into a folder. False without a registry. */
function installSchemas(folder: string): boolean {
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder];
  const { status, stderr } = spawnSync('npm', ['install', ...flags, SCHEMAS], { encoding: 'utf8' });
  if (status === 0) return true;
  if (!/ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|E404/.test(stderr)) throw new Error(stderr);
  console.warn(`SKIPPED: the manifests. ${SCHEMAS} cannot be had from the registry.`);
  return false;
}

/** A program that has each manifest as a value of its kind's type. */
function manifestsAsProgram(text: string): string {
  const manifests = parseAllDocuments(text).map((document) => document.toJS());
  return manifests
    .map(
      (manifest, index) =>
        `import type { I${manifest.kind} as Kind${index} } from 'kubernetes-models/${manifest.apiVersion}';
export const manifest${index}: Kind${index} = ${JSON.stringify(manifest)};
`,
    )
    .join('');
}

describe('the manifests for Kubernetes', () => {
  const compiler = join(root, 'node_modules/typescript-7/bin/tsc');
  const options = '--noEmit --strict --module nodenext --moduleResolution nodenext --skipLibCheck'.split(' ');

  it(
    'have what the schemas ask for, and nothing that they do not know',
    ({ skip }) => {
      const place = join(folder, 'schemas');
      mkdirSync(place);
      if (!installSchemas(place)) skip();
      const check = (text: string) => {
        writeFileSync(join(place, 'manifests.ts'), manifestsAsProgram(text));
        return spawnSync(process.execPath, [compiler, ...options, 'manifests.ts'], {
          cwd: place,
          encoding: 'utf8',
        }).stdout;
      };
      const text = readFileSync(join(root, 'docs/operation/kubernetes.yaml'), 'utf8');
      expect(check(text)).toBe('');
      expect(check(text.replace('replicas: 2', 'replicass: 2'))).toContain('replicass');
      expect(check(text.replace('replicas: 2', 'replicas: two'))).toContain('number');
    },
    5 * MINUTE_MS,
  );
});

const needsRoot = process.getuid?.() !== 0;
if (needsRoot) console.warn('SKIPPED: the image. It is built and started as root.');
const lacksBuilder = lacks('the image', 'buildah', 'debootstrap', 'chroot');

describe.skipIf(needsRoot || lacksBuilder)('the image', () => {
  const env = { ...process.env, BUILDAH_ISOLATION: 'chroot', STORAGE_DRIVER: 'vfs' };
  const buildah = (...args: string[]) =>
    execFileSync('buildah', args, {
      env,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'inherit'],
    }).trim();

  /** A base as the registry has one: the distribution with the Node of this process. */
  function buildBase(): string {
    const base = join(folder, 'base');
    execFileSync('debootstrap', ['--variant=minbase', 'bookworm', base], { stdio: 'ignore' });
    const bin = join(base, 'usr/local/bin');
    cpSync(realpathSync(process.execPath), join(bin, 'node'));
    const packages = join(dirname(realpathSync(process.execPath)), '../lib/node_modules/npm');
    cpSync(packages, join(base, 'usr/local/lib/node_modules/npm'), { recursive: true });
    execFileSync('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(bin, 'npm')]);
    const container = buildah('from', 'scratch');
    // With its devices.
    execFileSync('cp', ['--archive', `${base}/.`, buildah('mount', container)]);
    const authorities = process.env.NODE_EXTRA_CA_CERTS;
    if (authorities !== undefined) {
      mkdirSync(join(buildah('mount', container), 'etc/ssl/certs'), { recursive: true });
      cpSync(realpathSync(authorities), join(buildah('mount', container), 'etc/ssl/certs/authorities.crt'));
      buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/authorities.crt', container);
    }
    buildah('config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', container);
    buildah('commit', container, 'localhost/bindery-test-base');
    buildah('rm', container);
    return 'localhost/bindery-test-base';
  }

  it(
    'starts on a read-only file system as another user, and knows when it is healthy',
    async () => {
      const checkout = join(folder, 'checkout');
      execFileSync('git', ['clone', '--quiet', root, checkout]);
      cpSync(join(root, 'Containerfile'), join(checkout, 'Containerfile'));
      const image = 'localhost/bindery-test';
      buildah(
        'build',
        '--network=host',
        `--build-arg=BASE=${buildBase()}`,
        '--file=Containerfile',
        `--tag=${image}`,
        checkout,
      );
      const { config } = JSON.parse(buildah('inspect', '--type=image', image)).OCIv1;
      expect(config).toMatchObject({
        User: '10001:10001',
        Entrypoint: ['node', 'scripts/bindery.mjs'],
        Cmd: ['serve'],
      });

      const container = buildah('from', image);
      const mounted = buildah('mount', container);
      const tree = join(folder, 'tree');
      mkdirSync(tree);
      const mount = (...args: string[]) => execFileSync('mount', args);
      mount('--bind', mounted, tree);
      mount('-o', 'remount,bind,ro', tree);
      mount('-t', 'tmpfs', '-o', 'uid=10001,gid=10001', 'tmpfs', join(tree, 'data'));
      mount('-t', 'tmpfs', 'tmpfs', join(tree, 'tmp'));
      mount('--bind', '/proc', join(tree, 'proc'));
      mount('--bind', '/dev', join(tree, 'dev'));
      const port = await findPort();
      const run = `cd /app && exec env ${config.Env.join(' ')} PORT=${port} EMPTY=true`;
      const inTree = (command: string) =>
        spawn('chroot', ['--userspec=10001:10001', tree, '/bin/sh', '-c', `${run} ${command}`], {
          stdio: 'inherit',
        });
      const server = inTree('node scripts/bindery.mjs serve');
      try {
        expect(await (await untilAnswered(`http://localhost:${port}/readyz`)).json()).toEqual({
          status: 'ok',
        });
        expect((await fetch(`http://localhost:${port}/`)).status).toBe(200);
        expect(existsSync(join(tree, 'data/database'))).toBe(true);
        expect(spawnSync('touch', [join(tree, 'app/written')]).status).not.toBe(0);
        const ended = new Promise((resolve) => server.once('exit', resolve));
        server.kill('SIGTERM');
        expect(await ended).toBe(0);
      } finally {
        server.kill('SIGKILL');
        for (const place of ['data', 'tmp', 'proc', 'dev', '.'])
          spawnSync('umount', ['--lazy', join(tree, place)]);
        buildah('rm', container);
        buildah('rmi', '--force', image, 'localhost/bindery-test-base');
      }
    },
    20 * MINUTE_MS,
  );
});
