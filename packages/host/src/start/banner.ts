/** The banner that a person sees when the gateway starts at a terminal. */
import type { FirstSecretsOutcome } from './first-secrets.ts';

/** An upstream, or a provider that only needs a credential. */
export interface UpstreamLine {
  readonly name: string;
  readonly usable: boolean;
  /** The source of its credential, or how to configure it. */
  readonly detail: string;
  /** Such as `14 models`. */
  readonly models: string;
}

/** What the banner shows. */
export interface BannerContent {
  readonly version: string;
  /** Such as `node 24`. */
  readonly runtime: string;
  readonly database: string;
  readonly databaseIsNew: boolean;
  /** The configuration file or variable; absent when there is none. */
  readonly configuration?: string | undefined;
  /** Without a final slash. */
  readonly baseUrl: string;
  /** The URL of the console and a remark on it; absent when the console is turned off. */
  readonly console?: { readonly address: string; readonly remark?: string } | undefined;
  readonly first: FirstSecretsOutcome;
  /** What a person types to run a command of Parley. */
  readonly command: string;
  readonly upstreams: readonly UpstreamLine[];
}

/** Formats everything that a person needs for a first request, ready to be copied. */
export function formatBanner(facts: BannerContent): string {
  const { version, runtime, database, baseUrl } = facts;
  const made = facts.databaseIsNew ? ' (new)' : '';
  const lines = [
    `parley ${version}   ${runtime} · ${database}${made}`,
    '',
    ...(facts.configuration ? [`Configuration  ${facts.configuration}`] : []),
    `Base URL       ${baseUrl}   (OpenAI clients: ${baseUrl}/v1)`,
    ...formatFirst(facts.first, facts.command),
    ...formatConsole(facts),
    '',
    ...formatUpstreams(facts.upstreams),
    '',
    `Claude Code    ${facts.command} run claude`,
    `Codex          ${facts.command} run codex`,
    '',
    'Try it',
  ];
  const indented = lines.map((line) => (line ? `  ${line}` : line)).join('\n');
  return `\n${indented}\n${formatTrial(facts)}\n\n`;
}

function formatFirst(first: FirstSecretsOutcome, command: string): readonly string[] {
  const create = `\`${command} keys create\``;
  if (first.state === 'kept') {
    return [
      `First secrets  in ${first.path}   for its owner only`,
      `               Keep them and delete the file; ${create} makes more keys.`,
    ];
  }
  if (first.state === 'elsewhere') {
    return [
      'First secrets  created by another gateway of this database, which started at the same moment',
      '               They are at its terminal, or in first-secrets.env in its data folder.',
    ];
  }
  if (first.state === 'none') {
    return [`Your key       kept as a hash only; ${create} makes another`];
  }
  const { secrets } = first;
  return [
    `Your key       ${secrets.key}   shown only now`,
    secrets.adminToken === undefined
      ? 'Admin token    the one in PARLEY_ADMIN_TOKEN'
      : `Admin token    ${secrets.adminToken}   shown only now`,
    `               Both are kept as hashes; ${create} makes more keys.`,
  ];
}

function formatConsole({ console }: BannerContent): readonly string[] {
  if (console === undefined) return [];
  const { address, remark } = console;
  return [`Console        ${address}${remark === undefined ? '' : `   ${remark}`}`];
}

function formatUpstreams(upstreams: readonly UpstreamLine[]): readonly string[] {
  const name = Math.max(0, ...upstreams.map((line) => line.name.length));
  const detail = Math.max(0, ...upstreams.map((line) => line.detail.length));
  return upstreams.map((line, index) => {
    const title = index === 0 ? 'Providers      ' : '               ';
    const mark = line.usable ? '✓' : '–';
    const columns = [line.name.padEnd(name), line.detail.padEnd(detail), line.models];
    return `${title}${mark} ${columns.join('   ')}`.trimEnd();
  });
}

/** A command that works offline, because the demo provider is always configured. */
function formatTrial({ baseUrl, first }: BannerContent): string {
  const key = first.state === 'created' ? first.secrets.key : '$PARLEY_KEY';
  const body = JSON.stringify({
    model: 'demo/echo',
    messages: [{ role: 'user', content: 'Hello, Parley' }],
  });
  return [
    `    curl ${baseUrl}/v1/chat/completions \\`,
    `      -H "Authorization: Bearer ${key}" \\`,
    '      -H "Content-Type: application/json" \\',
    `      -d '${body}'`,
  ].join('\n');
}
