/** What may be declared in the store beside the configuration file. */
export const entityKinds = ['upstream', 'model', 'group', 'price'] as const;
export type EntityKind = (typeof entityKinds)[number];

/** One declared part of the configuration. */
export interface EntityRecord {
  readonly kind: EntityKind;
  /** Unique within its kind. */
  readonly name: string;
  /** JSON text in the form that the configuration file has; credentials only sealed. */
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
}

/** Every declared part at one moment. */
export interface EntitySet {
  /** Grows with every change. */
  readonly version: number;
  readonly entities: readonly EntityRecord[];
}
