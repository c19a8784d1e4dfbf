import {
  configurableClients,
  describeClients,
  describeEndpoints,
  type Step,
} from '@parley/clients';
import { describe, expect, it } from 'vitest';
import { listSnippets } from '../codebase/snippet.ts';
import { readText } from '../codebase/workspace.ts';

// What the page docs/clients.md says at its beginning.
const url = 'http://127.0.0.1:8787';
const clients = describeClients({
  url,
  key: 'sk-parley-YOUR-KEY',
  model: 'demo/echo',
  models: ['demo/echo', 'demo/lorem'],
});
const page = readText('docs/clients.md');
const snippets = listSnippets('docs/clients.md', page);

/** What the prose of a section names; addresses are compared in the code. */
function namesOfPage(section: string): readonly string[] {
  const prose = section.replaceAll(/```.*?```/gs, '');
  const names = [...prose.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  return names.filter((name) => !name.startsWith('/v1') && !name.startsWith('http'));
}

/** Options, variables, fields, files and hosts that the notes name. */
function namesOfNotes(steps: readonly Step[]): readonly string[] {
  const notes = steps.map(({ note = '' }) => note).join('\n');
  return notes.match(/--[\w-]+|\b[A-Za-z]+(?:[._]\w+)+|\b[A-Z]{3,}\b/g) ?? [];
}

describe('the page of clients', () => {
  it.each(snippets)('$place shows the step of the package', ({ marks, language, text }) => {
    const [mark = ''] = marks;
    const client = clients.find(({ id }) => mark === `client=${id}`);
    const codes = client?.steps.filter((step) => step.language === language) ?? [];
    expect(codes.map(({ code }) => code)).toContain(text);
  });

  it.each(clients)('has a section on $title, and a link to it', ({ title }) => {
    expect(page).toContain(`\n## ${title}\n`);
    expect(page).toContain(`| [${title}](#${title.toLowerCase().replaceAll(' ', '-')}) `);
  });

  it.each(clients)('shows every file of settings of $id', ({ id, steps }) => {
    const shown = snippets.filter(({ marks }) => marks.includes(`client=${id}`));
    for (const { code, file } of steps.filter((step) => step.file !== undefined)) {
      expect(shown.map(({ text }) => text)).toContain(code);
      expect(page).toContain(file);
    }
  });

  it.each(clients)('shows every link of $id', ({ steps }) => {
    for (const { code } of steps.filter(({ isLink }) => isLink)) expect(page).toContain(code);
  });

  it.each(clients)('names the same settings of $title as the console', ({ title, steps }) => {
    const [, section = ''] = new RegExp(`\n## ${title}\n(.*?)\n## `, 's').exec(page) ?? [];
    const texts = steps.flatMap((step) => [
      step.title,
      step.file ?? '',
      step.note ?? '',
      step.code,
    ]);
    const variants = steps.flatMap((step) => step.variants ?? []).map(({ code }) => code);
    const shown = [...texts, ...variants].join('\n');
    expect(namesOfPage(section).filter((name) => !shown.includes(name))).toEqual([]);
    expect(namesOfNotes(steps).filter((name) => !section.includes(name))).toEqual([]);
  });

  it.each(describeEndpoints(url))('has the address of $title', (endpoint) => {
    const { title, baseUrl, address, method, credential } = endpoint;
    const request = `${method} ${address.slice(url.length)}`;
    const row = page.split('\n').find((line) => line.startsWith(`| ${title} `)) ?? '';
    for (const cell of [baseUrl, request, credential.replace(/:? \{key\}$/, '')]) {
      expect(row).toContain(`\`${cell}\``);
    }
  });
});

describe('the README', () => {
  const readme = readText('README.md');

  it.each(clients)('has a line on $title', ({ title }) => {
    expect(readme).toMatch(new RegExp(`^\\|.*${title}.*\\|$`, 'm'));
  });
});

describe('the page of the command line', () => {
  it.each(configurableClients)('has a line on $id', ({ id }) => {
    expect(readText('docs/cli.md')).toContain(`\n| \`${id}\``);
  });
});
