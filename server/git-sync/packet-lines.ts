/**
 * Packets of Git's protocol: four hexadecimal digits with the length of the packet, themselves included, then its bytes.
 * Lengths below four have meanings of their own and no bytes.
 */

/** A packet; undefined for one without bytes, which ends a part. */
export type Packet = Buffer | undefined;

export const FLUSH = Buffer.from('0000');

export function toPacket(line: string): Buffer {
  const bytes = Buffer.from(line);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
}

/** What arrives is no protocol of Git. */
export class PacketError extends Error {}

/** Divides bytes as they arrive into packets. */
export class PacketReader {
  #rest: Buffer = Buffer.alloc(0);

  *read(bytes: Buffer): Generator<Packet> {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    let at = 0;
    while (this.#rest.length - at >= 4) {
      const digits = this.#rest.toString('latin1', at, at + 4);
      if (!/^[\da-f]{4}$/i.test(digits)) throw new PacketError('The answer has no lengths of packets.');
      const length = Number.parseInt(digits, 16);
      if (length < 4) {
        at += 4;
        yield undefined;
        continue;
      }
      if (this.#rest.length - at < length) break;
      yield this.#rest.subarray(at + 4, at + length);
      at += length;
    }
    this.#rest = this.#rest.subarray(at);
  }

  /** Throws if the last packet is not whole. */
  end(): void {
    if (this.#rest.length > 0) throw new PacketError('The answer ends within a packet.');
  }
}

/** The numbers that begin packets of several channels. */
const [DATA, PROGRESS, PROBLEM] = [1, 2, 3];

/** What a packet of several channels holds; undefined for one that is of none. */
export function channelOf(
  packet: Buffer,
): { name: 'data' | 'progress' | 'problem'; bytes: Buffer } | undefined {
  const bytes = packet.subarray(1);
  if (packet[0] === DATA) return { name: 'data', bytes };
  if (packet[0] === PROGRESS) return { name: 'progress', bytes };
  return packet[0] === PROBLEM ? { name: 'problem', bytes } : undefined;
}
