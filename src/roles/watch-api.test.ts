import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { FakeClock } from '../../test/support/fake-clock.ts';
import { ScriptedStore } from '../../test/support/scripted-store.ts';
import { Probes } from '../observability/readiness.ts';
import { StoreError, type ObjectStore } from '../store/port.ts';
import { watchForApi } from './watch-api.ts';
