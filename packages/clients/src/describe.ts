// Every client with its steps, for a page that shows them.
import {
  describeClaude,
  describeCodex,
  describeCopilot,
  describeGemini,
  describeOpencode,
  describeQwen,
} from './agents.ts';
import { describeCcSwitch, describeCherryStudio, describeOpenWebui } from './apps.ts';
import type { Client, FullConnection } from './client.ts';
import { describeCline, describeContinue, describeCursor } from './editors.ts';
import { describeLangchain, describeVercel } from './frameworks.ts';
import { describeAnthropic, describeCurl, describeGoogle, describeOpenai } from './libraries.ts';
import { makeWellFormed } from './text.ts';

const descriptions: readonly ((connection: FullConnection) => Client)[] = [
  describeCurl,
  describeOpenai,
  describeAnthropic,
  describeGoogle,
  describeVercel,
  describeLangchain,
  describeClaude,
  describeCodex,
  describeGemini,
  describeOpencode,
  describeQwen,
  describeCopilot,
  describeCursor,
  describeCline,
  describeContinue,
  describeOpenWebui,
  describeCherryStudio,
  describeCcSwitch,
];

/**
 * Every client, with what it has to be told of this gateway. Unpaired surrogates, which no setting can
 * hold, become U+FFFD.
 * @throws RangeError when the address, the key or the model has a NUL, which no shell can hold
 */
export function describeClients({ url, key, model, models }: FullConnection): readonly Client[] {
  const connection = {
    url: makeWellFormed(url),
    key: makeWellFormed(key),
    model: makeWellFormed(model),
    models: models.map(makeWellFormed),
  };
  return descriptions.map((describe) => describe(connection));
}
