import type { ObjectKey } from '../store/port.ts';

/** What people see under an object (`kubectl describe`). `reason` is a constant in CamelCase. */
export interface ObjectEvent {
  type: 'Normal' | 'Warning';
  reason: string;
  message: string;
  object: ObjectKey & { kind: string; uid: string };
}

/** Events are told, never relied on: `emit` neither waits nor throws. */
export interface EventSink {
  emit(event: ObjectEvent): void;
}
