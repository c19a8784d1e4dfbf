/** The Worker of the tests: the store's object, with a clock that can be advanced and a method for SQL. */
import type { Reply } from '../reply.ts';
import { StoreObject } from '../store-object.ts';

export class TestObject extends StoreObject {
  #ahead = 0;

  callAll(calls: readonly Parameters<StoreObject['call']>[]): Promise<readonly Reply[]> {
    return Promise.all(calls.map(([method, parameters]) => this.call(method, parameters)));
  }

  async passTime(milliseconds: number): Promise<void> {
    this.#ahead += milliseconds;
  }

  async runSql(statement: string): Promise<void> {
    this.storage.sql.exec(statement);
  }

  protected override now(): number {
    return super.now() + this.#ahead;
  }
}
