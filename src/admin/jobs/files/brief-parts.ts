import { buffer } from 'node:stream/consumers';
import type { ArtifactStore } from '../../../artifacts/port.ts';
import { fileNamed, type StoredFile } from '../../../operations/jobs/stored-files.ts';
import { parseJson } from '../../../domain/json-text.ts';
import { BriefFile, type StoredBrief } from '../../../schema/brief-file.ts';
import { briefFiles } from '../../../schema/drawn-files.ts';
import type { ServedFile } from './file-answer.ts';
import { mediaTypeOfBytes, signatureBytes } from './media-type.ts';

type Part = StoredBrief['pictures'][number]['part'];
type Artifacts = Pick<ArtifactStore, 'get' | 'open'>;

const briefBytesMax = 4 * 1024 * 1024;

/** Names of the pictures and fonts of a brief in addresses. */
export const partNames = {
  logo: 'logo',
  picture: (at: number): string => `picture-${at}`,
  font: (at: number): string => `font-${at}`,
};

/** Reads the brief of a job. Returns undefined if the job has none that can be read. */
export async function readBrief(files: readonly StoredFile[], artifacts: Artifacts): Promise<BriefFile | undefined> {
  const file = fileNamed(files, briefFiles.brief);
  const json = file && (await artifacts.get(file.key, briefBytesMax));
  return json && BriefFile.safeParse(parseJson(json.toString('utf8'))).data;
}

/** Finds a picture or font of the brief of a job. Its media type is that of its first bytes. */
export async function briefPart(
  name: string,
  files: readonly StoredFile[],
  artifacts: Artifacts,
): Promise<ServedFile | undefined> {
  const materials = fileNamed(files, briefFiles.materials);
  const brief = await readBrief(files, artifacts);
  const part = brief && partOf(name, brief.brief);
  if (materials === undefined || part === undefined || part.offset + part.bytes > materials.bytes) return undefined;
  const type = await typeOf(materials.key, part, artifacts);
  const isWanted = type?.startsWith(name.startsWith('font-') ? 'font/' : 'image/') === true;
  return isWanted ? { key: materials.key, ...part, type, name } : undefined;
}

function partOf(name: string, { kit, pictures }: StoredBrief): Part | undefined {
  if (name === partNames.logo) return kit.logo?.part;
  const [, kind, digits] = /^(picture|font)-(\d{1,3})$/.exec(name) ?? [];
  return (kind === 'font' ? kit.fonts : pictures)[Number(digits ?? NaN)]?.part;
}

async function typeOf(key: string, { offset, bytes }: Part, artifacts: Artifacts): Promise<string | undefined> {
  if (bytes < signatureBytes) return undefined;
  const start = await artifacts.open(key, { start: offset, end: offset + signatureBytes - 1 });
  return start && mediaTypeOfBytes(await buffer(start));
}
