/**
 * Prints the source files that the result of a stage passes through, from the start of `reconcile` to the status write
 * after a job's last stage. The result passes through a file if a function in it runs in this time (by V8's coverage)
 * and has a parameter, a return value or a variable whose type contains `StageResult`. Also prints the number of all
 * files that run. Stores and the launcher are not counted, because they are behind ports.
 */
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { systemClock } from '../src/clock/system-clock.ts';
import { reconcile } from '../src/controllers/pipeline/reconcile.ts';
import { knownParties } from '../test/support/api/known-parties.ts';
import { freshMemory } from '../test/support/pipeline/pipeline-memory.ts';
import { PipelineRig } from '../test/support/pipeline/pipeline-rig.ts';

const rig = await PipelineRig.open(systemClock);
const key = await rig.createJob();
let job = await rig.job(key);
const memory = freshMemory(rig.deps, () => job, knownParties(true));

async function pass(): Promise<void> {
  job = await rig.job(key);
  if (job === undefined) throw new Error('the job is gone');
  memory.gate.observe(job);
  await reconcile(key, rig.deps, memory);
}

await pass();
for (const stage of ['onboarding', 'concept', 'image']) {
  const running = rig.launcher.alive.find((attempt) => attempt.stage === stage);
  if (running === undefined) throw new Error(`the ${stage} stage does not run`);
  await rig.finish(running);
  if (stage !== 'image') await pass();
}

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
const root = new URL('../src/', import.meta.url).href;
const { store } = rig;
let scripts: Profiler.ScriptCoverage[] = [];
const patchStatus = store.patchStatus.bind(store);
store.patchStatus = async (...write) => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  scripts = result.filter(({ url }) => url.startsWith(root));
  return patchStatus(...write);
};
await session.post('Profiler.takePreciseCoverage');
await pass();
session.disconnect();
rig.close();

/** Start offsets of the functions that ran, by file. */
const ran = new Map(
  scripts.map(({ url, functions }) => {
    const called = functions.filter(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0);
    return [fileURLToPath(url), called.map(({ ranges }) => ranges[0]?.startOffset ?? -1)] as const;
  }),
);
const ports = /^(store|artifacts|ledger|files|runtime|clock|archive)\//;
const nameOf = (file: string): string => file.slice(fileURLToPath(root).length);
const all = [...ran].filter(([file, starts]) => starts.length > 0 && !ports.test(nameOf(file))).map(([file]) => file);

const program = ts.createProgram(all, { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ESNext, strict: true });
const checker = program.getTypeChecker();
const contract = program.getSourceFile(fileURLToPath(new URL('schema/stage-contract.ts', root)));
const exported = contract && checker.getSymbolAtLocation(contract);
const symbol = exported && checker.getExportsOfModule(exported).find(({ name }) => name === 'StageResult');
if (symbol === undefined) throw new Error('src/schema/stage-contract.ts does not export StageResult');
const stageResult = checker.getDeclaredTypeOfSymbol(symbol);

/** Reports whether a value of the type contains a `StageResult`. Skips methods and classes, because they are ports. */
function containsResult(type: ts.Type, seen = new Set<ts.Type>()): boolean {
  if (type === stageResult) return true;
  if (seen.has(type)) return false;
  seen.add(type);
  return partsOf(type).some((part) => containsResult(part, seen));
}

function partsOf(type: ts.Type): readonly ts.Type[] {
  if (type.isUnionOrIntersection()) return type.types;
  if ((type.flags & ts.TypeFlags.Object) === 0 || type.isClass() || type.getCallSignatures().length > 0) return [];
  const isContainer = checker.isArrayType(type) || type.getProperty('then') !== undefined;
  if (isContainer) return checker.getTypeArguments(type as ts.TypeReference);
  return type.getProperties().map((property) => checker.getTypeOfSymbol(property));
}

/** Reports whether the result passes through the file: a function that ran has a value that contains it. */
function isEntered(file: string): boolean {
  const source = program.getSourceFile(file);
  let isFound = false;
  const visit = (node: ts.Node, isRunning: boolean): void => {
    const runs = ts.isFunctionLike(node) ? hasRun(node, ran.get(file) ?? []) : isRunning;
    if (runs && ts.isIdentifier(node) && containsResult(checker.getTypeAtLocation(node))) isFound = true;
    if (isFound) return;
    ts.forEachChild(node, (child) => {
      visit(child, runs);
    });
  };
  if (source !== undefined) visit(source, false);
  return isFound;
}

/** Reports whether a function ran. V8 gives its start as the offset of its first keyword, name or parameter. */
function hasRun(node: ts.SignatureDeclaration, starts: readonly number[]): boolean {
  const bodyStart = 'body' in node && node.body !== undefined ? node.body.getStart() : node.end;
  return starts.some((start) => start >= node.getStart() && start < bodyStart);
}

const entered = all.filter(isEntered).map(nameOf).toSorted();
process.stdout.write(entered.map((file) => `${file}\n`).join(''));
process.stdout.write(`${entered.length} files that the result enters, of ${all.length} that run\n`);
