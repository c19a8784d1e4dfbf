/** The form that calls an operation with the session. */
import { useState } from 'react';
import { useMayWrite } from '../../api/visitor.tsx';
import { callHeaders } from '../../calls/call-headers.ts';
import { writeCurl } from '../../calls/curl.ts';
import { RawCall } from '../../calls/raw-call.tsx';
import { useCall } from '../../calls/use-call.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { KeyField } from '../../ui/key-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import type { Operation, Schemas } from './document.ts';
import { exampleBody, exampleValue, fillPath, readHeaders } from './example.ts';

const unread = { first: null, read: () => null };

export function TryIt({
  operation,
  schemas,
}: {
  readonly operation: Operation;
  readonly schemas: Schemas;
}) {
  const { t } = useLanguage();
  const mayWrite = useMayWrite();
  const call = useCall<null>();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [written, setBody] = useState(() => exampleBody(operation, schemas));
  const [keyId, setKeyId] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const { method, caller, parameters } = operation;
  const valueOf = (name: string) => values[name] ?? exampleValue(operation, name);
  const request = {
    method,
    path: fillPath(operation, valueOf),
    headers: {
      ...callHeaders(caller === 'key' ? keyId : undefined),
      ...readHeaders(operation, valueOf),
    },
    body: written === undefined || written.trim() === '' ? undefined : written,
  };
  const isReading = method === 'GET';
  const send = () => call.start(request, unread);
  const secret = caller === 'admin' ? '$PARLEY_ADMIN_TOKEN' : '$PARLEY_KEY';
  return (
    <Card title={t('reference.try')}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReading) send();
          else setAsking(true);
        }}
      >
        {caller === 'key' && mayWrite && (
          <KeyField keyId={keyId} onChange={setKeyId} hint={t('playground.keyHint')} />
        )}
        <div className="grid gap-3 empty:hidden sm:grid-cols-2">
          {parameters.map(({ name, required }) => (
            <TextField
              key={name}
              label={name}
              required={required}
              value={valueOf(name)}
              onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
            />
          ))}
        </div>
        {written !== undefined && (
          <TextAreaField
            label={t('reference.body')}
            rows={Math.min(16, written.split('\n').length + 1)}
            value={written}
            onChange={(event) => setBody(event.currentTarget.value)}
          />
        )}
        <CodeBlock
          label="curl"
          code={writeCurl(request, secret, readHeaders(operation, valueOf))}
        />
        {mayWrite || (isReading && caller !== 'key') ? (
          <div className="flex gap-2">
            <Button type="submit" isBusy={call.isRunning} look="primary">
              {t('playground.send')}
            </Button>
            {call.isRunning && <Button onClick={call.stop}>{t('playground.stop')}</Button>}
          </div>
        ) : (
          <Notice>{t('shell.readOnly')}</Notice>
        )}
      </form>
      {call.record && (
        <div className="mt-4">
          <RawCall record={call.record} isIndented />
        </div>
      )}
      <ConfirmDialog
        title={t('reference.askTitle')}
        action={t('playground.send')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={async () => send()}
      >
        <p>{t('reference.ask')}</p>
        <code className="mt-2 block font-mono text-xs break-all">
          {method} {request.path}
        </code>
      </ConfirmDialog>
    </Card>
  );
}
