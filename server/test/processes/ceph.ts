import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findPort } from './child-process.ts';

const FSID = '9a1b4c5e-0000-4000-8000-000000000001';
const COMMAND_MS = 120_000;

/** The programs of the distribution that this needs, packages `ceph-mon`, `ceph-osd`, `ceph-common` and `radosgw`. */
export const CEPH_PROGRAMS = ['ceph-mon', 'ceph-osd', 'ceph', 'monmaptool', 'radosgw', 'radosgw-admin'];

/** A Ceph of one monitor, one disk in memory and one gateway that speaks S3. */
export class Ceph {
  readonly accessKey = 'KEYOFTESTS';
  readonly secretKey = 'a secret/with+signs';
  readonly origin: string;
  readonly #folder: string;
  readonly #children: ChildProcess[] = [];

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.origin = `http://127.0.0.1:${port}`;
  }

  static async start(): Promise<Ceph> {
    const folder = mkdtempSync(join(tmpdir(), 'bindery-ceph-'));
    const [monitor, port] = [await findPort(), await findPort()];
    for (const name of ['mon', 'osd', 'rgw']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'ceph.conf'), configuration(folder, monitor));
    const ceph = new Ceph(folder, port);
    try {
      await ceph.#begin(monitor, port);
      return ceph;
    } catch (error) {
      await ceph.stop();
      throw error;
    }
  }

  async #begin(monitor: number, port: number): Promise<void> {
    const map = join(this.#folder, 'map');
    execFileSync('monmaptool', ['--create', '--addv', 'a', `v1:127.0.0.1:${monitor}`, '--fsid', FSID, map], {
      stdio: 'pipe',
    });
    this.#run('ceph-mon', '-i', 'a', '--mkfs', '--monmap', map);
    this.#spawn('ceph-mon', '-i', 'a', '-f');
    this.#run('ceph', 'osd', 'create');
    this.#run('ceph-osd', '-i', '0', '--mkfs');
    this.#spawn('ceph-osd', '-i', '0', '-f');
    this.#spawn('radosgw', '-n', 'client.rgw', '-f', `--rgw-frontends=beast endpoint=127.0.0.1:${port}`);
    const user = ['--uid=bindery', '--display-name=Bindery'];
    const keys = [`--access-key=${this.accessKey}`, `--secret-key=${this.secretKey}`];
    this.#run('radosgw-admin', '-n', 'client.rgw', 'user', 'create', ...user, ...keys);
    while (!(await fetch(this.origin).catch(() => undefined))) await wait(200);
  }

  /** From now on no more bytes fit. */
  fill(): void {
    const user = ['--uid=bindery', '--quota-scope=user'];
    this.#run('radosgw-admin', '-n', 'client.rgw', 'quota', 'set', ...user, '--max-size=1');
    this.#run('radosgw-admin', '-n', 'client.rgw', 'quota', 'enable', ...user);
  }

  async stop(): Promise<void> {
    for (const child of this.#children.toReversed()) {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #run(program: string, ...args: string[]): void {
    const options = { stdio: 'pipe', timeout: COMMAND_MS } as const;
    execFileSync(program, ['-c', join(this.#folder, 'ceph.conf'), ...args], options);
  }

  #spawn(program: string, ...args: string[]): void {
    const child = spawn(program, ['-c', join(this.#folder, 'ceph.conf'), ...args], { stdio: 'ignore' });
    this.#children.push(child);
  }
}

/** Everything in memory, one copy of it, no keys between the parts. */
function configuration(folder: string, monitor: number): string {
  return `[global]
fsid = ${FSID}
mon host = v1:127.0.0.1:${monitor}
ms bind msgr2 = false
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
mon allow pool size one = true
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = 536870912
mon data = ${folder}/mon
osd data = ${folder}/osd
rgw data = ${folder}/rgw
rgw bucket quota ttl = 0
rgw user quota bucket sync interval = 0
run dir = ${folder}
crash dir = ${folder}
admin socket = ${folder}/$name.asok
log file = ${folder}/$name.log
mon data avail crit = 1
mon data avail warn = 1
`;
}
