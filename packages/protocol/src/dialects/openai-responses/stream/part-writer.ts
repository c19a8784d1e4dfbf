import type { Opaque } from '../../../canonical/opaque.ts';
import type { Citation } from '../../../canonical/part.ts';

/** Writes one canonical part, from its beginning to its end. */
export interface PartLane {
  tell(text: string): void;
  /** Absent where the format has no place for a citation. */
  cite?(citation: Citation): void;
  /** Absent where the format has no place for state. */
  keep?(opaque: Opaque): void;
  end(): void;
}
