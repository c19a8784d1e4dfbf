import type { CanonicalReply, Part } from '@parley/protocol';
import type { AnswerMeter } from './answer-meter.ts';

/** Counts the words of a whole answer, for upstreams that report no usage. */
export function hearReply({ choices }: CanonicalReply, meter: AnswerMeter): void {
  for (const { parts } of choices) {
    for (const part of parts) hearPart(part, meter);
  }
}

function hearPart(part: Part, meter: AnswerMeter): void {
  if (part.type === 'reasoning') meter.hear(part.text, 'reasoning');
  else if (part.type === 'call') meter.hear(`${part.name} ${part.arguments}`, 'output');
  else if (part.type === 'text' || part.type === 'refusal') meter.hear(part.text, 'output');
}
