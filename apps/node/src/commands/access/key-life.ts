import { changeKey, deleteKey, rotateKey, rotation } from '@parley/core/administration';
import { defineParley } from '../definition.ts';
import { readCount, readInput } from '../input.ts';
import { commonOptions, jsonOption } from '../options.ts';
import { say, writeJson } from '../output.ts';
import { withSession } from '../session.ts';

const options = {
  id: { type: 'positional', description: 'The id that `parley keys list` shows', required: true },
  ...commonOptions,
} as const;

export const rotateKeyCommand = defineParley({
  summary: 'Give a key another secret; it is shown only now',
  options: {
    ...options,
    ...jsonOption,
    overlap: {
      type: 'string',
      description: 'Seconds that the old secret works on (0)',
      valueHint: 'seconds',
    },
  },
  examples: ['parley keys rotate 4f9c2c1e-8a57-4b0e-9d38-0d7a4a3c9c11 --overlap 86400'],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      const overlap = readCount(args.overlap, 'overlap') ?? 0;
      const input = readInput(rotation, { overlap_seconds: overlap });
      const { secret, ...key } = await rotateKey(operator, args.id, input);
      if (args.json) {
        writeJson({ ...key, secret });
        return;
      }
      process.stdout.write(`${secret}\n`);
      say('This is the only time it is shown.');
    }),
});

export const disableKeyCommand = defineParley({
  summary: 'Refuse a key from now on',
  options,
  examples: ['parley keys disable 4f9c2c1e-8a57-4b0e-9d38-0d7a4a3c9c11'],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      await changeKey(operator, args.id, { disabled: true });
      say('The key is disabled.');
    }),
});

export const enableKeyCommand = defineParley({
  summary: 'Take a disabled key again',
  options,
  examples: ['parley keys enable 4f9c2c1e-8a57-4b0e-9d38-0d7a4a3c9c11'],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      await changeKey(operator, args.id, { disabled: false });
      say('The key is enabled.');
    }),
});

export const deleteKeyCommand = defineParley({
  summary: 'Delete a key; what it did stays in the ledger',
  options,
  examples: ['parley keys delete 4f9c2c1e-8a57-4b0e-9d38-0d7a4a3c9c11'],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      await deleteKey(operator, args.id);
      say('The key is deleted.');
    }),
});
