import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { acceptsValues, readValues, renderChart, type Manifest } from './deploy/chart.ts';
import { readDockerfile } from './deploy/instructions.ts';
import { readText } from './codebase/workspace.ts';

// Rendered by the template engine in `tests/deploy`, because Helm is not installed everywhere.
const wordsOf = (name: string) =>
  readDockerfile('deploy/Dockerfile').find((each) => each.name === name)?.words ?? '';
const port = wordsOf('EXPOSE');
const [person] = wordsOf('USER').split(':');

/** Seconds that the gateway needs after its drain to settle what has ended. */
const settlingSeconds = 10;

describe('the Helm chart', () => {
  const postgres = {
    store: 'postgres',
    replicas: 3,
    secrets: { PARLEY_DATABASE_URL: 'postgres://somebody@db.example.com/parley' },
  };
  const ingress = { enabled: true, host: 'chat.example.com', tlsSecret: 'chat-tls' };

  const kinds = (manifests: readonly Manifest[]) => manifests.map(({ kind }) => kind).sort();

  const workload = z.looseObject({
    spec: z.looseObject({
      replicas: z.number(),
      selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
      template: z.object({
        metadata: z.object({ labels: z.record(z.string(), z.string()) }).loose(),
        spec: z.looseObject({
          terminationGracePeriodSeconds: z.number(),
          securityContext: z.looseObject({}),
          containers: z.tuple([
            z.looseObject({
              image: z.string(),
              env: z.array(z.object({ name: z.string(), value: z.string() })),
              ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
              volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })),
            }),
          ]),
          volumes: z.array(z.looseObject({ name: z.string() })),
        }),
      }),
      volumeClaimTemplates: z.array(z.looseObject({})).default([]),
    }),
  });

  function readWorkload(changes: Parameters<typeof renderChart>[0] = {}) {
    const { manifests } = renderChart(changes);
    const found = manifests.find(({ kind }) => /^(Deployment|StatefulSet)$/.test(kind));
    return workload.parse(found).spec;
  }

  test('runs one gateway with a volume by default', () => {
    const { manifests } = renderChart();
    expect(kinds(manifests)).toEqual(['ConfigMap', 'Secret', 'Service', 'StatefulSet']);
    const spec = readWorkload();
    expect(spec.replicas).toBe(1);
    expect(spec.volumeClaimTemplates).toMatchObject([{ metadata: { name: 'data' } }]);
  });

  test('runs many gateways on PostgreSQL, and keeps them while nodes are drained', () => {
    const { manifests } = renderChart({ ...postgres, ingress });
    expect(kinds(manifests)).toEqual([
      'ConfigMap',
      'Deployment',
      'Ingress',
      'PodDisruptionBudget',
      'Secret',
      'Service',
    ]);
    const budget = manifests.find(({ kind }) => kind === 'PodDisruptionBudget');
    const { selector, replicas } = readWorkload(postgres);
    expect([replicas, budget?.['spec']]).toMatchObject([3, { selector }]);
  });

  test.each([{}, postgres])('starts the image with its arguments: %j', (changes) => {
    const { selector, template, volumeClaimTemplates } = readWorkload(changes);
    const { containers, securityContext, volumes } = template.spec;
    const [{ env, image, ports, volumeMounts, ...container }] = containers;
    expect(template.metadata.labels).toMatchObject(selector.matchLabels);
    expect(image).toMatch(/^parley:\d/);
    expect(ports).toEqual([{ name: 'http', containerPort: Number(port) }]);
    expect(env).toContainEqual({ name: 'PARLEY_PORT', value: port });
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: Number(person) });
    expect(container).toMatchObject({
      livenessProbe: { httpGet: { path: '/healthz', port: 'http' } },
      readinessProbe: { httpGet: { path: '/readyz', port: 'http' } },
      securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
    });
    const claimed = volumeClaimTemplates.length > 0 ? ['data'] : [];
    const available = [...volumes.map(({ name }) => name), ...claimed].sort();
    expect(volumeMounts.map(({ name }) => name).sort()).toEqual(available);
  });

  test.each([1, 600, 3_600])('has a longer grace period than %d seconds of drain', (grace) => {
    const { template } = readWorkload({ grace });
    const [{ env, ...container }] = template.spec.containers;
    const { pause } = z.looseObject({ pause: z.number() }).parse(readValues());
    expect(env).toContainEqual({ name: 'PARLEY_GRACE', value: String(grace) });
    expect(container).toMatchObject({ lifecycle: { preStop: { sleep: { seconds: pause } } } });
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(
      pause + grace + settlingSeconds,
    );
  });

  test.each([
    [{ replicas: 2 }, 'With store: sqlite there is one gateway'],
    [{ store: 'postgres' }, 'say secrets.PARLEY_DATABASE_URL or existingSecret'],
    [{ existingSecret: 'mine', secrets: { A: 'b' } }, 'Use either existingSecret or secrets'],
    [{ ingress: { enabled: true } }, 'say ingress.host'],
  ])('refuses %j in a sentence', (changes, message) => {
    expect(() => renderChart(changes)).toThrow(message);
  });

  test('accepts its own values and no misspelt one', () => {
    expect(acceptsValues({})).toBe(true);
    expect(acceptsValues({ ...postgres, ingress })).toBe(true);
    expect(acceptsValues({ replica: 2 })).toBe(false);
    expect(acceptsValues({ image: { tags: '1' } })).toBe(false);
    expect(acceptsValues({ secrets: { 'not a name': 'x' } })).toBe(false);
  });

  test('has secrets only in the Secret', () => {
    const { manifests, notes } = renderChart(postgres);
    const others = manifests.filter(({ kind }) => kind !== 'Secret');
    expect(JSON.stringify(others) + notes).not.toContain('db.example.com');
  });

  test('has the version of the gateway', () => {
    const { version } = JSON.parse(readText('apps/node/package.json')) as { version: string };
    expect(readText('deploy/helm/parley/Chart.yaml')).toContain(`\nappVersion: ${version}\n`);
  });

  test('prints after the installation how to get the key', () => {
    expect(renderChart().notes).toContain('exec statefulset/gateway -- parley keys create');
    expect(renderChart(postgres).notes).toContain('exec deployment/gateway -- parley keys create');
  });
});
