import type { ObjectKey } from '../objects/object-key.ts';

/** A Kubernetes Event, which `kubectl describe` shows. `reason` is a constant in CamelCase. */
export interface ObjectEvent {
  type: 'Normal' | 'Warning';
  reason: string;
  message: string;
  object: ObjectKey & { kind: string; uid: string };
}

/** Emits Kubernetes Events. `emit` neither waits nor throws, so an Event can get lost. */
export interface EventSink {
  emit(event: ObjectEvent): void;
}
