/** Entities: parts of the configuration that are kept in the store beside the configuration file. */
import type { Fields } from './records.ts';

/** The sections of the configuration that operators may add entries to. */
export const entityKinds = ['upstream', 'model', 'group', 'price'] as const;
/** A section of the configuration that operators may add entries to. */
export type EntityKind = (typeof entityKinds)[number];

/** One part of the configuration. */
export interface EntityRecord {
  readonly kind: EntityKind;
  /** Unique within its kind. */
  readonly name: string;
  /** JSON text in the format of the configuration file; credentials are encrypted. */
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
}

/** How stores keep each field of an entity. */
export const entityFields: Fields<EntityRecord> = {
  kind: 'word',
  name: 'word',
  body: 'text',
  updatedAt: 'integer',
};

/** All entities at one moment. */
export interface EntitySet {
  /** Grows with every change. */
  readonly version: number;
  readonly entities: readonly EntityRecord[];
}

/** Parts of the configuration that are kept in the store and not in the file. */
export interface EntityStore {
  /** Increases with every change of an entity; cheap to read. */
  readEntityVersion(): Promise<number>;
  readEntities(): Promise<EntitySet>;
  /**
   * Replaces an entity of the same kind and name.
   * @param expected the entity to be replaced as it was read, or that there is none yet
   * @throws StoreChangedError when it is another one, also one that is written at the same time
   */
  saveEntity(entity: EntityRecord, expected?: EntityRecord | 'none'): Promise<void>;
  /**
   * Returns false when there is none.
   * @throws StoreReferenceError when it must be unbound and a key is bound to it, also one that is added or changed at
   * the same time
   * @throws StoreChangedError when it is not the expected one, also because it is changed at the same time
   */
  deleteEntity(kind: EntityKind, name: string, requires?: EntityDeletion): Promise<boolean>;
}

/** What the deletion of an entity requires. */
export interface EntityDeletion {
  /** Whether it is a group that no key may be bound to. */
  readonly unbound?: boolean | undefined;
  /** The entity as it was read. */
  readonly expected?: EntityRecord | undefined;
}
