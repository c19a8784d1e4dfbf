/** The search parameters of this page. */
import { compact, readText, type RawSearch } from '../../search/read-search.ts';

export function readSettingsSearch(search: RawSearch) {
  return compact({
    tab: readText(search, 'tab'),
    // Of the configuration.
    query: readText(search, 'query'),
    // Of the audit log; days of this browser's time zone.
    actor: readText(search, 'actor'),
    action: readText(search, 'action'),
    subject_kind: readText(search, 'subject_kind'),
    subject_id: readText(search, 'subject_id'),
    from: readText(search, 'from'),
    until: readText(search, 'until'),
  });
}

export type SettingsSearch = ReturnType<typeof readSettingsSearch>;
