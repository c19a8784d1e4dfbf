/** A button that saves a list as CSV. */
import { Download } from 'lucide-react';
import { useState } from 'react';
import { downloadCsv, type Query } from '../api/download.ts';
import { useLanguage } from '../i18n/provider.tsx';
import { Button } from './button.tsx';
import { useToast } from './toast.tsx';

export function CsvButton({
  path,
  query,
  name,
}: {
  readonly path: string;
  readonly query: Query;
  readonly name: string;
}) {
  const { describeError } = useLanguage();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const download = () => {
    setBusy(true);
    downloadCsv(path, query, name)
      .catch((error: unknown) => toast(describeError(error)))
      .finally(() => setBusy(false));
  };
  return (
    <Button isBusy={isBusy} onClick={download}>
      <Download aria-hidden className="size-4" />
      CSV
    </Button>
  );
}
