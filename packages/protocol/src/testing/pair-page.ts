// Writes the page that lists what each translation keeps and loses, for its test and its script.
import type { Codec } from '../codec.ts';
import { codecs } from '../dialects.ts';
import { orderedPairs, probeGroups, tableTargets, tabulate, type Outcome } from './pair-table.ts';
import type { PairRow } from './pair-table.ts';

/** The command that regenerates the page. */
export const pageCommand =
  'node_modules/.bin/node --conditions=parley-source packages/protocol/scripts/update-translation-page.ts';

const outcomeTexts: Readonly<Record<Outcome, string>> = {
  kept: 'kept',
  adapted: 'adapted',
  partly: 'partly lost',
  lost: 'lost',
  refused: 'refused',
};

const meanings = [
  ['kept', 'Format B expresses the same, possibly in another field.'],
  ['adapted', 'Format B gets the nearest equivalent, and a note states the difference.'],
  ['partly lost', 'Format B gets a part of it, and a note states what is missing.'],
  ['lost', 'Format B gets nothing of it, and a note states the reason.'],
  ['refused', 'What is left makes no sense without it, so the client gets an error.'],
] as const;

interface Group {
  readonly title: string;
  readonly rows: readonly PairRow[];
}

interface PairSection {
  readonly source: Codec;
  readonly other: Codec;
  readonly groups: readonly Group[];
}

/** The whole page on what every ordered pair of dialects keeps, adapts and loses, as Markdown. */
export function writePairPage(): string {
  const sections = orderedPairs.map(({ source, other }): PairSection => {
    const groups = probeGroups.map((group) => ({
      title: group.title,
      rows: tabulate(group, source, other),
    }));
    return { source, other, groups: groups.filter(({ rows }) => rows.length > 0) };
  });
  const parts = [preface(), writeOverview(sections), ...sections.flatMap(writeSection)];
  return `${parts.join('\n\n')}\n`;
}

function preface(): string {
  const models = Object.values(codecs).map(({ dialect }) => {
    return `- \`${dialect}\`: \`${tableTargets[dialect].model}\``;
  });
  return `# What a translation keeps

This page lists, for each pair of formats, which features of a request or a reply survive the translation.
It is generated: a program writes each feature in one format, translates it with Parley into every other
format, and compares the result and the notes. A test fails when the page is out of date; this command
regenerates it:

\`\`\`sh
${pageCommand}
\`\`\`

**A → B** is a translation from format A to format B. For a request, A is the client's format and B is the
upstream's. For a reply, A is the upstream's format and B is the client's. If the client and the upstream
use the same format, nothing is translated and nothing is lost.

${writeTable(['Outcome', 'Meaning'], meanings)}

The last column of each table contains the text of the notes, or of the error if the request is refused. In
these tests each upstream accepts everything that its format can express. A model that accepts less, for
example one without sampling parameters, loses more, and the notes say so. Where the models of a format
differ, the tests use these:

${models.join('\n')}

Token counts always add up: the input and the output that a client sees are totals as its format defines
them, whatever the upstream reports. [money.md](money.md#what-an-upstream-claims) describes how
contradictory counts are resolved and noted.

A request header that only upstreams of the client’s format receive, such as \`anthropic-beta\`, is noted as
dropped if the upstream speaks another format.

Some clients omit \`type\` from a function definition, a tool choice, or a tool call in the history. In
\`openai-chat\` all of these are read as functions. In \`openai-responses\`, a tool without a type is read as a
function if it has \`parameters\`, and a tool choice without a type is read as the tool that its \`name\` states.
Any other tool without a type is refused, and so is \`type: null\`. An upstream of the client's own format
receives all of them unchanged.`;
}

function writeOverview(sections: readonly PairSection[]): string {
  const outcomes: readonly Outcome[] = ['kept', 'adapted', 'partly', 'lost', 'refused'];
  const lines = sections.map((section) => {
    const rows = section.groups.flatMap((group) => group.rows);
    const counts = outcomes.map((word) => rows.filter(({ outcome }) => outcome === word).length);
    return [`[${titleOf(section)}](#${anchorOf(section)})`, ...counts.map(String)];
  });
  const heads = outcomes.map((outcome) => outcomeTexts[outcome]);
  return `## Overview\n\n${writeTable(['Pair', ...heads], lines)}`;
}

function titleOf({ source, other }: PairSection): string {
  return `${source.dialect} → ${other.dialect}`;
}

/** Anchors as code hosts generate them: lower case, without arrows, a dash for each space. */
function anchorOf(section: PairSection): string {
  return titleOf(section).replace('→', '').replaceAll(' ', '-');
}

function writeSection(section: PairSection): string[] {
  const kept = section.groups.flatMap(({ title, rows }) => {
    const features = rows.filter(({ outcome }) => outcome === 'kept').map(({ feature }) => feature);
    return features.length > 0 ? [`- ${title}: ${features.join('; ')}`] : [];
  });
  const others = section.groups.flatMap((group) =>
    group.rows.filter(({ outcome }) => outcome !== 'kept').map((row) => toLine(row)),
  );
  return [
    `## ${titleOf(section)}`,
    `Kept:\n\n${kept.join('\n')}`,
    writeTable(['Feature', 'Outcome', 'Reason'], others),
  ];
}

function toLine({ feature, outcome, reasons }: PairRow): string[] {
  return [feature, outcomeTexts[outcome], reasons.join(' ')];
}

/** A table with aligned columns, as the formatter requires. */
function writeTable(heads: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = heads.map((head, column) =>
    Math.max(3, head.length, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  const write = (cells: readonly string[], fill = ' ') =>
    `|${cells.map((cell, column) => ` ${cell.padEnd(widths[column] ?? 0, fill)} `).join('|')}|`;
  const rule = write(
    heads.map(() => ''),
    '-',
  );
  return [write(heads), rule, ...lines.map((line) => write(line))].join('\n');
}
