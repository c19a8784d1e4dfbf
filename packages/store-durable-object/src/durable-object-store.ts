/** The store's contract, implemented by calls of a Durable Object. */
import { StoreUnavailableError, type Store } from '@parley/core/store';
import { createGate, guard } from '@parley/store-sql';
import { readReply, type Reply } from './reply.ts';

/** The part of `env.<binding>.getByName(name)` that is used. */
export interface StoreStub {
  call(method: string, parameters: readonly unknown[]): Promise<Reply>;
}

/**
 * Returns the store that the Durable Object holds.
 * @param getStub called for every call, because a stub that failed once keeps failing, and requests of a
 * Worker must not share a stub
 */
export function createDurableObjectStore(getStub: () => StoreStub): Store {
  const gate = createGate();
  const methods = methodNames.map((method) => [
    method,
    async (...parameters: unknown[]) => readReply(await call(getStub, method, parameters)),
  ]);
  return {
    ...guard(gate, Object.fromEntries(methods) as Omit<Store, 'close'>),
    close: () => gate.close(() => undefined),
  };
}

async function call(
  getStub: () => StoreStub,
  method: string,
  parameters: readonly unknown[],
): Promise<Reply> {
  try {
    return await getStub().call(method, parameters);
  } catch (cause) {
    throw new StoreUnavailableError('The Durable Object of the store does not answer.', { cause });
  }
}

/** Every method, so that a new one of the contract cannot be forgotten here. */
const everyMethod: Readonly<Record<Exclude<keyof Store, 'close'>, true>> = {
  addKey: true,
  findKey: true,
  readKey: true,
  listKeys: true,
  readKeyNames: true,
  changeKey: true,
  rotateKey: true,
  deleteKey: true,
  addAccount: true,
  readAccount: true,
  listAccounts: true,
  changeAccount: true,
  deleteAccount: true,
  reserve: true,
  extendReservation: true,
  settle: true,
  settleBatch: true,
  release: true,
  renewReservations: true,
  releaseExpired: true,
  credit: true,
  chargeQuarantined: true,
  listLedger: true,
  checkLedger: true,
  addFirst: true,
  addAdminToken: true,
  findAdminToken: true,
  listAdminTokens: true,
  deleteAdminToken: true,
  addAuditEntry: true,
  deleteAudit: true,
  listAudit: true,
  addSession: true,
  findSession: true,
  deleteSession: true,
  deleteExpiredSessions: true,
  addUser: true,
  readUser: true,
  findUser: true,
  listUsers: true,
  changeUser: true,
  deleteUser: true,
  findExchange: true,
  findExchanges: true,
  listExchanges: true,
  findExchangeStart: true,
  listSettled: true,
  readTime: true,
  deleteExchanges: true,
  sumUsage: true,
  measureLatency: true,
  readEntityVersion: true,
  readEntities: true,
  saveEntity: true,
  deleteEntity: true,
  saveResponse: true,
  replaceResponse: true,
  findResponse: true,
  findResponsesByItem: true,
  listPendingResponses: true,
  sumConversations: true,
  trimResponses: true,
  deleteResponse: true,
  check: true,
};
const methodNames = Object.keys(everyMethod);
