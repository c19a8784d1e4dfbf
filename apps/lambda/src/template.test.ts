import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CelEngine, TemplateFile, type Engine } from '@aws/cloudformation-validate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTemplate, transform, type Template } from './testing/template.ts';

describe('the template', { timeout: 60_000 }, () => {
  let engine: Engine;
  let folder: string;
  beforeAll(() => {
    engine = new CelEngine();
    folder = mkdtempSync(join(tmpdir(), 'parley-template-'));
  }, 60_000);
  afterAll(() => {
    engine.free();
    rmSync(folder, { recursive: true });
  });

  /** The findings of AWS's own linter, with the published schema of every resource. */
  function validate(template: Template): readonly string[] {
    const file = join(folder, 'template.json');
    writeFileSync(file, JSON.stringify(transform(template)));
    const { diagnostics } = engine.validateStandard(new TemplateFile(file), {
      severityLevel: 'WARN',
      parameterOverrides: { SubnetIds: 'subnet-0a1b2c3d', SecurityGroupIds: 'sg-0a1b2c3d' },
    });
    return (
      diagnostics
        // Its parameters are called after secrets and hold their names only.
        .filter(({ ruleId }) => ruleId !== 'W2509')
        .map(({ ruleId, message }) => `${ruleId} ${message}`)
    );
  }

  it('is valid by the schemas of CloudFormation', () => {
    expect(validate(readTemplate())).toEqual([]);
  });

  it('is invalid with a property that does not exist', () => {
    const template = readTemplate();
    Object.assign(template.Resources['Gateway']?.Properties ?? {}, { MemorySise: 1 });
    expect(validate(template).join('\n')).toContain('MemorySise');
  });

  it('grants no wildcard permission', () => {
    const text = JSON.stringify(readTemplate().Resources);
    expect(text).not.toMatch(/"(Resource|Action)":("\*"|\[[^\]]*"\*")|"[a-z]+:\*"/);
  });

  it('streams from the built handler, and references every secret by name only', () => {
    const template = readTemplate();
    const { Properties } = template.Resources['Gateway'] ?? {};
    expect(Properties).toMatchObject({
      Handler: 'main.handler',
      CodeUri: 'dist/',
      Timeout: 900,
      FunctionUrlConfig: { InvokeMode: 'RESPONSE_STREAM' },
    });
    const variables = JSON.stringify(Properties?.['Environment']);
    for (const name of Object.keys(template.Parameters).filter((each) => /Secret$/.test(each))) {
      expect(variables).toContain(`{{resolve:secretsmanager:\${${name}}:SecretString}}`);
    }
  });
});
