/** Reads the alerts from the parts of the effective configuration. */

interface Part {
  readonly path: string;
  readonly value?: unknown;
}

export interface Webhook {
  readonly name: string;
  readonly format: string;
  /** The types of alerts that it gets; all when absent. */
  readonly types: readonly string[] | undefined;
}

export interface AlertSettings {
  /** Percentages of a limit. */
  readonly limits: readonly number[];
  readonly expiryDays: number;
  readonly webhooks: readonly Webhook[];
}

const prefix = 'alerts.webhooks.';

/** Undefined while alerts are off. */
export function readAlerts(parts: readonly Part[]): AlertSettings | undefined {
  const values = new Map(parts.map(({ path, value }) => [path, value]));
  if (![...values.keys()].some((path) => path.startsWith('alerts.'))) return undefined;
  return {
    limits: (listOf(values.get('alerts.limits')) ?? []).map(Number),
    expiryDays: Number(values.get('alerts.expiry_days')),
    webhooks: namesOf([...values.keys()]).map((name) => ({
      name,
      format: String(values.get(`${prefix}${name}.format`)),
      types: listOf(values.get(`${prefix}${name}.types`))?.map(String),
    })),
  };
}

/** Names may contain dots; the names of fields do not. */
function namesOf(paths: readonly string[]): readonly string[] {
  const own = paths.filter((path) => path.startsWith(prefix));
  return [...new Set(own.map((path) => path.slice(prefix.length, path.lastIndexOf('.'))))];
}

function listOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}
