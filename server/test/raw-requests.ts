import type { FastifyInstance } from 'fastify';
import { Agent, request } from 'node:http';

export interface RawRequest {
  method?: string;
  /** The path on the wire: clients that parse URLs would change it. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface RawResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Sends requests over a connection of their own to an app that listens, with paths and hosts exactly as they are given. */
export async function openRawClient(app: FastifyInstance) {
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const send = ({ method = 'GET', path, headers = {}, body }: RawRequest) =>
    new Promise<RawResponse>((resolve, reject) => {
      const outgoing = request({ host: '127.0.0.1', port, agent, method, path, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts).toString(),
          }),
        );
      });
      outgoing.once('error', reject);
      outgoing.end(body);
    });
  return { send, close: () => agent.destroy() };
}
