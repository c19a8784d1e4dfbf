/** Checks that the workflows run what `npm test` runs, with pinned actions and minimal permissions. */
import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import configuration from '../vitest.config.ts';
import { readText, root } from './codebase/workspace.ts';

const stepSchema = z.looseObject({ uses: z.string().optional(), run: z.string().optional() });
const permissions = z.record(z.string(), z.string()).default({});
const workflowSchema = z.looseObject({
  permissions,
  jobs: z.record(
    z.string(),
    z.looseObject({
      permissions,
      steps: z.array(stepSchema).default([]),
      strategy: z.looseObject({ matrix: z.looseObject({}) }).optional(),
    }),
  ),
});

const paths = globSync('.github/workflows/*.yml', { cwd: root });
const actions = globSync('.github/actions/*/action.yml', { cwd: root });
const [ci, release] = ['ci', 'release'].map((name) =>
  workflowSchema.parse(parse(readText(`.github/workflows/${name}.yml`))),
);

describe('the jobs of ci', () => {
  test('run every step of `pnpm check`', () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readText('package.json')));
    const steps = (scripts['check'] ?? '').split(' && ');
    const jobs = JSON.stringify(ci);
    expect(steps.length).toBeGreaterThan(5);
    expect(steps.filter((step) => !jobs.includes(step))).toEqual([]);
  });

  test('run every project of the tests', () => {
    const projects = (configuration.test?.projects ?? []).map((project) =>
      typeof project === 'object' && 'test' in project ? project.test?.name : project,
    );
    expect(projects.length).toBeGreaterThan(3);
    expect(ci?.jobs['test']?.strategy?.matrix['project']).toEqual(projects);
  });
});

test.each([...paths, ...actions])('%s pins actions by commit, with their version', (path) => {
  const lines = (readText(path).match(/uses: .*/g) ?? []).filter((line) => !line.includes(' ./'));
  expect(lines.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});

test.each(paths)('%s keeps no secret, and writes to nothing by default', (path) => {
  const text = readText(path);
  expect(text).not.toContain('secrets.');
  expect(workflowSchema.parse(parse(text)).permissions).toEqual({ contents: 'read' });
});

test('only the publish job has an id token, and it builds nothing', () => {
  const jobs = Object.entries(release?.jobs ?? {});
  const strong = jobs.filter(([, job]) => Object.keys(job.permissions).length > 0);
  expect(strong.map(([name]) => name)).toEqual(['publish']);
  expect(JSON.stringify(release?.jobs['publish']?.steps)).not.toContain('build');
});
