// Writes the page that lists what each translation keeps and loses, for its test and its script.
import type { Codec } from '../codec.ts';
import { codecs } from '../dialects.ts';
import { orderedPairs, probeGroups, tableTargets, tabulate, type Outcome } from './pair-table.ts';
import type { PairRow } from './pair-table.ts';

/** The command that regenerates the page. */
export const pageCommand =
  'node --conditions=parley-source packages/protocol/scripts/update-translation-page.ts';

const outcomeTexts: Readonly<Record<Outcome, string>> = {
  kept: 'kept',
  adapted: 'adapted',
  partly: 'partly lost',
  lost: 'lost',
  refused: 'refused',
};

const meanings = [
  ['kept', 'It means the same on the other side, perhaps in another place.'],
  ['adapted', 'The other side gets the nearest thing it has, and a note says how they differ.'],
  ['partly lost', 'Some of it arrives, and a note names what does not.'],
  ['lost', 'Nothing of it arrives, and a note says why.'],
  ['refused', 'The request makes no sense without it, so it is answered with an error.'],
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

This page is written by a program, which says every thing below in the words of one dialect, has it
translated into each of the others, and reads the result and the notes. So it tells what the code does
today. A test fails when it is out of date; this writes it anew:

\`\`\`sh
${pageCommand}
\`\`\`

**A → B** means: said in A, heard in B. In a request, A is the dialect of the caller and B that of the
upstream. In an answer, A is the dialect of the upstream and B that of the caller. Between a caller and
an upstream of the same dialect nothing is translated, so nothing gets lost.

${writeTable(['Word', 'Meaning'], meanings)}

Token counts add up on every side: input and output are the total in the words of the caller's format,
whatever the upstream states. How that is decided, and what is told of it, is in
[money.md](money.md#what-an-upstream-claims).

Some clients leave \`type\` out of the functions they offer, of the one they want called, and of calls in the
history. In chat completions all of these are functions. In Responses, where most tools have a name, one
with \`parameters\` is a function, and a choice with a \`name\` is that of a tool. Any other tool without a
type is refused, and so is \`type: null\`. An upstream of the caller's own format gets them as the caller wrote
them.

The reasons are the sentences of the notes themselves. They speak of formats: the upstreams here take
whatever their format can say. A model that takes less, such as one that refuses to have its sampling
set, loses more, and its notes say so. Where a format's models differ, these stand for it:

${models.join('\n')}`;
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
    writeTable(['What', 'Outcome', 'Why'], others),
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
