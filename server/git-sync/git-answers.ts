import type { FileHandle } from 'node:fs/promises';
import { channelOf, PacketError, PacketReader } from './packet-lines.ts';
import { refusedPush } from './refused-push.ts';
import { MAX_PROBLEM_LENGTH, packProblem } from './server-problems.ts';

/** Before a pack. Lines stay in memory, and one is sent for each commit whose parents are not. */
const MAX_LINES = 10_000;

/** The answer to a request for a pack: lines first, then the pack in packets of several channels. */
export class PackAnswer {
  readonly shallow: string[] = [];
  readonly #reader = new PacketReader();
  readonly #file: FileHandle;
  #isPack = false;
  #lineCount = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async take(bytes: Buffer): Promise<void> {
    const data: Buffer[] = [];
    for (const packet of this.#reader.read(bytes)) {
      if (packet === undefined) continue;
      const channel = channelOf(packet);
      if (channel?.name === 'data') data.push(channel.bytes);
      else if (channel?.name === 'problem') throw packProblem(channel.bytes);
      else if (!channel) this.#readLine(packet);
    }
    if (data.length === 0) return;
    this.#isPack = true;
    // Written at once: packets may have a byte each.
    await this.#file.write(Buffer.concat(data));
  }

  end(): void {
    this.#reader.end();
    if (!this.#isPack) throw new PacketError('The answer has no pack.');
  }

  #readLine(packet: Buffer): void {
    this.#lineCount += 1;
    if (this.#lineCount > MAX_LINES) throw new PacketError('The answer has too many lines.');
    const line = packet.toString('utf8').trimEnd();
    if (line.startsWith('ERR ')) throw packProblem(packet.subarray(4));
    const [, oid] = /^shallow ([\da-f]{40})$/.exec(line) ?? [];
    if (oid !== undefined) this.shallow.push(oid);
    else if (!/^(?:NAK|ACK |unshallow )/.test(line)) throw new PacketError('The answer has an unknown line.');
  }
}

/** What a server says of a push. */
export class PushReport {
  readonly #reader = new PacketReader();
  readonly #inner = new PacketReader();
  readonly #lines: string[] = [];
  #said = '';

  take(bytes: Buffer): void {
    for (const packet of this.#reader.read(bytes)) {
      if (packet === undefined) continue;
      const channel = channelOf(packet);
      if (!channel) this.#lines.push(packet.toString('utf8').trimEnd());
      else if (channel.name === 'data') {
        for (const line of this.#inner.read(channel.bytes))
          if (line) this.#lines.push(line.toString('utf8').trimEnd());
      } else this.#said = (this.#said + channel.bytes.toString('utf8')).slice(0, MAX_PROBLEM_LENGTH);
    }
  }

  /** Throws unless the branch was moved. */
  check(ref: string): void {
    if (this.#lines.includes(`ok ${ref}`)) return;
    const problem = this.#lines.find((line) => /^ng |^unpack (?!ok)|^ERR /.test(line)) ?? '';
    throw refusedPush(problem.replace(/^ng \S+ |^unpack |^ERR /, ''), this.#said);
  }
}
