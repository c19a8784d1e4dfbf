/** The two surfaces of the API that show the same views: the operators' and, narrowed to one key, the key holders'. */
import { useVisitor, type Visitor } from './visitor.tsx';

/** What both surfaces have, by its path on the operators' one. */
export type SharedPath =
  | '/admin/v1/usage'
  | '/admin/v1/exchanges'
  | '/admin/v1/exchanges/live'
  | '/admin/v1/exchanges/{id}'
  | '/admin/v1/exchanges/{id}/cost';

/** Gives the path that this visitor may read; both answer with the same views. */
export function useSurface(): <Path extends SharedPath>(path: Path) => Path {
  const { kind } = useVisitor();
  return (path) => onSurface(kind, path);
}

export function onSurface<Path extends string>(kind: Visitor['kind'], path: Path): Path {
  return (kind === 'operator' ? path : path.replace('/admin/', '/key/')) as Path;
}

export function useIsOperator(): boolean {
  return useVisitor().kind === 'operator';
}
