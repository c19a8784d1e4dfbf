import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configurationFromEnvironment } from '@parley/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigurationFileError, type Fault } from './fault.ts';
import { readConfigurationFile, readSecretOf } from '../disk/configuration-file.ts';
import { parseConfiguration, type ParseOptions } from './parse.ts';

const found = configurationFromEnvironment({ OPENAI_API_KEY: 'from-the-environment' });
const environment = { KEY: 'secret-of-ours', HOST_PART: 'api.example' };

function load(text: string, options: Partial<ParseOptions> = {}) {
  return parseConfiguration(
    { name: 'parley.yaml', text, readSecret: (path) => readSecretOf('parley.yaml', path) },
    { environment, found, ...options },
  ).configuration;
}

function findFaults(text: string): readonly Fault[] {
  try {
    load(text);
  } catch (error) {
    if (error instanceof ConfigurationFileError) return error.faults;
    throw error;
  }
  return [];
}

/** One fixture for each fault: its text, its position and its message. */
const faulty: readonly (readonly [name: string, text: string, place: string, message: string])[] = [
  [
    'text that is not YAML',
    'upstreams:\n  mine: {provider: openai\nmodels: {}\n',
    '3:1',
    'Flow map',
  ],
  ['a key twice', 'models: {}\nmodels: {}\n', '2:1', 'Map keys must be unique.'],
  ['an unknown tag', 'models: !secret {}\n', '1:9', 'Unresolved tag: !secret.'],
  [
    'an unknown key at the top',
    'upstream:\n  a: {}\n',
    '1:1',
    'Unknown key "upstream". Did you mean upstreams?',
  ],
  [
    'an unknown key inside',
    'upstreams:\n  mine:\n    provider: openai\n    base_uri: http://a\n',
    '4:5',
    'Unknown key "base_uri". Did you mean base_url?',
  ],
  [
    'an unknown key that resembles none',
    'models:\n  a:\n    targets:\n      - upstream: demo\n        address: x\n',
    '5:9',
    'Unknown key "address". Known keys: upstream, model, priority, weight.',
  ],
  [
    'a list of entries instead of names with entries',
    'upstreams:\n  - provider: openai\n',
    '2:3',
    'Expected a mapping (`key: value`), found a list.',
  ],
  [
    'a fraction instead of a whole number',
    'models:\n  a:\n    targets:\n      - upstream: demo\n        priority: 1.5\n',
    '5:19',
    'Expected a whole number, found a number.',
  ],
  [
    'an unknown key in a list',
    'models:\n  a:\n    targets:\n      - upstream: demo\n        modell: x\n',
    '5:9',
    'Unknown key "modell". Did you mean model?',
  ],
  [
    'a missing key with a description',
    'upstreams:\n  mine:\n    models: [a]\n',
    '2:3',
    'This key is missing. A provider by its id, such as openai or groq; for any other server openai-compatible, ' +
      'anthropic-compatible, gemini-compatible or responses-compatible, with a base_url.',
  ],
  [
    'a missing key of an entry in a list',
    'models:\n  a:\n    targets:\n      - model: x\n',
    '4:9',
    'This key is missing. The name of an upstream.',
  ],
  [
    'a wrong type',
    'upstreams:\n  mine:\n    provider: openai\n    idle_timeout: soon\n',
    '4:19',
    'Expected a number, found text.',
  ],
  [
    'a number out of range',
    'upstreams:\n  mine:\n    provider: openai\n    idle_timeout: -1\n',
    '4:19',
    'Too small: expected number to be >0.',
  ],
  [
    'an unknown word of a closed list',
    'groups:\n  a:\n    family: mesages\n',
    '3:13',
    'Invalid option: expected one of "chat-completions"|"messages". Did you mean messages?',
  ],
  [
    'an address that is none',
    'upstreams:\n  mine:\n    provider: openai\n    base_url: htp://a\n',
    '4:15',
    'Use a URL such as https://host.example/v1.',
  ],
  [
    'an address of a dialect that is none',
    'upstreams:\n  mine:\n    provider: openai\n    base_url:\n      openai-chat: nowhere\n',
    '5:20',
    'Use a URL such as https://host.example/v1.',
  ],
  [
    'an unknown provider',
    'upstreams:\n  mine:\n    provider: opnai\n',
    '3:15',
    'There is no provider "opnai". Did you mean openai?',
  ],
  [
    'an unknown upstream of a target',
    'upstreams:\n  mine: {provider: ollama}\nmodels:\n  a:\n    targets:\n      - {upstream: mines}\n',
    '6:20',
    'There is no upstream "mines". Did you mean mine?',
  ],
  [
    'a fingerprint twice',
    'groups:\n  a: {fingerprint: work}\n  b: {fingerprint: work}\n',
    '3:20',
    'The fingerprint "work" is already taken by the group "a".',
  ],
  [
    'a fingerprint with a slash',
    'groups:\n  a: {fingerprint: a/b}\n',
    '2:20',
    'Use 1 to 32 letters, digits, hyphens and underscores.',
  ],
  [
    'an upstream name with a capital',
    'upstreams:\n  Mine: {provider: openai}\n',
    '2:3',
    'Use lower-case letters and digits, and after the first one also dots, hyphens and underscores.',
  ],
  [
    'a header of the connection',
    'upstreams:\n  mine: {provider: openai, headers: {host: a}}\n',
    '2:38',
    'The connection itself writes this header.',
  ],
  [
    'the URL of an endpoint as a base URL',
    'upstreams:\n  mine: {provider: openai-compatible, base_url: https://a.example/v1/chat/completions}\n',
    '2:49',
    'Leave out the path of the endpoint, such as /chat/completions: it is appended.',
  ],
  [
    'a variable that is not set',
    'upstreams:\n  mine:\n    provider: openai\n    credential: ${NOT_SET}\n',
    '4:17',
    'The environment variable NOT_SET is not set or empty.',
  ],
  [
    'a placeholder that is not closed',
    'upstreams:\n  mine:\n    provider: openai\n    credential: "${KEY"\n',
    '4:17',
    'This placeholder is not closed; write ${NAME}, ${NAME:-default}, or $${ for ${.',
  ],
  [
    'a variable within braces without quotes',
    'upstreams:\n  mine: { provider: openai, credential: ${KEY} }\n',
    '2:42',
    "Within braces or brackets, write quotes around it: '${NAME}'.",
  ],
  [
    'an alias without an anchor',
    'upstreams:\n  mine: *other\n',
    '2:9',
    'There is no anchor &other before *other.',
  ],
  [
    'an unknown word where a switch is a choice as well',
    'metrics: yes\n',
    '1:10',
    'Invalid option: expected one of "token"|"public"|false.',
  ],
  [
    'a secret file that is missing',
    'upstreams:\n  mine:\n    provider: openai\n    credential: file:/nowhere/at/all\n',
    '4:17',
    'The file /nowhere/at/all cannot be read: it does not exist.',
  ],
  [
    'an unknown upstream below a name that looks like a number',
    'models:\n  5:\n    targets: [{upstream: nowhere}]\n',
    '3:26',
    'There is no upstream "nowhere".',
  ],
  [
    'a wrong value below a name that looks like a number',
    'models:\n  5:\n    targets: [{upstream: demo, weight: 0}]\n',
    '3:40',
    'Too small: expected number to be >=1.',
  ],
  [
    'a proxy without a scheme',
    'upstreams:\n  mine: {provider: openai, proxy: 10.0.0.1:3128}\n',
    '2:35',
    'Use http://host:port, https://host:port or none.',
  ],
  [
    'a section whose entries are all commented out',
    'upstreams:\n#  mine: {provider: openai}\n',
    '1:11',
    'This key has no value: add one, or remove it.',
  ],
  [
    'a second document',
    'console: true\n---\nconsole: false\n',
    '2:1',
    'Only one document is read: remove this line.',
  ],
  [
    'a list instead of a map',
    '- a\n- b\n',
    '1:1',
    'Expected a mapping (`key: value`), found a list.',
  ],
  [
    'JSON with a fault',
    '{\n  "groups": {"a": {"famly": "messages"}}\n}\n',
    '2:20',
    'Unknown key "famly". Did you mean family?',
  ],
];

describe('a faulty configuration', () => {
  it.each(faulty)('names the line of %s', (...[, text, place, message]) => {
    const faults = findFaults(text);
    expect(faults.map(({ line, column }) => `${String(line)}:${String(column)}`)).toEqual([place]);
    expect(faults[0]?.message).toContain(message);
  });

  it('names the field that selects a form when its value is unknown', () => {
    const [fault] = findFaults('groups: {a: {tiers: [{match: opus, to: m}]}}');
    expect(fault?.path).toBe('groups.a.tiers.0.match');
    expect(fault?.message).not.toBe('');
  });

  it.each([
    ['lists', '['.repeat(100_000)],
    ['closed lists', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['mappings', '{a: '.repeat(100_000)],
    ['lists in block style', '- '.repeat(100_000)],
    ['keys that are mappings', '? '.repeat(100_000)],
    ['lines', Array.from({ length: 1000 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('')],
  ])('refuses %s that are nested too deeply, with one fault', (_, text) => {
    const [fault, ...others] = findFaults(text);
    expect(others).toEqual([]);
    expect(fault?.message).toBe('Values are nested more than 100 levels deep.');
    expect(fault?.source).toBe('');
  });

  it('shows where a text is nested too deeply', () => {
    const text = `models: {}\ngroups: ${'['.repeat(200)}`;
    expect(findFaults(text)).toMatchObject([{ line: 2, column: 109 }]);
  });

  it('explains the first of many syntax errors on one long line', () => {
    const faults = findFaults(`models: [${'{a}},'.repeat(20_000)} \${`);
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.length).toBeLessThanOrEqual(20);
  });

  it('lists all faults at once, in the order of the file', () => {
    const text = [
      'upstreams:',
      '  one: {provider: opnai}',
      '  two:',
      '    provider: openai',
      '    idle_timeout: soon',
      'groups:',
      '  a: {famly: messages}',
      'models:',
      '  m: {targets: [{upstream: nowhere}]}',
      '  n: {targets: [{upstream: two}]}',
    ].join('\n');
    expect(findFaults(text).map((fault) => [fault.line, fault.path])).toEqual([
      [2, 'upstreams.one.provider'],
      [5, 'upstreams.two.idle_timeout'],
      [7, 'groups.a.famly'],
      [9, 'models.m.targets.0.upstream'],
    ]);
  });

  it('finds faults in lists, and the faults after them', () => {
    const text = [
      'prices:',
      '  - {match: a/m, input: 1, output: 2}',
      '  - match: b/m',
      '    input: 1',
      '    outptu: 2',
      '  - {match: nowhere/m, free: true}',
      'models:',
      '  m: {targets: [{upstream: nowhere}]}',
    ];
    expect(findFaults(text.join('\n')).map((fault) => [fault.line, fault.path])).toEqual([
      [3, 'prices.1.output'],
      [5, 'prices.1.outptu'],
      [8, 'models.m.targets.0.upstream'],
    ]);
    const listed = text.toSpliced(2, 3).join('\n');
    expect(findFaults(listed).map((fault) => [fault.line, fault.path])).toEqual([
      [2, 'prices.0.match'],
      [3, 'prices.1.match'],
      [5, 'models.m.targets.0.upstream'],
    ]);
  });

  it('prints file, line, column, path, message and the line with a caret', () => {
    const text = 'groups:\n\ta: {}\n';
    expect(() => load(text)).toThrow(ConfigurationFileError);
    expect(() => load('groups:\n  a:\n    family: mesages\n')).toThrow(
      [
        'parley.yaml:3:13  groups.a.family',
        '    Invalid option: expected one of "chat-completions"|"messages". Did you mean messages?',
        '    3 |     family: mesages',
        '      |             ^',
      ].join('\n'),
    );
  });

  it.each([
    'upstreams:\n  mine:\n    provider: openai\n    credential: [sk-verysecret1234]\n',
    'upstreams:\n  mine:\n    provider: openai\n    headers: {x-api-key: [plain-secret]}\n',
    'upstreams:\n  mine: {provider: opnai, credential: plain-secret}\n',
    'upstreams:\n  mine:\n    credential: "plain-secret\n',
  ])('never prints a secret', (text) => {
    const printed = findFaults(text).map((fault) => fault.message + fault.source);
    expect(printed.length).toBeGreaterThan(0);
    expect(printed.join('\n')).not.toMatch(/verysecret|plain-secret/);
  });
});

describe('a good configuration', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-configuration-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('has names as they are written', () => {
    const { groups } = load('groups:\n  2026: {}\n  1.10: {}\n  true: {}\n');
    expect(Object.keys(groups)).toEqual(['2026', '1.10', 'true']);
  });

  it('may be empty', () => {
    expect(load('')).toEqual({ upstreams: {}, models: {}, groups: {} });
  });

  it('takes values from the environment, once', () => {
    const text = [
      'upstreams:',
      '  mine:',
      '    provider: openai',
      '    credential: ${KEY}',
      '    base_url: https://${HOST_PART}/v1/',
      '    headers:',
      '      one: ${MISSING:-fallback}',
      '      two: ${MISSING:-}',
      '      three: $${KEY}',
      '      four: ${NESTED}',
    ].join('\n');
    const nested = { ...environment, NESTED: '${KEY}' };
    expect(load(text, { environment: nested }).upstreams.mine).toMatchObject({
      credential: 'secret-of-ours',
      base_url: 'https://api.example/v1',
      headers: { one: 'fallback', two: '', three: '${KEY}', four: '${KEY}' },
    });
  });

  it('reads a secret from a file beside it', () => {
    writeFileSync(join(folder, 'openai.key'), 'from-a-file\n');
    const file = join(folder, 'parley.yaml');
    writeFileSync(file, 'upstreams: {mine: {provider: openai, credential: "file:openai.key"}}');
    const written = readConfigurationFile(file);
    const { configuration } = parseConfiguration(written, { environment, found });
    expect(configuration.upstreams.mine?.credential).toBe('from-a-file');
  });

  it('reads the proxy and the certificates of an upstream from files beside it', () => {
    const certificate = '-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----';
    writeFileSync(join(folder, 'proxy'), 'http://user:password@proxy.test\n');
    writeFileSync(join(folder, 'ca.pem'), `${certificate}\n`);
    const file = join(folder, 'parley.yaml');
    const fields = 'provider: openai, credential: a, proxy: "file:proxy", ca: "file:ca.pem"';
    writeFileSync(file, `upstreams: {mine: {${fields}}}`);
    const written = readConfigurationFile(file);
    const { configuration } = parseConfiguration(written, { environment, found });
    expect(configuration.upstreams.mine).toMatchObject({
      proxy: 'http://user:password@proxy.test',
      ca: certificate,
    });
  });

  it('reads the secret of an identity client from a file beside it', () => {
    writeFileSync(join(folder, 'client.key'), 'from-a-file\n');
    const file = join(folder, 'parley.yaml');
    const client = 'client_id: parley, client_secret: "file:client.key"';
    const oidc = `{title: ID, issuer: "https://id.example.org", ${client}}`;
    writeFileSync(file, `sign_in: {oidc: ${oidc}}`);
    const written = readConfigurationFile(file);
    const { configuration } = parseConfiguration(written, { environment, found });
    expect(configuration.sign_in?.oidc?.client_secret).toBe('from-a-file');
  });

  it('reads the address and the secret of a webhook from files beside it', () => {
    const secret = `whsec_${btoa('s'.repeat(32))}`;
    writeFileSync(join(folder, 'hook.url'), 'https://hooks.test/t0ken\n');
    writeFileSync(join(folder, 'hook.key'), `${secret}\n`);
    const file = join(folder, 'parley.yaml');
    const ops = '{url: "file:hook.url", secret: "file:hook.key"}';
    writeFileSync(file, `alerts: {webhooks: {ops: ${ops}}}`);
    const written = readConfigurationFile(file);
    const { configuration } = parseConfiguration(written, { environment, found });
    expect(configuration.alerts?.webhooks['ops']).toMatchObject({
      ...{ url: 'https://hooks.test/t0ken', secret },
    });
  });

  it('may be JSON', () => {
    expect(load('{"groups": {"a": {"models": ["gpt-*"]}}}').groups.a?.models).toEqual(['gpt-*']);
  });

  it('may leave a credential to the environment', () => {
    expect(load('upstreams: {openai: {provider: openai, idle_timeout: 5}}').upstreams).toEqual({
      openai: { provider: 'openai', idle_timeout: 5 },
    });
  });

  it('may name an upstream that was found in the environment', () => {
    expect(load('models: {m: {targets: [{upstream: demo, model: echo}]}}').models.m).toBeDefined();
  });

  it('says so when the file cannot be read', () => {
    const file = join(folder, 'missing.yaml');
    expect(() => parseConfiguration(readConfigurationFile(file), { environment, found })).toThrow(
      `${file}:1:1\n    This file cannot be read: it does not exist.`,
    );
  });
});

// With a search from each of its characters, the test would run into its time limit.
it('shows a fault on a line with a long word', () => {
  const [fault] = findFaults(`upstreams: { a: { provider: "${'x'.repeat(500_000)}" } }\n`);
  expect(fault?.path).toBe('upstreams.a.provider');
});
