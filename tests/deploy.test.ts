import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { providers } from '@parley/core';
import { describe, expect, test } from 'vitest';
import { readCompose, readSeconds } from './deploy/compose.ts';
import { readDockerfile, readUnit } from './deploy/instructions.ts';
import {
  listProjectFiles,
  listSources,
  listWorkspaces,
  readText,
  root,
} from './codebase/workspace.ts';
import { program } from './parley.ts';

const files = listProjectFiles().filter((path) => path.startsWith('deploy/'));
const port = '8787';
const person = '65532';

/** Seconds that the gateway needs after its drain to settle what has ended. */
const settlingSeconds = 10;

/** Runs the built command line. @throws when it fails */
function runParley(...words: readonly string[]): string {
  const env = { PATH: process.env['PATH'], HOME: root };
  return execFileSync(process.execPath, [program, ...words], { cwd: root, env, encoding: 'utf8' });
}

describe('names in the deployment files', () => {
  const texts = files.map(readText).join('\n');

  test('are variables that the gateway reads and the docs explain', () => {
    const code = listSources('apps/node').map(readText).join('\n');
    const pages = readText('docs/configuration.md') + readText('docs/cli.md');
    const named = [...new Set(texts.match(/\bPARLEY_[A-Z_]+\b/g))].sort();
    expect(named).toContain('PARLEY_DATA');
    expect(named.filter((name) => !code.includes(name) || !pages.includes(name))).toEqual([]);
  });

  test("are the vendors' own variables", () => {
    const known = new Set(providers.flatMap(({ credentialEnvironment }) => credentialEnvironment));
    const named = [...new Set(texts.match(/\b[A-Z]+_API_KEY\b/g))];
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  test('are commands that exist', () => {
    const words = /(?<=\bparley )(?:(?:keys|accounts) [a-z]+|start|health|migrate)\b/g;
    const commands = [...new Set(texts.replaceAll('", "', ' ').replaceAll('"', '').match(words))];
    expect(commands).toEqual(expect.arrayContaining(['start', 'health', 'keys create']));
    for (const command of commands) {
      expect(runParley('help', ...command.split(' '))).toContain(`parley ${command}`);
    }
  });

  test.each(['prometheus/alerts.yml', 'grafana/parley.json'])(
    'are metrics and labels that the gateway has: %s',
    (file) => {
      const page = readText('docs/metrics.md');
      const described = new Set(page.match(/(?<=^\| `)\w+/gm));
      const labels = new Set(page.match(/(?<=`)[a-z_]+(?=`)/g)).add('le').add('instance');
      const text = readText(`deploy/${file}`);
      const names = text.match(/\b(?:parley|gen_ai)_\w+/g) ?? [];
      const grouped = Array.from(text.matchAll(/\bby \(([^)]*)\)/g), ([, list = '']) => list);
      const known = (name: string) =>
        described.has(name) || described.has(name.replace(/_(?:bucket|sum|count)$/, ''));
      expect(names.length).toBeGreaterThan(2);
      expect(names.filter((name) => !known(name) && !labels.has(name))).toEqual([]);
      expect(grouped.length).toBeGreaterThan(0);
      expect(grouped.flatMap((list) => list.split(/, */)).filter((l) => !labels.has(l))).toEqual(
        [],
      );
    },
  );

  test('are files that exist', () => {
    const readme = readText('deploy/README.md');
    const links = Array.from(
      readme.matchAll(/\]\(([^):#]+)(?:#[^)]*)?\)/g),
      ([, link = '']) => link,
    );
    const named = readme.match(/(?<![\w/])deploy\/[\w./-]+\w/g) ?? [];
    const paths = [...links.map((link) => join('deploy', link)), ...named];
    expect(links.length).toBeGreaterThan(5);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('of new admin tokens come with the role admin', () => {
    const pages = ['deploy/README.md', 'deploy/helm/parley/templates/NOTES.txt'].map(readText);
    const commands = pages.join('\n').match(/tokens create.*/g) ?? [];
    expect(commands.length).toBeGreaterThan(2);
    expect(commands.filter((command) => !command.includes('--role admin'))).toEqual([]);
  });

  test('are configurations that a gateway takes', () => {
    const paths = globSync('deploy/config/*.yaml', { cwd: root });
    expect(paths).not.toEqual([]);
    for (const path of paths) {
      expect(runParley('config', 'check', '--config', path)).toContain(path);
    }
  });
});

describe('the image', () => {
  const instructions = readDockerfile('deploy/Dockerfile');
  const lines = instructions.map(({ name, words }) => `${name} ${words}`);
  const lastStage = lines.findLastIndex((line) => line.startsWith('FROM '));
  const [build, final] = [lines.slice(0, lastStage), lines.slice(lastStage)];
  const wordsOf = (name: string) =>
    instructions.filter((each) => each.name === name).map(({ words }) => words);

  test('is built with the Node and the pnpm of the project', () => {
    const { packageManager } = JSON.parse(readText('package.json')) as { packageManager: string };
    expect(build[0]).toBe(`FROM node:${readText('.node-version').trim()}-bookworm-slim AS build`);
    const used = new Set(build.join('\n').match(/\bpnpm@[\d.]+/g));
    expect([...used]).toEqual([packageManager]);
  });

  test('names packages, files and outputs that exist', () => {
    const workspaces = listWorkspaces();
    const known = [...workspaces.map(({ manifest }) => manifest.name), 'parley-workspace'];
    const filters = build.join('\n').match(/(?<=--filter[ =])[\w/@-]+/g) ?? [];
    expect(filters.length).toBeGreaterThan(0);
    expect(filters.filter((name) => !known.includes(name))).toEqual([]);
    const app = workspaces.find(({ folder }) => folder === 'apps/node');
    const bin = join('apps/node', app?.manifest.bin?.['parley'] ?? '');
    expect(bin).toBe('apps/node/dist/cli.js');
    expect(build.at(-1)).toContain('cp apps/node/dist/* image/opt/parley/dist/');
    expect(build.at(-1)).toContain(`|' image/opt/parley/dist/cli.js`);
    expect(build.at(-1)).toContain('cp apps/node/package.json LICENSE image/opt/parley/');
  });

  test('does not ignore files that the build copies', () => {
    const ignored = readText('.dockerignore').split('\n');
    const needed = ['apps', 'packages', 'package.json', 'pnpm-lock.yaml', 'turbo.json', 'LICENSE'];
    expect(needed.filter((path) => ignored.includes(path))).toEqual([]);
  });

  test('has no root, no shell and no `latest`', () => {
    expect(final[0]).toMatch(/^FROM gcr\.io\/distroless\/\S+-debian\d+:nonroot$/);
    expect(wordsOf('USER')).toEqual([`${person}:${person}`]);
    for (const line of final.filter((each) => /^(CMD|ENTRYPOINT|HEALTHCHECK) /.test(each))) {
      expect(line).toMatch(/\["[^\]]+"\]$/);
    }
    expect(final.filter((line) => line.startsWith('RUN '))).toEqual([]);
  });

  test('listens where it says and keeps its data where it says', () => {
    const [environment = ''] = wordsOf('ENV');
    expect(environment).toContain(`PARLEY_PORT=${port}`);
    expect(wordsOf('EXPOSE')).toEqual([port]);
    expect(environment).toContain('PARLEY_DATA=/data');
    expect(wordsOf('VOLUME')).toEqual(['["/data"]']);
    expect(readText('docs/configuration.md')).toContain(`| \`${port}\` `);
  });
});

describe.each(['compose.yaml', 'compose.scale.yaml'])('%s', (name) => {
  const compose = readCompose(`deploy/${name}`);
  const services = Object.values(compose.services);
  const gateways = services.filter(({ build }) => build !== undefined);
  const sources = services.flatMap(({ volumes }) => volumes.map((volume) => volume.split(':')[0]));

  test('builds the image of this repository', () => {
    expect(gateways.length).toBeGreaterThan(0);
    for (const { build, image } of gateways) {
      expect(image).toBe('parley');
      expect(existsSync(join(root, 'deploy', build?.context ?? '', build?.dockerfile ?? ''))).toBe(
        true,
      );
    }
  });

  test('pins every other image to a version', () => {
    const others = services.filter((service) => !gateways.includes(service));
    expect(others.filter(({ image }) => !/:\d+(\.\d+)*-\w+$/.test(image))).toEqual([]);
  });

  test('refers to what it declares and to files that exist', () => {
    const has = (declared: object) => (key: string) => Object.hasOwn(declared, key);
    const undeclared = [
      ...services.flatMap(({ networks }) => networks).filter((key) => !has(compose.networks)(key)),
      ...services.flatMap(({ secrets }) => secrets).filter((key) => !has(compose.secrets)(key)),
      ...services
        .flatMap((service) => Object.keys(service.depends_on))
        .filter((key) => !has(compose.services)(key)),
      ...sources.filter((source = '') => !/^\.|\//.test(source) && !has(compose.volumes)(source)),
    ];
    expect(undeclared).toEqual([]);
    const mounted = sources.filter((source = '') => source.startsWith('./'));
    expect(mounted.filter((source = '') => !existsSync(join(root, 'deploy', source)))).toEqual([]);
    const read = services.flatMap(({ environment }) =>
      Object.values(environment).filter((value) => value.includes('/run/secrets/')),
    );
    const secrets = read.map((value) => value.replace(/^.*\/run\/secrets\//, ''));
    expect(secrets.filter((key) => !has(compose.secrets)(key))).toEqual([]);
  });

  test('publishes one port, on loopback only', () => {
    expect(services.flatMap(({ ports }) => ports)).toEqual([`127.0.0.1:${port}:${port}`]);
  });

  test('gives every gateway a longer grace period than its responses need', () => {
    for (const { environment, stop_grace_period: stop = '' } of gateways) {
      const { PARLEY_DRAIN: drain = 0, PARLEY_GRACE: grace } = environment;
      const needed = Number(drain) + Number(grace) + settlingSeconds;
      expect(readSeconds(stop)).toBeGreaterThanOrEqual(needed);
    }
  });

  test('lets a gateway write to its data only', () => {
    for (const gateway of gateways) {
      expect(gateway).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      expect(gateway.volumes.filter((volume) => !volume.endsWith(':ro'))).toEqual([
        expect.stringMatching(/^data(-\d)?:\/data$/),
      ]);
      const file = gateway.environment['PARLEY_CONFIG'] ?? '';
      expect(existsSync(join(root, file.replace('/etc/parley', 'deploy/config')))).toBe(true);
    }
  });
});

test('the balancer knows both gateways, and they trust its network', () => {
  const { services, networks } = readCompose('deploy/compose.scale.yaml');
  const names = Object.keys(services).filter((name) => name.startsWith('gateway-'));
  const balancer = readText('deploy/config/haproxy.cfg');
  expect(names.length).toBe(2);
  for (const name of names) expect(balancer).toContain(`    server ${name} ${name}:${port}\n`);
  expect(balancer).toContain(`    bind :${port}\n`);
  const subnet = networks['front']?.ipam?.config[0]?.subnet ?? 'none';
  expect(readText('deploy/config/scale.yaml')).toContain(`trusted_proxies: [${subnet}]`);
});

test('the balancer notices that a gateway stops while it still accepts requests', () => {
  const { services } = readCompose('deploy/compose.scale.yaml');
  const [, interval, checks] =
    /check inter (\d+)s fall (\d+)/.exec(readText('deploy/config/haproxy.cfg')) ?? [];
  const noticeSeconds = Number(interval) * Number(checks);
  for (const name of ['gateway-1', 'gateway-2']) {
    const drain = Number(services[name]?.environment['PARLEY_DRAIN']);
    expect(drain).toBeGreaterThanOrEqual(2 * noticeSeconds);
  }
});

describe('the systemd unit', () => {
  const unit = readUnit('deploy/systemd/parley.service');
  const valuesOf = (name: string) =>
    unit.filter(([each]) => each === name).map(([, value]) => value);
  const environment = valuesOf('Environment').join(' ');

  test('waits longer than running responses need', () => {
    const grace = Number(/PARLEY_GRACE=(\d+)/.exec(environment)?.[1]);
    const [timeout = '0'] = valuesOf('TimeoutStopSec');
    expect(Number(timeout)).toBeGreaterThanOrEqual(grace + settlingSeconds);
  });

  test('runs as a user of its own and writes to its state only', () => {
    for (const name of ['DynamicUser', 'NoNewPrivileges']) expect(valuesOf(name)).toEqual(['yes']);
    expect(valuesOf('ProtectSystem')).toEqual(['strict']);
    const [state = ''] = valuesOf('StateDirectory');
    expect(environment).toContain(`PARLEY_DATA=/var/lib/${state}`);
    expect(unit.filter(([name]) => name === 'ReadWritePaths')).toEqual([]);
  });

  test('does not try again with a configuration that cannot be used', () => {
    expect(readText('docs/cli.md')).toMatch(/\| 2 +\| the configuration cannot be used/);
    expect(valuesOf('RestartPreventExitStatus')).toEqual(['2']);
  });
});
