/** Lists every client with the steps to set it up; for the web console. */
import {
  describeClaude,
  describeCline,
  describeCodex,
  describeContinue,
  describeCopilot,
  describeCursor,
  describeGemini,
  describeOpencode,
  describeQwen,
} from './agents.ts';
import { describeCcSwitch, describeCherryStudio, describeOpenWebui } from './apps.ts';
import type { Client, FullConnection } from './client.ts';
import { describeVscode, describeZed } from './editors.ts';
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
  describeVscode,
  describeZed,
  describeOpenWebui,
  describeCherryStudio,
  describeCcSwitch,
];

/**
 * Every client with its steps for this gateway. Unpaired surrogates, which no setting can contain, become
 * U+FFFD.
 * @throws RangeError when the URL, the key or the model contains NUL, which no shell can represent
 */
export function describeClients(given: FullConnection): readonly Client[] {
  const { url, key, model, models, facts } = given;
  const connection = {
    url: makeWellFormed(url),
    key: makeWellFormed(key),
    model: makeWellFormed(model),
    models: models.map(makeWellFormed),
    ...(facts !== undefined && { facts }),
  };
  return descriptions.map((describe) => describe(connection));
}
