/** Starts the console. */
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/client.ts';
import { LanguageProvider, loadLanguage } from './i18n/provider.tsx';
import { Gate } from './layout/gate.tsx';
import { router } from './router.tsx';
import './styles.css';
import { ToastProvider } from './ui/toast.tsx';

const place = document.getElementById('root');
if (place !== null) {
  const language = await loadLanguage();
  createRoot(place).render(
    <LanguageProvider first={language}>
      <QueryClientProvider client={queryClient}>
        <ToastProvider>
          <Gate>
            <RouterProvider router={router} />
          </Gate>
        </ToastProvider>
      </QueryClientProvider>
    </LanguageProvider>,
  );
}
