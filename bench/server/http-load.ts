/** A closed-loop load generator: every connection sends its next request after reading the last response. */
import type { Server } from 'node:http';
import { Pool } from 'undici';

/** One request; `createRequest` is called for each, so that it can use another item. */
export interface LoadRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: string;
  body?: string;
  /** Besides those of all requests. */
  headers?: Record<string, string>;
}

export interface HttpLoadOptions {
  origin: string;
  connections: number;
  /** How long new requests are sent. */
  seconds: number;
  headers: Record<string, string>;
  createRequest: () => LoadRequest;
}

/** `rate` in requests per second, percentiles in ms; `failed` counts unsuccessful responses. */
export interface HttpLoadResult {
  p95: number;
  rate: number;
  p50: number;
  p99: number;
  failed: number;
}

/** Sends requests to a server and measures the responses. Lost connections count as failed. */
export async function runHttpLoad(options: HttpLoadOptions): Promise<HttpLoadResult> {
  const { origin, connections, seconds, headers, createRequest } = options;
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const times: number[] = [];
  let failed = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  const sendRequests = async (): Promise<void> => {
    while (performance.now() < end) {
      const { body, headers: own, ...request } = createRequest();
      const sentAt = performance.now();
      try {
        const response = await pool.request({
          ...request,
          headers: { ...headers, ...own, ...(body !== undefined && { 'content-type': 'application/json' }) },
          ...(body === undefined ? {} : { body }),
        });
        await response.body.dump({ limit: 16 * 1024 ** 2 });
        if (response.statusCode >= 300) failed += 1;
      } catch {
        failed += 1;
      }
      times.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, sendRequests));
  const took = (performance.now() - started) / 1000;
  await pool.close();
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { rate: sorted.length / took, p50: at(0.5), p95: at(0.95), p99: at(0.99), failed };
}

/** Listens on a free port, and returns it. */
export function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(address !== null && typeof address === 'object' ? address.port : 0);
    });
  });
}
