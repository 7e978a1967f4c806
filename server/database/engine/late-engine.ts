import { DatabaseUnavailableError, type Engine, type EngineSession } from './engine-dialect.ts';

/** An engine whose database is not there yet. Until it is, statements are refused as while a database does not respond. */
export class LateEngine implements Engine {
  #engine: Engine | undefined;

  get isOpen(): boolean {
    return this.#engine !== undefined;
  }

  /** From now on statements go to this engine, which is closed with this one. */
  open(engine: Engine): void {
    this.#engine = engine;
  }

  async acquire(): Promise<EngineSession> {
    if (!this.#engine) throw new DatabaseUnavailableError(new Error('there is no primary yet'));
    return this.#engine.acquire();
  }

  async close(): Promise<void> {
    await this.#engine?.close();
  }
}
