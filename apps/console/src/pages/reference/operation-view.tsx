/** One operation: request, response, and a form to try it. */
import type { ReactNode } from 'react';
import { useLanguage } from '../../i18n/provider.tsx';
import { CopyValue } from '../../ui/copy.tsx';
import { Badge } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import type { Operation, Schema, Schemas } from './document.ts';
import { FieldTable } from './field-table.tsx';
import { listFields } from './schema-fields.ts';
import { TryIt } from './try-it.tsx';

export function OperationView({
  operation,
  schemas,
}: {
  readonly operation: Operation;
  readonly schemas: Schemas;
}) {
  const { t } = useLanguage();
  const { method, path, summary, description, caller, parameters, body, answers } = operation;
  const { takesBody, vendorPage } = operation;
  const callers = {
    admin: t('reference.admin'),
    key: t('reference.key'),
    public: t('reference.public'),
  };
  return (
    <article className="flex min-w-0 flex-col gap-5">
      <header className="flex flex-col items-start gap-2">
        <h2 className="text-lg font-semibold">{summary}</h2>
        <span className="flex max-w-full flex-wrap items-center gap-2">
          <CopyValue value={`${method} ${path}`} label={t('shell.copy')} />
          <Badge>{callers[caller]}</Badge>
        </span>
        {description !== '' && <p className="max-w-prose">{description}</p>}
      </header>
      {parameters.length > 0 && (
        <Section title={t('reference.parameters')}>
          <FieldTable
            label={t('reference.parameters')}
            rows={parameters.flatMap((parameter) => {
              const schema: Schema = {
                properties: { [parameter.name]: parameter.schema ?? {} },
                ...(parameter.required === true && { required: [parameter.name] }),
              };
              const place = parameter.in === 'query' ? '?' : '';
              return listFields(schema, schemas).map((row) => ({ ...row, path: place + row.path }));
            })}
          />
        </Section>
      )}
      {takesBody && (
        <Section title={t('reference.body')}>
          {body === undefined ? (
            <p className="px-5 pb-4 text-muted">
              {t('reference.vendorBody')}{' '}
              <a href={vendorPage} className="break-all text-accent underline">
                {vendorPage}
              </a>
            </p>
          ) : (
            <FieldTable label={t('reference.body')} rows={listFields(body, schemas)} />
          )}
        </Section>
      )}
      <TryIt operation={operation} schemas={schemas} />
      <Section title={t('reference.answers')}>
        {answers.map(({ status, description: text, schema }) => (
          <Answer key={status} status={status} text={text}>
            {schema && (
              <FieldTable
                label={`${t('reference.answers')} ${status}`}
                rows={listFields(schema, schemas)}
              />
            )}
          </Answer>
        ))}
      </Section>
    </article>
  );
}

/** An answer that has fields shows them when it is opened. */
function Answer({
  status,
  text,
  children,
}: {
  readonly status: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  const title = (
    <>
      <code className="font-semibold">{status}</code> <span className="text-muted">{text}</span>
    </>
  );
  const className = 'border-t px-5 py-3 first:border-0';
  if (!children) return <p className={className}>{title}</p>;
  return (
    <details className={className}>
      <summary>{title}</summary>
      <div className="-mx-5 mt-2">{children}</div>
    </details>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card title={title} isFlush>
      {children}
    </Card>
  );
}
