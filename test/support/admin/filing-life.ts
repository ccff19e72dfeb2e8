import { ArtifactAuditLog } from '../../../src/audit-log/artifact-audit-log.ts';
import {
  annotatedObjects,
  createAuditLogController,
  type AnnotatedObjects,
} from '../../../src/controllers/audit-log/controller.ts';
import { keptInMemory } from '../../../src/controllers/pipeline/finished-view.ts';
import { systemClock } from '../../../src/clock/system-clock.ts';
import { adAccountKind, adJobKind, apiKeyKind } from '../../../src/domain/kinds.ts';
import type { ResourceKind } from '../../../src/objects/resource-kind.ts';
import type { StoredObject } from '../../../src/objects/stored-object.ts';
import { Reflector } from '../../../src/runtime/reflector.ts';
import { Fuse } from '../faults/fuse.ts';
import type { Installation } from '../installation/installation.ts';

/** One process with the controller that files rows. The fuse kills it after a number of its calls. */
export class FilingLife {
  readonly fuse: Fuse;
  readonly auditLog: ArtifactAuditLog;
  readonly #home: Installation;
  readonly #stop = new AbortController();
  #ended: Promise<unknown> = Promise.resolve();

  constructor(home: Installation, fuse = new Fuse()) {
    [this.#home, this.fuse] = [home, fuse];
    this.auditLog = new ArtifactAuditLog({ artifacts: fuse.wrap(home.artifacts, 'artifacts'), logger: home.logger });
  }

  async start(): Promise<void> {
    const { logger } = this.#home;
    const store = this.fuse.wrap(this.#home.store, 'store');
    const watched = [
      await this.#watch(adJobKind, keptInMemory),
      await this.#watch(adAccountKind),
      await this.#watch(apiKeyKind),
    ];
    const controller = createAuditLogController(
      { store, auditLog: this.auditLog, areFilesOwn: () => true, clock: systemClock, logger },
      watched,
    );
    controller.start(this.#stop.signal);
    this.#ended = controller.drain();
  }

  async end(): Promise<void> {
    this.#stop.abort();
    await this.#ended;
  }

  async #watch<S, T>(
    kind: ResourceKind<S, T>,
    kept: (object: StoredObject<S, T>) => StoredObject<S, T> = (object) => object,
  ): Promise<AnnotatedObjects> {
    const { store, logger } = this.#home;
    const reflector = new Reflector({ store, kind, transform: (object) => kept(object), clock: systemClock, logger });
    void reflector.run(this.#stop.signal);
    await reflector.whenSynced();
    return annotatedObjects(kind, reflector.cache, ({ metadata }) => metadata.annotations);
  }
}
