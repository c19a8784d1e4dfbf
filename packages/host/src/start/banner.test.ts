import { describe, expect, it } from 'vitest';
import { formatBanner, type BannerContent } from './banner.ts';

const facts: BannerContent = {
  version: '1.2.3',
  runtime: 'node 24',
  database: 'sqlite ~/data/parley.db',
  databaseIsNew: true,
  baseUrl: 'http://127.0.0.1:8787',
  command: 'parley',
  first: {
    state: 'created',
    secrets: { key: 'sk-parley-abc', adminToken: 'parley-admin-def' },
  },
  console: {
    address: 'http://127.0.0.1:8787/console#t=parley-link-ghi',
    remark: '(signs in once, 10 minutes)',
  },
  upstreams: [
    { name: 'openai', usable: true, detail: 'OPENAI_API_KEY', models: '14 models' },
    { name: 'demo', usable: true, detail: 'built in, offline', models: 'demo/echo' },
    { name: 'anthropic', usable: false, detail: 'set ANTHROPIC_API_KEY', models: '' },
  ],
};

describe('the first lines', () => {
  it('have the address, secrets, providers and a command to copy', () => {
    expect(formatBanner(facts)).toBe(`
  parley 1.2.3   node 24 · sqlite ~/data/parley.db (new)

  Base URL       http://127.0.0.1:8787   (OpenAI clients: http://127.0.0.1:8787/v1)
  Your key       sk-parley-abc   shown only now
  Admin token    parley-admin-def   shown only now
                 Both are kept as hashes; \`parley keys create\` makes more keys.
  Console        http://127.0.0.1:8787/console#t=parley-link-ghi   (signs in once, 10 minutes)

  Providers      ✓ openai      OPENAI_API_KEY          14 models
                 ✓ demo        built in, offline       demo/echo
                 – anthropic   set ANTHROPIC_API_KEY

  Claude Code    parley run claude
  Codex          parley run codex

  Try it
    curl http://127.0.0.1:8787/v1/chat/completions \\
      -H "Authorization: Bearer sk-parley-abc" \\
      -H "Content-Type: application/json" \\
      -d '{"model":"demo/echo","messages":[{"role":"user","content":"Hello, Parley"}]}'

`);
  });

  it('name commands as they can be run where Parley was started', () => {
    const lines = formatBanner({ ...facts, command: 'npm run parley --' });
    expect(lines).toContain('`npm run parley -- keys create` makes more keys');
    expect(lines).toContain('  Claude Code    npm run parley -- run claude\n');
  });

  it('name the file with the secrets where nobody but a log would see them', () => {
    const lines = formatBanner({
      ...facts,
      first: { state: 'kept', path: '~/data/first-secrets.env' },
    });
    expect(lines).toContain('  First secrets  in ~/data/first-secrets.env   for its owner only\n');
    expect(lines).toContain('-H "Authorization: Bearer $PARLEY_KEY"');
    expect(lines).not.toMatch(/sk-parley|parley-admin/);
  });

  it('say where the secrets are that another gateway created at the same moment', () => {
    const lines = formatBanner({ ...facts, first: { state: 'elsewhere' } });
    expect(lines).toContain('  First secrets  created by another gateway of this database');
    expect(lines).toContain('or in first-secrets.env in its data folder.\n');
    expect(lines).toContain('-H "Authorization: Bearer $PARLEY_KEY"');
    expect(lines).not.toMatch(/sk-parley|parley-admin/);
  });

  it('name the command that creates keys at later starts', () => {
    const later = formatBanner({
      ...facts,
      databaseIsNew: false,
      first: { state: 'none' },
      configuration: '~/parley.yaml',
      console: { address: 'http://127.0.0.1:8787/console' },
    });
    expect(later).toContain('sqlite ~/data/parley.db\n');
    expect(later).toContain('  Configuration  ~/parley.yaml\n');
    expect(later).toContain('kept as a hash only; `parley keys create` makes another');
    expect(later).toContain('-H "Authorization: Bearer $PARLEY_KEY"');
    expect(later).toContain('  Console        http://127.0.0.1:8787/console\n');
    expect(later).not.toContain('Admin token');
    expect(formatBanner({ ...facts, console: undefined })).not.toContain('Console');
  });
});
