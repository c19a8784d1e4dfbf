/** Parts of the configuration that are declared in the store beside the configuration file. */
import type { Fields } from './records.ts';

export const entityKinds = ['upstream', 'model', 'group', 'price'] as const;
export type EntityKind = (typeof entityKinds)[number];

/** One declared part of the configuration. */
export interface EntityRecord {
  readonly kind: EntityKind;
  /** Unique within its kind. */
  readonly name: string;
  /** JSON text in the form of the configuration file; credentials are encrypted. */
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
}

export const entityFields: Fields<EntityRecord> = {
  kind: 'word',
  name: 'word',
  body: 'text',
  updatedAt: 'integer',
};

/** Every declared part at one moment. */
export interface EntitySet {
  /** Grows with every change. */
  readonly version: number;
  readonly entities: readonly EntityRecord[];
}

/** Parts of the configuration that are declared here and not in the file. */
export interface EntityStore {
  /** Grows with every change of an entity; cheap. */
  readEntityVersion(): Promise<number>;
  readEntities(): Promise<EntitySet>;
  /** Replaces one of the same kind and name. */
  saveEntity(entity: EntityRecord): Promise<void>;
  deleteEntity(kind: EntityKind, name: string): Promise<boolean>;
}
