import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** How often a server is asked whether it is ready. */
const CHECK_MS = 200;

/** A load balancer of TCP connections: new ones go by turns to the servers whose `/readyz` last answered 200. */
export class Balancer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #ready = new Map<number, boolean>();
  readonly #timer: NodeJS.Timeout;
  #turn = 0;

  private constructor(ports: readonly number[]) {
    for (const port of ports) this.#ready.set(port, true);
    this.#timer = setInterval(() => {
      for (const port of ports) void this.#check(port);
    }, CHECK_MS);
    this.#server = createServer((client) => this.#forward(client));
  }

  static async start(ports: readonly number[]): Promise<Balancer> {
    const balancer = new Balancer(ports);
    await once(balancer.#server.listen(0, '127.0.0.1'), 'listening');
    return balancer;
  }

  get port(): number {
    const address = this.#server.address();
    return address !== null && typeof address === 'object' ? address.port : 0;
  }

  isReady(port: number): boolean {
    return this.#ready.get(port) === true;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  async #check(port: number): Promise<void> {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: 'close' } }).then(
      ({ status }) => status === 200,
      () => false,
    );
    this.#ready.set(port, isReady);
  }

  #forward(client: Socket): void {
    const ready = [...this.#ready].filter(([, isReady]) => isReady).map(([port]) => port);
    this.#turn += 1;
    const upstream = connect(ready[this.#turn % ready.length] ?? 0, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => this.#sockets.delete(socket));
      // The end of one side is passed on behind what it has sent.
      socket.pipe(other);
    }
  }
}
