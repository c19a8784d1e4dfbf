/** The raw request and response of a call, frame by frame. */
import { useLanguage } from '../i18n/provider.tsx';
import { CodeBlock, CopyButton } from '../ui/copy.tsx';
import { indentJson } from './records.ts';
import type { CallRecord, Frame } from './run-call.ts';

/** Only so many frames are shown; a copy contains all. */
const shownFrames = 1_000;

export function RawCall({
  record,
  isIndented = false,
}: {
  readonly record: CallRecord<unknown>;
  /** Formats a JSON response, which arrives without line breaks. */
  readonly isIndented?: boolean;
}) {
  const { t } = useLanguage();
  const { request, status, headers, frames } = record;
  const head = [
    `${request.method} ${request.path}`,
    ...Object.entries(request.headers).map((header) => header.join(': ')),
  ].join('\n');
  const answerHead = [`HTTP ${status ?? '–'}`, ...headers.map((header) => header.join(': '))];
  const answer = () => `${answerHead.join('\n')}\n\n${frames.map(writeFrame).join('\n\n')}\n`;
  return (
    <div className="flex flex-col gap-3">
      <CodeBlock
        label={t('playground.request')}
        code={request.body === undefined ? head : `${head}\n\n${request.body}`}
      />
      <div className="relative min-w-0 rounded-lg border bg-sunken font-mono text-xs leading-relaxed">
        <div className="absolute top-1 right-1">
          <CopyButton text={answer} label={t('playground.copyAnswer')} />
        </div>
        <pre
          tabIndex={0}
          role="region"
          aria-label={t('playground.response')}
          className="max-h-128 overflow-auto px-4 py-3 pr-12"
        >
          {answerHead.join('\n')}
          {frames.slice(0, shownFrames).map(({ at, text }, place) => (
            <span key={place} className="mt-3 flex gap-3">
              <span className="w-16 shrink-0 text-right text-muted select-none">
                {at.toFixed(0)} ms
              </span>
              <code>{isIndented ? indentJson(text) : text}</code>
            </span>
          ))}
          {frames.length > shownFrames && <span className="text-muted">…</span>}
        </pre>
      </div>
    </div>
  );
}

function writeFrame({ at, text }: Frame): string {
  return `: +${at.toFixed(0)} ms\n${text}`;
}
