/** The names that the playground offers, and the one that it begins with. */
import { useCallNames as useReading } from '../../api/readings.ts';
import { chooseName } from '../setup/client-list.ts';

export function useCallNames(keyId: string | undefined) {
  const callNames = useReading(keyId).data?.data ?? [];
  return { names: callNames.map(({ name }) => name), suggested: chooseName(callNames) ?? '' };
}
