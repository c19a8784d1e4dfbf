/** The tokens of a request by kind, and what its translation changed. */
import type { Exchange, Tokens } from '../../api/records.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { Badge } from '../../ui/notice.tsx';
import { Count } from '../../ui/values.tsx';
import { inputOf, outputOf } from './trace.ts';

const kinds = [
  'input',
  'cache_read',
  'cache_write_5m',
  'cache_write_1h',
  'output',
  'reasoning',
] as const satisfies readonly (keyof Tokens)[];

export function TokenTable({ exchange: { tokens, attempts } }: { readonly exchange: Exchange }) {
  const { t } = useLanguage();
  if (tokens === null) {
    const reason = attempts === 0 ? t('requests.noAttempts') : t('requests.tokensUnknown');
    return <p className="text-muted">{reason}</p>;
  }
  const total = (inputOf(tokens) ?? 0) + (outputOf(tokens) ?? 0);
  return (
    <table className="w-full">
      <tbody>
        {kinds.map((kind) => (
          <Line key={kind} name={t(`requests.${kind}`)} count={tokens[kind]} />
        ))}
      </tbody>
      <tfoot className="border-t font-medium">
        <Line name={t('requests.total')} count={total} isTotal isEstimated={tokens.estimated} />
      </tfoot>
    </table>
  );
}

function Line({
  name,
  count,
  isTotal = false,
  isEstimated = false,
}: {
  readonly name: string;
  readonly count: number;
  readonly isTotal?: boolean;
  readonly isEstimated?: boolean;
}) {
  const { t } = useLanguage();
  return (
    <tr>
      <th scope="row" className={`py-1 text-left ${isTotal ? 'font-medium' : 'font-normal'}`}>
        {name} {isEstimated && <Badge tone="warn">{t('requests.estimated')}</Badge>}
      </th>
      <td className="py-1 text-right">
        <Count value={count} />
      </td>
    </tr>
  );
}

const actions = ['dropped', 'approximated', 'moved', 'defaulted', 'corrected'] as const;
const tones = { exact: 'good', adapted: 'neutral', lossy: 'warn' } as const;

/** The notes of the translation, grouped by action. */
export function Translation({ exchange }: { readonly exchange: Exchange }) {
  const { t } = useLanguage();
  const { fidelity, notes } = exchange;
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tones[fidelity]}>{t(`requests.${fidelity}`)}</Badge>
        {notes.length === 0 && t('requests.exactText')}
      </p>
      {actions.map((action) => {
        const those = notes.filter((note) => note.action === action);
        if (those.length === 0) return null;
        return (
          <div key={action}>
            <h3 className="font-medium">{t(`requests.${action}`)}</h3>
            <ul className="mt-1 flex list-disc flex-col gap-1 pl-5">
              {those.map(({ path, reason }, index) => (
                <li key={index}>
                  <code className="font-mono text-xs break-all">{path}</code>{' '}
                  <span className="text-muted">{reason}</span>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </div>
  );
}
