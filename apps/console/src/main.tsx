/** Starts the console. */
import { noop, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/client.ts';
import { sessionQuery } from './api/session.ts';
import { LanguageProvider, loadLanguage } from './i18n/provider.tsx';
import { Gate } from './layout/gate.tsx';
import { Pages, pagesQuery } from './layout/pages.tsx';
import './styles.css';

async function start(place: HTMLElement): Promise<void> {
  // All of it is asked for at once; the components that need it show what fails.
  queryClient.query(sessionQuery).catch(noop);
  queryClient.query(pagesQuery).catch(noop);
  const language = await loadLanguage();
  createRoot(place).render(
    <LanguageProvider first={language}>
      <QueryClientProvider client={queryClient}>
        <Gate>
          <Pages />
        </Gate>
      </QueryClientProvider>
    </LanguageProvider>,
  );
}

const place = document.getElementById('root');
if (place !== null) void start(place);
