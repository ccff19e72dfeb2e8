import type { ObjectKey } from '../objects/object-key.ts';

/** A Kubernetes Event, which `kubectl describe` shows. `reason` is a CamelCase constant. */
export interface ObjectEvent {
  type: 'Normal' | 'Warning';
  reason: string;
  message: string;
  object: ObjectKey & { kind: string; uid: string };
}

/** Emits Events, best effort: `emit` neither waits nor throws. */
export interface EventSink {
  emit(event: ObjectEvent): void;
}
