/** The two surfaces of the API that show the same views: the operators' and, narrowed to one key, the key holders'. */
import { useVisitor, type Visitor } from './visitor.tsx';

/** The paths that both APIs have, by their operator path. */
export type SharedPath =
  | '/admin/v1/usage'
  | '/admin/v1/exchanges'
  | '/admin/v1/exchanges/live'
  | '/admin/v1/exchanges/{id}'
  | '/admin/v1/exchanges/{id}/cost';

/** Returns the path that this visitor may read; both respond with the same schemas. */
export function useSurface(): <Path extends SharedPath>(path: Path) => Path {
  const { kind } = useVisitor();
  return (path) => onSurface(kind, path);
}

function onSurface<Path extends string>(kind: Visitor['kind'], path: Path): Path {
  return (kind === 'operator' ? path : path.replace('/admin/', '/key/')) as Path;
}

export function useIsOperator(): boolean {
  return useVisitor().kind === 'operator';
}
