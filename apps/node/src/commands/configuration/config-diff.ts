import type { EntityView } from '@parley/core/administration';
import { defineParley } from '../definition.ts';
import { listAll, sections } from './config-entities.ts';
import { commonOptions, jsonOption } from '../options.ts';
import { writeJson, writeTable } from '../output.ts';
import { withSession, type Session } from '../session.ts';

/** Where one part of the configuration comes from. */
interface Origin {
  readonly kind: EntityView['object'];
  readonly name: string;
  readonly declared_in: 'file' | 'environment' | 'store';
  /** Whether another place declares the same name, which wins. */
  readonly hidden: boolean;
}

export const diffConfig = defineParley({
  summary: 'Show what the file, the environment and the store declare',
  options: { ...commonOptions, ...jsonOption },
  examples: ['parley config diff', 'parley config diff --json'],
  run: (args) =>
    withSession(args, async (session) => {
      const origins = [...(await listOrigins(session)), ...(await listHidden(session))];
      if (args.json) {
        writeJson(origins);
        return;
      }
      const rows = origins.map(({ kind, name, declared_in: place, hidden }) => [
        kind,
        name,
        hidden ? `${place}, hidden` : place,
      ]);
      writeTable(['KIND', 'NAME', 'DECLARED IN'], rows);
    }),
});

async function listOrigins(session: Session): Promise<readonly Origin[]> {
  const { written } = session.loaded;
  return (await listAll(session)).map(({ object: kind, name, managed }) => {
    // Prices have no names, and the environment declares none.
    const inFile = kind === 'price' || Object.hasOwn(written[sections[kind]], name);
    const declared = managed === 'store' ? 'store' : inFile ? 'file' : 'environment';
    return { kind, name, declared_in: declared, hidden: false };
  });
}

/** What the store declares in vain. */
async function listHidden({ operator }: Session): Promise<readonly Origin[]> {
  const host = operator.configuration.host();
  const { entities } = await operator.store.readEntities();
  return entities
    .filter(({ kind, name }) => kind !== 'price' && Object.hasOwn(host[sections[kind]], name))
    .map(({ kind, name }) => ({ kind, name, declared_in: 'store', hidden: true }));
}
