import type { ArtifactStore } from '../artifacts/port.ts';
import { fence } from './fence.ts';
import type { Leadership } from './leader-election.ts';

/**
 * Returns an artifact store that writes and deletes only while this process is the leader. Leadership is checked just
 * before a write is sent; without leadership, the write throws `NotLeadingError`. Reads, and the access that stages
 * get, are not restricted.
 */
export function fencedArtifacts(artifacts: ArtifactStore, leadership: Leadership): ArtifactStore {
  const fenced = fence(leadership);
  return {
    put: (key, bytes) => fenced(() => artifacts.put(key, bytes)),
    putIfAbsent: (key, bytes) => fenced(() => artifacts.putIfAbsent(key, bytes)),
    get: (key, bytesMax) => artifacts.get(key, bytesMax),
    open: (key, range) => artifacts.open(key, range),
    stat: (key) => artifacts.stat(key),
    list: (prefix) => artifacts.list(prefix),
    walk: (prefix) => artifacts.walk(prefix),
    listNames: (prefix) => artifacts.listNames(prefix),
    deleteFile: (key) => fenced(() => artifacts.deleteFile(key)),
    deleteTree: (prefix) => fenced(() => artifacts.deleteTree(prefix)),
    deleteUnfinished: (prefix, before) => fenced(() => artifacts.deleteUnfinished(prefix, before)),
    access: (key, mode, lifetimeSeconds) => artifacts.access(key, mode, lifetimeSeconds),
  };
}
