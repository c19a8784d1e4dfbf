/** The columns of the list of call names. */
import type { ReactNode } from 'react';
import { useVisitor } from '../../api/visitor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { TargetState } from '../../routing/target-state.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Badge } from '../../ui/notice.tsx';
import type { Column } from '../../ui/table.tsx';
import {
  formatPrice,
  mainName,
  type CallName,
  type ModelRow,
  type PriceRate,
} from './model-rows.ts';

export function useColumns(
  rows: readonly ModelRow[],
  onOpen: (row: ModelRow) => void,
): readonly Column<ModelRow>[] {
  const { t, format } = useLanguage();
  const { kind } = useVisitor();
  const priced = { unit: '$/1M', isNumber: true, isSortable: true };
  const limit = (value: number | null) => (value === null ? <Nothing /> : format.compact(value));
  const hasLimits = rows.some(
    ({ entry }) => entry.max_input_tokens !== null || entry.max_output_tokens !== null,
  );
  return [
    {
      id: 'name',
      title: t('models.name'),
      isSortable: true,
      cell: (row) => <Names row={row} onOpen={() => onOpen(row)} />,
    },
    ...(hasLimits
      ? [
          {
            id: 'context',
            title: t('models.context'),
            isNumber: true,
            isSortable: true,
            cell: ({ entry }: ModelRow) => limit(entry.max_input_tokens),
          },
          {
            id: 'output-limit',
            title: t('models.outputLimit'),
            isNumber: true,
            isSortable: true,
            cell: ({ entry }: ModelRow) => limit(entry.max_output_tokens),
          },
        ]
      : []),
    {
      ...priced,
      id: 'input',
      title: t('models.input'),
      cell: ({ entry }) => <Price entry={entry} rate="input" mark={<PriceMark entry={entry} />} />,
    },
    {
      ...priced,
      id: 'output',
      title: t('models.output'),
      cell: ({ entry }) => <Price entry={entry} rate="output" />,
    },
    {
      ...priced,
      id: 'cache_read',
      title: t('models.cacheRead'),
      cell: ({ entry }) => <Price entry={entry} rate="cache_read" />,
    },
    ...(rows.some(({ entry }) => feesOf(entry).length > 0)
      ? [
          {
            id: 'fees',
            title: t('models.fees'),
            unit: '$/1K',
            isNumber: true,
            cell: ({ entry }: ModelRow) => <Fees entry={entry} />,
          },
        ]
      : []),
    ...(kind === 'operator'
      ? [
          {
            id: 'targets',
            title: t('models.targets'),
            cell: ({ entry }: ModelRow) => <Targets entry={entry} />,
          },
        ]
      : []),
  ];
}

function Names({ row, onOpen }: { readonly row: ModelRow; readonly onOpen: () => void }) {
  const { t } = useLanguage();
  const name = mainName(row);
  return (
    <span className="flex min-w-0 flex-col @2xl:max-w-60 @4xl:max-w-96">
      <span className="flex min-w-0 items-center gap-1 @max-2xl:justify-end">
        <button
          type="button"
          onClick={onOpen}
          title={name}
          className="min-w-0 truncate rounded font-mono text-[0.8125rem] font-medium hover:text-accent hover:underline"
        >
          {name}
        </button>
        <CopyName name={name} />
      </span>
      {row.bare !== null && row.prefixed !== null && (
        <span className="-mt-1 flex min-w-0 items-center gap-1 text-muted @max-2xl:justify-end">
          <span className="min-w-0 truncate font-mono text-xs" title={row.prefixed}>
            {row.prefixed}
          </span>
          <CopyName name={row.prefixed} />
        </span>
      )}
      {row.aliases.length > 0 && (
        <span className="text-xs text-muted">
          {t('models.also', { names: row.aliases.join(', ') })}
        </span>
      )}
    </span>
  );
}

function CopyName({ name }: { readonly name: string }) {
  const { t } = useLanguage();
  return (
    <span className="-my-1.5 shrink-0">
      <CopyButton text={name} label={t('models.copyName', { name })} />
    </span>
  );
}

function Price({
  entry: { price },
  rate,
  mark = <Nothing />,
}: {
  readonly entry: CallName;
  readonly rate: PriceRate;
  /** The text in place of a missing price. */
  readonly mark?: ReactNode;
}) {
  return price === null ? mark : formatPrice(price[rate]);
}

function feesOf({ price }: CallName): readonly (readonly [string, string])[] {
  return Object.entries(price?.fees ?? {});
}

/** What the uses of tools cost beside the tokens. */
function Fees({ entry }: { readonly entry: CallName }) {
  const fees = feesOf(entry);
  if (fees.length === 0) return <Nothing />;
  return fees.map(([name, fee]) => (
    <span key={name} className="block">
      <span className="text-xs text-muted">{name}</span> {formatPrice(fee)}
    </span>
  ));
}

/** Free or unknown; unknown never means free. */
export function PriceMark({ entry: { free } }: { readonly entry: CallName }) {
  const { t } = useLanguage();
  if (free) return <Badge tone="good">{t('models.free')}</Badge>;
  return (
    <span title={t('models.unknownPriceHint')}>
      <Badge tone="warn">{t('models.unknownPrice')}</Badge>
    </span>
  );
}

function Targets({ entry: { targets } }: { readonly entry: CallName }) {
  const [first, ...others] = targets ?? [];
  if (first === undefined) return <Nothing />;
  return (
    <span className="flex items-center gap-2 @max-2xl:justify-end">
      <TargetState state={first.state} />
      <span className="max-w-40 truncate" title={`${first.upstream}/${first.model}`}>
        {first.upstream}
      </span>
      {others.length > 0 && <span className="text-xs text-muted">+{others.length}</span>}
    </span>
  );
}

function Nothing() {
  const { t } = useLanguage();
  return (
    <span data-nothing className="text-muted">
      <span aria-hidden>–</span>
      <span className="sr-only">{t('shell.notReported')}</span>
    </span>
  );
}
