import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

const MEBIBYTE = 1024 * 1024;

/**
 * The engine's write-ahead log grows by segments of 16 MiB, in the midst of the statement that needs the next
 * one. Without room for it, the engine stops for good and takes the process with it (decision 230). So
 * changes are refused from here on: a quarter of the disk, which is 3 segments at least and 8 at most.
 */
const MIN_RESERVE = 48 * MEBIBYTE;
const MAX_RESERVE = 128 * MEBIBYTE;
/** A change that was begun before goes on until there is only so much. */
const MIN_CHANGE_FLOOR = 32 * MEBIBYTE;
/** Reads write a little, too: the engine tidies up the pages that it reads. */
const READ_FLOOR = 24 * MEBIBYTE;
/** There has to be so much more before changes are taken again, so that it does not go back and forth. */
const HYSTERESIS = 8 * MEBIBYTE;
/** The multiple of a value's size on the disk: in its table and in the log, while a segment is begun. */
const COPIES = 3;
/** How long a look at the disk is good for, and for how many bytes. */
const LOOK_MS = 1000;
const LOOK_BYTES = 4 * MEBIBYTE;

/** Thrown instead of a statement that would need room which the disk does not have; nothing was changed by it. */
export class DiskAlmostFullError extends Error {
  constructor() {
    super('The disk that holds the data folder is almost full, so nothing can be changed. Make room on it');
  }
}

export interface Disk {
  /** Bytes that can still be written. */
  free: number;
  /** Bytes in all. */
  total: number;
}

/** Reads how full the disk is that has, or will have, a folder. */
export function diskOf(folder: string): Disk {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch (error) {
    const parent = dirname(folder);
    if (parent === folder) throw error;
    return diskOf(parent);
  }
}

/** How much room there is for the embedded engine. */
export class DiskSpace {
  readonly #read: () => Disk;
  readonly #now: () => number;
  #lookedAt = -Infinity;
  #announced = 0;
  #disk: Disk = { free: 0, total: 0 };
  #isLow = false;

  constructor(read: () => Disk, now: () => number = () => performance.now()) {
    this.#read = read;
    this.#now = now;
  }

  /** Whether changes are refused. */
  get isLow(): boolean {
    this.#look();
    return this.#isLow;
  }

  /** Whether everything is. */
  get isExhausted(): boolean {
    this.#look();
    return this.#disk.free < READ_FLOOR;
  }

  /** Whether so many bytes can be stored, over many statements. */
  hasRoomFor(bytes: number): boolean {
    this.#look();
    // The log is written over: a value has its size in its table, and half of it again on the way.
    return this.#disk.free - 1.5 * bytes > this.#reserve;
  }

  /** Looks again, though the last look was just now. */
  refresh(): void {
    this.#lookedAt = -Infinity;
    this.#look();
  }

  /** Throws if a statement with so many bytes must not be sent; `isReadOnly` if it can change nothing. */
  assertRoomFor(bytes: number, isReadOnly: boolean): void {
    this.#announced += bytes;
    if (this.#announced > LOOK_BYTES) this.#lookedAt = -Infinity;
    this.#look();
    const floor = isReadOnly ? READ_FLOOR : Math.max(MIN_CHANGE_FLOOR, this.#reserve / 2);
    if (this.#disk.free - COPIES * bytes < floor) throw new DiskAlmostFullError();
  }

  get #reserve(): number {
    return Math.min(MAX_RESERVE, Math.max(MIN_RESERVE, this.#disk.total / 4));
  }

  #look(): void {
    const now = this.#now();
    if (now - this.#lookedAt < LOOK_MS) return;
    this.#lookedAt = now;
    this.#announced = 0;
    this.#disk = this.#read();
    this.#isLow = this.#disk.free < this.#reserve + (this.#isLow ? HYSTERESIS : 0);
  }
}
