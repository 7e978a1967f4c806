import { decode, encode, type Packet, RECURSION_AVAILABLE } from 'dns-packet';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** The entry of a name: texts, or a failure by its code in DNS (2: SERVFAIL, 5: REFUSED), or no response. */
export type DnsEntry = string[] | 2 | 5 | 'silent';

const NAME_ERROR = 3;

/** A DNS server that knows the TXT records of a test. */
export interface DnsServer {
  /** Its address: `127.0.0.1:5353`. */
  address: string;
  /** By name, in lower case. */
  entries: Map<string, DnsEntry>;
  close: () => void;
}

export async function startDnsServer(): Promise<DnsServer> {
  const entries = new Map<string, DnsEntry>();
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const query = decode(message);
    const [question] = query.questions ?? [];
    const entry = entries.get(question?.name.toLowerCase() ?? '');
    if (!question || entry === 'silent') return;
    const code = entry === undefined ? NAME_ERROR : Array.isArray(entry) ? 0 : entry;
    const texts = Array.isArray(entry) && question.type === 'TXT' ? entry : [];
    const answer: Packet = {
      type: 'response',
      ...(query.id !== undefined && { id: query.id }),
      // The low bits are the code of the response.
      flags: RECURSION_AVAILABLE | code,
      questions: [question],
      answers: texts.map((data) => ({ type: 'TXT', name: question.name, ttl: 0, data })),
    };
    socket.send(encode(answer), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, entries, close: () => socket.close() };
}
