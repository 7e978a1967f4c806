import type { ChangeRequestChanged, ChangeRequestEditors } from '#api/generated/types.gen.ts';
import type { ChangeBatch } from './change-batch.ts';
import type { StreamSink } from './event-stream.ts';
import type { Attending, PeopleList } from './people-list.ts';
import { Throttle } from './throttle.ts';

/** Changes are sent at most so often. */
const CHANGE_PAUSE_MS = 1000;

/** The stream of a change request, made from that of its organization: that something has changed, and who edits. */
export class ChangeRequestStream implements StreamSink {
  readonly #stream: StreamSink;
  readonly #changeRequestId: string;
  readonly #changes = new Throttle(CHANGE_PAUSE_MS, () => this.#sendChange());
  readonly #authors = new Set<string | null>();
  #editors = '';

  constructor(stream: StreamSink, changeRequestId: string) {
    this.#stream = stream;
    this.#changeRequestId = changeRequestId;
  }

  get isBlocked(): boolean {
    return this.#stream.isBlocked;
  }

  sendChanges({ events }: ChangeBatch): void {
    for (const { changeRequest, user } of events)
      if (changeRequest === this.#changeRequestId) this.#change(user);
  }

  send(name: string): void {
    if (name === 'resync') this.#change(null);
  }

  sendPeople(_subject: string, people: PeopleList, own: readonly Attending[]): void {
    const data: ChangeRequestEditors = { editors: people.editors(own) };
    const editors = JSON.stringify(data);
    if (editors === this.#editors) return;
    this.#editors = editors;
    this.#stream.send('editors', editors);
  }

  /** It repeats nothing, so it has no ids. */
  sendId(): void {}

  beat(): void {
    this.#stream.beat();
  }

  untilRoom(): Promise<void> {
    return this.#stream.untilRoom();
  }

  checkReader(now: number): void {
    this.#stream.checkReader(now);
  }

  end(retryMs?: number): void {
    this.#changes.stop();
    this.#stream.end(retryMs);
  }

  #change(userId: string | null): void {
    this.#authors.add(userId);
    this.#changes.signal();
  }

  #sendChange(): void {
    const [author = null, ...others] = this.#authors;
    this.#authors.clear();
    const data: ChangeRequestChanged = { user: others.length > 0 ? null : author };
    this.#stream.send('change', JSON.stringify(data));
  }
}
