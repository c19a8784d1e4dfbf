/** Turns audit entries into sentences. */
import type { PlainMessageKey } from '../../i18n/messages.ts';

const verbs: Readonly<Record<string, PlainMessageKey>> = {
  'session.create': 'settings.didSignIn',
  'session.delete': 'settings.didSignOut',
  'session.refuse': 'settings.wasRefused',
  'limit.reached': 'settings.reportedLimit',
  'limit.refused': 'settings.reportedRefusals',
  'key.expires_soon': 'settings.reportedExpiry',
  'upstream.failing': 'settings.reportedFailures',
  'upstream.refused': 'settings.reportedCredential',
  'upstream.recovered': 'settings.reportedRecovery',
  create: 'settings.didCreate',
  change: 'settings.didChange',
  delete: 'settings.didDelete',
  rotate: 'settings.didRotate',
  test: 'settings.didTest',
  recover: 'settings.didRecover',
  save: 'settings.didSave',
  'top-up': 'settings.didTopUp',
  adjustment: 'settings.didAdjust',
  charge_quarantined: 'settings.didCharge',
};

const nouns: Readonly<Record<string, PlainMessageKey>> = {
  account: 'settings.ofAccount',
  key: 'settings.ofKey',
  admin_token: 'settings.ofToken',
  user: 'settings.ofUser',
  upstream: 'settings.ofUpstream',
  model: 'settings.ofModel',
  group: 'settings.ofGroup',
  price: 'settings.ofPrice',
  ledger: 'settings.ofLedger',
  webhook: 'settings.ofWebhook',
  sign_in: 'settings.ofSignIn',
};

/** The kinds of subjects. */
export const subjectKinds = Object.keys(nouns);

/** @param action such as `key.create`; undefined for one that is not known here */
export function verbOf(action: string): PlainMessageKey | undefined {
  return verbs[action] ?? verbs[action.split('.')[1] ?? ''];
}

export function nounOf(kind: string): PlainMessageKey | undefined {
  return nouns[kind];
}

/** The name of the subject in the detail, otherwise its id. */
export function subjectOf({
  subject_id: id,
  detail,
}: {
  readonly subject_id: string;
  readonly detail?: unknown;
}): string {
  if (typeof detail !== 'object' || detail === null) return id;
  const { name, email } = detail as { readonly name?: unknown; readonly email?: unknown };
  return [name, email].find((text) => typeof text === 'string') ?? id;
}
