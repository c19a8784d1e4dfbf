/** The signed-in visitor, for pages that look different to operators and key holders. */
import { createContext, useContext, type ReactNode } from 'react';
import type { Session } from './session.ts';

/** A session of somebody. */
export type Visitor = Session & { readonly kind: 'operator' | 'key' };

const VisitorContext = createContext<Visitor | undefined>(undefined);

export function VisitorProvider(props: {
  readonly visitor: Visitor;
  readonly children: ReactNode;
}) {
  return <VisitorContext.Provider value={props.visitor}>{props.children}</VisitorContext.Provider>;
}

/** @throws Error outside of the provider */
export function useVisitor(): Visitor {
  const visitor = useContext(VisitorContext);
  if (visitor === undefined) throw new Error('Nobody is signed in here.');
  return visitor;
}

/** Whether this visitor may change anything. */
export function useMayWrite(): boolean {
  return useVisitor().role === 'admin';
}
