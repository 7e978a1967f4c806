/** Starts a cluster of PostgreSQL with Patroni, etcd and HAProxy for tests: three nodes, of which one is the primary. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from './free-port.ts';
import { findOwner, makeFolder, removeFolder, requireBinaries } from './postgres.ts';

/** How Patroni sees its nodes. */
interface Member {
  name: string;
  role: string;
  state: string;
}

class PatroniNode {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  readonly #folder: string;
  #process: ChildProcess | undefined;

  constructor(name: string, folder: string, { port, restPort }: { port: number; restPort: number }) {
    this.name = name;
    this.port = port;
    this.restPort = restPort;
    this.#folder = folder;
  }

  start(): void {
    const env = { PATH: process.env.PATH, HOME: this.#folder, LANG: 'C.UTF-8' };
    const { uid, gid } = findOwner() ?? {};
    const owner = uid === undefined || gid === undefined ? {} : { uid, gid };
    this.#process = spawn('patroni', [join(this.#folder, 'patroni.yml')], {
      ...owner,
      env,
      cwd: this.#folder,
      stdio: 'ignore',
    });
  }

  /** Ends the database server without a word; Patroni goes on. */
  killServer(): void {
    const file = join(this.#folder, 'data/postmaster.pid');
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : Number.NaN;
    if (pid > 0) signal(pid, 'SIGKILL');
  }

  /** Ends Patroni and the server, as when the machine is gone. */
  async kill(): Promise<void> {
    const patroni = this.#process;
    if (patroni?.exitCode === null && patroni.signalCode === null) {
      const ended = once(patroni, 'exit');
      patroni.kill('SIGKILL');
      await ended;
    }
    this.killServer();
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended already.
  }
}

/** Three nodes in synchronous mode behind a balancer that leads to the primary. */
export class PatroniCluster {
  readonly nodes: readonly PatroniNode[];
  /** Through the balancer. */
  readonly url: string;
  readonly #folder: string;
  readonly #others: ChildProcess[] = [];

  static async start(): Promise<PatroniCluster> {
    const folder = makeFolder(findOwner());
    const [etcdPort, peerPort, ownPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
    const nodes: PatroniNode[] = [];
    for (const name of ['node1', 'node2', 'node3']) {
      const ports = { port: await findFreePort(), restPort: await findFreePort() };
      nodes.push(await prepareNode(join(folder, name), name, { ...ports, etcdPort }));
    }
    const cluster = new PatroniCluster(folder, nodes, ownPort);
    process.once('exit', () => cluster.#stopOthers());
    cluster.#startEtcd(etcdPort, peerPort);
    cluster.#startBalancer(ownPort);
    for (const node of nodes) node.start();
    await cluster.untilComplete();
    return cluster;
  }

  private constructor(folder: string, nodes: readonly PatroniNode[], port: number) {
    this.#folder = folder;
    this.nodes = nodes;
    this.url = `postgres://postgres:secret@127.0.0.1:${port}/postgres`;
  }

  /** The node that Patroni names as the primary. */
  async findPrimary(): Promise<PatroniNode | undefined> {
    const leader = (await this.#members()).find(({ role }) => role === 'leader');
    return this.nodes.find(({ name }) => name === leader?.name);
  }

  /** Until all nodes run and one of the others is waited for by commits. */
  async untilComplete(timeoutMs = 180_000): Promise<void> {
    const until = performance.now() + timeoutMs;
    for (;;) {
      const members = await this.#members();
      const runs = ({ state }: Member) => state === 'running' || state === 'streaming';
      const roles = members.filter(runs).map(({ role }) => role);
      if (roles.length === 3 && roles.includes('leader') && roles.includes('sync_standby')) return;
      if (performance.now() > until)
        throw new Error(`The cluster is not complete: ${JSON.stringify(members)}`);
      await wait(250);
    }
  }

  async stop(): Promise<void> {
    for (const node of this.nodes) await node.kill();
    this.#stopOthers();
    await wait(500);
    removeFolder(this.#folder);
  }

  #stopOthers(): void {
    for (const other of this.#others) other.kill('SIGKILL');
  }

  async #members(): Promise<Member[]> {
    for (const { restPort } of this.nodes) {
      const response = await fetch(`http://127.0.0.1:${restPort}/cluster`, {
        signal: AbortSignal.timeout(3000),
      }).catch(() => undefined);
      if (response?.ok) return Object(await response.json()).members ?? [];
    }
    return [];
  }

  #startEtcd(port: number, peerPort: number): void {
    const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
    const args = [
      ...['--data-dir', join(this.#folder, 'etcd')],
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
      ...['--initial-cluster', `default=${peer}`],
    ];
    this.#others.push(spawn('etcd', args, { stdio: 'ignore' }));
  }

  #startBalancer(port: number): void {
    const file = join(this.#folder, 'haproxy.cfg');
    const servers = this.nodes.map(
      (node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`,
    );
    const lines = [
      'global',
      '  maxconn 1000',
      'defaults',
      '  mode tcp',
      '  timeout connect 3s',
      '  timeout client 30m',
      '  timeout server 30m',
      '  timeout check 2s',
      'listen primary',
      `  bind 127.0.0.1:${port}`,
      '  option httpchk OPTIONS /primary',
      '  http-check expect status 200',
      '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
      ...servers,
    ];
    writeFileSync(file, `${lines.join('\n')}\n`);
    this.#others.push(
      spawn(existsSync('/usr/sbin/haproxy') ? '/usr/sbin/haproxy' : 'haproxy', ['-db', '-f', file], {
        stdio: 'ignore',
      }),
    );
  }
}

async function prepareNode(
  folder: string,
  name: string,
  { port, restPort, etcdPort }: { port: number; restPort: number; etcdPort: number },
): Promise<PatroniNode> {
  mkdirSync(folder);
  const account = (username: string) => ({ username, password: 'secret' });
  // YAML is a superset of JSON.
  const settings = {
    scope: 'bindery',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        primary_start_timeout: 0,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: { max_connections: 100 } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(folder, 'data'),
      bin_dir: await requireBinaries(),
      pgpass: join(folder, 'pgpass'),
      authentication: {
        superuser: account('postgres'),
        replication: account('replicator'),
        rewind: account('rewinder'),
      },
      parameters: { unix_socket_directories: folder, hot_standby_feedback: 'on' },
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 trust',
        'host replication all 127.0.0.1/32 trust',
      ],
    },
  };
  writeFileSync(join(folder, 'patroni.yml'), JSON.stringify(settings));
  const owner = findOwner();
  if (owner) for (const path of [folder, join(folder, 'patroni.yml')]) chownSync(path, owner.uid, owner.gid);
  return new PatroniNode(name, folder, { port, restPort });
}
