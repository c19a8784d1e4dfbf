import { catalogueEdition, type Limits } from '@parley/core/extension';

/** What there is to know of a gateway beside its configuration. */
export interface GatewayFacts {
  readonly version: string;
  readonly limits: Limits;
  /** What the host says of itself. */
  readonly facts: Readonly<Record<string, string>>;
}

/** One fact for people: a name that stays the same, and a text. */
export interface Fact {
  readonly name: string;
  readonly value: string;
}

export function listFacts(
  { version, limits, facts }: GatewayFacts,
  hasSecretKey: boolean,
): readonly Fact[] {
  return [
    { name: 'version', value: version },
    ...Object.entries(facts).map(([name, value]) => ({ name, value })),
    { name: 'secret_key', value: hasSecretKey ? 'set' : 'not set' },
    { name: 'price_catalogue', value: catalogueEdition.date },
    ...Object.entries<number>({ ...limits }).map(([name, value]) => ({
      name: `limits.${toSnakeCase(name)}`,
      value: String(value),
    })),
  ];
}

/** `requestBytes` → `request_bytes` */
function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
